"""Counterexamples at the bottom of a dip: of a difference of sides, or of a part of it."""

from __future__ import annotations

from itertools import combinations

from sympy import Abs, Basic, Eq, Expr, Gt, Lt, Max, Min, Pow
from sympy.core.relational import Relational

from dpsym.language.claim import Claim
from dpsym.language.domains import Interval
from dpsym.language.heads import Quantity
from dpsym.provers.prover import Budget
from dpsym.provers.restate import is_numeric
from dpsym.provers.search.certify import first_witness
from dpsym.provers.stationary import bottoms
from dpsym.verdict import Witness

MOST_PARTS = 8


def lowest_witness(claim: Claim, budget: Budget) -> Witness | None:
    """A counterexample where a difference of sides or a part of one is least, or None.

    Guarantees:
        those of :func:`~dpsym.provers.search.certify.witness_at`.
    """
    domains = {n: d for n, d in claim.domains if isinstance(d, Interval)}
    if len(domains) < len(claim.domains) or not domains:
        return None
    assumed = [part for h in filter(_is_plain, claim.hypotheses) for part in _parts(h.lhs - h.rhs)]
    points = (
        point
        for atom in filter(_is_plain, claim.conclusions)
        for gap in [-Abs(atom.lhs - atom.rhs) if isinstance(atom, Eq) else atom.gts - atom.lts]
        for part in [*_parts(gap), *assumed][:MOST_PARTS]
        for point in bottoms(part, gap, domains, budget, strict=isinstance(atom, Lt | Gt))
    )
    return first_witness(claim, points, budget)


def _is_plain(atom: Basic) -> bool:
    return isinstance(atom, Relational) and is_numeric(atom) and not atom.has(Quantity)


def _parts(gap: Expr) -> list[Expr]:
    """A function and what stands in it within roots, powers and extremes, the simplest first."""
    inner: set[Expr] = {gap}
    for node in gap.atoms(Abs, Max, Min, Pow):
        if isinstance(node, Max | Min):
            inner |= {one - other for one, other in combinations(node.args, 2)}
        else:
            inner.add(node.args[0])
    found = [part for part in inner if part.free_symbols and not part.is_Symbol]
    return sorted(found, key=lambda part: (part != gap, part.count_ops(), str(part)))
