"""A name as a continuous function of a new one: what intermediate values say of claims."""

from __future__ import annotations

from dpsym.algebra import Basic, Expr, Le, Lt, S, Symbol
from dpsym.errors import DpsymError
from dpsym.kernel.expressions import term
from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.term import EVERYWHERE, NUMERIC, PLUS, POWER, TIMES, nodes
from dpsym.kernel.terms import Domains, is_finite, sign
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import Interval
from dpsym.language.indexed import bound_names, is_indexed
from dpsym.language.parser import parse_domain

_INFINITE = S.Infinity, S.NegativeInfinity
_CONTINUOUS = (PLUS, TIMES, POWER, "log", *EVERYWHERE)
"""The operations that are continuous where they have a value, powers but for their exponents."""


def intermediate(goal: Goal) -> list[Claim]:
    """A name is a continuous function of a new one, which reaches each of its values.

    The name x becomes the term X(t), where t is new and ranges over the interval D. For each point
    of the claim, ``low`` and ``high`` lie in D, with X(low) <= x <= X(high). The other names, of
    which X may speak too, have their values. X has a value everywhere on D, and is continuous, so
    that it takes the value x at some t of D between ``low`` and ``high``, whichever is the larger:
    what is said of X(t), wherever it lies in the domain of x and the hypotheses hold, is said of x.

    That X has a value on D is asked under the hypotheses without x: those with x hold at t alone,
    where X(t) is x, and a gap of D between would let X jump over it.
    """
    claim = goal.claim
    (new,) = goal.fresh("new")
    name, domains = Symbol(str(goal.params.get("name"))), dict(claim.domains)
    domain, inner = domains.get(name), _interval(goal.params.get("domain"))
    if not isinstance(domain, Interval) or is_indexed(claim.atoms):
        raise Rejected((), f"{name} is no real number, or the claim is about a family")
    if not is_finite(name, domains):
        raise Rejected((), f"{name} may be infinite")
    value, low, high = (goal.expression(goal.params.get(key)) for key in ("value", "low", "high"))
    others = {n: d for n, d in domains.items() if n != name}
    ranges = others | {new: inner}
    for number, known in ((value, ranges), (low, domains), (high, domains)):
        known_number = heads.is_scalar(number) and is_finite(number, known)
        if not known_number or any(bound_names(number)):
            raise Rejected((), f"{number} is no number in the names that it may speak of")
    if not _is_continuous(value, new, ranges):
        raise Rejected((), f"{value} may not be continuous in {new}")
    put = {name: value}
    assumed = (
        *within(domain, value),
        *(goal.put(h, put, {new: inner}) for h in claim.hypotheses),
    )
    stated = tuple(goal.put(c, put, {new: inner}) for c in claim.conclusions)
    free = tuple(h for h in claim.hypotheses if not h.has(name))
    needed = [
        Claim(assumed, stated, tuple(ranges.items())),
        Claim(free, (at_most(value, value),), tuple(ranges.items())),
    ]
    for end in (low, high):
        needed += map(goal.stating, (at_most(end, end), *within(inner, end)))
    needed.append(goal.stating(at_most(goal.put(value, {new: low}), name)))
    needed.append(goal.stating(at_most(name, goal.put(value, {new: high}))))
    return needed


def within(domain: Interval, value: Expr) -> list[Basic]:
    """That a number lies between the finite ends of an interval."""
    below, above = (Lt if is_open else Le for is_open in (domain.lower_open, domain.upper_open))
    ends: list[Basic] = []
    if domain.lower.is_finite:
        ends.append(below(domain.lower, value, evaluate=False))
    if domain.upper.is_finite:
        ends.append(above(value, domain.upper, evaluate=False))
    return ends


def _interval(text: object) -> Interval:
    """The interval of numbers that a text writes."""
    try:
        found = parse_domain(text) if isinstance(text, str) else None
    except DpsymError as error:
        raise Rejected((), f"{text!r} is no domain: {error}") from None
    if not isinstance(found, Interval) or any(map(found.contains, _INFINITE)):
        raise Rejected((), f"{text!r} is no interval of numbers")
    return found


def _is_continuous(value: Expr, name: Symbol, domains: Domains) -> bool:
    """Whether a term is continuous in a name on every interval on which it has a value.

    Parts without the name are constants. A power with a constant exponent is continuous wherever
    it has a value: so it is at 0 with a positive exponent, and with others it has none there. With
    an exponent that moves it is where the base is positive; at 0**0 it may jump.
    """
    found, moving = term(value), term(name)
    if any(part.kind not in NUMERIC for part in nodes(found)):
        return False
    for part in nodes(found):
        if not part.has(moving) or part is moving:
            continue
        if part.kind not in _CONTINUOUS:
            return False
        jumps = part.kind == POWER and part.args[1].has(moving)
        if jumps and sign(part.args[0], domains) < 2:
            return False
    return True
