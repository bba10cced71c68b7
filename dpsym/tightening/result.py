"""What is known of the best constant of a claim, for readers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sympy import Expr, Rational, S

from dpsym import plots
from dpsym.language.claim import Claim
from dpsym.language.printing import text
from dpsym.language.tables import aligned, table
from dpsym.provers.search.constants import shown
from dpsym.verdict import Proved, Refuted, verdict_to_json

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WANTED = Rational(1, 10**6)
"""An enclosure this narrow, relative to constants above one, is called sharp."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One value of the constant that was tried: what came of it, in how many seconds."""

    value: Expr
    outcome: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Tightening:
    """An enclosure of the best constant of a claim.

    Attributes:
        claim: the claim with the constant free.
        name: the constant.
        lower: the lower end of the enclosure; the end of the domain where nothing better is known.
        upper: the upper end.
        proof: the proved claim with the better-known end put in; None where none was proved.
        witness: the refuted claim with the other end put in; None where none was refuted.
        tried: the values that were tried, in order.
        greatest: whether the greatest constant is sought, because larger ones claim more.
        monotone: whether it was proved that the claim with one constant implies the claim with
            every weaker one; otherwise the ends are a proof and a refutation, and no more.
        seconds: the time it took.

    Guarantees:
        the claim holds with the end at which ``proof`` stands and fails with the end at which
        ``witness`` stands. Without a witness the other end is that of the domain.
    """

    claim: Claim
    name: str
    lower: Expr
    upper: Expr
    proof: Proved | None
    witness: Refuted | None
    tried: tuple[Trial, ...] = ()
    greatest: bool = False
    monotone: bool = True
    seconds: float = 0.0

    @property
    def width(self) -> Expr:
        """How far the ends lie apart; oo where one is unknown."""
        return self.upper - self.lower

    @property
    def sharp(self) -> bool:
        """Whether the enclosure is at most a millionth wide, relative to constants above one.

        Two ends enclose nothing where the claim is not proved to be monotone between them.
        """
        if self.proof is None or not self.monotone or not self.width.is_finite:
            return False
        return bool(self.width <= WANTED * max(S.One, abs(self.upper)))

    def rows(self) -> list[tuple[str, str]]:
        """What was found, each with a label."""
        least = "greatest" if self.greatest else "least"
        enclosed = f"{self.name} in [{shown(self.lower)}, {shown(self.upper)}]"
        if self.proof is None and self.monotone and self.lower == self.upper:
            enclosed = f"none up to {self.name} = {shown(self.upper)}"
            if self.greatest:
                enclosed = f"none from {self.name} = {shown(self.lower)} on"
        rows = [(least, enclosed)]
        proved, failed = (self.lower, self.upper) if self.greatest else (self.upper, self.lower)
        if self.proof is not None:
            rows.append(("proved", f"{self.name} = {shown(proved)} ({self.proof.reason})"))
        if self.witness is not None and self.witness.witness is not None:
            found = self.witness.witness
            values = [row for row in found.shown() if row[1] not in ("P", "Q") or row[0] == "at"]
            where = ", ".join(f"{name} = {text(value)}" for _, name, value, _ in values)
            at = f" at {where}" if where else ""
            rows.append(("refuted", f"{self.name} = {shown(failed)}{at}"))
        open_ = [t for t in self.tried if t.outcome == "undecided" and not self.sharp]
        rows += [("tried", f"{self.name} = {shown(t.value)}: undecided") for t in open_]
        if self.proof is None and self.width.is_finite:
            rows.append(("note", f"that the claim holds for any such {self.name} was not proved"))
        if not self.monotone:
            rows.append(("note", f"that the claim is monotone in {self.name} was not proved"))
            rows.append(("note", f"it may hold for other {self.name} as well, and fail for others"))
        return [*rows, ("time", f"{self.seconds:.2f} s")]

    def text(self) -> str:
        """The enclosure for a reader, without a final newline."""
        return aligned(f"{'Sharp' if self.sharp else 'Rough':<9}  {self.claim.text}", self.rows())

    def _repr_html_(self) -> str:
        return table(self.claim.text, self.rows()) + plots.embedded(self.plot)

    def plot(self) -> Figure | None:
        """The constants that are proved and refuted, with those that were tried.

        Raises:
            MissingDependencyError: matplotlib is not installed.
        """
        ends = [float(end) for end in (self.lower, self.upper) if end.is_finite]
        tried = [float(trial.value) for trial in self.tried]
        room = max(max(ends + tried) - min(ends + tried), abs(ends[0])) / 4 or 1.0
        low, high = min(ends + tried) - room, max(ends + tried) + room
        below, above = ("proved", "refuted") if self.greatest else ("refuted", "proved")
        known = {"proved": self.proof, "refuted": self.witness}
        parts: list[plots.Line | plots.Box] = [
            plots.Box(label, (float(start), float(end)))
            for label, start, end in ((below, low, self.lower), (above, self.upper, high))
            if known[label] is not None
        ]
        outcomes: dict[str, list[float]] = {trial.outcome: [] for trial in self.tried}
        for trial, value in zip(self.tried, tried, strict=True):
            outcomes[trial.outcome].append(value)
        parts += [plots.Line(o, v, [0.0] * len(v), dots=True) for o, v in outcomes.items()]
        return plots.drawn([plots.Panel(parts, self.name)])

    def to_json(self) -> dict[str, Any]:
        """The enclosure as JSON data; numbers as text of the claim language."""
        return {
            "claim": self.claim.text,
            "name": self.name,
            "sought": "greatest" if self.greatest else "least",
            "lower": text(self.lower),
            "upper": text(self.upper),
            "sharp": self.sharp,
            "monotone": self.monotone,
            "proof": verdict_to_json(self.proof) if self.proof is not None else None,
            "witness": verdict_to_json(self.witness) if self.witness is not None else None,
            "tried": [
                {"value": text(t.value), "outcome": t.outcome, "seconds": round(t.seconds, 3)}
                for t in self.tried
            ],
            "seconds": round(self.seconds, 3),
        }

    __str__ = __repr__ = text
