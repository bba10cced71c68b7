"""Bounds of hockey sticks of independent pairs of laws, by their losses rounded to a grid.

A pair of measures (P, Q) is replaced by one whose hockey stick is nowhere less, or nowhere more:
so is then that of a product in which it stands, which is the mean, over the outcomes of the other
factors, of its own at another slope. What replaces it has its losses log(P/Q) on a grid, so that
it is told by the masses under P of integers; those of products are convolutions.

Above, the masses of a cell in which the loss lies between two points of the grid go to these two,
in the shares that leave P and Q as they are: the positive part of P - t*Q is convex in the loss's
exponential. Below, cells are joined, in part or whole, so that P is at least t times Q in all that
is joined: by Jensen's inequality they show no more together, and less with a larger Q. Masses under
P are whole multiples of a unit, rounded up above and down below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import accumulate, pairwise
from math import ceil, floor, sqrt

from dpsym.algebra import Basic, Expr
from dpsym.kernel.draws import factors_of
from dpsym.kernel.lattice import Interval, Lattice, lattice_of
from dpsym.kernel.outcomes import is_listed, outcomes
from dpsym.kernel.quadrature import Noises, law_of
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.scalar_intervals import dyadic, exponential, iv, logarithm, point

CELLS, POINTS, MAX_FACTORS, MAX_SHIFT = 500, 6000, 5000, 60_000
"""Of a pair of noise laws; of the grid, about; of a product; of a loss on the grid."""
Factor = Noises | Lattice | tuple[Basic, Basic]
"""A pair of noise laws on the line or on the integers, or one with finitely many outcomes."""
BITS, TRIMMED, SLACK, WIDE, LEAST = 96, 16, Fraction(1, 2**60), 40.0, 1e-200
"""Masses are multiples of 2**-BITS; of the least losses and of the largest this many units may be
moved; grids are moved by the slack, lest a loss that is on them be rounded away; no loss is wider
for a choice, and what lacks less is let be."""
_UNIT = 2**BITS
_ZERO = iv.mpf(0)


@dataclass(frozen=True, slots=True)
class Cell:
    """A part of the outcomes: its masses, and the least and the largest loss in it, if finite."""

    p: Interval
    q: Interval
    least: Interval | None
    most: Interval | None

    def width(self) -> float:
        """About how far losses in it are apart, for a choice."""
        if self.least is None or self.most is None:
            return WIDE
        return min(WIDE, float(self.most.b) - float(self.least.a))


@dataclass(frozen=True, slots=True)
class Losses:
    """Masses under P, in units, of losses ``shift + (low + i)*step``, and of an infinite one."""

    low: int
    masses: tuple[int, ...]
    above: int
    shift: Fraction


def hockey_stick_bounds(
    divergence: Basic, ball: Callable[[Expr], Interval]
) -> tuple[Fraction, Fraction]:
    """Bounds of a hockey stick or total variation of products.

    The factors are pairs of normal and Laplace laws and their mixtures, or of such laws on the
    integers, with rational numbers, or pairs with finitely many outcomes.

    Args:
        divergence: of two products of as many laws.
        ball: an interval around a number.

    Raises:
        Rejected: it is another divergence, or of other laws.
    """
    threshold, factors = factors_of(divergence)
    if len(factors) > MAX_FACTORS:
        raise Rejected((), "products of too many laws")
    pairs = Counter(pair for pair in factors if pair[0] != pair[1])
    counted: Counter[Factor] = Counter()
    for pair, n in pairs.items():
        counted[pair if is_listed(*pair) else _noises(pair).placed()] += n
    return _bounds(tuple(sorted(counted.items(), key=str)), threshold, ball)


def _noises(pair: tuple[Basic, Basic]) -> Noises | Lattice:
    return lattice_of(*pair) or Noises(*map(law_of, pair))


@lru_cache(maxsize=64)
def _bounds(
    factors: tuple[tuple[Factor, int], ...], threshold: Expr, ball: Callable[[Expr], Interval]
) -> tuple[Fraction, Fraction]:
    epsilon = ball(threshold)
    counted = [(n, _cells(factor, ball)) for factor, n in factors]
    step = _step(counted)
    found = []
    for up, end in ((False, 1), (True, 0)):
        total = Losses(0, (_UNIT,), 0, Fraction(0))
        for n, cells in counted:
            total = _convolved(total, _power(_rounded(cells, step, up=up), n, up=up), up=up)
        bound = _stick(total, step, dyadic(epsilon._mpi_[end]))
        found.append(dyadic(bound._mpi_[1 - end]))
    return found[0], found[1]


def _cells(factor: Factor, ball: Callable[[Expr], Interval]) -> tuple[Cell, ...]:
    if isinstance(factor, Noises):
        return _of_noises(factor)
    return _of_integers(factor) if isinstance(factor, Lattice) else _listed(*factor, ball)


@lru_cache(maxsize=64)
def _of_integers(laws: Lattice) -> tuple[Cell, ...]:
    """A cell for each integer about the centers, and two for those on either side of them."""
    return tuple(_cell(part.p, part.q, part.least, part.most) for part in laws.parts())


def _cell(p: Interval, q: Interval, least: Interval, most: Interval | None) -> Cell:
    """A cell from the ratios between which those in it lie."""
    return Cell(
        p,
        q,
        logarithm(least) if least.a > 0 else None,
        None if most is None or not most.a > 0 else logarithm(most),
    )


def _listed(p: Basic, q: Basic, ball: Callable[[Expr], Interval]) -> tuple[Cell, ...]:
    """A cell for each outcome; of what has no mass under the first law nothing is said."""
    found = []
    for (x, y), n in outcomes(p, q).items():
        if x != 0:
            mass, other = n * ball(x), n * ball(y)
            if not mass.a >= 0 or not other.a >= 0:
                raise Rejected((), f"{x} and {y} are perhaps no masses")
            loss = logarithm(mass / other) if mass.a > 0 and other.a > 0 else None
            found.append(Cell(mass, other, loss, loss))
    return tuple(found)


@lru_cache(maxsize=64)
def _of_noises(laws: Noises) -> tuple[Cell, ...]:
    """Cells of the line, halved where losses differ most."""

    def cell(low: Fraction | None, high: Fraction | None) -> Cell:
        return _cell(*laws.masses(low, high), *laws.ratios(low, high))

    ends: list[Fraction | None] = [None, *laws.marks(), None]
    done, queue = [], []
    for low, high in pairwise(ends):
        found = cell(low, high)
        if low is None or high is None:
            done.append(found)
        else:
            queue.append((-_blur(found), low, high, found))
    heapify(queue)
    while len(queue) < CELLS and queue[0][0] < 0:
        _, low, high, _ = heappop(queue)
        middle = (low + high) / 2
        for ends_of_half in ((low, middle), (middle, high)):
            half = cell(*ends_of_half)
            heappush(queue, (-_blur(half), *ends_of_half, half))
    return (*done, *(found for *_, found in queue))


def _blur(cell: Cell) -> float:
    """How much is lost about where the losses of a cell are."""
    return float(cell.p.b) * cell.width() ** 2


def _step(factors: list[tuple[int, tuple[Cell, ...]]]) -> Fraction:
    """The step of the grid, a choice: by how far the total loss may be from its mean."""
    spread, span, widest = 0.0, 0.0, 0.0
    for n, cells in factors:
        known = [(float(c.p.b), float(c.least.a), float(c.most.b)) for c in cells
                 if c.least is not None and c.most is not None and c.p.b > 2**-40]  # fmt: skip
        if known:
            total = sum(p for p, *_ in known)
            mean = sum(p * (a + b) for p, a, b in known) / total / 2
            spread += n * sum(p * ((a + b) / 2 - mean) ** 2 for p, a, b in known) / total
            reach = max(b for *_, b in known) - min(a for _, a, _ in known)
            span, widest = span + n * reach, max(widest, reach)
    size = min(span, 16 * sqrt(spread) + widest) or 1.0
    return _near(size) / POINTS


def _near(x: float) -> Fraction:
    """A number of few digits near a float."""
    return Fraction(x).limit_denominator(10**6) or Fraction(x)


def _rounded(cells: tuple[Cell, ...], step: Fraction, *, up: bool) -> Losses:
    """Losses on a grid, with no smaller or no larger hockey sticks than those of cells."""
    # An atom is on the grid, whatever else is.
    sharp = [c for c in cells if c.least is not None and c.width() < 1e-9]
    heavy = max(sharp, key=lambda c: float(c.p.b), default=None)
    base = Fraction(0) if heavy is None else _near(float(heavy.least.a)) % step  # type: ignore[union-attr]
    shift = base + (SLACK if up else -SLACK)
    places, above = (_above if up else _below)(cells, step, shift)
    low, high = (min(places), max(places)) if places else (0, 0)
    if high - low > 2 * MAX_SHIFT:
        raise Rejected((), "losses are too far apart")
    return _trimmed(low, [places.get(j, 0) for j in range(low, high + 1)], above, shift, up=up)


def _above(cells: tuple[Cell, ...], step: Fraction, shift: Fraction) -> tuple[dict[int, int], int]:
    """The masses of each cell at points of the grid about its losses."""
    places: dict[int, int] = {}
    above = 0
    for cell in cells:
        end = None if cell.most is None else ceil((dyadic(cell.most._mpi_[1]) - shift) / step)
        if end is None or end > MAX_SHIFT:
            above += _units(cell.p, up=True)
            continue
        end = max(end, -MAX_SHIFT)
        start = end
        if cell.least is not None:
            start = floor((dyadic(cell.least._mpi_[0]) - shift) / step)
        if not -MAX_SHIFT <= start < end:
            # all of it at the largest loss
            places[end] = places.get(end, 0) + _units(cell.p, up=True)
            continue
        low = exponential(point(shift + start * step))
        share = 1 - exponential(point((start - end) * step))
        upper = (cell.p - low * cell.q) / share
        for place, mass in ((end, upper), (start, cell.p - upper)):
            most = min(_units(mass, up=True), _units(cell.p, up=True))
            places[place] = places.get(place, 0) + max(most, 0)
    return places, above


def _below(cells: tuple[Cell, ...], step: Fraction, shift: Fraction) -> tuple[dict[int, int], int]:
    """The masses of cells that are joined, each where P is as many times Q as in what is joined.

    Cells whose loss is between two points of the grid are joined at the lower one, where they have
    an excess of P; for this a share of the cells next below joins them, which lacks as much.
    """
    joined: dict[int, tuple[Interval, Interval]] = {}
    above = 0
    for cell in cells:
        p, q = iv.mpf(max(cell.p.a, 0)), iv.mpf(cell.q.b)
        if q.b == 0:
            above += _units(p, up=False)
        elif p.a > 0:
            loss = dyadic(logarithm(p / q)._mpi_[0])
            place = min(floor((loss - shift) / step), MAX_SHIFT)
            if place >= -MAX_SHIFT:
                mass, other = joined.get(place, (_ZERO, _ZERO))
                joined[place] = mass + p, other + q
    places: dict[int, int] = {}
    kept = iv.mpf(1)
    order = sorted(joined, reverse=True)
    for place, below in pairwise([*order, -MAX_SHIFT - 1]):
        p, q = joined[place]
        units = _units(kept * p, up=False)
        # What of the cells below joins these, so that P is still large enough.
        excess = kept * (p - exponential(point(shift + place * step)) * q)
        mass, other = joined.get(below, (_ZERO, _ZERO))
        lack = exponential(point(shift + place * step)) * other - mass
        kept = iv.mpf(1)
        if excess.a > 0 and lack.b > LEAST:
            guess = iv.mpf(min(1.0, float(excess.a) / float(lack.b) * (1 - 1e-12)))
            if (guess * lack).b <= excess.a:
                units += _units(guess * mass, up=False)
                kept = 1 - guess
        places[place] = units
    return places, above


def _units(mass: Interval, *, up: bool) -> int:
    """A mass in units, rounded."""
    end: Fraction = dyadic(mass._mpi_[1 if up else 0]) * _UNIT
    return ceil(end) if up else floor(end)


def _trimmed(low: int, masses: list[int], above: int, shift: Fraction, *, up: bool) -> Losses:
    """With the least losses raised or left out, and the largest infinite or lowered."""
    few = 1 << TRIMMED
    lost = list(accumulate(masses))
    first = next((i for i, total in enumerate(lost) if total > few), len(masses) - 1)
    left = lost[first - 1] if first else 0
    more = list(accumulate(reversed(masses)))
    last = len(masses) - next((i for i, total in enumerate(more) if total > few), 0)
    last = max(last, first + 1)
    right = sum(masses[last:])
    kept = masses[first:last]
    if up:
        kept[0] += left
        above += right
    else:
        kept[-1] += right
    return Losses(low + first, tuple(kept), above, shift)


def _power(one: Losses, n: int, *, up: bool) -> Losses:
    """The sum of so many independent losses."""
    if n == 1:
        return one
    half = _power(one, n // 2, up=up)
    found = _convolved(half, half, up=up)
    return _convolved(found, one, up=up) if n % 2 else found


def _convolved(first: Losses, second: Losses, *, up: bool) -> Losses:
    """The sum of two independent losses: all masses at once, as digits of two long numbers."""
    totals = sum(first.masses), sum(second.masses)
    # No digit of the product is larger than the product of the sums.
    size = (max(totals[0], 1) * max(totals[1], 1)).bit_length() // 8 + 1
    longs = [int.from_bytes(b"".join(m.to_bytes(size, "little") for m in x.masses), "little")
             for x in (first, second)]  # fmt: skip
    count = len(first.masses) + len(second.masses) - 1
    digits = (longs[0] * longs[1]).to_bytes(size * count, "little")
    masses = [_scaled(int.from_bytes(digits[i : i + size], "little"), up=up)
              for i in range(0, len(digits), size)]  # fmt: skip
    above = first.above * (totals[1] + second.above) + totals[0] * second.above
    return _trimmed(
        first.low + second.low, masses, _scaled(above, up=up), first.shift + second.shift, up=up
    )


def _scaled(product: int, *, up: bool) -> int:
    """A product of two masses in units."""
    return -(-product >> BITS) if up else product >> BITS


def _stick(losses: Losses, step: Fraction, epsilon: Fraction) -> Interval:
    """The sum of all masses times ``max(1 - exp(epsilon - loss), 0)``."""
    start = losses.low
    first = max(0, floor((epsilon - losses.shift) / step) + 1 - start)
    kept = losses.masses[first:]
    if not any(kept):
        return iv.mpf(losses.above) / _UNIT
    ratio = exponential(point(-step))
    under = iv.mpf(0)
    for mass in reversed(kept):
        under = under * ratio + mass
    # The first that is kept has this loss.
    loss = losses.shift + (start + first) * step
    total = iv.mpf(sum(kept)) - exponential(point(epsilon - loss)) * under
    total = iv.mpf([max(total.a, 0), max(total.b, 0)]) + losses.above
    return total / _UNIT
