"""Optimal composition, against sums over all outcomes and direct convolutions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path

import mpmath
import numpy as np
import pytest
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsym.accounting import (
    Rounds,
    guaranteed_failure,
    optimal_delta,
    optimal_delta_exact,
    optimal_epsilon,
    optimal_region,
)
from dpsym.accounting.figures import (
    composition_theorems,
    optimal_regions,
    single_region,
    write_figures,
)
from dpsym.accounting.lattice import LatticeCurve
from dpsym.accounting.rounds import grouped
from dpsym.accounting.subsets import SubsetCurve
from dpsym.errors import DomainError, LimitError

HALF = Fraction(1, 2)


@pytest.fixture(autouse=True)
def precise() -> Iterator[None]:
    """Balls are compared, and their ends taken, with more bits than they carry."""
    with ctx.workprec(400):
        yield


def canonical(t: Fraction, delta: Fraction) -> list[tuple[Fraction, Fraction]]:
    """The outcomes of the canonical mechanism, with their masses under both inputs."""
    true, false = (1 - delta) * t / (1 + t), (1 - delta) / (1 + t)
    return [(delta, Fraction(0)), (true, false), (false, true), (Fraction(0), delta)]


def by_all_outcomes(ratio: Fraction, ratios: list[Fraction], deltas: list[Fraction]) -> Fraction:
    """The hockey stick of the product, outcome by outcome: 4**k terms."""
    total = Fraction(0)
    for outcome in product(*(canonical(t, d) for t, d in zip(ratios, deltas, strict=True))):
        p = q = Fraction(1)
        for true, false in outcome:
            p, q = p * true, q * false
        total += max(p - ratio * q, Fraction(0))
    return total


def decimal(value: mpmath.mpf) -> arb:
    return arb(mpmath.nstr(value, 60))


def close(value: arb, oracle: mpmath.mpf, digits: int) -> bool:
    """Whether a ball is that narrow and lies about a number known to more digits."""
    error = abs(value - decimal(oracle))
    return bool(error <= abs(value) * arb(10) ** -digits)


def by_convolution(k: int, epsilon: str, delta: str, target: str) -> mpmath.mpf:
    """The hockey stick of k equal rounds, one round at a time, by the law of the losses."""
    with mpmath.workdps(70):
        true = 1 / (1 + mpmath.exp(-mpmath.mpf(epsilon)))
        masses = [mpmath.mpf(1)]
        for _ in range(k):
            before = [*masses, mpmath.mpf(0)]
            shifted = [mpmath.mpf(0), *masses]
            masses = [a * true + b * (1 - true) for a, b in zip(before, shifted, strict=True)]
        stick = mpmath.mpf(0)
        for wrong, mass in enumerate(masses):
            loss = (k - 2 * wrong) * mpmath.mpf(epsilon)
            if loss > mpmath.mpf(target):
                stick += mass * (1 - mpmath.exp(mpmath.mpf(target) - loss))
        return 1 - (1 - mpmath.mpf(delta)) ** k * (1 - stick)


@pytest.mark.parametrize("t", [Fraction(1), Fraction(11, 10), Fraction(3, 2), Fraction(5)])
@pytest.mark.parametrize("k", range(1, 7))
def test_equal_rounds_agree_with_all_outcomes(k: int, t: Fraction) -> None:
    delta = Fraction(1, 10)
    for ratio in (Fraction(1), t, t ** max(0, k - 2), (1 + t**k) / 2, t**k, 2 * t**k):
        exact = optimal_delta_exact(ratio, [t] * k, [delta] * k)
        assert exact == by_all_outcomes(ratio, [t] * k, [delta] * k)


RATIOS = st.fractions(1, 6, max_denominator=12)
DELTAS = st.fractions(0, 1, max_denominator=9)


@settings(max_examples=40)
@given(st.lists(st.tuples(RATIOS, DELTAS), min_size=1, max_size=4), RATIOS)
def test_different_rounds_agree_with_all_outcomes(
    rounds: list[tuple[Fraction, Fraction]], ratio: Fraction
) -> None:
    ratios, deltas = [t for t, _ in rounds], [d for _, d in rounds]
    assert optimal_delta_exact(ratio, ratios, deltas) == by_all_outcomes(ratio, ratios, deltas)


def test_printed_formula_is_the_optimum() -> None:
    """KairouzOhViswanath2015, equation (6)."""
    for k, t in product(range(1, 9), (Fraction(6, 5), Fraction(3))):
        for i in range(k // 2 + 1):
            printed = (
                sum(
                    comb(k, wrong) * (t ** (k - wrong) - t ** (k - 2 * i + wrong))
                    for wrong in range(i)
                )
                / (1 + t) ** k
            )
            assert optimal_delta_exact(t ** (k - 2 * i), [t] * k, [0] * k) == printed


def test_mutants_of_the_formula_are_noticed() -> None:
    k, i, t = 6, 2, Fraction(3, 2)
    optimum = optimal_delta_exact(t ** (k - 2 * i), [t] * k, [0] * k)

    def printed(top: int, shift: int) -> Fraction:
        total = sum(
            comb(k, wrong) * (t ** (k - wrong) - t ** (k - 2 * i + wrong + shift))
            for wrong in range(top)
        )
        return total / (1 + t) ** k

    assert printed(i + 1, 0) == optimum  # one more term, which is zero
    assert printed(i - 1, 0) < optimum
    assert printed(i + 2, 0) < optimum
    assert printed(i, 1) < optimum < printed(i, -1)


@pytest.mark.parametrize(
    ("k", "epsilon", "delta", "target"),
    [
        (1, "0.3", "0", "0.1"),
        (7, "0.5", "0.01", "1.2"),
        (40, "0.2", "0.0001", "0"),
        (1000, "0.05", "1e-8", "4.03"),
        (1000, "0.01", "0", "0.5"),
        (1000, "0.002", "1e-12", "1.99"),
        (300, "3", "0", "850"),
    ],
)
def test_equal_rounds_agree_with_convolution(k: int, epsilon: str, delta: str, target: str) -> None:
    found = optimal_delta(target, [Rounds(epsilon, delta, k)])
    assert found.rel_accuracy_bits() > 110
    assert close(found, by_convolution(k, epsilon, delta, target), 32)


def test_a_million_rounds_are_enclosed_tightly() -> None:
    """The oracle is the exact binomial tail at a hundred digits, by mpmath's incomplete beta."""
    k, epsilon = 10**6, "0.001"
    found = optimal_delta(5, [Rounds(epsilon, "1e-9", k)])
    assert found.rel_accuracy_bits() > 110
    with mpmath.workdps(100):
        e = mpmath.mpf(epsilon)
        false = 1 / (1 + mpmath.exp(e))
        last = 497500 - 1  # (k - 2*l)*epsilon > 5
        mass, total = mpmath.binomial(k, last) * false**last * (1 - false) ** (k - last), 0
        for wrong in range(last, last - 20000, -1):
            total += mass * (1 - mpmath.exp(5 - (k - 2 * wrong) * e))
            mass *= mpmath.mpf(wrong) / (k - wrong + 1) * mpmath.exp(e)
        oracle = 1 - (1 - mpmath.mpf("1e-9")) ** k * (1 - total)
    assert close(found, oracle, 33)


