"""Bounds of divergences of noise laws and their mixtures, from the masses of cells of the line.

An f-divergence is the mean of f(P/Q) under Q, for an f that is convex and never negative. In a cell
where P has mass p and Q mass q it is at least q*f(p/q), by Jensen's inequality; where the ratio
lies between two numbers, it is at most what the chord of f between these has for mean. Cells are
halved where the two are furthest apart. Masses, ratios and f are intervals.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count, pairwise
from math import inf

from dpsym.algebra import Basic, Rational
from dpsym.kernel.lattice import Interval, Lattice, components, fraction, lattice_of
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.scalar_intervals import INCREASING, dyadic, exponential, iv, logarithm, point
from dpsym.language import heads
from dpsym.language.divergences import at_order

CELLS, PRECISE, LARGE = 700, 2e-4, 1e300
"""How many cells there may be, and how near the bounds are, relatively, when none is halved."""
REACHES = {heads.Gaussian: (0, 1, 2, 3, 5, 9), heads.Laplace: (0, 1, 2, 4, 8, 16, 32)}
"""In units of a law, where the first cells end on either side of its mean."""


@dataclass(frozen=True, slots=True)
class Component:
    """A normal or a Laplace law with rational parameters, which laws are mixtures of."""

    normal: bool
    mean: Fraction
    scale: Fraction

    def below(self, x: Fraction) -> Interval:
        """The mass below a number."""
        t = point((x - self.mean) / self.scale)
        if self.normal:
            return INCREASING["Phi"][0](t)
        return exponential(t) / 2 if x <= self.mean else 1 - exponential(-t) / 2

    def exponent(self, x: Fraction) -> Interval:
        """The logarithm of the density at a number."""
        t = point(abs(x - self.mean) / self.scale)
        if self.normal:
            return -t * t / 2 - logarithm(point(self.scale) * iv.sqrt(2 * iv.pi))
        return -t - logarithm(2 * point(self.scale))

    def slope(self, x: Fraction, *, right: bool) -> Fraction:
        """The derivative of that logarithm, on the right or on the left of a number."""
        if self.normal:
            return (self.mean - x) / self.scale**2
        above = x >= self.mean if right else x > self.mean
        return (-1 if above else 1) / self.scale


Law = tuple[tuple[Fraction, Component], ...]


def law_of(law: Basic) -> Law:
    """The components of a law, with positive weights."""
    return components(law, _component)


def _component(law: Basic) -> Component:
    if not isinstance(law, heads.Gaussian | heads.Laplace):
        raise Rejected((), f"{law} is no noise law")
    mean, scale = law.args
    if not isinstance(mean, Rational) or not isinstance(scale, Rational) or not scale > 0:
        raise Rejected((), f"{law} has parameters that are not rational")
    return Component(isinstance(law, heads.Gaussian), *map(fraction, law.args))


@dataclass(frozen=True, slots=True)
class Generator:
    """A convex function f >= 0 of the ratio, which is 0 at the ratio 1 or rises everywhere.

    Attributes:
        at: its values at positive numbers.
        zero: its value at 0.
        growth: the limit of f(r)/r; None where that is infinite.
        rising: whether it never falls, and f(r)/r neither.
        power: an order and a factor such that f(r) is at most ``zero + factor*r**order``.
    """

    at: Callable[[Interval], Interval]
    zero: Interval
    growth: Interval | None = None
    rising: bool = False
    power: tuple[Fraction, int] = (Fraction(1), 0)

    def __call__(self, ratio: Interval) -> Interval:
        """The value at a ratio."""
        return self.at(ratio) if ratio.a > 0 else self.zero


def _generator(divergence: Basic) -> Generator:
    one, half = iv.mpf(1), iv.mpf(1) / 2
    match divergence:
        case heads.KL():
            # a logarithm is below n times an n-th root
            power = Fraction(9, 8), 8
            return Generator(lambda r: r * logarithm(r) - r + 1, one, power=power)
        case heads.ChiSquared():
            return Generator(lambda r: (r - 1) ** 2, one, power=(Fraction(2), 1))
        case heads.Hellinger():
            return Generator(lambda r: (1 + r) / 2 - iv.sqrt(r), half, half)
        case heads.Renyi() if isinstance(divergence.args[0], Rational) and divergence.args[0] > 1:
            a = fraction(divergence.args[0])
            order = point(a)
            # less the tangent at 1, so that the mean is the moment less 1
            return Generator(
                lambda r: exponential(order * logarithm(r)) - 1 - order * (r - 1),
                order - 1, power=(a, 1),
            )  # fmt: skip
        case heads.TotalVariation():
            return Generator(lambda r: _positive(r - 1), iv.mpf(0), one, rising=True)
        case heads.HockeyStick() if isinstance(divergence.args[0], Rational):
            level = exponential(point(fraction(divergence.args[0])))
            return Generator(lambda r: _positive(r - level), iv.mpf(0), one, rising=True)
    raise Rejected((), f"{divergence} is bounded by no cells")


def _size(x: Interval) -> float:
    """About its upper end, for a choice."""
    return float(x.b) if x.b < LARGE else inf


def _positive(x: Interval) -> Interval:
    return iv.mpf([max(0, x.a), max(0, x.b)])


@dataclass(frozen=True, slots=True)
class Noises:
    """Two laws on the line, in cells that have no mean inside and may have infinite ends."""

    first: Law
    second: Law

    def marks(self) -> list[Fraction]:
        """Where the first cells end: each mean, and multiples of its scale on either side."""
        return sorted({noise.mean + sign * reach * noise.scale
                       for _, noise in (*self.first, *self.second)
                       for reach in REACHES[heads.Gaussian if noise.normal else heads.Laplace]
                       for sign in (-1, 1)})  # fmt: skip

    def placed(self) -> Noises:
        """The same two laws moved or mirrored, in one of the ways that leave the least mean 0."""
        means = [noise.mean for _, noise in (*self.first, *self.second)]

        def moved(sign: int, zero: Fraction) -> Noises:
            return Noises(*(
                tuple((w, replace(noise, mean=sign * (noise.mean - zero))) for w, noise in law)
                for law in (self.first, self.second)
            ))  # fmt: skip

        return min(moved(1, min(means)), moved(-1, max(means)), key=str)

    def masses(self, low: Fraction | None, high: Fraction | None) -> tuple[Interval, Interval]:
        """The masses of a cell under the two laws."""
        return self._mass(self.first, low, high), self._mass(self.second, low, high)

    def _mass(self, law: Law, low: Fraction | None, high: Fraction | None) -> Interval:
        total = iv.mpf(0)
        for weight, noise in law:
            upper = iv.mpf(1) if high is None else _below(noise, high)
            total += point(weight) * (upper if low is None else upper - _below(noise, low))
        return _positive(total)

    def ratios(
        self, low: Fraction | None, high: Fraction | None
    ) -> tuple[Interval, Interval | None]:
        """Numbers between which P/Q lies; None where it may be unbounded."""
        # all densities as multiples of one of them
        unit = self.first[0][1] if len(self.first) == 1 else self.second[0][1]
        (p_low, p_high), (q_low, q_high) = (
            self._multiple(law, unit, low, high) for law in (self.first, self.second)
        )
        least = iv.mpf(0) if q_high is None else iv.mpf((p_low / q_high).a)
        if p_high is None or not q_low.a > 0:
            return least, None
        return least, iv.mpf((p_high / q_low).b)

    def _multiple(
        self, law: Law, unit: Component, low: Fraction | None, high: Fraction | None
    ) -> tuple[Interval, Interval | None]:
        least: Interval = iv.mpf(0)
        most: Interval | None = iv.mpf(0)
        for weight, noise in law:
            under, over = _ratio(noise, unit, low, high)
            least += point(weight) * under
            most = None if most is None or over is None else most + point(weight) * over
        return least, most


@dataclass(frozen=True, slots=True)
class Cells:
    """What cells of the line say of a divergence of two laws."""

    f: Generator
    laws: Noises

    def bounds(self, low: Fraction | None, high: Fraction | None) -> tuple[Interval, Interval]:
        """What a cell adds, at least and at most; an end that is None is infinite.

        Raises:
            Rejected: f and the ratio grow without bound there.
        """
        return within(self.f, *self.laws.masses(low, high), *self.laws.ratios(low, high))


def within(
    f: Generator, p: Interval, q: Interval, least: Interval, most: Interval | None
) -> tuple[Interval, Interval]:
    """What masses add at least and at most, the ratio lying between two numbers.

    Raises:
        Rejected: f and the ratio grow without bound.
    """
    found = []
    if f.growth is not None:
        # a convex function lies below its value at 0 and its growth
        found.append(q * f.zero + p * f.growth)
    if most is not None:
        ends = f(least), f(most)
        found.append(q * iv.mpf(max(end.b for end in ends)))
        if most.a > least.b:
            # the masses of Q at the two ends that have the masses p and q together
            shares = most * q - p, p - least * q
            chord = shares[0] * ends[0] + shares[1] * ends[1]
            found.append(chord / (most - least))
    if not found:
        raise Rejected((), "the ratio of the laws is not bounded")
    return iv.mpf(_least(f, p, q).a), iv.mpf(min(above.b for above in found))


def _least(f: Generator, p: Interval, q: Interval) -> Interval:
    """The least q*f(p/q): away from the ratio 1 it rises in the larger mass, and falls in the
    smaller; where f rises everywhere it always rises in p and falls in q.
    """
    if f.rising or p.a >= q.b:
        x, y = p.a, q.b
    elif p.b <= q.a:
        x, y = p.b, q.a
    else:
        return iv.mpf(0)
    if not y > 0:
        return iv.mpf(0)
    return _positive(iv.mpf(y) * f(iv.mpf(x) / iv.mpf(y)))


@lru_cache(maxsize=20_000)
def _below(noise: Component, x: Fraction) -> Interval:
    return noise.below(x)


def _ratio(
    noise: Component, unit: Component, low: Fraction | None, high: Fraction | None
) -> tuple[Interval, Interval | None]:
    """Numbers between which the ratio of two densities lies in a cell without a mean inside.

    The logarithm of the ratio is a parabola there, of which the derivative is linear.
    """
    if noise == unit:
        return iv.mpf(1), iv.mpf(1)
    if low is not None and high is not None:
        middle, half = (low + high) / 2, (high - low) / 2
        slopes = [noise.slope(x, right=r) - unit.slope(x, right=r)
                  for x, r in ((low, True), (high, False))]  # fmt: skip
        size = point(half * max(map(abs, slopes)))
        value = noise.exponent(middle) - unit.exponent(middle)
        return exponential(value - size), exponential(value + size)
    end = high if low is None else low
    assert end is not None
    right = low is not None
    slope = noise.slope(end, right=right) - unit.slope(end, right=right)
    far = end + (1 if right else -1)
    change = noise.slope(far, right=right) - unit.slope(far, right=right) - slope
    at = exponential(noise.exponent(end) - unit.exponent(end))
    # Away from the end the derivative changes by multiples of the change.
    outward = (slope, change) if right else (-slope, -change)
    if not any(outward):
        return at, at
    if max(outward) <= 0:
        return iv.mpf(0), at
    return (at, None) if min(outward) >= 0 else (iv.mpf(0), None)


@lru_cache(maxsize=256)
def divergence_bounds(divergence: Basic) -> tuple[Fraction, Fraction]:
    """Bounds of a divergence of two noise laws or mixtures of such, all numbers rational.

    Laws on the integers are compared integer by integer, laws on the line by cells.

    Raises:
        Rejected: it is another divergence, or of other laws, or perhaps infinite.
    """
    divergence = at_order(divergence)
    f, pair = _generator(divergence), divergence.args[-2:]
    lattice = lattice_of(*pair)
    found = _on_integers(f, lattice) if lattice else _on_line(Cells(f, Noises(*map(law_of, pair))))
    if isinstance(divergence, heads.Renyi):
        found = logarithm(1 + found) / (point(fraction(divergence.args[0])) - 1)
    try:
        lower, upper = (dyadic(end) for end in found._mpi_)
    except OverflowError as error:
        raise Rejected((), f"{divergence} is perhaps infinite") from error
    return lower, upper


def _on_integers(f: Generator, laws: Lattice) -> Interval:
    """The mean of f, integer by integer, and of those beyond what their masses or moments say."""
    total = iv.mpf(0)
    for part in laws.parts():
        if part.moment is None:
            total += part.q * f(part.least)
        elif part.most is None and f.growth is None:
            order, factor = f.power
            total += iv.mpf([0, (f.zero * part.q + factor * part.moment(order)).b])
        else:
            least, most = within(f, part.p, part.q, part.least, part.most)
            total += iv.mpf([least.a, most.b])
    return total


def _on_line(cells: Cells) -> Interval:
    """The mean of f by cells, which are halved where most is uncertain."""
    laws = cells.laws
    ends: list[Fraction | None] = [None, *laws.marks(), None]
    low = high = iv.mpf(0)
    queue: list[tuple[float, int, Fraction, Fraction, Interval, Interval]] = []
    numbers = count()

    def add(start: Fraction | None, end: Fraction | None) -> None:
        nonlocal low, high
        least, most = cells.bounds(start, end)
        if start is None or end is None:
            low, high = low + least, high + most
        else:
            gap = _size(most - least)
            heappush(queue, (-gap, next(numbers), start, end, least, most))

    for start, end in pairwise(ends):
        add(start, end)
    while len(queue) < CELLS:
        gap, size = -sum(cell[0] for cell in queue), sum(_size(cell[5]) for cell in queue)
        if gap <= PRECISE * size:
            break
        for _ in range(max(1, len(queue) // 8)):
            _, _, start, end, *_ = heappop(queue)
            middle = (start + end) / 2
            add(start, middle)
            add(middle, end)
    low = sum((cell[4] for cell in queue), low)
    high = sum((cell[5] for cell in queue), high)
    return iv.mpf([low.a, high.b])
