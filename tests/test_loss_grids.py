"""The kernel's bounds of hockey sticks of independent pairs, against integrals and exact sums."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import erf, exp, sqrt
from typing import Any

import numpy as np
import pytest
from sympy import Basic, Rational, S

from dpsym import check
from dpsym.kernel.enclosures import ball, bounds_of
from dpsym.kernel.losses import MAX_FACTORS, hockey_stick_bounds
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.verify import verify
from dpsym.language import heads
from dpsym.language.meaning import neighbouring_pairs
from dpsym.language.parser import parse_expression

GRID = np.concatenate([np.linspace(-60, -12, 12_000), np.linspace(-12, 12, 240_001),
                       np.linspace(12, 60, 12_000)])  # fmt: skip


def density(law: Any) -> np.ndarray[Any, Any]:
    if isinstance(law, heads.Mixture):
        t = float(law.args[0])
        return t * density(law.args[1]) + (1 - t) * density(law.args[2])
    mean, scale = map(float, law.args)
    x = (GRID - mean) / scale
    if isinstance(law, heads.Gaussian):
        return np.exp(-x * x / 2) / (scale * sqrt(2 * np.pi))
    return np.exp(-abs(x)) / (2 * scale)


def stick_of_noise(kind: str, distance: float, e: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The hockey sticks of two laws at a distance in scales, in closed form."""
    if kind == "Laplace":
        inside = 1 - np.exp((np.clip(e, -distance, distance) - distance) / 2)
        return np.where(e < -distance, 1 - np.exp(np.minimum(e, 0)), inside)

    def phi(x: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        return (1 + np.vectorize(erf)(x / sqrt(2))) / 2

    far = np.clip(e, -50, 50)
    return phi(distance / 2 - far / distance) - np.exp(far) * phi(-distance / 2 - far / distance)


# a factor, then the kind and the distance of the other, and the slope
TWO = [
    ("Laplace(0, 1), Laplace(1, 1)", "Laplace", "1", "1"),
    ("Laplace(1, 1), Laplace(0, 1)", "Laplace", "1/3", "1/2"),
    ("Laplace(0, 1), Laplace(1, 2)", "Laplace", "2", "-1/2"),
    ("Gaussian(0, 1), Gaussian(1, 1)", "Laplace", "1/2", "3/4"),
    ("Mixture(1/4, Gaussian(0, 1), Gaussian(1, 1)), Gaussian(1, 1)", "Gaussian", "1", "1/2"),
    ("Laplace(0, 1), Mixture(1/4, Laplace(1, 1), Laplace(0, 1))", "Gaussian", "1/2", "0"),
    ("Gaussian(0, 1), Gaussian(1/2, 2)", "Laplace", "1", "1"),
]


@pytest.mark.parametrize(("pair", "kind", "distance", "slope"), TWO)
def test_bounds_of_two_pairs_are_around_the_integral(
    pair: str, kind: str, distance: str, slope: str
) -> None:
    first = parse_expression(f"KL({pair})").args
    p, q = map(density, first)
    kept = (p > 1e-290) & (q > 1e-290)
    e, d = float(Fraction(slope)), float(Fraction(distance))
    left = p[kept] * stick_of_noise(kind, d, e - np.log(p[kept] / q[kept]))
    value = float(np.trapezoid(left, GRID[kept]))
    other = parse_expression(f"KL({kind}(0, 1), {kind}({distance}, 1))").args
    laws = [heads.Product(*sides) for sides in zip(first, other, strict=True)]
    low, high = map(float, bounds_of(heads.HockeyStick(Rational(slope), *laws)))
    assert low <= value * (1 + 1e-6)
    assert value * (1 - 1e-6) <= high
    assert high - low <= 1e-3 * value


@pytest.mark.parametrize(("rounds", "slope"), [(2, "0"), (5, "1/2"), (9, "2")])
def test_many_rounds_of_normal_noise_are_one_round_of_more(rounds: int, slope: str) -> None:
    laws = (heads.Product(*[heads.Gaussian(i, 3)] * rounds) for i in (0, 1))
    low, high = hockey_stick_bounds(heads.HockeyStick(Rational(slope), *laws), ball)
    value = stick_of_noise("Gaussian", sqrt(rounds) / 3, np.array([float(Fraction(slope))]))[0]
    assert low <= value * (1 + 1e-9)
    assert value * (1 - 1e-9) <= high
    assert high - low <= 4e-3 * value


def masses(*numbers: str) -> list[Fraction]:
    return [Fraction(x) for x in numbers]


FINITE = [
    (masses("1/2", "3/10", "1/5"), masses("1/5", "3/10", "1/2"), 4),
    (masses("1/2", "1/3", "1/6", "0"), masses("0", "1/3", "1/6", "1/2"), 3),
    (masses("1/1000", "999/1000", "0"), masses("1/2", "1/3", "1/6"), 5),
    (masses("1", "0"), masses("0", "1"), 2),
    (masses("1", "0"), masses("1/3", "2/3"), 2),
]


@pytest.mark.parametrize("slope", [S.Zero, Rational(1, 3), Rational(-2), Rational(9)])
@pytest.mark.parametrize(("p", "q", "rounds"), FINITE)
def test_bounds_of_finite_pairs_are_around_exact_sums(
    p: list[Fraction], q: list[Fraction], rounds: int, slope: Basic
) -> None:
    value, factor = 0.0, exp(slope)
    for drawn in product(range(len(p)), repeat=rounds):
        x = float(np.prod([float(p[i]) for i in drawn]))
        y = float(np.prod([float(q[i]) for i in drawn]))
        value += max(x - factor * y, 0)
    laws = (heads.Product(*[heads.Finite(*map(Rational, map(str, m)))] * rounds) for m in (p, q))
    low, high = map(float, hockey_stick_bounds(heads.HockeyStick(slope, *laws), ball))
    assert low <= value * (1 + 1e-12) + 1e-15
    assert value * (1 - 1e-12) <= high
    assert high - low <= 1e-2 * value + 1e-12


def test_equal_laws_differ_by_no_more_than_the_slope() -> None:
    law = heads.Product(heads.Laplace(0, 1), heads.Gaussian(1, 2))
    for slope, value in ((Rational(1, 2), 0.0), (Rational(-1), 1 - exp(-1))):
        low, high = map(float, hockey_stick_bounds(heads.HockeyStick(slope, law, law), ball))
        assert low <= value <= high
        assert high - low < 1e-12


def test_where_the_slope_is_beyond_all_losses_there_is_nothing() -> None:
    laws = [heads.Product(heads.Laplace(i, 1), heads.Laplace(i, 2)) for i in (0, 1)]
    low, high = bounds_of(heads.HockeyStick(2, *laws))
    assert low == 0
    assert high < 1e-20
    low, high = bounds_of(heads.HockeyStick(-100, *laws))
    assert low < 1 <= high + Fraction(1, 10**20)
    assert high - low < 1e-12
    for extreme in (10**9, -(10**9)):
        low, high = bounds_of(heads.HockeyStick(extreme, *laws))
        assert low <= (extreme < 0) <= high + Fraction(1, 10**20)


def test_an_end_that_only_one_law_has_is_counted_whole() -> None:
    """A round that fails with probability 1/5 fails beside any noise."""
    (p, q), *_ = neighbouring_pairs(heads.CanonicalRR(1, Rational(1, 5)))
    laws = [heads.Product(law, heads.Laplace(i, 1)) for i, law in enumerate((p, q))]
    low, high = hockey_stick_bounds(heads.HockeyStick(30, *laws), ball)
    assert low <= Fraction(1, 5) <= high
    assert high - low < 1e-12


@pytest.mark.parametrize(
    "divergence",
    [
        "HockeyStick(1, Product(Laplace(0, 1), Laplace(0, 1)), Product(Laplace(1, 1), x))",
        "HockeyStick(1, Product(Laplace(0, 1), Logistic(0, 1)), "
        "Product(Laplace(1, 1), Logistic(1, 1)))",
        "HockeyStick(1, Product(Laplace(0, s), Laplace(0, 1)), "
        "Product(Laplace(1, s), Laplace(1, 1)))",
        "KL(Product(Laplace(0, 1), Laplace(0, 1)), Product(Laplace(1, 1), Laplace(1, 1)))",
        "HockeyStick(1, Laplace(0, 1), Laplace(1, 1))",
        "HockeyStick(e, Product(Laplace(0, 1), Laplace(0, 1)), "
        "Product(Laplace(1, 1), Laplace(1, 1)))",
        "HockeyStick(1, Product(Laplace(0, 1), Laplace(0, 1)), "
        "Product(Laplace(1, 1), Laplace(1, 1), Laplace(1, 1)))",
    ],
)
def test_what_is_no_hockey_stick_of_numbers_has_no_bounds(divergence: str) -> None:
    with pytest.raises(Rejected):
        hockey_stick_bounds(parse_expression(divergence), ball)


def test_there_are_not_too_many_factors() -> None:
    laws = (heads.Product(*[heads.Laplace(i, 1)] * (MAX_FACTORS + 1)) for i in (0, 1))
    with pytest.raises(Rejected):
        hockey_stick_bounds(heads.HockeyStick(1, *laws), ball)


# The third is 1 - 3/(2*e), the last 1 - sqrt(8)/3*3/2*exp(-1/2).
DECIDED = [
    ("ApproxDP(Compose(LaplaceMechanism(1, 1), 2), 1, {})", "0.241838", "0.241836"),
    (
        "ApproxDP(Compose(LaplaceMechanism(1, 1), LaplaceMechanism(1, 2)), 1, {})",
        "0.123850",
        "0.123848",
    ),
    ("TotalVariationDP(Compose(LaplaceMechanism(1, 1), 2), {})", "0.44819", "0.44817"),
    (
        "ApproxDP(Compose(Subsample(GaussianMechanism(1, 1), 1/10), 10), 1, {})",
        "0.00692",
        "0.00686",
    ),
    (
        "ApproxDP(Compose(LaplaceMechanism(1, 1), GaussianMechanism(1, 2)), 1, {})",
        "0.1142",
        "0.1140",
    ),
    (
        "Hellinger(Product(Laplace(0, 2), Laplace(0, 1)), Product(Laplace(0, 1), Laplace(1, 1)))"
        " <= {}",
        "0.1423",
        "0.1421",
    ),
]


@pytest.mark.parametrize(("claim", "true", "false"), DECIDED)
def test_claims_of_different_rounds_are_decided_on_either_side(
    claim: str, true: str, false: str
) -> None:
    for number, kind in ((true, "proved"), (false, "refuted")):
        verdict = check(claim.format(number), budget=60)
        assert verdict.kind == kind
        verify(verdict.certificate)
