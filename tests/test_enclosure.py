"""Balls against independent sums: fractions, and mpmath at high precision."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import mpmath
import numpy as np
import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Expr, Integer, Pow, Rational, S, Symbol, exp, log, oo, sqrt

from dpsym.enclosure import decide, enclose, precision
from dpsym.enclosure.comparison import equal
from dpsym.enclosure.evaluation import close
from dpsym.errors import EvaluationError
from dpsym.language import heads
from dpsym.language.parser import parse_claim
from dpsym.provers.search import divergences
from dpsym.provers.search.divergences import FinitePair
from dpsym.truth.laplace import laplace_delta

QUICK = settings(max_examples=40, derandomize=True, deadline=None)
PLAIN = (heads.KL, heads.MaxDivergence, heads.TotalVariation, heads.ChiSquared, heads.Hellinger)


@pytest.fixture(scope="module", autouse=True)
def digits() -> Iterator[None]:
    """The oracles compute with 120 digits."""
    with mpmath.workdps(120):
        yield


def rational(value: Fraction) -> Rational:
    return Rational(value.numerator, value.denominator)


def finite(masses: list[Fraction]) -> heads.Finite:
    return heads.Finite(*map(rational, masses))


@st.composite
def pairs(draw: st.DrawFn, *, zeros: bool = True) -> tuple[list[Fraction], list[Fraction]]:
    size = draw(st.integers(2, 5))
    weights = st.integers(0 if zeros else 1, 30)
    rows = []
    for _ in range(2):
        row = draw(st.lists(weights, min_size=size, max_size=size).filter(any))
        rows.append([Fraction(w, sum(row)) for w in row])
    return rows[0], rows[1]


def number(value: Fraction) -> mpmath.mpf:
    return mpmath.mpf(value.numerator) / value.denominator


def oracle(head: type, parameter: mpmath.mpf | None, p: list, q: list) -> mpmath.mpf:
    """The definition, as a plain sum."""
    cells = [(number(a), number(b)) for a, b in zip(p, q, strict=True)]
    singular = any(a > 0 and b == 0 for a, b in cells)
    if head is heads.HockeyStick:
        return mpmath.fsum(max(a - mpmath.exp(parameter) * b, 0) for a, b in cells)
    if head is heads.TotalVariation:
        return mpmath.fsum(abs(a - b) for a, b in cells) / 2
    if head is heads.Hellinger:
        return 1 - mpmath.fsum(mpmath.sqrt(a * b) for a, b in cells)
    if singular:
        return mpmath.inf
    both = [(a, b) for a, b in cells if a > 0]
    if head is heads.KL:
        return mpmath.fsum(a * mpmath.log(a / b) for a, b in both)
    if head is heads.MaxDivergence:
        return max(mpmath.log(a / b) for a, b in both)
    if head is heads.ChiSquared:
        return mpmath.fsum((a - b) ** 2 / b for a, b in cells if b > 0)
    total = mpmath.fsum(a**parameter * b ** (1 - parameter) for a, b in both)
    return mpmath.log(total) / (parameter - 1)


def agrees(ball: arb, value: mpmath.mpf, slack: float = 1e-60) -> bool:
    """Whether a ball holds the oracle's value, whose own error is below ``slack`` relatively."""
    if mpmath.isinf(value):
        return bool(ball.is_exact() and ball == arb.pos_inf())
    with precision(400):
        around = arb(mpmath.nstr(value, 100)) + arb(0, slack * max(1, abs(float(value))))
        return bool(ball.overlaps(around))


def relatively_close(ball: arb, value: mpmath.mpf, digits: int) -> bool:
    with precision(400):
        return bool(abs(ball / arb(mpmath.nstr(value, 100)) - 1) < arb(10) ** -digits)


@QUICK
@given(pairs())
def test_every_divergence_without_parameter_holds_its_sum(laws: tuple[list, list]) -> None:
    p, q = laws
    for head in PLAIN:
        ball = enclose(head(finite(p), finite(q)), bits=128)
        assert agrees(ball, oracle(head, None, p, q)), head


