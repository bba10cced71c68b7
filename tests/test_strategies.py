from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import mpmath
import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis.strategies import SearchStrategy
from sympy import Basic, Rational, Symbol, exp, log
from sympy.core.relational import Relational

from dpsym import strategies
from dpsym.enclosure import examine
from dpsym.errors import DomainError, EvaluationError
from dpsym.language import heads
from dpsym.language.domains import Domain, Integers, Interval
from dpsym.language.meaning import neighbouring_pairs
from dpsym.language.parser import parse_claim
from dpsym.strategies.rows import steepest_row

Law = tuple[Fraction, ...]
HALF = Fraction(1, 2)
fixed = settings(
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=120,
    suppress_health_check=list(HealthCheck),
)
context = mpmath.mp.clone()
context.dps = 30


def drawn(strategy: SearchStrategy[Any], count: int = 200) -> list[Any]:
    """What a strategy gives in so many draws, always the same."""
    found: list[Any] = []

    @settings(fixed, max_examples=count)
    @given(strategy)
    def keep(value: Any) -> None:
        found.append(value)

    keep()
    return found


# The oracle: exact sums of fractions, and mpmath in thirty digits.


def weights(law: Basic) -> Law:
    if isinstance(law, heads.Product):
        factors = [weights(factor) for factor in law.args]
        return tuple(_times(entries) for entries in product(*factors))
    if isinstance(law, heads.Mixture):
        t = Fraction(str(law.args[0]))
        mixed = zip(weights(law.args[1]), weights(law.args[2]), strict=True)
        return tuple(t * p + (1 - t) * q for p, q in mixed)
    assert isinstance(law, heads.Finite), law
    assert all(p.is_Rational for p in law.args), law
    found = tuple(Fraction(str(p)) for p in law.args)
    assert sum(found) == 1
    assert min(found) >= 0
    return found


def _times(entries: tuple[Fraction, ...]) -> Fraction:
    result = Fraction(1)
    for entry in entries:
        result *= entry
    return result


def laws_of(pair: tuple[Basic, Basic]) -> tuple[Law, Law]:
    return weights(pair[0]), weights(pair[1])


def stick(p: Law, q: Law, t: Fraction) -> Fraction:
    return sum((max(a - t * b, Fraction(0)) for a, b in zip(p, q, strict=True)), Fraction(0))


def delta_of(pair: tuple[Law, Law], t: Fraction) -> Fraction:
    p, q = pair
    return max(stick(p, q, t), stick(q, p, t))


def ratios(p: Law, q: Law) -> list[Fraction]:
    return [a / b for a, b in zip(p, q, strict=True) if a or b]


def mp(value: Fraction) -> Any:
    return context.mpf(value.numerator) / value.denominator


def value_of(expression: Basic) -> Any:
    return context.mpf(str(expression.evalf(30)))


def renyi(alpha: Any, p: Law, q: Law) -> Any:
    if any(a and not b for a, b in zip(p, q, strict=True)):
        return context.inf
    if alpha == 1:
        return context.fsum(mp(a) * context.log(mp(a / b)) for a, b in zip(p, q, strict=True) if a)
    terms = (mp(a) * mp(a / b) ** (alpha - 1) for a, b in zip(p, q, strict=True) if a)
    return context.log(context.fsum(terms)) / (alpha - 1)


def renyi_both(alpha: Any, pair: tuple[Law, Law]) -> Any:
    p, q = pair
    return max(renyi(alpha, p, q), renyi(alpha, q, p))


ORDERS = [1 + context.mpf(10) ** (context.mpf(k) / 4) for k in range(-24, 25)]


def line_of(pair: tuple[Law, Law], xi: Any) -> Any:
    """The least rho on a grid of orders: a lower bound of the least rho."""
    return max((renyi_both(a, pair) - xi) / a for a in ORDERS)


def mean_cdp_of(pair: tuple[Law, Law]) -> tuple[Any, Any]:
    """Lower bounds of mu and tau, from a grid."""
    mean, spread = context.mpf(0), context.mpf(0)
    for p, q in (pair, pair[::-1]):
        losses = [(mp(a), context.log(mp(a / b))) for a, b in zip(p, q, strict=True) if a]
        centre = context.fsum(a * z for a, z in losses)
        mean = max(mean, centre)
        for k in range(-12, 9):
            for x in (context.mpf(2) ** k, -(context.mpf(2) ** k)):
                moment = context.fsum(a * context.exp(x * (z - centre)) for a, z in losses)
                spread = max(spread, 2 * context.log(moment) / x**2)
    return mean, context.sqrt(max(spread, 0))


