"""Exported proofs: Coq accepts them, and what they assume are the axioms of the real numbers."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from coq_sessions import answered, attempt, complaint_of_all, exported, required, shared
from sympy import Expr, Symbol

from dpsym.certificate import Certificate, Node
from dpsym.checking import check
from dpsym.cli.application import application
from dpsym.cli.complaints import UsageFaultError
from dpsym.coq import compiling
from dpsym.coq.compiling import ACCEPTED, REFUSED, compiled
from dpsym.coq.export import library, listed, source, write
from dpsym.coq.notation import UnexportableError, coq
from dpsym.coq.rows import lemma, title
from dpsym.kernel.facts import FACTS
from dpsym.language.parser import parse_claim, parse_domain, parse_expression
from dpsym.provers import scalar
from dpsym.provers.elaboration.elaborator import certify_scalar
from dpsym.provers.scalar import Closed, Goal

pytestmark = pytest.mark.xdist_group("coq")
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


def certificate(proof: Node) -> Certificate:
    """A certificate with a tree."""
    return Certificate(proof.goal, "", "proved", proof=proof)


def complaint(folder: Path, title: str) -> str:
    """What Coq complains of in a file, or nothing."""
    found = compiled(exported(folder, title), folder, seconds=300)
    assert (found.status == ACCEPTED) is (not found.why)
    return found.why


@shared
def leaves() -> Mapping[str, str]:
    """The files of leaves, by title."""
    return {title: source(certificate(leaf(*given)), title) for title, given in LEAVES.items()}


@needs_coq
def test_coq_accepts_leaves(coq_folder: Path) -> None:
    assert not complaint_of_all(coq_folder, "leaves", leaves())


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
    "odd_powers": ("-log(d)**3 - (x - 2)**5", {"d": "(0, 1)", "x": "[0, 3/2]"}, RANGE),
    "exponentials_of_expanded_squares": (
        "1 - exp(-c**2*(e - e**2/(4*c**2*log(2/d)))**2*log(2/d)/e**2)",
        {"c": "[1, oo)", "e": "(0, 1]", "d": "(0, 1]"},
        {
            "rule": "sum",
            "terms": [
                [
                    "1",
                    "1 - exp((-e**2 - 16*c**4*log(2)**2 - 16*c**4*log(1/d)**2 + 8*e*c**2*log(2) "
                    "+ 8*e*c**2*log(1/d) - 32*c**4*log(2)*log(1/d))"
                    "/(16*c**2*log(2) + 16*c**2*log(1/d)))",
                    RANGE,
                ]
            ],
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
    "logarithms_of_factors": (
        "log((2 + p - q)*(2 - p + q))",
        {"p": "(0, 1)", "q": "(0, 1)"},
        {
            "rule": "sum",
            "terms": [["1", "log(2 + p - q)", RANGE], ["1", "log(2 - p + q)", RANGE]],
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


@shared
def rules() -> Mapping[str, str]:
    """The files of leaves that use a rule, by its label."""
    texts = {}
    for label, (expression, domains, parts) in RULES.items():
        listed = ", ".join(f"{name} in {text}" for name, text in domains.items())
        proof = {"rule": "slope", "variable": "x", "slope": RANGE, **parts}
        others = " and ".join(f"0 <= {name}**2" for name in domains if name not in expression)
        goal = f"{others} => 0 <= {expression}" if others else f"0 <= {expression}"
        made = certificate(Node("scalar", f"{goal} for {listed}", {"proof": proof}))
        texts[label] = source(made, label)
    return texts


@needs_coq
def test_coq_accepts_the_rules_about_numbers(coq_folder: Path) -> None:
    assert not complaint_of_all(coq_folder, "rules", rules())


CLAIMS = {
    "response": "PureDP(M, b) => ZCDP(M, b**2/2)",
    "three": "PureDP(M, a) and PureDP(N, b) and PureDP(L, c) "
    "=> PureDP(Compose(M, N, L), a + b + c)",
    "rounds": "PureDP(M, b) => PureDP(Compose(M, k), k*b)",
    "tail": "ZCDP(M, rho) => ApproxDP(M, rho + 2*sqrt(rho*log(1/delta)), delta) "
    "for delta in (0, 1)",
    "weaker": "ApproxDP(M, 1/3, 1/10**6) => ApproxDP(M, 1/2, 1/10**5)",
    "processed": "ZCDP(M, rho) => ZCDP(PostProcess(M), 2*rho)",
    "largest": "Max(x, y) <= x + y for x in [0, oo), y in [0, oo)",
    "laplace": "PureDP(LaplaceMechanism(1, 1/b), b) for b in (0, oo)",
    "gaussian": "ZCDP(GaussianMechanism(D, s), D**2/(2*s**2))",
    "hoelder": "Renyi(a, P, Q) <= k*a/(k*a - 1)*Renyi((k*a - 1)/(k - 1), P, R) "
    "+ Renyi(k*a, R, Q) for k in (1, oo)",
    "entropy": "KL(Bernoulli(1/(exp(b) + 1)), Bernoulli(exp(b)/(exp(b) + 1))) == b*tanh(b/2) "
    "for b in [0, oo)",
    "row": "PureDP(FiniteMechanism(Finite(1/2, 1/2), Finite((b/2 + 1)*exp(-b)/2, "
    "1 - (b/2 + 1)*exp(-b)/2)), b) for b in (0, oo)",
    "group": "ZCDP(M, x, 0) => ZCDP(Group(M, k), k*x, 0)",
    "not_negative": "Renyi(a, P, Q) >= 0",
    "sample_moment": "RenyiDP(M, 5/2, t) "
    "=> RenyiDP(Subsample(M, q), 5/2, log(1 - q + q*exp(3*t/2))*2/3)",
    "losses": "ProbabilisticDP(M, b, d) => ProbabilisticDP(Compose(M, k), k*b, k*d)",
    "all_orders": "BoundedZCDP(M, oo, x, r) => ZCDP(Compose(M, k), k*x, k*r)",
    "line": "BoundedZCDP(M, v, 0, r) and BoundedZCDP(N, w, 0, s) "
    "=> BoundedZCDP(Compose(M, N), Min(v, w), 0, r + s)",
    "sample": "PureDP(M, b) => PureDP(Subsample(M, q), log(q*(exp(b) - 1) + 1))",
    "approximate_sample": "ApproxDP(M, b, d) "
    "=> ApproxDP(Subsample(M, q), log(q*(exp(b) - 1) + 1), d*q)",
    "bell": "erfc(1/4) >= 2 - 3*exp(-1/16)/2",
    "median": "Abs(Max(Min(w, Max(x, y)), Min(x, y)) - Max(Min(x, y), Min(z, Max(x, y)))) <= 1 "
    "for x in [0, 1], y in [0, 1], z in [0, 1], w in [0, 1]",
    "apart": "MaxDivergence(P, Q) <= b and MaxDivergence(Q, P) <= b "
    "=> TotalVariation(P, Q) <= tanh(b/2) for b in [0, oo)",
    "repeated": "ApproxDP(Compose(GeometricMechanism(w), n), b, Sum(binomial(n, l)*Max(0, "
    "exp(w*(n - l)) - exp(b + w*l)), (l, 0, n))/(1 + exp(w))**n) for n in 1..oo, w in (0, oo)",
    "attained": "ApproxDP(Compose(RandomizedResponse(w), n), b, t) => Sum(binomial(n, l)*Max(0, "
    "exp(w*(n - l)) - exp(b + w*l)), (l, 0, n))/(1 + exp(w))**n <= t for n in 1..oo, w in [0, oo)",
    "knots": "ApproxDP(Compose(CanonicalRR(w, h), n), w*(n - 2*m), a) => 1 - (1 - h)**n*(1 - "
    "Sum(binomial(n, l)*(exp(w*(n - l)) - exp(w*(n - 2*m + l))), (l, 0, m - 1))/(1 + exp(w))**n) "
    "<= a for n in 1..oo, m in 0..oo, w in [0, oo), h in [0, 1]",
}
FALSE = {
    "triangle": "KL(P, R) <= KL(P, Q) + KL(Q, R)",
    "group_of_two": "ApproxDP(M, b, delta) => ApproxDP(Group(M, 2), 2*b, 2*delta) for b in (0, oo)",
    "eighth": "PureDP(M, b) => ZCDP(M, b**2/8)",
    "joined": "MaxDivergence(P, Q) <= b and MaxDivergence(R, S) <= b "
    "=> MaxDivergence(Product(P, R), Product(Q, S)) <= b for b in [0, oo)",
    "steep": "exp(x) <= 1 + 2*x for x in [0, 2]",
    "root": "sqrt(x + y) >= sqrt(x) + sqrt(y)/2 for x in [0, 9], y in [0, 9]",
}


@shared
def decided(label: str) -> Certificate:
    """The certificate of a claim, with the verdict that it should have."""
    verdict = check({**CLAIMS, **FALSE}[label])
    assert verdict.kind == ("refuted" if label in FALSE else "proved"), label
    assert verdict.certificate is not None, label
    return verdict.certificate


@shared
def whole() -> Mapping[str, str]:
    """The files of all these claims, by title."""
    titles = {label: f"whole_{label}" for label in (*CLAIMS, *FALSE)}
    return {title: source(decided(label), title) for label, title in titles.items()}


@needs_coq
def test_coq_accepts_claims_about_mechanisms_and_numbers(coq_folder: Path) -> None:
    assert not complaint_of_all(coq_folder, "whole", whole())


@needs_coq
def test_coq_refuses_closed_forms_and_refutations_of_other_claims(coq_folder: Path) -> None:
    texts = whole()
    assert not complaint_of_all(coq_folder, "whole", texts)
    changes = (
        ("entropy", "(1 / 2)", "(1 / 3)"),
        ("row", "[]) b.", "[]) (b * (1 / 2))."),
        ("line", "(Rmin v w)", "(Rmax v w)"),
        ("sample", "(ln (1 + ", "(ln ((1 / 2) + "),
        ("approximate_sample", "(d * q)", "(d * q ^ 2)"),
        ("bell", "(1 / 4)", "(1 / 2)"),
        ("median", "<= 1.", "<= 1 / 2."),
        ("apart", "(TotalVariation P Q)", "((TotalVariation P Q) * (11 / 10))"),
        ("attained", "(exp (b + (l * w)))", "(exp (b + (l * w * (1 / 2))))"),
        ("knots", "(dpsym_expt (1 + (- h)) n)", "(dpsym_expt (1 + (- h)) (n + 1))"),
        ("triangle", "((KL P Q) + (KL Q v_R))", "(((KL P Q) + (KL Q v_R)) * 3)"),
    )
    session = [*required(texts.values()), "Require Import whole."]
    for label, old, new in changes:
        _, told = texts[f"whole_{label}"].split(f"Theorem whole_{label} : ")
        stated, proof = told.split("Print Assumptions")[0].split(".\nProof.")
        assert old in f"{stated}.", label
        changed = f"{stated}.".replace(old, new, 1).removesuffix(".")
        session += attempt(coq_folder, f"{label}_changed", changed, f"Proof.{proof}")
    session += attempt(coq_folder, f"{label}_again", stated, f"Proof.{proof}")
    tried = {f"{label}_changed" for label, _, _ in changes} | {f"{label}_again"}
    assert answered(coq_folder, session) == (tried, {f"{label}_again"})


def test_a_whole_claim_reads_like_the_claim() -> None:
    verdict = check(CLAIMS["response"])
    assert verdict.certificate is not None
    stated = """Theorem claim : forall (X : databases) (M : mechanism X) (b : R),
  0 <= b ->
  PureDP M b ->
  ZCDP M 0 ((b ^ 2) * (1 / 2)).
