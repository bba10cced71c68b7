"""Gaussian differential privacy of a pair: a comparison of trade-off functions.

The trade-off function of a finite pair is piecewise linear and that of two normal laws convex, so
one lies above the other iff it does at its corners, the sets of largest likelihood ratio
(Dong-Roth-Su 2022, Section 2). There the claim reads ``Phi^-1(P(S)) <= Phi^-1(Q(S)) + mu``.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import arb, ctx
from sympy import Expr

from dpsym.enclosure.balls import precision
from dpsym.enclosure.compounds import ProductPair, spectrum
from dpsym.enclosure.continuous import LaplacePair
from dpsym.enclosure.exact import number
from dpsym.enclosure.pairs import INFINITY, FinitePair, Pair

_MAX_PIECES = 4000


@dataclass(frozen=True, slots=True)
class Separation:
    """Bounds of the least mu for which a pair is mu-GDP, in the order given.

    Attributes:
        lower: a number that mu must reach.
        upper: a number that suffices; infinite where none was certified.
        corner: the quantile of the mass under Q of the set that needs the lower bound; None where
            that is no set of outcomes.
    """

    lower: arb
    upper: arb
    corner: arb | None = None


def quantile(mass: arb, rest: arb) -> arb:
    """Phi^-1 of a mass in (0, 1), ``rest`` being one minus it; each without cancellation.

    >>> quantile(arb(1) / 2, arb(1) / 2)
    0
    """
    root = arb(2).sqrt()
    if mass <= rest:
        return -root * (2 * mass).erfcinv()
    return root * (2 * rest).erfcinv()


def separation(pair: Pair, mu: Expr, bits: int) -> Separation:
    """Bounds of the least mu for which the ordered pair is mu-GDP.

    ``mu`` is the value in question, near which the bounds are refined.

    >>> from sympy import S
    >>> print(separation(FinitePair(((S.One, S.One),)), S.One, 64).upper)
    0
    """
    with precision(bits):
        alone = pair.singular()
        if alone > 0:
            below = quantile(alone, 1 - alone) if 2 * alone < 1 else arb(0)
            # There normal laws mu apart have less mass than one law has where the other has none.
            return Separation(INFINITY, INFINITY, below - 1 - number(mu))
        if isinstance(pair, LaplacePair):
            return _laplace(number(pair.distance), number(mu))
        parts = pair.parts if isinstance(pair, ProductPair) else ((pair, 1),)
        finite = tuple((p, count) for p, count in parts if isinstance(p, FinitePair))
        if len(finite) < len(parts):
            return Separation(arb(0), INFINITY)
        return _corners(finite)


def _corners(parts: tuple[tuple[FinitePair, int], ...]) -> Separation:
    cells = sorted(spectrum(parts, ctx.prec), key=lambda cell: cell[1].mid(), reverse=True)
    ordered = all(cells[i][1] > cells[i + 1][1] for i in range(len(cells) - 1))
    p = [mass for mass, _ in cells]
    q = [mass * (-loss).exp() for mass, loss in cells]
    tails: list[tuple[arb, arb]] = []
    rest_p, rest_q = arb(0), arb(0)
    for i in range(len(cells) - 1, 0, -1):
        rest_p, rest_q = rest_p + p[i], rest_q + q[i]
        tails.append((rest_p, rest_q))
    missing = 1 - (rest_q + q[0])
    lower = upper = arb(0)
    corner: arb | None = None
    head_p, head_q = arb(0), arb(0)
    for i, (tail_p, tail_q) in enumerate(reversed(tails)):
        head_p, head_q = head_p + p[i], head_q + q[i]
        beyond = tail_q if not missing > 0 else tail_q + missing
        at = quantile(head_q, beyond)
        value = quantile(head_p, tail_p) - at
        if value.is_nan():
            upper = INFINITY
            continue
        if value.lower() > lower:
            lower, corner = value.lower(), at
        upper = upper.max(value.upper())
    if missing > 0:
        return Separation(INFINITY, INFINITY)
    return Separation(lower, upper if ordered else INFINITY, corner)


def _laplace(d: arb, mu: arb) -> Separation:
    """The maximum over x in [0, d] of h(x) + h(d - x), h(x) = Phi^-1(1 - exp(-x)/2) increasing."""

    def h(x: arb) -> arb:
        tail = (-x).exp() / 2
        return arb(2).sqrt() * (2 * tail).erfcinv() if not x.is_zero() else arb(0)

    half = d.upper() / 2
    pieces = [(arb(0), half.upper())]
    lower = (2 * h(half)).lower()
    upper = arb(0)
    for _ in range(_MAX_PIECES):
        if not pieces:
            return Separation(lower, upper)
        a, b = pieces.pop()
        bound = h(b) + h((d - a).upper())
        if bound <= mu or bound <= lower:
            upper = upper.max(bound.upper())
            continue
        middle = ((a + b) / 2).mid()
        value = h(middle) + h((d - middle).upper())
        lower = lower.max((h(middle) + h((d - middle).lower())).lower())
        if value > mu and lower > mu:
            return Separation(lower, INFINITY)
        pieces += [(a, middle), (middle, b)]
    return Separation(lower, INFINITY)
