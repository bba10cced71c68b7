"""Claims decided in other processes, each within its time, whatever becomes of the process."""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from time import monotonic, process_time
from typing import Any

from measure.case import Case
from measure.kinds import claim_of

MEMORY = 3 * 2**30
"""Bytes of address space of a process that decides claims."""
FRESH = 150
"""Claims after which a process makes place for a new one."""
SLOW, STUCK = 4.0, 25.0
"""A claim hangs when it takes this many times its budget and this many seconds more."""

Answer = tuple[str, str]


def decide(text: str, budget: float) -> Answer:
    """The verdict on a claim: proved, refuted, undecided, refused or crashed; and the reason."""
    from dpsym import check
    from dpsym.errors import ClaimError

    try:
        verdict = check(text, budget=budget)
    except ClaimError as error:
        return "refused", str(error)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        place = traceback.extract_tb(error.__traceback__)[-1]
        return "crashed", f"{type(error).__name__}: {error} ({place.filename}:{place.lineno})"
    return verdict.kind, getattr(verdict, "why", "")


@dataclass(frozen=True, slots=True)
class Run:
    """What claims to draw, and how long to think about each.

    Attributes:
        suite: which kinds.
        seed: what the claims are drawn from.
        budget: seconds of processor time for each verdict.
    """

    suite: str
    seed: int
    budget: float

    def outcome(self, index: int) -> dict[str, Any]:
        """One claim and what became of it, as data."""
        kind, case = claim_of(self.suite, index, self.seed)
        begun = process_time()
        verdict, why = decide(case.text, self.budget)
        return _row(index, kind, case, verdict, why, process_time() - begun)


def _row(
    index: int, kind: str, case: Case, verdict: str, why: str, seconds: float
) -> dict[str, Any]:
    return {
        "index": index, "kind": kind, "text": case.text, "truth": case.truth, "known": case.why,
        "margin": case.margin, "verdict": verdict, "why": why[:400], "seconds": round(seconds, 2),
    }  # fmt: skip


def _work(run: Run, line: Connection) -> None:
    """Answers indices with outcomes until it is told to end."""
    import dpsym.checking  # noqa: F401 - what cannot be imported is seen before stderr is closed

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, 2)
    line.send(None)
    while (index := line.recv()) is not None:
        line.send(run.outcome(index))


class _Worker:
    """A process, the index it works on, and since when."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.line, theirs = multiprocessing.Pipe()
        context = multiprocessing.get_context("spawn")
        self.process = context.Process(target=_work, args=(run, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.line.recv()
        self.index, self.done, self.begun, self.worked = -1, 0, 0.0, 0.0

    def give(self, index: int) -> None:
        self.index, self.begun, self.worked = index, monotonic(), self.seconds()
        self.line.send(index)

    def seconds(self) -> float:
        """Processor time of the process so far."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return monotonic()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def hangs(self) -> bool:
        # A new process also imports everything, and the first claims load the library.
        limit = SLOW * self.run.budget + STUCK
        return self.seconds() - self.worked > limit or monotonic() - self.begun > 40 * limit

    def lost(self, verdict: str) -> dict[str, Any]:
        """What is told of a claim whose process is gone, or is made to go."""
        spent = self.seconds() - self.worked if verdict == "hung" else 0.0
        self.end()
        kind, case = claim_of(self.run.suite, self.index, self.run.seed)
        return _row(self.index, kind, case, verdict, f"exit code {self.process.exitcode}", spent)

    def end(self) -> None:
        self.line.close()
        self.process.kill()
        self.process.join()


def outcomes(
    run: Run, indices: Iterable[int], jobs: int, seen: Callable[[dict[str, Any]], None]
) -> None:
    """Tells ``seen`` what became of each claim, as soon as it is known."""
    waiting = iter(indices)
    workers: list[_Worker] = []
    try:
        while True:
            while len(workers) < jobs and (index := next(waiting, None)) is not None:
                workers.append(_Worker(run))
                workers[-1].give(index)
            if not workers:
                return
            ready = set(wait([worker.line for worker in workers], timeout=1.0))
            for worker in list(workers):
                finished = worker.line in ready
                if finished:
                    try:
                        seen(worker.line.recv())
                        worker.done += 1
                    except (EOFError, OSError):
                        workers.remove(worker)
                        seen(worker.lost("killed"))
                        continue
                elif worker.hangs():
                    workers.remove(worker)
                    seen(worker.lost("hung"))
                    continue
                else:
                    continue
                index = next(waiting, None) if worker.done < FRESH else None
                if index is None:
                    workers.remove(worker)
                    worker.end()
                else:
                    worker.give(index)
    finally:
        for worker in workers:
            worker.end()


def resumed(path: Path | None, run: Run) -> list[dict[str, Any]]:
    """The outcomes that a file holds of this run; a line cut short is done again."""
    rows = []
    if path is not None and path.exists():
        for line in path.read_text().splitlines():
            try:
                row = json.loads(line)
            except ValueError:
                continue
            if (row["suite"], row["seed"], row["budget"]) == (run.suite, run.seed, run.budget):
                rows.append(row)
    return rows
