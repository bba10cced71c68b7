"""Verdicts and theorems as text, and as the data of a certificate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import indent
from typing import Any

from dpsym.coq.assumed import assumed
from dpsym.language import printing
from dpsym.provers.axioms import AXIOMS
from dpsym.statement import Expectation, Theorem
from dpsym.verdict import Proved, Refuted, Step, Undecided, Verdict

EVIDENCE_FORMAT = "dpsym-evidence"
EVIDENCE_VERSION = 1

_MARGIN = "  "
_LABEL = 8
_VERDICTS = {
    Expectation.PROVED: "proved",
    Expectation.REFUTED: "refuted",
    Expectation.OPEN: "undecided",
}


def is_expected(verdict: Verdict, expectation: Expectation) -> bool:
    """Whether the verdict is the one that the theorem's author expects; open means undecided."""
    return verdict.kind == expected_kind(expectation)


def expected_kind(expectation: Expectation) -> str:
    """The kind of verdict that an expectation asks for; open means undecided.

    >>> expected_kind(Expectation.OPEN)
    'undecided'
    """
    return _VERDICTS[expectation]


def verdict_text(
    verdict: Verdict, *, name: str = "", near: Sequence[Theorem] = (), verbose: bool = False
) -> str:
    """The verdict for a reader, without a final newline.

    ``near`` are theorems to look at where the claim is undecided. What is ``verbose`` says who
    tried what, and where it stopped.

    The first line begins with ``Proved``, ``Refuted`` or ``Undecided``; the others are indented.

    >>> from dpsym.language.parser import parse_claim
    >>> from dpsym.verdict import Undecided
    >>> print(verdict_text(Undecided(parse_claim("ZCDP(M, rho)"), why="no prover accepts it")))
    Undecided  ZCDP(M, rho)
      why     no prover accepts it
      time    0.00 s, 0.00 s of processor
    """
    lines = [f"{verdict.kind.capitalize():<9}  {verdict.claim.text}"]
    if name:
        lines.append(_labelled("name", name))
    lines += _body(verdict)
    for theorem in near if verdict.kind == "undecided" else ():
        known = f"{theorem.name} ({theorem.expectation.value})"
        lines.append(_labelled("near", f"{known}: {theorem.claim.text}"))
    if verdict.note:
        lines.append(_labelled("note", verdict.note))
    if verbose:
        lines += _trail(verdict)
    lines.append(_labelled("time", verdict.time))
    return "\n".join(lines)


def verdict_line(verdict: Verdict, theorem: Theorem) -> str:
    """The verdict on a theorem in one line, with what was expected where that is another."""
    line = f"{verdict.kind.capitalize():<9}  {theorem_place(theorem)}  {verdict.time}"
    if not is_expected(verdict, theorem.expectation):
        line += f"  (expected: {theorem.expectation.value})"
    return line


def theorem_place(theorem: Theorem) -> str:
    """Where a theorem stands, for those of a paper or a file of claims, and its name."""
    return "  ".join(filter(None, (theorem.place, theorem.name)))


def theorem_text(theorem: Theorem) -> str:
    """Everything a theorem says, for a reader."""
    lines = [
        theorem.name,
        indent(theorem.sentence, _MARGIN),
        _labelled("claim", theorem.claim.text),
        _labelled("latex", theorem.claim.latex()),
        _labelled("source", theorem.source),
        _labelled("expect", theorem.expectation.value),
    ]
    if theorem.note:
        lines.append(_labelled("note", theorem.note))
    return "\n".join(lines)


def theorem_row(theorem: Theorem) -> dict[str, str]:
    """What a list says of a theorem: its name, source, expected verdict and sentence."""
    return {
        "name": theorem.name,
        "source": theorem.source,
        "expected": theorem.expectation.value,
        "sentence": theorem.sentence,
    }


def theorem_to_json(theorem: Theorem) -> dict[str, str]:
    """Everything a theorem says, as JSON data."""
    return theorem_row(theorem) | {
        "claim": theorem.claim.text,
        "latex": theorem.claim.latex(),
        "note": theorem.note,
    }


def theorem_table(theorems: Sequence[Theorem]) -> str:
    """The theorems, one line for each below a line of headings."""
    rows = [theorem_row(theorem) for theorem in theorems]
    headings = {key: key for key in rows[0]} if rows else {}
    widths = {key: max(len(row[key]) for row in [headings, *rows]) for key in headings}
    return "\n".join(
        "  ".join(f"{row[key]:<{widths[key]}}" for key in headings).rstrip()
        for row in [headings, *rows]
    )


def certificate_to_json(verdict: Proved | Refuted) -> dict[str, Any]:
    """The provers' own evidence as JSON data, pinned to the claim by its digest."""
    if isinstance(verdict, Proved):
        evidence = verdict.evidence.to_json() if verdict.evidence else None
    else:
        evidence = verdict.witness.to_json() if verdict.witness else None
    return {
        "format": EVIDENCE_FORMAT,
        "version": EVIDENCE_VERSION,
        "claim": verdict.claim.to_json(),
        "digest": verdict.claim.digest,
        "verdict": verdict.kind,
        "evidence": evidence,
    }


def _labelled(label: str, value: str) -> str:
    return f"{_MARGIN}{label:<{_LABEL}}{value}"


def _body(verdict: Verdict) -> Iterator[str]:
    if isinstance(verdict, Proved):
        if verdict.evidence is not None:
            yield from _tree((verdict.evidence,))
        for axiom in verdict.axioms:
            cited = f" ({AXIOMS[axiom].citation})" if axiom in AXIOMS else ""
            yield _labelled("fact", f"{axiom}{cited}")
        for row, found in assumed(verdict.certificate).items() if verdict.certificate else ():
            yield _labelled("assumed", f"{row} ({found.source}; not proved in Coq)")
    elif isinstance(verdict, Refuted):
        yield from _counterexample(verdict)
    else:
        yield _labelled("why", verdict.reason)


def _trail(verdict: Verdict) -> Iterator[str]:
    if isinstance(verdict, Undecided) and verdict.why != verdict.reason:
        yield _labelled("left", verdict.why)
    for attempt in verdict.trail:
        yield _labelled("tried", f"{attempt.prover}: {attempt.outcome} ({attempt.seconds:.2f} s)")


def _tree(steps: Iterable[Step], depth: int = 1) -> Iterator[str]:
    """The steps in words, each above those that close its subgoals."""
    for step in steps:
        facts = f" [{', '.join(step.axioms)}]" if step.axioms else ""
        yield f"{_MARGIN * depth}{step.words}{facts} ({step.prover})"
        yield from _tree(step.children, depth + 1)


def _counterexample(verdict: Refuted) -> Iterator[str]:
    witness = verdict.witness
    if witness is None:
        return
    for label, name, value, role in witness.shown():
        yield _labelled(label, f"{name} = {printing.text(value)}{f', {role}' if role else ''}")
    for words in witness.hypotheses:
        yield _labelled("given", words)
    yield _labelled("fails", witness.atom)
    for label, (lower, upper) in (("left", witness.left), ("right", witness.right)):
        yield _labelled(label, f"in [{lower}, {upper}]")
    yield _labelled("needed", f"left {witness.relation} right")
