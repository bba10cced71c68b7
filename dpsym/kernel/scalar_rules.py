"""The rules of the scalar kernel: each computes the goals of its children, or raises."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from dpsym.kernel.rejection import Given, UnmetError
from dpsym.kernel.scalar_boxes import boxes, decided
from dpsym.kernel.scalar_derivative import derivative, smooth
from dpsym.kernel.scalar_duties import duties, settle
from dpsym.kernel.scalar_facts import FactRegion
from dpsym.kernel.scalar_goal import (
    Child,
    Goal,
    Proof,
    _closed,
    _cut,
    _domain,
    _exact,
    _interval,
    _need,
    _opened,
    _plain,
    _put,
    _variable,
    includes,
    nonempty,
    order,
)
from dpsym.kernel.scalar_normal import normal, vanishes
from dpsym.kernel.scalar_ranges import Region
from dpsym.kernel.term import SUM, Term, name, number
from dpsym.kernel.term import replaced as part_replaced
from dpsym.kernel.term_reading import Domain, read_term
from dpsym.kernel.term_reduction import minus, plus, put, reduced, times


def _by_range(goal: Goal, proof: Proof, child: Child) -> None:
    """The range of the expression is >= 0."""
    region = goal.settled()

    def holds(form: Term) -> bool:
        found = region.range(form)
        return found.positive or (found.nonnegative and not goal.strict)

    as_written = holds(goal.expression)
    _need(as_written or holds(normal(goal.expression, region)), "the range has another sign")


def _sum(goal: Goal, proof: Proof, child: Child) -> None:
    """The expression is a sum of products: weights with ranges >= 0, and goals of children."""
    region = goal.settled()
    total, strict = goal.expression, False
    for place, (weight, part, _) in enumerate(proof["terms"]):
        factor, value = region.range(read_term(weight)), read_term(part)
        _need(factor.nonnegative, f"the weight {weight} may be negative")
        total = minus(total, times(read_term(weight), value))
        first = goal.strict and factor.positive and not strict
        strict = strict or first
        child(goal.about(value, strict=first), ("terms", place))
    _need(vanishes(total, region), "the terms do not add up")
    _need(strict or not goal.strict, "no term is > 0")


def _replace(goal: Goal, proof: Proof, child: Child) -> None:
    """A part of the expression is replaced by an equal one."""
    region, old, new = goal.settled(), read_term(proof["old"]), read_term(proof["new"])
    region.range(old)
    region.range(new)
    _need(vanishes(minus(old, new), region), f"{old} is not {new}")
    child(
        goal.about(reduced(part_replaced(goal.expression, {old: new})), strict=goal.strict), "proof"
    )


def _have(goal: Goal, proof: Proof, child: Child) -> None:
    """A fact is proved, then used."""
    fact, strict, free = read_term(proof["fact"]), proof["strict"] is True, proof["free"] is True
    _need(fact.names <= _names(goal.domains), "the fact has unknown symbols")
    known = tuple(f for f in goal.facts if f[2] or not free)
    child(replace(goal, facts=known).about(fact, strict=strict), "proof")
    child(replace(goal, facts=(*goal.facts, (fact, strict, free))), "then")


def _continuous(goal: Goal, symbol: Term, domain: Domain) -> Goal:
    """The goal on another domain, on which the expression is continuous."""
    whole = goal.without(symbol, domain)
    whole.settled().range(goal.expression)
    return whole


def _value(goal: Goal, symbol: Term, value: Term) -> Goal:
    """The goal at a value of a variable at which the expression is continuous."""
    face = goal.at(symbol, value, _put(goal.domains, symbol, None))
    return replace(face, duties=duties(face.expression))


def _near(goal: Goal, proof: Proof, side: str) -> Goal:
    """The goal next to an end that is no point, up to a multiple of the distance to it.

    So no value next to the end is less than 0 by more than a bound that tends to 0.
    """
    (symbol, domain), given = _interval(goal, proof), Given(proof["near"][side])
    until, rate = read_term(given["until"]), read_term(given["rate"])
    _need(not until.names, f"{until} is no number")
    if side == "lower":
        end, way, is_open = domain.lower, 1, domain.lower_open
        part = replace(domain, upper=until, upper_open=True)
    else:
        end, way, is_open = domain.upper, -1, domain.upper_open
        part = replace(domain, lower=until, lower_open=True)
    if end is None or not is_open or goal.strict:
        raise UnmetError("the end is infinite or a point, or the goal is strict")
    _need(not rate.has(symbol) and rate.names <= _names(goal.domains), "the rate is no constant")
    _need(includes(_opened(domain), nonempty(part)), f"{until} is not inside")
    _continuous(goal, symbol, domain)
    beyond = times(way, rate, minus(symbol, end))
    return goal.without(symbol, part).about(plus(goal.expression, beyond))


def _end(goal: Goal, proof: Proof, side: str) -> Goal:
    """The goal at a finite end, or next to it, or about a lower bound of the limit at infinity."""
    near = proof.get("near", {})
    _need(isinstance(near, Mapping), "'near' names no sides")
    if side in near:
        return _near(goal, proof, side)
    symbol, domain = _interval(goal, proof)
    end = domain.lower if side == "lower" else domain.upper
    if end is not None:
        whole = _continuous(goal, symbol, _closed(domain, side))
        return _value(whole, symbol, end)
    _need(side == "upper" and not goal.strict, "no such limit")
    whole = goal.without(symbol, domain)
    whole.settled()
    form, limit = read_term(proof["form"]), read_term(proof["limit"])
    # The limit is that of the values from any number on.
    late = domain.lower is not None and order(domain.lower, number(1)) > 0
    start = domain.lower if late else number(1)
    region = goal.without(symbol, replace(domain, lower=start, lower_open=False)).region()
    region.range(form)
    _need(vanishes(minus(form, goal.expression), region), "the form is another function")
    _need(not limit.has(symbol), "the limit depends on the variable")
    far = FactRegion(goal.domains, _plain(whole.facts), far=symbol)
    _need(far.range(minus(form, limit)).nonnegative, "the limit may be smaller")
    return whole.without(symbol, None).about(limit)


def _zero(goal: Goal, proof: Proof, factor: Term) -> Goal:
    """The goal at the zero of a factor, which lies inside the domain."""
    symbol, domain = _interval(goal, proof)
    place = read_term(proof["at"])
    _need(not place.has(symbol), "the place depends on the variable")
    # Facts about the variable hold at the place only if that is inside.
    region = goal.without(symbol, None).region()
    _need(region.range(place).within(_exact(_opened(domain))), "the place is not inside")
    _need(vanishes(put(factor, {symbol: place}), region), "the derivative does not vanish")
    return _value(_continuous(goal, symbol, domain), symbol, place)


# Where the least value is, when the derivative is a weight >= 0 times a factor that has the sign,
# or whose derivative has it.
SHAPES: dict[str, tuple[int, bool, tuple[str, ...]]] = {
    "rising": (1, False, ("lower",)),
    "falling": (-1, False, ("upper",)),
    "hill": (-1, True, ("lower", "upper")),
    "valley": (1, True, ("least",)),
}


def _slope(goal: Goal, proof: Proof, child: Child) -> None:
    """The least value is at an end, or at the zero of the derivative.

    An expression that strictly rises from an end at which it is >= 0, or falls towards one, is > 0
    where the end itself is no point, as the domain or a fact says.
    """
    symbol, domain = _interval(goal, proof)
    _need(str(proof["shape"]) in SHAPES, "there is no such shape")
    sign, second, places = SHAPES[proof["shape"]]
    strictly = proof.get("strict") is True
    if strictly:
        outside = {
            "rising": domain.lower_open or _excluded(goal, symbol, domain.lower, 1),
            "falling": domain.upper_open or _excluded(goal, symbol, domain.upper, -1),
        }
        _need(outside.get(proof["shape"]) is True, "the end is a point, or not the least value")
        goal = replace(goal, strict=False)
    factor, weight = read_term(proof["factor"]), read_term(proof["weight"])
    inner = goal.without(symbol, _opened(domain))
    region = inner.settled()
    for part in (goal.expression, factor) if second else (goal.expression,):
        settle(region, duties(part))
        _need(smooth(part, symbol, region), f"{part} may not be smooth in {symbol}")
    rate = region.range(weight)
    _need(rate.positive if strictly else rate.nonnegative, "the weight may be negative")
    gap = minus(derivative(goal.expression, symbol), times(weight, factor))
    _need(vanishes(gap, region), "the derivative is another product")
    steep = times(sign, derivative(factor, symbol) if second else factor)
    child(inner.about(steep, strict=strictly), "slope")
    for place in places:
        child(_zero(goal, proof, factor) if place == "least" else _end(goal, proof, place), place)


def _excluded(goal: Goal, symbol: Term, end: Term | None, way: int) -> bool:
    """Whether a fact says that a variable is not at the end of its domain."""
    return end is not None and any(
        strict and vanishes(minus(fact, times(way, minus(symbol, end))), Region({}))
        for fact, strict, _ in goal.facts
    )


def _cases(goal: Goal, proof: Proof, child: Child) -> None:
    """An expression is >= 0 or < 0."""
    on = read_term(proof["on"])
    goal.region().range(on)
    child(replace(goal, facts=(*goal.facts, (on, False, False))), "nonnegative")
    child(replace(goal, facts=(*goal.facts, (times(-1, on), True, False))), "negative")


def _void(goal: Goal, proof: Proof, child: Child) -> None:
    """A fact has a negative that is provable: no point satisfies the facts."""
    _need(proof["fact"] in range(len(goal.facts)), "there is no such fact")
    fact, strict, _ = goal.facts[proof["fact"]]
    others = tuple(f for i, f in enumerate(goal.facts) if i != proof["fact"])
    child(replace(goal, facts=others).about(times(-1, fact), strict=not strict), "proof")


def _split(goal: Goal, proof: Proof, child: Child) -> None:
    """A domain is cut at a number; its lower end is a piece of its own."""
    (symbol, domain), at = _variable(goal, proof), read_term(proof["at"])
    if at is domain.lower:
        child(goal.at(symbol, at, _put(goal.domains, symbol, None)), "below")
        if domain.upper is not at:
            first = number(at.value + 1) if domain.integers else at
            above = nonempty(replace(domain, lower=first, lower_open=not domain.integers))
            child(replace(goal, domains=_put(goal.domains, symbol, above)), "above")
        return
    _need(at.is_number, f"{at} is irrational")
    between = (domain.lower is None or order(domain.lower, at) <= 0) and (
        domain.upper is None or order(at, domain.upper) <= 0
    )
    _need(between, f"{at} is not between the ends")
    for part, place in zip(_cut(domain, at.value), ("below", "above"), strict=True):
        if part is not None:
            child(replace(goal, domains=_put(goal.domains, symbol, part)), place)


def _induction(goal: Goal, proof: Proof, child: Child) -> None:
    """The first value of an integer, and from each value to the next."""
    symbol, domain = _variable(goal, proof)
    first = domain.lower
    if first is None or not domain.integers:
        raise UnmetError(f"{symbol} has no first value")
    whole = goal.without(symbol, domain)
    whole.settled()
    child(_value(whole, symbol, first), "first")
    last = None if domain.upper is None else minus(domain.upper, 1)
    inner = whole.without(symbol, nonempty(replace(domain, upper=last)))
    known = (*inner.facts, (goal.expression, goal.strict, False))
    following = put(goal.expression, {symbol: plus(symbol, 1)})
    child(replace(inner, facts=known).about(following, strict=goal.strict), "step")


def _termwise(goal: Goal, proof: Proof, child: Child) -> None:
    """Sums over one range are compared term by term, up to what telescopes.

    The expression is ``w1*Sum(f1, (i, a, b)) + ... + rest`` with b >= a - 1. It is at least
    ``G(b + 1) - G(a) + rest``, where ``w1*f1 + ... >= G(i + 1) - G(i)`` for each i from a to b.
    With ``ends``, and b > a, what is left of the first and of the last term is added to that: the
    others are >= 0.
    """
    region, index = goal.settled(), name(str(proof["index"]))
    known, by, rest = _names(goal.domains), read_term(proof["by"]), read_term(proof["rest"])
    _need(index not in goal.domains, f"{index} is a variable")
    total, each = minus(goal.expression, rest), minus(by, put(by, {index: plus(index, 1)}))
    ranges = set()
    for weight_text, sum_text in proof["sums"]:
        weight, part = read_term(weight_text), read_term(sum_text)
        _need(part.kind == SUM and part.names | weight.names <= known, f"{part} is no known sum")
        body, own, low, high = part.args
        settle(region, (*duties(weight), *duties(part)))
        total = minus(total, times(weight, part))
        each = plus(each, times(weight, put(body, {own: index})))
        ranges.add((low, high))
    _need(len(ranges) == 1, "the sums are not over one range")
    ((low, high),) = ranges
    _need(low.is_integer, f"{low} is no number")
    _need(vanishes(total, region), "the sums and the rest do not add up")
    _need(by.names <= known | {index.value} and rest.names <= known, "a symbol has no domain")
    domains = {**goal.domains, index: Domain(low, None, False, True, integers=True)}
    inside = replace(goal, domains=domains, facts=(*goal.facts, (minus(high, index), False, False)))
    child(inside.about(each), "each")
    left = plus(rest, put(by, {index: plus(high, 1)}), times(-1, put(by, {index: low})))
    if proof.get("ends") is True:
        child(goal.about(minus(high, plus(low, 1))), "longer")
        left = plus(left, *(put(each, {index: end}) for end in (low, high)))
    child(goal.about(left, strict=goal.strict), "left")


def _generalize(goal: Goal, proof: Proof, child: Child) -> None:
    """A value becomes a variable, of which a domain and some facts are kept.

    What was known of the new variable, if it has the name of an old one, and of one other variable
    is forgotten.
    """
    new, domain, region = name(str(proof["new"])), _domain(proof["domain"]), goal.settled()
    value, form = read_term(proof["value"]), read_term(proof["form"])
    at, gone = {new: value}, {new, name(str(proof["forget"]))}
    region.range(value)
    _need(not domain.integers or region.integral(value), f"{value} may be no integer")
    _need(vanishes(minus(put(form, at), goal.expression), region), "another expression")
    if domain.lower is not None:
        child(goal.about(minus(value, domain.lower), strict=domain.lower_open), "lower")
    if domain.upper is not None:
        child(goal.about(minus(domain.upper, value), strict=domain.upper_open), "upper")
    domains = {s: d for s, d in goal.domains.items() if s not in gone} | {new: domain}
    facts = [fact for fact in goal.facts if not any(fact[0].has(s) for s in gone)]
    for place, (text, strict, _) in enumerate(proof["facts"]):
        fact = Goal(read_term(text), goal.domains, (), strict is True, duties(read_term(text)))
        shown = replace(fact.at(new, value, goal.domains), facts=goal.facts)
        child(shown, ("facts", place))
        facts.append((fact.expression, fact.strict, False))
    known = all(e.names <= _names(domains) for e in (form, *(fact[0] for fact in facts)))
    _need(known, "a symbol is forgotten")
    child(Goal(form, domains, tuple(facts), goal.strict, duties(form)), "proof")


def _names(domains: dict[Term, Domain]) -> frozenset[Any]:
    return frozenset(symbol.value for symbol in domains)


def _boxes(goal: Goal, proof: Proof, child: Child) -> None:
    """A bisection tree in preorder: a name halves its side, other tokens are boxes that the form
    of this letter decides, or in which a fact fails.
    """
    for box, token in boxes(goal, proof["tree"].split()):
        _need(decided(goal, box, token), f"a box fails: {box}")


Rule = Callable[[Goal, Proof, Child], None]


RULES: dict[str, Rule] = {
    "range": _by_range,
    "sum": _sum,
    "replace": _replace,
    "have": _have,
    "slope": _slope,
    "cases": _cases,
    "void": _void,
    "split": _split,
    "induction": _induction,
    "termwise": _termwise,
    "generalize": _generalize,
    "boxes": _boxes,
}
