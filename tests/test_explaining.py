"""Explanations say what the evidence says, in numbered steps, as text and as LaTeX."""

from __future__ import annotations

import re
from functools import cache

import pytest

from dpsym.checking import check
from dpsym.cli import main
from dpsym.explaining import RULES, explain
from dpsym.language.parser import parse_claim
from dpsym.provers.axioms import AXIOMS
from dpsym.verdict import Attempt, Proved, Refuted, Undecided, Verdict

CLAIMS = {
    "PureDP(M, eps) => ZCDP(M, eps**2/2)": "proved",
    "KL(P, Q) >= 2*TotalVariation(P, Q)**2": "proved",
    "ZCDP(M, rho) => ZCDP(Group(M, 2), 4*rho)": "proved",
    "tanh(x) <= x for x in [0, oo)": "proved",
    "exp(x) >= x + 1 for x in [0, 7/3]": "proved",  # shown on a larger domain
    "TotalVariation(P, Q) <= sqrt(exp(Renyi(2, P, Q)) - 1)/2": "proved",  # shown for squares
    "PureDP(M, eps) => ZCDP(M, eps**2/4)": "refuted",
    "KL(P, Q) >= 3*TotalVariation(P, Q)**2": "refuted",
}


@cache
def verdict(claim: str) -> Verdict:
    return check(claim, budget=60)


@pytest.mark.parametrize(("claim", "kind"), CLAIMS.items())
def test_steps_are_numbered_and_headed_by_the_verdict(claim: str, kind: str) -> None:
    first, *lines = explain(verdict(claim)).splitlines()
    assert first == f"{kind.capitalize()}: {claim}"
    numbers = [int(found[1]) for line in lines if (found := re.match(r"(\d+)\. ", line))]
    assert numbers == list(range(1, len(numbers) + 1))
    assert numbers


@pytest.mark.parametrize("claim", [c for c, kind in CLAIMS.items() if kind == "proved"])
def test_every_step_and_every_fact_of_a_proof_is_named(claim: str) -> None:
    proved = verdict(claim)
    assert isinstance(proved, Proved)
    assert proved.evidence is not None
    written = explain(proved)
    pending = [proved.evidence]
    while pending:
        step = pending.pop()
        assert step.words in written
        pending.extend(step.children)
    for axiom in proved.axioms:
        assert AXIOMS[axiom].citation in written


@pytest.mark.parametrize("claim", [c for c, kind in CLAIMS.items() if kind == "proved"])
def test_later_steps_are_the_ones_that_suffice(claim: str) -> None:
    for line in explain(verdict(claim)).splitlines():
        if found := re.match(r"(\d+)\. .*it suffices to show ([\d, and]+)\.$", line):
            assert all(int(n) > int(found[1]) for n in re.findall(r"\d+", found[2]))


@pytest.mark.parametrize("claim", [c for c, kind in CLAIMS.items() if kind == "refuted"])
def test_refutation_shows_the_point_and_both_sides(claim: str) -> None:
    refuted = verdict(claim)
    assert isinstance(refuted, Refuted)
    assert refuted.witness is not None
    written = explain(refuted)
    for name, _ in refuted.witness.point:
        assert f"Let {name} be " in written
    for end in refuted.witness.left + refuted.witness.right:
        assert end in written
    assert "that is: " in written


def test_arithmetic_of_a_refutation_is_false_arithmetic() -> None:
    """What the reader is asked to recompute is a relation that fails."""
    line = next(
        line.strip()
        for line in explain(verdict("KL(P, Q) >= 3*TotalVariation(P, Q)**2")).splitlines()
        if line.strip().startswith("that is: ")
    )
    (relation,) = parse_claim(line.removeprefix("that is: ").removesuffix(".")).conclusions
    left, right = (float(side.evalf()) for side in relation.args)
    assert left < right


def test_undecided_names_what_is_left_and_who_tried() -> None:
    claim = parse_claim("ZCDP(M, rho) => ZCDP(M, 2*rho)")
    trail = (Attempt("search", "found nothing", 0.5),)
    written = explain(Undecided(claim, why="the goal x_1 >= 0", trail=trail))
    assert "1. Left: the goal x_1 >= 0." in written
    assert "found nothing" in written


@pytest.mark.parametrize("claim", CLAIMS)
def test_latex_is_balanced_and_escaped(claim: str) -> None:
    written = explain(verdict(claim), latex=True)
    assert written.count(r"\begin{enumerate}") == written.count(r"\end{enumerate}") == 1
    assert written.count("$") % 2 == 0
    outside = re.sub(r"\$[^$]*\$", "", written)
    assert not re.search(r"(?<!\\)[_^#&%]", outside)
    for formula in re.findall(r"\$([^$]*)\$", written):
        bare = formula.replace(r"\{", "").replace(r"\}", "")
        assert bare.count("{") == bare.count("}")
        assert "_{}" not in formula
        assert formula.count(r"\left") == formula.count(r"\right")


def test_words_of_latex_are_escaped() -> None:
    claim = parse_claim("ZCDP(M, rho) => ZCDP(M, 2*rho)")
    written = explain(Undecided(claim, why="100 % of x_1 & y^2"), latex=True)
    assert r"100 \% of x\_1 \& y\^{}2" in written


def test_every_rule_of_the_scalar_prover_is_described_without_a_stray_period() -> None:
    assert all(words and not words.endswith(".") for words in RULES.values())


@pytest.mark.parametrize(
    ("arguments", "status", "shown"),
    [
        (["tanh(x) <= x for x in [0, oo)"], 0, "Proved: tanh(x) <= x"),
        (["tanh(x) >= x for x in [0, 1]"], 1, "Refuted: tanh(x) >= x"),
        (["tanh(x) <= x for x in [0, oo)", "--latex"], 0, r"\begin{enumerate}"),
    ],
)
def test_command_ends_with_the_status_of_the_verdict(
    arguments: list[str], status: int, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", *arguments]) == status
    assert shown in capsys.readouterr().out


def test_command_refuses_what_is_no_claim(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "ZCPD(M, eps)"]) == 2
    assert "'ZCPD'" in capsys.readouterr().err


def test_sides_that_sympy_cannot_order_are_left_as_they_are() -> None:
    laws = "Bernoulli(1 - Phi(-s)*Phi(3*s)), Bernoulli(1 - Phi(s)*Phi(3*s))"
    written = explain(check(f"HockeyStick(1, {laws}) <= 1/10 for s in (0, oo)"))
    assert written.startswith("Refuted: ")
    assert "the conclusion fails" in written
