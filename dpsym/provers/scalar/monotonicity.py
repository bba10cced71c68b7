"""Rules that compare an expression with its values at the ends of an interval.

Each rule returns a step whose goal follows from the goals of its children, or None; the rules are
stated in
:mod:`dpsym.provers.scalar.rules`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sympy import Expr, S, Symbol

from dpsym.language.domains import Interval
from dpsym.provers.scalar import limits, regions, removable
from dpsym.provers.scalar.derivatives import derivative
from dpsym.provers.scalar.goal import Candidate, Detail, Goal, Reason, Step, size, written
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.signs import Region
from dpsym.provers.scalar.smooth import differentiable
from dpsym.provers.scalar.variants import forms

EDGE_DEPTH, EDGE_SECONDS = 4, 1.0


def monotone(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Proves the goal at one end of a variable's interval and the sign of the derivative inside."""
    if depth == 0:
        return None
    key = goal, search.steep
    if key not in search.candidates:
        found = list(_monotone_candidates(search, goal, region))
        search.candidates[key] = sorted(found, key=lambda candidate: candidate[0])
    for _, form, reason, edge, inner, detail in search.candidates[key][:6]:
        # A slope that is strict is asked to rise strictly in turn, and its own, a few times only.
        steep, search.steep = search.steep, max(0, search.steep - inner.strict)
        try:
            children = _edge_and_inside(search, edge, inner, depth)
        finally:
            search.steep = steep
        if children is None:
            continue
        said = tuple(
            (key, written(value) if key == "derivative" else value) for key, value in detail
        )
        proof = Step("monotone", replace(goal, expression=form), said, children)
        if form == goal.expression:
            return proof
        return Step("form", goal, (("reason", reason),), (proof,))
    return None


def _edge_and_inside(
    search: Search, edge: Goal, inner: Goal, depth: int
) -> tuple[Step, ...] | None:
    """Evidence for both; an edge with one variable is searched deeply once the slope is known."""
    first = search.prove(edge, depth - 1)
    if first is None and len(edge.domains) != 1:
        return None
    second = search.prove(inner, depth - 1)
    if second is None:
        return None
    if first is None and edge not in search.deep:
        with search.within(EDGE_SECONDS):
            first = search.prove(edge, EDGE_DEPTH)
        search.deep.add(edge)
    return None if first is None else (first, second)


def _monotone_candidates(search: Search, goal: Goal, region: Region) -> Iterator[Candidate]:
    for form, reason in forms(goal.expression, region):
        for symbol, domain in goal.domains:
            if not isinstance(domain, Interval) or not form.has(symbol):
                continue
            search.check_time()
            base = Goal(
                form,
                goal.domains,
                tuple(c for c in goal.conditions if not c.has(symbol)),
                tuple(c for c in goal.positives if not c.has(symbol)),
                goal.strict,
            )
            inner = replace(regions.opened(base, symbol), strict=False)
            if not differentiable(form, symbol, Region.of(inner)):
                continue
            slope = derivative(form, symbol)
            yield from _edges(search, base, inner, symbol, domain, slope, reason)


def _edges(
    search: Search,
    base: Goal,
    inner: Goal,
    symbol: Symbol,
    domain: Interval,
    slope: Expr,
    reason: Reason,
) -> Iterator[Candidate]:
    for end, sign, side in ((domain.lower, 1, "lower"), (domain.upper, -1, "upper")):
        outside = domain.lower_open if side == "lower" else domain.upper_open
        # Where the end is no point, it is enough to rise from it strictly.
        for steep in (False, True) if base.strict and outside and search.steep else (False,):
            rising = replace(inner, expression=sign * slope, strict=steep)
            if search.refuted(rising):
                break
            weak = replace(base, strict=base.strict and not steep)
            near: Detail = ()
            edge = _edge(weak, symbol, domain, end, side)
            if edge is None and outside:
                edge, near = _next_to(search, weak, symbol, side)
            if edge is None or search.refuted(edge):
                continue
            detail: Detail = (("variable", symbol.name), ("end", side), ("derivative", slope))
            detail += (("strict", True),) if steep else ()
            detail += near
            yield size(slope), base.expression, reason, edge, rising, detail


