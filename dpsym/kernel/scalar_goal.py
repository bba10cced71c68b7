"""Goals about scalar expressions, and what their rules read from proofs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Any

from dpsym.kernel.rejection import UndefinedError, UnmetError
from dpsym.kernel.scalar_duties import Duty, duties, settle
from dpsym.kernel.scalar_facts import FactRegion
from dpsym.kernel.scalar_intervals import Range
from dpsym.kernel.scalar_ranges import Region, ends
from dpsym.kernel.term import Term, name, number
from dpsym.kernel.term_reading import Domain, read_ends
from dpsym.kernel.term_reduction import put

Proof = Mapping[str, Any]


Path = tuple[int, ...]


Fact = tuple[Term, bool, bool]


@dataclass(frozen=True, slots=True)
class Goal:
    """``expression`` is defined, and >= 0 (> 0 if ``strict``), wherever the facts hold."""

    expression: Term
    domains: dict[Term, Domain]
    facts: tuple[Fact, ...]
    strict: bool
    duties: tuple[Duty, ...]

    def region(self) -> FactRegion:
        """The region of the goal."""
        return _region(tuple(self.domains.items()), tuple(_plain(self.facts)))

    def settled(self) -> FactRegion:
        """The region, on which the expression is defined."""
        region = self.region()
        settle(region, (*self.duties, *duties(self.expression)))
        return region

    def about(self, expression: Term, *, strict: bool = False) -> Goal:
        """A goal about another expression on the same region."""
        return replace(self, expression=expression, strict=strict, duties=duties(expression))

    def without(self, symbol: Term, domain: Domain | None) -> Goal:
        """The goal with another domain for a symbol, without the facts about it that need not
        hold there.
        """
        keep = domain is not None and includes(self.domains[symbol], domain)
        facts = tuple(f for f in self.facts if not f[0].has(symbol) or (f[2] and keep))
        return replace(self, domains=_put(self.domains, symbol, domain), facts=facts)

    def at(self, symbol: Term, value: Term, domains: dict[Term, Domain]) -> Goal:
        """The goal with a value for a symbol.

        What is known of the symbol everywhere is known of the value where the facts hold, since
        these may be why the value lies in the symbol's domain.
        """
        given = {symbol: value}
        return Goal(
            put(self.expression, given),
            domains,
            tuple(
                (put(fact, given), strict, free and not fact.has(symbol))
                for fact, strict, free in self.facts
            ),
            self.strict,
            tuple((kind, tuple(put(a, given) for a in args)) for kind, args in self.duties),
        )


@lru_cache(maxsize=64)
def _region(
    domains: tuple[tuple[Term, Domain], ...], facts: tuple[tuple[Term, bool], ...]
) -> FactRegion:
    return FactRegion(dict(domains), facts)


Child = Callable[[Goal, str | tuple[str, int]], None]


def _need(holds: bool, why: str) -> None:
    if not holds:
        raise UnmetError(why)


def order(left: Term, right: Term) -> int:
    """-1, 0 or 1: how one constant compares with another.

    Raises:
        UndefinedError: their enclosures overlap.
    """
    one, other = (Region({}).range(end) for end in (left, right))
    if left is right or (one.lower == one.upper == other.lower == other.upper):
        return 0
    if one.upper < other.lower or other.upper < one.lower:
        return -1 if one.upper < other.lower else 1
    raise UndefinedError(f"nothing says whether {left} or {right} is larger")


def _beyond(inner: Term | None, outer: Term | None, sign: int) -> int:
    """1 where an end is outside of another one, 0 where they are equal; None is infinite."""
    if inner is None or outer is None:
        return (inner is None) - (outer is None)
    return sign * order(inner, outer)


def includes(domain: Domain, other: Domain) -> bool:
    """Whether every element of ``other`` is one of ``domain``."""
    low, high = _beyond(other.lower, domain.lower, -1), _beyond(other.upper, domain.upper, 1)
    return (
        (other.integers or not domain.integers)
        and (low < 0 or (low == 0 and (other.lower_open or not domain.lower_open)))
        and (high < 0 or (high == 0 and (other.upper_open or not domain.upper_open)))
    )


def _domain(text: str) -> Domain:
    """The domain that a text writes, which has an element."""
    return nonempty(read_ends(text))


def nonempty(domain: Domain) -> Domain:
    """The domain, if it has an element."""
    if domain.lower is not None and domain.upper is not None:
        sign = order(domain.lower, domain.upper)
        closed = not (domain.lower_open or domain.upper_open)
        _need(sign < 0 or (sign == 0 and closed), f"the domain {domain} is empty")
    for end in (domain.lower, domain.upper):
        if end is not None:
            Region({}).range(end)
    return domain


def _cut(domain: Domain, at: Fraction) -> tuple[Domain, Domain | None]:
    """The part up to a number between the ends, and the one beyond it if there is one."""
    low, high = (number(floor(at)), number(floor(at) + 1)) if domain.integers else 2 * (number(at),)
    ends_there = domain.upper is not None and order(domain.upper, low) == 0
    below = replace(domain, upper=low, upper_open=domain.upper_open if ends_there else False)
    above = replace(domain, lower=high, lower_open=False)
    return nonempty(below), None if ends_there else nonempty(above)


def _put(domains: dict[Term, Domain], symbol: Term, domain: Domain | None) -> Any:
    rest = {other: d for other, d in domains.items() if other is not symbol}
    return rest if domain is None else {**rest, symbol: domain}


def _variable(goal: Goal, proof: Proof) -> tuple[Term, Domain]:
    symbol = name(str(proof["variable"]))
    _need(symbol in goal.domains, f"{symbol} has no domain")
    return symbol, goal.domains[symbol]


def _interval(goal: Goal, proof: Proof) -> tuple[Term, Domain]:
    symbol, domain = _variable(goal, proof)
    _need(not domain.integers, f"{symbol} is no real variable")
    return symbol, domain


def _opened(domain: Domain) -> Domain:
    if domain.integers or domain.lower is domain.upper is not None:
        return domain
    return replace(domain, lower_open=True, upper_open=True)


def _closed(domain: Domain, side: str) -> Domain:
    lower, upper = domain.lower_open and side != "lower", domain.upper_open and side != "upper"
    return replace(domain, lower_open=lower, upper_open=upper)


def _plain(facts: tuple[Fact, ...]) -> list[tuple[Term, bool]]:
    return [(fact, strict) for fact, strict, _ in facts]


def _exact(domain: Domain) -> Range:
    """The range of a domain whose ends are rational or infinite."""
    for end in (domain.lower, domain.upper):
        _need(end is None or end.is_number, f"the end {end} is irrational")
    return ends(domain)
