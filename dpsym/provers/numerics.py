"""numpy and scipy, loaded when something is computed with them: most claims are decided without."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import scipy
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
else:

    class _Deferred:
        """A module that is loaded when the first of its names is looked up."""

        def __init__(self, name: str) -> None:
            self._name = name

        def __getattr__(self, name: str) -> Any:
            found = getattr(import_module(self._name), name)
            setattr(self, name, found)
            return found

    np, scipy = _Deferred("numpy"), _Deferred("scipy")

__all__ = ["np", "scipy"]
