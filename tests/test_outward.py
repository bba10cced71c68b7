"""Spans of doubles contain what balls contain, for every operation."""

from fractions import Fraction

import numpy as np
import pytest
import sympy
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Abs, Max, Min, Rational, Symbol, cosh, exp, log, pi, sinh, sqrt, tanh

from dpsym.enclosure.balls import compile_balls, precision
from dpsym.enclosure.outward import compile_spans, span
from dpsym.errors import EvaluationError

x, y = sympy.symbols("x y")
EXPRESSIONS = {
    "sum": x + y - Rational(1, 3),
    "product": x * y * (x - y),
    "quotient": x / (1 + y**2),
    "pole": 1 / x,
    "square": x**2 - y**4,
    "cube": x**3 + y**7,
    "root": sqrt(x) - sqrt(y),
    "third root": x ** Rational(2, 3) + y,
    "symbolic power": x**y,
    "exp": exp(x - y) + pi * sympy.E,
    "expm1": exp(x) - 1,
    "log": log(x) - log(y / 7),
    "log1p": log(1 + x),
    "hyperbolic": sinh(x) + cosh(y) - tanh(x * y),
    "coshm1": cosh(x) - 1,
    "extremes": Max(x, y) * Min(x, -y) + Abs(x - y),
}
NUMBERS = st.fractions(-30, 30, max_denominator=10**6)


@pytest.mark.parametrize("name", EXPRESSIONS)
@settings(max_examples=50, derandomize=True, deadline=None)
@given(
    NUMBERS, NUMBERS, st.fractions(0, 3), st.fractions(0, 3), st.integers(0, 4), st.integers(0, 4)
)
def test_every_value_on_the_box_is_in_the_span(
    name: str, a: Fraction, b: Fraction, width: Fraction, height: Fraction, i: int, j: int
) -> None:
    box = [span(a, a + width), span(b, b + height)]
    sides = [(np.array([low]), np.array([high])) for low, high in box]
    lower, upper = (end[0] for end in compile_spans(EXPRESSIONS[name], [x, y])(sides))
    with precision(120):
        point = [
            arb(fmpq(v.numerator, v.denominator)) for v in (a + width * i / 4, b + height * j / 4)
        ]
        value = compile_balls(EXPRESSIONS[name], [x, y])(point)
    if np.isnan(lower) or np.isnan(upper) or not value.is_finite():
        return
    assert not value < float(lower)
    assert not value > float(upper)


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_a_span_is_narrow_on_a_narrow_box(name: str) -> None:
    box = [(np.array([c - 1e-9]), np.array([c + 1e-9])) for c in (1.5, 0.75)]
    lower, upper = compile_spans(EXPRESSIONS[name], [x, y])(box)
    assert upper[0] - lower[0] < 1e-6


def test_where_an_expression_has_no_value_the_span_is_nan() -> None:
    sides = [(np.array([-1.0, 0.0]), np.array([1.0, 1.0]))]
    for expression in (1 / x, log(x), sqrt(x - 1)):
        lower, upper = compile_spans(expression, [x])(sides)
        assert np.isnan([lower, upper]).all()


def test_what_doubles_do_not_have_is_refused() -> None:
    with pytest.raises(EvaluationError):
        compile_spans(sympy.erfc(x), [x])
    with pytest.raises(EvaluationError):
        compile_spans(Symbol("z") + x, [x])