def het(epsilons: list[Fraction]) -> list[Rounds]:
    return [Rounds(e, "1e-6") for e in epsilons]


def by_all_subsets(epsilons: list[Fraction], target: Fraction) -> mpmath.mpf:
    with mpmath.workdps(60):
        stick = mpmath.mpf(0)
        for signs in product((1, -1), repeat=len(epsilons)):
            loss, mass = Fraction(0), mpmath.mpf(1)
            for sign, epsilon in zip(signs, epsilons, strict=True):
                loss += sign * epsilon
                e = mpmath.mpf(epsilon.numerator) / epsilon.denominator
                mass /= 1 + mpmath.exp(-sign * e)
            if loss > target:
                gap = target - loss
                stick += mass * (1 - mpmath.exp(mpmath.mpf(gap.numerator) / gap.denominator))
        return 1 - (1 - mpmath.mpf("1e-6")) ** len(epsilons) * (1 - stick)


DISTINCT = [Fraction(100 + 37 * i % 89, 700 + i * i) for i in range(11)]


@pytest.mark.parametrize("target", [Fraction(0), Fraction(3, 7), Fraction(6, 5), Fraction(2)])
def test_different_rounds_agree_with_all_subsets(target: Fraction) -> None:
    found = optimal_delta(target, het(DISTINCT))
    assert found.rel_accuracy_bits() > 110
    assert close(found, by_all_subsets(DISTINCT, target), 32)


def test_two_dozen_different_rounds_are_enclosed_tightly() -> None:
    epsilons = [Fraction(1000 + i * i, 9001) for i in range(24)]
    found = optimal_delta("1.5", het(epsilons))
    assert found.rel_accuracy_bits() > 110
    bounds = LatticeCurve(grouped(het(epsilons)), 2**12).read(Fraction(3, 2), 64).stick
    failure = guaranteed_failure(het(epsilons))
    assert found.overlaps(failure + (1 - failure) * bounds)


