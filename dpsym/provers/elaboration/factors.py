"""Steps of the scalar prover that leave out factors of known sign."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import sympy
from sympy import Expr, S, Symbol

from dpsym.kernel.rejection import UndefinedError
from dpsym.numeric import FAILURES, Goal, Region, vanishes
from dpsym.provers.elaboration.cases import boxes
from dpsym.provers.elaboration.derived import (
    HALF_LINE,
    POSITIVE_LINE,
    divided,
    exponentiated,
    generalized,
)
from dpsym.provers.elaboration.forms import factors_of, quotient
from dpsym.provers.elaboration.nodes import Elaborating, Grow, Json
from dpsym.provers.elaboration.reading import Data, _child, _expr, _of
from dpsym.provers.elaboration.text import MissingError, text
from dpsym.provers.scalar.factoring import factored
from dpsym.provers.scalar.variants import one_logarithm


def factor(e: Elaborating, goal: Goal, step: Data) -> Json:
    """A weight >= 0 times the rest."""
    children = step["children"]
    if not children:
        parts = factors_of(goal.expression, goal)
        if parts is None:
            raise ValueError("no factors")
        if not parts.powers and not parts.coefficient:
            return e.sum(goal)
        whole, bases = parts.expression(), [base for base, _ in parts.powers]
        if e.evident(goal, whole, goal.strict):
            with suppress(MissingError, *FAILURES):
                return e.sum(goal, (S.One, whole, e.leaf))
        if len(bases) > 1:
            with suppress(MissingError, *FAILURES):
                return _apart(e, goal, bases)
        with suppress(MissingError, *FAILURES):
            return e.auto(goal, steps=False)
        return e.sum(goal, (S.One, whole, e.leaf))
    unknown = [_of(step, i, goal) for i in range(len(children))]
    apart = _opened(goal, children)
    if apart is not None:
        again = lambda g: factor(e, g, step)  # noqa: E731
        return divided(e, goal, apart, goal.domains[apart].lower, e.sum, again)
    if len(children) == 1 and "nonzero" not in step["detail"]:
        try:
            return _weighted(e, goal, step)
        except (MissingError, *FAILURES):
            below = _below(step)
            if below["rule"] != "boxes":
                raise
            return boxes(e, goal, below)

    def facts(current: Goal, left: list[int]) -> Json:
        if left:
            place = left[0]
            return e.have(
                current,
                unknown[place],
                goal.strict,
                _child(e, step, place),
                lambda g: facts(g, left[1:]),
            )
        product = quotient(goal.expression, sympy.Mul(*unknown), goal)
        return e.sum(current, (product, sympy.Mul(*unknown, evaluate=False), e.leaf))

    return facts(goal, list(range(len(children))))


def _weighted(e: Elaborating, goal: Goal, step: Data) -> Json:
    """A weight >= 0 times the only factor without a sign of its own."""
    unknown = _of(step, 0, goal)
    weight = _others(goal, unknown) or quotient(goal.expression, unknown, goal)
    assumed = [_expr(p, goal) for p in step["children"][0]["goal"]["positives"]]
    return _where_not_zero(
        e,
        goal,
        (weight, unknown, _child(e, step, 0)),
        [p for p in assumed if weight.has(p) and not e.evident(goal, p, True)],
    )


def _others(goal: Goal, base: Expr) -> Expr | None:
    """The product of the other factors, where one is among them as the prover found them."""
    parts = factors_of(goal.expression, goal)
    for place, (own, power) in enumerate(parts.powers if parts else ()):
        for sign in (1, -1):
            if parts and power == 1 and sympy.expand(own - sign * base) == 0:
                others = (b**p for i, (b, p) in enumerate(parts.powers) if i != place)
                return sign * parts.coefficient * sympy.Mul(*others)
    return None


def _below(step: Data) -> Data:
    """What shows the sign of the only factor without one of its own: that of the product."""
    while step["rule"] == "factor" and len(step["children"]) == 1:
        (step,) = step["children"]
    return step


def _opened(goal: Goal, children: list[Data]) -> Symbol | None:
    """A variable that the children know to be above its lower end, where a weight vanishes."""
    for written in (known for child in children for known in child["goal"]["positives"]):
        for symbol, domain in goal.domains.items():
            gap = symbol - domain.lower
            if _expr(written, goal) == gap and not goal.region().range(gap).positive:
                return symbol
    return None


def _apart(e: Elaborating, goal: Goal, bases: list[Expr]) -> Json:
    """The one factor whose range has no sign, and the others by their ranges."""
    last: Exception = ValueError("the factors have no signs")
    unknown = (b for b in bases if not (e.evident(goal, b, False) or e.evident(goal, -b, False)))
    for base in unknown:
        weight = quotient(goal.expression, base, goal)
        for sign in (1, -1):
            try:
                grow = lambda g: e.auto(g, steps=False, cases=True)  # noqa: E731
                return e.added(goal, (sign * weight, sign * base, grow))
            except (MissingError, *FAILURES) as error:
                last = error
    raise last


def _where_not_zero(
    e: Elaborating, goal: Goal, term: tuple[Expr, Expr, Any], factors: list[Expr]
) -> Json:
    """A product, of which some factors are > 0 or else it is 0."""
    if not factors:
        return e.sum(goal, term)
    first, *rest = factors
    return e.node(
        goal,
        "cases",
        {"on": text(-first)},
        nonnegative=lambda g: e.sum(g, (S.One, term[0] * term[1], e.leaf)),
        negative=lambda g: _where_not_zero(e, g, term, rest),
    )


def form(e: Elaborating, goal: Goal, step: Data) -> Json:
    """Another expression of the same sign."""
    inner = _of(step, 0, goal)
    reason = step["detail"]["reason"]
    if reason[0] == "logarithms":
        return _one_logarithm(e, goal, inner, _child(e, step, 0))
    if reason[0] != "logarithm at":
        return e.sum(goal, (isolating(goal, inner, reason), inner, _child(e, step, 0)))
    node = _expr(reason[1], goal)
    expanded = sympy.expand(goal.expression)
    rest = expanded.xreplace({node: S.Zero})
    slope = sympy.expand((expanded - rest) / node)
    signs = (factored(slope), factored(-rest))
    above = any(Region(goal.domains).range(part).positive for part in signs)

    def compared(current: Goal) -> Json:
        return exponentiated(e, current, inner, factored(rest), above=above)

    known = lambda g: e.have(g, inner, goal.strict, _child(e, step, 0), compared)  # noqa: E731
    return e.settled(goal, known, inner)


def _one_logarithm(e: Elaborating, goal: Goal, gap: Expr, child: Grow) -> Json:
    """A sum of logarithms as one of ``1 + t``, where t is what its quotient is more than 1."""
    found = one_logarithm(goal.expression)
    if found is None:
        raise ValueError("no sum of logarithms")
    unit, above, below = found
    t, more = e.fresh(goal, "t"), above / below - 1
    value = t, more, POSITIVE_LINE if goal.strict else HALF_LINE

    def compared(current: Goal) -> Json:
        return generalized(e, current, value, unit * sympy.log(1 + t), e.leaf)

    def divided_by_below(current: Goal) -> Json:
        shown = lambda g: e.sum(g, (1 / below, gap, e.leaf))  # noqa: E731
        return e.have(current, more, goal.strict, shown, compared)

    return e.settled(goal, lambda g: e.have(g, gap, goal.strict, child, divided_by_below), gap)


def isolating(goal: Goal, inner: Expr, reason: Sequence[str]) -> Expr:
    """The weight of a form in which a function stands alone."""
    if reason[0] == "isolated":
        node = _expr(reason[1], goal)
        expanded = sympy.expand(goal.expression)
        weight = expanded.coeff(node)
        # another function may hold the same one, as log(u*v) holds log(u)
        if weight and not (expanded - sympy.expand(weight * node)).has(node):
            with suppress(UndefinedError):
                if vanishes(goal.expression - inner, goal.region()):
                    return S.One
            return factored(weight if inner.coeff(node) > 0 else -weight)
    return quotient(goal.expression, inner, goal)
