"""What a certificate rests on: the functions listed suffice, and none of them can be spared."""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from click.testing import CliRunner

import dpsym.certificate
import dpsym.kernel
from dpsym import check
from dpsym.acceptance import certificate_of
from dpsym.certificate import Certificate, loaded
from dpsym.cli.application import application
from dpsym.kernel import facts
from dpsym.kernel.verify import verify
from dpsym.trusted_base import base_of, code, whole
from dpsym.verdict import Proved, Refuted

pytestmark = pytest.mark.xdist_group("trusted_base")

CLAIMS = (
    "PureDP(M, eps) => ApproxDP(M, eps, 0)",
    "HockeyStick(eps, P, Q) <= KL(P, P) + TotalVariation(P, Q)",
    "exp(x) >= 1 + x + x**2/2 for x in [0, 3]",
    "PureDP(M, eps) => ZCDP(M, eps**2/3)",
)
MODULES = (
    dpsym.certificate,
    *(
        importlib.import_module(module.name)
        for module in pkgutil.iter_modules(dpsym.kernel.__path__, "dpsym.kernel.")
    ),
)


def _taken_away(*_: Any, **__: Any) -> None:
    raise SystemExit  # a name that every module knows, and nothing in the kernel catches


@cache
def certificate(text: str) -> Certificate:
    verdict = check(text)
    assert isinstance(verdict, Proved | Refuted)
    return certificate_of(verdict)


def functions(owner: Any, home: str, prefix: str) -> Iterator[tuple[str, FunctionType]]:
    """The functions that a module or class says, by file and name."""
    for name, value in list(vars(owner).items()):
        if inspect.isclass(value) and value.__module__ == home:
            yield from functions(value, home, f"{prefix}{name}.")
            continue
        value = value.fget if isinstance(value, property) else value
        plain = inspect.unwrap(value) if callable(value) else None
        written = isinstance(plain, FunctionType) and plain.__code__.co_filename.endswith(".py")
        if plain and written and plain.__module__ == home:
            yield prefix + name, plain


@cache
def everything() -> dict[tuple[str, str], FunctionType]:
    home = Path(dpsym.certificate.__file__).parent
    return {
        (Path(str(module.__file__)).relative_to(home).as_posix(), name): function
        for module in MODULES
        for name, function in functions(module, module.__name__, "")
    }


@contextmanager
def without(taken: set[tuple[str, str]]) -> Iterator[None]:
    """The kernel without these functions, and without what it remembers."""
    kept = {place: everything()[place].__code__ for place in taken}
    for module in MODULES:
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()
    try:
        for place in taken:
            free = kept[place].co_freevars
            everything()[place].__code__ = _taken_away.__code__.replace(co_freevars=free)
        yield
    finally:
        for place, before in kept.items():
            everything()[place].__code__ = before


def used(text: str) -> set[tuple[str, str]]:
    parts = base_of(certificate(text)).parts
    return {(part.file, name) for part in parts for name in part.functions}


@pytest.mark.parametrize("text", CLAIMS)
def test_a_certificate_is_accepted_by_its_base_alone(text: str) -> None:
    data, needed = certificate(text).to_json(), used(text)
    assert needed <= set(everything())
    with without(set(everything()) - needed):
        verify(loaded(data))


@pytest.mark.parametrize("text", CLAIMS[::3])
def test_no_function_of_a_base_can_be_spared(text: str) -> None:
    data = certificate(text).to_json()
    for place in used(text):
        with without({place}), pytest.raises(SystemExit):
            verify(loaded(data))


@pytest.mark.parametrize("text", CLAIMS)
def test_a_base_has_the_lines_of_its_functions_and_names_rows_and_axioms(text: str) -> None:
    base = base_of(certificate(text))
    least = 0
    for place in used(text):
        function = everything()[place]
        source = "".join(inspect.getsourcelines(function)[0])
        least += len(code(textwrap.dedent(source)))
    assert least <= base.lines < whole()
    assert tuple(axiom.name for axiom in base.axioms) == certificate(text).axioms
    assert all(facts.FACTS[name][1] == row for name, row in base.facts.items())


def test_verify_prints_the_base(tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(certificate(CLAIMS[0]).to_json()))
    runner = CliRunner()
    printed = runner.invoke(application, ["verify", str(path), "--base", "--json"])
    (found,) = json.loads(printed.stdout)
    base = base_of(certificate(CLAIMS[0]))
    assert found["base"] == [json.loads(json.dumps(base.to_json()))]
    shown = runner.invoke(application, ["verify", str(path), "--base"], env={"COLUMNS": "1000"})
    assert f"{base.lines} of the kernel's {whole()} lines" in shown.stdout
    assert "fact pure-approx: PureDP(M, e) and 0 <= d => ApproxDP(M, e, d)" in shown.stdout
    both = runner.invoke(application, ["verify", str(path), str(path), "--base"])
    assert f"{base.lines} lines of the kernel at the median" in both.stdout
