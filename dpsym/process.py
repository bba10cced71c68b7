"""How a process is set that proves much."""

from __future__ import annotations

import gc
import os

_RARELY = 400_000, 20, 50
"""When the garbage collector looks: imports and algebra make much that stays."""
_KEPT = "10000"
"""Results that each function of sympy keeps; a proof asks again for more than sympy's thousand."""


def settle() -> None:
    """Set the garbage collector and sympy's caches for long work; before sympy is imported.

    What the user has set in ``SYMPY_CACHE_SIZE`` stays. Processes begun from this one inherit the
    caches, and are settled themselves for the collector.

    >>> settle()
    """
    os.environ.setdefault("SYMPY_CACHE_SIZE", _KEPT)
    gc.set_threshold(*_RARELY)


__all__ = ["settle"]
