"""The rules of the search for a proof that an expression is >= 0 on a region, and their order.

Rules (each step's goal follows from the goals of its children):

* ``sign``: the range of the expression, in the form named by the detail, is >= 0.
* ``identity``: the expression is zero, by exact rewriting.
* ``factor``: factors of known sign are dropped; every other factor times the sign is >= 0.
* ``form``: the child's expression has the same sign everywhere.
* ``shift``, ``halves``, ``orders``, ``relax``, ``close``: the region is described by other
  variables, or enlarged, also by leaving out conditions.
* ``monotone``: at one end of a variable's interval the expression is >= 0, it is continuous on
  the closed interval and its derivative on the open interval has the sign that leads away from
  that end. Where it has no value at the end, but a limit: next to it, it is no less than a
  negative multiple of the distance.
* ``squares``: ``A + B*s`` with ``s = sqrt(u)``: A >= 0 and ``A**2 - B**2*u >= 0``, or B >= 0 and
  ``B**2*u - A**2 >= 0``.
* ``drop``: a nonnegative term is left out.
* ``puncture``, ``cut``: an interval is divided, the pieces are treated apart.
* ``inside``: conditions say that a variable is beyond a number, or below it.
* ``boxes``: the bisection tree of the detail covers the closed domain, and balls decide on every
  leaf.
* ``discriminant``: a quadratic with positive leading coefficient and discriminant <= 0.
* ``quasiconcave``: the derivative has the sign of ``factor``, which decreases, or is >= 0 at the
  lower end and whose derivative has the sign of the first of ``then``, and so on; the last
  decreases. So the derivative is first >= 0, then <= 0, and the goal holds at both ends.
* ``conditions``, ``zero``, ``combine``: see :mod:`dpsym.provers.scalar.conditions`.
* ``tangent``, ``chord``, ``lemma``, ``bernstein``: see :mod:`dpsym.provers.scalar.bounds`.
* ``concave``, ``stationary``, ``diagonal``, ``jensen``: see :mod:`dpsym.provers.scalar.convexity`.
* ``maxima``, ``extremes``: see :mod:`dpsym.provers.scalar.extremes`.
* ``parity``, ``substitution``: see :mod:`dpsym.provers.scalar.parity` and
  :mod:`dpsym.provers.scalar.odds`.
* ``rationalise``: see :mod:`dpsym.provers.scalar.roots`.
* ``homogeneous``: see :mod:`dpsym.provers.scalar.cones`.
* ``filled``: see :mod:`dpsym.provers.scalar.removable`.
* ``rising``: see :mod:`dpsym.provers.scalar.rising`.
* ``nonvanishing``: see :mod:`dpsym.provers.scalar.vanishing`.
* ``polarised``: see :mod:`dpsym.provers.scalar.polarisation`.
* ``squares of polynomials``: see :mod:`dpsym.provers.scalar.sums`.
* ``induction``: see :mod:`dpsym.provers.scalar.integers`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import sympy

from dpsym.language.domains import Interval
from dpsym.provers.scalar import (
    algebra,
    bounds,
    conditions,
    cones,
    convexity,
    division,
    extremes,
    integers,
    monotonicity,
    odds,
    parity,
    polarisation,
    regions,
    removable,
    rising,
    roots,
    sums,
    vanishing,
)
from dpsym.provers.scalar.goal import Goal, Step, size
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.signs import Region
from dpsym.provers.scalar.variants import Core, core, evident, forms

Rule = Callable[[Search, Goal, Region, int], Step | None]
MAX_OPERATIONS = 400


def attempt(search: Search, goal: Goal, depth: int) -> Step | None:
    """Evidence for a goal by one rule, from others that the search proves; None where none does."""
    region = Region.of(goal)
    step = _sign(goal, region)
    if step is not None:
        return step
    if not goal.domains:
        return _constant(goal, region)
    if search.refuted(goal):
        return None
    moved, detail = regions.shifted(goal)
    if detail:
        child = search.prove(moved, depth)
        return None if child is None else Step("shift", goal, detail, (child,))
    absorbed = regions.ordered(goal)
    if absorbed is not None:
        apart, symbol, value = absorbed
        child = search.prove(apart, depth)
        detail = ((symbol.name, str(value)),)
        return None if child is None else Step("order", goal, detail, (child,))
    step = conditions.void(search, goal, region, depth)
    step = step or conditions.pinned(search, goal, region, depth)
    if step is not None:
        return step
    confined = regions.confined(goal, region) if goal.conditions or goal.positives else None
    if confined is not None:
        child = search.prove(confined[0], depth)
        if child is not None:
            return Step("order", goal, confined[1], (child,))
    if goal.conditions or goal.positives:
        simpler = conditions.normalized(goal)
        if simpler is not None:
            child = search.prove(simpler[0], depth)
            return None if child is None else Step("conditions", goal, simpler[1], (child,))
        smaller = regions.bounded(goal)
        child = None if smaller is None else search.prove(smaller[0], depth)
        if smaller is not None and child is not None:
            return Step("bounded", goal, smaller[1], (child,))
        fewer = _needed(search, goal)
        child = None if fewer == goal else search.prove(fewer, depth)
        if child is not None:
            return Step("close", goal, (), (child,))
    if goal.expression.has(sympy.Max, sympy.Min, sympy.Abs):
        return extremes.maxima(search, goal, region, depth) or extremes.extremes(
            search, goal, region, depth
        )
    for rule in EARLY:
        step = rule(search, goal, region, depth)
        if step is not None:
            return step
    return _by_core(search, goal, region, depth)


def _cancelled(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """A condition subtracted that leaves what ranges and factors decide."""
    if goal in search.failed or not (goal.conditions or goal.positives):
        return None
    for rest, combined in conditions.cancelled(goal, region):
        child = _evident(rest)
        if child is not None:
            return combined(child)
    return None


def _evident(goal: Goal) -> Step | None:
    """Evidence from the ranges and the factors of the expression alone."""
    region = Region.of(goal)
    step = _sign(goal, region)
    parts = None if step else core(goal.expression, region)
    return step if parts is None else _by_parts(goal, parts)


def _by_parts(goal: Goal, parts: Core) -> Step | None:
    """Evidence from factors that all have a sign."""
    if parts.sign == 0:
        return None if goal.strict else Step("identity", goal)
    if parts.unknown or parts.sign < 0 or (goal.strict and not parts.strict):
        return None
    return Step("factor", goal, parts.detail())


def _needed(search: Search, goal: Goal) -> Goal:
    if goal not in search.fewer:
        search.fewer[goal] = conditions.needed(goal, search.refuted)
    return search.fewer[goal]


def _by_core(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    parts = core(goal.expression, region)
    if parts is None:
        return _by_rules(search, goal, region, depth)
    if parts.sign == 0 or not parts.unknown:
        step = _by_parts(goal, parts)
        if step is None and parts.sign > 0:
            return _nowhere_zero(search, goal, parts, region, depth)
        return step
    if goal.strict and not parts.strict:
        return _by_rules(search, goal, region, depth)
    if len(parts.unknown) == 1:
        rest = replace(goal, expression=parts.sign * parts.unknown[0])
        rest = _where_nonzero(rest, parts, region)
        if rest == goal:
            return _by_rules(search, goal, region, depth)
        child = search.prove(rest, 0)
        step = None
        if child is None and size(goal.expression) < size(rest.expression):
            step = monotonicity.monotone(search, goal, region, depth)
            step = step or monotonicity.quasiconcave(search, goal, region, depth)
        child = child or (None if step else search.prove(rest, depth))
        return step if child is None else Step("factor", goal, parts.detail(), (child,))
    for signs in _sign_choices(parts.sign, len(parts.unknown)):
        goals = [
            replace(goal, expression=sign * part)
            for sign, part in zip(signs, parts.unknown, strict=True)
        ]
        if any(search.refuted(child) for child in goals):
            continue
        children = search.prove_all(goals, depth)
        if children is not None:
            return Step("factor", goal, (*parts.detail(), ("signs", list(signs))), children)
    whole = parts.sign * sympy.Mul(*parts.unknown)
    rest = replace(goal, expression=sympy.expand(whole))
    return _by_rules(search, rest if not goal.strict else goal, region, depth, goal)


def _by_each_rule(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    for rule in RULES:
        search.check_time()
        step = rule(search, goal, region, depth)
        if step is not None:
            return step
    return None


def _by_rules(
    search: Search, goal: Goal, region: Region, depth: int, whole: Goal | None = None
) -> Step | None:
    if size(goal.expression) > MAX_OPERATIONS:
        return None
    reason = evident(goal.expression, region)
    if reason is not None and not goal.strict:
        step: Step | None = Step("sign", goal, (("form", reason),))
    elif (wider := close(search, goal)) is not None:
        child = search.prove(wider, depth)
        step = None if child is None else Step("close", goal, (), (child,))
        step = step or convexity.stationary(search, goal, region, depth)
        if step is None and depth and _loses_forms(goal, region, Region.of(wider)):
            step = _by_each_rule(search, goal, region, depth)
    else:
        step = _by_each_rule(search, goal, region, depth)
    if step is None or whole is None or whole == goal:
        return step
    return Step("factor", whole, (("product", str(goal.expression)),), (step,))


def _loses_forms(goal: Goal, region: Region, wider: Region) -> bool:
    """Whether some form of the expression exists on the region alone."""
    return len(forms(goal.expression, wider)) < len(forms(goal.expression, region))


def _where_nonzero(goal: Goal, parts: Core, region: Region) -> Goal:
    """The goal where the dropped factors do not vanish; elsewhere their product is zero."""
    if goal.strict or parts.strict or not goal.conditions:
        return goal
    more = [
        sympy.expand(base if region.nonnegative(base) else -base)
        for base, _ in parts.dropped
        if (region.nonnegative(base) and not region.positive(base))
        or (region.nonnegative(-base) and not region.positive(-base))
    ]
    new = tuple(expr for expr in more if expr not in goal.positives)
    return replace(goal, positives=(*goal.positives, *new)) if new else goal


def _nowhere_zero(
    search: Search, goal: Goal, parts: Core, region: Region, depth: int
) -> Step | None:
    """A product that is >= 0 is > 0 where each factor that may vanish has one sign, or on pieces.

    A factor that has both signs on an interval vanishes there.
    """
    found: list[Step] = []
    free = not (goal.conditions or goal.positives)
    whole = free and all(isinstance(d, Interval) for _, d in goal.domains)
    for base, _ in parts.dropped:
        if region.positive(base) or region.positive(-base):
            continue
        ways = [replace(goal, expression=sign * base) for sign in (1, -1)]
        left = [way for way in ways if not search.refuted(way)]
        if whole and not left:
            return None
        child = next(filter(None, (search.prove(way, depth) for way in left)), None)
        if child is None:
            return division.cut(search, goal, region, depth)
        found.append(child)
    return Step("factor", goal, (*parts.detail(), ("nonzero", True)), tuple(found))


def _sign_choices(sign: int, count: int) -> Iterator[tuple[int, ...]]:
    if count > 4:
        return
    for mask in range(2**count):
        signs = tuple(-1 if mask >> i & 1 else 1 for i in range(count))
        if sympy.prod(signs) == sign:
            yield signs


def _sign(goal: Goal, region: Region) -> Step | None:
    found = region.range(goal.expression)
    if found is None:
        return None
    if found.positive or (found.nonnegative and not goal.strict):
        return Step("sign", goal, (("form", "range"),))
    return None


def _constant(goal: Goal, region: Region) -> Step | None:
    """A number that is zero; every other one has a sign."""
    parts = None if goal.strict else core(goal.expression, region)
    return Step("identity", goal) if parts is not None and parts.sign == 0 else None


def close(search: Search, goal: Goal) -> Goal | None:
    """The goal with its open finite ends closed, where the expression is continuous there and the
    claim may hold.
    """
    if goal.strict:
        return None
    if goal not in search.wider:
        search.wider[goal] = regions.closed(goal)
    wider = search.wider[goal]
    if wider is None or wider in search.active or search.refuted(wider):
        return None
    return wider


EARLY: tuple[Rule, ...] = (
    _cancelled,
    vanishing.nonvanishing,
    parity.parity,
    odds.odds,
    conditions.dual,
    removable.filled,
    bounds.tangent,
    bounds.chord,
    algebra.logarithm,
    algebra.logarithms,
    rising.rising,
    convexity.jensen,
    polarisation.polarised,
    bounds.heads,
)
RULES: tuple[Rule, ...] = (
    algebra.never_all_zero,
    algebra.discriminant,
    algebra.polynomial,
    bounds.bernstein,
    cones.orders,
    cones.homogeneous,
    sums.squares_of_polynomials,
    conditions.zero,
    division.halves,
    roots.rationalise,
    roots.fractional,
    convexity.diagonal,
    odds.apart,
    division.order,
    integers.induction,
    conditions.combine,
    conditions.contact,
    conditions.squared,
    algebra.drop,
    monotonicity.monotone,
    algebra.squares,
    monotonicity.quasiconcave,
    convexity.concave,
    convexity.stationary,
    division.relax,
    division.puncture,
    division.boxes,
    division.cut,
)
