"""Integer variables that take finitely many values together: point by point."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from math import prod

from sympy import Expr, Integer, Symbol

from dpsym.language.domains import Integers
from dpsym.provers.scalar import regions
from dpsym.provers.scalar.goal import Goal, Step

MAX_POINTS = 2000


def is_table(goal: Goal) -> bool:
    """Whether several variables, all integers, take few values together."""
    ranges = [domain for _, domain in goal.domains if isinstance(domain, Integers)]
    sizes = [domain.upper - domain.lower + 1 for domain in ranges]
    finite = all(size.is_finite for size in sizes)
    return 2 <= len(sizes) == len(goal.domains) and finite and prod(sizes) <= MAX_POINTS


def tabulated(goal: Goal, prove: Callable[[Goal], Step | None]) -> Step | None:
    """The goal at every point, or a condition that fails there; None where one is left.

    ``prove`` is asked about goals without variables.
    """
    if not goal.domains:
        return prove(goal)
    symbol, domain = goal.domains[0]
    children = []
    for value in map(Integer, range(int(domain.lower), int(domain.upper) + 1)):
        case = regions.at_edge(goal, symbol, value)
        wrong = failing(goal, symbol, value)
        child = (
            tabulated(case, prove)
            if wrong is None
            else Step("void", replace(case, conditions=(wrong,)))
        )
        if child is None:
            return None
        children.append(child)
    return Step("exhausted", goal, (("variable", symbol.name),), tuple(children))


def failing(goal: Goal, symbol: Symbol, value: Integer) -> Expr | None:
    """A condition that is a number that does not satisfy it when a symbol is given its value."""
    conditions = (c.subs(symbol, value) for c in goal.conditions)
    positives = (p.subs(symbol, value) for p in goal.positives)
    return next(
        chain((c for c in conditions if c.is_negative), (p for p in positives if p.is_nonpositive)),
        None,
    )
