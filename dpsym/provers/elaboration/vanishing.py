"""Squares and sizes that vanish only where a fact would, by the signs of what they are of."""

from __future__ import annotations

from contextlib import suppress

from sympy import Expr

from dpsym.numeric import FAILURES, Goal
from dpsym.provers.elaboration.nodes import Elaborating, Grow, Json
from dpsym.provers.elaboration.text import MissingError, text
from dpsym.provers.scalar.vanishing import bases_of, rest_of


def nonvanishing(e: Elaborating, goal: Goal) -> Json:
    """Where what is squared is neither positive nor negative it is 0, and so would the fact be."""
    facts = [(place, fact) for place, (fact, strict, _) in enumerate(goal.facts) if strict]
    for base in bases_of(goal.expression)[0] if goal.strict and facts else ():
        if e.evident(goal, base, True) or e.evident(goal, -base, True):
            continue
        for place, fact in facts:
            rest = rest_of(fact, base)
            if rest is not None:
                with suppress(MissingError, *FAILURES):
                    return _by_signs(e, goal, base, place, rest)
    raise MissingError("nothing that vanishes where a fact does")


def _by_signs(e: Elaborating, goal: Goal, base: Expr, place: int, rest: Expr) -> Json:
    again: Grow = lambda g: e.auto(g, steps=False)  # noqa: E731
    zero: Grow = lambda g: e.node(g, "void", {"fact": place}, proof=vanished)  # noqa: E731

    def vanished(current: Goal) -> Json:
        with suppress(MissingError, *FAILURES):
            return e.leaf(current)
        ways: dict[str, Grow] = {
            part: lambda g, s=sign: e.sum(g, (s * rest, -s * base, e.leaf))  # type: ignore[misc]
            for part, sign in (("nonnegative", 1), ("negative", -1))
        }
        return e.node(current, "cases", {"on": text(rest)}, **ways)

    def least(current: Goal) -> Json:
        return e.node(current, "cases", {"on": text(-base)}, nonnegative=zero, negative=again)

    return e.node(goal, "cases", {"on": text(base)}, nonnegative=least, negative=again)