@QUICK
@given(pairs(), st.fractions(-4, 4, max_denominator=20))
def test_the_hockey_stick_holds_its_sum(laws: tuple[list, list], epsilon: Fraction) -> None:
    p, q = laws
    ball = enclose(heads.HockeyStick(rational(epsilon), finite(p), finite(q)))
    assert agrees(ball, oracle(heads.HockeyStick, number(epsilon), p, q))


@QUICK
@given(pairs(), st.fractions(Fraction(11, 10), 40, max_denominator=20))
def test_the_renyi_divergence_holds_its_sum(laws: tuple[list, list], order: Fraction) -> None:
    p, q = laws
    ball = enclose(heads.Renyi(rational(order), finite(p), finite(q)))
    assert agrees(ball, oracle(heads.Renyi, number(order), p, q))


@QUICK
@given(pairs(zeros=False))
def test_more_bits_give_smaller_radii(laws: tuple[list, list]) -> None:
    p, q = laws
    for head in (heads.KL, heads.Hellinger, heads.MaxDivergence):
        node = head(finite(p), finite(q))
        coarse, fine = enclose(node, bits=64), enclose(node, bits=400)
        assert coarse.overlaps(fine)
        assert fine.is_zero() or fine.rad() < arb(2) ** -390


@QUICK
@given(pairs(), pairs(), st.fractions(-2, 2, max_denominator=10))
def test_a_product_is_its_expansion(first: tuple, second: tuple, epsilon: Fraction) -> None:
    (p, q), (u, v) = first, second
    joint = [[a * b for a, b in product(x, y)] for x, y in ((p, u), (q, v))]
    laws = [heads.Product(finite(x), finite(y)) for x, y in ((p, u), (q, v))]
    for head in PLAIN:
        assert agrees(enclose(head(*laws)), oracle(head, None, *joint)), head
    ball = enclose(heads.HockeyStick(rational(epsilon), *laws))
    assert agrees(ball, oracle(heads.HockeyStick, number(epsilon), *joint))


@QUICK
@given(pairs(), st.fractions(0, 1, max_denominator=9))
def test_mixtures_and_kernels_are_matrix_products(laws: tuple, weight: Fraction) -> None:
    p, q = laws
    mixed = heads.Mixture(rational(weight), finite(p), finite(q))
    masses = [weight * a + (1 - weight) * b for a, b in zip(p, q, strict=True)]
    assert agrees(
        enclose(heads.ChiSquared(mixed, finite(q))), oracle(heads.ChiSquared, None, masses, q)
    )
    rows = [(S.Half, S.Half) if i % 2 else (S.One, S.Zero) for i in range(len(p))]
    images = [
        [
            sum(m * Fraction(int(r[j].p), int(r[j].q)) for m, r in zip(x, rows, strict=True))
            for j in (0, 1)
        ]
        for x in (p, q)
    ]
    kernel = heads.Kernel(*rows)
    node = heads.KL(heads.Pushforward(kernel, finite(p)), heads.Pushforward(kernel, finite(q)))
    assert agrees(enclose(node), oracle(heads.KL, None, *images))


P, Q = (
    heads.Finite(Rational(1, 2), Rational(1, 3), Rational(1, 6)),
    heads.Finite(Rational(1, 4), Rational(1, 4), Rational(1, 2)),
)


def test_orders_near_one_approach_kl() -> None:
    kl = enclose(heads.KL(P, Q), bits=1200)
    for digits in (12, 40, 300):
        near = enclose(heads.Renyi(1 + Rational(1, 10**digits), P, Q), bits=1200)
        with precision(1200):
            assert 0 < near - kl < arb(10) ** -digits
    assert enclose(heads.Renyi(1, P, Q)).overlaps(kl)


def test_huge_orders_approach_the_max_divergence() -> None:
    top = enclose(heads.MaxDivergence(P, Q), bits=1200)
    assert enclose(heads.Renyi(oo, P, Q)).overlaps(top)
    for digits in (6, 300):
        below = enclose(heads.Renyi(Integer(10) ** digits, P, Q), bits=1200)
        with precision(1200):
            assert 0 < top - below < 2 * arb(10) ** -digits
    million = mpmath.mpf(10) ** 6
    p, q = ([Fraction(int(x.p), int(x.q)) for x in law.args] for law in (P, Q))
    assert agrees(enclose(heads.Renyi(10**6, P, Q)), oracle(heads.Renyi, million, p, q))


