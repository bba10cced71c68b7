"""What is said of a claim that stays undecided, and of hypotheses that nothing satisfies."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from sympy import Expr, Integer, Le, Rational, S, Symbol, log, sqrt

from dpsym import checking
from dpsym.acceptance import accepted
from dpsym.checking import check, proof_of, refutation_of
from dpsym.errors import ClaimError
from dpsym.language.claim import Claim
from dpsym.language.heads import SIGNATURES
from dpsym.language.parser import parse_claim, parse_expression
from dpsym.library import (
    LIKE,
    _folders,
    _python_files,
    _spoken_of,
    _words,
    code_of,
    nearest,
    theorems,
)
from dpsym.margins import margins
from dpsym.obstacles import obstacle, unsatisfiable
from dpsym.provers.inequality import Inequality, goals_of
from dpsym.provers.prover import Budget, Stuck
from dpsym.provers.scalar import Open, prove
from dpsym.report import verdict_text
from dpsym.slackness import slack
from dpsym.verdict import Refuted, Undecided, Witness

ROOT = Path(__file__).parents[1]


def test_what_holds_up_to_a_number_says_so() -> None:
    claim = parse_claim("Sum(1/(i**2 + 1), (i, 1, k)) <= 10767/10000 for k in 1..oo")
    (goal,) = goals_of(claim, claim.conclusions[0])
    found = prove(goal, seconds=10)
    assert isinstance(found, Open)
    assert found.reached == "k <= 12"
    left = Stuck("", reached=found.reached)
    words = obstacle(claim, left, spent=False, budget=Budget.of(0.3))
    assert words.startswith("an argument was found for k <= 12, and none for all k")


@pytest.mark.parametrize("lost", [S.ComplexInfinity, log(S(-1)), sqrt(log(S(-1)))])
def test_a_subgoal_without_a_value_is_nothing_to_follow_from(lost: Expr) -> None:
    claim = parse_claim("x <= 1 for x in [0, 1]")
    subgoal = replace(claim, conclusions=(Le(Symbol("x"), lost, evaluate=False),))
    left = Inequality().attempt(subgoal, Budget.of(1))
    assert isinstance(left, Stuck)
    assert not left.goal
    words = left.why + obstacle(claim, left, spent=False, budget=Budget.of(0.3))
    assert "follow from" not in words
    assert not re.search("ComplexInfinity|ImaginaryUnit", words)


def test_where_the_sides_meet_is_said() -> None:
    claim = parse_claim("Hellinger(P, Q) <= 1 - exp(-KL(P, Q)/2)")
    left = Stuck("no proof was found; the search stopped at x >= 0")
    words = obstacle(claim, left, spent=False, budget=Budget.of(2))
    first = words.split("; ")
    assert first[0] == "no argument was found that holds for all values"
    assert first[1].startswith("in floats the two sides meet at P = ")
    assert "the search stopped at" not in words


def test_numbers_too_large_for_floats_do_not_seem_to_fail() -> None:
    claim = parse_claim("log(2 + cosh(x)) <= x**2/5 + log(3) for x in [0, oo)")
    assert "come within" in obstacle(claim, Stuck("it"), spent=False, budget=Budget.of(2.0))


def test_what_was_left_is_said_also_where_the_time_ends_in_a_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def endless(*_: object) -> None:
        while True:
            pass

    monkeypatch.setattr(type(checking.BETWEEN), "accepts", endless)
    claim = "KL(P, Q) >= 2*TotalVariation(P, Q)**2 + 4/9*TotalVariation(P, Q)**4"
    verdict = check(claim, budget=1)
    assert isinstance(verdict, Undecided)
    assert "no argument was found that holds for all values; in floats" in verdict.reason
    assert "the time was used up" in verdict.reason


@pytest.mark.parametrize(
    ("claim", "advice"),
    [
        ("(-1)**k <= 1 for k in [0, oo)", r"\(-1\)\*\*k"),
        ("(-2)**(1/2) <= 1", r"\(-2\)\*\*\(1/2\) is no real number; take roots of"),
    ],
)
def test_a_power_of_a_negative_number_is_refused_in_words_that_help(
    claim: str, advice: str
) -> None:
    with pytest.raises(ClaimError, match=advice):
        check(claim)


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("PureDP(M, -1) => PureDP(M, 0)", "PureDP(M, -1)"),
        ("RenyiDP(M, 2, -9/5) => PureDP(M, 0)", "RenyiDP(M, 2, -9/5)"),
        ("KL(P, Q) <= -1 => KL(P, Q) <= 5", "KL(P, Q) <= -1"),
        ("x >= 2 => x <= 3 for x in [0, 1]", "x >= 2"),
        ("x <= y and y < x => x <= 3 for x in [0, 9], y in [0, 9]", "x <= y and y < x"),
        ("x == x + 1 => x <= 0 for x in [0, 1]", "x == x + 1"),
        ("x**2 == -1 => x <= 0 for x in [0, 1]", "x**2 == -1"),
        ("TotalVariation(P, Q) > 1 => KL(P, Q) <= 0", "TotalVariation(P, Q) > 1"),
        ("1 < Hellinger(P, Q) => KL(P, Q) <= 0", "1 < Hellinger(P, Q)"),
        (
            "KL(P, Q) <= 1 and KL(P, Q) >= 2 => TotalVariation(P, Q) <= 0",
            "KL(P, Q) <= 1 and KL(P, Q) >= 2",
        ),
        (
            "TotalVariation(P, Q) < 1/2 and 1/2 <= TotalVariation(P, Q) => KL(P, Q) <= 0",
            "TotalVariation(P, Q) < 1/2 and 1/2 <= TotalVariation(P, Q)",
        ),
        ("TotalVariation(P, Q) >= 1 => KL(P, Q) <= 0", ""),
        ("KL(P, Q) >= 2 => KL(P, Q) <= 0", ""),
        ("KL(P, Q) <= 1 and KL(Q, P) >= 2 => TotalVariation(P, Q) <= 0", ""),
        ("KL(P, Q) <= 1 and KL(P, Q) >= 1 => TotalVariation(P, Q) <= 0", ""),
        ("x**2 == 1 => x <= 0 for x in [0, 1]", ""),
        ("PureDP(M, eps) and eps <= 1 => PureDP(M, 1)", ""),
        ("x >= 1 => x <= 3 for x in [0, 1]", ""),
        ("ApproxDP(M, -1, 1/2) => ApproxDP(M, 0, 1/2)", ""),
        ("ZCDP(M, 0, 1) => ZCDP(M, 1)", ""),
        ("x <= y and y <= x => x <= y for x in [0, 9], y in [0, 9]", ""),
    ],
)
def test_hypotheses_that_nothing_satisfies_are_told(claim: str, told: str) -> None:
    assert unsatisfiable(parse_claim(claim), Budget.of(1)) == told


@pytest.mark.parametrize(
    "claim",
    [
        "s <= 0 => s <= -5 for s in (0, oo)",
        "PureDP(M, eps) and s <= 0 => PureDP(M, 0) for s in (0, oo)",
        "PureDP(M, eps) and eps >= 5 and eps**2 <= 24 => PureDP(M, 0)",
        "KL(P, Q) < 0 => TotalVariation(P, Q) >= 1/2",
        "x <= y and y < x => ZCDP(M, 0) for x in [0, 9], y in [0, 9]",
        "x == x + 1 => x <= 0 for x in [0, 1]",
        "x**2 == -1 => ZCDP(M, 0) for x in [0, 1]",
        "TotalVariation(P, Q) > 1 => KL(P, Q) <= 0",
        "KL(P, Q) <= 1 and KL(P, Q) >= 2 => TotalVariation(P, Q) <= 0",
    ],
)
def test_what_nothing_satisfies_claims_nothing(claim: str) -> None:
    assert check(claim, budget=10).kind == "proved"


@pytest.mark.parametrize(
    "claim",
    [
        "s <= 0 => s <= -5 for s in [0, oo)",
        "PureDP(M, eps) and s <= 0 => PureDP(M, 0) for s in [0, oo)",
        "PureDP(M, eps) and eps >= 5 and eps**2 <= 26 => PureDP(M, 0)",
        "KL(P, Q) <= 0 => TotalVariation(P, Q) >= 1/2",
        "x <= y and y <= x => ZCDP(M, 0) for x in [0, 9], y in [0, 9]",
        "x**2 == 1 => x <= 0 for x in [0, 1]",
        "TotalVariation(P, Q) >= 1 => KL(P, Q) <= 0",
        "KL(P, Q) <= 2 and KL(P, Q) >= 1 => TotalVariation(P, Q) <= 0",
    ],
)
def test_what_one_point_satisfies_claims_something(claim: str) -> None:
    assert check(claim, budget=10).kind == "refuted"


def test_a_point_that_the_kernel_does_not_take_is_named_in_plain_words() -> None:
    found = check("x**2 <= 1/4 for x in [0, 1]")
    assert isinstance(found, Refuted)
    left = accepted(
        replace(found, claim=parse_claim("x**2 <= 1 for x in [0, 1]"), certificate=None)
    )
    assert left.kind == "undecided"
    assert "that the kernel does not recompute, at x = 1: " in left.reason
    assert "node" not in left.reason


def test_sides_of_a_hypothesis_at_zero_are_told_in_plain_words() -> None:
    found = check("ApproxDP(M, 1, 0) => ApproxDP(M, 1/2, 0)", budget=5)
    assert isinstance(found, Refuted)
    assert "e-9" not in verdict_text(found)


def test_what_nothing_satisfies_has_no_slack() -> None:
    with pytest.raises(ClaimError, match="nothing satisfies x >= 2; a claim about nothing"):
        slack("x >= 2 => x <= 3 for x in [0, 1]", seconds=1)


def test_what_no_mechanism_satisfies_has_no_slack() -> None:
    with pytest.raises(ClaimError, match=r"nothing satisfies PureDP\(M, -1\)"):
        slack("PureDP(M, -1) => ZCDP(M, 3)", seconds=1)


def test_a_vacuous_claim_carries_a_note() -> None:
    verdict = check("KL(P, Q) <= -1 => KL(P, Q) <= 5", budget=5)
    assert verdict.kind == "proved"
    assert "  note    nothing satisfies KL(P, Q) <= -1" in verdict_text(verdict).splitlines()


def test_the_nearest_theorems_speak_of_the_same_things() -> None:
    claim = parse_claim("PureDP(M, eps) => ZCDP(M, eps*tanh(eps/3))")
    near = nearest(claim)
    assert near
    assert all({"PureDP", "ZCDP"} <= set(t.claim.text.replace("(", " ").split()) for t in near)
    assert nearest(parse_claim("KL(P, Q) <= 3*Hellinger(P, Q) + TotalVariation(P, R)")) is not None
    shown = verdict_text(Undecided(claim, why="no idea"), near=near)
    assert f"  near    {near[0].name} ({near[0].expectation.value}): " in shown


def test_the_trail_is_for_who_asks() -> None:
    verdict = check("k**2 >= k for k in -oo..oo", budget=2)
    assert "tried" not in verdict_text(verdict)
    assert "tried" in verdict_text(verdict, verbose=True)


def test_a_witness_gives_no_name_two_meanings() -> None:
    claim = parse_claim("ZCDP(M, alpha) for alpha in [0, 1]")
    law = parse_expression("Finite(1/2, 1/2)")
    witness = Witness(
        (("alpha", Integer(1)), ("alpha_1", Integer(7))), "ZCDP(M, alpha)",
        (("P", law), ("alpha", Integer(2))), ("3", "3"), ("2", "2"), "<=",
    )  # fmt: skip
    names = [name for _, name, _, _ in witness.shown()]
    assert names == ["alpha", "alpha_1", "P", "alpha_2"]
    lines = verdict_text(Refuted(claim, witness=witness)).splitlines()
    assert "  where   alpha_2 = 2, the order in the definition of the conclusion" in lines
    assert "  at      alpha = 1" in lines
    assert witness.to_json()["where"]["alpha"] == "2"


def _decided_from(least: str, sign: int) -> Callable[[Claim, Budget], bool | None]:
    """An oracle that decides claims whose only number is at least, or at most, this one."""

    def decide(claim: Claim, budget: Budget) -> bool | None:
        (number,) = (a for a in claim.conclusions[0].args if a.is_number and a.is_Rational)
        return True if sign * number >= sign * Rational(least) else None

    return decide


@pytest.mark.parametrize(
    ("claim", "true", "false", "said"),
    [
        ("KL(P, Q) <= 1 => TotalVariation(P, Q) <= 1/2", "0.505", "0.495",
         "it is certainly true with 1.02*1/2 and false with 0.98*1/2"),
        ("TotalVariation(P, Q) >= 1/2 => KL(P, Q) >= 1/2", "0.4", "0.5005",
         "it is certainly true with 0.6*1/2 and false with 1.001*1/2"),
        ("PureDP(M, 1) => ZCDP(M, 2)", "40", "0.1", ""),
        ("PureDP(M, 1) => ZCDP(M, 2)", "15", "1.99",
         "it is certainly true with 10*2 and false with 0.995*2"),
        ("KL(P, Q) <= KL(Q, P) => TotalVariation(P, Q) <= 1/2", "9", "1/2",
         "it is certainly false with 0.999*1/2"),
        ("KL(P, Q) <= 1 => TotalVariation(P, R) <= 1/2", "0", "1", ""),
        ("PureDP(M, 1) => ZCDP(Group(M, 2), 2)", "0", "9", ""),
    ],
)  # fmt: skip
def test_the_nearest_multiples_of_a_bound_that_are_certain_are_told(
    claim: str, true: str, false: str, said: str
) -> None:
    parsed = parse_claim(claim)
    least = -1 if ">= 1/2" in claim.partition("=>")[2] else 1
    found = margins(parsed, _decided_from(true, least), _decided_from(false, -least), Budget.of(9))
    assert found == said


def test_margins_end_with_the_budget() -> None:
    def endless(claim: Claim, budget: Budget) -> bool | None:
        while True:
            pass

    claim = parse_claim("KL(P, Q) <= 1 => TotalVariation(P, Q) <= 1/2")
    assert margins(claim, endless, endless, Budget.of(0.2)) == ""
    found = margins(claim, endless, _decided_from("0.2", -1), Budget.of(0.2))
    assert found == "it is certainly false with 0.3*1/2"


def test_margins_are_told_where_the_time_is_used_up() -> None:
    claim = parse_claim("KL(P, Q) <= 1/10 => TotalVariation(P, Q) <= sqrt(1/20)")
    decision = checking._Decision(claim, Budget.of(60), [])
    decision.whole = Budget.of(0)
    assert "; it is certainly " in decision.undecided("no time").reason


def test_strict_bounds_have_margins_near_to_one() -> None:
    claim = parse_claim("MaxDivergence(P, Q) < 1 => TotalVariation(P, Q) < 1 - exp(-1)")
    said = margins(claim, proof_of, refutation_of, Budget.of(20))
    times = "{}*(1 - exp(-1))".format
    assert said == f"it is certainly true with {times('1.001')} and false with {times('0.999')}"


def test_each_margin_is_a_verdict_of_its_own() -> None:
    claim = parse_claim("KL(P, Q) <= 1/10 => TotalVariation(P, Q) <= sqrt(1/20)")
    said = margins(claim, proof_of, refutation_of, Budget.of(20))
    for word, factor in re.findall(r"(true|false) with ([0-9.]+)\*", said):
        scaled = check(f"{claim.text.rpartition('<=')[0]} <= {factor}*sqrt(1/20)", budget=20)
        assert scaled.kind == {"true": "proved", "false": "refuted"}[word]
    assert re.fullmatch(".* true with .* and false with .*", said)


def test_an_accuracy_may_be_negative() -> None:
    lost = "Task(0, (-1, -1), (-1, -1), (-1, -1), (-1, -1))"
    for atom in (f"AverageAccuracy(T, {lost}) <= -1/2", f"WorstAccuracy(T, {lost}) < 0"):
        claim = parse_claim(
            f"{atom} => AverageAccuracy(T, Task(0, (1, 0), (0, 1), (0, 1), (1, 0))) <= 1/2"
        )
        assert unsatisfiable(claim, Budget.of(5)) == ""


@pytest.mark.parametrize(
    "text",
    [
        "Hellinger(P, Q) <= 1 - exp(-KL(P, Q)/2)",
        "PureDP(M, eps) => ZCDP(M, eps**2/3)",
        "KL(Gaussian(0, 1), Gaussian(m, 1)) <= m**2/3 for m in [0, oo)",
        "Renyi(a, P, Q) <= 3*KL(P, Q)",
        "PureDP(M, eps) => ApproxDP(Compose(M, k), eps*sqrt(k), 1/2)",
        "x <= 1 for x in [0, 2]",
    ],
)
def test_nearest_theorems_are_those_of_the_whole_library(text: str) -> None:
    sought = _spoken_of(parse_claim(text))
    ranked = []
    for theorem in theorems():
        found = _spoken_of(theorem.claim)
        if found and theorem.expectation.value != "open":
            likeness = (sought & found).total() / (sought | found).total()
            ranked.append((-likeness, theorem.expectation.value != "proved", theorem.name))
    wanted = [name for least, _, name in sorted(ranked)[:2] if -least >= LIKE]
    assert [theorem.name for theorem in nearest(parse_claim(text))] == wanted


def test_heads_of_every_theorem_are_among_the_words_of_its_source() -> None:
    heads = {head.__name__ for head in SIGNATURES}
    files = [path for folder in _folders() for path in _python_files(folder)]
    words = [(path.read_text("utf-8"), _words(path)) for path in files]
    for theorem in theorems():
        spoken = {name for _, name in _spoken_of(theorem.claim)} & heads
        code = code_of(theorem)
        stated = [found for text, sets in words if code in text for found in sets]
        assert any(spoken <= found for found in stated), theorem.name


def test_what_is_near_is_found_without_the_whole_library() -> None:
    code = (
        "import sys; from dpsym.library import nearest; "
        "from dpsym.language.parser import parse_claim; "
        "nearest(parse_claim('Hellinger(P, Q) <= 1 - exp(-KL(P, Q)/2)')); "
        "print(sum(name.startswith('dpsym.theorems.') for name in sys.modules))"
    )
    printed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert int(printed) < len(list((ROOT / "theorems").rglob("*.py"))) / 2
