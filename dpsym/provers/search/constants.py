"""Simple exact constants near an estimate."""

from __future__ import annotations

from fractions import Fraction
from math import floor, log2

from sympy import E, Expr, Rational, S, log, pi, sqrt

from dpsym.language.printing import text
from dpsym.provers.rationals import simplest

FACTORS = (S.One, pi, 1 / pi, sqrt(2), sqrt(pi), 1 / sqrt(pi), E, 1 / E, log(2), 1 / log(2), pi**2)
WINDOWS = (1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2)
NOISE = Fraction(1, 10**8)


def simple_constants(estimate: float, sense: int) -> dict[Expr, float]:
    """Simple exact constants at the estimate or a little beyond it, with their costs.

    A constant costs the less, the fewer digits it has and the nearer it is; the cheapest is first.

    >>> next(iter(simple_constants(0.12499999, 1))), next(iter(simple_constants(0.6366197, 1)))
    (1/8, 2/pi)
    """
    found: dict[Expr, float] = {}
    for factor in FACTORS:
        ratio = Fraction(estimate / float(factor))
        for window in WINDOWS:
            ends = (
                ratio * (1 - sense * NOISE),
                ratio * (1 + sense * Fraction(window)),
            )
            part = simplest(min(ends), max(ends))
            if part == 0:
                continue
            bits = log2(abs(part.numerator) * part.denominator) + (6 if factor != 1 else 0)
            value = Rational(part.numerator, part.denominator) * factor
            cost = bits + log2(window) / 2
            if bits < -log2(window) + 4:
                found[value] = min(cost, found.get(value, cost))
    return dict(sorted(found.items(), key=lambda entry: (entry[1], str(entry[0]))))


def coarse(value: Expr, other: Expr) -> Rational:
    """A decimal no nearer to ``other`` than ``value`` is, and at most a quarter farther.

    >>> coarse(Rational(49, 99), Rational(1, 2))
    247/500
    """
    gap = abs(value - other)
    scale = 1
    away = value < other
    for _ in range(40):
        units = floor(value * scale) if away else -floor(-value * scale)
        rounded = Rational(units, scale)
        if gap == 0 or abs(rounded - value) <= gap / 4:
            return rounded
        scale *= 10
    return Rational(Fraction(float(value)))


def shown(value: Expr) -> str:
    """The constant as text: a decimal where it is one, with digits after it where irrational.

    >>> shown(Rational(4999999, 10**7)), shown(Rational(1, 8)), shown(2 / pi)
    ('0.4999999', '1/8', '2/pi = 0.6366198...')
    """
    if isinstance(value, Rational) and value.q >= 1000:
        power = next((k for k in range(1, 40) if 10**k % value.q == 0), 0)
        if power:
            digits = str(abs(value.p) * (10**power // value.q)).rjust(power + 1, "0")
            return f"{'-' if value < 0 else ''}{digits[:-power]}.{digits[-power:]}"
    if value.is_number and not value.is_Rational and value.is_finite:
        return f"{text(value)} = {float(value):.7f}..."
    return text(value)
