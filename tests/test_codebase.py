"""Laws about the code itself: its layers, its names, its size, its documentation."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import dpsym
from dpsym.cli.application import application

ROOT = Path(__file__).parents[1]
SOURCES = sorted([*(ROOT / "dpsym").rglob("*.py"), *(ROOT / "theorems").rglob("*.py")])
MODULES = sorted(module.name for module in walk_packages([str(ROOT / "dpsym")], prefix="dpsym."))
LONGEST_FILE = 400

COMMANDS = {
    command.name or getattr(command.callback, "__name__", "")
    for command in application.registered_commands
}


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_imports_point_downward_only() -> None:
    finished = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr


def test_no_public_name_equals_a_submodule() -> None:
    submodules = {name.removeprefix("dpsym.") for name in MODULES} | {"theorems"}
    assert submodules & set(dir(dpsym)) == set()


def test_every_public_name_can_be_imported() -> None:
    for name in dir(dpsym):
        assert getattr(dpsym, name) is not None


def test_every_head_is_public() -> None:
    from dpsym.language.heads import HEADS

    assert set(HEADS) <= set(dir(dpsym))


def test_type_checkers_see_the_names_that_are_resolved_lazily() -> None:
    tree = ast.parse((ROOT / "dpsym" / "__init__.py").read_text())
    seen = {
        alias.asname: node.module
        for block in tree.body
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen == dpsym._HOME


@pytest.mark.parametrize("name", MODULES)
def test_every_listed_export_exists(name: str) -> None:
    module = import_module(name)
    assert [n for n in getattr(module, "__all__", ()) if not hasattr(module, n)] == []


def test_every_file_can_be_read_in_one_sitting() -> None:
    lengths = {relative(path): len(path.read_text().splitlines()) for path in SOURCES}
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}


def test_theorems_speak_the_language_and_nothing_else() -> None:
    imported: set[str] = set()
    for path in (ROOT / "theorems").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                imported.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                imported.add(node.module or "")
    assert {name for name in imported if name.partition(".")[0] != "sympy"} <= {
        "dpsym",
        "__future__",
    }


def test_every_documented_command_exists() -> None:
    documented: set[str] = set()
    for page in (ROOT / "README.md", ROOT / "tests" / "README.md", *(ROOT / "docs").glob("*.md")):
        documented.update(
            re.findall(r"^\s*(?:\$ |.*bin/)?dpsym ([a-z]+)\b", page.read_text(), re.M)
        )
    assert documented <= COMMANDS


def test_every_command_is_documented() -> None:
    readme = (ROOT / "README.md").read_text()
    assert [command for command in COMMANDS if f"dpsym {command}" not in readme] == []


def test_continuous_integration_runs_what_the_readme_says() -> None:
    script = (ROOT / ".ci" / "run").read_text()
    install, test = re.findall(
        r"pip install (-e \S+) && \.venv/bin/(pytest.*)", (ROOT / "README.md").read_text()
    )[0]
    assert install in script
    assert test in script
