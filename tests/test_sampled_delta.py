"""Delta of rounds of sampled Gaussian noise, against quadrature and convolution by other code."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from flint import arb, ctx, fmpz, fmpz_poly
from scipy.special import ndtr
from sympy import Rational

from dpsym import truth
from dpsym.accounting.rounds import ball
from dpsym.errors import ClaimError, DomainError
from dpsym.language import heads
from dpsym.truth import sampled_delta
from dpsym.truth.lattice_law import LatticeLaw, composed
from dpsym.truth.sampled import _one_round, _Pair, _window

PARAMETERS = [("1", "0.01"), ("0.3", "0.1"), ("4", "0.5"), ("0.05", "0.01"), ("30", "1e-6")]


def ratio(z: mpmath.mpf, sigma: str, rate: str) -> mpmath.mpf:
    q = mpmath.mpf(rate)
    return 1 - q + q * mpmath.exp((2 * z - 1) / (2 * mpmath.mpf(sigma) ** 2))


def one_round(level: mpmath.mpf, sigma: str, rate: str, adjacency: str) -> mpmath.mpf:
    """E max(A - exp(level)*B, 0) by cumulative functions, for a level of any sign."""
    s, q = mpmath.mpf(sigma), mpmath.mpf(rate)
    part = mpmath.exp(level if adjacency == "remove" else -level) - 1 + q
    cut = -mpmath.inf if part <= 0 else s**2 * mpmath.log(part / q) + mpmath.mpf(1) / 2
    plain = [mpmath.ncdf(sign * cut / s) for sign in (-1, 1)]
    moved = [mpmath.ncdf(sign * (cut - 1) / s) for sign in (-1, 1)]
    mixed = [(1 - q) * x + q * y for x, y in zip(plain, moved, strict=True)]
    if adjacency == "remove":
        return mixed[0] - mpmath.exp(level) * plain[0]
    return plain[1] - mpmath.exp(level) * mixed[1]


def by_integral(level: str, sigma: str, rate: str, adjacency: str) -> mpmath.mpf:
    """One round, by integrating the positive part of the difference of densities."""
    s, top = mpmath.mpf(sigma), mpmath.exp(mpmath.mpf(level))

    def integrand(z: mpmath.mpf) -> mpmath.mpf:
        x = ratio(z, sigma, rate)
        gap = x - top if adjacency == "remove" else 1 - top * x
        return max(gap, 0) * mpmath.npdf(z / s) / s

    part = (top if adjacency == "remove" else 1 / top) - 1 + mpmath.mpf(rate)
    cut = s**2 * mpmath.log(part / mpmath.mpf(rate)) + mpmath.mpf(1) / 2 if part > 0 else -99 * s
    points = sorted({cut, *(k * s + c for k in range(-12, 13, 2) for c in (0, 1))})
    return mpmath.quad(integrand, points)


def by_two_rounds(level: str, sigma: str, rate: str, adjacency: str) -> mpmath.mpf:
    """The first round by quadrature over its outcome, the second by cumulative functions."""
    s, q = mpmath.mpf(sigma), mpmath.mpf(rate)

    def integrand(z: mpmath.mpf) -> mpmath.mpf:
        mixed = (1 - q) * mpmath.npdf(z / s) / s + q * mpmath.npdf((z - 1) / s) / s
        loss = mpmath.log(ratio(z, sigma, rate))
        weight, loss = (mixed, loss) if adjacency == "remove" else (mpmath.npdf(z / s) / s, -loss)
        return weight * one_round(mpmath.mpf(level) - loss, sigma, rate, adjacency)

    points = sorted({k * s + c for k in range(-12, 13) for c in (0, 1)})
    return mpmath.quad(integrand, points)


def by_convolution(level: float, sigma: float, q: float, rounds: int, adjacency: str) -> float:
    """Losses rounded to the nearest of many points, added by a Fourier transform in floats."""
    width, least, most = 2e-5, -(2**16), 2**19
    edges = (np.arange(least, most + 1) - 0.5) * width
    with np.errstate(all="ignore"):
        part = np.expm1(edges if adjacency == "remove" else -edges) + q
        cut = np.where(part > 0, sigma**2 * np.log(np.maximum(part, 0) / q) + 0.5, -np.inf)
    plain, moved = ndtr(cut / sigma), ndtr((cut - 1) / sigma)
    below = (1 - q) * plain + q * moved if adjacency == "remove" else 1 - plain
    count = 2 * most
    masses = np.zeros(count)
    masses[np.arange(least, most) % count] = np.diff(below)
    whole = np.fft.irfft(np.fft.rfft(masses) ** rounds, count)
    losses = np.arange(most) * width
    above = losses > level
    return float(np.sum(whole[:most][above] * -np.expm1(level - losses[above])))


@pytest.mark.parametrize("adjacency", ["remove", "add"])
@pytest.mark.parametrize(("sigma", "rate"), PARAMETERS)
@pytest.mark.parametrize("level", ["0", "0.004", "1"])
def test_one_round_is_the_integral(level: str, sigma: str, rate: str, adjacency: str) -> None:
    with mpmath.workdps(40):
        slack = mpmath.mpf("1e-60")
        value = by_integral(level, sigma, rate, adjacency)
        found = sampled_delta(level, sigma, rate, adjacency=adjacency)
        assert (
            mpmath.mpf(found.lower().str(30, radius=False))
            <= value * (1 + mpmath.mpf("1e-12")) + slack
        )
        assert mpmath.mpf(found.upper().str(30, radius=False)) >= value * (1 - mpmath.mpf("1e-12"))
        assert found.upper() <= found.lower() * (1 + arb("1e-13"))


@pytest.mark.parametrize("rounds", [1, 2, 9])
def test_the_rate_one_is_gaussian_noise(rounds: int) -> None:
    found = sampled_delta("0.7", 2, 1, rounds)
    with mpmath.workdps(30):
        mu = mpmath.sqrt(rounds) / 2
        level = mpmath.mpf("0.7")
        value = mpmath.ncdf(mu / 2 - level / mu) - mpmath.exp(level) * mpmath.ncdf(
            -mu / 2 - level / mu
        )
        assert abs(mpmath.mpf(found.lower().str(25, radius=False)) - value) < 1e-15
        assert abs(mpmath.mpf(found.upper().str(25, radius=False)) - value) < 1e-15


@pytest.mark.parametrize("adjacency", ["remove", "add"])
@pytest.mark.parametrize(
    ("level", "sigma", "rate"),
    [("0.01", "1", "0.01"), ("0.3", "0.3", "0.1"), ("0.2", "2", "0.5"), ("0.1", "0.1", "0.05")],
)
def test_two_rounds_are_the_integral(level: str, sigma: str, rate: str, adjacency: str) -> None:
    found = sampled_delta(level, sigma, rate, 2, adjacency=adjacency, bits=9)
    value = float(by_two_rounds(level, sigma, rate, adjacency))
    assert float(found.lower()) <= value * (1 + 1e-9)
    assert value * (1 - 1e-9) <= float(found.upper()) <= float(found.lower()) * 1.01


@pytest.mark.parametrize(
    ("sigma", "rate", "rounds", "adjacency"),
    [
        ("1", "0.01", 1000, "remove"),
        ("1", "0.01", 1000, "add"),
        ("0.8", "0.05", 37, "remove"),
        ("2", "0.2", 12, "add"),
    ],
)
def test_many_rounds_are_a_convolution(sigma: str, rate: str, rounds: int, adjacency: str) -> None:
    found = sampled_delta("0.5", sigma, rate, rounds, adjacency=adjacency, bits=10)
    value = by_convolution(0.5, float(sigma), float(rate), rounds, adjacency)
    assert float(found.lower()) <= value * (1 + 1e-6)
    assert value * (1 - 1e-6) <= float(found.upper()) <= float(found.lower()) * 1.001


def test_three_digits_of_a_thousand_rounds() -> None:
    step = heads.Subsample(heads.GaussianMechanism(3, 3), Rational(1, 100))
    found = truth.delta(1, step, rounds=1000)
    assert arb("0.002612") < found < arb("0.002613")


@pytest.mark.parametrize("added", [False, True])
@pytest.mark.parametrize(("sigma", "rate"), PARAMETERS)
def test_the_laws_of_a_round_enclose_its_curve(sigma: str, rate: str, *, added: bool) -> None:
    pair = _Pair(Fraction(sigma) ** 2, Fraction(rate), added)
    width = Fraction(rate) / 3
    low, high = _window(pair, Fraction(1), 5, float(width), 1e-12)
    high = min(high, low + 3000)
    down, up = _one_round(pair, width, low, high, 150)
    unit = 2**150
    assert sum(down.masses, fmpz(0)) <= unit
    assert sum(up.masses, fmpz(0)) + up.infinite >= unit - 1
    way = "add" if added else "remove"
    with ctx.workprec(250), mpmath.workdps(60):
        for level in [Fraction(n, 7) * width for n in range(-40, 200, 9)] + [Fraction(1)]:
            value = one_round(mpmath.mpf(level.numerator) / level.denominator, sigma, rate, way)
            truly = arb(mpmath.nstr(value, 50))
            room = arb("1e-40")
            assert down.delta(ball(level) - pair.end()) <= truly + room
            assert up.delta(ball(level) - pair.end()) >= truly - room


@pytest.mark.parametrize("up", [False, True])
def test_what_is_trimmed_moves_the_curve_one_way(*, up: bool) -> None:
    draw, room = random.Random(1), arb("1e-25")
    for _ in range(40):
        count = draw.randrange(1, 12)
        masses = tuple(fmpz(draw.randrange(2**20)) for _ in range(count))
        law = LatticeLaw(Fraction(1, 8), draw.randrange(-9, 9), masses, fmpz(up * 999), 24, up)
        trimmed = law.trimmed(draw.uniform(-1, 1), draw.choice([1e-3, 0.05, 0.5]), -9.0)
        whole = composed(law, 5, 0.3, draw.choice([0.0, 1e-3, 0.1]), origin=0.01)
        exact = LatticeLaw(
            law.step,
            5 * law.first,
            tuple((fmpz_poly(list(masses)) ** 5).coeffs()),
            (sum(masses, law.infinite)) ** 5 - sum(masses, fmpz(0)) ** 5,
            5 * 24,
            up,
        )
        with ctx.workprec(120):
            for n in range(-30, 31):
                before, after = law.delta(arb(n) / 7), trimmed.delta(arb(n) / 7)
                assert after >= before - room if up else after <= before + room
            found, value = whole.delta(arb("0.25")), exact.delta(arb("0.25"))
            assert found >= value - room if up else found <= value + room


@pytest.mark.parametrize(
    "arguments",
    [
        (1, 0, "0.1", 2),
        (1, -1, "0.1", 2),
        (1, "inf", "0.1", 2),
        (1, 1, "nan", 2),
        (1, 1, "1.1", 2),
        (1, 1, -1, 2),
        (-1, 1, "0.1", 2),
        (float("inf"), 1, "0.1", 2),
    ],
)
def test_numbers_outside_their_domains_are_refused(arguments: tuple[object, ...]) -> None:
    with pytest.raises(DomainError, match="give"):
        sampled_delta(*arguments)


@pytest.mark.parametrize("rounds", [-1, 1.5, True, "2", None])
def test_rounds_are_an_integer(rounds: object) -> None:
    with pytest.raises(ClaimError, match="rounds"):
        sampled_delta(1, 1, "0.1", rounds)


def test_an_adjacency_is_one_of_three() -> None:
    with pytest.raises(ClaimError, match="remove, add, both"):
        sampled_delta(1, 1, "0.1", 2, adjacency="replace")


def test_nothing_told_and_nothing_sampled_is_zero() -> None:
    assert sampled_delta(0, 1, "0.1", 0).upper() == 0
    assert sampled_delta(0, 1, 0, 10).upper() == 0
    assert sampled_delta(1, 1, "0.01", 99, adjacency="add").upper() == 0


@pytest.mark.parametrize(
    ("arguments", "least", "most"),
    [
        ((1, "1e-200", "0.1", 5), 0.0999, 0.40952),
        ((1, "0.001", "0.1", 5), 0.0999, 0.40952),
        ((2000, 1, "0.1", 10), 0.0, 1e-40),
        ((1, 10**9, "0.5", 10), 0.0, 1e-12),
        ((1, 1, "1e-12", 10**6), 0.0, 1e-6),
        ((1, 1, "0.999999999999999999999999", 4), 0.508, 0.511),
    ],
)
def test_extremes_stay_within_what_is_plain(
    arguments: tuple[int, int | str, str, int], least: float, most: float
) -> None:
    found = sampled_delta(*arguments, points=2**13)
    assert 0 <= found.lower() <= found.upper()
    assert least <= float(found.lower())
    assert float(found.upper()) <= most


def test_both_is_the_larger_of_the_two() -> None:
    ways = [sampled_delta("0.5", 2, "0.3", 6, adjacency=way) for way in ("remove", "add", "both")]
    assert ways[2].lower() == ways[0].lower().max(ways[1].lower())
    assert ways[2].upper() == ways[0].upper().max(ways[1].upper())
