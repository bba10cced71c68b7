"""The command where what it prints cannot be written, and what it reads is damaged: no verdict."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dpsym.cli import main
from dpsym.errors import ClaimError
from dpsym.slackness import heat_map, slack_from_seeds

TRUE = "x <= 1 for x in [0, 1]"
DEEP = "[" * 100_000


def ended(arguments: list[str], redirection: str, folder: Path) -> tuple[int, str]:
    """The exit status and standard error of the command as a shell starts it, output in blocks."""
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    shell = ["sh", "-c", f'"$@" {redirection}', "sh", sys.executable, "-m", "dpsym", *arguments]
    done = subprocess.run(
        shell, cwd=folder, env=buffered, capture_output=True, text=True, timeout=120
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("arguments", [["check", TRUE], ["list"], ["check", "two.txt"]])
def test_a_full_disk_is_no_refutation(arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text(f"{TRUE}\n{TRUE.replace('<= 1', '<= 2')}\n")
    status, said = ended(arguments, ">/dev/full", tmp_path)
    assert status == 2
    assert said == "dpsym: what is said cannot be written: No space left on device\n"


def test_closed_streams_take_nothing_from_a_verdict(tmp_path: Path) -> None:
    false = "x <= 1 for x in [0, 2]"
    assert ended(["check", TRUE], ">&-", tmp_path) == (0, "")
    assert ended(["check", false], ">&- 2>&-", tmp_path) == (1, "")
    assert ended(["check", "x <= 1"], "2>&-", tmp_path) == (2, "")


@pytest.mark.parametrize("arguments", [["check", "two.txt"], ["list", "--table", "bs16"]])
def test_a_pipe_that_nobody_reads_is_no_unexpected_verdict(
    arguments: list[str], tmp_path: Path
) -> None:
    (tmp_path / "two.txt").write_text(f"{TRUE}\n{TRUE.replace('<= 1', '<= 2')}\n")
    unread = ["bash", "-c", '"$@" | true; exit ${PIPESTATUS[0]}', "bash"]
    command = [*unread, sys.executable, "-m", "dpsym", *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (141, "")


def test_files_that_are_nested_too_deeply_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deep, claims = tmp_path / "deep.json", tmp_path / "claims.txt"
    deep.write_text(DEEP)
    claims.write_text(f"{TRUE}\n")
    for arguments in (
        ["report", str(claims), "--verdicts", str(deep)],
        ["list", "--table", "bs16", "--run", str(deep)],
        ["check", str(claims), "--resume", str(deep)],
    ):
        assert main(arguments) == 2
        assert str(deep) in capsys.readouterr().err


@pytest.mark.parametrize("content", ["", "null", "[1]", '[{"name": 1}]', DEEP])
def test_a_damaged_list_of_exported_claims_is_named(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "claims.json").write_text(content)
    for arguments in (["coq", str(tmp_path)], ["export", TRUE, "--coq", str(tmp_path)]):
        assert main(arguments) == 2
        assert "is no list of exported claims" in capsys.readouterr().err


def test_a_heat_map_is_a_png_whatever_its_name(tmp_path: Path) -> None:
    claim = "x <= y for x in [0, 1], y in [1, 2]"
    heat_map(claim, ("x", "y"), tmp_path / "map.txt", seconds=1)
    assert (tmp_path / "map.txt").read_bytes().startswith(b"\x89PNG")
    assert main(["slack", claim, "--heat-map", "x,x"]) == 2


def test_a_search_from_seeds_says_which_they_were() -> None:
    found = slack_from_seeds(TRUE, 2)
    assert (found.seed, found.seeds) == (0, 2)
    assert "found in floats with seeds 0 to 1; this proves nothing" in found.text()
    assert found.to_json()["seeds"] == 2
    with pytest.raises(ClaimError, match="seeds=0"):
        slack_from_seeds(TRUE, 0)
