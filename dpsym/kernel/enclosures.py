"""Certain comparisons of numbers, by rational enclosures."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from sympy import Expr, S

from dpsym.kernel.rejection import Rejected, UndefinedError
from dpsym.kernel.scalar_intervals import INF, End, Range, iv, point
from dpsym.kernel.scalar_ranges import Region
from dpsym.kernel.terms import same


@lru_cache(maxsize=4096)
def enclosure(term: Expr) -> Range:
    """Exact rational bounds of a number."""
    try:
        return Region({}).range(term)
    except UndefinedError as error:
        raise Rejected((), f"{term}: {error}") from None


def is_less(left: Expr, right: Expr) -> bool:
    """Whether the enclosures say that the left number is the smaller one."""
    low, high = _ends(left)[1], _ends(right)[0]
    return low < high or (right is S.Infinity and left is not S.Infinity)


def is_below(left: Expr, right: Expr) -> bool:
    """Whether the left number is at most the right one, by enclosures or as the same term."""
    return _ends(left)[1] <= _ends(right)[0] or same(left, right, {})


def _ends(term: Expr) -> tuple[End, End]:
    """Bounds of a number or of oo; asked of every side, since what is imaginary has none."""
    if term is S.Infinity:
        return INF, INF
    found = enclosure(term)
    return found.lower, found.upper


def ball(term: Expr) -> Any:
    """The enclosure of a number as an interval of mpmath."""
    low, high, *_ = enclosure(term)
    a, b = point(Fraction(low)), point(Fraction(high))
    return iv.mpf([a.a, b.b])


__all__ = ["ball", "enclosure", "is_below", "is_less"]
