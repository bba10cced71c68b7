"""Ranges of expressions over a product domain, with exact rational ends.

A range of an expression is found from the ranges of its parts; where a part may be undefined there
is none (:class:`UndefinedError`). In the neighbourhood of infinity (a variable named by ``far``)
ranges contain the limit points.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import sympy
from sympy import Basic, Expr, S, Symbol

from dpsym.kernel.rejection import UndefinedError
from dpsym.kernel.scalar_intervals import (
    ALL,
    ANY,
    INCREASING,
    INF,
    NONNEGATIVE,
    ONE,
    POSITIVE,
    End,
    Range,
    absolute,
    dyadic,
    exponential,
    increasing,
    iv,
    logarithm,
    point,
    power,
    reciprocal,
    short,
)
from dpsym.language.construct import captures
from dpsym.language.domains import Integers, Interval

Domain = Interval | Integers
MAX_SUMMANDS = 1000


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

        for value, found in ((fact, sign), (-fact, -sign)):
            # Normal forms use signs, which near infinity may be those of limits only.
            key = ray(value, self) if self.far is None else None
            if key is not None:
                self.signs[key] = self.signs.get(key, ALL).meet(found)
            if value.is_Symbol and value in self.known:
                self.known[value] = self.known[value].meet(found)
        self.known = {e: r for e, r in self.known.items() if e.is_Symbol}
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

                found = found.meet(self.signs.get(ray(expr, self), ANY))
            self.known[expr] = found
        return self.known[expr]

    def _range(self, expr: Any) -> Range:
        name = expr.func.__name__
        if expr.is_Rational:
            return Range(*2 * (Fraction(int(expr.p), int(expr.q)),))
        if expr is S.Pi or expr is S.Exp1:
            value = (iv.pi if expr is S.Pi else exponential(iv.mpf(1)))._mpi_
            return Range(dyadic(value[0]), dyadic(value[1]))
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
                total = total.plus(part) if expr.is_Add else total.times(part)
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
            return increasing(absolute(x) if name == "cosh" else x, name)
        if name == "erfc":
            return increasing(-x, "mirrored erfc")
        if name == "Abs":
            return absolute(x)
        if name in ("factorial", "harmonic", "binomial") and all(map(self.natural, arguments)):
            low = ONE if name == "factorial" or (name == "harmonic" and x.lower >= 1) else 0
            return Range(Fraction(low), INF, False, True)
        raise UndefinedError(f"nothing is known about {name}")

    def summands(self, expr: Any) -> list[tuple[Region, Expr]]:
        """The terms of a sum between numbers, or else its term in a region with its variable.

        Raises:
            UndefinedError: the sum may have fewer than no terms.
        """
        term, (index, low, high), *more = expr.args
        bound = more or captures(term, {index: S.Zero}) or index in self.domains
        if bound or (self.far is not None and expr.has(self.far)):
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
            return found if exponent > 0 else reciprocal(found)
        y = self.range(exponent)
        if x.positive:
            return increasing(increasing(x, "log").times(y), "exp")
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
            return power(x, int(exponent))
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
            image = exponential(logarithm(point(value)) * int(exponent.p) / int(exponent.q))._mpi_
            return short(dyadic(image[1 if up else 0]), up)

        return Range(at(x.lower, False), at(x.upper, True), x.lower_open, x.upper_open)
