"""Refutations for Coq: a claim at the point of its witness, where interval arithmetic decides."""

from __future__ import annotations

from sympy import Basic, Symbol
from sympy.core.relational import Relational

from dpsym.certificate import Certificate, claim_of
from dpsym.coq.atoms import atom
from dpsym.coq.claims import negation, numbers
from dpsym.coq.notation import UnexportableError
from dpsym.coq.statements import domain_conditions, indented
from dpsym.coq.steps import Lines, Step, Values, evaluated
from dpsym.kernel.implications import plain
from dpsym.language.claim import Claim
from dpsym.language.domains import Objects
from dpsym.language.heads import Divergence
from dpsym.language.parser import parse_expression


def refutation(certificate: Certificate, title: str) -> str:
    """The theorem that a claim is false.

    Raises:
        UnexportableError: the witness is no point of numbers.
    """
    claim, witness = claim_of(certificate.claim), certificate.witness or {}
    if any(isinstance(domain, Objects) for _, domain in claim.domains):
        raise UnexportableError("refutations by mechanisms and laws are not exported")
    values = {n: parse_expression(witness["point"][n.name]) for n, _ in claim.domains}
    body = "\n".join(indented(_script(claim, values, witness["conclusion"])))
    return f"Theorem {title} : {negation(claim)}.\nProof.\n{body}\nQed.\n"


def _script(claim: Claim, values: dict[Symbol, Basic], number: int) -> Lines:
    step, put = Step(Claim((), (), ()), ()), values
    held = step.script.fresh("L")
    lines = ["intros H.", step.specialised(claim, "H", held, put)]
    for proof in _premises(step, claim, put):
        lines += step.premise(held, proof)
    if len(claim.conclusions) > 1:
        parts = [step.script.fresh("L") for _ in claim.conclusions]
        lines.append(f"destruct {held} as [{' ['.join(parts)}{']' * (len(parts) - 1)}.")
        held = parts[number]
    stated = plain(claim.conclusions[number])
    return [*lines, *_contradiction(step, stated, put, held)]


def _premises(step: Step, claim: Claim, put: Values) -> list[Lines]:
    """For each premise of a claim, a script that proves it at a point."""
    found: list[Lines] = []
    for symbol, domain in numbers(claim).items():
        found += [["dpsym_inside."]] * len(domain_conditions(symbol, domain))
    for hypothesis in map(plain, claim.hypotheses):
        found.append([*_at(step, hypothesis, put), "dpsym_decided."])
    return found


def _at(step: Step, stated: Basic, put: Values) -> Lines:
    """A script that turns a relation at values for its names into its simpler form."""
    _check(stated)
    return step.restated(stated, put, evaluated(stated, put))


def _check(stated: Basic) -> None:
    if not isinstance(stated, Relational) or stated.has(Divergence):
        raise UnexportableError(f"refutations of {type(stated).__name__} are not exported")


def _contradiction(step: Step, stated: Basic, put: Values, held: str) -> Lines:
    """A script that refutes a relation between numbers that a hypothesis states."""
    _check(stated)
    instance, new = evaluated(stated, put), step.script.fresh("L")
    turned = [*step.restated(instance, {}, stated, put), f"exact {held}."]
    return [
        f"assert ({new} : {atom(instance)}).",
        "{",
        *indented(turned),
        "}",
        f"dpsym_refuted {new}.",
    ]
