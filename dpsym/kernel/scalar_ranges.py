"""Ranges of expressions over a product domain, with exact rational ends.

A range of an expression is found from the ranges of its parts; where a part may be undefined there
is none (:class:`UndefinedError`). In the neighbourhood of infinity (a variable named by ``far``)
ranges contain the limit points.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

from dpsym.kernel.rejection import UndefinedError
from dpsym.kernel.scalar_intervals import (
    ALL,
    ANY,
    INCREASING,
    INF,
    NONNEGATIVE,
    ONE,
    End,
    Range,
    absolute,
    dyadic,
    exponential,
    increasing,
    iv,
    logarithm,
    point,
    reciprocal,
    short,
)
from dpsym.kernel.scalar_intervals import power as power_of
from dpsym.kernel.term import COUNTING, NAME, PI, PLUS, POWER, SUM, TIMES, Term, nodes, number
from dpsym.kernel.term_reading import Domain
from dpsym.kernel.term_reduction import (
    base_exponent,
    exact_root,
    minus,
    parts,
    plus,
    power,
    put,
    times,
)

ZERO = Range(Fraction(0), Fraction(0))
MAX_POWER, MAX_BITS = 20_000, 2_000_000
MAX_SUMMANDS, MOST_SUMMANDS = 1000, 25_000
MAX_LEAST = 64


def ends(domain: Domain) -> Range:
    """The range of a domain."""
    region = Region({})
    low = -INF if domain.lower is None else region.range(domain.lower).lower
    high = INF if domain.upper is None else region.range(domain.upper).upper
    return Range(low, high, domain.lower_open, domain.upper_open)


def bits(x: Range) -> int:
    """How long the numbers are that the finite ends are written with."""
    whole = [n for end in x[:2] if isinstance(end, Fraction) for n in end.as_integer_ratio()]
    return max((n.bit_length() for n in whole), default=0)


def any_number(parts: list[Range]) -> Range:
    """The sums of any number of terms, each in one of the ranges; infinite where terms may be."""
    endless = any(part.attains_infinity for part in parts)
    large = Range(Fraction(0), INF, False, not endless)
    if all(part.nonnegative for part in parts):
        return large
    if all((-part).nonnegative for part in parts):
        return -large
    return ANY if endless else ALL


def small_power(x: Range, least: int) -> Range:
    """Powers with integer exponents that are >= 0 and at least ``least``, whatever the sign of x.

    Where ``abs(x) <= a <= 1``, the size of ``x**n`` is at most ``a**least``; for it to be negative
    n is odd, so at least 1. Where ``abs(x) < a`` it is less, if n is not 0.
    """
    _, size, _, is_open = absolute(x)
    if size > 1:
        return ALL
    count = min(least, MAX_LEAST)
    return Range(-(size ** max(count, 1)), size**count, is_open, is_open and count >= 1)


def _rate(term: Term, far: Term) -> Term:
    """A term divided by the far variable, which is not 0 where it is large."""
    factors = parts(TIMES, term)
    for place, (base, exponent) in enumerate(map(base_exponent, factors)):
        if base is far and exponent.is_number and exponent.value >= 1:
            less = [power(base, exponent.value - 1)] if exponent.value > 1 else []
            return times(*factors[:place], *less, *factors[place + 1 :])
    return times(power(far, -1), term)


class Region:
    """Names with domains; one may be in the neighbourhood of infinity, and some in a box."""

    def __init__(
        self,
        domains: Mapping[Term, Domain],
        far: Term | None = None,
        box: Mapping[Term, Range] | None = None,
    ) -> None:
        self.domains, self.far = domains, far
        self.known: dict[Term, Range] = {}
        self.polynomials: dict[Term, Any] = {}
        self.opaque: dict[Any, Term] = {}
        for symbol, domain in domains.items():
            self.known[symbol] = (box or {}).get(symbol) or ends(domain)
        if far is not None:
            self.known[far] = Range(INF, INF)

    def range(self, term: Term) -> Range:
        """The range of ``term``, which is then defined and continuous on the region.

        Raises:
            UndefinedError: some part may be undefined.
        """
        if term not in self.known:
            self.known[term] = self._range(term)
        return self.known[term]

    def _range(self, term: Term) -> Range:
        kind = term.kind
        if kind == "number":
            return Range(term.value, term.value)
        if kind == PI:
            value = iv.pi._mpi_
            return Range(dyadic(value[0]), dyadic(value[1]))
        if kind == NAME:
            raise UndefinedError(f"{term} has no range")
        if kind == SUM:
            parts = [inner.range(part) for inner, part in self.summands(term)]
            if self._counted(term):
                return reduce(Range.plus, parts, ZERO)
            return any_number(parts)
        if kind == POWER:
            return self._raised(*term.args)
        inner = [self.range(argument) for argument in term.args]
        if kind in (PLUS, TIMES):
            if kind == TIMES and self._fades(term.args):
                kept = zip(term.args, inner, strict=True)
                inner = [ZERO, *(part for factor, part in kept if not self._moves(factor))]
            total = inner[0]
            for part in inner[1:]:
                total = total.plus(part) if kind == PLUS else total.times(part)
            return total
        if kind in ("Max", "Min"):
            inner = inner if kind == "Max" else [-part for part in inner]
            low = max((part.lower, part.lower_open) for part in inner)
            high = max((part.upper, not part.upper_open) for part in inner)
            top = Range(low[0], high[0], low[1], not high[1])
            return top if kind == "Max" else -top
        return self._function(kind, term.args, inner[-1])

    def _moves(self, factor: Term) -> bool:
        """Whether a factor is a power of the far variable, or an exponential in which it is."""
        base, exponent = base_exponent(factor)
        if base is self.far:
            return exponent.is_number
        return factor.kind == "exp" and self.far is not None and factor.has(self.far)

    def _fades(self, factors: tuple[Term, ...]) -> bool:
        """Whether powers of the far variable x times exponentials exp(u) have the limit 0.

        They have where u/x has a negative limit: from some x on, u < -c*x for a number c > 0.
        """
        if self.far is None:
            return False
        inside = [f.args[0] for f in factors if f.kind == "exp" and self._moves(f)]
        rates = [_rate(part, self.far) for u in inside for part in parts(PLUS, u)]
        return bool(rates) and self.range(plus(*rates)).upper < 0

    def _function(self, name: str, arguments: tuple[Term, ...], x: Range) -> Range:
        if name == "log" and not x.positive:
            raise UndefinedError(f"log({arguments[0]})")
        if name in INCREASING:
            return increasing(absolute(x) if name == "cosh" else x, name)
        if name == "erfc":
            return increasing(-x, "mirrored erfc")
        if name == "Abs":
            return absolute(x)
        if name in COUNTING and all(map(self.natural, arguments)):
            low = ONE if name == "factorial" or (name == "harmonic" and x.lower >= 1) else 0
            return Range(Fraction(low), INF, False, True)
        raise UndefinedError(f"nothing is known about {name}")

    def summands(self, term: Term) -> list[tuple[Region, Term]]:
        """The terms of a sum between numbers, or else its term in a region with its variable.

        Raises:
            UndefinedError: the sum may have fewer than no terms.
        """
        part, index, low, high = term.args
        again = any(node.kind == SUM and node.args[1] is index for node in nodes(part))
        if again or index in self.domains or (self.far is not None and term.has(self.far)):
            raise UndefinedError(f"{term} has no value here")
        if self._counted(term):
            values = range(int(low.value), int(high.value) + 1)
            return [(self, put(part, {index: number(i)})) for i in values]
        if not (low.is_integer and self.natural(plus(high, minus(number(1), low)))):
            raise UndefinedError(f"{term} is no sum of terms")
        wider = {**self.domains, index: Domain(low, None, False, True, integers=True)}
        return [(self._up_to(wider, minus(high, index)), part)]

    def _up_to(self, domains: Mapping[Term, Domain], room: Term) -> Region:
        """The domains, of which are needed the points where the room is >= 0."""
        return Region(domains)

    def _counted(self, term: Term) -> bool:
        """Whether a sum is between numbers, and has few enough terms to be evaluated one by one.

        There may be more where the index alone stands in them.
        """
        part, index, low, high = term.args
        if not (low.is_integer and high.is_integer):
            return False
        closed = all(node.kind not in (NAME, SUM) or node is index for node in nodes(part))
        most = MOST_SUMMANDS if closed else MAX_SUMMANDS
        return bool(-1 <= high.value - low.value < most)

    def natural(self, term: Term) -> bool:
        """Whether the term is an integer >= 0."""
        return self.integral(term) and self.range(term).nonnegative

    def integral(self, term: Term) -> bool:
        """Whether the term is evidently an integer."""
        if term.kind == NAME:
            return term in self.domains and self.domains[term].integers
        return term.is_integer or (
            term.kind in (PLUS, TIMES) and all(self.integral(part) for part in term.args)
        )

    def _raised(self, base: Term, exponent: Term) -> Range:
        x = self.range(base)
        if exponent.is_number:
            return self._power(base, x, exponent.value)
        y = self.range(exponent)
        if x.positive:
            return increasing(increasing(x, "log").times(y), "exp")
        if self.far is not None:
            raise UndefinedError(f"{base}**({exponent}) has no limit that is known")
        if x.nonnegative and (y.positive or self.natural(exponent)):
            less = y.positive and (x.upper < 1 or x.upper_open)
            return Range(Fraction(0), ONE, False, less) if x.upper <= 1 else NONNEGATIVE
        if self.natural(exponent):
            found = small_power(x, math.ceil(y.lower))
            return found.meet(NONNEGATIVE) if self.even(exponent) else found
        if (-x).positive and self.integral(exponent):
            size = increasing(increasing(-x, "log").times(y), "exp")
            return Range(-size.upper, size.upper, size.upper_open, size.upper_open)
        raise UndefinedError(f"{base}**({exponent})")

    def even(self, term: Term) -> bool:
        """Whether the term is evidently twice an integer."""
        return self.integral(times(Fraction(1, 2), term))

    def _power(self, base: Term, x: Range, exponent: Fraction) -> Range:
        """The range of a power with a rational exponent."""
        nonzero = x.positive or (-x).positive
        if exponent == 0:
            return Range(ONE, ONE)
        if abs(exponent) > MAX_POWER or bits(x) * abs(exponent) > MAX_BITS:
            if not x.positive or self.far is not None:
                raise UndefinedError(f"{base} is raised to a huge power")
            return increasing(increasing(x, "log").times(Range(exponent, exponent)), "exp")
        if exponent < 0 and not nonzero:
            if exponent.denominator == 1 and self._nonzero(base):
                return ALL
            raise UndefinedError(f"{base} may vanish")
        found = self._root(base, x, abs(exponent))
        return found if exponent > 0 else reciprocal(found)

    def _nonzero(self, base: Term) -> bool:
        """Whether a base, whose range may contain 0, is known not to be 0."""
        return False

    def _root(self, base: Term, x: Range, exponent: Fraction) -> Range:
        if exponent.denominator == 1:
            return power_of(x, exponent.numerator)
        if not x.nonnegative:
            raise UndefinedError(f"{base}**{exponent}")

        def at(end: End, up: bool) -> End:
            if end in (0, INF):
                return end
            value = Fraction(end)
            root = exact_root(value, exponent.denominator)
            if root is not None:
                return root**exponent.numerator
            count, degree = exponent.as_integer_ratio()
            image = exponential(logarithm(point(value)) * count / degree)._mpi_
            return short(dyadic(image[1 if up else 0]), up)

        return Range(at(x.lower, False), at(x.upper, True), x.lower_open, x.upper_open)
