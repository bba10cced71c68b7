"""What numbers of Python become where an expression is taken; text is a number, never evaluated."""

from __future__ import annotations

from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real
from typing import Any

from dpsym.algebra import Basic, Rational, Tuple
from dpsym.arguments import exact
from dpsym.errors import ClaimError, DomainError, shown


def as_argument(value: Any, where: str) -> Any:
    """What an expression takes that may not be one itself: a number, also as text.

    Raises:
        ClaimError: it is none of these.

    >>> as_argument("1/2", "p"), as_argument((1, "1/3"), "p")
    (1/2, (1, 1/3))
    """
    if isinstance(value, Basic):
        return value
    if isinstance(value, tuple | list):
        return Tuple(*(as_argument(part, where) for part in value))
    if isinstance(value, str | Fraction | Decimal):
        with suppress(DomainError):
            found = exact(value, where)
            return Rational(found.numerator, found.denominator)
    if isinstance(value, Integral) and type(value).__name__ != "bool":
        return Rational(int(value))
    if isinstance(value, Real) and not isinstance(value, Integral) and value == value:
        return value
    remedy = "give a number, an expression of sympy, or what dpsym.parse_expression makes of text"
    raise ClaimError(f"{where} is given {shown(value)}", part=where, remedy=remedy)
