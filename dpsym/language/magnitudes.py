"""Numbers of which more digits would be computed than there is room or time for."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from dpsym.algebra import Abs, Basic, Expr, Function, Pow, Rational, log
from dpsym.algebra.enclosing import is_longer
from dpsym.algebra.limits import MAX_DIGITS as MAX_DIGITS
from dpsym.algebra.limits import MOST_BITS


def is_too_large(term: Basic) -> bool:
    """Whether a number in a term has too many digits to be read, or to be evaluated.

    >>> from dpsym.algebra import S, exp
    >>> is_too_large(exp(exp(S(20)))), is_too_large(exp(exp(exp(S(20)))))
    (False, True)
    """
    nodes = term.atoms(Pow, Function) - term.atoms(log, Abs)
    return any(map(_is_long, term.atoms(Rational))) or any(map(_rises_too_far, nodes))


def _is_long(number: Any) -> bool:
    return bool(max(abs(int(number.p)), int(number.q)) >= 10**MAX_DIGITS)


def _rises_too_far(node: Basic) -> bool:
    """Whether what a function is taken of, or the exponent of a power, is too large."""
    return any(part.is_number and _is_endless(part) for part in node.args[-1:])


@lru_cache(maxsize=10_000)
def _is_endless(argument: Expr) -> bool:
    if argument.is_Rational:
        return False  # it is written out
    try:
        return is_longer(argument, MOST_BITS)
    except NotImplementedError:
        return False  # whoever needs its value is told
