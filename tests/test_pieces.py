"""Bounds of one pair of laws that are not the best ones: lines on pieces of the name's domain."""

from __future__ import annotations

import pytest

import dpsym
from dpsym.language.parser import parse_claim
from dpsym.provers.moments.pieces import PiecewiseDuality

STICK = "KL(P, Q) <= d => HockeyStick(1, P, Q) <= {}*d/(1 + 28/100*d) for d in [0, 2]"
PINSKER = "TotalVariation(P, Q) >= x => KL(P, Q) >= {}*x**2 + 4/10*x**4 for x in [0, 1]"


@pytest.mark.parametrize("claim", [STICK.format("582/1000"), PINSKER.format("198/100")])
def test_a_bound_one_percent_from_the_best_is_proved_piece_by_piece(claim: str) -> None:
    assert dpsym.check(claim, budget=40).kind == "proved"
    assert any(PiecewiseDuality().splits(parse_claim(claim)))


@pytest.mark.parametrize("claim", [STICK.format("56/100"), PINSKER.format("202/100")])
def test_a_bound_beyond_the_best_is_refuted_and_has_no_pieces(claim: str) -> None:
    assert dpsym.check(claim, budget=20).kind == "refuted"
    assert not any(PiecewiseDuality().splits(parse_claim(claim)))


@pytest.mark.parametrize(
    "claim",
    [
        "KL(P, Q) <= d => TotalVariation(P, Q) <= sqrt(d/2) for d in [0, 1]",
        "KL(P, Q) <= d => TotalVariation(P, Q) <= 3/4*sqrt(d) for d in [0, 1]",
    ],
)
def test_a_best_bound_and_a_power_alone_have_no_pieces(claim: str) -> None:
    assert not any(PiecewiseDuality().splits(parse_claim(claim)))
