"""Independent draws from finite laws, atoms of equal type merged."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement

import numpy as np
import scipy

from dpsym.provers.search.batch import UnsupportedError
from dpsym.provers.search.divergences import Array

MAX_ATOMS = 3000
MAX_DRAWS = 20_000
"""Of two atoms, whose types need no list of all combinations."""
_NEVER = -1e300
"""A logarithm whose exponential is zero, and which times zero is no number but zero."""


@lru_cache(maxsize=64)
def _types(width: int, copies: int) -> tuple[Array, Array]:
    """The ways to count ``copies`` draws over ``width`` atoms, with logarithms of multinomials."""
    if scipy.special.binom(width + copies - 1, copies) > (MAX_DRAWS if width == 2 else MAX_ATOMS):
        raise UnsupportedError("too many atoms")
    if width == 2:
        table = np.stack([np.arange(copies, -1.0, -1.0), np.arange(copies + 1.0)], axis=1)
    else:
        drawn = combinations_with_replacement(range(width), copies)
        table = np.array([np.bincount(chosen, minlength=width) for chosen in drawn], dtype=float)
    logs = scipy.special.gammaln(copies + 1) - scipy.special.gammaln(table + 1).sum(axis=1)
    return table, logs


def copies_of(array: Array, copies: int) -> Array:
    """``copies`` independent draws of each law: the ratio of two is the same on merged atoms."""
    table, total = _types(array.shape[1], copies)
    # of each mass once: there are many types
    logs = np.maximum(scipy.special.xlogy(1.0, array), _NEVER)
    found = logs @ table.T
    found += total
    return np.asarray(np.exp(found, out=found))
