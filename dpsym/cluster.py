"""Work in units that are pure functions of their data: here, in processes, or on a cluster.

A unit is JSON data, its result too, and the same unit gives the same result wherever it runs.
Results are appended to a file as they come, so that an interrupted run goes on where it stopped;
when all are there the file is written once more, in the order of the units, and is then the same
byte for byte whichever way the run went. On a cluster a lost worker loses no more than the unit it
was at and the results not yet collected from it, which others compute again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from time import sleep
from typing import Any

from dpsym.errors import ClaimError, DpsymError, from_extras
from dpsym.process import processes, uninterrupted

Unit = dict[str, Any]
Work = Callable[[Unit], Any]
Progress = Callable[[int, int], None]

BEGINNING = '{"result": '
"""What a line of a journal begins with."""
WAIT, PAUSE = 10.0, 0.02
"""Seconds to wait for a scheduler, and between two looks at what is done."""
KILLED = "a process was killed, perhaps because memory ran out; try again with fewer by --jobs"


@dataclass(slots=True)
class Journal:
    """The results of a run in a file of JSON lines, one for each unit.

    Attributes:
        path: the file; None keeps the results in memory only.
        results: the result of each unit by its key.
        lines: how each is written in the file.
    """

    path: Path | None
    results: dict[str, Any] = field(default_factory=dict)
    lines: dict[str, str] = field(default_factory=dict)

    @classmethod
    def opened(cls, path: Path | None) -> Journal:
        """The journal with what the file holds; a last line that was cut short is left out.

        Raises:
            ClaimError: a line is no result of a unit, nor the beginning of one at the end.
        """
        journal = cls(path)
        if path is None or not path.exists():
            return journal
        content = path.read_text(errors="replace")
        lines = content.splitlines(keepends=True)
        for number, line in enumerate(lines, 1):
            try:
                entry = json.loads(line)
                journal._keep(entry["unit"], entry["result"])
            except (ValueError, KeyError, TypeError, RecursionError):
                ours = BEGINNING.startswith(line[: len(BEGINNING)])
                if number < len(lines) or line.endswith("\n") or not ours:
                    raise ClaimError(
                        f"line {number} of {path} is no result of a unit",
                        part=str(path),
                        remedy="name the file of an interrupted run, or a new one",
                    ) from None
                path.write_text(content[: len(content) - len(line)])
        return journal

    def add(self, unit: Unit, result: Any) -> None:
        """Keeps a result, on disk before this returns."""
        line = self._keep(unit, result)
        if self.path is not None:
            with self.path.open("a") as file:
                file.write(line)
                file.flush()
                os.fsync(file.fileno())

    def finish(self, units: Sequence[Unit]) -> list[Any]:
        """The results in the order of the units; the file is written anew in that order.

        Results of other units, which a later stage of the same run will ask for, come after them.
        """
        keys = list(dict.fromkeys(map(key_of, units)))
        if self.path is not None:
            others = sorted(set(self.lines) - set(keys))
            part = self.path.with_name(f"{self.path.name}.{os.getpid()}.part")
            part.write_text("".join(self.lines[key] for key in (*keys, *others)))
            part.replace(self.path)
        return [self.results[key_of(unit)] for unit in units]

    def _keep(self, unit: Unit, result: Any) -> str:
        key = key_of(unit)
        self.results[key] = result
        self.lines[key] = json.dumps({"unit": unit, "result": result}, sort_keys=True) + "\n"
        return self.lines[key]


def key_of(unit: Unit) -> str:
    """What names a unit: a hash of its data.

    >>> key_of({"a": 1, "b": 2}) == key_of({"b": 2, "a": 1})
    True
    """
    return sha256(json.dumps(unit, sort_keys=True).encode()).hexdigest()


def gathered(
    work: Work,
    units: Sequence[Unit],
    *,
    path: Path | None = None,
    address: str | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
    seen: Callable[[Any], None] | None = None,
) -> list[Any]:
    """The results of ``work`` at all units, in their order.

    ``work`` is a function of a module, so that other processes find it. With an ``address`` the
    units go to the Dask scheduler there, whose workers must have dpsym; otherwise to ``jobs``
    processes. With a ``path`` they are kept there, and a run that was interrupted goes on.
    ``progress`` is told how many units are done, of how many; before it ``seen`` is told each
    result, those of the file too.

    Guarantees:
        for a pure ``work`` the list, and the file at ``path``, depend on the units alone.

    Raises:
        MissingDependencyError: an address is given and ``distributed`` is not installed.
        DpsymError: the scheduler cannot be reached, or was lost, or a process was killed; what was
            done is in the file.
        ClaimError: the file holds something else.

    >>> gathered(dict, [{"n": 1}, {"n": 2}])
    [{'n': 1}, {'n': 2}]
    """
    journal = Journal.opened(path)
    todo = [unit for unit in units if key_of(unit) not in journal.results]
    if address is not None:
        stream = _on_cluster(work, todo, address)
    elif jobs > 1:
        stream = _in_processes(work, todo, jobs)
    else:
        stream = ((unit, work(unit)) for unit in todo)
    done = len(units) - len(todo)
    if seen is not None:
        for unit in units:
            if key_of(unit) in journal.results:
                seen(journal.results[key_of(unit)])
    for unit, result in stream:
        journal.add(unit, json.loads(json.dumps(result)))
        done += 1
        if seen is not None:
            seen(journal.results[key_of(unit)])
        if progress is not None:
            progress(done, len(units))
    return journal.finish(units)


def expect_fields(result: Any, fields: Iterable[str], path: Path | None) -> None:
    """Nothing, where a result has these fields.

    Raises:
        ClaimError: it has not, since the file at ``path`` was written by something else.

    >>> expect_fields({"n": 1}, ["n"], None)
    """
    lacking = [name for name in fields if not isinstance(result, dict) or name not in result]
    if lacking:
        raise ClaimError(
            f"{path} holds a result without {lacking[0]!r}, of another program or an older version",
            part=str(path),
            remedy="remove that file, or name a new one",
        )


def _in_processes(work: Work, units: Sequence[Unit], jobs: int) -> Iterator[tuple[Unit, Any]]:
    from concurrent.futures import as_completed
    from concurrent.futures.process import BrokenProcessPool

    with processes(jobs) as pool:
        with uninterrupted():
            futures = {pool.submit(work, unit): unit for unit in units}
        for future in as_completed(futures):
            try:
                result = future.result()
            except BrokenProcessPool:
                raise DpsymError(f"{KILLED}; what was done is kept") from None
            yield futures[future], result


def _on_cluster(work: Work, units: Sequence[Unit], address: str) -> Iterator[tuple[Unit, Any]]:
    from asyncio import run
    from concurrent.futures import ThreadPoolExecutor

    with from_extras():
        import distributed
        from dask import config
    if not units:
        return
    settings = {
        "distributed.comm.timeouts.connect": f"{WAIT}s",
        "distributed.comm.retry.count": 0,
    }
    with config.set(settings):
        try:
            with ThreadPoolExecutor(1) as pool:  # this thread may have a loop of its own
                pool.submit(run, _reached(address)).result()
            client = distributed.Client(address, timeout=WAIT, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise DpsymError(f"no scheduler answers at {address}: {error}") from None
        try:
            yield from _collected(client, work, units, address)
        finally:
            client.close(timeout=2)


async def _reached(address: str) -> None:
    """Nothing, once somebody answers: a client that reaches nobody leaves threads behind."""
    from distributed import Security
    from distributed.comm.core import connect

    arguments = Security().get_connection_args("client")
    comm = await connect(address, timeout=WAIT, **arguments)
    await comm.close()


def _collected(
    client: Any, work: Work, units: Sequence[Unit], address: str
) -> Iterator[tuple[Unit, Any]]:
    from concurrent.futures import CancelledError

    from distributed import KilledWorker

    named = f"dpsym-{getattr(work, '__qualname__', work)}"  # others use the same scheduler
    left = {client.submit(work, unit, key=f"{named}-{key_of(unit)}"): unit for unit in units}
    while left:
        if client.status != "running":
            raise _lost(address, len(left))
        for future in list(left):
            if not future.done():
                continue
            try:
                result = future.result()
            except KilledWorker:
                unit = json.dumps(left[future])
                raise DpsymError(f"workers are killed by {unit}; what was done is kept") from None
            except (CancelledError, OSError):
                if future.status == "error":
                    raise
                raise _lost(address, len(left)) from None
            yield left.pop(future), result
        sleep(PAUSE)


def _lost(address: str, left: int) -> DpsymError:
    return DpsymError(
        f"the scheduler at {address} was lost with {left} units to do; what was done is kept, "
        "run the same again to go on"
    )
