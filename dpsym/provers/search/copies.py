"""Independent draws from finite laws, atoms of equal type merged."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from math import lgamma

import numpy as np
import scipy

from dpsym.provers.search.batch import UnsupportedError
from dpsym.provers.search.divergences import Array

MAX_ATOMS = 3000


@lru_cache(maxsize=64)
def _types(width: int, copies: int) -> tuple[Array, Array]:
    """The ways to count ``copies`` draws over ``width`` atoms, with their multinomials."""
    if scipy.special.binom(width + copies - 1, copies) > MAX_ATOMS:
        raise UnsupportedError("too many atoms")
    counts = []
    for chosen in combinations_with_replacement(range(width), copies):
        counts.append(np.bincount(chosen, minlength=width))
    table = np.array(counts, dtype=float)
    logs = lgamma(copies + 1) - scipy.special.gammaln(table + 1).sum(axis=1)
    return table, np.exp(logs)


def copies_of(array: Array, copies: int) -> Array:
    """``copies`` independent draws of each law: the ratio of two is the same on merged atoms."""
    table, multinomials = _types(array.shape[1], copies)
    return np.asarray(np.prod(array[:, None, :] ** table[None], axis=2) * multinomials)


__all__ = ["MAX_ATOMS", "copies_of"]
