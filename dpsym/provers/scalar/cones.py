"""Forms, that is homogeneous polynomials, on cones.

Guarantees:
    ``orders`` returns a step only if the form is >= 0 on the orthant: cut where two variables are
    equal, again and again, it has no negative coefficient on any piece. Every form that is > 0 away
    from 0 has such pieces, since they become as small as one likes. ``homogeneous`` returns a step
    whose goal is its child's on the part of the orthant that a linear condition leaves.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb

import sympy
from sympy import Expr, S, Symbol

from dpsym.language.domains import Interval
from dpsym.provers.scalar import regions
from dpsym.provers.scalar.goal import Goal, Step
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.signs import Region

MOST_NAMES = 4
MOST_TERMS = 120
MOST_CUTS = 6
"""From the orthant to a piece."""


@dataclass(frozen=True)
class Form:
    """Coefficients by their exponents."""

    terms: dict[tuple[int, ...], Fraction]

    @cached_property
    def lacking(self) -> tuple[int, Fraction]:
        """How many coefficients are negative, and how much of the whole they are."""
        below = [-c for c in self.terms.values() if c < 0]
        whole = sum(map(abs, self.terms.values()), Fraction(0))
        return len(below), sum(below, Fraction(0)) / (whole or 1)

    @property
    def fails(self) -> bool:
        """Whether it is negative on an edge."""
        return any(c < 0 and sum(map(bool, powers)) == 1 for powers, c in self.terms.items())

    def beyond(self, large: int, small: int) -> Form:
        """The form in the excess of one variable over another."""
        found: dict[tuple[int, ...], Fraction] = {}
        for powers, c in self.terms.items():
            top = powers[large]
            for kept in range(top + 1):
                new = list(powers)
                new[large], new[small] = kept, powers[small] + top - kept
                key = tuple(new)
                found[key] = found.get(key, Fraction(0)) + comb(top, kept) * c
        return Form({powers: c for powers, c in found.items() if c})


@dataclass(frozen=True)
class Cut:
    """Two variables, and what becomes of each order; None where no coefficient is negative."""

    pair: tuple[int, int]
    parts: tuple[Cut | None, Cut | None]


class UncoveredError(Exception):
    """No pieces were found."""


def orders(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Cuts the orthant by the order of its variables."""
    names = tuple(symbol for symbol, _ in goal.domains)
    form = _form(goal.expression, names)
    if form is None or len(_degrees(form)) != 1 or goal.strict or goal.conditions:
        return None
    if any(domain != regions.HALF_LINE for _, domain in goal.domains):
        return None
    whole = tuple(frozenset([place]) for place in range(len(names)))
    for rays in ((frozenset[int](),) * len(names), whole):
        with suppress(UncoveredError):
            cut = _cover(form, rays, MOST_CUTS)
            return None if cut is None else _written(search, goal, cut)
    return None


def _cover(form: Form, rays: tuple[frozenset[int], ...], left: int) -> Cut | None:
    """Cuts of which every piece has no negative coefficient.

    A ray is the sum of those of the orthant that are in its set. Sets that are disjoint are joined
    first, so that the pieces become the orders of all variables; empty ones leave it to the form.
    """
    if not form.lacking[0]:
        return None
    if not left or form.fails:
        raise UncoveredError
    pairs = list(combinations(range(len(rays)), 2))
    pairs = [(i, j) for i, j in pairs if rays[i].isdisjoint(rays[j])] or pairs
    parts = {(i, j): (form.beyond(j, i), form.beyond(i, j)) for i, j in pairs}

    def promise(pair: tuple[int, int]) -> tuple[int, list[tuple[int, Fraction]]]:
        joined = rays[pair[0]] | rays[pair[1]]
        return -len(joined), sorted((part.lacking for part in parts[pair]), reverse=True)

    pair = min(pairs, key=promise)
    joined = rays[pair[0]] | rays[pair[1]]
    first, second = (
        _cover(part, (*rays[:small], joined, *rays[small + 1 :]), left - 1)
        for part, small in zip(parts[pair], pair, strict=True)
    )
    return Cut(pair, (first, second))


def _written(search: Search, goal: Goal, cut: Cut | None) -> Step | None:
    if cut is None:
        return search.prove(goal, 0)
    x, y = (goal.domains[place][0] for place in cut.pair)
    pieces = regions.orders(goal, x, y)
    if pieces is None:
        return None
    children = []
    for piece, part in zip(pieces, cut.parts, strict=True):
        child = _written(search, piece, part)
        if child is None:
            return None
        children.append(child)
    return Step("orders", goal, (("variables", [x.name, y.name]),), tuple(children))


def homogeneous(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Makes the value of a linear condition, or one, a variable in which there is a form."""
    names = tuple(symbol for symbol, _ in goal.domains)
    form = _form(goal.expression, names)
    if form is None or goal.strict or any(not _from_zero(domain) for _, domain in goal.domains):
        return None
    for value, unit in _units(goal, names):
        new = regions.fresh(goal, Symbol("s"), regions.assumptions(regions.HALF_LINE))
        degree = max(_degrees(form))
        whole = sum(
            (
                sympy.Rational(c.numerator, c.denominator)
                * sympy.prod([n**k for n, k in zip(names, powers, strict=True)])
                * (new + unit) ** (degree - sum(powers))
                for powers, c in form.terms.items()
            ),
            S.Zero,
        )
        variables = (*((name, regions.HALF_LINE) for name in names), (new, regions.HALF_LINE))
        inner = regions.with_assumptions(Goal(sympy.expand(whole), variables))
        step = None if search.refuted(inner) else orders(search, inner, Region.of(inner), depth)
        if step is not None:
            return Step("homogeneous", goal, (("value", str(value)),), (step,))
    return None


def _units(goal: Goal, names: tuple[Symbol, ...]) -> Iterator[tuple[Expr, Expr]]:
    """Values >= 0, and what each of them is added to for 1."""
    for condition in goal.conditions:
        linear = _form(condition, names)
        constant = linear and linear.terms.get((0,) * len(names))
        if linear and constant and constant > 0 and max(_degrees(linear)) == 1:
            value = sympy.expand(
                condition / sympy.Rational(constant.numerator, constant.denominator)
            )
            yield value, sympy.expand(1 - value)
    if all(domain == regions.HALF_LINE for _, domain in goal.domains):
        yield S.One, S.Zero


def _from_zero(domain: object) -> bool:
    return isinstance(domain, Interval) and domain.lower == 0


def _form(expr: Expr, names: tuple[Symbol, ...]) -> Form | None:
    if not 2 <= len(names) <= MOST_NAMES or not expr.is_polynomial(*names):
        return None
    if expr.free_symbols - set(names):
        return None
    polynomial = sympy.Poly(expr, *names)
    if polynomial.domain not in (sympy.ZZ, sympy.QQ) or len(polynomial.terms()) > MOST_TERMS:
        return None
    return Form({powers: Fraction(int(c.p), int(c.q)) for powers, c in polynomial.terms() if c})


def _degrees(form: Form) -> set[int]:
    return {sum(powers) for powers in form.terms} or {0}
