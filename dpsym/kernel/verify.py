"""A certificate checked: the claim it is pinned to, every step, every leaf."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from dpsym.algebra import Eq, Le, Lt, Tuple
from dpsym.algebra import preorder_traversal as walk
from dpsym.certificate import Certificate, Node, UnreadableError, claim_of, digest, is_pinned
from dpsym.kernel.claims import premises
from dpsym.kernel.goal import Goal
from dpsym.kernel.implications import entails, evident, plain
from dpsym.kernel.rejection import FAILURES, Given, Rejected, reason
from dpsym.kernel.scalar import check_scalar
from dpsym.kernel.wellformed import duties
from dpsym.kernel.witness import check_witness
from dpsym.language.claim import Claim
from dpsym.language.domains import Objects
from dpsym.language.heads import SIGNATURES
from dpsym.language.indexed import is_indexed
from dpsym.language.printing import text
from dpsym.language.shapes import mapped_laws

Path = tuple[int, ...]


def verify(certificate: Certificate) -> None:
    """Checks a certificate; returns only if it is accepted.

    Guarantees:
        the claim holds, given the axioms that the certificate names, or, for a refutation, fails.

    Raises:
        Rejected: a step or leaf does not hold; it names the node and the reason.
        UnreadableError: a goal or a parameter is not of the kind that the format says.
    """
    used = axioms_of(certificate)
    if used != certificate.axioms:
        raise Rejected((), f"the axioms used are {[*used]}")


def axioms_of(certificate: Certificate) -> tuple[str, ...]:
    """The axioms by which a certificate shows its claim; all else that it says is checked.

    Guarantees:
        the claim holds, given these axioms, or, for a refutation, fails.

    Raises:
        Rejected, UnreadableError: as :func:`verify`.
    """
    claim = claim_of(certificate.claim)
    if not is_pinned(certificate):
        raise Rejected((), "the hash is that of another claim")
    if certificate.proof is None:
        _refused(lambda: check_witness(claim, Given(certificate.witness or {})), (), "witness")
        return ()
    if claim_of(certificate.proof.goal) != claim:
        raise Rejected((), "the proof is of another claim")
    return tuple(sorted(check(certificate.proof)))


def restated(certificate: Certificate, written: str) -> Certificate:
    """The certificate of a claim in other words, which the kernel has to see."""
    proof = certificate.proof
    return replace(
        certificate,
        claim=written,
        sha256=digest(claim_of(written)),
        proof=None if proof is None else Node("restated", written, {}, (proof,)),
    )


def check(node: Node, path: Path = (), known: Sequence[Claim] = ()) -> set[str]:
    """The axioms that the tree below a node uses; it is checked.

    ``known`` are claims about numbers beside this node and those above. What is known of numbers
    may be used only where more is assumed, so that no two claims give each other a value.
    """
    goal = claim_of(node.goal)
    children = [claim_of(child.goal) for child in node.children]
    if (node.rule == "families") != is_indexed(goal.atoms) or any(
        is_indexed(child.atoms) for child in children
    ):
        raise Rejected(path, "families are for one rule alone, which leaves none")
    axioms: set[str] = set()
    numeric = [child for child in children if _is_numeric(child)]
    _refused(lambda: _has_value(goal, [*known, *numeric]), path, "values")
    params, rule = Given(node.params), node.rule
    if rule == "scalar":
        _refused(lambda: _leaf(goal, params["proof"]), path, rule)
    else:
        _refused(lambda: _step(Goal(goal, params, children, axioms), rule), path, rule)
    for place, (child, stated) in enumerate(zip(node.children, children, strict=True)):
        beside = [
            fact
            for fact in (*known, *numeric)
            if stated not in numeric or len(fact.hypotheses) < len(stated.hypotheses)
        ]
        axioms |= check(child, (*path, place), beside)
    return axioms


def _is_numeric(claim: Claim) -> bool:
    """Whether a claim speaks of numbers alone, so that only its names' domains give it a value."""
    return not any(node.func in SIGNATURES for atom in claim.atoms for node in walk(atom))


def _has_value(claim: Claim, known: Sequence[Claim]) -> None:
    for duty in duties(claim):
        if not evident(duty) and not any(entails(fact, duty) for fact in known):
            raise Rejected((), f"the claim may say nothing: nothing says {duty.text}")


def _step(goal: Goal, rule: str) -> None:
    names = {name for name, _ in goal.claim.domains}
    for needed in premises(rule, goal):
        unknown = Tuple(*needed.atoms).free_symbols - {name for name, _ in needed.domains}
        if unknown:
            raise Rejected((), f"{rule}: nothing says over what {unknown} ranges")
        # A kernel that the goal does not have would leave out laws of which the goal speaks.
        for law, rows in mapped_laws(needed.atoms) - mapped_laws(goal.claim.atoms):
            if law.free_symbols & names:
                raise Rejected((), f"{rule}: the goal speaks of {law} on more than {rows} outcomes")
        # Comparing with children is cheap, and judging what is evident is not.
        if not any(entails(child, needed) for child in goal.children) and not evident(needed):
            raise Rejected((), f"{rule}: nothing says {needed.text}")


def _leaf(goal: Claim, proof: Any) -> None:
    if not isinstance(proof, dict):
        raise Rejected((), "a leaf has no proof")
    check_scalar(scalar_goal(goal), proof)


def _refused(examine: Callable[[], None], path: Path, rule: str) -> None:
    """Runs an examination by a rule; what it finds wrong is said of the node at the path."""
    try:
        examine()
    except Rejected as refused:
        raise Rejected(path + refused.path, refused.why) from None
    except UnreadableError:
        raise
    except FAILURES as error:
        raise Rejected(path, reason(error, rule)) from error


def scalar_goal(claim: Claim) -> dict[str, Any]:
    """What a leaf claims of numbers, as the data that the scalar rules speak of."""
    (atom,) = claim.conclusions
    if not isinstance(atom, Le | Lt) or atom.lhs != 0:
        raise Rejected((), "a leaf says 0 <= f or 0 < f")
    conditions: list[str] = []
    positives: list[str] = []
    # Infinite divergences, which are no numbers, would cancel in a difference of sides.
    if not _is_numeric(claim):
        raise Rejected((), "a leaf speaks of numbers alone")
    for hypothesis in map(plain, claim.hypotheses):
        if not isinstance(hypothesis, Le | Lt | Eq):
            raise Rejected((), f"{hypothesis} does not speak of numbers")
        gaps = [hypothesis.rhs - hypothesis.lhs, hypothesis.lhs - hypothesis.rhs]
        kept = positives if isinstance(hypothesis, Lt) else conditions
        kept += map(text, gaps[: 1 + isinstance(hypothesis, Eq)])
    names = {n: d for n, d in claim.domains if not isinstance(d, Objects)}
    return {
        "expression": text(atom.rhs),
        "domains": {n.name: str(d) for n, d in names.items()},
        "conditions": conditions,
        "positives": positives,
        "relation": ">=" if isinstance(atom, Le) else ">",
    }
