"""Names that are read off hypotheses: the least value with which each of them holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import islice

import sympy
from sympy import Basic, Dummy, Equality, Expr, Ge, Gt, Integer, Le, Lt, Rational, S, Symbol
from sympy.core.relational import GreaterThan, StrictGreaterThan, StrictLessThan

from dpsym.language import heads
from dpsym.language.definitions import simple_bound
from dpsym.language.domains import Domain, Integers, Interval
from dpsym.provers.search.space import Demand, Reading

_SHARES, _APART = (Rational(1, 7), Rational(3, 5)), Rational(1, 5)
_READABLE = {
    heads.ApproxDP: (2, 1),
    heads.ZCDP: (2, 1),
    heads.ApproxZCDP: (3, 2),
    heads.BoundedZCDP: (3, 2),
    heads.MeanCDP: (2, 1),
}


def readings_of(
    hypotheses: Sequence[Basic], domains: dict[Symbol, Domain], conclusions: Sequence[Basic] = ()
) -> tuple[list[Reading], list[Basic]]:
    """Names to read off in an order that works, and the hypotheses that remain constraints.

    A name of which the other end makes the conclusions fail is none of them.
    """
    demands: dict[tuple[Symbol, bool], list[Demand]] = {}
    constraints: list[Basic] = []
    for hypothesis in hypotheses:
        wanted = 2 if isinstance(hypothesis, heads.MeanCDP) else 1
        found = list(islice(_demands(hypothesis, domains), wanted))
        if (
            len(found) < wanted
            or any((name, not below) in demands for name, below, _ in found)
            or any(_eases(conclusions, name, domains, below=below) for name, below, _ in found)
        ):
            constraints.append(hypothesis)
            continue
        for name, below, demand in found:
            demands.setdefault((name, below), []).append(demand)
    graph = {name: _needs(name, wanting) for (name, _), wanting in demands.items()}
    while True:
        try:
            order = [n for n in TopologicalSorter(graph).static_order() if n in graph]
            break
        except CycleError as error:
            dropped = next(n for n in error.args[1] if n in graph)
            del graph[dropped]
            for key in [key for key in demands if key[0] == dropped]:
                constraints += [demand.hypothesis for demand in demands.pop(key)]
    by_name = {name: (below, wanting) for (name, below), wanting in demands.items()}
    readings = [Reading(n, domains[n], tuple(by_name[n][1]), by_name[n][0]) for n in order]
    for reading in readings:
        kinds = {type(demand.hypothesis) for demand in reading.demands}
        if kinds & {StrictLessThan, StrictGreaterThan} or (
            Equality in kinds and len(reading.demands) > 1
        ):
            constraints += [demand.hypothesis for demand in reading.demands]
    return readings, constraints


def _eases(
    conclusions: Sequence[Basic], name: Symbol, domains: dict[Symbol, Domain], *, below: bool
) -> bool:
    """Whether relations seem to hold the more, the less the name (the more, where ``below``)."""
    if not conclusions or not all(isinstance(c, Le | Lt | Ge | Gt) for c in conclusions):
        return False
    signs: set[bool] = set()
    for gap in (c.gts - c.lts for c in conclusions if c.has(name)):
        others = {d: Rational(1, 3) for d in gap.atoms(heads.Quantity)}
        for share in _SHARES:
            put = {n: _inside(d, share) for n, d in domains.items()}
            low, high = (
                gap.xreplace(others | put | {name: _inside(domains[name], at)}).evalf(15)
                for at in (share, share + _APART)
            )
            if not (low.is_Float and high.is_Float) or low == high:
                return False
            signs.add(bool(high > low))
    return signs == {below}


def _inside(domain: Domain, share: Rational) -> Expr:
    """A number in a domain, the larger the share of one."""
    if not isinstance(domain, Interval):
        return 1 + share
    low, high = domain.lower, domain.upper
    low = low if low.is_finite else S.Zero
    return low + share * (high - low if high.is_finite else S.One)


def _needs(name: Symbol, demands: Sequence[Demand]) -> set[Basic]:
    """The names that must have values before these demands on ``name`` can be evaluated."""
    needed: set[Basic] = set()
    for demand in demands:
        hypothesis = demand.hypothesis
        if isinstance(hypothesis, heads.MeanCDP):
            needed |= hypothesis.args[0].free_symbols
        else:
            needed |= hypothesis.free_symbols
    return needed - {name}


def _demands(
    hypothesis: Basic, domains: dict[Symbol, Domain]
) -> Iterator[tuple[Symbol, bool, Demand]]:
    """Ways to read one name off a hypothesis: the name, whether it is bounded above, the demand."""
    level = Dummy("level")
    if isinstance(hypothesis, heads.Guarantee):
        last = (len(hypothesis.args) - 1,) if simple_bound(hypothesis) else ()
        for place in _READABLE.get(type(hypothesis), last):
            if place >= len(hypothesis.args):
                place -= 1
            if place < 1:
                continue
            for name, inverse in _inverses(hypothesis.args[place], level, domains):
                others = [a for i, a in enumerate(hypothesis.args) if i not in (0, place)]
                if all(name not in other.free_symbols for other in others):
                    yield name, False, Demand(hypothesis, place, None, inverse, level)
        return
    if isinstance(hypothesis, Equality):
        for name, value in _solutions(hypothesis, domains):
            yield name, False, Demand(hypothesis, None, value, level, level)
        return
    small, large = hypothesis.args
    if isinstance(hypothesis, GreaterThan | StrictGreaterThan):
        small, large = large, small
    if small.has(heads.Divergence) and not large.has(heads.Divergence):
        for name, inverse in _inverses(large, level, domains):
            if name not in small.free_symbols:
                yield name, False, Demand(hypothesis, None, small, inverse, level)
    if large.has(heads.Divergence) and not small.has(heads.Divergence):
        for name, inverse in _inverses(small, level, domains):
            if name not in large.free_symbols:
                yield name, True, Demand(hypothesis, None, large, inverse, level)


def _solutions(equation: Basic, domains: dict[Symbol, Domain]) -> Iterator[tuple[Symbol, Expr]]:
    """Names that an equation determines because they stand alone or linearly in it."""
    for side, other in (equation.args, reversed(equation.args)):
        if isinstance(side, Symbol) and side in domains and side not in other.free_symbols:
            yield side, other
    gap = equation.args[0] - equation.args[1]
    for name in sorted(gap.free_symbols, key=str):
        if name in domains and not any(name in d.free_symbols for d in gap.atoms(heads.Divergence)):
            slope = gap.diff(name)
            if not slope.is_zero and name not in slope.free_symbols:
                yield name, sympy.expand(-gap.xreplace({name: S.Zero}) / slope)


def _inverses(
    parameter: Expr, level: Symbol, domains: dict[Symbol, Domain]
) -> Iterator[tuple[Symbol, Expr]]:
    """Names that an increasing expression determines, with the name as a function of its value."""
    if parameter in domains:
        yield parameter, level
        return
    for name in sorted(parameter.free_symbols, key=str):
        domain = domains.get(name)
        if isinstance(domain, Interval | Integers):
            root = _inverse(parameter, name, level, domain.lower)
            if root is not None and _increases(root, level):
                yield name, root


def _inverse(expression: Expr, name: Symbol, value: Expr, least: Expr) -> Expr | None:
    """The ``name`` at which the expression has this value; None unless it stands there once.

    None as well where an even power hides the sign of what is negative at the name's least value.
    """
    while expression != name:
        inside = [a for a in expression.args if name in a.free_symbols]
        if len(inside) != 1:
            return None
        rest = [a for a in expression.args if name not in a.free_symbols]
        if expression.is_Add:
            value = value - sympy.Add(*rest)
        elif expression.is_Mul:
            value = value / sympy.Mul(*rest)
        elif isinstance(expression, sympy.exp) or (
            expression.is_Pow and expression.base is sympy.E
        ):
            value = sympy.log(value)
        elif isinstance(expression, sympy.log):
            value = sympy.exp(value)
        elif expression.is_Pow and expression.exp.is_Rational:
            if expression.exp.p % 2 == 0 and inside[0].xreplace({name: least}).is_extended_negative:
                return None
            value = value ** (1 / expression.exp)
        else:
            return None
        expression = inside[0]
    return value


def _increases(root: Expr, level: Symbol) -> bool:
    at = {s: Integer(1) for s in root.free_symbols}
    low, high = (root.xreplace({**at, level: v}).evalf() for v in (S.Half, S.One))
    if not (low.is_real and high.is_real):
        return False
    return bool(0 <= low < high)
