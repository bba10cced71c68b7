"""The certain sign of an expression on boxes, by balls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import sympy
from flint import arb, fmpq
from sympy import Expr, Symbol

from dpsym.enclosure import compile_balls, precision
from dpsym.errors import EvaluationError
from dpsym.language.domains import Integers, Interval
from dpsym.provers.prover import Budget
from dpsym.provers.scalar.signs import Region
from dpsym.provers.scalar.smooth import differentiable

BITS = 128
MAX_BOXES = 4000

Sides = tuple[tuple[Fraction, Fraction], ...]
Range = Interval | Integers


def box_sign(
    gap: Expr, variables: Sequence[tuple[Symbol, Range]]
) -> Callable[[Sequence[tuple[Fraction, Fraction]]], int]:
    """A function from a box to the certain sign of the gap on it, 0 where balls do not tell.

    Guarantees:
        the sign, where not 0, is that of the gap at every point of the box that lies in the
        variables' domains: by its ball, by its values at two corners where it is monotone, or by
        the mean-value form.

    >>> x = Symbol("x")
    >>> sign = box_sign(x**2 - 2, ((x, Interval(sympy.S(0), sympy.S(3))),))
    >>> [sign([(Fraction(low), Fraction(high))]) for low, high in ((0, 1), (1, 2), (2, 3))]
    [-1, 0, 1]
    """
    names = [name for name, _ in variables]
    slopes: list[Callable[[Sequence[arb]], arb]] = []
    try:
        value = compile_balls(gap, names)
        region = Region(tuple(variables))
        if all(differentiable(gap, name, region) for name in names):
            slopes = [compile_balls(sympy.diff(gap, name), names) for name in names]
    except EvaluationError:
        return lambda box: 0

    def sign(box: Sequence[tuple[Fraction, Fraction]]) -> int:
        with precision(BITS):
            balls = [_ball(low, high) for low, high in box]
            total = value(balls)
            if not (total > 0 or total < 0) and slopes and total.is_finite():
                rates = [slope(balls) for slope in slopes]
                corner = _at_corner(value, rates, box)
                if corner:
                    return corner
                centre = [_ball((low + high) / 2, (low + high) / 2) for low, high in box]
                total = value(centre)
                for rate, ball, middle in zip(rates, balls, centre, strict=True):
                    total = total + rate * (ball - middle)
        return 1 if total > 0 else -1 if total < 0 else 0

    return sign


def _at_corner(
    value: Callable[[Sequence[arb]], arb],
    rates: Sequence[arb],
    box: Sequence[tuple[Fraction, Fraction]],
) -> int:
    """The sign at the corners with the least and the greatest value of a monotone function."""
    if not all(rate > 0 or rate < 0 for rate in rates):
        return 0
    rising = [bool(rate > 0) for rate in rates]
    least = [side[0] if up else side[1] for side, up in zip(box, rising, strict=True)]
    most = [side[1] if up else side[0] for side, up in zip(box, rising, strict=True)]
    if value([_ball(end, end) for end in least]) > 0:
        return 1
    return -1 if value([_ball(end, end) for end in most]) < 0 else 0


def _ball(low: Fraction, high: Fraction) -> arb:
    first = arb(fmpq(low.numerator, low.denominator))
    return first if low == high else first.union(arb(fmpq(high.numerator, high.denominator)))


def covered(
    sign: Callable[[Sequence[tuple[Fraction, Fraction]]], int],
    interval: tuple[Fraction, Fraction],
    side: int,
    budget: Budget,
) -> bool:
    """Whether balls decide on intervals that cover this one, all with the sign ``side``."""
    pending = [interval]
    for _ in range(MAX_BOXES):
        if not pending:
            return True
        if budget.spent:
            return False
        low, high = pending.pop()
        found = sign([(low, high)])
        if found == -side:
            return False
        if found == 0:
            middle = (low + high) / 2
            pending += [(low, middle), (middle, high)]
    return False


__all__ = ["BITS", "MAX_BOXES", "Sides", "box_sign", "covered"]
