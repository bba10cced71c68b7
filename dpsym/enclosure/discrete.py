"""Discrete normal laws: their divergences by theta functions and by sums with certain ends.

Both laws have masses proportional to ``exp(-(x - m)**2/(2*v))`` on the integers, around centres d
apart, with one total Theta(0), where Theta(c) is the sum of ``exp(-(x - c)**2/(2*v))`` over all x.
The loss at x is ``d*(2*(x - m) + d)/(2*v)`` up to the side on which x lies, so that

* ``exp(K(s)) = exp(s*(s + 1)*d**2/(2*v)) * Theta((s + 1)*d)/Theta(0)``: completing the square moves
  the centre to (s + 1)*d; that factor is at most one, and one where (s + 1)*d is an integer;
* the mean of the loss is ``d**2/(2*v)``, since the law is symmetric about its centre;
* the loss exceeds epsilon beyond ``epsilon*v/d + d/2`` (Canonne, Kamath and Steinke 2020,
  Theorem 7), so that a hockey stick is made of two tails.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, isfinite, log2, sqrt

from flint import acb, arb, ctx
from sympy import Expr

from dpsym.enclosure.exact import number
from dpsym.enclosure.pairs import INFINITY, ZERO
from dpsym.errors import EvaluationError

MOST_TERMS = 200_000
"""About how many terms a tail is summed from."""


@dataclass(frozen=True, slots=True)
class DiscreteGaussianPair:
    """Two discrete normal laws of the variance parameter v, ``distance`` >= 1 apart."""

    distance: int
    variance_parameter: Expr

    def _v(self) -> arb:
        return number(self.variance_parameter)

    def singular(self) -> arb:
        """Zero: both laws have mass on every integer."""
        return ZERO

    def cumulant(self, s: arb) -> arb:
        """K(s)."""
        v, d = self._v(), self.distance
        return s * (s + 1) * d**2 / (2 * v) + (_total((s + 1) * d, v) / _total(ZERO, v)).log()

    def kl(self) -> arb:
        """``d**2/(2*v)``."""
        return self.distance**2 / (2 * self._v())

    def variance(self) -> arb:
        """The variance of the loss.

        Raises:
            EvaluationError: always; no closed form of it is known.
        """
        raise EvaluationError("no enclosure is known for the variance of a discrete normal law")

    def supremum(self) -> arb:
        """Infinite."""
        return INFINITY

    def infimum(self) -> arb:
        """Minus infinity."""
        return -INFINITY

    def hockey_stick(self, epsilon: arb) -> arb:
        """The masses of both laws beyond the point at which the loss exceeds epsilon.

        Where that may be an integer, the value lies between those with it and without it; they
        are equal if it is.
        """
        v, d = self._v(), self.distance
        point = epsilon * v / d + arb(d) / 2
        if not point.is_finite():
            return arb.nan()
        low, high = (end.floor().unique_fmpz() for end in (point.lower(), point.upper()))
        if low is None or high is None or high - low > 1:
            return arb.nan()
        found = self._beyond(int(low) + 1, epsilon.exp(), v)
        return found if low == high else found.union(self._beyond(int(high) + 1, epsilon.exp(), v))

    def _beyond(self, first: int, factor: arb, v: arb) -> arb:
        near, far = _tail(first - self.distance, v), _tail(first, v)
        return (near - factor * far) / _total(ZERO, v)


def _total(centre: arb, v: arb) -> arb:
    """Theta(centre), by the theta function of the lattice that is dual to the integers."""
    nearest = centre.mid().floor()
    pi = arb.pi()
    _, _, theta, _ = acb.modular_theta(acb(centre - nearest), acb(0, 2 * pi * v))
    return theta.real * (2 * pi * v).sqrt()


def _tail(first: int, v: arb) -> arb:
    """The sum of ``exp(-x**2/(2*v))`` over all integers x from the first on.

    Terms are added until those after them, which fall at least as fast as a geometric series, are
    less than the precision in force shows.

    Raises:
        EvaluationError: that takes too many.
    """
    if first < 1:
        return _total(ZERO, v) - _tail(1 - first, v)
    width = float(v.mid())
    reach = first * first + 1.4 * width * ctx.prec if isfinite(width) else width
    if not reach < 1e17 or sqrt(reach) - first > MOST_TERMS:
        raise EvaluationError("a tail of a discrete normal law has too many terms")
    count = ceil(sqrt(reach)) - first + 2
    bits = ctx.prec
    with ctx.workprec(bits + 2 * ceil(log2(count + 1)) + 16):
        term = (-(arb(first) ** 2) / (2 * v)).exp()
        ratio = (-(2 * arb(first) + 1) / (2 * v)).exp()
        step, total = (-1 / v).exp(), ZERO
        for _ in range(count):
            total += term
            term *= ratio
            ratio *= step
        rest = (term / (1 - ratio)).upper()
    return total + ZERO.union(rest)
