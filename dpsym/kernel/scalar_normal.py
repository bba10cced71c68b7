"""An exact normal form of expressions: polynomials over opaque atoms.

Guarantees:
    ``polynomial(expr, region)`` equals ``expr`` at every point of the region at which ``expr`` is
    defined; rewriting that needs a sign asks ``Region.range`` for it.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from functools import reduce
from typing import Any

import sympy
from sympy import Expr, S

from dpsym.kernel.rejection import UndefinedError
from dpsym.kernel.scalar_polynomials import (
    MAX_POWER,
    ONE,
    UNIT,
    WHOLE,
    Atom,
    Monomial,
    Polynomial,
    atom_expression,
    expression,
    first,
    is_zero,
    log_of,
    number_power,
    plus,
    primes,
    times,
    whole_power,
)
from dpsym.kernel.scalar_ranges import MAX_SUMMANDS, Region
from dpsym.language.construct import captures


def vanishes(expr: Expr, region: Region) -> bool:
    """Whether ``expr`` is zero wherever it is defined, after clearing denominators."""
    if is_zero(polynomial(expr, region)):
        return True
    with suppress(UndefinedError):
        return is_zero(polynomial(_apart(expr, region), region))
    return False


def _apart(expr: Expr, region: Region) -> Expr:
    """Logarithms of products of powers of what is positive, factor by factor."""

    def factors(node: Expr) -> list[tuple[Expr, Expr]]:
        return [factor.as_base_exp() for factor in sympy.Mul.make_args(node.args[0])]

    return expr.replace(
        lambda n: (
            n.func is sympy.log and all(region.range(base).positive for base, _ in factors(n))
        ),
        lambda n: sympy.Add(*(power * sympy.log(base) for base, power in factors(n))),
    )


def ray(expr: Expr, region: Region) -> Any:
    """A key that two expressions share only if they are positive multiples of each other."""
    try:
        value = polynomial(expr, region)
    except UndefinedError:
        return None
    scale = sum(map(abs, value.values()))
    return frozenset((m, c / scale) for m, c in value.items()) if value else None


def polynomial(expr: Expr, region: Region) -> Polynomial:
    """The normal form of an expression.

    Raises:
        UndefinedError: the expression is too large, or divides by zero.
    """
    if expr not in region.polynomials:
        region.polynomials[expr] = _Reader(region).read(expr)
    found: Polynomial = region.polynomials[expr]
    return found


class _Reader:
    def __init__(self, region: Region) -> None:
        self.region = region

    def sign(self, atom: Atom) -> int:
        """1 for an atom that is > 0, 0 for one that is >= 0, -1 where nothing is known."""
        if atom[0] in ("exp", "prime"):
            return 1
        try:
            found = self.region.range(atom_expression(atom))
        except UndefinedError:
            return -1
        return 1 if found.positive else 0 if found.nonnegative else -1

    def positive(self, value: Polynomial) -> bool:
        """Whether a polynomial is evidently > 0."""
        return self.sign(("sum", value.items())) == 1

    def read(self, expr: Any) -> Polynomial:
        name = expr.func.__name__
        if expr.is_Rational:
            return {UNIT: Fraction(int(expr.p), int(expr.q))} if expr else {}
        if expr is S.Exp1 or (expr.is_Pow and expr.base is S.Exp1):
            return self.exp(self.poly(expr.exp if expr.is_Pow else S.One))
        if expr.is_Add:
            return plus(*map(self.poly, expr.args))
        if expr.is_Mul:
            result = ONE
            for factor in expr.args:
                result = times(result, self.poly(factor))
            return result
        if expr.is_Pow:
            return self.power(expr.base, expr.exp)
        if name in ("exp", "log") and len(expr.args) == 1:
            return (self.exp if name == "exp" else self.log)(self.poly(expr.args[0]))
        if name == "erfc" and self.turned(expr.args[0]):
            return self.poly(2 - sympy.erfc(-expr.args[0], evaluate=False))
        if name in ("sinh", "cosh", "tanh", "erf", "Phi"):
            return self.poly(_rewritten(name, expr.args[0]))
        if name in ("Max", "Min", "Abs"):
            return self.extreme(name, expr)
        if name in ("harmonic", "factorial"):
            return self.stepped(name, expr)
        if name == "binomial" and all(
            map(self.region.natural, (expr.args[1], expr.args[0] - expr.args[1]))
        ):
            n, k = expr.args
            return self.poly(sympy.factorial(n) / (sympy.factorial(k) * sympy.factorial(n - k)))
        if name == "Sum":
            return self.sum(expr)
        return self.opaque(expr)

    def turned(self, expr: Expr) -> bool:
        """Whether an expression, not minus it, has a negative first coefficient."""
        value = self.poly(expr)
        return bool(value) and value[first(value)] < 0

    def poly(self, expr: Expr) -> Polynomial:
        return polynomial(expr, self.region)

    def opaque(self, expr: Expr) -> Polynomial:
        if not expr.args:
            return {frozenset({(("symbol", expr), WHOLE)}): WHOLE}
        key = (expr.func.__name__, *[frozenset(self.poly(a).items()) for a in expr.args])
        return {frozenset({((str(key[0]), _Named(expr, key)), WHOLE)}): WHOLE}

    def extreme(self, name: str, expr: Expr) -> Polynomial:
        """Max of those arguments that no other one evidently beats, factors >= 0 outside.

        Min is minus a Max; ``Max(v, -v)`` is the size of v.
        """
        sign = -WHOLE if name == "Min" else WHOLE
        kept = [int(sign) * argument for argument in expr.args]
        kept += [-argument for argument in kept if name == "Abs"]
        for choice in tuple(kept):
            others = [other for other in kept if other is not choice]
            if any(self.nonnegative(other - choice) for other in others):
                kept = others
        if len(kept) == 1:
            return times({UNIT: sign}, self.poly(kept[0]))
        values = [inner for value in map(self.poly, kept) for inner in self.largest_of(value)]
        size = max(abs(c) for value in values for c in value.values())
        _, content, _ = self.split({m: WHOLE for value in values for m in value}, 0)
        inverse = {frozenset((atom, -power) for atom, power in content): 1 / size}
        parts = frozenset(frozenset(times(value, inverse).items()) for value in values)
        largest: Atom = ("Max", _Named(sympy.Max(*(expression(dict(p)) for p in parts)), parts))
        if len(parts) == 2 and not plus(*map(dict, parts)):
            largest = ("size", max(parts, key=lambda part: dict(part)[first(dict(part))]))
        return times({content: sign * size}, {frozenset({(largest, WHOLE)}): WHOLE})

    def nonnegative(self, expr: Expr) -> bool:
        """Whether an expression is evidently >= 0, as it is or expanded."""
        if self.region.range(expr).nonnegative:
            return True
        return self.sign(("sum", self.poly(expr).items())) >= 0

    def largest_of(self, value: Polynomial) -> list[Polynomial]:
        """Values whose maximum is the value: those of a Max that stands alone, or itself."""
        ((whole, c), *more) = value.items() if value else ((UNIT, WHOLE),)
        head = next((atom for atom, power in whole if atom[0] == "Max" and power == 1), None)
        if more or head is None or c < 0 or any(self.sign(a) < 0 for a, _ in whole if a != head):
            return [value]
        rest = {frozenset((a, p) for a, p in whole if a != head): c}
        return [times(rest, dict(part)) for part in head[1].key]

    def stepped(self, name: str, expr: Expr) -> Polynomial:
        """For naturals n ``harmonic(n) + 1/(n + 1)`` and ``factorial(n)*(n + 1)``, at n + 1."""
        value = self.poly(expr.args[0])
        count = value.get(UNIT, Fraction(0))
        rest = expr.args[0] - count.numerator
        if count.denominator != 1 or not 0 < count <= 8 or len(value) == 1:
            return self.opaque(expr)
        if not self.region.natural(rest):
            return self.opaque(expr)
        steps = [rest + i for i in range(1, count.numerator + 1)]
        if name == "harmonic":
            return self.poly(sympy.Add(sympy.harmonic(rest), *(1 / step for step in steps)))
        return self.poly(sympy.Mul(sympy.factorial(rest), *steps))

    def sum(self, expr: Expr) -> Polynomial:
        """A sum between numbers as its terms; to ``n`` as that to ``n - 1`` and its last term."""
        term, (index, low, high), *more = expr.args
        if more:
            return {frozenset({(("symbol", expr), WHOLE)}): WHOLE}
        if low.is_Integer and high.is_Integer and high - low < MAX_SUMMANDS:
            return plus(*(self.poly(part) for _, part in self.region.summands(expr)))
        count = high.as_coeff_Add()[0]
        if (
            high.is_Integer
            or captures(term, {index: high})
            or not (count.is_Integer and 0 <= count <= 8 and self.region.natural(high - low))
        ):
            return {frozenset({(("symbol", expr), WHOLE)}): WHOLE}
        shorter = expr.func(term, (index, low, high - 1))
        return plus(self.poly(shorter), self.poly(term.xreplace({index: high})))

    def split(self, value: Polynomial, least: int) -> tuple[Fraction, Monomial, Polynomial]:
        """``value`` as a positive number times a monomial times the rest.

        Only atoms whose sign is at least ``least`` stand in the monomial.
        """
        lowest: dict[Atom, Fraction] = {}
        for atom in {atom for monomial in value for atom, _ in monomial}:
            low = min(dict(monomial).get(atom, Fraction(0)) for monomial in value)
            if low and (least < 0 or self.sign(atom) >= least):
                lowest[atom] = low
        content = frozenset(lowest.items())
        inverse = frozenset((atom, -power) for atom, power in content)
        rest = times(value, {inverse: WHOLE})
        if len(rest) == 1 < len(value):
            return self.split(times(rest, {content: WHOLE}), least)
        number = abs(rest[first(rest)])
        return number, content, {m: c / number for m, c in rest.items()}

    def exp(self, argument: Polynomial) -> Polynomial:
        result = ONE
        for monomial, c in argument.items():
            only = next(iter(monomial)) if len(monomial) == 1 else None
            if only is not None and only[0][0] == "log" and only[1] == 1:
                factor = self.rational(times(ONE, {frozenset({(only[0][1], WHOLE)}): WHOLE}), c)
            else:
                factor = {frozenset({(("exp", monomial), c)}): WHOLE}
            result = times(result, factor)
        return result

    def log(self, argument: Polynomial) -> Polynomial:
        if not argument:
            raise UndefinedError("log(0)")
        number, content, rest = self.split(argument, 1)
        parts: list[Polynomial] = []
        for part, sign in ((number.numerator, 1), (number.denominator, -1)):
            parts += [log_of(("prime", p), Fraction(sign * n)) for p, n in primes(part)]
        for atom, power in content:
            parts.append({atom[1]: power} if atom[0] == "exp" else log_of(atom, power))
        if rest != ONE:
            parts.append(log_of(("sum", frozenset(rest.items())), WHOLE))
        return plus(*parts)

    def power(self, base: Expr, exponent: Expr) -> Polynomial:
        if exponent.is_Rational:
            if base.is_Mul and all(self.region.range(part).nonnegative for part in base.args):
                return reduce(times, (self.power(part, exponent) for part in base.args))
            return self.rational(self.poly(base), Fraction(int(exponent.p), int(exponent.q)))
        if self.region.range(base).positive:
            return self.exp(times(self.poly(exponent), self.log(self.poly(base))))
        whole, _ = exponent.as_coeff_Add()
        if whole.is_Integer and 0 < whole <= MAX_POWER and self.region.natural(exponent - whole):
            more = whole_power(self.poly(base), int(whole))
            return times(more, self.opaque(base ** (exponent - whole)))
        return self.opaque(base**exponent)

    def rational(self, base: Polynomial, exponent: Fraction) -> Polynomial:
        whole = exponent.denominator == 1
        if whole and 0 <= exponent <= MAX_POWER:
            return whole_power(base, int(exponent))
        if not base:
            if exponent > 0:
                return {}
            raise UndefinedError("division by zero")
        number, content, rest = self.split(base, -1 if whole else 0)
        turned = {m: -c for m, c in rest.items()}
        if whole and not self.positive(rest) and (rest[first(rest)] < 0 or self.positive(turned)):
            number, rest = -number, turned
        powers = {atom: power * exponent for atom, power in content}
        if rest != ONE:
            atom = ("sum", frozenset(rest.items()))
            powers[atom] = powers.get(atom, Fraction(0)) + exponent
        if whole:
            scale: Polynomial = {UNIT: number ** int(exponent)}
        else:
            scale = number_power(number, exponent)
        return times(scale, {frozenset(powers.items()): WHOLE})


class _Named:
    """An expression that is equal to another one when their keys are."""

    def __init__(self, expr: Expr, key: Any) -> None:
        self.expr, self.key = expr, key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Named) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __getitem__(self, index: int) -> Expr:
        return self.expr


def _rewritten(name: str, u: Expr) -> Expr:
    """By exp and erfc."""
    if name == "erf":
        return 1 - sympy.erfc(u)
    if name == "Phi":
        return sympy.erfc(-u / sympy.sqrt(2)) / 2
    plus_, minus = sympy.exp(u), sympy.exp(-u)
    if name == "tanh":
        return (plus_ - minus) / (plus_ + minus)
    return (plus_ - minus if name == "sinh" else plus_ + minus) / 2