def gaussian_delta(mu: Any, t: Any) -> Any:
    if mu == 0:
        return max(0, 1 - t)
    z = context.log(t) / mu
    return context.ncdf(mu / 2 - z) - t * context.ncdf(-mu / 2 - z)


def is_gaussian(pair: tuple[Law, Law], mu: Any) -> bool:
    """Whether the hockey sticks are below two Gaussians' at forty thresholds."""
    p, q = pair
    levels = [Fraction(3, 2) ** k for k in range(-20, 21)]
    return all(
        mp(stick(a, b, t)) <= gaussian_delta(mu, mp(t)) + context.mpf(10) ** -15
        for a, b in ((p, q), (q, p))
        for t in levels
    )


# Pairs within a guarantee.


@pytest.mark.parametrize("t", [Fraction(1), Fraction(101, 100), Fraction(3), Fraction(10**6)])
def test_pure_pairs_stay_within_their_ratio_and_reach_it(t: Fraction) -> None:
    reached = 0
    for pair in drawn(strategies.pure_dp_pairs(t)):
        p, q = laws_of(pair)
        found = ratios(p, q)
        assert all(1 / t <= r <= t for r in found)
        reached += max(found) == t or min(found) == 1 / t
    assert reached >= 100


@pytest.mark.parametrize("t", [Fraction(1), Fraction(2), Fraction(500)])
@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 10), Fraction(1)])
def test_approximate_pairs_stay_within_their_hockey_stick_and_reach_it(
    t: Fraction, delta: Fraction
) -> None:
    sticks = [delta_of(laws_of(pair), t) for pair in drawn(strategies.approx_dp_pairs(t, delta))]
    assert max(sticks) == delta


@fixed
@given(strategies.calibrated_pairs(3))
def test_calibrated_pairs_meet_their_delta_exactly(found: Any) -> None:
    pair, delta = found
    assert delta_of(laws_of(pair), Fraction(3)) == Fraction(str(delta))


def test_zcdp_pairs_read_off_a_tight_upper_bound() -> None:
    tight = 0
    for pair, xi, rho in drawn(strategies.zcdp_pairs(), 60):
        least = line_of(laws_of(pair), value_of(xi))
        assert least <= value_of(rho)
        tight += bool(rho > 0 and least >= value_of(rho) * 0.99)
    assert tight >= 20


@pytest.mark.parametrize("alpha", [Fraction(10**9 + 1, 10**9), Fraction(2), Fraction(1000)])
def test_renyi_pairs_read_off_a_tight_upper_bound(alpha: Fraction) -> None:
    tight = 0
    for pair, tau in drawn(strategies.renyi_pairs(alpha), 100):
        least = renyi_both(mp(alpha), laws_of(pair))
        assert least <= value_of(tau) + context.mpf(10) ** -18
        tight += bool(tau > 0 and least >= value_of(tau) * 0.9999)
    assert tight >= 40


def test_renyi_pairs_of_infinite_order_are_exact() -> None:
    for pair, tau in drawn(strategies.renyi_pairs("oo"), 60):
        p, q = laws_of(pair)
        assert tau == log(Rational(str(max(ratios(p, q) + ratios(q, p)))))


@pytest.mark.parametrize("mu", [Fraction(0), Fraction(1, 1000), Fraction(1), Fraction(6)])
def test_gaussian_pairs_are_dominated_by_two_gaussians_and_reach_them(mu: Fraction) -> None:
    closest = context.mpf(0)
    for pair in drawn(strategies.gaussian_dp_pairs(mu), 60):
        p, q = laws_of(pair)
        assert is_gaussian((p, q), mp(mu))
        if len(p) == 2 and mu:
            normal = [context.sqrt(2) * context.erfinv(2 * mp(law[0]) - 1) for law in (p, q)]
            closest = max(closest, abs(normal[0] - normal[1]))
    assert closest >= 0.99 * mp(mu)


