"""Expressions that have no value at an end that is no point, but a limit there.

* ``filled``: each quotient whose two sides vanish at an open end is ``L + t*w``, where L is its
  limit and t the distance to the end; ``w`` lies between two numbers, which are shown, and the
  expression in it has a value at the end too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from math import ceil, floor

import sympy
from sympy import Expr, Integer, Rational, Symbol

from dpsym.language.domains import Interval
from dpsym.provers.scalar import regions
from dpsym.provers.scalar.derivatives import derivative
from dpsym.provers.scalar.goal import Goal, Step, size
from dpsym.provers.scalar.ranges import Range
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.signs import Region

MAX_ORDER, MAX_OPERATIONS = 6, 100
DEPTH, SECONDS = 3, 2.0
"""What is left to show is not tight, or on a box: there is no need to begin with what is short."""
WIDTHS = tuple(Rational(1, 4**power) for power in range(5))
"""How far from the end it is looked, at first."""


@dataclass(frozen=True, slots=True)
class End:
    """One end of a variable's interval, which is no point of it."""

    symbol: Symbol
    at: Expr
    way: int

    @property
    def distance(self) -> Expr:
        """How far a point is from the end."""
        found: Expr = self.way * (self.symbol - self.at)
        return found


@dataclass(frozen=True, slots=True)
class Part:
    """A quotient without a value at an end, its limit, and a variable for its slope from there.

    Attributes:
        bound: the variable is no less than its negative, and no more.
        form: the whole expression in this variable and those before.
    """

    node: Expr
    limit: Expr
    new: Symbol
    bound: Expr
    form: Expr

    @property
    def variable(self) -> tuple[Symbol, Interval]:
        """The variable and its domain."""
        return self.new, Interval(-self.bound, self.bound)

    def slope(self, end: End) -> Expr:
        """What the variable stands for."""
        found: Expr = (self.node - self.limit) / end.distance
        return found

    def bounds(self, end: End, region: Region) -> tuple[Expr, list[Expr]]:
        """What is >= 0 where the variable is between its bounds; what it is multiplied by.

        The divisors are gone, so that all of it has a value at the end.
        """
        top, bottom = sympy.fraction(sympy.together(self.node))
        sign = -1 if region.positive(-bottom) else 1
        above, below = (sign * sympy.expand(e) for e in (top - self.limit * bottom, bottom))
        room = self.bound * end.distance * below
        return 1 / (end.distance * below), [room + above, room - above]


