"""Proofs about protocols: their simulation by canonical responses, and accuracies in closed form.

A protocol in which every party's strategy is (epsilon_i, delta_i)-DP whatever the others say, or
(epsilon_i, 0)-DP while they follow the protocol, is an image of the canonical responses of all
parties under one kernel; so no decision from its transcript is better than the best from those.
With deltas and honest others that fails: Theorem 5.1 of Kairouz, Oh and Viswanath 2015.
"""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Basic

from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split

_PARTY = heads.CuriousDP | heads.MaliciousDP


class Responses:
    """No accuracy after a private protocol exceeds that after the canonical responses."""

    name = "responses"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """One way for strategies that are private whatever others say, one where no deltas are."""
        if not any(atom.has(heads.Accuracy) for atom in claim.conclusions):
            return
        for curious, words in (
            (False, "parties whose strategies are private whatever others say"),
            (True, "parties who follow a pure protocol"),
        ):
            said = f"transcripts of {words} are images of their canonical responses"
            yield from by_rule("responses", claim, {"curious": curious}, said)


class PartyPrivacy:
    """What a party's guarantee follows from: its own mechanism, or a stronger hypothesis."""

    name = "party"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The mechanism that the party broadcasts; or a hypothesis with no larger parameters."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], _PARTY):
            return
        yield from by_rule("broadcast", claim, {}, "only its own message depends on a party's bit")
        atom = claim.conclusions[0]
        for hypothesis in claim.hypotheses:
            if isinstance(hypothesis, _PARTY) and hypothesis.args[:2] == atom.args[:2]:
                yield from _from_hypothesis(claim, atom, hypothesis)


def _from_hypothesis(claim: Claim, atom: Basic, hypothesis: Basic) -> Iterator[Split]:
    """Larger parameters; or who is private whatever others say is so while they are honest."""
    if hypothesis.func == atom.func:
        row = "weaken-curious" if isinstance(atom, heads.CuriousDP) else "weaken-malicious"
        values = dict(zip("Tnedxy", (*hypothesis.args, *atom.args[2:]), strict=True))
        words = "a guarantee with no larger parameters"
    elif isinstance(atom, heads.CuriousDP):
        row, values = "malicious-curious", dict(zip("Tned", atom.args, strict=True))
        words = "who is private whatever others say is so while they are honest"
    else:
        return
    params = {"fact": row, "with": {name: text(value) for name, value in values.items()}}
    yield from by_rule("fact", claim, params, words)


class WrittenAccuracy:
    """The mean accuracy of a concrete task after canonical responses, written out."""

    name = "accuracy"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with all such accuracies replaced."""
        if any(atom.has(heads.AverageAccuracy) for atom in claim.conclusions):
            yield from by_rule("accuracy", claim, {}, "the best decision for each transcript")
