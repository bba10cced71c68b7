"""Balls that certainly contain the value of a scalar expression.

An expression is compiled once to a straight-line program (:mod:`dpsym.enclosure.programs`), which
runs here in python-flint's ``arb``.

Guarantees:
    If every input ball contains a real number, the result contains the value of the expression at
    these numbers, or
    the expression has no value there, or the result is nan. A result that is not nan is only
    given where the expression
    has a value at every point of the inputs. Conventions: ``0**0 = 1``, ``0**y = 0`` for y > 0; an
    even root or a
    logarithm of a ball that reaches below zero is nan; so is division by a ball that contains zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import sympy
from flint import arb, ctx, fmpq
from sympy import Expr, Symbol

from dpsym.enclosure.programs import (
    MAX_TERMS,
    Arithmetic,
    Program,
    Step,
    bind,
    build_program,
    sum_series,
)
from dpsym.errors import EvaluationError


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Runs the block with ``bits`` bits of working precision.

    >>> with precision(100):
    ...     evaluate(sympy.Integer(2), {})
    2.0000000000000000000000000000
    """
    before = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = before


NAN = arb.nan()
_INFINITY = arb.pos_inf()
_WIDE = arb(2) ** -20


def constant_ball(value: Expr) -> arb:
    """A ball around a constant of the language: a rational, pi, E, EulerGamma, oo or -oo."""
    if value.is_Rational:
        return arb(fmpq(int(value.p), int(value.q)))
    if value is sympy.pi:
        return arb.pi()
    if value is sympy.E:
        return arb(1).exp()
    if value is sympy.EulerGamma:
        return arb.const_euler()
    if value is sympy.oo:
        return arb.pos_inf()
    if value is -sympy.oo:
        return arb.neg_inf()
    raise EvaluationError(f"no enclosure is known for the constant {value}")


def _between(lower: arb, upper: arb) -> arb:
    if lower.is_nan() or upper.is_nan():
        return NAN
    hull = lower.union(upper)
    return hull.nonnegative_part() if lower >= 0 else hull


def _increasing(function: Callable[[arb], arb]) -> Callable[[arb], arb]:
    """The image under an increasing function: of its ends when the ball is wide."""

    def apply(x: arb) -> arb:
        if x.rad() < _WIDE:
            return function(x)
        return _between(function(x.lower()), function(x.upper()))

    return apply


def _with_limits(
    function: Callable[[arb], arb], at_plus: Any, at_minus: Any
) -> Callable[[arb], arb]:
    """Adds the limits at the infinities to a function that is finite elsewhere."""

    def apply(x: arb) -> arb:
        if x.is_exact() and not x.is_finite() and not x.is_nan():
            return arb(at_plus) if x > 0 else arb(at_minus)
        return function(x)

    return apply


def _add(*values: arb) -> arb:
    total = values[0]
    for value in values[1:]:
        total = total + value
    return total


def _multiply(*values: arb) -> arb:
    total = values[0]
    for value in values[1:]:
        total = total * value
    return total


def _divide(top: arb, bottom: arb) -> arb:
    if not bottom > 0 and not bottom < 0:
        return NAN
    return top / bottom


def _power(base: arb, exponent: int) -> arb:
    if exponent == 0:
        return NAN if base.is_nan() else arb(1)
    if exponent % 2 == 0:
        base = _absolute(base)
        return _increasing(lambda x: _square_and_multiply(x, exponent))(base)
    return _increasing(lambda x: _square_and_multiply(x, exponent))(base)


def _square_and_multiply(base: arb, exponent: int) -> arb:
    result, square = arb(1), base
    while exponent > 1:
        if exponent & 1:
            result = result * square
        exponent >>= 1
        square = square * square
    return result * square


def _absolute(x: arb) -> arb:
    if x >= 0:
        return x
    if x <= 0:
        return -x
    if x.is_nan():
        return NAN
    return _between(arb(0), abs(x).upper())


def _sqrt(x: arb) -> arb:
    if not x >= 0:
        return NAN
    return _increasing(lambda value: value.sqrt())(x)


_LARGEST_ROOT = 2**63
"""No integers as large are the degrees of roots."""


def _root(x: arb, exponent: tuple[int, int]) -> arb:
    """``x ** (p/q)`` with p, q > 0."""
    if not x >= 0:
        return NAN
    p, q = exponent
    if q >= _LARGEST_ROOT:
        return _raise(x, arb(fmpq(p, q)))
    return _increasing(lambda value: _square_and_multiply(value.root(q), p))(x)


def _raise(base: arb, exponent: arb) -> arb:
    """``base ** exponent`` with both variable."""
    if base.is_nan() or exponent.is_nan():
        return NAN
    if base > 0:
        return (exponent * base.log()).exp()
    whole = exponent.unique_fmpz() if exponent.is_exact() and exponent.is_finite() else None
    if whole is not None and abs(int(whole)) <= MAX_TERMS:
        power = _power(base, abs(int(whole)))
        return power if int(whole) >= 0 else _divide(arb(1), power)
    if not base >= 0 or not exponent >= 0:
        return NAN
    top = base.upper()
    if not top.is_finite() or not exponent.is_finite():
        return NAN
    largest = (exponent * top.log()).exp() if top > 0 else arb(0)
    if not exponent > 0:
        largest = _maximum(largest, arb(1))
    return _between(arb(0), largest.upper())


def _log(x: arb) -> arb:
    if not x > 0:
        return NAN
    return _increasing(lambda value: value.log())(x)


def _log1p(x: arb) -> arb:
    if not x > -1:
        return NAN
    return _increasing(lambda value: value.log1p())(x)


