"""Roots made rational: of a chance and its complement together, and of names beside logarithms.

Each rule returns a step whose goal follows from the goals of its children, or None:

* ``substitution``: ``x = s**n`` on [0, oo) or [0, 1], where x stands in roots of orders that divide
  n and in a logarithm, which is ``n*log(s)``.
* ``rationalise``: ``x = (2*s/(1 + s**2))**2`` maps [0, 1] onto [0, 1], ends to ends; then
  ``sqrt(x) = 2*s/(1 + s**2)`` and ``sqrt(1 - x) = (1 - s**2)/(1 + s**2)``.
"""

from __future__ import annotations

import math
from dataclasses import replace

import sympy
from sympy import Expr, Symbol

from dpsym.language.domains import Interval
from dpsym.provers.scalar import regions
from dpsym.provers.scalar.factoring import factored
from dpsym.provers.scalar.goal import Goal, Step
from dpsym.provers.scalar.odds import substituted
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.signs import Region


def rationalise(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Rationalises every variable of which both roots occur."""
    if goal.conditions or goal.positives:
        return None
    unit = [
        (symbol, domain)
        for symbol, domain in goal.domains
        if isinstance(domain, Interval) and (domain.lower, domain.upper) == (0, 1)
    ]
    if not unit or not any(is_half(node.exp) for node in goal.expression.atoms(sympy.Pow)):
        return None
    expression = split_roots(goal.expression, region)
    found = [
        (symbol, domain)
        for symbol, domain in unit
        if _has_root(expression, symbol) and _has_root(expression, 1 - symbol)
    ]
    changed = replace(goal, expression=expression)
    for symbol, domain in found:
        changed = _substituted(changed, symbol, domain)
    if not found or search.refuted(changed):
        return None
    child = search.prove(changed, max(0, depth - 1))  # no roots are left: this ends
    names = [symbol.name for symbol, _ in found]
    return None if child is None else Step("rationalise", goal, (("variables", names),), (child,))


def fractional(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Takes a root for a variable, where logarithms and roots of a name stand side by side."""
    for symbol, domain in goal.domains if depth else ():
        bounded = any(c.has(symbol) for c in (*goal.conditions, *goal.positives))
        if bounded or not isinstance(domain, Interval) or domain.lower != 0:
            continue
        if domain.upper not in (1, sympy.oo) or not goal.expression.has(sympy.log(symbol)):
            continue
        powers = [node for node in goal.expression.atoms(sympy.Pow) if node.base == symbol]
        if not all(node.exp.is_Rational for node in powers):
            continue
        order = math.lcm(*(int(node.exp.q) for node in powers))
        if order == 1:
            continue
        new = regions.fresh(goal, symbol, regions.assumptions(domain))
        put = {node: new ** (node.exp * order) for node in powers}
        put[sympy.log(symbol)] = order * sympy.log(new)
        changed = replace(goal, expression=goal.expression.xreplace(put))
        child = search.prove(regions.change(changed, symbol, new**order, (new, domain)), depth - 1)
        if child is not None:
            return substituted(goal, symbol, new, symbol ** sympy.Rational(1, order), child)
    return None


def split_roots(expression: Expr, region: Region) -> Expr:
    """The expression with roots of products of nonnegative factors as products of roots."""

    def parts(node: Expr) -> Expr:
        factors = sympy.Mul.make_args(factored(node.base))
        return sympy.Mul(*(factor**node.exp for factor in factors))

    return expression.replace(
        lambda node: (
            node.is_Pow
            and is_half(node.exp)
            and all(
                region.nonnegative(factor) for factor in sympy.Mul.make_args(factored(node.base))
            )
        ),
        parts,
    )


def is_half(exponent: Expr) -> bool:
    """Whether a power is an odd one of a square root."""
    return bool(exponent.is_Rational and exponent.q == 2)


def _has_root(expression: Expr, base: Expr) -> bool:
    return any(node.base == base and is_half(node.exp) for node in expression.atoms(sympy.Pow))


def _substituted(goal: Goal, symbol: Symbol, domain: Interval) -> Goal:
    new = regions.fresh(goal, symbol, regions.assumptions(domain))
    length = 1 + new**2
    root, other = 2 * new / length, (1 - new**2) / length
    roots = {symbol: root, 1 - symbol: other}
    expression = goal.expression.replace(
        lambda node: node.is_Pow and is_half(node.exp) and node.base in roots,
        lambda node: roots[node.base] ** (2 * node.exp),
    )
    logarithms = {
        sympy.log(symbol): 2 * sympy.log(root),
        sympy.log(1 - symbol): 2 * sympy.log(other),
    }
    expression = expression.xreplace(logarithms)
    changed = regions.change(replace(goal, expression=expression), symbol, root**2, (new, domain))
    return replace(changed, expression=_collected(changed.expression))


def _collected(expression: Expr) -> Expr:
    """A rational expression over one denominator; others as they are."""
    if not expression.is_rational_function(*expression.free_symbols):
        return expression
    return factored(sympy.together(expression))
