"""Exact normal forms: an expression as a product of powers of irreducible factors.

Hyperbolic functions become exponentials, exponentials of sums become products, logarithms of
products of positive factors become sums, and roots become generators with their defining relation;
the result is factored over the rationals in these generators.

Guarantees:
    ``factors(expr, region)`` is an identity on the region: wherever ``expr`` is defined and the
    factors are, the product of the factors equals ``expr``. The rewriting uses only signs that
    ``Region.range`` has established.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy
from sympy import Dummy, Expr, Integer, Rational, S, Symbol
from sympy.polys.polyerrors import PolynomialError

from dpsym.provers.scalar.counted import Counts, repeated
from dpsym.provers.scalar.factoring import (
    Terms,
    factor_list,
    polynomial_of,
    prime_powers,
    quotient_of,
)
from dpsym.provers.scalar.goal import size
from dpsym.provers.scalar.radicals import placeholder, solved, without_roots
from dpsym.provers.scalar.signs import Region

MAX_DEGREE, MAX_TERMS = 240, 2000


@dataclass(frozen=True, slots=True)
class Factored:
    """``coefficient`` times the product of ``base ** exponent``."""

    coefficient: Rational
    powers: tuple[tuple[Expr, int], ...]

    def expression(self) -> Expr:
        """The product as one expression."""
        return self.coefficient * sympy.Mul(*[base**exponent for base, exponent in self.powers])


def hyperbolics_to_exp(expr: Expr) -> Expr:
    """``expr`` with sinh, cosh, tanh, erf and Phi written by exp and erfc: the same function."""
    if expr.is_Atom or not expr.args:
        return expr
    arguments = [hyperbolics_to_exp(argument) for argument in expr.args]
    name = expr.func.__name__
    u = arguments[0]
    if name == "sinh":
        return (sympy.exp(u) - sympy.exp(-u)) / 2
    if name == "cosh":
        return (sympy.exp(u) + sympy.exp(-u)) / 2
    if name == "tanh":
        return (sympy.exp(2 * u) - 1) / (sympy.exp(2 * u) + 1)
    if name == "erf":
        return 1 - sympy.erfc(u)
    if name == "Phi":
        return sympy.erfc(sympy.Add(*(-t / sympy.sqrt(2) for t in sympy.Add.make_args(u)))) / 2
    if arguments == list(expr.args):
        return expr
    return expr.func(*arguments)


class _Generators:
    """Translates expressions to rational functions of positive or plain generators."""

    def __init__(self, region: Region, split: Counts) -> None:
        self.split = split
        self.region = region
        self.of: dict[Expr, Dummy] = {}
        self.value: dict[Dummy, Expr] = {}
        self.lowest: dict[Expr, Expr] = {}

    def generator(self, expr: Expr, *, signed: bool = True) -> Dummy:
        """The generator that stands for ``expr``."""
        if expr not in self.of:
            found = self.region.range(expr)
            assumption = (
                {"positive": True}
                if not signed or (found is not None and found.positive)
                else {"nonnegative": True}
                if found is not None and found.nonnegative
                else {"real": True}
            )
            self.of[expr] = placeholder(f"g{len(self.of)}", **assumption)
            self.value[self.of[expr]] = expr
        return self.of[expr]

    def translate(self, expr: Expr) -> Expr:
        if expr.is_Rational:
            return expr
        if expr.is_Symbol or expr in (sympy.pi, sympy.EulerGamma):
            return self.generator(expr)
        if expr.is_Add or expr.is_Mul:
            return expr.func(*[self.translate(argument) for argument in expr.args])
        if expr is sympy.E:
            return self.generator(sympy.exp(1))
        if expr.func is sympy.exp:
            return self._exp(expr.args[0])
        if expr.func is sympy.log and len(expr.args) == 1:
            return self._log(expr.args[0])
        if expr.is_Pow:
            return self._power(expr.base, expr.exp)
        if expr.func is sympy.harmonic and len(expr.args) == 1:
            return self._harmonic(expr.args[0])
        return self.generator(expr)

    def _exp(self, argument: Expr) -> Expr:
        result: Expr = S.One
        for term in sympy.Add.make_args(self.flat(self._cancelled(argument))):
            coefficient, monomial = term.as_coeff_Mul()
            if monomial.func is sympy.log and self.region.positive(monomial.args[0]):
                base = monomial.args[0]
                if base.is_Rational:
                    result *= (
                        base**coefficient
                        if coefficient.is_Integer
                        else self._power(base, coefficient)
                    )
                else:
                    result *= self._power(base, coefficient)
                continue
            result *= self.generator(sympy.exp(monomial), signed=False) ** coefficient
        return result

    def _cancelled(self, argument: Expr) -> Expr:
        """The argument of an exponential without what cancels in a quotient."""
        if argument.is_Atom or not any(
            node.is_Pow and not (node.exp.is_Integer and node.exp > 0)
            for node in sympy.preorder_traversal(argument)
            if node.func is not sympy.exp
        ):
            return argument
        parts = factors(argument, self.region, eliminate=True)
        if parts is None:
            return argument
        reduced = parts.expression()
        return reduced if size(reduced) < size(argument) else argument

    def flat(self, expr: Expr) -> Expr:
        """``expr`` as an expanded sum, its logarithms split; the value is the same."""
        return sympy.expand(back(self.translate(expr), self))

    def _log(self, argument: Expr) -> Expr:
        parts = factors(argument, self.region)
        if parts is None or not all(
            self.region.positive(base) or exponent % 2 == 0 for base, exponent in parts.powers
        ):
            return self.generator(sympy.log(argument))
        if parts.coefficient <= 0 or not all(
            self.region.positive(base) for base, _ in parts.powers
        ):
            return self.generator(sympy.log(argument))
        total: Expr = S.Zero
        for prime, exponent in prime_powers(parts.coefficient):
            total += exponent * self.generator(sympy.log(Integer(prime)))
        for base, exponent in parts.powers:
            if base is S.Exp1:
                total += exponent
            elif base.func is sympy.exp:
                total += exponent * self.translate(base.args[0])
            elif base.is_Pow and base.exp.is_Rational:
                total += exponent * base.exp * self._log(base.base)
            else:
                total += exponent * self.generator(sympy.log(base))
        return total

    def _power(self, base: Expr, exponent: Expr) -> Expr:
        if exponent.is_Integer:
            return self.translate(base) ** exponent
        if exponent.is_Rational:
            return self._root(base, exponent)
        if self.region.positive(base):
            return self._exp(sympy.expand(exponent * sympy.log(base), log=False))
        counts = self.split.get(base**exponent, ())
        if counts and all(self.region.natural(n) for _, n in counts):
            return sympy.Mul(*(self.translate(base**n) ** c for c, n in counts))
        return self.generator(base**exponent)

    def _root(self, base: Expr, exponent: Rational) -> Expr:
        if base.is_Rational:
            if base <= 0:
                return self.generator(base**exponent)
            result: Expr = S.One
            for prime, power in prime_powers(base):
                whole, rest = divmod(power * exponent, 1)
                result *= Integer(prime) ** whole
                if rest != 0:
                    result *= self.root_generator(Integer(prime)) ** rest
            return result
        parts = factors(base, self.region)
        if parts is None:
            return self.generator(base**exponent)
        coefficient, powers = parts.coefficient, []
        for factor, power in parts.powers:
            if self.region.nonnegative(-factor):
                powers.append((sympy.expand(-factor), power))
                coefficient *= (-1) ** (power % 2)
            else:
                powers.append((factor, power))
        if coefficient < 0:
            return self.generator(base**exponent)
        for factor, power in powers:
            enough = self.region.positive(factor) if power < 0 else self.region.nonnegative(factor)
            if not enough:
                return self.generator(base**exponent)
        result = self._root(coefficient, exponent)
        for factor, power in powers:
            result *= self.root_generator(factor) ** (power * exponent)
        return result

    def root_generator(self, base: Expr) -> Expr:
        """A generator for ``base`` that may carry rational exponents."""
        if base.func is sympy.exp:
            return self._exp(base.args[0])
        if base.is_Pow and base.exp.is_Rational:
            return self.root_generator(base.base) ** base.exp
        return self.generator(base)

    def _harmonic(self, argument: Expr) -> Expr:
        constant, rest = sympy.expand(argument).as_coeff_Add()
        base = self.lowest.get(rest, S.Zero)
        constant, rest = constant - base, rest + base
        shift = sympy.floor(constant)
        if rest.is_number or not shift.is_Integer or abs(shift) > 20 or shift == 0:
            return self.generator(sympy.harmonic(argument))
        low = rest + constant - shift
        total = self.generator(sympy.harmonic(low))
        if shift < 0:
            low = rest + constant
            return self.generator(sympy.harmonic(low))
        for step in range(1, int(shift) + 1):
            total += 1 / self.translate(low + step)
        return total


def back(expr: Expr, generators: _Generators) -> Expr:
    """The expression that a generator expression stands for."""
    return expr.xreplace(generators.value)


def _lowest_shifts(expr: Expr) -> dict[Expr, Expr]:
    """For every sum without its constant, the least integer part of the constants with which it
    occurs under harmonic.
    """
    found: dict[Expr, Expr] = {}
    for node in expr.atoms(sympy.harmonic):
        constant, rest = sympy.expand(node.args[0]).as_coeff_Add()
        if constant.is_Rational:
            found[rest] = min(sympy.floor(constant), found.get(rest, sympy.oo))
    return found


def factors(expr: Expr, region: Region, *, eliminate: bool = False) -> Factored | None:
    """``expr`` as a product of irreducible factors; None where it is not rational, or too large.

    With ``eliminate`` variables are expressed by the roots of sums in which they occur, so that
    more cancels.
    """
    key = ("eliminated" if eliminate else "factors", expr)
    found: Factored | None = region.remember(key, lambda: _factors(expr, region, eliminate), None)
    return found


def _factors(expr: Expr, region: Region, eliminate: bool) -> Factored | None:
    generators = _Generators(region, repeated(expr))
    generators.lowest = _lowest_shifts(expr)
    translated = generators.translate(hyperbolics_to_exp(expr))
    try:
        translated, values, relations = without_roots(translated, generators)
        if eliminate and relations:
            roots = set(values) - set(generators.value)
            translated, relations = solved(translated, relations, roots)
    except PolynomialError:
        return None
    symbols = sorted(translated.free_symbols, key=lambda s: s.sort_key())
    if not symbols:
        return Factored(translated, ()) if translated.is_Rational else None
    try:
        sides = quotient_of(translated, symbols)
    except (PolynomialError, ValueError, TypeError, sympy.CoercionFailed, ZeroDivisionError):
        return None
    coefficient: Rational = S.One
    collected: dict[Expr, int] = {}
    # a polynomial is slow to write before it is found too large
    if not relations and any(sum(powers) > MAX_DEGREE for terms in sides for powers in terms):
        return None
    for terms, sign in zip(sides, (1, -1), strict=True):
        reduced = _reduce(terms, relations, symbols)
        if reduced is None:
            return None
        if reduced.is_zero:
            return Factored(S.Zero, ())
        if reduced.total_degree() > MAX_DEGREE or len(reduced.terms()) > MAX_TERMS:
            return None
        constant, parts = factor_list(reduced)
        coefficient *= constant**sign
        for part, exponent in parts:
            base = part.as_expr().xreplace(values)
            if base.is_number and base.is_zero and sign > 0:
                return Factored(S.Zero, ())
            found = region.range(base)
            if found is not None and found.negative:
                base = sympy.expand(-base)
                coefficient *= (-1) ** (exponent % 2)
            collected[base] = collected.get(base, 0) + sign * exponent
    return Factored(coefficient, tuple((b, n) for b, n in collected.items() if n))


def _reduce(terms: Terms, relations: list[tuple[Any, Any]], symbols: list[Symbol]) -> Any:
    polynomial = polynomial_of(terms, symbols)
    if not relations:
        return polynomial
    expr = polynomial.as_expr()
    for root, relation in relations:
        if expr.has(root):
            expr = sympy.rem(sympy.expand(expr), relation, root)
    try:
        present = sorted(expr.free_symbols, key=lambda s: s.sort_key()) or symbols[:1]
        return sympy.Poly(expr, *present, domain="QQ")
    except PolynomialError:
        return None
