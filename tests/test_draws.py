"""Divergences of many independent draws: bounds by the kernel, counterexamples of many rounds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import mpmath
import numpy as np
import pytest
from sympy import Rational, S, exp, log

from dpsym.checking import check
from dpsym.kernel import draws
from dpsym.kernel.enclosures import bounds_of, bounds_of_rounds
from dpsym.kernel.outcomes import MAX_OUTCOMES, outcomes
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.witness import fails, holds
from dpsym.language import heads
from dpsym.language.heads import Bernoulli, Finite, HockeyStick, Product, TotalVariation
from dpsym.language.natural import claim_from_text
from dpsym.language.parser import parse_expression
from dpsym.provers.prover import Budget
from dpsym.provers.search import search
from dpsym.provers.search.batch import Batch
from dpsym.provers.search.copies import copies_of
from dpsym.provers.search.divergences import FinitePair
from dpsym.provers.search.many_rounds import stick_of_draws, stick_of_rounds
from dpsym.provers.search.numeric import pair
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
        " Product(Finite(1/2, 1/3, 1/6), Finite(1/2, 1/3, 1/6)))",
        "TotalVariation(Bernoulli(1/3), Bernoulli(1/5))",
    ],
)
def test_other_divergences_have_no_bounds_by_draws(written: str) -> None:
    with pytest.raises(Rejected):
        draws.draws_of(parse_expression(written))


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


def _binomial_stick(count: int, epsilon: mpmath.mpf, threshold: mpmath.mpf) -> mpmath.mpf:
    """Of many responses: each mass from the one before, wherever they are above 1e-90."""
    truth = 1 / (1 + mpmath.exp(-epsilon))
    last = int(mpmath.floor((count - threshold / epsilon) / 2))
    middle, wide = count * (1 - truth), 22 * mpmath.sqrt(count) / 2
    total, first, odds = mpmath.mpf(0), max(0, int(middle - wide)), (1 - truth) / truth
    log_ways = sum(
        s * mpmath.loggamma(n + 1) for s, n in ((1, count), (-1, first), (-1, count - first))
    )
    mass = mpmath.exp(
        log_ways + (count - first) * mpmath.log(truth) + first * mpmath.log(1 - truth)
    )
    for i in range(first, min(last, int(middle + wide)) + 1):
        total += mass * -mpmath.expm1(threshold - (count - 2 * i) * epsilon)
        mass *= odds * (count - i) / (i + 1)
    return total


ROUNDS = [
    # rounds, epsilon, threshold
    (1000, "1/20", "1"),
    (60_000, "1/100", "0"),
    (60_000, "1/100", "30"),
    (60_000, "1/10", "350"),
    (1_000_000, "1/1000", "1"),
]


@pytest.mark.parametrize(("count", "epsilon", "threshold"), ROUNDS)
def test_very_many_rounds_are_bounded_as_binomial_sums_are(
    count: int, epsilon: str, threshold: str
) -> None:
    rounds = heads.Compose(heads.RandomizedResponse(Rational(epsilon)), count)
    with mpmath.workdps(50):
        of = [
            mpmath.mpf(Fraction(v).numerator) / Fraction(v).denominator
            for v in (epsilon, threshold)
        ]
        best = _binomial_stick(count, *of)
        near = [Fraction(int(best * f * 10**60), 10**60) for f in (0.99999999, 1, 1.00000001)]
    ((low, high),) = bounds_of_rounds(heads.ApproxDP(rounds, Rational(threshold), S.Half))
    assert near[0] < low <= high < near[2]
    assert abs(low - near[1]) + abs(high - near[1]) < near[1] / 10**18
    for delta, truth in ((near[0], False), (near[2], True)):
        atom = heads.ApproxDP(rounds, Rational(threshold), Rational(str(delta)))
        assert (holds(atom), fails(atom, {})) == (truth, not truth)


@pytest.mark.parametrize(
    ("count", "epsilon", "threshold"),
    [*ROUNDS, (100_000, "7/25", "4300"), (1_000_000, "1/5", "19976"), (1_000_000, "1", "470000")],
)
def test_floats_hold_the_stick_where_they_hold_no_factor_of_it(
    count: int, epsilon: str, threshold: str
) -> None:
    of = [float(Fraction(v)) for v in (epsilon, threshold)]
    with mpmath.workdps(50):
        best = float(_binomial_stick(count, *map(mpmath.mpf, of)))
    law = np.array([[1, np.exp(-of[0])]]) / (1 + np.exp(-of[0]))
    near = stick_of_draws(law, law[:, ::-1], count, np.array(of[1:]))
    assert near is not None
    assert abs(near[0] - best) <= 1e-6 * best


def test_what_is_left_of_a_sum_lies_in_its_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draws, "ENOUGH", draws.iv.mpf(2) ** -8)
    rounds = heads.Compose(heads.RandomizedResponse(Rational(1, 20)), 1000)
    with mpmath.workdps(50):
        best = Fraction(
            int(_binomial_stick(1000, mpmath.mpf("0.05"), mpmath.mpf(1)) * 10**45), 10**45
        )
    ((low, high),) = bounds_of_rounds(heads.ApproxDP(rounds, Rational(1), S.Half))
    assert low <= best <= high
    assert high - low > best / 1000


def test_both_orders_of_two_laws_are_within_a_guarantee_of_rounds() -> None:
    rounds = heads.Compose(heads.FiniteMechanism(THIRD, QUARTER), MAX_OUTCOMES)
    ends = sorted(bounds_of_rounds(heads.ApproxDP(rounds, Rational(50), 0)))
    assert ends[0][1] < ends[1][0]
    for delta, truth in (((ends[0][1] + ends[1][0]) / 2, False), (ends[1][1] * 2, True)):
        atom = heads.ApproxDP(rounds, Rational(50), Rational(str(delta)))
        assert (holds(atom), fails(atom, {})) == (truth, not truth)


def test_rounds_that_are_written_out_have_the_same_bounds() -> None:
    one = heads.FiniteMechanism(THIRD, QUARTER)
    written = [
        bounds_of(HockeyStick(Rational(1, 2), *(_draws(law, MAX_OUTCOMES) for law in pair)))
        for pair in ((THIRD, QUARTER), (QUARTER, THIRD))
    ]
    rounds = heads.ApproxDP(heads.Compose(one, MAX_OUTCOMES), Rational(1, 2), 0)
    assert bounds_of_rounds(rounds) == written


@pytest.mark.parametrize("delta", ["0", "1/900", "1/10**300", "1/9"])
@pytest.mark.parametrize("slope", ["1", "5", "2**300"])
def test_draws_that_fail_are_counted_beside_those_in_common(delta: str, slope: str) -> None:
    count, fails, t = 600, Rational(parse_expression(delta)), Rational(parse_expression(slope))
    one = heads.CanonicalRR(log(Rational(9, 8)), fails)
    exact = 1 - (1 - Fraction(str(fails))) ** count * (
        1 - _stick(count, Fraction(8, 17), Fraction(9, 17), Fraction(str(t)))
    )
    atom = heads.ApproxDP(heads.Compose(one, count), log(t), 0)
    ((low, high),) = bounds_of_rounds(atom)
    assert low <= exact <= high
    assert high - low <= Fraction(1, 10**20) * exact
    with np.errstate(all="ignore"):
        near = stick_of_rounds(atom, Batch(1))
    assert near is not None
    assert np.isnan(near[0]) or abs(near[0] - float(exact)) <= 1e-9 * float(exact)


@pytest.mark.parametrize("epsilon", ["10**9", "1/10**200"])
def test_masses_beyond_all_numbers_are_refused_or_bounded(epsilon: str) -> None:
    rounds = heads.Compose(heads.RandomizedResponse(parse_expression(epsilon)), 1000)
    try:
        bounds = bounds_of_rounds(heads.ApproxDP(rounds, 1, 0))
    except Rejected:
        return
    large = epsilon == "10**9"
    assert all(low <= int(large) <= high or high < Fraction(1, 10**20) for low, high in bounds)


@pytest.mark.parametrize(
    "written",
    [
        "ApproxDP(Compose(RandomizedResponse(1), 599), 1, 1/2)",
        "ApproxDP(Compose(RandomizedResponse(1), 3000000), 1, 1/2)",
        "ApproxDP(Compose(NaryResponse(1, 3), 1000), 1, 1/2)",
        "ApproxDP(Compose(LaplaceMechanism(1, 1), 1000), 1, 1/2)",
        "ApproxDP(Group(Compose(RandomizedResponse(1), 1000), 2), 1, 1/2)",
        "PureDP(Compose(RandomizedResponse(1), 1000), 1000)",
        "ProbabilisticDP(Compose(RandomizedResponse(1), 1000), 1, 1/2)",
    ],
)
def test_of_other_guarantees_the_kernel_knows_no_sum_of_draws(written: str) -> None:
    assert bounds_of_rounds(parse_expression(written)) == []


@pytest.mark.parametrize(
    ("claim", "deltas"),
    [
        ("ApproxDP(Compose(RandomizedResponse(1/100), 60000), 5, {})", ("0.126", "0.1263")),
        (
            "PureDP(M, 1/1000) => ApproxDP(Compose(M, 1000000), 12, {}/10**32)",
            ("5.199", "5.2"),
        ),
    ],
)
def test_many_rounds_are_decided_on_both_sides(claim: str, deltas: tuple[str, str]) -> None:
    verdicts = [check(claim.format(Rational(delta)), budget=30) for delta in deltas]
    assert [verdict.kind for verdict in verdicts] == ["refuted", "proved"]


def _searched(text: str, seconds: float) -> object:
    return search.attempt(claim_from_text(text), Budget.of(seconds))


def test_a_pair_the_other_way_round_is_its_laws_exchanged() -> None:
    half, eighth, third = Rational(1, 2), Rational(1, 8), Rational(1, 3)
    laws = Finite(half, half, S.Zero), Finite(eighth, half - eighth / 2, half - eighth / 2)
    first, second = (Product(*[law] * 5, Bernoulli(third)) for law in laws)
    batch = Batch(1)
    forth, back = pair(first, second, batch), pair(second, first, batch)
    alone = pair(second, first, Batch(1))
    assert isinstance(forth, FinitePair)
    assert isinstance(back, FinitePair)
    assert isinstance(alone, FinitePair)
    assert back.numerator is forth.denominator
    assert back.denominator is forth.numerator
    np.testing.assert_array_equal(back.numerator, alone.numerator)


def test_copies_have_the_masses_of_their_types() -> None:
    masses = np.array([[0.5, 0.3, 0.2], [1.0, 0.0, 0.0], [0.0, 0.25, 0.75]])
    found = np.sort(copies_of(masses, 4), axis=1)
    every = np.array([
        [np.prod([law[i] for i in drawn]) for drawn in product(range(3), repeat=4)]
        for law in masses
    ])  # fmt: skip
    types = [tuple(sorted(drawn)) for drawn in product(range(3), repeat=4)]
    merged = np.array([
        [sum(m for m, t in zip(law, types, strict=True) if t == kind) for kind in sorted({*types})]
        for law in every
    ])  # fmt: skip
    np.testing.assert_allclose(found, np.sort(merged, axis=1), rtol=1e-13, atol=1e-300)
