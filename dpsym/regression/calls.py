"""Calling a function that may raise, hang, warn, or return something that is no number."""

from __future__ import annotations

import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import thread_time
from types import FrameType
from typing import Any

from dpsym.process import hear
from dpsym.provers.stopping import PATIENCE, SOON, is_loading
from dpsym.regression.places import Place

Trouble = tuple[str, str]

_WAITING = 10


class _TooSlowError(BaseException):
    """It took too long. No Exception: the function must not catch it."""


def called(
    function: Callable[..., float], place: Place, patience: float
) -> tuple[float | None, Trouble | None]:
    """The value of the function as a float, or the kind and the words of what went wrong.

    >>> called(lambda x: 1 / x, {"x": 0}, 1.0)
    (None, ('raised', 'raised ZeroDivisionError: division by zero'))
    """
    try:
        with _limited(patience), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            given: Any = function(**place)
            if given is None:
                return None, ("no number", "gave None")
            return float(given), None
    except _TooSlowError:
        return None, ("slow", f"gave no answer within {patience:g} s")
    except Exception as error:  # noqa: BLE001 - whatever the function raises is what is reported
        hear()
        lines = str(error).splitlines() or [""]
        return None, ("raised", f"raised {type(error).__name__}: {lines[0][:120]}")


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raises within the block after so many seconds of the processor; only the main thread can.

    One that waits instead of computing is stopped after ten times as long; a module that is being
    imported is loaded to its end, for some seconds more at most.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(
        signal, "setitimer"
    ):
        yield
        return

    block, last = sys._getframe(2), thread_time() + seconds + PATIENCE

    def stop(number: int, frame: FrameType | None) -> None:
        computing = number == signal.SIGPROF and thread_time() < last
        if computing and is_loading(frame, block):
            signal.setitimer(signal.ITIMER_PROF, SOON)
            return
        raise _TooSlowError

    timers = (
        (signal.SIGPROF, signal.ITIMER_PROF, seconds),
        (signal.SIGALRM, signal.ITIMER_REAL, _WAITING * seconds),
    )
    before = [signal.signal(number, stop) for number, _, _ in timers]
    outer = [signal.setitimer(timer, limit) for _, timer, limit in timers]
    try:
        yield
    finally:
        for (number, timer, _), handler, left in zip(timers, before, outer, strict=True):
            signal.setitimer(timer, *left)
            signal.signal(number, handler)
