"""A true claim is never refuted, and next to the edge no verdict is wrong."""

from __future__ import annotations

import pytest
from contested import contested
from soundness import (
    SEED,
    SHARP,
    is_wrong,
    near_miss,
    near_verdict,
    refuted_though_true,
    true_claim,
)

TRUE, NEAR, OPEN = 60, 2 * len(SHARP), 14


def test_no_random_true_claim_is_refuted() -> None:
    assert [text for text in map(refuted_though_true, range(TRUE)) if text] == []


@pytest.mark.parametrize("index", range(NEAR))
def test_no_near_miss_has_the_wrong_verdict(index: int) -> None:
    text, verdict, holds = near_verdict(index)
    assert not is_wrong(verdict, holds), text


def test_no_proof_of_an_open_claim_is_refuted() -> None:
    outcomes = [contested(index, SEED) for index in range(OPEN)]
    assert [text for text, outcome in outcomes if outcome == "refuted"] == []
    assert "proved" in {outcome for _, outcome in outcomes}


def test_near_misses_are_of_both_kinds() -> None:
    kinds = [near_miss(index)[1] for index in range(NEAR)]
    assert min(kinds.count(True), kinds.count(False)) >= NEAR // 4


def test_true_claims_are_many_and_reproducible() -> None:
    texts = [true_claim(index).text for index in range(TRUE)]
    assert texts == [true_claim(index).text for index in range(TRUE)]
    assert len(set(texts)) >= TRUE - 3


@pytest.mark.parametrize(
    ("verdict", "holds", "wrong"),
    [
        ("proved", False, True), ("refuted", True, True), ("undecided", True, False),
        ("proved", True, False), ("refuted", False, False),
    ],
)  # fmt: skip
def test_a_wrong_verdict_is_seen(verdict: str, holds: bool, wrong: bool) -> None:
    assert is_wrong(verdict, holds) is wrong
