"""``dpsym.truth`` against mpmath, exact sums and published numbers."""

from __future__ import annotations

from fractions import Fraction
from math import inf

import mpmath
import pytest
from flint import arb
from sympy import Basic, Rational

from dpsym import GaussianMechanism, LaplaceMechanism, RandomizedResponse, truth
from dpsym.enclosure import enclose
from dpsym.enclosure.decimals import decimals
from dpsym.errors import ClaimError, DomainError, EvaluationError
from dpsym.language.heads import (
    KL,
    DiscreteGaussian,
    DiscreteGaussianMechanism,
    Hellinger,
    HockeyStick,
    Renyi,
)
from dpsym.truth.conversions import zcdp_delta_proved
from dpsym.truth.laplace import laplace_delta


def holds(ball: arb, value: object) -> bool:
    with mpmath.workdps(60):
        low, high = (mpmath.mpf(end.str(50, radius=False)) for end in (ball.lower(), ball.upper()))
        number = mpmath.mpf(value)
        slack = abs(number) * mpmath.mpf(10) ** -15
        return bool(low - slack <= number <= high + slack)


def gaussian(epsilon: float, mu: float) -> mpmath.mpf:
    with mpmath.workdps(60):
        e, m = mpmath.mpf(epsilon), mpmath.mpf(mu)
        return mpmath.ncdf(m / 2 - e / m) - mpmath.exp(e) * mpmath.ncdf(-m / 2 - e / m)


@pytest.mark.parametrize("sigma", [0.25, 1.0, 8.0, 2.0**50])
@pytest.mark.parametrize("epsilon", [0.0, 2.0**-40, 1.0, 8.0])
@pytest.mark.parametrize("rounds", [1, 16])
def test_gaussian_delta_is_the_closed_form(sigma: float, epsilon: float, rounds: int) -> None:
    ball = truth.delta(epsilon, GaussianMechanism(1, Rational(sigma)), rounds=rounds)
    assert holds(ball, gaussian(epsilon, rounds**0.5 / sigma))


def discrete(sigma: str, distance: int) -> list[tuple[mpmath.mpf, mpmath.mpf]]:
    """Masses of two discrete normal laws, added up as they are written."""
    s = mpmath.mpf(sigma)
    reach = int(20 * s) + 40
    places = range(-reach, reach + distance)
    masses = [[mpmath.exp(-(((x - c) / s) ** 2) / 2) for x in places] for c in (distance, 0)]
    return list(zip(*([m / mpmath.fsum(law) for m in law] for law in masses), strict=True))


@pytest.mark.parametrize("sigma", ["0.1", "0.5", "1.7", "25"])
@pytest.mark.parametrize("distance", [1, 2, 3])
def test_discrete_normal_laws_are_as_far_apart_as_sums_say(sigma: str, distance: int) -> None:
    with mpmath.workdps(60):
        masses = discrete(sigma, distance)
        laws = [DiscreteGaussian(c, Rational(sigma)) for c in (distance, 0)]
        for epsilon in ("-1", "0", "0.3", "2", "9"):
            scale = mpmath.exp(mpmath.mpf(epsilon))
            stick = mpmath.fsum(max(p - scale * q, 0) for p, q in masses)
            found = enclose(HockeyStick(Rational(epsilon), *laws))
            assert holds(found, stick) or (stick == 0 < found < arb(10) ** -80)
        for order in ("1.1", "1.5", "2", "7.25"):
            a = mpmath.mpf(order)
            moment = mpmath.fsum(p**a * q ** (1 - a) for p, q in masses)
            assert holds(enclose(Renyi(Rational(order), *laws)), mpmath.log(moment) / (a - 1))
        overlap = mpmath.fsum(mpmath.sqrt(p * q) for p, q in masses)
        assert holds(enclose(Hellinger(*laws)), 1 - overlap)
        mean = mpmath.fsum(p * mpmath.log(p / q) for p, q in masses if p)
        assert holds(enclose(KL(*laws)), mean)


def test_discrete_noise_is_between_what_it_is_for_small_and_for_large_widths() -> None:
    wide = truth.delta("0.001", DiscreteGaussianMechanism(2000))
    assert abs(wide - gaussian(0.001, 1 / 2000)) < 1e-9
    tie = DiscreteGaussianMechanism(1)  # the loss is a half where both laws' masses are cut
    assert truth.delta("0.5", tie).rel_accuracy_bits() > 45
    assert truth.renyi(5, DiscreteGaussianMechanism(2)).overlaps(arb(5) / 8)
    with pytest.raises(EvaluationError, match="too many terms"):
        truth.delta(1, DiscreteGaussianMechanism(10**9))
    with pytest.raises(EvaluationError):
        truth.delta(1, DiscreteGaussianMechanism(2), rounds=2)
    with pytest.raises(EvaluationError, match="no integer"):
        enclose(KL(DiscreteGaussian(Rational(1, 2), 1), DiscreteGaussian(0, 1)))


