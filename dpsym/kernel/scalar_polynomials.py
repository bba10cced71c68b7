"""Generalized polynomials with rational coefficients over opaque atoms.

A polynomial maps monomials to fractions; a monomial is a set of pairs (atom, exponent) with
rational exponents. Atoms are symbols, pi, primes, exponentials of monomials, logarithms of atoms,
sums (which stand for a polynomial that is no monomial) and functions that nothing is known about.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import sympy
from sympy import Expr

from dpsym.kernel.rejection import UndefinedError

Atom = tuple[str, Any]
Monomial = frozenset[tuple[Atom, Fraction]]
Polynomial = dict[Monomial, Fraction]
UNIT: Monomial = frozenset()
WHOLE = Fraction(1)
ONE: Polynomial = {UNIT: WHOLE}
MAX_TERMS, MAX_POWER, MAX_PRIME = 4000, 64, 10_000


def is_zero(value: Polynomial) -> bool:
    """Whether the polynomial is zero, after multiplying by sums that stand in denominators."""
    for _ in range(40):
        lowest: dict[Atom, Fraction] = {}
        for monomial in value:
            for atom, power in monomial:
                if atom[0] == "sum":
                    lowest[atom] = min(power, lowest.get(atom, power))
        low = [(atom, -power) for atom, power in lowest.items() if power < 0]
        if not low:
            break
        value = times(value, {frozenset({low[0]}): WHOLE})
    return not value


def plus(*values: Polynomial) -> Polynomial:
    """Sums."""
    total: Polynomial = {}
    for value in values:
        for monomial, coefficient in value.items():
            total[monomial] = total.get(monomial, Fraction(0)) + coefficient
    return {m: c for m, c in total.items() if c}


def times(left: Polynomial, right: Polynomial) -> Polynomial:
    """Products, in which whole powers of sums and even ones of sizes are expanded, and those of
    primes are numbers.
    """
    if len(left) * len(right) > MAX_TERMS * 10:
        raise UndefinedError("a product has too many terms")
    total: Polynomial = {}
    parts: list[Polynomial] = []
    for m, c in left.items():
        for n, d in right.items():
            powers = dict(m)
            for atom, power in n:
                powers[atom] = powers.get(atom, Fraction(0)) + power
            coefficient, whole = c * d, []
            for atom, power in list(powers.items()):
                floor = math.floor(power)
                if atom[0] == "prime" and floor:
                    coefficient *= Fraction(atom[1]) ** floor
                    powers[atom] = power - floor
                elif atom[0] in ("sum", "size") and floor > 0:
                    count = floor if atom[0] == "sum" else floor - floor % 2
                    whole.append((atom, count))
                    powers[atom] = power - count
            plain = {frozenset((a, p) for a, p in powers.items() if p): coefficient}
            for atom, count in whole:
                for _ in range(count):
                    plain = times(plain, dict(atom[1]))
            if whole:
                parts.append(plain)
            else:
                ((key, value),) = plain.items()
                total[key] = total.get(key, Fraction(0)) + value
    if len(total) > MAX_TERMS:
        raise UndefinedError("a polynomial has too many terms")
    return plus(total, *parts)


def whole_power(value: Polynomial, exponent: int) -> Polynomial:
    """Powers with an exponent >= 0."""
    result = ONE
    for _ in range(exponent):
        result = times(result, value)
    return result


def number_power(value: Fraction, exponent: Fraction) -> Polynomial:
    """Powers of a positive fraction."""
    result = ONE
    for part, sign in ((value.numerator, 1), (value.denominator, -1)):
        for prime, count in primes(part):
            power = frozenset({(("prime", prime), sign * count * exponent)})
            result = times(result, {power: WHOLE})
    return result


def primes(value: int) -> list[tuple[int, int]]:
    """The factors of a positive integer with their powers; a large rest counts as prime."""
    found: dict[int, int] = {}
    prime = 2
    while value > 1:
        if prime > MAX_PRIME:
            prime = value
        while value % prime == 0:
            value //= prime
            found[prime] = found.get(prime, 0) + 1
        prime += 1
    return list(found.items())


def expression(value: Polynomial) -> Expr:
    """The sympy expression of a polynomial."""
    return sympy.Add(
        *[
            sympy.Rational(c.numerator, c.denominator)
            * sympy.Mul(
                *[atom_expression(a) ** sympy.Rational(p.numerator, p.denominator) for a, p in m]
            )
            for m, c in value.items()
        ]
    )


def atom_expression(atom: Atom) -> Expr:
    """The sympy expression of an atom."""
    kind, inner = atom
    if kind == "sum":
        return expression(dict(inner))
    if kind == "size":
        return sympy.Abs(expression(dict(inner)))
    if kind == "exp":
        return sympy.exp(expression({inner: WHOLE}))
    if kind == "log":
        return sympy.log(atom_expression(inner))
    return inner if kind == "symbol" else sympy.Integer(inner) if kind == "prime" else inner[0]


def first(value: Polynomial) -> Monomial:
    """A monomial, the same one for polynomials with the same monomials."""
    return min(value, key=lambda monomial: str(expression({monomial: WHOLE})))


def log_of(atom: Atom, power: Fraction) -> Polynomial:
    """The logarithm of a power of an atom."""
    return {frozenset({(("log", atom), WHOLE)}): power}
