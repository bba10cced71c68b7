"""Ranges of real numbers with exact rational ends, each attained or not.

Guarantees:
    Every function returns a range that contains all values of the operation on elements of its
    arguments. An end is
    marked open only if no value equals it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from dpsym.enclosure.balls import precision

End = Fraction | float
INF = math.inf
BITS = 80
LIMIT = 1 << 400
MAX_LEAST = 64


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers between two ends; an infinite end is written as a float and is never attained."""

    lower: End
    upper: End
    lower_open: bool = False
    upper_open: bool = False

    @property
    def positive(self) -> bool:
        """Whether every element is > 0."""
        return self.lower > 0 or (self.lower == 0 and self.lower_open)

    @property
    def negative(self) -> bool:
        """Whether every element is < 0."""
        return self.upper < 0 or (self.upper == 0 and self.upper_open)

    @property
    def nonnegative(self) -> bool:
        """Whether every element is >= 0."""
        return self.lower >= 0

    @property
    def nonpositive(self) -> bool:
        """Whether every element is <= 0."""
        return self.upper <= 0

    def meet(self, other: Range) -> Range:
        """The elements of both; both must contain the same value."""
        lower, lower_open = max((self.lower, self.lower_open), (other.lower, other.lower_open))
        upper, upper_closed = min(
            (self.upper, not self.upper_open), (other.upper, not other.upper_open)
        )
        return Range(lower, upper, lower_open, not upper_closed)


ALL = Range(-INF, INF, True, True)
NONNEGATIVE = Range(Fraction(0), INF, False, True)
POSITIVE = Range(Fraction(0), INF, True, True)


def point(value: Fraction) -> Range:
    """The range of one number."""
    return Range(value, value)


def tidy(value: Range) -> Range:
    """A range with shorter ends that contains ``value``."""
    lower, upper = value.lower, value.upper
    if isinstance(lower, Fraction) and max(abs(lower.numerator), lower.denominator) > LIMIT:
        lower = _outward(arb(_exact(lower)), -1)
    if isinstance(upper, Fraction) and max(abs(upper.numerator), upper.denominator) > LIMIT:
        upper = _outward(arb(_exact(upper)), 1)
    return Range(lower, upper, value.lower_open, value.upper_open)


def _exact(value: End) -> fmpq:
    assert isinstance(value, Fraction)
    return fmpq(value.numerator, value.denominator)


def _outward(ball: Any, direction: int) -> End:
    """The lower (-1) or upper (1) end of a ball as a fraction; an infinity when it is none."""
    if not ball.is_finite():
        return INF * direction
    end = ball.lower() if direction < 0 else ball.upper()
    mantissa, exponent = end.man_exp()
    if abs(int(exponent)) > 5000:
        if direction < 0:
            return Fraction(0) if end >= 0 else -INF
        return Fraction(0) if end <= 0 else INF
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def add(*values: Range) -> Range:
    """Sums."""
    lower: End = Fraction(0)
    upper: End = Fraction(0)
    lower_open = upper_open = False
    for value in values:
        lower = _sum(lower, value.lower, -INF)
        upper = _sum(upper, value.upper, INF)
        lower_open |= value.lower_open
        upper_open |= value.upper_open
    return tidy(Range(lower, upper, lower_open, upper_open))


def _sum(first: End, second: End, otherwise: End) -> End:
    """The sum of two ends; Python would round a fraction to add it to an infinity."""
    finite = isinstance(first, Fraction) and isinstance(second, Fraction)
    return first + second if finite else otherwise


def negate(value: Range) -> Range:
    """Negatives."""
    return Range(-value.upper, -value.lower, value.upper_open, value.lower_open)


def _product(x: End, y: End) -> End:
    if x == 0 or y == 0:
        return Fraction(0)
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return x * y
    return INF if (x > 0) == (y > 0) else -INF


def multiply(x: Range, y: Range) -> Range:
    """Products of independent factors."""
    corners: list[tuple[End, bool]] = []
    for left, left_open in ((x.lower, x.lower_open), (x.upper, x.upper_open)):
        for right, right_open in ((y.lower, y.lower_open), (y.upper, y.upper_open)):
            attained = (
                (left == 0 and not left_open)
                or (right == 0 and not right_open)
                or not (left_open or right_open)
            )
            corners.append((_product(left, right), not attained))
    zero_inside = _straddles(x) or _straddles(y)
    lower = min(value for value, _ in corners)
    upper = max(value for value, _ in corners)
    lower_open = all(is_open for value, is_open in corners if value == lower)
    upper_open = all(is_open for value, is_open in corners if value == upper)
    if zero_inside:
        lower_open = lower_open and lower != 0
        upper_open = upper_open and upper != 0
    return tidy(Range(lower, upper, lower_open, upper_open))


