"""riskcal: attack risks from guarantees; trade-off curves are lower bounds."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Any

from flint import arb

from dpsym import truth
from dpsym.accounting.rounds import ball
from dpsym.arguments import exact
from dpsym.audit.claims import (
    APPROX_ADVANTAGE,
    APPROX_TRADEOFF,
    GAUSSIAN_TRADEOFF,
    SAMPLED,
    SAMPLED_ADVANTAGE,
    SAMPLED_NOISE,
    listed,
    positive_rate,
)


def _epsilon(accountant: Any, q: float, sigma: float, delta: float) -> float:
    spent = accountant()
    spent.step(noise_multiplier=sigma, sample_rate=q)
    return float(spent.get_epsilon(delta=delta))


def _kept(q: float, sigma: float, z: float) -> float:
    return (1 - q) * positive_rate(z) + q * positive_rate(z - 1 / sigma)


def _losses(mu: float) -> Any:
    """Losses of Gaussian noise, on a lattice that is quickly made."""
    made = import_module("dp_accounting.pld.privacy_loss_distribution").from_gaussian_mechanism
    return made(1 / mu, value_discretization_interval=_STEP)


def _found(find: Any, *arguments: float) -> float:
    accountant = import_module("riskcal.accountants").CTDAccountant
    return float(find(accountant, *arguments, grid_step=_STEP))


def _for_rates(find: Any, *arguments: float) -> float:
    accountant = import_module("riskcal.accountants").CTDAccountant
    error = float(Fraction(_BETA_ERROR))
    found = find(accountant, *arguments, delta_error=error, eps_error=error, grid_step=_STEP)
    return float(found.noise_multiplier)


_ANALYSIS = "riskcal.analysis:"
_DPSGD, _BLACKBOX = "riskcal.calibration.dpsgd:", "riskcal.calibration.blackbox:"
_KEPT = "(1 - q)*Phi(z) + q*Phi(z - 1/{sigma})"  # below z of the law of those who may be sampled
_MISSED = (
    f"{{value}} <= {_KEPT.format(sigma='sigma')}"
    " for q in [0, 1], sigma in (0, oo), z in [-8, 8], value in [0, 1]"
)
_BAYES = (
    "GaussianDP(M, mu) => ApproxDP(M, log(prior/(1 - prior)), 1 - {value}/(1 - prior))"
    " for prior in [1/2, 1), value in [0, 1/2]"
)
_ADVANTAGE_NOISE = "ApproxDP(Subsample(GaussianMechanism(1, {value}), q), 0, advantage)"
_STEP, _BETA_ERROR = 1e-2, "1/1000"
_BETA_NOISE = (
    f"beta - {_BETA_ERROR} <= {_KEPT.format(sigma='{value}')}"
    " for z in [-8, 8], q in [0, 1], beta in [0, 1], value in [1/100, 100]"
)

AUDIT = (
    listed(_ANALYSIS + "get_advantage_from_adp", APPROX_ADVANTAGE, over={"delta": "[0, 1]"}),
    listed(
        _ANALYSIS + "get_advantage_from_adp",
        APPROX_ADVANTAGE,
        lambda f, epsilon, delta: f(epsilon, delta),
        variant="large epsilon",
        over={"epsilon": "[0, 1000]", "delta": (0.0, 1e-6, 0.1)},
    ),
    listed(
        _ANALYSIS + "get_advantage_from_gdp",
        "GaussianDP(M, mu) => ApproxDP(M, 0, {value})",
        over={"mu": "[0, 20]"},
    ),
    listed(
        _ANALYSIS + "get_advantage_from_zcdp",
        "ZCDP(M, rho) => ApproxDP(M, 0, {value})",
        lambda f, rho: f(rho),
        rounding=1e-12,
        at_least=0,
    ),
    listed(
        _ANALYSIS + "get_beta_from_zcdp",
        lambda x, rho: truth.zcdp_beta(x, rho),
        lambda f, x, rho: f(rho, x),
        side="lower",
        rounding=1e-6,
        over={"x": (0.001, 0.1, 0.3, 0.9), "rho": (0.01, 0.1, 0.5, 2.0)},
    ),
    listed(
        _ANALYSIS + "get_beta_from_adp",
        APPROX_TRADEOFF,
        lambda f, epsilon, delta, x: f(epsilon, delta, x),
        side="lower",
        negligible=1e-15,
    ),
    listed(
        _ANALYSIS + "get_beta_from_rdp",
        "Max(Renyi(order, Bernoulli(x), Bernoulli(1 - {value})),"
        " Renyi(order, Bernoulli(1 - {value}), Bernoulli(x))) >= epsilon"
        " for epsilon in [0, 50], x in [0, 1], order in (1, 1000], value in [0, 1]",
        lambda f, epsilon, x, order: f(epsilon=epsilon, alpha=x, order=order),
        side="lower",
        rounding=1e-6,
        over={"epsilon": "[1/10, 20]", "x": "[1/100, 9/10]", "order": "[11/10, 64]"},
    ),
    listed(
        _ANALYSIS + "get_epsilon_from_err_rates",
        "exp({value})*x >= 1 - delta - beta and exp({value})*beta >= 1 - delta - x"
        " for delta in [0, 1], x in (0, 1], beta in (0, 1], value in [0, 800]",
        lambda f, delta, x, beta: f(delta, x, beta),
        rounding=1e-9,
        negligible=1e-15,
        over={"delta": "[0, 1]", "x": "[1/1000, 1]", "beta": "[1/1000, 1]"},
    ),
    listed(
        _ANALYSIS + "get_beta_from_gdp",
        GAUSSIAN_TRADEOFF,
        lambda f, mu, z: f(mu, positive_rate(z)),
        side="lower",
        negligible=1e-15,
    ),
    listed(
        _ANALYSIS + "get_bayes_risk_from_gdp",
        _BAYES,
        lambda f, mu, prior: f(mu, prior),
        side="lower",
        over={"prior": "[1/2, 999/1000]"},
    ),
    listed(
        _ANALYSIS + "get_advantage_from_pld",
        "GaussianDP(M, mu) => ApproxDP(M, 0, {value})",
        lambda f, mu: f(_losses(mu)),
        over={"mu": "[1/10, 4]"},
    ),
    listed(
        _ANALYSIS + "get_bayes_risk_from_pld",
        _BAYES,
        lambda f, mu, prior: f(_losses(mu), prior),
        side="lower",
        over={"mu": "[1/10, 4]", "prior": "[1/2, 999/1000]"},
    ),
    listed(
        _ANALYSIS + "get_beta_from_pld",
        GAUSSIAN_TRADEOFF,
        lambda f, mu, z: f(_losses(mu), positive_rate(z)),
        side="lower",
        negligible=1e-9,
        over={"mu": "[1/10, 4]", "z": "[-6, 3]"},
    ),
    listed(
        "riskcal.accountants:CTDAccountant",
        SAMPLED,
        _epsilon,
        over={"q": (0.01, 0.3), "sigma": (0.8, 2.0, 10.0), "delta": (1e-9, 1e-6, 1e-3)},
    ),
    listed(
        _DPSGD + "get_advantage_for_dpsgd",
        SAMPLED_ADVANTAGE,
        lambda f, q, sigma: f(sigma, q, 1),
        over={"q": (0.01, 0.3), "sigma": (0.8, 2.0, 10.0)},
    ),
    listed(
        _DPSGD + "find_noise_multiplier_for_advantage",
        _ADVANTAGE_NOISE,
        lambda f, q, advantage: f(advantage, q, 1, grid_step=_STEP),
        over={"q": (0.3, 1.0), "advantage": (0.01, 0.1, 0.25)},
    ),
    listed(
        _DPSGD + "get_beta_for_dpsgd",
        _MISSED,
        lambda f, q, sigma, z: f(sigma, q, 1, positive_rate(-z), grid_step=_STEP),
        variant="one removed",
        side="lower",
        negligible=1e-12,
        over={"q": (0.01, 0.3, 1.0), "sigma": (0.8, 2.0, 10.0), "z": (-3.0, -1.0, 0.0, 1.0, 3.0)},
    ),
    listed(
        _DPSGD + "get_beta_for_dpsgd",
        lambda q, sigma, z: (ball(exact(z, "z")) / arb(2).sqrt()).erfc() / 2,
        lambda f, q, sigma, z: f(sigma, q, 1, _kept(q, sigma, z), grid_step=_STEP),
        variant="one added",
        side="lower",
        negligible=1e-12,
        over={"q": (0.01, 0.3, 1.0), "sigma": (0.8, 2.0, 10.0), "z": (-3.0, -1.0, 0.0, 1.0, 3.0)},
    ),
    listed(
        _DPSGD + "find_noise_multiplier_for_err_rates",
        _BETA_NOISE,
        lambda f, q, z, beta: f(
            positive_rate(-z), beta, q, 1, grid_step=_STEP, beta_tol=float(Fraction(_BETA_ERROR))
        ),
        over={"q": (0.3, 1.0), "z": (0.5, 1.0, 2.0), "beta": (0.2, 0.6)},
    ),
    listed(
        _BLACKBOX + "find_noise_multiplier_for_epsilon_delta",
        SAMPLED_NOISE,
        lambda f, q, epsilon, delta: _found(f, q, 1, epsilon, delta),
        over={"q": (0.3, 1.0), "epsilon": (1.0, 5.0), "delta": (1e-6, 1e-3)},
    ),
    listed(
        _BLACKBOX + "find_noise_multiplier_for_advantage",
        _ADVANTAGE_NOISE,
        lambda f, q, advantage: _found(f, advantage, q, 1),
        over={"q": (0.3, 1.0), "advantage": (0.05, 0.1, 0.25)},
    ),
    listed(
        _BLACKBOX + "find_noise_multiplier_for_err_rates",
        _BETA_NOISE,
        lambda f, q, z, beta: _for_rates(f, positive_rate(-z), beta, q, 1),
        over={"q": (0.3, 1.0), "z": (0.5, 1.0, 2.0), "beta": (0.2, 0.6)},
    ),
)
