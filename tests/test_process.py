"""How a process hears an interrupt."""

from __future__ import annotations

import signal
import sys
import time
import weakref
from collections.abc import Iterator

import pytest

from dpsym.process import interruptible


class Thing:
    pass


@pytest.fixture(autouse=True)
def interrupts_are_raised() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def lose_an_interrupt(then: float = 0.0) -> None:
    thing = Thing()
    _reference = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))
    del thing
    time.sleep(then)


def test_an_interrupt_lost_in_a_callback_comes_again() -> None:
    reported: list[object] = []
    before, sys.unraisablehook = sys.unraisablehook, reported.append
    try:
        with pytest.raises(KeyboardInterrupt), interruptible():
            lose_an_interrupt(then=60)
        assert sys.unraisablehook == reported.append
    finally:
        sys.unraisablehook = before
    assert not reported


def test_one_that_would_come_after_the_end_does_not() -> None:
    with interruptible():
        lose_an_interrupt()
    time.sleep(0.1)


def test_what_else_goes_wrong_in_a_callback_is_reported() -> None:
    reported: list[type[BaseException]] = []
    before = sys.unraisablehook
    sys.unraisablehook = lambda what: reported.append(what.exc_type)
    try:
        with interruptible():
            thing = Thing()
            _reference = weakref.ref(thing, lambda _: 1 // 0)
            del thing
    finally:
        sys.unraisablehook = before
    assert reported == [ZeroDivisionError]