"""
    assert stated in source(verdict.certificate, "claim")


@needs_coq
def test_coq_refuses_a_changed_statement(coq_folder: Path) -> None:
    write(certificate(leaf("exp(x) - 1 - x", {"x": "[0, oo)"})), "leaf", coq_folder)
    text = (coq_folder / "leaf.v").read_text()
    for place, (old, new) in enumerate((("0 <= x", "(- 1) <= x"), ("(- 1)", "(- 2)"))):
        changed = text.replace(old, new)
        assert changed != text
        (coq_folder / f"changed_{place}.v").write_text(changed)
        assert complaint(coq_folder, f"changed_{place}")


@needs_coq
def test_what_is_assumed_besides_the_real_numbers_is_refused(coq_folder: Path) -> None:
    text = "Axiom wrong : 1 = 0.\nTheorem assumed : 1 = 0.\nProof. exact wrong. Qed.\n"
    (coq_folder / "assumed.v").write_text(f"{text}Print Assumptions assumed.\n")
    assert complaint(coq_folder, "assumed") == "it assumes wrong"


@needs_coq
def test_what_the_kernel_of_coq_was_not_asked_is_refused(coq_folder: Path) -> None:
    text = """Unset Guard Checking.
Fixpoint bad (n : nat) {struct n} : False := bad n.
Theorem unasked : False. Proof. exact (bad 0). Qed.
Print Assumptions unasked.
"""
    (coq_folder / "unasked.v").write_text(text)
    assert "bad is assumed to be guarded" in complaint(coq_folder, "unasked")


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
        ("Sum(v_R*R, (v_R, 1, n))", "(dpsym_sum (fun v_v_R => (v_R * v_v_R)) 1 n)"),
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


@pytest.mark.parametrize(
    "guarantee", ["ProbabilisticDP({}, b, d)", "MeanCDP(Compose({}, 2), b, d)"]
)
def test_no_more_is_assumed_of_noise_than_the_claim_says(guarantee: str) -> None:
    noise = guarantee.format("GaussianMechanism(1, s)")
    assumed = check(f"{noise} => {noise.replace('b,', '2*b,')}").certificate
    assert assumed is not None
    with pytest.raises(UnexportableError, match="of noise does not say it of its partitions"):
        source(assumed, "assumed")


def run(*arguments: str) -> Any:
    """What a command ends with."""
    return CliRunner().invoke(application, list(arguments))


def test_the_command_writes_a_file_for_a_claim(tmp_path: Path) -> None:
    done = run("export", "exp(x) >= 1 + x for x in [0, oo)", "--coq", str(tmp_path))
    assert done.exit_code == 0, done.output
    assert done.output.split() == ["claim.v"]
    text = (tmp_path / "claim.v").read_text()
    assert text.rstrip().endswith("Print Assumptions claim.")
    assert "Theorem claim : forall x : R,\n  0 <= x ->\n  (1 + x) <= (exp x)." in text
    project = (tmp_path / "_CoqProject").read_text().splitlines()
    assert project[0] == "-Q theories dpsym"
    assert project[-1] == "claim.v"
    assert all((tmp_path / line).exists() for line in project[1:])


@needs_coq
def test_the_commands_export_what_a_certificate_proves_and_compile_it(
    coq_folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "v").mkdir()
    (tmp_path / "v" / "theories").symlink_to(coq_folder / "theories")
    made, claim = tmp_path / "proof.json", "exp(x) >= 1 + x for x in [0, oo)"
    assert run("check", claim, "--certificate", str(made)).exit_code == 0
    assert run("export", str(made), "--coq", str(tmp_path / "v")).exit_code == 0
    record = tmp_path / "record.json"
    done = run("coq", str(tmp_path / "v"), "--json", "--record", str(record))
    assert list(json.loads(record.read_text())) == [parse_claim(claim).text]
    assert (done.exit_code, '"status": "accepted"' in done.output) == (0, True)
    broken = tmp_path / "v" / "proof.v"
    broken.write_text(broken.read_text().replace("(1 + x)", "(2 + x)"))
    done = run("coq", str(tmp_path / "v"), "--record", str(record))
    assert done.exit_code == REFUSED
    assert done.output.startswith("refused")
    assert json.loads(record.read_text()) == {}


def test_the_command_says_what_is_not_exported(tmp_path: Path) -> None:
    claim = "factorial(k)*x >= x for k in 1..oo, x in [0, 1]"
    done = run("export", claim, "--coq", str(tmp_path))
    assert done.exit_code == 1
    assert "factorial has no counterpart" in done.output
    assert isinstance(run("coq", str(tmp_path / "nowhere")).exception, UsageFaultError)


def test_a_certificate_that_the_kernel_refuses_does_not_stop_the_others(tmp_path: Path) -> None:
    for name, claim in (
        ("first", "x <= x + 1 for x in [0, 1]"),
        ("second", "2*x >= x for x in [0, 1]"),
    ):
        made = check(claim).certificate
        assert made is not None
        data = made.to_json()
        if name == "first":
            data["proof"]["rule"] = "nothing"
        (tmp_path / f"{name}.json").write_text(json.dumps(data))
    done = run("export", str(tmp_path), "--coq", str(tmp_path / "v"))
    assert done.exit_code == 1
    assert "not exported: first: the kernel refuses it" in done.output
    assert (tmp_path / "v" / "second.v").exists()


def test_the_lemmas_of_rows_say_what_the_rows_say() -> None:
    text = library()["Rows.v"]
    stated = re.findall(r"^Lemma row_.*?(?=^Proof\.)", text, re.MULTILINE | re.DOTALL)
    found = {re.split(r"\W", each)[1]: each.strip() for each in stated}
    rows = {title(row): row for row in FACTS}
    assert len(found) >= 75
    assert {name: each for name, each in found.items() if each != lemma(rows[name])} == {}


LINE = "exp(x) >= 1 + x for x in [0, oo)"


def line_in(coq_folder: Path, folder: Path) -> Path:
    """The file of a claim that was exported to a folder and compiled, which happens once."""
    once = coq_folder / "line"
    if not once.exists():
        once.mkdir()
        (once / "theories").symlink_to(coq_folder / "theories")
        assert run("export", LINE, "--coq", str(once)).exit_code == 0
        assert run("coq", str(once)).exit_code == ACCEPTED
    shutil.copytree(once, folder, symlinks=True)
    return folder / "claim.v"


@needs_coq
def test_a_file_that_says_something_else_is_not_accepted(coq_folder: Path, tmp_path: Path) -> None:
    file = line_in(coq_folder, tmp_path / "v")
    text = file.read_text()
    for other in (
        text.replace("(1 + x)", "(0 + x)"),
        "Theorem claim : True.\nProof. exact I. Qed.\nPrint Assumptions claim.\n",
    ):
        file.write_text(other)
        os.utime(file, (0, 0))
        done = run("coq", str(file.parent))
        assert done.exit_code == REFUSED
        assert "claim.v is not as it was exported" in done.output
    file.unlink()
    assert run("coq", str(file.parent)).exit_code == REFUSED
    file.write_text(text)
    assert run("coq", str(file.parent)).exit_code == ACCEPTED


@needs_coq
@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"claim": "exp(x) >= 2 + x for x in [0, oo)"}, "claim.v states another claim"),
        ({"verdict": "refuted"}, "claim.v states another claim"),
        ({"claim": "factorial(k) >= 1 for k in 1..oo"}, "it is not exported any more: factorial"),
        ({"claim": "PureDP(Compose(M, Group(M, 2)), 1)"}, "it is not exported any more: maximum"),
    ],
)
def test_a_file_that_is_listed_for_another_claim_is_not_accepted(
    coq_folder: Path, tmp_path: Path, changed: Mapping[str, str], why: str
) -> None:
    folder = line_in(coq_folder, tmp_path / "v").parent
    (entry,) = json.loads((folder / "claims.json").read_text())
    (folder / "claims.json").write_text(json.dumps([{**entry, **changed}]))
    done = run("coq", str(folder))
    assert (done.exit_code, why in done.output) == (REFUSED, True)


@needs_coq
@pytest.mark.parametrize("kept", ["", "{", "[]", '{"digest": ""}'])
def test_an_answer_that_was_not_kept_whole_is_asked_for_again(
    coq_folder: Path, tmp_path: Path, kept: str
) -> None:
    file = line_in(coq_folder, tmp_path / "v")
    said = file.with_suffix(".said")
    file.write_text(file.read_text().replace("(1 + x)", "(2 + x)"))
    said.write_text(kept)
    assert complaint(file.parent, "claim")


@needs_coq
def test_more_time_is_another_question(coq_folder: Path, tmp_path: Path) -> None:
    file = line_in(coq_folder, tmp_path / "v")
    entry, (listing,) = exported(file.parent, "claim"), listed(file.parent)
    assert listing.digests == entry.digests
    answer = {**json.loads(file.with_suffix(".said").read_text()), "enough": False}
    file.with_suffix(".said").write_text(json.dumps({**answer, "complaint": "late", "seconds": 5}))
    assert compiled(entry, file.parent, seconds=5).why == "late"
    assert compiled(entry, file.parent, seconds=300).why == ""


def test_a_comment_in_a_claim_is_no_part_of_what_is_exported(tmp_path: Path) -> None:
    made = tmp_path / "made.json"
    assert run("check", LINE, "--certificate", str(made)).exit_code == 0
    data = json.loads(made.read_text())
    made.write_text(json.dumps({**data, "claim": f'{LINE} # and 1 == 2 " *)\n'}))
    assert run("export", str(made), "--coq", str(tmp_path / "v")).exit_code == 0
    assert [entry.claim for entry in listed(tmp_path / "v")] == [parse_claim(LINE).text]
    assert (tmp_path / "v" / "made.v").read_text().startswith(f"(* {parse_claim(LINE).text} *)\n")


def test_two_claims_do_not_share_a_file(tmp_path: Path) -> None:
    made = tmp_path / "made"
    made.mkdir()
    for names in (("a-b", "a_b"), ("c", "c_defined")):
        for name in names:
            kept = str(made / f"{name}.json")
            assert run("check", LINE, "--certificate", kept).exit_code == 0
        files = [str(made / f"{name}.json") for name in names]
        done = run("export", *files, "--coq", str(tmp_path / "v"))
        assert isinstance(done.exception, UsageFaultError)
        assert "two claims would be written to" in str(done.exception)
    assert [entry.name for entry in listed(tmp_path / "v")] == ["a_b", "c"]


@needs_coq
def test_a_library_that_was_changed_is_written_again(tmp_path: Path) -> None:
    (tmp_path / "theories").mkdir()
    changed = tmp_path / "theories" / "Finite.v"
    changed.write_text("Definition Finite := True.\n")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(compiling, "library", lambda: {"Finite.v": library()["Finite.v"]})
        compiling.compile_library(tmp_path)
    assert changed.read_text() == library()["Finite.v"]


@needs_coq
def test_what_is_accepted_of_a_refuted_claim_is_that_it_is_false(
    coq_folder: Path, tmp_path: Path
) -> None:
    folder = line_in(coq_folder, tmp_path / "v").parent
    assert run("coq", str(folder)).output.split() == ["accepted", "claim"]
    assert run("export", "2*x <= x for x in [0, 1]", "--coq", str(folder)).exit_code == 0
    assert run("coq", str(folder)).output.split() == ["accepted", "claim", "(refuted)"]
    (told,) = json.loads(run("coq", str(folder), "--json").output)
    assert (told["status"], told["verdict"]) == ("accepted", "refuted")