@pytest.mark.parametrize(
    ("rounds", "epsilon", "known"),
    [
        (10, "0.5", "8.93829460294377692e-3"),
        (100, "4.5", "2.64478448138196361e-6"),
        (1000, "17.5", "8.96228922885899537e-6"),
    ],
)
def test_laplace_delta_of_several_rounds_encloses_what_is_known(
    rounds: int, epsilon: str, known: str
) -> None:
    ball = truth.delta(epsilon, LaplaceMechanism(1, 10), rounds=rounds)
    assert holds(ball, known)
    assert ball.rad() < 0.01 * ball.mid()


def test_laplace_rounds_agree_with_the_closed_form_for_one() -> None:
    exact = truth.delta("0.25", LaplaceMechanism(1, 1))
    assert laplace_delta(Fraction(1, 4), Fraction(1), 1).overlaps(exact)


def test_randomised_response_is_the_binomial_sum() -> None:
    with mpmath.workdps(40):
        p = mpmath.e ** mpmath.mpf("0.5") / (1 + mpmath.e ** mpmath.mpf("0.5"))
        total = sum(
            max(
                mpmath.mpf(0),
                mpmath.binomial(12, n)
                * (p ** (12 - n) * (1 - p) ** n - mpmath.e * p**n * (1 - p) ** (12 - n)),
            )
            for n in range(13)
        )
    assert holds(truth.delta(1, RandomizedResponse(Rational(1, 2)), rounds=12), total)


@pytest.mark.parametrize(
    ("delta", "sigma", "known"),
    [("1e-6", 1, "4.8865541174622120059"), ("1e-20", 10**17, "2.7178055152317571768e-17")],
)
def test_epsilon_is_the_inverse(delta: str, sigma: int, known: str) -> None:
    assert holds(truth.epsilon(delta, GaussianMechanism(1, sigma)), known)


def test_epsilon_is_zero_where_delta_suffices_without() -> None:
    assert truth.epsilon("0.5", GaussianMechanism(1, 10)) == 0


@pytest.mark.parametrize("alpha", [Fraction(10001, 10000), 2, 1000, 100000])
def test_renyi_of_laplace_is_the_closed_form(alpha: Fraction) -> None:
    with mpmath.workdps(60):
        a = mpmath.mpf(Fraction(alpha).numerator) / Fraction(alpha).denominator
        inside = a / (2 * a - 1) * mpmath.exp(a - 1) + (a - 1) / (2 * a - 1) * mpmath.exp(-a)
        known = mpmath.log(inside) / (a - 1)
    assert holds(truth.renyi(alpha, LaplaceMechanism(1, 1)), known)


def test_pure_zcdp_is_attained_and_sufficient() -> None:
    value = truth.pure_zcdp(1)
    assert holds(value, mpmath.tanh(0.5))


def test_zcdp_lies_between_gaussian_noise_and_the_published_optimum() -> None:
    ball = truth.zcdp_epsilon("1e-6", "0.1")
    assert abs(float(ball.lower()) - 1.9945269006963384351) < 1e-8
    assert float(ball.lower()) <= 1.9945269006963384351
    assert abs(float(ball.upper()) - 2.1419389283854737304) < 1e-8
    assert float(ball.upper()) >= 2.1419389283854737304 - 1e-13


@pytest.mark.parametrize("alpha", [1.001, 2, 8, 100])
@pytest.mark.parametrize("tau", [1e-6, 0.5, 3])
@pytest.mark.parametrize("epsilon", [0, 0.25, 2])
def test_two_points_never_exceed_what_is_proved(alpha: float, tau: float, epsilon: float) -> None:
    ball = truth.renyi_delta(epsilon, alpha, tau)
    assert 0 <= float(ball.lower()) <= float(ball.upper()) <= 1 + 1e-12
    assert truth.renyi_delta(epsilon, alpha, 2 * tau).upper() >= ball.lower()


def test_optimal_composition_is_there() -> None:
    ball = truth.optimal_delta("30.5", [truth.Rounds(0.1, 0, 1000)])
    assert holds(ball, "4.8331642730007004055e-17")


@pytest.mark.parametrize("call", [
    lambda: truth.delta(-1, LaplaceMechanism(1, 1)),
    lambda: truth.delta(inf, LaplaceMechanism(1, 1)),
    lambda: truth.epsilon(2, LaplaceMechanism(1, 1)),
    lambda: truth.zcdp_delta(1, -1),
])  # fmt: skip
def test_parameters_outside_their_domain_are_refused(call: object) -> None:
    with pytest.raises(DomainError):
        call()  # type: ignore[operator]


def test_orders_and_rounds_that_mean_nothing_are_refused() -> None:
    with pytest.raises(ClaimError, match="order above one"):
        truth.renyi(1, LaplaceMechanism(1, 1))
    with pytest.raises(ClaimError, match="at least 0"):
        truth.delta(1, LaplaceMechanism(1, 1), rounds=-1)
    with pytest.raises(EvaluationError):
        truth.epsilon(0, GaussianMechanism(1, 1))


