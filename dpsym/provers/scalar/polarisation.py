"""Functions at twice an argument against their squares.

* ``polarised``: ``f(2*u)`` is compared with ``f(u)**2`` as ``f(u + v)`` is with ``f(u)*f(v)``, for
  any v of the form of u in another variable; the goal is what that says where both are equal.
"""

from __future__ import annotations

from dataclasses import replace

import sympy
from sympy import Expr, Symbol

from dpsym.language.domains import Interval
from dpsym.provers.scalar import regions
from dpsym.provers.scalar.goal import Detail, Goal, Step
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.signs import Region

FUNCTIONS = (sympy.erfc, sympy.erf)


def polarised(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Two variables for one, where the goal may hold of both."""
    for node in sorted(goal.expression.atoms(*FUNCTIONS), key=str):
        half = node.args[0] / 2
        square = node.func(half) ** 2
        if not half.free_symbols or not goal.expression.has(square):
            continue
        for symbol, domain in goal.domains:
            facts = (*goal.conditions, *goal.positives)
            if not isinstance(domain, Interval) or any(f.has(symbol) for f in facts):
                continue
            if not half.has(symbol):
                continue
            new = regions.fresh(goal, symbol, regions.assumptions(domain))
            child = _of_both(goal, (symbol, new, domain), node, square)
            proof = None if search.refuted(child) else search.prove(child, depth)
            if proof is not None:
                detail: Detail = (("old", symbol.name), ("new", new.name))
                return Step("polarised", goal, detail, (proof,))
    return None


def _of_both(
    goal: Goal, variable: tuple[Symbol, Symbol, Interval], node: Expr, square: Expr
) -> Goal:
    symbol, new, domain = variable
    one = node.args[0] / 2
    other = one.xreplace({symbol: new})
    put = {node: node.func(one + other), square: node.func(one) * node.func(other)}
    domains = (*goal.domains, (new, domain))
    return replace(goal, expression=goal.expression.xreplace(put), domains=domains)
