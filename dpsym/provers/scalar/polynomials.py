"""Polynomials with rational coefficients: exact decisions in one variable, coefficient tests in
several.

Guarantees:
    ``nonnegative(goal)`` is not None only if the expression is a polynomial over the rationals in
    the variables of the goal
    and is >= 0 on the product domain: by root isolation in one variable, or because every
    coefficient is >= 0 after the
    substitutions of the detail, which map [0, oo) onto the domain (the far end of a bounded
    interval by continuity).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray
from sympy import Expr, Rational, S

from dpsym.language.domains import Integers, Interval
from dpsym.provers.scalar.goal import Detail, Goal

MAX_DEGREE = 24
MAX_PIECES = 256

Tensor = NDArray[Any]
"""Integers of any size, an axis for each variable."""


def nonnegative(goal: Goal) -> Detail | None:
    """The parameters of a proof for a polynomial goal; None when there is none."""
    symbols = [symbol for symbol, _ in goal.domains if goal.expression.has(symbol)]
    if not symbols or not goal.expression.is_polynomial(*symbols):
        return None
    if goal.expression.free_symbols - set(symbols):
        return None
    polynomial = sympy.Poly(goal.expression, *symbols)
    if polynomial.domain not in (sympy.ZZ, sympy.QQ) or polynomial.total_degree() > MAX_DEGREE:
        return None
    domains = dict(goal.domains)
    ends = [(domains[s].lower, domains[s].upper) for s in symbols]
    if not all(_usable(lower) and _usable(upper) for lower, upper in ends):
        return None
    if len(symbols) == 1:
        return _one(polynomial, *ends[0])
    if not all(lower.is_Rational for lower, _ in ends):
        return None
    pieces = _cover(polynomial, [(lower, upper) for lower, upper in ends], MAX_PIECES)
    if pieces is None:
        return None
    return (("method", "coefficients"), ("pieces", pieces))


def _usable(end: Expr) -> bool:
    return bool(end.is_Rational) or end in (sympy.oo, -sympy.oo)


def _one(polynomial: sympy.Poly, lower: Expr, upper: Expr) -> Detail | None:
    """Signs between the distinct roots of odd order, all exact."""
    _, parts = polynomial.factor_list()
    odd = sympy.prod([part for part, exponent in parts if exponent % 2])
    if not isinstance(odd, sympy.Poly):
        odd = sympy.Poly(1, *polynomial.gens)
    low = None if lower is -sympy.oo else lower
    high = None if upper is sympy.oo else upper
    inside = odd.count_roots(low, high) if odd.degree() > 0 else 0
    at_ends = sum(1 for end in {low, high} - {None} if odd.degree() > 0 and odd.eval(end) == 0)
    if inside != at_ends:
        return None
    witness = _regular_point(polynomial, low, high)
    if witness is None or polynomial.eval(witness) < 0:
        return None
    return (("method", "roots"), ("witness", str(witness)))


def _regular_point(polynomial: sympy.Poly, low: Expr | None, high: Expr | None) -> Rational | None:
    """A point inside at which the polynomial is not zero."""
    if low is not None and low == high:
        return low
    for step in range(1, polynomial.degree() + 3):
        if low is not None and high is not None:
            candidate = low + (high - low) * Rational(step, polynomial.degree() + 4)
        elif low is not None:
            candidate = low + step
        elif high is not None:
            candidate = high - step
        else:
            candidate = S.Zero + step
        if polynomial.eval(candidate) != 0:
            return candidate
    return None


def _cover(
    polynomial: sympy.Poly, box: list[tuple[Expr, Expr]], budget: int
) -> list[list[list[str]]] | None:
    """Boxes that cover the given one, on each of which the coefficients are nonnegative."""
    tensor = _tensor(polynomial)
    pending = [box]
    done: list[list[list[str]]] = []
    while pending:
        if len(done) + len(pending) > budget:
            return None
        current = pending.pop()
        coefficients = _coefficients(tensor, current)
        if (coefficients >= 0).all():
            done.append([[str(lower), str(upper)] for lower, upper in current])
            continue
        if (coefficients[np.ix_(*[[0, -1]] * coefficients.ndim)] < 0).any():
            return None
        pending.extend(_bisect(current))
    return done


def _bisect(box: list[tuple[Expr, Expr]]) -> list[list[tuple[Expr, Expr]]]:
    widths = [high - low if high.is_finite else S(2) for low, high in box]
    position = max(range(len(box)), key=lambda i: widths[i])
    low, high = box[position]
    middle = (low + high) / 2 if high.is_finite else low + 1
    left, right = list(box), list(box)
    left[position], right[position] = (low, middle), (middle, high)
    return [left, right]


def _tensor(polynomial: sympy.Poly) -> Tensor:
    """The coefficients times a positive number that makes them integers, by their exponents."""
    _, cleared = polynomial.clear_denoms(convert=True)
    tensor = np.zeros([degree + 1 for degree in polynomial.degree_list()], dtype=object)
    for monomial, coefficient in cleared.terms():
        tensor[monomial] = int(coefficient)
    return tensor


def _coefficients(tensor: Tensor, box: list[tuple[Expr, Expr]]) -> Tensor:
    """The coefficients, times positive numbers, after mapping [0, oo) onto each side of the box.

    A bounded side is ``x = (low + high*v)/(1 + v)``, times a power of ``1 + v``; the coefficients
    at the corners have the signs of the values there, or of those far away.
    """
    for axis, (low, high) in enumerate(box):
        powers = _powers(tensor.shape[axis] - 1, low, high)
        tensor = np.moveaxis(np.tensordot(powers, tensor, (0, axis)), 0, axis)
    return tensor


@lru_cache(maxsize=4096)
def _powers(degree: int, low: Expr, high: Expr) -> Tensor:
    """In row i the coefficients of ``(scale*x)**i * (scale*(1 + v))**(degree - i)``."""
    scale = int(sympy.ilcm(low.q, high.q if high.is_finite else 1))
    start, slope = int(low * scale), int(high * scale) if high.is_finite else scale
    other = np.array([scale, scale if high.is_finite else 0], dtype=object)
    rows = np.zeros((degree + 1, degree + 1), dtype=object)
    for i in range(degree + 1):
        row = np.array([1], dtype=object)
        for place in range(degree):
            row = np.convolve(row, np.array([start, slope], dtype=object) if place < i else other)
        rows[i] = row
    return rows


__all__ = ["Integers", "Interval", "nonnegative"]
