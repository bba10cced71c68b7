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

import sympy
from flint import arb, fmpq
from sympy import Expr, S, Symbol

from dpsym.enclosure.balls import compile_balls, precision
from dpsym.errors import EvaluationError
from dpsym.language.domains import Interval
from dpsym.provers.scalar import cuts, regions
from dpsym.provers.scalar.convexity import stationary
from dpsym.provers.scalar.goal import Detail, Goal, Step
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.signs import Region, domain_range
from dpsym.provers.scalar.variants import core, forms

BOX_SECONDS = 1.0
BITS = 80
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
        for value in cuts.candidates(goal, symbol, domain, region) or _positive(
            goal, symbol, domain
        ):
            pieces = regions.pieces(goal, symbol, domain, value)
            children = search.prove_all(list(pieces), depth - 1)
            if children is not None:
                detail: Detail = (("variable", symbol.name), ("at", str(value)))
                return Step("cut", goal, detail, children)
    return None
