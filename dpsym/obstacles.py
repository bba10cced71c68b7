"""What stands between a claim and a verdict, in a reader's words."""

from __future__ import annotations

from collections.abc import Mapping

from sympy import Add, Eq, Lt

from dpsym.errors import DpsymError
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.printing import brief, text
from dpsym.provers.contradiction import ORDERED, clash, negative, satisfied, unequal
from dpsym.provers.inequality import goal_of
from dpsym.provers.prover import Budget, Stuck
from dpsym.provers.restate import restate, scalar_hypotheses
from dpsym.provers.scalar import Closed, prove
from dpsym.provers.stopping import OverrunError, stopping

NOTHING = 1e-9
"""A relative difference of the sides below this is none, as far as floats say."""
SAMPLES = 400
_NEVER_NEGATIVE: Mapping[type, slice] = {
    heads.PureDP: slice(1, None),
    heads.ApproxDP: slice(2, None),
    heads.RenyiDP: slice(2, None),
    heads.ZCDP: slice(1, None),  # at order one it is the sum
}
"""The arguments that add up to a bound on something that is never negative."""


def obstacle(claim: Claim, left: Stuck, *, spent: bool, budget: Budget) -> str:
    """Why a claim is undecided: what holds all the same, what is left, how close the sides come."""
    reached, goal = left.reached, left.goal
    parts = ["no argument was found that holds for all values", _closest(claim, budget)]
    if reached:
        name = reached.partition(" ")[0]
        parts[0] = f"an argument was found for {reached}, and none for all {name}"
    if spent:
        parts.append("the time was used up")
    if goal and goal != brief(claim.text):
        parts.append(f"it would follow from {goal}")
    return "; ".join(filter(None, parts))


def _closest(claim: Claim, budget: Budget) -> str:
    """Where the claim comes closest to failing, as far as floats say; empty where they do not."""
    from dpsym.provers.search import closest
    from dpsym.provers.search.safe_score import safe_score

    best: tuple[float, dict[str, tuple[float, ...]]] | None = None
    try:
        with stopping(2 * budget.remaining()):
            for space, pool in closest.searched(claim, budget, 0):
                value = safe_score(space, pool)
                top = int(value.argmax())
                if value[top] > -1 and (best is None or -value[top] < best[0]):
                    best = -float(value[top]), closest.named(space, pool[top])
    except (DpsymError, OverrunError, ArithmeticError, ValueError):
        best = best or None
    if best is None:
        return ""
    slack, point = best
    where = ", ".join(f"{name} = {_shown(values)}" for name, values in point.items())
    at = f" at {where}" if 0 < len(where) < 120 else ""
    if slack < -NOTHING:
        return f"in floats it seems to fail{at}, which could not be certified"
    if slack <= NOTHING:
        return f"in floats the two sides meet{at}"
    return f"in floats the two sides come within {100 * 2 * slack:.2g} % of each other{at}"


def _shown(values: tuple[float, ...]) -> str:
    inside = ", ".join(f"{v:.4g}" for v in values)
    return inside if len(values) == 1 else f"({inside})"


def unsatisfiable(claim: Claim, budget: Budget) -> str:
    """The hypotheses that certainly nothing satisfies, as text; empty where none is known."""
    for number, hypothesis in enumerate(claim.hypotheses):
        bound = Add(*hypothesis.args[_NEVER_NEGATIVE.get(type(hypothesis), slice(0))])
        if isinstance(hypothesis, ORDERED):
            against = clash(hypothesis, claim.hypotheses[:number])
            if against is not None:
                return " and ".join(map(text, (*against, hypothesis)))
        if not bound.free_symbols and bound.is_negative:
            return text(hypothesis)
    numeric = scalar_hypotheses(claim)
    if not numeric:
        return ""
    if satisfied(claim, numeric, SAMPLES):
        return ""
    for place, hypothesis in enumerate(numeric):
        failing = unequal(hypothesis) if isinstance(hypothesis, Eq) else (negative(hypothesis),)
        others = restate(claim, numeric[:1], hypotheses=numeric[:place])
        for atom in failing:
            never = goal_of(others, atom.gts - atom.lts, strict=isinstance(atom, Lt))
            if isinstance(prove(never, seconds=budget.share(0.5).remaining()), Closed):
                return " and ".join(map(text, numeric[: place + 1]))
    return ""
