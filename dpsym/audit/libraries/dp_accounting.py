"""dp-accounting: privacy loss distributions, Renyi accounting, calibration.

Its Gaussian and Laplace events have noise relative to the norm of one record, so that replacing
a record has twice the sensitivity of adding one.
"""

from __future__ import annotations

from importlib import import_module
from math import inf
from typing import Any

from dpsym.audit.claims import (
    GAUSSIAN,
    GAUSSIAN_DELTA,
    GAUSSIAN_NOISE,
    GAUSSIAN_RENYI,
    GAUSSIAN_REPLACED,
    GAUSSIAN_ROUNDS,
    GEOMETRIC,
    GEOMETRIC_DELTA,
    GEOMETRIC_NOISE,
    LAPLACE,
    LAPLACE_DELTA,
    LAPLACE_NOISE,
    LAPLACE_RENYI,
    LAPLACE_REPLACED,
    LAPLACE_ROUNDS,
    PURE_EACH,
    PURE_ROUNDS,
    PURE_ROUNDS_DELTA,
    RENYI,
    RENYI_DELTA,
    SAMPLED,
    SAMPLED_NOISE,
    SAMPLED_RENYI,
    ZCDP,
    listed,
)
from dpsym.audit.libraries import dp_accounting_losses


def _module(name: str = "") -> Any:
    return import_module(f"dp_accounting{name}")


def _spend(epsilon: float, delta: float = 0.0) -> Any:
    return _module(".pld.common").DifferentialPrivacyParameters(epsilon, delta)


def _event(kind: str, *arguments: Any, k: int = 1) -> Any:
    event = getattr(_module(), f"{kind}DpEvent")(*arguments)
    return event if k == 1 else _module().SelfComposedDpEvent(event, k)


def _accountant(kind: Any, relation: str, *arguments: Any) -> Any:
    relations = _module(".privacy_accountant").NeighboringRelation
    return kind(*arguments, neighboring_relation=relations[relation])


def _sampled(sigma: float, q: float) -> Any:
    return _module().PoissonSampledDpEvent(q, _event("Gaussian", sigma))


def _order(kind: Any, event: Any, alpha: float) -> float:
    return float(kind([alpha]).compose(event)._rdp[0])


def _best_of(noise: Any, event: Any, epsilon: float, delta: float) -> float:
    bracket = _module(".mechanism_calibration").LowerEndpointAndGuess(0.0, 1.0)
    return float(noise(_module(".rdp").RdpAccountant, event, epsilon, delta, bracket))


_RDP = "dp_accounting.rdp.rdp_privacy_accountant:"
_PLD = "dp_accounting.pld.privacy_loss_distribution:"
_LOSS = "dp_accounting.pld.privacy_loss_mechanism:"
_NOISE = "dp_accounting.pld.accountant:"
_REPLACE = "REPLACE_ONE"
_WIDE = {"sigma": "[1/1000, 10**17]"}
_NARROW = {"sigma": "[1/10, 1000]"}
_RATES = {"rate": "[1/100, 10]"}

_ANSWERS = "FiniteMechanism(Bernoulli(p/2), Bernoulli(1 - p/2))"  # two buckets, p of them random
_RANDOM = {"p": "[1/1000, 999/1000]"}

