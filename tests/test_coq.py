"""Exported proofs: Coq accepts them, and what they assume are the axioms of the real numbers."""

from __future__ import annotations

import re
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest
from sympy import Expr, Symbol
from typer.testing import CliRunner

from dpsym.certificate import Node
from dpsym.certification.scalar import certify_scalar
from dpsym.cli.application import application
from dpsym.coq.export import AXIOMS, export, lemma, required, source_of
from dpsym.coq.notation import UnexportableError, coq
from dpsym.kernel.scalar_duties import duties
from dpsym.kernel.scalar_goal import Goal as KernelGoal
from dpsym.language.parser import parse_domain, parse_expression
from dpsym.provers import scalar
from dpsym.provers.scalar import Closed, Goal

COQC = shutil.which("coqc")
needs_coq = pytest.mark.skipif(COQC is None, reason="coqc is not installed")

LEAVES = {
    "lemma_B_1": ("exp(x*y/2)*cosh(x/2 - y/2) - cosh(x/2 + y/2)", {"x": "[0, oo)", "y": "[0, oo)"}),
    "randomised_response": (
        "alpha*epsilon**2*(alpha - 1)/2 - log(cosh(epsilon*(alpha - 1/2))/cosh(epsilon/2))",
        {"alpha": "(1, oo)", "epsilon": "[0, oo)"},
    ),
    "sign": ("x*exp(y) + sqrt(y)", {"x": "[0, oo)", "y": "(0, oo)"}),
    "limit": ("exp(-x**2) - erfc(x)", {"x": "[0, oo)"}),
    "harmonic": ("log(k) + 1 - harmonic(k)", {"k": "1..oo"}),
    "square": ("x + 1 - 2*sqrt(x)", {"x": "[0, oo)"}),
    "sum": (
        "y*(exp(x*k) - 1)/(exp(x) - 1) - y*Sum(exp(x*j), (j, 0, k - 1))",
        {"y": "[0, 1]", "x": "(0, oo)", "k": "1..oo"},
    ),
}


def leaf(expression: str, domains: dict[str, str]) -> Node:
    """The leaf of a certificate with the prover's proof."""
    parsed = parse_expression(expression)
    assert isinstance(parsed, Expr)
    where = tuple((Symbol(name), parse_domain(text)) for name, text in domains.items())
    answer = scalar.prove(Goal(parsed, where), seconds=60)  # type: ignore[arg-type]
    assert isinstance(answer, Closed)
    goal, proof = certify_scalar(answer.to_json())
    listed = ", ".join(f"{name} in {text}" for name, text in domains.items())
    return Node("scalar", f"0 <= {goal['expression']} for {listed}", {"proof": proof})


def together(*leaves: Node) -> Node:
    """A certificate's tree with these leaves."""
    return Node("relations", "0 <= 1", {}, leaves)


