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

from dpsym.kernel import term_reduction as reduction
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
    cancelled,
    cleared,
    even_root,
    expression,
    first,
    is_zero,
    joined,
    log_of,
    lowest,
    monomial_term,
    number_power,
    plus,
    primes,
    times,
    whole_power,
)
from dpsym.kernel.scalar_ranges import MAX_SUMMANDS, Region
from dpsym.kernel.term import NUMERIC, PLUS, POWER, SUM, TIMES, Term, bound_sum
from dpsym.kernel.term_reduction import (
    HALF,
    REWRITTEN,
    applied,
    base_exponent,
    minus,
    mirrored,
    parts,
    put,
)


def vanishes(expr: Term, region: Region) -> bool:
    """Whether ``expr`` is zero wherever it is defined, after clearing denominators."""
    if is_zero(polynomial(expr, region)):
        return True
    with suppress(UndefinedError):
        return is_zero(polynomial(_apart(expr, region), region))
    return False


def _apart(expr: Term, region: Region) -> Term:
    """Logarithms of products of powers of what is positive, factor by factor."""
    if not expr.args:
        return expr
    args = tuple(_apart(part, region) for part in expr.args)
    if expr.kind == "log":
        factors = [base_exponent(factor) for factor in parts(TIMES, args[0])]
        if all(region.range(base).positive for base, _ in factors):
            return reduction.plus(*(reduction.times(p, applied("log", b)) for b, p in factors))
    return reduction.rebuilt(expr.kind, args, expr.value)


def normal(expr: Term, region: Region) -> Term:
    """The normal form as a term, which may have values where ``expr`` has none."""
    return expression(polynomial(expr, region))


def ray(expr: Term, region: Region) -> Any:
    """A key that two expressions share only if they are positive multiples of each other."""
    try:
        value = polynomial(expr, region)
    except UndefinedError:
        return None
    scale = sum(map(abs, value.values()))
    return frozenset((m, c / scale) for m, c in value.items()) if value else None


def primitive(expr: Term, region: Region) -> Polynomial:
    """The expression without denominators, divided by all factors that are evidently positive.

    Raises:
        UndefinedError: the expression is too large, or divides by what may not be positive.
    """
    reader = _Reader(region)
    value, below = cleared(reader.poly(expr))
    if any(reader.sign(atom) < 1 for atom in below):
        raise UndefinedError(f"the denominator of {expr}")
    return reader.split(value, 1)[2] if value else value


