"""The rules of the scalar kernel: each computes the goals of its children, or raises."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import sympy
from sympy import Expr, S, Symbol

from dpsym.kernel.scalar_duties import duties, settle
from dpsym.kernel.scalar_goal import (
    Child,
    Goal,
    Proof,
    _domain,
    _exact,
    _interval,
    _need,
    _opened,
    _plain,
    _put,
    _read,
)
from dpsym.kernel.scalar_normal import vanishes
from dpsym.kernel.scalar_ranges import POSITIVE, Domain, Range, Region, ends
from dpsym.language.domains import Integers, Interval

MAX_VALUES = 1000


def _by_range(goal: Goal, proof: Proof, child: Child) -> None:
    """The range of the expression is >= 0."""
    found = goal.settled().range(goal.expression)
    _need(found.positive or (found.nonnegative and not goal.strict), "the range has another sign")


def _sum(goal: Goal, proof: Proof, child: Child) -> None:
    """The expression is a sum of products: weights with ranges >= 0, and goals of children."""
    region = goal.settled()
    total, strict = goal.expression, False
    for place, (weight, part, _) in enumerate(proof["terms"]):
        factor, value = region.range(_read(weight)), _read(part)
        _need(factor.nonnegative, f"the weight {weight} may be negative")
        total = total - _read(weight) * value
        first = goal.strict and factor.positive and not strict
        strict = strict or first
        child(goal.about(value, strict=first), ("terms", place))
    _need(vanishes(total, region), "the terms do not add up")
    _need(strict or not goal.strict, "no term is > 0")


def _replace(goal: Goal, proof: Proof, child: Child) -> None:
    """A part of the expression is replaced by an equal one."""
    region, old, new = goal.settled(), _read(proof["old"]), _read(proof["new"])
    region.range(old)
    region.range(new)
    _need(vanishes(old - new, region), f"{old} is not {new}")
    child(goal.about(goal.expression.xreplace({old: new}), strict=goal.strict), "proof")


def _have(goal: Goal, proof: Proof, child: Child) -> None:
    """A fact is proved, then used."""
    fact, strict, free = _read(proof["fact"]), proof["strict"] is True, proof["free"] is True
    _need(fact.free_symbols <= set(goal.domains), "the fact has unknown symbols")
    known = tuple(f for f in goal.facts if f[2] or not free)
    child(replace(goal, facts=known).about(fact, strict=strict), "proof")
    child(replace(goal, facts=(*goal.facts, (fact, strict, free))), "then")


def _smooth(expr: Expr, symbol: Symbol, region: Region) -> bool:
    """Whether the chain rule holds at every point."""
    if not expr.has(symbol) or expr.is_Symbol:
        return True
    if expr.is_Pow and not (expr.exp.is_Integer and expr.exp > 0):
        base = region.range(expr.base)
        if not (base.positive or (expr.exp.is_Integer and (-base).positive)):
            return False
    elif not (
        expr.is_Add
        or expr.is_Mul
        or expr.is_Pow
        or expr.func.__name__ in ("exp", "log", "sinh", "cosh", "tanh", "erf", "erfc", "Phi")
    ):
        return False
    return all(_smooth(part, symbol, region) for part in expr.args)


def _slope(goal: Goal, symbol: Symbol, domain: Interval, *parts: Expr) -> Goal:
    """The goal on the open interval, where the expression and the parts are smooth."""
    inner = goal.without(symbol, _opened(domain))
    region = inner.settled()
    for part in (goal.expression, *parts):
        settle(region, duties(part))
        _need(_smooth(part, symbol, region), f"{part} may not be smooth in {symbol}")
    return inner


def _edge(goal: Goal, proof: Proof, child: Child, side: str) -> None:
    """The value at a finite end, or a lower bound of the limit at infinity, is >= 0.

    The expression must be continuous up to the end.
    """
    symbol, domain = _interval(goal, proof)
    end = domain.lower if side == "lower" else domain.upper
    closed = replace(domain, lower_open=domain.lower_open and side != "lower")
    closed = replace(closed, upper_open=domain.upper_open and side != "upper")
    if end.is_finite:
        whole = goal.without(symbol, closed)
        whole.settled().range(goal.expression)
        face = whole.at(symbol, end, _put(goal.domains, symbol, None))
        child(replace(face, duties=tuple(duties(face.expression))), side)
        return
    _need(end is S.Infinity and not goal.strict, "no such limit")
    whole = goal.without(symbol, domain)
    form, limit = _read(proof["form"]), _read(proof["limit"])
    region = whole.settled()
    region.range(form)
    _need(vanishes(form - goal.expression, region), "the form is another function")
    _need(not limit.has(symbol), "the limit depends on the variable")
    far = Region(goal.domains, _plain(whole.facts), far=symbol)
    _need(far.range(form - limit).nonnegative, "the limit may be smaller")
    child(whole.without(symbol, None).about(limit), side)


def _monotone(goal: Goal, proof: Proof, child: Child) -> None:
    """The expression is >= 0 at an end, and its derivative leads away from it."""
    symbol, domain = _interval(goal, proof)
    side = proof["end"]
    _need(side in ("lower", "upper"), "no such end")
    inner = _slope(goal, symbol, domain)
    _edge(goal, proof, child, side)
    slope = sympy.diff(goal.expression, symbol)
    child(inner.about(slope if side == "lower" else -slope), "slope")


def _factored(goal: Goal, proof: Proof) -> tuple[Symbol, Interval, Expr, Goal]:
    """The derivative is a weight >= 0 times a factor, whose derivative is asked for."""
    symbol, domain = _interval(goal, proof)
    factor, weight = _read(proof["factor"]), _read(proof["weight"])
    inner = _slope(goal, symbol, domain, factor)
    region = inner.settled()
    _need(region.range(weight).nonnegative, "the weight may be negative")
    gap = sympy.diff(goal.expression, symbol) - weight * factor
    _need(vanishes(gap, region), "the derivative is another product")
    return symbol, domain, factor, inner.about(sympy.diff(factor, symbol))


def _unimodal(goal: Goal, proof: Proof, child: Child) -> None:
    """The derivative is a weight times a decreasing function: the least value is at an end."""
    rising = _factored(goal, proof)[-1]
    _need(not goal.strict, "a strict sign is lost at open ends")
    child(rising.about(-rising.expression), "falling")
    for side in ("lower", "upper"):
        _edge(goal, proof, child, side)


def _stationary(goal: Goal, proof: Proof, child: Child) -> None:
    """The derivative is a weight times an increasing function: the least value is at its zero."""
    symbol, domain, factor, rising = _factored(goal, proof)
    whole, place = goal.without(symbol, domain), _read(proof["at"])
    _need(not place.has(symbol), "the place depends on the variable")
    whole.settled().range(goal.expression)
    face = whole.at(symbol, place, _put(goal.domains, symbol, None))
    region = face.region()
    _need(region.range(place).within(_exact(_opened(domain))), "the place is not inside")
    _need(vanishes(factor.xreplace({symbol: place}), region), "the derivative does not vanish")
    child(rising, "rising")
    child(replace(face, duties=tuple(duties(face.expression))), "lowest")


def _square(goal: Goal, proof: Proof, child: Child) -> None:
    """``P + Q`` with P >= 0 and ``P**2 - Q**2 >= 0``."""
    region, part, difference = goal.settled(), _read(proof["part"]), _read(proof["difference"])
    rest = goal.expression - part
    region.range(part)
    _need(vanishes(difference - part**2 + rest**2, region), "no difference of the squares")
    child(goal.about(part), "first")
    child(goal.about(difference, strict=goal.strict), "second")


def _cases(goal: Goal, proof: Proof, child: Child) -> None:
    """An expression is >= 0 or < 0."""
    on = _read(proof["on"])
    goal.region().range(on)
    child(replace(goal, facts=(*goal.facts, (on, False, False))), "nonnegative")
    child(replace(goal, facts=(*goal.facts, (-on, True, False))), "negative")


def _void(goal: Goal, proof: Proof, child: Child) -> None:
    """A fact has a negative that is provable: no point satisfies the facts."""
    fact, strict, _ = goal.facts[proof["fact"]]
    others = tuple(f for i, f in enumerate(goal.facts) if i != proof["fact"])
    child(replace(goal, facts=others).about(-fact, strict=not strict), "proof")


def _split(goal: Goal, proof: Proof, child: Child) -> None:
    """A domain is cut at a number; both pieces of an interval contain it."""
    symbol, at = Symbol(proof["variable"]), _read(proof["at"])
    domain = goal.domains[symbol]
    _need(at.is_Rational, "the place is no rational number")
    below: Domain
    above: Domain
    if isinstance(domain, Integers):
        below, above = Integers(domain.lower, at), Integers(at + 1, domain.upper)
    else:
        below = replace(domain, upper=at, upper_open=False)
        above = replace(domain, lower=at, lower_open=False)
    child(replace(goal, domains=_put(goal.domains, symbol, below)), "below")
    child(replace(goal, domains=_put(goal.domains, symbol, above)), "above")


def _face(goal: Goal, proof: Proof, child: Child) -> None:
    """A closed end is treated apart from the rest."""
    symbol, domain = _interval(goal, proof)
    lower = proof["end"] == "lower"
    end = domain.lower if lower else domain.upper
    rest = replace(domain, lower_open=True) if lower else replace(domain, upper_open=True)
    child(goal.at(symbol, end, _put(goal.domains, symbol, None)), "at")
    child(replace(goal, domains=_put(goal.domains, symbol, rest)), "rest")


def _exhaust(goal: Goal, proof: Proof, child: Child) -> None:
    """Every value of a finite range of integers."""
    symbol = Symbol(proof["variable"])
    domain = goal.domains[symbol]
    _need(isinstance(domain, Integers), f"{symbol} is no integer")
    values = range(int(domain.lower), int(domain.upper) + 1)
    _need(len(values) == len(proof["proofs"]) <= MAX_VALUES, "another number of values")
    for place, value in enumerate(values):
        case = goal.at(symbol, sympy.Integer(value), _put(goal.domains, symbol, None))
        child(case, ("proofs", place))


def _induction(goal: Goal, proof: Proof, child: Child) -> None:
    """The first value is >= 0, and the values rise."""
    symbol = Symbol(proof["variable"])
    domain = goal.domains[symbol]
    _need(isinstance(domain, Integers) and not goal.strict, f"{symbol} is no integer")
    goal.settled()
    whole = goal.without(symbol, Integers(domain.lower, S.Infinity))
    whole.settled()
    first = whole.at(symbol, domain.lower, _put(goal.domains, symbol, None))
    child(replace(first, duties=tuple(duties(first.expression))), "first")
    rise = goal.expression.xreplace({symbol: symbol + 1}) - goal.expression
    child(whole.about(rise), "rise")


def _enlarge(goal: Goal, proof: Proof, child: Child) -> None:
    """Domains become larger, facts are left out."""
    domains = dict(goal.domains)
    for name, text in proof["domains"].items():
        symbol, larger = Symbol(name), _domain(text)
        _need(isinstance(larger, Interval), f"{text} is no interval")
        _need(ends(domains[symbol]).within(_exact(larger)), f"{text} is not larger")
        domains[symbol] = larger
    kept = [goal.facts[i] for i in proof["facts"]]
    changed = set(map(Symbol, proof["domains"]))
    facts = tuple((f, s, free and not f.free_symbols & changed) for f, s, free in kept)
    child(replace(goal, domains=domains, facts=facts), "proof")


def _substitute(goal: Goal, proof: Proof, child: Child) -> None:
    """A variable is written by a new one, whose value for each old point is given."""
    symbol, new, domain = Symbol(proof["variable"]), Symbol(proof["new"]), _domain(proof["domain"])
    value, inverse = _read(proof["value"]), _read(proof["inverse"])
    rest = _put(goal.domains, symbol, None)
    _need(symbol in goal.domains and new not in rest, "the new name is taken")
    settle(Region(_put(rest, new, domain)), duties(value))
    _member(goal.region(), inverse, domain, proof.get("above"), proof.get("below"))
    _need(vanishes(value.xreplace({new: inverse}) - symbol, goal.region()), "no inverse")
    child(goal.at(symbol, value, _put(rest, new, domain)), "proof")


def _member(
    region: Region, value: Expr, domain: Domain, above: str | None = None, below: str | None = None
) -> None:
    """The value lies in the domain; ``above`` and ``below`` may write its distances to the ends."""
    region.range(value)
    hull = _exact(domain)
    for finite, is_open, gap, form in (
        (domain.lower.is_finite, hull.lower_open, value - domain.lower, above),
        (domain.upper.is_finite, hull.upper_open, domain.upper - value, below),
    ):
        written = gap if form is None else _read(form)
        _need(written == gap or not finite or vanishes(gap - written, region), "another distance")
        gap_range = region.range(written) if finite else POSITIVE
        holds = gap_range.positive or (gap_range.nonnegative and not is_open)
        _need(holds, f"{value} may leave {domain}")
    _need(isinstance(domain, Interval) or region.natural(value), f"{value} may be no integer")


def _generalize(goal: Goal, proof: Proof, child: Child) -> None:
    """A part becomes a new variable, of which only a domain and some facts are kept."""
    new, domain, region = Symbol(proof["new"]), _domain(proof["domain"]), goal.settled()
    value, form = _read(proof["value"]), _read(proof["form"])
    _need(new not in goal.domains, "the new name is taken")
    _member(region, value, domain)
    put = {new: value}
    _need(vanishes(form.xreplace(put) - goal.expression, region), "another expression")
    wider = Goal(form, {**goal.domains, new: domain}, goal.facts, goal.strict, ())
    for text, strict in proof["facts"]:
        found = region.range(_read(text).xreplace(put))
        _need(found.positive or (found.nonnegative and strict is not True), f"{text} may fail")
        wider = replace(wider, facts=(*wider.facts, (_read(text), strict is True, False)))
    child(replace(wider, duties=tuple(duties(form))), "proof")


def _boxes(goal: Goal, proof: Proof, child: Child) -> None:
    """A bisection tree in preorder: a name halves its side, "d" is a box that the range decides,
    "m" one that the mean-value form does.
    """
    symbols = list(goal.domains)
    whole = {s: ends(goal.domains[s]) for s in symbols}
    _need(all(isinstance(d, Interval) for d in goal.domains.values()), "a variable is discrete")
    _need(all(isinstance(e, Fraction) for r in whole.values() for e in r[:2]), "an infinite box")
    closed = {s: Range(r.lower, r.upper) for s, r in whole.items()}
    slopes = {s: sympy.diff(goal.expression, s) for s in symbols} if "m" in proof["tree"] else {}
    pending, tokens = [closed], iter(proof["tree"].split())
    while pending:
        box, token = pending.pop(), next(tokens, "")
        if token in ("d", "m"):
            found = _box(goal, box, slopes if token == "m" else None)
            _need(found.positive or (found.nonnegative and not goal.strict), f"a box fails: {box}")
            continue
        symbol = Symbol(token)
        side = box[symbol]
        middle = Fraction(side.lower + side.upper) / 2
        pending.append({**box, symbol: Range(middle, side.upper)})
        pending.append({**box, symbol: Range(side.lower, middle)})
    _need(next(tokens, None) is None, "the tree has more leaves than boxes")


def _box(goal: Goal, box: dict[Symbol, Range], slopes: dict[Symbol, Expr] | None) -> Range:
    region = Region(goal.domains, _plain(goal.facts) if slopes is None else (), box=box)
    settle(region, (*goal.duties, *duties(goal.expression)))
    if slopes is None:
        return region.range(goal.expression)
    middles = {s: Fraction(side.lower + side.upper) / 2 for s, side in box.items()}
    _need(all(_smooth(goal.expression, s, region) for s in box), "no mean-value form")
    centre = Region(goal.domains, box={s: Range(m, m) for s, m in middles.items()})
    total = centre.range(goal.expression)
    for symbol, slope in slopes.items():
        step = Range(box[symbol].lower - middles[symbol], box[symbol].upper - middles[symbol])
        total = total.plus(region.range(slope).times(step))
    return total


Rule = Callable[[Goal, Proof, Child], None]


RULES: dict[str, Rule] = {
    "range": _by_range,
    "sum": _sum,
    "replace": _replace,
    "have": _have,
    "monotone": _monotone,
    "unimodal": _unimodal,
    "stationary": _stationary,
    "square": _square,
    "cases": _cases,
    "void": _void,
    "split": _split,
    "face": _face,
    "exhaust": _exhaust,
    "induction": _induction,
    "enlarge": _enlarge,
    "substitute": _substitute,
    "generalize": _generalize,
    "boxes": _boxes,
}