@pytest.mark.parametrize("order", [Rational(3, 2), log(3), 1 + sqrt(2) / 100, 1 + exp(-30)])
def test_orders_may_be_any_exact_constant(order: object) -> None:
    value = mpmath.mpf(str(S(order).evalf(110)))
    p, q = ([Fraction(int(x.p), int(x.q)) for x in law.args] for law in (P, Q))
    assert agrees(enclose(heads.Renyi(order, P, Q)), oracle(heads.Renyi, value, p, q))


def test_support_decides_infinity() -> None:
    point, coin = heads.Finite(1, 0), heads.Finite(S.Half, S.Half)
    for head in (heads.KL, heads.MaxDivergence, heads.ChiSquared):
        assert enclose(head(coin, point)) == arb.pos_inf()
        assert enclose(head(point, coin)).is_finite()
    assert enclose(heads.Renyi(2, coin, point)) == arb.pos_inf()
    assert enclose(heads.HockeyStick(1000, coin, point)) == arb(1) / 2
    assert enclose(heads.TotalVariation(point, heads.Finite(0, 1))) == 1


def test_every_divergence_of_a_law_from_itself_is_exactly_zero() -> None:
    for law in (P, heads.Gaussian(0, 1), heads.Laplace(1, 2), heads.Geometric(0, 1)):
        for head in PLAIN:
            assert enclose(head(law, law)).is_zero()


def integral(density: object, points: list) -> mpmath.mpf:
    with mpmath.workdps(30):
        return mpmath.quad(density, points)


def normal(mean: float, sigma: float) -> object:
    return lambda x: mpmath.npdf(x, mean, sigma)


def laplace(mean: float, scale: float) -> object:
    return lambda x: mpmath.exp(-abs(x - mean) / scale) / (2 * scale)


def logistic(mean: float, scale: float) -> object:
    return lambda x: mpmath.sech((x - mean) / (2 * scale)) ** 2 / (4 * scale)


CONTINUOUS = {
    "normal": (heads.Gaussian(0, 1), heads.Gaussian(1, 1), normal(0, 1), normal(1, 1)),
    "narrow": (heads.Gaussian(0, 1), heads.Gaussian(1, 2), normal(0, 1), normal(1, 2)),
    "laplace": (heads.Laplace(0, 1), heads.Laplace(2, 1), laplace(0, 1), laplace(2, 1)),
    "logistic": (heads.Logistic(0, 1), heads.Logistic(2, 1), logistic(0, 1), logistic(2, 1)),
}


@pytest.mark.parametrize("family", CONTINUOUS)
def test_closed_forms_are_integrals(family: str) -> None:
    first, second, p, q = CONTINUOUS[family]
    grid = [-40, -8, -3, -1, 0, 0.5, 1, 2, 3, 8, 40]
    cases = [
        (heads.KL(first, second), lambda x: p(x) * mpmath.log(p(x) / q(x))),
        (heads.ChiSquared(first, second), lambda x: (p(x) - q(x)) ** 2 / q(x)),
        (heads.Hellinger(first, second), lambda x: p(x) - mpmath.sqrt(p(x) * q(x))),
    ]
    for node, density in cases:
        assert agrees(enclose(node), integral(density, grid), 1e-12), node
    for order in (Rational(3, 2), Integer(3)):
        a = mpmath.mpf(order.p) / order.q
        moment = integral(lambda x, a=a: p(x) ** a * q(x) ** (1 - a), grid)
        node = heads.Renyi(order, first, second)
        assert agrees(enclose(node), mpmath.log(moment) / (a - 1), 1e-12), node


