"""What becomes of the mutants of a claim: refuted, proved, undefined, or surviving.

The mutants of one claim are judged together. One that follows from the claim itself, from another
mutant, or from a theorem of the library that has been proved is proved; one that fails at a point
at which another failed is refuted; the others are decided one by one. A mutant that divides by zero
or takes the root of a negative number somewhere is no claim to be caught, and counted apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from sympy import Basic, Symbol

from dpsym import plots
from dpsym.acceptance import accepted
from dpsym.arguments import fitted, positive_seconds
from dpsym.checking import check, proof_of, says_something
from dpsym.errors import EvaluationError
from dpsym.language.claim import Claim
from dpsym.language.printing import text
from dpsym.language.tables import table
from dpsym.mutation.changes import Mutant, mutants
from dpsym.mutation.implication import ways
from dpsym.provers.prover import Budget
from dpsym.provers.search.certify import witness_at
from dpsym.provers.stopping import OverrunError, stopping
from dpsym.provers.valueless import valueless
from dpsym.statement import Theorem, as_claim
from dpsym.verdict import Proved, Refuted, Verdict

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Point = Mapping[str, Basic]

POINT_TIME = 1.0
"""Seconds of processor time in which a mutant is tried at one point."""
POINTS = 12
"""How many points are tried, those that were found last first."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one mutant.

    Attributes:
        mutant: which it was.
        verdict: proved; refuted; undefined, where the hypotheses hold at a point at which a
            conclusion has no value; undecided, which is to survive.
        how: by what it was decided, or where the search for a counterexample ended.
        seconds: how long it took.
        point: where a mutant fails or has no value.
    """

    mutant: Mutant
    verdict: str
    how: str
    seconds: float
    point: Point = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The fate as JSON data."""
        return {
            "kind": self.mutant.kind,
            "change": self.mutant.words,
            "claim": self.mutant.claim.text,
            "verdict": self.verdict,
            "how": self.how,
            "point": {name: text(value) for name, value in self.point.items()},
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True, slots=True)
class MutationReport:
    """The fates of the mutants of one claim."""

    name: str
    fates: tuple[Fate, ...]

    def count(self, verdict: str) -> int:
        """How many mutants have this verdict."""
        return sum(fate.verdict == verdict for fate in self.fates)

    @property
    def score(self) -> float:
        """The share of refuted mutants among those that could be caught; one where none is left."""
        left = self.count("refuted") + self.count("undecided")
        return self.count("refuted") / left if left else 1.0

    def text(self) -> str:
        """The mutants as a table, and the number."""
        rows = [(f.verdict, f.mutant.kind, f.mutant.words) for f in self.fates]
        widths = [max([len(row[i]) for row in rows] or [0]) for i in (0, 1)]
        lines = [
            f"  {verdict:<{widths[0]}}  {kind:<{widths[1]}}  {words}"
            for verdict, kind, words in rows
        ]
        return "\n".join([self.name, *lines, f"  {self.summary()}"])

    def _repr_html_(self) -> str:
        rows = [(f.verdict, f.mutant.kind, f.mutant.words) for f in self.fates]
        shown = table(f"{self.name}: {self.summary()}", rows, ("verdict", "change", "mutant"))
        return shown + plots.embedded(self.plot)

    def plot(self) -> Figure | None:
        """How many mutants of each kind have which verdict; None where there are no mutants.

        Raises:
            MissingDependencyError: matplotlib is not installed.
        """
        counts: dict[str, Counter[str]] = {}
        for fate in self.fates:
            counts.setdefault(fate.mutant.kind, Counter())[fate.verdict] += 1
        return plots.bars(counts)

    __str__ = __repr__ = text

    def summary(self) -> str:
        """The counts and the score in one line."""
        refuted, left = self.count("refuted"), self.count("refuted") + self.count("undecided")
        shared = "none is left that could be refuted"
        if left:  # rounded down, since 100% says that none survives
            shared = f"{100 * refuted // left}% of those not provably true are refuted"
        return (
            f"{len(self.fates)} mutants: {refuted} refuted, "
            f"{self.count('proved')} still true, {self.count('undefined')} undefined, "
            f"{self.count('undecided')} surviving; "
            f"{shared}"
        )

    def to_json(self) -> dict[str, Any]:
        """The report as JSON data."""
        return {
            "name": self.name,
            "score": round(self.score, 4),
            "refuted": self.count("refuted"),
            "proved": self.count("proved"),
            "undefined": self.count("undefined"),
            "surviving": self.count("undecided"),
            "mutants": [fate.to_json() for fate in self.fates],
        }


