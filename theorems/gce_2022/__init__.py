"""Hartmann, Bindschaedler and West, On the Choice of Databases in DP Composition (2022)."""

KEY = "gce24"
