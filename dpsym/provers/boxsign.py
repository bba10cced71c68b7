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

MAX_OPERATIONS = 600
"""Up to this size of all second derivatives the Taylor form is used."""

Function = Callable[[Sequence[arb]], arb]
Sides = tuple[tuple[Fraction, Fraction], ...]
Range = Interval | Integers


def box_sign(
    gap: Expr, variables: Sequence[tuple[Symbol, Range]]
) -> Callable[[Sequence[tuple[Fraction, Fraction]]], int]:
    """A function from a box to the certain sign of the gap on it, 0 where balls do not tell.

    Guarantees:
        the sign, where not 0, is that of the gap at every point of the box that lies in the
        variables' domains: by its ball, by its values at two corners where it is monotone, by the
        mean-value form, or by the Taylor form of the second order,
        ``f(c) + f'(c)*(x - c) + (x - c)*f''(box)*(x - c)/2``.

    >>> x = Symbol("x")
    >>> sign = box_sign(x**2 - 2, ((x, Interval(sympy.S(0), sympy.S(3))),))
    >>> [sign([(Fraction(low), Fraction(high))]) for low, high in ((0, 1), (1, 2), (2, 3))]
    [-1, 0, 1]
    """
    names = [name for name, _ in variables]
    slopes: list[Function] = []
    bends: list[list[Function]] = []
    try:
        value = compile_balls(gap, names)
        region = Region(tuple(variables))
        if all(differentiable(gap, name, region) for name in names):
            rates = [sympy.diff(gap, name) for name in names]
            slopes = [compile_balls(rate, names) for rate in rates]
            if all(differentiable(r, name, region) for r in rates for name in names):
                bends = _second(rates, names)
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
                steps = [ball - middle for ball, middle in zip(balls, centre, strict=True)]
                if bends:
                    taylor = _taylor(total, [slope(centre) for slope in slopes], bends, balls, box)
                    if taylor > 0 or taylor < 0:
                        return 1 if taylor > 0 else -1
                for rate, step in zip(rates, steps, strict=True):
                    total = total + rate * step
        return 1 if total > 0 else -1 if total < 0 else 0

    return sign


def _second(rates: Sequence[Expr], names: Sequence[Symbol]) -> list[list[Function]]:
    """The second derivatives, in row i those of the i-th slope by the names up to the i-th."""
    bends = [[sympy.diff(r, name) for name in names[: i + 1]] for i, r in enumerate(rates)]
    if sum(int(bend.count_ops()) for row in bends for bend in row) > MAX_OPERATIONS:
        return []
    return [[compile_balls(bend, names) for bend in row] for row in bends]


def _taylor(
    value: arb,
    rates: Sequence[arb],
    bends: Sequence[Sequence[Function]],
    balls: Sequence[arb],
    box: Sequence[tuple[Fraction, Fraction]],
) -> arb:
    """The range of the Taylor form; squares of steps are known to be >= 0."""
    halves = [(high - low) / 2 for low, high in box]
    steps = [_ball(-half, half) for half in halves]
    total = value
    for i, row in enumerate(bends):
        total = total + rates[i] * steps[i] + row[i](balls) * _ball(Fraction(0), halves[i] ** 2) / 2
        for j in range(i):
            total = total + row[j](balls) * steps[i] * steps[j]
    return total


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
