"""Approximate privacy of hundreds of rounds or more, in floats: by sums of binomial masses."""

from __future__ import annotations

import numpy as np
import scipy
from sympy import Basic

from dpsym.language import heads
from dpsym.language.meaning import is_on_a_row, neighbouring_pairs
from dpsym.provers.search.batch import Batch
from dpsym.provers.search.divergences import Array, FinitePair
from dpsym.provers.search.numeric import pair, scalar

FEWEST = 600
"""Rounds; of fewer the outcomes are listed."""
CANCELLED = 1e-8
"""A difference that is smaller, relative to what cancels, is none that floats know."""
SMALLEST, LARGEST = 1e-290, 650.0
"""Masses and logarithms of factors within which a product is computed as it stands."""


def stick_of_rounds(guarantee: Basic, batch: Batch) -> Array | None:
    """The largest hockey stick of the pairs of many rounds; None of other guarantees."""
    mechanism = guarantee.args[0]
    counted = isinstance(mechanism, heads.Compose) and len(mechanism.args) == 2
    if not counted or not isinstance(guarantee, heads.ApproxDP):
        return None
    one, rounds = mechanism.args
    if not is_on_a_row(one) or not (rounds.is_Integer and rounds >= FEWEST):
        return None
    epsilon, worst = scalar(guarantee.args[1], batch), np.full(batch.size, -np.inf)
    for laws in neighbouring_pairs(one):
        two = pair(*laws, batch)
        if not isinstance(two, FinitePair):
            return None
        found = stick_of_draws(two.numerator, two.denominator, int(rounds), epsilon)
        if found is None:
            return None
        worst = np.asarray(np.fmax(worst, found))
    return worst


def stick_of_draws(p: Array, q: Array, draws: int, epsilon: Array) -> Array | None:
    """The hockey stick of so many draws from laws with two common outcomes, and nan where lost.

    None where there are more of them.

    >>> p, q = np.array([[0.75, 0.25]]), np.array([[0.25, 0.75]])
    >>> stick_of_draws(p, q, 2, np.array([0.0]))
    array([0.5])
    """
    both = (p > 0) & (q > 0)
    common = np.flatnonzero(both.any(axis=0))
    if len(common) != 2:
        return None
    alone = np.where(q > 0, 0.0, p).sum(axis=1)
    p, q = p[:, common], q[:, common]
    swap = p[:, :1] * q[:, 1:] < p[:, 1:] * q[:, :1]
    p, q = (np.where(swap, law[:, ::-1], law) for law in (p, q))
    most, least = (np.log(p[:, i]) - np.log(q[:, i]) for i in (0, 1))
    # The loss falls with the number of second outcomes.
    last = np.clip(np.ceil((draws * most - epsilon) / (most - least)) - 1, -1, draws)
    above = _at_most(last, draws, p)
    found = above - _times_at_most(epsilon, last, draws, q)
    known = (found > CANCELLED * above) | (last < 0)
    return np.asarray(np.where(known, found - np.expm1(draws * np.log1p(-alone)), np.nan))


def _at_most(last: Array, draws: int, law: Array) -> Array:
    """The mass of draws of common outcomes alone, of which so many at most are the second."""
    total = law.sum(axis=1)
    mass = scipy.special.bdtr(np.maximum(last, 0), draws, law[:, 1] / total) * total**draws
    return np.asarray(np.where(last < 0, 0.0, mass))


def _times_at_most(epsilon: Array, last: Array, draws: int, law: Array) -> Array:
    """The same mass times exp(epsilon), also where floats hold neither of the two."""
    mass = _at_most(last, draws, law)
    lost = (last >= 0) & ((mass < SMALLEST) | (epsilon > LARGEST))
    found = np.exp(np.where(lost, 0.0, epsilon)) * mass
    if not lost.any():
        return np.asarray(found)
    end, first, second = last[lost], law[lost, 0], law[lost, 1]
    # Many deviations below the mean, where masses fall at least as fast as there.
    counts = end[:, None] - np.arange(2 + int(np.sqrt(draws)))
    ratios = np.where(counts > 0, counts, 0.0) / (draws - counts + 1) * (first / second)[:, None]
    falling = 1 + np.cumprod(np.minimum(ratios, 1.0), axis=1).sum(axis=1)
    ways = scipy.special.gammaln(draws + 1.0) - scipy.special.gammaln(end + 1)
    ways -= scipy.special.gammaln(draws - end + 1)
    decisive = epsilon[lost] + ways + end * np.log(second) + (draws - end) * np.log(first)
    found[lost] = np.exp(decisive) * falling
    return np.asarray(found)
