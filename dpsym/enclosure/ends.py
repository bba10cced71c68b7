"""Arithmetic of pairs of float arrays that certainly enclose a value at many points.

Sums, products, quotients and roots are correctly rounded and moved out by one unit in the last
place; logarithms and exponentials by :data:`UNITS` of them, far more than numpy's libraries err.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sympy import Rational

Array = NDArray[np.float64]
Ends = tuple[Array, Array]

U = 2.0**-53
UNITS = 8.0
TINY = 1e-300


def outward(low: Any, high: Any, units: float = 1.0) -> Ends:
    """The ends, moved out by units in the last place."""
    share = 2 * units * U
    return (
        np.asarray(low - np.abs(low) * share - TINY),
        np.asarray(high + np.abs(high) * share + TINY),
    )


def constant(value: Rational) -> Ends:
    """The doubles around a rational."""
    near = np.array(float(value))
    return (near, near) if Rational(float(value)) == value else outward(near, near)


def plus(a: Ends, b: Ends) -> Ends:
    """The sum."""
    low, high = outward(a[0] + b[0], a[1] + b[1])
    # a sum of doubles that comes out as zero is zero
    return np.where(a[0] + b[0] == 0, 0.0, low), np.where(a[1] + b[1] == 0, 0.0, high)


def times(a: Ends, b: Ends) -> Ends:
    """The product; zero times what is finite is zero."""
    if (a[0] >= 0).all() and (b[0] >= 0).all():
        low, high = outward(a[0] * b[0], a[1] * b[1])
    else:
        products = np.stack(np.broadcast_arrays(*(x * y for x in a for y in b)))
        low, high = outward(products.min(axis=0), products.max(axis=0))
    nothing = _vanishes(a, b) | _vanishes(b, a)
    return np.where(nothing, 0.0, low), np.where(nothing, 0.0, high)


def _vanishes(a: Ends, b: Ends) -> NDArray[np.bool_]:
    """Where the first is zero and the second finite."""
    return np.asarray((a[0] == 0) & (a[1] == 0) & np.isfinite(b[0]) & np.isfinite(b[1]))


def inverse(a: Ends) -> Ends:
    """One over it, everything where it may be zero."""
    crosses = (a[0] <= 0) & (a[1] >= 0)
    low, high = outward(1 / a[1], 1 / a[0])
    return np.where(crosses, -np.inf, low), np.where(crosses, np.inf, high)


def exponential(ends: list[Ends]) -> Ends:
    """The exponential of the only argument."""
    low, high = outward(np.exp(ends[0][0]), np.exp(ends[0][1]), UNITS)
    return np.maximum(low, 0.0), high


def logarithm(ends: list[Ends]) -> Ends:
    """The logarithm of the only argument."""
    return outward(np.log(ends[0][0]), np.log(ends[0][1]), UNITS)


def _monotone(function: Callable[[Array], Array]) -> Callable[[list[Ends]], Ends]:
    return lambda ends: outward(function(ends[0][0]), function(ends[0][1]), UNITS)


def _extreme(function: Any) -> Callable[[list[Ends]], Ends]:
    def rule(ends: list[Ends]) -> Ends:
        first, *others = ends
        for other in others:
            first = function(first[0], other[0]), function(first[1], other[1])
        return first

    return rule


FUNCTIONS: dict[str, Callable[[list[Ends]], Ends]] = {
    "exp": exponential,
    "log": logarithm,
    "tanh": _monotone(np.tanh),
    "sinh": _monotone(np.sinh),
    "Min": _extreme(np.minimum),
    "Max": _extreme(np.maximum),
}

__all__ = [
    "FUNCTIONS",
    "TINY",
    "UNITS",
    "Array",
    "Ends",
    "U",
    "constant",
    "exponential",
    "inverse",
    "logarithm",
    "outward",
    "plus",
    "times",
]
