"""Rules of proof that are several nodes of the kernel."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import sympy
from sympy import Expr, S, Symbol

from dpsym.kernel.rejection import UndefinedError
from dpsym.language.domains import Integers, Interval
from dpsym.numeric import FAILURES, RULES, Domain, Fact, Goal, Region, duties, settle, vanishes
from dpsym.provers.elaboration.nodes import Elaborating, Grow, Json
from dpsym.provers.elaboration.text import MissingError, text
from dpsym.provers.scalar.derivatives import derivative
from dpsym.provers.scalar.factoring import factored

HALF_LINE = Interval(S.Zero, S.Infinity, False, True)
LINE = Interval(-S.Infinity, S.Infinity, True, True)
POSITIVE_LINE = Interval(S.Zero, S.Infinity, True, True)


def wanted(kind: str, arguments: tuple[Expr, ...]) -> list[tuple[Expr, bool]]:
    """Facts each of which settles a duty."""
    base = arguments[0]
    if kind == "log":
        return [(base, True)]
    if kind == "power" and arguments[1].is_Rational and not arguments[1].is_Integer:
        return [(base, bool(arguments[1] < 0))]
    if kind == "power":
        return [(base, True), (-base, True), (base**2, True)]
    return []


def generalized(
    e: Elaborating,
    goal: Goal,
    variable: tuple[Symbol, Expr, Domain],
    form: Expr,
    grow: Grow,
    facts: tuple[Fact, ...] = (),
    forget: Symbol | None = None,
    ends: tuple[Grow, Grow] | None = None,
) -> Json:
    """The goal with a variable for a value; facts about it are proved at the value.

    That the value lies between the ends of the domain is shown as ``ends`` say.
    """
    new, value, domain = variable
    parameters = {
        "new": new.name,
        "forget": (forget or new).name,
        "domain": str(domain),
        "value": text(value),
        "form": text(form),
        "facts": [[text(fact), strict, None] for fact, strict, _ in facts],
    }
    member = lambda g: e.auto(g, steps=False)  # noqa: E731
    lower, upper = ends or (member, member)
    parts = {f"facts{place}": lambda g: _known(e, g) for place in range(len(facts))}
    parts |= {"lower": lower, "upper": upper, "proof": grow}
    return e.settled(goal, lambda g: e.node(g, "generalize", parameters, **parts))


def _known(e: Elaborating, goal: Goal) -> Json:
    """The goal by a fact that it equals."""
    for attempt in (
        e.leaf,
        *(lambda g, f=f: e.added(g, (S.One, f[0], e.leaf)) for f in goal.facts),
    ):
        try:
            return attempt(goal)
        except FAILURES:
            continue
    return e.auto(goal, steps=False)


def enlarged(
    e: Elaborating,
    goal: Goal,
    domains: dict[Symbol, Domain],
    grow: Grow,
    known: tuple[Fact, ...] = (),
) -> Json:
    """The goal on larger domains, with the facts that have values there and some more."""
    if not domains:
        return grow(goal)
    (symbol, domain), *rest = domains.items()
    larger = Region({**goal.domains, symbol: domain})
    about = [fact for fact in (*goal.facts, *known) if fact[0].has(symbol)]
    return generalized(
        e,
        goal,
        (symbol, symbol, domain),
        goal.expression,
        lambda g: enlarged(e, g, dict(rest), grow, known),
        tuple(fact for fact in about if has_value(larger, fact[0])),
    )


def has_value(region: Region, expr: Expr) -> bool:
    """Whether an expression evidently has a value at every point of a region."""
    try:
        settle(region, duties(expr))
        region.range(expr)
    except UndefinedError:
        return False
    return True


def without_idle(goal: Goal) -> tuple[Goal, dict[Symbol, Domain]]:
    """The goal with the names that it speaks of, as its text does, and the domains of others."""
    used = goal.expression.free_symbols.union(*(fact.free_symbols for fact, _, _ in goal.facts))
    idle = {symbol: domain for symbol, domain in goal.domains.items() if symbol not in used}
    kept = {symbol: domain for symbol, domain in goal.domains.items() if symbol in used}
    return replace(goal, domains=kept), idle


def introduced(e: Elaborating, goal: Goal, domains: dict[Symbol, Domain], grow: Grow) -> Json:
    """The goal with more variables, of which a proof may speak: as a value each has a number."""
    if not domains:
        return grow(goal)
    (symbol, domain), *rest = domains.items()
    ends = [end for end in (domain.lower, domain.upper) if end.is_finite]
    values = (S.Zero, *ends, *(end + step for end in ends for step in (1, -1)), sum(ends) / 2)
    value = next(value for value in values if domain.includes(type(domain)(value, value)))
    variable = symbol, value, domain
    return generalized(
        e, goal, variable, goal.expression, lambda g: introduced(e, g, dict(rest), grow)
    )


def substituted(
    e: Elaborating,
    goal: Goal,
    change: tuple[Symbol, Expr],
    variable: tuple[Symbol, Expr, Domain],
    grow: Grow,
) -> Json:
    """The goal with ``old = value`` in a new variable, whose value is given by the old one."""
    missing = e.missing(goal)
    if missing is not None:
        then, shown = (
            lambda g, part=part: substituted(e, g, change, variable, part)
            for part in (grow, e.auto)
        )
        return e.supplied(goal, missing, then, shown)
    put = dict([change])
    about = (fact for fact in goal.facts if fact[0].has(change[0]))
    facts = tuple((fact.xreplace(put), strict, free) for fact, strict, free in about)
    return generalized(e, goal, variable, goal.expression.xreplace(put), grow, facts, change[0])


def sloped(
    e: Elaborating,
    goal: Goal,
    symbol: Symbol,
    shape: str,
    factor: Expr | None = None,
    weight: Expr = S.One,
    more: Json | None = None,
    **parts: Grow,
) -> Json:
    """By the sign of the derivative, or of that of a factor of it."""
    factor = derivative(goal.expression, symbol) if factor is None else factor
    parameters = {
        "variable": symbol.name,
        "shape": shape,
        "factor": text(factor),
        "weight": text(weight),
        **(more or {}),
    }

    def node(current: Goal) -> Json:
        return e.node(current, "slope", parameters, **parts)

    try:
        RULES["slope"](goal, parameters, lambda child, name: None)
    except UndefinedError:
        ends = {"rising": ("lower",), "falling": ("upper",), "hill": ("lower", "upper")}
        return _defined_anywhere(e, goal, symbol, ends.get(shape, ()), node)
    except ValueError as error:
        if "weight" not in str(error):
            raise
        return e.have(goal, weight, False, e.auto, node)
    return node(goal)


def _defined_anywhere(
    e: Elaborating, goal: Goal, symbol: Symbol, ends: tuple[str, ...], grow: Grow
) -> Json:
    """The goal where a variable's domain has ends, with facts that do not depend on others."""
    domain: Any = goal.domains[symbol]
    excluded: list[Fact] = []
    for end in ends:
        if getattr(domain, end).is_finite and isinstance(domain, Interval):
            if getattr(domain, f"{end}_open") and goal.strict:
                way = 1 if end == "lower" else -1
                excluded.append((way * (symbol - getattr(domain, end)), True, False))
            domain = replace(domain, **{f"{end}_open": False})

    def supplied(current: Goal) -> Json:
        missing = e.missing(current.without(symbol, domain))
        last: Exception = ValueError(f"not shown to be defined: {missing}")
        for fact, strict in wanted(*missing) if missing else ():
            parameters = {"fact": text(fact), "strict": strict, "free": True}
            try:
                return e.node(current, "have", parameters, proof=e.auto, then=supplied)
            except FAILURES as error:
                last = error
        if missing:
            raise last
        return grow(current)

    if domain == goal.domains[symbol]:
        return supplied(goal)
    return enlarged(e, goal, {symbol: domain}, supplied, (*excluded,))


