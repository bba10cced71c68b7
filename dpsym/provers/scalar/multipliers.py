"""Multipliers of conditions from the point at which the least value is attained under them.

There the gradient of the expression is a combination of those of the conditions that are equations
at the point, and of the directions in which variables are at the ends of their intervals, with
factors >= 0 (Karush 1939; Kuhn and Tucker 1951). Only hints: floats find them.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray
from scipy.optimize import minimize, nnls
from sympy import Expr, Rational, Symbol

from dpsym.language.domains import Interval
from dpsym.provers.scalar.derivatives import derivative
from dpsym.provers.scalar.goal import Goal, size
from dpsym.provers.scalar.sampling import points

Array = NDArray[np.float64]
STARTS, MOST_NAMES, MOST_CONDITIONS, MAX_SIZE = 10, 4, 4, 120
ACTIVE, LEAST, EXACT = 1e-6, 1e-5, 1e-6
"""How near to zero a condition is an equation, which factors count, and what is recognised."""
_minimize: Any = minimize
_OPTIONS = {"ftol": 1e-13, "maxiter": 80}
ROUGH, FINE = 12, 100
"""Denominators of factors that are not recognised."""


@lru_cache(maxsize=500)
def at_the_least(goal: Goal) -> tuple[tuple[int, Expr], ...]:
    """Conditions, counted with those that are > 0 last, and what to multiply them by.

    The likeliest first: factors that are rational numbers or roots of such, then near ones.

    >>> from sympy import symbols
    >>> from dpsym.language.domains import REALS
    >>> x, y = symbols("x y")
    >>> at_the_least(Goal(3 - x - y, ((x, REALS), (y, REALS)), (4 - x**2 - y**2,)))
    ((0, sqrt(2)/4), (0, 4/11), (0, 35/99))
    """
    conditions = (*goal.conditions, *goal.positives)
    names = [name for name, _ in goal.domains]
    if not 0 < len(names) <= MOST_NAMES or not 0 < len(conditions) <= MOST_CONDITIONS:
        return ()
    if not all(isinstance(domain, Interval) for _, domain in goal.domains):
        return ()
    if any(size(expr) > MAX_SIZE for expr in (goal.expression, *conditions)):
        return ()
    parts = (goal.expression, *conditions)
    try:
        factors = _at_the_least(goal, names, parts)
    except (ArithmeticError, ValueError, TypeError, NameError, RuntimeError, AttributeError):
        return ()  # an expression that floats have no value or slope of
    if factors is None:
        return ()
    found = [(n, f) for n, x in enumerate(factors) if x > LEAST for f in _recognised(float(x))]
    return tuple(found)


def _at_the_least(goal: Goal, names: list[Symbol], parts: Sequence[Expr]) -> Array | None:
    values = [sympy.lambdify(names, part, "numpy") for part in parts]
    slopes = [[sympy.lambdify(names, derivative(p, n), "numpy") for n in names] for p in parts]

    def gradient(number: int, place: Array) -> Array:
        return np.array([float(slope(*place)) for slope in slopes[number]])

    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # steps beyond the ends of a domain
        place = _lowest(goal, values, gradient)
        return None if place is None else _factors(goal, place, values, gradient)


def _lowest(goal: Goal, values: list[Any], gradient: Callable[..., Any]) -> Array | None:
    """Where the expression seems to be least among what the conditions allow."""
    ends = [
        (
            float(d.lower) if d.lower.is_finite else None,
            float(d.upper) if d.upper.is_finite else None,
        )
        for _, d in goal.domains
    ]
    constraints = [
        {
            "type": "ineq",
            "fun": lambda z, n=n: float(values[n](*z)),
            "jac": lambda z, n=n: gradient(n, z),
        }
        for n in range(1, len(values))
    ]
    best: tuple[float, Array] | None = None
    whole = Goal(goal.expression, goal.domains)
    for start in islice(points(whole, STARTS), STARTS):
        found = _minimize(
            lambda z: float(values[0](*z)),
            np.clip(np.array([float(x) for x in start]), -10.0, 10.0),
            jac=lambda z: gradient(0, z),
            bounds=ends,
            constraints=constraints,
            method="SLSQP",
            options=_OPTIONS,
        )
        inside = all(float(value(*found.x)) > -ACTIVE for value in values[1:])
        if inside and np.isfinite(found.fun) and (best is None or found.fun < best[0]):
            best = float(found.fun), found.x
    return None if best is None or best[0] < -ACTIVE else best[1]


def _factors(
    goal: Goal, place: Array, values: list[Any], gradient: Callable[..., Array]
) -> Array | None:
    """The factors of the conditions at a point; None where its gradient is no such combination."""
    columns = [
        gradient(n, place) * (abs(float(values[n](*place))) < 10 * ACTIVE)
        for n in range(1, len(values))
    ]
    for axis, (x, (_, domain)) in enumerate(zip(place, goal.domains, strict=True)):
        for end, sign in ((domain.lower, 1.0), (domain.upper, -1.0)):
            if end.is_finite and abs(x - float(end)) < ACTIVE:
                columns.append(sign * np.eye(len(place))[axis])
    slope = gradient(0, place)
    found, rest = nnls(np.array(columns).T, slope)
    good = rest < 1e-4 * (1 + float(np.abs(slope).max()))
    return found[: len(values) - 1] if good else None


def _recognised(factor: float) -> list[Expr]:
    """Simple numbers near a factor."""
    near = Fraction(factor).limit_denominator(FINE)
    if abs(near - factor) < EXACT:
        return [Rational(near.numerator, near.denominator)]
    square = Fraction(factor**2).limit_denominator(FINE)
    found: list[Expr] = []
    if abs(square - factor**2) < EXACT:
        found.append(sympy.sqrt(Rational(square.numerator, square.denominator)))
    for most in (ROUGH, FINE):
        close = Fraction(factor).limit_denominator(most)
        if close > 0:
            found.append(Rational(close.numerator, close.denominator))
    return found
