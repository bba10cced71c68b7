"""Renyi divergences of sampled Gaussian noise, against sums and quadrature by other code."""

from __future__ import annotations

from math import comb

import mpmath
import pytest
from flint import arb, ctx
from sympy import Rational, log

from dpsym import truth
from dpsym.enclosure import enclose
from dpsym.enclosure.sampled import sampled_cumulant
from dpsym.errors import EvaluationError
from dpsym.language import heads

R = Rational
ONE = R(1)
CASES = [
    (q, sigma)
    for q in (R(1, 10**8), R(1, 100), R(3, 10), R(99, 100))
    for sigma in (R(1, 30), R(1, 4), R(1), R(50))
]


def laws(q: R, sigma: R) -> tuple[heads.Law, heads.Law]:
    plain = heads.Gaussian(0, sigma)
    return heads.Mixture(q, heads.Gaussian(1, sigma), plain), plain


def by_sum(order: int, q: R, sigma: R) -> mpmath.mpf:
    """Mironov, Talwar and Zhang 2019, Section 3.3."""
    rate, s = mpmath.mpf(q.p) / q.q, mpmath.mpf(sigma.p) / sigma.q
    terms = (
        comb(order, k)
        * (1 - rate) ** (order - k)
        * rate**k
        * mpmath.exp(mpmath.mpf(k * (k - 1)) / (2 * s * s))
        for k in range(order + 1)
    )
    return mpmath.log(mpmath.fsum(terms))


def by_quadrature(power: str, q: R, sigma: R) -> mpmath.mpf:
    rate, d = mpmath.mpf(q.p) / q.q, mpmath.mpf(sigma.q) / sigma.p
    c = mpmath.mpf(power)

    def integrand(x: mpmath.mpf) -> mpmath.mpf:
        return mpmath.npdf(x) * (1 - rate + rate * mpmath.exp(d * x - d * d / 2)) ** c

    cut = mpmath.log((1 - rate) / rate) / d + d / 2
    peak = max(c, 0) * d
    points = sorted({-50, -10, -3, 0, 3, 10, peak - 10, peak - 3, peak, peak + 3, peak + 50, cut})
    return mpmath.log(mpmath.quad(integrand, points))


def near(ball: arb, value: mpmath.mpf, digits: int, times: R = ONE) -> bool:
    with ctx.workprec(400):
        return bool(
            abs(ball * times.p / times.q / arb(mpmath.nstr(value, 60)) - 1) < arb(10) ** -digits
        )


@pytest.mark.parametrize(("q", "sigma"), CASES, ids=str)
@pytest.mark.parametrize("order", [2, 5, 40])
def test_whole_orders_are_the_binomial_sum_by_quadrature_too(order: int, q: R, sigma: R) -> None:
    with mpmath.workdps(80):
        expected = by_sum(order, q, sigma)
    found = enclose(heads.Renyi(order, *laws(q, sigma)), bits=100)
    with ctx.workprec(220):
        rate, width = (arb(x.p) / x.q for x in (q, sigma))
        by_nodes = sampled_cumulant(rate, 1 / width, arb(order))
    assert near(found, expected, 25, R(order - 1))
    assert near(by_nodes, expected, 25)


@pytest.mark.parametrize(("q", "sigma"), CASES[4:], ids=str)
@pytest.mark.parametrize("power", ["1.5", "7.25", "-0.5", "-1", "-6.75"])
def test_both_directions_at_any_order_are_what_quadrature_gives(power: str, q: R, sigma: R) -> None:
    with mpmath.workdps(40):
        expected = by_quadrature(power, q, sigma)
    c = R(power)
    mixed, plain = laws(q, sigma)
    order, pair = (c, (mixed, plain)) if c > 1 else (1 - c, (plain, mixed))
    found = enclose(heads.Renyi(order, *pair), bits=80)
    assert near(found, expected, 12, order - 1)
    assert found.rel_accuracy_bits() >= 70


def test_a_guarantee_is_the_larger_direction() -> None:
    mechanism = heads.Subsample(heads.GaussianMechanism(1, 2), R(1, 5))
    pair = laws(R(1, 5), R(2))
    forth, back = (enclose(heads.Renyi(R(5, 2), *laws)) for laws in (pair, pair[::-1]))
    assert back < forth
    assert truth.renyi("2.5", mechanism).overlaps(forth)
    assert truth.renyi("2.5", mechanism, rounds=10).overlaps(10 * forth)


def test_ends_of_the_parameters() -> None:
    noise = heads.GaussianMechanism(1, 1)
    assert truth.renyi("2.5", heads.Subsample(noise, 0)) == 0
    assert truth.renyi("2.5", heads.Subsample(noise, 1)).overlaps(arb("1.25"))
    near_one = truth.renyi("1.000000000000000000000000000001", heads.Subsample(noise, R(1, 100)))
    with mpmath.workdps(30):
        rate = mpmath.mpf("0.01")

        def density(x: mpmath.mpf) -> mpmath.mpf:
            u = 1 - rate + rate * mpmath.exp(x - mpmath.mpf(1) / 2)
            return mpmath.npdf(x) * u * mpmath.log(u)

        mean = mpmath.quad(density, [-30, -5, 0, 1, 5, 10, 30])
    assert near(near_one, mean, 12)
    for order, sigma in ((R(10**5), R(1)), (R(300001, 100), R(1, 10)), (R(3, 2), R(1, 10**6))):
        found = enclose(heads.Renyi(order, *laws(R(1, 100), sigma)), bits=60)
        # At large orders or little noise only outputs near the record's count.
        limit = enclose(order / (2 * sigma**2) - order / (order - 1) * log(R(100)))
        assert abs(found / limit - 1) < arb(10) ** -9


def test_a_mixture_on_both_sides_is_not_known() -> None:
    mixed, _ = laws(R(1, 3), R(1))
    other = heads.Mixture(R(1, 4), *mixed.args[1:])
    with pytest.raises(EvaluationError):
        enclose(heads.Renyi(R(5, 2), mixed, other))
