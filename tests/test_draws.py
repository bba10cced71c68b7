"""Divergences of many independent draws: bounds by the kernel, counterexamples of many rounds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import mpmath
import pytest
from sympy import Rational, exp, log

from dpsym.kernel.enclosures import bounds_of
from dpsym.kernel.laws import MAX_OUTCOMES, outcomes
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.heads import Bernoulli, Finite, HockeyStick, Product, TotalVariation
from dpsym.language.natural import claim_from_text
from dpsym.language.parser import parse_expression
from dpsym.provers.prover import Budget
from dpsym.provers.search import search
from dpsym.verdict import Witness

THIRD, QUARTER = Bernoulli(Rational(1, 3)), Bernoulli(Rational(1, 4))


def _draws(law: heads.Law, count: int) -> heads.Law:
    return Product(*[law] * count)


def _stick(count: int, p: Fraction, q: Fraction, slope: Fraction) -> Fraction:
    """The hockey stick of so many bits, by exact sums."""
    gaps = (
        comb(count, i) * ((1 - p) ** (count - i) * p**i - slope * (1 - q) ** (count - i) * q**i)
        for i in range(count + 1)
    )
    return sum((gap for gap in gaps if gap > 0), Fraction(0))


@pytest.mark.parametrize("count", [2, 7, 60])
@pytest.mark.parametrize("slope", [Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(5)])
def test_bounds_of_many_draws_enclose_exact_sums_tightly(count: int, slope: Fraction) -> None:
    laws = (_draws(law, count) for law in (THIRD, QUARTER))
    low, high = bounds_of(HockeyStick(log(Rational(str(slope))), *laws))
    exact = _stick(count, Fraction(1, 3), Fraction(1, 4), slope)
    assert low <= exact <= high
    assert high - low < Fraction(1, 10**25)


def test_bounds_of_draws_too_many_to_write_out_agree_with_binomial_sums() -> None:
    count, epsilon = 2 * MAX_OUTCOMES, Rational(1, 4)
    pair = (Finite(p, 1 - p) for p in (exp(epsilon / 9) / 3, Rational(1, 3)))
    low, high = bounds_of(HockeyStick(epsilon, *(_draws(law, count) for law in pair)))
    with mpmath.workdps(60):
        p, q, slope = mpmath.exp(mpmath.mpf(1) / 36) / 3, mpmath.mpf(1) / 3, mpmath.exp(0.25)
        masses = (
            mpmath.binomial(count, i)
            * (p**i * (1 - p) ** (count - i) - slope * q**i * (1 - q) ** (count - i))
            for i in range(count + 1)
        )
        expected = mpmath.fsum(max(mass, 0) for mass in masses)
        assert abs(mpmath.mpf(low.numerator) / low.denominator - expected) < 1e-25
        assert abs(mpmath.mpf(high.numerator) / high.denominator - expected) < 1e-25


def test_total_variation_of_draws_is_the_stick_at_zero() -> None:
    laws = _draws(THIRD, 9), _draws(QUARTER, 9)
    assert bounds_of(TotalVariation(*laws)) == bounds_of(HockeyStick(0, *laws))


@pytest.mark.parametrize(
    "written",
    [
        "TotalVariation(Product(Bernoulli(1/3), Bernoulli(1/4)),"
        " Product(Bernoulli(1/5), Bernoulli(1/5)))",
        "TotalVariation(Product(Bernoulli(1), Bernoulli(1)),"
        " Product(Bernoulli(1/5), Bernoulli(1/5)))",
        "KL(Product(Bernoulli(1/3), Bernoulli(1/3)), Product(Bernoulli(1/5), Bernoulli(1/5)))",
        "TotalVariation(Product(Finite(1/3, 1/3, 1/3), Finite(1/3, 1/3, 1/3)),"
        " Product(Finite(1/2, 1/4, 1/4), Finite(1/2, 1/4, 1/4)))",
        "TotalVariation(Bernoulli(1/3), Bernoulli(1/5))",
    ],
)
def test_other_divergences_have_no_bounds_by_draws(written: str) -> None:
    with pytest.raises(Rejected):
        bounds_of(parse_expression(written))


def test_laws_with_different_outcomes_have_no_bounds_though_their_masses_are_four() -> None:
    sure, split = Finite(Rational(1)), Finite(Rational(1, 2), Rational(1, 4), Rational(1, 4))
    for laws in ((sure, split), (split, sure)):
        with pytest.raises(Rejected):
            bounds_of(TotalVariation(*(_draws(law, 3) for law in laws)))


@pytest.mark.parametrize("count", [2, 5])
def test_outcomes_of_equal_draws_are_those_of_all_combinations(count: int) -> None:
    p, q = (Finite(*map(Rational, masses)) for masses in (("1/6", "5/6"), ("1/7", "6/7")))
    expected: dict[tuple[Rational, Rational], int] = {}
    for places in product(range(2), repeat=count):
        key = _mass(p, places), _mass(q, places)
        expected[key] = expected.get(key, 0) + 1
    assert dict(outcomes(_draws(p, count), _draws(q, count))) == expected


def _mass(law: Finite, places: tuple[int, ...]) -> Rational:
    mass = Rational(1)
    for place in places:
        mass *= law.args[place]
    return mass


@pytest.mark.parametrize("rounds", ["k", "900"])
def test_a_bound_that_fails_only_after_hundreds_of_rounds_is_refuted(rounds: str) -> None:
    ending = " for k in 1..900" if rounds == "k" else ""
    given = f"PureDP(M, 1/50) => ApproxDP(Compose(M, {rounds}), 1, "
    assert isinstance(_searched(f"{given}1/100){ending}", 60), Witness)
    assert not isinstance(_searched(f"{given}1/10){ending}", 2), Witness)


def _searched(text: str, seconds: float) -> object:
    return search.attempt(claim_from_text(text), Budget.of(seconds))
