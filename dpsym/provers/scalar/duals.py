"""Multipliers of all conditions at once, with which an expression is > 0 on whole domains.

Of what is linear, under linear conditions, also where it is only >= 0 (Farkas' lemma).

The most that the least value on a grid can be made is a linear program; its solution is the dual
of the question for the least value under the conditions (Lagrange's multipliers, where no point of
contact is known or there are several). Only hints: floats find them.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray
from scipy.optimize import linprog
from sympy import Expr, Rational

from dpsym.language.domains import Interval
from dpsym.provers.scalar.goal import Goal, size

Array = NDArray[np.float64]
MOST_NAMES, MOST_CONDITIONS, MAX_SIZE = 4, 6, 120
WHOLE, PER_NAME = 1500, 17
"""Points of a grid, and those of one name at most."""
LARGE, LEAST, DENOMINATORS = 1e4, 1e-7, (12, 100, 1000, 10_000)


@lru_cache(maxsize=500)
def duals(goal: Goal) -> tuple[Rational, ...]:
    """A multiplier >= 0 of each condition, those that are > 0 last; none where they gain nothing.

    >>> from sympy import S, exp, symbols
    >>> from dpsym.language.domains import Interval
    >>> x, y = symbols("x y")
    >>> part = Interval(S.Zero, S.One)
    >>> duals(Goal(4 - exp(x) - exp(y), ((x, part), (y, part)), (1 - x - y,)))
    (12/7,)
    """
    conditions = (*goal.conditions, *goal.positives)
    names = [name for name, _ in goal.domains]
    if not 0 < len(names) <= MOST_NAMES or not 0 < len(conditions) <= MOST_CONDITIONS:
        return ()
    if any(size(expr) > MAX_SIZE for expr in (goal.expression, *conditions)):
        return ()
    count = min(PER_NAME, int(WHOLE ** (1 / len(names))))
    sides = [_places(domain, count) for _, domain in goal.domains if isinstance(domain, Interval)]
    if len(sides) < len(names):
        return ()
    grid = np.array(list(product(*sides))).T
    try:
        values = [_values(expr, names, grid) for expr in (goal.expression, *conditions)]
    except (ArithmeticError, ValueError, TypeError, NameError, AttributeError):
        return ()  # an expression that floats have no value of
    table = np.array(values)
    table = table[:, np.all(np.isfinite(table), axis=0)]
    touching = not goal.strict and all(_is_linear(e, names) for e in (goal.expression, *conditions))
    return _solved(table[0], table[1:], touching=touching) if table.shape[1] else ()


def _is_linear(expr: Expr, names: Sequence[Expr]) -> bool:
    return bool(expr.is_polynomial(*names)) and sympy.Poly(expr, *names).total_degree() <= 1


def _places(domain: Interval, count: int) -> Array:
    """Points of an interval, its finite ends among them."""
    part = np.linspace(0.0, 1.0, count)
    low, high = float(domain.lower), float(domain.upper)
    if np.isfinite(low) and np.isfinite(high):
        return low + (high - low) * part
    far: Array = part[:-1] / (1 - part[:-1])
    if np.isfinite(low):
        return low + far
    return high - far if np.isfinite(high) else np.concatenate([-far[::-2], far[::2]])


def _values(expr: Expr, names: Sequence[Expr], grid: Array) -> Array:
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = sympy.lambdify(names, expr, ["scipy", "numpy"])(*grid)
    return np.broadcast_to(np.asarray(found, dtype=float), grid.shape[1:])


def _solved(goal: Array, conditions: Array, *, touching: bool) -> tuple[Rational, ...]:
    """The multipliers; with ``touching`` also where what is left is 0 somewhere."""
    if goal.min() > 0:
        return ()
    units = [_unit(values) for values in (goal, *conditions)]
    goal = goal / float(units[0])
    conditions = np.array([c / float(u) for c, u in zip(conditions, units[1:], strict=True)])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found: Any = linprog(
            np.append(np.zeros(len(conditions)), -1.0),
            A_ub=np.hstack([conditions.T, np.ones((len(goal), 1))]),
            b_ub=goal,
            bounds=[(0, LARGE)] * len(conditions) + [(None, None)],
        )
    if found.status != 0 or found.x[-1] <= (-LEAST if touching else LEAST):
        return ()
    enough = found.x[-1] / 3 if found.x[-1] > LEAST else -LEAST
    for most in DENOMINATORS:
        near = [Fraction(float(x)).limit_denominator(most) for x in found.x[:-1]]
        factors = np.array([float(f) for f in near])
        if (goal - factors @ conditions).min() > enough:
            whole = (f * units[0] / u for f, u in zip(near, units[1:], strict=True))
            return tuple(Rational(f.numerator, f.denominator) for f in whole)
    return ()


def _unit(values: Array) -> Fraction:
    """A power of two of the size of most values."""
    usual = float(np.median(np.abs(values)))
    return Fraction(2) ** round(np.log2(usual)) if usual > 0 else Fraction(1)
