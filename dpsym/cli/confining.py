"""Files examined in processes of their own, within bounds of processor time and memory.

A certificate may come from a stranger. Whatever its steps ask the kernel to compute, the process
that computes it is stopped at a bound, and the file counts as rejected.
"""

from __future__ import annotations

import os
import resource
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import ceil
from queue import SimpleQueue
from signal import SIGXCPU
from threading import Lock
from time import process_time
from typing import TYPE_CHECKING, Generic, TypeVar

from dpsym.process import uninterrupted

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

Found = TypeVar("Found")
SECONDS, BYTES = 300, 2 * 2**30
OUT_OF_MEMORY = 77


@dataclass(frozen=True, slots=True)
class Bounds:
    """What the examination of one file may take: seconds of the processor, bytes of memory."""

    seconds: int = SECONDS
    memory: int = BYTES


class _Confined(Generic[Found]):
    """A process that examines one file after another, begun again after one has stopped it."""

    def __init__(self, examine: Callable[[str], Found], bounds: Bounds, doing: str) -> None:
        self._examine, self._bounds, self._doing = examine, bounds, doing
        self._running: tuple[BaseProcess, Connection] | None = None
        self._changing, self._over = Lock(), False

    def __call__(self, path: str) -> Found | str:
        """What is found of a file, or why its examination did not come to an end."""
        with self._changing:
            if self._over:
                return self._ended(None)
            self._running = process, connection = self._running or self._begun()
        try:
            connection.send(path)
            found: Found | str = connection.recv()
        except (EOFError, OSError):
            process.join()
            with self._changing:
                self._running = None
            return self._ended(process.exitcode)
        return found

    def _begun(self) -> tuple[BaseProcess, Connection]:
        import multiprocessing

        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        serving = (theirs, self._examine, self._bounds, self._doing)
        process = context.Process(target=_serve, args=serving, daemon=True)
        with uninterrupted():
            process.start()
        theirs.close()
        return process, ours

    def _ended(self, status: int | None) -> str:
        if status == -SIGXCPU:
            return f"{self._doing} takes more than {self._bounds.seconds} s of the processor"
        if status == OUT_OF_MEMORY:
            return f"{self._doing} needs more than {self._bounds.memory / 2**30:g} GB of memory"
        return f"{self._doing} ends without a result (status {status})"

    def end(self) -> None:
        """Stop the process; none is begun any more, whoever still asks."""
        with self._changing:
            self._over = True
            if self._running is not None:
                self._running[0].terminate()
                self._running[0].join()


def each_confined(
    examine: Callable[[str], Found],
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

    workers = [_Confined(examine, bounds, doing) for _ in range(min(jobs, len(paths)))]
    idle: SimpleQueue[_Confined[Found]] = SimpleQueue()
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


def _serve(
    connection: Connection, examine: Callable[[str], Found], bounds: Bounds, doing: str
) -> None:
    """Answers paths by what is found of them, until nobody asks any more."""
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_AS, bounds.memory)
    with suppress(EOFError, OSError):
        while True:
            path = connection.recv()
            _limit(resource.RLIMIT_CPU, ceil(process_time()) + bounds.seconds)
            try:
                found = examine(path)
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
