"""Leaves of certificates: goals of numbers alone, with the proof that the scalar rules accept."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from dpsym.certificate import Node
from dpsym.errors import DpsymError
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.scalar import check_scalar
from dpsym.kernel.terms import same
from dpsym.kernel.verify import scalar_goal
from dpsym.language.claim import Claim
from dpsym.language.parser import parse_expression
from dpsym.verdict import Step

# The scalar elaboration is looked up by name: it may be absent.
_SCALAR = "dpsym.certification.scalar"


class Unelaborated(DpsymError):  # noqa: N818  # said of a step
    """No rule of the kernel is known for a step, or for one below it."""


def leaf(claim: Claim, step: Step) -> Node:
    """The node for one goal of a step of the inequality prover.

    Raises:
        Unelaborated: no evidence of the step is for this goal, or none that the kernel accepts.
    """
    goal = scalar_goal(claim)
    wanted = parse_expression(goal["expression"])
    last = "no evidence is for this goal"
    try:
        scalar = import_module(_SCALAR)
    except ModuleNotFoundError as missing:
        raise Unelaborated(f"{claim.text[:200]}: {missing}") from None
    for evidence in step.detail.get("goals", ()):
        if not same(wanted, _expression(evidence), dict(claim.domains)):
            continue
        try:
            _, proof = scalar.certify_scalar(evidence)
            check_scalar(goal, proof)
        except (scalar.MissingError, Rejected) as error:
            last = str(error)
            continue
        return Node("scalar", claim.text, {"proof": proof})
    raise Unelaborated(f"{claim.text[:200]}: {last}")


def _expression(evidence: Mapping[str, Any]) -> Any:
    whole = next(
        (evidence[k] for k in ("substituted", "enlarged", "logarithm") if k in evidence), None
    )
    written = (whole or evidence["goal"])["expression"]
    return parse_expression(written).xreplace({parse_expression("E"): parse_expression("exp(1)")})


__all__ = ["Unelaborated", "leaf"]
