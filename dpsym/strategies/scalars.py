"""Numbers: their value in forty digits, and drawing one inside a domain and given relations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from typing import Any

import mpmath
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from sympy import Basic, Expr, Integer, Pow, S, Symbol, exp, log
from sympy.core.relational import Eq, Relational

from dpsym.errors import EvaluationError
from dpsym.language.domains import Integers, Interval
from dpsym.language.printing import text
from dpsym.strategies.elementary import draw_between
from dpsym.strategies.exact import rational

Values = Mapping[Symbol, Expr]
_CONTEXT = mpmath.mp.clone()
_CONTEXT.dps = 40
_SAFETY = _CONTEXT.mpf(10) ** -30
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "exp": _CONTEXT.exp,
    "log": _CONTEXT.log,
    "sinh": _CONTEXT.sinh,
    "cosh": _CONTEXT.cosh,
    "tanh": _CONTEXT.tanh,
    "Abs": abs,
    "Min": min,
    "Max": max,
    "erf": _CONTEXT.erf,
    "erfc": _CONTEXT.erfc,
    "Phi": _CONTEXT.ncdf,
    "binomial": _CONTEXT.binomial,
    "factorial": _CONTEXT.factorial,
    "harmonic": _CONTEXT.harmonic,
}


def number(expression: Basic, values: Values) -> Any:
    """The value in about forty digits, as an mpmath number.

    Raises:
        EvaluationError: it has none: a pole, a logarithm of no positive number, a name without
            value, or a function unknown here.
    """
    try:
        value = _number(expression, values)
    except (ZeroDivisionError, ValueError, OverflowError, TypeError) as error:
        raise EvaluationError(f"{text(expression)} has no value: {error}") from None
    if isinstance(value, _CONTEXT.mpc) or _CONTEXT.isnan(value):
        raise EvaluationError(f"{text(expression)} has no real value")
    return value


def _number(node: Basic, values: Values) -> Any:
    if node.is_Rational:
        return _CONTEXT.mpf(int(node.p)) / int(node.q)
    if isinstance(node, Symbol):
        if node not in values:
            raise EvaluationError(f"{text(node)} has no value yet")
        return _number(values[node], {})
    if node.is_Add:
        return _CONTEXT.fsum(_number(term, values) for term in node.args)
    if node.is_Mul:
        return _CONTEXT.fprod(_number(factor, values) for factor in node.args)
    if isinstance(node, Pow):
        base, exponent = (_number(part, values) for part in node.args)
        return base**exponent
    function = _FUNCTIONS.get(type(node).__name__)
    if function is not None:
        return function(*(_number(argument, values) for argument in node.args))
    if node.is_number:
        return _CONTEXT.mpf(node.evalf(40)._to_mpmath(140))
    raise EvaluationError(f"{text(node)} is evaluated by no rule of the strategies")


def is_plain(value: Expr) -> bool:
    """Whether a value is a rational, the logarithm of one, or at least free of logarithms.

    sympy's ``exp`` gathers what stands before logarithms inside its argument, and ends up with
    rationals of astronomical size when that is large; such values are better rounded.
    """
    if isinstance(value, log):
        return bool(value.args[0].is_Rational)
    return not value.has(log, exp)


def exp_below(expression: Expr) -> Fraction:
    """A fraction at most the exponential of a value, and within about 1e-30 of it."""
    return _fraction(_CONTEXT.exp(number(expression, {})), -1)


def below(expression: Basic, values: Values | None = None) -> Fraction:
    """A fraction at most the value, and within about 1e-30 of it; exact for rationals."""
    return _beside(expression, values or {}, -1)


def above(expression: Basic, values: Values | None = None) -> Fraction:
    """A fraction at least the value, and within about 1e-30 of it; exact for rationals."""
    return _beside(expression, values or {}, 1)


def _beside(expression: Basic, values: Values, sign: int) -> Fraction:
    expression = values.get(expression, expression) if expression.is_Symbol else expression
    if expression.is_Rational:
        return Fraction(int(expression.p), int(expression.q))
    value = number(expression, values)
    if _CONTEXT.isinf(value) or abs(value) > _CONTEXT.mpf(10) ** 400:
        raise EvaluationError(f"{text(expression)} is too large to be bounded by a fraction")
    return _fraction(value, sign)


def _fraction(value: Any, sign: int) -> Fraction:
    value += sign * _SAFETY * max(abs(value), _CONTEXT.mpf(10) ** -60)
    mantissa, exponent = _CONTEXT.mpf(value).man_exp
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def at_most(left: Basic, right: Basic, values: Values, *, strict: bool = False) -> bool:
    """Whether ``left <= right`` for certain, or ``left < right``; False when too close to call."""
    if left == right:
        return not strict
    if left.is_Rational and right.is_Rational:
        return bool(left < right) or (not strict and bool(left == right))
    first, second = number(left, values), number(right, values)
    if _CONTEXT.isinf(first) or _CONTEXT.isinf(second):
        return bool(first < second)
    return bool(first + _SAFETY * (abs(first) + abs(second)) < second)


def certainly(relation: Basic, values: Values) -> bool:
    """Whether a relation between numbers holds for certain at these values."""
    left, right = (side.xreplace(dict(values)) for side in relation.args)
    if isinstance(relation, Eq):
        return bool(left == right)
    if relation.rel_op in (">=", ">"):
        left, right = right, left
    return at_most(left, right, {}, strict=relation.rel_op in ("<", ">"))


@dataclass(frozen=True, slots=True)
class Range:
    """Where a number may be drawn: exact ends, each open or closed.

    Attributes:
        lower: the lower end, -oo where there is none.
        upper: the upper end, oo where there is none.
        whole: whether only integers are meant.
        cap: the size up to which values are drawn when an end is infinite.
    """

    lower: Expr
    upper: Expr
    lower_open: bool = False
    upper_open: bool = False
    whole: bool = False
    cap: Fraction = Fraction(10**9)

    @classmethod
    def of(cls, domain: Interval | Integers, cap: Fraction) -> Range:
        """The range of a domain."""
        if isinstance(domain, Integers):
            return cls(domain.lower, domain.upper, whole=True, cap=cap)
        return cls(domain.lower, domain.upper, domain.lower_open, domain.upper_open, cap=cap)

    def raised(self, bound: Expr, *, strict: bool) -> Range:
        """The part of the range above a bound."""
        if self.lower is S.NegativeInfinity or not at_most(bound, self.lower, {}):
            return replace(self, lower=bound, lower_open=strict)
        return self if not strict or bound != self.lower else replace(self, lower_open=True)

    def lowered(self, bound: Expr, *, strict: bool) -> Range:
        """The part of the range below a bound."""
        if self.upper is S.Infinity or not at_most(self.upper, bound, {}):
            return replace(self, upper=bound, upper_open=strict)
        return self if not strict or bound != self.upper else replace(self, upper_open=True)

    def window(self) -> tuple[Fraction, Fraction] | None:
        """Rational ends inside the range, infinite ones replaced by the cap; None when empty."""
        low = -self.cap if self.lower is S.NegativeInfinity else above(self.lower)
        high = max(self.cap, low + self.cap) if self.upper is S.Infinity else below(self.upper)
        if not self.whole and not (low > high):
            low, high = _plainer(low, high)
        if self.whole:
            first = floor(low) + 1 if self.lower_open and low == floor(low) else ceil(low)
            last = ceil(high) - 1 if self.upper_open and high == ceil(high) else floor(high)
            low, high = Fraction(first), Fraction(last)
        empty = low > high or (low == high and not self.whole and self._is_open(low))
        return None if empty else (low, high)

    def _is_open(self, value: Fraction) -> bool:
        exact = rational(value)
        return (self.lower_open and exact == self.lower) or (
            self.upper_open and exact == self.upper
        )


def _plainer(low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    """The window with long ends moved inward to about twelve digits, if that leaves room."""
    unit = (high - low) / 10**6
    if low:
        unit = min(unit, abs(low))
    if unit == 0:
        return low, high
    unit = Fraction(1, 10 ** len(str(ceil(1 / unit))))
    first = ceil(low / unit) * unit if low.denominator > 10**12 else low
    last = floor(high / unit) * unit if high.denominator > 10**12 else high
    return (first, last) if first < last else (low, high)


def narrowed(found: Range, name: Symbol, relations: Iterable[Relational], values: Values) -> Range:
    """The range cut by every relation that has ``name`` bare on one side.

    A bound that has no value yet, or none at all, cuts nothing.
    """
    for relation in relations:
        left, right = relation.args
        strict = relation.rel_op in ("<", ">")
        upward = relation.rel_op in (">=", ">")
        for side, other, is_left in ((left, right, True), (right, left, False)):
            if side != name or name in other.free_symbols:
                continue
            bound = other.xreplace(dict(values))
            if bound.free_symbols or not _has_value(bound):
                continue
            if isinstance(relation, Eq) or upward == is_left:
                found = found.raised(bound, strict=strict)
            if isinstance(relation, Eq) or upward != is_left:
                found = found.lowered(bound, strict=strict)
    return found


def _has_value(bound: Expr) -> bool:
    try:
        number(bound, {})
    except EvaluationError:
        return False
    return True


_SIMPLE = tuple(
    Fraction(value)
    for value in (
        "1",
        "0",
        "2",
        "1/2",
        "1/10",
        "3",
        "5",
        "10",
        "-1",
        "1/100",
        "1/1000",
        "3/4",
        "30",
    )
)


def draw_number(draw: DrawFn, found: Range) -> Expr | None:
    """A number of the range; None when it is empty.

    Simple values, the ends themselves where closed, values near open ends, and magnitudes from
    10**-12 to the cap. Shrinks toward a simple value.
    """
    if found.lower == found.upper and not (found.lower_open or found.upper_open):
        return found.lower if not found.whole or found.lower.is_Integer else None
    window = found.window()
    if window is None:
        return None
    low, high = window
    if found.whole:
        return _draw_integer(draw, int(low), int(high), found)
    code = draw(st.integers(0, 15))
    if code >= 13:
        end = _draw_end(found, upper=code == 15)
        if end is not None:
            return end
    if code <= 3:
        inside = [value for value in _SIMPLE if low < value < high]
        if inside:
            return rational(draw(st.sampled_from(inside)))
    width = high - low
    if code in (6, 7) or (code >= 13 and found.upper is S.Infinity):
        tiny = Fraction(1, 10 ** draw(st.integers(1, 12))) * min(width, Fraction(1))
        return rational(low + tiny)
    if code in (8, 9) and found.upper is not S.Infinity:
        tiny = Fraction(1, 10 ** draw(st.integers(1, 12))) * min(width, Fraction(1))
        return rational(high - tiny)
    if code in (8, 9, 10):
        return rational(low + _magnitude(draw, width))
    lower_open = found._is_open(low)
    return rational(draw_between(draw, low, min(high, low + 10), lower_open, found._is_open(high)))


def _draw_end(found: Range, *, upper: bool) -> Expr | None:
    if upper:
        end, is_open = found.upper, found.upper_open
    else:
        end, is_open = found.lower, found.lower_open
    return None if is_open or not end.is_finite or not is_plain(end) else end


def _magnitude(draw: DrawFn, width: Fraction) -> Fraction:
    """A positive number below ``width``, spread evenly over its decades."""
    size = Fraction(draw(st.integers(1, 9))) * Fraction(10) ** draw(st.integers(-6, 9))
    while size >= width:
        size /= 10
    return size


def _draw_integer(draw: DrawFn, low: int, high: int, found: Range) -> Expr:
    near, far = min(high, low + 6), min(high, low + int(found.cap))
    code = draw(st.integers(0, 7))
    if code < 4 or near == high:
        return Integer(draw(st.integers(low, near)))
    if code == 4:
        return Integer(draw(st.integers(low, far)))
    if code == 5 and found.upper is not S.Infinity:
        return Integer(high)
    tens = 10 ** draw(st.integers(1, max(1, len(str(far - low)) - 1)))
    return Integer(min(far, low + draw(st.integers(tens // 2, 10 * tens))))


def candidates(found: Range) -> list[Expr]:
    """A fixed list of values of the range, simple ones first, to be searched for one that fits."""
    window = found.window()
    if window is None:
        return []
    low, high = window
    if found.whole:
        return [Integer(i) for i in range(int(low), int(min(high, low + 40)) + 1)]
    listed = [value for value in _SIMPLE if low < value < high]
    listed += [low + (high - low) * Fraction(i, 10) for i in range(1, 10)]
    listed += [low + Fraction(10) ** k for k in range(-9, 7) if low + Fraction(10) ** k < high]
    listed += [high - Fraction(10) ** k for k in range(-9, 1) if high - Fraction(10) ** k > low]
    ends = [v for v in (low, high) if not found._is_open(v)]
    return [rational(value) for value in dict.fromkeys(listed + ends)]
