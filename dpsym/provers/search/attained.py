"""Counterexamples at which bounds that are assumed of numbers are attained.

Where neighbours may differ by so much, the worst differ by as much: of a hypothesis ``x <= y`` or
``Abs(x) <= y`` that is linear in a name the equation is solved, and the claim with one name less
is searched. A point that is found is a counterexample with the solved values beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice, product

from sympy import Abs, Basic, Eq, Expr, Ge, Le

from dpsym.language.claim import Claim
from dpsym.provers.prover import Budget
from dpsym.provers.restate import is_numeric
from dpsym.provers.search.certify import witness_at
from dpsym.provers.search.solved import found_at, solutions, without
from dpsym.verdict import Witness

MOST_SOLVED, MOST_WAYS = 4, 8
"""Hypotheses that are attained at once, and ways to attain them."""


def attained_witness(
    claim: Claim, search: Callable[[Claim, Budget], Witness | None], budget: Budget
) -> Witness | None:
    """A counterexample at which all bounds of numbers that can be solved are attained, or None.

    Args:
        claim: the claim.
        search: what looks for a counterexample to a claim with fewer names, within a budget.
        budget: for all ways together.

    Guarantees:
        those of :func:`~dpsym.provers.search.certify.witness_at`.
    """
    bounds = [(h, edges) for h in claim.hypotheses if (edges := _edges(h))][:MOST_SOLVED]
    ways = list(islice(product(*(edges for _, edges in bounds)), MOST_WAYS)) if bounds else []
    # Bounds that are all attained alike often cancel.
    ways.sort(
        key=lambda way: all(edge == edges[0] for edge, (_, edges) in zip(way, bounds, strict=True))
    )
    others = tuple(h for h in claim.hypotheses if all(h != bound for bound, _ in bounds))
    for number, way in enumerate(ways):
        values = _solved(claim, way)
        less = None if values is None or budget.spent else without(claim, others, values)
        if values is None or less is None:
            continue
        share = budget.share(1 / (len(ways) - number))
        point = _point(less, search, share)
        if point is not None:
            every = point | {name: value.xreplace(point) for name, value in values.items()}
            witness = witness_at(claim, {name: every[name] for name, _ in claim.domains})
            if witness is not None:
                return witness
    return None


def _point(
    claim: Claim, search: Callable[[Claim, Budget], Witness | None], budget: Budget
) -> dict[Basic, Basic] | None:
    return found_at(claim, lambda less: search(less, budget))


def _edges(hypothesis: Basic) -> list[Expr]:
    """What is zero where a bound is attained; nothing where it is none of a number."""
    if not isinstance(hypothesis, Le | Ge) or not is_numeric(hypothesis):
        return []
    small, large = hypothesis.lts, hypothesis.gts
    if isinstance(small, Abs):
        return [] if large.has(Abs) else [small.args[0] - large, small.args[0] + large]
    return [] if (small - large).has(Abs) else [small - large]


def _solved(claim: Claim, way: Sequence[Expr]) -> dict[Basic, Expr] | None:
    """A name for each of the expressions, with the value at which all of them are zero."""
    values: dict[Basic, Expr] = {}
    for edge in way:
        equation = Eq(edge.xreplace(values), 0, evaluate=False)
        first = next(solutions(claim, equation), None)
        if first is None:
            return None
        name, value = first
        values = {n: v.xreplace({name: value}) for n, v in values.items()} | {name: value}
    return values
