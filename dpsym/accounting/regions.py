"""The privacy region of k rounds, by the vertices of its lower boundary."""

from __future__ import annotations

from itertools import accumulate
from math import comb

from flint import arb, ctx

from dpsym.accounting.composition import BITS
from dpsym.accounting.rounds import Rounds, ball
from dpsym.arguments import accuracy, whole_number
from dpsym.errors import DomainError, shown

_MOST_ROUNDS = 5000

Vertex = tuple[arb, arb]
"""Enclosures of (MD, FA): the probabilities of a missed detection and of a false alarm."""


def optimal_region(rounds: Rounds, *, bits: int = BITS) -> tuple[Vertex, ...]:
    """The vertices of the lower boundary for ``rounds.count`` rounds, by increasing FA.

    No test between the views of two neighbours has error probabilities below the polygonal line
    through them, whatever the mechanisms, and canonical responses attain it.

    Guarantees:
        the balls contain the coordinates.

    Source: KairouzOhViswanath2015, Theorem 3.3.

    >>> for md, fa in optimal_region(Rounds("0.4", 0, 2)):
    ...     print(f"{float(md):.4f} {float(fa):.4f}")
    1.0000 0.0000
    0.6416 0.1611
    0.1611 0.6416
    0.0000 1.0000
    """
    if not isinstance(rounds, Rounds):
        raise DomainError(f"{shown(rounds)} are no rounds", remedy="give Rounds('0.1', '1e-6', 10)")
    k, bits = whole_number("count", rounds.count, 0, most=_MOST_ROUNDS), accuracy(bits)
    with ctx.workprec(bits + 64):
        false = 1 / (1 + ball(rounds.epsilon).exp())
        true = 1 / (1 + (-ball(rounds.epsilon)).exp())
        kept = (1 - ball(rounds.delta)) ** k
        masses = [kept * comb(k, i) * true**i * false ** (k - i) for i in range(k + 1)]
        fa = list(accumulate(masses, initial=arb(0)))
        return tuple(zip(reversed(fa), fa, strict=True))
