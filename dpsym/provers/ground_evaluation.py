"""Claims without names, decided by evaluating both sides in balls."""

from __future__ import annotations

from collections.abc import Iterator

from dpsym.enclosure import examine
from dpsym.errors import EvaluationError
from dpsym.language.claim import Claim
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split


class Evaluation:
    """A claim about concrete laws and mechanisms whose every conclusion is certainly true."""

    name = "evaluation"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """No subgoal at all, where the conclusions hold; the hypotheses are not needed."""
        if claim.domains:
            return
        try:
            findings = [examine(atom) for atom in claim.conclusions]
        except EvaluationError:
            yield from by_rule("evaluated", claim, {}, "bounded by the masses of cells")
            return
        if all(finding.truth for finding in findings):
            sides = [f"{f.left.str(8)} {f.relation} {f.right.str(8)}" for f in findings]
            yield Split((), "evaluated with certain bounds", (), {"sides": sides})
