"""Steps that compare outcome by outcome."""

from __future__ import annotations

from sympy import Basic, Le, S

from dpsym.certificate import Node
from dpsym.certification.claims import Elaboration
from dpsym.certification.leaves import Unelaborated
from dpsym.kernel.implications import plain
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.printing import text
from dpsym.provers.divergences.integrand import Integrand
from dpsym.provers.divergences.pointwise import shares_of
from dpsym.verdict import Step


def pointwise(self: Elaboration, claim: Claim, step: Step) -> Node:
    """A hockey stick by others, with the prover's factors for the hypotheses."""
    atom = plain(claim.conclusions[0])
    bounded = isinstance(atom, Le) and isinstance(atom.lhs, heads.HockeyStick)
    shares = shares_of(claim, atom.lhs) if bounded else {}
    written = {str(number): text(share) for number, share in shares.items() if share != S.Zero}
    return self.build("pointwise", claim, {"shares": written}, step.children)


def outcomes_afresh(self: Elaboration, claim: Claim) -> Node:
    """A linear relation by densities, whatever proved it."""
    last = "nothing holds outcome by outcome"
    for split in Integrand().splits(claim):
        try:
            return self.build("integrands", claim, split.detail, ())
        except (Rejected, Unelaborated) as error:
            last = f"{last}; {error}"
    raise Unelaborated(last)


def compares_sticks(atom: Basic) -> bool:
    """Whether the smaller side is one hockey stick, which may be at most others."""
    return isinstance(atom.args[0], heads.HockeyStick | heads.TotalVariation)


__all__ = ["compares_sticks", "outcomes_afresh", "pointwise"]
