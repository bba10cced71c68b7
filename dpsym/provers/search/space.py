"""A space of candidate counterexamples: points at which most hypotheses hold by construction.

Some names are free and moved by a real vector; others are read off: the least value with which a
hypothesis holds, given everything chosen before. What can be neither is a constraint, which the
score penalises.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from sympy import Add, Basic, Expr, Symbol
from sympy.core.relational import Relational, StrictGreaterThan, StrictLessThan

from dpsym.language.claim import Claim
from dpsym.language.domains import Interval
from dpsym.provers.search.batch import Batch, CrowdedError
from dpsym.provers.search.coordinates import Coordinate, Row, softmax
from dpsym.provers.search.divergences import Array
from dpsym.provers.search.numeric import scalar
from dpsym.provers.search.violation import excess, required

CUT = "cut."
"""How names of points begin that cut the line of an answer into parts that are told apart."""
INFEASIBLE = -1.0
INVALID = -9.0
STRICTLY = 1e-8
"""How far beyond the least value, as a part of it, a name is read off a strict hypothesis."""
LOST = 1e9
"""How much larger than its sum, or than one, terms may be before floats lose what it is."""
LARGEST_LOGARITHM = 30.0
"""Beyond it the laws of an epsilon underflow in floats, and products of them look singular."""


@dataclass(frozen=True, slots=True)
class Demand:
    """One lower bound on a name that a hypothesis sets.

    Attributes:
        hypothesis: the hypothesis that must hold.
        place: the place of the parameter in a guarantee; None for a relation.
        bound: for a relation, the expression that the parameter must reach.
        inverse: the name as an expression of ``level``, the least value of the parameter.
        level: the symbol that stands for that value.
    """

    hypothesis: Basic
    place: int | None
    bound: Expr | None
    inverse: Expr
    level: Symbol

    def value(self, batch: Batch, *, below: bool = False) -> Array:
        """The least value of the name at every point, or the largest; a little beyond if strict."""
        value = self._end(batch)
        if not isinstance(self.hypothesis, StrictLessThan | StrictGreaterThan):
            return value
        step = STRICTLY * np.where(value == 0, 1.0, np.abs(value))
        return np.asarray(value - step if below else value + step)

    def _end(self, batch: Batch) -> Array:
        """The value of the name at which the parameter is the level that the hypothesis wants."""
        if self.place is not None:
            level = required(self.hypothesis, self.place, batch)
        else:
            assert self.bound is not None
            level = scalar(self.bound, batch)
        if self.inverse == self.level:
            return level
        inner = Batch(batch.size, {**batch.numbers, self.level: level})
        value = scalar(self.inverse, inner)
        largest = np.max([np.abs(scalar(t, inner)) for t in Add.make_args(self.inverse)], axis=0)
        return np.asarray(np.where(largest > LOST * np.maximum(np.abs(value), 1), np.nan, value))


@dataclass(frozen=True, slots=True)
class Reading:
    """A name whose value is the largest of its demands (the smallest, where ``below``)."""

    name: Symbol
    domain: Any
    demands: tuple[Demand, ...]
    below: bool = False

    def values(self, batch: Batch) -> Array:
        """The name's values, inside its domain where that is possible; elsewhere nan."""
        found = [demand.value(batch, below=self.below) for demand in self.demands]
        value = np.min(found, axis=0) if self.below else np.max(found, axis=0)
        low, high = float(self.domain.lower), float(self.domain.upper)
        lower_open = isinstance(self.domain, Interval) and self.domain.lower_open
        upper_open = isinstance(self.domain, Interval) and self.domain.upper_open
        value = np.minimum(value, high) if self.below else np.maximum(value, low)
        value = np.where(np.isfinite(value), value, np.nan)
        value = np.where((value < low) | (value > high), np.nan, value)
        if lower_open:
            value = np.where(value <= low, np.nan, value)
        if upper_open:
            value = np.where(value >= high, np.nan, value)
        return np.asarray(value)


@dataclass(frozen=True, slots=True)
class Kernels:
    """A kernel name with its shape."""

    name: Symbol
    inputs: int
    outputs: int

    @property
    def width(self) -> int:
        """How many reals the kernel takes."""
        return self.inputs * self.outputs


@dataclass(frozen=True, slots=True)
class Hint:
    """Where a name is rounded through another number: ``name = back``, ``inner = forth``."""

    name: Symbol
    inner: Symbol
    back: Expr
    forth: Expr


@dataclass(frozen=True, slots=True)
class View:
    """What is seen of two rounds, of which the second is asked by the answer of the first.

    Attributes:
        names: its two laws, on the pairs of answers.
        first: the laws of the first answer.
        asked: for each first answer, the laws of the second.
        masses: names for the masses of all these laws, over which trees are written.
    """

    names: tuple[Symbol, Symbol]
    first: tuple[Symbol, ...]
    asked: tuple[tuple[Symbol, ...], ...]
    masses: Mapping[Symbol, tuple[Symbol, ...]]

    def add(self, batch: Batch) -> None:
        """Gives the two laws their masses."""
        for side, name in enumerate(self.names):
            first = batch.laws[self.first[side]]
            parts = [batch.laws[laws[side]] for laws in self.asked]
            batch.laws[name] = np.concatenate(
                [first[:, [i]] * part for i, part in enumerate(parts)], axis=1
            )


