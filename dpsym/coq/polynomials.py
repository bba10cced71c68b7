"""The kernel's polynomials as sympy expressions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

import sympy
from sympy import Expr

from dpsym.kernel.scalar_polynomials import Atom, Monomial
from dpsym.numeric import atom_expression


def expression(value: Mapping[Monomial, Fraction]) -> Expr:
    """The sympy expression of a polynomial, powers of exponentials as exponentials."""
    return sympy.Add(
        *(rational(c) * sympy.Mul(*(atom_power(*a) for a in m)) for m, c in value.items())
    )


def rational(value: Fraction) -> Expr:
    """A fraction in sympy."""
    return sympy.Rational(value.numerator, value.denominator)


def atom_power(atom: Atom, power: Fraction) -> Expr:
    """A power of an atom in sympy."""
    if atom[0] == "exp":
        return sympy.exp(expression({atom[1]: power}))
    if atom[0] == "sum":
        return expression(dict(atom[1])) ** rational(power)
    return atom_expression(atom) ** rational(power)


def ordered(content: Iterable[tuple[Atom, Fraction]]) -> list[tuple[Atom, Fraction]]:
    """Powers of atoms in the order of their expressions, which is the same in every run."""
    return sorted(content, key=lambda part: sympy.default_sort_key(atom_power(*part)))
