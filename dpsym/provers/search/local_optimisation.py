"""Local improvement of many candidates at once, and a last polish of the best one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import scipy
from numpy.typing import NDArray

from dpsym.provers.prover import Budget
from dpsym.provers.search.divergences import Array

EXTREME = 20.0
MOST_HOPPING = 24
"""Dimensions in which jumps still find something."""

Score = Callable[[Array], Array]


def merged(fresh: Array, values: Array, pool: Array | None, score: Score) -> tuple[Array, Array]:
    """New candidates and those kept before, with the scores of all."""
    if pool is None or not len(pool):
        return fresh, values
    return np.concatenate([pool, fresh]), np.concatenate([score(pool), values])


def chosen_of(z: Array, values: Array, count: int) -> NDArray[np.intp]:
    """Indices of the best candidates and of the most moderate ones at which the claim fails."""
    best = np.argsort(-values, kind="stable")[:count]
    failing = np.flatnonzero(values > 1e-9)
    if len(failing) <= count or z.shape[1] == 0:
        return best
    size = np.minimum(np.abs(z[failing]), 50.0).max(axis=1)
    moderate = failing[np.argsort(size, kind="stable")[: count // 2]]
    # As np.unique, which loads the masked arrays of numpy.
    return np.array(sorted({*moderate.tolist(), *best[: count - len(moderate)].tolist()}))


def climb(
    score: Score,
    start: Array,
    rng: np.random.Generator,
    *,
    rounds: int,
    children: int,
    budget: Budget,
) -> tuple[Array, Array]:
    """The candidates after ``rounds`` of random steps, and their scores.

    Every candidate keeps the best of ``children`` steps, each along a few coordinates, along the
    difference of two other candidates, or along its last successful step; its step size follows
    its success.
    """
    current, value = start.copy(), score(start)
    count, width = current.shape
    if width == 0 or count == 0:
        return current, value
    sizes = np.full(count, 0.5)
    memory = np.zeros_like(current)
    for _ in range(rounds):
        if budget.spent:
            break
        steps = _steps(current, memory, sizes, children, rng)
        proposals = np.where(
            np.abs(current[:, None, :]) > EXTREME,
            current[:, None, :],
            np.clip(current[:, None, :] + steps, -EXTREME, EXTREME),
        )
        scores = score(proposals.reshape(-1, width)).reshape(count, children)
        best = scores.argmax(axis=1)
        rows = np.arange(count)
        better = scores[rows, best] > value
        memory = np.where(better[:, None], steps[rows, best], 0.5 * memory)
        current = np.where(better[:, None], proposals[rows, best], current)
        value = np.where(better, scores[rows, best], value)
        sizes = np.clip(np.where(better, sizes * 1.4, sizes * 0.75), 1e-7, 4.0)
    return current, value


def _steps(
    current: Array, memory: Array, sizes: Array, children: int, rng: np.random.Generator
) -> Array:
    count, width = current.shape
    shape = (count, children, width)
    moved = rng.random(shape) < rng.choice([1.0, 0.5, 2.0 / width], (count, children, 1))
    noise = rng.normal(0, 1, shape) * moved * np.exp(rng.uniform(-2, 1, (count, children, 1)))
    steps = noise * sizes[:, None, None]
    one, two = rng.integers(count, size=(2, count, children))
    gap = current[one] - current[two]
    crossed = rng.random((count, children, 1)) < 0.2
    steps = np.where(crossed, 0.7 * np.clip(gap, -5, 5) + 0.1 * steps, steps)
    again = rng.random((count, children, 1)) < 0.15
    reach = np.exp(rng.uniform(-1, 1.5, (count, children, 1)))
    return np.asarray(np.where(again, reach * memory[:, None, :] + 0.1 * steps, steps))


def hop(
    score: Score, start: Array, rng: np.random.Generator, *, hops: int, evaluations: int
) -> Array:
    """One candidate after jumps from hill to hill, each climbed by the simplex method.

    For laws in a chain, of which a change of one alone leads nowhere. Never worse than ``start``.
    """
    if len(start) == 0 or len(start) > MOST_HOPPING:
        return start

    def loss(z: Array) -> float:
        return -float(score(z[None, :])[0])

    found = scipy.optimize.basinhopping(
        loss, start, niter=hops, T=0.05, stepsize=1.0, rng=rng,
        minimizer_kwargs={
            "method": "Nelder-Mead",
            "options": {"maxfev": evaluations, "xatol": 1e-6, "fatol": 1e-12, "adaptive": True},
        },
    )  # fmt: skip
    return np.asarray(found.x) if found.fun < loss(start) else start


def polish(score: Score, start: Array, *, evaluations: int, budget: Budget) -> Array:
    """One candidate moved uphill by the simplex method; never worse than ``start``."""
    if len(start) == 0 or len(start) > 16:
        return start

    def loss(z: Array) -> float:
        if budget.spent:
            raise StopIteration
        return -float(score(z[None, :])[0])

    try:
        found = scipy.optimize.minimize(
            loss, start, method="Nelder-Mead",
            options={"maxfev": evaluations, "xatol": 1e-6, "fatol": 1e-12, "adaptive": True},
        )  # fmt: skip
        better = bool(found.fun < loss(start))
    except StopIteration:
        return start
    return np.asarray(found.x) if better else start
