"""Steps of the scalar prover about facts and regions."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import sympy
from sympy import Expr, S, Symbol

from dpsym.language.domains import Interval
from dpsym.numeric import FAILURES, Domain, Goal
from dpsym.provers.elaboration.derived import (
    HALF_LINE,
    divided,
    enlarged,
    exponentiated,
    generalized,
    induced,
    listed,
    or_void,
    squared,
    substituted,
)
from dpsym.provers.elaboration.forms import TROUBLE, is_negative_somewhere, quotient
from dpsym.provers.elaboration.nodes import Elaborating, Grow, Json
from dpsym.provers.elaboration.reading import Data, _changed, _child, _expr, _of
from dpsym.provers.elaboration.text import MissingError, NotShownError, text
from dpsym.provers.scalar.exponents import exponents, without_exponentials


def conditions(e: Elaborating, goal: Goal, step: Data) -> Json:
    """Consequences of the facts."""
    wanted = [(_expr(c, goal), True) for c in step["detail"]["positives"]]
    wanted += [(_expr(c, goal), False) for c in step["detail"]["conditions"]]

    def facts(current: Goal, left: list[tuple[Expr, bool]]) -> Json:
        if not left:
            return e.follow(current, step["children"][0])
        (fact, strict), *rest = left
        try:
            return e.have(
                current, fact, strict, lambda g: _consequence(e, g), lambda g: facts(g, rest)
            )
        except NotShownError:
            return facts(current, rest)

    return facts(goal, wanted)


def _consequence(e: Elaborating, goal: Goal) -> Json:
    """The goal as a weight times one of the facts."""
    for fact, _, _ in goal.facts:
        if without_exponentials(fact) == goal.expression:
            with suppress(MissingError, *FAILURES):
                return by_exponents(e, goal, fact)
    weights: list[tuple[Expr, Expr]] = []
    for fact, _, _ in goal.facts:
        with suppress(*FAILURES, *TROUBLE):
            weight = quotient(goal.expression, fact, goal)
            if not is_negative_somewhere(goal, weight):
                weights.append((weight, fact))
    for total in (e.added, e.sum):
        for weight, fact in weights:
            with suppress(MissingError, *FAILURES, *TROUBLE):
                return total(goal, (weight, fact, e.leaf))
    return e.auto(goal, steps=False)


def by_exponents(e: Elaborating, goal: Goal, fact: Expr) -> Json:
    """``u - v`` from the fact ``exp(u) - exp(v)``, which has the other sign where that has."""
    gap, strict = goal.expression, goal.strict
    above, _ = exponents(fact) or (gap, S.Zero)
    place = [known for known, _, _ in goal.facts].index(fact)

    def void(current: Goal) -> Json:
        terms = (sympy.exp(above), sympy.exp(-gap) - 1, e.leaf)
        return e.node(current, "void", {"fact": place}, proof=lambda g: e.sum(g, terms))

    on, parts = (-gap, (void, e.leaf)) if strict else (gap, (e.leaf, void))
    named = dict(zip(("nonnegative", "negative"), parts, strict=True))
    return e.node(goal, "cases", {"on": text(on)}, **named)


def squares(e: Elaborating, goal: Goal, step: Data) -> Json:
    """One square root apart."""
    first, second = _of(step, 0, goal), _of(step, 1, goal)
    if step["detail"]["kept"] == "even":
        part = first
        grow = _child(e, step, 0)
    else:
        radical = _expr(step["detail"]["radical"], goal)
        part = first * radical
        grow = lambda g: e.sum(g, (radical, first, _child(e, step, 0)))  # noqa: E731
    return squared(e, goal, part, second, grow, _child(e, step, 1))


def drop(e: Elaborating, goal: Goal, step: Data) -> Json:
    """A term that is >= 0, and the rest."""
    term = _expr(step["detail"]["term"], goal)
    return e.sum(goal, (S.One, _of(step, 0, goal), _child(e, step, 0)), (S.One, term, e.auto))


def combine(e: Elaborating, goal: Goal, step: Data) -> Json:
    """A multiple of a fact, and the rest."""
    condition = _expr(step["detail"]["condition"], goal)
    multiplier = _expr(step["detail"]["multiplier"], goal)
    return e.sum(
        goal, (S.One, _of(step, 0, goal), _child(e, step, 0)), (multiplier, condition, e.auto)
    )


def face(e: Elaborating, goal: Goal, step: Data) -> Json:
    """The lower end apart."""
    symbol = Symbol(step["detail"]["variable"])
    at = goal.domains[symbol].lower
    return divided(e, goal, symbol, at, _child(e, step, 0), _child(e, step, 1))


def cut(e: Elaborating, goal: Goal, step: Data) -> Json:
    """Two pieces of a domain; the lower end alone is a piece without the variable."""
    symbol, at = Symbol(step["detail"]["variable"]), _expr(step["detail"]["at"], goal)
    first = step["children"][0]
    alone = at == goal.domains[symbol].lower and first["rule"] == "exhausted"
    below = _child(e, first, 0) if alone else _child(e, step, 0)
    return divided(e, goal, symbol, at, below, _child(e, step, 1))


def inside(e: Elaborating, goal: Goal, step: Data) -> Json:
    """The goal where a variable is beyond a number, or below it, as facts say."""
    ends = dict(step["detail"])
    symbol = Symbol(ends.pop("variable"))
    ((side, at),) = ends.items()
    domain = goal.domains[symbol]
    assert isinstance(domain, Interval)
    smaller = replace(domain, **{side: _expr(at, goal), f"{side}_open": True})
    return enlarged(e, goal, {symbol: smaller}, _child(e, step, 0))


def bounded(e: Elaborating, goal: Goal, step: Data) -> Json:
    """The goal on smaller intervals; beyond each new end a fact fails."""

    def within(current: Goal, ends: list[list[str]]) -> Json:
        if not ends:
            return _child(e, step, 0)(current)  # type: ignore[no-any-return]
        (name, side, at), *rest = ends
        parts = [lambda g: within(g, rest), lambda g: or_void(e, g)]
        below, above = parts if side == "upper" else reversed(parts)
        return divided(e, current, Symbol(name), _expr(at, current), below, above)

    return within(goal, step["detail"]["ends"])


def halves(e: Elaborating, goal: Goal, step: Data) -> Json:
    """The two signs of a variable."""
    symbol = Symbol(step["detail"]["variable"])
    names = {name for name, _ in step["children"][0]["goal"]["domains"]}
    (new,) = [Symbol(name) for name in names if Symbol(name) not in goal.domains]

    def side(sign: int, place: int) -> Any:
        variable = (new, sign * symbol, HALF_LINE)
        return lambda g: substituted(e, g, (symbol, sign * new), variable, _child(e, step, place))

    return divided(e, goal, symbol, S.Zero, side(-1, 1), side(1, 0))


def orders(e: Elaborating, goal: Goal, step: Data) -> Json:
    """Two variables in either order."""
    x, y = map(Symbol, step["detail"]["variables"])

    def side(large: Symbol, small: Symbol, place: int) -> Any:
        def grow(current: Goal) -> Json:
            names = {name for name, _ in step["children"][place]["goal"]["domains"]}
            (new,) = [Symbol(name) for name in names if Symbol(name) not in goal.domains]
            upper = goal.domains[large].upper
            finite = upper.is_finite
            value = small + (upper - small) * new if finite else small + new
            return _changed(e, current, {large.name: text(value)}, _child(e, step, place))

        return grow

    return e.node(
        goal, "cases", {"on": text(y - x)}, nonnegative=side(y, x, 0), negative=side(x, y, 1)
    )


def choices(e: Elaborating, goal: Goal, step: Data) -> Json:
    """Two integers in either order, of which the facts tell."""
    parts = {"nonnegative": _child(e, step, 0), "negative": _child(e, step, 1)}
    return e.node(goal, "cases", {"on": step["detail"]["on"]}, **parts)


def homogeneous(e: Elaborating, goal: Goal, step: Data) -> Json:
    """A value as one more variable, on the whole orthant."""
    data = step["children"][0]["goal"]
    (new,) = [Symbol(name) for name, _ in data["domains"] if Symbol(name) not in goal.domains]
    value = _expr(step["detail"]["value"], goal)
    wider: dict[Symbol, Domain] = {
        s: HALF_LINE for s, domain in goal.domains.items() if domain != HALF_LINE
    }

    def grow(current: Goal) -> Json:
        return enlarged(e, current, wider, _child(e, step, 0))

    return generalized(e, goal, (new, value, HALF_LINE), _of(step, 0, goal), grow)


def exhausted(e: Elaborating, goal: Goal, step: Data) -> Json:
    """Every value of an integer."""
    grows = (_child(e, step, place) for place in range(len(step["children"])))
    return listed(e, goal, Symbol(step["detail"]["variable"]), grows)


def induction(e: Elaborating, goal: Goal, step: Data) -> Json:
    """The first value, and the rise, perhaps of two terms by their ratios."""
    symbol = Symbol(step["detail"]["variable"])
    if "ratios" in step["detail"]:
        return _by_ratios(e, goal, step, symbol)
    return induced(e, goal, symbol, _child(e, step, 0), _child(e, step, 1))


def _by_ratios(e: Elaborating, goal: Goal, step: Data, symbol: Symbol) -> Json:
    """``a*A - b*B`` as ``b*(A - B) + (a - b)*A``."""
    known = goal.expression
    rises, falls = (_expr(ratio, goal) for ratio in step["detail"]["ratios"])
    grow: Grow = _child(e, step, 1)

    def compared(current: Goal) -> Json:
        """The ratios by their logarithms, if the child is about these."""
        if "logarithm" not in step["detail"]:
            return grow(current)
        excess = _expr(step["detail"]["logarithm"], goal)
        then = lambda g: exponentiated(e, g, excess, -falls, above=True)  # noqa: E731
        return e.have(current, excess, False, grow, then)

    def rise(current: Goal) -> Json:
        for larger in sympy.Add.make_args(known):
            with suppress(MissingError, *FAILURES):
                return e.sum(current, (falls, known, e.leaf), (larger, rises - falls, compared))
        raise ValueError("the ratios are those of no two terms")

    parts = {"first": _child(e, step, 0), "step": rise}
    return e.node(goal, "induction", {"variable": symbol.name}, **parts)