@dataclass(frozen=True, slots=True)
class Space:
    """A family of candidate points.

    Attributes:
        label: what the points are, in a few words.
        claim: the original claim.
        hypotheses: those of the claim with ``replaced`` put in; only the ones left as constraints.
        conclusions: those of the claim, or their instances, with ``replaced`` put in.
        instances: special cases that stand for a conclusion, such as one kernel for all maps.
        replaced: mechanism names and structural integers with what stands for them.
        coordinates: the free numbers.
        rows: the free laws.
        kernels: the free kernels.
        readings: names that are read off, in order.
        hints: how names are rounded, where not to a rational.
        ratios: names whose exponential is a likelihood ratio, which floats hold only so far.
        view: what is seen of two rounds, where conclusions speak of it.
    """

    label: str
    claim: Claim
    hypotheses: tuple[Basic, ...]
    conclusions: tuple[Basic, ...]
    instances: Mapping[Basic, Basic]
    replaced: Mapping[Symbol, Basic]
    coordinates: tuple[Coordinate, ...]
    rows: tuple[Row, ...]
    kernels: tuple[Kernels, ...]
    readings: tuple[Reading, ...]
    hints: tuple[Hint, ...]
    ratios: tuple[Symbol, ...] = ()
    view: View | None = None

    @property
    def width(self) -> int:
        """The dimension of the real vectors."""
        return (
            len(self.coordinates)
            + sum(row.width for row in self.rows)
            + sum(kernel.width for kernel in self.kernels)
        )

    @property
    def has_chain(self) -> bool:
        """Whether more than two laws belong together, as those of databases in a row."""
        return any(len(row.names) > 2 for row in self.rows)

    def sample(self, rng: np.random.Generator, count: int) -> Array:
        """Random real vectors, shape ``(count, width)``."""
        parts = [c.sample(rng, count)[:, None] for c in self.coordinates]
        parts += [row.sample(rng, count) for row in self.rows]
        for kernel in self.kernels:
            sharp = np.exp(rng.uniform(-1, 3, (count, 1)))
            parts.append(rng.normal(0, 1, (count, kernel.width)) * sharp)
        return np.concatenate(parts, axis=1) if parts else np.zeros((count, 0))

    def batch(self, z: Array) -> Batch:
        """The points at these vectors, with every name read off."""
        batch = Batch(len(z))
        place = 0
        for coordinate in self.coordinates:
            batch.numbers[coordinate.name] = coordinate.values(z[:, place])
            place += 1
        for row in self.rows:
            batch.laws.update(row.values(z[:, place : place + row.width]))
            place += row.width
        for kernel in self.kernels:
            block = z[:, place : place + kernel.width]
            batch.kernels[kernel.name] = softmax(
                block.reshape(len(z), kernel.inputs, kernel.outputs)
            )
            place += kernel.width
        if self.view is not None:
            self.view.add(batch)
        self.complete(batch)
        return batch

    def complete(self, batch: Batch) -> None:
        """Reads off the names that have no values yet."""
        for reading in self.readings:
            if reading.name not in batch.numbers:
                batch.assign(reading.name, reading.values(batch))

    def score(self, batch: Batch) -> Array:
        """How far the claim fails: positive where hypotheses hold and a conclusion does not."""
        lack = np.zeros(batch.size)
        for reading in self.readings:
            lack = np.where(np.isnan(batch.numbers[reading.name]), np.inf, lack)
        for hypothesis in self.hypotheses:
            lack = lack + _lack(hypothesis, batch)
        for name in self.ratios:
            if name in batch.numbers:
                lack = np.where(batch.numbers[name] > LARGEST_LOGARITHM, np.inf, lack)
        worst = np.full(batch.size, -np.inf)
        for conclusion in self.conclusions:
            found = excess(conclusion, batch)
            if isinstance(conclusion, StrictLessThan | StrictGreaterThan):
                found = np.where(found == 0, 1e-6, found)
            worst = np.fmax(worst, found)
        value = np.where(lack > 0, INFEASIBLE - np.minimum(lack, 5.0), worst)
        return np.where(np.isnan(value) | np.isinf(value), INVALID, value)

    def evaluate(self, z: Array) -> Array:
        """The score at real vectors."""
        with np.errstate(all="ignore"):
            return in_blocks(lambda some: self.score(self.batch(some)), z)


def in_blocks(function: Callable[[Array], Array], z: Array) -> Array:
    """A function of real vectors; of some at a time where all would take too much memory.

    Raises:
        UnsupportedError: a single one would.
    """
    try:
        return function(z)
    except CrowdedError:
        if len(z) <= 1:
            raise
    return np.concatenate([in_blocks(function, half) for half in np.array_split(z, 2)])


def _lack(hypothesis: Basic, batch: Batch) -> Array:
    found = excess(hypothesis, batch)
    strict = isinstance(hypothesis, StrictLessThan | StrictGreaterThan)
    allowed = 0.0 if isinstance(hypothesis, Relational) else 1e-11
    failed = found >= 0 if strict else found > allowed
    return np.where(np.isnan(found), np.inf, np.where(failed, np.maximum(found, 1e-6), 0.0))
