"""Rationals of few digits near others."""

from __future__ import annotations

from fractions import Fraction
from math import floor


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """The rational of smallest denominator in ``[low, high]``.

    >>> simplest(Fraction(3, 10), Fraction(2, 5))
    Fraction(1, 3)
    """
    if low > high:
        low, high = high, low
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -simplest(-high, -low)
    whole = floor(low)
    if whole == low:
        return Fraction(whole)
    if whole + 1 <= high:
        return Fraction(whole + 1)
    return whole + 1 / simplest(1 / (high - whole), 1 / (low - whole))


__all__ = ["simplest"]
