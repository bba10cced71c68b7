"""Explanations say what the evidence says, in numbered steps, as text and as LaTeX."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from inspect import getsource
from pathlib import Path

import pytest

from dpsym import library
from dpsym.checking import check
from dpsym.cli import main
from dpsym.coq.record import SCOPE
from dpsym.explaining import RULES, Line, explain, lines, marked
from dpsym.explaining.rendering import breakable, tex_line
from dpsym.explaining.scalars import FORMS
from dpsym.language.parser import parse_claim
from dpsym.language.prose import pieces
from dpsym.provers import scalar
from dpsym.provers.axioms import AXIOMS
from dpsym.provers.scalar.variants import evident
from dpsym.verdict import Attempt, Proved, Refuted, Undecided, Verdict

pytestmark = pytest.mark.xdist_group("explaining")

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
    return check(claim, budget=150)


@pytest.mark.parametrize(("claim", "kind"), CLAIMS.items())
def test_steps_are_numbered_and_headed_by_the_verdict(claim: str, kind: str) -> None:
    first, *lines = explain(verdict(claim)).splitlines()
    assert first == f"{kind.capitalize()}: {claim}"
    assert lines[0].startswith("Idea: ")
    numbers = [int(found[1]) for line in lines if (found := re.match(r"(\d+)\. ", line))]
    assert numbers == list(range(1, len(numbers) + 1))
    assert numbers


def test_what_has_checked_a_claim_is_said_last() -> None:
    (theorem,) = library.find("bs16.prop_1_4")
    claim = theorem.claim.text
    told = explain(verdict(claim)).splitlines()[-1]
    assert told == f"Accepted by the kernel. Proved in Coq as well, {SCOPE}."
    *_, said, closing = explain(verdict(claim), latex=True).splitlines()
    assert said.endswith(f"{SCOPE}.")
    assert closing == r"\end{sloppypar}"
    assert f"{SCOPE}.</p>" in explain(verdict(claim))._repr_html_()  # type: ignore[attr-defined]
    assert "Coq" not in explain(Undecided(parse_claim(claim)))


@pytest.mark.parametrize("claim", [c for c, kind in CLAIMS.items() if kind == "proved"])
def test_every_step_and_every_fact_of_a_proof_is_named(claim: str) -> None:
    proved = verdict(claim)
    assert isinstance(proved, Proved)
    assert proved.evidence is not None
    written = explain(proved, full=True)
    pending = [proved.evidence]
    while pending:
        step = pending.pop()
        told = r"(as follows|seen at once)" if "goals" in step.detail else re.escape(step.words)
        assert re.search(rf"\d\. {re.escape(step.goal)}: {told}", written)
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


def test_arithmetic_of_many_rounds_is_that_of_one() -> None:
    told = explain(verdict("RenyiDP(Compose(GaussianMechanism(1, 1), 3), 2, 2)"))
    assert "Divergences of the 3 rounds add" in told
    assert "1 <= 2/3" in told


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


def test_idea_names_what_dominates_and_the_one_inequality() -> None:
    proved = verdict("PureDP(M, eps) => ZCDP(M, eps**2/2)")
    idea = explain(proved).splitlines()[1]
    assert "every mechanism within the hypotheses is an image of RandomizedResponse(eps)" in idea
    assert "It remains to show that log((exp(alpha*eps)" in idea
    assert "nondecreasing in eps from the lower end of its domain, where it is 0 (twice)" in idea


@pytest.mark.parametrize(
    ("claim", "ideas"),
    [
        (
            "PureDP(M, e) and PureDP(N, f) => PureDP(Compose(M, N), e + f)",
            ["By chain-rule, it holds since PureDP(Compose(M, N), e + f) (composition)."],
        ),
        (
            "PureDP(Compose(LaplaceMechanism(1, 1/eps), k), eps*k) for eps in (0, oo)",
            [
                "By chain-rule, it holds since"
                " PureDP(Compose(LaplaceMechanism(1, 1/eps), k), eps*k) (k-fold composition).",
                "PureDP(LaplaceMechanism(1, 1/eps), eps) for eps in (0, oo): closed form.",
            ],
        ),
        (
            "HockeyStick(e, P, Mixture(q, R, P)) <= q for e in [0, oo)",
            [
                "By data-processing, divergences replaced by upper bounds, those that remain by"
                " free numbers.",
                "What remains is seen at once: d0_*q + (1 - q)*Max(0, 1 - exp(e)) <= q for d0_ in"
                " [0, 1], q in [0, 1], e in [0, oo).",
            ],
        ),
    ],
)
def test_every_idea_is_a_sentence_that_says_something_new(claim: str, ideas: list[str]) -> None:
    told = [line.text for line in lines(check(claim, budget=20)) if line.part == "idea"]
    assert told == ideas


def test_routine_obligations_are_counted_and_told_on_request() -> None:
    proved = verdict("PureDP(M, eps) => ZCDP(M, eps**2/2)")
    brief, full = explain(proved), explain(proved, full=True)
    counted = [int(found) for found in re.findall(r"\((\d+) routine obligations?\)", brief)]
    routine = [line.text for line in lines(proved) if line.routine]
    assert counted
    assert sum(counted) == len(routine)
    assert "routine" not in full
    assert set(routine) <= {line.strip() for line in full.splitlines()}
    assert not set(routine) & {line.strip() for line in brief.splitlines()}


def test_routine_obligations_are_folded_in_a_notebook() -> None:
    proved = verdict("PureDP(M, eps) => ZCDP(M, eps**2/2)")
    brief, full = explain(proved)._repr_html_(), explain(proved, full=True)._repr_html_()  # type: ignore[attr-defined]
    assert brief.index("<i>Idea.</i>") < brief.index("<details") < brief.index("Accepted")
    assert re.search(r"<summary>\d+ routine obligations?</summary><div[^>]*><math", brief)
    assert "<details" not in full


def test_every_form_in_which_a_sign_is_evident_is_described() -> None:
    forms = set(re.findall(r'return "(\w+)"', getsource(evident)))
    assert forms == set(FORMS)


def test_no_formula_is_cut() -> None:
    """Each formula of an explanation is one that can be read back."""
    proved = verdict("PureDP(M, eps) => ZCDP(M, eps**2/2)")
    assert max(map(len, explain(proved).splitlines())) > 300
    for line in lines(proved):
        assert all(kind != "code" for kind, _ in line.typeset()), line.text
        assert "..." not in line.text


@pytest.mark.parametrize(
    ("sentence", "formulas"),
    [
        ("Two mechanisms are (eps1 + eps2)-DP.", ["(eps1 + eps2)"]),
        ("An eps-DP mechanism is eps**2/2-zCDP.", ["eps", "eps**2/2"]),
        ("both sides in [0.5, 0.5], for x in [0, 1)", ["x in [0, 1)"]),
        ("from PureDP(M, e) (composition)", ["PureDP(M, e)"]),
        ("the time of 3.8 s was used up", []),
        ("an f-divergence, a Renyi divergence of order at least 1", ["f"]),
        ("a k-fold composition of log(2)-DP rounds; I am no formula", ["k", "log(2)"]),
        ("well-known facts and a trade-off (see A.1) of 5% & more", []),
        ("P(S) and N(0, 1), 1 - prod(1 - delta", ["delta"]),
        ("", []),
    ],
)
def test_formulas_are_found_in_sentences(sentence: str, formulas: list[str]) -> None:
    found = pieces(sentence)
    assert "".join(part for part, _ in found) == sentence
    assert [part for part, mathematical in found if mathematical] == formulas


def test_long_formulas_break_and_what_cannot_is_made_to_fit() -> None:
    terms = " + ".join(rf"x_{{{i}}} e^{{y}}" for i in range(40))
    assert "resizebox" not in breakable(terms)
    unbroken = rf"z + \frac{{{terms}}}{{2}} \leq 1"
    assert breakable(unbroken).count(r"\resizebox") == 1
    assert "".join(re.findall(r"\$(?:\{\})?([^$]*)\$", breakable(unbroken))) == unbroken


DOCUMENT = r"""\documentclass{{article}}
\usepackage[T1]{{fontenc}}
\usepackage{{amsmath,amssymb,graphicx}}
\emergencystretch=2em
\begin{{document}}
{}
\end{{document}}
"""


def compiled(body: str, folder: Path) -> str:
    """The log of a document with this body, which LaTeX must accept."""
    (folder / "told.tex").write_text(DOCUMENT.format(body), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "told.tex"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stdout.decode(errors="replace")[-1500:]
    return (folder / "told.log").read_text(errors="replace")


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="apt-get install texlive-latex-base")
def test_latex_compiles_and_nothing_runs_off_the_page(tmp_path: Path) -> None:
    told = [explain(verdict(claim), latex=True, full=True) for claim in CLAIMS]
    open_claim = parse_claim("ZCDP(M, rho) => ZCDP(M, 2*rho)")
    told.append(explain(Undecided(open_claim, why="100 % of x_1 & y^2 {~#} \\ ε"), latex=True))
    assert overfull(compiled("\n\n".join(told), tmp_path)) < 1


def overfull(log: str) -> float:
    """How far the widest line sticks out, in points; the page ends 130 points behind the text."""
    found = re.findall(r"Overfull \\hbox \(([\d.]+)pt too wide", log)
    return max(map(float, found), default=0)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="apt-get install texlive-latex-base")
def test_every_claim_and_sentence_of_the_library_compiles(tmp_path: Path) -> None:
    told = [
        tex_line(line.typeset())
        for theorem in library.theorems()
        for line in (Line(theorem.sentence), Line(marked(theorem.claim.text)))
    ]
    body = "\n\n".join([r"\begin{sloppypar}", *told, r"\end{sloppypar}"])
    assert overfull(compiled(body, tmp_path)) < 1


def test_words_of_latex_are_escaped() -> None:
    claim = parse_claim("ZCDP(M, rho) => ZCDP(M, 2*rho)")
    written = explain(Undecided(claim, why="100 % of x_1 & y^2"), latex=True)
    assert r"100 \% of $x_{1}$ \& y\textasciicircum{}2" in written


def test_every_rule_of_the_scalar_prover_is_described_without_a_stray_period() -> None:
    assert all(words and not words.endswith(".") for words in RULES.values())
    sources = (path.read_text() for path in Path(scalar.__file__).parent.glob("*.py"))
    rules = {name for text in sources for name in re.findall(r'\bStep\(\s*"([^"]+)"', text)}
    assert len(rules) > 25
    assert rules - set(RULES) == {"boxes", "defined", "monotone", "sign"}, "told in _reason"


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
