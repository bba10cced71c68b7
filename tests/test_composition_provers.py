"""The provers behind the composition theorems: what they prove, and the mutants they must not."""

from __future__ import annotations

import pytest
from accepting import accepted

from dpsym import check, parse_claim
from dpsym.kernel.claims import premises
from dpsym.kernel.goal import Goal
from dpsym.kernel.verify import verify
from dpsym.library import find
from dpsym.statement import Expectation

OPTIMAL = (
    "ApproxDP(M, epsilon, delta) and 2*i <= k => ApproxDP(Compose(M, k), (k - 2*i)*epsilon,"
    " 1 - (1 - delta)**k*(1 - Sum(binomial(k, l)*(exp(epsilon*(k - l))"
    " - exp(epsilon*(k - 2*i + l))), (l, 0, i - 1))/(1 + exp(epsilon))**k))"
    " for k in 1..oo, i in 0..oo"
)
LAST_STEP = (
    "sigma**2 >= 4*k*Delta**2*log(exp(1) + epsilon/delta)/epsilon**2"
    " and sigma**2 >= 2*k*Delta**2/epsilon =>"
    " epsilon >= k*Delta**2/(2*sigma**2)"
    " + sqrt(2*k*Delta**2/sigma**2*log(exp(1) + sqrt(k)*Delta/(sigma*delta)))"
    " for Delta in (0, oo), sigma in (0, oo), epsilon in (0, oo), delta in (0, 1], k in 1..oo"
)


def test_claims_for_all_rounds_are_proved() -> None:
    assert check(OPTIMAL, budget=60).kind == "proved"
    # ``.ci/run`` proves the other one.
    (theorem,) = find("kov15.app_B_last_step_repaired")
    assert theorem.claim == parse_claim(LAST_STEP)
    assert theorem.expectation is Expectation.PROVED


@pytest.mark.parametrize(
    "mutant",
    [
        OPTIMAL.replace("i - 1))", "i - 2))"),
        OPTIMAL.replace("k - 2*i + l", "k - 2*i + l + 1"),
        OPTIMAL.replace("1 - (1 - delta)**k*", "1 - (1 - delta)**(k - 1)*"),
        LAST_STEP.replace("2*k*Delta**2/epsilon", "k*Delta**2/epsilon"),
        LAST_STEP.replace("4*k*Delta**2*log", "k*Delta**2*log"),
        LAST_STEP.replace("exp(1) + epsilon/delta", "1 + epsilon/delta"),
    ],
    ids=["fewer terms", "larger shift", "one round less", "half", "a quarter", "no e"],
)
def test_mutants_are_not_proved(mutant: str) -> None:
    """The first are false; of the last kind one is, the others miss what the proof needs."""
    # As an object: text of which a side has no value somewhere, as with fewer terms, is refused.
    assert check(parse_claim(mutant), budget=3).kind != "proved"


AT_ANOTHER_EPSILON = [
    "ApproxDP(Compose(RandomizedResponse(eps), k), 0, {}*k*tanh(eps/2))",
    "ApproxDP(Compose(LaplaceMechanism(1, b), k), 0, {}*k*(1 - exp(-1/(2*b))))",
    "PureDP(M, eps) => ApproxDP(Compose(M, k), k*eps/3,"
    " {}*k*(exp(eps) - exp(eps/3))/(1 + exp(eps)))",
    "ApproxDP(M, eps, delta) => TotalVariationDP(Compose(M, k),"
    " {}*k*(exp(eps) - 1 + 2*delta)/(exp(eps) + 1))",
    "PureDP(M, eps) => ApproxDP(Compose(M, k), 0, {}*(1 - (2/(1 + exp(eps)))**k))",
]
EVEN = "PureDP(M, eps) => ApproxDP(Compose(M, 2*k), 0, {}*2*k*tanh(eps/2)) for k in 1..oo"


