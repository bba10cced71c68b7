"""FLINT's factors are sympy's, one by one and in the same order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Poly, Rational
from sympy.abc import x, y, z

from dpsym.provers.scalar.factoring import factor_list, polynomial_of

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
