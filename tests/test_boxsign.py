"""The certain sign of a function on a box, against values computed by mpmath."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import mpmath
import pytest
import sympy
from sympy import Expr, Symbol, exp, log, sqrt, tanh

from dpsym.language.domains import Interval
from dpsym.provers.boxsign import box_sign

x, y = Symbol("x"), Symbol("y")
FUNCTIONS: tuple[Expr, ...] = (
    exp(x) * (1 + y) - 1 - x - y - x * y,
    x * tanh(x / 2) - x**2 / 2 + y / 100,
    log(1 + x * y) - x * y + x**2 * y**2 / 2 - sympy.Rational(1, 50),
    sqrt(1 + x**2 + y) - 1 - x * y,
    (x - y) ** 2 + x * y**3 - sympy.Rational(1, 10),
    x**2 + y**2 - 1,
)
Box = tuple[tuple[Fraction, Fraction], ...]


def _boxes(seed: int) -> list[Box]:
    draw = random.Random(seed)
    found = []
    for _ in range(60):
        width = Fraction(1, draw.choice((2, 5, 20, 80)))
        corner = [Fraction(draw.randint(1, 60), 40) for _ in range(2)]
        found.append(tuple((low, low + width) for low in corner))
    return found


@pytest.mark.parametrize("place", range(len(FUNCTIONS)))
def test_every_sign_is_that_of_all_values(place: int) -> None:
    gap = FUNCTIONS[place]
    whole = Interval(sympy.S.Zero, sympy.S(3))
    sign, value = box_sign(gap, ((x, whole), (y, whole))), sympy.lambdify((x, y), gap, "mpmath")
    decided = 0
    for box in _boxes(place):
        found = sign(box)
        decided += found != 0
        steps = [[low + (high - low) * Fraction(k, 4) for k in range(5)] for low, high in box]
        for point in product(*steps):
            with mpmath.workdps(30):
                at = value(*(mpmath.mpf(p.numerator) / p.denominator for p in point))
            assert at * found >= 0
    assert decided > 10


def test_the_second_order_decides_where_the_first_does_not() -> None:
    """The gap is at least 1/16, its slope stays within 1 of 0, and its second derivative is 2."""
    gap, whole = (x - 1) ** 2 + sympy.Rational(1, 16), Interval(sympy.S.Zero, sympy.S(2))
    box = ((Fraction(1, 2), Fraction(3, 2)),)
    expanded = sympy.expand(gap)
    assert box_sign(expanded, ((x, whole),))(box) == 1
    assert box_sign(expanded - sympy.Rational(1, 8), ((x, whole),))(box) == 0
