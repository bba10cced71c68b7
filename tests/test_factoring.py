"""FLINT's factors are sympy's, one by one and in the same order, and its quotients too."""

from __future__ import annotations

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from sympy import Poly, PolynomialError, Rational, symbols
from sympy.abc import x, y, z

from dpsym.provers.scalar.factoring import factor_list, factored, polynomial_of, quotient_of

VARIABLES = (x, y, z)


@st.composite
def polynomials(draw: st.DrawFn) -> Poly:
    """Products of a few small polynomials, some of them squares."""
    powers = st.tuples(*[st.integers(0, 2)] * len(VARIABLES))
    numbers = st.fractions(-6, 6, max_denominator=3).filter(bool)
    product = Poly(Rational(str(draw(numbers))), *VARIABLES, domain="QQ")
    for _ in range(draw(st.integers(1, 3))):
        terms = draw(st.dictionaries(powers, numbers, min_size=1, max_size=3))
        written = {place: Rational(str(value)) for place, value in terms.items()}
        factor = Poly.from_dict(written, *VARIABLES, domain="QQ")
        product *= factor ** draw(st.integers(1, 2))
    return product


@given(polynomials())
def test_factors_are_those_of_sympy(polynomial: Poly) -> None:
    assert repr(factor_list(polynomial)) == repr(polynomial.factor_list())


@pytest.mark.parametrize("written", [x - x + 3, x**2 - 1, x * y**2 * z - 4 * z, -y / 2])
def test_symbols_that_do_not_occur_are_left_out(written: Poly) -> None:
    whole = Poly(written, *VARIABLES, domain="QQ")
    present = sorted(written.free_symbols, key=str) or [x]
    terms = dict(zip(whole.monoms(), whole.rep.coeffs(), strict=True))
    assert polynomial_of(terms, VARIABLES) == Poly(written, *present, domain="QQ")


QUOTIENTS = (
    "(x**2 - y**2)/(x + y)/y", "x/(x + 1) + y/(y + 1) - 1/(x*y)", "(x + y)**3/(x - y)**2 + z",
    "x*(y + 1)/(2*x + 2*x*y)", "(2*x/3 + 1)**(-2)", "x + 1/(1 + 1/(1 + 1/y))", "x - x**2/(x + 0*y)",
    "(x/y + y/x)**2 - (x/y - y/x)**2", "-2/7", "x**500*y**(-500)", "(x + y)**41/(x + y)**42",
)  # fmt: skip


@pytest.mark.parametrize("text", QUOTIENTS)
def test_every_quotient_is_the_one_of_sympy(text: str) -> None:
    term, gens = sympy.parse_expr(text, evaluate=False), symbols("x y z")
    element = sympy.QQ.frac_field(*gens).from_sympy(term)
    found, expected = (
        [Poly.from_dict(dict(side), *gens, domain="QQ") for side in sides]
        for sides in (quotient_of(term, gens), (element.numer, element.denom))
    )
    assert found[0] * expected[1] == found[1] * expected[0]
    assert found[1].total_degree() == expected[1].total_degree()


@pytest.mark.parametrize("text", ["x**y", "sqrt(x)", "log(x)", "x + pi"])
def test_what_is_no_rational_function_has_no_quotient(text: str) -> None:
    with pytest.raises(PolynomialError):
        quotient_of(sympy.parse_expr(text), symbols("x y"))


def test_a_quotient_by_zero_is_refused() -> None:
    with pytest.raises(ZeroDivisionError):
        quotient_of(sympy.parse_expr("1/(x - x)", evaluate=False), [x])


def test_what_is_too_large_to_be_written_out_is_not_factored() -> None:
    assert factored(x**2 - 1) == (x - 1) * (x + 1)
    roots = sympy.exp(399 * x / 200) - sympy.exp(x / 200)
    for large in ((1 - x) ** 10**6 + x - 1, sympy.exp(10**6 * x) - sympy.exp(x), roots):
        assert factored(large) == large
