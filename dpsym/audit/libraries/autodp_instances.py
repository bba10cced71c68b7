"""autodp: divergences of two given laws, guarantees outside a small mass, rates of samples."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Any

from flint import arb
from sympy import Rational

from dpsym import RandomizedResponse, truth
from dpsym.accounting.rounds import ball
from dpsym.arguments import exact
from dpsym.audit.claims import PURE_RENYI, listed
from dpsym.truth import Between


def _conditional(epsilon: float, failure: float, left: float, alpha: float) -> arb | Between:
    """Of what is (epsilon, failure)-DP, outside a mass that is left out.

    Such laws are mixtures of epsilon-DP ones with a share of failure that tells everything
    (Kairouz, Oh and Viswanath 2015), which cannot be left out with less.
    """
    if left < failure:
        return arb.pos_inf()
    level = exact(epsilon, "epsilon")
    whole = truth.renyi(alpha, RandomizedResponse(Rational(level.numerator, level.denominator)))
    return whole if left == failure else Between(arb(0), whole)


def _rate(sigma: float, epsilon: float, delta: float) -> Between:
    """The largest rate of samples of a fixed size, by halving, where a concrete pair allows it.

    All is allowed where no sample is needed; where all other records are zero and the replaced one
    moves by the sensitivity, the laws are those of a Poisson sample.
    """
    failure, low, high = ball(Fraction(delta)), Fraction(0), Fraction(1)
    if truth.sampled_delta(epsilon, sigma, 1).upper() <= failure:
        return Between(arb(1), arb(1))
    for _ in range(12):
        middle = (low + high) / 2
        wrong = truth.sampled_delta(epsilon, sigma, middle).lower() > failure
        low, high = (low, middle) if wrong else (middle, high)
    return Between(arb(0), ball(high))


def _calibrated(calibrator: Any, sigma: float, epsilon: float, delta: float) -> float:
    curve = import_module("autodp.rdp_bank").RDP_gaussian
    return float(calibrator(curve, epsilon, delta, {"sigma": sigma}))


def _calibrator() -> Any:
    import_module("autodp.rdp_acct")  # with which the other would import itself in a ring
    return import_module("autodp.privacy_calibrator").subsampled_RDP_mech_get_prob


_BANK, _CONVERTED = "autodp.rdp_bank:", "autodp.converter:"
_SPREAD = "sqrt(sigma**2 + q*(1 - q){})"
_RATES = {"q": (0.01, 0.3, 0.9), "sigma": "[1/2, 100]"}

AUDIT = (
    listed(
        _BANK + "pRDP_asymp_subsampled_gaussian",
        f"Renyi(alpha, Gaussian(q, {_SPREAD.format('')}), Gaussian(0, sigma)) <= {{value}}"
        " for q in [0, 1], sigma in (0, oo), alpha in (1, oo)",
        lambda f, q, sigma, alpha: f({"prob": q, "sigma": sigma}, alpha),
        over={"alpha": "[1001/1000, 64]", **_RATES},
    ),
    listed(
        _BANK + "pRDP_asymp_subsampled_gaussian_best_case",
        f"Renyi(alpha, Gaussian(q, {_SPREAD.format('*(n - 1/n)/4')}),"
        f" Gaussian(0, {_SPREAD.format('*(n - 1/n)/4')})) <= {{value}}"
        " for q in [0, 1], sigma in (0, oo), alpha in (1, oo), n in 1..oo",
        lambda f, q, sigma, n, alpha: f({"prob": q, "sigma": sigma, "n": n}, alpha),
        over={"n": (1, 10, 1000), **_RATES},
    ),
    listed(
        _BANK + "pRDP_expfamily",
        "Renyi(alpha, Gaussian(mu, sigma), Gaussian(0, sigma)) <= {value}",
        lambda f, mu, sigma, alpha: f(
            {
                "eta1": mu / sigma**2,
                "eta2": 0.0,
                "A": lambda eta: (sigma * eta) ** 2 / 2,
                "mu": mu,
            },
            alpha,
        ),
        over={"mu": "[1/10, 20]", "sigma": "[1/100, 10]"},
    ),
    listed(
        _CONVERTED + "approxdp_to_approxrdp",
        _conditional,
        lambda f, epsilon, failure, left, alpha: f(epsilon, failure)(alpha, left),
        over={
            "epsilon": "[1/100, 20]",
            "failure": (0.0, 1e-9, 1e-3),
            "left": (0.0, 1e-9, 1e-3),
            "alpha": "[1001/1000, 64]",
        },
    ),
    listed(
        _CONVERTED + "approxdp_func_to_approxrdp",
        PURE_RENYI,
        lambda f, epsilon, alpha: f(lambda _: epsilon)(alpha, 1e-6),
    ),
    listed(
        "autodp.privacy_calibrator:subsampled_RDP_mech_get_prob",
        _rate,
        _calibrated,
        load=_calibrator,
        side="lower",
        over={"sigma": (2.0, 5.0), "epsilon": (0.5, 1.0), "delta": (1e-6,)},
    ),
)
