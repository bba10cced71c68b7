"""Candidates in small exact numbers.

Every candidate is rounded at several levels of coarseness; its free numbers go to the simplest
rational nearby, its laws to a common small denominator, and the numbers that are read off are read
off again and rounded to the safe side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor, isfinite
from typing import Any

import numpy as np
from sympy import Basic, Expr, Integer, Rational, Symbol, Tuple

from dpsym.language import heads
from dpsym.language.domains import Integers, Interval
from dpsym.provers.rationals import simplest
from dpsym.provers.search.batch import Batch
from dpsym.provers.search.divergences import Array
from dpsym.provers.search.numeric import scalar
from dpsym.provers.search.space import Hint, Space

ROUNDING = 1e-13


@dataclass(frozen=True, slots=True)
class Level:
    """How coarsely to round.

    Attributes:
        reach: how far a number may move, as a part of its distance to the ends of its domain.
        denominator: of the probabilities; 0 rounds each on its own, for very small ones.
        slack: how far a number that is read off may move to the safe side.
        hinted: whether names with a hint are rounded through it.
        drop: whether probabilities below half a unit become zero.
    """

    reach: float
    denominator: int
    slack: float
    hinted: bool
    drop: bool


def levels(space: Space) -> list[Level]:
    """The levels for a space, coarse ones first."""
    found = []
    hints = (True, False) if space.hints else (False,)
    laws = bool(space.rows or space.kernels)
    for denominator in (
        2,
        3,
        4,
        5,
        6,
        8,
        10,
        12,
        16,
        20,
        25,
        32,
        50,
        100,
        200,
        500,
        1000,
        10**4,
        10**6,
    ):
        reach = min(0.5, 4 / denominator) if denominator <= 100 else 3 / denominator
        for hinted in hints:
            for slack in (reach / 4, reach / 100) if space.readings else (0.0,):
                if laws:
                    found.append(Level(reach, denominator, max(slack, 1e-9), hinted, True))
                    found.append(Level(reach, denominator, max(slack, 1e-9), hinted, False))
                    if denominator in (4, 20, 100, 10**4):
                        found.append(Level(reach, 0, max(slack, 1e-9), hinted, False))
                else:
                    found.append(Level(reach, denominator, max(slack, 1e-9), hinted, False))
    return found


@dataclass(slots=True)
class Exact:
    """One candidate in exact numbers: rationals, some of which stand for a name through a hint."""

    numbers: dict[Symbol, tuple[Fraction | Expr, Hint | None]] = field(default_factory=dict)
    laws: dict[Symbol, tuple[Fraction, ...]] = field(default_factory=dict)
    kernels: dict[Symbol, tuple[tuple[Fraction, ...], ...]] = field(default_factory=dict)

    def complexity(self, hinted: frozenset[Symbol] = frozenset()) -> float:
        """How much there is to read: digits and atoms; names in ``hinted`` want their hints."""
        total = 0.0
        for name, (value, hint) in self.numbers.items():
            total += _length(value) + (3 if name in hinted and hint is None else 0)
            if hint is not None and value == 1 and hint.back.func.__name__ == "log":
                total += 3  # log(1) = 0, the end of a domain
        for law in [*self.laws.values(), *(row for rows in self.kernels.values() for row in rows)]:
            total += sum(_length(p) for p in law if p)
        return total

    def values(self) -> dict[Symbol, Basic]:
        """The numbers as sympy expressions."""
        found: dict[Symbol, Basic] = {}
        inner = {
            hint.inner: _sympy(value) for value, hint in self.numbers.values() if hint is not None
        }
        for name, (value, hint) in self.numbers.items():
            found[name] = _sympy(value) if hint is None else hint.back
        for _ in range(len(found) + 1):
            found = {name: v.xreplace(inner).xreplace(found) for name, v in found.items()}
        return {name: v.doit() for name, v in found.items()}


def _length(value: Fraction | Expr) -> float:
    if isinstance(value, Fraction):
        return float(np.log2(1.0 + abs(value.numerator)) + np.log2(float(value.denominator)))
    if isinstance(value, Rational):
        return _length(Fraction(int(value.p), int(value.q)))
    return 3.0


def _sympy(value: Fraction | Expr) -> Expr:
    if isinstance(value, Fraction):
        return Rational(value.numerator, value.denominator)
    return value


def names_of(space: Space, exact: Exact) -> dict[Symbol, Basic]:
    """The values of all names of the space."""
    values: dict[Symbol, Basic] = dict(exact.values())
    for name, law in exact.laws.items():
        values[name] = heads.Finite(*(_sympy(law[i]) for i in _kept(space, exact, name)))
    for name, rows in exact.kernels.items():
        values[name] = heads.Kernel(*(Tuple(*map(_sympy, row)) for row in rows))
    for name, masses in space.view.masses.items() if space.view is not None else ():
        values.update(zip(masses, map(_sympy, exact.laws[name]), strict=True))
    return values


def point_of(space: Space, values: Mapping[Symbol, Basic]) -> dict[Symbol, Basic]:
    """The values of all names of the claim."""
    point: dict[Symbol, Basic] = {}
    for name, _ in space.claim.domains:
        stands = space.replaced.get(name)
        value = values[name] if stands is None else stands.xreplace(dict(values)).doit()
        point[name] = value if space.view is None else _spoken(value)
    return _without_empty(space, point)


def _spoken(tree: Basic) -> Basic:
    """The tree without messages that are never said."""
    if isinstance(tree, heads.Message):
        return tree.func(*(said for said in tree.args if any(said.args)))
    written = isinstance(tree, heads.Tree | heads.InteractiveMechanism)
    return tree.func(*map(_spoken, tree.args)) if written else tree


def _without_empty(space: Space, point: dict[Symbol, Basic]) -> dict[Symbol, Basic]:
    """The point without the atoms on which no law has mass, where the laws stand for names."""
    laws = {n: law for n, law in point.items() if n in space.replaced and _is_finite(law)}
    if len({len(law.args) for law in laws.values()}) != 1 or space.kernels:
        return point
    columns = list(zip(*(law.args for law in laws.values()), strict=True))
    kept = [i for i, masses in enumerate(columns) if not all(m.is_zero for m in masses)]
    if len(kept) < 2:
        return point
    return point | {n: heads.Finite(*(law.args[i] for i in kept)) for n, law in laws.items()}


def _is_finite(law: Basic) -> bool:
    return isinstance(law, heads.Finite)


def _kept(space: Space, exact: Exact, name: Symbol) -> list[int]:
    """The atoms on which some law of the name's row has mass; all of them where kernels act."""
    row = next(row for row in space.rows if name in row.names)
    used = [i for i in range(row.atoms) if any(exact.laws[other][i] for other in row.names)]
    return list(range(row.atoms)) if space.kernels or len(used) < 2 else used


