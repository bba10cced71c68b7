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

import sympy
from sympy import Expr, Rational, S

from dpsym.language.domains import Integers, Interval
from dpsym.provers.scalar.goal import Detail, Goal

MAX_DEGREE = 24
MAX_PIECES = 256


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
    pieces = _pieces(polynomial, tuple(ends))
    return None if pieces is None else (("method", "coefficients"), ("pieces", pieces))


@lru_cache(maxsize=2000)
def _pieces(
    polynomial: sympy.Poly, box: tuple[tuple[Expr, Expr], ...]
) -> list[list[list[str]]] | None:
    """What covers the domain; a goal is asked again at every depth, and when there is more time."""
    from dpsym.provers.scalar.coefficients import cover  # it needs numpy

    return cover(polynomial, list(box), MAX_PIECES)


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


__all__ = ["Integers", "Interval", "nonnegative"]
