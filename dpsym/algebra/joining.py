"""Factors of a product joined: roots of one degree, powers with one exponent."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from typing import Any

from dpsym.algebra.expressions import OPERATIONS
from dpsym.algebra.numbers import Rational, _fraction


def are_alike(factors: list[Any]) -> bool:
    """Whether two of the factors are powers of one base with like exponents."""
    seen = [(base, e.as_coeff_Mul()[1]) for base, e in (f.as_base_exp() for f in factors)]
    return len(set(seen)) < len(seen)


def joined_roots(factors: list[Any]) -> list[Any]:
    """The factors, roots of one degree of positive integers as one."""
    roots: dict[Any, list[Any]] = {}
    for factor in factors:
        if _is_root(factor):
            roots.setdefault(factor.exp, []).append(factor)
    several = {exponent: found for exponent, found in roots.items() if len(found) > 1}
    if not several:
        return factors
    kept = [f for f in factors if not (_is_root(f) and f.exp in several)]
    for exponent, found in several.items():
        inside = Fraction(1)
        for power in found:
            inside *= power.base.value
        kept += _factors(OPERATIONS["**"](_fraction(inside), exponent))
    return kept


def _is_root(factor: Any) -> bool:
    return _is_positive_power(factor) and isinstance(factor.exp, Rational) and factor.exp.q != 1


def _is_positive_power(factor: Any) -> bool:
    """Whether a factor is a power of a positive number."""
    return factor.is_Pow and isinstance(factor.base, Rational) and factor.base.p > 0


def joined_bases(factors: list[Any]) -> list[Any]:
    """The factors, powers of positive numbers with one exponent as one."""
    powers: dict[Any, list[Any]] = {}
    for factor in factors:
        if _is_positive_power(factor) and not isinstance(factor.exp, Rational):
            powers.setdefault(factor.exp, []).append(factor)
    several = [found for found in powers.values() if len(found) > 1]
    if not several:
        return factors
    joined = set(chain(*several))
    kept = [factor for factor in factors if factor not in joined]
    for found in several:
        base = Fraction(1)
        for power in found:
            base *= power.base.value
        kept += _factors(OPERATIONS["**"](_fraction(base), found[0].exp))
    return kept


def _factors(product: Any) -> tuple[Any, ...]:
    return product.args if product.is_Mul else (product,)


def merged(last: list[Any], factor: Any) -> list[Any]:
    """A power of the last of those that keep their places and a factor; none, if it is put there.

    >>> from dpsym.algebra.expressions import Symbol
    >>> last = [Symbol("x")]
    >>> merged(last, Symbol("y")), merged(last, Symbol("y")), last
    ([], [Pow(y, 2)], [x])
    """
    base, exponent = factor.as_base_exp()
    other, more = last[-1].as_base_exp() if last else (None, exponent)
    total = OPERATIONS["+"](more, exponent)
    if base != other or total.is_Add:
        last.append(factor)
        return []
    last.pop()
    return [OPERATIONS["**"](base, total)]
