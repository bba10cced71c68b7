"""Goals about scalar expressions, and what their rules read from proofs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from sympy import Expr, S, Symbol

from dpsym.kernel.scalar_duties import Duty, duties, settle
from dpsym.kernel.scalar_intervals import Range
from dpsym.kernel.scalar_ranges import Domain, Region, ends
from dpsym.language.construct import captures
from dpsym.language.domains import Integers, Interval, Objects
from dpsym.language.parser import parse_domain, parse_expression

Proof = Mapping[str, Any]


Path = tuple[int, ...]


Fact = tuple[Expr, bool, bool]


@dataclass(frozen=True, slots=True)
class Goal:
    """``expression`` is defined, and >= 0 (> 0 if ``strict``), wherever the facts hold."""

    expression: Expr
    domains: dict[Symbol, Domain]
    facts: tuple[Fact, ...]
    strict: bool
    duties: tuple[Duty, ...]

    def region(self) -> Region:
        """The region of the goal."""
        return _region(tuple(self.domains.items()), tuple(_plain(self.facts)))

    def settled(self) -> Region:
        """The region, on which the expression is defined."""
        region = self.region()
        settle(region, (*self.duties, *duties(self.expression)))
        return region

    def about(self, expression: Expr, *, strict: bool = False) -> Goal:
        """A goal about another expression on the same region."""
        return replace(self, expression=expression, strict=strict, duties=tuple(duties(expression)))

    def without(self, symbol: Symbol, domain: Domain | None) -> Goal:
        """The goal with another domain for a symbol, without the facts about it that need not
        hold there.
        """
        keep = domain is not None and self.domains[symbol].includes(domain)
        facts = tuple(f for f in self.facts if not f[0].has(symbol) or (f[2] and keep))
        return replace(self, domains=_put(self.domains, symbol, domain), facts=facts)

    def at(self, symbol: Symbol, value: Expr, domains: dict[Symbol, Domain]) -> Goal:
        """The goal with a value for a symbol, without facts in which a sum would bind it.

        What is known of the symbol everywhere is known of the value where the facts hold, since
        these may be why the value lies in the symbol's domain.
        """
        put = {symbol: value}
        return Goal(
            _put_into(self.expression, put),
            domains,
            tuple(
                (fact.xreplace(put), strict, free and not fact.has(symbol))
                for fact, strict, free in self.facts
                if not captures(fact, put)
            ),
            self.strict,
            tuple((kind, tuple(a.xreplace(put) for a in args)) for kind, args in self.duties),
        )


@lru_cache(maxsize=64)
def _region(
    domains: tuple[tuple[Symbol, Domain], ...], facts: tuple[tuple[Expr, bool], ...]
) -> Region:
    return Region(dict(domains), facts)


Child = Callable[[Goal, str | tuple[str, int]], None]


def _need(holds: bool, why: str) -> None:
    if not holds:
        raise ValueError(why)


def _put_into(expression: Expr, values: dict[Symbol, Expr]) -> Expr:
    """The expression with values for symbols, none of which a sum binds."""
    _need(not captures(expression, values), f"a sum of {expression} binds what is put into it")
    return expression.xreplace(values)


def _read(text: str) -> Expr:
    found = parse_expression(text)
    _need(isinstance(found, Expr), f"{text} is no number")
    return found


def _domain(text: str) -> Domain:
    found = parse_domain(text)
    _need(not isinstance(found, Objects), f"{text} is no domain of numbers")
    whole = Interval(-S.Infinity, S.Infinity, True, True)
    _need(isinstance(found, Integers) or whole.includes(found), f"{text} contains an infinity")
    return found  # type: ignore[return-value]


def _put(domains: dict[Symbol, Domain], symbol: Symbol, domain: Domain | None) -> Any:
    rest = {name: d for name, d in domains.items() if name != symbol}
    return rest if domain is None else {**rest, symbol: domain}


def _interval(goal: Goal, proof: Proof) -> tuple[Symbol, Interval]:
    symbol = Symbol(proof["variable"])
    domain = goal.domains[symbol]
    _need(isinstance(domain, Interval), f"{symbol} is no real variable")
    return symbol, domain  # type: ignore[return-value]


def _opened(domain: Domain) -> Domain:
    if isinstance(domain, Integers) or domain.lower == domain.upper:
        return domain
    return replace(domain, lower_open=True, upper_open=True)


def _closed(domain: Interval, side: str) -> Interval:
    lower, upper = domain.lower_open and side != "lower", domain.upper_open and side != "upper"
    return replace(domain, lower_open=lower, upper_open=upper)


def _plain(facts: tuple[Fact, ...]) -> list[tuple[Expr, bool]]:
    return [(fact, strict) for fact, strict, _ in facts]


def _exact(domain: Domain) -> Range:
    """The range of a domain whose ends are rational or infinite."""
    for end in (domain.lower, domain.upper):
        _need(bool(end.is_Rational) or not end.is_finite, f"the end {end} is irrational")
    return ends(domain)
