"""Pairs of laws on the integers: the masses of those about the centers, and bounds of the rest.

Discrete normal and geometric laws have masses ``exp(exponent(x))/total``, where on either side of
the center the exponent is a polynomial of degree two or less with rational values. Beyond all
centers the differences of such exponents fall, rise or stay for good, and where they fall a sum
is at most that of a geometric series.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import Any, TypeVar

from dpsym.algebra import Basic, Integer, Rational
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.scalar_intervals import exponential, iv, logarithm, point
from dpsym.language import heads

DEEP, MOST = 96, 30_000
"""Integers are listed to masses of about exp(-DEEP); and how many there may be."""

Interval = Any
"""An interval of mpmath."""
Exponent = Callable[[int], Fraction]
Leaf = TypeVar("Leaf")


def fraction(number: Rational) -> Fraction:
    """The same number."""
    return Fraction(int(number.p), int(number.q))


def components(law: Basic, leaf: Callable[[Basic], Leaf]) -> tuple[tuple[Fraction, Leaf], ...]:
    """What a law is a mixture of, with positive weights.

    Raises:
        Rejected: a weight is no rational in [0, 1], or what ``leaf`` raises of a law.
    """
    if not isinstance(law, heads.Mixture):
        return ((Fraction(1), leaf(law)),)
    t, *inner = law.args
    if not isinstance(t, Rational) or not 0 <= t <= 1:
        raise Rejected((), f"the weight {t} is no rational in [0, 1]")
    shares = (fraction(t), 1 - fraction(t))
    return tuple((share * w, part) for share, one in zip(shares, inner, strict=True)
                 if share > 0 for w, part in components(one, leaf))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Peak:
    """A discrete normal law with this width, or a geometric one with this rate."""

    normal: bool
    center: int
    parameter: Fraction

    def exponent(self, x: int) -> Fraction:
        """The logarithm of the mass at an integer, up to the total."""
        apart = abs(x - self.center)
        if self.normal:
            return -Fraction(apart * apart) / (2 * self.parameter**2)
        return -self.parameter * apart

    def reach(self) -> int:
        """How far from the center integers are listed."""
        return ceil(14 * self.parameter if self.normal else DEEP / self.parameter)

    def mass(self, x: int) -> Interval:
        """The mass at an integer."""
        return exponential(point(self.exponent(x))) / self.total()

    def total(self) -> Interval:
        """The sum of ``exp(exponent(x))`` over all integers, wherever the center is."""
        return _total(self.normal, self.parameter)


@lru_cache(maxsize=64)
def _total(normal: bool, parameter: Fraction) -> Interval:
    peak = Peak(normal, 0, parameter)
    if not normal:
        rate = exponential(point(-parameter))
        return (1 + rate) / (1 - rate)
    end = peak.reach()
    if end > MOST:
        raise Rejected((), "a law on too many integers")
    side = sum((exponential(point(peak.exponent(x))) for x in range(1, end + 1)), iv.mpf(0))
    return 1 + 2 * (side + series(peak.exponent, end + 1, 1))


def series(exponent: Exponent, start: int, step: int) -> Interval:
    """The sum of ``exp(exponent(x))`` over start, start + step, ... for a polynomial exponent.

    Raises:
        Rejected: not every term is below the one before by the same factor or more.
    """
    first, change, more = _differences(exponent, start, step)
    if not change < 0 or not more <= 0:
        raise Rejected((), "a sum on the integers is perhaps infinite")
    term = exponential(point(first))
    return iv.mpf([term.a, (term / (1 - exponential(point(change)))).b])


def _differences(exponent: Exponent, start: int, step: int) -> tuple[Fraction, Fraction, Fraction]:
    """The value of a polynomial of degree two at a point, its first difference and its second."""
    one, two, three = (exponent(start + i * step) for i in range(3))
    return one, two - one, three - 2 * two + one


Law = tuple[tuple[Fraction, Peak], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One integer, or all beyond one: the masses under both laws, and bounds of their ratio.

    Attributes:
        p: the mass under the first law.
        q: the mass under the second law.
        least: a number below all ratios P/Q there.
        most: one above; None where they may be unbounded.
        moment: of an order, what ``P**order * Q**(1 - order)`` sums to; of more than one integer.
    """

    p: Interval
    q: Interval
    least: Interval
    most: Interval | None
    moment: Callable[[Fraction], Interval] | None = None