def _cosh(x: arb) -> arb:
    return _increasing(lambda value: value.cosh())(_absolute(x))


def _coshm1(x: arb) -> arb:
    half = _increasing(lambda value: value.sinh())(_absolute(x) / 2)
    return 2 * half * half


def _minimum(*values: arb) -> arb:
    return -_maximum(*(-value for value in values))


def _maximum(*values: arb) -> arb:
    if any(value.is_nan() for value in values):
        return NAN
    best = values[0]
    for value in values[1:]:
        if best >= value:
            continue
        if value >= best:
            best = value
            continue
        lower = best.lower() if best.lower() >= value.lower() else value.lower()
        upper = best.upper() if best.upper() >= value.upper() else value.upper()
        best = _between(lower, upper)
    return best


def _phi(x: arb) -> arb:
    return _erfc(-x / arb(2).sqrt()) / 2


def _factorial(x: arb) -> arb:
    return (x + 1).gamma() if x > -1 else NAN


def _loggamma(x: arb) -> arb:
    return x.lgamma() if x > 0 else NAN


def _gamma(x: arb) -> arb:
    return x.gamma() if x > 0 else NAN


def _whole(x: arb) -> int | None:
    """The integer that an exact ball is; None when it is none."""
    if not x.is_exact() or not x.is_finite():
        return None
    whole = x.unique_fmpz()
    return None if whole is None else int(whole)


def _binomial(n: arb, k: arb) -> arb:
    if not n > -1:
        return NAN
    lower = _whole(k)
    if lower is not None and 0 <= lower <= MAX_TERMS:
        return n.bin(lower)
    if lower is not None and lower < 0 and _whole(n) is not None:
        return arb(0)
    return (n + 1).gamma() * (k + 1).rgamma() * (n - k + 1).rgamma()


def _harmonic(n: arb, order: arb | None = None) -> arb:
    whole = _whole(n)
    power = 1 if order is None else _whole(order)
    if whole is not None and 0 <= whole <= 1000 and power is not None and 0 <= power <= 64:
        return arb(sum((fmpq(1, j**power) for j in range(1, whole + 1)), fmpq(0)))
    if power != 1 or not n > -1:
        return NAN
    return _increasing(lambda value: (value + 1).digamma() + arb.const_euler())(n)


def _series(lower: arb, upper: arb, *rest: Any) -> arb:
    *outer, inner = rest
    total: arb = sum_series(BALLS, (_whole(lower), _whole(upper)), outer, inner)
    return total


def _nonnegative(function: Callable[[arb], arb]) -> Callable[[arb], arb]:
    """A function without negative values: what rounding put below zero is cut off."""

    def apply(x: arb) -> arb:
        value = function(x)
        return value.nonnegative_part() if value.is_finite() else value

    return apply


_erfc = _nonnegative(_increasing(_with_limits(lambda value: value.erfc(), 0, 2)))

_BALL_OPERATIONS: Mapping[str, Callable[..., arb]] = {
    "add": _add,
    "multiply": _multiply,
    "divide": _divide,
    "power": _power,
    "sqrt": _sqrt,
    "root": _root,
    "raise": _raise,
    "exp": _nonnegative(_increasing(lambda value: value.exp())),
    "expm1": _increasing(lambda value: value.expm1()),
    "log": _log,
    "log1p": _log1p,
    "sinh": _increasing(_with_limits(lambda value: value.sinh(), _INFINITY, -_INFINITY)),
    "cosh": _cosh,
    "coshm1": _coshm1,
    "tanh": _increasing(lambda value: value.tanh()),
    "absolute": _absolute,
    "erf": _increasing(_with_limits(lambda value: value.erf(), 1, -1)),
    "erfc": _erfc,
    "phi": _phi,
    "factorial": _factorial,
    "gamma": _gamma,
    "loggamma": _loggamma,
    "binomial": _binomial,
    "harmonic": _harmonic,
    "minimum": _minimum,
    "maximum": _maximum,
    "series": _series,
}


class BallArithmetic:
    """python-flint's balls at the precision of the context."""

    def constant(self, value: Expr) -> arb:
        """A ball around a constant."""
        return constant_ball(value)

    def operation(self, name: str) -> Callable[..., arb]:
        """The function on balls for one operation."""
        return _BALL_OPERATIONS[name]


BALLS = BallArithmetic()


def compile_balls(expr: Expr, symbols: Sequence[Symbol]) -> Callable[[Sequence[arb]], arb]:
    """A function from balls, in the order of ``symbols``, to a ball around the value of ``expr``.

    The precision is the one in force when the function is called; see :func:`precision`.

    >>> x = Symbol("x")
    >>> compile_balls(sympy.sqrt(x), [x])([arb(4)])
    2.00000000000000

    Guarantees:
        The result contains the value at every point of the inputs, or is nan; see the module.

    Raises:
        EvaluationError: a symbol is not listed, or a head has no enclosure.
    """
    return bind(build_program(expr, symbols), BALLS)


def evaluate(expr: Expr, point: Mapping[Symbol, arb]) -> arb:
    """A ball around the value of ``expr`` at ``point``.

    >>> x = Symbol("x")
    >>> evaluate(x**2, {x: arb(3)})
    9.00000000000000

    Guarantees:
        As :func:`compile_balls`.

    Raises:
        EvaluationError: a symbol of ``expr`` has no value, or a head has no enclosure.
    """
    symbols = list(point)
    return compile_balls(expr, symbols)([point[symbol] for symbol in symbols])


__all__ = [
    "MAX_TERMS",
    "Arithmetic",
    "Program",
    "Step",
    "bind",
    "build_program",
    "compile_balls",
    "constant_ball",
    "evaluate",
    "precision",
    "sum_series",
]
