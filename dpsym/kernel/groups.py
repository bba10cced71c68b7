"""What a guarantee of neighbours says of laws that so many steps between neighbours join."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dpsym.algebra import Basic, Expr, Lt, S, exp
from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.places import is_integral

_SIGNS = {"+", "-"}


def by_parts(group: Basic) -> Basic:
    """The composition of groups of its parts in place of a group of a composition.

    Given the answers before, the laws of a part at the ends of the group are joined by as many
    steps of that part. What is not made of parts stays as it is.
    """
    inner, size = group.args
    if not isinstance(inner, heads.Compose | heads.Concurrent | heads.PostProcess):
        return group
    parts = (part if heads.is_scalar(part) else heads.Group(part, size) for part in inner.args)
    return inner.func(*parts)


def along(
    goal: Goal, number: int, group: Basic, ends: tuple[Basic, Basic], needed: list[Basic]
) -> Iterator[Basic]:
    """What a guarantee of neighbours says of the laws at both ends of a group.

    From each law to the next, P(S) <= exp(e)*Q(S) + d ("+"), and by the complement of S the other
    way round P(S) <= exp(-e)*Q(S) + 1 - exp(-e)*(1 - d) ("-"); these compose. Laws that are equal
    satisfy both, so that a shorter way is one of full length. A way is a word, or says how many
    steps "-" come first and how many "+" then.
    """
    hypothesis, size = goal.claim.hypotheses[number], group.args[1]
    if not isinstance(hypothesis, heads.PureDP | heads.ApproxDP):
        return
    e, d = (*hypothesis.args[1:], S.Zero)[:2]
    steps = goal.params.get("steps", {})
    ways = steps.get(str(number), []) if isinstance(steps, dict) else None
    if not isinstance(ways, list):
        raise Rejected((), "the parameter 'steps' is no map to lists of ways")
    needed += [at_most(S.Zero, e), at_most(S.Zero, d)]
    for way in ways:
        if isinstance(way, str):
            slope, total = _spelt(way, size, e, d)
        else:
            slope, total = _counted(goal, way, size, e, d, needed)
        yield at_most(heads.HockeyStick(slope, *ends), total)
    if isinstance(hypothesis, heads.PureDP):
        yield at_most(heads.MaxDivergence(*ends), size * e)


def _spelt(word: str, size: Expr, e: Expr, d: Expr) -> tuple[Expr, Expr]:
    """The threshold and the bound of a way that is written step by step."""
    if len(word) != size or set(word) - _SIGNS:
        raise Rejected((), f"{word!r} is no way of {size} steps")
    slope, total = S.Zero, S.Zero
    for step in word:
        total += exp(slope) * (d if step == "+" else 1 - exp(-e) * (1 - d))
        slope += e if step == "+" else -e
    return slope, total


def _counted(
    goal: Goal, way: Any, size: Expr, e: Expr, d: Expr, needed: list[Basic]
) -> tuple[Expr, Expr]:
    """The threshold and the bound after m steps "-" and then n steps "+", at least all of them.

    The first give ``exp(-m*e)*Q(S) + sum_{j < m} exp(-j*e)*(1 - exp(-e)*(1 - d))``, where what is
    free of d telescopes to ``1 - exp(-m*e)``, and the others ``exp(n*e)*Q(S)`` and d times
    ``sum_{j < n} exp(j*e)``. The sums that d multiplies are in closed form, for e > 0.
    """
    if not isinstance(way, dict) or set(way) != _SIGNS:
        raise Rejected((), f"{way!r} does not count steps")
    less, more = (goal.expression(way[sign]) for sign in "-+")
    domains = dict(goal.claim.domains)
    for count in (less, more):
        if not heads.is_scalar(count) or not is_integral(count, domains):
            raise Rejected((), f"{count} need not be an integer")
    needed += [at_most(S.Zero, less), at_most(S.Zero, more), at_most(size, less + more)]
    total = 1 - exp(-less * e)
    if d != 0:
        needed.append(Lt(S.Zero, e, evaluate=False))
        total += d * (1 + exp((more - less) * e) - 2 * exp(-less * e)) / (exp(e) - 1)
    return (more - less) * e, total
