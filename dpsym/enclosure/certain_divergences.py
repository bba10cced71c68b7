"""Divergences of pairs of finite laws in floats, each with a bound on its error.

With u = 2**-53 and e for the relative errors of two masses of one outcome together, a likelihood
ratio is within e + 2u and the loss z of an outcome within ``e + 3u + 2*UNITS*u*|z|``; each bound
below follows from that and from ``n*u`` for a sum of n nonnegative terms, doubled for what is of
second order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sympy import Basic

from dpsym.enclosure.outward import Array, Span
from dpsym.language import heads

U = 2.0**-53
UNITS = 8.0
"""Units in the last place by which numpy's logarithms and exponentials err at most."""
_TINY = 1e-300


def outward(low: Any, high: Any) -> Span:
    """The ends, moved out by a unit in the last place."""
    return (
        np.asarray(low - np.abs(low) * 2 * U - _TINY),
        np.asarray(high + np.abs(high) * 2 * U + _TINY),
    )


@dataclass(slots=True)
class Losses:
    """A pair of laws: masses, losses (zero without mass), and the rows that are singular.

    ``off`` bounds the relative errors of two masses of one outcome together.
    """

    p: Array
    q: Array
    z: Array
    singular: NDArray[np.bool_]
    off: Array

    @property
    def spread(self) -> Array:
        """The largest absolute loss, rounded up."""
        return np.asarray(np.abs(self.z).max(axis=1) * (1 + 64 * U) + 16 * U)

    @property
    def error(self) -> Array:
        """A bound on the error of every loss."""
        return np.asarray((6 + 4 * UNITS * self.spread) * U + 2 * self.off)


def _around(value: Array, error: Array, losses: Losses) -> Span:
    """The value within its error, nonnegative; infinite where P has mass and Q none."""
    low, high = outward(value - error, value + error)
    return (
        np.where(losses.singular, np.inf, np.maximum(low, 0.0)),
        np.where(losses.singular, np.inf, high),
    )


def _renyi(order: Span, pair: Losses) -> Span:
    low, high = (_renyi_at(np.broadcast_to(end, pair.singular.shape), pair) for end in order)
    # Renyi divergences increase with the order, which may itself be known to a few units only
    return low[0], high[1]


def _renyi_at(order: Array, pair: Losses) -> Span:
    s = order - 1
    # the double order - 1 is within one unit of the order's own last place
    off = 2 * U * np.abs(order)
    exponent = s[:, None] * pair.z
    total = (pair.p * np.exp(exponent)).sum(axis=1)
    relative = s * pair.error + (off + 4 * U * s) * pair.spread
    relative = 2 * (relative + pair.off + (4 * UNITS + 4 + pair.p.shape[1]) * U)
    value = np.log(total)
    error = relative + 4 * UNITS * U * np.abs(value)
    error = np.where(relative < 1e-3, error, np.inf) / s + np.abs(value / s) * (off / s + 8 * U)
    low, high = _around(value / s, error, pair)
    # below order one, or at one, there is no rule here
    valid = s > 0
    return np.where(valid, low, 0.0), np.where(valid, high, np.inf)


def _kl(pair: Losses) -> Span:
    size = (pair.p * np.abs(pair.z)).sum(axis=1)
    error = 2 * (pair.error + (pair.off + (4 + pair.p.shape[1]) * U) * size)
    return _around((pair.p * pair.z).sum(axis=1), error, pair)


def _max_divergence(pair: Losses) -> Span:
    value = np.where(pair.p > 0, pair.z, -np.inf).max(axis=1)
    return _around(value, 2 * pair.error, pair)


def _hockey_stick(epsilon: Span, pair: Losses) -> Span:
    ends = []
    for end, sign in ((epsilon[1], -1.0), (epsilon[0], 1.0)):
        factor = np.exp(np.broadcast_to(end, pair.singular.shape))[:, None]
        gap = np.maximum(pair.p - factor * pair.q, 0.0).sum(axis=1)
        size = (pair.p + factor * pair.q).sum(axis=1)
        share = (4 * UNITS + 4 + pair.p.shape[1]) * U + pair.off
        ends.append(gap + sign * 2 * share * size)
    low, high = outward(*ends)
    return np.maximum(low, 0.0), high


def _total_variation(pair: Losses) -> Span:
    value = np.abs(pair.p - pair.q).sum(axis=1) / 2
    error = 2 * ((4 + pair.p.shape[1]) * U + pair.off)
    low, high = outward(value - error, value + error)
    return np.maximum(low, 0.0), high


def _chi_squared(pair: Losses) -> Span:
    size = np.where(pair.q > 0, pair.p**2 / np.where(pair.q > 0, pair.q, 1.0), 0.0).sum(axis=1)
    share = (8 + pair.p.shape[1]) * U + 4 * pair.off
    return _around(size - 1, 2 * share * (size + 1), pair)


DIVERGENCES: dict[type[Basic], Callable[..., Span]] = {
    heads.Renyi: _renyi,
    heads.KL: _kl,
    heads.MaxDivergence: _max_divergence,
    heads.HockeyStick: _hockey_stick,
    heads.TotalVariation: _total_variation,
    heads.ChiSquared: _chi_squared,
}
