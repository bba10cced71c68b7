"""Boxes that cover the domains of a goal, each decided by a form of the expression on it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import combinations_with_replacement as combined

from dpsym.kernel.rejection import UndefinedError
from dpsym.kernel.scalar_derivative import derivative, smooth
from dpsym.kernel.scalar_duties import Duty, duties, settle
from dpsym.kernel.scalar_facts import FactRegion
from dpsym.kernel.scalar_goal import Fact, Goal, _need, _plain
from dpsym.kernel.scalar_intervals import Range, power
from dpsym.kernel.scalar_ranges import Region, ends
from dpsym.kernel.term import Term, name
from dpsym.kernel.term_reading import Domain

FORMS = ("d", "m", "t")
"""The forms by which a box is decided: the range, the mean-value form, Taylor's of second order."""
EMPTY = "-"
"""The token of a box in which some fact holds at no point."""
Box = dict[Term, Range]


def boxes(goal: Goal, tokens: list[str]) -> Iterator[tuple[Box, str]]:
    """The boxes of a bisection tree, which cover the domains, each with its token."""
    symbols = [s for s in goal.domains if goal.expression.has(s)]
    whole = {s: ends(goal.domains[s]) for s in symbols}
    _need(all(isinstance(e, Fraction) for r in whole.values() for e in r[:2]), "an infinite box")
    pending, left = [{s: Range(r.lower, r.upper) for s, r in whole.items()}], iter(tokens)
    while pending:
        box, token = pending.pop(), next(left, "")
        if token in (*FORMS, EMPTY):
            yield box, token
            continue
        symbol = name(token)
        _need(symbol in box, f"{token} cuts no box")
        pending += reversed(halves(box, symbol))
    _need(next(left, None) is None, "the tree has more leaves than boxes")


def halves(box: Box, symbol: Term) -> list[Box]:
    """The lower and the upper half of a box along a side."""
    side = box[symbol]
    middle = Fraction(side.lower + side.upper) / 2
    return [{**box, symbol: Range(*part)} for part in ((side.lower, middle), (middle, side.upper))]


def decided(goal: Goal, box: Box, token: str) -> bool:
    """Whether the expression has its sign on a box where the facts hold, by the form of the token.

    Raises:
        UnmetError, UndefinedError: the expression may be undefined there, or not smooth.
    """
    domains, sides = tuple(goal.domains.items()), tuple(box.items())
    if token == EMPTY:
        return any(_fails(fact, strict, domains, sides) for fact, strict in _plain(goal.facts))
    given = (goal.expression, domains, goal.facts, goal.duties)
    found = _taylor(*given, sides, FORMS.index(token))
    return found.positive or (found.nonnegative and not goal.strict)


@lru_cache(maxsize=10_000)
def _fails(
    fact: Term,
    strict: bool,
    domains: tuple[tuple[Term, Domain], ...],
    sides: tuple[tuple[Term, Range], ...],
) -> bool:
    """Whether a fact, which has a value on the whole box, is < 0 there (<= 0 if it is strict)."""
    region = Region(dict(domains), box=dict(sides))
    try:
        settle(region, duties(fact))
        found = -region.range(fact)
    except UndefinedError:
        return False
    return found.positive or (found.nonnegative and strict)


@lru_cache(maxsize=10_000)
def _taylor(
    expression: Term,
    domains: tuple[tuple[Term, Domain], ...],
    facts: tuple[Fact, ...],
    needed: tuple[Duty, ...],
    sides: tuple[tuple[Term, Range], ...],
    last: int,
) -> Range:
    """The range of Taylor's form: its derivatives of the last order on the box, others at the
    middle.
    """
    box = dict(sides)
    region = FactRegion(dict(domains), () if last else _plain(facts), box=box)
    settle(region, (*needed, *duties(expression)))
    _need(not last or all(smooth(expression, s, region) for s in box), "not smooth")
    middles = {s: Fraction(side.lower + side.upper) / 2 for s, side in sides}
    centre = Region(dict(domains), box={s: Range(m, m) for s, m in middles.items()})
    total = Range(Fraction(0), Fraction(0))
    for order in range(last + 1):
        for by in combined(box, order):
            term = (region if order == last else centre).range(_rate(expression, by))
            for s, n in Counter(by).items():
                step = power(Range(box[s].lower - middles[s], box[s].upper - middles[s]), n)
                term = term.times(step).times(Range(*2 * (Fraction(1, math.factorial(n)),)))
            total = total.plus(term)
    return total


@lru_cache(maxsize=1000)
def _rate(expression: Term, by: tuple[Term, ...]) -> Term:
    """The derivative by one name after another."""
    return reduce(derivative, by, expression)
