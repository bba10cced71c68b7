"""Rules that describe the region anew or divide it.

Each rule returns a step whose goal follows from the goals of its children, or None; the rules are
stated in
:mod:`dpsym.provers.scalar.rules`.
"""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import sympy
from flint import arb, fmpq
from sympy import Expr, S, Symbol

from dpsym.enclosure.balls import compile_balls, precision
from dpsym.errors import EvaluationError
from dpsym.language.domains import Interval
from dpsym.provers.scalar import cuts, regions
from dpsym.provers.scalar.convexity import stationary
from dpsym.provers.scalar.derivatives import derivative
from dpsym.provers.scalar.goal import Detail, Goal, Step
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.signs import Region, domain_range
from dpsym.provers.scalar.variants import core, forms

BOX_SECONDS = 1.0
BITS = 80
DEEPEST = 4
"""The depth to which the pieces of a goal that touches zero are searched."""
EQUAL, OTHER = Fraction(3, 8), Fraction(5, 9)
"""Where in their ranges the variables of a point lie that are equal, and the others."""


def relax(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Widens integer ranges to intervals."""
    if not region.integers:
        return None
    wider = regions.relaxed(goal)
    if Region.of(wider).range(wider.expression) is None or search.refuted(wider):
        return None
    child = search.prove(wider, depth)
    return None if child is None else Step("relax", goal, (), (child,))


def halves(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Treats the two signs of a variable on the whole line apart.

    Normal tails are first compared with their value where a derivative vanishes, which the signs
    do not help to find.
    """
    for symbol, domain in goal.domains:
        whole = isinstance(domain, Interval) and not (
            domain.lower.is_finite or domain.upper.is_finite
        )
        if whole and goal.expression.has(sympy.erfc):
            step = stationary(search, goal, region, depth)
            if step is not None:
                return step
        if whole:
            children = search.prove_all(list(regions.halves(goal, symbol)), depth)
            return (
                None
                if children is None
                else Step("halves", goal, (("variable", symbol.name),), children)
            )
    return None


def order(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Treats x <= y and y <= x apart where the expression vanishes for x = y."""
    if depth == 0 or goal.conditions or goal.positives:
        return None
    symbols = [symbol for symbol, _ in goal.domains]
    for position, x in enumerate(symbols):
        for y in symbols[:position]:
            if sympy.expand(goal.expression.subs(x, y)) != 0:
                parts = core(goal.expression.subs(x, y), region)
                if parts is None or parts.sign != 0:
                    continue
            pair = regions.orders(goal, x, y)
            if pair is None:
                continue
            children = search.prove_all(list(pair), depth - 1)
            if children is not None:
                return Step("orders", goal, (("variables", [x.name, y.name]),), children)
    return None


def puncture(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Treats a closed lower end and the open rest apart, where a form exists only away from that
    end.
    """
    if depth == 0 or goal.strict:
        return None
    for symbol, domain in goal.domains:
        if not isinstance(domain, Interval) or domain.lower_open or domain.lower != 0:
            continue
        if domain.upper == 0:
            continue
        part = replace(domain, lower_open=True)
        rest = replace(
            goal, domains=tuple((n, part if n == symbol else d) for n, d in goal.domains)
        )
        if len(forms(goal.expression, region)) == len(forms(goal.expression, Region.of(rest))):
            continue
        children = search.prove_all([regions.at_edge(goal, symbol, S.Zero), rest], depth - 1)
        if children is not None:
            return Step("puncture", goal, (("variable", symbol.name),), children)
    return None


def boxes(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Covers a compact domain with boxes on which balls decide."""
    if goal in search.uncovered:
        return None
    if not all(domain.lower.is_finite and domain.upper.is_finite for _, domain in goal.domains):
        return None
    detail = None if _is_zero_inside(goal) else _covered(search, goal)
    if detail is None:
        search.check_time()  # with more, the goal may be covered
        search.uncovered.add(goal)
        return None
    return Step("boxes", goal, detail)


def _positive(goal: Goal, symbol: Symbol, domain: Interval) -> list[Expr]:
    """The middle of an interval where the range shows that the expression is > 0 on both halves."""
    if not goal.strict or not (domain.lower.is_finite and domain.upper.is_finite):
        return []
    middle = (domain.lower + domain.upper) / 2
    halves = regions.pieces(goal, symbol, domain, middle)
    return [middle] if all(Region.of(g).positive(g.expression) for g in halves) else []


def _covered(search: Search, goal: Goal) -> Detail | None:
    from dpsym.provers.scalar.boxes import cover  # it needs numpy

    return cover(goal, min(search.deadline, time.thread_time() + BOX_SECONDS))


def _is_zero_inside(goal: Goal) -> bool:
    """Whether balls cannot tell the value from zero somewhere where two variables are equal.

    Then they decide on no box that holds the point, however small.
    """
    sides = []
    for _, domain in goal.domains:
        side = domain_range(domain)
        if not isinstance(side.lower, Fraction) or not isinstance(side.upper, Fraction):
            return False
        sides.append((side.lower, side.upper))
    alike = [
        pair for pair in combinations(range(len(sides)), 2) if sides[pair[0]] == sides[pair[1]]
    ]
    if not alike:
        return False
    try:
        run = compile_balls(goal.expression, [symbol for symbol, _ in goal.domains])
    except EvaluationError:
        return False
    with precision(BITS):
        for pair in alike:
            shares = [EQUAL if place in pair else OTHER for place in range(len(sides))]
            point = [low + (high - low) * x for (low, high), x in zip(sides, shares, strict=True)]
            value = run([arb(fmpq(x.numerator, x.denominator)) for x in point])
            if value.contains(0) and not (value >= 0 and not goal.strict):
                return True
    return False


def cut(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Cuts the interval of a variable at a point: a zero inside, far out where the tail is treated
    apart, or in the middle where each half is evident.
    """
    if depth == 0:
        return None
    for symbol, domain in goal.domains:
        if not isinstance(domain, Interval) or not goal.expression.has(symbol):
            continue
        for value in (
            cuts.candidates(goal, symbol, domain, region)
            or _positive(goal, symbol, domain)
            or cuts.turning(goal, symbol, domain)
        ):
            pieces = regions.pieces(goal, symbol, domain, value)
            children = search.prove_all(list(pieces), depth - 1)
            if children is not None:
                detail: Detail = (("variable", symbol.name), ("at", str(value)))
                return Step("cut", goal, detail, children)
    return None


def touching(search: Search, goal: Goal) -> Step | None:
    """Divides x > y where a strict goal touches zero at x = y with a slope that does not rise.

    It vanishes there with its slope, and the second derivative does at a point: on each of the
    pieces beside it the slope rises strictly. Where one variable is that point the other is not.
    """
    if not goal.strict or goal.conditions:
        return None
    for x, y in filter(None, map(regions.compared, goal.positives)):
        where = dict(goal.domains)
        alike = where.get(x) == where.get(y) and isinstance(where.get(x), Interval)
        for at in _flat(goal, x, y) if alike else ():
            step = _around(search, goal, (x, y), at)
            if step is not None:
                return step
    return None


def _flat(goal: Goal, x: Symbol, y: Symbol) -> list[Expr]:
    """The inner points at which the second derivative vanishes where x = y, if it is rational."""
    domain = dict(goal.domains)[x]
    second = sympy.cancel(derivative(derivative(goal.expression, x), x).xreplace({x: y}))
    above = sympy.fraction(second)[0]
    if not above.is_polynomial(y) or above.free_symbols != {y}:
        return []
    roots = sympy.Poly(above, y).ground_roots()
    return [root for root in roots if domain.lower < root < domain.upper]


def _deepened(search: Search, goal: Goal) -> Step | None:
    """Evidence for a goal with as little depth as suffices."""
    steps = (search.prove(goal, depth) for depth in range(DEEPEST + 1))
    return next(filter(None, steps), None)


def _around(search: Search, goal: Goal, pair: tuple[Symbol, Symbol], at: Expr) -> Step | None:
    """The pieces beside a point at which x > y touch: both below, on both sides, and both above."""
    x, y = (symbol.name for symbol in pair)

    def cut_at(whole: Goal, name: str) -> tuple[Symbol, tuple[Goal, Goal]]:
        symbol, domain = next((n, d) for n, d in whole.domains if n.name == name)
        assert isinstance(domain, Interval)
        return symbol, regions.pieces(whole, symbol, domain, at)

    def inside(piece: Goal, name: str = y, side: str = "upper") -> Step | None:
        symbol, domain = next((n, d) for n, d in piece.domains if n.name == name)
        assert isinstance(domain, Interval)
        ends: dict[str, Any] = {side: at, f"{side}_open": True}
        domains = tuple((n, replace(d, **ends) if n == symbol else d) for n, d in piece.domains)
        child = _deepened(search, replace(piece, domains=domains))
        detail: Detail = (("variable", name), (side, str(at)))
        return None if child is None else Step("inside", piece, detail, (child,))

    def beside(piece: Goal) -> Step | None:
        symbol, domain = next((n, d) for n, d in piece.domains if n.name == x)
        assert isinstance(domain, Interval)
        edge = inside(regions.with_assumptions(regions.at_edge(piece, symbol, at)))
        beyond = replace(domain, lower_open=True)
        domains = tuple((n, beyond if n == symbol else d) for n, d in piece.domains)
        rest = None if edge is None else _deepened(search, replace(piece, domains=domains))
        if edge is None or rest is None:
            return None
        return Step("puncture", piece, (("variable", x),), (edge, rest))

    def above(piece: Goal) -> Step | None:
        return inside(piece, x, "lower")

    _, (low, high) = cut_at(goal, y)
    _, (first, second) = cut_at(low, x)
    steps: list[Step] = []
    for way, piece in ((inside, first), (beside, second), (above, high)):
        step = way(piece)
        if step is None:
            return None
        steps.append(step)
    below = Step("cut", low, (("variable", x), ("at", str(at))), (*steps[:2],))
    return Step("cut", goal, (("variable", y), ("at", str(at))), (below, steps[2]))
