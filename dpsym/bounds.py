"""What is found of two bounds: where which of them is tighter, for readers and as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sympy import Expr

from dpsym.difference import EQUAL, FIRST, SECOND, Example, Piece, end_text
from dpsym.language.printing import text


@dataclass(frozen=True, slots=True)
class Bound:
    """One parameter in which two claims differ.

    Attributes:
        role: what the parameter is, such as rho, or the left or right side of a relation.
        first: the bound of the first claim.
        second: the bound of the second.
        tighter: first, second or equal where that holds on the whole domain; else empty.
        crossings: enclosures of the places where the sign of the difference changes, in one
            variable; a piece of the domain between them has one sign where ``pieces`` says so.
        pieces: parts of the domain with the tighter claim.
        share: the part of the box that ``pieces`` decide, by volume in compactified coordinates.
        box: the box that was divided, where there are several variables.
        examples: exact points at which the first, and at which the second is tighter.
    """

    role: str
    first: Expr
    second: Expr
    tighter: str = ""
    crossings: tuple[tuple[Expr, Expr], ...] = ()
    pieces: tuple[Piece, ...] = ()
    share: Fraction | None = None
    box: tuple[tuple[str, Expr, Expr], ...] = ()
    examples: tuple[Example, ...] = ()

    def rows(self, domain: str = "whole") -> Iterator[tuple[str, str]]:
        """What was found, each with a label; ``domain`` names that of the comparison."""
        yield self.role, f"{text(self.first)}  against  {text(self.second)}"
        if self.tighter:
            words = "equal" if self.tighter == EQUAL else f"the {self.tighter} nowhere looser"
            yield "proved", f"on the {domain} domain: {words}"
        for low, high in self.crossings:
            if low == high:
                yield "crossing", f"at {text(low)}"
                continue
            yield "crossing", f"in [{end_text(low, 12, up=False)}, {end_text(high, 12, up=True)}]"
        for piece in self.pieces if self.share is None else ():
            ends = ", ".join(
                f"{n} from {end_text(a, up=True)} to {end_text(b, up=False)}"
                for n, a, b in piece.where
            )
            found = f"the {piece.tighter} nowhere looser" if piece.tighter else "not decided"
            yield "piece", f"{ends}: {found}"
        if self.share is not None:
            for tighter in (FIRST, SECOND):
                own = sum(piece.tighter == tighter for piece in self.pieces)
                yield "boxes", f"{own} on which the {tighter} is tighter"
            ends = ", ".join(
                f"{n} in [{end_text(a, up=True)}, {end_text(b, up=False)}]" for n, a, b in self.box
            )
            yield "decided", f"{100 * float(self.share):.1f} % of {ends}, compactified"
        for example in self.examples:
            where = ", ".join(f"{name} = {text(value)}" for name, value in example.point)
            one, two = example.values
            yield "example", f"{where}: {one} against {two}, the {example.tighter} tighter"

    def to_json(self) -> dict[str, Any]:
        """The bound as JSON data; numbers as text of the claim language."""
        return {
            "role": self.role,
            "first": text(self.first),
            "second": text(self.second),
            "tighter": self.tighter or None,
            "crossings": [[text(low), text(high)] for low, high in self.crossings],
            "pieces": [
                {"where": _sides(p.where), "tighter": p.tighter or None} for p in self.pieces
            ],
            "share": None if self.share is None else float(self.share),
            "box": _sides(self.box),
            "examples": [
                {
                    "point": {name: text(value) for name, value in example.point},
                    "tighter": example.tighter,
                    "values": list(example.values),
                }
                for example in self.examples
            ],
        }


def _sides(where: tuple[tuple[str, Expr, Expr], ...]) -> dict[str, list[str]]:
    return {name: [text(low), text(high)] for name, low, high in where}
