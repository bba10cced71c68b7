"""An exact normal form: generalized polynomials with rational coefficients over opaque atoms.

A polynomial maps monomials to fractions; a monomial is a set of pairs (atom, exponent) with
rational exponents. Atoms are symbols, pi, primes, exponentials of monomials, logarithms of atoms,
sums (which stand for a polynomial that is no monomial) and functions that nothing is known about.

Guarantees:
    ``polynomial(expr, region)`` equals ``expr`` at every point of the region at which ``expr`` is
    defined; rewriting that needs a sign asks ``Region.range`` for it.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import sympy
from sympy import Expr, S

from dpsym.kernel.scalar_ranges import Region, UndefinedError

Atom = tuple[str, Any]
Monomial = frozenset[tuple[Atom, Fraction]]
Polynomial = dict[Monomial, Fraction]
UNIT: Monomial = frozenset()
WHOLE = Fraction(1)
ONE: Polynomial = {UNIT: WHOLE}
MAX_TERMS, MAX_POWER, MAX_PRIME = 4000, 64, 10_000


def vanishes(expr: Expr, region: Region) -> bool:
    """Whether ``expr`` is zero wherever it is defined, after clearing denominators."""
    return is_zero(polynomial(expr, region))


def is_zero(value: Polynomial) -> bool:
    """Whether the polynomial is zero, after multiplying by sums that stand in denominators."""
    for _ in range(40):
        lowest: dict[Atom, Fraction] = {}
        for monomial in value:
            for atom, power in monomial:
                if atom[0] == "sum":
                    lowest[atom] = min(power, lowest.get(atom, power))
        low = [(atom, -power) for atom, power in lowest.items() if power < 0]
        if not low:
            break
        value = times(value, {frozenset({low[0]}): WHOLE})
    return not value


def ray(expr: Expr, region: Region) -> Any:
    """A key that two expressions share only if they are positive multiples of each other."""
    try:
        value = polynomial(expr, region)
    except UndefinedError:
        return None
    scale = sum(map(abs, value.values()))
    return frozenset((m, c / scale) for m, c in value.items()) if value else None


def plus(*values: Polynomial) -> Polynomial:
    """Sums."""
    total: Polynomial = {}
    for value in values:
        for monomial, coefficient in value.items():
            total[monomial] = total.get(monomial, Fraction(0)) + coefficient
    return {m: c for m, c in total.items() if c}


def times(left: Polynomial, right: Polynomial) -> Polynomial:
    """Products, in which whole powers of sums and even ones of sizes are expanded, and those of
    primes are numbers.
    """
    if len(left) * len(right) > MAX_TERMS * 10:
        raise UndefinedError("a product has too many terms")
    total: Polynomial = {}
    parts: list[Polynomial] = []
    for m, c in left.items():
        for n, d in right.items():
            powers = dict(m)
            for atom, power in n:
                powers[atom] = powers.get(atom, Fraction(0)) + power
            coefficient, whole = c * d, []
            for atom, power in list(powers.items()):
                floor = math.floor(power)
                if atom[0] == "prime" and floor:
                    coefficient *= Fraction(atom[1]) ** floor
                    powers[atom] = power - floor
                elif atom[0] in ("sum", "size") and floor > 0:
                    count = floor if atom[0] == "sum" else floor - floor % 2
                    whole.append((atom, count))
                    powers[atom] = power - count
            plain = {frozenset((a, p) for a, p in powers.items() if p): coefficient}
            for atom, count in whole:
                for _ in range(count):
                    plain = times(plain, dict(atom[1]))
            if whole:
                parts.append(plain)
            else:
                ((key, value),) = plain.items()
                total[key] = total.get(key, Fraction(0)) + value
    if len(total) > MAX_TERMS:
        raise UndefinedError("a polynomial has too many terms")
    return plus(total, *parts)


def _whole_power(value: Polynomial, exponent: int) -> Polynomial:
    result = ONE
    for _ in range(exponent):
        result = times(result, value)
    return result


def _number(value: Fraction, exponent: Fraction) -> Polynomial:
    """Powers of a positive fraction."""
    result = ONE
    for part, sign in ((value.numerator, 1), (value.denominator, -1)):
        for prime, count in _primes(part):
            power = frozenset({(("prime", prime), sign * count * exponent)})
            result = times(result, {power: WHOLE})
    return result


def _primes(value: int) -> list[tuple[int, int]]:
    found: dict[int, int] = {}
    prime = 2
    while value > 1:
        if prime > MAX_PRIME:
            prime = value
        while value % prime == 0:
            value //= prime
            found[prime] = found.get(prime, 0) + 1
        prime += 1
    return list(found.items())


def expression(value: Polynomial) -> Expr:
    """The sympy expression of a polynomial."""
    return sympy.Add(
        *[
            sympy.Rational(c.numerator, c.denominator)
            * sympy.Mul(*[_of(a) ** sympy.Rational(p.numerator, p.denominator) for a, p in m])
            for m, c in value.items()
        ]
    )


def _of(atom: Atom) -> Expr:
    kind, inner = atom
    if kind == "sum":
        return expression(dict(inner))
    if kind == "size":
        return sympy.Abs(expression(dict(inner)))
    if kind == "exp":
        return sympy.exp(expression({inner: WHOLE}))
    if kind == "log":
        return sympy.log(_of(inner))
    return inner if kind == "symbol" else sympy.Integer(inner) if kind == "prime" else inner[0]


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
            found = self.region.range(_of(atom))
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
        if name == "harmonic":
            return self.harmonic(expr)
        if name == "Sum":
            return self.sum(expr)
        return self.opaque(expr)

    def turned(self, expr: Expr) -> bool:
        """Whether an expression, not minus it, has a negative first coefficient."""
        value = self.poly(expr)
        return bool(value) and value[_first(value)] < 0

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
            largest = ("size", max(parts, key=lambda part: dict(part)[_first(dict(part))]))
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

    def harmonic(self, expr: Expr) -> Polynomial:
        """``harmonic(n + 1)`` is ``harmonic(n) + 1/(n + 1)`` for naturals n."""
        value = self.poly(expr.args[0])
        count = value.get(UNIT, Fraction(0))
        rest = expr.args[0] - count.numerator
        if count.denominator != 1 or not 0 < count <= 8 or len(value) == 1:
            return self.opaque(expr)
        if not self.region.natural(rest):
            return self.opaque(expr)
        steps = [self.poly(1 / (rest + i)) for i in range(1, count.numerator + 1)]
        return plus(self.poly(sympy.harmonic(rest)), *steps)

    def sum(self, expr: Expr) -> Polynomial:
        """A sum between numbers as its terms; to ``n`` as that to ``n - 1`` and its last term."""
        term, (index, low, high) = expr.args
        if high.is_Integer:
            return plus(*(self.poly(part) for _, part in self.region.summands(expr)))
        count = high.as_coeff_Add()[0]
        if not (count.is_Integer and 0 <= count <= 8 and self.region.natural(high - low)):
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
        number = abs(rest[_first(rest)])
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
            parts += [_log(("prime", p), Fraction(sign * n)) for p, n in _primes(part)]
        for atom, power in content:
            parts.append({atom[1]: power} if atom[0] == "exp" else _log(atom, power))
        if rest != ONE:
            parts.append(_log(("sum", frozenset(rest.items())), WHOLE))
        return plus(*parts)

    def power(self, base: Expr, exponent: Expr) -> Polynomial:
        if exponent.is_Rational:
            return self.rational(self.poly(base), Fraction(int(exponent.p), int(exponent.q)))
        if self.region.range(base).positive:
            return self.exp(times(self.poly(exponent), self.log(self.poly(base))))
        whole, _ = exponent.as_coeff_Add()
        if whole.is_Integer and 0 < whole <= MAX_POWER and self.region.natural(exponent - whole):
            more = _whole_power(self.poly(base), int(whole))
            return times(more, self.opaque(base ** (exponent - whole)))
        return self.opaque(base**exponent)

    def rational(self, base: Polynomial, exponent: Fraction) -> Polynomial:
        whole = exponent.denominator == 1
        if whole and 0 <= exponent <= MAX_POWER:
            return _whole_power(base, int(exponent))
        if not base:
            if exponent > 0:
                return {}
            raise UndefinedError("division by zero")
        number, content, rest = self.split(base, -1 if whole else 0)
        turned = {m: -c for m, c in rest.items()}
        if whole and not self.positive(rest) and (rest[_first(rest)] < 0 or self.positive(turned)):
            number, rest = -number, turned
        powers = {atom: power * exponent for atom, power in content}
        if rest != ONE:
            atom = ("sum", frozenset(rest.items()))
            powers[atom] = powers.get(atom, Fraction(0)) + exponent
        if whole:
            scale: Polynomial = {UNIT: number ** int(exponent)}
        else:
            scale = _number(number, exponent)
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


def _first(value: Polynomial) -> Monomial:
    """A monomial, the same one for polynomials with the same monomials."""
    return min(value, key=lambda monomial: str(expression({monomial: WHOLE})))


def _log(atom: Atom, power: Fraction) -> Polynomial:
    return {frozenset({(("log", atom), WHOLE)}): power}


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
