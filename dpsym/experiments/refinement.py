"""Algorithm 3: two laws on vectors of bits, cut into pieces of equal weight."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from dpsym.arguments import taking
from dpsym.errors import EvaluationError

Item = TypeVar("Item", bound=Hashable)
Piece = tuple[Item, Fraction]


@dataclass(frozen=True, slots=True)
class Refinement:
    """Two lists of equal length whose j-th pieces have equal weight.

    They are lists, not sets: a point mass against three vectors becomes three equal pieces.

    Attributes:
        first: the pieces of the first law.
        second: those of the second.
    """

    first: tuple[tuple[Hashable, Fraction], ...]
    second: tuple[tuple[Hashable, Fraction], ...]

    @property
    def iterations(self) -> int:
        """How often the loop of the algorithm ran."""
        return len(self.first)

    def pairs(self) -> tuple[tuple[Hashable, Hashable, Fraction], ...]:
        """The matched vectors with their weight: a coupling of the two laws."""
        matched = zip(self.first, self.second, strict=True)
        return tuple((b, c, weight) for (b, weight), (c, _) in matched)


@taking
def refine(
    first: Mapping[Item, Fraction],
    second: Mapping[Item, Fraction],
    *,
    choose: Callable[[list[Piece[Item]]], int] = lambda pieces: 0,
) -> Refinement:
    """Cut two laws into pieces of equal weight, by matching piece after piece.

    ``choose`` gives the index of the piece to take next. What comes out depends on it: the uniform
    law on 00 and 11 against itself can be matched with distances 0, 0 or 2, 2.
    (Hartmann, Bindschaedler and West 2022, Algorithm 3.)

    Guarantees:
        the pieces of each list add up to its law, and with n and m vectors of positive weight
        there are at least max(n, m) and at most n + m - 1 of them.

    Raises:
        EvaluationError: the weights are negative, or their totals differ.

    >>> halves = {"00": Fraction(1, 2), "11": Fraction(1, 2)}
    >>> refine({"00": Fraction(1)}, halves).first
    (('00', Fraction(1, 2)), ('00', Fraction(1, 2)))
    >>> refine(halves, halves, choose=lambda pieces: len(pieces) - 1).pairs()
    (('11', '11', Fraction(1, 2)), ('00', '00', Fraction(1, 2)))
    """
    ours, theirs = (
        [(item, Fraction(w)) for item, w in weights.items() if w != 0]
        for weights in (first, second)
    )
    if any(weight < 0 for _, weight in ours + theirs):
        raise EvaluationError("a weight is negative")
    totals = [sum((weight for _, weight in pieces), Fraction(0)) for pieces in (ours, theirs)]
    if totals[0] != totals[1]:
        raise EvaluationError(f"the weights add up to {totals[0]} and to {totals[1]}")
    matched: list[tuple[Piece[Item], Piece[Item]]] = []
    while ours:
        b, w = ours.pop(choose(ours))
        c, v = theirs.pop(choose(theirs))
        least = min(w, v)
        matched.append(((b, least), (c, least)))
        if w > least:
            ours.append((b, w - least))
        if v > least:
            theirs.append((c, v - least))
    return Refinement(tuple(b for b, _ in matched), tuple(c for _, c in matched))
