"""The kernel's bounds of divergences of noise laws, against quadrature in floats."""

from __future__ import annotations

from math import exp, log, pi, sqrt
from typing import Any

import numpy as np
import pytest
from sympy import S
from sympy import sqrt as root

from dpsym import check
from dpsym.kernel.quadrature import divergence_bounds
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.verify import verify
from dpsym.language import heads
from dpsym.language.parser import parse_expression

GRID = np.concatenate([np.linspace(-60, -12, 12_000), np.linspace(-12, 12, 120_000),
                       np.linspace(12, 60, 12_000)])  # fmt: skip
NARROW = "Gaussian(0, 1/20)"
BOUNDED = (
    "KL(Gaussian(0, 1), Laplace(1, 2))",
    "KL(Gaussian(1, 1), Mixture(1/3, Gaussian(1, 1), Laplace(0, 1)))",
    "ChiSquared(Laplace(0, 1), Laplace(1, 2))",
    "ChiSquared(Gaussian(0, 1), Mixture(1/2, Gaussian(1, 1), Gaussian(0, 1)))",
    "Renyi(3, Gaussian(1, 2), Mixture(2/5, Gaussian(0, 2), Gaussian(1, 2)))",
    "Renyi(3/2, Laplace(0, 1/2), Laplace(1, 1))",
    "Hellinger(Laplace(0, 1), Laplace(1/4, 7/4))",
    f"Hellinger({NARROW}, Laplace(2, 1))",
    "TotalVariation(Laplace(0, 1), Laplace(3/2, 2))",
    "TotalVariation(Laplace(0, 3), Gaussian(0, 1))",
    "HockeyStick(1, Gaussian(0, 1), Laplace(5/4, 5/4))",
    f"HockeyStick(1/2, Mixture(1/4, {NARROW}, Laplace(1, 1)), Laplace(0, 1))",
    "HockeyStick(-1, Laplace(0, 1), Laplace(1, 2))",
)


def density(law: Any) -> np.ndarray[Any, Any]:
    if isinstance(law, heads.Mixture):
        return float(law.args[0]) * density(law.args[1]) + (1 - float(law.args[0])) * density(
            law.args[2]
        )
    mean, scale = map(float, law.args)
    t = (GRID - mean) / scale
    if isinstance(law, heads.Gaussian):
        return np.exp(-t * t / 2) / (scale * sqrt(2 * pi))
    return np.exp(-abs(t)) / (2 * scale)


def expected(divergence: Any) -> float:
    *parameters, first, second = divergence.args
    p, q = density(first), density(second)
    kept = np.full(len(GRID), True)
    if isinstance(divergence, heads.KL | heads.ChiSquared | heads.Renyi):
        kept = (p > 1e-290) & (q > 1e-290)
    p, q, x = p[kept], q[kept], GRID[kept]
    ways = {
        heads.KL: lambda: p * np.log(p / q),
        heads.ChiSquared: lambda: (p - q) ** 2 / q,
        heads.Renyi: lambda: q * (p / q) ** float(parameters[0]),
        heads.Hellinger: lambda: (np.sqrt(p) - np.sqrt(q)) ** 2 / 2,
        heads.TotalVariation: lambda: abs(p - q) / 2,
        heads.HockeyStick: lambda: np.maximum(p - exp(parameters[0]) * q, 0),
    }
    total = float(np.trapezoid(ways[type(divergence)](), x))
    return log(total) / (float(parameters[0]) - 1) if divergence.has(heads.Renyi) else total


@pytest.mark.parametrize("text", BOUNDED)
def test_bounds_are_around_the_integral_and_near_it(text: str) -> None:
    divergence = parse_expression(text)
    low, high = map(float, divergence_bounds(divergence))
    value = expected(divergence)
    assert low - 1e-6 * value <= value <= high + 1e-6 * value
    assert high - low <= 1e-3 * value


@pytest.mark.parametrize(
    "text",
    [
        "ChiSquared(Laplace(0, 2), Laplace(1, 1))",
        "KL(Laplace(0, 2), Gaussian(0, 1))",
        "Renyi(2, Gaussian(0, 2), Gaussian(0, 1))",
        "MaxDivergence(Laplace(0, 1), Laplace(0, 2))",
        "KL(Geometric(0, 1), Laplace(1, 1))",
        "TotalVariation(Gaussian(0, 1), Laplace(0, x))",
    ],
)
def test_what_may_be_infinite_or_is_no_law_has_no_bounds(text: str) -> None:
    with pytest.raises(Rejected):
        divergence_bounds(parse_expression(text))


G, L = heads.Gaussian, heads.Laplace


@pytest.mark.parametrize(
    "divergence",
    [
        heads.TotalVariation(G(0, root(2)), L(0, 1)),
        heads.TotalVariation(G(0, 1), L(0, -1)),
        heads.TotalVariation(G(0, 1), heads.Mixture(2, G(0, 1), G(1, 1))),
        heads.Renyi(S.Half, G(0, 1), G(0, 2)),
        heads.HockeyStick(root(2), G(0, 1), L(0, 1)),
    ],
)
def test_what_is_not_rational_or_outside_its_domain_has_no_bounds(divergence: Any) -> None:
    with pytest.raises(Rejected):
        divergence_bounds(divergence)


@pytest.mark.parametrize("text", BOUNDED[::3])
def test_bounds_decide_claims_on_either_side(text: str) -> None:
    value = expected(parse_expression(text))
    for factor, kind in ((1.002, "proved"), (0.998, "refuted")):
        verdict = check(f"{text} <= {value * factor:.7f}", budget=20)
        assert verdict.kind == kind
        verify(verdict.certificate)


def test_both_ways_of_a_sampled_normal_mechanism_are_bounded() -> None:
    """0.0713082 by quadrature, whichever neighbour has the record."""
    mechanism = "RenyiDP(Subsample(GaussianMechanism(1, 2), 2/5), 3, {})"
    assert check(mechanism.format("714/10000"), budget=20).kind == "proved"
    assert check(mechanism.format("712/10000"), budget=20).kind == "refuted"
