"""Which claims Coq accepted when it was last asked, and what that says of a verdict."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from dpsym.certificate import Certificate, Node, claim_of
from dpsym.coq.assumed import assumed
from dpsym.coq.compiling import ACCEPTED, Compiled
from dpsym.coq.lemmas import unexported
from dpsym.language.heads import Divergence, Guarantee

SCOPE = (
    "for all mechanisms and laws with finitely many outcomes, and interactive ones that are finite "
    "trees; continuous noise stands there for all its partitions into finitely many intervals, and "
    "what is composed after a continuous answer is not covered"
)
"""What a theorem in Coq says of mechanisms."""


@cache
def recorded() -> Mapping[str, str]:
    """By claim, the digest of the Coq file that was accepted; written by ``dpsym coq --record``.

    The digest stands after the word "refuted" where what was accepted is that the claim is false.
    """
    record = files("dpsym.coq").joinpath("accepted.json")
    found: dict[str, str] = json.loads(record.read_text(encoding="utf-8"))
    return found


def add(path: Path, found: Iterable[Compiled], folder: Path) -> None:
    """Adds to a record what a folder has that was accepted, and takes what was not from it."""
    known: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    for each in found:
        if each.status == ACCEPTED:
            digest = sha256((folder / f"{each.name}.v").read_bytes()).hexdigest()
            known[each.claim] = digest if each.verdict == "proved" else f"refuted {digest}"
        else:
            known.pop(each.claim, None)
    path.write_text(json.dumps(known, indent=0, sort_keys=True) + "\n", encoding="utf-8")


def standing(certificate: Certificate) -> list[str]:
    """Sentences about what was checked of a claim, and what it assumes beyond.

    Guarantees:
        Coq is named only for a claim with the same text of which it accepted the same verdict.

    >>> from dpsym.certificate import Certificate, claim_of
    >>> standing(Certificate("0 <= x", "", "proved"))
    ['Accepted by the kernel.', 'No proof of it in Coq is recorded.']
    """
    told, digest = ["Accepted by the kernel."], recorded().get(certificate.claim)
    verdict = "refuted" if digest and digest.startswith("refuted ") else "proved"
    accepted = digest is not None and certificate.verdict == verdict
    if not accepted:
        told.append("No proof of it in Coq is recorded.")
    elif not any(atom.has(Guarantee, Divergence) for atom in claim_of(certificate.claim).atoms):
        told.append(f"{certificate.verdict.capitalize()} in Coq as well.")
    elif certificate.verdict == "proved":
        told.append(f"Proved in Coq as well, {SCOPE}.")
    else:
        told.append("Refuted in Coq as well, by laws with finitely many outcomes.")
    for row, found in assumed(certificate).items():
        told.append(f"It uses the fact {row}, not proved in Coq: {found.why} ({found.source}).")
    unproved = unexported() if certificate.proof and not accepted else {}
    for rule in sorted(_rules(certificate.proof) & set(unproved)):
        told.append(f"It uses the rule {rule}, which has no lemma in Coq: {unproved[rule]}.")
    return told


def _rules(proof: Node | None) -> set[str]:
    """The rules of all nodes of a proof."""
    return set() if proof is None else {proof.rule}.union(*map(_rules, proof.children))
