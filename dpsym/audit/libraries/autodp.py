"""autodp: banks of Renyi and trade-off curves, conversions, accountants, calibrators."""

from __future__ import annotations

from importlib import import_module
from math import exp
from typing import Any

from dpsym.audit.claims import (
    APPROX_ROUNDS,
    APPROX_TRADEOFF,
    GAUSSIAN,
    GAUSSIAN_DELTA,
    GAUSSIAN_NOISE,
    GAUSSIAN_RENYI,
    GAUSSIAN_ROUNDS,
    LAPLACE,
    LAPLACE_RENYI,
    LAPLACE_ROUNDS,
    PURE_APPROX,
    PURE_RENYI,
    PURE_ROUNDS,
    PURE_ROUNDS_DELTA,
    PURE_TRADEOFF,
    SAMPLED,
    ZCDP,
    ZCDP_RENYI,
    listed,
)
from dpsym.audit.libraries import autodp_instances, autodp_noise, autodp_screens

_FLIPPED = "FiniteMechanism(Bernoulli(p), Bernoulli(1 - p))"
_RESPONSE = f"ApproxDP({_FLIPPED}, {{value}}, delta) for p in [1/2, 1)"
_TRUTHS = {"p": "[1/2, 1 - 10**(-12)]"}


def _zoo(name: str, *arguments: Any, **options: Any) -> Any:
    return getattr(import_module("autodp.mechanism_zoo"), name)(*arguments, **options)


def _response(epsilon: float) -> Any:
    truthful = 1 / (1 + exp(-epsilon))
    return _zoo("RandresponseMechanism", p=truthful, phi_off=False, RDP_off=True)


def _spent(accountant: Any, epsilon: float, failure: float, k: int, delta: float) -> float:
    spent = accountant()
    for _ in range(k):
        spent.update_DPlosses(epsilon, failure)
    return float(spent.get_eps(delta))


def _gaussian_calibrator(calibrator: Any, epsilon: float, delta: float) -> float:
    mechanism = import_module("autodp.mechanism_zoo").ExactGaussianMechanism
    return float(calibrator()(mechanism, epsilon, delta).params["sigma"])


_CONVERTED = "autodp.converter:"
_BANK = "autodp.rdp_bank:"
_COMPOSED = "autodp.transformer_zoo:"
_FEW = (0, 1, 2, 10, 100)

