"""Numbers of which more digits would be computed than there is room or time for."""

from __future__ import annotations

from typing import Any

from dpsym.algebra import Abs, Basic, Function, Pow, Rational, log
from dpsym.algebra.enclosing import rises_too_far
from dpsym.algebra.limits import MAX_DIGITS as MAX_DIGITS


def is_too_large(term: Basic) -> bool:
    """Whether a number in a term has too many digits to be read, or to be evaluated.

    >>> from dpsym.algebra import S, exp
    >>> is_too_large(exp(exp(S(20)))), is_too_large(exp(exp(exp(S(20)))))
    (False, True)
    """
    nodes = term.atoms(Pow, Function) - term.atoms(log, Abs)
    return any(map(_is_long, term.atoms(Rational))) or any(map(rises_too_far, nodes))


def _is_long(number: Any) -> bool:
    return bool(max(abs(int(number.p)), int(number.q)) >= 10**MAX_DIGITS)
