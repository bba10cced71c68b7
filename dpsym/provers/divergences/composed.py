"""A bound in a number that a hypothesis bounds a divergence by, as one in this divergence."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Basic, Expr, Le, Lt, Symbol

from dpsym.kernel.implications import plain
from dpsym.language.claim import Claim
from dpsym.language.heads import Divergence
from dpsym.language.printing import text
from dpsym.provers.divergences.cases import may_suffice
from dpsym.provers.divergences.elementary import bounds_between_kinds
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh, is_numeric, restate, scalar_hypotheses


class ComposedBound:
    """From ``D <= x`` follows ``E <= f(x)`` if ``E <= f(D)`` always and f does not fall.

    So it is with ``<`` for both, if f rises.
    """

    name = "composed bound"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """A cut with f(D); where that is known, f(D) for E; where that is done, numbers."""
        atom = plain(claim.conclusions[0])
        if len(claim.conclusions) != 1 or not isinstance(atom, Le | Lt) or not is_numeric(atom.rhs):
            return
        wanted, bound = atom.args
        known = [plain(h) for h in claim.hypotheses]
        limits = {
            h.lhs: h.rhs
            for h in known
            if isinstance(h, Le | Lt) and isinstance(h.lhs, Divergence) and is_numeric(h.rhs)
        }
        if not isinstance(wanted, Divergence):
            inside = sorted(wanted.atoms(Divergence), key=str)
            if inside and set(inside) <= set(limits):
                names = {str(fresh(claim, f"d{n}_")): text(d) for n, d in enumerate(inside)}
                words = "the divergences are free numbers"
                yield from by_rule("numbers", claim, {"names": names}, words)
            return
        for number, h in enumerate(known):
            if isinstance(h, Le) and h.lhs == wanted and _within(h.rhs, limits):
                params = {"fact": "hypothesis", "number": number}
                yield from by_rule("bound", claim, params, "the bound that is known")
                return
        for divergence, limit in limits.items():
            for between in _between(wanted, bound, divergence, limit):
                if not may_suffice(claim, bound - between.xreplace({divergence: limit})):
                    continue
                params = {"between": text(wanted), "limit": text(between)}
                for cut in by_rule("cut", claim, params, f"by its bound in {text(divergence)}"):
                    first, *rest = cut.subgoals
                    others = [h for h in first.hypotheses if not h.has(divergence)]
                    for kept in dict.fromkeys((tuple(scalar_hypotheses(claim)), tuple(others))):
                        always = restate(claim, first.conclusions, hypotheses=kept)
                        yield Split((always, *rest), cut.words, (), params, "cut")


def _between(wanted: Basic, bound: Expr, divergence: Basic, limit: Basic) -> list[Expr]:
    """Functions of a divergence: the bound for its limit where that is a name, and known ones."""
    known = [value for value, _ in bounds_between_kinds(wanted, divergence, divergence)]
    named = isinstance(limit, Symbol) and bound.has(limit)
    return list(dict.fromkeys([bound.xreplace({limit: divergence})] * named + known))


def _within(side: Basic, limits: dict[Basic, Basic]) -> bool:
    """Whether a side speaks of divergences, all of which are bounded."""
    inside = side.atoms(Divergence)
    return bool(inside) and inside <= set(limits)
