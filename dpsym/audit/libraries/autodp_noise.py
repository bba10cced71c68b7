"""autodp: how much noise suffices, and mechanisms for which its accountants are told."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from importlib import import_module
from typing import Any

from flint import arb

from dpsym import truth
from dpsym.audit.case import Case, bound
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
    over,
    positive_rate,
)
from dpsym.truth.inverse import least


def _module(name: str) -> Any:
    return import_module(f"autodp.{name}")


def _calibrator(name: str, claim: str, through: Any, **options: Any) -> Case:
    def load() -> Any:
        _module("rdp_acct")  # with which the other would import itself in a ring
        return getattr(_module("privacy_calibrator"), name)

    return bound(f"autodp.privacy_calibrator:{name}", claim, through, load=load, **options)


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


def _needed(way: str, q: float, sigma: float, delta: float) -> arb:
    def curve(level: Fraction) -> arb:
        found = truth.sampled_delta(level, sigma, q, adjacency=way)
        return found.lower().union(found.upper())

    return least(curve, Fraction(delta), bits=53)


_ZOO = "autodp.mechanism_zoo:"
_WAYS = ("add", "remove")
_TARGETS = over("delta", epsilon="[1/100, 20]")
_RESPONSE = "ApproxDP(FiniteMechanism(Bernoulli({0}), Bernoulli(1 - {0})), {1}, delta) for {0} in "

AUDIT = (
    *(
        _calibrator(
            name,
            claim,
            lambda f, epsilon, delta, key=key: f(epsilon, delta)[key],
            **(over("delta", epsilon="[1/100, 1]") if name.startswith("classical") else _TARGETS),
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
        **_TARGETS,
    ),
    _calibrator(
        "subsample_epsdelta",
        PURE_SAMPLED,
        lambda f, epsilon, q: f(epsilon, 0, q)[0],
        **over("epsilon", q="[1/10**8, 1]"),
    ),
    bound(
        "autodp.calibrator_zoo:eps_delta_calibrator",
        GAUSSIAN_NOISE,
        _calibrated,
        **over(epsilon=(0.1, 0.5, 1.0, 5.0), delta=(1e-9, 1e-6, 1e-3)),
    ),
    bound(
        "autodp.calibrator_zoo:generalized_eps_delta_calibrator",
        GAUSSIAN_NOISE,
        _calibrated,
        **over(epsilon=(0.1, 0.5, 1.0, 5.0), delta=(1e-9, 1e-6, 1e-3)),
    ),
    bound(
        _ZOO + "RandresponseMechanism",
        _RESPONSE.format("p", "{value}") + "[1/2, 1)",
        lambda f, p, delta: f(p).get_approxDP(delta),
        **over("delta", p="[1/2, 1 - 10**(-12)]"),
    ),
    bound(
        _ZOO + "PureDP_Mechanism",
        PURE_APPROX,
        lambda f, epsilon, delta: f(epsilon).get_approxDP(delta),
        **over("epsilon", "delta"),
    ),
    bound(
        _ZOO + "SubsampleGaussianMechanism",
        SAMPLED,
        lambda f, q, sigma, delta: f({"prob": q, "sigma": sigma, "coeff": 1}).get_approxDP(delta),
        **over("delta", q=(0.001, 0.1), sigma="[1/2, 100]"),
    ),
    *(
        bound(
            "autodp.transformer_zoo:AmplificationBySampling_pld",
            partial(_needed, way),
            lambda f, q, sigma, delta, way=way: _amplified(f, way, q, sigma).get_approxDP(delta),
            variant=f"Gaussian, {way} one",
            **over(q=(0.01, 0.3, 0.9), sigma=(0.5, 1.0, 2.0, 10.0), delta=(1e-9, 1e-6, 1e-3, 0.1)),
        )
        for way in _WAYS
    ),
    bound(
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
        **over(q=(0.01, 0.3), sigma=(1.0, 4.0), k=(1, 10), epsilon=(0.1, 1.0)),
    ),
    bound(
        _ZOO + "DiscreteGaussianMechanism",
        DISCRETE,
        lambda f, sigma, delta: f(sigma).get_approxDP(delta),
        variant="epsilon",
        **over("delta", sigma="[1/2, 100]"),
    ),
    bound(
        _ZOO + "DiscreteGaussianMechanism",
        DISCRETE_RENYI,
        lambda f, sigma, alpha: f(sigma).get_RDP(alpha),
        variant="order",
        **over("alpha", sigma="[1/10, 10**6]"),
    ),
    bound(
        _ZOO + "ComposedGaussianMechanism",
        GAUSSIAN_ROUNDS,
        lambda f, sigma, k, delta: f({"sigma": sigma, "coeff": k}).get_approxDP(delta),
        **over("sigma", "delta", "k"),
    ),
    bound("autodp.rdp_acct:anaRDPacct", GAUSSIAN_ROUNDS, _spent, **over("sigma", "delta", "k")),
    bound(
        "autodp.dp_bank:get_eps_rdp",
        ZCDP,
        lambda f, rho, delta: f(lambda alpha: rho * alpha, delta),
        **over("rho", "delta"),
    ),
    bound(
        "autodp.rdp_bank:RDP_subsampled_pureDP",
        "PureDP(M, epsilon) => RenyiDP(Subsample(M, q), alpha, {value})",
        lambda f, epsilon, q, alpha: f({"eps": epsilon, "prob": q}, alpha),
        **over(epsilon="[1/100, 5]", q=(0.01, 0.3, 1.0), alpha=(2.0, 3.0, 8.0)),
    ),
    bound(
        "autodp.fdp_bank:fDP_gaussian",
        GAUSSIAN_TRADEOFF,
        lambda f, mu, z: f({"sigma": 1 / mu}, positive_rate(z)),
        side="lower",
        negligible=1e-15,
    ),
    bound(
        "autodp.converter:approxdp_func_to_fdp",
        GAUSSIAN_TRADEOFF,
        lambda f, mu, z: f(lambda delta: _module("dp_bank").get_eps_ana_gaussian(1 / mu, delta))(
            positive_rate(z)
        ),
        side="lower",
        negligible=1e-15,
    ),
    bound(
        "autodp.converter:fdp_to_approxdp",
        GAUSSIAN,
        lambda f, sigma, delta: f(lambda x: _module("fdp_bank").fDP_gaussian({"sigma": sigma}, x))(
            delta
        ),
        **over("delta", sigma="[1/2, 100]"),
    ),
)