def test_mean_concentrated_pairs_read_off_tight_upper_bounds() -> None:
    tight = 0
    for pair, mu, tau in drawn(strategies.mean_cdp_pairs(), 60):
        mean, spread = mean_cdp_of(laws_of(pair))
        assert mean <= value_of(mu) + context.mpf(10) ** -18
        assert spread <= value_of(tau) + context.mpf(10) ** -9
        tight += bool(tau > 0 and spread >= value_of(tau) * 0.95 and mean >= value_of(mu) * 0.9999)
    assert tight >= 20


def test_approximate_zcdp_pairs_fail_with_probability_at_most_delta() -> None:
    delta, reached = Fraction(1, 4), 0
    for pair, xi, rho in drawn(strategies.approx_zcdp_pairs(delta)):
        p, q = laws_of(pair)
        if xi == rho == 0:
            assert delta_of((p, q), Fraction(1)) <= delta
            reached += delta_of((p, q), Fraction(1)) == delta
    assert reached


@pytest.mark.parametrize("t", [Fraction(1), Fraction(3, 2), Fraction(1000)])
def test_bounded_range_pairs_fill_their_range(t: Fraction) -> None:
    for pair in drawn(strategies.bounded_range_pairs(t), 60):
        found = ratios(*laws_of(pair))
        assert max(found) / min(found) == t


# Chains, adversaries, hypotheses about bits.


@pytest.mark.parametrize("length", [2, 3, 5])
def test_pure_chains_keep_neighbours_within_their_ratio_and_reach_every_power(length: int) -> None:
    t, farthest = Fraction(3, 2), Fraction(1)
    for mechanism in drawn(strategies.pure_dp_chains(length, t), 80):
        row = [weights(law) for law in mechanism.args]
        assert len(row) == length
        for p, q in pairwise(row):
            assert all(1 / t <= r <= t for r in ratios(p, q))
        farthest = max(farthest, *ratios(row[0], row[-1]))
    assert farthest == t ** (length - 1)


def test_approximate_chains_keep_neighbours_within_their_hockey_stick() -> None:
    t, delta, reached = Fraction(2), Fraction(1, 8), 0
    for mechanism in drawn(strategies.approx_dp_chains(3, t, delta), 80):
        found = [delta_of(pair, t) for pair in pairwise(map(weights, mechanism.args))]
        assert max(found) <= delta
        reached += max(found) == delta
    assert reached >= 10


@pytest.mark.parametrize("length", [3, 4])
def test_approximate_chains_reach_the_bound_for_groups(length: int) -> None:
    t, delta, farthest = Fraction(2), Fraction(1, 100), Fraction(0)
    bound = delta * (t ** (length - 1) - 1) / (t - 1)
    for mechanism in drawn(strategies.approx_dp_chains(length, t, delta), 80):
        row = [weights(law) for law in mechanism.args]
        farthest = max(farthest, delta_of((row[0], row[-1]), t ** (length - 1)))
    assert farthest == bound


@pytest.mark.parametrize("t", [Fraction(1), Fraction(3, 2), Fraction(50)])
@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 1000), Fraction(2, 5), Fraction(1)])
@pytest.mark.parametrize("first", [Fraction(0), Fraction(1, 3), Fraction(1)])
def test_the_steepest_row_is_as_steep_as_its_guarantee(
    t: Fraction, delta: Fraction, first: Fraction
) -> None:
    row = steepest_row(5, t, delta, first)
    for p, q in pairwise(row):
        assert delta_of((p, q), t) <= delta
        higher = (q[0] - Fraction(1, 10**9), q[1] + Fraction(1, 10**9))
        assert higher[0] < 0 or delta_of((p, higher), t) > delta


def test_concentrated_chains_nearly_reach_the_group_bound() -> None:
    best = context.mpf(0)
    for mechanism, xi, rho in drawn(strategies.zcdp_chains(3), 50):
        row = [weights(law) for law in mechanism.args]
        assert max(line_of(pair, value_of(xi)) for pair in pairwise(row)) <= value_of(rho)
        if xi == 0 and rho > 0:
            best = max(best, line_of((row[0], row[-1]), 0) / value_of(4 * rho))
    assert 0.9 <= best <= 1