def exponentiated(e: Elaborating, goal: Goal, gap: Expr, rest: Expr, *, above: bool) -> Json:
    """``E + rest`` where the logarithms of its two sides differ by the gap: E is above, or rest."""
    t = e.fresh(goal, "t")
    weight, factor = (-rest, sympy.exp(t) - 1) if above else (rest, 1 - sympy.exp(-t))
    value = t, gap, POSITIVE_LINE if goal.strict else HALF_LINE

    def compared(current: Goal) -> Json:
        grow = lambda g: e.sum(g, (weight, factor, e.leaf))  # noqa: E731
        return generalized(e, current, value, weight * factor, grow)

    return e.settled(goal, lambda g: e.have(g, weight, True, e.auto, compared), gap)


def squared(
    e: Elaborating, goal: Goal, part: Expr, difference: Expr, first: Grow, second: Grow
) -> Json:
    """``P + Q`` with ``P >= 0`` and ``P**2 - Q**2 >= 0``, or both ``> 0``, by the sign of Q."""
    rest = goal.expression - part

    def negative(current: Goal) -> Json:
        gap = part - rest
        both = ((S.One, -rest, e.leaf), (S.One, part, e.leaf))
        return e.have(
            current,
            gap,
            True,
            lambda g: e.sum(g, *both),
            lambda g: e.sum(g, (1 / gap, difference, second)),
        )

    def cases(current: Goal) -> Json:
        if e.evident(current, -rest, True):
            return negative(current)
        grow = positive if goal.strict else lambda g: e.sum(g, *both)
        return e.node(current, "cases", {"on": text(rest)}, nonnegative=grow, negative=negative)

    both = ((S.One, part, e.leaf), (S.One, rest, e.leaf))

    def positive(current: Goal) -> Json:
        nothing = (S.One, difference, second), (rest, rest, e.leaf), (part, -part, e.leaf)
        grows = (lambda g: e.sum(g, *nothing, *both)), (lambda g: e.sum(g, *both))
        return e.node(
            current, "cases", {"on": text(-part)}, nonnegative=grows[0], negative=grows[1]
        )

    return e.have(goal, part, False, first, cases)