AUDIT = (
    listed(
        "dp_accounting.gaussian_mechanism:get_epsilon_gaussian",
        GAUSSIAN,
        samples=1000,
        over=_WIDE,
    ),
    listed("dp_accounting.gaussian_mechanism:get_sigma_gaussian", GAUSSIAN_NOISE),
    listed(
        _RDP + "RdpAccountant",
        GAUSSIAN,
        lambda f, sigma, delta: f().compose(_event("Gaussian", sigma)).get_epsilon(delta),
        variant="Gaussian",
    ),
    listed(
        _RDP + "RdpAccountant",
        GAUSSIAN,
        lambda f, sigma, delta: (
            f([2, 8, 32, inf]).compose(_event("Gaussian", sigma)).get_epsilon(delta)
        ),
        variant="an infinite order",
    ),
    listed(
        _RDP + "RdpAccountant",
        GAUSSIAN_ROUNDS,
        lambda f, sigma, k, delta: f().compose(_event("Gaussian", sigma, k=k)).get_epsilon(delta),
        variant="Gaussian rounds",
    ),
    listed(
        _RDP + "RdpAccountant",
        GAUSSIAN_REPLACED,
        lambda f, sigma, delta: (
            _accountant(f, _REPLACE).compose(_event("Gaussian", sigma)).get_epsilon(delta)
        ),
        variant="Gaussian, replace one",
    ),
    listed(
        _RDP + "RdpAccountant",
        GAUSSIAN_RENYI,
        lambda f, sigma, alpha: _order(f, _event("Gaussian", sigma), alpha),
        variant="order, Gaussian",
    ),
    listed(
        _RDP + "RdpAccountant",
        LAPLACE_RENYI,
        lambda f, scale, alpha: _order(f, _event("Laplace", scale), alpha),
        variant="order, Laplace",
        over={"scale": "[1/100, 10**8]"},
    ),
    listed(
        _RDP + "RdpAccountant",
        SAMPLED_RENYI,
        lambda f, q, sigma, alpha: _order(f, _sampled(sigma, q), alpha),
        variant="order, sampled Gaussian",
        over={"sigma": (0.1, 1.0, 10.0, 50.0), "alpha": (2.0, 3.0, 8.0, 64.0)},
    ),
    listed(
        _RDP + "RdpAccountant",
        LAPLACE,
        lambda f, scale, delta: f().compose(_event("Laplace", scale)).get_epsilon(delta),
        variant="Laplace",
    ),
    listed(
        _RDP + "RdpAccountant",
        LAPLACE_REPLACED,
        lambda f, scale, delta: (
            _accountant(f, _REPLACE).compose(_event("Laplace", scale)).get_epsilon(delta)
        ),
        variant="Laplace, replace one",
    ),
    listed(
        _RDP + "RdpAccountant",
        LAPLACE_ROUNDS,
        lambda f, scale, k, delta: f().compose(_event("Laplace", scale, k=k)).get_epsilon(delta),
        variant="Laplace rounds",
        over={"scale": "[1/10, 100]", "k": (0, 1, 2, 10, 30)},
    ),
    listed(
        _RDP + "RdpAccountant",
        ZCDP,
        lambda f, rho, delta: f().compose(_event("ZC", rho)).get_epsilon(delta),
        variant="zCDP",
    ),
    listed(
        _RDP + "compute_epsilon",
        RENYI,
        lambda f, alpha, tau, delta: f([alpha], [tau], delta)[0],
    ),
    listed(
        _RDP + "compute_delta",
        RENYI_DELTA,
        lambda f, alpha, tau, epsilon: f([alpha], [tau], epsilon)[0],
    ),
    listed(
        _RDP + "RdpAccountant",
        f"RenyiDP({_ANSWERS}, alpha, {{value}}) for p in (0, 1)",
        lambda f, p, alpha: float(
            _accountant(f, _REPLACE, [alpha]).compose(_event("RandomizedResponse", p, 2))._rdp[0]
        ),
        variant="order, randomised response, replace one",
        over=_RANDOM,
    ),
    listed(
        _NOISE + "get_smallest_subsampled_gaussian_noise",
        SAMPLED_NOISE,
        lambda f, q, epsilon, delta: f(_spend(epsilon, delta), sampling_prob=q),
        over={"q": (0.01, 0.3), "epsilon": (0.5, 1.0, 5.0), "delta": (1e-9, 1e-5)},
    ),
    listed(
        _PLD + "from_randomized_response",
        f"ApproxDP({_ANSWERS}, epsilon, {{value}}) for p in (0, 1)",
        lambda f, p, epsilon: f(p, 2).get_delta_for_epsilon(epsilon),
        variant="delta",
        over={"epsilon": "[0, 10]", **_RANDOM},
    ),
    listed(
        _NOISE + "advanced_composition",
        PURE_ROUNDS,
        lambda f, epsilon, k, delta: f(_spend(epsilon), k, delta),
        over={"epsilon": "[1/1000, 5]"},
    ),
    listed(
        _NOISE + "get_smallest_epsilon_from_advanced_composition",
        PURE_EACH,
        lambda f, epsilon, k, delta: f(_spend(epsilon, delta), k, 0),
        side="lower",
        rounding=1e-6,
        over={"epsilon": "[1/10, 5]", "k": (1, 10, 100)},
    ),
    listed(
        _NOISE + "get_smallest_laplace_noise",
        LAPLACE_NOISE,
        lambda f, epsilon, delta: f(_spend(epsilon, delta)),
        over={"epsilon": "[1/10, 10]"},
    ),
    listed(
        _NOISE + "get_smallest_discrete_laplace_noise",
        GEOMETRIC_NOISE,
        lambda f, epsilon, delta: f(_spend(epsilon, delta)),
        side="lower",
        over={"epsilon": "[1/10, 10]"},
    ),
    listed(
        _NOISE + "get_smallest_gaussian_noise",
        GAUSSIAN_NOISE,
        lambda f, epsilon, delta: f(_spend(epsilon, delta)),
        over={"epsilon": "[10**(-9), 10]"},
    ),
    listed(
        "dp_accounting.mechanism_calibration:calibrate_dp_mechanism",
        GAUSSIAN_NOISE,
        lambda f, epsilon, delta: _best_of(
            f, lambda sigma: _event("Gaussian", sigma), epsilon, delta
        ),
        variant="Renyi, Gaussian",
        over={"epsilon": "[1/10, 10]"},
    ),
    listed(
        _LOSS + "GaussianPrivacyLoss",
        GAUSSIAN_DELTA,
        lambda f, sigma, epsilon: f(sigma).get_delta_for_epsilon(epsilon),
        variant="delta",
        over=_WIDE,
    ),
    listed(
        _LOSS + "LaplacePrivacyLoss",
        LAPLACE_DELTA,
        lambda f, scale, epsilon: f(scale).get_delta_for_epsilon(epsilon),
        variant="delta",
        over={"scale": "[1/1000, 10**17]"},
    ),
    listed(
        _LOSS + "DiscreteLaplacePrivacyLoss",
        GEOMETRIC_DELTA,
        lambda f, rate, epsilon: f(rate).get_delta_for_epsilon(epsilon),
        variant="delta",
    ),
    listed(
        _PLD + "from_gaussian_mechanism",
        GAUSSIAN,
        lambda f, sigma, delta: f(sigma).get_epsilon_for_delta(delta),
        variant="epsilon",
        over=_NARROW,
    ),
    listed(
        _PLD + "from_gaussian_mechanism",
        GAUSSIAN_DELTA,
        lambda f, sigma, epsilon: f(sigma).get_delta_for_epsilon(epsilon),
        variant="delta",
        over=_NARROW,
    ),
    listed(
        _PLD + "from_laplace_mechanism",
        LAPLACE_DELTA,
        lambda f, scale, epsilon: f(scale).get_delta_for_epsilon(epsilon),
        variant="delta",
        over={"scale": "[1/10, 1000]"},
    ),
    listed(
        _PLD + "from_laplace_mechanism",
        LAPLACE_DELTA,
        lambda f, scale, epsilon: f(scale).get_delta_for_epsilon([epsilon])[0],
        variant="delta, several",
        over={"scale": "[1/100, 1000]", "epsilon": (0.0, 0.5, 5.0, 50.0, 900.0)},
    ),
    listed(
        _PLD + "from_discrete_laplace_mechanism",
        GEOMETRIC,
        lambda f, rate, delta: f(rate).get_epsilon_for_delta(delta),
        variant="epsilon",
        over=_RATES,
    ),
    listed(
        _PLD + "from_discrete_laplace_mechanism",
        GEOMETRIC_DELTA,
        lambda f, rate, epsilon: f(rate).get_delta_for_epsilon(epsilon),
        variant="delta",
        over=_RATES,
    ),
    listed(
        _PLD + "from_privacy_parameters",
        PURE_ROUNDS_DELTA,
        lambda f, epsilon, k, total: (
            f(_spend(epsilon)).self_compose(k).get_delta_for_epsilon(total)
        ),
        variant="composed, delta",
        over={"epsilon": (0.01, 0.1, 0.5), "k": (1, 10, 100, 1000)},
    ),
    listed(
        _PLD + "from_privacy_parameters",
        PURE_ROUNDS,
        lambda f, epsilon, k, delta: (
            f(_spend(epsilon)).self_compose(k).get_epsilon_for_delta(delta)
        ),
        variant="composed, epsilon",
        over={"epsilon": (0.01, 0.1, 0.5), "k": (1, 10, 100, 1000)},
    ),
    listed(
        "dp_accounting.pld.pld_privacy_accountant:PLDAccountant",
        GAUSSIAN_ROUNDS,
        lambda f, sigma, k, delta: f().compose(_event("Gaussian", sigma, k=k)).get_epsilon(delta),
        variant="Gaussian rounds",
        over=_NARROW,
    ),
    listed(
        "dp_accounting.pld.pld_privacy_accountant:PLDAccountant",
        GAUSSIAN_REPLACED,
        lambda f, sigma, delta: (
            _accountant(f, _REPLACE).compose(_event("Gaussian", sigma)).get_epsilon(delta)
        ),
        variant="Gaussian, replace one",
        over=_NARROW,
    ),
    listed(
        "dp_accounting.pld.pld_privacy_accountant:PLDAccountant",
        LAPLACE_ROUNDS,
        lambda f, scale, k, delta: f().compose(_event("Laplace", scale, k=k)).get_epsilon(delta),
        variant="Laplace rounds",
        over={"scale": "[1, 100]", "k": (0, 1, 2, 10, 30)},
    ),
    listed(
        "dp_accounting.pld.pld_privacy_accountant:PLDAccountant",
        SAMPLED,
        lambda f, q, sigma, delta: f().compose(_sampled(sigma, q)).get_epsilon(delta),
        variant="sampled Gaussian",
        over={"q": (0.001, 0.1, 1.0), "sigma": "[1/2, 100]"},
    ),
    *dp_accounting_losses.AUDIT,
)
