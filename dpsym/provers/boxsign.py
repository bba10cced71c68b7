"""The certain sign of an expression on boxes, by balls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import sympy
from flint import arb
from sympy import Expr, Symbol

from dpsym.enclosure import compile_balls, precision
from dpsym.errors import EvaluationError
from dpsym.language.domains import Integers, Interval
from dpsym.provers.scalar.expansions import ball, form, places, smooth
from dpsym.provers.scalar.signs import Region

BITS = 128
MAX_BOXES = 4000

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
        mean-value form, or by Taylor's form of the second order
        (:mod:`dpsym.provers.scalar.expansions`).

    >>> x = Symbol("x")
    >>> sign = box_sign(x**2 - 2, ((x, Interval(sympy.S(0), sympy.S(3))),))
    >>> [sign([(Fraction(low), Fraction(high))]) for low, high in ((0, 1), (1, 2), (2, 3))]
    [-1, 0, 1]
    """
    names = [name for name, _ in variables]
    slopes: list[Function] = []
    bounds: list[tuple[int, int, Function]] = []
    try:
        value = compile_balls(gap, names)
        if smooth(gap, names, Region(tuple(variables))):
            slopes = [compile_balls(sympy.diff(gap, name), names) for name in names]
            for order in (2, 1):
                written = [(side, form(side * gap, names, order)) for side in (1, -1)]
                bounds += [(order, side, compile_balls(*f)) for side, f in written if f]
    except EvaluationError:
        return lambda box: 0

    def sign(box: Sequence[tuple[Fraction, Fraction]]) -> int:
        with precision(BITS):
            balls = [ball(side) for side in box]
            total = value(balls)
            if total > 0 or total < 0:
                return 1 if total > 0 else -1
            if not slopes or not total.is_finite():
                return 0
            corner = _at_corner(value, [slope(balls) for slope in slopes], box)
            if corner:
                return corner
            return next((s for n, s, f in bounds if f([ball(p) for p in places(box, n)]) > 0), 0)

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
    if value([ball((end, end)) for end in least]) > 0:
        return 1
    return -1 if value([ball((end, end)) for end in most]) < 0 else 0
