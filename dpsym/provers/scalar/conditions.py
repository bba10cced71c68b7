"""What the conditions of a goal say: their factors, and their use in linear combinations.

Every function replaces the conditions by consequences of them, or the goal by goals whose truth
implies it:

* ``conditions``: a condition is a product of factors. Factors that are > 0 by their ranges are
  dropped; of a product that is > 0 no factor vanishes, so a factor that is >= 0 is > 0, and the
  square of any other is > 0. What the ranges say without a condition needs no condition.
  Exponents are compared in the place of exponentials.
* ``void``, ``pinned``: a condition holds nowhere, or at one value of a variable alone.
* ``zero``: a condition ``b*u >= 0`` with b >= 0 says nothing at b = 0 and ``u >= 0`` elsewhere; the
  face b = 0 is treated apart.
* ``combine``: ``f = (f - m*c) + m*c`` with a condition ``c >= 0`` and a multiplier ``m >= 0``:
  the goal follows from ``f - m*c >= 0``. The multiplier is a quotient of terms, or what the point
  at which f is least tells (``contact``), or several conditions are
  subtracted with those multipliers for which the least value is largest (``dual``).
* ``squares``: ``L >= b > 0`` for a line L >= 0 where ``L**2 >= b**2``, which curved conditions say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import sympy
from sympy import Expr, S, Symbol

from dpsym.language.domains import Interval
from dpsym.provers.scalar import regions
from dpsym.provers.scalar.derivatives import derivative
from dpsym.provers.scalar.exponents import without_exponentials
from dpsym.provers.scalar.goal import Detail, Goal, Step, size
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.signs import Region
from dpsym.provers.scalar.variants import core

MAX_MULTIPLIERS, MAX_PAIRS = 8, 100


def normalized(goal: Goal) -> tuple[Goal, Detail] | None:
    """The goal with simpler conditions, which the given ones imply; None when nothing changes."""
    facts = [(c, False) for c in goal.conditions] + [(c, True) for c in goal.positives]
    found: list[tuple[Expr, bool]] = []
    for place, (condition, strict) in enumerate(facts):
        others = found + facts[place + 1 :]
        region = _region(goal, others)
        for fact in _consequences(condition, strict, region):
            if fact not in others and fact not in found:
                found.append(fact)
    conditions = tuple(expr for expr, strict in found if not strict)
    positives = tuple(expr for expr, strict in found if strict)
    if conditions == goal.conditions and positives == goal.positives:
        return None
    detail: Detail = (
        ("conditions", [str(expr) for expr in conditions]),
        ("positives", [str(expr) for expr in positives]),
    )
    return replace(goal, conditions=conditions, positives=positives), detail


def _region(goal: Goal, facts: list[tuple[Expr, bool]]) -> Region:
    return Region.of(
        replace(
            goal,
            conditions=tuple(expr for expr, strict in facts if not strict),
            positives=tuple(expr for expr, strict in facts if strict),
        )
    )


def _consequences(condition: Expr, strict: bool, region: Region) -> Iterator[tuple[Expr, bool]]:
    compared = without_exponentials(condition)
    if compared != condition:
        yield compared, strict
        return
    parts = core(condition, region)
    if parts is None or parts.sign == 0:
        if parts is None or strict:
            yield condition, strict
        return
    if strict:
        for base, exponent in parts.dropped:
            found = region.range(base)
            if found is None or found.positive or found.negative:
                continue
            if found.nonnegative or found.nonpositive:
                yield sympy.expand(base if found.nonnegative else -base), True
            elif exponent % 2 == 0:
                yield base**2, True
    elif not parts.strict:
        if parts.unknown or parts.sign < 0:
            yield condition, strict
        return
    if parts.unknown:
        yield sympy.expand(parts.sign * sympy.Mul(*parts.unknown)), strict
    elif parts.sign < 0:
        yield condition, strict


def pinned(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """The goal at the one value of a variable at which a condition holds, such as ``-x**2 >= 0``.

    Where that is a number inside the line, the two sides of it are treated apart first.
    """
    for condition in goal.conditions:
        found = region.range(condition)
        if found is not None and found.nonpositive:
            for symbol in sorted(condition.free_symbols, key=str):
                step = _pinned(search, goal, condition, symbol, depth)
                if step is not None:
                    return step
    return None


def _pinned(search: Search, goal: Goal, condition: Expr, symbol: Symbol, depth: int) -> Step | None:
    domain = dict(goal.domains)[symbol]

    def where(side: Interval) -> Goal | None:
        """The goal on a side, if the condition fails all over it."""
        domains = tuple((n, side if n == symbol else d) for n, d in goal.domains)
        there = replace(goal, domains=domains)
        found = Region.of(there).range(condition)
        return there if found is not None and found.negative else None

    if not isinstance(domain, Interval) or domain.lower == domain.upper:
        return None
    name: Detail = (("variable", symbol.name),)
    if domain.lower == 0 and not domain.lower_open:
        rest = where(replace(domain, lower_open=True))
        edge = None if rest is None else search.prove(regions.at_edge(goal, symbol, S.Zero), depth)
        if edge is None or rest is None:
            return None
        return Step("puncture", goal, name, (edge, Step("void", rest)))
    at = None if domain.lower.is_finite else _root(condition, symbol, Region.of(goal))
    if at is None or not domain.contains(at):
        return None
    sides = Interval(domain.lower, at, True, True), Interval(at, domain.upper, True, True)
    if not all(map(where, sides)):
        return None
    if at == 0 and domain.upper is S.Infinity:
        halves = search.prove_all(list(regions.halves(goal, symbol)), depth)
        return None if halves is None else Step("halves", goal, name, halves)
    pieces = search.prove_all(list(regions.pieces(goal, symbol, domain, at)), depth)
    return None if pieces is None else Step("cut", goal, (*name, ("at", str(at))), pieces)


def _root(condition: Expr, symbol: Symbol, region: Region) -> Expr | None:
    """The number at which a factor that is linear in a variable vanishes."""
    parts = core(condition, region)
    for base, _ in () if parts is None else parts.dropped:
        slope = derivative(base, symbol)
        root = -base.xreplace({symbol: S.Zero}) / slope if slope.is_Rational and slope else None
        if root is not None and root.is_Rational:
            return root
    return None


def needed(goal: Goal, refuted: Callable[[Goal], bool]) -> Goal:
    """The goal with the conditions alone without which it may be undefined or is refuted."""
    for condition in (*goal.conditions, *goal.positives):
        less = replace(
            goal,
            conditions=tuple(c for c in goal.conditions if c != condition),
            positives=tuple(c for c in goal.positives if c != condition),
        )
        if Region.of(less).range(less.expression) is not None and not refuted(less):
            goal = less
    return goal


def void(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """A condition that holds nowhere, by the signs of its factors."""
    facts = [(c, False) for c in goal.conditions] + [(c, True) for c in goal.positives]
    for condition, strict in facts:
        parts = core(condition, region)
        if parts is not None and not parts.unknown and parts.sign < 0 and (strict or parts.strict):
            return Step("void", goal)
    return None


def zero(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Treats the face apart on which a condition says nothing."""
    if goal.strict:
        return None
    for condition in goal.conditions:
        parts = core(condition, region)
        if parts is None or parts.strict:
            continue
        for base, _ in parts.dropped:
            for symbol, domain in goal.domains:
                if symbol != base or not isinstance(domain, Interval):
                    continue
                if domain.lower != 0 or domain.lower_open or domain.upper == 0:
                    continue
                part = replace(domain, lower_open=True)
                rest = replace(
                    goal, domains=tuple((n, part if n == symbol else d) for n, d in goal.domains)
                )
                children = search.prove_all([regions.at_edge(goal, symbol, S.Zero), rest], depth)
                if children is not None:
                    return Step("zero", goal, (("variable", symbol.name),), children)
    return None


