"""Claims without names, decided by evaluating both sides in balls."""

from __future__ import annotations

from collections.abc import Iterator

from dpsym.enclosure import examine
from dpsym.language.claim import Claim
from dpsym.provers.prover import Split


class Evaluation:
    """A claim about concrete laws and mechanisms whose every conclusion is certainly true."""

    name = "evaluation"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """No subgoal at all, where the conclusions hold; the hypotheses are not needed."""
        if claim.domains:
            return
        findings = [examine(atom) for atom in claim.conclusions]
        if all(finding.truth for finding in findings):
            sides = [f"{f.left.str(8)} {f.relation} {f.right.str(8)}" for f in findings]
            yield Split((), "evaluated with certain bounds", (), {"sides": sides})
