"""prv-accountant: the ends of its intervals, and the curves behind them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from flint import arb
from sympy import Rational

from dpsym import truth
from dpsym.audit.claims import (
    APPROX_ROUNDS,
    GAUSSIAN_NOISE,
    GAUSSIAN_RENYI,
    GAUSSIAN_ROUNDS,
    LAPLACE_RENYI,
    LAPLACE_ROUNDS,
    PURE_RENYI,
    PURE_ROUNDS,
    PURE_ROUNDS_DELTA,
    SAMPLED,
    SAMPLED_RENYI,
    listed,
)
from dpsym.language.heads import GaussianMechanism


def _law(name: str, *arguments: Any) -> Any:
    return getattr(import_module("prv_accountant"), name)(*arguments)


def _accountant(f: Any, law: Any, k: int, delta: float = 1e-6) -> Any:
    return f(prvs=[law], max_self_compositions=[k], eps_error=0.01, delta_error=delta / 1000)


def _epsilon(f: Any, law: Any, k: int, delta: float) -> float:
    return float(_accountant(f, law, k, delta).compute_epsilon(delta, [k])[2])


def _truth(sigma: float, k: int, delta: float) -> arb:
    return truth.epsilon(delta, GaussianMechanism(1, Rational(sigma)), rounds=k)


_FEW = (0, 1, 2, 10, 100)
_PRV = "prv_accountant:PRVAccountant"

AUDIT = (
    listed(
        "prv_accountant:GaussianMechanism",
        GAUSSIAN_RENYI,
        lambda f, sigma, alpha: f(sigma).rdp(alpha),
        variant="rdp",
    ),
    listed(
        "prv_accountant:LaplaceMechanism",
        LAPLACE_RENYI,
        lambda f, scale, alpha: f(1 / scale).rdp(alpha),
        variant="rdp",
        over={"scale": "[1/100, 10**8]"},
    ),
    listed(
        "prv_accountant:PureDPMechanism",
        PURE_RENYI,
        lambda f, epsilon, alpha: f(epsilon).rdp(alpha),
        variant="rdp",
    ),
    listed(
        "prv_accountant:PoissonSubsampledGaussianMechanism",
        SAMPLED_RENYI,
        lambda f, q, sigma, alpha: f(q, sigma).rdp(alpha),
        variant="rdp",
        at_least=0,
        over={"sigma": (0.1, 1.0, 10.0, 50.0), "alpha": (2.0, 3.0, 8.0, 64.0)},
    ),
    listed(
        _PRV,
        GAUSSIAN_ROUNDS,
        lambda f, sigma, k, delta: _epsilon(f, _law("GaussianMechanism", sigma), k, delta),
        variant="Gaussian, upper end",
        over={"sigma": (1.0, 5.0, 20.0), "k": _FEW, "delta": (1e-9, 1e-6, 1e-3)},
    ),
    listed(
        _PRV,
        LAPLACE_ROUNDS,
        lambda f, scale, k, delta: _epsilon(f, _law("LaplaceMechanism", 1 / scale), k, delta),
        variant="Laplace, upper end",
        over={"scale": (1.0, 5.0, 20.0), "k": _FEW[:4], "delta": (1e-6, 1e-3)},
    ),
    listed(
        _PRV,
        PURE_ROUNDS,
        lambda f, epsilon, k, delta: _epsilon(
            f, _law("ApproximateDPMechanism", epsilon, 0), k, delta
        ),
        variant="pure, upper end",
        over={"epsilon": (0.01, 0.1, 1.0), "k": _FEW, "delta": (1e-9, 1e-6, 1e-3)},
    ),
    listed(
        _PRV,
        APPROX_ROUNDS,
        lambda f, epsilon, failure, k, delta: _epsilon(
            f, _law("ApproximateDPMechanism", epsilon, failure), k, delta
        ),
        variant="approximate, upper end",
        over={"epsilon": (0.1, 1.0), "failure": (1e-12, 1e-9), "k": _FEW, "delta": (1e-6, 1e-3)},
    ),
    listed(
        _PRV,
        PURE_ROUNDS_DELTA,
        lambda f, epsilon, k, total: _accountant(
            f, _law("ApproximateDPMechanism", epsilon, 0), k
        ).compute_delta(total, [k])[2],
        variant="pure, upper delta",
        over={"epsilon": (0.01, 0.1, 1.0), "k": _FEW, "total": (0.1, 1.0, 5.0)},
    ),
    listed(
        _PRV,
        SAMPLED,
        lambda f, q, sigma, delta: _epsilon(
            f, _law("PoissonSubsampledGaussianMechanism", q, sigma), 1, delta
        ),
        variant="sampled Gaussian, upper end",
        over={"q": (0.01, 0.3), "sigma": (0.8, 2.0, 10.0), "delta": (1e-9, 1e-6, 1e-3)},
    ),
    listed(
        "prv_accountant.dpsgd:find_noise_multiplier",
        GAUSSIAN_NOISE,
        lambda f, epsilon, delta: f(1.0, 1, epsilon, delta),
        over={"epsilon": (0.5, 1.0, 5.0), "delta": (1e-9, 1e-6, 1e-3)},
    ),
    listed(
        "prv_accountant.other_accountants:RDP",
        GAUSSIAN_ROUNDS,
        lambda f, sigma, k, delta: f([_law("GaussianMechanism", sigma)]).compute_epsilon(
            delta, [k]
        )[2],
    ),
    listed(
        _PRV,
        "ApproxDP(Compose(GaussianMechanism(1, sigma), k), epsilon, {value}) for k in 1..oo",
        lambda f, sigma, k, epsilon: _accountant(
            f, _law("GaussianMechanism", sigma), k
        ).compute_delta(epsilon, [k])[2],
        variant="Gaussian, upper delta",
        over={"sigma": (1.0, 5.0, 20.0), "k": _FEW, "epsilon": (0.1, 1.0, 5.0)},
    ),
    listed(
        _PRV,
        _truth,
        lambda f, sigma, k, delta: _accountant(
            f, _law("GaussianMechanism", sigma), k, delta
        ).compute_epsilon(delta, [k])[0],
        variant="Gaussian, lower end",
        side="lower",
        over={"sigma": (1.0, 5.0, 20.0), "k": _FEW[1:], "delta": (1e-9, 1e-6, 1e-3)},
    ),
    listed(
        "prv_accountant.dpsgd:DPSGDAccountant",
        SAMPLED,
        lambda f, q, sigma, delta: f(
            sigma, q, 1, eps_error=0.01, delta_error=delta / 1000
        ).compute_epsilon(delta, 1)[2],
        over={"q": (0.01, 0.3), "sigma": (0.8, 2.0, 10.0), "delta": (1e-9, 1e-6, 1e-3)},
    ),
)