def combine(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Subtracts a nonnegative multiple of a condition."""
    if depth == 0 or not (goal.conditions or goal.positives):
        return None
    expanded = sympy.expand(goal.expression)
    for condition in (*goal.conditions, *goal.positives):
        if not expanded.free_symbols & condition.free_symbols:
            continue
        divisor = None if goal.strict else _quotient(condition, expanded)
        if divisor is not None and region.positive(divisor):
            child = search.prove(replace(goal, expression=S.Zero), depth - 1)
            return child and _combined(goal, condition, 1 / divisor, child)
        for multiplier in _multipliers(expanded, sympy.expand(condition), region):
            rest = sympy.expand(expanded - multiplier * condition)
            if len(sympy.Add.make_args(rest)) > len(sympy.Add.make_args(expanded)):
                continue
            child_goal = replace(goal, expression=rest)
            if search.refuted(child_goal):
                continue
            child = search.prove(child_goal, depth - 1)
            if child is not None:
                return _combined(goal, condition, multiplier, child)
    return None


def cancelled(goal: Goal, region: Region) -> Iterator[tuple[Goal, Callable[[Step], Step]]]:
    """The goal without a multiple of a condition with which two terms cancel or more.

    Each comes with what makes evidence of its own.
    """
    expanded = sympy.expand(goal.expression)
    terms = sympy.Add.make_args(expanded)
    for condition in (*goal.conditions, *goal.positives):
        others = sympy.Add.make_args(sympy.expand(condition))
        if len(terms) * len(others) > MAX_PAIRS:
            continue
        shared = Counter(term / other for term in terms for other in others)
        for multiplier, count in shared.items():
            if count > 1 and region.nonnegative(multiplier):
                rest = sympy.expand(expanded - multiplier * condition)
                if len(sympy.Add.make_args(rest)) <= len(terms) - 2:
                    yield (
                        replace(goal, expression=rest),
                        partial(_combined, goal, condition, multiplier),
                    )


def _combined(goal: Goal, condition: Expr, multiplier: Expr, child: Step) -> Step:
    detail: Detail = (("condition", str(condition)), ("multiplier", str(multiplier)))
    return Step("combine", goal, detail, (child,))


def dual(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Subtracts those multiples of the conditions with which the least value is largest."""
    if not (goal.conditions or goal.positives):
        return None
    from dpsym.provers.scalar.duals import duals  # it needs numpy

    conditions = (*goal.conditions, *goal.positives)
    parts = [(c, m) for c, m in zip(conditions, duals(goal), strict=False) if m]
    return _subtracted(search, goal, parts, max(depth, 1)) if parts else None


def contact(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Subtracts that multiple of a condition which the point of the least value tells."""
    if depth == 0 or not (goal.conditions or goal.positives):
        return None
    from dpsym.provers.scalar.multipliers import at_the_least  # it needs numpy

    conditions = (*goal.conditions, *goal.positives)
    for place, multiplier in at_the_least(goal):
        step = _subtracted(search, goal, [(conditions[place], multiplier)], depth)
        if step is not None:
            return step
    return None


def _subtracted(
    search: Search, goal: Goal, parts: Sequence[tuple[Expr, Expr]], depth: int
) -> Step | None:
    """Evidence from the goal without multiples of conditions, which are given."""
    search.check_time()
    rests = [goal]
    for condition, multiplier in parts:
        less = sympy.expand(rests[-1].expression - multiplier * condition)
        rests.append(replace(goal, expression=less))
    if search.refuted(rests[-1]):
        return None
    child = search.prove(rests.pop(), depth - 1)
    for rest, (condition, multiplier) in zip(reversed(rests), reversed(parts), strict=True):
        child = child and _combined(rest, condition, multiplier, child)
    return child


def squared(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Compares the squares of a line and of a number, where the conditions are curved.

    The difference has the goal for a factor, so that multiples of conditions are subtracted first.
    """
    names = sorted(goal.expression.free_symbols, key=str)
    if depth < 2 or not names or not goal.expression.is_polynomial(*names):
        return None
    line = sympy.Poly(goal.expression, *names)
    bound = -line.nth(*(0 for _ in names))
    if line.total_degree() != 1 or not bound.is_Rational or bound <= 0:
        return None
    if all(c.is_polynomial(*names) and sympy.Poly(c, *names).is_linear for c in goal.conditions):
        return None
    first = replace(goal, expression=goal.expression + bound, strict=False)
    second = replace(goal, expression=sympy.expand(first.expression**2) - bound**2)
    if search.refuted(first) or search.refuted(second):
        return None
    steps = (way(search, second, region, depth) for way in (combine, dual, contact))
    larger = next((step for step in steps if step), None)
    positive = larger and search.prove(first, depth - 1)
    if larger is None or positive is None:
        return None
    return Step("squares", goal, (("radical", str(bound)), ("kept", "even")), (positive, larger))


def _quotient(condition: Expr, expr: Expr) -> Expr | None:
    """The condition divided by the expression, where both are polynomials in one variable."""
    names = sorted(condition.free_symbols | expr.free_symbols, key=str)
    if len(names) != 1 or not all(e.is_polynomial(*names) for e in (condition, expr)):
        return None
    whole, part = (sympy.Poly(e, *names, extension=True) for e in (condition, expr))
    quotient, rest = sympy.div(whole, part)
    return quotient.as_expr() if rest.is_zero else None


def _multipliers(expr: Expr, condition: Expr, region: Region) -> list[Expr]:
    """Quotients of a term of the expression and one of the condition, if they are >= 0."""
    found: dict[Expr, None] = {}
    for term in sympy.Add.make_args(expr):
        for other in sympy.Add.make_args(condition):
            multiplier = term / other
            if multiplier not in found and region.nonnegative(multiplier):
                found[multiplier] = None
    return sorted(found, key=lambda m: (size(m), str(m)))[:MAX_MULTIPLIERS]
