"""What is shipped, and what importing it costs."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
from email.parser import HeaderParser
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.metadata.core import ProjectMetadata
from hatchling.metadata.spec import DEFAULT_METADATA_VERSION, get_core_metadata_constructors
from hatchling.plugin.manager import PluginManager

pytestmark = pytest.mark.xdist_group("packaging")

ROOT = Path(__file__).parents[1]
HEAVY = ("flint", "hypothesis", "matplotlib", "mpmath", "numpy", "rich", "scipy", "sympy")

VERIFYING = "from dpsym.cli.verifying import examined; examined('pyproject.toml')"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source archive, and the wheel built from that."""
    folder = tmp_path_factory.mktemp("dist")
    finished = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT],
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> ZipFile:
    return ZipFile(next(built.glob("*.whl")))


def sources(folder: str, suffix: str = ".py") -> set[str]:
    """The files with this ending of a folder of the checkout, relative to it."""
    found = (ROOT / folder).rglob(f"*{suffix}")
    return {path.relative_to(ROOT / folder).as_posix() for path in found}


def run(code: str, *, path: Path = ROOT) -> str:
    """What a fresh Python that finds dpsym in ``path`` prints."""
    return subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(path)!r})\n{code}"],
        cwd=path,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_wheel_has_no_top_level_name_but_dpsym(wheel: ZipFile) -> None:
    names = {name.partition("/")[0] for name in wheel.namelist()}
    assert {name for name in names if not name.endswith(".dist-info")} == {"dpsym"}


def test_wheel_holds_every_module_and_theorem(wheel: ZipFile) -> None:
    held = {name for name in wheel.namelist() if name.endswith(".py")}
    stated = {f"dpsym/theorems/{name}" for name in sources("theorems")}
    assert held == stated | {f"dpsym/{name}" for name in sources("dpsym")}
    assert stated


def test_wheel_holds_the_coq_library(wheel: ZipFile) -> None:
    held = {name for name in wheel.namelist() if name.startswith("dpsym/coq/theories/")}
    library = {f"dpsym/{name}" for name in sources("dpsym", ".v")}
    project = {f"dpsym/coq/theories/{name}" for name in ("_CoqProject", "README.md")}
    assert held >= {name for name in library if "/theories/" in name} | project


def test_wheel_holds_the_items_of_every_paper(wheel: ZipFile) -> None:
    listed = {path.relative_to(ROOT).as_posix() for path in (ROOT / "theorems").rglob("items.toml")}
    assert {name for name in wheel.namelist() if name.endswith("items.toml")} == {
        f"dpsym/{name}" for name in listed
    }
    assert listed


def test_wheel_is_typed_licensed_and_registers_command_and_plugin(wheel: ZipFile) -> None:
    names = wheel.namelist()
    assert "dpsym/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    entries = wheel.read(next(n for n in names if n.endswith("entry_points.txt"))).decode()
    assert "dpsym = dpsym.cli:command" in entries
    assert "dpsym = dpsym.pytest_plugin" in entries


def test_version_is_said_once(wheel: ZipFile) -> None:
    import dpsym

    metadata = wheel.read(next(n for n in wheel.namelist() if n.endswith("METADATA"))).decode()
    assert f"\nVersion: {dpsym.__version__}\n" in metadata


REMOTES = {
    "https://code.example/somebody/dpsym.git": "https://code.example/somebody/dpsym",
    "https://name:secret@code.example/a/b/": "https://code.example/a/b",
    "git@code.example:somebody/dpsym.git": "https://code.example/somebody/dpsym",
    "ssh://git@code.example:22/somebody/dpsym": "https://code.example/somebody/dpsym",
    "/home/somebody/dpsym": None,
    "../dpsym": None,
    "file:///home/somebody/dpsym": None,
    "": None,
}


@pytest.mark.parametrize("remote", REMOTES)
def test_urls_are_those_of_the_repository_that_is_built(remote: str, tmp_path: Path) -> None:
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    if remote:
        subprocess.run(["git", "-C", tmp_path, "remote", "add", "origin", remote], check=True)
    checkout = described(tmp_path)
    page = REMOTES[remote]
    assert urls(checkout) == ({page, f"{page}/issues"} if page else set())
    # An archive has no remote, and says what it was built with.
    shutil.rmtree(tmp_path / ".git")
    (tmp_path / "PKG-INFO").write_text(checkout)
    assert urls(described(tmp_path)) == urls(checkout)


def described(folder: Path) -> str:
    """The metadata of a distribution that is built in a folder."""
    metadata = ProjectMetadata(str(folder), PluginManager())
    return get_core_metadata_constructors()[DEFAULT_METADATA_VERSION](metadata)


