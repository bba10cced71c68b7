"""Capacities and recoveries of one mechanism, compared by their numbers of records and the like."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from sympy import Basic, Le, Lt, S

from dpsym.kernel.implications import plain
from dpsym.kernel.sizes import WAYS
from dpsym.kernel.terms import sign
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split

_KINDS = heads.Capacity, heads.Recovery


class Sizes:
    """What a mechanism tells of fewer records, or of which database, by what it tells of others.

    A quantity on the smaller side gives way to one that stands on the other or is bounded by a
    hypothesis, and one on the larger side to one that is bounded from below.
    """

    name = "sizes"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """One for each pair of quantities that the rule compares."""
        atom = plain(claim.conclusions[0])
        if len(claim.conclusions) != 1 or not isinstance(atom, Le | Lt):
            return
        for side, place in zip(atom.args, ("small", "large"), strict=True):
            if side.has(*_KINDS) and not isinstance(side, _KINDS):
                params = {"side": place, "layers": 0}
                yield from by_rule("inverse", claim, params, "solved for what is told")
        below, above = (side.atoms(*_KINDS) for side in atom.args)
        for hypothesis in map(plain, claim.hypotheses):
            if isinstance(hypothesis, Le | Lt):
                above |= hypothesis.lhs.atoms(*_KINDS)
                below |= hypothesis.rhs.atoms(*_KINDS)
        stated = atom.atoms(*_KINDS)
        for more in sorted(atom.rhs.atoms(heads.Recovery), key=str):
            for way in ("records", "names"):
                yield from _steps(claim, S.One, more, way)
        for less, more in product(*(sorted(side, key=str) for side in (below, above))):
            same = type(less) is type(more) and less.args[0] == more.args[0]
            if less == more or not same or not stated & {less, more}:
                continue
            for way in WAYS[type(less)]:
                yield from _steps(claim, less, more, way)


def _steps(claim: Claim, less: Basic, more: Basic, way: str) -> Iterator[Split]:
    params = {"less": text(less), "more": text(more), "by": way}
    for split in by_rule("sizes", claim, params, "by the numbers of records and names"):
        if not any(_fails(goal, claim) for goal in split.subgoals):
            yield split


def _fails(goal: Claim, claim: Claim) -> bool:
    """Whether a comparison of sizes certainly fails."""
    (atom,) = goal.conclusions
    if not isinstance(atom, Le) or atom.has(heads.Quantity):
        return False
    return sign(atom.lhs - atom.rhs, dict(claim.domains)) == 2
