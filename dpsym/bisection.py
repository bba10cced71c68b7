"""Branch and bound of a large box, in units that are pure functions of claim and boxes.

A claim about numbers in a bounded box is proved by cutting the box until balls decide on every
part. A unit cuts some boxes up to a number of parts; what it leaves is cut again by others. The
parts are joined in the order of the cuts, so that the evidence is the same however many processes
or machines found it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from pathlib import Path
from typing import Any

from sympy import Rational, Symbol

from dpsym.acceptance import accepted
from dpsym.cluster import Unit, expect_fields, gathered
from dpsym.language.claim import Claim
from dpsym.language.families import refuse_families
from dpsym.language.parser import parse_claim
from dpsym.provers.inequality import Inequality, goals_of, obligations
from dpsym.provers.scalar import Goal, Step
from dpsym.provers.scalar import boxes as scalar_boxes
from dpsym.provers.scalar.boxes import BITS, Box
from dpsym.provers.scalar.defined import prove_requirements, requirements
from dpsym.provers.scalar.prove import begin
from dpsym.provers.scalar.search import OutOfTimeError
from dpsym.provers.search.certify import witness_at
from dpsym.statement import as_claim
from dpsym.verdict import Proved, Refuted, Undecided, Verdict
from dpsym.verdict import Step as Evidence

TOGETHER = 48
"""Boxes that one unit cuts."""
CUTS = 3000
"""Nodes up to which a unit cuts unless told otherwise, over all its boxes; the first as well."""
DEFINED = 20.0
"""Seconds for a proof that the parts of a goal are defined on the whole box."""

Report = Callable[[int, int, float], None]


@dataclass(slots=True)
class _Tree:
    """The bisection tree of one goal while it grows: tokens in preorder, "?" where it is open."""

    box: Box
    text: str = "?"

    def open(self) -> list[Box]:
        """The boxes that are left."""
        return [box for box, token in scalar_boxes.leaves(self.box, self.text) if token == "?"]

    def grow(self, parts: Sequence[str]) -> None:
        """Puts a tree in the place of every open leaf, in their order."""
        following = iter(parts)
        self.text = " ".join(next(following) if t == "?" else t for t in self.text.split())

    @property
    def decided(self) -> float:
        """The share of the volume that is decided."""
        left = sum(_volume(box) for box in self.open())
        return float(1 - left / _volume(self.box))


def _volume(box: Box) -> Fraction:
    return prod((high - low for low, high in box), start=Fraction(1))


def cut(unit: Unit) -> dict[str, Any]:
    """The trees of some boxes and a point at which the goal fails, as data: a pure function.

    A unit has ``claim``, the text; ``goal``, the place of the goal among those of the claim;
    ``cuts``, the nodes up to which it cuts; ``boxes``, each a list of sides in rational numbers.
    """
    goal = _goals(parse_claim(unit["claim"]))[unit["goal"]]
    trees, false = [], None
    for sides in unit["boxes"]:
        box = tuple((Fraction(low), Fraction(high)) for low, high in sides)
        tree, point = scalar_boxes.explored(goal, box, max(3, unit["cuts"] // len(unit["boxes"])))
        trees.append(tree)
        if point is not None and false is None:
            false = [str(low) for low, _ in point]
    return {"trees": trees, "false": false}


def _goals(claim: Claim) -> list[Goal]:
    return [goal for atom in claim.conclusions for goal in goals_of(claim, atom)] + [
        *obligations(claim)
    ]


def decided_by_boxes(
    claim: str | Claim,
    most: int,
    *,
    cuts: int = CUTS,
    path: Path | None = None,
    address: str | None = None,
    jobs: int = 1,
    before: list[Unit] | None = None,
    report: Report | None = None,
) -> Verdict:
    """The verdict on a claim about numbers, its box cut into about ``most`` parts at most.

    ``cuts`` are the nodes up to which a unit cuts. ``before`` are units that the file
    holds, to which those of this run are added. ``report`` is told how many units are done, of
    how many, and the share of the volume of the present goal that is decided.

    Guarantees:
        Proved only if balls decided on every part of every box, Refuted at a certified point, and
        both as of :func:`dpsym.acceptance.accepted`. The verdict, and the file at
        ``path``, depend on the claim, on ``most`` and ``cuts`` alone.

    Raises:
        DpsymError: the scheduler was not there or was lost; what was done is in the file.
        ClaimError: the claim is not well formed, or the file is of something else.

    >>> decided_by_boxes("exp(x*y) >= 1 + x*y for x in [1, 2], y in [1, 2]", 100).kind
    'proved'
    """
    claim = as_claim(claim).over()
    refuse_families(claim, "boxes")
    units = [] if before is None else before
    if not Inequality().accepts(claim):
        return Undecided(claim, why="boxes: the claim is not about numbers alone")
    evidence: list[dict[str, Any]] = []
    for place, goal in enumerate(_goals(claim)):
        box = scalar_boxes.start(goal)
        if box is None:
            return Undecided(claim, why=f"boxes: the domain of {goal} is no bounded box")
        tree = _Tree(box)
        for wave in _waves(claim, place, tree, most, cuts):
            kept = len(units)
            units += wave

            def told(done: int, total: int, share: float = tree.decided) -> None:
                if report is not None:
                    report(done, total, share)

            found = gathered(cut, units, path=path, address=address, jobs=jobs, progress=told)
            results = found[kept:]
            for result in results:
                expect_fields(result, ("trees", "false"), path)
            false = next((result["false"] for result in results if result["false"]), None)
            if false is not None:
                return _failing(claim, goal, false)
            tree.grow([text for result in results for text in result["trees"]])
        left = tree.open()
        if left:
            return Undecided(claim, why=_left(goal, tree, left))
        step = _defined(goal, tree)
        if step is None:
            return Undecided(claim, why=f"boxes: a part of {goal} may have no value")
        evidence.append(step.to_json())
    words = f"{len(evidence)} scalar goal{'s' if len(evidence) > 1 else ''} closed by boxes"
    proof = Evidence(Inequality.name, claim.text, words, (), {"goals": evidence})
    return accepted(Proved(claim, evidence=proof))


def _waves(claim: Claim, place: int, tree: _Tree, most: int, cuts: int) -> Iterator[list[Unit]]:
    """Units for the open boxes, until there are none or the parts are many enough."""
    while (left := tree.open()) and len(tree.text.split()) < most:
        yield [
            {
                "claim": claim.text,
                "goal": place,
                "cuts": cuts,
                "boxes": [
                    [[str(low), str(high)] for low, high in box] for box in left[i : i + TOGETHER]
                ],
            }
            for i in range(0, len(left), TOGETHER)
        ]


def _failing(claim: Claim, goal: Goal, values: Sequence[str]) -> Verdict:
    point: dict[Symbol, Any] = {
        name: Rational(value) for (name, _), value in zip(goal.domains, values, strict=True)
    }
    witness = witness_at(claim, point)
    if witness is None:
        return Undecided(claim, why=f"boxes: {goal} seems to fail at {point}, not certified")
    return accepted(Refuted(claim, witness=witness))


def _left(goal: Goal, tree: _Tree, left: Sequence[Box]) -> str:
    sides = zip(goal.domains, left[0], strict=True)
    first = ", ".join(f"{name} in [{low}, {high}]" for (name, _), (low, high) in sides)
    return (
        f"boxes: {tree.decided:.6%} of the box of {goal} is decided, {len(left)} parts are left, "
        f"the first with {first}"
    )


def _defined(goal: Goal, tree: _Tree) -> Step | None:
    """The evidence for a goal, with that for its parts being defined."""
    try:
        known = prove_requirements(begin(DEFINED), goal, requirements(goal.expression))
    except OutOfTimeError:
        return None
    if known is None:
        return None
    sides = [[str(low), str(high)] for low, high in tree.box]
    covered = Step("boxes", goal, (("box", sides), ("bits", BITS), ("tree", tree.text)))
    return Step("defined", goal, (), (*known, covered))
