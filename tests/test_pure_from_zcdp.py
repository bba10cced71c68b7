"""Section 7 of Bun and Steinke 2016 run on finite instances, with exact fractions.

The database is a list of bits, the query their mean scaled to [-1, 1], so that a database of n
records matters only by how many ones it has.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import islice, pairwise, product
from math import comb, log, pi, sqrt

import numpy as np
import pytest

N = 400
VARIANCE = Fraction(9, 2000)
ODDS = 16
RHO = Fraction(2, 1) / (N * N * VARIANCE)
ALPHA = sqrt(VARIANCE * 2 / pi)
RECORDS = 12_800


def answer(ones: int, records: int) -> Fraction:
    return Fraction(2 * ones, records) - 1


def packing(points: list[Fraction], radius: float) -> list[Fraction]:
    """Greedily chosen points, each farther than the radius from all before it: Lemma 7.2."""
    chosen: list[Fraction] = []
    for point in points:
        if all(abs(point - other) > radius for other in chosen):
            chosen.append(point)
    return chosen


CHOICES = packing([answer(ones, N) for ones in range(N + 1)], 4 * ALPHA)


def selection(ones: int) -> list[int]:
    """Integers proportional to the masses of the exponential mechanism: Lemma 7.3.

    The loss of t is abs(q(x) - t), its sensitivity 2/RECORDS and exp(epsilon) is 16: the mass is
    proportional to 2**(-RECORDS*loss), and RECORDS*loss is whole since N divides RECORDS.
    """
    losses = [abs(answer(ones, RECORDS) - t) * RECORDS for t in CHOICES]
    assert all(loss.denominator == 1 for loss in losses)
    furthest = max(losses)
    return [1 << int(furthest - loss) for loss in losses]


LAWS = [selection(ones) for ones in range(RECORDS + 1)]


def test_the_premises_of_theorem_7_1_hold() -> None:
    epsilon = log(ODDS)
    assert float(RHO) <= ALPHA**2
    assert RECORDS % N == 0
    assert 4 / (epsilon * ALPHA) * (float(RHO) * N * N + 1) <= RECORDS


def test_the_packing_is_a_net_of_all_answers() -> None:
    assert len(CHOICES) > 5
    assert all(abs(s - t) > 4 * ALPHA for i, s in enumerate(CHOICES) for t in CHOICES[:i])
    points = [answer(ones, N) for ones in range(N + 1)]
    assert all(min(abs(p - t) for t in CHOICES) <= 4 * ALPHA for p in points)


def test_the_packing_is_as_small_as_lemma_7_4_says() -> None:
    """Half of log(size), less log(2), is at most rho*n**2."""
    assert log(len(CHOICES)) / 2 - log(2) <= float(RHO) * N * N


def test_every_database_is_near_a_small_one() -> None:
    """Lemma 7.5, with xi = 0."""
    bound = 2 * ALPHA + sqrt(2 * float(RHO))
    small = [answer(ones, N) for ones in range(N + 1)]
    for ones in range(0, RECORDS + 1, 101):
        assert min(abs(answer(ones, RECORDS) - p) for p in small) <= bound


def test_the_constructed_mechanism_is_pure_private() -> None:
    """Likelihood ratios between neighbours are at most exp(epsilon), as fractions."""
    largest = Fraction(0)
    for first, second in islice(pairwise(LAWS), 0, None, 97):
        total, other = sum(first), sum(second)
        for p, q in zip(first, second, strict=True):
            # the integers of neighbours have common factors, which cross-multiplication keeps
            assert p * other <= ODDS * q * total
            assert q * total <= ODDS * p * other
        largest = max(largest, Fraction(first[0] * other, second[0] * total))
    assert largest > 1


def test_the_constructed_mechanism_errs_by_less_than_ten_alpha() -> None:
    worst = Fraction(0)
    for ones, masses in islice(enumerate(LAWS), 0, None, 23):
        truth = answer(ones, RECORDS)
        total = sum(m * abs(truth - t) for m, t in zip(masses, CHOICES, strict=True))
        worst = max(worst, total / sum(masses))
    assert worst <= 10 * ALPHA
    assert worst > ALPHA
    assert 10 * ALPHA < 1  # the constant answer errs by 1: the bound says something


@pytest.mark.parametrize("beta", [Fraction(1, 2), Fraction(1, 100), Fraction(1, 10**6)])
def test_the_tail_of_the_error_is_that_of_the_theorem(beta: Fraction) -> None:
    limit = 10 * ALPHA + 4 / (log(ODDS) * RECORDS) * log(1 / beta)
    for ones in range(0, RECORDS + 1, 61):
        truth, masses = answer(ones, RECORDS), LAWS[ones]
        beyond = sum(m for m, t in zip(masses, CHOICES, strict=True) if abs(truth - t) > limit)
        assert beyond <= beta * sum(masses)


@pytest.mark.parametrize("beta", [Fraction(1, 2), Fraction(1, 100)])
@pytest.mark.parametrize("seed", range(6))
def test_selection_loses_no_more_than_lemma_7_3_says(seed: int, beta: Fraction) -> None:
    """Random whole losses of sensitivity 1, exp(epsilon/2) = 3: mean and tail."""
    rng = np.random.default_rng(seed)
    losses = [int(x) for x in rng.integers(0, 9, 5)]
    masses = [Fraction(1, 3**loss) for loss in losses]
    total = sum(masses)
    mean = sum(m * loss for m, loss in zip(masses, losses, strict=True)) / total
    unit = 1 / log(3)
    assert mean <= min(losses) + unit * log(len(losses)) + 1e-12
    limit = min(losses) + unit * log(len(losses) / beta)
    beyond = sum(m for m, loss in zip(masses, losses, strict=True) if loss > limit + 1e-12)
    assert beyond <= beta * total


def random_mechanism(
    rng: np.random.Generator, records: int
) -> dict[tuple[int, ...], list[Fraction]]:
    """An arbitrary law on the answers -1, 0, 1 for every database of bits."""
    laws = {}
    for database in product((0, 1), repeat=records):
        weights = [Fraction(int(w)) for w in rng.integers(1, 12, 3)]
        laws[database] = [w / sum(weights) for w in weights]
    return laws


def loss_of(laws: dict[tuple[int, ...], list[Fraction]]) -> float:
    """The least epsilon of pure privacy, which as xi makes the mechanism (xi, 0)-zCDP."""
    worst = Fraction(1)
    for x, y in product(laws, laws):
        if sum(a != b for a, b in zip(x, y, strict=True)) == 1:
            worst = max(worst, *(p / q for p, q in zip(laws[x], laws[y], strict=True)))
    return log(worst)


def error_of(laws: dict[tuple[int, ...], list[Fraction]]) -> Fraction:
    return max(
        sum(p * abs(out - answer(sum(x), len(x))) for p, out in zip(law, (-1, 0, 1), strict=True))
        for x, law in laws.items()
    )


@pytest.mark.parametrize("records", [1, 2, 3])
@pytest.mark.parametrize("seed", range(8))
def test_answers_are_near_those_of_the_population(records: int, seed: int) -> None:
    """Proposition C.3 and Lemma 7.5, all expectations exact sums over all samples."""
    rng = np.random.default_rng(100 * records + seed)
    laws = random_mechanism(rng, records)
    alpha, spread = error_of(laws), sqrt(2 * loss_of(laws))
    p = Fraction(int(rng.integers(0, 11)), 10)
    mean = 2 * p - 1
    answered = sampled = Fraction(0)
    for x, law in laws.items():
        chance = p ** sum(x) * (1 - p) ** (records - sum(x))
        away = sum(m * abs(out - mean) for m, out in zip(law, (-1, 0, 1), strict=True))
        answered += chance * away
        sampled += chance * abs(answer(sum(x), records) - mean)
    assert answered <= alpha + spread
    assert sampled <= 2 * alpha + spread
    small = [answer(ones, records) for ones in range(records + 1)]
    for ones in range(31):
        nearest = min(abs(answer(ones, 30) - s) for s in small)
        assert nearest <= 2 * alpha + spread


def test_samples_are_counted_with_their_multiplicity() -> None:
    """The oracle's own check: the chances of all samples add up to one."""
    p = Fraction(3, 10)
    by_count = sum(comb(3, k) * p**k * (1 - p) ** (3 - k) for k in range(4))
    assert by_count == 1
