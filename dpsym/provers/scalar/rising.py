"""Differences of a function that rises, or falls, at two places.

* ``rising``: the expression is a sum of differences ``T(u) - T(v)`` times numbers > 0, and for each
  of them ``u >= v`` where T rises, ``v >= u`` where it falls.
"""

from __future__ import annotations

import operator
from dataclasses import replace
from functools import lru_cache
from itertools import permutations

import sympy
from sympy import Expr

from dpsym.language.heads import Phi
from dpsym.provers.scalar.goal import Goal, Step
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.signs import Region

DIRECTIONS = {Phi: 1, sympy.erf: 1, sympy.erfc: -1, sympy.tanh: 1, sympy.exp: 1}
MAX_PAIRS = 3

Pair = tuple[Expr, Expr, Expr]
"""A number > 0, what it is taken times, and what is subtracted of the same number times."""


def rising(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Compares the places of the functions in pairs."""
    if goal.strict:
        return None
    for pairs in _pairings(goal.expression):
        goals = [replace(goal, expression=gap(above, below)) for _, above, below in pairs]
        if any(map(search.refuted, goals)):
            continue
        children = search.prove_all(goals, depth)
        if children is not None:
            detail = (("pairs", [list(map(str, pair)) for pair in pairs]),)
            return Step("rising", goal, detail, children)
    return None


def gap(above: Expr, below: Expr) -> Expr:
    """What is >= 0 where the first value of a function is the larger one, since it has a direction.

    >>> from sympy.abc import x, y
    >>> gap(Phi(x), Phi(y)), gap(sympy.erfc(x), sympy.erfc(y))
    (x - y, -x + y)
    """
    direction = DIRECTIONS[above.func]
    difference: Expr = direction * (above.args[0] - below.args[0])
    return sympy.expand(difference)


@lru_cache(maxsize=2000)
def _pairings(expr: Expr) -> list[list[Pair]]:
    """The ways to write a sum as such differences, each part of a number to one of another."""
    if not all(term.has(*DIRECTIONS) for term in sympy.Add.make_args(expr)):
        return []
    terms = [_term(term) for term in sympy.Add.make_args(sympy.expand(expr))]
    if any(node.func not in DIRECTIONS or not number.is_Rational for number, node in terms):
        return []
    above = [(number, node) for number, node in terms if number > 0]
    below = [(-number, node) for number, node in terms if number < 0]
    numbers = (sum(number for number, _ in side) for side in (above, below))
    if max(len(above), len(below)) > MAX_PAIRS or operator.ne(*numbers):
        return []
    found = (_matched(above, list(order)) for order in permutations(below))
    return [pairs for pairs in found if all(one.func is other.func for _, one, other in pairs)]


def _term(term: Expr) -> tuple[Expr, Expr]:
    """A number and a value of a function; a product of exponentials is one."""
    number, node = term.as_coeff_Mul()
    if node.is_Mul and all(factor.func is sympy.exp for factor in node.args):
        node = sympy.exp(sympy.Add(*(factor.args[0] for factor in node.args)))
    return number, node


def _matched(above: list[tuple[Expr, Expr]], below: list[tuple[Expr, Expr]]) -> list[Pair]:
    """Two sums of the same numbers part by part, in the order in which they stand."""
    (number, node), (other, opposite) = above[0], below[0]
    part = min(number, other)
    rest = [(number - part, node)] if part < number else []
    left = [(other - part, opposite)] if part < other else []
    above, below = rest + above[1:], left + below[1:]
    return [(part, node, opposite), *(_matched(above, below) if above else [])]