@pytest.mark.parametrize("family", CONTINUOUS)
@pytest.mark.parametrize("epsilon", [Rational(-1), S.Zero, Rational(1, 4), Rational(1, 2)])
def test_hockey_sticks_of_continuous_laws_are_integrals(family: str, epsilon: Rational) -> None:
    first, second, p, q = CONTINUOUS[family]
    scale = mpmath.exp(float(epsilon))
    step = mpmath.mpf(1) / 64
    middles = (step * (i + mpmath.mpf(1) / 2) for i in range(-64 * 16, 64 * 16))
    value = step * mpmath.fsum(max(p(x) - scale * q(x), 0) for x in middles)
    assert agrees(enclose(heads.HockeyStick(epsilon, first, second)), value, 1e-4)


def test_normal_tails_keep_their_relative_accuracy() -> None:
    for epsilon in (38, 1000, 10**6):
        ball = enclose(heads.HockeyStick(epsilon, heads.Gaussian(0, 1), heads.Gaussian(1, 1)))
        assert 0 < ball < arb(10) ** -300
        assert ball.rel_accuracy_bits() >= 120
        a, e = mpmath.mpf(1), mpmath.mpf(epsilon)
        tails = [mpmath.erfc((e / a + s * a / 2) / mpmath.sqrt(2)) / 2 for s in (-1, 1)]
        value = tails[0] - mpmath.exp(e) * tails[1]
        assert relatively_close(ball, value, 30)


def test_normal_products_add_in_quadrature() -> None:
    many = [heads.Product(*[heads.Gaussian(i, 1)] * 4) for i in (0, 1)]
    one = [heads.Gaussian(i, 1) for i in (0, 2)]
    for epsilon in (0, 1, 50):
        left, right = (enclose(heads.HockeyStick(epsilon, *laws)) for laws in (many, one))
        assert left.overlaps(right)


def test_a_thousand_responses_collapse_to_a_binomial_sum() -> None:
    e = exp(Rational(1, 10))
    laws = [heads.Finite(e / (1 + e), 1 / (1 + e)), heads.Finite(1 / (1 + e), e / (1 + e))]
    joint = [heads.Product(*[law] * 1000) for law in laws]
    t = mpmath.exp(mpmath.mpf(1) / 10)
    for epsilon in (0, 20, 95):
        value = (
            mpmath.fsum(
                mpmath.binomial(1000, j) * max(t**j - mpmath.exp(epsilon) * t ** (1000 - j), 0)
                for j in range(1001)
            )
            / (1 + t) ** 1000
        )
        ball = enclose(heads.HockeyStick(epsilon, *joint))
        assert relatively_close(ball, value, 35)
    single = enclose(heads.Renyi(3, *laws))
    assert enclose(heads.Renyi(3, *joint)).overlaps(1000 * single)


def test_geometric_laws_are_their_series() -> None:
    first, second = heads.Geometric(0, S.Half), heads.Geometric(3, S.Half)
    step = mpmath.exp(mpmath.mpf(-1) / 2)
    scale = (1 - step) / (1 + step)
    cells = [(scale * step ** abs(j), scale * step ** abs(j - 3)) for j in range(-400, 400)]
    value = mpmath.fsum(a * mpmath.log(a / b) for a, b in cells)
    assert agrees(enclose(heads.KL(first, second)), value, 1e-60)
    value = mpmath.fsum(max(a - mpmath.e * b, 0) for a, b in cells)
    assert agrees(enclose(heads.HockeyStick(1, first, second)), value, 1e-60)
    pair = [heads.Product(law, law) for law in (first, second)]
    value = mpmath.fsum(
        max(a * c - mpmath.e * b * d, 0) for a, b in cells[340:460] for c, d in cells[340:460]
    )
    assert agrees(enclose(heads.HockeyStick(1, *pair)), value, 1e-8)


def test_subsampled_noise_is_its_integral() -> None:
    p, q = normal(0, 1), normal(1, 1)
    mixed = heads.Mixture(Rational(1, 10), heads.Gaussian(0, 1), heads.Gaussian(1, 1))
    grid = list(range(-12, 13))
    moment = integral(lambda x: (p(x) / 10 + 9 * q(x) / 10) ** 3 / q(x) ** 2, grid)
    ball = enclose(heads.Renyi(3, mixed, heads.Gaussian(1, 1)))
    assert agrees(ball, mpmath.log(moment) / 2, 1e-12)


def repeated(law: Expr, times: int) -> Expr:
    return heads.Product(*[law] * times)


