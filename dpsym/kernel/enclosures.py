"""Certain comparisons of numbers, by rational enclosures."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sympy import Expr, S

from dpsym.kernel.rejection import Rejected, UndefinedError
from dpsym.kernel.scalar_intervals import Range, iv, point
from dpsym.kernel.scalar_ranges import Region
from dpsym.kernel.terms import same


def enclosure(term: Expr) -> Range:
    """Exact rational bounds of a number."""
    try:
        return Region({}).range(term)
    except UndefinedError as error:
        raise Rejected((), f"{term}: {error}") from None


def is_less(left: Expr, right: Expr) -> bool:
    """Whether the enclosures say that the left number is the smaller one."""
    if right is S.Infinity or left is S.Infinity:
        return left is not S.Infinity
    return enclosure(left).upper < enclosure(right).lower


def is_below(left: Expr, right: Expr) -> bool:
    """Whether the left number is at most the right one, by enclosures or as the same term."""
    if right is S.Infinity:
        return True
    return left is not S.Infinity and (
        enclosure(left).upper <= enclosure(right).lower or same(left, right, {})
    )


def ball(term: Expr) -> Any:
    """The enclosure of a number as an interval of mpmath."""
    low, high, *_ = enclosure(term)
    a, b = point(Fraction(low)), point(Fraction(high))
    return iv.mpf([a.a, b.b])


__all__ = ["ball", "enclosure", "is_below", "is_less"]
