"""Taylor's forms of a function on a box: expressions whose ranges bound it from below.

With the middle ``c`` of a box and the step ``h = x - c``, a function with two continuous
derivatives has for some point ``y`` of the box

* ``f(x) = f(y)``, order 0,
* ``f(x) = f(c) + f'(y)*h``, order 1, the mean-value form,
* ``f(x) = f(c) + f'(c)*h + h*f''(y)*h/2``, order 2; a square ``h**2`` is between 0 and the largest
  one, so that its term is at least ``Min(0, f''(y))/2`` times that, which also balls see.

A form is an expression in the variables and, for the higher orders, their middles, steps and
largest squares, so that it is compiled for any arithmetic and equal parts are evaluated once.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement

import sympy
from flint import arb, fmpq
from sympy import Dummy, Expr, Symbol

from dpsym.provers.scalar.derivatives import derivative
from dpsym.provers.scalar.goal import size
from dpsym.provers.scalar.signs import Region
from dpsym.provers.scalar.smooth import differentiable

ORDERS = (0, 1, 2)
MAX_OPERATIONS = 600
"""Up to this size of all second derivatives the form of order 2 is used."""

Side = tuple[Fraction, Fraction]


def smooth(expr: Expr, symbols: Sequence[Symbol], region: Region) -> bool:
    """Whether an expression has derivatives of every order, those that the chain rule gives."""
    return all(differentiable(expr, symbol, region) for symbol in symbols)


def form(expr: Expr, symbols: Sequence[Symbol], order: int) -> tuple[Expr, list[Symbol]] | None:
    """Taylor's form of an order and its variables; None where it is too large.

    Guarantees:
        where ``expr`` is smooth on a box, none of its values there is below all values of the form
        on :func:`places` of the box.

    >>> form(Symbol("x")**3, [Symbol("x")], 2)[0]
    _c_x**3 + 3*_c_x**2*_h_x + _s_x*Min(0, 6*x)/2
    """
    if order == 0:
        return expr, list(symbols)
    middles, steps, squares = ([Dummy(f"{k}_{s.name}") for s in symbols] for k in "chs")
    at_middle = dict(zip(symbols, middles, strict=True))
    rates = [derivative(expr, symbol) for symbol in symbols]
    if order == 2:
        pairs = list(combinations_with_replacement(range(len(symbols)), 2))
        bends = [derivative(rates[i], symbols[j]) for i, j in pairs]
        if sum(size(bend) for bend in bends) > MAX_OPERATIONS:
            return None
        last = [
            squares[i] / 2 * sympy.Min(0, bend, evaluate=False)
            if i == j
            else steps[i] * steps[j] * bend
            for (i, j), bend in zip(pairs, bends, strict=True)
        ]
        rates = [rate.xreplace(at_middle) for rate in rates]
    slopes = [rate * step for rate, step in zip(rates, steps, strict=True)]
    terms = [expr.xreplace(at_middle), *slopes, *(last if order == 2 else ())]
    return sympy.Add(*terms), [*symbols, *middles, *steps, *squares]


def places(box: Sequence[Side], order: int) -> list[Side]:
    """The box and, for a higher order, its middles, its steps and the largest of their squares."""
    return [*box, *(middle(side) for side in box), *offsets(box)] if order else list(box)


def middle(side: Side) -> Side:
    """The middle of an interval, as one."""
    at = (side[0] + side[1]) / 2
    return at, at


def offsets(box: Sequence[Side]) -> list[Side]:
    """The steps from the middle of a box into it, and the largest squares of steps."""
    halves = [(high - low) / 2 for low, high in box]
    return [*((-half, half) for half in halves), *((half**2, half**2) for half in halves)]


def ball(side: Side) -> arb:
    """A ball around an interval, of no radius for a point that is exact in binary."""
    low, high = (arb(fmpq(end.numerator, end.denominator)) for end in side)
    return low if side[0] == side[1] else low.union(high)
