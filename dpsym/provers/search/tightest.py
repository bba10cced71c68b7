"""The tightest candidate of a family, and along what its slack goes to zero.

The candidates are improved in floats, away from the ends of domains and up to them. Balls say what
their slack is wherever they can, for near the ends, and near laws that are equal, floats only see
noise. From the tightest one each number is moved to the ends of its domain, and laws toward each
other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from operator import itemgetter

import numpy as np

from dpsym.provers.prover import Budget
from dpsym.provers.search.certain_slack import certain_slack
from dpsym.provers.search.closest import LONGEST, improved
from dpsym.provers.search.coordinates import FAR, VOID, Coordinate
from dpsym.provers.search.divergences import Array
from dpsym.provers.search.safe_score import NEAR_ENDS, safe_score
from dpsym.provers.search.space import INFEASIBLE, INVALID, Space
from dpsym.provers.stopping import OverrunError, stopping

NOTHING = 1e-9
"""A slack below this is called zero: floats say no more."""
SMALL, FEWEST, NEARLY = 1e-2, 4, 1e-6
"""A slack below this that falls over so many steps is said to; one that is so small, in any way."""
OUTWARD = np.array([1.0, 3.0, 5.0, NEAR_ENDS, 10.0, 15.0, 21.0, 28.0, 36.0, FAR])
TOGETHER = np.array([1.0, 0.3, 0.1, 0.03, 1e-2, 3e-3])
"""Reals at which numbers go to an end; largest differences of logarithms of masses of two laws."""
CELLS, BLOCK = 60, 4000
"""Values of each number of a picture, and how many candidates are evaluated at once."""
EXAMINED, LEAST = 4, 0.2
"""Candidates that balls examine at once, in so many seconds at least where they are left."""

Slacks = dict[int, float]
"""The slacks of some candidates, by their places in a row of them."""
Measure = Callable[[Array, Budget], Slacks]


@dataclass(frozen=True, slots=True)
class Approach:
    """The slack on the way to an end of a domain, or while laws come together.

    Attributes:
        toward: where it leads, in words.
        slacks: the slacks on the way, where they could be found.
        places: the number that is moved, or how far apart logarithms of masses are, there.
        attained: whether the candidate at the end of the way is one of the claim.
    """

    toward: str
    slacks: tuple[float, ...] = ()
    places: tuple[float, ...] = ()
    attained: bool = False

    @property
    def limit(self) -> str:
        """That the slack falls to nearly nothing, in words; empty where it does not."""
        tail = np.array(self.slacks[-FEWEST:])
        if len(tail) < FEWEST or not -NOTHING < tail[-1] < min(SMALL, self.slacks[0] / 4):
            return ""
        if self.attained and abs(tail[-1]) <= NOTHING:
            return f"slack 0 at {self.toward.replace(' -> ', ' = ')}"
        falling = bool((np.diff(tail) < 0).all())
        if falling and tail[-1] <= NOTHING:
            return f"slack falls to 0 as {self.toward}"
        if falling or tail[-1] < NEARLY * min(1.0, 1e3 * self.slacks[0]):
            return f"slack falls to {tail[-1]:.3g} as {self.toward}"
        return ""


@dataclass(frozen=True, slots=True)
class Tightest:
    """The tightest candidate of a family that is at no limit, and the ways out from there.

    Attributes:
        slack: its slack; negative where the claim fails.
        candidate: the candidate.
        paths: the slack along the ways to the ends.
        certain: whether balls say so; else floats.
    """

    slack: float
    candidate: Array
    paths: tuple[Approach, ...]
    certain: bool


@dataclass(frozen=True, slots=True)
class _Way:
    """Candidates on the way to an end of a domain, or to equal laws, where there is no sign."""

    toward: str
    rows: Array
    places: Array
    coordinate: int = 0
    sign: int = 0
    closed: bool = False

    def leads_to(self, z: Array) -> bool:
        """Whether a candidate lies at the end of this way."""
        return self.sign * float(z[self.coordinate]) > NEAR_ENDS if self.sign else False

    def measured(self, found: Slacks) -> Approach:
        """The way with the slacks that were found on it; both sides may be zero at its end."""
        places = tuple(float(self.places[i]) for i in found)
        attained = self.closed and len(self.rows) - 1 in found
        return Approach(self.toward, tuple(found.values()), places, attained)


def tightest(space: Space, limit: Budget, seed: int) -> Tightest | None:
    """The tightest candidate of a family; None where none can be evaluated in the time."""
    with suppress(OverrunError), stopping(min(LONGEST, limit.remaining())):
        return _tightest(space, limit, seed)
    return None


def _tightest(space: Space, limit: Budget, seed: int) -> Tightest | None:
    near = _pool(space, limit.share(0.3), seed, NEAR_ENDS)
    if near is None:
        return None
    wide = _pool(space, limit.share(0.3), seed, FAR)
    known = _certain(space, near[:EXAMINED], _part(limit, 0.4))
    certain = bool(known)
    measure: Measure = partial(_certain if certain else _in_floats, space)
    known = known or measure(near[:1], _part(limit, 0.5))
    if not known:
        return None
    place, slack = min(known.items(), key=itemgetter(1))
    found = [(slack, near[place])]
    paths, limits = [], []
    ways = list(_ways(space, near[place]))
    for number, way in enumerate(ways):
        known = measure(way.rows, _part(limit, 0.7 / (len(ways) - number)))
        path = way.measured(known)
        paths.append(path)
        if path.limit:
            limits.append(way)
            known = {i: s for i, s in known.items() if i == len(way.rows) - 1 and path.attained}
        found += [(s, way.rows[i]) for i, s in known.items() if way.sign]
    if certain and wide is not None:
        outside = [z for z in wide[:EXAMINED] if not any(way.leads_to(z) for way in limits)]
        known = _certain(space, np.array(outside), limit.share(0.9))
        found += [(s, outside[i]) for i, s in known.items()]
    slack, best = min(found, key=itemgetter(0))
    return Tightest(slack, best, tuple(paths), certain)


def over(
    space: Space, pool: Array, places: Sequence[int], limit: Budget
) -> tuple[list[Array], Array]:
    """Values of some numbers over their domains, and the smallest slack at all combinations.

    The other numbers and laws are those of any candidate of the pool that the time suffices for;
    infinite where none is one.
    """
    grids = [space.coordinates[place].grid(CELLS, NEAR_ENDS) for place in places]
    cells = np.stack(np.meshgrid(*grids, indexing="ij"), axis=-1).reshape(-1, len(places))
    smallest = np.full(len(cells), np.inf)
    for number, candidate in enumerate(pool):
        if number and limit.spent:
            break
        rows = np.repeat(candidate[None, :], len(cells), axis=0)
        rows[:, list(places)] = cells
        blocks = np.array_split(rows, 1 + len(rows) // BLOCK)
        scores = np.concatenate([safe_score(space, block) for block in blocks])
        smallest = np.fmin(smallest, np.where(scores < INFEASIBLE, np.inf, -scores))
    values = [space.coordinates[p].values(g) for p, g in zip(places, grids, strict=True)]
    return values, smallest.reshape([CELLS] * len(places))


def _part(limit: Budget, fraction: float) -> Budget:
    """A part of what is left, or so much as something is found in."""
    left = limit.remaining()
    return Budget.of(min(left, max(fraction * left, LEAST)))


def _pool(space: Space, limit: Budget, seed: int, reach: float) -> Array | None:
    """The best candidates, the tightest in floats first."""
    for _, pool in improved([space], limit, seed, reach):
        return pool[np.argsort(-safe_score(space, pool, reach), kind="stable")]
    return None


def _certain(space: Space, rows: Array, limit: Budget) -> Slacks:
    found: Slacks = {}
    with suppress(OverrunError), stopping(min(LONGEST, limit.remaining())):
        for place, z in enumerate(rows):
            slack = certain_slack(space, z)
            if slack is not None:
                found[place] = slack
    return found


def _in_floats(space: Space, rows: Array, limit: Budget) -> Slacks:
    inside = (np.abs(rows[:, : len(space.coordinates)]) <= NEAR_ENDS).all(axis=1)
    with suppress(OverrunError), stopping(min(LONGEST, limit.remaining())):
        scores = np.where(inside, safe_score(space, rows), INVALID)
        return {i: -float(score) for i, score in enumerate(scores) if score >= INFEASIBLE}
    return {}


def _ways(space: Space, best: Array) -> Iterator[_Way]:
    """The ways out from a candidate."""
    for place, coordinate in enumerate(space.coordinates):
        for sign in (-1, 1):
            steps = sign * OUTWARD[sign * best[place] < OUTWARD]
            rows = np.repeat(best[None, :], len(steps), axis=0)
            rows[:, place] = steps
            closed, words = _end(coordinate, sign)
            yield _Way(words, rows, coordinate.values(steps), place, sign, closed)
    start = len(space.coordinates)
    for row in space.rows:
        end = start + row.width
        if len(row.names) > 1:
            laws = np.maximum(best[start:end], 2 * VOID).reshape(len(row.names), row.atoms)
            middle = laws.mean(axis=0, keepdims=True)
            apart = laws - middle
            steps = TOGETHER / max(np.abs(apart).max(), TOGETHER[-1])
            rows = np.repeat(best[None, :], len(steps), axis=0)
            rows[:, start:end] = [(middle + step * apart).reshape(-1) for step in steps]
            yield _Way(f"{', '.join(map(str, row.names))} come together", rows, TOGETHER)
        start = end


def _end(coordinate: Coordinate, sign: int) -> tuple[bool, str]:
    """Whether the end of a domain belongs to it, and how it is written."""
    domain = coordinate.domain
    end = float(domain.lower if sign < 0 else domain.upper)
    shown = "oo" if end == np.inf else "-oo" if end == -np.inf else f"{end:g}"
    outside = getattr(domain, "lower_open" if sign < 0 else "upper_open", False)
    return bool(np.isfinite(end)) and not outside, f"{coordinate.name} -> {shown}"
