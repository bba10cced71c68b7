"""Tests that share what takes long run in one process: verdicts that are kept are found once."""

from __future__ import annotations

from pathlib import Path

import pytest
from groups import ROOT, scope

FILE = """
import os
import time
import pytest
{mark}
@pytest.mark.parametrize("number", range(8))
def test_tells_its_process(number):
    time.sleep(0.1)  # so that the other process has some of them too
    with open(os.environ["TOLD"], "a") as told:
        told.write("{name} " + os.environ["PYTEST_XDIST_WORKER"] + "\\n")
"""
MARK = 'pytestmark = pytest.mark.xdist_group("shared")'


def test_tests_of_one_group_run_in_one_process(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = pytester.path / "told"
    monkeypatch.setenv("TOLD", str(told))
    for name, mark in (("first", MARK), ("second", MARK), ("alone", "")):
        pytester.makepyfile(**{f"test_{name}": FILE.format(name=name, mark=mark)})
    for name in ("conftest.py", "groups.py"):
        text = (ROOT / "tests" / name).read_text().replace("parents[1]", "parents[0]")
        (pytester.path / name).write_text(text)
    options = ("-n", "2", "--dist", "loadgroup", "-p", "no:cacheprovider")
    assert pytester.runpytest_subprocess(*options, timeout=120).ret == 0
    lines = [line.split() for line in told.read_text().splitlines()]
    assert len(lines) == 24
    assert len({worker for name, worker in lines if name != "alone"}) == 1


def test_only_files_that_name_a_group_are_kept_together(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(MARK)
    (tmp_path / "test_two.py").write_text("")
    assert scope("test_one.py::test_a[x::y]", tmp_path) == "shared"
    assert scope("test_two.py::test_a", tmp_path) == "test_two.py::test_a"
    assert scope("tests/test_folklore.py::test_no_item_is_lost") == "folklore"
