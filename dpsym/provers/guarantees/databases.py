"""Guarantees against hypotheses about databases, from guarantees of the rounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sympy import Basic, Lt

from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.heads import ApproxDP, PureDP
from dpsym.language.meaning import rounds_of
from dpsym.language.printing import text
from dpsym.provers import axioms
from dpsym.provers.guarantees.facts import facts_about
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split

_WIDTHS = {
    "ones": "as many rounds as a vector has ones",
    "all": "all rounds",
    "sets": "each set of rounds in which vectors differ",
}


class HypothesisPrivacy:
    """A guarantee against hypotheses, from one on the rounds in which the databases differ.

    An adversary against vectors b and c is simulated by one against the rounds where they differ:
    it orders each pair of databases, and draws the answers of the other rounds itself. Laws on
    vectors follow from vectors, since the divergences are (quasi-)convex.
    """

    name = "hypotheses about databases"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """A hypothesis about vectors, a uniform prior, or the rounds in which vectors differ."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], heads.Guarantee):
            return
        atom = claim.conclusions[0]
        if not isinstance(atom.args[0], heads.Hypotheses):
            return
        for number, hypothesis in enumerate(claim.hypotheses):
            if type(hypothesis) is type(atom) and isinstance(hypothesis.args[0], heads.Hypotheses):
                yield from _from_hypothesis(claim, number)
        for place in range(sum(isinstance(side, heads.Ones) for side in atom.args[0].args[1:])):
            words = "more ones than rounds"
            for split in by_rule("rounds", claim, {"width": "none", "side": place}, words):
                if not any(_fails(relation) for goal in split.subgoals for relation in goal.atoms):
                    yield split
        yield from _uniform_prior(claim, atom)
        for width, words in _WIDTHS.items():
            yield from by_rule("rounds", claim, {"width": width}, f"composed: {words}")


def _fails(atom: Basic) -> bool:
    """Whether a strict relation evidently holds nowhere."""
    return isinstance(atom, Lt) and bool((atom.lhs - atom.rhs).is_nonnegative)


def _from_hypothesis(claim: Claim, number: int) -> Iterator[Split]:
    """A hypothesis on vectors that differ wherever vectors of the conclusion do."""
    words = "the same laws on vectors, but for the order of some pairs of databases"
    for split in by_rule("vectors", claim, {"number": number}, words):
        yield replace(split, words=(
            "an adversary that orders the databases of each pair, and draws the answers of "
            "rounds that agree, turns these vectors into those of the hypothesis"
        )) if axioms.DATA_PROCESSING.name in split.axioms else split  # fmt: skip


def _uniform_prior(claim: Claim, atom: Basic) -> Iterator[Split]:
    """No record against the uniform law on all vectors, or on all but that one."""
    experiment = atom.args[0].args[0]
    repeated = isinstance(experiment, heads.Compose) and heads.is_scalar(experiment.args[-1])
    known = [_approximate(part, claim)
             for part in (experiment.args[:1] if repeated else rounds_of(experiment))]  # fmt: skip
    words = "averaged over all sets of rounds in which a record is present"
    if None not in known:
        yield from by_rule("uniform-prior", claim, {"facts": list(map(text, known))}, words)


def _approximate(part: Basic, claim: Claim) -> Basic | None:
    """The first guarantee that says how far the laws of a round are apart."""
    found = (fact.guarantee for fact in facts_about(part, claim))
    return next((known for known in found if isinstance(known, ApproxDP | PureDP)), None)
