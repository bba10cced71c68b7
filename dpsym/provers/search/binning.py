"""The masses that continuous laws give to bins, in floats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
import scipy
from sympy import Basic, Symbol, lambdify

from dpsym.language.heads import Geometric, Laplace
from dpsym.language.noises import NOISES, Noise
from dpsym.provers.search.batch import Batch, UnsupportedError
from dpsym.provers.search.copies import MAX_ATOMS
from dpsym.provers.search.divergences import Array

BINS = 24
REACH = 12.0
"""Beyond so many widths a discrete normal law has no mass that doubles would notice."""


def binned(kind: type[Basic], centers: Sequence[Array], widths: Sequence[Array]) -> list[Array]:
    """Noise laws of one kind as masses on common bins."""
    steep = kind is Laplace
    edges = _between(centers) if steep else _around(centers, widths)
    places = ((edges - c[:, None]) / w[:, None] for c, w in zip(centers, widths, strict=True))
    return [laplace_bins(x) if steep else bins(kind, x) for x in places]


def on_integers(
    kind: type[Basic], centers: Sequence[Array], widths: Sequence[Array], batch: Batch
) -> list[Array]:
    """Masses of laws on the integers.

    Raises:
        UnsupportedError: they spread over too many.
    """
    geometric = kind is Geometric
    reach = 0.0 if geometric else np.ceil(REACH * np.max(widths)) + 1
    low, high = np.min(centers) - reach, np.max(centers) + reach
    if not high - low <= MAX_ATOMS:
        raise UnsupportedError("too many integers within reach of the laws")
    batch.hold(int(high - low + 1) * len(centers))
    places = np.arange(low, high + 1)[None, :]
    masses = _geometric if geometric else _discrete
    return [
        masses(places - center[:, None], width[:, None])
        for center, width in zip(centers, widths, strict=True)
    ]


def _geometric(places: Array, rate: Array) -> Array:
    """Masses that are exact where all below the first place and above the last are one outcome."""
    q = np.exp(-rate)
    mass = q ** np.abs(places) / (1 + q)
    mass[:, 1:-1] *= 1 - q
    return mass if places.shape[1] > 1 else np.ones_like(mass)


def _discrete(places: Array, width: Array) -> Array:
    mass = np.exp(-((places / width) ** 2) / 2)
    return np.asarray(mass / mass.sum(axis=1, keepdims=True))


def _around(centers: Sequence[Array], widths: Sequence[Array]) -> Array:
    steps = np.linspace(-6, 6, 2 * BINS + 1)[None, :]
    pieces = [steps * w[:, None] + c[:, None] for c, w in zip(centers, widths, strict=True)]
    return np.sort(np.concatenate(pieces, axis=1), axis=1)


def _between(centers: Sequence[Array]) -> Array:
    """Edges between the centers of Laplace laws: beyond them the ratio is constant."""
    low, high = np.min(centers, axis=0)[:, None], np.max(centers, axis=0)[:, None]
    return np.asarray(low + (high - low) * np.linspace(0, 1, BINS + 1)[None, :])


def bins(kind: type[Basic], x: Array) -> Array:
    """Masses of a symmetric law below, between and above edges, one row for each point.

    >>> from dpsym.language.heads import Gaussian
    >>> bins(Gaussian, np.array([[0.0]]))
    array([[0.5, 0.5]])
    """
    mass = _mass(NOISES[kind])
    below, above = mass(x), mass(-x)
    inner = np.where(below[:, 1:] < 0.5, np.diff(below, axis=1), -np.diff(above, axis=1))
    return np.concatenate([below[:, :1], inner, above[:, -1:]], axis=1)


@cache
def _mass(noise: Noise) -> Callable[[Array], Array]:
    """The mass of the law of location 0 and width 1 below a number."""
    x = Symbol("x", real=True)
    words = [{"Phi": scipy.special.ndtr}, "numpy"]
    below: Callable[[Array], Array] = lambdify(x, noise.below(x), modules=words)
    return below


def laplace_bins(x: Array) -> Array:
    """The same for the standard Laplace law, with all digits also of narrow bins.

    >>> laplace_bins(np.array([[0.0]]))
    array([[0.5, 0.5]])
    """
    left, right = x[:, :-1], x[:, 1:]
    rising = np.exp(-np.abs(left)) * np.expm1(np.clip(right - left, 0, 700)) / 2
    falling = -np.exp(-np.abs(left)) * np.expm1(left - right) / 2
    astride = -(np.expm1(-np.abs(left)) + np.expm1(-np.abs(right))) / 2
    inner = np.where(right <= 0, rising, np.where(left >= 0, falling, astride))
    first = np.where(x[:, :1] < 0, np.exp(-np.abs(x[:, :1])) / 2, 1 - np.exp(-x[:, :1]) / 2)
    last = np.where(x[:, -1:] > 0, np.exp(-np.abs(x[:, -1:])) / 2, 1 - np.exp(x[:, -1:]) / 2)
    return np.concatenate([first, inner, last], axis=1)
