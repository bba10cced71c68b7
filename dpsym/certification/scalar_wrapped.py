"""Evidence about a goal that was changed before it was proved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import sympy
from sympy import Expr, S, Symbol

from dpsym.certification.scalar_derived import enlarged, substituted
from dpsym.certification.scalar_text import (
    MissingError,
    goal_of,
)
from dpsym.kernel.scalar_goal import Goal
from dpsym.kernel.scalar_normal import vanishes

if TYPE_CHECKING:
    from dpsym.certification.scalar import Elaborator

Json = dict[str, Any]


def wrapped(e: Elaborator, goal: Goal, evidence: Mapping[str, Any]) -> Json:
    """A proof whose evidence is about a changed goal."""
    inner = evidence["evidence"]
    target = goal_of(inner["goal"])
    if "enlarged" in evidence:
        used = {s: d for s, d in target.domains.items() if goal.domains[s] != d}
        return enlarged(e, goal, used, lambda g: e.follow(g, inner))
    if "logarithm" in evidence:
        form = next(t for t in goal.expression.args if t.func is sympy.exp and t.free_symbols)
        rest = form - goal.expression
        gap = rest * (sympy.exp(target.expression) - 1)
        return e.have(
            goal,
            target.expression,
            False,
            lambda g: e.follow(g, inner),
            lambda g: e.sum(g, (S.One, gap, e.auto)),
        )
    return _without_condition(e, goal, target, inner)


def _without_condition(e: Elaborator, goal: Goal, target: Goal, inner: Mapping[str, Any]) -> Json:
    """The change of variables that turned a condition into a domain."""
    (old,) = set(goal.domains) - set(target.domains)
    (new,) = set(target.domains) - set(goal.domains)
    for fact, _, _ in goal.facts:
        bound, slope = fact.xreplace({old: S.Zero}), sympy.diff(fact, old)
        choices = [(new - bound, old + bound)] if slope == 1 else []
        choices += [(bound * new, old / bound), (bound - new, bound - old)] if slope == -1 else []
        for value, inverse in choices:
            put = goal.expression.xreplace({old: value})
            if bound.has(old) or not vanishes(put - target.expression, target.region()):
                continue
            return _changed_back(e, goal, (old, new), (value, inverse), bound, target, inner)
    raise MissingError("the change of variables was not found")


def _changed_back(
    e: Elaborator,
    goal: Goal,
    names: tuple[Symbol, Symbol],
    values: tuple[Expr, Expr],
    bound: Expr,
    target: Goal,
    inner: Mapping[str, Any],
) -> Json:
    """The goal in the new variable; a quotient by a bound needs that the bound is > 0."""
    old, new = names

    def change(current: Goal) -> Json:
        domain = target.domains[new]
        return substituted(
            e, current, (old, values[0]), (new, values[1], domain), lambda g: e.follow(g, inner)
        )

    def ratio(current: Goal) -> Json:
        return e.sum(current, (1 / bound, bound - old, e.auto))

    def positive(current: Goal) -> Json:
        return e.sum(current, (S.One, old, e.auto), (S.One, bound - old, e.auto))

    if values[1] != old / bound:
        return change(goal)
    return e.have(
        goal,
        bound,
        True,
        positive,
        lambda g: e.have(g, 1 - old / bound, False, ratio, change),
    )
