"""Verdicts with certificates that the kernel accepts once they are read again."""

from __future__ import annotations

from typing import Any

from dpsym.certificate import Certificate, Node, loaded
from dpsym.kernel.verify import verify
from dpsym.verdict import Verdict


def accepted(verdict: Verdict, kind: str = "proved") -> Certificate:
    """The certificate of a verdict of this kind."""
    assert verdict.kind == kind, verdict
    assert verdict.certificate is not None
    found = loaded(verdict.certificate.to_json())
    verify(found)
    return found


def refuting_point(verdict: Verdict) -> dict[str, Any]:
    """The point at which a claim is refuted, as its certificate gives it."""
    witness = accepted(verdict, "refuted").witness
    assert witness is not None
    point: dict[str, Any] = witness["point"]
    return point


def proof_of(verdict: Verdict) -> tuple[Certificate, Node]:
    """The certificate of what was proved, and its proof."""
    found = verdict.certificate
    assert found is not None
    assert found.proof is not None
    return found, found.proof
