"""What all tests share: a deterministic Hypothesis, the command, and a referee that knows."""

from __future__ import annotations

import fcntl
import gc
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from dpsym.process import settle

settle()
settings.register_profile(
    "suite",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("suite")

# Tests are about what is found now, and leave no trace with the user who runs them.
os.environ["DPSYM_STORE"] = "off"

Command = Callable[..., subprocess.CompletedProcess[str]]


def pytest_collection_finish() -> None:
    """Let what was imported and collected rest: the garbage collector need not walk it again."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    """What is left is looked at once for errors that nobody heard: pytest does so five times."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Tests of one group run in one process, and share what is kept by ``@cache``."""
    from groups import scope
    from xdist.scheduler import LoadScopeScheduling

    class Grouped(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return scope(nodeid)

    return Grouped(config, log) if config.getoption("dist") == "loadgroup" else None


@pytest.fixture
def command(tmp_path: Any) -> Command:
    """``dpsym`` as its users run it: in a process and a folder of its own, output to a pipe."""

    def run(
        *arguments: str | bytes, stdin: bytes = b"", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        finished = subprocess.run(
            [sys.executable, "-m", "dpsym", *arguments],
            input=stdin,
            capture_output=True,
            cwd=tmp_path,
            env=os.environ | environment,
            timeout=300,
            check=False,
        )
        return subprocess.CompletedProcess(
            finished.args, finished.returncode, finished.stdout.decode(), finished.stderr.decode()
        )

    return run


@pytest.fixture
def referee(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A stand-in for ``dpsym.checking``: verdicts by the text of the claim, else Undecided.

    Tests of the command and of the plugin fill it, so that they fail for reasons of their own and
    not for those of a prover. ``budgets`` holds what they asked for.
    """
    from dpsym.language.parser import parse_claim
    from dpsym.statement import Theorem
    from dpsym.verdict import Undecided, Verdict

    known: dict[str, Any] = {"budgets": []}

    def check(claim: Any, *, budget: float = 60.0, fresh: bool = False) -> Verdict:
        known["budgets"].append(budget)
        if isinstance(claim, str):
            claim = parse_claim(claim)
        if isinstance(claim, Theorem):
            claim = claim.claim
        make = known.get(claim.text, Undecided)
        if isinstance(make, BaseException):
            raise make
        verdict: Verdict = make(claim)
        return verdict

    module = ModuleType("dpsym.checking")
    module.check = check  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "dpsym.checking", module)
    return known


@pytest.fixture(scope="session")
def coq_folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for Coq files, with the library: compiled once for all processes, and kept."""
    from dpsym.coq.compiling import THEORIES, compile_library
    from dpsym.coq.export import finish

    cache = getattr(request.config, "cache", None)
    shared = cache.mkdir("coq") if cache else tmp_path_factory.mktemp("library")
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        finish(shared, [])
        compile_library(shared, jobs=os.cpu_count() or 1)
    made = tmp_path_factory.mktemp("coq")
    (made / THEORIES).symlink_to(shared / THEORIES)
    return made
