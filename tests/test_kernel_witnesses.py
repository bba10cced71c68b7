"""What the kernel takes for a counterexample, and near misses that it refuses."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import ceil, exp, inf, log, log1p
from random import Random
from typing import Any

import mpmath
import pytest
from sympy import Rational

from dpsym import check
from dpsym.certificate import Certificate, Node, claim_of, digest
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.verify import verify

ROW = "FiniteMechanism(Bernoulli(1/4), Bernoulli(1/2), Bernoulli(3/4))"
TAIL = "{}*exp(-(e - mu)**2/(2*s**2))/(50 + 50*(e - mu)/s**2)"
TWO = "Compose(GeometricMechanism(log(2)), 2)"
NORMAL = "Compose(GaussianMechanism(3, 5), GaussianMechanism(4, 5))"


def judged(text: str, where: dict[str, str] | None = None, **point: str) -> bool:
    """Whether the kernel takes the point for a counterexample of a claim."""
    witness = {"point": point, "conclusion": 0, "where": where or {}}
    made = Certificate(text, digest(claim_of(text)), "refuted", (), 0.0, witness=witness)
    return accepted(made)


def accepted(made: Certificate) -> bool:
    try:
        verify(made)
    except Rejected:
        return False
    return True


def exhausted(text: str) -> bool:
    """Whether the kernel takes a claim to be evident value by value."""
    proof = Node("exhaustion", text, {"names": ["k"]})
    return accepted(Certificate(text, digest(claim_of(text)), "proved", (), 0.0, proof))


@pytest.mark.parametrize(
    ("text", "point", "taken"),
    [
        # The sum is 3/4 - (2*k + 3)/(2*(k + 1)*(k + 2)), above 2997/4000 from k = 1332 on.
        ("Sum(1/(i*(i + 2)), (i, 1, k)) <= 2997/4000 for k in 1..oo", "1331", False),
        ("Sum(1/(i*(i + 2)), (i, 1, k)) <= 2997/4000 for k in 1..oo", "1332", True),
        ("Sum(exp(-i), (i, 0, k)) >= 1/(1 - exp(-1)) + 1/10**20 for k in 0..oo", "1500", True),
        ("Sum(exp(-i), (i, 0, k)) <= 1/(1 - exp(-1)) for k in 0..oo", "1500", False),
        # The sums of the first n reciprocals have more digits than are written for readers.
        ("harmonic(k) - log(k) >= 5773/10000 for k in 1..oo", "10000", True),
        ("harmonic(k) - log(k) >= 5772/10000 for k in 1..oo", "10000", False),
        # 25,000 terms at most, and no sums of sums that are so long.
        ("Sum(1/i, (i, 1, k)) <= 10 for k in 1..oo", "12367", True),
        ("Sum(1/i, (i, 1, k)) <= 10 for k in 1..oo", "12366", False),
        ("Sum(1/i, (i, 1, k)) <= 10 for k in 1..oo", "30000", False),
        ("Sum(Sum(1/i, (i, 1, 2)), (j, 1, k)) <= 10 for k in 1..oo", "1200", False),
    ],
)
def test_sums_of_many_terms_are_bounded_term_by_term(text: str, point: str, taken: bool) -> None:
    assert judged(text, k=point) is taken


@pytest.mark.parametrize(
    ("divergence", "narrow", "wide"),
    [
        ("Renyi(2, {}, {})", "7/5", "3/2"),
        ("Renyi(3/2, {}, {})", "12/7", "7/4"),
        ("Renyi(a, {}, {})", "sqrt(3/2 - 1/10**9)", "sqrt(3/2)"),
        ("ChiSquared({}, {})", "2**(1/2) - 1/100", "2**(1/2)"),
        ("MaxDivergence({}, {})", "1 - 1/10**9", "1 + 1/10**9"),
        ("KL({}, {})", "10", "10**9"),
    ],
)
def test_divergences_to_narrower_normal_laws_are_infinite(
    divergence: str, narrow: str, wide: str
) -> None:
    given = {"a": "3"} if "a," in divergence else {}
    for deviation, ends in ((narrow, False), (wide, not divergence.startswith("KL"))):
        text = divergence.format(f"Gaussian(m, {deviation})", "Gaussian(0, 1)") + " <= 10**40"
        assert judged(text, m="0", **given) is ends
        assert judged(text, m="-1/3", **given) is ends
        pair = divergence.format("Product(P, Gaussian(m, 1))", "Product(P, Gaussian(0, 1))")
        assert not judged(pair.replace("P, ", "Gaussian(1, 2), ") + " <= 10**40", m="0", **given)


LOG_DENSITIES = {
    "Gaussian({}, {})": lambda x, m, s: -((x - m) ** 2) / (2 * s**2),
    "Laplace({}, {})": lambda x, m, s: -abs(x - m) / s,
    "Logistic({}, {})": lambda x, m, s: -abs(x - m) / s - 2 * log1p(exp(-abs(x - m) / s)),
}
ON_INTEGERS = {
    "DiscreteGaussian({}, {})": LOG_DENSITIES["Gaussian({}, {})"],
    "Geometric({}, {})": lambda x, m, s: -abs(x - m) * s,
}
FAR = 2.0**12


@pytest.mark.parametrize(
    ("order", "divergence"),
    [(2.0, "ChiSquared"), (1.5, "Renyi(3/2"), (3.0, "Renyi(3"), (inf, "MaxDivergence")],
)
@pytest.mark.parametrize("laws", [LOG_DENSITIES, ON_INTEGERS])
def test_divergences_to_laws_with_lighter_tails_are_infinite(
    order: float, divergence: str, laws: dict[str, Callable[[float, float, float], float]]
) -> None:
    def grows(first: str, second: str, scale: float, way: int) -> bool:
        def logarithm(x: float) -> float:
            p, q = laws[first](way * x, 3, scale), laws[second](way * x, 0, 1)
            return p - q if order == inf else order * p + (1 - order) * q

        gain = logarithm(2 * FAR) - logarithm(FAR)
        return gain > 1e-6 if order == inf else gain >= -1e-6

    for first, second in product(laws, repeat=2):
        for scale in ("1/2", "1", "4/3", "3/2", "2", "3"):
            value = float(Fraction(scale))
            expected = any(grows(first, second, value, way) for way in (1, -1))
            pair = f"{first.format(3, scale)}, {second.format(0, 1)})"
            text = f"{divergence}{',' if '(' in divergence else '('} {pair} <= 10**40"
            assert judged(text) is expected, text


@pytest.mark.parametrize(
    ("text", "point", "taken"),
    [
        ("binomial(k, 2) <= 0 for k in 0..3", "3", True),
        ("binomial(k, 2) <= 0 for k in -3..3", "-3", False),
        ("binomial(3, k) >= 1 for k in -3..3", "-1", False),
        ("binomial(k, 1) >= 1 for k in [0, 1]", "1/2", False),
        ("binomial(k + 1, 2) <= 0 for k in -3..3", "-2", False),
        ("factorial(k) >= 1 for k in [0, 1]", "1/2", False),
        ("harmonic(k) >= 1 for k in [0, 1]", "1/2", False),
        ("Sum(binomial(i, 2), (i, k, 0)) <= 0 for k in -3..0", "-3", False),
        ("Sum(binomial(i, 2), (i, k, 3)) <= 3 for k in 0..3", "0", True),
    ],
)
def test_what_counts_things_is_asked_of_natural_numbers_only(
    text: str, point: str, taken: bool
) -> None:
    assert judged(text, k=point) is taken


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("0 <= binomial(k, 2)**2 for k in 0..3", True),
        ("0 <= binomial(k, 2)**2 for k in -3..3", False),
        ("0 <= binomial(3, k)**2 for k in -1..3", False),
        ("0 <= Sum(binomial(i, 2)**2, (i, k, 0)) for k in -3..0", False),
        ("0 <= factorial(k + 1) for k in -1..3", True),
    ],
)
def test_values_are_put_where_there_is_one(text: str, taken: bool) -> None:
    assert exhausted(text) is taken


@pytest.mark.parametrize(
    ("text", "point", "taken"),
    [
        ("Sum(i**2, (i, 1, k)) <= 29 for k in 2..4", "4", True),
        ("Sum(i**2, (i, 1, k)) <= 30 for k in 2..4", "4", False),
        ("Sum(i**2, (i, 1, k)) >= 1 for k in 0..4", "0", True),
        ("Sum(Sum(i*j, (j, 1, i)), (i, 1, k)) <= 64 for k in 4..4", "4", True),
        ("Sum(Sum(i*j, (j, 1, i)), (i, 1, k)) <= 65 for k in 4..4", "4", False),
        ("Sum(1/i, (i, k, 2)) <= 0 for k in -1..2", "-1", False),
    ],
)
def test_sums_are_written_out(text: str, point: str, taken: bool) -> None:
    assert judged(text, k=point) is taken


def test_no_witness_puts_infinities_against_each_other() -> None:
    laws = {"P": "Finite(1, 0)", "Q": "Finite(0, 1)"}
    assert not judged("KL(P, Q) - KL(P, Q) >= 1", **laws)
    assert not judged("2*KL(P, Q) - KL(P, Q) <= 1", **laws)
    assert judged("2*KL(P, Q) + KL(P, Q) <= 1", **laws)
    assert not judged("Sum((i - 2)*KL(P, Q), (i, 1, 3)) >= 1", **laws)
    assert judged("Sum(i*KL(P, Q), (i, 1, 3)) <= 1", **laws)


@pytest.mark.parametrize("term", ["1/exp(-KL(P, Q))", "1/(i*exp(-KL(P, Q)))", "i/(1/KL(P, Q))"])
def test_no_witness_divides_by_what_is_0_at_infinity_in_the_terms_of_a_sum(term: str) -> None:
    laws = {"P": "Finite(1, 0)", "Q": "Finite(0, 1)"}
    assert not judged(f"Sum({term}, (i, 1, 2)) <= 1", **laws)
    assert judged(f"Sum({term}, (i, 1, 2)) <= 1", P="Finite(1, 0)", Q="Finite(1/9, 8/9)")


def test_what_is_infinite_is_no_smallest_and_its_negative_no_largest_number() -> None:
    laws = {"P": "Finite(1, 0)", "Q": "Finite(0, 1)"}
    assert judged("Min(KL(P, Q), 1) < 1", **laws)
    assert not judged("Min(KL(P, Q), 1) < 1 + 1/10**9", **laws)
    assert judged("Max(1 - KL(P, Q), 1/2) > 1/2", **laws)
    assert not judged("Max(1 - KL(P, Q), 1/2) >= 1/2", **laws)
    assert not judged("Min(KL(P, Q), KL(Q, P)) <= Max(KL(P, Q), KL(Q, P))", **laws)
    assert not judged("Min(-KL(P, Q), 1) >= 1", **laws)  # no side is -oo


def told(prior: tuple[Rational, ...], blocks: int) -> mpmath.mpf:
    """The information of the row on independent blocks, over the ones of each block."""
    rows = [mpmath.mpf(n) / 4 for n in (1, 2, 3)]
    joint: dict[tuple[int, int], mpmath.mpf] = {}
    for ones in product(range(len(prior)), repeat=blocks):
        weight = mpmath.fprod(mpmath.mpf(prior[n].p) / prior[n].q for n in ones)
        for bit in (0, 1):
            mass = rows[sum(ones)] if bit else 1 - rows[sum(ones)]
            joint[sum(ones), bit] = joint.get((sum(ones), bit), mpmath.mpf(0)) + weight * mass
    means = [sum(m for (_, b), m in joint.items() if b == bit) for bit in (0, 1)]
    inputs = {n: joint[n, 0] + joint[n, 1] for n, _ in joint}
    return mpmath.fsum(
        m * mpmath.log(m / (means[bit] * inputs[n])) for (n, bit), m in joint.items() if m
    )


@pytest.mark.parametrize(
    ("sizes", "masses", "blocks"),
    [
        ("2", ("1/2", "0", "1/2"), 1),
        ("2", ("1/5", "3/10", "1/2"), 1),
        ("1", ("1/3", "2/3"), 1),
        ("2, 1", ("1/3", "2/3"), 2),
        ("1, 2", ("1/4", "1/4", "1/2"), 1),
    ],
)
def test_a_capacity_is_at_least_what_an_input_tells(
    sizes: str, masses: tuple[str, ...], blocks: int
) -> None:
    value, prior = told(tuple(map(Rational, masses)), blocks), f"Finite({', '.join(masses)})"
    for change, taken in (("-1e-9", True), ("1e-9", False)):
        bound = Rational(str(value + mpmath.mpf(change)))
        assert judged(f"Capacity({ROW}, {sizes}) <= {bound}", {"prior": prior}) is taken


@pytest.mark.parametrize(
    ("text", "prior"),
    [
        (f"Capacity({ROW}, 2) <= 0", "Finite(1/2, 1/2)"),
        (f"Capacity({ROW}, 2) <= 0", "Finite(3/2, 0, -1/2)"),
        (f"Capacity({ROW}, 2) <= 0", "Finite(1/2, 0, 1/3)"),
        (f"Capacity({ROW}, 3) <= 0", "Finite(1/2, 0, 0, 1/2)"),
        (f"Capacity({ROW}, 2) >= 1", "Finite(1/2, 0, 1/2)"),
        (f"Capacity({ROW}, 2) <= Capacity({ROW}, 1)", "Finite(1/2, 0, 1/2)"),
        (f"2 - Capacity({ROW}, 2) <= 1", "Finite(1, 0, 0)"),
    ],
)
def test_an_input_says_nothing_else_of_a_capacity(text: str, prior: str) -> None:
    assert not judged(text, {"prior": prior})


@pytest.mark.parametrize(
    ("text", "where", "taken"),
    [
        ("TailDP(RandomizedResponse(1), 1/2, 1/100)", {"epsilon": "13/20"}, True),
        ("TailDP(RandomizedResponse(1), 1/2, 1/100)", {"epsilon": "1/2"}, False),
        ("TailDP(RandomizedResponse(1), 1/2, 1/100)", {"epsilon": "2/5"}, False),
        ("TailDP(RandomizedResponse(1), 1/2, 1/100)", {"epsilon": "1"}, False),
        ("TailDP(RandomizedResponse(1), 99/100, 0)", {}, True),
        ("TailDP(RandomizedResponse(1), 1, 0)", {}, False),
        ("TailDP(GaussianMechanism(1, 1), 5, 0)", {}, True),
        (f"GaussianDP({NORMAL}, 99/100)", {"epsilon": "0"}, True),
        (f"GaussianDP({NORMAL}, 1)", {"epsilon": "0"}, False),
        ("GaussianDP(LaplaceMechanism(1, 1), 0)", {"epsilon": "0"}, True),
        ("GaussianDP(LaplaceMechanism(1, 1), 0)", {"epsilon": "1"}, False),
        ("GaussianDP(RandomizedResponse(1), 0)", {"epsilon": "-1/2"}, True),
        ("GaussianDP(RandomizedResponse(1), 0)", {"epsilon": "-1"}, False),
        ("GaussianDP(RandomizedResponse(0), 0)", {"epsilon": "0"}, False),
        ("GaussianDP(RandomizedResponse(0), 0)", {"epsilon": "-1"}, False),
        ("GaussianDP(CanonicalRR(0, 1/10), 1)", {"epsilon": "3"}, True),
        ("GaussianDP(CanonicalRR(0, 1/10), 1)", {"epsilon": "0"}, False),
    ],
)
def test_a_member_of_a_family_fails(text: str, where: dict[str, str], taken: bool) -> None:
    assert judged(text, where) is taken


@pytest.mark.parametrize(
    ("hypothesis", "taken"),
    [
        (f"GaussianDP({NORMAL}, 1)", True),
        (f"GaussianDP({NORMAL}, 99/100)", False),
        ("GaussianDP(Compose(GaussianMechanism(1, 2), RandomizedResponse(1)), 9)", False),
        ("BoundedZCDP(GaussianMechanism(1, 1), 5, 2, 1/10)", True),
        ("BoundedZCDP(GaussianMechanism(1, 1), 5, 199/100, 1/10)", False),
        ("BoundedZCDP(GaussianMechanism(1, 1), oo, 2, 1/10)", False),
        (f"ZCDP({TWO}, log(2)**2)", True),
        (f"ZCDP({TWO}, 9/20)", False),  # the mean of the loss is more
        ("ZCDP(RandomizedResponse(1), 1, 0)", True),
        ("ZCDP(RandomizedResponse(1), 99/100, 0)", False),
        ("ZCDP(RandomizedResponse(1), 2, -1/2)", False),
        ("ApproxZCDP(CanonicalRR(log(2), 1/2), 1/2, log(2), 0)", True),
        ("ApproxZCDP(CanonicalRR(log(2), 1/2), 49/100, log(2), 0)", False),
        ("ApproxZCDP(FiniteMechanism(Finite(1, 0), Finite(0, 1)), 1, 0)", True),
        ("ApproxZCDP(FiniteMechanism(Finite(1, 0), Finite(0, 1)), 1, 1, -1/2)", False),
        ("ApproxZCDP(FiniteMechanism(Finite(1, 0), Finite(0, 1)), 1, -1, 1/2)", False),
        ("ApproxZCDP(FiniteMechanism(Finite(1, 0), Finite(0, 1)), 99/100, 0)", False),
        ("BoundedZCDP(FiniteMechanism(Finite(1, 0), Finite(0, 1)), 1, -1, 0)", True),
        ("BoundedZCDP(FiniteMechanism(Finite(1, 0), Finite(0, 1)), 9/8, 1, 0)", False),
        ("HypothesisDP(RandomizedResponse(1), Ones(0), Ones(2), 1, -1)", True),
        ("HypothesisDP(RandomizedResponse(1), Bits(0), Bits(0, 1), 1, -1)", True),
        ("HypothesisDP(RandomizedResponse(1), Ones(0), Every(Ones(1), Ones(2)), 0, 0)", False),
        ("HypothesisDP(RandomizedResponse(1), Ones(0), Ones(0), 1, -1)", False),
        ("HypothesisDP(Compose(RandomizedResponse(1), 2), Ones(0), Ones(2), 0, 0)", False),
    ],
)
def test_a_hypothesis_of_a_concrete_mechanism_is_certain_or_not(
    hypothesis: str, taken: bool
) -> None:
    assert judged(f"{hypothesis} and 0 <= x => 1 <= 0 for x in [0, 1]", x="1/2") is taken


def _approximate(claim: str) -> bool:
    return judged(f"{claim} and x <= 1 for x in [0, 1]", {}, x="1/2")


@pytest.mark.parametrize(
    ("claim", "taken"),
    [
        # the total variation is tanh(1), more than 1/10 + 9/10*sqrt(1/20); tails at other orders
        ("ApproxZCDP(RandomizedResponse(2), 1/10, 1/10)", True),
        ("ApproxZCDP(RandomizedResponse(2), 1/10, 1/2)", True),
        ("ApproxZCDP(RandomizedResponse(2), 1/10, 2)", False),
        ("ApproxZCDP(RandomizedResponse(2), 77/100, 0)", False),  # nothing is left of the laws
        ("ApproxZCDP(RandomizedResponse(2), 76/100, 0)", True),
        ("ApproxZCDP(GaussianMechanism(1, 1), 1/100, 1/10)", True),
        ("ApproxZCDP(GaussianMechanism(1, 1), 1/100, 1/2)", False),
        ("ApproxZCDP(LaplaceMechanism(1, 1), 1/100, 1/100)", True),
        ("ApproxZCDP(LaplaceMechanism(1, 1), 1/100, 1/2)", False),
        ("ApproxZCDP(LaplaceMechanism(1, 1), 1/100, 1/5, 1/100)", True),
        ("ApproxZCDP(LaplaceMechanism(1, 1), 1/100, 1, 0)", False),
    ],
)
def test_approximate_concentration_fails_where_a_stick_is_too_long(claim: str, taken: bool) -> None:
    assert _approximate(claim) is taken


def _told_apart(claim: str, alpha: str) -> bool:
    return judged(f"{claim} and x <= 1 for x in [0, 1]", {"alpha": alpha}, x="1/2")


@pytest.mark.parametrize(
    ("claim", "alpha", "taken"),
    [
        # what remains has a first answer with at least 0.8676 and at most 0.1324
        ("ApproxZCDP(RandomizedResponse(2), 1/10, 138/100)", "1", True),
        ("ApproxZCDP(RandomizedResponse(2), 1/10, 139/100)", "1", False),
        ("ApproxZCDP(RandomizedResponse(2), 1/10, -1/10, 137/100)", "1", True),
        ("ApproxZCDP(RandomizedResponse(2), 1/10, 109/100)", "3/2", True),
        ("ApproxZCDP(RandomizedResponse(2), 1/10, 110/100)", "3/2", False),
        ("ApproxZCDP(RandomizedResponse(2), 1/10, 187/100, 0)", "100", True),
        ("ApproxZCDP(RandomizedResponse(2), 1/10, 188/100, 0)", "100", False),
        # a failure that only one input has leaves the randomised response
        ("ApproxZCDP(CanonicalRR(1, 1/10), 1/10, 46/100)", "1", True),
        ("ApproxZCDP(CanonicalRR(1, 1/10), 1/10, 47/100)", "1", False),
        ("ApproxZCDP(CanonicalRR(1, 1/10), 1/5, 46/100)", "1", False),
        ("ApproxZCDP(CanonicalRR(1, 1/10), 1/10, 1/10)", "1/2", False),
        ("ApproxZCDP(CanonicalRR(1, 1/10), 1/10, 1/10)", "oo", False),
        ("ApproxZCDP(CanonicalRR(1, 1), 1, 1/10)", "1", False),
        ("ApproxZCDP(GaussianMechanism(9, 1), 1/10, 1/10)", "1", False),
    ],
)
def test_an_event_tells_what_remains_of_two_laws_apart(claim: str, alpha: str, taken: bool) -> None:
    assert _told_apart(claim, alpha) is taken


@pytest.mark.parametrize("seed", range(12))
def test_what_remains_of_laws_is_within_its_own_divergences(seed: int) -> None:
    """Laws are mixed with any others; what they were before is a decomposition."""
    drawn = Random(seed)

    def law() -> list[Fraction]:
        masses = [Fraction(drawn.randrange(7)) for _ in range(4)]
        masses[drawn.randrange(4)] += 1
        return [mass / sum(masses) for mass in masses]

    inner = [[Fraction(drawn.randrange(1, 9)) for _ in range(4)] for _ in range(2)]
    inner = [[mass / sum(masses) for mass in masses] for masses in inner]
    delta = Fraction(drawn.randrange(1, 9), 10)
    p, q = ([(1 - delta) * a + delta * b for a, b in zip(kept, law(), strict=True)]
            for kept in inner)  # fmt: skip
    most = max(
        sum(a * log(a / b) for a, b in zip(one, other, strict=True))
        for one, other in (inner, inner[::-1])
    )
    loss = max(abs(log(a / b)) for a, b in zip(*inner, strict=True))
    masses = (", ".join(map(str, side)) for side in (p, q))
    mechanism = "FiniteMechanism({})".format(", ".join(f"Finite({m})" for m in masses))
    rho = Fraction(ceil(1000 * max(most, loss**2 / 2)) + 1, 1000)
    for alpha in ("1", "9/8", "3/2", "3", "33"):
        assert not _told_apart(f"ApproxZCDP({mechanism}, {delta}, {rho})", alpha)
    assert check(f"ApproxZCDP({mechanism}, {delta}, {rho})", budget=3).kind != "refuted"


@pytest.mark.parametrize("delta", ["1/100", "1/10", "1/2", "99/100"])
@pytest.mark.parametrize(("e", "rho"), [("1/10", "1/200"), ("1", "1/2"), ("3", "9/2"), ("6", "6")])
def test_approximate_concentration_of_canonical_responses_holds(
    delta: str, e: str, rho: str
) -> None:
    """Less the failure they are randomised responses, within e**2/2 and within e."""
    rest = f"0, {rho}" if rho != "6" else "6, 0"
    assert not _approximate(f"ApproxZCDP(CanonicalRR({e}, {delta}), {delta}, {rest})")


NOISY = "Product(Geometric(0, {0}), Geometric(0, 1)), Product(Geometric({1}, {2}), {3}(1, 1))"


@pytest.mark.parametrize(
    ("guarantee", "most", "less"),
    [
        # ratios 4, 1 and 1/4 with masses 4/9, 4/9 and 1/9
        (f"ApproxDP({TWO}, 0, {{}})", "1/3", "33/100"),
        (f"ApproxDP({TWO}, log(3), {{}})", "1/9", "11/100"),
        (f"ProbabilisticDP({TWO}, log(3), {{}})", "4/9", "44/100"),
        (f"PureDP({TWO}, {{}})", "2*log(2)", "69/50"),
        (f"ApproxDP(PostProcess({TWO}), 0, {{}})", "1/3", "33/100"),
        # two steps: 4, 1 and 1/4 in each round with masses 2/3, 1/6 and 1/6
        (f"ApproxDP(Group({TWO}, 2), 0, {{}})", "7/12", "29/50"),
        (f"ApproxDP(Parallel(RandomizedResponse(1/9), {TWO}), 0, {{}})", "1/3", "33/100"),
        (
            "ApproxDP(Concurrent(GeometricMechanism(log(2)), RandomizedResponse(log(2))), 0, {})",
            "1/3",
            "33/100",
        ),
        (
            "ApproxDP(Compose(GeometricMechanism(log(2)), GaussianMechanism(1, 1)), 0, {})",
            "46041/100000",
            "46040/100000",
        ),
        ("ApproxDP(Compose(GeometricMechanism(log(2)), 700), 300, {})", "18/10**18", "17/10**18"),
    ],
)
def test_geometric_laws_are_compared_by_their_ratios(guarantee: str, most: str, less: str) -> None:
    assert judged(f"{guarantee.format('x')} => 2 <= x", x=most)
    assert not judged(f"{guarantee.format('x')} => 2 <= x", x=less)
    assert not judged(guarantee.format("x"), x=most)
    assert judged(guarantee.format("x"), x=less)


@pytest.mark.parametrize(
    ("share", "mu", "variance", "taken"),
    [
        ("49", "600", "1500", True),
        ("99/2", "600", "1500", False),  # delta is 99/100 - exp(-5)
        ("49", "600", "1200", False),  # no zCDP: 5 is above sqrt(2400*log(100/99)) - log(100/99)
        ("49", "598", "1500", False),  # nor here: the mean of the loss is more
    ],
)
def test_responses_of_which_one_hardly_ever_comes_are_within_zcdp_or_not(
    share: str, mu: str, variance: str, taken: bool
) -> None:
    claim = f"ZCDP(M, mu - s**2/2, s**2/2) and e >= mu => ApproxDP(M, e, {TAIL.format(share)})"
    laws = "FiniteMechanism(Bernoulli(99/100), Bernoulli(exp(-605)))"
    point = {"M": laws, "mu": mu, "e": "600", "s": f"sqrt({variance})"}
    assert judged(f"{claim} for mu in [0, oo), s in (0, oo)", **point) is taken


@pytest.mark.parametrize(
    ("laws", "taken"),
    [
        (NOISY.format("1", "1", "1", "Geometric"), True),
        (NOISY.format("1", "1", "2", "Geometric"), True),
        (NOISY.format("1", "1", "1", "DiscreteGaussian"), True),
        ("Mixture(1/2, Geometric(0, 1), Geometric(1, 1)), Geometric(3, 1)", True),
        ("DiscreteGaussian(0, 2000), DiscreteGaussian(9000, 2000)", False),  # on too many integers
    ],
)
def test_laws_on_the_integers_are_listed_or_bounded(laws: str, taken: bool) -> None:
    assert judged(f"TotalVariation({laws}) <= x for x in [0, 1]", x="1/10") is taken


def test_a_map_looks_at_the_outcome_of_geometric_noise_itself() -> None:
    kernel = {"kernel": "Kernel((1, 0), (0, 1))"}
    for inner, taken in (("RandomizedResponse(1)", True), ("GeometricMechanism(1)", False)):
        assert judged(f"ApproxDP(PostProcess({inner}), 0, x)", kernel, x="1/10") is taken


@pytest.mark.parametrize(
    "claim",
    [
        "Sum(b*i, (i, 1, 3)) <= 5*b for b in [0, 1]",
        "Sum(1/i**2, (i, 1, k)) <= 3257/2000 for k in 1..oo",
    ],
)
def test_claims_about_sums_are_refuted(claim: str) -> None:
    assert check(claim, budget=20).kind == "refuted"


def test_noise_is_cut_at_increasing_rational_points_alone() -> None:
    text = "ProbabilisticDP(PostProcess({}), 1, d) for d in [0, 1]"
    gaussian = "GaussianMechanism(1, 1)"
    # The mass above c is 1 - Phi(c - 1) with odds below e up to c = 0.79, where it is 0.58.
    for inner, cuts, d, taken in [
        (gaussian, "(4/5,)", "579/1000", True),
        (gaussian, "(4/5,)", "580/1000", False),
        (gaussian, "(79/100,)", "417/1000", False),
        (gaussian, "(4/5, 3/2)", "579/1000", False),
        (gaussian, "(4/5, 40)", "579/1000", True),
        (gaussian, "(40, 4/5)", "579/1000", False),
        (gaussian, "(4/5, 4/5)", "579/1000", False),
        (gaussian, "(sqrt(16/25), sqrt(2))", "1/100", False),
        (gaussian, "(sqrt(2),)", "1/100", False),
        (gaussian, "(d,)", "1/100", False),
        (gaussian, "4/5", "5/10", False),
        (f"PostProcess({gaussian})", "(4/5,)", "579/1000", True),
        ("RandomizedResponse(2)", "(4/5,)", "1/100", False),
        ("GeometricMechanism(2)", "(4/5,)", "1/100", False),
        (f"Compose({gaussian}, {gaussian})", "(4/5,)", "1/100", False),
    ]:
        assert judged(text.format(inner), {"cuts": cuts}, d=d) is taken, (inner, cuts, d)
    unprocessed = "ProbabilisticDP(GaussianMechanism(1, 1), 1, d) for d in [0, 1]"
    assert not judged(unprocessed, {"cuts": "(4/5,)"}, d="1/2")


def _laplace(x: mpmath.mpf) -> mpmath.mpf:
    return mpmath.exp(x) / 2 if x < 0 else 1 - mpmath.exp(-x) / 2


def _logistic(x: mpmath.mpf) -> mpmath.mpf:
    return 1 / (1 + mpmath.exp(-x))


@pytest.mark.parametrize(
    ("noise", "mass"), [("Gaussian", mpmath.ncdf), ("Laplace", _laplace), ("Logistic", _logistic)]
)
def test_cut_noise_has_the_masses_of_its_distribution_function(noise: str, mass: Any) -> None:
    for sensitivity, width, cut, e in product((1, 3), (1, 2), (-2, 0, 5), ("1/4", "7/15")):
        p, q = mass(mpmath.mpf(cut) / width), mass(mpmath.mpf(cut - sensitivity) / width)
        odds = mpmath.exp(mpmath.mpf(Rational(e)))
        below, above = ((p, q), (q, p)), ((1 - p, 1 - q), (1 - q, 1 - p))
        worst = max(
            sum(x for x, y in cells if x > odds * y) for cells in zip(below, above, strict=True)
        )
        mechanism = f"PostProcess({noise}Mechanism({sensitivity}, {width}))"
        claim = f"ProbabilisticDP({mechanism}, {e}, d) for d in [0, 1]"
        for factor in (0.999, 1.001):
            level = Rational(int(min(1, worst * factor) * 10**8), 10**8)
            taken = judged(claim, {"cuts": f"({cut},)"}, d=str(level))
            assert taken is bool(factor < 1 and worst > 0)


@pytest.mark.parametrize(
    ("kind", "epsilon"),
    [("Subsample({}, 1/2)", "log((1 + exp(1))/2)"), ("PostProcess({})", "1"), ("{}", "1")],
)
@pytest.mark.parametrize("operation", ["Compose({})", "Compose({}, 1)", "Concurrent({})"])
def test_one_round_has_the_laws_of_what_it_runs(operation: str, kind: str, epsilon: str) -> None:
    mechanism = operation.format(kind.format("RandomizedResponse(1)"))
    claim = f"PureDP({mechanism}, x*({epsilon})) for x in [0, 1]"
    assert judged(claim, x="999/1000")
    assert not judged(claim, x="1")


def test_one_member_of_a_family_has_its_own_laws() -> None:
    claim = "PureDP(Compose(Subsample(M[i], 1/2), (i, 1, k)), 1/2)"
    assert judged(claim, k="1", M1="RandomizedResponse(1)")
    assert not judged(claim, k="1", M1="RandomizedResponse(1/2)")


@pytest.mark.parametrize(
    ("text", "point"),
    [
        (
            "PureDP(Compose(RandomizedResponse(0), M), 0) => "
            "PureDP(Compose(RandomizedResponse(1), M), 1) for M in mechanism",
            {"M": "2"},
        ),
        ("PureDP(M, 1) => KL(P, Q) <= 1", {"M": "Bernoulli(1/2)", "P": "1", "Q": "Bernoulli(1)"}),
        ("KL(P, Q) <= 1", {"P": "RandomizedResponse(1)", "Q": "Bernoulli(1/2)"}),
        ("KL(Pushforward(K, P), Q) <= 1", {"K": "oo", "P": "Bernoulli(1)", "Q": "Bernoulli(0)"}),
    ],
)
def test_a_name_of_an_object_is_none_of_another_sort(text: str, point: dict[str, str]) -> None:
    assert not judged(text, **point)


@pytest.mark.parametrize(
    ("text", "at", "taken"),
    [
        ("{} and PureDP(InteractiveMechanism(Message((p, 1/2), (1 - p, 1/2))), 5)", "1", True),
        ("{} and PureDP(InteractiveMechanism(Message((p, 1/2), (1 - p, 1/2))), 5)", "2", False),
        ("{} and CuriousDP(Protocol(1, Speech(1, (1, 1/2), (0, p/2))), 1, 1, 1/2)", "1", True),
        ("{} and CuriousDP(Protocol(1, Speech(1, (1, 1/2), (0, p/2))), 1, 1, 1/2)", "2", False),
        ("{} and CuriousDP(Broadcast(GaussianMechanism(1, p), M), 2, 1, 1/2)", "1", True),
        ("{} and CuriousDP(Broadcast(GaussianMechanism(1, p)), 2, 1, 1/2)", "1", False),
    ],
)
def test_a_claim_about_what_is_no_protocol_is_not_refuted(text: str, at: str, taken: bool) -> None:
    point = {"p": at, "x": "3"} | ({"M": "RandomizedResponse(1)"} if " M)" in text else {})
    assert judged(text.format("x <= 1") + " for p in [1, 3], x in [0, 5]", **point) is taken