@pytest.mark.parametrize(
    ("ratio", "rounds", "epsilon"),
    [("1/10", 10, "1/2"), ("1", 2, "1"), ("1", 5, "3"), ("2", 4, "0"), ("1/1000", 3, "1/1000")],
)
def test_rounds_of_laplace_noise_lie_between_two_lattice_laws(
    ratio: str, rounds: int, epsilon: str
) -> None:
    laws = [repeated(heads.Laplace(i, 1), rounds) for i in (0, Rational(ratio))]
    exact = enclose(heads.HockeyStick(Rational(epsilon), *laws))
    between = laplace_delta(Fraction(epsilon), Fraction(ratio), rounds)
    assert between.contains(exact)
    assert exact.rel_accuracy_bits() > max(40, between.rel_accuracy_bits())


@given(st.integers(0, 30).map(lambda n: Rational(n, 10)))
@settings(max_examples=10)
def test_two_rounds_of_laplace_noise_are_an_integral(epsilon: Rational) -> None:
    laws = [repeated(heads.Laplace(i, 1), 2) for i in (0, 2)]

    def stick(noise: mpmath.mpf) -> mpmath.mpf:
        """One round's hockey stick at what the other round leaves, in closed form."""
        loss = abs(noise - 2) - abs(noise)
        left = mpmath.mpf(epsilon.p) / epsilon.q - loss
        if left >= 2:
            return mpmath.mpf(0)
        gap = 1 - mpmath.exp((left - 2) / 2) if left > -2 else 1 - mpmath.exp(left)
        return mpmath.exp(-abs(noise)) / 2 * gap

    kink = 2 - mpmath.mpf(epsilon.p) / epsilon.q / 2
    integral = mpmath.quad(stick, [-80, -20, -5, 0, kink])
    ball = enclose(heads.HockeyStick(epsilon, *laws))
    assert agrees(ball, integral, 1e-9)


def test_a_bound_too_close_to_call_at_a_logarithm_near_one_is_no_error() -> None:
    """Numeric checks within sympy take such a logarithm for zero, and divide by it."""
    claim = parse_claim(
        "ApproxDP(M, e, 1 - (1 - d)*(1 - exp(-(e - x**2/2)**2/(2*x**2)))) "
        "for x in (0, oo), d in [0, 1]"
    )
    half = heads.Finite(S.Half, S.Half)
    values = {
        "M": heads.FiniteMechanism(half, heads.Finite(0, 1)),
        "e": log(2),
        "d": S.Half,
        "x": log(Rational(1000000001, 1000000000)),
    }
    point = {name: values[name.name] for name, _ in claim.domains}
    assert decide(claim.conclusions[0], point) is None


x = Symbol("x")


@pytest.mark.parametrize(
    ("expression", "point"),
    [
        (sqrt(x), {x: S(-1)}),
        (1 / x, {x: S.Zero}),
        (log(x), {x: S.Zero}),
        (x * heads.KL(heads.Bernoulli(S.Half), heads.Bernoulli(0)), {x: S.Zero}),
        (
            heads.KL(heads.Bernoulli(S.Half), heads.Bernoulli(x))
            - heads.KL(heads.Bernoulli(Rational(1, 3)), heads.Bernoulli(x)),
            {x: S.Zero},
        ),
        (x + 1, {}),
        (heads.KL(heads.Finite(S.Half, Rational(1, 3)), P), {}),
        (heads.KL(heads.Finite(Rational(3, 2), -S.Half), P), {}),
        (heads.Renyi(S.Half, P, Q), {}),
        (heads.KL(P, heads.Gaussian(0, 1)), {}),
        (heads.KL(heads.Gaussian(0, 0), heads.Gaussian(0, 1)), {}),
        (heads.HockeyStick(1, *(repeated(heads.Laplace(i, 1), 25) for i in (0, 1))), {}),
        (
            heads.HockeyStick(
                1, *(heads.Product(heads.Laplace(i, 1), heads.Laplace(i, 2)) for i in (0, 1))
            ),
            {},
        ),
        (heads.MutualInformation(heads.ObjectName("X"), heads.ObjectName("M")), {}),
    ],
)
def test_what_has_no_value_raises(expression: object, point: dict) -> None:
    with pytest.raises(EvaluationError):
        enclose(expression, point)


