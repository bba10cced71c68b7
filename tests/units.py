"""Work for other processes: what takes a moment, is the end of its worker, or waits for a file."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any


def square(unit: dict[str, Any]) -> dict[str, Any]:
    """The square, at once."""
    return {"square": unit["n"] ** 2}


def squared(unit: dict[str, Any]) -> dict[str, Any]:
    """The same, after a moment."""
    time.sleep(unit.get("seconds", 0.05))
    return square(unit)


def cubed(unit: dict[str, Any]) -> dict[str, Any]:
    """The cube, after a moment."""
    time.sleep(unit.get("seconds", 0.05))
    return {"cube": unit["n"] ** 3}


def deadly(unit: dict[str, Any]) -> dict[str, Any]:
    """The same; the worker that first comes to a unit with a ``tombstone`` is killed by it."""
    stone = Path(unit["tombstone"]) if "tombstone" in unit else None
    if stone is not None and not stone.exists():
        stone.write_text("here")
        os.kill(os.getpid(), signal.SIGKILL)
    return squared(unit)


def patient(awaited: str) -> str:
    """The file's name, once the file is there; an empty name waits for nothing."""
    end = time.monotonic() + 60
    while awaited and not Path(awaited).exists():
        if time.monotonic() > end:
            raise TimeoutError(awaited)
        time.sleep(0.02)
    return awaited
