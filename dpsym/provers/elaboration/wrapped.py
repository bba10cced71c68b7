"""Evidence about a goal that was changed before it was proved."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import sympy
from sympy import Expr, S, Symbol

from dpsym.kernel.rejection import UndefinedError
from dpsym.language.domains import Interval
from dpsym.numeric import FAILURES, Fact, Goal, vanishes
from dpsym.provers.elaboration.derived import (
    divided,
    enlarged,
    exponentiated,
    generalized,
    squared,
    substituted,
)
from dpsym.provers.elaboration.facts import by_exponents
from dpsym.provers.elaboration.nodes import Elaborating, Grow, Json
from dpsym.provers.elaboration.text import (
    MissingError,
    goal_of,
    read,
)
from dpsym.provers.scalar.derivatives import derivative
from dpsym.provers.scalar.exponents import exponent_of, powered, without_exponentials


def claimed(
    evidence: Mapping[str, Any], within: Mapping[str, Any] | None = None
) -> Mapping[str, Any]:
    """The goal that evidence is for, as the prover wrote it.

    Where a goal ``within`` which it is shown has its facts among more, these are the facts.
    """
    found: Mapping[str, Any] = evidence[_way(evidence) or "goal"]
    if within is None or within["domains"] != found["domains"]:
        return found
    facts = {key: within[key] for key in ("conditions", "positives")}
    return {**found, **facts} if all(set(found[k]) <= set(facts[k]) for k in facts) else found


def _way(evidence: Mapping[str, Any]) -> str | None:
    return next(
        (
            way
            for way in ("apart", "substituted", "enlarged", "exponent", "line", "cleared", *UNDONE)
            if way in evidence
        ),
        None,
    )


def shown(e: Elaborating, goal: Goal, evidence: Mapping[str, Any]) -> Json:
    """A proof along evidence, which may be about a changed goal."""
    way = _way(evidence)
    if way is None:
        return e.follow(goal, evidence)
    return e.otherwise(goal, way, lambda g: _unwrapped(e, g, way, evidence))


def _unwrapped(e: Elaborating, goal: Goal, way: str, evidence: Mapping[str, Any]) -> Json:
    inner = evidence["evidence"]
    target = goal_of(claimed(inner))
    if way == "apart":
        name = Symbol(evidence["name"])
        first = lambda g: shown(e, g, evidence["first"])  # noqa: E731
        return divided(e, goal, name, goal.domains[name].lower, first, lambda g: shown(e, g, inner))
    if way == "enlarged":
        used = {s: d for s, d in target.domains.items() if goal.domains[s] != d}
        return enlarged(e, goal, used, lambda g: shown(e, g, inner))
    if way == "substituted":
        return _without_condition(e, goal, target, inner)
    if way == "cleared":
        whole, divisor = sympy.fraction(sympy.together(goal.expression))
        weight = (1 if whole == target.expression else -1) / divisor
        return e.sum(goal, (weight, target.expression, lambda g: shown(e, g, inner)))
    if way == "line":
        factor, value = (
            read(evidence[part], {n.name: n for n in goal.domains}) for part in ("by", "at")
        )
        return _on_a_line(e, goal, target, (factor, value), lambda g: shown(e, g, inner))
    if way == "exponent":
        return _in_exponents(e, goal, target, lambda g: shown(e, g, inner))
    local = bool(target.facts)

    def have(proof: Grow, then: Grow) -> Json:
        return e.have(goal, target.expression, goal.strict, proof, then, local=local)

    proof = have(lambda g: shown(e, g, inner), lambda g: {})
    refused: list[str] = []
    for term in sympy.Add.make_args(goal.expression):
        coefficient, _ = term.as_independent(*term.free_symbols, as_Add=False)
        parts = target.expression, coefficient, term, goal.expression - term
        known = lambda g: proof["proof"]  # noqa: E731
        then = lambda g, parts=parts: UNDONE[way](e, g, *parts)  # noqa: E731
        try:
            return have(known, then)
        except (MissingError, *FAILURES) as error:
            refused.append(f"{term}: {error}")
    raise MissingError(f"the {way} that was undone was not found: {'; '.join(refused)}")


def _in_exponents(e: Elaborating, goal: Goal, target: Goal, grow: Grow) -> Json:
    """The goal with exponents compared, and an exponential for a variable that is gone."""

    def compared(current: Goal, left: tuple[Fact, ...]) -> Json:
        if not left:
            return grow(current)
        fact, strict, _ = left[0]
        gap = without_exponentials(fact)
        if gap == fact:
            return compared(current, left[1:])
        return e.have(
            current,
            gap,
            strict,
            lambda g: by_exponents(e, g, fact),
            lambda g: compared(g, left[1:]),
            local=True,
        )

    def begun(current: Goal) -> Json:
        return compared(current, current.facts)

    names = [*(set(goal.domains) - set(target.domains)), *(set(target.domains) - set(goal.domains))]
    if len(names) != 2:
        return begun(goal)
    old, new = names
    size = exponent_of(new, goal.domains[old])
    about = tuple((powered(f, old, size), *kind) for f, *kind in goal.facts if f.has(old))
    variable = new, size.xreplace({new: sympy.log(old)}), target.domains[new]
    return generalized(e, goal, variable, powered(goal.expression, old, size), begun, about, old)


def _on_a_line(e: Elaborating, goal: Goal, target: Goal, by: tuple[Expr, Expr], grow: Grow) -> Json:
    """An exponential times what is a function of one sum of names."""
    factor, value = by
    ((new, domain),) = target.domains.items()

    def general(current: Goal) -> Json:
        return generalized(e, current, (new, value, domain), target.expression, grow)

    return e.sum(goal, (factor, target.expression.xreplace({new: value}), general))


def _logarithm(
    e: Elaborating, goal: Goal, gap: Expr, coefficient: Expr, term: Expr, rest: Expr
) -> Json:
    """``c*exp(u) + R`` where ``log(c*exp(u))`` was compared with ``log(-R)``."""
    powers = sympy.Mul.make_args(term / coefficient)
    if not any(factor.is_Pow for factor in powers) and not term.has(sympy.exp):
        raise ValueError("no exponential")
    return exponentiated(e, goal, gap, rest, above=bool(coefficient > 0))


def _exponential(
    e: Elaborating, goal: Goal, gap: Expr, coefficient: Expr, term: Expr, rest: Expr
) -> Json:
    """``c*log(A) + R`` where A was compared with ``exp(-R/c)``."""
    (node,) = (f for f in sympy.Mul.make_args(term) if f.func is sympy.log)
    inside = node.args[0]
    other = sympy.exp(-rest / coefficient)
    parts = ((S.One, gap, e.leaf), (S.One, other, e.leaf))
    ratio = sympy.Mul(inside, 1 / other, evaluate=False)

    def divided(current: Goal) -> Json:
        t = e.fresh(current, "t")
        form = coefficient * sympy.log(t)
        from_one = Interval(S.One, S.Infinity, current.strict, True)
        return generalized(e, current, (t, ratio, from_one), form, e.leaf)

    def compared(current: Goal) -> Json:
        above = lambda g: e.sum(g, (1 / other, gap, e.leaf))  # noqa: E731
        return e.have(current, ratio - 1, current.strict, above, divided)

    return e.have(goal, inside, True, lambda g: e.sum(g, *parts), compared)


def _square(
    e: Elaborating, goal: Goal, gap: Expr, coefficient: Expr, term: Expr, rest: Expr
) -> Json:
    """``c*sqrt(A) + R`` where ``c**2*A`` was compared with ``R**2``."""
    if not (coefficient > 0 and (term / coefficient).is_Pow):
        raise ValueError(f"{term} is no root")
    inside = (term / coefficient) ** 2
    parts = ((1 / coefficient**2, gap, e.leaf), (1 / coefficient**2, rest**2, e.leaf))
    return e.have(
        goal,
        inside,
        False,
        lambda g: e.sum(g, *parts),
        lambda g: squared(e, g, term, gap, e.leaf, e.leaf),
    )


UNDONE = {"logarithm": _logarithm, "exponential": _exponential, "squared": _square}


def _without_condition(e: Elaborating, goal: Goal, target: Goal, inner: Mapping[str, Any]) -> Json:
    """The change of variables that turned a condition into a domain."""
    (old,) = set(goal.domains) - set(target.domains)
    (new,) = set(target.domains) - set(goal.domains)
    for fact, _, _ in goal.facts:
        bound, slope = fact.xreplace({old: S.Zero}), derivative(fact, old)
        choices = [(new - bound, old + bound)] if slope == 1 else []
        choices += [(bound * new, old / bound), (bound - new, bound - old)] if slope == -1 else []
        for value, inverse in choices:
            same = False
            with suppress(UndefinedError):
                put = goal.expression.xreplace({old: value})
                same = vanishes(put - target.expression, target.region())
            if same and not bound.has(old):
                values = value, inverse
                return _changed_back(e, goal, (old, new), values, bound, target, inner)
    raise MissingError("the change of variables was not found")


def _changed_back(
    e: Elaborating,
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
            e, current, (old, values[0]), (new, values[1], domain), lambda g: shown(e, g, inner)
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
