"""Regression checks of numeric bounds: a float function against certified truth."""

from dpsym.regression.assertion import assert_bound, examine_bound
from dpsym.regression.findings import BoundError, BoundReport, Failure, Looseness

__all__ = ["BoundError", "BoundReport", "Failure", "Looseness", "assert_bound", "examine_bound"]
