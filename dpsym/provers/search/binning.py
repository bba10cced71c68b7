"""The masses that continuous laws give to bins, in floats."""

from __future__ import annotations

import numpy as np
from scipy import special

from dpsym.provers.search.divergences import Array


def normal_bins(x: Array) -> Array:
    """Masses of the standard normal law below, between and above edges, one row for each point.

    >>> normal_bins(np.array([[0.0]]))
    array([[0.5, 0.5]])
    """
    below, above = special.ndtr(x), special.ndtr(-x)
    inner = np.where(below[:, 1:] < 0.5, np.diff(below, axis=1), -np.diff(above, axis=1))
    return np.concatenate([below[:, :1], inner, above[:, -1:]], axis=1)


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