@pytest.mark.parametrize("claim", [*AT_ANOTHER_EPSILON, EVEN])
def test_rounds_add_up_at_another_epsilon_than_the_one_that_is_known(claim: str) -> None:
    accepted(check(claim.format("1"), budget=40))


@pytest.mark.parametrize("claim", AT_ANOTHER_EPSILON)
def test_rounds_do_not_add_up_to_less(claim: str) -> None:
    assert check(claim.format("99/100"), budget=40).kind == "refuted"


def test_no_less_is_proved_of_an_even_number_of_rounds() -> None:
    assert check(EVEN.format("99/100"), budget=3).kind != "proved"


UNLIKE = [
    ("RenyiDP(M, 2, s) and PureDP(N, eps)", "RenyiDP({}, 2, s + {}*eps)"),
    ("RenyiDP(M, 2, s) and PureDP(N, eps)", "RenyiDP({}, 2, s + {}*log(exp(eps) - 1 + exp(-eps)))"),
    ("RenyiDP(M, 3, s) and PureDP(N, eps)", "RenyiDP({}, 3, s + {}*3*eps**2/2)"),
    ("RenyiDP(M, 3, s) and GaussianDP(N, mu)", "RenyiDP({}, 3, s + {}*3*mu**2/2)"),
    ("RenyiDP(M, 3, s) and ZCDP(N, rho)", "RenyiDP({}, 3, s + {}*3*rho)"),
    ("PureDP(M, 1) and RenyiDP(N, 5, 1)", "ApproxDP({}, 2 + {}*4, 1/100000)"),
]


@pytest.mark.parametrize(("parts", "whole"), UNLIKE)
def test_parts_of_unlike_kinds_are_composed(parts: str, whole: str) -> None:
    composed = whole.format("Compose(M, N)", "1")
    assert check(f"{parts} => {composed}", budget=30).kind == "proved"


@pytest.mark.parametrize(("parts", "whole"), [*UNLIKE[1:2], *UNLIKE[3:5]])
def test_parts_of_unlike_kinds_are_not_composed_for_less(parts: str, whole: str) -> None:
    composed = whole.format("Compose(M, N)", "49/50")
    assert check(f"{parts} => {composed}", budget=30).kind == "refuted"


@pytest.mark.parametrize(
    "false",
    [
        "x <= 1 => x*sqrt(log(exp(1) + 3*x/y)) <= x*sqrt(log(exp(1) + x/y))"
        " for x in (0, oo), y in (0, oo)",
        "-x*log(exp(1) + x/y) <= -x*log(exp(1) + 1/y) for x in (0, 1], y in (0, oo)",
        "sqrt(log(exp(1) + x/y)) <= log(exp(1) + x/y)/2 for x in (0, oo), y in (0, oo)",
    ],
    ids=["order", "sense", "size"],
)
def test_logarithms_are_enlarged_only_where_that_is_allowed(false: str) -> None:
    assert check(false, budget=60).kind == "refuted"


def test_the_first_outcomes_count_alone_between_two_places_only() -> None:
    claim = parse_claim(
        "ApproxDP(Compose(RandomizedResponse(e), k), e*u, (exp(e*k) - exp(e*u))/(1 + exp(e))**k) "
        "for e in [0, oo), u in [0, oo), k in 1..oo"
    )
    values = {"e": "e", "k": "k", "i": "1", "u": "u"}
    params = {"fact": "repeated-response", "with": values}
    needed = {need.conclusions[0] for need in premises("fact", Goal(claim, params, (), set()))}
    places = parse_claim("k - 2 <= u and u <= k for u in [0, oo), k in 1..oo")
    assert set(places.conclusions) <= needed


BESIDE = "PureDP(M, 3/4) and PureDP(N, 3/2) and PureDP(K, 1) => "


