"""Verdicts: proved, refuted or undecided, with what supports them and the trail to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from sympy import Basic, Symbol

from dpsym.certificate import Certificate
from dpsym.language.claim import Claim
from dpsym.language.printing import latex, text


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a proof: the prover that made it, in words, with what it reduced the goal to.

    Attributes:
        prover: the prover's name.
        goal: the claim or inequality it was given, as text.
        words: what was done, one sentence, for readers alone.
        axioms: names of the facts used without proof.
        detail: parameters another program needs to make the step again; JSON data.
        children: the steps that close its subgoals.
        rule: the rule of the kernel that the step is, with these parameters; empty where it is made
            of several.
    """

    prover: str
    goal: str
    words: str
    axioms: tuple[str, ...] = ()
    detail: Mapping[str, Any] = field(default_factory=dict)
    children: tuple[Step, ...] = ()
    rule: str = ""

    def all_axioms(self) -> tuple[str, ...]:
        """The axioms of this step and of all below it, sorted, each once."""
        found = set(self.axioms).union(*(child.all_axioms() for child in self.children))
        return tuple(sorted(found))

    def to_json(self) -> dict[str, Any]:
        """The tree as JSON data."""
        return {
            "prover": self.prover,
            "goal": self.goal,
            "words": self.words,
            "rule": self.rule,
            "axioms": list(self.axioms),
            "detail": dict(self.detail),
            "children": [child.to_json() for child in self.children],
        }


@dataclass(frozen=True, slots=True)
class Witness:
    """Exact numbers at which the hypotheses hold and a conclusion fails.

    Attributes:
        point: the value of every name of the claim, exact.
        atom: the conclusion that fails, as text.
        where: values chosen inside the conclusion, such as the order alpha or the pair of laws.
        left: decimal enclosure (lower, upper) of the left side of the violated inequality.
        right: the same of the right side.
        relation: the relation that fails between them.
        hypotheses: how each hypothesis was certified, in words.

    Guarantees:
        every hypothesis was certified true at ``point`` and the relation certified false.
    """

    point: tuple[tuple[str, Basic], ...]
    atom: str
    where: tuple[tuple[str, Basic], ...]
    left: tuple[str, str]
    right: tuple[str, str]
    relation: str
    hypotheses: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The witness as JSON data; expressions as text of the claim language."""
        return {
            "point": {name: text(value) for name, value in self.point},
            "conclusion": self.atom,
            "where": {name: text(value) for name, value in self.where},
            "left": list(self.left),
            "right": list(self.right),
            "relation": self.relation,
            "hypotheses": list(self.hypotheses),
        }


@dataclass(frozen=True, slots=True)
class Attempt:
    """One line of a trail: who tried, what came of it, in how many seconds."""

    prover: str
    outcome: str
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """The line as JSON data."""
        return {"prover": self.prover, "outcome": self.outcome, "seconds": round(self.seconds, 3)}


@dataclass(frozen=True, slots=True)
class _Verdict:
    claim: Claim
    trail: tuple[Attempt, ...] = ()
    seconds: float = 0.0

    def __bool__(self) -> NoReturn:
        raise TypeError("a verdict has no truth value; look at its kind")

    def _repr_markdown_(self) -> str:
        """What a notebook shows: the verdict, the claim, and a small table."""
        rows = "\n".join(f"| {label} | {value} |" for label, value in self._rows())
        head = f"**{type(self).__name__}** ${self.claim.latex()}$\n\n| | |\n|---|---|\n"
        return f"{head}{rows}\n| time | {self.seconds:.2f} s |"

    def _rows(self) -> list[tuple[str, str]]:
        return []


@dataclass(frozen=True, slots=True)
class Proved(_Verdict):
    """The claim holds at every point of its domains, given the axioms named in the evidence.

    What :func:`dpsym.check` answers carries the certificate that the kernel accepted.
    """

    evidence: Step | None = None
    certificate: Certificate | None = None
    kind = "proved"

    @property
    def axioms(self) -> tuple[str, ...]:
        """The facts used without proof."""
        return self.evidence.all_axioms() if self.evidence else ()

    def _rows(self) -> list[tuple[str, str]]:
        steps, step = [], self.evidence
        while step is not None:
            steps.append(("step", step.words.replace("|", "\\|")))
            step = step.children[0] if len(step.children) == 1 else None
        return steps + [("fact", axiom) for axiom in self.axioms]

    @property
    def reason(self) -> str:
        """The outermost step, in words."""
        return self.evidence.words if self.evidence else ""


@dataclass(frozen=True, slots=True)
class Refuted(_Verdict):
    """The claim fails at a certified witness.

    What :func:`dpsym.check` answers carries the certificate with which the kernel recomputed it.
    """

    witness: Witness | None = None
    certificate: Certificate | None = None
    kind = "refuted"
    axioms: tuple[str, ...] = ()

    def _rows(self) -> list[tuple[str, str]]:
        if self.witness is None:
            return []
        values = (*self.witness.point, *self.witness.where)
        shown = [(f"${latex(Symbol(name))}$", f"${latex(value)}$") for name, value in values]
        sides = {"left": self.witness.left, "right": self.witness.right}
        shown += [(side, f"in [{low}, {high}]") for side, (low, high) in sides.items()]
        return [*shown, ("needed", f"left {self.witness.relation} right")]

    @property
    def reason(self) -> str:
        """The violated relation with certain bounds of both sides."""
        if self.witness is None:
            return ""
        left, right = self.witness.left, self.witness.right
        return (
            f"{self.witness.atom} fails: {left[0]} <= left <= {left[1]}, "
            f"{right[0]} <= right <= {right[1]}"
        )


@dataclass(frozen=True, slots=True)
class Undecided(_Verdict):
    """Neither a proof nor a counterexample was found; ``why`` names the goal that is left."""

    why: str = ""
    certificate = None
    kind = "undecided"
    axioms: tuple[str, ...] = ()

    def _rows(self) -> list[tuple[str, str]]:
        tried = [(attempt.prover, attempt.outcome) for attempt in self.trail]
        return [
            (a.replace("|", "\\|"), b.replace("|", "\\|")) for a, b in [("why", self.why), *tried]
        ]

    @property
    def reason(self) -> str:
        """What is missing."""
        return self.why


Verdict = Proved | Refuted | Undecided


def verdict_to_json(verdict: Verdict, certificate: str | None = None) -> dict[str, Any]:
    """The object that ``dpsym check --json`` prints for one claim."""
    return {
        "claim": verdict.claim.text,
        "verdict": verdict.kind,
        "reason": verdict.reason,
        "axioms": list(verdict.axioms),
        "witness": verdict.witness.to_json()
        if isinstance(verdict, Refuted) and verdict.witness
        else None,
        "certificate": certificate,
        "seconds": round(verdict.seconds, 3),
        "trail": [attempt.to_json() for attempt in verdict.trail],
    }