AUDIT = (
    listed(
        _BANK + "RDP_gaussian",
        GAUSSIAN_RENYI,
        lambda f, sigma, alpha: f({"sigma": sigma}, alpha),
    ),
    listed(
        _BANK + "RDP_laplace",
        LAPLACE_RENYI,
        lambda f, scale, alpha: f({"b": scale}, alpha),
        over={"scale": "[1/100, 10**8]"},
    ),
    listed(
        _BANK + "RDP_randresponse",
        f"RenyiDP({_FLIPPED}, alpha, {{value}}) for p in [1/2, 1)",
        lambda f, p, alpha: f({"p": p}, alpha),
        over=_TRUTHS,
    ),
    listed(_BANK + "RDP_pureDP", PURE_RENYI, lambda f, epsilon, alpha: f({"eps": epsilon}, alpha)),
    listed(_BANK + "RDP_zCDP", ZCDP_RENYI, lambda f, rho, alpha: f({"rho": rho}, alpha)),
    listed(_CONVERTED + "puredp_to_rdp", PURE_RENYI, lambda f, epsilon, alpha: f(epsilon)(alpha)),
    listed(
        _CONVERTED + "puredp_to_fdp",
        PURE_TRADEOFF,
        lambda f, epsilon, x: f(epsilon)(x),
        side="lower",
        negligible=1e-15,
    ),
    listed(
        _CONVERTED + "puredp_to_approxdp",
        PURE_APPROX,
        lambda f, epsilon, delta: f(epsilon)(delta),
    ),
    listed(
        _CONVERTED + "rdp_to_approxdp",
        ZCDP,
        lambda f, rho, delta: f(lambda alpha: rho * alpha)(delta),
        variant="zCDP",
    ),
    listed(
        _CONVERTED + "rdp_to_approxdp",
        ZCDP,
        lambda f, rho, delta: f(lambda alpha: rho * alpha, BBGHS_conversion=False)(delta),
        variant="zCDP, naive",
    ),
    listed(
        _CONVERTED + "rdp_to_delta",
        "ZCDP(M, rho) => ApproxDP(M, epsilon, {value})",
        lambda f, rho, epsilon: f(lambda alpha: rho * alpha)(epsilon),
        variant="zCDP",
    ),
    listed(
        _CONVERTED + "approxdp_to_fdp",
        APPROX_TRADEOFF,
        lambda f, epsilon, delta, x: f(epsilon, delta)(x),
        side="lower",
        negligible=1e-15,
    ),
    listed(
        _CONVERTED + "single_rdp_to_fdp",
        "Max(Renyi(alpha, Bernoulli(x), Bernoulli(1 - {value})),"
        " Renyi(alpha, Bernoulli(1 - {value}), Bernoulli(x))) >= rho"
        " for alpha in (1, 100], rho in [0, 50], x in [0, 1], value in [0, 1]",
        lambda f, alpha, rho, x: f(alpha, rho)(x),
        side="lower",
        rounding=1e-6,
        over={"alpha": "[11/10, 64]", "rho": "[1/10, 20]", "x": "[1/100, 9/10]"},
    ),
    listed(
        "autodp.fdp_bank:fDP_pure_DP",
        PURE_TRADEOFF,
        lambda f, epsilon, x: f({"eps": epsilon}, x),
        side="lower",
        negligible=1e-15,
    ),
    listed(
        "autodp.fdp_bank:fDP_approx_DP",
        APPROX_TRADEOFF,
        lambda f, epsilon, delta, x: f({"eps": epsilon, "delta": delta}, x),
        side="lower",
        negligible=1e-15,
    ),
    listed("autodp.dp_bank:get_eps_ana_gaussian", GAUSSIAN),
    listed(
        "autodp.dp_bank:get_logdelta_ana_gaussian",
        GAUSSIAN_DELTA,
        lambda f, sigma, epsilon: exp(f(sigma, epsilon)),
    ),
    listed("autodp.dp_bank:get_eps_gaussian", GAUSSIAN),
    listed("autodp.dp_bank:get_eps_laplace", LAPLACE, lambda f, scale, delta: f(scale, delta)),
    listed("autodp.dp_bank:get_eps_randresp", _RESPONSE, over=_TRUTHS),
    listed("autodp.dp_bank:get_eps_randresp_optimal", _RESPONSE, over=_TRUTHS),
    listed(
        "autodp.dp_acct:DP_acct",
        PURE_ROUNDS,
        lambda f, epsilon, k, delta: _spent(f, epsilon, 0, k, delta),
        over={"k": _FEW, "delta": (0, 1e-12, 1e-6, 1e-3)},
    ),
    listed(
        "autodp.dp_acct:DP_acct",
        APPROX_ROUNDS,
        lambda f, epsilon, failure, k, delta: _spent(f, epsilon, failure, k, delta),
        variant="approximate",
        over={
            "epsilon": (0.1, 1.0, 50.0, 800.0),
            "failure": (1e-12, 1e-9),
            "k": _FEW[:4],
            "delta": (0, 1e-10, 1e-6),
        },
    ),
    listed(
        _COMPOSED + "Composition",
        PURE_ROUNDS,
        lambda f, epsilon, k, delta: f()([_zoo("PureDP_Mechanism", eps=epsilon)], [k]).get_approxDP(
            delta
        ),
        variant="pure",
        over={"epsilon": "[1/10**8, 5]", "k": (0, 1, 2, 10, 100, 1000, 10**5)},
    ),
    listed(
        _COMPOSED + "Composition",
        GAUSSIAN_ROUNDS,
        lambda f, sigma, k, delta: f()([_zoo("GaussianMechanism", sigma)], [k]).get_approxDP(delta),
        variant="Gaussian",
    ),
    listed(
        _COMPOSED + "Composition",
        LAPLACE_ROUNDS,
        lambda f, scale, k, delta: f()([_zoo("LaplaceMechanism", scale)], [k]).get_approxDP(delta),
        variant="Laplace",
        over={"scale": "[1/10, 100]", "k": (0, 1, 2, 10)},
    ),
    listed(
        _COMPOSED + "AmplificationBySampling",
        SAMPLED,
        lambda f, q, sigma, delta: f()(_zoo("GaussianMechanism", sigma), q).get_approxDP(delta),
        over={"q": (0.001, 0.1), "sigma": "[1/2, 100]"},
    ),
    listed(
        _COMPOSED + "ComposeGaussian",
        GAUSSIAN_ROUNDS,
        lambda f, sigma, k, delta: f()([_zoo("ExactGaussianMechanism", sigma)], [k]).get_approxDP(
            delta
        ),
    ),
    listed(
        _COMPOSED + "ComposeAFA",
        PURE_ROUNDS,
        lambda f, epsilon, k, delta: f()([_response(epsilon)], [k]).get_approxDP(delta),
        variant="epsilon",
        over={"epsilon": (0.1, 0.5, 1.0), "k": _FEW, "delta": (1e-9, 1e-6, 1e-3)},
    ),
    listed(
        _COMPOSED + "ComposeAFA",
        PURE_ROUNDS_DELTA,
        lambda f, epsilon, k, total: f()([_response(epsilon)], [k]).get_approx_delta(total),
        variant="delta",
        over={"epsilon": (0.1, 0.5, 1.0), "k": (*_FEW, 1000), "total": (0.1, 1.0, 10.0)},
    ),
    listed(
        "autodp.mechanism_zoo:ExactGaussianMechanism",
        GAUSSIAN,
        lambda f, sigma, delta: f(sigma).get_approxDP(delta),
        variant="epsilon",
    ),
    listed(
        "autodp.mechanism_zoo:GaussianMechanism",
        GAUSSIAN,
        lambda f, sigma, delta: f(sigma).get_approxDP(delta),
        variant="epsilon",
    ),
    listed(
        "autodp.mechanism_zoo:LaplaceMechanism",
        LAPLACE,
        lambda f, scale, delta: f(scale).get_approxDP(delta),
        variant="epsilon",
    ),
    listed(
        "autodp.mechanism_zoo:zCDP_Mechanism",
        ZCDP,
        lambda f, rho, delta: f(rho).get_approxDP(delta),
        variant="epsilon",
    ),
    listed(
        "autodp.calibrator_zoo:ana_gaussian_calibrator",
        GAUSSIAN_NOISE,
        _gaussian_calibrator,
        over={"epsilon": "[1/100, 20]"},
    ),
    *autodp_noise.AUDIT,
    *autodp_screens.AUDIT,
    *autodp_instances.AUDIT,
)
