"""How a process is set that proves much, and how others are begun and ended by it."""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from signal import (
    SIG_BLOCK,
    SIG_SETMASK,
    SIGINT,
    default_int_handler,
    getsignal,
    pthread_kill,
    pthread_sigmask,
    signal,
)
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor
    from sys import UnraisableHookArgs

_RARELY = 400_000, 20, 50
"""When the garbage collector looks: imports and algebra make much that stays."""
_KEPT = "10000"
"""Results that each function of sympy keeps; a proof asks again for more than sympy's thousand."""
_THREADS = "1"
"""For products of matrices. Ours are small: more threads wait for each other more than they work,
and a third of the time of a search went by that no budget counts."""
_OWN: list[bool] = []
"""Not empty where expressions are made without sympy."""
_AGAIN = 0.02
"""Seconds after which an interrupt comes again that nobody could hear."""
_CAME: list[bool] = []
"""Not empty once an interrupt came within :func:`interruptible`."""


def settle() -> None:
    """Set the garbage collector, sympy's caches and numpy's threads; before either is imported.

    What the user has set in ``SYMPY_CACHE_SIZE`` or ``OPENBLAS_NUM_THREADS`` stays. Processes begun
    from this one inherit both, and are settled themselves for the collector.

    >>> settle()
    """
    os.environ.setdefault("SYMPY_CACHE_SIZE", _KEPT)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", _THREADS)
    gc.set_threshold(*_RARELY)


def use_own_algebra() -> None:
    """Have expressions made without sympy by this process; without effect once it makes any.

    >>> has_own_algebra()
    False
    """
    if "dpsym.algebra" not in sys.modules:
        _OWN.append(True)


def has_own_algebra() -> bool:
    """Whether expressions are made without sympy."""
    return bool(_OWN)


@contextmanager
def interruptible() -> Iterator[None]:
    """An interrupt that comes within ends the block as an interrupt, wherever it was raised.

    One within a finalizer or a callback is lost there: it comes again. Python makes an error of its
    own of one within ``__set_name__``, as when an enumeration is defined by an import: what leaves
    the block after an interrupt is the interrupt.

    >>> with interruptible():
    ...     pass
    """
    before, main = sys.unraisablehook, threading.main_thread()
    timers: list[threading.Timer] = []
    ours = threading.current_thread() is main and getsignal(SIGINT) is default_int_handler

    def again(what: UnraisableHookArgs) -> None:
        if what.exc_type is not KeyboardInterrupt or main.ident is None:
            before(what)
            return
        timers.append(threading.Timer(_AGAIN, pthread_kill, (main.ident, SIGINT)))
        timers[-1].daemon = True
        timers[-1].start()

    if ours:
        signal(SIGINT, _raised)
    sys.unraisablehook = again
    try:
        yield
    except KeyboardInterrupt:
        _CAME.clear()
        raise
    except Exception:
        if not _CAME:
            raise
        _CAME.clear()
        raise KeyboardInterrupt from None
    finally:
        sys.unraisablehook = before
        for timer in timers:
            timer.cancel()
        if ours:
            signal(SIGINT, default_int_handler)
            _CAME.clear()


def _raised(number: int, frame: FrameType | None) -> None:
    _CAME.append(True)
    raise KeyboardInterrupt


def hear() -> None:
    """Raise the interrupt that came before, if there was one.

    To be asked where any exception is answered otherwise than by leaving.

    >>> hear()

    Raises:
        KeyboardInterrupt: within :func:`interruptible`, after an interrupt.
    """
    if _CAME:
        raise KeyboardInterrupt


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Processes begun within never hear an interrupt: who began them ends them, without a word.

    An interrupt that comes meanwhile is heard afterwards. A terminal sends it to all at once, and a
    process that still imports would answer by a trace of its own.

    >>> with uninterrupted():
    ...     pass
    """
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # or it is begun within, and lets interrupts through again
    before = pthread_sigmask(SIG_BLOCK, {SIGINT})
    try:
        yield
    finally:
        pthread_sigmask(SIG_SETMASK, before)


@contextmanager
def processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """As many settled processes, ended at once when the block is left by an exception.

    Whoever interrupts does not want to wait for what is under way. Work is handed to them within
    :func:`uninterrupted`, since it is then that they begin.

    >>> with processes(1) as pool, uninterrupted():
    ...     future = pool.submit(abs, -1)
    >>> future.result()
    1
    """
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(count, mp_context=context, initializer=settle)
    try:
        yield pool
    except BaseException:
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
