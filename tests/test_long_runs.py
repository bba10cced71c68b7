"""Long searches refute what fails; branch and bound proves what holds, with evidence and all."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from pathlib import Path

import pytest
from mpmath import iv

from dpsym.bisection import cut, decided_by_boxes
from dpsym.cli import main
from dpsym.kernel.verify import verify
from dpsym.language.parser import parse_claim
from dpsym.longsearch import search_from_seeds, search_unit
from dpsym.provers.inequality import goals_of
from dpsym.provers.scalar.boxes import explored, leaves, start
from dpsym.verdict import Proved, Refuted, Undecided

NARROW = "exp(x*y) >= 1 + x*y - 1/100 for x in [-2, 2], y in [-2, 2]"


def test_boxes_prove_with_evidence_that_the_kernel_accepts() -> None:
    verdict = decided_by_boxes("sinh(x)/x >= 1 for x in [1/100, 5]", 1000)
    assert isinstance(verdict, Proved)
    assert verdict.certificate is not None
    verify(verdict.certificate)


def test_boxes_refute_at_a_certified_point() -> None:
    verdict = decided_by_boxes("exp(x) >= 1 + x + 1/1000 for x in [-1, 2]", 10_000)
    assert isinstance(verdict, Refuted)
    assert verdict.witness is not None
    (name, value), *_ = verdict.witness.point
    assert name == "x"
    x = iv.mpf([int(value.p), int(value.p)]) / int(value.q)
    assert (iv.exp(x) - 1 - x - iv.mpf(1) / 1000).b < 0


@pytest.mark.parametrize(
    ("claim", "why"),
    [
        ("exp(x) >= 1 + x for x in [-1, 2]", "parts are left"),
        ("exp(x) >= x for x in [0, oo)", "no bounded box"),
        ("KL(P, Q) >= 0", "not about numbers"),
    ],
)
def test_boxes_say_what_they_could_not_do(claim: str, why: str) -> None:
    verdict = decided_by_boxes(claim, 500)
    assert isinstance(verdict, Undecided)
    assert why in verdict.why


def test_a_hypothesis_that_fails_at_a_point_refutes_nothing() -> None:
    claim = "x >= 1 => x**2 >= 1 for x in [-2, 2]"
    assert isinstance(decided_by_boxes(claim, 300), Undecided)


def test_the_leaves_of_a_tree_tile_the_box_and_hold() -> None:
    claim = parse_claim(NARROW)
    (goal,) = goals_of(claim, claim.conclusions[0])
    box = start(goal)
    assert box is not None
    tree, false = explored(goal, box, 301)
    parts = list(leaves(box, tree))
    assert false is None
    assert sum(prod(high - low for low, high in part) for part, _ in parts) == Fraction(16)
    assert {token for _, token in parts} == {"d", "m", "t", "?"}
    for part, token in parts:
        if token != "?":
            for corner in range(4):
                x, y = (
                    iv.mpf(side[corner >> axis & 1].numerator)
                    / side[corner >> axis & 1].denominator
                    for axis, side in enumerate(part)
                )
                assert (iv.exp(x * y) - 1 - x * y + iv.mpf(1) / 100).b >= 0


def test_a_unit_of_boxes_is_a_pure_function() -> None:
    sides = [["-2", "2"], ["-2", "2"]]
    unit = {"claim": parse_claim(NARROW).text, "goal": 0, "cuts": 3000, "boxes": [sides, sides]}
    found = cut(unit)
    assert found == cut(unit)
    assert found["trees"][0] == found["trees"][1]


def test_a_long_search_refutes_what_the_short_one_would() -> None:
    verdict = search_from_seeds("PureDP(M, eps) => ZCDP(M, eps**2/4)", 1)
    assert isinstance(verdict, Refuted)
    assert verdict.witness is not None
    assert verdict.witness.left > verdict.witness.right


def test_a_long_search_says_how_close_it_came() -> None:
    told: list[tuple[int, int, float, str]] = []
    verdict = search_from_seeds(
        "KL(P, Q) >= 2*TotalVariation(P, Q)**2", 2, report=lambda *now: told.append(now)
    )
    assert isinstance(verdict, Undecided)
    assert "least relative slack" in verdict.why
    slacks = [slack for *_, slack, _ in told]
    assert slacks == sorted(slacks, reverse=True)
    assert 0 <= slacks[-1] < 1e-6


def test_random_instances_are_searched_where_a_claim_is_about_interaction() -> None:
    claim = "PureDP(M, eps) => HypothesisDP(M, Ones(0), Ones(1), eps/4, 0)"
    unit = {"claim": claim, "seed": 1, "family": -1}
    assert search_unit(unit) == search_unit(unit)


def test_the_command_goes_on_where_a_check_stays_undecided(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run"
    claim = "exp(x*y) >= 1 + x*y - 1/500 for x in [-2, 2], y in [-2, 2]"
    arguments = ["check", claim, "--budget", "0.01", "--boxes", "100000", "--resume", str(path)]
    assert main(arguments) == 0
    first, whole = capsys.readouterr().out, path.read_bytes()
    assert "closed by boxes" in first
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    assert path.read_bytes() not in (b"", whole)
    assert main(arguments) == 0
    assert capsys.readouterr().out == first
    assert path.read_bytes() == whole


def test_the_command_searches_on_from_seeds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    claim = "KL(P, Q) >= 2*TotalVariation(P, Q)**2 + TotalVariation(P, Q)**9/1000"
    path = tmp_path / "run"
    arguments = ["check", claim, "--budget", "0.01", "--seeds", "1", "--resume", str(path)]
    assert main(arguments) == 3
    assert "no counterexample from 1 seeds in 3 families" in capsys.readouterr().out
    assert len(path.read_text().splitlines()) == 4
