"""The masses that continuous laws give to bins, in floats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
import scipy
from sympy import Basic, Symbol, lambdify

from dpsym.language.heads import Laplace
from dpsym.language.noises import NOISES, Noise
from dpsym.provers.search.divergences import Array

BINS = 24


def binned(kind: type[Basic], centers: Sequence[Array], widths: Sequence[Array]) -> list[Array]:
    """Noise laws of one kind as masses on common bins."""
    steep = kind is Laplace
    edges = _between(centers) if steep else _around(centers, widths)
    places = ((edges - c[:, None]) / w[:, None] for c, w in zip(centers, widths, strict=True))
    return [laplace_bins(x) if steep else bins(kind, x) for x in places]


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
