"""opendp: the maps of its measurements and combinators, which promise directed rounding."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from flint import arb, ctx

from dpsym.accounting.rounds import ball
from dpsym.arguments import exact
from dpsym.audit.claims import GAUSSIAN, LAPLACE_PURE, PURE_ZCDP, listed
from dpsym.audit.libraries import opendp_selection

_GEOMETRIC = "PureDP(GeometricMechanism(1/scale), {value}) for scale in (0, oo)"
_RESPONSE = "PureDP(FiniteMechanism(Bernoulli(p), Bernoulli(1 - p)), {value}) for p in [1/2, 1)"
_CHOICE = (
    "PureDP(FiniteMechanism(Finite(p, (1-p)/2, (1-p)/2), Finite((1-p)/2, p, (1-p)/2)), {value})"
    " for p in [1/3, 1)"
)
_CONVERTED = "ZCDP(M, 1/(2*sigma**2)) => ApproxDP(M, {value}, delta) for sigma in (0, oo)"
_CONVERTED_DELTA = "ZCDP(M, 1/(2*sigma**2)) => ApproxDP(M, epsilon, {value}) for sigma in (0, oo)"


def _measurement(name: str, scale: float, kind: type = float) -> Any:
    dp = import_module("opendp.prelude")
    dp.enable_features("contrib")
    domain = dp.atom_domain(T=float, nan=False) if kind is float else dp.atom_domain(T=int)
    return getattr(dp.m, f"make_{name}")(domain, dp.absolute_distance(T=kind), scale=scale)


def _curve(sigma: float) -> Any:
    combinators = import_module("opendp.combinators")
    return combinators.make_zCDP_to_approxDP(_measurement("gaussian", sigma))


def _least_rho(sigma: float) -> arb:
    """Canonne, Kamath and Steinke 2020, Theorem 4; attained at every integer order."""
    with ctx.workprec(256):
        return 1 / (2 * ball(exact(sigma, "sigma")) ** 2)


def _response(make: Any, p: float) -> float:
    import_module("opendp.prelude").enable_features("contrib")
    return float(make(p).map(1))


def _choice(make: Any, p: float) -> float:
    import_module("opendp.prelude").enable_features("contrib")
    return float(make(["a", "b", "c"], p).map(1))


def _amplified(make: Any, scale: float, n: int) -> float:
    dp = import_module("opendp.prelude")
    dp.enable_features("contrib", "honest-but-curious")
    rows = dp.vector_domain(dp.atom_domain(bounds=(0, 1), T=int), size=10), dp.symmetric_distance()
    noisy = rows >> dp.t.then_sum() >> dp.m.then_laplace(scale=scale)
    return float(make(noisy, n).map(2))  # one row replaced is one removed and one added


_SCALES = {"scale": "[1/100, 10**6]"}

AUDIT = (
    listed(
        "opendp.measurements:make_laplace",
        LAPLACE_PURE,
        lambda f, scale: _measurement("laplace", scale).map(1.0),
        rounding=0.0,
        over=_SCALES,
    ),
    listed(
        "opendp.measurements:make_laplace",
        _GEOMETRIC,
        lambda f, scale: _measurement("laplace", scale, int).map(1),
        variant="integers",
        rounding=0.0,
        over=_SCALES,
    ),
    listed(
        "opendp.measurements:make_geometric",
        _GEOMETRIC,
        lambda f, scale: _measurement("geometric", scale, int).map(1),
        rounding=0.0,
        over=_SCALES,
    ),
    listed(
        "opendp.measurements:make_gaussian",
        "ZCDP(GaussianMechanism(1, sigma), {value})",
        lambda f, sigma: _measurement("gaussian", sigma).map(1.0),
        rounding=0.0,
    ),
    listed(
        "opendp.measurements:make_gaussian",
        _least_rho,
        lambda f, sigma: _measurement("gaussian", sigma, int).map(1),
        variant="integers",
        rounding=0.0,
    ),
    listed(
        "opendp.measurements:make_randomized_response_bool",
        _RESPONSE,
        _response,
        rounding=0.0,
        over={"p": "[1/2, 9999/10000]"},
    ),
    listed(
        "opendp.combinators:make_pureDP_to_zCDP",
        PURE_ZCDP,
        lambda f, epsilon: f(_measurement("laplace", 1 / epsilon)).map(1.0),
        rounding=1e-14,
        over={"epsilon": "[1/1000, 50]"},
    ),
    listed(
        "opendp.combinators:make_zCDP_to_approxDP",
        _CONVERTED,
        lambda f, sigma, delta: _curve(sigma).map(1.0).epsilon(delta),
        variant="epsilon",
        rounding=0.0,
        over={"sigma": "[1/10, 10**5]"},
    ),
    listed(
        "opendp.combinators:make_zCDP_to_approxDP",
        _CONVERTED_DELTA,
        lambda f, sigma, epsilon: _curve(sigma).map(1.0).delta(epsilon),
        variant="delta",
        rounding=0.0,
        over={"sigma": "[1/10, 10**5]"},
    ),
    listed(
        "opendp.combinators:make_fix_delta",
        GAUSSIAN,
        lambda f, sigma, delta: f(_curve(sigma), delta).map(1.0)[0],
        rounding=0.0,
        over={"sigma": "[1/10, 10**5]"},
    ),
    listed(
        "opendp.combinators:make_composition",
        "PureDP(Compose(LaplaceMechanism(1, scale), k), {value}) for k in 1..oo",
        lambda f, scale, k: f([_measurement("laplace", scale)] * k).map(1.0),
        variant="pure",
        rounding=0.0,
        over={"k": (0, 1, 2, 3, 10, 100), **_SCALES},
    ),
    listed(
        "opendp.combinators:make_composition",
        "ZCDP(Compose(GaussianMechanism(1, sigma), k), {value}) for k in 1..oo",
        lambda f, sigma, k: f([_measurement("gaussian", sigma)] * k).map(1.0),
        variant="zCDP",
        rounding=0.0,
        over={"k": (0, 1, 2, 3, 10, 100)},
    ),
    listed(
        "opendp.measurements:make_randomized_response",
        _CHOICE,
        _choice,
        rounding=0.0,
        over={"p": "[34/100, 9999/10000]"},
    ),
    listed(
        "opendp.combinators:make_population_amplification",
        "PureDP(M, 1/scale) => PureDP(Subsample(M, 10/n), {value})"
        " for scale in (0, oo), n in 10..oo",
        _amplified,
        over={"scale": "[1/10, 1000]", "n": (10, 20, 1000, 10**6)},
    ),
    *opendp_selection.AUDIT,
)
