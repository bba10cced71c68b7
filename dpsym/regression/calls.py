"""Calling a function that may raise, hang, warn, or return something that is no number."""

from __future__ import annotations

import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import isinf, isnan
from numbers import Rational
from time import thread_time
from types import FrameType
from typing import Any

from mpmath.libmp import to_rational

from dpsym.process import hear
from dpsym.provers.stopping import PATIENCE, SOON, is_loading
from dpsym.regression.places import Place

Trouble = tuple[str, str]

_WAITING, _LONGEST = 10, 10**8
_SHOWN = 120
"""Characters of what a function gave or raised."""


class _TooSlowError(BaseException):
    """It took too long. No Exception: the function must not catch it."""


def called(
    function: Callable[..., float], place: Place, patience: float
) -> tuple[float | Fraction | None, Trouble | None]:
    """The value of the function, or the kind and the words of what went wrong.

    >>> called(lambda x: 1 / x, {"x": 0}, 1.0)
    (None, ('raised', 'raised ZeroDivisionError: division by zero'))
    >>> called(lambda x: [x], {"x": 0}, 1.0)
    (None, ('no number', 'gave [0]'))
    """
    try:
        with _limited(patience), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            given: Any = function(**place)
            try:
                return number(given), None
            except OverflowError:
                return None, ("no number", "gave a number that is too large for a float")
            except (TypeError, ValueError):
                return None, ("no number", f"gave {repr(given)[:_SHOWN]}")
    except _TooSlowError:
        return None, ("slow", f"gave no answer within {patience:g} s")
    except (Exception, SystemExit) as error:  # noqa: BLE001 - what it raises is reported
        hear()
        lines = str(error).splitlines() or [""]
        return None, ("raised", f"raised {type(error).__name__}: {lines[0][:_SHOWN]}")


def number(given: Any) -> float | Fraction:
    """What was given, as the float that it is, or exactly where it is a number that no float is.

    Raises:
        TypeError, ValueError, OverflowError: it is no number, or too large for a float.

    >>> number(Fraction(1, 2)), number(Fraction(1, 3))
    (0.5, Fraction(1, 3))
    """
    if isinstance(given, str | bytes | bytearray):
        raise TypeError
    value = float(given)
    if isinstance(given, float) or isnan(value):
        return value
    if isinf(value):
        if given != value:
            raise OverflowError
        return value
    if hasattr(given, "as_integer_ratio"):
        exact = Fraction(*map(int, given.as_integer_ratio()))
    elif hasattr(given, "_mpf_"):  # of mpmath or sympy, at whatever precision
        exact = Fraction(*map(int, to_rational(given._mpf_)))
    elif isinstance(given, Rational):
        exact = Fraction(int(given.numerator), int(given.denominator))
    elif given == value:
        return value
    else:
        raise TypeError
    return value if exact == value else exact


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

    seconds = min(seconds, _LONGEST)
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
