"""Information and capacity, against closed forms and against exact joint laws on all databases."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import exp, log

import mpmath
import numpy as np
import pytest
from sympy import Basic, Integer, Rational, S, Tuple
from sympy import log as ln

from dpsym import check
from dpsym.enclosure import decide, enclose
from dpsym.errors import EvaluationError
from dpsym.kernel.information import recovery
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.sizes import WAYS, at_most_times
from dpsym.language.heads import (
    Bernoulli,
    Capacity,
    ExponentialMechanism,
    Finite,
    FiniteMechanism,
    Gaussian,
    GaussianMechanism,
    MutualInformation,
    NaryResponse,
    ObjectName,
    PureDP,
    RandomizedResponse,
    Recovery,
    TailDP,
)
from dpsym.language.meaning import row
from dpsym.language.parser import parse_claim
from dpsym.provers.divergences.information import Information
from dpsym.strategies.readings import tail_rho


def entropy(*masses: float) -> float:
    return -sum(m * log(m) for m in masses if m > 0)


def test_capacity_of_a_symmetric_bit_is_its_closed_form() -> None:
    found = enclose(Capacity(RandomizedResponse(ln(3)), 1))
    assert float(found.rad()) < 1e-10
    assert abs(float(found.mid()) - (log(2) - entropy(0.25, 0.75))) < 1e-10


@pytest.mark.parametrize("crossing", ["1/2", "1/5", "9/10"])
def test_capacity_of_a_one_sided_bit_is_its_closed_form(crossing: str) -> None:
    c = Rational(crossing)
    found = enclose(Capacity(FiniteMechanism(Bernoulli(0), Bernoulli(1 - c)), 1))
    c = float(c)
    assert abs(float(found.mid()) - log(1 + (1 - c) * c ** (c / (1 - c)))) < 1e-9


def test_capacity_of_an_nary_response_is_that_of_its_channel() -> None:
    values, odds = 4, 5
    total = odds + values - 1
    rows = [[odds if i == j else 1 for j in range(values)] for i in range(values)]
    channel = FiniteMechanism(*(Finite(*(Rational(x, total) for x in row)) for row in rows))
    found = enclose(Capacity(NaryResponse(ln(odds), Integer(values)), 1))
    whole = enclose(Capacity(channel, values - 1))
    assert found.overlaps(whole)
    assert float(whole.rad()) < 1e-9


def test_capacity_with_an_input_of_no_use_encloses_the_truth() -> None:
    laws = Bernoulli(0), Bernoulli(S.Half), Bernoulli(1)
    found = enclose(Capacity(FiniteMechanism(*laws), 2))
    assert found.contains(mpmath.log(2)) or abs(float(found.mid()) - log(2)) < 1e-8
    assert float(found.upper()) >= log(2) - 1e-15


UNIT = np.linspace(0, 1, 11)


@pytest.mark.parametrize(
    ("mechanism", "sizes"),
    [
        (GaussianMechanism(1, 1), (1,)),
        (RandomizedResponse(1), (2,)),
        (NaryResponse(S.One, Integer(3)), (2,)),
        (FiniteMechanism(*[Bernoulli(S.Half)] * 4), (2, 2)),
    ],
)
def test_capacity_without_an_enclosure_is_refused(mechanism, sizes) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(EvaluationError):
        enclose(Capacity(mechanism, *map(Integer, sizes)))


def test_capacity_of_blocks_encloses_what_independent_blocks_tell() -> None:
    shares = [Rational(1, 8), Rational(1, 4), Rational(1, 3), Rational(5, 8), Rational(3, 4)]
    found = enclose(Capacity(FiniteMechanism(*map(Bernoulli, shares)), Integer(2), Integer(2)))
    laws = np.array([[float(p), float(1 - p)] for p in shares])
    grid = [np.array([a, b, 1 - a - b]) for a in UNIT for b in UNIT if a + b <= 1]
    most = max(information(np.convolve(one, two), laws) for one in grid for two in grid)
    assert float(found.lower()) <= most <= float(found.upper())
    assert float(found.lower()) > most / 2


def information(prior: np.ndarray, laws: np.ndarray) -> float:
    """The exact sum over the joint law of input and output."""
    joint = prior[:, None] * laws
    output = joint.sum(axis=0)
    inside = joint > 0
    return float((joint[inside] * np.log((laws / output)[inside])).sum())


def test_mutual_information_is_the_sum_over_the_joint_law() -> None:
    laws = np.array([[1, 2, 3], [3, 2, 1], [4, 1, 1]]) / 6
    prior = np.array([2, 1, 1]) / 4
    rows = [Finite(*(Rational(int(6 * x + 0.5), 6) for x in row)) for row in laws]
    source = Finite(*(Rational(int(4 * x + 0.5), 4) for x in prior))
    found = enclose(MutualInformation(source, FiniteMechanism(*rows)))
    assert abs(float(found.mid()) - information(prior, laws)) < 1e-14


@pytest.mark.parametrize("blocks", [1, 2, 4])
@pytest.mark.parametrize("seed", range(8))
def test_information_on_independent_blocks_is_at_most_what_the_reduction_says(
    blocks: int, seed: int
) -> None:
    """All databases of four bits, an arbitrary mechanism, a product of arbitrary block laws."""
    rng = np.random.default_rng(seed)
    bits, size = 4, 4 // blocks
    databases = list(product((0, 1), repeat=bits))
    laws = rng.dirichlet(np.full(3, 0.5), len(databases))
    prior = np.ones(1)
    for _ in range(blocks):
        prior = np.outer(prior, rng.dirichlet(np.full(2**size, 0.4))).ravel()
    worst = 0.0
    for i, x in enumerate(databases):
        for j, y in enumerate(databases):
            changed = {k // size for k in range(bits) if x[k] != y[k]}
            if len(changed) == 1:
                worst = max(worst, float((laws[i] * np.log(laws[i] / laws[j])).sum()))
    assert information(prior, laws) <= blocks * worst


def test_the_reduction_asks_for_groups_of_one_block() -> None:
    claim = parse_claim("ZCDP(M, rho) => Capacity(M, m, l) <= m*rho*l**2")
    (split,) = Information().splits(claim)
    assert split.subgoals[0].text == "ZCDP(M, rho) => RenyiDP(Group(M, l), 1, rho*l**2)"


@pytest.mark.parametrize(
    "claim",
    [
        "ZCDP(M, rho) => Capacity(M, 1) <= 97*rho/100",
        "ZCDP(M, rho) => Capacity(M, n) <= 99/100*rho*n**2",
        "ZCDP(M, xi, rho) => Capacity(M, n, 1) <= 99/100*(xi + rho)*n",
        "MeanCDP(M, mu, tau) => RenyiDP(M, 1, tau**2/3)",
    ],
)
def test_false_bounds_of_information_are_refuted(claim: str) -> None:
    assert check(claim, budget=120).kind == "refuted"


def test_the_exponential_mechanism_has_the_masses_of_its_losses() -> None:
    mechanism = ExponentialMechanism(ln(16), 2, Tuple(0, 1, 4), Tuple(2, 1, 2))
    weights = [(1, Rational(1, 2), Rational(1, 16)), (Rational(1, 4), S.Half, Rational(1, 4))]
    wanted = [Finite(*(w / sum(row_of) for w in row_of)) for row_of in weights]
    assert list(row(mechanism, 2)) == wanted


def test_the_exponential_mechanism_is_private_where_its_sensitivity_is_right() -> None:
    right = ExponentialMechanism(ln(9), 1, Tuple(0, 1, 2), Tuple(1, 0, 2))
    wrong = ExponentialMechanism(ln(9), Rational(1, 4), Tuple(0, 1, 2), Tuple(1, 0, 2))
    assert decide(PureDP(right, ln(9))) is True
    assert decide(PureDP(wrong, ln(9))) is False


@pytest.mark.parametrize(
    "claim",
    [
        "ZCDP(M, rho) => Capacity(M, n) <= rho*n",
        "PureDP(M, epsilon) => Capacity(M, 1) <= epsilon**2/10",
        "ZCDP(M, rho) => TailDP(M, rho, 2*rho)",
        "ZCDP(M, rho) => TailDP(M, rho, 98*rho/25)",
        "PureDP(M, epsilon) => TailDP(M, epsilon/2, epsilon**2/4)",
        "TailDP(RandomizedResponse(1), 1/2, 1/100)",
    ],
)
def test_false_bounds_of_capacities_and_tails_are_refuted(claim: str) -> None:
    assert check(claim, budget=60).kind == "refuted"


def test_a_family_of_tails_is_certified_where_the_losses_are_bounded() -> None:
    response = RandomizedResponse(ln(3))
    assert decide(TailDP(response, ln(3), 0)) is True
    assert decide(TailDP(response, ln(3), 1)) is True
    assert decide(TailDP(GaussianMechanism(1, 1), 1, 10)) is None


def test_the_least_family_of_tails_is_where_the_reading_says() -> None:
    response, weights = RandomizedResponse(ln(3)), (Fraction(3, 4), Fraction(1, 4))
    least = Rational(round(tail_rho(weights, weights[::-1], 0.0) * 10**6), 10**6)
    assert decide(TailDP(response, 0, least)) is True
    assert decide(TailDP(response, 0, least * Rational(9, 10))) is False


def recovered(laws: np.ndarray, listed: int) -> float:
    """How often the best list for each answer holds the database, drawn evenly."""
    lists = combinations(range(len(laws)), min(listed, len(laws)))
    chosen = np.array([laws[list(names)].sum(axis=0) for names in lists])
    return float(chosen.max(axis=0).sum()) / len(laws)


@pytest.mark.parametrize("values", [2, 3])
@pytest.mark.parametrize("databases", [1, 2, 3, 5])
@pytest.mark.parametrize("listed", [1, 2])
def test_recovery_from_a_response_is_the_best_over_all_databases(
    values: int, databases: int, listed: int
) -> None:
    odds = 5
    whole = (np.ones((values, values)) + (odds - 1) * np.eye(values)) / (odds + values - 1)
    best = max(
        recovered(whole[list(chosen)], listed)
        for chosen in product(range(values), repeat=databases)
    )
    node = Recovery(NaryResponse(ln(odds), values), 1, databases, listed)
    assert abs(float(enclose(node).mid()) - best) < 1e-12
    if values == 2 and listed == 1:
        found = recovery(Recovery(RandomizedResponse(ln(odds)), 1, databases))
        assert abs(float(found) - best) < 1e-12


@pytest.mark.parametrize("records", [1, 2, 3])
@pytest.mark.parametrize("databases", [1, 2, 3, 5])
def test_recovery_from_a_row_is_the_best_over_all_databases(records: int, databases: int) -> None:
    rng = np.random.default_rng(records + 5 * databases)
    for size in (2, 3, 4):
        counts = rng.integers(0, 9, (size, 3)) + np.eye(size, 3, dtype=int)
        laws = counts / counts.sum(axis=1, keepdims=True)
        best = max(
            recovered(laws[list(chosen)], 1)
            for chosen in product(range(size), repeat=databases)
            if max(chosen) - min(chosen) <= records
        )
        rows = [Finite(*(Rational(int(n), int(sum(row))) for n in row)) for row in counts]
        node = Recovery(FiniteMechanism(*rows), records, databases)
        assert abs(float(recovery(node)) - best) < 1e-12
        assert abs(float(enclose(node).mid()) - best) < 1e-12


@pytest.mark.parametrize("by", WAYS[Recovery])
def test_recoveries_are_compared_as_their_sizes_say(by: str) -> None:
    """Against the best of all databases, repeated ones among them, of drawn rows."""
    rng = np.random.default_rng(7)
    counts = [(n, m, s) for n in (1, 2) for m in (1, 2, 3) for s in (1, 2)]
    compared = 0
    for _ in range(6):
        drawn = rng.integers(0, 9, (3, 4)) + np.eye(3, 4, dtype=int)
        laws = drawn / drawn.sum(axis=1, keepdims=True)
        best = {
            (n, m, s): max(
                recovered(laws[list(chosen)], s)
                for chosen in product(range(3), repeat=m)
                if max(chosen) - min(chosen) <= n
            )
            for n, m, s in counts
        }
        for less, more in product(counts, repeat=2):
            nodes = (Recovery(ObjectName("M"), *map(Integer, sizes)) for sizes in (less, more))
            factor, needed = at_most_times(*nodes, by)
            if all(need.lhs <= need.rhs for need in needed):
                compared += 1
                assert best[less] <= float(factor) * best[more] + 1e-12
    assert compared > 100


UNKNOWN = [
    (RandomizedResponse(1), (2, 2)),
    (RandomizedResponse(1), (1, 2, Rational(1, 2))),
    (FiniteMechanism(Bernoulli(0), Bernoulli(1)), (2, 2, 2)),
    (FiniteMechanism(Bernoulli(0), Bernoulli(1)), (1, 2, Rational(1, 2))),
    (FiniteMechanism(Gaussian(0, 1), Gaussian(1, 1)), (1, 2)),
    (FiniteMechanism(*[Bernoulli(0)] * 13), (1, 2)),
]


@pytest.mark.parametrize(("mechanism", "sizes"), UNKNOWN)
def test_recovery_without_a_closed_form_is_refused(
    mechanism: Basic, sizes: tuple[object, ...]
) -> None:
    node = Recovery(mechanism, *map(S, sizes))
    with pytest.raises(Rejected, match=r"closed form|no finite law"):
        recovery(node)
    with pytest.raises(EvaluationError):
        enclose(node)


@pytest.mark.parametrize("seed", range(8))
def test_who_tells_databases_apart_tells_as_much_as_the_rows_say(seed: int) -> None:
    """Fano's inequality for lists, on arbitrary channels and against their own KL divergences."""
    rng = np.random.default_rng(seed)
    size, outcomes = (2, 3, 5, 8)[seed % 4], (3, 8)[seed // 4]
    laws = rng.dirichlet(np.full(outcomes, (0.3, 2.0)[seed % 2]), size) + 1e-9
    laws /= laws.sum(axis=1, keepdims=True)
    told = max(float((p * np.log(p / q)).sum()) for p in laws for q in laws)
    for listed in range(1, size + 1):
        share = recovered(laws, listed)
        assert share * (log(size) - log(listed)) <= told + log(2)


@pytest.mark.parametrize("seed", range(8))
def test_laws_that_are_near_tell_databases_apart_as_seldom_as_the_rows_say(seed: int) -> None:
    rng = np.random.default_rng(seed)
    size, outcomes = (2, 3, 5, 8)[seed % 4], (3, 8)[seed // 4]
    laws = rng.dirichlet(np.full(outcomes, (0.3, 2.0)[seed % 2]), size)
    for epsilon in (-0.5, 0.0, 0.3, 2.0):
        odds = exp(epsilon)
        delta = max(
            float(np.maximum(p - odds * q, 0).sum())
            for p, q in product(laws, laws) if p is not q
        )  # fmt: skip
        for listed in range(1, size + 1):
            most = (listed * odds + (size - 1) * delta) / (odds + size - 1)
            assert listed / size - 1e-12 <= recovered(laws, listed) <= most + 1e-12


def test_what_recovery_says_is_sharp_for_many_values() -> None:
    """A response of 10**300 values: no smaller multiple of the divergence bounds what is told."""
    values, odds = 10**300, 10**302
    truth = odds / (odds + values - 1)
    told = (odds - 1) / (odds + values - 1) * log(odds)
    assert 0.98 * (told + log(2)) < truth * log(values) <= told + log(2)


@pytest.mark.parametrize(
    "claim",
    [
        "ZCDP(M, xi, rho) and Recovery(M, n, m) >= p"
        " => p*log(m) - log(2) <= xi*n*(1 + log(n)) + rho*n**2 for p in [0, 1]",
        "ZCDP(M, rho) and p <= Recovery(M, n, m, l) and l <= m"
        " => p*log(m) <= rho*n**2 + log(2) + p*log(l) for p in [0, 1]",
        "PureDP(M, epsilon) and Recovery(M, 3, 8) > 1/2 => log(2)/6 <= epsilon",
        "GaussianDP(M, mu) and Recovery(M, n, m) >= 1 => log(m/2) <= mu**2*n**2/2",
        "RenyiDP(M, 1, 0) => Recovery(M, 1, 2) <= 1/2",
        "PureDP(M, e) => Recovery(M, 1, 2) <= exp(e)/(1 + exp(e))",
        "PureDP(M, e) => Recovery(M, n, m) <= exp(n*e)/(m - 1 + exp(n*e)) for m in 1..oo",
        "PureDP(M, e) => Recovery(M, 2, 3, 2) <= 2*exp(2*e)/(2 + exp(2*e))",
        "TotalVariationDP(M, d) => Recovery(M, 1, 2) <= (1 + d)/2",
        "RenyiDP(M, 1, t) => Recovery(M, 1, 3) <= (1 + sqrt(2*t))/3",
        "GaussianDP(M, m) => Recovery(M, n, 2) <= Phi(n*m/2)",
        "Capacity(M, n) <= Capacity(M, n + 1)",
        "Capacity(M, m, l) <= Capacity(M, m*l)",
        "2*Capacity(M, 2, 3) + 1 <= 2*Capacity(M, 3, 3) + 1",
        "Capacity(M, 2) <= x => Capacity(M, 1) <= x for x in [0, oo)",
        "Recovery(M, 1, 1) == 1",
        "Recovery(M, 1, 2, 2) == 1",
        "Recovery(M, n, m) <= Recovery(M, 2*n, m)",
        "Recovery(M, 1, k + 1) <= Recovery(M, 1, k)",
        "Recovery(M, 1, k) <= (k + 1)*Recovery(M, 1, k + 1)/k",
        "Recovery(M, 1, 3, 2) <= 2*Recovery(M, 1, 3)",
        "Recovery(M, 1, 3, 2) >= 2/3",
        "Recovery(M, 1, 3) <= 1/3 => Recovery(M, 1, 2) <= 1/2",
        "PureDP(M, e) => 2*Recovery(M, 1, 2) <= 1 + tanh(e/2)",
        "PureDP(M, e) => 1 - Recovery(M, 1, 2) >= 1/(1 + exp(e))",
        "PureDP(M, e) => Capacity(M, 1)/2 + 1 <= e/2 + 1",
    ],
)
def test_what_recovery_says_of_guarantees_is_proved(claim: str) -> None:
    assert check(claim, budget=60).kind == "proved"


@pytest.mark.parametrize(
    "claim",
    [
        "ZCDP(M, rho) and Recovery(M, n, m) >= p => p*log(m) <= rho*n**2 for p in [0, 1]",
        "ZCDP(M, rho) and Recovery(M, n, m) <= p => p*log(m) <= rho*n**2 + log(2) for p in [0, 1]",
        "ZCDP(M, rho) and Recovery(M, n, m, l) >= p"
        " => p*log(m/l) <= rho*n**2 + log(2) for p in (-oo, oo)",
        "RenyiDP(M, 2, t) and Recovery(N, 1, m) >= p => p*log(m) <= t + log(2) for p in [0, 1]",
        "PureDP(M, e) => Recovery(M, 1, 2) <= exp(e)/(2 + exp(e))",
        "PureDP(M, e) => Recovery(M, 2, 2) <= exp(e)/(1 + exp(e))",
        "PureDP(M, e) => Recovery(M, 1, 3, 2) <= exp(e)/(2 + exp(e))",
        "TotalVariationDP(M, d) => Recovery(M, 1, 3) <= (1 + d)/3",
        "Recovery(M, n, 4, 2) >= 51/100",
        "Capacity(M, n + 1) <= Capacity(M, n)",
        "Capacity(M, 2, 3) <= Capacity(M, 5)",
        "Capacity(M, 1) - Capacity(M, 2) <= 0",
        "Recovery(M, 1, 2) <= Recovery(M, 1, 3)",
        "Recovery(M, 1, 2) <= 7*Recovery(M, 1, 3)/5",
        "Recovery(M, 1, 3, 2) <= 19*Recovery(M, 1, 3)/10",
        "Recovery(M, 1, 3) <= 1/3 => Recovery(M, 1, 2) <= 49/100",
        "PureDP(M, e) => 2*Recovery(M, 1, 2) <= 1 + tanh(e/3)",
    ],
)
def test_what_recovery_does_not_say_is_not_proved(claim: str) -> None:
    assert check(claim, budget=2).kind != "proved"


@pytest.mark.parametrize(
    "claim",
    [
        "PureDP(M, e) => Recovery(M, 2, 2) <= exp(e)/(1 + exp(e))",
        "PureDP(M, e) => Recovery(M, 3, 2) <= 1/2 + e/2",
        "TotalVariationDP(M, d) => Recovery(M, 2, 2) <= (1 + d)/2",
    ],
)
def test_what_one_record_says_of_several_is_refuted(claim: str) -> None:
    assert check(claim, budget=60).kind == "refuted"
