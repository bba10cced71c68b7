"""Counterexamples at laws without mass somewhere, where divergences are infinite.

There floats compare nothing: an infinite side is as large as another one.
"""

from __future__ import annotations

from itertools import islice, product

from sympy import Basic, Rational, S

from dpsym.kernel.limits import may_be_infinite
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import Objects, Sort
from dpsym.provers.prover import Budget
from dpsym.provers.search.certify import inside, witness_at
from dpsym.verdict import Witness

CORNERS = tuple(
    heads.Finite(*map(Rational, masses)) for masses in (("1", "0"), ("0", "1"), ("1/2", "1/2"))
)
NUMBERS = tuple(map(Rational, ("1", "1/2", "0", "2")))
MOST_LAWS, MOST_POINTS = 3, 60


def corner_witness(claim: Claim, budget: Budget) -> Witness | None:
    """A counterexample at corners and plain numbers, or None.

    Guarantees:
        those of :func:`~dpsym.provers.search.certify.witness_at`.
    """
    laws = claim.objects(Sort.LAW)
    others = [d for _, d in claim.domains if isinstance(d, Objects) and d.sort is not Sort.LAW]
    if others or not 2 <= len(laws) <= MOST_LAWS or not any(map(may_be_infinite, claim.atoms)):
        return None
    choices: list[tuple[Basic, ...]] = []
    for _, domain in claim.domains:
        numbers = [] if isinstance(domain, Objects) else [n for n in NUMBERS if inside(domain, n)]
        choices.append(CORNERS if isinstance(domain, Objects) else (*numbers[:2],) or (S.Half,))
    names = [name for name, _ in claim.domains]
    for values in islice(product(*choices), MOST_POINTS):
        witness = None if budget.spent else witness_at(claim, dict(zip(names, values, strict=True)))
        if witness is not None:
            return witness
    return None
