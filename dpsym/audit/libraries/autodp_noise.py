"""autodp: how much noise suffices, and mechanisms for which its accountants are told."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from importlib import import_module
from math import expm1, inf, isqrt, log
from typing import Any

import numpy as np
from flint import arb
from sympy import Rational

from dpsym import RandomizedResponse, truth
from dpsym.accounting.rounds import ball
from dpsym.arguments import Number, exact
from dpsym.audit.case import Case
from dpsym.audit.claims import (
    DISCRETE,
    DISCRETE_RENYI,
    GAUSSIAN,
    GAUSSIAN_NOISE,
    GAUSSIAN_ROUNDS,
    GAUSSIAN_TRADEOFF,
    LAPLACE_NOISE,
    PURE_APPROX,
    PURE_SAMPLED,
    SAMPLED,
    ZCDP,
    listed,
    positive_rate,
)
from dpsym.truth import Between
from dpsym.truth.inverse import least


def _module(name: str) -> Any:
    return import_module(f"autodp.{name}")


def _calibrator(name: str, claim: str, through: Any, **options: Any) -> Case:
    def load() -> Any:
        _module("rdp_acct")  # with which the other would import itself in a ring
        return getattr(_module("privacy_calibrator"), name)

    return listed(f"autodp.privacy_calibrator:{name}", claim, through, load=load, **options)


def _calibrated(calibrator: Any, epsilon: float, delta: float) -> float:
    mechanism = _module("mechanism_zoo").ExactGaussianMechanism
    return float(calibrator()(mechanism, epsilon, delta, [1e-2, 1e4]).params["sigma"])


def _spent(accountant: Any, sigma: float, k: int, delta: float) -> float:
    spent, curve = accountant(), _module("rdp_bank").RDP_gaussian
    spent.compose_mechanism(lambda alpha: curve({"sigma": sigma}, alpha), coeff=k)
    return float(spent.get_eps(delta))


def _amplified(transformer: Any, way: str, q: float, sigma: float) -> Any:
    inner = _module("mechanism_zoo").GaussianMechanism(sigma, phi_off=False)
    inner.neighboring = f"{way}_only"
    return transformer(PoissonSampling=True, neighboring=f"{way}_only")(inner, q)


def _needed(way: str, q: float, sigma: Number, delta: float) -> arb:
    def curve(level: Fraction) -> arb:
        found = truth.sampled_delta(level, sigma, q, adjacency=way)
        return found.lower().union(found.upper())

    return least(curve, Fraction(delta), bits=53)


def _largest(way: str, rho: float, q: float, delta: float) -> Between:
    """Of a sample of a fixed size: not below a concrete pair, not above what is not sampled.

    Where one record is replaced, all others are zero and its share moves by the sensitivity, the
    laws are those of a Poisson sample.
    """
    variance = 1 / (2 * exact(rho, "rho"))
    sigma = Fraction(isqrt(int(variance * 4**80)) + 1, 2**80)  # not less than its root
    return Between(_needed(way, q, sigma, delta), truth.zcdp_epsilon(delta, rho).most)


def _order_of_choice(alpha: float, epsilon: float) -> Between:
    """Of the exponential mechanism, between two candidates and Cesar and Rogers 2021."""
    half = exact(epsilon, "epsilon") / 2
    pair = truth.renyi(alpha, RandomizedResponse(Rational(half.numerator, half.denominator)))
    return Between(pair, ball(exact(alpha, "alpha") * half**2 / 2).min(ball(2 * half)))


def _zcdp(rho: float) -> Callable[[float], float]:
    """What it says of every order; of those below one no more than of one."""
    return lambda alpha: rho * max(alpha, 1.0)


def _truncated(rho: float, w: float, alpha: float) -> arb:
    """Attained by Gaussian noise below the order w; beyond it nothing is promised."""
    return ball(exact(rho, "rho") * exact(alpha, "alpha")) if alpha < w else arb.pos_inf()


_CHOICE = (
    "Max(0, 1 - exp(({value} - epsilon)/2))**2 <= delta*(1 - exp(-epsilon))"
    " for {value} in [0, oo), epsilon in (0, oo), delta in [0, 1]"
)
"""The exponential mechanism's curve at the worst two candidates (Dong, Durfee and Rogers 2020)."""
_BLOCKS = (
    "Max(Renyi(alpha, Bernoulli(x), Bernoulli(1 - {value})),"
    " Renyi(alpha, Bernoulli(1 - {value}), Bernoulli(x))) >= rho"
    " for alpha in (1, 100], rho in [0, 50], x in [0, 1], value in [0, 1]"
)
_ZOO = "autodp.mechanism_zoo:"
_WAYS = ("add", "remove")
_TARGETS = {"epsilon": "[1/100, 20]"}
_RESPONSE = "ApproxDP(FiniteMechanism(Bernoulli({0}), Bernoulli(1 - {0})), {1}, delta) for {0} in "