def canonical(t: Fraction, delta: Fraction) -> tuple[Law, Law]:
    likely, unlikely = (1 - delta) * t / (1 + t), (1 - delta) / (1 + t)
    first = (delta, likely, unlikely, Fraction(0))
    return first, first[::-1]


def test_adversaries_gain_no_more_than_from_canonical_responses() -> None:
    rounds = [
        (Fraction(2), Fraction(0)),
        (Fraction(3), Fraction(1, 10)),
        (Fraction(2), Fraction(0)),
    ]
    optimal = [canonical(*level) for level in rounds]
    best = tuple(
        tuple(_times(entries) for entries in product(*(pair[bit] for pair in optimal)))
        for bit in (0, 1)
    )
    pairs = [laws_of(pair) for pair in drawn(strategies.adaptive_adversaries(rounds), 100)]
    for t in (Fraction(1), Fraction(4), Fraction(12)):
        bound = delta_of((best[0], best[1]), t)
        sticks = [delta_of(pair, t) for pair in pairs]
        assert max(sticks) <= bound
        assert max(sticks) >= bound / 2


def test_views_of_every_bit_vector_agree_with_the_guarantee_of_the_bits_that_differ() -> None:
    for views in drawn(strategies.adaptive_views([(2, 0), (3, 0)]), 40):
        laws = [weights(view) for view in views]
        assert len(laws) == 4
        for i, j, t in ((0, 1, 3), (0, 2, 2), (1, 2, 6), (0, 3, 6)):
            assert all(Fraction(1, t) <= r <= t for r in ratios(laws[i], laws[j]))


@fixed
@given(strategies.bit_mixtures(3))
def test_bit_mixtures_are_two_laws_on_the_bit_vectors(pair: tuple[Basic, Basic]) -> None:
    assert [len(law) for law in laws_of(pair)] == [8, 8]


@fixed
@given(strategies.kernels(3, 2))
def test_kernels_are_stochastic(kernel: Basic) -> None:
    assert len(kernel.args) == 3
    for row in kernel.args:
        assert len(row.args) == 2
        assert sum(row.args) == 1


def test_pairs_have_zeros_in_either_support_and_equal_laws() -> None:
    found = [laws_of(pair) for pair in drawn(strategies.pairs(3))]
    assert any(p == q for p, q in found)
    assert any(a and not b for p, q in found for a, b in zip(p, q, strict=True))
    assert any(b and not a for p, q in found for a, b in zip(p, q, strict=True))


def test_rationals_stay_inside_and_reach_closed_ends_only() -> None:
    found = drawn(strategies.rationals(Fraction(1, 3), 2, upper_open=True))
    assert all(Rational(1, 3) <= value < 2 for value in found)
    assert Rational(1, 3) in found


# Shrinking.


def test_pure_pairs_shrink_to_randomised_response() -> None:
    quiet = settings(fixed, max_examples=500)
    p, q = find(strategies.pure_dp_pairs(3), lambda pair: pair[0] != pair[1], settings=quiet)
    assert p == heads.Finite(Rational(3, 4), Rational(1, 4))
    assert q == heads.Finite(Rational(1, 4), Rational(3, 4))


def test_pairs_shrink_to_small_rationals() -> None:
    quiet = settings(fixed, max_examples=500)
    pair = find(strategies.pairs(2), lambda found: found[0] != found[1], settings=quiet)
    assert max(max(p.q for p in law.args) for law in pair) <= 3


def test_points_shrink_to_small_numbers() -> None:
    claim = parse_claim("ZCDP(M, rho) => ApproxDP(M, eps, 1/100)")
    rho, eps = (name for name, _ in claim.scalars())
    quiet = settings(fixed, max_examples=500)
    point = find(
        strategies.points(claim), lambda found: found[rho] > found[eps] > 0, settings=quiet
    )
    assert point[rho].q <= 10
    laws = next(iter(point.values())).args
    assert all(p.q <= 12 for law in laws if isinstance(law, heads.Finite) for p in law.args)


# Points of claims.

