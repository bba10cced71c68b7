"""Regression checks of numeric bounds: a float function against certified truth."""

from dpsym.regression.assertion import BoundError, BoundReport, assert_bound, examine_bound

__all__ = ["BoundError", "BoundReport", "assert_bound", "examine_bound"]
