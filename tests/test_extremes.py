"""Counterexamples with tiny masses, steep ratios and at boundaries, and the true claims beside."""

from __future__ import annotations

from itertools import product

import pytest
from sympy import S

from dpsym.checking import refutation_of
from dpsym.language import heads
from dpsym.language.meaning import neighbouring_pairs
from dpsym.language.natural import claim_from_text
from dpsym.provers.prover import Budget
from dpsym.provers.search.extremal_laws import extremal_witness
from dpsym.verdict import Refuted

PAIRS = [
    (
        "ChiSquared(P, Q) <= 1 => HockeyStick(30, P, Q) <= 249/1000*exp(-30)",
        "ChiSquared(P, Q) <= 1 => HockeyStick(30, P, Q) <= 251/1000*exp(-30)",
    ),
    (
        "MaxDivergence(P, Q) <= 1 => HockeyStick(0, P, Q) < 1 - exp(-1)",
        "MaxDivergence(P, Q) < 1 => HockeyStick(0, P, Q) < 1 - exp(-1)",
    ),
    (
        "MaxDivergence(P, Q) <= 1 and MaxDivergence(Q, P) <= 2"
        " => KL(P, Q) < (1 - 3*exp(-2) + 2*exp(-3))/(1 - exp(-3))",
        "MaxDivergence(P, Q) <= 1 and MaxDivergence(Q, P) <= 2"
        " => KL(P, Q) < (1 - 3*exp(-2) + 2*exp(-3))/(1 - exp(-3)) + 1/10**9",
    ),
    (
        # The best constant is (E - 1)*exp(-30)/4.
        "Renyi(2, P, Q) <= 1 => HockeyStick(30, P, Q) <= 1/10**14",
        "Renyi(2, P, Q) <= 1 => HockeyStick(30, P, Q) <= 403/10**16",
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


REFUTED = [
    # Divergences that no rational laws have. At total variation 22/100 the least one is 0.0984.
    (
        "KL(P, Q) == 1/10 => TotalVariation(P, Q) <= 22/100",
        "KL(P, Q) == 1/10 => TotalVariation(P, Q) <= 2237/10000",
    ),
    (
        "KL(Q, P) == 1 => HockeyStick(1, P, Q) <= 1/3",
        "KL(Q, P) == 1 => HockeyStick(1, P, Q) <= 999/1000",
    ),
    # Three databases inside one part: two steps of two give four, not three.
    (
        "PureDP(M1, e1) and PureDP(M2, e2) => PureDP(Group(Parallel(M1, M2), 2), e1 + e2)",
        "PureDP(M1, e1) and PureDP(M2, e2) => PureDP(Group(Parallel(M1, M2), 2), 2*Max(e1, e2))",
    ),
    (
        "ZCDP(M1, r1) and ZCDP(M2, r2) "
        "=> ZCDP(Group(Parallel(M1, M2), 2), r1 + r2 + 2*sqrt(r1*r2))",
        "ZCDP(M1, r1) and ZCDP(M2, r2) => ZCDP(Group(Parallel(M1, M2), 2), 4*Max(r1, r2))",
    ),
    (
        "PureDP(M1, 1) and PureDP(M2, 2) => ApproxDP(Group(Parallel(M1, M2), 2), 3, 55/100)",
        "PureDP(M1, 1) and PureDP(M2, 2) => ApproxDP(Group(Parallel(M1, M2), 2), 3, 56/100)",
    ),
    # A map may lift outcomes of the tail, so that more than delta exceeds epsilon.
    (
        "ProbabilisticDP(M, 1, 1/10) => ProbabilisticDP(PostProcess(M), 1, 1/10)",
        "ProbabilisticDP(M, 1, 1/10) => ApproxDP(PostProcess(M), 1, 1/10)",
    ),
    # Far out, and where floats see no difference.
    ("log(x) <= 100 for x in [1, oo)", "log(x) <= 100 for x in [1, 10**43]"),
    ("sqrt(k) <= log(k)**3 for k in 10..oo", "sqrt(k) <= log(k)**3 for k in 10..10**7"),
    (
        "ApproxDP(LaplaceMechanism(1, b), 0, 1 - 10**(-20)) for b in (0, oo)",
        "ApproxDP(LaplaceMechanism(1, b), 0, 1 - 10**(-20)) for b in [1/92, oo)",
    ),
    (
        "PureDP(LaplaceMechanism(1, b), 10**25) for b in (0, oo)",
        "PureDP(LaplaceMechanism(1, b), 10**25) for b in [10**(-25), oo)",
    ),
    (
        "PureDP(M, eps) => ApproxDP(M, 0, 1 - exp(-60)) for eps in [0, oo)",
        "PureDP(M, eps) => ApproxDP(M, 0, 1 - exp(-60)) for eps in [0, 60]",
    ),
    # With t = exp(eps) the Kullback-Leibler divergence is eps - 2*eps/(t + 1).
    (
        "MaxDivergence(P, Q) <= eps and MaxDivergence(Q, P) <= eps "
        "=> KL(P, Q) <= eps - exp(-60) for eps in [1, oo)",
        "MaxDivergence(P, Q) <= eps and MaxDivergence(Q, P) <= eps "
        "=> KL(P, Q) <= eps - exp(-60) for eps in [1, 60]",
    ),
    # More rounds than 401.
    (
        "PureDP(M, 1/100) => PureDP(Compose(M, k), 5) for k in 1..oo",
        "PureDP(M, 1/100) => PureDP(Compose(M, k), 5) for k in 1..500",
    ),
    (
        "GaussianDP(M, mu) => GaussianDP(Compose(M, k), 30*mu) for k in 1..oo",
        "GaussianDP(M, mu) => GaussianDP(Compose(M, k), 30*mu) for k in 1..900",
    ),
    # Where the sides agree to more digits than are usually computed.
    (
        "PureDP(M, eps) => RenyiDP(M, 2, eps - exp(-eps)) for eps in [50, oo)",
        "PureDP(M, eps) => RenyiDP(M, 2, eps - exp(-eps)/2) for eps in [50, oo)",
    ),
    (
        "PureDP(M, eps) => ApproxDP(M, 0, eps/2 - eps**3/24) for eps in (0, 1/10**12]",
        "PureDP(M, eps) => ApproxDP(M, 0, eps/2 - eps**3/24 + eps**5/240) for eps in (0, 1/10**12]",
    ),
    # Both far out at once: 100,000 rounds, epsilon 1/10,000 and delta 1e-300.
    (
        "ApproxDP(M, eps, d) => ApproxDP(Compose(M, k),"
        " k*eps*(exp(eps) - 1) + eps*sqrt(49/25*k*log(1/c)), k*d + c) for c in (0, 1]",
        "ApproxDP(M, eps, d) => ApproxDP(Compose(M, k),"
        " k*eps*(exp(eps) - 1) + eps*sqrt(2*k*log(1/c)), k*d + c) for c in (0, 1]",
    ),
    # The standard deviations by which 4,000 and 5,000 rounds part the laws are 3.16 and 3.53.
    (
        "PureDP(M, 1/10) => ApproxDP(Compose(M, k), 0, 999/1000) for k in 1..oo",
        "PureDP(M, 1/10) => ApproxDP(Compose(M, k), 0, 999/1000) for k in 1..4000",
    ),
]


@pytest.mark.parametrize(("false", "true"), REFUTED, ids=[false for false, _ in REFUTED])
def test_a_false_claim_at_the_extremes_is_refuted_and_its_true_neighbour_is_not(
    false: str, true: str
) -> None:
    assert isinstance(refutation_of(claim_from_text(false), Budget.of(90)), Refuted)
    assert refutation_of(claim_from_text(true), Budget.of(5)) is None


def test_a_step_in_each_of_two_parts_is_a_pair_of_a_group() -> None:
    one, two = heads.RandomizedResponse(1), heads.RandomizedResponse(2)
    pairs = neighbouring_pairs(heads.Group(heads.Parallel(one, two), S(2)))
    single = [neighbouring_pairs(part) for part in (one, two)]
    both = [
        tuple(heads.Product(p, q) for p, q in zip(*joined, strict=True))
        for joined in product(*single)
    ]
    assert set(pairs) == {*single[0], *single[1], *both}
    assert set(neighbouring_pairs(heads.Group(heads.Parallel(one, two), S(1)))) == {
        *single[0],
        *single[1],
    }