def round_all(space: Space, z: Array, chosen: Sequence[Level]) -> tuple[list[Exact], Array]:
    """Every candidate at every level, with the score of the rounded one."""
    jobs = [(row, level) for row in range(len(z)) for level in chosen]
    with np.errstate(all="ignore"):
        floats = space.batch(z)
        found = [_round_free(space, floats, row, level) for row, level in jobs]
    return found, read_off(space, found, [level for _, level in jobs])


def read_off(space: Space, found: Sequence[Exact], chosen: Sequence[Level]) -> Array:
    """Reads off what depends on the free numbers, each candidate at its level, and scores them."""
    with np.errstate(all="ignore"):
        batch = _batch(space, found)
        for reading in space.readings:
            values = reading.values(batch)
            hint = next((h for h in space.hints if h.name == reading.name), None)
            for exact, level, value in zip(found, chosen, values, strict=True):
                used = hint if level.hinted else None
                exact.numbers[reading.name] = _round_reading(
                    float(value), reading.domain, level, used, reading.below
                )
            rounded = _floats(found, reading.name, batch)
            batch.assign(reading.name, np.where(np.isfinite(values), rounded, np.nan))
        return space.score(batch)


def _round_free(space: Space, floats: Batch, row: int, level: Level) -> Exact:
    exact = Exact()
    for coordinate in space.coordinates:
        name = coordinate.name
        hint = next((h for h in space.hints if h.name == name), None) if level.hinted else None
        value = float(floats.numbers[name][row])
        exact.numbers[name] = _round_number(
            value, coordinate.domain, level.reach, hint, floats, row
        )
    for law_row in space.rows:
        for name in law_row.names:
            exact.laws[name] = round_law(floats.laws[name][row], level)
    for kernel in space.kernels:
        matrix = floats.kernels[kernel.name][row]
        exact.kernels[kernel.name] = tuple(round_law(line, level) for line in matrix)
    return exact


def _round_number(
    value: float, domain: Any, reach: float, hint: Hint | None, floats: Batch, row: int
) -> tuple[Fraction | Expr, Hint | None]:
    low, high = float(domain.lower), float(domain.upper)
    if isinstance(domain, Integers):
        return Integer(_round_integer(value, low, high, reach)), None
    if value == low and not domain.lower_open:
        return domain.lower, None
    if value == high and not domain.upper_open:
        return domain.upper, None
    value = _off_open_ends(value, domain, reach)
    room = min([abs(value) or 1.0] + [abs(value - end) for end in (low, high) if isfinite(end)])
    if low < 0 < high:
        room = abs(value)
    ends = (value - reach * room, value + reach * room)
    if hint is not None and (isfinite(low) or value > 0):
        inner = _through(hint, np.array(ends), floats, row)
        if np.isfinite(inner).all() and (np.abs(inner) < 1e15).all():
            return simplest(Fraction(float(inner[0])), Fraction(float(inner[1]))), hint
    if not all(map(isfinite, ends)):
        return Fraction(1), None
    return simplest(Fraction(ends[0]), Fraction(ends[1])), None


