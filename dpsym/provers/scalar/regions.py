"""Changes of the region of a goal: shifts, closures, edges, splits and orders.

Every function returns goals whose truth implies the truth of the given one; the reasons are in
the docstrings.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import sympy
from sympy import Expr, S, Symbol

from dpsym.language.domains import Integers, Interval
from dpsym.language.names import new_name
from dpsym.provers.scalar.derivatives import derivative
from dpsym.provers.scalar.goal import Detail, Goal
from dpsym.provers.scalar.signs import Region

HALF_LINE = Interval(S.Zero, S.Infinity, False, True)
FAR = tuple(S(factor) * S(2) ** power for power in range(-6, 9) for factor in (2, 3))
"""Numbers of which it is asked whether a name can lie beyond them."""


def assumptions(domain: Interval | Integers) -> dict[str, bool]:
    """What sympy may assume of every element of a domain."""
    kind = {"integer": True} if isinstance(domain, Integers) else {"real": True}
    lower_open = isinstance(domain, Interval) and domain.lower_open
    upper_open = isinstance(domain, Interval) and domain.upper_open
    if domain.lower > 0 or (domain.lower == 0 and lower_open):
        return {**kind, "positive": True}
    if domain.upper < 0 or (domain.upper == 0 and upper_open):
        return {**kind, "negative": True}
    if domain.lower == 0:
        return {**kind, "nonnegative": True}
    if domain.upper == 0:
        return {**kind, "nonpositive": True}
    return kind


def change(
    goal: Goal, symbol: Symbol, value: Expr, variable: tuple[Symbol, Interval | Integers] | None
) -> Goal:
    """The goal after ``symbol`` was replaced by ``value``, whose own variable takes its place in
    the domains.
    """

    def put(expr: Expr) -> Expr:
        return expr.xreplace({symbol: value}) if value.is_Symbol else expr.subs(symbol, value)

    domains = []
    for name, domain in goal.domains:
        if name != symbol:
            domains.append((name, domain))
        elif variable is not None:
            domains.append(variable)
    return replace(
        goal,
        expression=put(goal.expression),
        domains=tuple(domains),
        conditions=_useful(map(put, goal.conditions)),
        positives=_useful(map(put, goal.positives)),
    )


def _useful(conditions: object) -> tuple[Expr, ...]:
    return tuple(c for c in conditions if not c.is_number)  # type: ignore[attr-defined]


def fresh(goal: Goal, symbol: Symbol, facts: dict[str, bool]) -> Symbol:
    """A symbol with a name that stands nowhere in the goal, made from that of ``symbol``."""
    expressions = (goal.expression, *goal.conditions, *goal.positives)
    taken = (name.name for name, _ in goal.domains)
    return Symbol(new_name(symbol.name, expressions, taken), **facts)


def with_assumptions(goal: Goal) -> Goal:
    """The same goal with symbols that carry the assumptions of their domains."""
    for symbol, domain in goal.domains:
        wanted = Symbol(symbol.name, **assumptions(domain))
        if wanted != symbol:
            goal = change(goal, symbol, wanted, (wanted, domain))
    return goal


def shifted(goal: Goal) -> tuple[Goal, Detail]:
    """The goal with every half-bounded variable replaced by its distance from the finite end.

    An interval [l, u] becomes [0, u - l] by ``x = l + s``; (-oo, u] becomes [0, oo) by
    ``x = u - s``.
    """
    detail: list[tuple[str, str]] = []
    for symbol, domain in goal.domains:
        if domain.lower.is_finite and domain.lower != 0:
            moved: Interval | Integers
            if isinstance(domain, Integers):
                moved = Integers(S.Zero, domain.upper - domain.lower)
            else:
                moved = replace(domain, lower=S.Zero, upper=domain.upper - domain.lower)
            new = fresh(goal, symbol, assumptions(moved))
            value = domain.lower + new
        elif not domain.lower.is_finite and domain.upper.is_finite:
            if isinstance(domain, Integers):
                moved = Integers(S.Zero, S.Infinity)
            else:
                moved = Interval(S.Zero, S.Infinity, domain.upper_open, True)
            new = fresh(goal, symbol, assumptions(moved))
            value = domain.upper - new
        else:
            continue
        detail.append((symbol.name, str(value)))
        goal = change(goal, symbol, value, (new, moved))
    return goal, tuple(detail)


def ordered(goal: Goal) -> tuple[Goal, Symbol, Expr] | None:
    """The goal after one condition ``x - y >= 0`` between variables was absorbed into the domains,
    with the variable that is gone and its value.

    Where x is unbounded above, ``x = y + s`` with s in [0, oo) (open at 0 for a strict condition)
    describes all points that satisfy the condition. Where x and y have the same finite upper end
    u, and y is never u, ``x = y + (u - y)*t`` with t in [0, 1] does, open at 0 for a strict
    condition and at 1 where u is no value of x. For integers s is one, x stands in no other
    condition, and a larger lower end of x is forgotten.
    """
    where = dict(goal.domains)
    for strict, conditions in ((False, goal.conditions), (True, goal.positives)):
        for condition in conditions:
            pair = compared(condition)
            if pair is None or pair[0] not in where or pair[1] not in where:
                continue
            large, small = pair
            upper, lower = where[large], where[small]
            if isinstance(upper, Integers) and isinstance(lower, Integers):
                others = (c for c in (*goal.conditions, *goal.positives) if c != condition)
                free = not any(other.has(large) for other in others)
                if free and upper.upper is S.Infinity and lower.lower.is_finite:
                    apart = Integers(sympy.Integer(strict), S.Infinity)
                    return _absorbed(goal, condition, strict, large, small, apart)
                continue
            if not (isinstance(upper, Interval) and isinstance(lower, Interval)):
                continue
            finite = upper.upper.is_finite and upper.upper == lower.upper
            if finite and not (strict or lower.upper_open):
                continue
            if not (finite or upper.upper is S.Infinity) or not upper.lower <= lower.lower:
                continue
            if upper.lower_open and not (lower.lower_open or upper.lower < lower.lower or strict):
                continue
            domain = Interval(S.Zero, S.Infinity, strict, True)
            if finite:
                domain = Interval(S.Zero, S.One, strict, upper.upper_open)
            share = upper.upper - small if finite else S.One
            return _absorbed(goal, condition, strict, large, small, domain, share)
    return None


def _absorbed(
    goal: Goal,
    condition: Expr,
    strict: bool,
    large: Symbol,
    small: Symbol,
    domain: Interval | Integers,
    share: Expr = S.One,
) -> tuple[Goal, Symbol, Expr]:
    """The goal in how far the larger variable is from the smaller one, times a share."""
    new = fresh(goal, large, assumptions(domain))
    value = small + share * new
    rest = replace(
        goal,
        conditions=tuple(c for c in goal.conditions if c != condition or strict),
        positives=tuple(c for c in goal.positives if c != condition or not strict),
    )
    return change(rest, large, value, (new, domain)), large, value


def bounded(goal: Goal) -> tuple[Goal, Detail] | None:
    """The goal on finite intervals outside of which a condition fails, and their new ends.

    >>> from sympy.abc import x, y
    >>> line = Interval(S.NegativeInfinity, S.Infinity)
    >>> bounded(Goal(x + y, ((x, line), (y, line)), (3 - x**2 - y**2,)))[1]  # doctest: +ELLIPSIS
    (('ends', [['x', 'upper', '2'], ['x', 'lower', '-2'], ['y', 'upper', '2'], ...]),)
    """
    ends: list[list[str]] = []
    for symbol, domain in goal.domains:
        about = [c for c in (*goal.conditions, *goal.positives) if c.has(symbol)]
        for side in ("upper", "lower") if about and isinstance(domain, Interval) else ():
            if getattr(domain, side).is_finite:
                continue
            at = _nearest(goal, symbol, side, about, _far(domain, side))
            if at is not None:
                domain = replace(domain, **{side: at, f"{side}_open": False})
                ends.append([symbol.name, side, str(at)])
        goal = replace(
            goal, domains=tuple((n, domain if n == symbol else d) for n, d in goal.domains)
        )
    return (with_assumptions(goal), (("ends", ends),)) if ends else None


@lru_cache(maxsize=1024)
def _far(domain: Interval, side: str) -> tuple[Expr, ...]:
    """Numbers inside of an interval, farther and farther to a side."""
    asked = FAR if side == "upper" else [-at for at in FAR]
    return tuple(at for at in asked if domain.lower < at < domain.upper)


def _nearest(
    goal: Goal, symbol: Symbol, side: str, conditions: list[Expr], ends: Sequence[Expr]
) -> Expr | None:
    """The first of some numbers beyond which a condition fails; what one excludes, the next do."""
    if not ends or not _excludes(goal, symbol, side, ends[-1], conditions):
        return None
    place = bisect_left(
        range(len(ends) - 1),
        True,
        key=lambda place: _excludes(goal, symbol, side, ends[place], conditions),
    )
    return ends[place]


def _excludes(goal: Goal, symbol: Symbol, side: str, at: Expr, conditions: list[Expr]) -> bool:
    """Whether a condition evidently fails at a number and beyond."""
    upper = side == "upper"
    beyond = Interval(at, S.Infinity) if upper else Interval(-S.Infinity, at, True)
    region = Region.of(
        Goal(S.Zero, tuple((n, beyond if n == symbol else d) for n, d in goal.domains))
    )
    ranges = (region.range(condition) for condition in conditions)
    return any(found is not None and found.negative for found in ranges)


def confined(goal: Goal, region: Region) -> tuple[Goal, Detail] | None:
    """The goal after two conditions that a variable lies between two terms were absorbed.

    ``x = low + (high - low)*t`` with t in [0, 1] describes all points at which ``low <= x`` and
    ``x <= high``, where ``low < high`` everywhere. The variable stands in both conditions linearly,
    with factors of known signs.
    """
    for symbol, domain in goal.domains:
        sides: dict[int, tuple[Expr, Expr]] = {}
        for condition in (
            (*goal.conditions, *goal.positives) if isinstance(domain, Interval) else ()
        ):
            slope = derivative(condition, symbol) if condition.has(symbol) else S.Zero
            if slope == 0 or slope.has(symbol):
                continue
            side = next((way for way in (1, -1) if region.positive(way * slope)), 0)
            sides.setdefault(side, (condition, slope))
        if 1 not in sides or -1 not in sides:
            continue
        low, high = (
            sympy.expand(-condition.xreplace({symbol: S.Zero}) / slope)
            for condition, slope in (sides[1], sides[-1])
        )
        if (low.is_number and high.is_number) or not region.positive(high - low):
            continue
        used = {condition for condition, _ in sides.values()}
        unit = Interval(S.Zero, S.One)
        new = fresh(goal, symbol, assumptions(unit))
        value = low + (high - low) * new
        rest = replace(
            goal,
            conditions=tuple(c for c in goal.conditions if c not in used),
            positives=tuple(c for c in goal.positives if c not in used),
        )
        return change(rest, symbol, value, (new, unit)), ((symbol.name, str(value)),)
    return None


def compared(condition: Expr) -> tuple[Symbol, Symbol] | None:
    """The larger and the smaller of two variables, where this is how far they are apart."""
    terms = sympy.Add.make_args(sympy.expand(condition))
    if len(terms) != 2:
        return None
    parts = [term.as_coeff_Mul() for term in terms]
    parts.sort(key=lambda part: -part[0])
    (plus, large), (minus, small) = parts
    if plus == -minus and plus > 0 and large.is_Symbol and small.is_Symbol:
        return large, small
    return None


def closed(goal: Goal) -> Goal | None:
    """The goal with all finite ends closed and without conditions, if its expression is
    continuous there.

    An expression that is >= 0 on the larger set is so on the smaller one.
    """
    domains = tuple(
        (
            symbol,
            replace(
                domain, lower_open=not domain.lower.is_finite, upper_open=not domain.upper.is_finite
            )
            if isinstance(domain, Interval)
            else domain,
        )
        for symbol, domain in goal.domains
    )
    if domains == goal.domains:
        return None
    wider = with_assumptions(Goal(goal.expression, domains, (), (), goal.strict))
    return wider if Region.of(wider).range(wider.expression) is not None else None


def at_edge(goal: Goal, symbol: Symbol, value: Expr) -> Goal:
    """The goal on the face where ``symbol`` equals a constant."""
    return change(goal, symbol, value, None)


def opened(goal: Goal, symbol: Symbol) -> Goal:
    """The goal with both ends of one interval open; a single point stays one."""
    domains = tuple(
        (
            name,
            replace(domain, lower_open=True, upper_open=True)
            if name == symbol and isinstance(domain, Interval) and domain.lower != domain.upper
            else domain,
        )
        for name, domain in goal.domains
    )
    return replace(goal, domains=domains)


def relaxed(goal: Goal) -> Goal:
    """The goal with integer ranges widened to intervals."""
    domains = tuple(
        (
            symbol,
            Interval(
                domain.lower,
                domain.upper,
                not domain.lower.is_finite,
                not domain.upper.is_finite,
            )
            if isinstance(domain, Integers)
            else domain,
        )
        for symbol, domain in goal.domains
    )
    return with_assumptions(replace(goal, domains=domains))


def halves(goal: Goal, symbol: Symbol) -> tuple[Goal, Goal]:
    """The goal for ``symbol`` = s and for ``symbol`` = -s with s in [0, oo)."""
    new = fresh(goal, symbol, assumptions(HALF_LINE))
    return (
        change(goal, symbol, new, (new, HALF_LINE)),
        change(goal, symbol, -new, (new, HALF_LINE)),
    )


def orders(goal: Goal, x: Symbol, y: Symbol) -> tuple[Goal, Goal] | None:
    """The goal for x <= y and for y <= x, where both have the same interval from 0.

    The larger one is ``small + s`` with s in [0, oo), or ``small + (u - small)*t`` with t in [0,
    1] for a finite end u;
    every point of the square is described.
    """
    where = dict(goal.domains)
    domain = where[x]
    if where[y] != domain or not isinstance(domain, Interval) or domain.lower != 0:
        return None
    found = []
    for large, small in ((y, x), (x, y)):
        if domain.upper is S.Infinity:
            part = HALF_LINE
            new = fresh(goal, large, assumptions(part))
            value = small + new
        else:
            part = Interval(S.Zero, S.One, False, domain.upper_open)
            new = fresh(goal, large, assumptions(part))
            value = small + (domain.upper - small) * new
        found.append(change(goal, large, value, (new, part)))
    return found[0], found[1]


def pieces(goal: Goal, symbol: Symbol, domain: Interval, value: Expr) -> tuple[Goal, Goal]:
    """The goal below and above an inner point of an interval; both pieces contain the point."""
    found = []
    for part in (
        replace(domain, upper=value, upper_open=False),
        replace(domain, lower=value, lower_open=False),
    ):
        domains = tuple((n, part if n == symbol else d) for n, d in goal.domains)
        found.append(with_assumptions(replace(goal, domains=domains)))
    return found[0], found[1]
