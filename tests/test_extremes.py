"""Counterexamples with tiny masses, steep ratios and at boundaries, and the true claims beside."""

from __future__ import annotations

import pytest

from dpsym.language.natural import claim_from_text
from dpsym.provers.prover import Budget
from dpsym.provers.search.extremal_laws import extremal_witness

PAIRS = [
    (
        "ChiSquared(P, Q) <= 1 => HockeyStick(30, P, Q) <= 249/1000*exp(-30)",
        "ChiSquared(P, Q) <= 1 => HockeyStick(30, P, Q) <= 251/1000*exp(-30)",
    ),
    (
        "ChiSquared(P, Q) <= 1 => MaxDivergence(P, Q) <= 30",
        "MaxDivergence(P, Q) <= 29 => MaxDivergence(P, Q) <= 30",
    ),
    (
        "Hellinger(P, Q) <= 1/5 => TotalVariation(P, Q) < 3/5",
        "Hellinger(P, Q) < 1/5 => TotalVariation(P, Q) < 3/5",
    ),
    (
        "ChiSquared(P, Q) <= 1 => TotalVariation(P, Q) < 1/2",
        "ChiSquared(P, Q) < 1 => TotalVariation(P, Q) < 1/2",
    ),
    (
        "ApproxDP(M, 40, 1/10**20) => ApproxDP(Group(M, 2), 80, 1/1000)",
        "ApproxDP(M, 40, 1/10**20) => ApproxDP(Group(M, 2), 80, 1/400)",
    ),
]


@pytest.mark.parametrize(("false", "true"), PAIRS, ids=[false for false, _ in PAIRS])
def test_extremal_laws_refute_at_the_extremes_and_only_what_is_false(false: str, true: str) -> None:
    assert extremal_witness(claim_from_text(false), Budget.of(20)) is not None
    assert extremal_witness(claim_from_text(true), Budget.of(20)) is None
