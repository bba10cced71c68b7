"""Hypotheses about names that nothing else speaks of, which these names can satisfy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

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
"""The part of those points at which hypotheses have to be satisfied: of the other names' values few
are tried."""


class OtherNames:
    """Hypotheses that relate names of the rest to others, some values of which satisfy them.

    Such a hypothesis says nothing of the rest where there are such values; that is asked at some
    points. Where there are none at an end of a name's domain, that is all it says, and the end is
    left out. It is left of a claim that was made of a larger one, of which another part needs it.
    """

    name = "other names"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim without those hypotheses and names."""
        numeric = scalar_hypotheses(claim)
        rest = [*claim.conclusions, *(h for h in claim.hypotheses if h not in numeric)]
        names = {name for atom in rest for name in atom.free_symbols}
        about = [h for h in numeric if not h.free_symbols <= names]
        left = _left(claim, about, names) if about else None
        if left is not None:
            kept = [h for h in claim.hypotheses if h not in about]
            goal = restate(claim, claim.conclusions, hypotheses=kept, domains=left)
            yield Split((goal,), "hypotheses about other names are left out", rule="generalise")


def _left(
    claim: Claim, about: Sequence[Basic], names: set[Basic]
) -> dict[Symbol, Interval | Integers] | None:
    """The domains of the names of the rest in which other names satisfy hypotheses about both.

    None where there seem to be other points at which none do.
    """
    used = {name for hypothesis in about for name in hypothesis.free_symbols}
    domains = [(n, d) for n, d in claim.domains if n in used and isinstance(d, Interval | Integers)]
    if len(domains) < len(used):
        return None
    shared = Goal(S.One, tuple((n, d) for n, d in domains if n in names))
    own = Goal(S.One, tuple((n, d) for n, d in domains if n not in names))
    order: list[Symbol] = [name for goal in (shared, own) for name, _ in goal.domains]
    holds = _asked(about, order)
    if holds is None:
        return None
    with precision(BITS):
        found = [
            (point, any(holds((*point, *others)) for others in points(own, OWN)))
            for point in points(shared, SHARED)
        ]
    if not found or sum(held for _, held in found) < MOST * len(found):
        return None
    left = dict(shared.domains)
    for place, (name, domain) in enumerate(shared.domains):
        at_end = [held for point, held in found if point[place] == getattr(domain, "lower", None)]
        if isinstance(domain, Interval) and at_end and not any(at_end):
            left[name] = replace(domain, lower_open=True)
    return left


def _asked(
    about: Sequence[Basic], order: Sequence[Symbol]
) -> Callable[[Sequence[Basic]], bool] | None:
    """Whether all of these inequalities certainly hold at a point; None where one is none."""
    try:
        gaps = [compile_balls(h.gts - h.lts, order) for h in about if hasattr(h, "gts")]
    except EvaluationError:
        return None
    strict = [isinstance(h, Gt | Lt) for h in about]

    def holds(values: Sequence[Basic]) -> bool:
        balls = [arb(fmpq(int(value.p), int(value.q))) for value in values]
        try:
            found = (gap(balls) for gap in gaps)
            return all(v > 0 if s else v >= 0 for v, s in zip(found, strict, strict=True))
        except EvaluationError:
            return False

    return holds if len(gaps) == len(about) else None
