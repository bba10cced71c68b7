"""What fails inside a prover is that prover's failure, never the run's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dpsym.checking import check
from dpsym.errors import ClaimError
from dpsym.language.claim import Claim
from dpsym.provers.divergences.closed_form import ClosedForm
from dpsym.provers.inequality import Inequality
from dpsym.provers.prover import Split
from dpsym.provers.search.counterexample_search import Search
from dpsym.verdict import Undecided


def _fails(*_: object) -> None:
    raise ZeroDivisionError("by nothing")


def test_a_closer_that_fails_is_told_and_a_counterexample_sought(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Inequality, "attempt", _fails)
    verdict = check("x <= x**2 for x in [1, 2]", budget=5)
    assert isinstance(verdict, Undecided)
    assert "ZeroDivisionError: by nothing" in verdict.trail[0].outcome
    assert check("x**2 <= x for x in [1, 2]", budget=60).kind == "refuted"


def test_a_reduction_that_fails_after_its_first_way_is_followed_by_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ways(self: ClosedForm, claim: Claim) -> Iterator[Split]:
        yield Split((claim,), "nothing gained")
        _fails()

    monkeypatch.setattr(ClosedForm, "splits", ways)
    assert check("KL(Bernoulli(1/3), Bernoulli(1/2)) <= 1", budget=60).kind == "proved"


def test_a_search_that_fails_leaves_the_claim_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "attempt", _fails)
    verdict = check("x**2 <= x for x in [1, 2]", budget=5)
    assert isinstance(verdict, Undecided)
    assert "ZeroDivisionError" in verdict.trail[-1].outcome


def test_a_search_that_fails_where_hypotheses_are_left_out_is_its_own_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Search, "attempt", _fails)
    verdict = check("KL(P, Q) <= 1 => TotalVariation(P, Q) <= 1/10", budget=3)
    assert isinstance(verdict, Undecided)
    assert any("ZeroDivisionError" in attempt.outcome for attempt in verdict.trail)


@pytest.mark.parametrize(
    ("source", "verdicts"),
    [
        (
            "x*y/(1 + (x + y)**2) >= -120710678118654752440/10**20 for x in [0, 2], y in [-1, 1]",
            ("refuted", "undecided"),  # the least value is -(1 + sqrt(2))/2
        ),
        ("RenyiDP(M, 2, -1) => PureDP(M, 0)", ("proved", "undecided")),
        (
            "PureDP(M, eps) => ApproxDP(M, 0, 1 - 2*exp(-eps)) for eps in [40, oo)",
            ("refuted", "undecided"),
        ),
    ],
)
def test_ordinary_claims_that_made_a_prover_fail(source: str, verdicts: tuple[str, ...]) -> None:
    verdict = check(source, budget=4)
    assert verdict.kind in verdicts
    assert not any(" failed: " in attempt.outcome for attempt in verdict.trail)


@pytest.mark.parametrize(
    "laws",
    [
        "Finite(1/2, 1/2), Finite(1/3, 1/3, 1/3)",
        "Product(Bernoulli(1/2), Bernoulli(1/2)), Bernoulli(1/2)",
    ],
)
def test_laws_of_unlike_outcomes_are_refused_before_any_prover(laws: str) -> None:
    with pytest.raises(ClaimError, match="different outcomes"):
        check(f"PureDP(FiniteMechanism({laws}), 1)", budget=4)
