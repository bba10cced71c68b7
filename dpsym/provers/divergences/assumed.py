"""Divergences of which hypotheses speak, as the numbers that they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sympy import Basic
from sympy.core.relational import Relational

from dpsym.kernel.limits import finite_under, may_be_infinite
from dpsym.language.claim import Claim
from dpsym.language.heads import Divergence, ObjectName
from dpsym.language.printing import text
from dpsym.provers.contradiction import ORDERED, satisfied, seems
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh, is_numeric

MOST_NAMES = 4
"""Beyond which little is decided of numbers that only hypotheses tie together."""


class Assumed:
    """A relation follows from what is assumed of finite divergences that it does not speak of."""

    name = "divergences that are assumed"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with a number in the place of each divergence.

        Where hypotheses tell of what the conclusion speaks of, or nothing seems to satisfy them.
        """
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], Relational):
            return
        (conclusion,) = claim.conclusions
        told = [h for h in claim.hypotheses if isinstance(h, Relational)]
        finite = finite_under(told, conclusion)
        said = [h for h in told if may_be_infinite(h) <= finite]
        linked = _told_of(conclusion, said) - _subjects(conclusion)
        found = set().union(*map(_subjects, (conclusion, *said)))
        divergences = sorted((d for d in found if isinstance(d, Divergence)), key=str)
        if not any(d not in _subjects(conclusion) for d in divergences):
            return
        names = {fresh(claim, f"d{i}_").name: text(d) for i, d in enumerate(divergences)}
        words = "the divergences are numbers, of which the hypotheses speak"
        for split in by_rule("numbers", claim, {"names": names}, words):
            if all(_promises(goal, linked=bool(linked)) for goal in split.subgoals):
                yield split


def _promises(goal: Claim, *, linked: bool) -> bool:
    """Whether it seems that a claim about numbers holds, for reasons of which some are new."""
    if len(goal.scalars()) > MOST_NAMES:
        return False
    assumed = [h for h in goal.hypotheses if is_numeric(h)]
    ordered = (c for c in goal.conclusions if isinstance(c, ORDERED))
    seem = all(seems(goal, conclusion, assumed) for conclusion in ordered)
    return (linked and seem) or not satisfied(goal, assumed)


def _subjects(atom: Basic) -> set[Basic]:
    """The divergences and numbers that an atom speaks of."""
    divergences = atom.atoms(Divergence)
    inside = set().union(*(d.free_symbols for d in divergences))
    return {*divergences, *(atom.free_symbols - inside - atom.atoms(ObjectName))}


def _told_of(conclusion: Basic, hypotheses: Sequence[Basic]) -> set[Basic]:
    """What is spoken of by a conclusion, or by hypotheses together with what that speaks of."""
    known = _subjects(conclusion)
    while more := set().union(*(s for h in hypotheses if known & (s := _subjects(h)))) - known:
        known |= more
    return known
