"""A run in units gives the same bytes however it went: undisturbed, resumed, or with losses."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import units as work

from dpsym.bisection import decided_by_boxes
from dpsym.cli import main
from dpsym.cli.complaints import UsageFaultError
from dpsym.cli.running import each
from dpsym.cluster import Journal, gathered, key_of
from dpsym.errors import ClaimError, DpsymError, MissingDependencyError
from dpsym.longsearch import search_from_seeds
from dpsym.slackness import slack_from_seeds
from dpsym.verdict import Verdict

UNITS: list[dict[str, Any]] = [{"n": n} for n in range(12)]
HERE = Path(__file__).parent
INSTALLED = find_spec("distributed") is not None
needs_distributed = pytest.mark.skipif(
    not INSTALLED, reason="the extra cluster (distributed) is not installed"
)


def undisturbed(path: Path, units: list[dict[str, Any]] = UNITS) -> bytes:
    """What every run writes in the end, by one that waits for nothing."""
    gathered(work.square, units, path=path)
    return path.read_bytes()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of dask with the tests on its path, ended at the end by its id."""
    paths = os.pathsep.join([str(HERE), str(HERE.parent), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [sys.executable, "-m", *arguments],
        env=os.environ | {"PYTHONPATH": paths}, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextmanager
def scheduler(port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A scheduler that has begun to listen."""
    arguments = "distributed.cli.dask_scheduler", "--port", str(port), "--no-dashboard"
    with running(*arguments) as process:
        end = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < end:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                break
            time.sleep(0.1)
        yield process


def worker(port: int) -> Any:
    return running(
        "distributed.cli.dask_worker", f"tcp://127.0.0.1:{port}", "--nworkers", "1",
        "--nthreads", "1", "--no-dashboard", "--death-timeout", "30",
    )  # fmt: skip


def test_results_come_in_the_order_of_the_units() -> None:
    assert [r["square"] for r in gathered(work.squared, UNITS)] == [n * n for n in range(12)]


def test_processes_write_the_same_bytes(tmp_path: Path) -> None:
    gathered(work.squared, UNITS, path=tmp_path / "two", jobs=2)
    assert (tmp_path / "two").read_bytes() == undisturbed(tmp_path / "one")


@pytest.mark.parametrize("kept", [0, 1, 5, 12])
def test_a_run_goes_on_where_it_stopped(kept: int, tmp_path: Path) -> None:
    whole, path, asked = undisturbed(tmp_path / "whole"), tmp_path / "run", []
    journal = Journal.opened(path)
    for unit in reversed(UNITS[:kept]):
        journal.add(unit, work.squared(unit))
    gathered(lambda unit: asked.append(unit) or work.squared(unit), UNITS, path=path)
    assert path.read_bytes() == whole
    assert asked == UNITS[kept:]


def test_a_line_that_was_cut_short_is_done_again(tmp_path: Path) -> None:
    path = tmp_path / "run"
    whole = undisturbed(path)
    path.write_bytes(whole[:-9])
    gathered(work.squared, UNITS, path=path)
    assert path.read_bytes() == whole


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_text("dear diary\n")
    with pytest.raises(ClaimError, match="line 1 of"):
        gathered(work.squared, UNITS, path=path)
    assert path.read_text() == "dear diary\n"


@pytest.mark.parametrize("content", ["dear diary", '{"dear": "diary', "\udcff"])
def test_a_file_of_something_else_without_a_last_newline_is_kept(
    content: str, tmp_path: Path
) -> None:
    path = tmp_path / "notes"
    path.write_text(content, errors="surrogateescape")
    with pytest.raises(ClaimError, match="line 1 of"):
        gathered(work.squared, UNITS, path=path)
    assert path.read_text(errors="surrogateescape") == content


def test_progress_is_told() -> None:
    seen: list[tuple[int, int]] = []
    gathered(work.squared, UNITS[:2], progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 2), (2, 2)]


def test_units_have_different_keys() -> None:
    assert len({key_of(unit) for unit in UNITS}) == len(UNITS)


@pytest.mark.skipif(INSTALLED, reason="says what is missing where it is missing")
def test_a_missing_extra_is_named() -> None:
    with pytest.raises(MissingDependencyError, match="dpsym\\[cluster\\]"):
        gathered(work.squared, UNITS, address="tcp://127.0.0.1:1")


@needs_distributed
def test_a_scheduler_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpsym.cluster.WAIT", 1.0)
    address = f"tcp://127.0.0.1:{free_port()}"
    with pytest.raises(DpsymError, match=f"no scheduler answers at {address}"):
        gathered(work.squared, UNITS, address=address)


@needs_distributed
@pytest.mark.parametrize("address", ["", "x:y", "foo://a:1", "127.0.0.1", "tls://127.0.0.1:1"])
def test_an_address_that_is_none_is_named_and_no_more(address: str) -> None:
    program = f"from dpsym.cluster import gathered; gathered(dict, [{{}}], address={address!r})"
    asked = [sys.executable, "-c", program]
    told = subprocess.run(asked, capture_output=True, text=True, check=False).stderr
    assert f"DpsymError: no scheduler answers at {address}" in told.splitlines()[-1]
    assert "__del__" not in told


@needs_distributed
def test_two_runs_on_one_scheduler_get_their_own_results() -> None:
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    units = [{"n": n, "seconds": 0.5} for n in range(4)]
    with scheduler(port), worker(port), ThreadPoolExecutor(2) as pool:
        squares = pool.submit(gathered, work.squared, units, address=address)
        cubes = pool.submit(gathered, work.cubed, units, address=address)
    assert squares.result() == [{"square": n**2} for n in range(4)]
    assert cubes.result() == [{"cube": n**3} for n in range(4)]


@needs_distributed
def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    port, stone = free_port(), tmp_path / "tombstone"
    units = [*UNITS[:6], {"n": 99, "tombstone": str(stone)}, *UNITS[6:]]
    with scheduler(port), worker(port), worker(port):
        gathered(work.deadly, units, path=tmp_path / "run", address=f"tcp://127.0.0.1:{port}")
    assert stone.exists()
    assert (tmp_path / "run").read_bytes() == undisturbed(tmp_path / "whole", units)


@needs_distributed
def test_results_that_died_with_their_worker_are_computed_again(tmp_path: Path) -> None:
    """The worker is killed when all is done and little collected."""
    units = [{"n": n, "seconds": 0.3} for n in range(12)]
    port, path = free_port(), tmp_path / "run"
    with scheduler(port), worker(port) as first, worker(port):

        def disturb(done: int, total: int) -> None:
            if done == 1:
                time.sleep(3)
            elif done == 2:
                os.killpg(first.pid, signal.SIGKILL)
                time.sleep(0.5)

        address = f"tcp://127.0.0.1:{port}"
        gathered(work.squared, units, path=path, address=address, progress=disturb)
    assert path.read_bytes() == undisturbed(tmp_path / "whole", units)


def test_a_killed_process_is_told_and_the_run_goes_on_later(tmp_path: Path) -> None:
    path, stone = tmp_path / "run", tmp_path / "tombstone"
    units = [*UNITS, {"n": 99, "tombstone": str(stone)}]
    with pytest.raises(DpsymError, match="a process was killed"):
        gathered(work.deadly, units, path=path, jobs=2)
    gathered(work.deadly, units, path=path, jobs=2)
    assert path.read_bytes() == undisturbed(tmp_path / "whole", units)


def test_a_killed_process_of_a_command_is_told(tmp_path: Path) -> None:
    units = [*UNITS[:2], {"n": 99, "tombstone": str(tmp_path / "tombstone")}]
    with pytest.raises(UsageFaultError, match="a process was killed"):
        list(each(work.deadly, units, jobs=2))


@needs_distributed
def test_a_unit_that_no_worker_survives_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "0")
    port, unit = free_port(), {"n": 99, "tombstone": str(tmp_path / "tombstone")}
    with (
        scheduler(port),
        worker(port),
        pytest.raises(DpsymError, match=r'workers are killed by \{"n": 99'),
    ):
        gathered(work.deadly, [unit], address=f"tcp://127.0.0.1:{port}")


@needs_distributed
def test_a_scheduler_that_dies_with_results_uncollected_is_told(tmp_path: Path) -> None:
    port, path = free_port(), tmp_path / "run"
    address = f"tcp://127.0.0.1:{port}"
    with scheduler(port) as process, worker(port):

        def interrupt(done: int, total: int) -> None:
            if done == 1:
                time.sleep(1.5)
            elif done == 2:
                os.killpg(process.pid, signal.SIGKILL)

        with pytest.raises(DpsymError, match="run the same again"):
            gathered(work.squared, UNITS, path=path, address=address, progress=interrupt)
    assert gathered(work.squared, UNITS, path=path) == gathered(work.square, UNITS)


@needs_distributed
def test_a_killed_scheduler_is_told_and_the_run_goes_on_later(tmp_path: Path) -> None:
    units = [{"n": n, "seconds": 0.3} for n in range(14)]
    port, path = free_port(), tmp_path / "run"
    address = f"tcp://127.0.0.1:{port}"
    with scheduler(port) as process, worker(port):

        def interrupt(done: int, total: int) -> None:
            if done == 4:
                os.killpg(process.pid, signal.SIGKILL)

        with pytest.raises(DpsymError, match="run the same again"):
            gathered(work.squared, units, path=path, address=address, progress=interrupt)
    kept = len(path.read_text().splitlines())
    assert 4 <= kept < len(units)
    with scheduler(port), worker(port):
        time.sleep(0.5)
        gathered(work.squared, units, path=path, address=address)
    assert path.read_bytes() == undisturbed(tmp_path / "whole", units)


def test_a_library_run_is_resumed_from_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run"
    arguments = ["check", "vw21.thm_1", "vw21.thm_1_three", "--resume", str(path)]
    assert main(arguments) == 0
    first, whole = capsys.readouterr().out, path.read_bytes()
    path.write_bytes(whole.splitlines(keepends=True)[1])
    assert main(arguments) == 0
    assert "2 of 2 verdicts are as expected" in first
    assert capsys.readouterr().out == first
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"kind": "refuted"', '"kind": "proved"'),
        ('"verdict": "refuted"', '"verdict": "proved"'),
        ('"x": "2"', '"x": "1"'),
        ('"witness": {', '"witnesses": {'),
        ('"certificate": {', '"certificates": {'),
        ('"found": {', '"judged": {'),
    ],
)
def test_a_file_is_believed_only_where_the_kernel_accepts_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str
) -> None:
    path, claim = tmp_path / "run", "x**2 <= x for x in [0, 2]"
    assert main(["check", claim, "--resume", str(path)]) == 1
    written = path.read_text()
    assert old in written
    path.write_text(written.replace(old, new))
    capsys.readouterr()
    assert main(["check", claim, "--resume", str(path)]) == 2
    told = capsys.readouterr()
    assert "Proved" not in told.out
    assert "remove that file, or name a new one" in told.err


@pytest.mark.parametrize("target", [{"text": "0 <= x for x in [0, 2]", "name": "", "path": ""}, 5])
def test_a_file_says_nothing_of_a_claim_by_the_proof_of_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], target: object
) -> None:
    path, false = tmp_path / "run", "1 <= x for x in [0, 2]"
    assert main(["check", "0 <= x for x in [0, 2]", "--resume", str(path)]) == 0
    line = json.loads(path.read_text())
    line["unit"]["text"], line["result"]["target"] = false, target
    path.write_text(json.dumps(line, sort_keys=True) + "\n")
    capsys.readouterr()
    assert main(["check", false, "--resume", str(path)]) == 2
    told = capsys.readouterr()
    assert "Proved" not in told.out
    assert "remove that file, or name a new one" in told.err
    arguments = ["check", false, "0 <= x for x in [0, 2]", "--resume", str(path)]
    assert main(arguments) == 2


def test_a_long_search_gives_the_same_bytes_however_it_is_cut(tmp_path: Path) -> None:
    claim, path = "KL(P, Q) >= 2*TotalVariation(P, Q)**2", tmp_path / "run"
    found = slack_from_seeds(claim, 2, path=path)
    whole = path.read_bytes()
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[3:1:-1]))
    assert slack_from_seeds(claim, 2, path=path, jobs=2) == found
    assert path.read_bytes() == whole
    assert 0 <= found.smallest < 1e-6


TIGHT = "KL(P, Q) >= 2*TotalVariation(P, Q)**2"


def test_a_file_of_slacks_says_nothing_of_a_search(tmp_path: Path) -> None:
    path = tmp_path / "run"
    slack_from_seeds(TIGHT, 1, path=path)
    assert search_from_seeds(TIGHT, 1, path=path) == search_from_seeds(TIGHT, 1)
    assert slack_from_seeds(TIGHT, 1, path=path) == slack_from_seeds(TIGHT, 1)


@pytest.mark.parametrize("result", [{}, [], 5, "x", {"size": 3.0}, {"family": "a", "slack": 0.0}])
@pytest.mark.parametrize("kind", ["slack", "search", "boxes"])
def test_a_result_of_another_kind_is_told(kind: str, result: Any, tmp_path: Path) -> None:
    long_runs = {"slack": lambda **how: slack_from_seeds(TIGHT, 1, **how), **LONG}
    path = tmp_path / "run"
    long_runs[kind](path=path)
    journal = [json.loads(line) for line in path.read_text().splitlines()]
    path.write_text("".join(json.dumps(one | {"result": result}) + "\n" for one in journal))
    with pytest.raises(ClaimError, match=f"{path} holds a result without"):
        long_runs[kind](path=path)


def test_a_counterexample_that_nobody_finds_here_is_told(tmp_path: Path) -> None:
    path = tmp_path / "run"
    search_from_seeds(TIGHT, 1, path=path)
    path.write_text(path.read_text().replace('"size": null', '"size": 3.0'))
    with pytest.raises(ClaimError, match="tells of a counterexample that is not found here"):
        search_from_seeds(TIGHT, 1, path=path)


NARROW = "exp(x*y) >= 1 + x*y - 1/30000 for x in [-2, 2], y in [-2, 2]"
LONG: dict[str, Callable[..., Verdict]] = {
    "search": lambda **how: search_from_seeds(TIGHT, 2, **how),
    "boxes": lambda **how: decided_by_boxes(NARROW, 2000, cuts=400, **how),
}


@pytest.mark.parametrize("kind", LONG)
def test_a_long_run_goes_on_in_the_middle_of_a_stage(kind: str, tmp_path: Path) -> None:
    path, told = tmp_path / "run", []
    verdict = LONG[kind](path=path)
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:0:-2]))
    jobs = 2 if kind == "boxes" else 1
    again = LONG[kind](path=path, jobs=jobs, report=lambda done, *_: told.append(done))
    assert again == verdict
    assert path.read_bytes() == whole
    assert 0 < len(told) < len(lines)


@needs_distributed
@pytest.mark.parametrize("kind", LONG)
def test_neither_a_lost_worker_nor_a_lost_scheduler_changes_a_long_run(
    kind: str, tmp_path: Path
) -> None:
    verdict = LONG[kind](path=tmp_path / "whole")
    path, port = tmp_path / "run", free_port()
    address = f"tcp://127.0.0.1:{port}"
    with scheduler(port) as head, worker(port) as first, worker(port):
        seen: list[int] = []

        def disturb(*_: object) -> None:
            seen.append(len(seen))
            if len(seen) in (2, 5):
                os.killpg((first if len(seen) == 2 else head).pid, signal.SIGKILL)

        with pytest.raises(DpsymError, match="run the same again"):
            LONG[kind](path=path, address=address, report=disturb)
    assert len(path.read_text().splitlines()) >= 5
    assert LONG[kind](path=path) == verdict
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()


@needs_distributed
def test_claims_are_decided_on_a_cluster(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    port = free_port()
    with scheduler(port), worker(port):
        address = f"tcp://127.0.0.1:{port}"
        assert main(["check", "vw21.thm_1", "vw21.thm_1_three", "--cluster", address]) == 0
    assert "2 of 2 verdicts are as expected" in capsys.readouterr().out
