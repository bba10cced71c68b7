"""Signs of constants by enclosures, in the place of what sympy believes of them.

sympy evaluates a constant in floats to learn its sign, and so chooses among the parts of a maximum
and the roots of a square. Near zero and far out it is sure of what is wrong: ``log(erf(4)) >= 0``.
While this module is loaded it asks here, and is told nothing that is not certain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache, reduce
from operator import add, mul
from typing import Any

import sympy
from mpmath import MPIntervalContext
from sympy import Expr, Integer, Pow, Rational, S, ordered
from sympy.core import expr, relational
from sympy.core.cache import clear_cache
from sympy.functions.elementary import miscellaneous

from dpsym.errors import DomainError
from dpsym.language import magnitudes as magnitudes

BITS, LARGEST = (120, 1000), 2**200
"""Of precision, one after the other; the largest number of which exponentials are taken."""
LOST, LONGEST = 20, 2**16
"""Bits by which exponentials and logarithms, which round approximations, are widened; the largest
exponent of a product of equal factors."""
_FAILURES = ValueError, ArithmeticError, RecursionError
_iv = MPIntervalContext()


def sign(number: Expr) -> int | None:
    """1, -1 or 0 where a constant is certainly positive, negative or zero; else None.

    Raises:
        NotImplementedError: it is made of what is not enclosed here.

    >>> sign(S.Pi - 3), sign(sympy.log(sympy.erf(4))), sign(S.Zero)
    (1, -1, 0)
    """
    return next((found for bits in BITS if (found := _sign(number, bits)) is not None), None)


def floor(number: Expr) -> Integer:
    """The largest integer that is at most a constant.

    Raises:
        DomainError: which that is is not certain.

    >>> floor(S.Pi), floor(-S.Pi)
    (3, -4)
    """
    if isinstance(number, Rational):
        return Integer(int(number.p) // int(number.q))
    # It is enough that the number certainly lies between the two: sympy proposes the first.
    low = sympy.floor(number)
    try:
        inside = low.is_Integer and sign(number - low) == 1 and sign(low + 1 - number) == 1
    except NotImplementedError:
        inside = False
    if not inside:
        raise DomainError(f"the integers next to {number} are not certain", part=str(number))
    return Integer(low)


@lru_cache(maxsize=50_000)
def _sign(number: Expr, bits: int) -> int | None:
    with _precision(bits):
        try:
            found = _enclosed(number)
        except _FAILURES:
            return None  # a part has no real value, or none that is enclosed
        return 1 if found > 0 else -1 if found < 0 else 0 if found.a == 0 == found.b else None


@contextmanager
def _precision(bits: int) -> Iterator[None]:
    before, _iv.prec = _iv.prec, bits
    try:
        yield
    finally:
        _iv.prec = before


def _enclosed(number: Any) -> Any:
    if isinstance(number, Rational):
        return _iv.mpf(int(number.p)) / int(number.q)
    if number is S.Pi:
        return _iv.pi
    if number is S.Exp1:
        return _exp(_iv.mpf(1))
    if isinstance(number, Pow) and number.exp.is_Integer and abs(number.exp) <= LONGEST:
        return _enclosed(number.base) ** int(number.exp)
    known = _FUNCTIONS.get(number.func.__name__)
    if known is None or not number.args:
        raise NotImplementedError(str(number))
    return known(*map(_enclosed, number.args))


def _wider(found: Any) -> Any:
    error = _iv.mpf(2) ** (LOST - _iv.prec)
    return found * _iv.mpf([1 - error.b, 1 + error.b])


def _exp(x: Any) -> Any:
    if not abs(x) < LARGEST:
        raise ValueError("too large")
    return _wider(_iv.exp(x))


def _log(x: Any) -> Any:
    if not x > 0:
        raise ValueError("perhaps not positive")
    return _wider(_iv.log(x))


def _power(base: Any, exponent: Any) -> Any:
    if base.a == 0 == base.b and exponent > 0:
        return base
    if base.a == 0 and exponent > 0:
        return _iv.mpf([0, _exp(_log(_iv.mpf(base.b)) * exponent).b])
    return _exp(_log(base) * exponent)


def _erfc(x: Any) -> Any:
    """Between the bounds of Mills's ratio, Abramowitz and Stegun, 7.1.13."""
    if not x >= 0:
        if not x <= 0:
            return _iv.mpf([0, 2])
        return 2 - _erfc(-x)
    scale = 2 / _iv.sqrt(_iv.pi)
    near, far = _iv.mpf(x.a), _iv.mpf(x.b)
    most = scale * _exp(-(near**2)) / (near + _iv.sqrt(near**2 + 4 / _iv.pi))
    least = scale * _exp(-(far**2)) / (far + _iv.sqrt(far**2 + 2))
    return _iv.mpf([least.a, most.b])


def _largest(*numbers: Any) -> Any:
    low, high = ([getattr(number, end) for number in numbers] for end in "ab")
    return _iv.mpf([reduce(_larger, low).a, reduce(_larger, high).b])


def _larger(one: Any, other: Any) -> Any:
    return one if one >= other else other


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "Add": lambda *terms: reduce(add, terms),
    "Mul": lambda *factors: reduce(mul, factors),
    "Pow": _power,
    "exp": _exp,
    "log": _log,
    "cosh": lambda x: (_exp(x) + _exp(-x)) / 2,
    "sinh": lambda x: (_exp(x) - _exp(-x)) / 2,
    "tanh": lambda x: 1 - 2 / (_exp(2 * x) + 1),
    "Abs": abs,
    "Max": _largest,
    "Min": lambda *numbers: -_largest(*(-number for number in numbers)),
    "erfc": _erfc,
    "erf": lambda x: 1 - _erfc(x),
    "Phi": lambda x: _erfc(-x / _iv.sqrt(_iv.mpf(2))) / 2,
}
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
clear_cache()
