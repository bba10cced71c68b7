"""Logarithms of products of what is positive, factor by factor, where fewer are left then."""

from __future__ import annotations

from dataclasses import replace

import sympy
from sympy import Expr, S

from dpsym.provers.scalar.defined import Requirement, requirements
from dpsym.provers.scalar.goal import Goal, Step
from dpsym.provers.scalar.integers import Prove
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.signs import Region


def by_fewer_logarithms(
    search: Search, goal: Goal, needed: tuple[Requirement, ...], prove: Prove
) -> Step | None:
    """The goal in logarithms of factors, as ``log(x/t) + log(1/t)`` in ``log(t)``."""
    del needed
    known = goal.expression.atoms(sympy.log)
    if len(known) < 2:
        return None
    region = Region.of(goal)
    found = {node: _factors(node, region) for node in sorted(known, key=str)}
    apart = {node: parts for node, parts in found.items() if parts is not None}
    form = goal.expression.xreplace(apart)
    for node in list(apart):
        others = {n: parts for n, parts in apart.items() if n != node}
        without = goal.expression.xreplace(others)
        if _count(without) <= _count(form):
            apart, form = others, without
    if _count(form) >= len(known):
        return None
    form = _collected(form)
    child = prove(search, replace(goal, expression=form), requirements(form))
    return child and Step("form", goal, (("reason", ("logarithms of factors",)),), (child,))


def _collected(form: Expr) -> Expr:
    """The form with the coefficients of logarithms that stand in no others written short."""
    rest, total = sympy.expand(form), S.Zero
    for node in sorted(rest.atoms(sympy.log), key=str):
        weight = rest.coeff(node)
        left = rest - sympy.expand(weight * node)
        if not left.has(node):
            rest, total = left, total + sympy.cancel(weight) * node
    return total + rest


def _count(form: Expr) -> int:
    return len(form.atoms(sympy.log))


def _factors(node: Expr, region: Region) -> Expr | None:
    powers = [factor.as_base_exp() for factor in sympy.Mul.make_args(node.args[0])]
    if powers == [(node.args[0], S.One)] or not all(region.positive(base) for base, _ in powers):
        return None
    return sympy.Add(*(power * sympy.log(base) for base, power in powers))