@pytest.mark.parametrize("cells", [2**8, 2**10, 2**13])
@pytest.mark.parametrize("target", [Fraction(0), Fraction(1, 3), Fraction(1), Fraction(19, 10)])
def test_rounded_losses_bound_the_value(cells: int, target: Fraction) -> None:
    groups = grouped(het(DISTINCT))
    value = SubsetCurve(groups).read(target, 100).stick
    bounds = LatticeCurve(groups, cells)
    assert not bounds.tight
    assert bounds.read(target, 64).stick.contains(value)


def test_finer_grids_give_narrower_bounds() -> None:
    groups = grouped(het(DISTINCT))
    radii = [
        LatticeCurve(groups, cells).read(Fraction(1), 64).stick.rad() for cells in (2**9, 2**12)
    ]
    assert radii[1] < radii[0] / 20


def test_losses_on_a_common_grid_are_not_rounded() -> None:
    epsilons = [Fraction(3 + i % 17, 100) for i in range(200)]
    bounds = LatticeCurve(grouped(het(epsilons)), 2**14)
    assert bounds.tight
    assert bounds.read(Fraction(2), 110).stick.rel_accuracy_bits() > 110
    few = grouped(het(epsilons[:12]))
    value = SubsetCurve(few).read(Fraction(1, 3), 200).stick
    assert LatticeCurve(few, 2**14).read(Fraction(1, 3), 110).stick.overlaps(value)


def test_a_thousand_different_rounds_have_two_sided_bounds() -> None:
    epsilons = [Fraction(10**6 + 7919 * i, 10**8 + 7) for i in range(1000)]
    found = optimal_delta("3.5", het(epsilons), cells=2**16)
    assert 0 < found.lower() < found.upper() < 1
    assert found.rad() < found.mid() / 10


@pytest.mark.parametrize(
    ("delta", "rounds"),
    [
        ("1e-6", [Rounds("0.01", "1e-9", 100)]),
        ("0.05", [Rounds("0.001", "1e-9", 10**5)]),
        ("1e-40", [Rounds("0.2", 0, 60)]),
        ("0.01", het(DISTINCT)),
    ],
)
def test_delta_of_the_epsilon_of_a_delta_is_that_delta(delta: str, rounds: list[Rounds]) -> None:
    found = optimal_epsilon(delta, rounds)
    assert found.rel_accuracy_bits() >= 109
    given_delta = arb(fmpq(*Fraction(delta).as_integer_ratio()))
    for end, below in ((found.lower(), False), (found.upper(), True)):
        mantissa, exponent = end.man_exp()
        value = optimal_delta(Fraction(int(mantissa)) * Fraction(2) ** int(exponent), rounds)
        assert value <= given_delta if below else value >= given_delta


def test_epsilon_is_infinite_below_the_probability_of_a_failure() -> None:
    assert optimal_epsilon("0.018", [Rounds(1, "0.01", 2)]) == arb.pos_inf()
    assert optimal_epsilon("0.0199", [Rounds(1, "0.01", 2)]) == 2
    assert optimal_epsilon(0, [Rounds("0.5", 0, 7)]) == arb("3.5")
    assert optimal_epsilon(1, [Rounds(1, "0.01", 2)]).is_zero()


def test_epsilon_is_zero_where_delta_allows_everything() -> None:
    assert optimal_epsilon("0.9", [Rounds("0.1", 0, 3)]).is_zero()


def test_rounds_without_epsilon_cost_their_failures() -> None:
    found = optimal_delta(0, [Rounds(0, "0.1", 2)])
    assert found.contains(fmpq(19, 100))
    assert found.rel_accuracy_bits() > 110


def test_rounds_that_never_run_do_not_fail() -> None:
    silent = Rounds(5, 1, 0)
    assert optimal_delta(0, [silent]) == 0
    assert optimal_epsilon(0, [silent]) == 0
    alone, beside = (optimal_delta(1, rounds) for rounds in ([Rounds(2)], [Rounds(2), silent]))
    assert alone.overlaps(beside)
    assert beside.rel_accuracy_bits() > 100


def test_basic_composition_is_not_optimal() -> None:
    rounds = [Rounds("0.1", "0.001", 30)]
    assert optimal_delta(3, rounds) < arb("0.03")
    assert optimal_delta("2.97", rounds) > guaranteed_failure(rounds)


