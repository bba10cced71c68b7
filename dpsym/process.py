"""How a process is set that proves much."""

from __future__ import annotations

import gc
import os

_RARELY = 400_000, 20, 50
"""When the garbage collector looks: imports and algebra make much that stays."""
_KEPT = "10000"
"""Results that each function of sympy keeps; a proof asks again for more than sympy's thousand."""
_THREADS = "1"
"""For products of matrices. Ours are small: more threads wait for each other more than they work,
and a third of the time of a search went by that no budget counts."""


def settle() -> None:
    """Set the garbage collector, sympy's caches and numpy's threads; before either is imported.

    What the user has set in ``SYMPY_CACHE_SIZE`` or ``OPENBLAS_NUM_THREADS`` stays. Processes begun
    from this one inherit both, and are settled themselves for the collector.

    >>> settle()
    """
    os.environ.setdefault("SYMPY_CACHE_SIZE", _KEPT)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", _THREADS)
    gc.set_threshold(*_RARELY)


__all__ = ["settle"]
