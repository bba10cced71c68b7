"""Rational functions as quotients of polynomials, and these into irreducible factors, by FLINT."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import gcd, lcm
from typing import Any

import sympy
from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx
from sympy import Expr, Poly, PolynomialError, Rational, Symbol

from dpsym.kernel.scalar_polynomials import primes
from dpsym.provers.scalar.radicals import placeholder, unit

Terms = Mapping[tuple[int, ...], Any]
LARGEST_POWER, LARGEST_PRODUCT = 40, 10**6
"""Of a sum, and in pairs of terms: what FLINT computes cannot be interrupted."""

LARGEST_DEGREE = 200
"""Of what is factored as a polynomial in what stands in it."""


class _TooLargeError(Exception):
    """A rational function that FLINT is not asked to write as one quotient."""


def quotient_of(expression: Expr, symbols: Sequence[Symbol]) -> tuple[Terms, Terms]:
    """Numerator and denominator, without a common factor, in these symbols.

    What sympy's fields of fractions have up to a rational number in both, ten times faster; one
    that may be large when it is written out is left to these.

    Raises:
        PolynomialError: the expression is no rational function of the symbols.
        ZeroDivisionError: a denominator is zero.

    >>> from sympy.abc import x, y
    >>> quotient_of((x**2 - y**2) / (x + y) / y, (x, y))
    ({(1, 0): 1, (0, 1): -1}, {(0, 1): 1})
    """
    ring = fmpq_mpoly_ctx.get(tuple(f"x{place}" for place in range(len(symbols))), Ordering.lex)
    places = {symbol: ring.gen(place) for place, symbol in enumerate(symbols)}
    try:
        numerator, denominator = _quotient(expression, places, ring)
    except _TooLargeError:
        element = sympy.QQ.frac_field(*symbols).from_sympy(expression)
        return element.numer, element.denom
    return _terms(numerator), _terms(denominator)


def _terms(polynomial: fmpq_mpoly) -> Terms:
    return {p: sympy.QQ(int(c.p), int(c.q)) for p, c in polynomial.to_dict().items()}


def _quotient(
    expr: Expr, places: Mapping[Symbol, fmpq_mpoly], ring: fmpq_mpoly_ctx
) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    one = ring.constant(1)
    if expr in places:
        return places[expr], one
    if expr.is_Rational:
        return ring.constant(fmpq(int(expr.p), int(expr.q))), one
    if expr.is_Pow and expr.exp.is_Integer:
        top, bottom = _quotient(expr.base, places, ring)
        power = int(expr.exp)
        if abs(power) > LARGEST_POWER and max(len(top), len(bottom)) > 1:
            raise _TooLargeError(f"a power {power} of a sum")
        if power < 0:
            top, bottom = bottom, top
        if bottom.is_zero():
            raise ZeroDivisionError
        return top ** abs(power), bottom ** abs(power)
    if not (expr.is_Add or expr.is_Mul):
        raise PolynomialError(f"{expr} is no rational function")
    parts = [_quotient(part, places, ring) for part in expr.args]
    top, bottom = parts[0]
    for numerator, denominator in parts[1:]:
        if expr.is_Mul:
            top, bottom = _times(top, numerator), _times(bottom, denominator)
        elif denominator == bottom:
            top += numerator
        else:
            top = _times(top, denominator) + _times(numerator, bottom)
            bottom = _times(bottom, denominator)
        if len(bottom) > 1 or not bottom.is_constant():
            shared = top.gcd(bottom)
            top, bottom = top / shared, bottom / shared
    return top, bottom


def _times(first: fmpq_mpoly, second: fmpq_mpoly) -> fmpq_mpoly:
    if len(first) * len(second) > LARGEST_PRODUCT:
        raise _TooLargeError("a product of sums")
    return first * second


def polynomial_of(terms: Terms, symbols: Sequence[Symbol]) -> Poly:
    """The polynomial with these terms in those of the symbols that occur, or in the first.

    >>> from sympy.abc import x, y
    >>> polynomial_of({(0, 2): sympy.QQ(3), (0, 0): sympy.QQ(1, 2)}, (x, y))
    Poly(3*y**2 + 1/2, y, domain='QQ')
    """
    present = [i for i in range(len(symbols)) if any(powers[i] for powers in terms)] or [0]
    kept = {tuple(powers[i] for i in present): value for powers, value in terms.items()}
    return Poly.from_dict(kept, *(symbols[i] for i in present), domain=sympy.QQ)


def factor_list(polynomial: Poly) -> tuple[Rational, list[tuple[Poly, int]]]:
    """What ``polynomial.factor_list()`` returns; in several variables some sixty times faster.

    Guarantees:
        the product of the constant and of the powers of the factors is the polynomial. Factors have
        coprime integer coefficients, the leading one positive, and stand in sympy's order.

    >>> from sympy.abc import x, y
    >>> factor_list(Poly((x - y) ** 2 * (x / 2 + 1), x, y, domain="QQ"))
    (1/2, [(Poly(x + 2, x, y, domain='QQ'), 1), (Poly(x - y, x, y, domain='QQ'), 2)])
    """
    names = tuple(f"x{place}" for place in range(len(polynomial.gens)))
    terms = {powers: fmpq(int(c.p), int(c.q)) for powers, c in polynomial.terms()}
    ring = fmpq_mpoly_ctx.get(names, Ordering.lex)
    constant, found = ring.from_dict(terms).factor()
    factors: list[tuple[Poly, int]] = []
    for base, exponent in found:
        parts = base.to_dict()
        shared = gcd(*(int(c.p) for c in parts.values()))
        scale = fmpq(shared, lcm(*(int(c.q) for c in parts.values())))
        if parts[max(parts)] < 0:
            scale = -scale
        constant *= scale ** int(exponent)
        whole: dict[tuple[int, ...], Any] = {
            powers: sympy.QQ(int((c / scale).p)) for powers, c in parts.items()
        }
        factor = Poly.from_dict(whole, *polynomial.gens, domain=sympy.QQ)
        factors.append((factor, int(exponent)))
    return Rational(int(constant.p), int(constant.q)), sorted(factors, key=_place)


def prime_powers(value: Rational) -> list[tuple[int, int]]:
    """The factors of a positive number with their powers, as the kernel knows them.

    A rest without small factors stays whole, which takes long to factor and is factored by no
    proof.

    >>> prime_powers(Rational(12, 5))
    [(2, 2), (3, 1), (5, -1)]
    """
    below = [(factor, -power) for factor, power in primes(int(value.q))]
    return primes(int(value.p)) + below


def _place(factor: tuple[Poly, int]) -> tuple[int, int, object]:
    """What sympy orders factors by."""
    dense = factor[0].rep.to_list()
    return len(dense), factor[1], dense


@lru_cache(maxsize=20_000)
def factored(expr: Expr) -> Expr:
    """The expression factored, or itself where a power in it is too large to be written out.

    What sympy takes for exp(399*x/200) is the power 399 of exp(x/200); here all exponents of a
    monomial are multiples of one unit.

    >>> from sympy.abc import x
    >>> factored(sympy.exp(399 * x / 100) - sympy.exp(399 * x / 200))
    (exp(399*x/200) - 1)*exp(399*x/200)
    """
    return _in_units(expr, sympy.factor)


@lru_cache(maxsize=20_000)
def cancelled(expr: Expr) -> Expr:
    """The expression without common factors above and below, as :func:`factored` reads it."""
    return _in_units(expr, sympy.cancel)


def _in_units(expr: Expr, written: Callable[[Expr], Expr]) -> Expr:
    names = _exponentials(expr) if _is_large(expr) else {}
    shorter = expr.xreplace({node: name**power for node, (name, power, _) in names.items()})
    if _is_large(shorter):
        return expr
    return written(shorter).xreplace({name: whole for name, _, whole in names.values()})


def _is_large(expr: Expr) -> bool:
    """Whether sympy would write a large power out."""
    powers = [node.exp for node in expr.atoms(sympy.Pow)]
    powers += [node.args[0].as_coeff_Mul()[0] for node in expr.atoms(sympy.exp)]
    return any(power.is_Rational and abs(power.p) > LARGEST_DEGREE for power in powers)


def _exponentials(expr: Expr) -> dict[Expr, tuple[Symbol, Expr, Expr]]:
    """For each exponential of a monomial a name, the power of it, and what the name stands for."""
    coefficients: dict[Expr, dict[Expr, Rational]] = {}
    for node in expr.atoms(sympy.exp):
        number, monomial = node.args[0].as_coeff_Mul()
        if number.is_Rational and not monomial.is_Add:
            coefficients.setdefault(monomial, {})[node] = number
    found: dict[Expr, tuple[Symbol, Expr, Expr]] = {}
    for place, monomial in enumerate(sorted(coefficients, key=sympy.default_sort_key)):
        numbers = coefficients[monomial]
        whole = unit(numbers.values())
        name = placeholder(f"u{place}", positive=True)
        for node, number in numbers.items():
            found[node] = name, number / whole, sympy.exp(whole * monomial)
    return found
