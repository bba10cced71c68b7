"""Goals of numbers alone as nodes of certificates, with proofs that the scalar rules accept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sympy import Expr, Sum

from dpsym.certificate import Node
from dpsym.errors import DpsymError
from dpsym.kernel.claims import premises
from dpsym.kernel.goal import Goal
from dpsym.kernel.implications import entails, evident
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.scalar import check_scalar
from dpsym.kernel.terms import same
from dpsym.kernel.verify import scalar_goal
from dpsym.kernel.wellformed import duties
from dpsym.language.claim import Claim
from dpsym.language.domains import Integers
from dpsym.language.names import written_out
from dpsym.language.parser import parse_expression
from dpsym.numeric import stated
from dpsym.provers.elaboration.elaborator import SECONDS, certify_scalar
from dpsym.provers.elaboration.forms import prover_goal
from dpsym.provers.elaboration.text import MissingError, text
from dpsym.provers.elaboration.wrapped import claimed
from dpsym.provers.inequality import Inequality
from dpsym.provers.kernel_rules import alone
from dpsym.provers.prover import Budget
from dpsym.verdict import Step

AFRESH = 4.0
"""Seconds for a relation that no step of the proof says."""
UNPROVED = 3.0
"""Seconds of the thread for a goal that the prover did not close."""


class Unelaborated(DpsymError):  # noqa: N818  # said of a step
    """No rule of the kernel is known for a step, or for one below it."""


def written(claim: Claim, step: Step, settled: Sequence[Claim]) -> Node:
    """A step of the inequality prover: leaves, or values of integers where none are accepted.

    Raises:
        Unelaborated: the kernel accepts neither.
    """
    names = [n.name for n, d in claim.domains if isinstance(d, Integers) and d.upper.is_finite]
    summed = any(atom.has(Sum) for atom in claim.conclusions)
    if names and summed:
        return _exhausted(claim, sorted(names), settled)
    try:
        return _leaves(claim, step)
    except (Unelaborated, Rejected):
        if not names:
            raise
    return _exhausted(claim, sorted(names), settled)


def afresh(claim: Claim, settled: Sequence[Claim]) -> Node:
    """A relation between numbers, proved now."""
    found = Inequality().attempt(claim, Budget.of(AFRESH))
    step = found if isinstance(found, Step) else Step("inequality", claim.text, "no step says it")
    return written(claim, step, settled)


def _exhausted(claim: Claim, names: list[str], settled: Sequence[Claim]) -> Node:
    """Integer names with finitely many values, value by value."""
    params = {"names": names}
    needed = [*premises("exhaustion", Goal(claim, params, (), set())), *duties(claim)]
    cases: dict[str, Node] = {}
    for need in needed:
        if not evident(need) and not any(entails(duty, need) for duty in settled):
            case = alone(need)
            cases[case.text] = cases.get(case.text) or afresh(case, settled)
    return Node("exhaustion", claim.text, params, tuple(cases.values()))


def _leaves(claim: Claim, step: Step) -> Node:
    """Leaves, one for each goal of numbers."""
    needed = premises("relations", Goal(claim, {}, (), set()))
    nodes = [leaf(alone(need), step) for need in dict.fromkeys(needed) if not evident(need)]
    if len(nodes) == 1 and nodes[0].goal == claim.text:
        return nodes[0]
    return Node("relations", claim.text, {}, tuple(nodes))


def leaf(claim: Claim, step: Step) -> Node:
    """The node for one goal of a step of the inequality prover, or one of which it says nothing.

    Raises:
        Unelaborated: no evidence of the step is for this goal, or none that the kernel accepts.
    """
    goal = scalar_goal(claim)
    wanted = parse_expression(goal["expression"])
    last = "no evidence is for this goal"
    whole = prover_goal(stated(goal)).to_json()
    unproved = {"rule": "none", "goal": whole}
    told = False
    for evidence in (*step.detail.get("goals", ()), unproved):
        given = _expression(evidence)
        apart = [] if given.has(Sum) else _finite_sums(wanted)
        if (told and evidence is unproved) or not same(
            wanted.xreplace(dict(apart)), given, dict(claim.domains)
        ):
            continue
        told = True
        try:
            seconds = UNPROVED if evidence is unproved else SECONDS
            _, proof = certify_scalar(evidence, seconds=seconds, within=whole)
            for old, new in apart:
                proof = {"rule": "replace", "old": text(old), "new": text(new), "proof": proof}
            check_scalar(goal, proof)
        except (MissingError, Rejected) as error:
            last = str(error)
            continue
        return Node("scalar", claim.text, {"proof": proof})
    raise Unelaborated(f"{claim.text[:200]}: {last}")


def _finite_sums(expression: Expr) -> list[tuple[Expr, Expr]]:
    """The sums between numbers, each with its terms."""
    pairs = ((node, written_out(node)) for node in sorted(expression.atoms(Sum), key=str))
    return [(node, terms) for node, terms in pairs if not terms.has(Sum)]


def _expression(evidence: Mapping[str, Any]) -> Any:
    goal = claimed(evidence)
    written = parse_expression(goal["expression"])
    if "E" in {name for name, _ in goal["domains"]}:
        return written
    return written.xreplace({parse_expression("E"): parse_expression("exp(1)")})