def _edge(base: Goal, symbol: Symbol, domain: Interval, end: Expr, side: str) -> Goal | None:
    """The goal at an end of a variable's interval, or about the limit at infinity."""
    if not end.is_finite:
        around = Region.of(base)
        limit = limits.at_infinity(base.expression, symbol, end, around)
        if limit is None or base.strict or around.range(base.expression) is None:
            return None
        return replace(regions.at_edge(base, symbol, S.Zero), expression=limit)
    face = replace(
        domain,
        lower_open=False if side == "lower" else domain.lower_open,
        upper_open=False if side == "upper" else domain.upper_open,
    )
    whole = replace(base, domains=tuple((n, face if n == symbol else d) for n, d in base.domains))
    whole = regions.with_assumptions(whole)
    if Region.of(whole).range(whole.expression) is None:
        return None
    return regions.at_edge(base, symbol, end)


def _next_to(search: Search, base: Goal, symbol: Symbol, side: str) -> tuple[Goal | None, Detail]:
    """The goal next to an end at which the expression has a limit but no value, and how far."""
    key = base, symbol, side
    if key not in search.limits:
        search.limits[key] = removable.next_to(base, symbol, side)
    found = search.limits[key]
    if found is None:
        return None, ()
    edge, until, rate = found
    return edge, (("near", [str(until), str(rate)]),)


def quasiconcave(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """The least value of a function that first rises and then falls is at an end."""
    if depth == 0 or goal.strict or goal.conditions or goal.positives or len(goal.domains) > 1:
        return None
    for form, reason in forms(goal.expression, region):
        for symbol, domain in goal.domains:
            if not isinstance(domain, Interval) or not form.has(symbol):
                continue
            inner = regions.opened(replace(goal, expression=form), symbol)
            inside = Region.of(inner)
            if not differentiable(form, symbol, inside):
                continue
            slope = derivative(form, symbol)
            crossing = _crosses(search, inner, inside, symbol, slope, depth)
            if crossing is None:
                continue
            ends = [limits.at_end(goal, form, symbol, end) for end in (domain.lower, domain.upper)]
            if None in ends:
                continue
            edges = [replace(regions.at_edge(goal, symbol, S.One), expression=end) for end in ends]
            children = search.prove_all(edges, depth - 1)
            if children is None:
                continue
            (factor, *later), steps = crossing
            detail: Detail = (("variable", symbol.name), ("reason", reason), ("factor", factor))
            if later:
                detail += (("then", later),)
            return Step("quasiconcave", goal, detail, (*children, *steps))
    return None


def _crosses(
    search: Search, inner: Goal, inside: Region, symbol: Symbol, slope: Expr, depth: int
) -> tuple[list[str], tuple[Step, ...]] | None:
    """That the slope is at first >= 0 and then <= 0, going up the interval.

    A function with its sign decreases; or is >= 0 at the lower end and itself first rises and then
    falls. The functions used, and the proofs: of the values at the lower end, of the decrease.
    """
    for candidate in limits.same_sign(slope, inside):
        if not differentiable(candidate, symbol, inside):
            continue
        change = derivative(candidate, symbol)
        falling = replace(inner, expression=-change)
        if not search.refuted(falling):
            step = search.prove(falling, depth - 1)
            if step is not None:
                return [str(candidate)], (step,)
    if depth < 2:
        return None
    for candidate in limits.same_sign(slope, inside):
        if not differentiable(candidate, symbol, inside):
            continue
        start = _start(search, inner, symbol, candidate)
        later = None
        if start is not None:
            change = derivative(candidate, symbol)
            later = _crosses(search, inner, inside, symbol, change, depth - 1)
        if start is not None and later is not None:
            return [str(candidate), *later[0]], (start, *later[1])
    return None


def _start(search: Search, inner: Goal, symbol: Symbol, candidate: Expr) -> Step | None:
    """That a function is >= 0 at the lower end of the interval."""
    lower = next(domain.lower for name, domain in inner.domains if name == symbol)
    value = limits.at_end(inner, candidate, symbol, lower)
    if value is None:
        return None
    edge = replace(regions.at_edge(inner, symbol, S.One), expression=value)
    return None if search.refuted(edge) else search.prove(edge, 0)
