"""A limit on processor time ends the work, whatever the work is doing, and leaves no trace."""

from __future__ import annotations

import signal
import sys
import weakref
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from time import thread_time
from unittest.mock import Mock

import pytest
from flint import ctx
from mpmath import iv, mp
from sympy import S, Symbol, log

from dpsym.language.domains import Interval
from dpsym.provers.scalar.limits import same_sign
from dpsym.provers.scalar.normal import Factored, factors
from dpsym.provers.scalar.signs import Region
from dpsym.provers.stopping import OverrunError, stopping
from dpsym.regression.calls import called


def test_an_interruption_says_nothing_of_a_range(monkeypatch: pytest.MonkeyPatch) -> None:
    x = Symbol("x")
    region = Region(((x, Interval(S.Zero, S.One, True, True)),))
    interrupted = Mock(side_effect=OverrunError)
    for part, ask, found in (
        ("signs.Region._range", region.positive, True),
        ("normal._factors", lambda e: factors(e, region), Factored(S.One, ((log(x + 1), 1),))),
        ("limits._same_sign", lambda e: same_sign(e, region)[:1], [log(x + 1)]),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(f"dpsym.provers.scalar.{part}", interrupted)
            with pytest.raises(OverrunError):
                ask(log(x + 1))
        assert ask(log(x + 1)) == found, part


class Thing:
    pass


def work_without_end() -> None:
    while True:
        pass


def test_time_in_the_system_counts_too() -> None:
    begun = thread_time()

    def read() -> None:
        with Path("/dev/zero").open("rb", buffering=0) as zero:
            while thread_time() < begun + 5:
                zero.read(1 << 20)

    with pytest.raises(OverrunError), stopping(0.2):
        read()
    assert thread_time() < begun + 1


def test_a_limit_on_a_function_inside_keeps_the_one_outside() -> None:
    def work() -> None:
        assert called(lambda: 1.0, {}, 5.0) == (1.0, None)
        while thread_time() < begun + 5:
            pass

    begun = thread_time()
    with pytest.raises(OverrunError), stopping(0.3):
        work()


def test_an_interruption_inside_a_callback_is_not_reported_and_comes_again() -> None:
    swallowed = []

    def last_words(_: object) -> None:
        signal.raise_signal(signal.SIGPROF)
        swallowed.append("not reached")

    thing = Thing()
    _reference = weakref.ref(thing, last_words)
    with stopping(0.1):
        del thing
        with pytest.raises(OverrunError):
            work_without_end()
    assert not swallowed


def test_what_else_goes_wrong_inside_a_callback_is_reported() -> None:
    seen = []
    before = sys.unraisablehook
    sys.unraisablehook = seen.append
    try:
        thing = Thing()
        _reference = weakref.ref(thing, lambda _: 1 // 0)
        with stopping(10):
            del thing
        assert [what.exc_type for what in seen] == [ZeroDivisionError]
        assert sys.unraisablehook == seen.append
    finally:
        sys.unraisablehook = before


class Unordered:
    """As intervals of mpmath are: what goes wrong in a comparison makes none of it."""

    def __lt__(self, other: object) -> bool:
        with suppress(BaseException):
            while True:
                pass
        return NotImplemented


def test_an_error_that_a_library_makes_of_an_interruption_is_the_interruption() -> None:
    with pytest.raises(OverrunError), stopping(0.05):
        min(1, Unordered())
    with pytest.raises(TypeError), stopping(5):
        min(1, object())  # type: ignore[call-overload]


def test_the_precision_is_what_it_was_before() -> None:
    before = mp.prec, iv.prec, ctx.prec
    with stopping(0.1):
        mp.prec = iv.prec = ctx.prec = 500
        with pytest.raises(OverrunError):
            work_without_end()
    assert (mp.prec, iv.prec, ctx.prec) == before


def test_a_module_is_loaded_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = "from time import thread_time\nbegun = thread_time()\n"
    slow += "while thread_time() < begun + 0.4:\n    pass\nwhole = True\n"
    (tmp_path / "loaded_slowly.py").write_text(slow)
    monkeypatch.syspath_prepend(tmp_path)
    begun = thread_time()
    with suppress(OverrunError), stopping(0.05):
        import_module("loaded_slowly")
        work_without_end()
    assert thread_time() - begun < 0.8
    assert sys.modules.pop("loaded_slowly").whole


def test_a_module_without_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "loaded_for_ever.py").write_text("while True:\n    pass\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("dpsym.provers.stopping.PATIENCE", 0.2)
    with pytest.raises(OverrunError), stopping(0.05):
        import_module("loaded_for_ever")


def test_a_function_that_loads_a_module_has_it_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = "from time import thread_time\nbegun = thread_time()\n"
    slow += "while thread_time() < begun + 0.4:\n    pass\nwhole = True\n"
    (tmp_path / "needed_late.py").write_text(slow)
    monkeypatch.syspath_prepend(tmp_path)

    def function() -> float:
        return float(import_module("needed_late").whole)

    called(function, {}, 0.1)
    assert called(function, {}, 0.1) == (1.0, None)


def test_what_runs_while_a_module_is_loaded_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "stops_itself.py").write_text(
        "from dpsym.provers.stopping import OverrunError, stopping\n"
        "try:\n    with stopping(0.05):\n        while True:\n            pass\n"
        "except OverrunError:\n    stopped = True\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert import_module("stops_itself").stopped