def divided(e: Elaborating, goal: Goal, symbol: Symbol, at: Expr, below: Grow, above: Grow) -> Json:
    """A domain cut at a number."""
    parameters = {"variable": symbol.name, "at": text(at)}
    return e.node(goal, "split", parameters, below=below, above=above)


def listed(e: Elaborating, goal: Goal, symbol: Symbol, grows: Iterator[Grow]) -> Json:
    """Every value of an integer, in order."""
    domain = goal.domains.get(symbol)
    if domain is None:
        return next(grows)(goal)
    if not isinstance(domain, Integers):
        raise ValueError(f"{symbol} is no integer")
    middle = (domain.lower + domain.upper) // 2
    again = lambda g: listed(e, g, symbol, grows)  # noqa: E731
    return divided(e, goal, symbol, middle, again, again)


def induced(e: Elaborating, goal: Goal, symbol: Symbol, first: Grow, rise: Grow) -> Json:
    """The first value of an integer, and the rise."""
    known = goal.expression
    written = dict(_stepped(known, symbol))
    following = known.xreplace({symbol: symbol + 1}).xreplace(written) - known

    def risen(current: Goal) -> Json:
        return e.sum(current, (S.One, known, e.leaf), (S.One, following, rise))

    def step(current: Goal) -> Json:
        return e.replaced(current, list(written.items()), risen)

    return e.node(goal, "induction", {"variable": symbol.name}, first=first, step=step)


def _stepped(expr: Expr, symbol: Symbol) -> Iterator[tuple[Expr, Expr]]:
    """Factorials in logarithms at the next value of a variable, and the same as products."""
    for node in set().union(*(log.atoms(sympy.factorial) for log in expr.atoms(sympy.log))):
        later = node.xreplace({symbol: symbol + 1})
        count = sympy.expand(later.args[0] - node.args[0])
        if count.is_Integer and count > 0:
            yield later, node * sympy.Mul(*(node.args[0] + i for i in range(1, count + 1)))


def by_facts(e: Elaborating, goal: Goal) -> Json:
    """A fact, and perhaps a rest, which is factored where all terms of the fact are gone."""
    whole = sympy.expand(goal.expression)
    for fact, _, _ in goal.facts:
        known = sympy.expand(fact)
        rest = sympy.expand(whole - known)
        with suppress(MissingError, *FAILURES):
            if vanishes(rest, goal.region()):
                return e.added(goal, (S.One, fact, e.leaf))
            sizes = [len(sympy.Add.make_args(part)) for part in (known, rest, whole)]
            gone = sizes[0] + sizes[1] == sizes[2]
            for form in (rest, factored(rest)) if gone else (rest,):
                if e.evident(goal, form, False):
                    return e.added(goal, (S.One, fact, e.leaf), (S.One, form, e.leaf))
    raise MissingError(f"no fact leaves something evident of {goal.expression}")


def apart(e: Elaborating, goal: Goal) -> Json:
    """The lower end of a variable apart, where another part is > 0 or a fact fails."""
    for symbol, domain in goal.domains.items():
        if goal.strict and goal.expression.has(symbol) and domain.lower.is_Rational:
            with suppress(MissingError, *FAILURES):
                return divided(e, goal, symbol, domain.lower, lambda g: or_void(e, g), e.leaf)
    raise MissingError("no end apart")


def or_void(e: Elaborating, goal: Goal) -> Json:
    """The range of the expression, or of a fact that fails."""
    with suppress(*FAILURES):
        return e.leaf(goal)
    for place in range(len(goal.facts)):
        with suppress(*FAILURES):
            return e.node(goal, "void", {"fact": place}, proof=e.leaf)
    raise MissingError("no fact fails")


def multiplied(e: Elaborating, goal: Goal) -> Json:
    """A product by one of its factors, where the others evidently have the sign."""
    factors = sympy.Mul.make_args(goal.expression)
    for place, factor in enumerate(factors if len(factors) > 1 else ()):
        others = sympy.Mul(*factors[:place], *factors[place + 1 :])
        if factor.is_Add and e.evident(goal, others, goal.strict):
            return e.sum(goal, (others, factor, lambda g: e.auto(g, steps=False)))
    raise MissingError("no factor decides")


def joined(e: Elaborating, goal: Goal) -> Json:
    """A sum over its common denominator, without it."""
    above, below = sympy.fraction(sympy.together(goal.expression, deep=False))
    if not below.free_symbols or not goal.region().range(below).positive:
        raise MissingError("no denominator to leave out")
    return e.sum(goal, (1 / below, above, lambda g: e.auto(g, steps=False)))
