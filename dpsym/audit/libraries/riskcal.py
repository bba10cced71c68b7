"""riskcal: attack risks from guarantees; trade-off curves are lower bounds."""

from __future__ import annotations

from typing import Any

from dpsym.audit.case import bound
from dpsym.audit.claims import (
    APPROX_ADVANTAGE,
    APPROX_TRADEOFF,
    GAUSSIAN_TRADEOFF,
    SAMPLED,
    SAMPLED_ADVANTAGE,
    over,
    positive_rate,
)


def _epsilon(accountant: Any, q: float, sigma: float, delta: float) -> float:
    spent = accountant()
    spent.step(noise_multiplier=sigma, sample_rate=q)
    return float(spent.get_epsilon(delta=delta))


_ANALYSIS = "riskcal.analysis:"

AUDIT = (
    bound(
        _ANALYSIS + "get_advantage_from_adp", APPROX_ADVANTAGE, **over("epsilon", delta="[0, 1]")
    ),
    bound(
        _ANALYSIS + "get_advantage_from_adp",
        APPROX_ADVANTAGE,
        lambda f, epsilon, delta: f(epsilon, delta),
        variant="large epsilon",
        **over(epsilon="[0, 1000]", delta=(0.0, 1e-6, 0.1)),
    ),
    bound(
        _ANALYSIS + "get_advantage_from_gdp",
        "GaussianDP(M, mu) => ApproxDP(M, 0, {value})",
        **over(mu="[0, 20]"),
    ),
    bound(
        _ANALYSIS + "get_advantage_from_zcdp",
        "ZCDP(M, rho) => ApproxDP(M, 0, {value})",
        lambda f, rho: f(rho),
        rounding=1e-12,
        at_least=0,
        **over("rho"),
    ),
    bound(
        _ANALYSIS + "get_beta_from_adp",
        APPROX_TRADEOFF,
        lambda f, epsilon, delta, x: f(epsilon, delta, x),
        side="lower",
        negligible=1e-15,
    ),
    bound(
        _ANALYSIS + "get_beta_from_rdp",
        "Max(Renyi(order, Bernoulli(x), Bernoulli(1 - {value})),"
        " Renyi(order, Bernoulli(1 - {value}), Bernoulli(x))) >= epsilon"
        " for epsilon in [0, 50], x in [0, 1], order in (1, 1000], value in [0, 1]",
        lambda f, epsilon, x, order: f(epsilon=epsilon, alpha=x, order=order),
        side="lower",
        rounding=1e-6,
        **over(epsilon="[1/10, 20]", x="[1/100, 9/10]", order="[11/10, 64]"),
    ),
    bound(
        _ANALYSIS + "get_epsilon_from_err_rates",
        "exp({value})*x >= 1 - delta - beta and exp({value})*beta >= 1 - delta - x"
        " for delta in [0, 1], x in (0, 1], beta in (0, 1], value in [0, 800]",
        lambda f, delta, x, beta: f(delta, x, beta),
        rounding=1e-9,
        negligible=1e-15,
        **over(delta="[0, 1]", x="[1/1000, 1]", beta="[1/1000, 1]"),
    ),
    bound(
        _ANALYSIS + "get_beta_from_gdp",
        GAUSSIAN_TRADEOFF,
        lambda f, mu, z: f(mu, positive_rate(z)),
        side="lower",
        negligible=1e-15,
    ),
    bound(
        _ANALYSIS + "get_bayes_risk_from_gdp",
        "GaussianDP(M, mu) => ApproxDP(M, log(prior/(1 - prior)), 1 - {value}/(1 - prior))"
        " for prior in [1/2, 1), value in [0, 1/2]",
        lambda f, mu, prior: f(mu, prior),
        side="lower",
        **over("mu", prior="[1/2, 999/1000]"),
    ),
    bound(
        "riskcal.accountants:CTDAccountant",
        SAMPLED,
        _epsilon,
        **over(q=(0.01, 0.3), sigma=(0.8, 2.0, 10.0), delta=(1e-9, 1e-6, 1e-3)),
    ),
    bound(
        "riskcal.calibration.dpsgd:get_advantage_for_dpsgd",
        SAMPLED_ADVANTAGE,
        lambda f, q, sigma: f(sigma, q, 1),
        **over(q=(0.01, 0.3), sigma=(0.8, 2.0, 10.0)),
    ),
    bound(
        "riskcal.calibration.dpsgd:find_noise_multiplier_for_advantage",
        "ApproxDP(Subsample(GaussianMechanism(1, {value}), q), 0, advantage)",
        lambda f, q, advantage: f(advantage, q, 1),
        **over(q=(0.3, 1.0), advantage=(0.01, 0.1, 0.25)),
    ),
)
