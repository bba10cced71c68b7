"""Salil Vadhan and Tianhao Wang, Concurrent Composition of Differential Privacy (2021)."""

KEY = "vw21"
