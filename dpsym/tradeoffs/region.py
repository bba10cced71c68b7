"""Regions of error probabilities, by the exact vertices of their lower boundary.

A region is convex and symmetric about (1/2, 1/2), so that its lower boundary, a convex
nonincreasing polygonal line from MD = 0 to MD = 1, says all. The display (3) of the paper is
read so too: literally its half-planes contain (1, 1) and every region would lack that corner.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from dpsym.arguments import Number, exact, taking
from dpsym.errors import DomainError
from dpsym.tradeoffs.pair import FinitePair

Point = tuple[Fraction, Fraction]
"""(MD, FA): the probabilities of a missed detection and of a false alarm."""

_ZERO, _ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Region:
    """The error probabilities of all tests between two hypotheses.

    Attributes:
        vertices: those of the lower boundary, from MD = 0 to (1, 0), no three on a line.
    """

    vertices: tuple[Point, ...]

    def boundary(self, md: Number) -> Fraction:
        """The least FA of a test with at most this MD in [0, 1].

        Raises:
            DomainError: md lies outside [0, 1].

        >>> privacy_region(3, 0).boundary("1/4")
        Fraction(1, 4)
        """
        x = exact(md, "md")
        if not 0 <= x <= 1:
            raise DomainError(f"md={md!r} is no probability", part=str(md), remedy="give [0, 1]")
        for (x0, y0), (x1, y1) in pairwise(self.vertices):
            if x <= x1:
                return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
        return _ZERO

    def __contains__(self, point: tuple[Fraction | int | str, Fraction | int | str]) -> bool:
        md, fa = (exact(value, "point") for value in point)
        if not (0 <= md <= 1 and 0 <= fa <= 1):
            return False
        return self.boundary(md) <= fa <= 1 - self.boundary(1 - md)

    def outside(self, other: Region) -> Point | None:
        """A point of this region that the other lacks, a vertex; None where there is none."""
        for md, fa in self.vertices:
            if fa < other.boundary(md):
                return md, fa
        return None

    def __le__(self, other: Region) -> bool:
        return self.outside(other) is None

    def __and__(self, other: Region) -> Region:
        return Region(_upper_envelope(self, other))

    def stick(self, ratio: Number) -> Fraction:
        """The hockey stick ``1 - min(FA + ratio*MD)`` of every pair with this region.

        >>> privacy_region(3, "0.1").stick(3)
        Fraction(1, 10)
        """
        factor = exact(ratio, "ratio")
        return 1 - min(fa + factor * md for md, fa in self.vertices)


@taking
def region_of(pair: FinitePair) -> Region:
    """The region of a pair: the convex hull of the error probabilities of all rejection sets.

    Its lower vertices are the sets of smallest likelihood ratio P/Q (Neyman and Pearson).

    Source: KairouzOhViswanath2015, equation (4).

    >>> [tuple(map(str, v)) for v in region_of(FinitePair(["1/3", "2/3"], ["2/3", "1/3"])).vertices]
    [('0', '1'), ('1/3', '1/3'), ('1', '0')]
    """
    outcomes = [(p, q) for p, q in zip(pair.p, pair.q, strict=True) if p or q]
    outcomes.sort(key=lambda masses: masses[0] / (masses[0] + masses[1]))
    md, fa = _ONE, _ZERO
    points = [(md, fa)]
    for p, q in outcomes:
        md, fa = md - q, fa + p
        points.append((md, fa))
    return Region(_hull(points))


@taking
def privacy_region(ratio: Number, delta: Number) -> Region:
    """R(epsilon, delta) at epsilon = log(ratio): what (epsilon, delta)-DP allows.

    Raises:
        DomainError: ratio is below 1, or delta outside [0, 1].

    Source: KairouzOhViswanath2015, equation (3).

    >>> [tuple(map(str, vertex)) for vertex in privacy_region(3, "0.2").vertices]
    [('0', '4/5'), ('1/5', '1/5'), ('4/5', '0'), ('1', '0')]
    """
    t, d = exact(ratio, "ratio"), exact(delta, "delta")
    if t < 1:
        raise DomainError(f"ratio={ratio!r} is below 1", part="ratio", remedy="give exp(epsilon)")
    if not 0 <= d <= 1:
        raise DomainError(f"delta={delta!r} is no probability", part="delta", remedy="give [0, 1]")
    corner = (1 - d) / (1 + t)
    return Region(_hull([(_ZERO, 1 - d), (corner, corner), (1 - d, _ZERO), (_ONE, _ZERO)]))


def _hull(points: Iterable[Point]) -> tuple[Point, ...]:
    """The vertices of the lower convex hull, from left to right."""
    lowest: dict[Fraction, Fraction] = {}
    for x, y in points:
        lowest[x] = min(y, lowest.get(x, y))
    kept: list[Point] = []
    for point in sorted(lowest.items()):
        while len(kept) > 1 and _turns_right(kept[-2], kept[-1], point):
            kept.pop()
        kept.append(point)
    return tuple(kept)


def _turns_right(a: Point, b: Point, c: Point) -> bool:
    """Whether b lies on or above the line from a to c."""
    return (b[0] - a[0]) * (c[1] - a[1]) <= (b[1] - a[1]) * (c[0] - a[0])


def _upper_envelope(first: Region, second: Region) -> tuple[Point, ...]:
    """The vertices of the larger of two boundaries, which is convex."""
    places = sorted({x for region in (first, second) for x, _ in region.vertices})
    points: list[Point] = []
    for left, right in pairwise(places):
        a, b = (first.boundary(x) - second.boundary(x) for x in (left, right))
        if a * b < 0:
            crossing = left + (right - left) * a / (a - b)
            points.append((crossing, first.boundary(crossing)))
    points += [(x, max(first.boundary(x), second.boundary(x))) for x in places]
    return _hull(points)
