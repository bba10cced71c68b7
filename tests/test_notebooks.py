"""Every notebook runs from top to bottom, and none is stored with an error in it."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from dpsym import check
from dpsym.verdict import Proved

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


def errors(notebook: nbformat.NotebookNode) -> list[str]:
    return [
        output.get("evalue", "")
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if output.output_type == "error"
    ]


def test_there_are_notebooks() -> None:
    assert 0 < len(NOTEBOOKS) <= 7


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_is_stored_without_errors(path: Path) -> None:
    assert errors(nbformat.read(path, as_version=4)) == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_opens_with_what_the_reader_will_know(path: Path) -> None:
    opening = nbformat.read(path, as_version=4).cells[0]
    assert opening.cell_type == "markdown"
    assert "At the end of this notebook you will" in opening.source


def test_certificate_shows_itself_as_a_table() -> None:
    verdict = check("tanh(x) <= x for x in [0, oo)")
    assert isinstance(verdict, Proved)
    assert verdict.certificate is not None
    shown = verdict.certificate._repr_markdown_()
    assert shown.startswith("**Certificate** `tanh(x) <= x for x in [0, oo)`")
    assert "| verdict | proved |" in shown
    assert {row.count("|") for row in shown.splitlines()[2:]} == {3}


# The kernel's own libraries warn about event loops and ports on some systems.
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_notebook_runs(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": path.parent}}
    )
    client.execute()
    assert errors(notebook) == []