CLAIMS = """
ApproxDP(Compose(CanonicalRR(eps, d), k), k*eps - 2*i*eps, x) and i <= k/2 => d <= x for i in 0..oo
PureDP(M, eps) => ZCDP(M, eps**2/2)
PureDP(M, 2*eps) => ZCDP(M, 2*eps**2) for eps in [0, 1]
ZCDP(M, rho) => ZCDP(Group(M, k), k**2*rho)
ZCDP(M, xi, rho) => ZCDP(Group(M, k), k*harmonic(k)*xi, k**2*rho)
ZCDP(M, xi, 0) => PureDP(M, xi)
ZCDP(M1, rho1) and ZCDP(M2, rho2) => ZCDP(Compose(M1, M2), rho1 + rho2)
ZCDP(M, c*rho) => ZCDP(M, rho) for c in (0, 1), rho in [0, oo)
ApproxDP(M1, e1, d1) and ApproxDP(M2, e2, d2) => ApproxDP(Compose(M1, M2), e1 + e2, d1 + d2)
ApproxDP(M, eps, delta) => ApproxDP(Subsample(M, q), log(1 + q*(exp(eps) - 1)), q*delta)
ApproxDP(M, eps, delta) and PureDP(M, e) => ApproxDP(M, Min(eps, e), delta)
KL(P, Q) >= 2*TotalVariation(P, Q)**2
KL(Pushforward(K, P), Pushforward(K, Q)) <= KL(P, Q)
MaxDivergence(P, Q) <= e and MaxDivergence(Q, P) <= e => KL(P, Q) <= e**2/2 for e in [0, oo)
HockeyStick(eps, P, Q) <= delta => TotalVariation(P, Q) <= delta + eps for delta in [0, 1]
HockeyStick(eps, Product(P, R), Product(Q, R)) <= d => TotalVariation(P, Q) <= 1 for d in [0, 1]
Renyi(alpha, P, Q) <= x and KL(Q, R) <= y => KL(P, R) <= x + y for x in [0, oo), y in [0, 2)
Renyi(alpha, P, Q) <= tau => Renyi(beta, P, Q) <= tau for tau in [0, oo), beta in (1, 3/2]
beta <= alpha => Renyi(beta, P, Q) <= Renyi(alpha, P, Q)
RenyiDP(M, alpha, tau) => ApproxDP(M, tau + log(1/delta)/(alpha - 1), delta) for delta in (0, 1)
GaussianDP(M, mu) => ZCDP(M, mu**2/2)
MeanCDP(M, mu, tau) => ZCDP(M, tau**2/2)
BoundedRange(M, eta) => ZCDP(M, eta**2/8)
BoundedZCDP(M, m, xi, rho) => RenyiDP(M, alpha, xi + rho*alpha) for alpha in (1, 2)
PureDP(Group(M, 2), eps) => PureDP(M, eps)
ZCDP(M, rho) and eps >= rho and delta <= sqrt(pi*rho) => ApproxDP(M, eps, delta) for delta in (0, 1)
x*y <= 1 and x >= 2 => y <= 1/2 for x in (0, oo), y in (0, oo)
TotalVariation(Bernoulli(p), Bernoulli(q)) <= d => p <= q + d for d in [0, 1]
""".strip().splitlines()
SLACK = context.mpf(10) ** -9


def log_ratio(pair: tuple[Law, Law]) -> Any:
    return context.log(mp(max(ratios(*pair) + ratios(*pair[::-1]))))


def bounds_on(atom: Basic) -> Iterator[tuple[Any, Callable[[tuple[Law, Law]], Any]]]:
    """The numbers of a hypothesis, each with the oracle of what it must reach on a pair."""
    kind, arguments = type(atom), atom.args
    if kind is heads.PureDP:
        yield arguments[1], log_ratio
    elif kind is heads.ApproxDP:
        t = Fraction(str(context.exp(value_of(arguments[1])) * (1 + context.mpf(10) ** -20)))
        yield arguments[2], lambda pair: mp(delta_of(pair, t))
    elif kind is heads.ZCDP:
        xi = value_of(arguments[1]) if len(arguments) == 3 else 0
        if arguments[-1] == 0:
            yield arguments[1], log_ratio
        else:
            yield arguments[-1], lambda pair: line_of(pair, xi)
    elif kind is heads.BoundedZCDP:
        order, xi = value_of(arguments[1]), value_of(arguments[2])
        middle = (1 + order) / 2
        yield arguments[3], lambda pair: (renyi_both(middle, pair) - xi) / middle
    elif kind is heads.RenyiDP:
        alpha = value_of(arguments[1])
        yield arguments[2], lambda pair: renyi_both(alpha, pair)
    elif kind is heads.MeanCDP:
        yield arguments[1], lambda pair: mean_cdp_of(pair)[0]
        yield arguments[2], lambda pair: mean_cdp_of(pair)[1]
    elif kind is heads.GaussianDP:
        mu = value_of(arguments[1])
        yield arguments[1], lambda pair: mu if is_gaussian(pair, mu) else context.inf
    else:
        assert kind is heads.BoundedRange
        yield arguments[1], lambda pair: context.log(mp(max(ratios(*pair)) / min(ratios(*pair))))


