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
from queue import SimpleQueue
from signal import SIGXCPU
from threading import Lock
from time import process_time
from typing import TYPE_CHECKING, Generic, TypeVar

from dpsym.process import settle

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from subprocess import Popen

Asked = TypeVar("Asked")
Found = TypeVar("Found")
SECONDS, BYTES = 300, 2 * 2**30
OUT_OF_MEMORY = 77
_BEGIN = "import sys; sys.path[:] = {}; from dpsym.confining import serve; serve({})"


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one answer may take: seconds of the processor, bytes of memory."""

    seconds: int = SECONDS
    memory: int = BYTES


class Confined(Generic[Asked, Found]):
    """A process that answers one question after another, begun again after one has stopped it.

    It hears no interrupt, and ends when nobody can ask it any more.

    >>> worker = Confined(len, Bounds(seconds=1), "counting")
    >>> worker("three"), worker(5)
    (5, "counting fails: TypeError: object of type 'int' has no len()")
    >>> worker.end()
    """

    def __init__(self, answer: Callable[[Asked], Found], bounds: Bounds, doing: str) -> None:
        self._answer, self._bounds, self._doing = answer, bounds, doing
        self._running: tuple[Popen[bytes], Connection] | None = None
        self._changing, self._over = Lock(), False

    def __call__(self, asked: Asked, seconds: float | None = None) -> Found | str:
        """The answer, or why the process did not come to one, in fewer seconds where so given."""
        if not self.begin():
            return self._ended(None, 0)
        assert self._running is not None
        process, connection = self._running
        within = ceil(self._bounds.seconds if seconds is None else seconds)
        try:
            connection.send((asked, within))
            found: Found | str = connection.recv()
        except (EOFError, OSError):
            process.wait()
            self._forget()
            return self._ended(process.returncode, within)
        except BaseException:
            process.kill()  # or its answer would be taken for that to the next question
            process.wait()
            self._forget()
            raise
        return found

    def begin(self) -> bool:
        """Whether there is a process to ask; one is begun, without waiting until it listens."""
        with self._changing:
            if self._running is None and not self._over:
                self._running = self._begun()
            return not self._over

    def _begun(self) -> tuple[Popen[bytes], Connection]:
        from multiprocessing.connection import Pipe
        from subprocess import DEVNULL, Popen

        ours, theirs = Pipe()
        number = theirs.fileno()
        process = Popen(
            [sys.executable, "-c", _BEGIN.format(sys.path, number)],
            stdin=DEVNULL,
            stdout=DEVNULL,
            stderr=DEVNULL,
            pass_fds=[number],
            start_new_session=True,
        )
        theirs.close()
        ours.send((self._answer, self._bounds, self._doing))
        return process, ours

    def _forget(self) -> None:
        with self._changing:
            if self._running is not None:
                self._running[1].close()
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
                self._running[0].terminate()
                self._running[0].wait()


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


def serve(number: int) -> None:
    """Answers what is asked through an open file of this process, until nobody asks any more."""
    from multiprocessing.connection import Connection

    settle()
    connection = Connection(number)
    with suppress(EOFError, OSError):
        answer, bounds, doing = connection.recv()
        _limit(resource.RLIMIT_CORE, 0)
        _limit(resource.RLIMIT_AS, bounds.memory)
        while True:
            asked, seconds = connection.recv()
            _limit(resource.RLIMIT_CPU, ceil(process_time()) + seconds)
            try:
                found = answer(asked)
            except MemoryError:
                os._exit(OUT_OF_MEMORY)
            except Exception as error:  # noqa: BLE001  # a stranger's file may make anything fail
                connection.send(f"{doing} fails: {type(error).__name__}: {error}")
            else:
                connection.send(found)


def _limit(kind: int, most: int) -> None:
    """Sets a limit where the system knows it and permits it."""
    with suppress(ValueError, OSError):
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(
            kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard)
        )
