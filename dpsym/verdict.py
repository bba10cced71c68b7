"""Verdicts: proved, refuted or undecided, with what supports them and the trail to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NoReturn, TypeAlias

from sympy import Basic, Symbol

from dpsym.certificate import Certificate
from dpsym.language.claim import Claim
from dpsym.language.parser import parse_expression
from dpsym.language.printing import latex, text
from dpsym.language.tables import aligned, words_html

_Shown: TypeAlias = str | Basic


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
        rule: the rule of the kernel that the step is, with these parameters; empty where evidence
            about numbers takes its place.
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

    def goals(self) -> Iterator[str]:
        """The goals of this step and of all below it, in their order."""
        yield self.goal
        for child in self.children:
            yield from child.goals()

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

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Step:
        """The tree that :meth:`to_json` wrote."""
        children = tuple(map(cls.from_json, data["children"]))
        axioms, goal, words = tuple(data["axioms"]), data["goal"], data["words"]
        return cls(data["prover"], goal, words, axioms, data["detail"], children, data["rule"])


ROLES = {
    "P": "the law of the numerator",
    "Q": "the law of the denominator",
    "alpha": "the order",
    "epsilon": "the level",
    "lambda": "the order",
    "kernel": "the post-processing",
    "cuts": "the points between which post-processing tells answers apart",
}
"""What the names of definitions are, which a witness chooses too."""


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

    def shown(self) -> tuple[tuple[str, str, Basic, str], ...]:
        """Every value for a reader: at or where, a name that no other has, the value, and its role.

        A name of the definitions that is also one of the claim gets another and is explained.
        """
        rows = [("at", name, value, "") for name, value in self.point]
        taken = {name for name, _ in (*self.point, *self.where)}
        for name, value in self.where:
            own, role = name, ""
            if any(name == other for other, _ in self.point):
                own = next(f"{name}_{n}" for n in count(1) if f"{name}_{n}" not in taken)
                role = f"{ROLES.get(name, name)} in the definition of the conclusion"
            rows.append(("where", own, value, role))
        return tuple(rows)

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

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Witness:
        """The witness that :meth:`to_json` wrote."""
        point, where = (
            tuple((name, parse_expression(value)) for name, value in data[part].items())
            for part in ("point", "where")
        )
        (low, high), (least, most) = data["left"], data["right"]
        atom, hypotheses = data["conclusion"], tuple(data["hypotheses"])
        return cls(point, atom, where, (low, high), (least, most), data["relation"], hypotheses)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One line of a trail: who tried, what came of it, in how many seconds."""

    prover: str
    outcome: str
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """The line as JSON data."""
        return {"prover": self.prover, "outcome": self.outcome, "seconds": round(self.seconds, 3)}


@dataclass(frozen=True, slots=True, repr=False)
class _Verdict:
    claim: Claim
    trail: tuple[Attempt, ...] = ()
    seconds: float = 0.0
    processor: float = 0.0
    recalled: bool = False
    note: str = ""

    def __bool__(self) -> NoReturn:
        raise TypeError("a verdict has no truth value; look at its kind")

    def __repr__(self) -> str:
        """What a terminal shows: the verdict, the claim, and in a few lines why."""
        rows = [(_plain(label), _plain(value)) for label, value in self._told()]
        return aligned(f"{type(self).__name__:<10} {self.claim.text}", rows)

    def _repr_markdown_(self) -> str:
        """What a notebook shows: the verdict, the claim, and a small table."""
        rows = "\n".join(
            f"| {_cell(label, self.claim)} | {_cell(value, self.claim)} |"
            for label, value in self._told()
        )
        head = f"**{type(self).__name__}** ${self.claim.stated()}$\n\n| | |\n|---|---|\n"
        return head + rows

    def _repr_html_(self) -> str | None:
        """The same with formulas that need no script; None where no converter is installed."""
        from dpsym.language.mathml import sentence_html

        claim = sentence_html(self.claim.stated())
        if claim is None:
            return None
        rows = "".join(
            f"<tr><th style='text-align:left'>{_formed(label, self.claim)}</th>"
            f"<td style='text-align:left'>{_formed(value, self.claim)}</td></tr>"
            for label, value in self._told()
        )
        return f"<p><b>{type(self).__name__}</b> {claim}</p><table>{rows}</table>"

    @property
    def time(self) -> str:
        """How long it took to find, in words, and whether that was before."""
        kept = " (found before)" if self.recalled else ""
        return f"{self.seconds:.2f} s, {self.processor:.2f} s of processor{kept}"

    def _told(self) -> list[tuple[_Shown, _Shown]]:
        note: list[tuple[_Shown, _Shown]] = [("note", self.note)] if self.note else []
        return [*self._rows(), *note, ("time", self.time)]

    def _rows(self) -> list[tuple[_Shown, _Shown]]:
        return []


@dataclass(frozen=True, slots=True, repr=False)
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

    def _rows(self) -> list[tuple[_Shown, _Shown]]:
        steps: list[tuple[_Shown, _Shown]] = []
        step = self.evidence
        while step is not None:
            steps.append(("step", step.words))
            step = step.children[0] if len(step.children) == 1 else None
        return steps + [("fact", axiom) for axiom in self.axioms]

    @property
    def reason(self) -> str:
        """The outermost step, in words."""
        return self.evidence.words if self.evidence else ""


@dataclass(frozen=True, slots=True, repr=False)
class Refuted(_Verdict):
    """The claim fails at a certified witness.

    What :func:`dpsym.check` answers carries the certificate with which the kernel recomputed it.
    """

    witness: Witness | None = None
    certificate: Certificate | None = None
    kind = "refuted"
    axioms: tuple[str, ...] = ()

    def _rows(self) -> list[tuple[_Shown, _Shown]]:
        if self.witness is None:
            return []
        shown: list[tuple[_Shown, _Shown]] = []
        for _, name, value, role in self.witness.shown():
            shown += [(Symbol(name), value), *([(name, role)] if role else [])]
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


@dataclass(frozen=True, slots=True, repr=False)
class Undecided(_Verdict):
    """Neither a proof nor a counterexample was found.

    Attributes:
        why: names the goal at which the proof stopped.
        obstacle: what stands in the way, in a reader's words.
    """

    why: str = ""
    obstacle: str = ""
    certificate = None
    kind = "undecided"
    axioms: tuple[str, ...] = ()

    def _rows(self) -> list[tuple[_Shown, _Shown]]:
        return [("why", self.reason)]

    @property
    def reason(self) -> str:
        """What is missing."""
        return self.obstacle or self.why


Verdict = Proved | Refuted | Undecided


def _plain(shown: _Shown) -> str:
    """Words or a formula as text."""
    return text(shown) if isinstance(shown, Basic) else shown


def _cell(shown: _Shown, claim: Claim) -> str:
    """Words or a formula in a table in Markdown, in the letters of the claim."""
    if isinstance(shown, Basic):
        return f"${latex(shown, claim.atoms)}$"
    return shown.replace("|", "\\|")


def _formed(shown: _Shown, claim: Claim) -> str:
    """Words or a formula in a table in HTML, in the letters of the claim."""
    from dpsym.language.mathml import sentence_html

    if isinstance(shown, Basic):
        return sentence_html(latex(shown, claim.atoms)) or ""
    return words_html(shown)


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
        "processor": round(verdict.processor, 3),
        "recalled": verdict.recalled,
        "trail": [attempt.to_json() for attempt in verdict.trail],
    }