AUDIT = (
    *(
        _calibrator(
            name,
            claim,
            lambda f, epsilon, delta, key=key: f(epsilon, delta)[key],
            over={"epsilon": "[1/100, 1]"} if name.startswith("classical") else _TARGETS,
        )
        for name, claim, key in (
            ("gaussian_mech", GAUSSIAN_NOISE, "sigma"),
            ("laplace_mech", LAPLACE_NOISE, "b"),
            ("classical_gaussian_mech", GAUSSIAN_NOISE, "sigma"),
            ("ana_gaussian_mech", GAUSSIAN_NOISE, "sigma"),
        )
    ),
    _calibrator(
        "randresponse_mech",
        _RESPONSE.format("{value}", "epsilon") + "[1/2, 1]",
        lambda f, epsilon, delta: f(epsilon, delta)["p"],
        side="lower",
        over=_TARGETS,
    ),
    _calibrator(
        "subsample_epsdelta",
        PURE_SAMPLED,
        lambda f, epsilon, q: f(epsilon, 0, q)[0],
        over={"q": "[1/10**8, 1]"},
    ),
    listed(
        "autodp.calibrator_zoo:eps_delta_calibrator",
        GAUSSIAN_NOISE,
        _calibrated,
        over={"epsilon": (0.1, 0.5, 1.0, 5.0), "delta": (1e-9, 1e-6, 1e-3)},
    ),
    listed(
        "autodp.calibrator_zoo:generalized_eps_delta_calibrator",
        GAUSSIAN_NOISE,
        _calibrated,
        over={"epsilon": (0.1, 0.5, 1.0, 5.0), "delta": (1e-9, 1e-6, 1e-3)},
    ),
    listed(
        _ZOO + "RandresponseMechanism",
        _RESPONSE.format("p", "{value}") + "[1/2, 1)",
        lambda f, p, delta: f(p).get_approxDP(delta),
        over={"p": "[1/2, 1 - 10**(-12)]"},
    ),
    listed(
        _ZOO + "PureDP_Mechanism",
        PURE_APPROX,
        lambda f, epsilon, delta: f(epsilon).get_approxDP(delta),
    ),
    listed(
        _ZOO + "SubsampleGaussianMechanism",
        SAMPLED,
        lambda f, q, sigma, delta: f({"prob": q, "sigma": sigma, "coeff": 1}).get_approxDP(delta),
        over={"q": (0.001, 0.1), "sigma": "[1/2, 100]"},
    ),
    *(
        listed(
            "autodp.transformer_zoo:AmplificationBySampling_pld",
            partial(_needed, way),
            lambda f, q, sigma, delta, way=way: _amplified(f, way, q, sigma).get_approxDP(delta),
            variant=f"Gaussian, {way} one",
            over={
                "q": (0.01, 0.3, 0.9),
                "sigma": (0.5, 1.0, 2.0, 10.0),
                "delta": (1e-9, 1e-6, 1e-3, 0.1),
            },
        )
        for way in _WAYS
    ),
    listed(
        "autodp.transformer_zoo:ComposeAFA",
        lambda q, sigma, k, epsilon: truth.sampled_delta(epsilon, sigma, q, k),
        lambda f, q, sigma, k, epsilon: max(
            f()(
                [_amplified(_module("transformer_zoo").AmplificationBySampling_pld, way, q, sigma)],
                [k],
            ).get_approx_delta(epsilon)
            for way in _WAYS
        ),
        variant="sampled Gaussian, delta",
        over={"q": (0.01, 0.3), "sigma": (1.0, 4.0), "k": (1, 10), "epsilon": (0.1, 1.0)},
    ),
    listed(
        _ZOO + "DiscreteGaussianMechanism",
        DISCRETE,
        lambda f, sigma, delta: f(sigma).get_approxDP(delta),
        variant="epsilon",
        over={"sigma": "[1/2, 100]"},
    ),
    listed(
        _ZOO + "DiscreteGaussianMechanism",
        DISCRETE_RENYI,
        lambda f, sigma, alpha: f(sigma).get_RDP(alpha),
        variant="order",
        over={"sigma": "[1/10, 10**6]"},
    ),
    listed(
        _ZOO + "ComposedGaussianMechanism",
        GAUSSIAN_ROUNDS,
        lambda f, sigma, k, delta: f({"sigma": sigma, "coeff": k}).get_approxDP(delta),
    ),
    listed("autodp.rdp_acct:anaRDPacct", GAUSSIAN_ROUNDS, _spent),
    listed(
        "autodp.dp_bank:get_eps_rdp",
        ZCDP,
        lambda f, rho, delta: f(lambda alpha: rho * alpha, delta),
    ),
    listed(
        "autodp.rdp_bank:RDP_subsampled_pureDP",
        "PureDP(M, epsilon) => RenyiDP(Subsample(M, q), alpha, {value})",
        lambda f, epsilon, q, alpha: f({"eps": epsilon, "prob": q}, alpha),
        over={"epsilon": "[1/100, 5]", "q": (0.01, 0.3, 1.0), "alpha": (2.0, 3.0, 8.0)},
    ),
    listed(
        "autodp.fdp_bank:fDP_gaussian",
        GAUSSIAN_TRADEOFF,
        lambda f, mu, z: f({"sigma": 1 / mu}, positive_rate(z)),
        side="lower",
        negligible=1e-15,
    ),
    listed(
        "autodp.converter:approxdp_func_to_fdp",
        GAUSSIAN_TRADEOFF,
        lambda f, mu, z: f(lambda delta: _module("dp_bank").get_eps_ana_gaussian(1 / mu, delta))(
            positive_rate(z)
        ),
        side="lower",
        negligible=1e-15,
    ),
    listed(
        "autodp.converter:fdp_to_approxdp",
        GAUSSIAN,
        lambda f, sigma, delta: f(lambda x: _module("fdp_bank").fDP_gaussian({"sigma": sigma}, x))(
            delta
        ),
        over={"sigma": "[1/2, 100]"},
    ),
    listed(
        _ZOO + "NoisySGD_Mechanism",
        lambda q, sigma, k, epsilon: truth.sampled_delta(epsilon, sigma, q, k),
        lambda f, q, sigma, k, epsilon: f(q, sigma, k).get_approx_delta(epsilon),
        over={
            "q": (0.01, 0.3, 1.0),
            "sigma": (0.5, 1.0, 4.0),
            "k": (1, 10),
            "epsilon": (0.1, 1.0, 5.0),
        },
    ),
    listed(
        _ZOO + "NoisyGD_Mechanism",
        GAUSSIAN_ROUNDS,
        lambda f, sigma, k, delta: f(np.full(k, sigma)).get_approxDP(delta),
        over={"k": (1, 2, 10, 1000)},
    ),
    listed(
        _ZOO + "ExponentialMechanism",
        _CHOICE,
        lambda f, epsilon, delta: f(epsilon).get_approxDP(delta),
        variant="epsilon",
        over={"delta": "[10**(-20), 1/2]", "epsilon": "[1/1000, 20]"},
    ),
    listed(
        _ZOO + "ExponentialMechanism",
        _order_of_choice,
        lambda f, alpha, epsilon: f(epsilon).get_RDP(alpha),
        variant="order",
        over={"epsilon": "[1/1000, 20]"},
    ),
    listed(
        "autodp.rdp_bank:RDP_truncatedCDP",
        _truncated,
        lambda f, rho, w, alpha: f({"rho": rho, "w": w}, alpha),
        over={"w": (2.0, 10.0), "alpha": (1.5, 2.0, 3.0, 9.0, 20.0)},
    ),
    listed(
        "autodp.rdp_bank:RDP_expfamily",
        "RenyiDP(GaussianMechanism(mu, 1), alpha, {value})",
        lambda f, mu, alpha: f({"Delta": mu, "L": lambda k: 1.0, "B": lambda k: inf}, alpha),
    ),
    listed(
        "autodp.rdp_bank:pRDP_diag_gaussian",
        "Renyi(alpha, Gaussian(mu, sigma), Gaussian(0, sigma)) <= {value}",
        lambda f, mu, sigma, alpha: f(
            {
                "mu1": np.array([mu]),
                "mu2": np.zeros(1),
                "sigma1": np.array([sigma**2]),
                "sigma2": np.array([sigma**2]),
            },
            alpha,
        ),
        over={"mu": "[1/10, 20]", "sigma": "[1/100, 10]"},
    ),
    listed(
        "autodp.dp_bank:get_eps_rdp_subsampled",
        partial(_largest, "both"),
        lambda f, rho, q, delta: f(lambda alpha: rho * alpha, delta, q),
        at_least=0,
        over={"rho": (0.01, 0.1, 0.5), "q": (0.01, 0.3, 1.0), "delta": (1e-9, 1e-6, 1e-3)},
    ),
    _calibrator(
        "subsample_epsdelta_inverse",
        "PureDP(M, {value}) => PureDP(Subsample(M, q), epsilon)",
        lambda f, epsilon, q: f(epsilon, 0, q)[0],
        side="lower",
        over={"q": "[1/10**8, 1]"},
    ),
    _calibrator(
        "subsample_epsdelta_get_prob",
        "PureDP(M, whole) => PureDP(Subsample(M, {value}), epsilon) for {value} in [0, 1]",
        lambda f, epsilon, whole: f(epsilon, 1.0, whole, 1.0),
        side="lower",
        over={"epsilon": (0.1, 0.5, 1.0), "whole": (0.5, 1.0, 5.0)},
    ),
    _calibrator(
        "RDP_mech",
        GAUSSIAN_NOISE,
        lambda f, epsilon, delta: f(
            _module("rdp_bank").RDP_gaussian, epsilon, delta, "sigma", {}, bounds=[1e-2, 1e4]
        )["sigma"],
        over={"epsilon": (0.1, 0.5, 1.0, 5.0), "delta": (1e-9, 1e-6, 1e-3)},
    ),
    listed(
        "autodp.converter:rdp_to_fdp",
        lambda x, rho: truth.zcdp_beta(x, rho),
        lambda f, x, rho: f(_zcdp(rho))(x),
        side="lower",
        rounding=1e-6,
        over={"x": (0.001, 0.1, 0.3, 0.9), "rho": (0.01, 0.1, 0.5, 2.0)},
    ),
    listed(
        "autodp.converter:rdp_to_fdp_and_fdp_grad_log",
        lambda x, rho: truth.zcdp_beta(x, rho),
        lambda f, x, rho: -expm1(f(_zcdp(rho))[0](log(x))),
        side="lower",
        rounding=1e-6,
        over={"x": (0.001, 0.1, 0.3, 0.9), "rho": (0.01, 0.1, 0.5, 2.0)},
    ),
    listed(
        "autodp.converter:single_rdp_to_fdp_and_fdp_grad_log",
        _BLOCKS,
        lambda f, alpha, rho, x: -expm1(f(alpha, rho)[0](log(x))),
        side="lower",
        rounding=1e-6,
        over={"alpha": "[11/10, 64]", "rho": "[1/10, 20]", "x": "[1/100, 9/10]"},
    ),
    listed(
        "autodp.converter:fdp_fdp_grad_to_approxdp",
        GAUSSIAN,
        lambda f, sigma, delta: f(
            *(
                partial(getattr(_module("fdp_bank"), name), {"sigma": sigma})
                for name in ("log_one_minus_fdp_gaussian", "log_neg_fdp_grad_gaussian")
            )
        )(delta),
        over={"sigma": "[1/2, 100]"},
    ),
    listed(
        "autodp.fdp_bank:log_one_minus_fdp_gaussian",
        GAUSSIAN_TRADEOFF,
        lambda f, mu, z: -expm1(f({"sigma": 1 / mu}, log(positive_rate(z)))),
        side="lower",
        negligible=1e-15,
    ),
)
