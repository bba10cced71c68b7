"""The list of published statements: well formed, and what of it is decided in no time."""

from __future__ import annotations

import published
import pytest

from dpsym.checking import check
from dpsym.language.natural import claim_from_text
from dpsym.provers.divergences.bias import Bias
from dpsym.provers.divergences.compared import Ends

STATEMENTS = published.statements()
QUICK = (
    "integer orders", "textbook", "response among n values", "sensitivity D",
    "a mixture of sensitivities", "Zhang 2022, Theorem 1, randomised response",
    "chosen by the first answer",
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
    assert check(claim, budget=90).kind == published.EXPECTED[truth]


def test_truncated_cdp_of_a_group_is_approximate_dp_up_to_the_order_over_its_size() -> None:
    (claim,) = (c for *_, c in STATEMENTS if "ApproxDP(Group(M, 2), 2*rho*w" in c)
    assert check(claim, budget=60).kind == "proved"


def test_a_sampled_gaussian_is_refuted_where_the_order_is_no_number() -> None:
    (claim,) = (c for source, t, c in STATEMENTS if source.endswith("3.3") and t == "false")
    assert check(claim, budget=90).kind == "refuted"


ODDS = "KL(Bernoulli(exp(x)/(1 + exp(x))), Bernoulli(1/2))"
OTHER = "KL(Bernoulli(2/3), Bernoulli(1/3))"


@pytest.mark.parametrize(
    ("claim", "written"),
    [
        (f"{ODDS} <= tanh(x/2)**2*{OTHER} for x in [0, oo)",
         f"KL(Bernoulli(u/2 + 1/2), Bernoulli(1/2)) <= u**2*{OTHER} for u in [0, 1)"),
        (f"ChiSquared(Bernoulli(1/(1 + exp(4*x))), Bernoulli(1/2)) <= tanh(2*x)*{OTHER}"
         " for x in (0, oo)",
         f"ChiSquared(Bernoulli(1/2 - u/2), Bernoulli(1/2)) <= u*{OTHER} for u in (0, 1)"),
        (f"{ODDS} <= tanh(x)**2*{OTHER} for x in [0, oo)", ""),
        (f"{ODDS} <= x*tanh(x/2)*{OTHER} for x in [0, oo)", ""),
        (f"{ODDS} <= tanh(x/2)**2*{OTHER} for x in [1, oo)", ""),
        (f"{ODDS} <= tanh(x/2)**2 for x in [0, oo)", ""),
    ],
)  # fmt: skip
def test_laws_with_given_odds_are_written_in_their_bias(claim: str, written: str) -> None:
    found = [
        goal.text for split in Bias().splits(claim_from_text(claim)) for goal in split.subgoals
    ]
    assert found == [written] * bool(written)


NARROW = "HockeyStick(e, Gaussian({}, s), Gaussian(0, s))"


@pytest.mark.parametrize(
    ("smaller", "larger", "verdict"),
    [("1", "2", "proved"), ("2", "1", "refuted"), ("1/2", "3", "proved"), ("-2", "1", "refuted")],
)
def test_noise_is_told_apart_by_its_distance(smaller: str, larger: str, verdict: str) -> None:
    claim = f"{NARROW.format(smaller)} <= {NARROW.format(larger)} for e in [0, oo)"
    assert check(claim, budget=60).kind == verdict


THRESHOLD = "GaussianDP(FiniteMechanism(Bernoulli(Phi(x)), Bernoulli(Phi(x - mu))), mu)"


def test_what_is_written_out_inside_a_domain_alone_is_asked_of_its_end_apart() -> None:
    (split,) = Ends().splits(claim_from_text(f"{THRESHOLD} for x in (-oo, oo)"))
    assert split.rule == "cases"
    assert sorted(str(goal.hypotheses[0]) for goal in split.subgoals) == ["0 < mu", "mu <= 0"]
    inside = claim_from_text(f"{THRESHOLD} for x in (-oo, oo), mu in (0, oo)")
    assert not list(Ends().splits(inside))


@pytest.mark.parametrize(("shift", "verdict"), [("", "proved"), (" + 1/9", "refuted")])
def test_a_number_that_is_no_further_inside_is_the_end(shift: str, verdict: str) -> None:
    sides = f"Bernoulli(Phi(x)), Bernoulli(Phi(x - m{shift}))", "Gaussian(m, 1), Gaussian(0, 1)"
    left, right = (f"HockeyStick(a, {laws})" for laws in sides)
    claim = f"m <= 0 => {left} <= {right} for m in [0, oo), a in (-oo, oo), x in (-oo, oo)"
    assert check(claim, budget=60).kind == verdict


@pytest.mark.parametrize(("other", "verdict"), [("x", "proved"), ("99*x/100", "refuted")])
def test_equal_laws_are_within_every_curve_also_at_its_end(other: str, verdict: str) -> None:
    claim = f"GaussianDP(FiniteMechanism(Bernoulli(x), Bernoulli({other})), mu)"
    assert check(claim, budget=60).kind == verdict