def _off_open_ends(value: float, domain: Any, reach: float) -> float:
    """The number, a little inside where a float cannot tell it from an end that is left out."""
    low, high = float(domain.lower), float(domain.upper)
    width = high - low if isfinite(high - low) else 1.0
    if value == low:
        return low + reach / 100 * width
    return high - reach / 100 * width if value == high else value


def _round_integer(value: float, low: float, high: float, reach: float) -> int:
    """An integer within reach with many zeros at its end."""
    window = reach * min([abs(value)] + [abs(value - e) for e in (low, high) if isfinite(e)])
    for power in range(14, 0, -1):
        rounded = round(value / 10**power) * 10**power
        if abs(rounded - value) <= window and low <= rounded <= high:
            return int(rounded)
    return round(value)


def _through(hint: Hint, ends: Array, floats: Batch, row: int) -> Array:
    numbers = {n: np.full(len(ends), v[row]) for n, v in floats.numbers.items()}
    numbers[hint.name] = ends
    return scalar(hint.forth, Batch(len(ends), numbers))


def _round_reading(
    value: float, domain: Any, level: Level, hint: Hint | None, below: bool
) -> tuple[Fraction | Expr, Hint | None]:
    if not isfinite(value):
        return Fraction(0), None
    low, high = float(domain.lower), float(domain.upper)
    if isinstance(domain, Integers):
        return Integer(floor(value + 1e-9) if below else -floor(-value + 1e-9)), None
    interval = isinstance(domain, Interval)
    if value == low and interval and not domain.lower_open:
        return domain.lower, None
    if value == high and interval and not domain.upper_open:
        return domain.upper, None
    step = level.slack * abs(value)
    ends = [value - ROUNDING * abs(value), value + step]
    if below:
        ends = [value - step, value + ROUNDING * abs(value)]
    ends = [min(max(end, low), high) for end in ends]
    if hint is not None and hint.back.func.__name__ == "log" and ends[1] < 30:
        return simplest(Fraction(float(np.exp(ends[0]))), Fraction(float(np.exp(ends[1])))), hint
    return simplest(Fraction(ends[0]), Fraction(ends[1])), None


def round_law(law: Array, level: Level) -> tuple[Fraction, ...]:
    """A law in exact numbers that sum to one."""
    if level.denominator == 0:
        return _each_alone(law, level.reach)
    units = law * level.denominator
    counts = np.floor(units).astype(int)
    if not level.drop:
        counts = np.where((law > 0) & (counts == 0), 1, counts)
    order = np.argsort(counts - units, kind="stable")
    missing = level.denominator - int(counts.sum())
    for i in range(abs(missing)):
        if missing > 0:
            counts[order[i % len(order)]] += 1
        else:
            counts[int(np.argmax(counts))] -= 1
    if (counts < 0).any():
        return _each_alone(law, level.reach)
    return tuple(Fraction(int(c), level.denominator) for c in counts)


def _each_alone(law: Array, reach: float) -> tuple[Fraction, ...]:
    largest = int(np.argmax(law))
    found = [
        Fraction(0) if p <= 0 else simplest(Fraction(p * (1 - reach)), Fraction(p * (1 + reach)))
        for p in map(float, law)
    ]
    found[largest] = 1 - sum((p for i, p in enumerate(found) if i != largest), Fraction(0))
    if found[largest] < 0:
        total = sum(map(Fraction, map(float, law)), Fraction(0))
        found = [Fraction(float(p)) / total for p in law]
    return tuple(found)


def _batch(space: Space, found: Sequence[Exact]) -> Batch:
    batch = Batch(len(found))
    names = [coordinate.name for coordinate in space.coordinates]
    pending = [n for n in names if any(e.numbers[n][1] is not None for e in found)]
    for name in names:
        if name not in pending:
            batch.numbers[name] = _floats(found, name, batch)
    for name in pending:
        batch.numbers[name] = _floats(found, name, batch)
    for row in space.rows:
        for name in row.names:
            batch.laws[name] = np.array([[float(p) for p in e.laws[name]] for e in found])
    for kernel in space.kernels:
        batch.kernels[kernel.name] = np.array(
            [[[float(p) for p in r] for r in e.kernels[kernel.name]] for e in found]
        )
    if space.view is not None:
        space.view.add(batch)
    return batch


def _floats(found: Sequence[Exact], name: Symbol, batch: Batch) -> Array:
    """The values of one number, hints applied."""
    raw = np.array([float(e.numbers[name][0]) for e in found])
    hints = [e.numbers[name][1] for e in found]
    hint = next((h for h in hints if h is not None), None)
    if hint is None:
        return raw
    inner = Batch(batch.size, {**batch.numbers, hint.inner: raw})
    return np.where([h is not None for h in hints], scalar(hint.back, inner), raw)


__all__ = [
    "Exact",
    "Level",
    "levels",
    "names_of",
    "point_of",
    "read_off",
    "round_all",
    "round_law",
    "simplest",
]