def divergence(node: Basic) -> Any:
    if not isinstance(node, heads.Divergence):
        return value_of(node)
    if any(isinstance(law, heads.Bernoulli) for law in node.args):
        (p,), (q,) = (law.args for law in node.args)
        return value_of(abs(p - q))
    p, q = weights(node.args[-2]), weights(node.args[-1])
    if isinstance(node, heads.HockeyStick):
        t = Fraction(str(context.exp(value_of(node.args[0])) * (1 + context.mpf(10) ** -20)))
        return mp(stick(p, q, t))
    if isinstance(node, heads.MaxDivergence):
        return context.log(mp(max(a / b for a, b in zip(p, q, strict=True) if a)))
    return renyi(value_of(node.args[0]) if isinstance(node, heads.Renyi) else 1, p, q)


def assert_holds(atom: Basic, point: dict[Symbol, Basic]) -> float:
    """Check a hypothesis; the answer is how much of its bounds is used at most."""
    placed = atom.xreplace(point)
    if isinstance(atom, Relational):
        if placed in (True, False):
            assert placed
            return 1.0
        left, right = (divergence(side) for side in placed.args)
        if placed.rel_op == ">=":
            left, right = right, left
        assert left <= right + SLACK * abs(right), placed
        return float(left / right) if right else 1.0
    if placed.args[0].atoms(heads.GaussianMechanism, heads.RandomizedResponse, heads.CanonicalRR):
        return 1.0
    used = 0.0
    for bound, least in bounds_on(placed):
        allowed = value_of(bound)
        for first, second in neighbouring_pairs(placed.args[0]):
            found = least(laws_of((first, second)))
            assert found <= allowed + SLACK * (1 + allowed), placed
            used = max(used, float(found / allowed) if allowed else 1.0)
    return used


def is_within(value: Basic, domain: Domain) -> bool:
    assert isinstance(domain, Interval | Integers)
    if isinstance(domain, Integers):
        return bool(value.is_Integer and domain.lower <= value <= domain.upper)
    above = value > domain.lower if domain.lower_open else value >= domain.lower
    below = value < domain.upper if domain.upper_open else value <= domain.upper
    return bool(above and below)


@pytest.mark.parametrize("text", CLAIMS)
def test_points_satisfy_domains_and_hypotheses_and_reach_the_edge(text: str) -> None:
    claim = parse_claim(text)
    used = dict.fromkeys(claim.hypotheses, 0.0)
    for point in drawn(strategies.points(claim), 30):
        assert list(point) == [name for name, _ in claim.domains]
        for name, domain in claim.scalars():
            assert is_within(point[name], domain), (name, point[name])
        for atom in claim.hypotheses:
            used[atom] = max(used[atom], assert_holds(atom, point))
    assert all(share > 0.99 for share in used.values()), used


def test_responses_in_hypotheses_have_rational_odds_at_every_attempt() -> None:
    claim = parse_claim(
        "ApproxDP(RandomizedResponse(eps), 0, 1/100) => eps <= x "
        "for x in [0, oo), eps in [1/1000, 1]"
    )
    for point in drawn(strategies.points(claim), 30):
        odds = exp(point[Symbol("eps")])
        assert odds.is_Rational
        assert (odds - 1) / (odds + 1) <= Rational(1, 100)


def test_points_give_groups_enough_databases() -> None:
    claim = parse_claim("ZCDP(M, rho) => ZCDP(Group(M, k), k**2*rho)")
    mechanism, k = claim.domains[0][0], claim.domains[2][0]
    sizes = set()
    for point in drawn(strategies.points(claim), 60):
        sizes.add(point[k])
        if isinstance(point[mechanism], heads.FiniteMechanism):
            assert len(point[mechanism].args) >= point[k] + 1
    assert len(sizes) >= 3


