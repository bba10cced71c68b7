"""What a paper's repository runs at each commit and push, as it is defined and documented."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from dpsym.cli import main

ROOT = Path(__file__).parents[1]
TRUE, FALSE = "tanh(x) <= x for x in [0, oo)", "tanh(x) <= x/2 for x in [0, oo)"
PAPER = f"\\begin{{theorem}} % dpsym: {TRUE}\n\\end{{theorem}}\n"
FILES = {
    "paper.tex": PAPER,
    "notes.md": f"As known. <!-- dpsym: wrong (refuted): {FALSE} -->\n",
    "claims.txt": f"known: {TRUE}\n",
    "README.md": "No claim stands here.\n",
    "notes.txt": "tanh(x <= x\n",
}


@pytest.fixture
def paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, content in FILES.items():
        (tmp_path / name).write_text(content)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def hook() -> dict[str, Any]:
    (found,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    return dict(found)


def committed(folder: Path) -> int:
    """The exit status of the hook on the files of a commit that it is for."""
    given = hook()
    program, *arguments = shlex.split(given["entry"])
    assert program == "dpsym"
    files = sorted(path.name for path in folder.iterdir() if re.search(given["files"], path.name))
    assert files == ["README.md", "claims.txt", "notes.md", "paper.tex"]
    return main([*arguments, *files])


@pytest.mark.parametrize(
    ("name", "content", "status"),
    [
        ("paper.tex", PAPER, 0),
        ("paper.tex", PAPER + f"% dpsym: {FALSE}\n", 1),
        ("notes.md", f"<!-- dpsym: {FALSE} -->\n", 1),
        ("claims.txt", f"known (refuted): {TRUE}\n", 1),
        ("paper.tex", PAPER + "% dpsym: tanh(x <= x\n", 2),
    ],
)
def test_a_commit_passes_where_every_verdict_is_the_expected_one(
    paper: Path, name: str, content: str, status: int
) -> None:
    (paper / name).write_text(content)
    assert committed(paper) == status


def test_the_hook_is_named_as_the_documents_do() -> None:
    assert (hook()["id"], hook()["language"]) == ("dpsym", "python")
    assert "with the hook `dpsym`" in (ROOT / "docs/refereeing.md").read_text()


def test_the_documented_workflow_checks_the_claims(paper: Path) -> None:
    page = (ROOT / "docs/refereeing.md").read_text()
    (written,) = re.findall(r"```yaml\n(# \.github/workflows.*?)```", page, re.S)
    (job,) = yaml.safe_load(written)["jobs"].values()
    runs = [shlex.split(step["run"]) for step in job["steps"] if "run" in step]
    assert [program for program, *_ in runs] == ["pip", "dpsym"]
    assert main(runs[-1][1:]) == 0
    (paper / "paper.tex").write_text(f"% dpsym: {FALSE}\n")
    assert main(runs[-1][1:]) == 1
