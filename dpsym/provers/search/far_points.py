"""Counterexamples far out, where floats see no difference or none at all: by balls alone.

Numbers stand at simple distances from the ends of their domains, from 1e300 down to 1e-300, some of
them far out and the others ordinary, and for names of mechanisms stand the worst that are known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice, product
from math import prod

import numpy as np
from sympy import Basic, Expr, Integer, Rational, S, Symbol

from dpsym.errors import DpsymError
from dpsym.language.claim import Claim
from dpsym.language.domains import Integers, Interval
from dpsym.language.noises import ENDLESS
from dpsym.provers.prover import Budget
from dpsym.provers.restate import is_numeric
from dpsym.provers.search.batch import Batch, UnsupportedError
from dpsym.provers.search.certify import certify, inside, witness_at
from dpsym.provers.search.coordinates import Coordinate
from dpsym.provers.search.families import FEWEST_DIGITS, far_spaces, grows
from dpsym.provers.search.ground import ground_witness_at
from dpsym.provers.search.rounding import point_of
from dpsym.provers.search.space import Space
from dpsym.provers.stopping import OverrunError, stopping
from dpsym.verdict import Witness

POWERS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 30, 40, 50, 70, 100, 150, 200, 300)
"""Of ten, far from an end of a domain and near to it."""
BETWEEN = (20, 35, 50, 75, 90, 120, 150, 200, 350, 500, 700, 2000, 5000, 2 * 10**4, 5 * 10**4)
COUNTS = tuple(m * 10**power for power in range(1, 10) for m in (1, 2, 5))
ORDINARY = (S.One, Rational(1, 2), Rational(1, 10), Integer(10))
BITS, MANY_BITS = 512, 2048
"""Binary digits that are tried; more of numbers alone, of which the smallest may lie beside one."""
AT_ONCE, LONGEST = 3, 2.0
"""Numbers that are chosen together; seconds for one point."""
SPREAD, BLOCK, FEW = 100_000, 1000, 4
"""Points that floats look at, so many together; and how many of those that fail are certified."""
CLEARLY, SEED = 1e-4, 20160506
MOST_SPACES, ALIKE, MOST_ORDINARY = 40, 3, 4
"""Spaces; ordinary values of a number, and ordinary points of a space."""


def far_witness(claim: Claim, budget: Budget) -> Witness | None:
    """A counterexample with numbers at the extremes of their domains, or None.

    Guarantees:
        those of :func:`~dpsym.provers.search.certify.certify`.
    """
    noisy = any(atom.has(*ENDLESS) for atom in claim.conclusions)
    bits = MANY_BITS if all(map(is_numeric, claim.atoms)) else BITS
    with suppress(DpsymError):
        for space, values in _tried(claim, budget):
            if budget.spent:
                return None
            with suppress(OverrunError, DpsymError), stopping(LONGEST):
                point = point_of(space, values)
                found = certify(space, point, values) or witness_at(claim, point, max_bits=bits)
                if found is None and noisy:
                    found = ground_witness_at(claim, point)
                if found is not None:
                    return found
    return None


def _tried(claim: Claim, budget: Budget) -> Iterator[tuple[Space, Mapping[Symbol, Basic]]]:
    spaces = list(islice(far_spaces(claim), MOST_SPACES))
    for space in spaces:
        for values in _spread_points(space, budget):
            yield space, values
    for points in (_ordinary_points, _far_points):
        for space in spaces:
            for values in points(space):
                yield space, values


def _ordinary_points(space: Space) -> Iterator[Mapping[Symbol, Basic]]:
    """Ordinary values of the free numbers of a space that has nothing else to choose."""
    if _has_numbers_alone(space):
        names = [coordinate.name for coordinate in space.coordinates]
        ordinary = (_ordinary(coordinate)[:ALIKE] for coordinate in space.coordinates)
        for point in islice(product(*ordinary), MOST_ORDINARY):
            yield dict(zip(names, point, strict=True))


def _spread_points(space: Space, budget: Budget) -> Iterator[Mapping[Symbol, Basic]]:
    """Points at which floats see a conclusion fail, each number at any distance from its ends."""
    if budget.spent or not _has_numbers_alone(space) or not space.coordinates:
        return
    names = [coordinate.name for coordinate in space.coordinates]
    largest = FEWEST_DIGITS if grows(space.claim, names) else COUNTS[-1]
    values = [
        [
            *dict.fromkeys(
                (*_closed(c), *_ordinary(c), *_far(c, True, largest), *_far(c, False, largest))
            )
        ]
        for c in space.coordinates
    ]
    sizes = tuple(map(len, values))
    chosen = np.random.default_rng(SEED).choice(
        prod(sizes), min(prod(sizes), SPREAD), replace=False
    )
    places = np.unravel_index(chosen, sizes)
    limit = Budget.of(min(LONGEST, budget.remaining()))
    scores: list[np.ndarray] = []
    floats = [np.array([float(value) for value in known]) for known in values]
    for block in np.array_split(np.arange(len(chosen)), 1 + len(chosen) // BLOCK):
        if limit.spent and scores:
            break
        numbers = (known[place[block]] for known, place in zip(floats, places, strict=True))
        batch = Batch(len(block), dict(zip(names, numbers, strict=True)))
        try:
            with np.errstate(all="ignore"):
                scores.append(space.score(batch))
        except UnsupportedError:
            return
    score = np.concatenate(scores)
    for found in np.argsort(-score, kind="stable")[:FEW]:
        if score[found] > CLEARLY:
            yield {
                name: known[place[found]]
                for name, known, place in zip(names, values, places, strict=True)
            }


def _far_points(space: Space) -> Iterator[Mapping[Symbol, Basic]]:
    """One number far out and the others ordinary, then all of them far out."""
    if not _has_numbers_alone(space):
        return
    coordinates = space.coordinates
    names = [coordinate.name for coordinate in coordinates]
    largest = FEWEST_DIGITS if grows(space.claim, names) else COUNTS[-1]
    ways = [[_far(c, up, largest) for up in (True, False)] for c in coordinates]
    for moved in range(len(names)):
        others = [_ordinary(c)[:2] for i, c in enumerate(coordinates) if i != moved]
        for rest in islice(product(*others), 4):
            for value in (value for way in ways[moved] for value in way):
                yield dict(zip(names, (*rest[:moved], value, *rest[moved:]), strict=True))
    if len(names) > 1:
        for chosen in product(*ways):
            for point in zip(*chosen, strict=False):
                yield dict(zip(names, point, strict=True))


def _has_numbers_alone(space: Space) -> bool:
    more = space.rows or space.kernels or space.readings
    return not more and len(space.coordinates) <= AT_ONCE


def _ordinary(coordinate: Coordinate) -> list[Expr]:
    """Ordinary numbers of the domain."""
    domain = coordinate.domain
    found = [end + step for end in _ends(domain) for step in ORDINARY]
    if len(_ends(domain)) == 2:
        low, high = _ends(domain)
        found = [(low + high) / 2, low + (high - low) / 10, high - (high - low) / 10]
    if isinstance(domain, Integers):
        found = [Integer(round(value)) for value in found]
    return [*dict.fromkeys(value for value in found if inside(domain, value))]


def _closed(coordinate: Coordinate) -> list[Expr]:
    return [end for end in _ends(coordinate.domain) if inside(coordinate.domain, end)]


def _far(coordinate: Coordinate, up: bool, largest: int) -> list[Expr]:
    """Numbers of the domain toward its upper or its lower end, ever nearer to it or further out."""
    domain = coordinate.domain
    low, high = domain.lower, domain.upper
    if isinstance(domain, Integers):
        steps = [Integer(n) for n in COUNTS if n <= largest]
        found = [(low if up else high) + (step if up else -step) for step in steps]
    elif (high if up else low).is_finite:
        end, width = (high, -1) if up else (low, 1)
        scale = high - low if (high - low).is_finite else S.One
        found = [end + width * scale * Rational(1, 10**power) for power in POWERS]
    else:
        start, sign = (low if low.is_finite else S.Zero, 1) if up else (high, -1)
        start = start if start.is_finite else S.Zero
        steps = sorted({*map(Integer, BETWEEN), *(Integer(10**power) for power in POWERS)})
        found = [start + sign * step for step in steps]
    return [value for value in found if inside(domain, value)]


def _ends(domain: Interval | Integers) -> list[Expr]:
    finite = [end for end in (domain.lower, domain.upper) if end.is_finite]
    return finite or [S.Zero]
