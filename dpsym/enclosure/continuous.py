"""Pairs of noise laws; their divergences in closed form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from flint import arb
from sympy import Basic, Expr, S, Symbol, diff

from dpsym.enclosure.balls import compile_balls
from dpsym.enclosure.exact import number
from dpsym.enclosure.pairs import INFINITY, ZERO, decrease
from dpsym.language import heads
from dpsym.language.noises import NOISES, Noise


@dataclass(frozen=True, slots=True)
class GaussianPair:
    """Two normal laws of one width, at ``squared`` = (distance/width)**2 > 0."""

    squared: Expr

    def _distance(self) -> arb:
        return number(self.squared).sqrt()

    def singular(self) -> arb:
        """Zero: normal laws see the same sets."""
        return ZERO

    def cumulant(self, s: arb) -> arb:
        """K(s) = s*(s+1)*squared/2."""
        return s * (s + 1) * number(self.squared) / 2

    def kl(self) -> arb:
        """Half the squared distance."""
        return number(self.squared) / 2

    def variance(self) -> arb:
        """The squared distance."""
        return number(self.squared)

    def supremum(self) -> arb:
        """Infinite."""
        return INFINITY

    def infimum(self) -> arb:
        """Minus infinity."""
        return -INFINITY

    def hockey_stick(self, epsilon: arb) -> arb:
        """Phi(d/2 - epsilon/d) - exp(epsilon)*Phi(-d/2 - epsilon/d)."""
        d = self._distance()
        ratio = epsilon / d
        return _phi(d / 2 - ratio) - epsilon.exp() * _phi(-d / 2 - ratio)


def _phi(x: arb) -> arb:
    return (-x / arb(2).sqrt()).erfc() / 2


@dataclass(frozen=True, slots=True)
class ScaledPair:
    """Normal laws with (sigma_P/sigma_Q)**2 = ``ratio`` != 1 and (distance/sigma_Q)**2."""

    ratio: Expr
    squared: Expr

    def singular(self) -> arb:
        """Zero."""
        return ZERO

    def cumulant(self, s: arb) -> arb:
        """K(s); infinite where alpha*sigma_Q**2 + (1-alpha)*sigma_P**2 <= 0."""
        ratio, squared = number(self.ratio), number(self.squared)
        width = s + 1 - s * ratio
        if width <= 0:
            return INFINITY
        if not width > 0:
            return arb.nan()
        return s * (s + 1) * squared / (2 * width) - (width.log() + s * ratio.log()) / 2

    def kl(self) -> arb:
        """The mean of Z."""
        ratio = number(self.ratio)
        return (ratio + number(self.squared) - 1 - ratio.log()) / 2

    def variance(self) -> arb:
        """The variance of Z."""
        ratio = number(self.ratio)
        return (ratio - 1) * (ratio - 1) / 2 + ratio * number(self.squared)

    def supremum(self) -> arb:
        """Finite only where P is the narrower law."""
        ratio = number(self.ratio)
        if ratio > 1:
            return INFINITY
        if not ratio < 1:
            return arb.nan()
        return (number(self.squared) / (1 - ratio) - ratio.log()) / 2

    def infimum(self) -> arb:
        """Finite only where P is the wider law."""
        ratio = number(self.ratio)
        if ratio < 1:
            return -INFINITY
        if not ratio > 1:
            return arb.nan()
        return (number(self.squared) / (1 - ratio) - ratio.log()) / 2

    def hockey_stick(self, epsilon: arb) -> arb:
        """The mass between the two roots of a quadratic, or outside them."""
        ratio, squared = number(self.ratio), number(self.squared)
        d, width = squared.sqrt(), ratio.sqrt()
        excess = squared + (ratio - 1) * (2 * epsilon + ratio.log())
        if excess < 0:
            return -epsilon.expm1() if ratio > 1 else ZERO
        if not excess >= 0 or not (ratio < 1 or ratio > 1):
            return arb.nan()
        spread = width * excess.sqrt()
        near, far = (d - spread) / (1 - ratio), (d + spread) / (1 - ratio)
        low, high = (near, far) if ratio < 1 else (far, near)
        if ratio < 1:
            return _between(low, high, d, width) - epsilon.exp() * _between(low, high, ZERO, arb(1))
        return _outside(low, high, d, width) - epsilon.exp() * _outside(low, high, ZERO, arb(1))


def _between(low: arb, high: arb, mean: arb, width: arb) -> arb:
    """The mass of a normal law between two points, without cancellation in the tails."""
    first, second = (low - mean) / width, (high - mean) / width
    if first > 0:
        return _phi(-first) - _phi(-second)
    return _phi(second) - _phi(first)


def _outside(low: arb, high: arb, mean: arb, width: arb) -> arb:
    return _phi((low - mean) / width) + _phi((mean - high) / width)


@dataclass(frozen=True, slots=True)
class LaplacePair:
    """Two Laplace laws of one scale, at ``distance`` scales > 0 from each other."""

    distance: Expr

    def singular(self) -> arb:
        """Zero."""
        return ZERO

    def cumulant(self, s: arb) -> arb:
        """K(s), from the atoms at both ends of the loss and the density between them."""
        d = number(self.distance)
        slope = (2 * s + 1) * d
        return s * d + ((1 + (-slope).exp() + d * _decay(slope)) / 2).log()

    def kl(self) -> arb:
        """D + exp(-d) - 1."""
        d = number(self.distance)
        return d + (-d).expm1()

    def variance(self) -> arb:
        """The variance of Z."""
        d = number(self.distance)
        tail = (-d).exp()
        inner = d * d * (1 - tail) - 4 * d * (1 - (1 + d) * tail)
        inner += 4 * (2 - (d * d + 2 * d + 2) * tail)
        mean = self.kl()
        return (d * d * (1 + tail) + inner) / 2 - mean * mean

    def supremum(self) -> arb:
        """The distance."""
        return number(self.distance)

    def infimum(self) -> arb:
        """Minus the distance."""
        return -number(self.distance)

    def hockey_stick(self, epsilon: arb) -> arb:
        """1 - exp((epsilon-d)/2) inside, 1 - exp(epsilon) below -d, 0 above d."""
        d = number(self.distance)
        if epsilon <= -d:
            return decrease(epsilon)
        if epsilon >= -d:
            return decrease((epsilon - d) / 2)
        return decrease(epsilon).union(decrease((epsilon - d) / 2))


_DISTANCE, _PARAMETER = Symbol("d", positive=True), Symbol("x", real=True)


@dataclass(frozen=True, slots=True)
class ShiftedPair:
    """Two noise laws of one kind and width, ``distance`` > 0 widths apart, by their closed forms.

    The kind has forms of the max and KL divergence, and at all orders and thresholds >= 0.
    """

    kind: type[Basic]
    distance: Expr

    def form(self, divergence: type[Basic], *parameters: Expr) -> Expr:
        """A divergence as an expression."""
        return NOISES[self.kind].forms[divergence](self.distance, self.distance**2, *parameters)

    def singular(self) -> arb:
        """Zero: the laws see the same sets."""
        return ZERO

    def cumulant(self, s: arb) -> arb:
        """K(s), of which the closed form may have a removable pole at -1/2."""
        if s == arb(-1) / 2:
            return (-number(self.form(heads.Hellinger))).log1p()
        return _compiled(NOISES[self.kind], "cumulant")([number(self.distance), s])

    def kl(self) -> arb:
        """The mean of Z."""
        return number(self.form(heads.KL))

    def variance(self) -> arb:
        """K''(0)."""
        return _compiled(NOISES[self.kind], "variance")([number(self.distance), ZERO])

    def supremum(self) -> arb:
        """The max divergence."""
        return number(self.form(heads.MaxDivergence))

    def infimum(self) -> arb:
        """Minus the supremum, since the laws mirror each other."""
        return -self.supremum()

    def hockey_stick(self, epsilon: arb) -> arb:
        """Below 0 that of the mirrored pair at -epsilon, seen from the other side."""
        if epsilon.is_nan():
            return epsilon
        if epsilon >= 0:
            return _compiled(NOISES[self.kind], "stick")([number(self.distance), epsilon])
        if epsilon < 0:
            return -epsilon.expm1() + epsilon.exp() * self.hockey_stick(-epsilon)
        return self.hockey_stick(epsilon.lower()).union(self.hockey_stick(epsilon.upper()))


@lru_cache(maxsize=64)
def _compiled(noise: Noise, what: str) -> Callable[[Sequence[arb]], arb]:
    """A function of the distance and of what a divergence is taken at."""
    forms, d, x = noise.forms, _DISTANCE, _PARAMETER
    if what == "stick":
        found = forms[heads.HockeyStick](d, d**2, x)
    else:
        found = x * forms[heads.Renyi](d, d**2, x + 1)
    if what == "variance":
        found = diff(found, x, 2).subs(x, S.Zero)
    return compile_balls(found, [d, x])


def _decay(y: arb) -> arb:
    """(1 - exp(-y))/y, which decreases and is 1 at 0."""
    if y.is_zero():
        return arb(1)
    if y > 0 or y < 0:
        return -(-y).expm1() / y
    return _decay(y.lower()).union(_decay(y.upper()))
