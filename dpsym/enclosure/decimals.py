"""Decimals that certainly lie below and above a number."""

from __future__ import annotations

from fractions import Fraction
from math import floor, log10

from flint import arb

from dpsym.accounting.rounds import dyadic


def decimals(ball: arb, digits: int) -> tuple[str, str]:
    """Decimals below and above everything in the ball.

    >>> decimals(arb(2) / 3, 9)
    ('0.666666666', '0.666666667')
    """
    if not ball.is_finite():
        shown = "oo" if ball > 0 else "-oo" if ball < 0 else "nan"
        return shown, shown
    ends = dyadic(ball.lower()), dyadic(ball.upper())
    return decimal(ends[0], digits, up=False), decimal(ends[1], digits, up=True)


def decimal(value: Fraction, digits: int, *, up: bool) -> str:
    """The nearest decimal of about so many digits that is not below a number, or not above it.

    >>> decimal(Fraction(1, 3), 4, up=True), decimal(Fraction(-1, 4), 4, up=False)
    ('0.3334', '-0.25')
    """
    if value == 0:
        return "0"
    size = floor(log10(abs(value.numerator)) - log10(value.denominator))
    shift = digits - 1 - size
    scaled = value * Fraction(10) ** shift
    units = -floor(-scaled) if up else floor(scaled)
    if -6 < size < 12 and shift >= 0:
        sign, body = ("-" if units < 0 else ""), str(abs(units)).rjust(shift + 1, "0")
        whole, part = body[: len(body) - shift], body[len(body) - shift :].rstrip("0")
        return f"{sign}{whole}.{part}" if part else f"{sign}{whole}"
    return f"{units}e{-shift}"
