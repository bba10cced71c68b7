"""Claims without names, decided by evaluating both sides in balls."""

from __future__ import annotations

from collections.abc import Iterator

from dpsym.enclosure import examine
from dpsym.errors import EvaluationError
from dpsym.games.expressions import plays
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
        words = "evaluated with certain bounds"
        try:
            if not all(examine(atom).truth for atom in claim.conclusions):
                return
        except EvaluationError:
            words = "bounded by the masses of cells"
        found = plays(claim.conclusions)
        yield from by_rule("evaluated", claim, {"plays": found} if found else {}, words)
