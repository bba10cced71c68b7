"""Which claims are written for Coq, and that what is written says all of the claim."""

from __future__ import annotations

import pytest
from sympy import Symbol

from dpsym.coq.atoms import check_sides
from dpsym.coq.claims import statement
from dpsym.coq.notation import UnexportableError
from dpsym.coq.proofs import Script
from dpsym.coq.rows import row_claim, whole_counts
from dpsym.language.parser import parse_claim
from dpsym.provers.elaboration.text import goal_of


@pytest.mark.parametrize(
    "text",
    [
        "TotalVariation(P, Q) <= sqrt(1 - exp(-KL(P, Q)))",
        "TotalVariation(P, Q) <= Min(1, KL(P, Q))",
        "TotalVariation(P, Q) <= 1 - 1/(1 + ChiSquared(P, Q))",
    ],
)
def test_a_side_with_a_limit_is_not_written(text: str) -> None:
    """A premise that the divergence is finite would leave the limit out."""
    with pytest.raises(UnexportableError):
        check_sides(parse_claim(text))


@pytest.mark.parametrize(
    "text",
    [
        "TotalVariation(P, Q) <= sqrt(KL(P, Q)/2)",
        "KL(P, Q) <= log(1 + ChiSquared(P, Q))",
        "HockeyStick(x, P, Q) <= Max(1, KL(P, Q)) for x in [0, oo)",
    ],
)
def test_a_side_without_limit_is_written(text: str) -> None:
    check_sides(parse_claim(text))


def test_hypotheses_are_written_with_their_vectors() -> None:
    claim = parse_claim("HypothesisDP(Compose(M, k), Ones(0), Ones(1, m), x, 0) for k in 1..9")
    assert "HypothesisDP (List.repeat M (dpsym_count k)) (On (dpsym_count k) (Ones 0 0))" in (
        statement(claim)
    )
    claim = parse_claim("HypothesisDP(Compose(M, N), Bits(0, 1), Every(Bits(1, 0)), x, 0)")
    assert "[M; N] (On 2 (Every [[false;true]])) (On 2 (Every [[true;false]]))" in statement(claim)


def test_uniform_laws_on_vectors_are_not_written() -> None:
    with pytest.raises(UnexportableError):
        statement(parse_claim("HypothesisDP(Compose(M, N), Ones(0), Uniform(Ones(1, 2)), x, 0)"))


def test_boxes_in_which_a_condition_fails_are_not_written() -> None:
    asked = {
        "expression": "2/3 - x - y**2/2",
        "conditions": ["2/5 - x - y"],
        "positives": [],
        "strict": False,
        "domains": [[name, {"lower": "0", "upper": "1", "open": [False, False]}] for name in "xy"],
    }
    with pytest.raises(UnexportableError, match="a condition fails"):
        Script().of(goal_of(asked), {"rule": "boxes", "tree": "x y d - -"})


def test_numbers_of_rounds_are_written_as_natural_numbers() -> None:
    k = Symbol("k")
    claim = row_claim("repeat-pure")
    (count,) = (n for n, _ in claim.domains if n.name == k.name)
    lines = whole_counts(Script(), "L", claim, {count: count * 0 + 2})
    assert "dpsym_count 2 = 2%nat" in lines[0]
    assert whole_counts(Script(), "L", claim, {count: count}) == []
