"""What the audit takes for the truth: the least safe value is certified, one beyond is refuted."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from inspect import Parameter, Signature
from math import erfc, exp, log, log1p, pi, sqrt
from typing import Any

import numpy as np
import pytest
from flint import ctx

from dpsym import truth
from dpsym.audit import cases_of
from dpsym.audit.case import LIBRARIES
from dpsym.audit.libraries import autodp_screens
from dpsym.regression import examine_bound
from dpsym.regression.findings import BoundReport

CASES = {key: case for library in LIBRARIES for key, case in cases_of(library).items()}
MOVED = 0.01


def constant(value: float, names: list[str]) -> Any:
    """A function of parameters with these names."""

    def function(**_: float) -> float:
        return value

    parameters = [Parameter(name, Parameter.KEYWORD_ONLY) for name in names]
    function.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return function


def report_of(key: str, place: dict[str, float], value: float) -> BoundReport:
    case = CASES[key]
    kept = {"side", "rounding", "negligible"}
    options = {name: option for name, option in case.options.items() if name in kept}
    over = {name: (number,) for name, number in place.items()}
    function = constant(value, list(place))
    return examine_bound(function, case.claim, over=over, at_least=0, **options)


def bounded_domain(scale: float, width: float) -> float:
    """The loss of two Laplace laws on [0, width], around 0 and 1, where it is largest: at 0."""

    def density(centre: float) -> float:
        kept = 1 - exp(-centre / scale) / 2 - exp(-(width - centre) / scale) / 2
        return exp(-centre / scale) / (2 * scale) / kept

    return log(density(0.0) / density(1.0))


def gaussian_delta(epsilon: float) -> float:
    """The curve of Gaussian noise of one sensitivity."""
    return (erfc((epsilon - 0.5) / sqrt(2)) - exp(epsilon) * erfc((epsilon + 0.5) / sqrt(2))) / 2


def losing_renyi(p: float, q: float) -> float:
    """The order two of two coins."""
    return log(p**2 / q + (1 - p) ** 2 / (1 - q))


def from_two_on(weight: Callable[[int], float]) -> float:
    """The mass that a law on the integers has from 2 on."""
    return sum(map(weight, range(2, 200))) / sum(map(weight, range(-200, 200)))


_ZOO, _BANK = "autodp::autodp.mechanism_zoo.", "autodp::autodp.rdp_bank."
_ORDER = "dp_accounting::dp_accounting.rdp.rdp_privacy_accountant.RdpAccountant, order, "
_LOSSES = "dp_accounting::dp_accounting.pld.privacy_loss_"
_PRV = "opacus::opacus.accountants.prv.PRVAccountant, Gaussian rounds"
_CALIBRATED = "autodp::autodp.privacy_calibrator."
_MADE, _COMBINED = "opendp::opendp.measurements.", "opendp::opendp.combinators."
_OPACUS = "opacus::opacus.accountants.analysis."
_CHOICES = "diffprivlib::diffprivlib.mechanisms."
# The least safe value at a point, computed here by other formulas than the claims.
SHARP: list[tuple[str, dict[str, float], float]] = [
    (_CHOICES + "Binary", {"epsilon": 1.0}, exp(1) / (1 + exp(1))),
    (_CHOICES + "Exponential", {"epsilon": 1.0}, 0.5),
    (_CHOICES + "Exponential, monotonic", {"epsilon": 1.0}, 1.0),
    (_CHOICES + "PermuteAndFlip", {"epsilon": 1.0}, 0.5),
    (_CHOICES + "ExponentialCategorical", {"epsilon": 2.0, "near": 0.5}, 2.0),
    (_CHOICES + "ExponentialHierarchical", {"epsilon": 2.0, "leaves": 2}, 2.0),
    (_CHOICES + "Staircase", {"epsilon": 2.0, "gamma": 0.5}, 2.0),
    (_CHOICES + "LaplaceTruncated", {"epsilon": 0.5, "delta": 0.1}, 1 / (0.5 - 2 * log(0.9))),
    (_CHOICES + "LaplaceFolded", {"epsilon": 0.5, "delta": 0.1}, 1 / (0.5 - 2 * log(0.9))),
    (_CHOICES + "GeometricTruncated", {"epsilon": 0.5}, 0.5),
    (_CHOICES + "GeometricFolded", {"epsilon": 0.5}, 0.5),
    (
        _CHOICES + "LaplaceBoundedDomain",
        {"epsilon": bounded_domain(2.0, 10.0), "width": 10.0},
        2.0,
    ),
    (
        _CHOICES + "LaplaceBoundedNoise",
        {"epsilon": 0.5, "delta": (exp(-1) - exp(-1.5)) / (2 - 2 * exp(-1.5))},
        3.0,
    ),
    (_CHOICES + "Uniform", {"delta": 0.1}, 5.0),
    (
        _ORDER + "a sample of fixed size",
        {"m": 100, "n": 100, "sigma": 2.0, "alpha": 4},
        2.0,
    ),
    (_ORDER + "tree of sums", {"steps": 8, "sigma": 2.0, "alpha": 4.0}, 2.0),
    (_ORDER + "tree of sums", {"steps": 7, "sigma": 2.0, "alpha": 4.0}, 1.5),
    (
        _LOSSES + "distribution.from_truncated_subsampled_gaussian_mechanism, a batch for all",
        {"q": 1.0, "sigma": 1.0, "epsilon": 1.0},
        gaussian_delta(1.0),
    ),
    (
        _LOSSES + "mechanism.MixtureGaussianPrivacyLoss, delta, remove one",
        {"q": 1.0, "sigma": 1.0, "epsilon": 1.0},
        gaussian_delta(1.0),
    ),
    ("riskcal::riskcal.analysis.get_beta_from_pld", {"mu": 1.0, "z": -1.0}, 0.5),
    ("riskcal::riskcal.analysis.get_advantage_from_pld", {"mu": 1.0}, gaussian_delta(0.0)),
    (
        "riskcal::riskcal.analysis.get_bayes_risk_from_pld",
        {"mu": 1.0, "prior": 0.5},
        (1 - gaussian_delta(0.0)) / 2,
    ),
    (_PRV, {"sigma": 2.0, "k": 4, "delta": gaussian_delta(1.0)}, 1.0),
    (
        _ZOO + "NoisySGD_Mechanism",
        {"q": 1.0, "sigma": 2.0, "k": 4, "epsilon": 1.0},
        gaussian_delta(1.0),
    ),
    (_ZOO + "NoisyGD_Mechanism", {"sigma": 2.0, "k": 4, "delta": gaussian_delta(1.0)}, 1.0),
    (
        _ZOO + "ExponentialMechanism, epsilon",
        {"epsilon": 1.0, "delta": (1 - exp(-0.25)) ** 2 / (1 - exp(-1))},
        0.5,
    ),
    (_ZOO + "ExponentialMechanism, order", {"alpha": 2.0, "epsilon": 0.02}, 1e-4),
    (_BANK + "RDP_truncatedCDP", {"rho": 0.5, "w": 10.0, "alpha": 3.0}, 1.5),
    (_BANK + "RDP_expfamily", {"mu": 2.0, "alpha": 3.0}, 6.0),
    (_BANK + "pRDP_diag_gaussian", {"mu": 2.0, "sigma": 0.5, "alpha": 3.0}, 24.0),
    (
        _CALIBRATED + "subsample_epsdelta_inverse",
        {"epsilon": 0.5, "q": 0.1},
        log(10 * exp(0.5) - 9),
    ),
    (
        _CALIBRATED + "subsample_epsdelta_get_prob",
        {"epsilon": 0.5, "whole": 1.0},
        (exp(0.5) - 1) / (exp(1) - 1),
    ),
    (_CALIBRATED + "RDP_mech", {"epsilon": 1.0, "delta": gaussian_delta(1.0)}, 1.0),
    (
        "autodp::autodp.fdp_bank.log_one_minus_fdp_gaussian",
        {"mu": 1.0, "z": -1.0},
        0.5,
    ),
    (
        _BANK + "RDP_noisy_screen",
        {"p": log(4), "r": log(2), "alpha": 2.0},
        log(2 * (1 / 16 + 9 / 16)),
    ),
    (
        _BANK + "RDP_depend_pate_gaussian",
        {"gap": 1, "sigma": sqrt(0.5), "alpha": 2.0},
        losing_renyi(0.15865525393145707, erfc(3 / sqrt(2)) / 2),
    ),
    (
        _BANK + "pRDP_asymp_subsampled_gaussian",
        {"q": 0.5, "sigma": 1.0, "alpha": 2.0},
        1 / 3 - log(1.25) / 2 + log(4 / 3) / 2,
    ),
    (
        _BANK + "pRDP_asymp_subsampled_gaussian_best_case",
        {"q": 0.5, "sigma": 1.0, "n": 2, "alpha": 2.0},
        0.25 / (1 + 0.25 * 1.5 / 4),
    ),
    (_BANK + "pRDP_expfamily", {"mu": 2.0, "sigma": 0.5, "alpha": 3.0}, 24.0),
    (
        "autodp::autodp.converter.approxdp_to_approxrdp",
        {"epsilon": log(3), "failure": 0.001, "left": 0.001, "alpha": 2.0},
        log(0.75**2 / 0.25 + 0.25**2 / 0.75),
    ),
    (_OPACUS + "gdp.compute_mu_poisson", {"q": 0.25, "sigma": 4.0}, 0.25),
    (_MADE + "make_private_quantile, pure", {"scale": 2.0, "alpha": 0.25}, 0.75),
    (_MADE + "make_private_quantile, median, zCDP", {"scale": 50.0}, 5e-5),
    (_MADE + "make_canonical_noise", {"epsilon": 0.5, "delta": 1e-6}, 0.5),
    (_COMBINED + "make_privacy_filter", {"epsilon": 0.25, "budget": 2.0}, 8.0),
    (_MADE + "make_noisy_max, pure", {"scale": 2.0}, 1.0),
    (_MADE + "make_noisy_max, zCDP", {"scale": 100.0}, 5e-5),
    (_MADE + "make_noisy_top_k, pure", {"scale": 2.0, "k": 1}, 1.0),
    (_MADE + "make_report_noisy_max_gumbel", {"scale": 2.0}, 1.0),
    (_MADE + "make_randomized_response_bitvec", {"f": 0.5, "m": 2}, 4 * log(3)),
    (_MADE + "make_laplace_threshold", {"scale": 2.0, "threshold": 3.0}, exp(-1) / 2),
    (
        _MADE + "make_laplace_threshold, integers",
        {"scale": 2.0, "threshold": 3},
        from_two_on(lambda k: exp(-abs(k) / 2)),
    ),
    (_MADE + "make_gaussian_threshold", {"sigma": 2.0, "threshold": 3.0}, erfc(sqrt(0.5)) / 2),
    (
        _MADE + "make_gaussian_threshold, integers",
        {"sigma": 2.0, "threshold": 3},
        from_two_on(lambda k: exp(-(k**2) / 8)),
    ),
    (_COMBINED + "make_adaptive_composition", {"epsilon": 0.5, "k": 3}, 1.5),
    (_COMBINED + "make_fully_adaptive_composition", {"scale": 2.0, "k": 3}, 1.5),
    (_COMBINED + "make_select_private_candidate", {"epsilon": 0.5}, 1.0),
    (_COMBINED + "make_approximate", {"scale": 2.0}, 0.5),
    (
        _COMBINED + "make_fixed_approxDP_to_approxDP",
        {"sigma": 1.0, "delta": gaussian_delta(1.0)},
        1.0,
    ),
]


@pytest.mark.parametrize(("key", "place", "value"), SHARP, ids=lambda part: str(part))
def test_least_safe_value_is_certified_and_one_beyond_is_invalid(
    key: str, place: dict[str, float], value: float
) -> None:
    unsafe = MOVED if CASES[key].options.get("side") == "lower" else -MOVED
    exactly = report_of(key, place, value * (1 + 1e-8 * (1 if unsafe < 0 else -1)))
    assert exactly.certified == 1, exactly.text()
    beyond = report_of(key, place, value * (1 + unsafe))
    assert [failure.kind for failure in beyond.failures] == ["invalid"], beyond.text()


def test_sample_of_a_fixed_size_lies_between_a_concrete_pair_and_the_whole() -> None:
    key = "autodp::autodp.dp_bank.get_eps_rdp_subsampled"
    place = {"rho": 0.5, "q": 0.01, "delta": 1e-6}
    pair = truth.sampled_delta("0.3", 1, "0.01").lower()
    assert pair > 1e-6  # so that 0.3 does not suffice
    assert [failure.kind for failure in report_of(key, place, 0.3).failures] == ["invalid"]
    assert report_of(key, place, 6.0).certified == 1
    between = report_of(key, place, 2.0)
    assert not between.failures
    assert not between.certified


def test_sample_of_a_fixed_size_is_not_below_a_pair_nor_above_a_theorem() -> None:
    place = {"m": 10, "n": 100, "sigma": 1.0, "alpha": 2}
    # The second moment of the pair in floats, and the theorem's one term at order two: the records
    # have norms of at most one, so that one that is replaced moves by two.
    at, step = np.linspace(-15, 15, 30_001, retstep=True)
    noise = np.exp(-(at**2) / 2) / sqrt(2 * pi)
    one, other = (0.9 + 0.1 * np.exp(sign * at - 0.5) for sign in (1, -1))
    pair, theorem = log(float(np.sum(noise * one**2 / other) * step)), log1p(0.01 * 2 * exp(4))
    key = _ORDER + "a sample of fixed size"
    kinds = [failure.kind for failure in report_of(key, place, 0.99 * pair).failures]
    assert kinds == ["invalid"]
    assert not report_of(key, place, 1.01 * pair).failures
    assert not report_of(key, place, 0.99 * theorem).certified
    assert report_of(key, place, 1.01 * theorem).certified == 1


def test_best_of_several_runs_is_not_below_two_answers_nor_above_a_theorem() -> None:
    place = {"p": 0.5, "mean": 2.0, "alpha": 2.0}
    one, other = (0.5 * lie / (1 - 0.5 * lie) for lie in (0.25, 0.75))  # all runs answer 0
    least = max(log(p**2 / q + (1 - p) ** 2 / (1 - q)) for p, q in ((one, other), (other, one)))
    single = log(0.25**2 / 0.75 + 0.75**2 / 0.25)
    most = single + 2 * (single / 2 + log(2) / 2) + log(2)
    key = _ORDER + "the best of several runs"
    assert [failure.kind for failure in report_of(key, place, 0.99 * least).failures] == ["invalid"]
    assert not report_of(key, place, 1.01 * least).failures
    assert not report_of(key, place, 0.99 * most).certified
    assert report_of(key, place, 1.01 * most).certified == 1


# What a concrete pair needs, computed by other means than the audit, and what a theorem grants.
BETWEEN: list[tuple[str, dict[str, float], float, float]] = [
    (
        # One query at the threshold: noise of variance 1 + 3 against a shift by one.
        _BANK + "RDP_gaussian_svt_c1",
        {"k": 1, "sigma": 1.0, "margin": 0.0, "alpha": 2.0},
        losing_renyi(0.5, erfc(-0.5 / sqrt(2)) / 2),
        1 / 3,
    ),
    (
        # Noise of variance 1 + 4.
        _BANK + "RDP_gaussian_svt_cgreater1",
        {"k": 1, "c": 1, "sigma": 1.0, "alpha": 2.0},
        losing_renyi(0.5, erfc(-1 / sqrt(10)) / 2),
        1 / 4,
    ),
    (
        # The sum of two Laplace noises is above 1 with mass (4*exp(-1/2) - exp(-1))/6.
        _BANK + "RDP_svt_laplace",
        {"k": 1, "c": 1, "scale": 1.0, "alpha": 2.0},
        losing_renyi(0.5, 1 - (4 * exp(-0.5) - exp(-1)) / 6),
        1 + log(2 * exp(1) / 3 + exp(-2) / 3),
    ),
    (
        _BANK + "RDP_inde_pate_gaussian",
        {"sigma": sqrt(2), "alpha": 2.0},
        losing_renyi(erfc(-0.5 / sqrt(2)) / 2, erfc(0.5 / sqrt(2)) / 2),
        1.0,
    ),
    (
        # A count of 50 or of 49 against 50.
        _BANK + "RDP_independent_noisy_screen",
        {"k": 100, "sigma": 1e6, "alpha": 2.0},
        losing_renyi(0.5, erfc(1e-6 / sqrt(2)) / 2),
        1e-12,
    ),
    (_MADE + "make_alp_queryable", {"scale": 1.0, "step": 2}, log(2), 2.0),
    (_CHOICES + "Vector", {"epsilon": 3.0, "bend": 1.0}, 2 / 3, 2 / (3 - 2 * log(2))),
    (_CHOICES + "Vector", {"epsilon": 1.0, "bend": 1.0}, 2.0, 4.0),
    (_CHOICES + "Snapping", {"epsilon": 1.0, "width": 2.0**49}, 1.0, 4 / 7),
    (
        # The same single query of variance 5, outside a mass of 1/100.
        "autodp::autodp.dp_bank.get_eps_gaussian_svt",
        {"k": 1, "sigma": 1.0, "margin": 0.0, "delta": 0.01},
        log((erfc(-1 / sqrt(10)) / 2 - 0.01) / 0.5),
        1 + 2 * sqrt(log(200)),
    ),
]


@pytest.mark.parametrize(("key", "place", "least", "most"), BETWEEN, ids=lambda part: str(part))
def test_values_are_invalid_below_a_pair_and_certified_from_a_theorem(
    key: str, place: dict[str, float], least: float, most: float
) -> None:
    lower = CASES[key].options.get("side") == "lower"
    beyond = report_of(key, place, least * (1 + MOVED if lower else 1 - MOVED))
    assert [failure.kind for failure in beyond.failures] == ["invalid"], beyond.text()
    between = report_of(key, place, (least * most) ** 0.5)
    assert not between.failures
    assert not between.certified
    enough = report_of(key, place, most * (1 - 1e-8 if lower else 1 + 1e-8))
    assert enough.certified == 1, enough.text()


def test_a_run_of_sparse_vectors_has_the_laws_of_a_simulation() -> None:
    """Of 10 queries, the last against the others, with Laplace noise 1 and 2."""
    with ctx.workprec(128):
        noise = (autodp_screens._laplace(Fraction(1)), autodp_screens._laplace(Fraction(2)))
        law = autodp_screens._run(*noise, Fraction(100), 10, Fraction(4), (0, 1))
    generator = np.random.default_rng(0)
    level = 4 + generator.laplace(size=200_000)
    answers = generator.laplace(scale=2, size=(9, 200_000)).max(axis=0)
    last = 1 + generator.laplace(scale=2, size=200_000)
    early = (answers >= level).mean()
    found = ((answers < level) & (last >= level)).mean()
    for exactly, drawn in zip(law, (early, found, 1 - early - found), strict=True):
        assert abs(float(exactly.mid()) - drawn) < 0.005
        assert exactly.rad() < 1e-15


def test_noise_of_an_asymptotic_mu_is_that_of_no_sample() -> None:
    """A sample of one in a hundred at a small delta: the truth is near that of the whole."""
    key = _OPACUS + "gdp.compute_eps_uniform"
    place = {"q": 0.01, "sigma": 1.0, "delta": 1e-12}
    assert [failure.kind for failure in report_of(key, place, 1.0).failures] == ["invalid"]
    assert report_of(key, place, 10.0).certified == 1