def compiled(folder: Path, *names: str) -> str:
    """What coqc prints on the files.

    Raises:
        AssertionError: it refuses one.
    """
    printed = ""
    for name in names:
        done = subprocess.run(
            [str(COQC), "-q", "-w", "none", f"{name}.v"],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert done.returncode == 0, f"{name}: {done.stderr}"
        printed += done.stdout
    return printed


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the leaves, and what they require compiled."""
    made = tmp_path_factory.mktemp("coq")
    export(together(*(leaf(*each) for each in LEAVES.values())), "leaf", made)
    for file in required("dpsym_series"):
        shutil.copy(str(files("dpsym.coq").joinpath(f"{file}.v")), made)
        compiled(made, file)
    return made


def assumed_in(printed: str) -> set[str]:
    """The axioms that ``Print Assumptions`` lists."""
    _, found, listed = printed.partition("Axioms:")
    assert found
    return set(re.findall(r"^([\w.]+)\s*:", listed, re.MULTILINE))


@needs_coq
def test_coq_accepts_the_leaves_and_assumes_only_the_axioms_of_the_reals(folder: Path) -> None:
    titles = [f"leaf_{number}" for number in range(1, len(LEAVES) + 1)]
    printed = compiled(folder, *titles, "assumptions")
    assert assumed_in(printed) == set(AXIOMS)


RANGE = {"rule": "range"}
VANISHES: dict[str, object] = {"rule": "sum", "terms": []}
RULES: dict[str, tuple[str, dict[str, str], dict[str, object]]] = {
    "power_of_0": (
        "x**k - x**(k + 1)",
        {"x": "[0, 1]", "k": "0..oo"},
        {"rule": "sum", "terms": [["x**k", "1 - x", RANGE]]},
    ),
    "fact_at_every_point": (
        "x**3/3 - x**2/2 + x",
        {"x": "[0, 9]"},
        {
            "rule": "have",
            "fact": "x**2 - x + 1",
            "strict": False,
            "free": True,
            "proof": {
                "rule": "sum",
                "terms": [["1", "(x - 1/2)**2", RANGE], ["3/4", "1", RANGE]],
            },
            "then": {
                "rule": "slope",
                "variable": "x",
                "shape": "rising",
                "factor": "x**2 - x + 1",
                "weight": "1",
                "slope": RANGE,
                "lower": RANGE,
            },
        },
    ),
    "erfc_on_boxes": ("erfc(x) - 1/10", {"x": "[0, 1]"}, {"rule": "boxes", "tree": "d"}),
    "steep_end": (
        "sqrt(x) + x",
        {"x": "[0, 1]"},
        {"shape": "rising", "factor": "1 + 1/(2*sqrt(x))", "weight": "1", "lower": RANGE},
    ),
    "hill": (
        "1 + x - x**2",
        {"x": "[0, 1]"},
        {"shape": "hill", "factor": "1 - 2*x", "weight": "1", "lower": RANGE, "upper": RANGE},
    ),
    "valley": (
        "x - 1 - log(x)",
        {"x": "(0, oo)"},
        {"shape": "valley", "factor": "1 - 1/x", "weight": "1", "at": "1", "least": RANGE},
    ),
    "weighted": (
        "x**2*exp(x)",
        {"x": "[0, oo)"},
        {"shape": "rising", "factor": "x + 2", "weight": "x*exp(x)", "lower": RANGE},
    ),
    "induction_to": (
        "k**2 - k",
        {"k": "1..20"},
        {
            "rule": "induction",
            "variable": "k",
            "first": {"rule": "sum", "terms": []},
            "step": {"rule": "sum", "terms": [["1", "k**2 - k", RANGE], ["1", "2*k", RANGE]]},
        },
    ),
    "bounds": (
        "q*(1 - d)*(40 - x) + (q - 1)*Max(0, 1 - exp(x))*exp(40*x)",
        {"q": "[0, 1]", "d": "[0, 1]", "x": "[0, 3]"},
        dict(RANGE),
    ),
    "largest": ("Max(x, y, x + y) - x - y", {"x": "[0, oo)", "y": "[0, oo)"}, VANISHES),
    "size": ("Abs(x - y) + x - y", {"x": "[0, 1]", "y": "[2, 3]"}, VANISHES),
    "multiples": (
        "Max(0, x*y) - x*Max(0, y)",
        {"x": "[0, oo)", "y": "[-1, 1]"},
        VANISHES,
    ),
    "roots": (
        "sqrt(x*log(1 + y)) - sqrt(x)*sqrt(log(1 + y))",
        {"x": "(0, oo)", "y": "(0, oo)"},
        VANISHES,
    ),
    "least_of_three": (
        "Min(y, z, 1/(2*x + 2)) - Min(z, 1/(x + 1)/2, y)",
        {"x": "[0, 1]", "y": "[0, 9]", "z": "[0, 9]"},
        VANISHES,
    ),
    "composite": (
        "Max(0, 3 - sqrt(10)*sqrt(log(4/x))) - 3*Max(0, 1 - sqrt(10)*sqrt(2*log(2) - log(x))/3)",
        {"x": "(0, 1]"},
        VANISHES,
    ),
    "fact_at_an_end": (
        "x*y",
        {"x": "[0, oo)", "y": "[0, oo)"},
        {
            "rule": "cases",
            "on": "x*y - 1",
            "nonnegative": {
                "rule": "split",
                "variable": "x",
                "at": "0",
                "below": {"rule": "void", "fact": 0, "proof": RANGE},
                "above": RANGE,
            },
            "negative": RANGE,
        },
    ),
    "logarithm_of_a_product": (
        "log((1 + 1/(exp(x) - 1))*(exp(x) - 1)) - x",
        {"x": "(0, oo)"},
        VANISHES,
    ),
    "denominator": (
        "1/(x*sqrt(x - log(y)) - 4*sqrt(x - log(y))*log(y)) - 1/(sqrt(x - log(y))*(x - 4*log(y)))",
        {"x": "[0, oo)", "y": "(0, 1)"},
        VANISHES,
    ),
    "bell": ("1 - 100*x*erfc(y)", {"x": "[0, 1]", "y": "[3, oo)"}, dict(RANGE)),
    "cut_of_another_variable": (
        "x**2 - x + 1",
        {"x": "[0, 1]", "k": "1..3"},
        {
            "rule": "split",
            "variable": "k",
            "at": "1",
            "below": {
                "rule": "sum",
                "terms": [["1", "(x - 1/2)**2", RANGE], ["3/4", "1", RANGE]],
            },
            "above": {"rule": "none of the kernel's"},
        },
    ),
    "squares": (
        "1/(sqrt(2) + sqrt(x) + sqrt(y)) - (sqrt(2) + sqrt(x) - sqrt(y))"
        "/(2 + x - y + 2*sqrt(2)*sqrt(x))",
        {"x": "[0, oo)", "y": "[0, 1]"},
        VANISHES,
    ),
    "new_name": (
        "x**2 - 2*x + 1",
        {"x": "[1, oo)"},
        {
            "rule": "generalize",
            "new": "x",
            "forget": "x",
            "domain": "[0, oo)",
            "value": "x - 1",
            "form": "x**2",
            "facts": [],
            "lower": RANGE,
            "proof": RANGE,
        },
    ),
    "induction": (
        "k**2 - k",
        {"k": "1..oo"},
        {
            "rule": "induction",
            "variable": "k",
            "first": {"rule": "sum", "terms": []},
            "step": {"rule": "sum", "terms": [["1", "k**2 - k", RANGE], ["1", "2*k", RANGE]]},
        },
    ),
}


@needs_coq
def test_coq_accepts_the_rules_about_derivatives_and_integers(folder: Path) -> None:
    sources = []
    for title, (expression, domains, parts) in RULES.items():
        parsed = parse_expression(expression)
        assert isinstance(parsed, Expr)
        where = {Symbol(name): parse_domain(text) for name, text in domains.items()}
        whole = KernelGoal(parsed, where, (), False, tuple(duties(parsed)))  # type: ignore[arg-type]
        proof = {"rule": "slope", "variable": "x", "slope": RANGE, **parts}
        sources.append(source_of(whole, title, proof))
    exact = [title for title, (_, _, parts) in RULES.items() if parts.get("rule") != "boxes"]
    listed = f"Definition rules := ({', '.join(exact)}).\nPrint Assumptions rules.\n"
    (folder / "rules.v").write_text("".join([*sources, listed]))
    assert assumed_in(compiled(folder, "rules")) <= set(AXIOMS)


@needs_coq
def test_coq_refuses_a_changed_statement(folder: Path) -> None:
    source = lemma(leaf("exp(x) - 1 - x", {"x": "[0, oo)"}), "leaf")
    for place, (old, new) in enumerate((("0 <= x", "(- 1) <= x"), ("(- 1)", "(- 2)"))):
        changed = source.replace(old, new)
        assert changed != source
        (folder / f"changed_{place}.v").write_text(changed)
        with pytest.raises(AssertionError):
            compiled(folder, f"changed_{place}")


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("x - 1/2", "((- (1 / 2)) + x)"),
        ("x**3/y", "((x ^ 3) * (/ y))"),
        ("sqrt(x)", "(sqrt x)"),
        ("log(x)*pi", "(PI * (ln x))"),
        ("Max(x, 0)", "(Rmax 0 x)"),
        ("cosh(x)", "(((exp x) + (exp (- x))) / 2)"),
        ("2**x", "(exp (x * (ln 2)))"),
        ("exp(x**2)", "(exp (x ^ 2))"),
        ("x**(3/4)", "((sqrt (sqrt x)) ^ 3)"),
        ("erf(x)", "(1 + (- (dpsym_erfc x)))"),
        ("harmonic(x)", "(dpsym_harmonic x)"),
        ("(1 - x)**y", "(dpsym_expt (1 + (- x)) y)"),
        ("Sum(x**j, (j, 0, y))", "(dpsym_sum (fun j => (dpsym_expt x j)) 0 y)"),
    ],
)
def test_expressions_are_written_in_the_notation_of_coq(source: str, written: str) -> None:
    parsed = parse_expression(source)
    assert isinstance(parsed, Expr)
    assert coq(parsed) == written


@pytest.mark.parametrize("source", ["x**(1/3)", "factorial(x)"])
def test_what_has_no_counterpart_is_said(source: str) -> None:
    parsed = parse_expression(source)
    assert isinstance(parsed, Expr)
    with pytest.raises(UnexportableError):
        coq(parsed)


def test_the_command_writes_a_file_for_each_leaf(tmp_path: Path) -> None:
    claim = "exp(x) >= 1 + x for x in [0, oo)"
    done = CliRunner().invoke(application, ["export", claim, "--coq", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert done.output.split() == ["claim_1_1.v"]
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"prelude.v", "claim_1_1.v", "assumptions.v", "_CoqProject"}
    project = (tmp_path / "_CoqProject").read_text().split()
    assert project[3:] == ["prelude.v", "claim_1_1.v", "assumptions.v"]
    assert "0 <= x ->" in (tmp_path / "claim_1_1.v").read_text()


def test_the_command_says_what_is_not_exported(tmp_path: Path) -> None:
    claim = "factorial(k)*x >= x for k in 1..oo, x in [0, 1]"
    done = CliRunner().invoke(application, ["export", claim, "--coq", str(tmp_path)])
    assert done.exit_code == 1
    assert "factorial has no counterpart" in done.output
    false = CliRunner().invoke(
        application, ["export", "x >= 1 for x in [0, 2]", "--coq", str(tmp_path)]
    )
    assert false.exit_code == 3
