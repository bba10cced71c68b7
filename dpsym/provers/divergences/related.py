"""Products and other functions of finite divergences, with what is known of these."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from sympy import Basic, Le, Lt, S

from dpsym.kernel.implications import plain
from dpsym.kernel.limits import finite_under, may_be_infinite
from dpsym.language.claim import Claim
from dpsym.language.heads import Divergence, Guarantee, ObjectName
from dpsym.language.printing import text
from dpsym.provers.divergences.cases import order_of
from dpsym.provers.divergences.elementary import bounds_between_kinds
from dpsym.provers.divergences.growth import increasing
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, fresh, restate

MOST_DIVERGENCES = 5
MOST_RELATIONS = 6


class Related:
    """An inequality between numbers, under relations that hold of the divergences that they are.

    No monotonicity is asked for, as bounds that are put in their places would, so that products and
    differences are compared as well. All divergences have to be finite by the hypotheses.
    """

    name = "related divergences"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The relations one by one, and what follows of any numbers under them."""
        atom = plain(claim.conclusions[0])
        if len(claim.conclusions) != 1 or not isinstance(atom, Le | Lt):
            return
        if all(map(increasing, atom.args)) or any(isinstance(a, Guarantee) for a in claim.atoms):
            return
        relations = list(map(plain, claim.hypotheses))
        found = {d for a in (atom, *relations) for d in a.atoms(Divergence)}
        if not 2 <= len(found) <= MOST_DIVERGENCES or not atom.has(Divergence):
            return
        finite = finite_under(relations, atom)
        known = [
            between for pair in permutations(sorted(found, key=str), 2) for between in _known(*pair)
            if may_be_infinite(between) <= finite and between not in relations
        ][:MOST_RELATIONS]  # fmt: skip
        if not known or not may_be_infinite(atom) <= finite:
            return
        after = [claim]
        for relation in known:
            assumed = (relation, *after[-1].hypotheses)
            after.append(restate(claim, [atom], hypotheses=assumed))
        names = {fresh(claim, f"d{i}_").name: text(d) for i, d in enumerate(sorted(found, key=str))}
        for way in by_rule("numbers", after[-1], {"names": names}, "the divergences are numbers"):
            numbers, said = way.subgoals, []
            for relation, then in reversed(list(zip(known, after[1:], strict=True))):
                said.append(restate(claim, [relation], hypotheses=()))
                params = {"between": text(relation.args[0]), "limit": text(relation.args[1])}
                way = Split(tuple(said[-1:]), "a known relation", (), params, "cut",
                            between=((then, way),))  # fmt: skip
            yield replace(way, subgoals=(*numbers, *said))


def _known(divergence: Basic, other: Basic) -> Iterator[Basic]:
    """Bounds of a divergence by another of the same laws that hold of any two laws."""
    order, higher = order_of(divergence), order_of(other)
    if divergence.args[-2:] == other.args[-2:] and order is not None and higher is not None:
        if (order <= higher) == S.true:
            yield at_most(divergence, other)
        return
    laws = dict(zip(map(ObjectName, "PQ"), divergence.args[-2:], strict=True))
    for _, (relation,) in bounds_between_kinds(divergence, other, other):
        yield relation.xreplace(laws)
