"""Claims that say nothing, since no numbers or laws satisfy what they assume of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sympy import Basic, Le, Lt, S
from sympy.core.relational import (
    GreaterThan,
    LessThan,
    Relational,
    StrictGreaterThan,
    StrictLessThan,
)

from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.printing import text
from dpsym.provers.inequality import goal_of
from dpsym.provers.logic import ORDERED
from dpsym.provers.prover import Split
from dpsym.provers.restate import restate, scalar_hypotheses
from dpsym.provers.scalar import counterexample

SAMPLES = 40
"""So many points are tried: where one satisfies the hypotheses, nothing contradicts."""


class Contradiction:
    """The negative of one hypothesis follows from those about numbers before it."""

    name = "contradiction"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """That a hypothesis fails wherever those before it hold."""
        before: list[Basic] = []
        for number, hypothesis in enumerate(claim.hypotheses):
            numeric = hypothesis in scalar_hypotheses(claim)
            if not isinstance(hypothesis, ORDERED) or not (numeric or negative_bound(hypothesis)):
                continue
            if numeric:
                before.append(hypothesis)
                if satisfied(claim, before):
                    continue
            strict = isinstance(hypothesis, GreaterThan | LessThan)
            failing = (Lt if strict else Le)(hypothesis.gts, hypothesis.lts, evaluate=False)
            kept = before[:-1] if numeric else []
            yield Split(
                (restate(claim, [failing], hypotheses=kept),),
                f"nothing satisfies {text(hypothesis)}",
                detail={"number": number},
                rule="contradiction",
            )
            return


def negative_bound(hypothesis: Relational) -> bool:
    """Whether a divergence, which is never negative, is said to be less than some such number."""
    bound = hypothesis.gts
    strict = isinstance(hypothesis, StrictGreaterThan | StrictLessThan)
    constant = isinstance(hypothesis.lts, heads.Quantity) and not bound.free_symbols
    return constant and bool(bound.is_negative or (strict and bound.is_zero))


def satisfied(claim: Claim, hypotheses: Sequence[Basic], count: int = SAMPLES) -> bool:
    """Whether a point is found that satisfies hypotheses about numbers."""
    assumed = restate(claim, hypotheses[:1], hypotheses=hypotheses)
    return counterexample(goal_of(assumed, S.NegativeOne), count) is not None


__all__ = ["ORDERED", "Contradiction", "negative_bound", "satisfied"]