def polynomial(expr: Term, region: Region) -> Polynomial:
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
        return self.sign(("sum", frozenset(value.items()))) == 1

    def read(self, expr: Term) -> Polynomial:
        kind, args = expr.kind, expr.args
        if expr.is_number:
            return {UNIT: expr.value} if expr.value else {}
        if kind == PLUS:
            return plus(*map(self.poly, args))
        if kind == TIMES:
            return reduce(times, map(self.poly, args), ONE)
        if kind == POWER:
            return self.power(*args)
        if kind in ("exp", "log"):
            return (self.exp if kind == "exp" else self.log)(self.poly(args[0]))
        if kind == "erfc" and self.turned(args[0]):
            return plus({UNIT: 2 * WHOLE}, times({UNIT: -WHOLE}, self.opaque(mirrored(args[0]))))
        if kind in REWRITTEN:
            return self.poly(REWRITTEN[kind](args[0]))
        if kind in ("Max", "Min", "Abs"):
            return self.extreme(kind, expr)
        if kind in ("harmonic", "factorial"):
            return self.stepped(kind, expr)
        if kind == "binomial":
            return self.chosen(expr)
        if kind == SUM:
            return self.sum(expr)
        return self.opaque(expr)

    def turned(self, expr: Term) -> bool:
        """Whether an expression, not minus it, has a negative first coefficient."""
        value = self.poly(expr)
        return bool(value) and value[first(value)] < 0

    def poly(self, expr: Term) -> Polynomial:
        return polynomial(expr, self.region)

    def opaque(self, expr: Term) -> Polynomial:
        if not expr.args or expr.kind not in NUMERIC:
            return {frozenset({(("symbol", expr), WHOLE)}): WHOLE}
        key = (expr.kind, *[frozenset(joined(self.poly(a)).items()) for a in expr.args])
        # Two terms that are equal here may differ elsewhere, and what is cached is for all regions.
        shown = self.region.opaque.setdefault(key, expr)
        return {frozenset({((expr.kind, _Named(shown, key)), WHOLE)}): WHOLE}

    def extreme(self, name: str, expr: Term) -> Polynomial:
        """Max of those arguments that no other one evidently beats, factors >= 0 outside.

        Min is minus a Max; ``Max(v, -v)`` is the size of v.
        """
        sign = -WHOLE if name == "Min" else WHOLE
        kept = [reduction.times(sign, argument) for argument in expr.args]
        kept += [reduction.times(-1, argument) for argument in kept if name == "Abs"]
        for choice in tuple(kept):
            others = [other for other in kept if other is not choice]
            if any(self.nonnegative(minus(other, choice)) for other in others):
                kept = others
        if len(kept) == 1:
            return times({UNIT: sign}, self.poly(kept[0]))
        polys = (joined(self.poly(argument)) for argument in kept)
        values = [inner for value in polys for inner in self.largest_of(value)]
        if not any(values):
            return {}
        size = max(abs(c) for value in values for c in value.values())
        common = lowest({m: WHOLE for value in values for m in value}).items()
        content = frozenset((atom, n) for atom, n in common if self.sign(atom) >= 0)
        inverse = {frozenset((atom, -power) for atom, power in content): 1 / size}
        inner = frozenset(frozenset(times(value, inverse).items()) for value in values)
        largest: Atom = (
            "Max",
            _Named(applied("Max", *(expression(dict(p)) for p in inner)), inner),
        )
        if len(inner) == 2 and not plus(*map(dict, inner)):
            largest = ("size", max(inner, key=lambda part: dict(part)[first(dict(part))]))
        return times({content: sign * size}, {frozenset({(largest, WHOLE)}): WHOLE})

    def nonnegative(self, expr: Term) -> bool:
        """Whether an expression is evidently >= 0, as it is or expanded."""
        if self.region.range(expr).nonnegative:
            return True
        return self.sign(("sum", frozenset(self.poly(expr).items()))) >= 0

    def largest_of(self, value: Polynomial) -> list[Polynomial]:
        """Values whose maximum is the value: those of a Max that stands alone, or itself."""
        ((whole, c), *more) = value.items() if value else ((UNIT, WHOLE),)
        head = next((atom for atom, power in whole if atom[0] == "Max" and power == 1), None)
        if more or head is None or c < 0 or any(self.sign(a) < 0 for a, _ in whole if a != head):
            return [value]
        rest = {frozenset((a, p) for a, p in whole if a != head): c}
        return [times(rest, dict(part)) for part in head[1].key]

    def stepped(self, name: str, expr: Term) -> Polynomial:
        """For naturals n ``harmonic(n) + 1/(n + 1)`` and ``factorial(n)*(n + 1)``, at n + 1."""
        value = self.poly(expr.args[0])
        count = value.get(UNIT, Fraction(0))
        rest = minus(expr.args[0], count)
        if count.denominator != 1 or not 0 < count <= 8 or len(value) == 1:
            return self.opaque(expr)
        if not self.region.natural(rest):
            return self.opaque(expr)
        steps = [reduction.plus(rest, i) for i in range(1, count.numerator + 1)]
        if name == "harmonic":
            parts = (reduction.power(step, -1) for step in steps)
            return self.poly(reduction.plus(applied("harmonic", rest), *parts))
        return self.poly(reduction.times(applied("factorial", rest), *steps))

    def chosen(self, expr: Term) -> Polynomial:
        """``binomial(n, k)`` of naturals: a polynomial for small k, 0 for k > n, or a ratio."""
        (n, k), natural = expr.args, self.region.natural
        if k.is_integer and 0 <= k.value <= 8 and natural(n):
            steps = (reduction.times(minus(n, i), Fraction(1, i + 1)) for i in range(int(k.value)))
            return self.poly(reduction.times(1, *steps))
        if natural(k) and natural(minus(n, k)):
            top, *below = (applied("factorial", part) for part in (n, k, minus(n, k)))
            return self.poly(reduction.times(top, *(reduction.power(part, -1) for part in below)))
        return {} if natural(n) and natural(minus(minus(k, n), 1)) else self.opaque(expr)

    def sum(self, expr: Term) -> Polynomial:
        """A sum between numbers as its terms; to ``n`` as that to ``n - 1`` and its last term."""
        term, index, low, high = expr.args
        if low.is_integer and high.is_integer and high.value - low.value < MAX_SUMMANDS:
            return plus(*(self.poly(part) for _, part in self.region.summands(expr)))
        first_part = parts(PLUS, high)[0]
        count = first_part.value if first_part.is_number else Fraction(0)
        if (
            high.is_number
            or not (count.denominator == 1 and 0 <= count <= 8)
            or not self.region.natural(minus(high, low))
        ):
            return {frozenset({(("symbol", expr), WHOLE)}): WHOLE}
        shorter = bound_sum(term, index, low, minus(high, 1))
        return plus(self.poly(shorter), self.poly(put(term, {index: high})))

    def split(self, value: Polynomial, least: int) -> tuple[Fraction, Monomial, Polynomial]:
        """``value`` as a positive number times a monomial times the rest.

        Only atoms whose sign is at least ``least`` stand in the monomial.
        """
        common = lowest(value).items()
        content = frozenset((a, n) for a, n in common if least < 0 or self.sign(a) >= least)
        inverse = frozenset((atom, -power) for atom, power in content)
        rest = times(value, {inverse: WHOLE})
        if len(rest) == 1 < len(value):
            return self.split(times(rest, {content: WHOLE}), least)
        number = abs(rest[first(rest)])
        return number, content, {m: c / number for m, c in rest.items()}

    def exp(self, argument: Polynomial) -> Polynomial:
        result = ONE
        for monomial, c in cancelled(argument).items():
            only = next(iter(monomial)) if len(monomial) == 1 else None
            if only is not None and only[0][0] == "log" and only[1] == 1:
                factor = self.rational(times(ONE, {frozenset({(only[0][1], WHOLE)}): WHOLE}), c)
            else:
                factor = {frozenset({(("exp", monomial), c)}): WHOLE}
            result = times(result, factor)
        return result

    def log(self, argument: Polynomial) -> Polynomial:
        argument = joined(argument)
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

    def power(self, base: Term, exponent: Term) -> Polynomial:
        if exponent.is_number:
            if base.kind == TIMES and all(self.region.range(p).nonnegative for p in base.args):
                return reduce(times, (self.power(part, exponent) for part in base.args))
            return self.rational(self.poly(base), exponent.value)
        if base.is_number and not base.value and self.region.range(exponent).positive:
            return {}
        if self.region.range(base).positive:
            return self.exp(times(self.poly(exponent), self.log(self.poly(base))))
        turned = reduction.times(-1, base)
        if self.region.range(turned).positive and self.region.integral(exponent):
            return times(self.parity(exponent), self.power(turned, exponent))
        if self.region.natural(exponent):
            if base.kind == TIMES:
                return reduce(times, (self.power(part, exponent) for part in base.args))
            if base.kind == PLUS and self.turned(base):
                return times(self.parity(exponent), self.power(turned, exponent))
            if self.region.even(exponent):
                return whole_power(self.power(base, reduction.times(HALF, exponent)), 2)
        count, *rest = parts(PLUS, exponent)
        small = not count.is_number or (count.is_integer and 0 < count.value <= MAX_POWER)
        if rest and small:
            # Also where the base is 0: a sum of naturals is 0 where all of them are.
            if all(map(self.region.natural, (count, *rest))):
                return reduce(times, (self.power(base, part) for part in (count, *rest)))
            if count.is_number and self.region.natural(minus(exponent, count)):
                more = whole_power(self.poly(base), int(count.value))
                return times(more, self.opaque(reduction.power(base, minus(exponent, count))))
        return self.opaque(reduction.power(base, exponent))

    def parity(self, exponent: Term) -> Polynomial:
        """A power of -1 with an integer exponent: the product of those of its odd terms."""
        result = ONE
        for monomial, c in self.poly(exponent).items():
            if c.denominator != 1 or not self.region.integral(monomial_term(monomial)):
                return self.opaque(reduction.power(-1, exponent))
            if c % 2:
                odd: Polynomial = {frozenset({(("sign", monomial), WHOLE)}): WHOLE}
                result = times(result, odd if monomial else {UNIT: -WHOLE})
        return result

    def rational(self, base: Polynomial, exponent: Fraction) -> Polynomial:
        whole = exponent.denominator == 1
        if whole and 0 <= exponent <= MAX_POWER:
            return whole_power(base, int(exponent))
        base = joined(base)
        if not base:
            if exponent > 0:
                return {}
            raise UndefinedError("division by zero")
        number, content, rest = self.split(base, -1 if whole else 0)
        scale, root, even = (WHOLE, rest, 1) if whole else even_root(rest)
        if even > 1:
            outside = {frozenset((atom, power * exponent) for atom, power in content): WHOLE}
            size = self.magnitude(root, even * exponent)
            return times(times(number_power(number * scale, exponent), outside), size)
        turned = {m: -c for m, c in rest.items()}
        if whole and not self.positive(rest) and (rest[first(rest)] < 0 or self.positive(turned)):
            number, rest = -number, turned
        powers = {atom: power * exponent for atom, power in content}
        if rest != ONE:
            atom = ("sum", frozenset(rest.items()))
            powers[atom] = powers.get(atom, Fraction(0)) + exponent
        sign = -1 if number < 0 and exponent % 2 else 1
        factor = times({UNIT: sign * WHOLE}, number_power(abs(number), exponent))
        return times(factor, {frozenset(powers.items()): WHOLE})

    def magnitude(self, base: Polynomial, exponent: Fraction) -> Polynomial:
        """A power of the size of a polynomial."""
        even = exponent.denominator == 1 and exponent % 2 == 0
        return self.rational(
            base if even else self.poly(applied("Abs", expression(base))), exponent
        )


class _Named:
    """A term with a key; of those that have one key, a region knows one only."""

    def __init__(self, expr: Term, key: Any) -> None:
        self.expr, self.key = expr, key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Named) and self.expr is other.expr and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __getitem__(self, index: int) -> Term:
        return self.expr