@dataclass(frozen=True, slots=True)
class Lattice:
    """Two laws on the integers."""

    first: Law
    second: Law

    def placed(self) -> Lattice:
        """The same two laws moved or mirrored, in one of the ways that leave the least center 0."""
        centers = [peak.center for _, peak in (*self.first, *self.second)]

        def moved(sign: int, zero: int) -> Lattice:
            return Lattice(*(
                tuple((w, replace(peak, center=sign * (peak.center - zero))) for w, peak in law)
                for law in (self.first, self.second)
            ))  # fmt: skip

        return min(moved(1, min(centers)), moved(-1, max(centers)), key=str)

    def parts(self) -> Iterator[Part]:
        """Each integer about the centers, and all on either side of these.

        Raises:
            Rejected: they are too many.
        """
        peaks = [peak for _, peak in (*self.first, *self.second)]
        low = min(peak.center - peak.reach() for peak in peaks)
        high = max(peak.center + peak.reach() for peak in peaks)
        if high - low > MOST:
            raise Rejected((), "laws on too many integers")
        for x in range(low, high + 1):
            p, q = (sum((point(w) * peak.mass(x) for w, peak in law), iv.mpf(0))
                    for law in (self.first, self.second))  # fmt: skip
            ratio = p / q
            yield Part(p, q, ratio, ratio)
        for start, step in ((low - 1, -1), (high + 1, 1)):
            yield self._beyond(start, step)

    def _beyond(self, start: int, step: int) -> Part:
        p, q = (sum((point(w) * _rest(series(peak.exponent, start, step) / peak.total())
                     for w, peak in law), iv.mpf(0))
                for law in (self.first, self.second))  # fmt: skip
        unit = self.first[0][1] if len(self.first) == 1 else self.second[0][1]
        (p_low, p_high), (q_low, q_high) = (
            _multiple(law, unit, start, step) for law in (self.first, self.second)
        )
        least = iv.mpf(0) if q_high is None else iv.mpf((p_low / q_high).a)
        bounded = p_high is not None and q_low.a > 0
        most = iv.mpf((p_high / q_low).b) if bounded else None
        return Part(p, q, least, most, lambda order: self._moment(order, start, step))

    def _moment(self, order: Fraction, start: int, step: int) -> Interval:
        """At least the moment, for an order above one.

        The power of a mixture is at most the mixture of the powers; a negative power of one at most
        that of any weighted component.
        """
        total = iv.mpf(0)
        for weight, p in self.first:
            found = []
            for share, q in self.second:
                with suppress(Rejected):
                    found.append(_moment(order, p, share, q, start, step))
            if not found:
                raise Rejected((), "a moment on the integers is perhaps infinite")
            total += point(weight) * iv.mpf(min(part.b for part in found))
        return total


def _moment(order: Fraction, p: Peak, weight: Fraction, q: Peak, start: int, step: int) -> Interval:
    """What ``P**order * (weight*Q)**(1 - order)`` sums to, from there on."""
    total = series(lambda x: order * p.exponent(x) + (1 - order) * q.exponent(x), start, step)
    a = point(order)
    scale = (a - 1) * logarithm(q.total() / point(weight)) - a * logarithm(p.total())
    return total * exponential(scale)


def _rest(mass: Interval) -> Interval:
    """Of what is beyond nothing is used from below."""
    return iv.mpf([0, mass.b])


def _multiple(law: Law, unit: Peak, start: int, step: int) -> tuple[Interval, Interval | None]:
    """Numbers between which the ratio of a law's masses and those of a peak lies from there on."""
    least: Interval = iv.mpf(0)
    most: Interval | None = iv.mpf(0)
    for weight, peak in law:
        first, change, more = _differences(
            lambda x, peak=peak: peak.exponent(x) - unit.exponent(x),  # type: ignore[misc]
            start, step,
        )  # fmt: skip
        at = point(weight) * exponential(point(first)) * unit.total() / peak.total()
        if max(change, more) > 0:
            most = None
        if min(change, more) >= 0:
            least += at
        if most is not None:
            most += at
    return least, most


def lattice_of(p: Basic, q: Basic) -> Lattice | None:
    """Two laws on the integers; None where neither is one.

    Raises:
        Rejected: one is, and the other is not, or a parameter is not rational.
    """
    if not any(law.has(heads.DiscreteGaussian, heads.Geometric) for law in (p, q)):
        return None
    return Lattice(components(p, _peak), components(q, _peak))


def _peak(law: Basic) -> Peak:
    if not isinstance(law, heads.DiscreteGaussian | heads.Geometric):
        raise Rejected((), f"{law} is no law on the integers")
    center, parameter = law.args
    if not isinstance(center, Integer) or not isinstance(parameter, Rational) or not parameter > 0:
        raise Rejected((), f"{law} has parameters that are not rational")
    return Peak(isinstance(law, heads.DiscreteGaussian), int(center), fraction(parameter))