def test_a_float_is_the_rational_it_is() -> None:
    assert enclose(x - Rational(0.1), {x: 0.1}).is_zero()


@QUICK
@given(pairs(), st.floats(-3, 3), st.one_of(st.floats(1, 60), st.just(float("inf"))))
def test_floats_are_close_to_balls(laws: tuple, epsilon: float, order: float) -> None:
    p, q = laws
    pair = FinitePair(*(np.array([[float(m) for m in law]]) for law in laws))
    exact = [finite(p), finite(q)]
    level, alpha = Rational(epsilon), oo if order == float("inf") else Rational(order)
    with np.errstate(all="ignore"):
        cases = [
            (divergences.kl(pair), heads.KL(*exact)),
            (divergences.max_divergence(pair), heads.MaxDivergence(*exact)),
            (divergences.total_variation(pair), heads.TotalVariation(*exact)),
            (divergences.chi_squared(pair), heads.ChiSquared(*exact)),
            (divergences.hellinger(pair), heads.Hellinger(*exact)),
            (divergences.hockey_stick(np.array([epsilon]), pair), heads.HockeyStick(level, *exact)),
            (divergences.renyi(np.array([order]), pair), heads.Renyi(alpha, *exact)),
        ]
    for value, node in cases:
        assert float(value[0]) == pytest.approx(float(enclose(node)), rel=1e-9, abs=1e-12), node


def test_floats_are_stable_at_the_ends() -> None:
    pair = FinitePair(np.array([[0.5, 0.5], [0.9, 0.1]]), np.array([[0.25, 0.75], [0.5, 0.5]]))
    singular = FinitePair(np.array([[1.0, 0.0]]), np.array([[0.0, 1.0]]))
    with np.errstate(all="ignore"):
        values = divergences.renyi(np.array([[1.0, 1 + 1e-12, 1e6, 1e300]] * 2), pair)
        assert values[:, 1] == pytest.approx(values[:, 0], rel=1e-9)
        assert values[:, 3] == pytest.approx(divergences.max_divergence(pair), rel=1e-9)
        assert divergences.hockey_stick(np.array([700.0]), singular) == 1
        far = np.array([[0.0, 800.0], [800.0, np.inf]])
        assert divergences.hockey_stick(far, pair) == pytest.approx(np.array([[0.25, 0], [0, 0]]))
        assert (divergences.hockey_stick(far[1:], singular) == 1).all()
        assert np.isinf(divergences.kl(singular))


def test_mutual_information_of_randomised_response_is_that_of_a_binary_channel() -> None:
    """Log 2 less the entropy of the flip, for a uniform bit; 0 for a constant input."""
    t = 3
    response = heads.RandomizedResponse(log(t))
    uniform = heads.MutualInformation(heads.Finite(S.Half, S.Half), response)
    flip = mpmath.mpf(1) / (1 + t)
    entropy = -flip * mpmath.log(flip) - (1 - flip) * mpmath.log(1 - flip)
    assert abs(float(enclose(uniform, bits=80)) - float(mpmath.log(2) - entropy)) < 1e-14
    assert enclose(uniform, bits=200).rad() < enclose(uniform, bits=60).rad()
    assert enclose(heads.MutualInformation(heads.Finite(1, 0), response)) == 0


def test_mutual_information_of_revealing_inputs_is_their_entropy() -> None:
    laws = (heads.Finite(1, 0, 0), heads.Finite(0, 1, 0), heads.Finite(0, 0, 1))
    node = heads.MutualInformation(
        heads.Finite(S.Half, Rational(1, 4), Rational(1, 4)), heads.FiniteMechanism(*laws)
    )
    assert abs(float(enclose(node)) - 1.5 * float(mpmath.log(2))) < 1e-15


def test_a_number_whose_factors_sympy_mistakes_is_equal_to_no_other() -> None:
    root = Pow(Integer(25 * 10**98 + 1), S.Half, evaluate=False)
    assert not equal(close(root), close(Integer(5 * 10**49)))