def test_points_give_composed_mechanisms_rows_of_equal_length() -> None:
    claim = parse_claim("PureDP(M1, a) and PureDP(M2, b) => PureDP(Group(Compose(M1, M2), 2), a)")
    for point in drawn(strategies.points(claim, families=["finite"]), 40):
        rows = [value for value in point.values() if isinstance(value, heads.FiniteMechanism)]
        assert [len(row.args) for row in rows] == [3, 3]


def test_numbers_range_over_many_magnitudes_and_reach_closed_ends() -> None:
    claim = parse_claim("x <= y + 1 for x in [0, oo), y in (0, 1]")
    x, y = (name for name, _ in claim.domains)
    found = drawn(strategies.points(claim))
    values = [point[x] for point in found]
    assert 0 in values
    assert any(0 < value < Rational(1, 10**6) for value in values)
    assert any(value > 10**4 for value in values)
    assert any(point[y] == 1 for point in found)
    assert all(point[y] > 0 for point in found)


def test_whole_numbers_are_drawn_in_the_hundreds() -> None:
    claim = parse_claim("log(n) <= n for n in 1..oo")
    found = {next(iter(point.values())) for point in drawn(strategies.points(claim))}
    assert len([n for n in found if 100 <= n <= 1000]) >= 10
    assert {1, 2, 3, 4} <= found


def test_information_is_tried_on_responses_among_many_values() -> None:
    """Of which one record says nearly all that concentrated privacy allows."""
    claim = parse_claim("ZCDP(M, rho) => Capacity(M, 1) <= 49*rho/50")
    truths = {
        examine(claim.conclusions[0], point).truth
        for point in drawn(strategies.points(claim))
        if any(isinstance(value, heads.NaryResponse) for value in point.values())
    }
    assert truths == {True, False}


@pytest.mark.parametrize(
    "hypothesis", ["MeanCDP(M, mu, tau)", "RenyiDP(M, alpha, tau)", "GaussianDP(M, tau)"]
)
def test_floats_suffice_for_what_is_read_off_beside_information(hypothesis: str) -> None:
    claim = parse_claim(f"{hypothesis} => Capacity(M, n) <= tau*n**2")
    assert len(drawn(strategies.points(claim), 60)) == 60


@pytest.mark.parametrize("family", list(strategies.FAMILIES))
def test_every_family_gives_points(family: str) -> None:
    claim = parse_claim("PureDP(M, eps) => PureDP(M, 2*eps)")
    found = drawn(strategies.points(claim, families=[family]), 30)
    assert found
    if family in ("laplace", "geometric"):
        kinds = {type(point[claim.domains[0][0]]).__name__.lower() for point in found}
        assert f"{family}mechanism" in kinds


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("KL(P, Q) >= 1 => TotalVariation(P, Q) >= 0", "KL(P, Q) >= 1"),
        ("ZCDP(GaussianMechanism(1, s), rho) => rho >= 0", "GaussianMechanism(1, s)"),
        ("x <= 1 and x >= 2 => x <= 3 for x in [0, oo)", "x"),
    ],
)
def test_a_hypothesis_that_cannot_be_honoured_is_named(text: str, part: str) -> None:
    claim = parse_claim(text)
    with pytest.raises(EvaluationError) as caught:
        drawn(strategies.points(claim), 1)
    assert part in str(caught.value)


def test_an_unknown_family_is_an_error() -> None:
    with pytest.raises(EvaluationError, match="staircase"):
        strategies.points(parse_claim("PureDP(M, eps) => PureDP(M, eps)"), families=["staircase"])


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: strategies.pure_dp_pairs(HALF),
        lambda: strategies.approx_dp_pairs(2, 2),
        lambda: strategies.gaussian_dp_pairs(-1),
        lambda: strategies.renyi_pairs(1),
        lambda: strategies.rationals(2, 1),
        lambda: strategies.adaptive_adversaries([]),
        lambda: strategies.bit_mixtures(0),
        lambda: strategies.chains(1),
    ],
)
def test_parameters_outside_their_domain_are_errors(wrong: Callable[[], Any]) -> None:
    with pytest.raises(DomainError):
        wrong()
