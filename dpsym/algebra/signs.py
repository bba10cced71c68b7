"""Signs of constants by enclosures, in the place of what sympy believes of them.

sympy evaluates a constant in floats to learn its sign, and so chooses among the parts of a maximum
and the roots of a square. Near zero and far out it is sure of what is wrong: ``log(erf(4)) >= 0``.
While this module is loaded it asks here, and is told nothing that is not certain.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import sympy
from sympy import Expr, Integer, ordered
from sympy.core import expr, relational
from sympy.core.cache import clear_cache
from sympy.functions.elementary import miscellaneous

from dpsym.algebra.enclosing import sign

_UNKNOWN = sympy.harmonic, sympy.binomial, sympy.factorial, sympy.Sum, sympy.Product
"""What claims have and is not enclosed here: its sign is not asked of anybody."""
_believed = expr.Expr._eval_is_extended_positive_negative
_compared = relational._n2


def _is_signed(number: Expr, positive: bool) -> bool | None:  # as sympy calls it
    """Whether a constant is positive, or negative; what no claim has is for sympy."""
    if not number.is_number:
        return None
    try:
        found = sign(number)
    except NotImplementedError:
        foreign = None if number.has(*_UNKNOWN) else _believed(number, positive)
        return foreign if foreign is None else bool(foreign)
    return None if found is None else found == (1 if positive else -1)


def _gap(one: Expr, other: Expr) -> Expr | None:
    """A number with the sign of the difference of two constants; None where it is not certain."""
    if all(number.is_Rational or number.is_infinite for number in (one, other)):
        found: Expr | None = _compared(one, other)
        return found
    try:
        known = sign(one - other) if one.is_comparable and other.is_comparable else None
    except NotImplementedError:
        return None if (one - other).has(*_UNKNOWN) else _compared(one, other)
    return None if known is None else Integer(known)


def _of_a_real(function: Expr) -> bool | None:  # sympy evaluates imaginary parts
    return True if function.args[0].is_real else None


def _is_comparable(number: Expr) -> bool:  # sympy writes real and imaginary parts out
    if not number.is_number or number.is_extended_real is False:
        return False
    if number.has(sympy.Sum, sympy.Product):
        return True  # as all numbers of claims
    found = number if number.is_Number else number.evalf(2)
    return bool(found.is_Number) and getattr(found, "_prec", 0) != 1


@lru_cache(maxsize=10_000)
def _anew(part: Expr) -> Expr:
    """A part as it is read: sympy leaves maxima unevaluated of which it takes arguments away."""
    nested = isinstance(part, sympy.Max | sympy.Min)
    return part.func(*map(_anew, part.args)) if nested else part


def _reduced(kind: type[Expr], /, args: Iterable[Expr], **assumptions: Any) -> list[Expr]:
    before, after = frozenset[Expr](), frozenset(args)
    while after != before:
        before = after
        found = _collapsed(kind, before, **assumptions)
        parts = (part if part in before else _anew(part) for part in found)
        after = frozenset(arg for part in parts for arg in kind._new_args_filter([part]))
    return list(ordered(after))


def _connected(_: type[Expr], one: Expr, other: Expr) -> Any:
    """Which of two arguments is certainly the larger, as the kind of what it is; False if neither.

    sympy also takes out the factors of their difference, by which names get no sign, and which
    takes long.
    """
    if one == other:
        return True
    gap = one - other
    pairs = [(gap, sympy.S.Zero)] if gap.is_number else [(one, other), (other, one)]
    try:
        for place, (left, right) in enumerate(pairs):
            known = left >= right
            if not known.is_Relational:
                return sympy.Max if bool(known) == (place == 0) else sympy.Min
    except TypeError:  # one is not real
        return False
    return False


expr.Expr._eval_is_comparable = _is_comparable
expr.Expr._eval_is_extended_positive_negative = _is_signed
relational._n2 = _gap
for _function in (sympy.sinh, sympy.cosh, sympy.tanh):
    _facts = ("real", "positive", "nonnegative") if _function is sympy.cosh else ("real", "finite")
    _function._prop_handler.update(dict.fromkeys(_facts, _of_a_real))
# A maximum is no less than the numbers among its arguments; sympy adds those of other maxima inside
# of minima, than which it may be less.
miscellaneous.walk = lambda *_: ()
_collapsed = miscellaneous.MinMaxBase._collapse_arguments.__func__
miscellaneous.MinMaxBase._collapse_arguments = classmethod(_reduced)
miscellaneous.MinMaxBase._is_connected = classmethod(_connected)
clear_cache()
