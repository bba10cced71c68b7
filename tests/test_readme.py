"""The README's examples do what it says.

A ``python`` block that begins with the comment ``# name.py`` is that file. A ``console`` block is
run command by command in the folder of these files, and prints what stands below each command, up
to times. A ``pycon`` block is a doctest; all of them are one session.
"""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parents[1] / "README.md").read_text()
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.M | re.S)
CONSOLES = [text for language, text in BLOCKS if language == "console"]
SESSIONS = [text for language, text in BLOCKS if language == "pycon"]


def commands(console: str) -> list[tuple[str, str]]:
    """Each command of a console block, with what it prints."""
    _, *pieces = re.split(r"^\$ ", console, flags=re.M)
    return [(c, p) for c, _, p in (piece.replace("\\\n", "").partition("\n") for piece in pieces)]


def without_times(printed: str) -> str:
    return re.sub(r"\d+\.\d+ s\b", "_ s", printed).strip()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files that the README shows."""
    for language, text in BLOCKS:
        if language == "python" and (named := re.match(r"# (\w+\.py)\n", text)):
            (tmp_path / named[1]).write_text(text)
    return tmp_path


def test_readme_shows_a_proof_and_a_refutation() -> None:
    printed = "".join(CONSOLES)
    assert re.search(r"^Proved ", printed, re.M)
    assert re.search(r"^Refuted ", printed, re.M)


@pytest.mark.parametrize("console", CONSOLES, ids=lambda text: text.splitlines()[0][2:])
def test_console_prints_what_the_readme_says(console: str, folder: Path) -> None:
    status = 0
    for command, expected in commands(console):
        words = shlex.split(command)
        if words == ["echo", "$?"]:
            assert status == int(expected)
            continue
        assert words[0] == "dpsym"
        finished = subprocess.run(
            [sys.executable, "-m", *words], cwd=folder, capture_output=True, text=True, check=False
        )
        status = finished.returncode
        printed = finished.stdout + finished.stderr
        assert without_times(printed) == without_times(expected), command


def test_session_prints_what_the_readme_says(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    session = doctest.DocTestParser().get_doctest("\n".join(SESSIONS), {}, "README", None, None)
    assert session.examples
    failed, _ = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(session)
    assert failed == 0
