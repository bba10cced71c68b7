"""Many intervals at once: doubles rounded outward, for boxes that are far from a decision's edge.

A span is a pair of arrays (lower, upper). Sums, products, quotients and roots are correctly rounded
by IEEE 754 and then moved one step outward; elementary functions are off by a few units in the
last place (numpy tests its own to 4) and widened by eight.

Guarantees:
    If every input span contains a real number, the result contains the value of the expression at
    these numbers, or the expression has no value there, or the result is nan.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray
from sympy import Expr, Symbol

from dpsym.enclosure.programs import bind, build_program
from dpsym.errors import EvaluationError

Array = NDArray[np.float64]
Span = tuple[Array, Array]

_MARGIN = 2.0**-49
_ROOT_MARGIN = 2.0**-40
_MAX_EXPONENT = 64


def compile_spans(
    expr: Expr, symbols: Sequence[Symbol], *, arithmetic: SpanArithmetic | None = None
) -> Callable[[Sequence[Span]], Span]:
    """A function from spans, in the order of ``symbols``, to a span around the values of ``expr``.

    >>> x = Symbol("x")
    >>> lower, upper = compile_spans(x**2 - 2, [x])([(np.array([0.0, 2.0]), np.array([1.0, 3.0]))])
    >>> [round(float(end), 9) for end in (*lower, *upper)]
    [-2.0, 2.0, -1.0, 7.0]

    Raises:
        EvaluationError: a symbol is not listed, or a head has no enclosure in doubles.
    """
    run = bind(build_program(expr, symbols), arithmetic or SPANS)

    def evaluated(values: Sequence[Span]) -> Span:
        with np.errstate(all="ignore"):
            result: Span = run(values)
        return result

    return evaluated


def span(low: Fraction, high: Fraction) -> tuple[float, float]:
    """Doubles around an interval with rational ends.

    >>> span(Fraction(1, 2), Fraction(1, 2))
    (0.5, 0.5)
    """
    first, last = float(low), float(high)
    return (
        first if _equal(first, low) else math.nextafter(first, -math.inf),
        last if _equal(last, high) else math.nextafter(last, math.inf),
    )


def _equal(value: float, exact: Fraction) -> bool:
    return value.as_integer_ratio() == (exact.numerator, exact.denominator)


def _outward(lower: Any, upper: Any, margin: float = 0.0) -> Span:
    if margin:
        lower, upper = lower - np.abs(lower) * margin, upper + np.abs(upper) * margin
    return np.nextafter(lower, -np.inf), np.nextafter(upper, np.inf)


def _where(valid: Any, value: Span) -> Span:
    """The span where it is valid, nan elsewhere."""
    return np.where(valid, value[0], np.nan), np.where(valid, value[1], np.nan)


def _sum(*values: Span) -> Span:
    return reduce(lambda x, y: _outward(x[0] + y[0], x[1] + y[1]), values)


def _corners(x: Span, y: Span, operation: Callable[[Array, Array], Array]) -> Span:
    """The extremes over the four pairs of ends; nan where one of them is."""
    ends = [operation(a, b) for a in x for b in y]
    return _outward(reduce(np.minimum, ends), reduce(np.maximum, ends))


def _product(*values: Span) -> Span:
    return reduce(lambda x, y: _corners(x, y, np.multiply), values)


def _quotient(x: Span, y: Span) -> Span:
    return _where((y[0] > 0) | (y[1] < 0), _corners(x, y, np.divide))


def _absolute(x: Span) -> Span:
    low = np.maximum(np.maximum(x[0], -x[1]), 0.0)
    return low, np.maximum(np.abs(x[0]), np.abs(x[1]))


def _power(x: Span, exponent: int) -> Span:
    """Of an absolute value for even exponents; odd ones increase."""
    if not 0 < exponent <= _MAX_EXPONENT:
        raise EvaluationError(f"the exponent {exponent} is too large for doubles")
    low, high = _absolute(x) if exponent % 2 == 0 else x
    (below, above), (under, over) = (_size_power(np.abs(end), exponent) for end in (low, high))
    return np.where(low >= 0, below, -above), np.where(high >= 0, over, -under)


def _size_power(size: Array, exponent: int) -> Span:
    """Around the power of numbers that are not negative."""
    low, high = size, size
    for _ in range(exponent - 1):
        low = np.maximum(np.nextafter(low * size, -np.inf), 0.0)
        high = np.nextafter(high * size, np.inf)
    return low, high


def _sqrt(x: Span) -> Span:
    low, high = _outward(np.sqrt(x[0]), np.sqrt(x[1]))
    return _where(x[0] >= 0, (np.maximum(low, 0.0), high))


def _root(x: Span, exponent: tuple[int, int]) -> Span:
    power = exponent[0] / exponent[1]
    if not 0 < power <= 8:
        raise EvaluationError(f"the exponent {exponent[0]}/{exponent[1]} is too large for doubles")
    low, high = _outward(np.power(x[0], power), np.power(x[1], power), _ROOT_MARGIN)
    return _where(x[0] >= 0, (np.maximum(low, 0.0), high))


def _raise(x: Span, y: Span) -> Span:
    return _exp(_product(y, _log(x)))


def _increasing(
    function: Callable[[Array], Array], least: float = -np.inf, greatest: float = np.inf
) -> Callable[[Span], Span]:
    def apply(x: Span) -> Span:
        low, high = _outward(function(x[0]), function(x[1]), _MARGIN)
        return np.maximum(low, least), np.minimum(high, greatest)

    return apply


_exp = _increasing(np.exp, 0.0)
_sinh = _increasing(np.sinh)


def _log(x: Span) -> Span:
    return _where(x[0] > 0, _outward(np.log(x[0]), np.log(x[1]), _MARGIN))


def _log1p(x: Span) -> Span:
    return _where(x[0] > -1, _outward(np.log1p(x[0]), np.log1p(x[1]), _MARGIN))


def _cosh(x: Span) -> Span:
    size = _absolute(x)
    low, high = _outward(np.cosh(size[0]), np.cosh(size[1]), _MARGIN)
    return np.maximum(low, 1.0), high


def _coshm1(x: Span) -> Span:
    half = _quotient(x, (np.float64(2), np.float64(2)))  # type: ignore[arg-type]
    squared = _power(_sinh(half), 2)
    return _sum(squared, squared)


def _minimum(*values: Span) -> Span:
    return reduce(lambda x, y: (np.minimum(x[0], y[0]), np.minimum(x[1], y[1])), values)


def _maximum(*values: Span) -> Span:
    return reduce(lambda x, y: (np.maximum(x[0], y[0]), np.maximum(x[1], y[1])), values)


_OPERATIONS: Mapping[str, Callable[..., Span]] = {
    "add": _sum,
    "multiply": _product,
    "divide": _quotient,
    "power": _power,
    "sqrt": _sqrt,
    "root": _root,
    "raise": _raise,
    "exp": _exp,
    "expm1": _increasing(np.expm1, -1.0),
    "log": _log,
    "log1p": _log1p,
    "sinh": _sinh,
    "cosh": _cosh,
    "coshm1": _coshm1,
    "tanh": _increasing(np.tanh, -1.0, 1.0),
    "absolute": _absolute,
    "minimum": _minimum,
    "maximum": _maximum,
}


class SpanArithmetic:
    """Spans of doubles."""

    def constant(self, value: Expr) -> Any:
        """Doubles around a rational, pi or E.

        Raises:
            EvaluationError: for any other constant.
        """
        if value.is_Rational:
            exact = Fraction(int(value.p), int(value.q))
            return span(exact, exact)
        if value in (sympy.pi, sympy.E):
            return _outward(float(value), float(value))
        raise EvaluationError(f"{value} has no enclosure in doubles")

    def operation(self, name: str) -> Callable[..., Span]:
        """The function on spans for one operation.

        Raises:
            EvaluationError: there is none.
        """
        if name not in _OPERATIONS:
            raise EvaluationError(f"{name} has no enclosure in doubles")
        return _OPERATIONS[name]


class PointArithmetic(SpanArithmetic):
    """Spans in which infinity has a place, and zero times what is finite or plus zero is zero."""

    def constant(self, value: Expr) -> Any:
        """As of :class:`SpanArithmetic`, and infinity itself."""
        return (np.inf, np.inf) if value is sympy.oo else super().constant(value)

    def operation(self, name: str) -> Callable[..., Span]:
        """As of :class:`SpanArithmetic`, with zeros that are exact."""
        steps = {"add": _exact_sum, "multiply": _exact_product}
        if name not in steps:
            return super().operation(name)
        return lambda *values: reduce(steps[name], values)


def _exact_sum(x: Span, y: Span) -> Span:
    """The sum; one of doubles that comes out as zero is zero."""
    low, high = _sum(x, y)
    return np.where(x[0] + y[0] == 0, 0.0, low), np.where(x[1] + y[1] == 0, 0.0, high)


def _exact_product(x: Span, y: Span) -> Span:
    """The product; zero times what is finite is zero."""
    ordered = np.all(x[0] >= 0) and np.all(y[0] >= 0)
    low, high = _outward(x[0] * y[0], x[1] * y[1]) if ordered else _product(x, y)
    nothing = _vanishes(x, y) | _vanishes(y, x)
    return np.where(nothing, 0.0, low), np.where(nothing, 0.0, high)


def _vanishes(x: Span, y: Span) -> Any:
    """Where the first is zero and the second finite."""
    return (x[0] == 0) & (x[1] == 0) & np.isfinite(y[0]) & np.isfinite(y[1])


SPANS, POINTS = SpanArithmetic(), PointArithmetic()
