"""A verdict as a certificate that the kernel accepts."""

from __future__ import annotations

from dpsym.certificate import Certificate, Node, UnreadableError, claim_of, digest
from dpsym.certification.claims import Elaboration
from dpsym.certification.leaves import Unelaborated
from dpsym.certification.protocols import plays
from dpsym.certification.steps import STEPS
from dpsym.kernel.goal import Goal
from dpsym.kernel.implications import evident
from dpsym.kernel.logic import placed
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.scalar import FAILURES
from dpsym.kernel.verify import check, verify
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.printing import text
from dpsym.verdict import Proved, Refuted, Step


def certificate_of(verdict: Proved | Refuted) -> Certificate:
    """The certificate of a verdict.

    Guarantees:
        the kernel accepted it.

    Raises:
        Unelaborated: the kernel has no rule for a step, or refuses it; the message says which.
    """
    claim = claim_of(verdict.claim.text)
    try:
        if isinstance(verdict, Proved):
            if verdict.evidence is None:
                raise Unelaborated("the verdict has no evidence")
            proof = _placed(claim, verdict.evidence)
            axioms = tuple(sorted(check(proof)))
            made = Certificate(
                verdict.claim.text, digest(claim), "proved", axioms, verdict.seconds, proof
            )
            verify(made)
        else:
            made = _refutation(verdict)
    except Unelaborated:
        raise
    except (Rejected, UnreadableError) as error:
        raise Unelaborated(str(error)) from None
    except FAILURES as error:
        raise Unelaborated(f"{type(error).__name__}: {error}") from error
    return made


def _placed(claim: Claim, evidence: Step) -> Node:
    """The evidence, with proofs that arguments keep their domains where that is not evident."""
    elaboration = Elaboration(STEPS)
    proof = elaboration.node(evidence)
    if all(map(evident, placed(Goal(claim, {}, (), set()))[1:])):
        return proof
    return elaboration.build("placed", claim, {}, (), [proof])


def _refutation(verdict: Refuted) -> Certificate:
    """The certificate with the first conclusion that the kernel sees fail."""
    last = "there is no conclusion"
    for number in range(len(verdict.claim.conclusions)):
        made = _failing(verdict, number)
        try:
            verify(made)
        except Rejected as error:
            last = str(error)
        else:
            return made
    raise Unelaborated(last)


def _failing(verdict: Refuted, number: int) -> Certificate:
    witness = verdict.witness
    if witness is None:
        raise Unelaborated("the verdict has no witness")
    claim = verdict.claim
    where = {k: text(v) for k, v in witness.where if k in ("alpha", "epsilon", "lambda", "kernel")}
    values = {symbol: value for symbol, _ in claim.domains for name, value in witness.point
              if name == symbol.name}  # fmt: skip
    games = plays(atom.func(*(side.xreplace(values) for side in atom.args), evaluate=False)
                  for atom in claim.conclusions if atom.has(heads.WorstAccuracy))  # fmt: skip
    data = {
        "point": {name: text(value) for name, value in witness.point},
        "conclusion": number,
        "where": where,
        **({"plays": games} if games else {}),
    }
    return Certificate(
        claim.text,
        digest(claim_of(claim.text)),
        "refuted",
        (),
        verdict.seconds,
        witness=data,
    )


__all__ = ["certificate_of"]
