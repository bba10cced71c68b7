"""Blackwell's order of pairs: a randomised map from one to the other, or a test that only one has.

For two hypotheses the map can be built outright, without a linear program. Weigh the outcomes by
P + Q and place them at P/(P + Q). One region includes another iff the first pair's weights are a
mean-preserving spread of the second's (Strassen 1965), and then every outcome of the second in
turn, from the left, takes the one interval of what is left of the first's weights that has its
weight and its mean (the shadow of Beiglboeck and Juillet 2016). The ends of the interval solve a
linear equation, so that everything stays rational.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from dpsym.arguments import taking
from dpsym.errors import DpsymError
from dpsym.tradeoffs.pair import FinitePair, Kernel, image, is_kernel
from dpsym.tradeoffs.region import Point, region_of

_ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Garbling:
    """A stochastic map that turns the one pair into the other.

    Attributes:
        kernel: a row for each outcome of the first pair.

    Guarantees:
        the images of both laws were computed and are those of the second pair.
    """

    kernel: Kernel


@dataclass(frozen=True, slots=True)
class Separation:
    """A test between the laws of the second pair that no test between those of the first equals.

    Attributes:
        point: its (MD, FA).
        least: the least FA at this MD for the first pair, which is larger.
    """

    point: Point
    least: Fraction


@dataclass(slots=True)
class _Cell:
    """What is left of one outcome."""

    place: Fraction
    weight: Fraction
    outcome: int


@taking
def blackwell(first: FinitePair, second: FinitePair) -> Garbling | Separation:
    """A map that turns the first pair into the second, or why there is none.

    Source: KairouzOhViswanath2015, Theorems 2.4 and 2.5; Blackwell 1953.

    >>> sharp = FinitePair(["1/4", "3/4"], ["3/4", "1/4"])
    >>> blunt = FinitePair(["1/3", "2/3"], ["2/3", "1/3"])
    >>> [tuple(map(str, row)) for row in blackwell(sharp, blunt).kernel]
    [('5/6', '1/6'), ('1/6', '5/6')]
    >>> print(*blackwell(blunt, sharp).point)
    1/4 1/4
    """
    region, wanted = region_of(first), region_of(second)
    point = wanted.outside(region)
    if point is not None:
        return Separation(point, region.boundary(point[0]))
    kernel = _map(first, second)
    if not (
        is_kernel(kernel)
        and image(first.p, kernel) == second.p
        and image(first.q, kernel) == second.q
    ):
        raise DpsymError("the map between the pairs does not verify: a bug, please report it")
    return Garbling(kernel)


def _cells(pair: FinitePair) -> list[_Cell]:
    masses = enumerate(zip(pair.p, pair.q, strict=True))
    cells = [_Cell(p / (p + q), p + q, x) for x, (p, q) in masses if p or q]
    return sorted(cells, key=lambda cell: (cell.place, cell.outcome))


def _map(first: FinitePair, second: FinitePair) -> Kernel:
    left = _cells(first)
    flow = [[_ZERO] * len(second.p) for _ in first.p]
    for target in _cells(second):
        for outcome, weight in _taken(left, target):
            flow[outcome][target.outcome] += weight
        left = [cell for cell in left if cell.weight > 0]
    rows = []
    for moved, p, q in zip(flow, first.p, first.q, strict=True):
        unseen = (Fraction(1), *[_ZERO] * (len(second.p) - 1))
        rows.append(tuple(weight / (p + q) for weight in moved) if p or q else unseen)
    return tuple(rows)


def _taken(left: list[_Cell], target: _Cell) -> list[tuple[int, Fraction]]:
    """Takes from what is left the interval with the weight and the mean of the target."""
    start = _start(left, target)
    end = start + target.weight
    taken: list[tuple[int, Fraction]] = []
    position = _ZERO
    for cell in left:
        low, high = max(start, position), min(end, position + cell.weight)
        position += cell.weight
        if high > low:
            taken.append((cell.outcome, high - low))
            cell.weight -= high - low
    return taken


def _start(left: list[_Cell], target: _Cell) -> Fraction:
    """Where the interval begins: its moment grows linearly between the ends of the cells."""
    ends = [_ZERO, *accumulate(cell.weight for cell in left)]
    moments = [_ZERO, *accumulate(cell.weight * cell.place for cell in left)]
    last = ends[-1] - target.weight
    wanted = target.weight * target.place

    def moment_below(position: Fraction) -> Fraction:
        i = min(max(1, bisect_left(ends, position)), len(left))
        return moments[i - 1] + (position - ends[i - 1]) * left[i - 1].place

    def moment(start: Fraction) -> Fraction:
        return moment_below(start + target.weight) - moment_below(start)

    corners = {*ends, *(end - target.weight for end in ends), last}
    starts = sorted(start for start in corners if 0 <= start <= last)
    values = [moment(start) for start in starts]
    i = bisect_left(values, wanted)
    if i == 0 or i == len(starts):
        return starts[min(i, len(starts) - 1)]
    rise = values[i] - values[i - 1]
    return starts[i - 1] + (starts[i] - starts[i - 1]) * (wanted - values[i - 1]) / rise
