"""Intervals with exact rational ends: sums, products, powers and increasing functions of them.

What is trusted here: Python's fractions; mpmath's interval ``+ - * / sqrt`` and pi, in a context
of its own; and that its exp and log, which round what they approximate with 14 bits more, are off
by less than the 2**-100 of their size by which they are widened; with :data:`MORE` bits, by less
than 2**-460. An infinite end is written as a float and is open: no value equals it. In the
neighbourhood of infinity intervals contain the limit points instead, and infinite ends are closed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from mpmath import MPIntervalContext

End = Fraction | float
INF = math.inf
BITS, MORE, LIMIT, FAR = 120, 480, 320, 20_000
iv = MPIntervalContext()
iv.prec = BITS


class Range(NamedTuple):
    """The numbers between two ends, each attained or open."""

    lower: End
    upper: End
    lower_open: bool = False
    upper_open: bool = False

    @property
    def positive(self) -> bool:
        """Whether every element is > 0."""
        return self.lower > 0 or (self.lower == 0 and self.lower_open)

    @property
    def nonnegative(self) -> bool:
        """Whether every element is >= 0."""
        return self.lower >= 0

    @property
    def attains_infinity(self) -> bool:
        """Whether an element is infinite."""
        ends = (self.lower, self.lower_open), (self.upper, self.upper_open)
        return any(abs(end) == INF and not is_open for end, is_open in ends)

    def __neg__(self) -> Range:
        return Range(-self.upper, -self.lower, self.upper_open, self.lower_open)

    def plus(self, other: Range) -> Range:
        """Sums; an infinity that is attained and something finite have that infinity for sum."""
        low, low_open = _sum((self.lower, self.lower_open), (other.lower, other.lower_open), -INF)
        high, high_open = _sum((self.upper, self.upper_open), (other.upper, other.upper_open), INF)
        return _tidy(Range(low, high, low_open, high_open))

    def times(self, other: Range) -> Range:
        """Products of independent factors."""
        if _sign(self.upper) < 0:
            return -(-self).times(other)
        if _sign(other.upper) < 0:
            return -self.times(-other)
        if _sign(self.lower) > 0 and _sign(other.lower) > 0:
            return _tidy(self._far_from_zero(other))
        corners: list[tuple[End, bool]] = []
        for a, a_open in ((self.lower, self.lower_open), (self.upper, self.upper_open)):
            for b, b_open in ((other.lower, other.lower_open), (other.upper, other.upper_open)):
                a_far, b_far = isinstance(a, float), isinstance(b, float)
                endless = (a_far and not a_open) or (b_far and not b_open)
                if not a or not b:
                    attained = (not a and not a_open) or (not b and not b_open)
                    if endless and attained:
                        return ANY
                    if not endless:  # else the corner at the other end of what is not 0 says more
                        corners.append((Fraction(0), not attained))
                else:
                    far = a_far or b_far
                    corner = a * b if not far else INF if (a > 0) == (b > 0) else -INF
                    corners.append((corner, (a_open or b_open) and not endless))
        low, high = min(c for c, _ in corners), max(c for c, _ in corners)
        inside = self.lower < 0 < self.upper or other.lower < 0 < other.upper
        low_open = all(is_open for c, is_open in corners if c == low) and not (inside and low == 0)
        high_open = all(is_open for c, is_open in corners if c == high) and not (
            inside and high == 0
        )
        return _tidy(Range(low, high, low_open, high_open))

    def _far_from_zero(self, other: Range) -> Range:
        """Products where all is > 0; an infinity that is attained is the product with it."""
        ends, flags = [], []
        for a, a_open, b, b_open in (
            (self.lower, self.lower_open, other.lower, other.lower_open),
            (self.upper, self.upper_open, other.upper, other.upper_open),
        ):
            a_far, b_far = isinstance(a, float), isinstance(b, float)
            endless = (a_far and not a_open) or (b_far and not b_open)
            ends.append(INF if a_far or b_far else a * b)
            flags.append((a_open or b_open) and not endless)
        return Range(ends[0], ends[1], flags[0], flags[1])

    def meet(self, other: Range) -> Range:
        """What lies in both."""
        low = max((self.lower, self.lower_open), (other.lower, other.lower_open))
        high = min((self.upper, not self.upper_open), (other.upper, not other.upper_open))
        return Range(low[0], high[0], low[1], not high[1])

    def within(self, other: Range) -> bool:
        """Whether every element is one of ``other``."""
        return self.meet(other) == self


ANY, ALL, NONNEGATIVE, POSITIVE = (
    Range(-INF, INF),
    Range(-INF, INF, True, True),
    Range(Fraction(0), INF, False, True),
    Range(Fraction(0), INF, True, True),
)
ONE = Fraction(1)


def _sign(end: End) -> End:
    """A number with the sign of an end; that of a fraction is compared with zero faster."""
    return end.numerator if isinstance(end, Fraction) else end


def short(end: End, up: bool) -> End:
    """The end, or a fraction of few digits on its far side."""
    if not isinstance(end, Fraction):
        return end
    size = end.numerator.bit_length(), end.denominator.bit_length()
    bits: int = iv.prec
    if max(size) <= LIMIT + bits - BITS or size[1] == 1:
        return end
    unit = Fraction(2) ** (size[0] - size[1] - bits)
    return (math.ceil(end / unit) if up else math.floor(end / unit)) * unit


def _tidy(found: Range) -> Range:
    low, high = short(found.lower, False), short(found.upper, True)
    return Range(low, high, found.lower_open, found.upper_open)


def _sum(a: tuple[End, bool], b: tuple[End, bool], otherwise: End) -> tuple[End, bool]:
    if isinstance(a[0], Fraction) and isinstance(b[0], Fraction):
        return a[0] + b[0], a[1] or b[1]
    infinite = [end for end in (a, b) if abs(end[0]) == INF]
    if not infinite:
        return a[0] + b[0], a[1] or b[1]
    first, *more = [end for end in infinite if not end[1]] or infinite
    return (otherwise if more and more[0] != first else first[0]), first[1]


def reciprocal(x: Range) -> Range:
    """1/x, for x without zero."""
    if not x.positive:
        return -reciprocal(-x)
    low = Fraction(0) if x.upper == INF else 1 / x.upper
    high = INF if x.lower == 0 else Fraction(0) if x.lower == INF else 1 / x.lower
    return _tidy(Range(low, high, x.upper_open, x.lower_open))


def absolute(x: Range) -> Range:
    """The sizes of the elements."""
    if x.lower >= 0 or x.upper <= 0:
        return x if x.lower >= 0 else -x
    high = max((-x.lower, not x.lower_open), (x.upper, not x.upper_open))
    return Range(Fraction(0), high[0], False, not high[1])


def power(x: Range, n: int) -> Range:
    """Powers with an exponent n >= 1."""
    x = x if n % 2 else absolute(x)
    return _tidy(Range(x.lower**n, x.upper**n, x.lower_open, x.upper_open))


def point(value: Fraction) -> Any:
    """The interval of mpmath around a fraction."""
    return iv.mpf(value.numerator) / iv.mpf(value.denominator)


def dyadic(mantissa: tuple[int, int, int, int]) -> Fraction:
    """A number of mpmath as a fraction."""
    sign, digits, exponent, _ = mantissa
    if exponent and not digits:
        raise OverflowError("no finite number")  # mpmath writes infinities so
    return Fraction((-1) ** sign * int(digits)) * Fraction(2) ** int(exponent)


@lru_cache(maxsize=2)
def _wider(bits: int) -> Any:
    return iv.mpf(1) + iv.mpf([-1, 1]) / iv.mpf(2 ** (bits - 20))


@contextmanager
def finer() -> Iterator[None]:
    """Has more bits in all that is computed within."""
    iv.prec = MORE
    try:
        yield
    finally:
        iv.prec = BITS


def exponential(x: Any) -> Any:
    """An interval that contains the exponentials of the elements."""
    return iv.exp(x) * _wider(iv.prec)


def logarithm(x: Any) -> Any:
    """An interval that contains the logarithms of the elements."""
    return iv.log(x) * _wider(iv.prec)


def _erfc(x: Any) -> Any:
    """Bounds of erfc(x) at a point, for x >= 0 by alternating series whose remainder is at most
    the first term left out.

    Up to 5 the power series of erf (DLMF 7.6.1; its terms decrease from n = x**2 on), beyond it
    the asymptotic series (DLMF 7.12.1 with 7.12(ii): real x > 0).
    """
    if x.a < 0:
        return 2 - _erfc(-x)
    small = x.b < 5
    term = x if small else exponential(-x * x) / x
    total, n, last, square = iv.mpf(0), 0, 0, x * x
    while n < (200 if small else 24):
        total += term / (2 * n + 1) if small else term
        n, last = n + 1, term
        if small and n > 25 and abs(last).b < iv.mpf(2) ** -(iv.prec + 8):
            break
        term = -term * square / n if small else -term * (2 * n - 1) / (2 * square)
    total += iv.mpf([-1, 1]) * abs(last)
    scale = iv.sqrt(iv.pi)
    return 1 - 2 * total / scale if small else total / scale


# increasing functions: value at a point, limits at the infinite ends, exact values
Table = dict[str, tuple[Callable[[Any], Any], End, End, dict[Fraction, Fraction]]]
ZERO_AT_ZERO = {Fraction(0): Fraction(0)}
INCREASING: Table = {
    "exp": (exponential, Fraction(0), INF, {Fraction(0): ONE}),
    "log": (logarithm, -INF, INF, {ONE: Fraction(0)}),
    "sinh": (lambda x: (exponential(x) - exponential(-x)) / 2, -INF, INF, ZERO_AT_ZERO),
    "cosh": (lambda x: (exponential(x) + exponential(-x)) / 2, ONE, INF, {Fraction(0): ONE}),
    "tanh": (lambda x: 1 - 2 / (exponential(2 * x) + 1), -ONE, ONE, ZERO_AT_ZERO),
    "mirrored erfc": (lambda x: _erfc(-x), Fraction(0), 2 * ONE, {Fraction(0): ONE}),
    "erf": (lambda x: 1 - _erfc(x), -ONE, ONE, ZERO_AT_ZERO),
    "Phi": (
        lambda x: _erfc(-x / iv.sqrt(2)) / 2,
        Fraction(0),
        ONE,
        {Fraction(0): Fraction(1, 2)},
    ),
}


NORMAL, FAR_OUT = ("mirrored erfc", "erf", "Phi"), 2000
"""Functions that differ from a limit by about ``exp(-x**2)``; beyond what they are not computed."""


@lru_cache(maxsize=50_000)
def _image(name: str, value: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Bounds of a function of the table at a number, as exact as so many bits allow."""
    low, high = INCREASING[name][0](point(value))._mpi_
    return dyadic(low), dyadic(high)


def increasing(x: Range, name: str) -> Range:
    """The image under a function of the table."""
    _, at_minus, at_plus, exact = INCREASING[name]
    far = FAR_OUT if name in NORMAL else FAR

    def at(end: End, up: bool) -> End:
        if abs(end) == INF or (end == 0 and name == "log"):
            return at_plus if end > 0 else at_minus
        value = Fraction(end)
        if value in exact:
            return exact[value]
        if abs(value) > far and name != "log":
            if up == (value > 0):
                return at_plus if up else at_minus
            value = Fraction(far if value > 0 else -far)
        return short(_image(name, value, iv.prec)[1 if up else 0], up)

    low, high = max(at(x.lower, False), at_minus), min(at(x.upper, True), at_plus)
    return Range(low, high, x.lower_open, x.upper_open)
