"""What a search moves: unconstrained real vectors, and the numbers and laws they stand for.

A number is a monotone image of one real, so that equal steps are equal ratios of the distance to
the ends of its domain; a law is the softmax of one real for each atom, where a real below ``VOID``
stands for a zero.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from sympy import S, Symbol

from dpsym.language.domains import Integers, Interval
from dpsym.provers.search.divergences import Array

VOID = -60.0
FAR = 45.0
SHORT_RANGE = 60


@dataclass(frozen=True, slots=True)
class Coordinate:
    """A number with its domain, moved by one real."""

    name: Symbol
    domain: Interval | Integers

    def values(self, z: Array) -> Array:
        """The numbers at these reals, always inside the domain."""
        low, high = _end(self.domain.lower), _end(self.domain.upper)
        if isinstance(self.domain, Integers):
            return _integers(z, low, high)
        closed_low = not self.domain.lower_open and np.isfinite(low)
        closed_high = not self.domain.upper_open and np.isfinite(high)
        if np.isfinite(low) and np.isfinite(high):
            value = np.where(
                z < 0, low + (high - low) * _logistic(z), high - (high - low) * _logistic(-z)
            )
            value = np.clip(value, low, high)
        elif np.isfinite(low):
            value = low + np.exp(np.clip(z, -FAR, FAR))
        elif np.isfinite(high):
            value = high - np.exp(np.clip(-z, -FAR, FAR))
        else:
            value = np.sinh(np.clip(z, -FAR, FAR))
        if closed_low:
            value = np.where(z <= -FAR + 5, low, value)
        if closed_high:
            value = np.where(z >= FAR - 5, high, value)
        return np.asarray(value)

    def grid(self, count: int, reach: float) -> Array:
        """Reals of evenly spread numbers; of evenly spread logarithms where there is no end."""
        if not np.isfinite([_end(self.domain.lower), _end(self.domain.upper)]).all():
            return np.linspace(-reach, reach, count)
        part = np.linspace(0, 1, count + 2)[1:-1]
        return np.clip(np.log(part / (1 - part)), -reach, reach)

    def sample(self, rng: np.random.Generator, count: int) -> Array:
        """Reals spread over the ordinary, the small and large, and the ends."""
        z = rng.normal(0.0, 1.5, count)
        wide = rng.random(count)
        z = np.where(wide < 0.25, rng.uniform(-8, 8, count), z)
        z = np.where(wide < 0.06, rng.uniform(-26, 26, count), z)
        ends = rng.random(count)
        z = np.where(ends < 0.03, -FAR, np.where(ends > 0.985, FAR, z))
        endless = self.domain.lower is S.NegativeInfinity and self.domain.upper is S.Infinity
        if endless or isinstance(self.domain, Integers):
            z = np.where(np.abs(z) >= FAR, 0.0, z)
        return np.asarray(z)


def _end(value: object) -> float:
    return float(value)  # type: ignore[arg-type]


def _logistic(z: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-np.clip(z, -700, 700))))


def _integers(z: Array, low: float, high: float) -> Array:
    if np.isfinite(low) and np.isfinite(high) and high - low <= SHORT_RANGE:
        return np.asarray(np.minimum(low + np.floor((high - low + 1) * _logistic(z)), high))
    if np.isfinite(low):
        return np.asarray(np.minimum(low + np.floor(np.exp(np.clip(z, -5, 14))), high))
    if np.isfinite(high):
        return np.asarray(high - np.floor(np.exp(np.clip(-z, -5, 14))))
    return np.asarray(np.round(np.sinh(np.clip(z, -14, 14))))


@dataclass(frozen=True, slots=True)
class Row:
    """Laws that are sampled together, such as the databases of one mechanism in a row."""

    names: tuple[Symbol, ...]
    atoms: int

    @property
    def width(self) -> int:
        """How many reals the laws take."""
        return len(self.names) * self.atoms

    def values(self, z: Array) -> dict[Symbol, Array]:
        """The laws at these reals, arrays of shape ``(batch, atoms)``."""
        blocks = z.reshape(len(z), len(self.names), self.atoms)
        laws = softmax(blocks)
        return {name: laws[:, i] for i, name in enumerate(self.names)}

    def sample(self, rng: np.random.Generator, count: int) -> Array:
        """Reals of independent, of nearly equal and of drifting laws, some with zeros."""
        shape = (count, len(self.names), self.atoms)
        scale = np.exp(rng.uniform(-1.5, 1.8, (count, 1, 1)))
        base = rng.normal(0, 1, (count, 1, self.atoms)) * scale * 1.5
        drift = rng.normal(0, 1, (count, 1, self.atoms)) * np.arange(len(self.names))[None, :, None]
        near = np.exp(rng.uniform(-4, 1.5, (count, 1, 1)))
        free = rng.normal(0, 1, shape)
        kind = rng.random((count, 1, 1))
        logits = np.where(
            kind < 0.35,
            base + near * drift + 0.1 * near * free,
            np.where(kind < 0.65, base + near * free, scale * 1.5 * free),
        )
        holes = rng.random(shape) < np.where(rng.random((count, 1, 1)) < 0.3, 0.3, 0.0)
        holes &= ~holes.all(axis=2, keepdims=True)
        return np.where(holes, 2 * VOID, logits).reshape(count, -1)


def softmax(z: Array) -> Array:
    """Probabilities along the last axis; reals below ``VOID`` give exact zeros."""
    shifted = z - z.max(axis=-1, keepdims=True)
    weights = np.where(shifted < VOID, 0.0, np.exp(np.maximum(shifted, VOID)))
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))
