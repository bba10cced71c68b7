"""Kairouz, Oh and Viswanath, The Composition Theorem for Differential Privacy (2015)."""

KEY = "kov15"
