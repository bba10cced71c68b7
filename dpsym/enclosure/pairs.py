"""Pairs of laws in the form their divergences are computed from.

All divergences but the hockey stick follow from the cumulant function of the privacy loss
Z = log(P/Q) under P, ``K(s) = log E_P[exp(s*Z)]``: Renyi(1+s) = K(s)/s, ChiSquared = exp(K(1))-1,
Hellinger = 1-exp(K(-1/2)), KL = K'(0). It is additive over independent factors.
Every method works at the precision in force and returns a ball around the value.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from flint import arb, ctx, fmpq
from sympy import Expr, S

from dpsym.enclosure.exact import number

INFINITY = arb.pos_inf()
ZERO = arb(0)
_PLAIN = 64


class Pair(Protocol):
    """What a pair of laws answers, P being the numerator."""

    def cumulant(self, s: arb) -> arb:
        """K(s) for an order s + 1 > 0 other than 1."""

    def kl(self) -> arb:
        """The mean of Z."""

    def variance(self) -> arb:
        """The variance of Z, where P is absolutely continuous."""

    def supremum(self) -> arb:
        """The essential supremum of Z."""

    def infimum(self) -> arb:
        """The essential infimum of Z under P."""

    def hockey_stick(self, epsilon: arb) -> arb:
        """The mass of max(P - exp(epsilon)*Q, 0) for a finite epsilon."""

    def singular(self) -> arb:
        """The mass that P has where Q has none."""


def exponential(x: arb) -> arb:
    """exp(x), also for x that is no ball of finite radius.

    >>> exponential(arb.neg_inf())
    0
    """
    if x.is_finite():
        return x.exp()
    if is_infinite(x):
        return INFINITY if x > 0 else ZERO
    return x.exp()


def is_infinite(x: arb) -> bool:
    """Whether a ball is exactly one of the infinities.

    >>> is_infinite(arb.neg_inf()), is_infinite(arb.nan())
    (True, False)
    """
    return bool(x.is_exact() and not x.is_finite() and not x.is_nan())


def decrease(x: arb) -> arb:
    """``1 - exp(x)`` where x < 0 and 0 where x >= 0, for every x in the ball.

    >>> decrease(arb(1)), decrease(arb(0))
    (0, 0)
    """
    if x >= 0:
        return ZERO
    if x < 0:
        return -x.expm1()
    if x.is_nan():
        return x
    return ZERO.union((-(x.lower().expm1())).upper()).nonnegative_part()


@dataclass(frozen=True, slots=True)
class Atoms:
    """Balls of a finite pair at one precision: P-mass, Q-mass and loss of every ratio."""

    p: tuple[arb, ...]
    q: tuple[arb, ...]
    loss: tuple[arb, ...]
    singular: arb


@dataclass(frozen=True, slots=True)
class FinitePair:
    """Finitely many likelihood ratios, each with the masses (p, q), both positive.

    Attributes:
        atoms: the masses, equal ratios merged where that was seen.
        infinite: the mass of P where Q has none, literally zero if it is.
    """

    atoms: tuple[tuple[Expr, Expr], ...]
    infinite: Expr = S.Zero

    def balls(self) -> Atoms:
        """The atoms at the precision in force."""
        return _atoms(self, ctx.prec)

    def singular(self) -> arb:
        """The mass that P has where Q has none."""
        return self.balls().singular

    def cumulant(self, s: arb) -> arb:
        """K(s)."""
        if self.infinite != 0 and not s < 0:
            return INFINITY
        atoms = self.balls()
        scaled = [s * loss for loss in atoms.loss]
        if not scaled:
            return -INFINITY
        largest = max(scaled, key=_middle)
        if largest < _PLAIN:
            total = -atoms.singular
            for p, exponent in zip(atoms.p, scaled, strict=True):
                total += p * exponent.expm1()
            return _log1p(total)
        total = ZERO
        for p, exponent in zip(atoms.p, scaled, strict=True):
            total += p * (exponent - largest).exp()
        return largest + total.log()

    def kl(self) -> arb:
        """The mean of Z."""
        if self.infinite != 0:
            return INFINITY
        atoms = self.balls()
        total = ZERO
        for p, loss in zip(atoms.p, atoms.loss, strict=True):
            total += p * loss
        return total

    def variance(self) -> arb:
        """The variance of Z."""
        atoms, mean = self.balls(), self.kl()
        total = ZERO
        for p, loss in zip(atoms.p, atoms.loss, strict=True):
            distance = loss - mean
            total += p * distance * distance
        return total

    def supremum(self) -> arb:
        """The largest loss."""
        return INFINITY if self.infinite != 0 else _largest(self.balls().loss)

    def infimum(self) -> arb:
        """The smallest loss."""
        if not self.atoms:
            return INFINITY
        return -_largest(tuple(-loss for loss in self.balls().loss))

    def hockey_stick(self, epsilon: arb) -> arb:
        """The mass of max(P - exp(epsilon)*Q, 0)."""
        atoms = self.balls()
        total = atoms.singular
        for p, loss in zip(atoms.p, atoms.loss, strict=True):
            total += p * decrease(epsilon - loss)
        return total


def _middle(x: arb) -> float:
    return float(x.mid())


def _largest(values: tuple[arb, ...]) -> arb:
    """The maximum of balls."""
    best = max(values, key=_middle)
    for value in values:
        if not value <= best:
            best = best.union(value) if not value >= best else value
    return best


def _log1p(x: arb) -> arb:
    if x.is_exact() and x == -1:
        return -INFINITY
    return x.log1p() if x > -1 else arb.nan()


def rational_ball(value: Expr) -> arb:
    """The ball of a rational number."""
    return arb(fmpq(int(value.p), int(value.q)))


@lru_cache(maxsize=512)
def _atoms(pair: FinitePair, bits: int) -> Atoms:
    masses = [(number(p), number(q)) for p, q in pair.atoms]
    losses = []
    for (p, q), (first, second) in zip(pair.atoms, masses, strict=True):
        if p == q:
            losses.append(ZERO)
        elif p.is_Rational and q.is_Rational:
            losses.append(rational_ball(p / q).log())
        else:
            ratio = first / second
            losses.append(ratio.log() if ratio > 0 else arb.nan())
    return Atoms(
        tuple(p for p, _ in masses),
        tuple(q for _, q in masses),
        tuple(losses),
        number(pair.infinite),
    )


TRIVIAL = FinitePair(((S.One, S.One),))
