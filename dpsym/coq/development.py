"""Certificates as Coq files: a lemma for each node, the theorem last."""

from __future__ import annotations

from dpsym.certificate import Certificate, Node, claim_of
from dpsym.coq.atoms import check_noise, check_pairs, check_sides
from dpsym.coq.claims import negation, statement
from dpsym.coq.nodes import Rule
from dpsym.coq.notation import UnexportableError
from dpsym.coq.refutations import refutation
from dpsym.coq.responses import premises
from dpsym.coq.rules import script
from dpsym.coq.statements import indented
from dpsym.coq.steps import Lemma
from dpsym.language.claim import Claim
from dpsym.numeric import FAILURES


class Development:
    """The lemmas of one proof, those of a node's children before its own.

    Attributes:
        lemmas: the texts so far.
    """

    def __init__(self, title: str) -> None:
        self.title, self.lemmas = title, list[str]()
        self.known: dict[str, str] = {}

    def prove(self, node: Node, title: str = "") -> Lemma:
        """The lemma of a node, which is written unless a node before has the same goal.

        Raises:
            UnexportableError: a step has no counterpart in Coq.
        """
        if node.goal in self.known and not title:
            return Lemma(claim_of(node.goal), self.known[node.goal])
        below = premises(node)
        # What says that arguments lie in their domains may be used below the claim itself.
        proved = {id(child): self.prove(child) for child in (*below[1:], *below[:1])}
        others = [Lemma(claim_of(goal), held) for goal, held in self.known.items()]
        rule = Rule(node, [proved[id(child)] for child in below], others)
        found = title or f"{self.title}_{len(self.lemmas) + 1}"
        kind = "Theorem" if title else "Lemma"
        body = "\n".join(indented(script(rule)))
        stated = statement(rule.goal.claim)
        self.lemmas.append(f"{kind} {found} : {stated}.\nProof.\n{body}\nQed.\n")
        self.known[node.goal] = found
        return Lemma(rule.goal.claim, found)


def check_claim(claim: Claim, *, refuted: bool) -> None:
    """Checks that a theorem says all of a claim, or a refutation that just the claim is false.

    Raises:
        UnexportableError: it would say something else.
    """
    check_sides(claim)
    check_noise(claim)
    check_pairs(claim, refuted=refuted)


def opening(claim: Claim, title: str, *, refuted: bool) -> str:
    """How the theorem begins that is or denies a claim.

    Raises:
        UnexportableError: a part has no counterpart in Coq.
    """
    check_claim(claim, refuted=refuted)
    return f"Theorem {title} : {negation(claim) if refuted else statement(claim)}.\nProof."


def development(certificate: Certificate, title: str) -> str:
    """The theorems of a certificate, of which the last, named by the title, is or denies the claim.

    Raises:
        UnexportableError: a part has no counterpart in Coq; the message says which.
    """
    found, claim, proof = Development(title), claim_of(certificate.claim), certificate.proof
    if (proof is None) is not (certificate.verdict == "refuted"):
        raise UnexportableError("proof and verdict do not match")
    try:
        check_claim(claim, refuted=proof is None)
        if proof is None:
            return refutation(certificate, title)
        if claim_of(proof.goal) != claim:
            raise UnexportableError("the proof is of another claim")
        found.prove(proof, title)
    except UnexportableError:
        raise
    except FAILURES as error:
        raise UnexportableError(f"{type(error).__name__}: {error}") from error
    return "\n".join(found.lemmas)
