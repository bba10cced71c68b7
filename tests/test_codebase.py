"""Laws about the code itself: its layers, its names, its size, its documentation."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
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

KNOTS: list[set[str]] = []
"""Modules that import each other; there are none."""
CROSSING = {
    ("dpsym.coq.rewriting", "dpsym.kernel.scalar_normal._Reader"),
}
"""What proofs are written from, where the kernel offers no more: to become public or to go."""

COMMANDS = set(application.commands)


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


def module_of(path: Path) -> str:
    """The module that a file is; ``theorems`` is a subpackage once it is installed."""
    parts = ("dpsym", *path.relative_to(ROOT).with_suffix("").parts)
    parts = parts[1:] if parts[1] == "dpsym" else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


TREES = {module_of(path): ast.parse(path.read_text()) for path in SOURCES}


def imported_by(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """What is imported anywhere in a module, in functions and for type checkers too: the module
    and the name taken from it, which is empty where it is a module itself.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield (inner, "") if inner in TREES else (node.module, alias.name)


def knots(imports: Mapping[str, set[str]]) -> list[set[str]]:
    """The sets of modules that import each other in a ring: Tarjan's strong components."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_ones: list[str] = []
    found: list[set[str]] = []

    def visit(module: str) -> None:
        order[module] = lowest[module] = len(order)
        open_ones.append(module)
        for other in imports[module]:
            if other not in order:
                visit(other)
            if other in open_ones:
                lowest[module] = min(lowest[module], lowest[other])
        if lowest[module] == order[module]:
            place = open_ones.index(module)
            ring = {open_ones.pop() for _ in range(len(open_ones) - place)}
            if len(ring) > 1 or module in imports[module]:
                found.append(ring)

    for module in imports:
        if module not in order:
            visit(module)
    return found


def test_no_modules_import_each_other() -> None:
    imports = {
        module: {other for other, _ in imported_by(tree) if other in TREES}
        for module, tree in TREES.items()
    }
    assert knots(imports) == KNOTS


def test_rings_of_imports_are_found() -> None:
    ring = {"a": {"b"}, "b": {"c", "d"}, "c": {"a", "d"}, "d": {"e"}, "e": set(), "f": {"f"}}
    assert knots(ring) == [{"a", "b", "c"}, {"f"}]


def test_no_private_name_is_used_in_another_package() -> None:
    crossing = {
        (module, f"{other}.{name}")
        for module, tree in TREES.items()
        for other, name in imported_by(tree)
        if other in TREES and re.match(r"_[^_]", name)
        if module.split(".")[:2] != other.split(".")[:2]
    }
    assert crossing == CROSSING


def test_the_kernel_does_not_let_sympy_rewrite() -> None:
    """What is substituted, cancelled, factored or differentiated in claims is so in terms."""
    rewriting = {
        "as_coeff_Mul", "as_independent", "cancel", "coeff", "count_ops", "diff", "doit", "equals",
        "expand", "factor", "is_polynomial", "limit", "nsimplify", "refine",
        "simplify", "solve", "subs", "together", "xreplace", "Poly",
    }  # fmt: skip
    found = {
        (module, name)
        for module, tree in TREES.items()
        if module.startswith("dpsym.kernel.")
        for node in ast.walk(tree)
        for name in (
            [node.attr] if isinstance(node, ast.Attribute)
            else [a.name for a in node.names] if isinstance(node, ast.ImportFrom)
            else []
        )
        if name in rewriting
    }  # fmt: skip
    assert found == set()


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


def test_every_listed_export_exists() -> None:
    modules = [import_module(name) for name in MODULES]
    listed = [(module, name) for module in modules for name in getattr(module, "__all__", ())]
    assert [(m.__name__, name) for m, name in listed if not hasattr(m, name)] == []


def test_every_file_can_be_read_in_one_sitting() -> None:
    lengths = {relative(path): len(path.read_text().splitlines()) for path in SOURCES}
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}


def test_theorems_speak_the_language_and_nothing_else() -> None:
    theorems = [tree for module, tree in TREES.items() if module.startswith("dpsym.theorems")]
    imported = {module for tree in theorems for module, _ in imported_by(tree)}
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


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/architecture.md", "docs/semantics.md"])
def test_every_path_that_is_named_exists(page: str) -> None:
    text = (ROOT / page).read_text()
    named = set(re.findall(r"`([\w./-]+(?:\.(?:py|v|toml|bib|md)|/))`", text))
    assert len(named) >= 2
    assert [p for p in named if not any((d / p).exists() for d in (ROOT, ROOT / "dpsym"))] == []


def test_every_part_is_in_the_architecture() -> None:
    """Each package and module right below dpsym is named in the table of parts."""
    page = (ROOT / "docs" / "architecture.md").read_text()
    table = page[page.index("| part |") : page.index("## The walk")]
    parts = {path.name.removesuffix(".py") for path in (ROOT / "dpsym").glob("[a-z]*")}
    assert [part for part in sorted(parts - {"py.typed"}) if f"`{part}" not in table] == []


def test_continuous_integration_runs_what_the_readme_says() -> None:
    script = (ROOT / ".ci" / "run").read_text()
    install, test = re.findall(
        r"pip install (-e \S+) && \.venv/bin/(pytest.*)", (ROOT / "README.md").read_text()
    )[0]
    assert install in script
    assert test in script
