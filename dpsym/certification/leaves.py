"""Leaves of certificates: goals of numbers alone, with the proof that the scalar rules accept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpsym.certificate import Node
from dpsym.errors import DpsymError
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.scalar import check_scalar
from dpsym.kernel.terms import same
from dpsym.kernel.verify import scalar_goal
from dpsym.language.claim import Claim
from dpsym.language.parser import parse_expression
from dpsym.numeric import stated
from dpsym.provers.elaboration.elaborator import SECONDS, certify_scalar
from dpsym.provers.elaboration.forms import prover_goal
from dpsym.provers.elaboration.text import MissingError
from dpsym.provers.elaboration.wrapped import claimed
from dpsym.verdict import Step

UNPROVED = 3.0
"""Seconds of the thread for a goal that the prover did not close."""


class Unelaborated(DpsymError):  # noqa: N818  # said of a step
    """No rule of the kernel is known for a step, or for one below it."""


def leaf(claim: Claim, step: Step) -> Node:
    """The node for one goal of a step of the inequality prover, or of one that proved none.

    Raises:
        Unelaborated: no evidence of the step is for this goal, or none that the kernel accepts.
    """
    goal = scalar_goal(claim)
    wanted = parse_expression(goal["expression"])
    last = "no evidence is for this goal"
    seconds = SECONDS if "goals" in step.detail else UNPROVED
    unproved = {"rule": "none", "goal": prover_goal(stated(goal)).to_json()}
    for evidence in step.detail.get("goals", (unproved,)):
        if not same(wanted, _expression(evidence), dict(claim.domains)):
            continue
        try:
            _, proof = certify_scalar(evidence, seconds=seconds)
            check_scalar(goal, proof)
        except (MissingError, Rejected) as error:
            last = str(error)
            continue
        return Node("scalar", claim.text, {"proof": proof})
    raise Unelaborated(f"{claim.text[:200]}: {last}")


def _expression(evidence: Mapping[str, Any]) -> Any:
    goal = claimed(evidence)
    written = parse_expression(goal["expression"])
    if "E" in {name for name, _ in goal["domains"]}:
        return written
    return written.xreplace({parse_expression("E"): parse_expression("exp(1)")})


__all__ = ["Unelaborated", "leaf"]
