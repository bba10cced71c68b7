"""Divergences of many pairs of laws at once, in floats: the guide of the search, never its judge.

A pair is two arrays of shape ``(batch, atoms)``, or a Gaussian pair, which is its standardised
shift ``(batch,)``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

Array = NDArray[np.float64]
ROUNDING = 1e-15
COARSE = 1 + np.concatenate([[0.0], np.logspace(-3, 4, 29)])
FINE = np.linspace(-1, 1, 7)
LARGEST = 2**16
"""Numbers of a temporary array, which a cache of the processor holds; what needs more is computed
for some of the points at a time."""


@dataclass(frozen=True, slots=True)
class FinitePair:
    """Two laws on the same atoms; the first is the numerator."""

    numerator: Array
    denominator: Array

    @property
    def reversed(self) -> FinitePair:
        """The other law as the numerator."""
        return FinitePair(self.denominator, self.numerator)

    def log_ratio(self) -> Array:
        """The log ratio: oo where only Q vanishes, -oo where only P does, 0 where both do."""
        ratio = np.log(self.numerator) - np.log(self.denominator)
        return np.where((self.numerator <= 0) & (self.denominator <= 0), 0.0, ratio)


@dataclass(frozen=True, slots=True)
class GaussianPair:
    """N(0, 1) against N(shift, 1)."""

    shift: Array

    @property
    def reversed(self) -> GaussianPair:
        """The same: the law is symmetric."""
        return self


Pair = FinitePair | GaussianPair


def renyi(alpha: Array, pair: Pair) -> Array:
    """Renyi divergences; ``alpha`` has shape ``(batch,)`` or ``(batch, orders)``, the result too.

    Order 1 gives KL, order oo the max divergence.
    """
    if isinstance(pair, GaussianPair):
        shift = pair.shift if alpha.ndim == 1 else pair.shift[:, None]
        return np.asarray(np.where(shift == 0, 0.0, alpha * shift**2 / 2))
    value = _by_blocks(_renyi, alpha if alpha.ndim == 2 else alpha[:, None], pair)
    return value if alpha.ndim == 2 else value[:, 0]


def _by_blocks(
    function: Callable[[Array, FinitePair], Array], values: Array, pair: FinitePair
) -> Array:
    """A function of ``values``, of shape ``(batch, many)``, and a pair; few points at a time."""
    rows = max(1, LARGEST // (values.shape[1] * pair.numerator.shape[1]))
    if len(values) <= rows:
        return function(values, pair)
    blocks = [slice(start, start + rows) for start in range(0, len(values), rows)]
    return np.concatenate(
        [
            function(values[rows], FinitePair(pair.numerator[rows], pair.denominator[rows]))
            for rows in blocks
        ]
    )


def _renyi(orders: Array, pair: FinitePair) -> Array:
    weight = pair.numerator
    ratio = np.where(weight > 0, pair.log_ratio(), 0.0)
    finite = np.where(np.isinf(ratio), 0.0, ratio)
    drift = np.where(weight > 0, np.expm1(-finite), 0.0)
    lost = np.where(weight > 0, 0.0, pair.denominator).sum(axis=-1)
    exponent = (orders[:, :, None] - 1) * ratio[:, None, :]
    exponent = np.where(weight[:, None, :] > 0, exponent, 0.0)
    top = np.maximum(exponent.max(axis=-1), 0.0)
    infinite = np.isinf(top)
    mass = weight[:, None, :]
    # adding (alpha - 1)*sum(Q - P) = 0 atom by atom keeps the digits of near-equal laws
    growth = np.expm1(np.minimum(exponent, 1.0)) + (orders[:, :, None] - 1) * drift[:, None, :]
    near = np.log1p((mass * growth).sum(axis=-1) + (orders - 1) * lost[:, None])
    shifted = exponent - np.where(infinite, 0.0, top)[..., None]
    far = top + np.log((mass * np.exp(shifted)).sum(axis=-1))
    value = np.where(top < 0.5, near, far) / np.where(orders > 1, orders - 1, 1.0)
    value = np.where(infinite, np.inf, np.maximum(value, 0.0))
    value = np.where(orders <= 1 + 1e-12, kl(pair)[:, None], value)
    return np.asarray(np.where(np.isinf(orders), max_divergence(pair)[:, None], value))


def over_orders(score: Callable[[Array, Array], Array], two: Pair, upper: Array | None) -> Array:
    """The largest score(order, Renyi divergence) over the orders in (1, upper), refined twice."""
    size = len(two.shift if isinstance(two, GaussianPair) else two.numerator)
    orders = np.broadcast_to(COARSE, (size, len(COARSE)))
    if upper is not None:
        top = np.clip(upper[:, None], 1.0, 1e6)
        orders = 1 + (top - 1) * np.concatenate([[0.0], np.logspace(-5, 0, 24)])[None, :]
    best = np.full(size, -np.inf)
    for width in (0.6, 0.12, 0.0):
        values = score(orders, renyi(np.ascontiguousarray(orders), two))
        index = np.nanargmax(np.where(np.isnan(values), -np.inf, values), axis=1)
        rows = np.arange(size)
        best = np.fmax(best, values[rows, index])
        if width == 0.0:
            break
        center = np.maximum(orders[rows, index] - 1, 1e-7)
        orders = 1 + center[:, None] * np.exp(width * FINE)[None, :]
        if upper is not None:
            orders = np.minimum(orders, np.clip(upper, 1.0, 1e6)[:, None])
    return best


def concentration(xi: Array, pair: Pair) -> Array:
    """The least rho with a Renyi divergence of at most ``xi + rho*alpha`` at all orders."""
    if isinstance(pair, GaussianPair):
        return np.asarray(pair.shift**2 / 2 + np.maximum(-xi, 0.0))
    base = xi[:, None] if xi.ndim else xi
    return over_orders(lambda a, d: (d - base) / a, pair, None)


def kl(pair: Pair) -> Array:
    """Kullback-Leibler divergences."""
    if isinstance(pair, GaussianPair):
        return np.asarray(pair.shift**2 / 2)
    ratio = pair.log_ratio()
    drift = np.where(np.isinf(ratio), 0.0, np.expm1(-np.where(np.isinf(ratio), 0.0, ratio)))
    terms = np.where(pair.numerator > 0, pair.numerator * (ratio + drift), 0.0)
    lost = np.where(pair.numerator > 0, 0.0, pair.denominator).sum(axis=-1)
    return np.asarray(np.maximum(terms.sum(axis=-1) + lost, 0.0))


def max_divergence(pair: Pair) -> Array:
    """Max divergences: log of the largest likelihood ratio."""
    if isinstance(pair, GaussianPair):
        return np.asarray(np.where(pair.shift == 0, 0.0, np.inf))
    return np.asarray(np.where(pair.numerator > 0, pair.log_ratio(), -np.inf).max(axis=-1))


def hockey_stick(epsilon: Array, pair: Pair) -> Array:
    """Hockey-stick divergences; ``epsilon`` has shape ``(batch,)`` or ``(batch, values)``."""
    if isinstance(pair, GaussianPair):
        shift = np.maximum(pair.shift if epsilon.ndim == 1 else pair.shift[:, None], 1e-300)
        above = scipy.special.ndtr(shift / 2 - epsilon / shift)
        below = np.exp(epsilon + scipy.special.log_ndtr(-shift / 2 - epsilon / shift))
        return np.asarray(np.maximum(above - below, 0.0))
    value = _by_blocks(_hockey_stick, epsilon if epsilon.ndim == 2 else epsilon[:, None], pair)
    return value if epsilon.ndim == 2 else value[:, 0]


def _hockey_stick(epsilon: Array, pair: FinitePair) -> Array:
    p, q, factor = pair.numerator, pair.denominator[:, None, :], np.exp(epsilon)[:, :, None]
    # In one array, as there may be many values: an infinite factor of nothing is nothing.
    gap = factor * q if np.isfinite(factor).all() else np.where(q > 0, factor * q, 0.0)
    np.subtract(p[:, None, :], gap, out=gap)
    np.fmax(gap, 0.0, out=gap)
    gap *= gap > (ROUNDING * p)[:, None, :]
    return np.asarray(gap.sum(axis=-1))


def loss_tail(epsilon: Array, pair: Pair) -> Array:
    """Probabilities under P that log(P/Q) exceeds ``epsilon``, of shape ``(batch,)``."""
    if isinstance(pair, GaussianPair):
        shift = np.maximum(pair.shift, 1e-300)
        return np.asarray(scipy.special.ndtr(shift / 2 - epsilon / shift))
    p, bound = pair.numerator, np.exp(epsilon)[:, None] * pair.denominator
    return np.asarray(np.where(p > bound * (1 + 1e-12), p, 0.0).sum(axis=-1))


def total_variation(pair: Pair) -> Array:
    """Half the L1 distances."""
    if isinstance(pair, GaussianPair):
        return np.asarray(2 * scipy.special.ndtr(np.abs(pair.shift) / 2) - 1)
    return np.asarray(np.abs(pair.numerator - pair.denominator).sum(axis=-1) / 2)


def chi_squared(pair: Pair) -> Array:
    """Chi-squared divergences."""
    if isinstance(pair, GaussianPair):
        return np.asarray(np.expm1(pair.shift**2))
    gap = pair.numerator - pair.denominator
    return np.asarray(np.where(gap == 0, 0.0, gap**2 / pair.denominator).sum(axis=-1))


def hellinger(pair: Pair) -> Array:
    """Squared Hellinger distances, at most one."""
    if isinstance(pair, GaussianPair):
        return np.asarray(-np.expm1(-(pair.shift**2) / 8))
    gap = np.sqrt(pair.numerator) - np.sqrt(pair.denominator)
    return np.asarray((gap**2).sum(axis=-1) / 2)


def conditional(pair: Pair) -> tuple[Pair, Array]:
    """The pair given that both laws have mass, and the mass that the numerator loses by that."""
    if isinstance(pair, GaussianPair):
        return pair, np.zeros_like(pair.shift)
    shared = (pair.numerator > 0) & (pair.denominator > 0)
    p, q = np.where(shared, pair.numerator, 0.0), np.where(shared, pair.denominator, 0.0)
    kept, left = p.sum(axis=-1, keepdims=True), q.sum(axis=-1, keepdims=True)
    lost = np.where(shared, 0.0, pair.numerator).sum(axis=-1)
    reduced = FinitePair(
        np.where(kept > 0, p / kept, 1 / p.shape[-1]), np.where(left > 0, q / left, 1 / q.shape[-1])
    )
    return reduced, lost


def cumulants(lambdas: Array, pair: Pair) -> Array:
    """The log of E exp(l*(Z - E Z)), Z the privacy loss; shape ``(batch, len(lambdas))``."""
    if isinstance(pair, GaussianPair):
        return np.asarray(lambdas[None, :] ** 2 * pair.shift[:, None] ** 2 / 2)
    every = np.broadcast_to(lambdas, (len(pair.numerator), len(lambdas)))
    return _by_blocks(_cumulants, every, pair)


def _cumulants(lambdas: Array, pair: FinitePair) -> Array:
    weight = pair.numerator[:, None, :]
    ratio = np.where(pair.numerator > 0, pair.log_ratio(), 0.0)
    centred = ratio - (pair.numerator * ratio).sum(axis=-1, keepdims=True)
    exponent = lambdas[:, :, None] * centred[:, None, :]
    top = np.maximum(exponent.max(axis=-1), 0.0)
    far = top + np.log((weight * np.exp(exponent - top[..., None])).sum(axis=-1))
    small = np.clip(exponent, -1.0, 1.0)
    near = np.log1p((weight * (np.expm1(small) - small)).sum(axis=-1))
    return np.asarray(np.where(np.abs(exponent).max(axis=-1) < 0.5, near, far))
