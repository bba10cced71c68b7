"""What is known of two laws that are written out, taken as what is known of any two."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Basic
from sympy.core.relational import Relational

from dpsym.errors import EvaluationError
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.heads import Divergence, Guarantee, ObjectName
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh

_NAMES = {"p": "P", "q": "Q", "order": "alpha"}
_AT = {heads.ZCDP: ("1", "2"), heads.GaussianDP: ("0",)}
"""Where bounds at all orders, or at all thresholds, are used."""


class AnyLaws:
    """Bounds on divergences of two laws, from other bounds on them or from guarantees."""

    name = "any laws"

    def __init__(self, unbounded: bool = False) -> None:
        """If ``unbounded``, of several divergences of two laws that no hypothesis is about."""
        self._unbounded = unbounded

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim about any two laws in the place of those that are written out."""
        laws = _laws(claim.conclusions)
        if len(claim.conclusions) != 1 or len(laws) != 2:
            return
        said = [n for n, h in enumerate(claim.hypotheses) if _is_about(h, laws)]
        guarantees = [n for n in said if isinstance(claim.hypotheses[n], Guarantee)]
        several = len(claim.conclusions[0].atoms(Divergence)) > 1
        if (said or not several) if self._unbounded else not said:
            return
        p, q = laws
        params: dict[str, Any] = {"first": text(p), "second": text(q), "numbers": guarantees}
        params |= {k: fresh(claim, wish).name for k, wish in _NAMES.items()}
        at = {
            str(n): list(_AT[type(claim.hypotheses[n])])
            for n in guarantees
            if type(claim.hypotheses[n]) in _AT
        }
        params |= {"at": at} if at else {}
        try:
            yield from by_rule("any-laws", claim, params, "whatever the two laws are")
        except EvaluationError:
            # a mechanism has no laws that can be written out
            return


def _laws(atoms: tuple[Basic, ...]) -> list[Basic]:
    """The laws that are compared; none where one has a name."""
    found = {
        law: None
        for a in atoms
        for d in sorted(a.atoms(Divergence), key=str)
        for law in d.args[-2:]
    }
    return [] if any(law.has(ObjectName) for law in found) else list(found)


def _is_about(hypothesis: Basic, laws: list[Basic]) -> bool:
    """Whether a hypothesis bounds divergences of these laws."""
    if isinstance(hypothesis, Guarantee):
        return not hypothesis.has(ObjectName) and hypothesis.args[0].has(*laws)
    return isinstance(hypothesis, Relational) and set(_laws((hypothesis,))) == set(laws)
