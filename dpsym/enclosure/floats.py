"""Divergences of many finite laws at once, in floating point: a guide for search, never evidence.

Probabilities run along the last axis of P and Q; orders and epsilons broadcast against the leading
axes. P is the numerator, values are in nats, and infinite where P is not absolutely continuous.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
_MEAN_ONLY = 1e-14


def _prepared(P: ArrayLike, Q: ArrayLike) -> tuple[Array, Array, Array, NDArray[np.bool_]]:
    """Both laws, the loss (0 where P has no mass), and where P has mass and Q none."""
    p, q = np.broadcast_arrays(np.asarray(P, dtype=float), np.asarray(Q, dtype=float))
    both = (p > 0) & (q > 0)
    loss = np.log(np.where(both, p, 1.0)) - np.log(np.where(both, q, 1.0))
    singular: NDArray[np.bool_] = np.any((p > 0) & (q <= 0), axis=-1)
    return p, q, loss, singular


def _finish(value: Any, singular: NDArray[np.bool_]) -> Array:
    result: Array = np.where(singular, np.inf, np.maximum(value, 0.0))
    return result


def renyi(alpha: ArrayLike, P: ArrayLike, Q: ArrayLike) -> Array:
    """The Renyi divergence of order alpha in [1, oo], stable near 1 and for huge orders.

    >>> float(renyi(2.0, [0.5, 0.5], [0.25, 0.75]).round(6))
    0.287682
    """
    p, _, loss, singular = _prepared(P, Q)
    order, singular = np.broadcast_arrays(np.asarray(alpha, dtype=float), singular)
    s = np.where(np.isinf(order), 2.0, order) - 1.0
    mean = np.sum(p * loss, axis=-1)
    top = np.max(np.where(p > 0, loss, -np.inf), axis=-1)
    with np.errstate(all="ignore"):
        exponent = s[..., None] * loss
        near = np.log1p(np.sum(p * np.expm1(np.clip(exponent, -700, 700)), axis=-1)) / s
        peak = s * top
        far = top + np.log(np.sum(p * np.exp(exponent - peak[..., None]), axis=-1)) / s
    spread = np.abs(s) * np.max(np.abs(loss), axis=-1)
    value = np.where(spread < 1.0, near, far)
    value = np.where(spread < _MEAN_ONLY, mean, value)
    value = np.where(np.isinf(order), top, np.where(s == 0, mean, value))
    return _finish(value, singular)


def kl(P: ArrayLike, Q: ArrayLike) -> Array:
    """The KL divergence.

    >>> float(kl([1.0, 0.0], [0.5, 0.5]).round(6))
    0.693147
    """
    p, _, loss, singular = _prepared(P, Q)
    return _finish(np.sum(p * loss, axis=-1), singular)


def max_divergence(P: ArrayLike, Q: ArrayLike) -> Array:
    """The largest log-likelihood ratio.

    >>> float(max_divergence([0.5, 0.5], [1.0, 0.0]))
    inf
    """
    p, _, loss, singular = _prepared(P, Q)
    return _finish(np.max(np.where(p > 0, loss, -np.inf), axis=-1), singular)


def hockey_stick(epsilon: ArrayLike, P: ArrayLike, Q: ArrayLike) -> Array:
    """The mass of max(P - exp(epsilon)*Q, 0), for any epsilon up to the infinities.

    >>> float(hockey_stick(0.0, [0.5, 0.5], [0.25, 0.75]))
    0.25
    """
    p, q, loss, _ = _prepared(P, Q)
    level = np.asarray(epsilon, dtype=float)[..., None]
    with np.errstate(all="ignore"):
        part = -np.expm1(np.minimum(level - loss, 0.0))
    mass = np.where(q > 0, p * part, p)
    result: Array = np.sum(mass, axis=-1)
    return result


def total_variation(P: ArrayLike, Q: ArrayLike) -> Array:
    """Half the L1 distance.

    >>> float(total_variation([1.0, 0.0], [0.0, 1.0]))
    1.0
    """
    result: Array = np.abs(np.asarray(P, dtype=float) - np.asarray(Q, dtype=float)).sum(axis=-1) / 2
    return result


def chi_squared(P: ArrayLike, Q: ArrayLike) -> Array:
    """The sum of (P - Q)**2/Q.

    >>> float(chi_squared([1.0, 0.0], [0.5, 0.5]))
    1.0
    """
    p, q, _, singular = _prepared(P, Q)
    return _finish(np.sum((p - q) ** 2 / np.where(q > 0, q, 1.0), axis=-1), singular)


def hellinger(P: ArrayLike, Q: ArrayLike) -> Array:
    """The squared Hellinger distance 1 - sum of sqrt(P*Q).

    >>> float(hellinger([1.0, 0.0], [0.0, 1.0]))
    1.0
    """
    p, q = np.asarray(P, dtype=float), np.asarray(Q, dtype=float)
    result: Array = np.sum((np.sqrt(p) - np.sqrt(q)) ** 2, axis=-1) / 2
    return result


__all__ = [
    "chi_squared",
    "hellinger",
    "hockey_stick",
    "kl",
    "max_divergence",
    "renyi",
    "total_variation",
]