@dataclass(slots=True)
class Trial:
    """The judging of mutants of one claim, with what became known on the way.

    Attributes:
        budget: seconds for each mutant, at most.
        related: theorems that may imply a mutant; each is decided when it is first needed.
        proved: claims that have been proved, with what they are.
        points: where mutants failed.
    """

    budget: float = 10.0
    related: list[Theorem] = field(default_factory=list)
    proved: list[tuple[Claim, str]] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)

    def learn(self, verdict: Verdict, words: str) -> None:
        """Remembers a proved claim, or a point at which a claim fails."""
        if isinstance(verdict, Proved):
            self.proved.append((verdict.claim, words))
        elif isinstance(verdict, Refuted) and verdict.witness is not None:
            point = dict(verdict.witness.point)
            if point not in self.points:
                self.points.append(point)

    def judge(self, mutant: Mutant) -> Fate:
        """The fate of one mutant.

        Guarantees:
            proved only where :func:`~dpsym.checking.check` or a proved implication from a claim
            that it proved says so; refuted only at a point that certifies it.
        """
        begun = monotonic()
        known = self.known(mutant)
        if known is not None:
            return known
        verdict = check(mutant.claim, budget=self.budget)
        self.learn(verdict, f"the mutant {mutant.words}")
        point: Point = {}
        if isinstance(verdict, Refuted) and verdict.witness is not None:
            point = dict(verdict.witness.point)
        tried = [attempt.outcome for attempt in verdict.trail] or [verdict.reason]
        how = "decided" if verdict.kind != "undecided" else tried[-1]
        return Fate(mutant, verdict.kind, how, monotonic() - begun, point)

    def known(self, mutant: Mutant) -> Fate | None:
        """The fate of a mutant where what is known already decides it."""
        begun = monotonic()
        for claim, words in self.proved:
            if self.implied(claim, mutant.claim):
                return Fate(mutant, "proved", f"follows from {words}", monotonic() - begun)
        for point in self.points[: -POINTS - 1 : -1]:
            if _fails(mutant.claim, point):
                return Fate(mutant, "refuted", "at a known point", monotonic() - begun, point)
        return None

    def by_theorem(self, mutant: Mutant) -> Fate | None:
        """The fate of a mutant that follows from a related theorem, which is decided first."""
        begun = monotonic()
        for theorem in list(self.related):
            if next(ways(theorem.claim, mutant.claim), None) is None:
                continue
            self.related.remove(theorem)
            verdict = check(theorem, budget=6 * self.budget)
            if isinstance(verdict, Proved):
                self.proved.append((theorem.claim, theorem.name))
                if self.implied(theorem.claim, mutant.claim):
                    words = f"follows from {theorem.name}"
                    return Fate(mutant, "proved", words, monotonic() - begun)
        return None

    def implied(self, known: Claim, mutant: Claim) -> bool:
        """Whether the mutant is proved to follow from a claim that was proved.

        One that may say nothing somewhere does not.
        """
        limit = Budget.of(self.budget / 2)
        follows = any(
            all(proof_of(claim, limit.share(0.5)) is not None for claim in way)
            for way in ways(known, mutant)
            if not limit.spent
        )
        return follows and says_something(mutant, limit)


def mutate(
    claim: str | Claim | Theorem,
    *,
    budget: float = 10.0,
    limit: int | None = None,
    related: Sequence[Theorem] = (),
) -> MutationReport:
    """The fates of all mutants of a claim, each decided in about ``budget`` seconds at most.

    ``related`` are theorems from which mutants may follow, once they are proved.

    >>> from dpsym.language.parser import parse_claim
    >>> mutate(parse_claim("ZCDP(M, rho) => ZCDP(Group(M, k), k**2*rho)"), limit=2).score
    1.0
    """
    name = claim.name if isinstance(claim, Theorem) else as_claim(claim).text
    budget = positive_seconds("budget", budget)
    related = fitted("related", related, Sequence[Theorem])
    others = [theorem for theorem in related if theorem.name != name]
    trial = Trial(budget, others)
    trial.learn(check(claim, budget=6 * budget), "the claim itself")
    fates = [trial.judge(mutant) for mutant in mutants(claim, limit=limit)]
    for place, fate in enumerate(fates):
        if fate.verdict == "undecided":
            # What was found later, and what others have proved, may decide it now.
            found = trial.known(fate.mutant) or trial.by_theorem(fate.mutant)
            fates[place] = found or _undefined(fate) or fate
    return MutationReport(name, tuple(fates))


def _undefined(fate: Fate) -> Fate | None:
    """The fate of a mutant that has no value somewhere."""
    point = valueless(fate.mutant.claim)
    if point is None:
        return None
    return replace(fate, verdict="undefined", how="has no value at the point", point=point)


def _fails(claim: Claim, point: Point) -> bool:
    """Whether a claim certainly fails at a point that was found for another."""
    if any(name.name not in point for name, _ in claim.domains):
        return False
    values: dict[Symbol, Basic] = {name: point[name.name] for name, _ in claim.domains}
    try:
        with stopping(POINT_TIME):
            witness = witness_at(claim, values)
            found = witness and accepted(Refuted(claim, witness=witness), Budget.of(POINT_TIME))
            return isinstance(found, Refuted)
    except (EvaluationError, OverrunError):
        return False
