"""Regions of error probabilities and Blackwell's order, against subsets and linear programs."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from dpsym.errors import DomainError
from dpsym.tradeoffs import (
    FinitePair,
    Garbling,
    Region,
    Separation,
    blackwell,
    canonical_kernel,
    canonical_pair,
    image,
    privacy_region,
    region_of,
)

ZERO, ONE = Fraction(0), Fraction(1)


@st.composite
def laws(draw: st.DrawFn, size: int) -> tuple[Fraction, ...]:
    weights = draw(st.lists(st.integers(0, 9), min_size=size, max_size=size).filter(any))
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


@st.composite
def pairs(draw: st.DrawFn, most: int = 5) -> FinitePair:
    size = draw(st.integers(2, most))
    return FinitePair(draw(laws(size)), draw(laws(size)))


@st.composite
def kernels(draw: st.DrawFn, rows: int) -> tuple[tuple[Fraction, ...], ...]:
    columns = draw(st.integers(1, 5))
    return tuple(draw(laws(columns)) for _ in range(rows))


RATIOS = st.fractions(1, 8, max_denominator=10)
DELTAS = st.fractions(0, 1, max_denominator=10)


def error_points(pair: FinitePair) -> list[tuple[Fraction, Fraction]]:
    """(MD, FA) of every rejection set."""
    outcomes = range(len(pair.p))
    sets = [s for size in range(len(pair.p) + 1) for s in combinations(outcomes, size)]
    return [
        (1 - sum((pair.q[x] for x in s), ZERO), sum((pair.p[x] for x in s), ZERO)) for s in sets
    ]


def is_feasible(first: FinitePair, second: FinitePair) -> bool:
    """Whether a linear program finds a stochastic map from the first pair to the second."""
    n, m = len(first.p), len(second.p)
    rows, right = [], []
    for x in range(n):
        row = np.zeros((n, m))
        row[x] = 1
        rows.append(row.ravel())
        right.append(1.0)
    for before, after in ((first.p, second.p), (first.q, second.q)):
        for y in range(m):
            row = np.zeros((n, m))
            row[:, y] = [float(mass) for mass in before]
            rows.append(row.ravel())
            right.append(float(after[y]))
    found = linprog(np.zeros(n * m), A_eq=np.array(rows), b_eq=right, method="highs")
    return bool(found.status == 0)


@given(pairs())
def test_no_rejection_set_lies_below_the_boundary(pair: FinitePair) -> None:
    region = region_of(pair)
    points = error_points(pair)
    assert all(point in region for point in points)
    assert set(region.vertices) <= {*points, (ONE, ZERO)}


@given(pairs(), RATIOS)
def test_the_boundary_gives_the_hockey_stick(pair: FinitePair, ratio: Fraction) -> None:
    assert region_of(pair).stick(ratio) == pair.stick(ratio)


@given(pairs(), RATIOS, DELTAS)
def test_privacy_is_inclusion_of_regions(
    pair: FinitePair, ratio: Fraction, delta: Fraction
) -> None:
    """KairouzOhViswanath2015, Theorem 2.1 and Corollary 2.3."""
    inside = region_of(pair) <= privacy_region(ratio, delta)
    by_sets = all(
        fa + ratio * md >= 1 - delta and ratio * fa + md >= 1 - delta
        for md, fa in error_points(pair)
    )
    assert pair.is_private(ratio, delta) == inside == by_sets


@given(RATIOS, DELTAS)
def test_the_canonical_pair_fills_its_region(ratio: Fraction, delta: Fraction) -> None:
    assert region_of(canonical_pair(ratio, delta)) == privacy_region(ratio, delta)


@given(pairs(), pairs(), st.fractions(0, 1, max_denominator=40))
def test_intersection_is_the_larger_boundary(
    one: FinitePair, two: FinitePair, md: Fraction
) -> None:
    first, second = region_of(one), region_of(two)
    both = first & second
    assert both.boundary(md) == max(first.boundary(md), second.boundary(md))
    assert both <= first
    assert both <= second


def test_two_rounds_are_an_intersection_of_privacy_regions() -> None:
    """KairouzOhViswanath2015, Theorem 3.3 for k = 2, whose delta_1 is tanh(epsilon/2)**2."""
    ratio, delta = Fraction(3), Fraction(1, 10)
    pair = canonical_pair(ratio, delta)
    failure = 1 - (1 - delta) ** 2
    inner = 1 - (1 - delta) ** 2 * (1 - (ratio**2 - 1) / (1 + ratio) ** 2)
    expected = privacy_region(ratio**2, failure) & privacy_region(1, inner)
    assert region_of(pair.times(pair)) == expected


@given(st.data(), pairs())
def test_every_image_is_dominated(data: st.DataObject, pair: FinitePair) -> None:
    """KairouzOhViswanath2015, Theorem 2.4, and its converse by a map that verifies."""
    kernel = data.draw(kernels(len(pair.p)))
    garbled = FinitePair(image(pair.p, kernel), image(pair.q, kernel))
    assert region_of(garbled) <= region_of(pair)
    found = blackwell(pair, garbled)
    assert isinstance(found, Garbling)
    assert image(pair.p, found.kernel) == garbled.p
    assert image(pair.q, found.kernel) == garbled.q
    assert all(sum(row) == 1 and min(row) >= 0 for row in found.kernel)


@settings(max_examples=150)
@given(pairs(), pairs())
def test_blackwell_agrees_with_a_linear_program(first: FinitePair, second: FinitePair) -> None:
    found = blackwell(first, second)
    if isinstance(found, Separation):
        md, fa = found.point
        assert found.point in region_of(second)
        assert found.point not in region_of(first)
        assert all(a >= found.least for m, a in error_points(first) if m <= md)
        assume(found.least - fa > Fraction(1, 10**6))
    assert is_feasible(first, second) == isinstance(found, Garbling)


def test_both_outcomes_of_blackwell_occur() -> None:
    sharp = FinitePair(["1/4", "3/4"], ["3/4", "1/4"])
    blunt = FinitePair(["1/3", "2/3"], ["2/3", "1/3"])
    assert isinstance(blackwell(sharp, blunt), Garbling)
    separation = blackwell(blunt, sharp)
    assert isinstance(separation, Separation)
    assert separation.point == (Fraction(1, 4), Fraction(1, 4))
    assert separation.least == Fraction(1, 2)


@given(pairs(), RATIOS, st.sampled_from([ZERO, Fraction(1, 7), Fraction(1)]))
def test_the_canonical_map_reproduces_every_pair(
    pair: FinitePair, ratio: Fraction, slack: Fraction
) -> None:
    tight = max(pair.stick(ratio), pair.exchanged().stick(ratio))
    delta = tight + slack * (1 - tight)
    kernel = canonical_kernel(pair, ratio, delta)
    source = canonical_pair(ratio, delta)
    assert all(sum(row) == 1 and min(row) >= 0 for row in kernel)
    assert image(source.p, kernel) == pair.p
    assert image(source.q, kernel) == pair.q


def test_a_mutant_of_the_canonical_map_is_noticed() -> None:
    pair = FinitePair(["1/2", "1/2"], ["1/4", "3/4"])
    first, second, *rest = canonical_kernel(pair, 2, 0)
    assert image(canonical_pair(2, 0).p, (first, rest[0], second, rest[1])) != pair.p


@pytest.mark.parametrize(
    ("make", "guilty"),
    [
        (lambda: FinitePair([1], ["1/2", "1/2"]), "outcomes"),
        (lambda: FinitePair(["1/2", "1/3"], [1, 0]), "p is no law"),
        (lambda: FinitePair([1, 0], [2, -1]), "q is no law"),
        (lambda: FinitePair(["a"], [1]), "p="),
        (lambda: privacy_region("1/2", 0), "ratio"),
        (lambda: privacy_region(2, 2), "delta"),
        (lambda: canonical_pair(2, -1), "delta"),
        (lambda: canonical_kernel(FinitePair([1, 0], [0, 1]), 2, 0), "not private"),
        (lambda: privacy_region(2, 0).boundary(2), "md"),
    ],
)
def test_bad_input_is_named(make, guilty: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(DomainError, match=guilty):
        make()


def test_regions_are_symmetric() -> None:
    """The reading of display (3) in which the region of a mechanism can equal it."""
    region = privacy_region(3, 0)
    assert (ONE, ONE) not in region
    assert (ZERO, ONE) in region
    assert Region(region.vertices) == region
