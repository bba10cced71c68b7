"""Ranges of expressions over a product domain, with exact rational ends.

What is trusted here: Python's fractions, and mpmath's interval ``+ - * / exp log`` at points, in a
context of its own. A range of an expression is found from the ranges of its parts; where a part
may be undefined there is none (:class:`UndefinedError`).

An infinite end is written as a float and is open: no value equals it. In the neighbourhood of
infinity (a variable named by ``far``) ranges contain the limit points instead, and infinite ends
are closed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, NamedTuple

import sympy
from mpmath import MPIntervalContext
from sympy import Basic, Expr, S, Symbol

from dpsym.language.domains import Integers, Interval

End = Fraction | float
Domain = Interval | Integers
INF = math.inf
BITS, LIMIT, FAR, MAX_SUMMANDS = 120, 320, 4000, 1000
iv = MPIntervalContext()
iv.prec = BITS


class UndefinedError(Exception):
    """Some part of an expression may be undefined at a point of the region."""


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

    def __neg__(self) -> Range:
        return Range(-self.upper, -self.lower, self.upper_open, self.lower_open)

    def plus(self, other: Range) -> Range:
        """Sums."""
        return _add(self, other)

    def times(self, other: Range) -> Range:
        """Products of independent factors."""
        return _multiply(self, other)

    def meet(self, other: Range) -> Range:
        """What lies in both."""
        low = max((self.lower, self.lower_open), (other.lower, other.lower_open))
        high = min((self.upper, not self.upper_open), (other.upper, not other.upper_open))
        return Range(low[0], high[0], low[1], not high[1])

    def within(self, other: Range) -> bool:
        """Whether every element is one of ``other``."""
        return self.meet(other) == self


ALL, NONNEGATIVE, POSITIVE = (
    Range(-INF, INF, True, True),
    Range(Fraction(0), INF, False, True),
    Range(Fraction(0), INF, True, True),
)
ONE = Fraction(1)


def _short(end: End, up: bool) -> End:
    """The end, or a fraction of few digits on its far side."""
    if not isinstance(end, Fraction):
        return end
    size = end.numerator.bit_length(), end.denominator.bit_length()
    if max(size) <= LIMIT or end.denominator == 1:
        return end
    unit = Fraction(2) ** (size[0] - size[1] - BITS)
    return (math.ceil(end / unit) if up else math.floor(end / unit)) * unit


def _tidy(found: Range) -> Range:
    low, high = _short(found.lower, False), _short(found.upper, True)
    return Range(low, high, found.lower_open, found.upper_open)


def _sum(a: End, b: End, otherwise: End) -> End:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a + b
    return otherwise if otherwise in (a, b) else -otherwise


def _add(x: Range, y: Range) -> Range:
    low, high = _sum(x.lower, y.lower, -INF), -_sum(-x.upper, -y.upper, -INF)
    return _tidy(Range(low, high, x.lower_open or y.lower_open, x.upper_open or y.upper_open))


def _multiply(x: Range, y: Range) -> Range:
    corners: list[tuple[End, bool]] = []
    for a, a_open in ((x.lower, x.lower_open), (x.upper, x.upper_open)):
        for b, b_open in ((y.lower, y.lower_open), (y.upper, y.upper_open)):
            if a == 0 or b == 0:
                if (abs(a) == INF and not a_open) or (abs(b) == INF and not b_open):
                    return ALL
                attained = (a == 0 and not a_open) or (b == 0 and not b_open)
                corners.append((Fraction(0), not attained))
            else:
                finite = isinstance(a, Fraction) and isinstance(b, Fraction)
                corners.append(
                    (a * b if finite else INF if (a > 0) == (b > 0) else -INF, a_open or b_open)
                )
    low, high = min(c for c, _ in corners), max(c for c, _ in corners)
    inside = x.lower < 0 < x.upper or y.lower < 0 < y.upper
    low_open = all(is_open for c, is_open in corners if c == low) and not (inside and low == 0)
    high_open = all(is_open for c, is_open in corners if c == high) and not (inside and high == 0)
    return _tidy(Range(low, high, low_open, high_open))


def _reciprocal(x: Range) -> Range:
    if not x.positive:
        return -_reciprocal(-x)
    low = Fraction(0) if x.upper == INF else 1 / x.upper
    high = INF if x.lower == 0 else Fraction(0) if x.lower == INF else 1 / x.lower
    return _tidy(Range(low, high, x.upper_open, x.lower_open))


def _absolute(x: Range) -> Range:
    if x.lower >= 0 or x.upper <= 0:
        return x if x.lower >= 0 else -x
    high = max((-x.lower, not x.lower_open), (x.upper, not x.upper_open))
    return Range(Fraction(0), high[0], False, not high[1])


def _power(x: Range, n: int) -> Range:
    """Powers with an exponent n >= 1."""
    x = x if n % 2 else _absolute(x)
    return _tidy(Range(x.lower**n, x.upper**n, x.lower_open, x.upper_open))


def point(value: Fraction) -> Any:
    """The interval of mpmath around a fraction."""
    return iv.mpf(value.numerator) / iv.mpf(value.denominator)


def _end(mantissa: tuple[int, int, int, int], up: bool) -> Fraction:
    sign, digits, exponent, _ = mantissa
    return Fraction((-1) ** sign * int(digits)) * Fraction(2) ** int(exponent)


def _erfc(x: Any) -> Any:
    """Bounds of erfc(x) at a point, for x >= 0 by alternating series whose remainder is at most
    the first term left out.

    Up to 5 the power series of erf (DLMF 7.6.1; its terms decrease from n = x**2 on), beyond it
    the asymptotic series (DLMF 7.12.1 with 7.12(ii): real x > 0).
    """
    if x.a < 0:
        return 2 - _erfc(-x)
    small = x.b < 5
    term = x if small else iv.exp(-x * x) / x
    total, n, last = iv.mpf(0), 0, 0
    while n < (200 if small else 24):
        total += term / (2 * n + 1) if small else term
        n, last = n + 1, term
        term = -term * x * x / n if small else -term * (2 * n - 1) / (2 * x * x)
    total += iv.mpf([-1, 1]) * abs(last)
    scale = iv.sqrt(iv.pi)
    return 1 - 2 * total / scale if small else total / scale


# increasing functions: value at a point, limits at the infinite ends, exact values
Table = dict[str, tuple[Callable[[Any], Any], End, End, dict[Fraction, Fraction]]]
ZERO_AT_ZERO = {Fraction(0): Fraction(0)}
INCREASING: Table = {
    "exp": (iv.exp, Fraction(0), INF, {Fraction(0): ONE}),
    "log": (iv.log, -INF, INF, {ONE: Fraction(0)}),
    "sinh": (lambda x: (iv.exp(x) - iv.exp(-x)) / 2, -INF, INF, ZERO_AT_ZERO),
    "cosh": (lambda x: (iv.exp(x) + iv.exp(-x)) / 2, ONE, INF, {Fraction(0): ONE}),
    "tanh": (lambda x: 1 - 2 / (iv.exp(2 * x) + 1), -ONE, ONE, ZERO_AT_ZERO),
    "mirrored erfc": (lambda x: _erfc(-x), Fraction(0), 2 * ONE, {Fraction(0): ONE}),
    "erf": (lambda x: 1 - _erfc(x), -ONE, ONE, ZERO_AT_ZERO),
    "Phi": (
        lambda x: _erfc(-x / iv.sqrt(2)) / 2,
        Fraction(0),
        ONE,
        {Fraction(0): Fraction(1, 2)},
    ),
}


def _increasing(x: Range, name: str) -> Range:
    """The image under a function of the table."""
    function, at_minus, at_plus, exact = INCREASING[name]

    def at(end: End, up: bool) -> End:
        if abs(end) == INF or (end == 0 and name == "log"):
            return at_plus if end > 0 else at_minus
        value = Fraction(end)
        if value in exact:
            return exact[value]
        if abs(value) > FAR and name != "log":
            if up == (value > 0):
                return at_plus if up else at_minus
            value = Fraction(FAR if value > 0 else -FAR)
        image = function(point(value))
        ends = image._mpi_
        return _short(_end(ends[1 if up else 0], up), up)

    low, high = max(at(x.lower, False), at_minus), min(at(x.upper, True), at_plus)
    return Range(low, high, x.lower_open, x.upper_open)


def ends(domain: Domain) -> Range:
    """The range of a domain."""
    region = Region({})
    low = -INF if domain.lower is S.NegativeInfinity else region.range(domain.lower).lower
    high = INF if domain.upper is S.Infinity else region.range(domain.upper).upper
    if isinstance(domain, Interval):
        return Range(low, high, domain.lower_open, domain.upper_open)
    return Range(low, high, low == -INF, high == INF)


class Region:
    """Domains with facts: expressions that are >= 0, or > 0 where the flag is set."""

    def __init__(
        self,
        domains: dict[Symbol, Domain],
        facts: Iterable[tuple[Expr, bool]] = (),
        far: Symbol | None = None,
        box: dict[Symbol, Range] | None = None,
    ) -> None:
        self.domains, self.far = domains, far
        self.known: dict[Basic, Range] = {}
        self.signs: dict[Any, Range] = {}
        self.polynomials: dict[Basic, Any] = {}
        for symbol, domain in domains.items():
            self.known[symbol] = (box or {}).get(symbol) or ends(domain)
        if far is not None:
            self.known[far] = Range(INF, INF)
        for fact, strict in facts:
            if far is None or not fact.has(far):
                self._learn(fact, POSITIVE if strict else NONNEGATIVE)

    def _learn(self, fact: Expr, sign: Range) -> None:
        from dpsym.kernel.scalar_normal import ray

        for value, found in ((ray(fact, self), sign), (ray(-fact, self), -sign)):
            if value is not None:
                self.signs[value] = self.signs.get(value, ALL).meet(found)
        self.known = {e: r for e, r in self.known.items() if e.is_Symbol}
        if fact.is_Symbol and fact in self.known:
            self.known[fact] = self.known[fact].meet(sign)
        self.polynomials = {}

    def range(self, expr: Basic) -> Range:
        """The range of ``expr``, which is then defined and continuous on the region.

        Raises:
            UndefinedError: some part may be undefined.
        """
        if expr not in self.known:
            found = self.known[expr] = self._range(expr)
            if self.signs and expr.free_symbols:
                from dpsym.kernel.scalar_normal import ray

                found = found.meet(self.signs.get(ray(expr, self), ALL))
            self.known[expr] = found
        return self.known[expr]

    def _range(self, expr: Any) -> Range:
        name = expr.func.__name__
        if expr.is_Rational:
            return Range(*2 * (Fraction(int(expr.p), int(expr.q)),))
        if expr is S.Pi or expr is S.Exp1:
            value = (iv.pi if expr is S.Pi else iv.exp(iv.mpf(1)))._mpi_
            return Range(_end(value[0], False), _end(value[1], True))
        if expr.is_Symbol or not expr.args:
            raise UndefinedError(f"{expr} has no range")
        if name == "Sum":
            parts = [inner.range(part).nonnegative for inner, part in self.summands(expr)]
            return NONNEGATIVE if all(parts) else ALL
        if expr.is_Pow and expr.base is not S.Exp1:
            return self._raised(expr.base, expr.exp)
        inner = [self.range(argument) for argument in expr.args]
        if expr.is_Add or expr.is_Mul:
            total = inner[0]
            for part in inner[1:]:
                total = (_add if expr.is_Add else _multiply)(total, part)
            return total
        if name in ("Max", "Min"):
            inner = inner if name == "Max" else [-part for part in inner]
            low = max((part.lower, part.lower_open) for part in inner)
            high = max((part.upper, not part.upper_open) for part in inner)
            top = Range(low[0], high[0], low[1], not high[1])
            return top if name == "Max" else -top
        return self._function(name, expr.args, inner[-1])

    def _function(self, name: str, arguments: tuple[Expr, ...], x: Range) -> Range:
        if name == "log" and not (x.positive and len(arguments) == 1):
            raise UndefinedError(f"log({arguments[0]})")
        if name in INCREASING:
            return _increasing(_absolute(x) if name == "cosh" else x, name)
        if name == "erfc":
            return _increasing(-x, "mirrored erfc")
        if name == "Abs":
            return _absolute(x)
        if name in ("factorial", "harmonic", "binomial") and all(map(self.natural, arguments)):
            low = ONE if name == "factorial" or (name == "harmonic" and x.lower >= 1) else 0
            return Range(Fraction(low), INF, False, True)
        raise UndefinedError(f"nothing is known about {name}")

    def summands(self, expr: Any) -> list[tuple[Region, Expr]]:
        """The terms of a sum between numbers, or else its term in a region with its variable.

        Raises:
            UndefinedError: the sum may have fewer than no terms.
        """
        term, (index, low, high) = expr.args
        if index in self.domains or (self.far is not None and expr.has(self.far)):
            raise UndefinedError(f"{expr} has no value here")
        if low.is_Integer and high.is_Integer and -1 <= high - low < MAX_SUMMANDS:
            values = range(int(low), int(high) + 1)
            return [(self, term.xreplace({index: sympy.Integer(i)})) for i in values]
        if not (low.is_Integer and self.natural(high - low + 1)):
            raise UndefinedError(f"{expr} is no sum of terms")
        inner = Region({**self.domains, index: Integers(low, S.Infinity)})
        return [(inner, term)]

    def natural(self, expr: Expr) -> bool:
        """Whether the expression is an integer >= 0."""
        return self.integral(expr) and self.range(expr).nonnegative

    def integral(self, expr: Expr) -> bool:
        """Whether the expression is evidently an integer."""
        if expr.is_Symbol:
            return isinstance(self.domains.get(expr), Integers)
        return bool(expr.is_Integer) or (
            (expr.is_Add or expr.is_Mul) and all(self.integral(part) for part in expr.args)
        )

    def _raised(self, base: Expr, exponent: Expr) -> Range:
        x = self.range(base)
        if exponent.is_Rational:
            if exponent.is_zero and (x.positive or (-x).positive):
                return Range(ONE, ONE)
            if exponent.is_zero:
                raise UndefinedError(f"{base}**0")
            if exponent < 0 and not (x.positive or (-x).positive):
                if exponent.is_Integer and self._nonzero(base):
                    return ALL
                raise UndefinedError(f"{base} may vanish")
            found = self._root(base, x, abs(exponent))
            return found if exponent > 0 else _reciprocal(found)
        y = self.range(exponent)
        if x.positive:
            return _increasing(_multiply(_increasing(x, "log"), y), "exp")
        if self.far is not None:
            raise UndefinedError(f"{base}**({exponent}) has no limit that is known")
        if x.nonnegative and (y.positive or self.natural(exponent)):
            return Range(Fraction(0), ONE, False, False) if x.upper <= 1 else NONNEGATIVE
        if self.natural(exponent):
            return ALL
        raise UndefinedError(f"{base}**({exponent})")

    def _nonzero(self, base: Expr) -> bool:
        from dpsym.kernel.scalar_normal import ray

        return self.signs.get(ray(base**2, self), ALL).positive

    def _root(self, base: Expr, x: Range, exponent: sympy.Rational) -> Range:
        if exponent.is_Integer:
            return _power(x, int(exponent))
        if not x.nonnegative:
            raise UndefinedError(f"{base}**{exponent}")

        def at(end: End, up: bool) -> End:
            if end in (0, INF):
                return end
            value = Fraction(end)
            parts = (value.numerator, value.denominator)
            roots = [sympy.integer_nthroot(part, int(exponent.q)) for part in parts]
            if all(exact for _, exact in roots):
                return Fraction(roots[0][0], roots[1][0]) ** int(exponent.p)
            image = iv.exp(iv.log(point(value)) * int(exponent.p) / int(exponent.q))._mpi_
            return _short(_end(image[1 if up else 0], up), up)

        return Range(at(x.lower, False), at(x.upper, True), x.lower_open, x.upper_open)
