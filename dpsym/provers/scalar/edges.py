"""Powers with a base that is 0 at an end of a domain: the end and what is beyond it apart.

Where the base is 0, a power has a value if its exponent is > 0, or 0 there; no one reason holds on
the whole domain.

* ``edge``: the goal at the lower end of an interval, and on the rest of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from sympy import Symbol

from dpsym.language.domains import Interval
from dpsym.provers.scalar import regions
from dpsym.provers.scalar.defined import Requirement
from dpsym.provers.scalar.goal import Goal, Step
from dpsym.provers.scalar.search import Search

Prove = Callable[[Search, Goal, tuple[Requirement, ...]], Step | None]


def power_ends(goal: Goal, needed: Iterable[Requirement]) -> Iterator[Symbol]:
    """The names at whose lower end, which is a point, a base is 0, or an exponent of 0 is.

    What is needed says which powers there are.
    """
    for requirement in needed:
        if requirement.kind != "one of":
            continue
        (_, (_, exponent), _), base = requirement.alternatives, requirement.expr
        vanishing = base or exponent.expr
        for symbol, domain in goal.domains:
            if not isinstance(domain, Interval) or domain.lower_open or not vanishing.has(symbol):
                continue
            if domain.lower < domain.upper and vanishing.subs(symbol, domain.lower) == 0:
                yield symbol


def beyond(goal: Goal, symbol: Symbol) -> Goal:
    """The goal without the lower end of an interval."""
    domains = tuple(
        (name, replace(domain, lower_open=True))
        if name == symbol and isinstance(domain, Interval)
        else (name, domain)
        for name, domain in goal.domains
    )
    return replace(goal, domains=domains)


def by_edges(
    search: Search, goal: Goal, needed: tuple[Requirement, ...], prove: Prove
) -> Step | None:
    """The goal at such an end, and beyond it."""
    symbol = next(power_ends(goal, needed), None)
    if symbol is None:
        return None
    end = dict(goal.domains)[symbol].lower
    demands = tuple(requirement.at(symbol, end) for requirement in needed)
    edge = prove(search, regions.at_edge(goal, symbol, end), demands)
    rest = None if edge is None else prove(search, beyond(goal, symbol), needed)
    if edge is None or rest is None:
        return None
    return Step("edge", goal, (("variable", symbol.name),), (edge, rest))
