"""Differences of a function that rises, or falls, at two places.

* ``rising``: the expression is a sum of differences ``T(u) - T(v)`` times numbers > 0, and for each
  of them ``u >= v`` where T rises, ``v >= u`` where it falls.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import sympy
from sympy import Expr

from dpsym.language.heads import Phi
from dpsym.provers.scalar.goal import Goal, Step
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.signs import Region

DIRECTIONS = {Phi: 1, sympy.erf: 1, sympy.erfc: -1, sympy.tanh: 1}
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


def _pairings(expr: Expr) -> list[list[Pair]]:
    """The ways to write a sum as such differences."""
    terms = [term.as_coeff_Mul() for term in sympy.Add.make_args(sympy.expand(expr))]
    if any(node.func not in DIRECTIONS for _, node in terms):
        return []
    above = [(number, node) for number, node in terms if number > 0]
    below = [(-number, node) for number, node in terms if number < 0]
    if not len(above) == len(below) <= MAX_PAIRS:
        return []
    return [
        [(number, node, other) for (number, node), (_, other) in zip(above, order, strict=True)]
        for order in permutations(below)
        if all(
            number == opposite and node.func is other.func
            for (number, node), (opposite, other) in zip(above, order, strict=True)
        )
    ]
