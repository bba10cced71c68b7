"""A limit on processor time that also holds inside algebra that does not look at the clock."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time
from types import FrameType
from typing import TYPE_CHECKING

from flint import ctx
from mpmath import iv, mp

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_AGAIN = 0.5
"""Seconds after which the interruption is repeated, should something have swallowed it."""
SOON = 0.02
"""Seconds after which it is tried again where a module was being loaded."""
MOST = 1e9
"""Seconds beyond which a timer is none that the system knows."""
PATIENCE = 5.0
"""Seconds of the processor beyond a limit after which a module is loaded no further."""
_LOADER = "<frozen importlib._bootstrap>", "_find_and_load"


class OverrunError(BaseException):
    """The time is used up; raised wherever the program happens to be.

    No exception of the work that it ends: who handles those does not handle this one.
    """


@contextmanager
def stopping(seconds: float) -> Iterator[None]:
    """Runs the block, and raises :class:`OverrunError` in it after ``seconds`` of processor time.

    A block inside a block keeps the nearer limit. A module that is being imported in the block is
    loaded to its end, for five seconds more at most. What leaves the block after the interruption
    is the interruption, of which some library may have made an error of its own. Without effect
    outside the main thread, and where the system has no such timer. What the interruption may leave
    changed, the precision of mpmath and of balls, is as it was before the block.

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
    outer, _ = signal.getitimer(signal.ITIMER_PROF)
    begun = thread_time()
    precisions = mp.prec, iv.prec, ctx.prec
    block = sys._getframe(2)  # below the generator and the context manager made of it
    last = begun + max(seconds, 0.0) + PATIENCE
    stopped: list[bool] = []

    def stop(number: int, frame: FrameType | None) -> None:
        if thread_time() < last and is_loading(frame, block):
            signal.setitimer(signal.ITIMER_PROF, SOON, _AGAIN)
            return
        stopped.append(True)
        raise OverrunError

    before = signal.signal(signal.SIGPROF, stop)
    limit = min(max(seconds, 1e-3), MOST)
    signal.setitimer(signal.ITIMER_PROF, min(limit, outer) if outer else limit, _AGAIN)
    # The time may end on the way out too: what follows the block is done all the same.
    try:
        try:
            with _interruptions_unreported():
                yield
        except Exception as error:
            if stopped:
                raise OverrunError from error
            raise
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0.0)
    finally:
        mp.prec, iv.prec, ctx.prec = precisions
        left = max(outer - (thread_time() - begun), 1e-3) if outer else 0.0
        signal.setitimer(signal.ITIMER_PROF, left, _AGAIN if outer else 0.0)
        signal.signal(signal.SIGPROF, before)


def is_loading(frame: FrameType | None, block: FrameType) -> bool:
    """Whether a module is being imported above a block: a half of one fails who needs it later."""
    while frame is not None and frame is not block:
        if (frame.f_code.co_filename, frame.f_code.co_name) == _LOADER:
            return True
        frame = frame.f_back
    return False


@contextmanager
def _interruptions_unreported() -> Iterator[None]:
    """Says nothing of what finalizers and callbacks swallow: it comes again."""
    before = sys.unraisablehook

    def report(what: UnraisableHookArgs) -> None:
        if what.exc_type is not OverrunError:
            before(what)

    sys.unraisablehook = report
    try:
        yield
    finally:
        sys.unraisablehook = before
