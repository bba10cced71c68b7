"""Divergences of laws that are made of others, by rows of the table, one after the other.

What is proved of all laws is said of names, and not of images, mixtures or independent draws: rows
are. So one row is used of these first, and the rest is left to what is known of the laws that
they are made of, or of laws that are written out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from sympy import Add, Basic, Expr, Le, Lt

from dpsym.kernel.facts import FACTS
from dpsym.kernel.implications import plain
from dpsym.kernel.statements import fact
from dpsym.language.claim import Claim
from dpsym.language.divergences import F_DIVERGENCES
from dpsym.language.heads import (
    KL,
    ChiSquared,
    Divergence,
    MaxDivergence,
    Mixture,
    ObjectName,
)
from dpsym.language.printing import text
from dpsym.provers.guarantees.matching import match
from dpsym.provers.kernel_rules import asked_by, by_rule
from dpsym.provers.prover import Split
from dpsym.provers.restate import restate, scalar_hypotheses

MEAN = "mixtures are no further apart than their parts on average"
ABOVE: tuple[tuple[str, Mapping[str, str], type[Basic], str], ...] = (
    ("order-both", {}, MaxDivergence, "at most the max-divergence"),
    ("order-one", {"a": "2"}, ChiSquared, "at most the Renyi divergence of order 2"),
    ("variation-information", {}, KL, "Pinsker's inequality"),
)
"""Rows that bound a kind by another, what else their names are, and of which kind it tells."""


class Processed:
    """Divergences of images on the smaller side, by those of the laws that the kernel maps."""

    name = "data processing"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with the laws in the place of images of which nothing else is told."""
        told = [plain(claim.conclusions[0]).args[-1], *claim.hypotheses]
        for divergence in _left(claim):
            row, images = f"kernel-{type(divergence).__name__}", divergence.args[-2:]
            if row in FACTS and not any(node.has(*images) for node in told):
                words = "images under one kernel tell no more than the laws"
                yield from by_row(claim, row, divergence, {}, words)


class Averaged:
    """Divergences of mixtures with one weight on the smaller side, by the mean over their parts."""

    name = "mean over parts"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The joint convexity alone, and the claim with the mean, for each such divergence."""
        for divergence in _left(claim):
            limit = _mean(divergence)
            if limit is not None:
                yield from _by_limit(claim, divergence, limit)


class Between:
    """A divergence of laws that are made of names, by another kind of which more is known."""

    name = "another kind between"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with a larger kind on the smaller side."""
        for divergence, kinds in told(claim):
            for row, terms, kind, words in ABOVE:
                if kind in kinds:
                    yield from by_row(claim, row, divergence, terms, words)


def told(claim: Claim) -> Iterator[tuple[Basic, set[type[Basic]]]]:
    """Divergences of laws made of names on the smaller side, with the kinds told elsewhere."""
    atom = plain(claim.conclusions[0])
    for divergence in _left(claim) if isinstance(atom, Le) else ():
        named = all(isinstance(law, ObjectName) for law in divergence.args[-2:])
        if divergence.has(ObjectName) and not named:
            sides = [atom.rhs, *claim.hypotheses]
            yield divergence, {type(d) for side in sides for d in side.atoms(Divergence)}


def _by_limit(claim: Claim, divergence: Basic, limit: Expr) -> Iterator[Split]:
    """The claim with the limit of a divergence in its place, and that it is no larger."""
    params = {"between": text(divergence), "limit": text(limit)}
    for first, then, *_ in [asked_by("cut", claim, params)]:
        alone = restate(first, first.conclusions, hypotheses=scalar_hypotheses(claim))
        for inner in by_rule("bound", then, {"fact": "hypothesis", "number": 0}, MEAN):
            goals = tuple(restate(g, g.conclusions, hypotheses=claim.hypotheses)
                          for g in inner.subgoals)  # fmt: skip
            then_by = then, replace(inner, subgoals=goals)
            yield Split((*goals, alone), MEAN, (), params, "cut", between=(then_by,))


def _mean(divergence: Basic) -> Expr | None:
    """The mean of a divergence over the parts of mixtures that have one weight."""
    if type(divergence) not in F_DIVERGENCES:
        return None
    mixed = [law for law in divergence.args[-2:] if isinstance(law, Mixture)]
    weights = {law.args[0] for law in mixed}
    if len(weights) != 1:
        return None
    (weight,) = weights
    sides = [law.args[1:] if law in mixed else (law, law) for law in divergence.args[-2:]]
    parts = zip((weight, 1 - weight), zip(*sides, strict=True), strict=True)
    return Add(*(w * divergence.func(*divergence.args[:-2], p, q) for w, (p, q) in parts if p != q))


def _left(claim: Claim) -> list[Basic]:
    """The divergences of the smaller side of an inequality which the larger does not have."""
    atom = plain(claim.conclusions[0])
    if len(claim.conclusions) != 1 or not isinstance(atom, Le | Lt):
        return []
    return sorted(atom.lhs.atoms(Divergence) - atom.rhs.atoms(Divergence), key=str)


def by_row(
    claim: Claim, row: str, divergence: Basic, terms: Mapping[str, str], words: str
) -> Iterator[Split]:
    """The claim with the bound of a row in the place of a divergence, where it is of its kind."""
    small, _ = fact(row, 1)[1].args
    binding = match(small, divergence, {})
    if binding is not None:
        written = {name.name: text(value) for name, value in binding.items()}
        yield from by_rule("bound", claim, {"fact": row, "with": {**written, **terms}}, words)
