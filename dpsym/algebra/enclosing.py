"""Constants enclosed in intervals: their signs, and the integers beside them.

A constant is any node of an expression, told by the name of its class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, reduce
from operator import add, mul
from typing import Any

from mpmath import MPIntervalContext
from mpmath.libmp import mpf_floor, to_int

from dpsym.algebra.limits import MOST_BITS

BITS, LARGEST = (120, 1000), 2**200
"""Of precision, one after the other; the largest number of which exponentials are taken."""
LOST, LONGEST = 20, 2**16
"""Bits by which exponentials and logarithms, which round approximations, are widened; the largest
exponent of a product of equal factors."""
_FAILURES = ValueError, ArithmeticError, RecursionError
_iv = MPIntervalContext()


class TooLargeError(OverflowError, ValueError):
    """A number has too many digits before its point to be evaluated."""


def sign(number: Any) -> int | None:
    """1, -1 or 0 where a constant is certainly positive, negative or zero; else None.

    Raises:
        NotImplementedError: it is made of what is not enclosed here.

    >>> import sympy
    >>> sign(sympy.pi - 3), sign(sympy.log(sympy.erf(4))), sign(sympy.S.Zero)
    (1, -1, 0)
    """
    return next((found for bits in BITS if (found := _sign(number, bits)) is not None), None)


def floor(number: Any) -> int | None:
    """The largest integer that is at most a constant; None where it is not certain which that is.

    Raises:
        NotImplementedError: as :func:`sign`.

    >>> import sympy
    >>> floor(sympy.pi), floor(-sympy.pi)
    (3, -4)
    """
    if number.is_Rational:
        return int(number.p) // int(number.q)
    for bits in BITS:
        found = _interval(number, bits)
        if found is not None and all(exponent + size <= bits for _, _, exponent, size in found):
            low, high = (to_int(mpf_floor(end)) for end in found)
            if low == high:
                return int(low)
    return None


def is_enclosed(number: Any) -> bool:
    """Whether a constant certainly has a value."""
    try:
        return any(_interval(number, bits) is not None for bits in BITS)
    except NotImplementedError:
        return False


def is_longer(number: Any, bits: int) -> bool:
    """Whether a constant certainly has more bits before its point.

    Raises:
        NotImplementedError: as :func:`sign`.

    >>> import sympy
    >>> is_longer(sympy.exp(10), 20), is_longer(sympy.exp(sympy.exp(1000)), 20)
    (False, True)
    """
    with _precision(BITS[0]):
        try:
            _, mantissa, exponent, size = abs(_enclosed(number))._mpi_[0]
        except TooLargeError:
            return True
        except _FAILURES:
            return False
        return bool(mantissa) and exponent + size > bits


def rises_too_far(node: Any) -> bool:
    """Whether what a function is taken of, or the exponent of a power, is too large a constant."""
    return any(part.is_number and _is_endless(part) for part in node.args[-1:])


@lru_cache(maxsize=10_000)
def _is_endless(argument: Any) -> bool:
    if argument.is_Rational:
        return False  # it is written out
    try:
        return is_longer(argument, MOST_BITS)
    except NotImplementedError:
        return False  # whoever needs its value is told


@lru_cache(maxsize=50_000)
def _sign(number: Any, bits: int) -> int | None:
    with _precision(bits):
        try:
            found = _enclosed(number)
        except _FAILURES:
            return None  # a part has no real value, or none that is enclosed
        return 1 if found > 0 else -1 if found < 0 else 0 if found.a == 0 == found.b else None


def _interval(number: Any, bits: int) -> Any:
    """The ends of an interval around a constant; None where a part has no value, or perhaps."""
    with _precision(bits):
        try:
            return _enclosed(number)._mpi_
        except _FAILURES:
            return None


@contextmanager
def _precision(bits: int) -> Iterator[None]:
    before, _iv.prec = _iv.prec, bits
    try:
        yield
    finally:
        _iv.prec = before


def _enclosed(number: Any) -> Any:
    if number.is_Rational:
        return _iv.mpf(int(number.p)) / int(number.q)
    name = number.func.__name__
    if name == "Pi":
        return _iv.pi
    if name == "Exp1":
        return _exp(_iv.mpf(1))
    if name == "Pow" and number.exp.is_Integer and abs(int(number.exp)) <= LONGEST:
        return _whole_power(_enclosed(number.base), int(number.exp))
    known = _FUNCTIONS.get(name)
    if known is None or not number.args:
        raise NotImplementedError(str(number))
    return known(*map(_enclosed, number.args))


def _wider(found: Any) -> Any:
    error = _iv.mpf(2) ** (LOST - _iv.prec)
    return found * _iv.mpf([1 - error.b, 1 + error.b])


def _exp(x: Any) -> Any:
    if not abs(x) < LARGEST:
        raise TooLargeError("too large")
    return _wider(_iv.exp(x))


def _log(x: Any) -> Any:
    if not x > 0:
        raise ValueError("perhaps not positive")
    return _wider(_iv.log(x))


def _whole_power(base: Any, exponent: int) -> Any:
    if exponent < 0 and 0 in base:
        raise ValueError("perhaps zero")
    return base**exponent


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