@pytest.mark.parametrize(
    ("claim", "true", "false"),
    [
        # at epsilon 1/2, of the responses 3/2 and 1 together
        (BESIDE + "ApproxDP(Compose(Parallel(M, N), K), 1/2, {})", "0.517", "0.516"),
        (BESIDE + "PureDP(Compose(K, Parallel(M, N)), {})", "5/2", "249/100"),
        (
            "ZCDP(M, 1/4) and ZCDP(N, 1/3) and ZCDP(K, 1) => ZCDP(Compose(Parallel(M, N), K), {})",
            "4/3",
            "133/100",
        ),
        (
            "PureDP(M, 3/4) and PureDP(N, 3/2) and PureDP(K, 1) "
            "=> PureDP(Compose(Parallel(M, N), Parallel(K, M)), {})",
            "9/4",
            "224/100",
        ),
    ],
)
def test_what_sees_all_parts_is_composed_with_parts_of_a_database(
    claim: str, true: str, false: str
) -> None:
    for number, kind in ((true, "proved"), (false, "refuted")):
        verdict = check(claim.format(number), budget=40)
        assert verdict.kind == kind
        verify(verdict.certificate)


@pytest.mark.parametrize(
    ("claim", "true", "false"),
    [
        # of geometric laws two and three steps apart
        ("PureDP(M, 1) => RenyiDP(Group(M, 2), 2, {})", "1.7202", "1.7200"),
        ("PureDP(M, 1/2) => RenyiDP(Group(M, 3), 1, {})", "0.7546", "0.7545"),
    ],
)
def test_a_group_is_no_worse_than_geometric_noise(claim: str, true: str, false: str) -> None:
    for number, kind in ((true, "proved"), (false, "refuted")):
        verdict = check(claim.format(number), budget=40)
        assert verdict.kind == kind
        verify(verdict.certificate)


def test_a_group_is_composed_by_its_worst_pair() -> None:
    claim = "PureDP(M, 3/2) and PureDP(N, 1) => RenyiDP(Compose(Group(M, 2), N), 2, {})"
    verdict = check(claim.format("3.543"), budget=40)
    assert verdict.kind == "proved"
    verify(verdict.certificate)
    assert check(claim.format("3.542"), budget=5).kind != "proved"


@pytest.mark.parametrize(
    "claim",
    [
        "ApproxDP(Compose(M, M), e, d) => ApproxDP(Compose(M, 2), e, d)",
        "MeanCDP(Compose(M, 2), m, t) => MeanCDP(Compose(M, M), m, t)",
        "PureDP(Compose(M, 3), e) => PureDP(Compose(M, 2), e)",
        "ZCDP(Compose(M, N, M), r) => ZCDP(Compose(M, M), r)",
        "PureDP(Compose(M, k), e) and j <= k => PureDP(Compose(M, j), e)",
        "HypothesisDP(Compose(M, 2), Ones(3), Ones(0), 0, -1)",
        "HypothesisDP(Compose(M, k), Ones(k + 1), Ones(0), 0, 0) for k in 1..oo",
    ],
)
def test_some_rounds_are_as_private_as_all(claim: str) -> None:
    assert check(claim, budget=20).kind == "proved"


@pytest.mark.parametrize(
    "claim",
    [
        "PureDP(Compose(M, 2), e) => PureDP(Compose(M, 3), e)",
        "PureDP(Compose(M, k), e) => PureDP(Compose(M, k + 1), e)",
        "MeanCDP(Compose(M, 3), m, t) => MeanCDP(Compose(M, 2), m, t)",
        "PureDP(Compose(M, k), e) and j <= k + 1 => PureDP(Compose(M, j), e)",
        "HypothesisDP(Compose(M, 2), Ones(2), Ones(0), 0, 0)",
        "HypothesisDP(RandomizedResponse(1), Ones(0), Ones(k), 0, -1) for k in 1..oo",
    ],
)
def test_more_rounds_are_not_as_private(claim: str) -> None:
    assert check(claim, budget=3).kind != "proved"
