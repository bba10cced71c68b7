"""Hypotheses about names that nothing else speaks of, which these names can satisfy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flint import arb, fmpq
from sympy import Basic, Gt, Lt, S, Symbol

from dpsym.enclosure.balls import compile_balls, precision
from dpsym.errors import EvaluationError
from dpsym.language.claim import Claim
from dpsym.language.domains import Integers, Interval
from dpsym.provers.prover import Split
from dpsym.provers.restate import restate, scalar_hypotheses
from dpsym.provers.scalar.goal import Goal
from dpsym.provers.scalar.sampling import BITS, points

SHARED, OWN = 24, 120
"""Points in the names of the rest that are tried, and in the other names at each of them."""
MOST = 0.6
"""The part of those points at which a hypothesis has to be satisfied: at ends it may say more."""


class OtherNames:
    """Hypotheses that relate names of the rest to others, some values of which satisfy them.

    Such a hypothesis says nothing of the rest where there are such values; that is asked at some
    points. It is left of a claim that was made of a larger one, of which another part
    needs it.
    """

    name = "other names"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim without those hypotheses and names."""
        numeric = scalar_hypotheses(claim)
        rest = [*claim.conclusions, *(h for h in claim.hypotheses if h not in numeric)]
        names = {name for atom in rest for name in atom.free_symbols}
        about = [h for h in numeric if not h.free_symbols <= names]
        if about and _satisfied(claim, about, names):
            kept = [h for h in claim.hypotheses if h not in about]
            goal = restate(claim, claim.conclusions, hypotheses=kept)
            yield Split((goal,), "hypotheses about other names are left out", rule="generalise")


def _satisfied(claim: Claim, about: Sequence[Basic], names: set[Basic]) -> bool:
    """Whether other names satisfy hypotheses at most of some points in the names of the rest."""
    used = {name for hypothesis in about for name in hypothesis.free_symbols}
    domains = [(n, d) for n, d in claim.domains if n in used and isinstance(d, Interval | Integers)]
    if len(domains) < len(used):
        return False
    shared = Goal(S.One, tuple((n, d) for n, d in domains if n in names))
    own = Goal(S.One, tuple((n, d) for n, d in domains if n not in names))
    order: list[Symbol] = [name for goal in (shared, own) for name, _ in goal.domains]
    try:
        gaps = [compile_balls(h.gts - h.lts, order) for h in about if hasattr(h, "gts")]
    except EvaluationError:
        return False
    strict = [isinstance(h, Gt | Lt) for h in about]
    if len(gaps) < len(about):
        return False

    def holds(values: Sequence[Basic]) -> bool:
        balls = [arb(fmpq(int(value.p), int(value.q))) for value in values]
        try:
            found = (gap(balls) for gap in gaps)
            return all(v > 0 if s else v >= 0 for v, s in zip(found, strict, strict=True))
        except EvaluationError:
            return False

    with precision(BITS):
        found = [
            any(holds((*point, *others)) for others in points(own, OWN))
            for point in points(shared, SHARED)
        ]
    return sum(found) >= MOST * len(found)
