"""What is assumed of mechanisms with known laws, written out in numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dpsym.errors import EvaluationError
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.heads import ObjectName
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh

_BOUNDING = heads.PureDP | heads.ApproxDP | heads.RenyiDP | heads.ZCDP
ORDER = "2"
"""Where a bound at all orders is used: those of normal laws are multiples of each other."""


class Written:
    """Guarantees of mechanisms with known laws that are assumed are relations between numbers."""

    name = "written"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with bounds of closed forms in their place, of all that have some."""
        concrete = [
            n
            for n, h in enumerate(claim.hypotheses)
            if isinstance(h, _BOUNDING) and not h.has(ObjectName)
        ]
        yield from _steps(claim, [n for n in concrete if any(_steps(claim, [n]))])


def _steps(claim: Claim, numbers: list[int]) -> Iterator[Split]:
    try:
        params = written_out(claim, numbers)
        yield from by_rule("written", claim, params, "what is assumed, in closed form")
    except EvaluationError:
        # a mechanism has no laws that can be written out, such as a symbolic number of rounds
        return


def written_out(claim: Claim, numbers: list[int]) -> dict[str, Any]:
    """The parameters with which assumed guarantees are written out in numbers."""
    params: dict[str, Any] = {"numbers": numbers, "order": fresh(claim, "alpha").name}
    at = {str(n): [ORDER] for n in numbers if isinstance(claim.hypotheses[n], heads.ZCDP)}
    return params | ({"at": at} if at else {})
