"""Counterexamples to claims about numbers, near the ends of their domains and at these."""

from __future__ import annotations

from dpsym.language.claim import Claim
from dpsym.provers import scalar
from dpsym.provers.inequality import SAMPLES, Inequality, goals_of
from dpsym.provers.prover import Budget
from dpsym.provers.search.certify import witness_at
from dpsym.verdict import Witness


def sampled_witness(claim: Claim, _: Budget) -> Witness | None:
    """The witness at a point at which the scalar prover finds that a conclusion fails."""
    if not Inequality().accepts(claim):
        return None
    for goal in (goal for atom in claim.conclusions for goal in goals_of(claim, atom)):
        found = scalar.counterexample(goal, SAMPLES)
        at = {symbol.name: value for symbol, value in (found or {}).items()}
        if all(name.name in at for name, _ in claim.domains):
            witness = witness_at(claim, {name: at[name.name] for name, _ in claim.domains})
            if witness is not None:
                return witness
    return None
