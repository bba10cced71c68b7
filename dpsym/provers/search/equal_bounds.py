"""Counterexamples where a Kullback-Leibler divergence is assumed to be a number exactly.

No rational masses have such a divergence. With ratios exp(r) and masses p under the first law, all
rational, it is the sum of p*r, and one r is solved for. What is left of the second law is an
outcome that the first does not have, which counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import log

from sympy import Add, Basic, Eq, Expr, Le, Mul, Rational, S, Symbol, exp

from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import Sort
from dpsym.provers.prover import Budget
from dpsym.provers.restate import restate
from dpsym.provers.search.certify import witness_at
from dpsym.provers.search.extremal_laws import ROOMS, joined_laws
from dpsym.verdict import Witness

DENOMINATORS = (10**3, 10**5, 10**8)


def equal_witness(claim: Claim, budget: Budget) -> Witness | None:
    """A counterexample with the divergence that is assumed, or None.

    Guarantees:
        those of :func:`~dpsym.provers.search.certify.witness_at`.
    """
    names = claim.objects(Sort.LAW)
    equations = [h for h in claim.hypotheses if isinstance(h, Eq)]
    if len(names) != 2 or len(claim.domains) != 2 or len(equations) != 1:
        return None
    (equation,) = equations
    divergence, value = equation.args
    if not (isinstance(divergence, heads.KL) and value.is_Rational and value > 0):
        return None
    below = [Le(*h.args, evaluate=False) if h == equation else h for h in claim.hypotheses]
    relaxed = restate(claim, claim.conclusions, hypotheses=below)
    for room in ROOMS:
        for laws in joined_laws(relaxed, room):
            first, second = (laws[name] for name in divergence.args)
            for point in _attaining(divergence.args, first, second, value):
                found = None if budget.spent else witness_at(claim, point)
                if found is not None:
                    return found
    return None


def _attaining(
    names: Sequence[Symbol], first: Sequence[float], second: Sequence[float], value: Expr
) -> Iterator[Mapping[Symbol, Basic]]:
    """Laws near those given whose divergence is exactly the value."""
    common = [(p, q) for p, q in zip(first, second, strict=True) if p > 0 and q > 0]
    for size in DENOMINATORS:
        masses = [Rational(round(p * size), size) for p, _ in common]
        ratios = [Rational(round(log(p / q) * size), size) for p, q in common]
        largest = max(range(len(masses)), key=lambda i: masses[i], default=0)
        if not masses or min(masses) <= 0:
            continue
        masses[largest] += 1 - Add(*masses)
        missing = value - Add(*map(Mul, masses, ratios))
        ratios[largest] += missing / masses[largest]
        other = [p * exp(-r) for p, r in zip(masses, ratios, strict=True)]
        left = 1 - Add(*other)
        if left > 0:
            laws = heads.Finite(*masses, S.Zero), heads.Finite(*other, left)
            yield dict(zip(names, laws, strict=True))
