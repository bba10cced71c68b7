"""Binomial coefficients by cases: where they are ratios of factorials, and where they are 0.

* ``form``: what chooses a fixed number of n is a polynomial in n, also where it is 0.
* ``shift``: integers as what they are beyond their first values, where one chooses of n - 1.
* ``choices``: one integer is at most another, or more. Two coefficients that are compared may
  grow along one integer only where that is the larger one.
"""

from __future__ import annotations

import time
from dataclasses import replace

import sympy
from sympy import Symbol

from dpsym.language.domains import Integers
from dpsym.provers.scalar import integers, regions
from dpsym.provers.scalar.defined import Requirement, requirements
from dpsym.provers.scalar.goal import Goal, Step
from dpsym.provers.scalar.integers import Prove, endless
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.signs import Region

FEW = 8


def from_zero(
    search: Search, goal: Goal, needed: tuple[Requirement, ...], prove: Prove
) -> Step | None:
    """The goal in how far integers are beyond their first values, where one chooses of n - 1.

    Of numbers without negative terms factorials and coefficients are multiples of each other.
    """
    nodes = goal.expression.atoms(sympy.binomial, sympy.factorial)
    asked = {part for node in nodes for part in node.args}
    asked |= {sympy.expand(n.args[0] - n.args[1]) for n in nodes if isinstance(n, sympy.binomial)}
    less = {
        name
        for part in asked
        if any(term.is_Integer and term < 0 for term in sympy.Add.make_args(part))
        for name in part.free_symbols
    }
    starts = {s: d.lower for s, d in goal.domains if isinstance(d, Integers)}
    if not any(starts.get(name, sympy.S.Zero).is_positive for name in less):
        return None
    moved, shift = regions.shifted(goal)
    child: Step | None = None
    with search.within((search.deadline - time.thread_time()) / 2):
        child = prove(search, moved, requirements(moved.expression))
    return child and Step("shift", goal, shift, (child,))


def by_falling_factorials(
    search: Search, goal: Goal, needed: tuple[Requirement, ...], prove: Prove
) -> Step | None:
    """The goal with coefficients that choose a few as polynomials."""
    region = Region.of(goal)
    whole = {s: Symbol(s.name, **regions.assumptions(d)) for s, d in goal.domains}
    few = {
        node: sympy.ff(node.args[0], node.args[1]) / sympy.factorial(node.args[1])
        for node in goal.expression.atoms(sympy.binomial)
        if node.args[1].is_Integer
        and 0 <= node.args[1] <= FEW
        and node.args[0].xreplace(whole).is_integer
        and region.nonnegative(node.args[0])
    }
    if not few:
        return None
    child = prove(search, replace(goal, expression=goal.expression.xreplace(few)), needed)
    return child and Step("form", goal, (("reason", ("falling factorials",)),), (child,))


def by_choices(
    search: Search, goal: Goal, needed: tuple[Requirement, ...], prove: Prove
) -> Step | None:
    """The goal where a coefficient chooses at most as many as there are, and where more."""
    region = Region.of(goal)
    for node in sorted(goal.expression.atoms(sympy.binomial), key=str):
        gap = sympy.expand(node.args[0] - node.args[1])
        if region.nonnegative(gap) or region.positive(-gap):
            continue
        if (pair := regions.compared(gap)) is not None:
            return _either(search, goal, needed, prove, pair)
        for symbol, domain in goal.domains:
            first = sympy.expand(symbol - gap)
            if first.is_Integer and endless(domain) and first > domain.lower:
                late = integers.within(goal, symbol, Integers(first, domain.upper))
                above = prove(search, late, needed)
                return above and integers.with_first_values(
                    search, goal, needed, prove, symbol, above, int(first)
                )
    return None


def by_orders(
    search: Search, goal: Goal, needed: tuple[Requirement, ...], prove: Prove
) -> Step | None:
    """The goal with two integers in either order, if they are in none yet."""
    names = [symbol for symbol, domain in goal.domains if endless(domain)]
    told = goal.conditions or goal.positives
    if search.ordered or told or len(names) < 2 or not goal.expression.has(sympy.binomial):
        return None
    search.ordered = True
    try:
        return _either(search, goal, needed, prove, (names[0], names[1]))
    finally:
        search.ordered = False


def _either(
    search: Search,
    goal: Goal,
    needed: tuple[Requirement, ...],
    prove: Prove,
    pair: tuple[Symbol, Symbol],
) -> Step | None:
    """The goal where the first of two integers is at least the second, and where it is less."""
    gap = pair[0] - pair[1]
    parts = (
        replace(goal, conditions=(*goal.conditions, gap)),
        replace(goal, positives=(*goal.positives, -gap)),
    )
    children = []
    for part in parts:
        child = integers.by_order(search, part, needed, prove)
        if child is None:
            return None
        children.append(child)
    return Step("choices", goal, (("on", str(gap)),), tuple(children))