def filled(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Proves the goal in variables for the quotients that have no value at an end."""
    for end in _ends(goal, finite=True) if depth else ():
        key = f"filled at {end.distance}", goal.expression
        parts: tuple[Part, ...] = region.remember(key, partial(_parts_at, goal, end), ())
        if not parts:
            continue
        cleared = [part.bounds(end, region) for part in parts]
        bounds = [replace(goal, expression=bound) for _, pair in cleared for bound in pair]
        domains = (*goal.domains, *(part.variable for part in parts))
        inner = replace(goal, expression=parts[-1].form, domains=domains)
        children: tuple[Step, ...] | None = None
        if not any(map(search.refuted, (inner, *bounds))):
            with search.within(SECONDS):
                children = search.prove_all([inner, *bounds], max(DEPTH, depth - 1))
        if children is not None:
            named = [
                [str(e) for e in (p.new, p.bound, p.slope(end), p.form, weight)]
                for p, (weight, _) in zip(parts, cleared, strict=True)
            ]
            return Step("filled", goal, (("parts", named),), children)
    return None


def next_to(base: Goal, symbol: Symbol, side: str) -> tuple[Goal, Expr, Expr] | None:
    """The goal next to an open end, up to a multiple of the distance to it, which is a number.

    Where it holds, no limit is less than 0. Beside it how far it reaches, and the number; None
    where no limit is evident.
    """
    end = next((e for e in _ends(base) if e.symbol == symbol and _side(e) == side), None)
    parts = () if end is None or base.strict else _parts_at(base, end)
    if end is None or not parts:
        return None
    form, variables = parts[-1].form, tuple(part.variable for part in parts)
    domain = dict(base.domains)[symbol]
    for width in WIDTHS:
        until = end.at + end.way * min(width, domain.upper - domain.lower)
        low, high = (end.at, until) if end.way == 1 else (until, end.at)
        box = _on(base, symbol, Interval(low, high))
        region = Region.of(replace(box, domains=(*box.domains, *variables)))
        slope = _finite(region.range(end.way * derivative(form, symbol)))
        if slope is not None and region.range(form) is not None:
            rate = Integer(max(0, ceil(-slope[0])) + 1)
            near = _on(base, symbol, Interval(low, high, True, True))
            return replace(near, expression=base.expression + rate * end.distance), until, rate
    return None


def _side(end: End) -> str:
    return "lower" if end.way == 1 else "upper"


def _ends(goal: Goal, *, finite: bool = False) -> Iterator[End]:
    """The open ends of intervals at which a function in the expression has no evident value."""
    for symbol, domain in goal.domains:
        if not isinstance(domain, Interval) or not goal.expression.has(symbol):
            continue
        if finite and not (domain.upper - domain.lower).is_finite:
            continue
        for at, way, is_open in (
            (domain.lower, 1, domain.lower_open),
            (domain.upper, -1, domain.upper_open),
        ):
            end = End(symbol, at, way)
            if is_open and at.is_finite and _lacks(goal.expression, _has_value(goal, end)):
                yield end


def _lacks(expr: Expr, has_value: Callable[[Expr], bool]) -> bool:
    """Whether a function lacks a value because of what it is taken of; divisors can be cleared."""
    if has_value(expr):
        return False
    taken = expr.is_Function or (expr.is_Pow and not expr.exp.is_Integer)
    if taken and not all(map(has_value, expr.args)):
        return True
    return any(_lacks(part, has_value) for part in expr.args)


def _has_value(goal: Goal, end: End) -> Callable[[Expr], bool]:
    """Whether an expression evidently has a value where the end is a point as well."""
    closed = replace(dict(goal.domains)[end.symbol], **{f"{_side(end)}_open": False})
    region = Region.of(_on(replace(goal, conditions=(), positives=()), end.symbol, closed))
    return lambda expr: region.range(expr) is not None


def _on(goal: Goal, symbol: Symbol, domain: Interval) -> Goal:
    """The goal on another interval."""
    domains = tuple((name, domain if name == symbol else d) for name, d in goal.domains)
    return replace(goal, domains=domains)


def _parts_at(goal: Goal, end: End) -> tuple[Part, ...]:
    """The quotients without a value at an end; none where the expression has no evident limit."""
    found = _quotients(goal.expression, end, _has_value(goal, end)) or {}
    region, form, taken, parts = Region.of(goal), goal.expression, goal, []
    for node in sorted({node for _, node in found.values()}, key=str):
        expanded = _expanded(node, end)
        slope = None if expanded is None else _finite(region.range(expanded[1]))
        if expanded is None or slope is None:
            return ()
        bound = Integer(floor(max(-slope[0], slope[1]) + Rational(1, 2)) + 1)
        new = regions.fresh(taken, end.symbol, {"real": True})
        put = expanded[0] + end.distance * new
        form = form.xreplace({w: c * put for w, (c, inner) in found.items() if inner == node})
        parts.append(Part(node, expanded[0], new, bound, form))
        taken = replace(taken, domains=(*taken.domains, parts[-1].variable))
    return tuple(parts)


def _finite(found: Range | None) -> tuple[Fraction, Fraction] | None:
    """The ends of a range, where both are numbers."""
    if found is None or isinstance(found.lower, float) or isinstance(found.upper, float):
        return None
    return found.lower, found.upper


def _quotients(
    expr: Expr, end: End, has_value: Callable[[Expr], bool]
) -> dict[Expr, tuple[Expr, Expr]] | None:
    """The parts without a value at the end, as a number times a quotient that has a limit."""
    if has_value(expr):
        return {}
    number, node = expr.as_coeff_Mul()
    own = {expr: (number, node)}
    product = expr.is_Mul or expr.is_Pow
    if product and _expanded(node, end) is not None:
        return own
    found: dict[Expr, tuple[Expr, Expr]] = {}
    for part in expr.args:
        inner = _quotients(part, end, has_value)
        if inner is None:
            return None if product or _expanded(expr, end) is None else own
        found |= inner
    return found or None


@lru_cache(maxsize=1000)
def _expanded(expr: Expr, end: End) -> tuple[Expr, Expr] | None:
    """The limit of a quotient at an end and the slope there, by the series of both sides."""
    top, bottom = sympy.fraction(sympy.together(expr))
    if size(top) + size(bottom) > MAX_OPERATIONS:
        return None
    pairs = zip(_series(top, end), _series(bottom, end), strict=False)
    first = next(((a, b) for a, b in pairs if a != 0 or b != 0), (0, 0))
    second = next(pairs, None)
    if first[1] == 0 or second is None:
        return None
    limit = first[0] / first[1]
    slope = (second[0] - limit * second[1]) / first[1]
    return sympy.cancel(limit), sympy.cancel(slope)


def _series(expr: Expr, end: End) -> Iterator[Expr]:
    """The first coefficients in the distance to the end, as long as they are numbers."""
    for order in range(MAX_ORDER):
        number = sympy.expand(expr.subs(end.symbol, end.at))
        if number.has(sympy.nan, sympy.zoo, sympy.oo, -sympy.oo):
            return
        yield number / sympy.factorial(order)
        expr = end.way * derivative(expr, end.symbol)
