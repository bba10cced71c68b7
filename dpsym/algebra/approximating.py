"""Numbers near constants, by which these are put in order where they are written; none is certain.

A constant is any node of an expression, told by the name of its class.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from mpmath import MPContext
from mpmath.libmp import to_rational

MOST_TERMS = 1_000
"""Of a sum."""
MOST_BITS = 1_100
"""Before or behind the point; what is smaller is 0, what is larger as large as that."""
_mp = MPContext()
_mp.prec = 80
_FAILURES = NotImplementedError, ValueError, ArithmeticError, RecursionError, TypeError


def near(number: Any) -> Fraction | None:
    """A number near a constant; None where none is found.

    >>> import sympy
    >>> float(near(sympy.erf(1))), near(sympy.erfc(10**9)), near(sympy.log(-1))
    (0.8427007929497149, Fraction(0, 1), None)
    """
    try:
        found = _value(number, {})
    except _FAILURES:
        return None
    if not isinstance(found, _mp.mpf) or not _mp.isfinite(found):
        return None
    _, mantissa, exponent, size = found._mpf_
    if not mantissa or exponent + size < -MOST_BITS:
        return Fraction(0)
    if exponent + size > MOST_BITS:
        return Fraction(2**MOST_BITS if found > 0 else -(2**MOST_BITS))
    return Fraction(*to_rational(found._mpf_))


def _value(number: Any, values: dict[Any, Any]) -> Any:
    if number.is_Rational:
        return _mp.mpf(int(number.p)) / int(number.q)
    if number.is_Symbol:
        return _mp.mpf(values[number])
    name = number.func.__name__
    if name in ("Pi", "Exp1"):
        return +_mp.pi if name == "Pi" else +_mp.e
    if name == "Sum":
        return _sum(number, values)
    known = _FUNCTIONS.get(name)
    if known is None or not number.args:
        raise NotImplementedError(str(number))
    return known(*(_value(argument, values) for argument in number.args))


def _sum(total: Any, values: dict[Any, Any]) -> Any:
    (index, low, high), *others = total.limits
    if others or not (low.is_Integer and high.is_Integer and high - low < MOST_TERMS):
        raise NotImplementedError(str(total))
    if values:
        raise NotImplementedError("a sum in a sum")
    places = range(int(low), int(high) + 1)
    return _mp.fsum(_value(total.function, {**values, index: place}) for place in places)


def _exp(x: Any) -> Any:
    if x > 2**200:
        raise OverflowError("too large")
    return _mp.exp(x)


def _power(base: Any, exponent: Any) -> Any:
    if exponent == int(exponent) and abs(exponent) < MOST_BITS:
        return base ** int(exponent)
    return _exp(_mp.log(base) * exponent)


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "Add": lambda *terms: _mp.fsum(terms),
    "Mul": lambda *factors: _mp.fprod(factors),
    "Pow": _power,
    "exp": _exp,
    "log": _mp.log,
    "cosh": lambda x: (_exp(x) + _exp(-x)) / 2,
    "sinh": lambda x: (_exp(x) - _exp(-x)) / 2,
    "tanh": lambda x: 1 - 2 / (_exp(2 * x) + 1),
    "Abs": abs,
    "Max": max,
    "Min": min,
    "erf": _mp.erf,
    "erfc": _mp.erfc,
    "Phi": _mp.ncdf,
    "factorial": _mp.factorial,
    "harmonic": _mp.harmonic,
    "binomial": _mp.binomial,
}
