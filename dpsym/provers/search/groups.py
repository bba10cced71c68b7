"""Rows of databases each of which is as far from the next as hypotheses about a mechanism allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import exp

import numpy as np
from sympy import Basic, Rational, S, Symbol

from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import Sort
from dpsym.provers.search.divergences import Array

DIGITS = (4, 7, 12)
"""Significant digits of masses that are too small for a common denominator."""
GRID = 20_001
MOST_STEPS = 8
"""Steps of a group of a composition."""
Limits = list[tuple[float, float]]
"""Epsilon and delta of what is assumed of one mechanism."""
_SILENT = heads.FiniteMechanism(*[heads.Finite(Rational(1, 2), Rational(1, 2))] * 2)
"""A mechanism whose outcome says nothing, for the parts of a database that stay as they are."""


def significant(x: float, digits: int) -> Rational:
    """A number of so many significant digits."""
    return Rational(f"{x:.{digits - 1}e}")


def along_a_group(claim: Claim, room: float) -> Iterator[Mapping[Symbol, Basic]]:
    """Mechanisms on the databases of a group, for guarantees of groups and of what is made of them.

    Of one group two answers are enough; of compositions all answers count.
    """
    (atom,) = claim.conclusions
    if not isinstance(atom, heads.Guarantee) or not all(x.is_number for x in atom.args[1:]):
        return
    if any(not isinstance(h, heads.PureDP | heads.ApproxDP) for h in claim.hypotheses):
        return
    if any(not x.is_number for h in claim.hypotheses for x in h.args[1:]):
        return
    names = claim.objects(Sort.MECHANISM)
    limits = {name: _limits(claim, name, room) for name in names}
    if isinstance(atom, heads.ApproxDP):
        yield from _of_one_group(atom, limits)
    steps = {group.args[1] for group in atom.args[0].atoms(heads.Group)}
    size = steps.pop() if len(steps) == 1 else S.Zero
    made = not isinstance(atom.args[0], heads.Group) or atom.args[0].args[0] not in names
    if not (made and size.is_Integer and 1 < size <= MOST_STEPS):
        return
    far = {name: _limits(claim, heads.Group(name, size), room) for name in names}
    if all(bool(limits[name]) != bool(far[name]) for name in names):
        yield {
            name: heads.FiniteMechanism(
                *(_row(limits[name], int(size)) if limits[name] else _apart(far[name], int(size)))
            )
            for name in names
        }


def _limits(claim: Claim, mechanism: Basic, room: float) -> Limits:
    """What is assumed of a mechanism, but for some room."""
    return [
        (float(h.args[1]) * (1 - room), float((*h.args, S.Zero)[2]) * (1 - room))
        for h in claim.hypotheses
        if h.args[0] == mechanism
    ]


def _of_one_group(atom: Basic, limits: Mapping[Symbol, Limits]) -> Iterator[Mapping[Symbol, Basic]]:
    """Bits on the databases of a group, of a name or of one of disjoint parts."""
    if not isinstance(atom.args[0], heads.Group):
        return
    inner, size = atom.args[0].args
    names = inner.args if isinstance(inner, heads.Parallel) else (inner,)
    if set(limits) != set(names) or not size.is_Integer:
        return
    for name in dict.fromkeys(names):
        rest = {other: _SILENT for other in names if other != name}
        for laws in _bits(limits[name], int(size), atom.args[1:]):
            yield {**rest, name: heads.FiniteMechanism(*laws)}


def _step(limits: Limits, x: Array) -> Array:
    """The largest P(S) of neighbours for a given Q(S)."""
    lines = [(np.exp(e) * x + d, 1 - np.exp(-e) * (1 - x - d)) for e, d in limits]
    return np.asarray(np.minimum(np.min(lines, axis=(0, 1)), 1.0))


def _before(limits: Limits, y: Array) -> Array:
    """Where a step arrives at a given mass; at most 0 where it starts above it."""
    lines = [(np.exp(-e) * (y - d), 1 - d - np.exp(e) * (1 - y)) for e, d in limits]
    return np.asarray(np.max(lines, axis=(0, 1)))


def _row(limits: Limits, size: int) -> list[Basic]:
    """Laws on so many databases and one more, which attain all that the steps allow.

    Between the corners of all steps the ratios of masses are the same, and fall from each corner to
    the next.
    """
    lines = [line for e, d in limits for line in ((exp(e), d), (exp(-e), 1 - exp(-e) * (1 - d)))]
    meet = [(d - b) / (a - c) for a, b in lines for c, d in lines if a > c]
    corners = np.array([x for x in meet if 0 < x < 1] + [float(_before(limits, np.array(1.0)))])
    found = [corners]
    for _ in range(size - 1):
        found.append(_before(limits, found[-1]))
    inside = [x for x in np.concatenate(found) if 0 < x < 1]
    curves = [np.array([0.0, *sorted(set(inside)), 1.0])]
    for _ in range(size):
        curves.append(_step(limits, curves[-1]))
    laws = []
    for curve in reversed(curves):
        masses = [significant(max(x, 0.0), DIGITS[-1]) for x in np.diff(curve, prepend=0.0)]
        largest = max(range(len(masses)), key=masses.__getitem__)
        masses[largest] += 1 - sum(masses)
        laws.append(heads.Finite(*masses))
    return laws


def _apart(limits: Limits, size: int) -> list[Basic]:
    """Laws on so many databases and one more of which the last is as far from all others."""
    first, last = _row(limits, 1)
    return [*[first] * size, last]


def _bits(limits: Limits, size: int, bound: Sequence[Basic]) -> Iterator[list[Basic]]:
    """Bits on a row of databases whose ends are further apart than the bound allows."""
    chain = [np.concatenate([[0.0], np.logspace(-12, 0, GRID)])]
    for _ in range(size if limits else 0):
        chain.append(_step(limits, chain[-1]))
    gain = chain[-1] - exp(float(bound[0])) * chain[0]
    place = int(np.argmax(gain))
    if not limits or gain[place] <= float(bound[1]):
        return
    for digits in DIGITS:
        ones = [significant(float(x[place]), digits) for x in reversed(chain)]
        yield [heads.Finite(x, 1 - x) for x in ones]
