"""The lines of an explanation: the idea first, then every step, then the facts it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dpsym.arguments import taking
from dpsym.explaining import counterexamples, scalars
from dpsym.explaining.lines import Line, marked
from dpsym.provers.axioms import AXIOMS
from dpsym.verdict import Proved, Refuted, Step, Undecided, Verdict

_EXPECTED = ("definition", "short form", "closed form", "conjunction", "inequality", "narrowing")
"""Provers whose steps every reader expects."""
_ONCE = ("divergence bounds",)
"""Provers whose further steps only finish what the first began."""


@taking
def lines(verdict: Verdict, *, full: bool = False) -> list[Line]:
    """The explanation of a verdict, line by line.

    ``full`` tells also what lies deep within a step.

    Guarantees:
        it says nothing that the evidence of the verdict does not say; steps are numbered in the
        order in which the prover took them, and each names those on which it rests.
    """
    if isinstance(verdict, Refuted):
        witness = verdict.witness
        if witness is None:
            return []
        return [counterexamples.summary(witness), *counterexamples.told(verdict, witness)]
    if isinstance(verdict, Undecided):
        return list(_left(verdict))
    found: list[Line] = []
    if verdict.evidence is not None:
        found += [*_idea(verdict, verdict.evidence), *_proof(verdict.evidence, full=full)]
    last = max((line.number for line in found), default=0)
    return found + [
        Line(_fact(name), last + place, part="fact") for place, name in enumerate(verdict.axioms, 1)
    ]


def inequality(evidence: Step) -> str | None:
    """The one inequality to which a proof comes down; None where it is seen at once.

    >>> from dpsym import check
    >>> inequality(check("exp(x) >= 1 + x for x in [0, oo)").evidence)
    'exp(x) >= x + 1 for x in [0, oo)'
    """
    *_, last = _carrying(evidence)
    goals = last.detail.get("goals", ())
    return None if all(map(scalars.is_routine, goals)) else last.goal


def _carrying(evidence: Step) -> Iterator[Step]:
    """The steps on the way to what took most."""
    step: Step | None = evidence
    while step is not None:
        yield step
        step = max(step.children, key=_effort, default=None)


def _idea(verdict: Proved, evidence: Step) -> Iterator[Line]:
    """What carries the proof: the steps that are no routine, and the inequality they lead to."""
    leaf, told = evidence, ""
    provers: set[str] = set()
    for leaf in _carrying(evidence):
        finished = leaf.prover in _ONCE and leaf.prover in provers
        provers.add(leaf.prover)
        # What a step has in parentheses is often all that there is to say of the next.
        if leaf.prover in _EXPECTED or finished or f"({leaf.words})" in told:
            continue
        by = f"by {scalars.listed(list(leaf.axioms))}, " if leaf.axioms else ""
        words = by + _said(leaf)
        told += words
        yield Line(f"{words[:1].upper()}{words[1:]}.", part="idea")
    goals = leaf.detail.get("goals", ())
    if not goals:
        return
    hardest = max(goals, key=scalars.size)
    known = leaf.goal == verdict.claim.text
    if scalars.is_routine(hardest):
        if not known:
            yield Line(f"What remains is seen at once: {marked(leaf.goal)}.", part="idea")
        return
    if not known:
        yield Line(f"It remains to show that {marked(leaf.goal)}.", part="idea")
    yield Line(f"The difference of the two sides: {scalars.outline(hardest)}.", part="idea")


def _said(step: Step) -> str:
    """What a step does, as a sentence."""
    if step.prover != "derivation":
        return step.words
    if step.words.startswith("from "):
        return f"it holds since {step.words.removeprefix('from ')}"
    return f"{marked(step.goal)}: {step.words}"


def _effort(step: Step) -> int:
    own = sum(map(scalars.size, step.detail.get("goals", ())))
    return own + sum(map(_effort, step.children))


def _proof(evidence: Step, *, full: bool) -> Iterator[Line]:
    """Every step, above those that close its subgoals."""
    steps = list(_preorder(evidence))
    numbers = {id(step): number for number, step in enumerate(steps, 1)}
    for step in steps:
        goals = step.detail.get("goals", ())
        evident = "seen at once" if all(map(scalars.is_routine, goals)) else "as follows"
        sentence = f"{marked(step.goal)}: {evident if goals else step.words}"
        if step.axioms:
            sentence += f", by {' and '.join(step.axioms)}"
        if step.children:
            rest = [str(numbers[id(child)]) for child in step.children]
            sentence += f"; it suffices to show {scalars.listed(rest)}"
        yield Line(f"{sentence}.", numbers[id(step)])
        for goal in goals:
            yield from scalars.told(goal, full=full)


def _preorder(evidence: Step) -> Iterator[Step]:
    pending: list[Step] = [evidence]
    while pending:
        step = pending.pop()
        yield step
        pending.extend(reversed(step.children))


def _fact(name: str) -> str:
    axiom = AXIOMS.get(name)
    if axiom is None:
        return f"Fact {name}."
    return f"Fact {name}, used without proof: {axiom.statement} [{axiom.citation}]"


def _left(verdict: Undecided) -> Iterator[Line]:
    tried: Sequence[str] = [
        f"{attempt.prover} ({attempt.seconds:.2f} s): {attempt.outcome}."
        for attempt in verdict.trail
    ]
    for number, sentence in enumerate((f"Left: {verdict.why}.", *tried), 1):
        yield Line(sentence, number)
