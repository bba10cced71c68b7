"""Work for the tests of clusters: units that take a moment and may be the end of their worker."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any


def squared(unit: dict[str, Any]) -> dict[str, Any]:
    """The square, after a moment."""
    time.sleep(unit.get("seconds", 0.05))
    return {"square": unit["n"] ** 2}


def deadly(unit: dict[str, Any]) -> dict[str, Any]:
    """The same; the worker that first comes to a unit with a ``tombstone`` is killed by it."""
    stone = Path(unit["tombstone"]) if "tombstone" in unit else None
    if stone is not None and not stone.exists():
        stone.write_text("here")
        os.kill(os.getpid(), signal.SIGKILL)
    return squared(unit)
