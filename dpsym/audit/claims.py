"""Claims that functions of many libraries make, and what parameters range over."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from inspect import signature
from math import erfc, sqrt
from typing import Any

from dpsym.audit.case import Case, bound
from dpsym.regression.judging import Truth

GAUSSIAN = "ApproxDP(GaussianMechanism(1, sigma), {value}, delta)"
GAUSSIAN_REPLACED = "ApproxDP(GaussianMechanism(2, sigma), {value}, delta)"
GAUSSIAN_DELTA = "ApproxDP(GaussianMechanism(1, sigma), epsilon, {value})"
GAUSSIAN_ROUNDS = "ApproxDP(Compose(GaussianMechanism(1, sigma), k), {value}, delta) for k in 1..oo"
GAUSSIAN_RENYI = "RenyiDP(GaussianMechanism(1, sigma), alpha, {value})"
GAUSSIAN_NOISE = "ApproxDP(GaussianMechanism(1, {value}), epsilon, delta)"
SAMPLED_RENYI = "RenyiDP(Subsample(GaussianMechanism(1, sigma), q), alpha, {value})"
SAMPLED_ADVANTAGE = "ApproxDP(Subsample(GaussianMechanism(1, sigma), q), 0, {value})"
SAMPLED_NOISE = "ApproxDP(Subsample(GaussianMechanism(1, {value}), q), epsilon, delta)"
SAMPLED_DELTA = "ApproxDP(Subsample(GaussianMechanism(1, sigma), q), epsilon, {value})"
SAMPLED = "ApproxDP(Subsample(GaussianMechanism(1, sigma), q), {value}, delta)"

LAPLACE = "ApproxDP(LaplaceMechanism(1, scale), {value}, delta)"
LAPLACE_REPLACED = "ApproxDP(LaplaceMechanism(2, scale), {value}, delta)"
LAPLACE_DELTA = "ApproxDP(LaplaceMechanism(1, scale), epsilon, {value})"
LAPLACE_PURE = "PureDP(LaplaceMechanism(1, scale), {value})"
LAPLACE_ROUNDS = "ApproxDP(Compose(LaplaceMechanism(1, scale), k), {value}, delta) for k in 1..oo"
LAPLACE_RENYI = "RenyiDP(LaplaceMechanism(1, scale), alpha, {value})"
LAPLACE_NOISE = "ApproxDP(LaplaceMechanism(1, {value}), epsilon, delta)"

GEOMETRIC = "ApproxDP(GeometricMechanism(rate), {value}, delta)"
GEOMETRIC_DELTA = "ApproxDP(GeometricMechanism(rate), epsilon, {value})"
GEOMETRIC_NOISE = "ApproxDP(GeometricMechanism({value}), epsilon, delta)"
GEOMETRIC_PURE = "PureDP(GeometricMechanism({value}), epsilon)"

DISCRETE = "ApproxDP(DiscreteGaussianMechanism(sigma), {value}, delta)"
DISCRETE_DELTA = "ApproxDP(DiscreteGaussianMechanism(sigma), epsilon, {value})"
DISCRETE_NOISE = "ApproxDP(DiscreteGaussianMechanism({value}), epsilon, delta)"
DISCRETE_RENYI = "RenyiDP(DiscreteGaussianMechanism(sigma), alpha, {value})"

PURE_RENYI = "PureDP(M, epsilon) => RenyiDP(M, alpha, {value})"
PURE_APPROX = "PureDP(M, epsilon) => ApproxDP(M, {value}, delta)"
PURE_SAMPLED = "PureDP(M, epsilon) => PureDP(Subsample(M, q), {value})"
PURE_ZCDP = "PureDP(M, epsilon) => ZCDP(M, {value})"
PURE_ROUNDS = "PureDP(M, epsilon) => ApproxDP(Compose(M, k), {value}, delta) for k in 1..oo"
PURE_ROUNDS_DELTA = "PureDP(M, epsilon) => ApproxDP(Compose(M, k), total, {value}) for k in 1..oo"
PURE_EACH = "PureDP(M, {value}) => ApproxDP(Compose(M, k), epsilon, delta) for k in 1..oo"
PURE_TRADEOFF = (
    "{value} <= Max(0, 1 - exp(epsilon)*x, exp(-epsilon)*(1 - x))"
    " for epsilon in [0, 50], x in [0, 1]"
)

APPROX_ROUNDS = (
    "ApproxDP(M, epsilon, failure) => ApproxDP(Compose(M, k), {value}, delta) for k in 1..oo"
)
APPROX_ADVANTAGE = "ApproxDP(M, epsilon, delta) => ApproxDP(M, 0, {value})"
APPROX_TRADEOFF = (
    "{value} <= Max(0, 1 - delta - exp(epsilon)*x, exp(-epsilon)*(1 - delta - x))"
    " for epsilon in [0, 50], delta in [0, 1], x in [0, 1]"
)

ZCDP = "ZCDP(M, rho) => ApproxDP(M, {value}, delta)"
ZCDP_RENYI = "ZCDP(M, rho) => RenyiDP(M, alpha, {value})"
RENYI = "RenyiDP(M, alpha, tau) => ApproxDP(M, {value}, delta)"
RENYI_DELTA = "RenyiDP(M, alpha, tau) => ApproxDP(M, epsilon, {value})"

GAUSSIAN_TRADEOFF = "{value} <= Phi(-z - mu) for mu in [1/1000, 10], z in [-8, 4], value in [0, 1]"
"""What is missed by a test whose rate of false alarms is :func:`positive_rate` of ``z``."""

OVER: Mapping[str, Any] = {
    "sigma": "[1/100, 10**6]",
    "scale": "[1/100, 10**6]",
    "rate": "[1/1000, 50]",
    "epsilon": "[0, 50]",
    "total": "[0, 50]",
    "delta": "[10**(-20), 1/2]",
    "failure": "[0, 1/1000]",
    "mu": "[1/1000, 20]",
    "rho": "[10**(-6), 50]",
    "tau": "[0, 50]",
    "alpha": "[1001/1000, 1000]",
    "k": "0..1000",
    "x": "[0, 1]",
    "q": (1e-8, 1e-3, 0.01, 0.3, 1.0),
}
"""Where functions are tried that say nothing narrower; 0 rounds are asked of every accountant."""


def listed(
    target: str,
    claim: str | Truth,
    through: Callable[..., float] | None = None,
    *,
    over: Mapping[str, Any] | None = None,
    **options: Any,
) -> Case:
    """A line of an audit as of :func:`dpsym.audit.bound`, with the usual ranges of :data:`OVER`.

    Narrower ones are given by ``over``, or are bounded intervals that the claim itself names.
    """
    if isinstance(claim, str):
        bounded = re.findall(r"(\w+) in [\[(][^ ]+ [^ ]*\d[\])]", claim)
        names = set(re.findall(r"\w+", claim)) - set(bounded)
    else:
        names = set(signature(claim).parameters)
    ranges = {name: OVER[name] for name in OVER if name in names} | dict(over or {})
    return bound(target, claim, through, over=ranges, **options)


def positive_rate(z: float) -> float:
    """The mass of the normal law below a point.

    >>> positive_rate(0.0)
    0.5
    """
    return erfc(-z / sqrt(2)) / 2