@pytest.mark.parametrize("rho", [Fraction(1), Fraction(10**6)])
def test_the_best_order_at_huge_epsilons_is_sought_without_warnings(rho: Fraction) -> None:
    # Warnings are errors here, as in the suites of those who guard their bounds.
    assert abs(zcdp_delta_proved(Fraction(10**300), rho)) < 1e-300


@pytest.mark.parametrize(("rate", "rho"), [("0.1", "0.5"), ("0.3", "0.1"), ("0.001", "2")])
def test_what_tests_of_zcdp_miss_is_known_from_both_sides(rate: str, rho: str) -> None:
    found = truth.zcdp_beta(rate, rho)
    assert 0 < found.lower() <= found.upper() < found.lower() * (1 + arb(2) ** -20)
    x, b = mpmath.mpf(rate), mpmath.mpf(found.lower().str(20, radius=False))

    def excess(order: mpmath.mpf, missed: mpmath.mpf) -> mpmath.mpf:
        ways = ((x, 1 - missed), (1 - missed, x))
        moments = (p**order * q ** (1 - order) + (1 - p) ** order * (1 - q) ** (1 - order)
                   for p, q in ways)  # fmt: skip
        return max(map(mpmath.log, moments)) / (order - 1) - mpmath.mpf(rho) * order

    orders = [1 + mpmath.mpf(2) ** (j / mpmath.mpf(20)) for j in range(-200, 200)]
    assert max(excess(order, b * 0.999) for order in orders) > 0
    assert max(excess(order, b * 1.001) for order in orders) < 0


@pytest.mark.parametrize("rate", ["1e-400", Fraction(10**20 - 1, 10**20)])
def test_a_rate_that_no_float_tells_from_an_end_misses_no_more_than_chance(
    rate: str | Fraction,
) -> None:
    found = truth.zcdp_beta(rate, "0.5")
    assert found.lower() == 0
    assert abs(float(found.upper()) - float(1 - Fraction(rate))) < 1e-15


def test_what_tests_miss_at_the_ends() -> None:
    assert truth.zcdp_beta(0, 1).lower() == 1
    assert truth.zcdp_beta(1, 1).upper() == 0
    assert truth.zcdp_beta("0.25", 0).upper() == 0.75
    for rate, rho in (("1e-6", "0.5"), ("0.5", "1e-6"), ("0.5", "30"), ("0.999", "3")):
        found = truth.zcdp_beta(rate, rho)
        assert 0 <= found.lower() <= found.upper() <= 1
    with pytest.raises(DomainError):
        truth.zcdp_beta("1.5", 1)


@pytest.mark.parametrize(
    "mechanism", [LaplaceMechanism(1, -1), LaplaceMechanism(-1, 1), RandomizedResponse(-1)]
)
@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_what_is_no_mechanism_has_no_curves(mechanism: Basic, rounds: int) -> None:
    for call in (truth.delta, truth.renyi):
        with pytest.raises(EvaluationError, match=r"stands as \w+ of"):
            call(2, mechanism, rounds=rounds)


def test_ends_are_told_outward() -> None:
    assert str(truth.Between(arb(2) / 3, arb(4) / 3)) == "between 0.666666666 and 1.33333334"
    assert str(truth.Between(arb(0), arb.pos_inf())) == "between 0 and oo"


@pytest.mark.parametrize("small", ["0", "1e-400", "1e-200"])
def test_bounds_on_a_probability_are_numbers_however_small_rho_is(small: str) -> None:
    for found in (truth.zcdp_delta(small, "1e-400"), truth.renyi_delta(small, 2, "1e-400")):
        assert 0 <= found.lower() <= found.upper() <= 1


@pytest.mark.parametrize("huge", ["1e400", "1e300"])
def test_parameters_beyond_floats_are_computed_with(huge: str) -> None:
    assert truth.zcdp_delta(1, huge).upper() == 1
    assert truth.zcdp_delta(huge, "0.1").upper() < 1e-300
    assert truth.renyi_delta(1, huge, 1).upper() <= 1
    assert truth.renyi_delta(1, 2, huge).upper() <= 1
    assert truth.sampled_delta(0, huge, "0.5", 2).upper() < 1e-20
    assert truth.sampled_delta(0, 1, f"1e-{huge[2:]}", 2).upper() < 1e-20
    wide = truth.delta(1, LaplaceMechanism(10 ** int(huge[2:]), 1), rounds=2)
    assert wide.contains(1)
    assert wide.upper() < 1.001


@pytest.mark.parametrize("option", ["bits", "points"])
def test_no_bits_and_no_points_are_refused(option: str) -> None:
    with pytest.raises(ClaimError, match=option):
        truth.sampled_delta(1, 1, "0.5", 3, **{option: 0})  # type: ignore[arg-type]


def test_decimals_beyond_their_exponents_lie_on_the_right_side() -> None:
    far = 10**20
    for ball in (arb(-far).exp(), arb(far).exp()):
        below, above = decimals(ball, 9)
        assert arb(0 if below == "0" else below) <= ball
        assert above == "oo" or arb(above) >= ball
        assert decimals(-ball, 9) == tuple(
            "0" if end == "0" else f"-{end}" for end in (above, below)
        )
