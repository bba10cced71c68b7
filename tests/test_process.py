"""How a process hears an interrupt."""

from __future__ import annotations

import signal
import sys
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from dpsym.process import hear, interruptible
from dpsym.provers.prover import attempted
from dpsym.regression.calls import called


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


class Interrupted:
    """Python 3.11 makes a RuntimeError of what is raised here; an Enum is defined by it."""

    def __set_name__(self, owner: type, name: str) -> None:
        signal.raise_signal(signal.SIGINT)


def define() -> float:
    type("Owner", (), {"part": Interrupted()})
    return 1.0


def answer_otherwise() -> None:
    try:
        define()
    except (RuntimeError, KeyboardInterrupt):
        return


@pytest.mark.parametrize(
    "do",
    [
        define,
        lambda: attempted("a prover", define),
        lambda: attempted("a prover", answer_otherwise),
        lambda: called(define, {}, 1.0),
    ],
)
def test_what_others_make_of_an_interrupt_is_an_interrupt(do: Callable[[], object]) -> None:
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt), interruptible(), interruptible():
            do()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    hear()


def test_who_answers_an_interrupt_has_answered_it() -> None:
    def answer() -> float:
        with suppress(KeyboardInterrupt), interruptible():
            define()
        return 1 // 0

    with pytest.raises(ZeroDivisionError), interruptible():
        answer()


def test_an_error_without_an_interrupt_is_that_error() -> None:
    with pytest.raises(ZeroDivisionError), interruptible():
        _ = 1 // 0


def test_who_ignores_interrupts_goes_on() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with interruptible():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
