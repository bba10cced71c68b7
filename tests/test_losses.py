"""The tail of the privacy loss, against exact sums and mpmath, also where the threshold is met."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import exp
from statistics import NormalDist

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Rational, S, log

from dpsym import Proved, Refuted, check
from dpsym.enclosure import decide, enclose
from dpsym.errors import EvaluationError
from dpsym.kernel.cumulants import tails_hold
from dpsym.kernel.enclosures import ball
from dpsym.kernel.values import value_at
from dpsym.language.heads import (
    Finite,
    Gaussian,
    GaussianMechanism,
    Laplace,
    Logistic,
    LossTail,
    PostProcess,
    ProbabilisticDP,
    Product,
)

Masses = st.lists(st.integers(0, 6), min_size=3, max_size=3).filter(any)


def exactly(p: list[Fraction], q: list[Fraction], odds: Fraction) -> Fraction:
    return sum((a for a, b in zip(p, q, strict=True) if a > odds * b), Fraction(0))


def law(masses: list[int]) -> tuple[list[Fraction], Finite]:
    shares = [Fraction(m, sum(masses)) for m in masses]
    return shares, Finite(*(Rational(s.numerator, s.denominator) for s in shares))


@given(Masses, Masses, st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(2), Fraction(3)]))
def test_tail_of_finite_laws_is_the_exact_sum(
    first: list[int], second: list[int], odds: Fraction
) -> None:
    (p, law_p), (q, law_q) = law(first), law(second)
    threshold = log(Rational(odds.numerator, odds.denominator))
    found = enclose(LossTail(threshold, law_p, law_q))
    wanted = exactly(p, q, odds)
    assert abs(float(found.mid()) - float(wanted)) < 1e-30 + 1e-15 * float(wanted)


@given(Masses, Masses)
def test_tail_of_a_product_is_the_exact_sum(first: list[int], second: list[int]) -> None:
    (p, law_p), (q, law_q) = law(first), law(second)
    found = enclose(LossTail(log(S(2)), Product(law_p, law_p), Product(law_q, law_q)))
    joint_p = [a * b for a in p for b in p]
    joint_q = [a * b for a in q for b in q]
    assert abs(float(found.mid()) - float(exactly(joint_p, joint_q, Fraction(2)))) < 1e-15


@pytest.mark.parametrize("epsilon", ["-2", "-1", "0", "1/3", "1", "5/4", "2"])
def test_tail_of_laplace_laws_is_an_integral(epsilon: str) -> None:
    threshold = Rational(epsilon)
    found = enclose(LossTail(threshold, Laplace(0, 1), Laplace(Rational(5, 4), 1)))
    cut = max(-50.0, min(50.0, (1.25 - float(threshold)) / 2))
    if threshold < Rational(-5, 4):
        wanted = 1.0
    elif threshold >= Rational(5, 4):
        wanted = 0.0
    else:
        # the loss |x - 5/4| - |x| falls in x and exceeds epsilon left of the cut
        wanted = mpmath.quad(lambda x: mpmath.exp(-abs(x)) / 2, [-mpmath.inf, 0, cut])
    assert abs(float(found.mid()) - float(wanted)) < 1e-12


def test_tail_of_normal_laws_is_that_of_the_normal_loss() -> None:
    found = enclose(LossTail(S(2), Gaussian(0, 1), Gaussian(3, 1)))
    wanted = mpmath.ncdf((mpmath.mpf(9) / 2 - 2) / 3)
    assert abs(float(found.mid()) - float(wanted)) < 1e-15


def test_tail_of_normal_laws_of_two_widths_is_refused() -> None:
    with pytest.raises(EvaluationError, match="no enclosure is known"):
        enclose(LossTail(S(1), Gaussian(0, 1), Gaussian(0, 2)))


def test_a_loss_bound_is_never_certified_for_all_post_processings() -> None:
    noise = GaussianMechanism(1, 1)
    bound = Rational(31, 100)
    assert decide(ProbabilisticDP(noise, 1, bound)) is True
    assert decide(ProbabilisticDP(PostProcess(noise), 1, bound)) is None
    assert decide(ProbabilisticDP(PostProcess(noise), 1, bound / 2)) is False


@pytest.mark.parametrize(
    "claim",
    [
        "LossTail(e, Pushforward(K, P), Pushforward(K, Q)) <= LossTail(e, P, Q)",
        "ApproxDP(M, e, d) => ProbabilisticDP(M, e, d)",
        "ProbabilisticDP(Compose(RandomizedResponse(1), k), 3/2, 0) for k in 1..oo",
        "ZCDP(M, rho) => ProbabilisticDP(M, rho + t, exp(-t**2/(3*rho)))"
        " for rho in (0, oo), t in (0, oo)",
    ],
)
def test_false_claims_about_the_loss_are_refuted(claim: str) -> None:
    assert check(claim, budget=30).kind == "refuted"


def test_claims_about_the_loss_that_need_closure_are_not_proved() -> None:
    claim = "ProbabilisticDP(M, e, d) => ProbabilisticDP(PostProcess(M), e, d)"
    assert check(claim, budget=10).kind != "proved"


PROCESSED = (
    ("GaussianMechanism(1, 1)", "2", "0.144", "0.1425"),
    ("GaussianMechanism(1, 2)", "1", "0.094", "0.093"),
    ("LaplaceMechanism(1, 1)", "1/2", "0.83", "0.81"),
    ("Compose(RandomizedResponse(1), 2)", "1/2", "0.95", "0.94"),
)


@pytest.mark.parametrize(("mechanism", "epsilon", "enough", "less"), PROCESSED)
def test_the_loss_after_processing_is_bounded_as_well_as_it_can_be(
    mechanism: str, epsilon: str, enough: str, less: str
) -> None:
    claim = f"ProbabilisticDP(PostProcess({mechanism}), {epsilon}, {{}})"
    assert isinstance(check(claim.format(enough), budget=10), Proved)
    assert not isinstance(check(claim.format(less), budget=3), Proved)


def _likeliest(below: Callable[[float], float], apart: float, epsilon: float) -> float:
    """The largest mass of a half-line whose odds are exp(epsilon), where ratios fall."""
    low, high = -7.0, 7.0
    for _ in range(100):
        middle = (low + high) / 2
        likely = below(middle) > exp(epsilon) * below(middle - apart)
        low, high = (middle, high) if likely else (low, middle)
    return below(low)


def _laplace(x: float) -> float:
    return exp(x) / 2 if x < 0 else 1 - exp(-x) / 2


def _two_responses(epsilon: float) -> float:
    """All but the outcome of the least loss, and the part of it that the odds allow."""
    p = exp(1) / (1 + exp(1))
    rest, odds = 1 - p, exp(epsilon)
    mass, other = 1 - rest**2, 1 - p**2
    return mass + rest**2 * (mass - odds * other) / (odds * p**2 - rest**2)


def test_the_bounds_after_processing_are_those_of_the_best_events() -> None:
    normal = NormalDist().cdf
    best = (
        _likeliest(normal, 1, 2),
        _likeliest(normal, 1 / 2, 1),
        _likeliest(_laplace, 1, 1 / 2),
        _two_responses(1 / 2),
    )
    for (_, _, enough, less), value in zip(PROCESSED, best, strict=True):
        assert float(less) < value < float(enough)


@pytest.mark.parametrize("claim", [
    "LossTail(0, P, P) <= 0",
    "LossTail(e, P, P) == 1 for e in [-1, 0)",
    "LossTail(-1, Laplace(0, 1), Laplace(1, 1)) == 1 - exp(-1)/2",
    "LossTail(1, Laplace(0, 1), Laplace(1, 1)) <= 0",
    "LossTail(-1, Logistic(0, 1), Logistic(1, 1)) >= 1",
    "ProbabilisticDP(LaplaceMechanism(1, 1), 99/100, 51/100)",
    "ProbabilisticDP(LogisticMechanism(1, 1), 0, 563/1000 + 6/100)",
    "TailDP(RandomizedResponse(2), 1, 1)",
])  # fmt: skip
def test_claims_about_the_loss_of_equal_laws_and_of_noise_are_proved(claim: str) -> None:
    assert isinstance(check(claim, budget=20), Proved)


@pytest.mark.parametrize("claim", [
    "LossTail(e, P, P) == 1 for e in [-1, 0]",
    "LossTail(0, Laplace(0, 1), Laplace(1, 1)) <= 1/4",
    "LossTail(-1, Laplace(0, 1), Laplace(1, 1)) >= 82/100",
    "LossTail(0, Logistic(0, 1), Logistic(1, 1)) <= 6/10",
    "ProbabilisticDP(LaplaceMechanism(1, 1), 99/100, 49/100)",
    "TailDP(M, 1, r) => PureDP(M, 1)",
    "TailDP(M, x, r) => ApproxDP(M, x, 1/2)",
])  # fmt: skip
def test_claims_about_the_loss_of_equal_laws_and_of_noise_are_refuted(claim: str) -> None:
    assert isinstance(check(claim, budget=20), Refuted)


@pytest.mark.parametrize("kind", [Laplace, Logistic])
@pytest.mark.parametrize("threshold", ["-11/10", "-1", "-1/2", "0", "99/100", "1", "2"])
def test_the_kernel_has_the_tail_of_the_loss_of_noise(kind: type, threshold: str) -> None:
    epsilon = Rational(threshold)
    found = float(value_at(LossTail(epsilon, kind(2, 3), kind(5, 3)), {}, {}))
    points = np.arange(-40, 40, 1e-4) + 3e-5

    def density(x: np.ndarray) -> np.ndarray:
        return np.exp(-abs(x)) / 2 if kind is Laplace else 1 / (4 * np.cosh(x / 2) ** 2)

    p, q = density(points), density(points - 1)
    wanted = 1e-4 * p[np.log(p / q) > float(epsilon) + 1e-9].sum()
    assert abs(found - wanted) < 1e-4


@given(
    Masses, Masses, st.sampled_from(["-1/4", "0", "1/2"]), st.sampled_from(["1/100", "1/2", "2"])
)
def test_tails_are_within_a_family_where_the_kernel_says_so(
    first: list[int], second: list[int], xi: str, rho: str
) -> None:
    (p, law_p), (q, law_q) = law([m + 1 for m in first]), law([m + 1 for m in second])
    x, r = float(Rational(xi)), float(Rational(rho))
    gaps = [
        exp(-(u**2) / r) - sum(max(a - exp(x + u) * b, 0) for a, b in zip(p, q, strict=True))
        for u in (n / 200 for n in range(600))
    ]
    found = tails_hold((law_p, law_q), ball(Rational(xi)), ball(Rational(rho)))
    assert found == (min(gaps) >= 0) or abs(min(gaps)) < 1e-3
    assert not found or min(gaps) > -1e-12
