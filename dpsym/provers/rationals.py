"""Rationals of few digits near others."""

from __future__ import annotations

from fractions import Fraction


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
    # In integers, which take a tenth of the time: a/b <= c/d, and the convergents so far.
    (a, b), (c, d) = low.as_integer_ratio(), high.as_integer_ratio()
    above, below, last_above, last_below = 1, 0, 0, 1
    while True:
        whole = a // b
        ends = whole * b == a
        if ends or (whole + 1) * d <= c:
            whole += not ends
            return Fraction(whole * above + last_above, whole * below + last_below)
        above, last_above = whole * above + last_above, above
        below, last_below = whole * below + last_below, below
        a, b, c, d = d, c - whole * d, b, a - whole * b
