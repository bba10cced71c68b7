"""The list of published statements: well formed, and what of it is decided in no time."""

from __future__ import annotations

import published
import pytest

from dpsym.checking import check
from dpsym.language.natural import claim_from_text

STATEMENTS = published.statements()
QUICK = (
    "integer orders", "textbook", "response among n values", "sensitivity D",
    "a mixture of sensitivities",
)  # fmt: skip


@pytest.mark.parametrize(("source", "truth", "claim"), STATEMENTS)
def test_every_statement_is_a_claim_with_a_source_and_a_truth(
    source: str, truth: str, claim: str
) -> None:
    assert source
    assert truth in published.EXPECTED
    assert claim_from_text(claim)


def test_no_statement_stands_twice() -> None:
    texts = [claim_from_text(claim).text for _, _, claim in STATEMENTS]
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize(
    ("truth", "claim"),
    [(t, claim) for source, t, claim in STATEMENTS if source.endswith(QUICK)],
)
def test_quick_statements_are_decided(truth: str, claim: str) -> None:
    assert check(claim, budget=30).kind == published.EXPECTED[truth]


NARROW = "HockeyStick(e, Gaussian({}, s), Gaussian(0, s))"


@pytest.mark.parametrize(
    ("smaller", "larger", "verdict"),
    [("1", "2", "proved"), ("2", "1", "refuted"), ("1/2", "3", "proved"), ("-2", "1", "refuted")],
)
def test_noise_is_told_apart_by_its_distance(smaller: str, larger: str, verdict: str) -> None:
    claim = f"{NARROW.format(smaller)} <= {NARROW.format(larger)} for e in [0, oo)"
    assert check(claim, budget=20).kind == verdict