@pytest.mark.parametrize(
    ("make", "guilty"),
    [
        (lambda: Rounds(-1), "epsilon"),
        (lambda: Rounds("x"), "epsilon"),
        (lambda: Rounds(float("nan")), "epsilon"),
        (lambda: Rounds(1, 2), "delta"),
        (lambda: Rounds(1, 0, -1), "count"),
        (lambda: Rounds(1, 0, 2.0), "count"),  # type: ignore[arg-type]
        (lambda: optimal_delta(-1, [Rounds(1)]), "epsilon"),
        (lambda: optimal_delta(1, []), "rounds"),
        (lambda: optimal_epsilon(2, [Rounds(1)]), "delta"),
        (lambda: optimal_delta(1, [Rounds(1)], bits=0), "bits"),
        (lambda: optimal_epsilon("0.1", [Rounds(1, "0.05")], bits=1), "bits"),
        (lambda: optimal_delta_exact(HALF, [2], [0]), "ratio"),
        (lambda: optimal_delta_exact(2, [HALF], [0]), "ratio"),
        (lambda: optimal_delta_exact(2, [2], []), "deltas"),
    ],
)
def test_bad_parameters_are_named(make, guilty: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(DomainError, match=guilty):
        make()


def test_too_many_different_fractions_are_refused_with_a_way_out() -> None:
    ratios = [Fraction(1000 + i, 999) for i in range(34)]
    with pytest.raises(LimitError, match="optimal_delta encloses"):
        optimal_delta_exact(2, ratios, [0] * 34)


def test_regions_are_those_of_figure_two() -> None:
    """The vertices that the paper draws for two and five rounds of epsilon = 0.4."""
    two = [(float(md), float(fa)) for md, fa in optimal_region(Rounds("0.4", 0, 2))]
    drawn = [(1, 0), (0.6416, 0.1611), (0.1611, 0.6416), (0, 1)]
    assert np.allclose(two, drawn, rtol=0, atol=6e-5)
    five = [(float(md), float(fa)) for md, fa in optimal_region(Rounds("0.4", "0.1", 5))]
    inner = [(0.5451, 0.0061), (0.3929, 0.0520), (0.1888, 0.1888)]
    assert np.allclose(five[1:4], inner, rtol=0, atol=6e-5)


def corner(epsilon: float, delta: float) -> float:
    """Where MD = FA on the boundary of R(epsilon, delta)."""
    return float((1 - delta) / (1 + np.exp(epsilon)))


def test_the_lines_of_figure_three_cross_the_diagonal_where_their_theorems_say() -> None:
    """The best corner over the spare delta; for Theorem 3.3, the catalogued 0.3814."""
    e, d, k = 0.1, 0.001, 30
    spare = np.geomspace(1e-9, 1, 20001)
    root = np.sqrt(2 * k * np.log(1 / spare))
    second = np.sqrt(2 * k * np.log(np.e + np.sqrt(k) * e / spare))
    mean = k * e * (np.exp(e) - 1) / (np.exp(e) + 1)
    advanced = max(map(corner, k * e * (np.exp(e) - 1) + e * root, k * d + spare))
    simplified = max(
        map(corner, mean + e * np.minimum(root, second), 1 - (1 - d) ** k * (1 - spare))
    )
    crossings = []
    for line in composition_theorems().axes[0].lines[1:]:
        md, fa = (np.asarray(data, dtype=float) for data in line.get_data())
        order = np.argsort(md)
        grid = np.linspace(0, 1, 20001)
        gap = np.interp(grid, md[order], fa[order]) - grid
        crossings.append(grid[np.argmin(np.abs(gap))])
    expected = [corner(k * e, k * d), advanced, simplified, 0.3814]
    assert np.allclose(crossings, expected, rtol=0, atol=3e-4)
    assert crossings == sorted(crossings)


def test_figures_are_written_with_axes_named(tmp_path: Path) -> None:
    names = {path.name for path in write_figures(tmp_path)}
    assert names == {path.name for path in tmp_path.iterdir()}
    assert len(names) == 6
    for figure in (single_region(), optimal_regions(), composition_theorems()):
        for axes in figure.axes:
            assert axes.get_xlabel() == "missed detection MD"
            assert axes.get_ylabel() == "false alarm FA"


def test_epsilons_beyond_floats_are_composed() -> None:
    assert optimal_delta(1, [Rounds("1e400", 0, 3)]) > 1 - 1e-15
    found = optimal_epsilon("1e-6", [Rounds("1e400", 0, 3), Rounds(1)])
    assert found.lower() <= 3 * arb("1e400") + 1
    assert found.upper() >= arb("1e400")


def test_two_bits_are_enough_to_ask_for() -> None:
    for rounds in ([Rounds(1, 0, 5), Rounds(2, 0, 4)], [Rounds(1, "0.05")], [Rounds(1)]):
        for delta in ("0.1", 0):
            found = optimal_epsilon(delta, rounds, bits=2)
            assert not found.is_finite() or found.contains(optimal_epsilon(delta, rounds))
