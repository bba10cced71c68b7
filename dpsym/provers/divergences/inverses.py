"""Inequalities solved for what divergences stand in, and with none of these subtracted."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Add, Basic, Le, Lt, exp

from dpsym.kernel.implications import plain
from dpsym.kernel.inverses import MOST_LAYERS
from dpsym.language.claim import Claim
from dpsym.language.heads import Divergence, ObjectName
from dpsym.language.printing import text
from dpsym.provers.divergences.growth import increasing
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split


class Falling:
    """What falls in a divergence on the other side, so that both sides rise in divergences."""

    name = "falling terms"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with exponentials of divergences, and what is subtracted, on the other side."""
        atom = plain(claim.conclusions[0])
        if len(claim.conclusions) != 1 or not isinstance(atom, Le | Lt) or not atom.has(Divergence):
            return
        falls = not all(map(increasing, atom.args))
        if falls and not any(map(_has_exponential, atom.args)) and not _is_of_a_number(claim):
            for split in by_rule(
                "apart", claim, {}, "what is subtracted is added on the other side"
            ):
                if all(map(increasing, plain(split.subgoals[0].conclusions[0]).args)):
                    yield split
                    return
            for part in Add.make_args(atom.rhs):
                if isinstance(-part, Divergence):
                    params = {"alone": text(-part)}
                    yield from by_rule("apart", claim, params, "what is subtracted is left alone")
        if _has_exponential(atom):
            for split in by_rule("apart", claim, {}, "what falls is added on the other side"):
                if not _has_exponential(split.subgoals[0].conclusions[0].lhs):
                    yield split


def _is_of_a_number(claim: Claim) -> bool:
    """Whether one divergence of any two laws is spoken of: nothing is known but its range."""
    found = set().union(*(atom.atoms(Divergence) for atom in claim.atoms))
    named = all(isinstance(law, ObjectName) for each in found for law in each.args[-2:])
    return len(found) == 1 and named and not claim.hypotheses


def _has_exponential(side: Basic) -> bool:
    return any(node.has(Divergence) for node in side.atoms(exp))


class Inverse:
    """A bound of a function of divergences, as one of what stands in it."""

    name = "inverse functions"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with no divergence subtracted; or solved for a side, as deep as that goes."""
        atom = plain(claim.conclusions[0])
        if len(claim.conclusions) != 1 or not isinstance(atom, Le | Lt) or not atom.has(Divergence):
            return
        for split in by_rule("apart", claim, {}, "what is subtracted is added on the other side"):
            yield split
            return
        for side in ("small", "large"):
            ways = (
                list(by_rule("inverse", claim, {"side": side, "layers": n}, "by inverse functions"))
                for n in range(MOST_LAYERS, 0, -1)
            )
            yield from next(filter(None, ways), [])
