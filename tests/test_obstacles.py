"""What is said of a claim that stays undecided, and of hypotheses that nothing satisfies."""

from __future__ import annotations

import pytest
from sympy import Integer

from dpsym import checking
from dpsym.checking import check
from dpsym.errors import ClaimError
from dpsym.language.parser import parse_claim, parse_expression
from dpsym.library import nearest
from dpsym.obstacles import obstacle, unsatisfiable
from dpsym.provers.inequality import goals_of
from dpsym.provers.prover import Budget
from dpsym.provers.scalar import Open, prove
from dpsym.report import verdict_text
from dpsym.verdict import Refuted, Undecided, Witness


def test_what_holds_up_to_a_number_says_so() -> None:
    claim = parse_claim("Sum(1/(i**2 + 1), (i, 1, k)) <= 108/100 for k in 1..oo")
    (goal,) = goals_of(claim, claim.conclusions[0])
    found = prove(goal, seconds=3)
    assert isinstance(found, Open)
    assert found.reached == "k <= 12"
    words = obstacle(claim, reached=found.reached, goal="", spent=False, budget=Budget.of(0.3))
    assert words.startswith("an argument was found for k <= 12, and none for all k")


def test_where_the_sides_meet_is_said() -> None:
    verdict = check("Hellinger(P, Q) <= 1 - exp(-KL(P, Q)/2)", budget=2)
    assert isinstance(verdict, Undecided)
    first = verdict.reason.split("; ")
    assert first[0] == "no argument was found that holds for all values"
    assert first[1].startswith("in floats the two sides meet at P = ")
    assert "the search stopped at" not in verdict.reason


def test_what_was_left_is_said_also_where_the_time_ends_in_a_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def endless(*_: object) -> None:
        while True:
            pass

    monkeypatch.setattr(type(checking.BETWEEN), "accepts", endless)
    verdict = check("Hellinger(P, Q) <= 1 - exp(-KL(P, Q)/2)", budget=1)
    assert isinstance(verdict, Undecided)
    assert verdict.reason.startswith("no argument was found that holds for all values; in floats")
    assert "the time was used up" in verdict.reason


@pytest.mark.parametrize(
    ("claim", "advice"),
    [
        ("(-1)**k <= 1 for k in 0..oo", r"\(-1\)\*\*k changes its sign; state the claim for even"),
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
        ("PureDP(M, eps) and eps <= 1 => PureDP(M, 1)", ""),
        ("x >= 1 => x <= 3 for x in [0, 1]", ""),
        ("ApproxDP(M, -1, 1/2) => ApproxDP(M, 0, 1/2)", ""),
        ("ZCDP(M, 0, 1) => ZCDP(M, 1)", ""),
        ("x <= y and y <= x => x <= y for x in [0, 9], y in [0, 9]", ""),
    ],
)
def test_hypotheses_that_nothing_satisfies_are_told(claim: str, told: str) -> None:
    assert unsatisfiable(parse_claim(claim), Budget.of(1)) == told


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
