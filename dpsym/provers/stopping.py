"""A limit on processor time that also holds inside algebra that does not look at the clock."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time
from types import FrameType

_AGAIN = 0.5
"""Seconds after which the interruption is repeated, should something have swallowed it."""
_SWALLOWING = ("__del__", "gc_callback")
"""Finalizers and callbacks of the collector, where an exception is printed and ends nothing."""


class OverrunError(BaseException):
    """The time is used up; raised wherever the program happens to be.

    No exception of the work that it ends: who handles those does not handle this one.
    """


@contextmanager
def stopping(seconds: float) -> Iterator[None]:
    """Runs the block, and raises :class:`OverrunError` in it after ``seconds`` of processor time.

    A block inside a block keeps the nearer limit. Without effect outside the main thread, and
    where the system has no such timer.

    >>> try:
    ...     with stopping(0.05):
    ...         while True:
    ...             pass
    ... except OverrunError:
    ...     print("stopped")
    stopped
    """
    available = hasattr(signal, "setitimer")
    if not available or threading.current_thread() is not threading.main_thread():
        yield
        return
    outer, _ = signal.getitimer(signal.ITIMER_VIRTUAL)
    begun = thread_time()
    before = signal.signal(signal.SIGVTALRM, _stop)
    limit = max(seconds, 1e-3)
    signal.setitimer(signal.ITIMER_VIRTUAL, min(limit, outer) if outer else limit, _AGAIN)
    # The time may end on the way out too: what follows the block is done all the same.
    try:
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
    finally:
        left = max(outer - (thread_time() - begun), 1e-3) if outer else 0.0
        signal.setitimer(signal.ITIMER_VIRTUAL, left, _AGAIN if outer else 0.0)
        signal.signal(signal.SIGVTALRM, before)


def _stop(number: int, frame: FrameType | None) -> None:
    if frame is None or frame.f_code.co_name not in _SWALLOWING:
        raise OverrunError


__all__ = ["OverrunError", "stopping"]
