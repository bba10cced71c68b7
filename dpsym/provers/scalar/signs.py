"""The range of an expression over a region, from the ranges of its parts.

A region is a product domain with conditions. The range also tells whether the expression is
defined: when some part may
be undefined at a point of the region, there is none.

Guarantees:
    ``Region.range(expr)`` is None, or ``expr`` is defined and finite at every point of the region
    and its value lies in
    the range. Where it is not None, ``expr`` is also continuous on the region.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy
from flint import arb, fmpq
from sympy import Expr, S, Symbol

from dpsym.enclosure.balls import constant_ball, precision
from dpsym.errors import EvaluationError
from dpsym.language.domains import Integers, Interval
from dpsym.provers.scalar import ranges
from dpsym.provers.scalar.goal import Goal, Variable
from dpsym.provers.scalar.ranges import ALL, INF, NONNEGATIVE, POSITIVE, End, Range

ONE = Fraction(1)


def end_of(value: Expr, direction: int) -> End:
    """A rational at or beyond a constant, exact for rationals; an infinity for oo and what cannot
    be enclosed.
    """
    if value.is_Rational:
        return Fraction(int(value.p), int(value.q))
    if value in (sympy.oo, -sympy.oo):
        return INF if value is sympy.oo else -INF
    from dpsym.enclosure.balls import evaluate

    with precision(ranges.BITS):
        return ranges._outward(evaluate(value, {}), direction)


def domain_range(domain: Interval | Integers) -> Range:
    """The smallest range with rational ends that contains a domain."""
    lower, upper = end_of(domain.lower, -1), end_of(domain.upper, 1)
    if isinstance(domain, Integers):
        return Range(lower, upper, lower == -INF, upper == INF)
    return Range(
        lower, upper, domain.lower_open or lower == -INF, domain.upper_open or upper == INF
    )


_MONOTONE: dict[str, tuple[Callable[[Any], Any], End, End, dict[Fraction, Fraction]]] = {
    "sinh": (lambda x: x.sinh(), -INF, INF, {Fraction(0): Fraction(0)}),
    "tanh": (lambda x: x.tanh(), -ONE, ONE, {Fraction(0): Fraction(0)}),
    "erf": (lambda x: x.erf(), -ONE, ONE, {Fraction(0): Fraction(0)}),
    "Phi": (
        lambda x: (-x / arb(2).sqrt()).erfc() / 2,
        Fraction(0),
        ONE,
        {Fraction(0): Fraction(1, 2)},
    ),
}
_LIMITS_OPEN = {"tanh", "erf", "Phi"}


class Region:
    """A product domain with conditions, and the ranges found so far."""

    def __init__(
        self,
        domains: tuple[Variable, ...],
        conditions: tuple[Expr, ...] = (),
        positives: tuple[Expr, ...] = (),
    ) -> None:
        self.domains = domains
        self.conditions = conditions
        self.positives = positives
        self.variables: dict[Symbol, Range] = {
            symbol: domain_range(domain) for symbol, domain in domains
        }
        self.integers = {symbol for symbol, domain in domains if isinstance(domain, Integers)}
        self.facts: dict[Expr, Range] = {}
        self.direct: dict[Expr, Range] = {}
        for expr in conditions:
            self._learn(expr, NONNEGATIVE)
        for expr in positives:
            self._learn(expr, POSITIVE)
        self.known: dict[Expr, Range | None] = {}
        self.remembered: dict[tuple[str, Expr], Any] = {}

    @staticmethod
    def of(goal: Goal) -> Region:
        """The region of a goal."""
        return _region(goal.domains, goal.conditions, goal.positives)

    def _learn(self, expr: Expr, fact: Range) -> None:
        self.direct[expr] = self.direct.get(expr, ALL).meet(fact)
        content, primitive = sympy.expand(expr).primitive()
        if content.is_Rational and content > 0 and not primitive.is_number:
            self.facts[primitive] = self.facts.get(primitive, ALL).meet(fact)
            opposite = sympy.expand(-primitive)
            self.facts[opposite] = self.facts.get(opposite, ALL).meet(ranges.negate(fact))

    def range(self, expr: Expr) -> Range | None:
        """The range of ``expr``; None when some part of it may be undefined."""
        if expr not in self.known:
            self.known[expr] = None
            try:
                found = self._range(expr)
            except BaseException:  # an interruption says nothing of the range
                del self.known[expr]
                raise
            direct = self.direct.get(expr)
            self.known[expr] = found if found is None or direct is None else found.meet(direct)
        return self.known[expr]

    def remember(self, key: tuple[str, Expr], make: Callable[[], Any], meanwhile: Any) -> Any:
        """What was made under this key; what leads back to it before its end finds ``meanwhile``.

        An interruption, such as the end of the time, leaves nothing behind.
        """
        if key not in self.remembered:
            self.remembered[key] = meanwhile
            try:
                self.remembered[key] = make()
            except BaseException:
                del self.remembered[key]
                raise
        return self.remembered[key]

    def positive(self, expr: Expr) -> bool:
        """Whether ``expr`` is evidently > 0."""
        found = self.range(expr)
        return found is not None and found.positive

    def nonnegative(self, expr: Expr) -> bool:
        """Whether ``expr`` is evidently >= 0."""
        found = self.range(expr)
        return found is not None and found.nonnegative

    def natural(self, expr: Expr) -> bool:
        """Whether an expression is evidently an integer >= 0: 1, or a product of integer names."""
        factors = sympy.Mul.make_args(expr)
        return all(f == 1 or (f in self.integers and self.nonnegative(f)) for f in factors)

    def _range(self, expr: Expr) -> Range | None:
        if expr.is_Symbol:
            return self.variables.get(expr)
        if expr.is_number and not expr.has(sympy.Sum):
            return self._number(expr)
        if expr.is_Add:
            return self._add(expr)
        if expr.is_Mul:
            return self._multiply(expr)
        if expr.is_Pow:
            return self._power(expr.base, expr.exp)
        return self._function(expr)

    def _number(self, expr: Expr) -> Range | None:
        if expr.is_Rational:
            return ranges.point(Fraction(int(expr.p), int(expr.q)))
        if expr in (sympy.oo, -sympy.oo, sympy.zoo, sympy.nan) or expr.has(
            sympy.oo, sympy.zoo, sympy.nan, sympy.I
        ):
            return None
        try:
            lower, upper = end_of(expr, -1), end_of(expr, 1)
        except EvaluationError:
            return None
        if not isinstance(lower, Fraction) or not isinstance(upper, Fraction):
            return None
        return Range(lower, upper)

    def _add(self, expr: Expr) -> Range | None:
        parts = [self.range(term) for term in expr.args]
        if any(part is None for part in parts):
            return None
        total = ranges.add(*[part for part in parts if part is not None])
        total = total.meet(self._fact(expr)).meet(self._difference(expr))
        if total.lower < 0 < total.upper or (0 in (total.lower, total.upper)):
            return self._affine(expr, total)
        return total

    def _affine(self, expr: Expr, total: Range) -> Range:
        """``total`` met with the hull of the ranges at both ends of each variable in which ``expr``
        is affine.
        """
        for symbol in sorted(expr.free_symbols, key=str):
            domain = self.variables.get(symbol)
            if domain is None or not all(
                isinstance(e, Fraction) for e in (domain.lower, domain.upper)
            ):
                continue
            slope = _slope(expr, symbol)
            if slope is None:
                continue
            rest = expr.xreplace({symbol: sympy.S.Zero})
            ends = [
                self.range(rest + slope * sympy.Rational(end.numerator, end.denominator))
                for end in (domain.lower, domain.upper)
                if isinstance(end, Fraction)
            ]
            if ends[0] is not None and ends[1] is not None:
                total = total.meet(_hull(ends[0], ends[1]))
        return total

    def _fact(self, expr: Expr) -> Range:
        if not self.facts:
            return ALL
        content, primitive = expr.primitive()
        if content.is_Rational and content > 0 and primitive in self.facts:
            fact = self.facts[primitive]
            return Range(
                fact.lower if fact.lower == 0 else -INF,
                fact.upper if fact.upper == 0 else INF,
                fact.lower_open,
                fact.upper_open,
            )
        return ALL

    def _difference(self, expr: Expr) -> Range:
        """The sign of ``g(u) - g(v)`` for an increasing g, from the sign of ``u - v``."""
        if len(expr.args) != 2:
            return ALL
        first, second = expr.args
        left, f = first.as_coeff_Mul()
        right, g = second.as_coeff_Mul()
        if left != -right or f.func is not g.func or f.is_Symbol or not f.args:
            return ALL
        if f.is_Pow:
            if f.exp != g.exp or not f.exp.is_Rational or f.exp <= 0:
                return ALL
            if not (self.nonnegative(f.base) and self.nonnegative(g.base)):
                return ALL
        elif f.func not in (sympy.exp, sympy.log, sympy.sinh, sympy.tanh, sympy.erf):
            return ALL
        inner = sympy.expand(f.args[0] - g.args[0])
        found = self.range(inner)
        if found is None:
            return ALL
        sign = Range(
            Fraction(0) if found.nonnegative else -INF,
            Fraction(0) if found.nonpositive else INF,
            found.positive or not found.nonnegative,
            found.negative or not found.nonpositive,
        )
        return sign if left > 0 else ranges.negate(sign)

    def _multiply(self, expr: Expr) -> Range | None:
        total = ranges.point(ONE)
        for factor in expr.args:
            part = self.range(factor)
            if part is None:
                return None
            total = ranges.multiply(total, part)
        return total

    def _power(self, base: Expr, exponent: Expr) -> Range | None:
        inner = self.range(base)
        if inner is None:
            return None
        if exponent.is_Rational:
            p, q = abs(int(exponent.p)), int(exponent.q)
            value = ranges.power(inner, p) if q == 1 else ranges.root(inner, p, q)
            if value is None or exponent > 0:
                return value
            if q == 1 and not (inner.positive or inner.negative):
                return None
            return ranges.reciprocal(value)
        index = self.range(exponent)
        if index is None:
            return None
        found = ranges.raised(inner, index)
        if found is None and index.nonnegative and exponent.is_integer:
            return ranges.raised_whole(inner, index, even=bool(exponent.is_even))
        return found

    def _function(self, expr: Expr) -> Range | None:
        name = expr.func.__name__
        parts = [self.range(argument) for argument in expr.args] if name != "Sum" else [None]
        if any(part is None for part in parts):
            return None
        inner = [part for part in parts if part is not None]
        if name == "exp":
            return ranges.exp(inner[0])
        if name == "log":
            return ranges.log(inner[0]) if len(inner) == 1 else None
        if name in _MONOTONE:
            function, low, high, exact = _MONOTONE[name]
            image = ranges.increasing(inner[0], function, at_minus=low, at_plus=high, exact=exact)
            if name in _LIMITS_OPEN:
                image = image.meet(Range(low, high, True, True))
            return image
        if name == "cosh":
            return ranges.increasing(
                ranges.absolute(inner[0]),
                lambda x: x.cosh(),
                at_minus=ONE,
                at_plus=INF,
                exact={Fraction(0): ONE},
            )
        if name == "erfc":
            image = ranges.increasing(
                ranges.negate(inner[0]),
                lambda x: (-x).erfc(),
                at_minus=Fraction(0),
                at_plus=Fraction(2),
                exact={Fraction(0): ONE},
            )
            return image.meet(Range(Fraction(0), Fraction(2), True, True))
        if name == "Abs":
            return ranges.absolute(inner[0])
        if name in ("Max", "Min"):
            return _extreme(inner, name == "Max")
        return self._combinatorial(expr, name, inner)

    def _combinatorial(self, expr: Expr, name: str, inner: list[Range]) -> Range | None:
        first = inner[0] if inner else ALL
        if name == "harmonic" and len(inner) == 1 and first.nonnegative:
            return Range(ONE if first.lower >= 1 else Fraction(0), INF, first.lower > 1, True)
        if name == "factorial" and first.nonnegative:
            low = ONE if expr.args[0] in self.integers or first.lower >= 1 else Fraction(0)
            return Range(low, INF, low == 0, True)
        whole = all(argument.is_integer for argument in expr.args)
        if name == "binomial" and whole and all(part.nonnegative for part in inner):
            return Range(Fraction(0), INF, False, True)
        if name == "gamma" and first.positive:
            return POSITIVE
        if name == "loggamma" and first.positive:
            return ALL
        return None


@lru_cache(maxsize=1024)
def _region(
    domains: tuple[Variable, ...], conditions: tuple[Expr, ...], positives: tuple[Expr, ...]
) -> Region:
    return Region(domains, conditions, positives)


def _slope(expr: Expr, symbol: Symbol) -> Expr | None:
    """The coefficient of ``symbol`` in an expression that is affine in it; None when it is not."""
    slope: Expr = S.Zero
    for term in expr.args:
        if not term.has(symbol):
            continue
        independent, dependent = term.as_independent(symbol, as_Add=False)
        if dependent == symbol:
            slope += independent
            continue
        if not dependent.is_Add:
            return None
        inner = _slope(dependent, symbol)
        if inner is None:
            return None
        slope += independent * inner
    return slope


def _hull(first: Range, second: Range) -> Range:
    lower, lower_open = min((first.lower, first.lower_open), (second.lower, second.lower_open))
    upper, closed = max((first.upper, not first.upper_open), (second.upper, not second.upper_open))
    return Range(lower, upper, lower_open, not closed)


def _extreme(inner: list[Range], largest: bool) -> Range:
    if not largest:
        return ranges.negate(_extreme([ranges.negate(part) for part in inner], True))
    lower, lower_open = max((part.lower, part.lower_open) for part in inner)
    upper, closed = max((part.upper, not part.upper_open) for part in inner)
    return Range(lower, upper, lower_open, not closed)


def constant(value: fmpq) -> Expr:
    """A flint rational as a sympy number."""
    return sympy.Rational(int(value.p), int(value.q))


__all__ = ["Region", "constant", "constant_ball", "domain_range", "end_of"]