def urls(metadata: str) -> set[str]:
    """The URLs of the project in metadata."""
    lines = HeaderParser().parsestr(metadata).get_all("Project-URL") or []
    return {line.split(", ", 1)[1] for line in lines}


def test_source_archive_holds_what_a_checkout_needs(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "README.md", "LICENSE", ".ci/run", "tests/conftest.py"} <= names
    assert {f"theorems/{name}" for name in sources("theorems")} <= names


def test_theorems_are_found_in_an_unpacked_wheel(wheel: ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)
    found = run("import dpsym.theorems; print(dpsym.theorems.__path__[0])", path=tmp_path)
    assert Path(found.strip()) == tmp_path / "dpsym" / "theorems"


def test_theorems_are_found_in_a_checkout() -> None:
    found = run("import dpsym.theorems; print(dpsym.theorems.__path__[0])")
    assert Path(found.strip()) == ROOT / "theorems"


@pytest.mark.parametrize(
    ("code", "permitted"),
    [
        ("import dpsym", ()),
        ("import dpsym.pytest_plugin", ()),
        ("from dpsym import library", ()),
        ("import dpsym.cli", ()),
        ("import dpsym.checking", ("flint", "mpmath", "sympy")),
        ("from dpsym.cli import main; main(['--help'])", ()),
        (VERIFYING, ("flint", "mpmath", "sympy")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_import_costs_nothing(code: str, permitted: tuple[str, ...]) -> None:
    printed = run(f"{code}\nprint(*sys.modules)")
    loaded = {name.partition(".")[0] for name in printed.splitlines()[-1].split()}
    assert loaded & (set(HEAVY) - set(permitted)) == set()


@pytest.mark.parametrize(
    "claim",
    [
        "tanh(x) <= x for x in [0, oo)",
        "PureDP(M, eps) => ZCDP(M, eps**2/2)",
        "KL(P, Q) >= 2*TotalVariation(P, Q)**2",
    ],
)
def test_a_proof_needs_neither_search_nor_numerics(claim: str) -> None:
    code = f"from dpsym import check; print(check({claim!r}).kind)"
    kind, loaded = run(f"{code}\nprint(*sys.modules)").splitlines()
    assert kind == "proved"
    assert not {"dpsym.provers.search", "numpy", "scipy", "hypothesis"} & set(loaded.split())


def test_one_refuted_claim_loads_neither_processes_nor_masked_arrays() -> None:
    code = "from dpsym.cli import main; main(['check', 'PureDP(M, eps) => ZCDP(M, eps**2/4)'])"
    loaded = set(run(f"{code}\nprint(*sys.modules)").splitlines()[-1].split())
    assert "dpsym.provers.search" in loaded
    assert not {"multiprocessing", "importlib.metadata", "numpy.ma"} & loaded


def test_a_prover_is_loaded_when_it_is_asked() -> None:
    code = "from dpsym import check; check('x <= x + 1 for x in [0, 1]')"
    loaded = run(f"{code}\nprint(*sys.modules)").splitlines()[-1].split()
    assert "dpsym.provers.inequality" in loaded
    assert "dpsym.provers.guarantees.domination" not in loaded


def test_verify_loads_the_kernel_and_no_prover() -> None:
    loaded = run(f"{VERIFYING}\nprint(*sys.modules)").splitlines()[-1].split()
    assert "dpsym.kernel.verify" in loaded
    others = ("provers", "acceptance", "enclosure", "strategies", "games", "checking")
    assert not {f"dpsym.{name}" for name in others} & set(loaded)


@pytest.mark.parametrize(
    ("package", "arguments", "extra"),
    [
        ("jinja2", ["report", "bs16.prop_1_4", "--budget", "1"], "site"),
        ("latex2mathml", ["report", "bs16.prop_1_4", "--budget", "1", "--html", "HERE"], "site"),
        ("matplotlib", ["figures", "."], "plots"),
        (
            "distributed",
            ["check", "tanh(x) <= x for x in [0, 1]", "--cluster", "tcp://x"],
            "cluster",
        ),
    ],
)
def test_a_missing_package_is_told_with_its_extra(
    package: str, arguments: list[str], extra: str, tmp_path: Path
) -> None:
    arguments = [str(tmp_path) if word == "HERE" else word for word in arguments]
    code = f"sys.modules[{package!r}] = None\nfrom dpsym.cli import main\nsys.stderr = sys.stdout\n"
    told = run(f"{code}print(main({arguments!r}))").splitlines()
    assert told[-2:] == [f"dpsym: {package} is not installed; pip install 'dpsym[{extra}]'", "2"]
