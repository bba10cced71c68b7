"""Sizes of numbers by the signs of these."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Abs, Le, Lt, Pow, S, binomial

from dpsym.kernel.implications import plain
from dpsym.kernel.terms import sign
from dpsym.language.claim import Claim
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split
from dpsym.provers.restate import is_numeric

MOST_SIZES = 3


class Choices:
    """A claim about a binomial coefficient, where more are chosen than there are and elsewhere.

    Only beside powers of a name with as many factors as are chosen; others need no cases.
    """

    name = "choices"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim for the first coefficient of which it is not known."""
        atom = plain(claim.conclusions[0])
        if len(claim.conclusions) != 1 or not is_numeric(atom):
            return
        known = dict(claim.domains)
        told = {gap for h in map(plain, claim.hypotheses) if isinstance(h, Le | Lt)
                for gap in (h.rhs - h.lhs, h.lhs - h.rhs)}  # fmt: skip
        for node in sorted(atom.atoms(binomial), key=str):
            there, chosen = node.args
            more = chosen - there
            powers = (p for p in atom.atoms(Pow) if p.base.free_symbols)
            if not any(p.exp.free_symbols & chosen.free_symbols for p in powers):
                continue
            if more not in told and not sign(more, known) and not sign(-more, known):
                yield from by_rule("cases", claim, {"of": text(more)}, "by how many are chosen")
                return


class SignCases:
    """A claim about the size of a number, where the number is positive and where it is not.

    Said as hypotheses the signs may narrow domains, which conditions within a proof do not.
    """

    name = "sizes by signs"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim under each sign of the first number of which none is assumed."""
        atom = plain(claim.conclusions[0])
        if len(claim.conclusions) != 1 or not is_numeric(atom):
            return
        inside = sorted({size.args[0] for size in atom.atoms(Abs)}, key=str)
        assumed = {
            sign * (h.rhs - h.lhs)
            for h in map(plain, claim.hypotheses) if isinstance(h, Le | Lt)
            for sign in (S.One, -S.One)
        }  # fmt: skip
        free = [number for number in inside if number not in assumed and number.free_symbols]
        if free and len(inside) <= MOST_SIZES:
            yield from by_rule("cases", claim, {"of": text(free[0])}, "by the sign of a number")
