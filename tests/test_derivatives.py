"""The derivatives of the provers are the terms that sympy makes."""

from __future__ import annotations

import pytest
import sympy
from sympy import Expr, Sum, Symbol, symbols
from sympy.abc import k, n, x, y

from dpsym.language.heads import Phi
from dpsym.provers.scalar.derivatives import derivative
from dpsym.provers.scalar.lemmas import LEMMAS

p = Symbol("p", positive=True)
ROOT = sympy.sqrt(p * x**2 + 1)
MOMENT = (sympy.exp(x * y) + sympy.exp(-x * y + x)) / (sympy.exp(x) + 1)
TERMS = (
    x, y, sympy.Integer(3), x**y, y**x, sympy.E**x, 2**x, p ** (x * y), x * y * p, x * 0.5,
    (x + y) ** 3 / (x - y) ** 2, sympy.log(MOMENT) / (x - 1), ROOT * sympy.erfc(x / ROOT),
    Phi(x / 2 - y / x), sympy.tanh(x) * sympy.cosh(x) * sympy.sinh(x * y), sympy.erf(x) ** 2,
    sympy.harmonic(x), sympy.gamma(x), sympy.loggamma(x + y), sympy.binomial(x, 3),
    sympy.Max(x, y) * x, abs(x), sympy.sign(x), Sum(x**k, (k, 0, n)), Sum(x**k / k, (k, 1, 5)),
    sympy.Mul(x, 1 / x, evaluate=False), sympy.Function("f")(x, y) ** 2,
)  # fmt: skip


@pytest.mark.parametrize("term", [*TERMS, *(lemma.goal.expression for lemma in LEMMAS)], ids=str)
def test_every_derivative_is_the_one_of_sympy(term: Expr) -> None:
    for symbol in {x, y, p, n, *term.free_symbols, *symbols("q r")}:
        assert derivative(term, symbol) == sympy.diff(term, symbol)
        slope = derivative(term, symbol)
        assert derivative(slope, symbol) == sympy.diff(slope, symbol)
