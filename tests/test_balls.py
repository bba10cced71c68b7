"""Balls of scalar expressions, against mpmath at a precision that leaves no doubt."""

from __future__ import annotations

import random

import mpmath
import pytest
import sympy
from flint import arb, fmpq
from sympy import Rational, Symbol

from dpsym.enclosure.balls import compile_balls, evaluate, precision
from dpsym.errors import EvaluationError

x, y, k = sympy.symbols("x y k")


class Phi(sympy.Function):  # type: ignore[misc]
    """A head that is recognised by its name."""


EXPRESSIONS = [
    x + y / 3 - 2,
    x * y - x / y,
    x**2 - y**3 + 1 / x**2,
    x ** Rational(1, 2) + y ** Rational(-3, 2) + x ** Rational(5, 3),
    x**y + 2**x + (x + y) ** (-y),
    sympy.exp(x) - 1,
    3 * sympy.exp(-x) - 3 + y,
    2 * sympy.cosh(x) - 2,
    sympy.log(1 + x) + sympy.log(x + y),
    sympy.log(1 + x + y),
    sympy.sinh(x) * sympy.cosh(y) - sympy.tanh(x - y),
    abs(x - y) + sympy.Max(x, y, 1) - sympy.Min(x, y**2),
    sympy.erf(x) - sympy.erfc(y),
    Phi(x - y),
    sympy.gamma(x) + sympy.loggamma(y) + sympy.factorial(x),
    sympy.binomial(x + 5, 3),
    sympy.binomial(x + 5, y),
    sympy.harmonic(x),
    sympy.pi * x + sympy.E**y + sympy.EulerGamma,
    sympy.Sum(sympy.binomial(5, k) * x**k * y ** (5 - k), (k, 0, 5)),
]


def oracle(expr: sympy.Expr, point: dict[Symbol, Rational]) -> mpmath.mpf:
    """The value by mpmath with 60 digits."""
    if expr.has(sympy.Sum):
        expr = expr.doit()
    names = [symbol.name for symbol in point]
    function = sympy.lambdify(
        list(point),
        expr,
        modules=[{"Phi": mpmath.ncdf, "harmonic": mpmath.harmonic}, "mpmath"],
    )
    assert names
    return function(*[mpmath.mpf(int(v.p)) / int(v.q) for v in point.values()])


def certain(ball: arb, value: mpmath.mpf) -> bool:
    """Whether the ball and a ball of 50 digits around ``value`` meet."""
    with precision(200):
        other = arb(mpmath.nstr(value, 55)) * (1 + arb(0, 1) / arb(10) ** 45)
        return bool(ball.overlaps(other))


@pytest.mark.parametrize("expr", EXPRESSIONS, ids=str)
def test_a_ball_contains_the_value_at_random_points(expr: sympy.Expr) -> None:
    generator = random.Random(5)
    run = compile_balls(expr, [x, y])
    with mpmath.workdps(60):
        for bits in (30, 53, 120):
            for _ in range(6):
                point = {s: Rational(generator.randint(1, 4000), 1000) for s in (x, y)}
                with precision(bits):
                    ball = run([arb(fmpq(int(v.p), int(v.q))) for v in point.values()])
                    assert ball.is_finite()
                assert certain(ball, oracle(expr, point)), (point, ball)


CONTINUOUS = [expr for expr in EXPRESSIONS if not expr.has(sympy.Sum, sympy.binomial)]


@pytest.mark.parametrize("expr", CONTINUOUS, ids=str)
def test_a_wide_ball_contains_the_values_at_its_points(expr: sympy.Expr) -> None:
    generator = random.Random(7)
    run = compile_balls(expr, [x, y])
    with mpmath.workdps(60):
        for _ in range(8):
            ends = [sorted(Rational(generator.randint(1, 3000), 1000) for _ in "ab") for _ in "xy"]
            with precision(80):
                balls = [
                    arb(fmpq(int(a.p), int(a.q))).union(arb(fmpq(int(b.p), int(b.q))))
                    for a, b in ends
                ]
                value = run(balls)
            for part in (Rational(0), Rational(1, 3), Rational(1)):
                point = {s: a + (b - a) * part for s, (a, b) in zip((x, y), ends, strict=True)}
                assert value.is_nan() or certain(value, oracle(expr, point))


def test_conventions_at_zero() -> None:
    zero, two = arb(0), arb(2)
    assert evaluate(x**y, {x: zero, y: zero}) == 1
    assert evaluate(x**y, {x: zero, y: two}) == 0
    assert evaluate(x**y, {x: zero, y: -two}).is_nan()
    assert evaluate(sympy.sqrt(x), {x: zero}) == 0


@pytest.mark.parametrize("base", [Rational(0), Rational(1, 7), Rational(5)])
def test_a_root_may_be_of_any_degree(base: sympy.Expr) -> None:
    expr = x ** Rational(10**40 + 1, 3 * 10**40)
    value = evaluate(expr, {x: arb(fmpq(base.p, base.q))})
    assert certain(value, oracle(expr, {x: base}))
    assert value < arb("1.8")


@pytest.mark.parametrize(
    "expr",
    [
        sympy.sqrt(x),
        sympy.log(x),
        1 / x,
        x ** Rational(1, 3),
        x**-2,
        sympy.Max(1, 1 / x),
        sympy.exp(-abs(1 / x)),
        sympy.Min(0, sympy.log(x)) ** 2,
        sympy.loggamma(x),
    ],
    ids=str,
)
def test_a_ball_with_undefined_points_is_nan(expr: sympy.Expr) -> None:
    assert evaluate(expr, {x: arb(0, 1)}).is_nan()


def test_even_powers_are_tight_around_zero() -> None:
    square = evaluate(x**2, {x: arb(0, 1)})
    assert square >= 0
    assert square < arb("1.001")
    assert evaluate(sympy.sqrt(x**2), {x: arb(0, 1)}) >= 0


def test_small_arguments_keep_their_accuracy() -> None:
    tiny = arb("1e-30")
    for expr in (sympy.exp(x) - 1, sympy.log(1 + x), 2 * sympy.exp(x) - 2, sympy.cosh(x) - 1):
        assert evaluate(expr, {x: tiny}).rel_accuracy_bits() > 40


def test_infinite_values_have_their_limits() -> None:
    far = arb.pos_inf()
    assert evaluate(sympy.erfc(x), {x: far}) == 0
    assert evaluate(sympy.erfc(x), {x: -far}) == 2
    assert evaluate(sympy.tanh(x) + sympy.erf(x), {x: far}) == 2
    assert evaluate(sympy.exp(-x), {x: far}) == 0


def test_the_precision_is_the_one_of_the_context() -> None:
    run = compile_balls(sympy.exp(x), [x])
    with precision(200):
        assert run([arb(1)]).rel_accuracy_bits() > 190


def test_an_unknown_head_is_an_error() -> None:
    with pytest.raises(EvaluationError, match="zeta"):
        compile_balls(sympy.zeta(x), [x])
    with pytest.raises(EvaluationError, match="y"):
        compile_balls(x + y, [x])
