"""Integer variables by parts of their range: the first value apart, and both sides of 0."""

from __future__ import annotations

from sympy import S

from dpsym.language.domains import Integers
from dpsym.provers.scalar import regions
from dpsym.provers.scalar.defined import Requirement, requirements
from dpsym.provers.scalar.goal import Detail, Goal, Step
from dpsym.provers.scalar.integers import Prove, endless, with_first_values, within
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.tables import failing

MAX_APART = 40


def first_apart(
    search: Search, goal: Goal, needed: tuple[Requirement, ...], prove: Prove
) -> Step | None:
    """The goal at the first value of a variable, where a power is 1, and from the next on.

    Where conditions are about the variable, all first values at which they fail are apart.
    """
    for symbol, domain in goal.domains:
        conditional = any(c.has(symbol) for c in (*goal.conditions, *goal.positives))
        if not endless(domain) or not (goal.strict or conditional):
            continue
        following = domain.lower + 1
        while conditional and following < domain.lower + MAX_APART:
            if failing(goal, symbol, following) is None:
                break
            following += 1
        late = within(goal, symbol, Integers(following, domain.upper))
        above = prove(search, late, needed)
        if above is not None:
            return with_first_values(search, goal, needed, prove, symbol, above, following)
    return None


def by_sides(
    search: Search, goal: Goal, needed: tuple[Requirement, ...], prove: Prove
) -> Step | None:
    """An integer without a first value: up from 1, and down from 0 or its last value."""
    for symbol, domain in goal.domains:
        if not isinstance(domain, Integers) or domain.lower.is_finite:
            continue
        down, up = domain.upper, None
        if not down.is_finite:
            up = prove(search, within(goal, symbol, Integers(S.One, S.Infinity)), needed)
            if up is None:
                return None
            down = S.Zero
        rest = within(goal, symbol, Integers(domain.lower, down))
        moved, shift = regions.shifted(rest)
        child = prove(search, moved, requirements(moved.expression))
        if child is None:
            return None
        below = Step("shift", rest, shift, (child,))
        detail: Detail = (("variable", symbol.name), ("at", str(down)))
        return below if up is None else Step("cut", goal, detail, (below, up))
    return None
