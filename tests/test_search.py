"""The search refutes what is false, with witnesses that recompute, and never what is true."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, S, Symbol, exp, log

from dpsym.checking import check
from dpsym.language.parser import parse_claim
from dpsym.provers.prover import Budget, Stuck
from dpsym.provers.rationals import simplest
from dpsym.provers.search import divergences, search, violation
from dpsym.provers.search.certify import certain_hypotheses
from dpsym.provers.search.divergences import FinitePair
from dpsym.provers.search.families import FEWEST_DIGITS, far_spaces
from dpsym.provers.search.far_points import far_witness
from dpsym.provers.search.hunting import EFFORTS, Effort, Hunt
from dpsym.provers.search.instances import search_instances
from dpsym.provers.search.numeric import Batch
from dpsym.provers.search.space import Space
from dpsym.verdict import Refuted, Witness

FALSE = """
PureDP(M, eps) => ZCDP(M, eps**2/4)
PureDP(M, eps) => ZCDP(M, 49*eps**2/100)
PureDP(M, eps) => ZCDP(M, eps**2/8)
ZCDP(M, rho) => ApproxDP(M, rho + sqrt(2*rho*log(1/delta)), delta) for delta in (0, 1)
ZCDP(M, rho) => ZCDP(Group(M, k), k*rho)
ZCDP(M, rho) => ZCDP(Group(M, k), k**(19/10)*rho)
KL(P, Q) >= 2.1*TotalVariation(P, Q)**2
PureDP(M, eps) => PureDP(Subsample(M, q), q*eps) for q in [0, 1]
ApproxDP(M1, e1, d1) and ApproxDP(M2, e2, d2) => ApproxDP(Compose(M1, M2), e1 + e2, Max(d1, d2))
ApproxDP(M1, e1, d1) and ApproxDP(M2, e2, d2) => ApproxDP(Compose(M1, M2), 9*(e1 + e2)/10, d1 + d2)
ApproxDP(M, e, d) => ApproxDP(Group(M, k), k*e, k*d)
ApproxDP(M, e, d) => PureDP(M, e)
ApproxDP(M, e, d) => ZCDP(M, e**2)
ZCDP(M, xi, rho) => ZCDP(Group(M, k), xi*k*harmonic(k), rho*k**2) for xi in (-oo, oo)
Renyi(alpha, P, R) <= Renyi(alpha, P, Q) + Renyi(alpha, Q, R)
KL(P, R) <= KL(P, Q) + KL(Q, R)
Renyi(a, Mixture(t, P, R), Mixture(t, Q, S)) <= t*Renyi(a, P, Q) + (1 - t)*Renyi(a, R, S)
b >= a => Renyi(b, P, Q) <= Renyi(a, P, Q)
Renyi(alpha, P, Q) == Renyi(alpha, Q, P)
MaxDivergence(P, Q) <= eps => Renyi(alpha, P, Q) <= alpha*eps**2/2 for eps in [0, oo)
Renyi(a, P, Q) <= Renyi((k*a - 1)/(k - 1), P, R) + Renyi(k*a, R, Q) for k in (1, oo)
PureDP(FiniteMechanism(P, Q), e) => TotalVariation(P, Q) <= e/4
Hellinger(P, Q) <= TotalVariation(P, Q)**2
TotalVariation(P, Q) <= Hellinger(P, Q)
KL(P, Q) <= d => ChiSquared(P, Q) >= d for d in [0, oo)
TotalVariation(P, Q) >= x and ChiSquared(P, Q) <= 1 => KL(P, Q) <= x + 1/2 for x in [0, 1]
ChiSquared(P, Q) <= KL(P, Q)
KL(P, Q) >= log(1 + ChiSquared(P, Q))
MaxDivergence(P, R) <= Max(MaxDivergence(P, Q), MaxDivergence(Q, R))
MaxDivergence(P, Q) <= eps => MaxDivergence(Q, P) <= eps for eps in [0, oo)
ChiSquared(P, Q) <= x**2 => TotalVariation(P, Q) <= x/2 for x in [-1, oo)
KL(P, Q) <= (x - 1)**2 => TotalVariation(P, Q) <= x - 1 for x in (-oo, oo)
KL(P, Q) <= x**2 => TotalVariation(P, Q) <= 7*Abs(x)/10 for x in (-oo, oo)
tanh(x) <= 0.99*x for x in [0, oo)
log(1 + x) <= x/2 for x in [0, oo)
x > y => (sinh(x) - sinh(y))/sinh(x - y) <= exp(49*x*y/100) for x in [0, oo), y in [0, oo)
x**3 - 3*x + 1.9999 >= 0 for x in [0, 3]
x + y + z == 1 => x*y*z <= 1/28 for x in [0, 1], y in [0, 1], z in [0, 1]
Sum(1/i, (i, 1, n)) <= log(n) + 9/10 for n in 1..oo
binomial(n, k) <= n**k/2**k for n in 1..30, k in 1..30
n**2 <= 500*n + 100000 for n in 1..oo
Phi(x) <= 1 - exp(-x**2/2)/2 for x in (-oo, oo)
a >= b and c == b and d == a => Max(b - d, c - a) >= 0 for a in [0, 1], b in [0, 1], c in [0, 1], \
d in [0, 1]
s + r >= 1 => Max(p*s - r, q*r - s) <= 0 for s in 0..1, r in 0..1, p in [0, 1], q in [0, 1]
ZCDP(GaussianMechanism(1, s), 1/(4*s**2))
PureDP(LaplaceMechanism(1, b), 1/(2*b))
RenyiDP(M, alpha, tau) => RenyiDP(M, 2*alpha, tau)
BoundedRange(M, eta) => PureDP(M, eta/2)
BoundedRange(M, eta) => ZCDP(M, eta**2/10)
PureDP(M, eps) => BoundedRange(M, eps)
PureDP(M1, e1) and PureDP(M2, e2) => PureDP(Compose(M1, M2), Max(e1, e2))
ZCDP(M1, r1) and ZCDP(M2, r2) => ZCDP(Compose(M1, M2), Max(r1, r2))
PureDP(M, eps) => PureDP(Group(M, k), (k - 1)*eps)
PureDP(M, eps) => ZCDP(Compose(M, k), k*eps**2/3)
HockeyStick(eps, P, Q) <= delta => HockeyStick(eps, Q, P) <= delta for delta in [0, 1]
KL(Pushforward(K, P), Pushforward(K, Q)) <= KL(P, Q)/2
TotalVariation(Mixture(t, P, Q), Q) <= t*TotalVariation(P, Q)/2
ChiSquared(P, Q) < x => KL(P, Q) < 9*log(1 + x)/10 for x in (0, oo)
x < TotalVariation(P, Q) => 2*x**2 < 9*KL(P, Q)/10 for x in (0, 1)
TotalVariation(P, Q) < x => Hellinger(P, Q) < 99*x/100 for x in (0, 1]
KL(P, Q) < exp(x) - 1 => 2*TotalVariation(P, Q)**2 <= 9*(exp(x) - 1)/10 for x in (0, oo)
KL(P, Q) < x => x >= 1/100 for x in [0, oo)
MaxDivergence(P, Q) < n => MaxDivergence(P, Q) <= 99*n/100 for n in 1..oo
""".strip().splitlines()

# The true claims of the corpus are searched in test_checking.
TRUE = """
ChiSquared(P, Q) <= x**2 => TotalVariation(P, Q) <= Abs(x)/2 for x in [-1, oo)
MaxDivergence(P, Q) <= e and MaxDivergence(Q, P) <= e => Renyi(a, P, Q) <= a*e**2/2 for e in [0, oo)
PureDP(M1, e1) and PureDP(M2, e2) => PureDP(Compose(M1, M2), e1 + e2)
ZCDP(M1, r1) and ZCDP(M2, r2) => ZCDP(Compose(M1, M2), r1 + r2)
Renyi(a, P, Q) <= k*a/(k*a - 1)*Renyi((k*a - 1)/(k - 1), P, R) + Renyi(k*a, R, Q) for k in (1, oo)
Renyi(alpha, Pushforward(K, P), Pushforward(K, Q)) <= Renyi(alpha, P, Q)
KL(Product(P, Q), Product(R, T)) == KL(P, R) + KL(Q, T)
b >= a => Renyi(b, P, Q) >= Renyi(a, P, Q)
TotalVariation(P, Q) == TotalVariation(Q, P)
MaxDivergence(P, R) <= MaxDivergence(P, Q) + MaxDivergence(Q, R)
PureDP(FiniteMechanism(P, Q), e) => TotalVariation(P, Q) <= tanh(e/2)
x > y => (sinh(x) - sinh(y))/sinh(x - y) <= exp(x*y/2) for x in [0, oo), y in [0, oo)
exp(x) >= 1 + x + x**2/2 for x in [0, oo)
log(1 + x) <= x for x in (-1, oo)
KL(Mixture(t, P, R), Mixture(t, Q, S)) <= t*KL(P, Q) + (1 - t)*KL(R, S)
cosh(x) <= exp(x**2/2) for x in (-oo, oo)
ApproxZCDP(Group(M, 2), 1/10, 1) and RenyiDP(Compose(M, N), oo, 0) => ZCDP(Compose(M, M), 1/4, 0)
ZCDP(M, 0) => MeanCDP(Compose(M, 3), 3, 1)
ChiSquared(P, Q) < x => KL(P, Q) < log(1 + x) for x in (0, oo)
KL(P, Q) < x => x > 0 for x in [0, oo)
x < TotalVariation(P, Q) => x < 1 for x in [0, 1]
MaxDivergence(P, Q) < n => MaxDivergence(P, Q) <= n for n in 1..oo
""".strip().splitlines()


@pytest.mark.parametrize("claim", FALSE)
def test_every_false_claim_is_refuted(claim: str) -> None:
    parsed = parse_claim(claim)
    found = search.attempt(parsed, Budget.of(10))
    assert isinstance(found, Witness), found
    assert {name for name, _ in found.point} == {name.name for name, _ in parsed.domains}
    assert len(found.hypotheses) == len(parsed.hypotheses)


@pytest.mark.parametrize("claim", TRUE)
def test_no_true_claim_is_refuted(claim: str) -> None:
    found = search.attempt(parse_claim(claim), Budget.of(1))
    assert isinstance(found, Stuck), found


def _witness(claim: str) -> dict[str, object]:
    found = search.attempt(parse_claim(claim), Budget.of(10))
    assert isinstance(found, Witness)
    return dict(found.point) | {f"where {name}": value for name, value in found.where}


def _fractions(law: object) -> list[Fraction]:
    return [Fraction(int(p.p), int(p.q)) for p in law.args]  # type: ignore[attr-defined]


def test_a_witness_against_pinsker_recomputes_in_another_arithmetic() -> None:
    point = _witness("KL(P, Q) >= 2.1*TotalVariation(P, Q)**2")
    p, q = _fractions(point["P"]), _fractions(point["Q"])
    variation = sum(abs(x - y) for x, y in zip(p, q, strict=True)) / 2
    with mpmath.workdps(40):
        exact = [
            (mpmath.mpf(x.numerator) / x.denominator, x / y) for x, y in zip(p, q, strict=True)
        ]
        kl = sum(x * mpmath.log(mpmath.mpf(r.numerator) / r.denominator) for x, r in exact if x)
        right = mpmath.mpf(21) / 10 * variation.numerator**2 / variation.denominator**2
        assert kl < right


def test_a_witness_against_group_privacy_of_approximate_dp_recomputes_in_floats() -> None:
    point = _witness("ApproxDP(M, e, d) => ApproxDP(Group(M, k), k*e, k*d)")
    rows = [_fractions(law) for law in point["M"].args]  # type: ignore[attr-defined]
    epsilon, delta, size = (float(point[name]) for name in ("e", "d", "k"))  # type: ignore[arg-type]

    def stick(level: float, distance: int) -> float:
        return max(
            sum(max(float(x) - np.exp(level) * float(y), 0.0) for x, y in zip(p, q, strict=True))
            for i, p in enumerate(rows)
            for j, q in enumerate(rows)
            if abs(i - j) <= distance
        )

    assert stick(epsilon, 1) <= delta * (1 + 1e-12)
    assert stick(size * epsilon, int(size)) > size * delta


def test_a_witness_against_group_privacy_with_negative_intercept_recomputes() -> None:
    point = _witness(FALSE[13])
    rows = [_fractions(law) for law in point["M"].args]  # type: ignore[attr-defined]
    xi, rho = (mpmath.mpf(int(point[n].p)) / int(point[n].q) for n in ("xi", "rho"))  # type: ignore[attr-defined]
    size = int(point["k"])  # type: ignore[call-overload]

    def excess(order: float, distance: int, intercept: mpmath.mpf, slope: mpmath.mpf) -> mpmath.mpf:
        a = mpmath.mpf(order)
        return max(
            mpmath.log(sum((x.numerator / mpmath.mpf(x.denominator)) ** a
                           * (y.numerator / mpmath.mpf(y.denominator)) ** (1 - a)
                           for x, y in zip(p, q, strict=True))) / (a - 1) - intercept - slope * a
            for i, p in enumerate(rows) for j, q in enumerate(rows) if 0 < abs(i - j) <= distance
        )  # fmt: skip

    harmonic = sum(mpmath.mpf(1) / i for i in range(1, size + 1))
    with mpmath.workdps(40):
        orders = [1 + 10.0 ** (e / 8) for e in range(-24, 32)]
        assert max(excess(a, 1, xi, rho) for a in orders) <= 0
        assert max(excess(a, size, xi * size * harmonic, rho * size**2) for a in orders) > 0


def test_the_same_claim_gives_the_same_witness() -> None:
    claim = parse_claim(FALSE[10])
    first, second = (search.attempt(claim, Budget.of(10)) for _ in range(2))
    assert first == second


def test_a_spent_budget_gives_no_witness() -> None:
    assert isinstance(search.attempt(parse_claim(FALSE[0]), Budget.of(0)), Stuck)


def test_information_bounds_are_left_alone() -> None:
    claim = parse_claim("ZCDP(M, rho) => MutualInformation(X, M) <= rho/2")
    assert not search.accepts(claim)
    assert isinstance(search.attempt(claim, Budget.of(1)), Stuck)


def test_epsilon_is_the_logarithm_of_a_rational_where_that_makes_laws_rational() -> None:
    point = _witness("PureDP(M, eps) => ZCDP(M, eps**2/4)")
    assert point["eps"] == log(Rational(2))


@given(st.fractions(), st.fractions())
@settings(derandomize=True)
def test_the_simplest_rational_lies_within_and_is_simplest(one: Fraction, two: Fraction) -> None:
    low, high = min(one, two), max(one, two)
    found = simplest(low, high)
    assert low <= found <= high
    assert found.denominator <= min(low.denominator, high.denominator)


@pytest.mark.parametrize("scale", [1.0, 1e-3, 1e-6])
@pytest.mark.parametrize("order", [1.001, 1.5, 2.0, 40.0])
def test_float_renyi_keeps_its_digits_for_near_laws(scale: float, order: float) -> None:
    p = np.array([0.25, 0.5, 0.25])
    q = np.array([0.25 + scale / 8, 0.5 - scale / 4, 0.25 + scale / 8])
    found = divergences.renyi(np.array([order]), FinitePair(p[None], q[None]))[0]
    with mpmath.workdps(50):
        a = mpmath.mpf(order)
        s = mpmath.mpf(scale)
        exact_q = [mpmath.mpf(1) / 4 + s / 8, mpmath.mpf(1) / 2 - s / 4, mpmath.mpf(1) / 4 + s / 8]
        total = sum(mpmath.mpf(x) ** a * y ** (1 - a) for x, y in zip(p, exact_q, strict=True))
        assert abs(found - mpmath.log(total) / (a - 1)) <= 1e-7 * found


def test_a_claim_that_fails_only_next_to_an_end_left_out_is_refuted() -> None:
    """In floats the best order is 1 itself, which does not belong to the domain."""
    verdict = check(
        "log(cosh(x*(a - 1/2))/cosh(19/40*x)) <= a*(a - 1)*x**2/2 for x in [0, oo), a in (1, oo)",
        budget=30,
    )
    assert isinstance(verdict, Refuted)


def test_a_chain_of_four_databases_comes_close_to_the_sharp_group_bound() -> None:
    """Most random chains bound nothing by nothing, which must not pass for nearly failing."""
    claim = parse_claim(
        "ApproxDP(M, eps, delta) => ApproxDP(Group(M, 3), 3*eps, "
        "delta*(1 + exp(eps) + exp(2*eps)*999/1000)) for eps in [1, 3]"
    )
    witness = search.attempt(claim, Budget.of(60))
    assert isinstance(witness, Witness)
    at = dict(witness.point)
    laws = [[Fraction(int(p.p), int(p.q)) for p in law.args] for law in at["M"].args]
    ratio, delta = (Fraction(str(value)) for value in (exp(at["eps"]), at["delta"]))

    def stick(level: Fraction, *pair: list[Fraction]) -> Fraction:
        return sum(max(p - level * q, Fraction(0)) for p, q in zip(*pair, strict=True))

    for p, q in pairwise(laws):
        assert max(stick(ratio, p, q), stick(ratio, q, p)) <= delta
    farthest = max(stick(ratio**3, p, q) for p in laws for q in laws)
    assert farthest > delta * (1 + ratio + ratio**2 * Fraction(999, 1000))


def test_a_search_among_protocols_says_how_near_it_came() -> None:
    claim = parse_claim(
        "ApproxDP(M1, e1, d1) and ApproxDP(M2, e2, d2) => "
        "ApproxDP(Concurrent(M1, M2), e1 + e2, Min(1, d1 + d2))"
    )
    found = search_instances(claim, Budget.of(60), most=60)
    assert isinstance(found, Stuck)
    miss = float(found.why.partition("miss by ")[2].split()[0])
    assert 0 <= miss < 1
    assert found == search_instances(claim, Budget.of(60), most=60)


@pytest.mark.parametrize("mechanism", ["RandomizedResponse(1)", "LaplaceMechanism(1, 1)"])
def test_a_claim_without_names_fails_at_an_order_that_is_easy_to_write(mechanism: str) -> None:
    verdict = check(f"ZCDP({mechanism}, 1/10)")
    assert isinstance(verdict, Refuted)
    assert str(dict(verdict.witness.where)["alpha"]) == "2"


NEIGHBOURS = "Abs(a - x) <= D and Abs(b - y) <= D and Abs(c - z) <= D"
SCORES = "ExponentialMechanism(eps, D, (a, b, c), (x, y, z))"
ANY = " for " + ", ".join(f"{name} in (-oo, oo)" for name in "abcxyz")


@pytest.mark.parametrize(("constant", "kind"), [("49/400", Witness), ("1/8", Stuck)])
def test_bounds_that_are_assumed_of_numbers_are_attained(constant: str, kind: type) -> None:
    claim = parse_claim(f"{NEIGHBOURS} => ZCDP({SCORES}, {constant}*eps**2){ANY}")
    assert isinstance(search.attempt(claim, Budget.of(20)), kind)


SHIFTED = "HockeyStick(e, {}, Gaussian(0, s)) <= {}*HockeyStick(e, Gaussian(2, s), Gaussian(0, s))"
MIXED = "Mixture(p, Gaussian(2, s), Mixture(q, Gaussian(1, s), Gaussian(0, s)))"


@pytest.mark.parametrize(("factor", "kind"), [("49/50", Witness), ("1", Stuck)])
def test_mixed_noise_is_compared_by_what_the_kernel_knows(factor: str, kind: type) -> None:
    claim = parse_claim(SHIFTED.format(MIXED, factor) + " for e in [0, oo)")
    assert isinstance(search.attempt(claim, Budget.of(20)), kind)


TRUNCATED = (
    "BoundedZCDP(M, w, 0, rho) and log(1/d) >= (w - 1)**2*rho => "
    "ApproxDP(M, rho*w + {}*log(1/d)/(w - 1), d) for d in (0, 1]"
)
OF_TAILS = (
    "TailDP(M, xi, rho) => ZCDP(M, {}*(xi - rho/4 + sqrt(pi*rho) + 2*(pi*rho)**(1/4)), rho/4) "
    "for xi in (-oo, oo)"
)


@pytest.mark.parametrize("claim", [TRUNCATED, OF_TAILS])
@pytest.mark.parametrize(("factor", "kind"), [("49/50", Refuted), ("1", None)])
def test_mechanisms_of_bounded_orders_and_of_tails_are_tried(
    claim: str, factor: str, kind: type | None
) -> None:
    parsed = parse_claim(claim.format(factor))
    if kind is None:
        assert isinstance(search.attempt(parsed, Budget.of(5)), Stuck)
    else:
        assert isinstance(check(parsed, budget=20), kind)


@pytest.mark.parametrize(
    ("claim", "far"),
    [
        ("ZCDP(M, xi, rho) => ZCDP(Group(M, k), xi*k*harmonic(k), k**2*rho)", False),
        ("PureDP(M, e) => ApproxDP(Compose(M, k), e, e*harmonic(k)) for k in 1..oo", False),
        ("PureDP(M, e) => ApproxDP(Compose(M, k), 5, (1 - e)**k) for k in 1..oo", False),
        ("PureDP(M, e) => ApproxDP(Compose(M, k), 5, k*e**2) for k in 1..oo", True),
        ("ApproxDP(M, e, d) => ApproxDP(Compose(M, k), 5, (1 - d)**k) for k in 1..oo", True),
        ("ApproxDP(M, e, d) => ApproxDP(Compose(M, k), 5, (2 - d)**k) for k in 1..oo", False),
    ],
)
def test_a_million_rounds_are_tried_where_no_number_of_their_size_is_written_out(
    claim: str, far: bool
) -> None:
    labels = [space.label for space in far_spaces(parse_claim(claim))]
    most = max(int(count) for label in labels for count in re.findall(r"k = (\d+)", label))
    assert (most > FEWEST_DIGITS) == far


TAIL = "1 - (1 - d)**k*(1 - exp(-z**2))"


@pytest.mark.parametrize(("share", "kind"), [("49/50", Witness), ("1", Stuck)])
def test_bounds_that_fail_by_little_are_tried_at_a_hundred_thousand_rounds(
    share: str, kind: type
) -> None:
    claim = parse_claim(
        "ApproxDP(M, e, d) => ApproxDP(Compose(M, k), "
        f"{share}*(k*e**2/2 + z*sqrt(2*k)*e), {TAIL}) for e in (0, oo), k in 1..oo, z in [0, oo)"
    )
    found = search.attempt(claim, Budget.of(2))
    assert isinstance(found, kind)
    if isinstance(found, Witness):
        assert dict(found.point)["k"] > FEWEST_DIGITS


def test_no_far_point_is_looked_at_without_time(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = parse_claim("a**2 <= b**2 + 10**6 for a in [0, oo), b in [0, oo)")
    looked: list[int] = []
    score = Space.score

    def counted(space: Space, batch: Batch) -> np.ndarray:
        looked.append(batch.size)
        return score(space, batch)

    monkeypatch.setattr(Space, "score", counted)
    assert far_witness(claim, Budget.of(0)) is None
    assert looked == []
    assert far_witness(claim, Budget.of(20)) is not None
    assert looked


def test_where_rounds_are_counted_many_are_tried_before_few_are_improved_for_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    efforts: set[Effort] = set()
    monkeypatch.setattr(Hunt, "run", lambda _, effort, limit: efforts.add(effort))
    claim = parse_claim("PureDP(M, 1/100) => PureDP(Compose(M, k), 5) for k in 1..oo")
    assert isinstance(search.attempt(claim, Budget.of(60)), Witness)
    assert efforts == {*EFFORTS[:-1]}
    bounded = parse_claim("PureDP(M, 1/100) => PureDP(Compose(M, k), 5) for k in 1..10**6")
    assert isinstance(search.attempt(bounded, Budget.of(60)), Witness)
    assert efforts == {*EFFORTS}


TOUCHING = [
    ("(x**2 - 2)**2 > 0 for x in [0, 2]", "sqrt(2)"),
    ("(exp(x) - 2)**2 > 0 for x in [0, 1]", "log(2)"),
    ("Abs(exp(x) - 2) > 0 for x in [0, 1]", "log(2)"),
    ("Abs(2**x - 3) > 0 for x in [0, 2]", "log(3)/log(2)"),
    ("Abs(tanh(x) - 1/2) > 0 for x in [0, 1]", "log(3)/2"),
    ("exp(x) > 2 + 2*(x - log(2)) for x in [0, 1]", "log(2)"),
    ("x*log(x) > -exp(-1) for x in (0, 1]", "exp(-1)"),
    ("2*sqrt(2)*x < 2 + x**2 for x in [0, 5]", "sqrt(2)"),
    ("(x**2 - 2)**2 <= 0 => x <= 1 for x in [0, 2]", "sqrt(2)"),
]


@pytest.mark.parametrize(("claim", "place"), TOUCHING)
def test_where_sides_meet_is_solved_for(claim: str, place: str) -> None:
    verdict = check(claim, budget=20)
    assert isinstance(verdict, Refuted)
    assert verdict.witness is not None
    ((_, value),) = verdict.witness.point
    assert str(value) == place


@pytest.mark.parametrize(
    "claim",
    [
        "(x**2 - 2)**2 > 0 for x in [0, 7/5]",
        "(exp(x) - 2)**2 >= 0 for x in [0, 1]",
        "Abs(exp(x) - 2) > 0 for x in [0, 69/100]",
        "exp(x) > 199/100 + 2*(x - log(2)) for x in [0, 1]",
        "(x**2 - 2)**2 <= 0 => x < 142/100 for x in [0, 2]",
    ],
)
def test_where_sides_do_not_meet_nothing_is_refuted(claim: str) -> None:
    assert isinstance(search.attempt(parse_claim(claim), Budget.of(3)), Stuck)


@pytest.mark.parametrize(
    "claim",
    [
        "MaxDivergence(Laplace(0, s), Laplace(0, t)) <= 100 for s in [1, 2], t in [1, 2]",
        "MaxDivergence(Geometric(0, s), Geometric(0, t)) <= 100 for s in [1, 2], t in [1, 2]",
        "s >= t => ChiSquared(Laplace(0, s), Laplace(0, t)) <= 9 for s in [1, 4], t in [1, 2]",
        "1 - exp(-x) <= 1 - 1/10**300 for x in [0, oo)",
        "1 - exp(-x) < 1 - 1/10**300 for x in [0, oo)",
        "tanh(KL(P, Q)) <= 1/2",
        "Min(KL(P, Q), 1) <= 1/2",
        "TotalVariation(P, Q) <= 1/2 => tanh(KL(P, Q)) <= 1/2",
        "2*KL(P, Q) <= KL(P, Q) => KL(P, Q) <= 0",
        "KL(P, Q) + x <= KL(P, Q) => x <= 0 for x in [0, 1]",
    ],
)
def test_infinite_and_finite_divergences_refute_what_the_other_does_not(claim: str) -> None:
    assert isinstance(check(claim, budget=20), Refuted)


@pytest.mark.parametrize(
    "claim",
    [
        "MaxDivergence(Laplace(0, s), Laplace(0, t)) <= 100 for s in [1, 2], t in [2, 3]",
        "MaxDivergence(Geometric(0, s), Geometric(0, t)) <= 100 for s in [2, 3], t in [1, 2]",
        "1 - exp(-x) <= 1 - 1/10**300 for x in [0, 690]",
        "tanh(KL(P, Q)) <= 1",
        "Min(KL(P, Q), 1) <= 1",
        "KL(P, Q) <= 1 and 2*KL(P, Q) <= KL(P, Q) => KL(P, Q) <= 0",
    ],
)
def test_true_claims_beside_them_are_not_refuted(claim: str) -> None:
    assert not isinstance(check(claim, budget=5), Refuted)


def test_sides_of_hypotheses_are_told_toward_each_other() -> None:
    claim = parse_claim("x <= log(3) and log(3) >= x => x <= 0 for x in [0, 2]")
    words = certain_hypotheses(claim, {Symbol("x"): S.One})
    assert words is not None
    assert ["1 <= 1.0986122" in words[0], "1.0986122 >= 1" in words[1]] == [True, True]


def test_a_relation_that_values_decide_holds_or_fails_everywhere() -> None:
    batch = Batch(2)
    assert [list(violation.excess(atom, batch)) for atom in (S.true, S.false)] == [[-1, -1], [1, 1]]