def _straddles(x: Range) -> bool:
    return x.lower < 0 < x.upper


def reciprocal(x: Range) -> Range | None:
    """Reciprocals; None when zero may be an element, or none is as bounds contradict each other."""
    if x.positive and x.upper == 0:
        return None
    if x.positive:
        lower = Fraction(0) if not isinstance(x.upper, Fraction) else 1 / x.upper
        upper: End = INF if x.lower == 0 else 1 / x.lower
        return tidy(Range(lower, upper, x.upper_open, x.lower_open or x.lower == 0))
    if x.negative:
        inverse = reciprocal(negate(x))
        return None if inverse is None else negate(inverse)
    return None


def absolute(x: Range) -> Range:
    """Absolute values."""
    if x.nonnegative:
        return x
    if x.nonpositive:
        return negate(x)
    upper, upper_closed = max((-x.lower, not x.lower_open), (x.upper, not x.upper_open))
    return Range(Fraction(0), upper, False, not upper_closed)


def power(x: Range, exponent: int) -> Range:
    """Powers with a positive integer exponent."""
    if exponent % 2 == 0:
        x = absolute(x)

    def at(end: End) -> End:
        if not isinstance(end, Fraction):
            return end if exponent % 2 else INF
        if exponent * max(abs(end.numerator), end.denominator).bit_length() > 20000:
            raise OverflowError("power too large")
        return end**exponent

    try:
        return tidy(Range(at(x.lower), at(x.upper), x.lower_open, x.upper_open))
    except OverflowError:
        return NONNEGATIVE if x.nonnegative else ALL


def increasing(
    x: Range,
    function: Callable[[Any], Any],
    *,
    at_minus: End,
    at_plus: End,
    exact: dict[Fraction, Fraction] | None = None,
) -> Range:
    """The image under an increasing function with the given limits at the infinite ends."""

    def at(end: End, direction: int) -> End:
        if not isinstance(end, Fraction):
            return at_plus if end > 0 else at_minus
        if exact and end in exact:
            return exact[end]
        with precision(BITS):
            return _outward(function(arb(_exact(end))), direction)

    lower, upper = at(x.lower, -1), at(x.upper, 1)
    lower = max(lower, at_minus)
    upper = min(upper, at_plus)
    return Range(lower, upper, x.lower_open, x.upper_open)


def exp(x: Range) -> Range:
    """Exponentials; always positive."""
    image = increasing(
        x,
        lambda ball: ball.exp(),
        at_minus=Fraction(0),
        at_plus=INF,
        exact={Fraction(0): Fraction(1)},
    )
    return image.meet(POSITIVE)


def log(x: Range) -> Range | None:
    """Logarithms; None when an element may be <= 0."""
    if not x.positive:
        return None
    if x.lower == 0:
        x = Range(Fraction(0), x.upper, True, x.upper_open)

    def value(ball: Any) -> Any:
        return ball.log() if ball > 0 else arb.neg_inf()

    return increasing(
        x,
        value,
        at_minus=-INF,
        at_plus=INF,
        exact={Fraction(1): Fraction(0)},
    )


def root(x: Range, p: int, q: int) -> Range | None:
    """``x ** (p/q)`` with p, q > 0; None when an element may be negative."""
    if not x.nonnegative:
        return None
    return increasing(
        x,
        lambda ball: ball.root(q) ** p,
        at_minus=Fraction(0),
        at_plus=INF,
        exact={Fraction(0): Fraction(0), Fraction(1): Fraction(1)},
    )


def raised(base: Range, exponent: Range) -> Range | None:
    """``base ** exponent``; None unless the base is > 0, or is >= 0 and the exponent > 0."""
    if base.positive:
        logarithm = log(base)
        return None if logarithm is None else exp(multiply(exponent, logarithm))
    if not (base.nonnegative and exponent.positive):
        return None
    upper: End = INF
    if base.upper <= 1:
        upper = Fraction(1)
    elif isinstance(base.upper, Fraction) and isinstance(exponent.upper, Fraction):
        upper = exp(multiply(exponent, log(point(base.upper)) or ALL)).upper
    less = upper == 1 and (base.upper < 1 or base.upper_open)
    return Range(Fraction(0), upper, False, less)


def raised_whole(base: Range, exponent: Range, *, even: bool) -> Range:
    """``base ** exponent`` for integers >= 0, whatever the sign of the base."""
    sizes, signed = absolute(base), not (even or base.nonnegative)
    size, is_open = sizes.upper, sizes.upper_open
    if size > 1:
        return ALL if signed else NONNEGATIVE
    count = min(math.ceil(exponent.lower), MAX_LEAST)
    low = -(size ** max(count, 1)) if signed else Fraction(0)
    return Range(low, size**count, is_open and signed, is_open and count >= 1)
