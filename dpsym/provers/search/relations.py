"""Mechanisms beside samples or groups, which have the same neighbours as these.

The parts of a composition answer about one pair of neighbours. Beside ``Subsample(M, q)`` these
differ by a record, beside ``Group(M, k)`` by up to k steps; so does what is said of N if N is
``Subsample(F, 1)``, or ``Group(F, k)``, for a mechanism F on a list of databases.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sympy import Basic, S, Symbol

from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import Sort
from dpsym.provers.restate import restate
from dpsym.provers.search.certify import witness_at
from dpsym.verdict import Witness

Neighbours = tuple[type[heads.Operation], Basic]
"""The operation that says which databases are neighbours, and its number where it is all of M."""


def related_witness(claim: Claim, search: Callable[[Claim], Witness | None]) -> Witness | None:
    """A counterexample in which names beside samples or groups have the neighbours of these.

    Args:
        claim: the claim.
        search: what looks for a counterexample to the claim with names inside the operations.

    Guarantees:
        those of :func:`~dpsym.provers.search.certify.witness_at`.
    """
    put = {name: made(name, number) for name, (made, number) in beside(claim).items()}
    if not put:
        return None
    same = restate(
        claim,
        [atom.xreplace(put) for atom in claim.conclusions],
        hypotheses=[atom.xreplace(put) for atom in claim.hypotheses],
    )
    found = search(same)
    if found is None:
        return None
    values = dict(found.point)
    point = {name: values[name.name] for name, _ in claim.domains}
    point |= {name: whole.xreplace({name: point[name]}) for name, whole in put.items()}
    return witness_at(claim, point)


def beside(claim: Claim) -> Mapping[Symbol, Neighbours]:
    """For names of mechanisms beside a sample or a group: what has the neighbours of these."""
    names = claim.objects(Sort.MECHANISM)
    found: dict[Symbol, Neighbours] = {}
    for node in _in(claim, heads.Compose, heads.Concurrent):
        said = {neighbours for part in node.args if (neighbours := _neighbours(part)) is not None}
        if len(said) == 1:
            found |= dict.fromkeys([part for part in node.args if part in names], said.pop())
    made = {node.args[0] for node in _in(claim, heads.Subsample, heads.Group, heads.PostProcess)}
    return {} if made & set(found) else found


def _in(claim: Claim, *kinds: type[Basic]) -> set[Basic]:
    return {node for atom in claim.atoms for node in atom.atoms(*kinds)}


def _neighbours(part: Basic) -> Neighbours | None:
    if isinstance(part, heads.Subsample):
        return heads.Subsample, S.One
    return (heads.Group, part.args[1]) if isinstance(part, heads.Group) else None
