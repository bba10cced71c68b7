"""The examples of the README and of the documentation do what these say.

A ``python`` or ``text`` block that begins with the comment ``# name`` is the file of that name. A
``console`` block is run command by command in the folder of its page's files, and prints what
stands below each command, up to times; the line ``...`` stands for any lines. A ``pycon`` block is
a doctest; those of a page are one session.
"""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import dpsym
from dpsym.language.heads import HEADS

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCKS = {
    page.name: re.findall(r"^```(\w+)\n(.*?)^```$", page.read_text(), re.M | re.S) for page in PAGES
}
CONSOLES = [(page, text) for page in BLOCKS for kind, text in BLOCKS[page] if kind == "console"]
SESSIONS = {page: [text for kind, text in BLOCKS[page] if kind == "pycon"] for page in BLOCKS}


def commands(console: str) -> list[tuple[str, str]]:
    """Each command of a console block, with what it prints."""
    _, *pieces = re.split(r"^\$ ", console, flags=re.M)
    return [(c, p) for c, _, p in (piece.replace("\\\n", "").partition("\n") for piece in pieces)]


def without_times(printed: str) -> str:
    return re.sub(r"\d+\.\d+ s\b", "_ s", printed).strip()


def write_files(page: str, folder: Path) -> None:
    """Write the files that a page shows."""
    for language, text in BLOCKS[page]:
        if language in ("python", "text") and (named := re.match(r"# (\w+\.\w+)\n", text)):
            (folder / named[1]).write_text(text)


def test_the_readme_shows_each_verdict() -> None:
    printed = "".join(text for page, text in CONSOLES if page == "README.md")
    for verdict in ("Proved", "Refuted", "Undecided"):
        assert re.search(rf"^{verdict} ", printed, re.M)


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text().split()) <= 1200


@pytest.mark.parametrize(
    ("page", "console"), CONSOLES, ids=[text.splitlines()[0][2:] for _, text in CONSOLES]
)
def test_console_prints_what_the_page_says(page: str, console: str, tmp_path: Path) -> None:
    write_files(page, tmp_path)
    status = 0
    for command, expected in commands(console):
        words = shlex.split(command)
        if words == ["echo", "$?"]:
            assert status == int(expected)
            continue
        assert words[0] == "dpsym"
        finished = subprocess.run(
            [sys.executable, "-m", *words],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        status = finished.returncode
        printed = without_times(finished.stdout + finished.stderr)
        pieces = re.split(r"^\.\.\.$", without_times(expected), flags=re.M)
        assert re.fullmatch(".*".join(map(re.escape, pieces)), printed, re.S), (command, printed)


@pytest.mark.parametrize("page", [page for page, texts in SESSIONS.items() if texts])
def test_session_prints_what_the_page_says(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(page, tmp_path)
    monkeypatch.chdir(tmp_path)
    joined = "\n".join(SESSIONS[page])
    session = doctest.DocTestParser().get_doctest(joined, {}, page, None, None)
    failed, _ = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(session)
    assert failed == 0


def test_every_page_is_reached() -> None:
    """Links between pages lead to pages, and each page is in the contents."""
    index = (ROOT / "docs" / "index.md").read_text()
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text()):
            assert (page.parent / target).exists(), (page.name, target)
        if page.parent.name == "docs" and page.name != "index.md":
            assert re.search(rf"^{page.stem}$", index, re.M), page.name


def test_the_citation_and_the_package_agree() -> None:
    """And the versions of Python that the package names are those that it is tested with."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    cited = dict(re.findall(r"^([a-z-]+): (\S.*)$", (ROOT / "CITATION.cff").read_text(), re.M))
    assert cited["version"] == project["version"] == dpsym.__version__
    assert cited["license"] == project["license"]
    assert (
        cited["title"].strip('"')
        == f"dpsym: {project['description'][0].lower()}" + (project["description"][1:])
    )
    named = [c.rpartition(" ")[2] for c in project["classifiers"] if ":: 3." in c]
    assert named == [f"{sys.version_info.major}.{sys.version_info.minor}"]


@pytest.fixture
def generated_pages(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(ROOT / "docs" / "_ext")
    return import_module("generated_pages")


def test_the_page_of_the_language_has_every_head_as_the_language_has_it(
    generated_pages: Any,
) -> None:
    """Where this fails, ``python docs/_ext/generated_pages.py`` writes the page anew."""
    page = generated_pages.LANGUAGE.read_text()
    assert generated_pages.with_heads(page) == page
    written = set(re.findall(r"^\| `(\w+)\(", page, re.M))
    assert written == set(HEADS) | {"Max", "SubsetSum"}
    tables = generated_pages.head_tables().split("### ")[1:]
    assert [table for table in tables if "\n| `" not in table] == []


def test_public_names_are_documented_where_they_are_imported_from(generated_pages: Any) -> None:
    names, modules = generated_pages.public_names(), generated_pages.public_modules()
    for directive in ("autofunction:: dpsym.check\n", "autoclass:: dpsym.Proved\n"):
        assert directive in names
    assert len(re.findall("automodule:: dpsym", modules)) == len(generated_pages.MODULES)
    assert modules.count(":exclude-members: Rounds") == 1
