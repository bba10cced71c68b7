"""Questions answered in processes of their own, within bounds of processor time and memory.

A certificate may come from a stranger. Whatever its steps ask the kernel to compute, the process
that computes it is stopped at a bound, and the next question is answered by a new one.
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import ceil
from pickle import UnpicklingError, dumps, load
from queue import SimpleQueue
from signal import SIG_DFL, SIG_UNBLOCK, SIGXCPU, pthread_sigmask, signal
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from threading import Lock
from time import process_time
from typing import IO, Any, Generic, TypeVar

from dpsym.process import settle

Asked = TypeVar("Asked")
Found = TypeVar("Found")
SECONDS, BYTES = 300, 2 * 2**30
OUT_OF_MEMORY = 77
PARTING = 5.0
"""Seconds that a process which says nothing more has to end by itself, and so to tell how."""
try:
    HERE = os.getcwd()
except OSError:  # there is no such folder any more
    HERE = os.sep
"""What paths were relative to by which this package was found."""
HOME = os.path.dirname(os.path.dirname(os.path.join(HERE, __file__)))
"""Where this package is."""
MOST_SECONDS = 10**9
"""Bounds beyond which are none that the system knows."""
_AS_HERE = {"isolated": "-I", "ignore_environment": "-E", "no_user_site": "-s", "no_site": "-S"}
"""What this process leaves aside of what is around it: a process that it begins does, too."""
_BEGIN = "import sys; sys.path[:] = {}; from dpsym.confining import serve; serve()"


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one answer may take: seconds of the processor, bytes of memory."""

    seconds: int = SECONDS
    memory: int = BYTES


class Confined(Generic[Asked, Found]):
    """A process that answers one question after another, begun again after one has stopped it.

    It prepares itself before the first question, hears no interrupt, and ends when nobody can ask
    it any more.

    >>> worker = Confined(len, Bounds(seconds=1), "counting")
    >>> worker("three"), worker(5)
    (5, "counting fails: TypeError: object of type 'int' has no len()")
    >>> worker.end()
    """

    def __init__(
        self,
        answer: Callable[[Asked], Found],
        bounds: Bounds,
        doing: str,
        prepare: Callable[[], object] = bool,
    ) -> None:
        self._told = prepare, answer, bounds, doing
        self._bounds, self._doing = bounds, doing
        self._running: Popen[bytes] | None = None
        self._changing, self._over = Lock(), False

    def __call__(self, asked: Asked, seconds: float | None = None) -> Found | str:
        """The answer, or why the process did not come to one, in fewer seconds where so given."""
        within = ceil(min(self._bounds.seconds if seconds is None else seconds, MOST_SECONDS))
        process = self._ready()
        if process is None:
            return self._ended(None, within)
        try:
            _put(process.stdin, (asked, within))
            found: Found | str = _got(process.stdout)
        except (EOFError, OSError, UnpicklingError):
            with suppress(TimeoutExpired):
                process.wait(PARTING)
            process.kill()
            self._forget(process)
            return self._ended(process.returncode, within)
        except BaseException:
            process.kill()  # or its answer would be taken for that to the next question
            self._forget(process)
            raise
        return found

    def begin(self) -> None:
        """Begin the process if there is none, without waiting until it listens."""
        self._ready()

    def _ready(self) -> Popen[bytes] | None:
        with self._changing:
            if self._running is not None and self._running.poll() is not None:
                _close(self._running)  # somebody else has stopped it since
                self._running = None
            if self._running is None and not self._over:
                self._running = self._begun()
            return None if self._over else self._running

    def _begun(self) -> Popen[bytes]:
        flags = [flag for name, flag in _AS_HERE.items() if getattr(sys.flags, name)]
        process = Popen(
            [sys.executable, *flags, "-c", _BEGIN.format(_paths())],
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            start_new_session=True,
        )
        _put(process.stdin, self._told)
        return process

    def _forget(self, process: Popen[bytes]) -> None:
        process.wait()
        _close(process)
        with self._changing:
            self._running = None

    def _ended(self, status: int | None, seconds: int) -> str:
        if status == -SIGXCPU:
            return f"{self._doing} takes more than {seconds} s of the processor"
        if status == OUT_OF_MEMORY:
            return f"{self._doing} needs more than {self._bounds.memory / 2**30:g} GB of memory"
        return f"{self._doing} ends without a result (status {status})"

    def end(self) -> None:
        """Stop the process; none is begun any more, whoever still asks."""
        with self._changing:
            self._over = True
            if self._running is not None:
                self._running.kill()
                self._running.wait()
                _close(self._running)


def each_confined(
    answer: Callable[[str], Found],
    paths: Sequence[str],
    *,
    jobs: int,
    bounds: Bounds,
    doing: str = "re-checking it",
) -> Iterator[Found | str]:
    """What is found of each file, in their order, or why its examination did not come to an end.

    ``doing`` is what the examination is called there.
    """
    from concurrent.futures import ThreadPoolExecutor

    workers = [Confined(answer, bounds, doing) for _ in range(min(jobs, len(paths)))]
    idle: SimpleQueue[Confined[str, Found]] = SimpleQueue()
    for worker in workers:
        idle.put(worker)

    def one(path: str) -> Found | str:
        worker = idle.get()
        try:
            return worker(path)
        finally:
            idle.put(worker)

    pool = ThreadPoolExecutor(max(1, len(workers)))
    try:
        yield from pool.map(one, paths)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)  # or the next file would begin
        for worker in workers:
            worker.end()


def serve() -> None:
    """Answers what is asked at the input of this process, until nobody asks any more."""
    settle()
    signal(SIGXCPU, SIG_DFL)  # who ignores it begins processes that do
    pthread_sigmask(SIG_UNBLOCK, {SIGXCPU})
    questions, answers = (os.fdopen(os.dup(file), mode) for file, mode in ((0, "rb"), (1, "wb")))
    silent = os.open(os.devnull, os.O_RDWR)
    os.dup2(silent, 0)
    os.dup2(silent, 1)
    with suppress(EOFError, OSError):
        prepare, answer, bounds, doing = _got(questions)
        prepare()
        _limit(resource.RLIMIT_CORE, 0)
        _limit(resource.RLIMIT_AS, bounds.memory)
        while True:
            asked, seconds = _got(questions)
            _limit(resource.RLIMIT_CPU, ceil(process_time()) + seconds)
            try:
                found = answer(asked)
            except MemoryError:
                os._exit(OUT_OF_MEMORY)
            except Exception as error:  # noqa: BLE001  # a stranger's file may make anything fail
                _put(answers, f"{doing} fails: {type(error).__name__}: {error}")
            else:
                _put(answers, found)


def _paths() -> list[str]:
    """Where modules are looked for: Python's own and this package before what is found elsewhere.

    This process has loaded them, and may look elsewhere first by now.
    """
    known = [os.path.join(HERE, str(path)) for path in sys.path]
    standard = os.path.dirname(os.__file__)
    own = (path for path in known if path in (standard, os.path.join(standard, "lib-dynload")))
    return list(dict.fromkeys((*own, HOME, *known)))


def _put(file: IO[bytes] | None, said: object) -> None:
    assert file is not None
    file.write(dumps(said))
    file.flush()


def _got(file: IO[bytes] | None) -> Any:
    assert file is not None
    return load(file)


def _close(process: Popen[bytes]) -> None:
    for file in (process.stdin, process.stdout):
        with suppress(OSError):
            if file is not None:
                file.close()


def _limit(kind: int, most: int) -> None:
    """Sets a limit where the system knows it and permits it."""
    with suppress(ValueError, OSError):
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(
            kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard)
        )
