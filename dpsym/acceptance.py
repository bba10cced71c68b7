"""The gate: a proof or witness that was found is a verdict once the kernel has accepted it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from sympy import Basic, Expr, Le, Lt, Symbol

from dpsym.certificate import Certificate, Node, UnreadableError, claim_of, digest
from dpsym.games.expressions import plays
from dpsym.kernel.implications import evident, plain
from dpsym.kernel.information import capacity
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.scalar import check_scalar
from dpsym.kernel.wellformed import duties
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.families import instance_at
from dpsym.language.printing import text
from dpsym.numeric import FAILURES
from dpsym.provers.elaboration.leaves import Unelaborated, afresh, written
from dpsym.provers.inequality import Inequality
from dpsym.provers.kernel_rules import alone
from dpsym.provers.prover import Budget, Stuck, attempted
from dpsym.provers.stopping import OverrunError, stopping
from dpsym.verdict import Proved, Refuted, Step, Undecided, Verdict
from dpsym.verifier import judge

OVERRUN = 1.5
"""Times its budget after which an elaboration is interrupted wherever it is."""
FORMS = ("d", "m", "t")
"""How the kernel decides on a box: by its range, or by Taylor's forms of the first two orders."""
_ROOT = "node at the root: "
PATIENT = 3600.0
"""Seconds for evidence that was found without a budget."""


def accepted(found: Proved | Refuted, budget: Budget | None = None) -> Verdict:
    """The verdict with its certificate, or Undecided, which says what the kernel refuses.

    Guarantees:
        a verdict that is proved or refuted carries a certificate of its claim that the kernel
        accepted.
    """
    seconds = PATIENT if budget is None else budget.remaining()
    kind = "a proof was found that the kernel does not accept"
    if isinstance(found, Refuted):
        kind = "a counterexample was found that the kernel does not recompute"
        if found.witness is not None and found.witness.point:
            values = (f"{name} = {text(value)}" for name, value in found.witness.point)
            kind += f", at {', '.join(values)}"
    most = OVERRUN * seconds + 1
    try:
        with stopping(most):
            made = attempted("certification", lambda: _certificate(found, most))
    except OverrunError:
        return Undecided(found.claim, why=f"{kind} in the time that was left")
    if isinstance(made, Stuck):
        return Undecided(found.claim, why=f"{kind}: {made.why.removeprefix(_ROOT)[:600]}")
    return replace(found, certificate=made)


def _certificate(found: Proved | Refuted, seconds: float) -> Certificate | Stuck:
    try:
        return certificate_of(found, seconds)
    except Unelaborated as missing:
        return Stuck(str(missing))


def accepted_on(
    gap: Expr, names: Sequence[Symbol], box: Sequence[tuple[Fraction, Fraction]]
) -> bool:
    """Whether the kernel accepts that the gap is defined and >= 0 on a box, by one of its forms."""
    domains = {n.name: f"[{low}, {high}]" for n, (low, high) in zip(names, box, strict=True)}
    goal = {"expression": text(gap), "domains": domains, "conditions": [], "positives": []}
    for form in FORMS:
        with suppress(Rejected):
            check_scalar(goal | {"relation": ">="}, {"rule": "boxes", "tree": form})
            return True
    return False


def certificate_of(verdict: Proved | Refuted, seconds: float = PATIENT) -> Certificate:
    """The certificate of a verdict.

    Guarantees:
        the kernel accepted it in these seconds of the processor, by itself.

    Raises:
        Unelaborated: the kernel has no rule for a step, or refuses it; the message says which.
    """
    if verdict.certificate is not None:
        return verdict.certificate
    last = "there is no conclusion"
    try:
        made = [_proof(verdict)] if isinstance(verdict, Proved) else _refutations(verdict)
        for certificate in made:
            refused, axioms, taken = judge(certificate, seconds, verdict.claim.written)
            if not refused:
                return replace(certificate, axioms=axioms)
            last, seconds = refused, seconds - taken
            if seconds <= 0:
                break
    except Unelaborated:
        raise
    except (Rejected, UnreadableError) as error:
        raise Unelaborated(str(error)) from None
    except FAILURES as error:
        raise Unelaborated(f"{type(error).__name__}: {error}") from error
    raise Unelaborated(last)


def _proof(verdict: Proved) -> Certificate:
    if verdict.evidence is None:
        raise Unelaborated("the verdict has no evidence")
    stated = verdict.claim.text
    claim = claim_of(stated)
    proof = _placed(claim, verdict.evidence)
    return Certificate(stated, digest(claim), "proved", (), verdict.seconds, proof)


def _placed(claim: Claim, evidence: Step) -> Node:
    """The evidence, with proofs that the claim has a value where that is not evident."""
    if claim.index is not None:
        return _transcribed(evidence, (), {})
    needed = duties(claim)
    proof = _transcribed(evidence, needed, {})
    beside = [afresh(alone(duty), needed) for duty in needed if not evident(duty)]
    return Node("placed", claim.text, {}, (proof, *beside)) if beside else proof


def _transcribed(step: Step, settled: Sequence[Claim], known: dict[str, Node]) -> Node:
    """The step as a node: a rule of the kernel with its parameters, or leaves about numbers."""
    if step.goal not in known:
        if step.rule:
            children = tuple(_transcribed(child, settled, known) for child in step.children)
            known[step.goal] = Node(step.rule, step.goal, dict(step.detail), children)
        elif step.prover == Inequality.name:
            known[step.goal] = written(claim_of(step.goal), step, settled)
        else:
            raise Unelaborated(f"{step.prover}: {step.words}")
    return known[step.goal]


def _refutations(verdict: Refuted) -> Iterator[Certificate]:
    """That the first conclusion fails, or else the next one: the kernel says which does."""
    plain = instance_at(verdict.claim, dict(verdict.witness.point if verdict.witness else ()))
    for number in range(len(plain.conclusions)):
        yield _failing(verdict, number)


def _failing(verdict: Refuted, number: int) -> Certificate:
    witness = verdict.witness
    if witness is None:
        raise Unelaborated("the verdict has no witness")
    claim = instance_at(verdict.claim, dict(witness.point))
    values = {symbol: value for symbol, _ in claim.domains for name, value in witness.point
              if name == symbol.name}  # fmt: skip
    where = _places(claim.conclusions[number], values, dict(witness.where))
    games = plays(atom.func(*(side.xreplace(values) for side in atom.args), evaluate=False)
                  for atom in claim.conclusions if atom.has(heads.WorstAccuracy))  # fmt: skip
    data = {
        "point": {name: text(value) for name, value in witness.point},
        "conclusion": number,
        "where": {key: text(value) for key, value in where.items()},
        **({"plays": games} if games else {}),
    }
    return Certificate(
        verdict.claim.text,
        digest(claim_of(verdict.claim.text)),
        "refuted",
        (),
        verdict.seconds,
        witness=data,
    )


PLACES = ("alpha", "epsilon", "lambda", "kernel", "cuts")
"""What of a witness the kernel is told beside the point; laws it finds itself."""


def _places(
    conclusion: Basic, values: Mapping[Basic, Basic], found: Mapping[str, Basic]
) -> dict[str, Basic]:
    """Where a conclusion at a point fails: at which order, for which map, on which input."""
    where = {k: v for k, v in found.items() if k in PLACES}
    atom = plain(conclusion)
    if isinstance(atom, Le | Lt) and isinstance(atom.lhs, heads.Capacity):
        node = atom.lhs.xreplace(dict(values))
        try:
            capacity(node)
        except Rejected:
            from dpsym.enclosure.information import best_block

            where["prior"] = best_block(node)
    return where
