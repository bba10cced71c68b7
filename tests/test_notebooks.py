"""Every notebook runs from top to bottom, and none is stored with an error in it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import nbformat
import pytest
from IPython.core.interactiveshell import InteractiveShell
from nbclient import NotebookClient

from dpsym import ClaimError, check, check_all, sweep
from dpsym.certificate import Certificate
from dpsym.language.mathml import mathml
from dpsym.notebook import cell
from dpsym.verdict import Proved

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))

EMBEDDED = re.compile(r"data:image/png;base64,([^\"]+)")
WIDEST = 100
"""Letters of a line of code that fit beside the numbers of cells."""

SEEN, TIMED = 40, "timed"


def errors(notebook: nbformat.NotebookNode) -> list[str]:
    return [
        output.get("evalue", "")
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if output.output_type == "error"
    ]


def told(notebook: nbformat.NotebookNode) -> list[list[str]]:
    """How the lines begin that each cell prints; of a cell that races with time, its first word.

    Steps of a proof and times stand further on or are indented: they may change. A line may
    arrive in several parts: parts are joined before they are cut into lines.
    """
    found: list[list[str]] = []
    for each in notebook.cells:
        outputs = each.get("outputs", ())
        plain = [o.get("text") or o.get("data", {}).get("text/plain", "") + "\n" for o in outputs]
        lines = [line[:SEEN] for line in "".join(plain).splitlines()]
        if TIMED in each.metadata.get("tags", ()):
            lines = [line.partition(":")[0] for line in lines[:1]]
        found.append([line for line in lines if not line.startswith(" ")])
    return found


def test_a_line_that_arrives_in_parts_is_one_line() -> None:
    def printed(*parts: str) -> nbformat.NotebookNode:
        streams = [nbformat.v4.new_output("stream", text=part) for part in parts]
        return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(outputs=streams)])

    assert told(printed("one ", "line", "\n", "two\n")) == [["one line", "two"]]
    assert told(printed("one line\ntwo\n")) != told(printed("one line\n"))


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


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_is_kept_with_outputs_without_warnings_and_with_each_figure_once(
    path: Path,
) -> None:
    cells = [c for c in nbformat.read(path, as_version=4).cells if c.cell_type == "code"]
    outputs = [output for cell in cells for output in cell.outputs]
    assert all(cell.execution_count for cell in cells), "run it from top to bottom and keep it"
    assert not [output for output in outputs if output.get("name") == "stderr"]
    shown = [output.data for output in outputs if "data" in output]
    figures = [data["image/png"] for data in shown if "image/png" in data]
    figures += [f for data in shown for f in EMBEDDED.findall(data.get("text/html", ""))]
    assert len(figures) == len(set(figures))
    for data in shown:
        if "text/latex" in data or "$" in data.get("text/markdown", ""):
            assert "<math" in data["text/html"], "mathematics without the network"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_code_of_a_notebook_fits_its_page(path: Path) -> None:
    cells = [c for c in nbformat.read(path, as_version=4).cells if c.cell_type == "code"]
    assert [s for c in cells for s in c.source.splitlines() if len(s) > WIDEST] == []


def test_claims_and_verdicts_show_themselves_without_scripts() -> None:
    verdict = check("KL(P, Q) >= 3*TotalVariation(P, Q)**2")
    shown = verdict._repr_html_()
    assert shown is not None
    assert shown.startswith("<p><b>Refuted</b> <math")
    assert shown.count("<tr>") == shown.count("</tr>") == 6
    assert "<script" not in shown
    assert "$" not in shown
    assert "<math" in (verdict.claim._repr_html_() or "")


def test_without_the_converter_notebooks_fall_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "latex2mathml.converter", None)
    mathml.cache_clear()
    verdict = check("tanh(x) <= x for x in [0, oo)")
    assert verdict._repr_html_() is None
    assert verdict._repr_markdown_().startswith("**Proved**")
    assert (
        "<code>tanh(x) &lt;= x for x in [0, oo)</code>" in check_all([verdict.claim])._repr_html_()
    )


def test_a_cell_of_claims_is_a_table() -> None:
    shell = InteractiveShell()
    shell.run_line_magic("load_ext", "dpsym")
    body = "# two\nfirst: tanh(x) <= x for x in [0, oo)\ntanh(x) >= x for x in [0, 1]\n"
    found = shell.run_cell_magic("dpsym", "--budget 20", body)
    assert [verdict.kind for verdict in found] == ["proved", "refuted"]
    assert found.labels == ("first", "line_3")
    shown = found._repr_html_()
    assert shown.count("<math") >= 2
    assert "<b>refuted</b>" in shown
    with pytest.raises(ClaimError, match="--budget SECONDS"):
        cell("--jobs 3", body)
    with pytest.raises(ClaimError, match="cell:1"):
        cell("", "tanh(x <= x")


def test_a_sweep_tells_where_a_claim_turns() -> None:
    found = sweep("tanh(x) <= c*x for x in [0, oo)", "c", ["1/2", 0.75, 1, 2])
    assert [verdict.kind for verdict in found] == ["refuted", "refuted", "proved", "proved"]
    assert found.labels == ("1/2", "3/4", "1", "2")
    assert "<math" in found._repr_html_()
    assert len(found[1:]) == 3


@pytest.mark.parametrize(
    ("values", "part"),
    [([-1], "-1"), (["x"], "x"), (["abc("], "abc("), (["oo"], "oo"), ([None], "None")],
)
def test_a_sweep_names_a_value_at_which_the_claim_says_nothing(
    values: list[object], part: str
) -> None:
    with pytest.raises(ClaimError, match=re.escape(part)):
        sweep("tanh(x) <= c*x for x in [0, oo), c in [0, 5]", "c", values)


def test_certificate_shows_itself_as_a_table() -> None:
    verdict = check("tanh(x) <= x for x in [0, oo)")
    assert isinstance(verdict, Proved)
    assert verdict.certificate is not None
    shown = verdict.certificate._repr_markdown_()
    assert shown.startswith("**Certificate** `tanh(x) <= x for x in [0, oo)`")
    assert "| verdict | proved |" in shown
    assert {row.count("|") for row in shown.splitlines()[2:]} == {3}
    assert repr(verdict.certificate).startswith(
        f"Certificate  {verdict.claim.text}\n  verdict  proved"
    )


def test_texts_of_a_certificate_from_elsewhere_are_no_markup() -> None:
    comment = "x <= 1 for x in [0, 1] # ` <img src=x> |\n\n# <b>"
    given = Certificate(comment, "`<b>\n\n|", "proved", ("<i>", "a | b"))
    shown = given._repr_markdown_()
    assert shown.startswith("**Certificate** `x <= 1 for x in [0, 1]`\n\n| | |\n")
    assert "<" not in shown.partition("\n")[2]
    assert {row.count("|") for row in shown.splitlines()[2:]} == {3}
    assert repr(given).startswith("Certificate  x <= 1 for x in [0, 1]\n")
    assert len(repr(given).splitlines()) == 5
    assert "of no claim" in repr(Certificate("x <=", "", "proved"))


# The kernel's own libraries warn about event loops and ports on some systems.
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_notebook_runs_and_is_kept_as_it_runs(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    kept = told(notebook)
    client = NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": path.parent}}
    )
    client.execute()
    assert errors(notebook) == []
    assert told(notebook) == kept, "run it from top to bottom and keep it"
