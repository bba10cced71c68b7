"""Terms in a shorter form that has a value where they have one, and the same.

Guarantees:
    every function here returns a term that is defined at the same points as the operation of its
    arguments, with the same value. So ``x - x`` becomes 0 and ``x*x`` a square, but ``x/x`` and
    ``log(x) - log(x)`` remain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, floor

from dpsym.kernel import term as terms
from dpsym.kernel.term import (
    COUNTING,
    EVERYWHERE,
    NUMBER,
    ONE,
    PLUS,
    POWER,
    TIMES,
    ZERO,
    Term,
    is_positive,
    number,
    raw,
)

MAX_BITS = 20_000
MAX_COUNT = 1000
SHORT = 64
"""Of a root so many digits are found one by one."""
AT_ZERO = {name: Fraction(0) for name in ("sinh", "tanh", "erf")} | {
    "exp": Fraction(1), "cosh": Fraction(1), "erfc": Fraction(1), "Phi": Fraction(1, 2)
}  # fmt: skip


def parts(kind: str, term: Term) -> tuple[Term, ...]:
    """The terms of a sum, or the factors of a product."""
    return term.args if term.kind == kind else (term,)


def coefficient(term: Term) -> tuple[Fraction, Term]:
    """The number in front of a term, and the rest."""
    if term.kind == NUMBER:
        return term.value, ONE
    first, *rest = parts(TIMES, term)
    if first.kind != NUMBER:
        return Fraction(1), term
    return first.value, rest[0] if len(rest) == 1 else terms.times(*rest)


def base_exponent(term: Term) -> tuple[Term, Term]:
    """A term as a power."""
    return (term.args[0], term.args[1]) if term.kind == POWER else (term, ONE)


@lru_cache(maxsize=20_000)
def plus(*values: Term | Fraction | int) -> Term:
    """A sum, like terms collected, but no infinities of opposite signs.

    >>> x = terms.name("x")
    >>> plus(x, 2, x), minus(x, x), minus(power(x, -1), power(x, -1))
    (2 + 2*x, 0, 0*(x**(-1)))
    """
    found: dict[tuple[Term, bool], Fraction] = {}
    for value in map(raw, values):
        for part in parts(PLUS, value):
            count, rest = coefficient(part)
            like = rest, rest.endless and count < 0
            found[like] = found.get(like, Fraction(0)) + count
    kept = [_scaled(c, rest) for (rest, _), c in found.items() if c or not rest.total]
    return kept[0] if len(kept) == 1 else terms.plus(*kept)


def minus(left: Term, right: Term | Fraction | int) -> Term:
    """A difference."""
    return plus(left, times(-1, right))


def _scaled(count: Fraction, rest: Term) -> Term:
    """A number times a term without one."""
    if rest is ONE or count == 1:
        return number(count) if rest is ONE else rest
    return terms.times(number(count), *parts(TIMES, rest))


@lru_cache(maxsize=20_000)
def times(*values: Term | Fraction | int) -> Term:
    """A product, powers of one base collected where that changes nothing.

    >>> x = terms.name("x")
    >>> times(x, 2, x), times(x, power(x, -1)), times(0, x)
    (2*(x**2), x*(x**(-1)), 0)
    """
    count, found = Fraction(1), dict[Term, list[Term]]()
    for value in map(raw, values):
        for part in parts(TIMES, value):
            if part.kind == NUMBER:
                count *= part.value
            elif part.kind == "exp":
                found.setdefault(_E, []).append(part.args[0])
            else:
                base, exponent = base_exponent(part)
                found.setdefault(base, []).append(exponent)
    made: list[Term] = []
    for base, exponents in found.items():
        for exponent in _collected(base, exponents):
            number_, part = coefficient(_raised(base, exponent))
            count *= number_
            made += parts(TIMES, part) if part is not ONE else ()
    rest = made[0] if len(made) == 1 else terms.times(*made) if made else ONE
    if count == 0 and rest.total:
        return ZERO
    if rest.kind == PLUS and count not in (0, 1):
        return plus(*(times(count, part) for part in rest.args))
    return _scaled(count, rest)


_E = terms.make("exp", (ONE,))


def _raised(base: Term, exponent: Term) -> Term:
    return applied("exp", exponent) if base is _E else power(base, exponent)


def _collected(base: Term, exponents: list[Term]) -> Iterable[Term]:
    """The exponents of a base, added where the power has a value at the same points."""
    if len(exponents) == 1:
        return exponents
    if base is _E or is_positive(base):
        counts: dict[tuple[Term, bool], Fraction] = {}
        for count, rest in map(coefficient, exponents):
            like = rest, rest.endless and count < 0
            counts[like] = counts.get(like, Fraction(0)) + count
        return [times(count, rest) for (rest, _), count in counts.items()]
    rational = [e.value for e in exponents if e.kind == NUMBER]
    others = [e for e in exponents if e.kind != NUMBER]
    total = sum(rational, Fraction(0))
    if total and all(_implies(total, part) for part in rational):
        rational = [total]
    return [*map(number, rational), *others]


def _implies(whole: Fraction, part: Fraction) -> bool:
    """Whether a power with an exponent, not 0, has a value only where one with another has."""
    return part != 0 and (part > 0 or whole < 0) and (
        part.denominator == 1 or whole.denominator != 1
    )  # fmt: skip


def power(base: Term | int, exponent: Term | Fraction | int) -> Term:
    """A power, by that of a power or of factors where that changes nothing.

    >>> x, y = terms.name("x"), terms.name("y")
    >>> power(power(x, 2), 3), power(power(x, Fraction(1, 2)), 2), power(times(2, x, y), 2)
    (x**6, (x**(1/2))**2, 4*(x**2)*(y**2))
    """
    base, exponent = raw(base), raw(exponent)
    if exponent is ONE:
        return base
    if base is ONE and exponent.total:
        return ONE
    if exponent.kind != NUMBER:
        return terms.power(base, exponent)
    count: Fraction = exponent.value
    if base.kind == NUMBER:
        return _number_power(base.value, count)
    if count == 0:
        return ONE if base.total and is_positive(base) else terms.power(base, exponent)
    vanishes = base.endless and count < 0  # exp(-D) is 0 where D is infinite
    if base.kind == "exp" and not vanishes:
        return applied("exp", times(exponent, base.args[0]))
    if base.kind == POWER and is_positive(base.args[0]) and not vanishes:
        return power(base.args[0], times(exponent, base.args[1]))
    if base.kind == POWER and base.args[1].kind == NUMBER:
        inner: Fraction = base.args[1].value
        if (
            inner
            and (count.denominator == 1 or inner.denominator != 1)
            and _implies(inner * count, inner)
            and (count > 0 or inner * count < 0)
        ):
            return power(base.args[0], number(inner * count))
    if base.kind == TIMES:
        if count.denominator == 1 and coefficient(base)[0]:
            return times(*(power(part, exponent) for part in base.args))
        scale, rest = coefficient(base)
        if scale and abs(scale) != 1:
            rest = times(1 if scale > 0 else -1, rest)
            return times(_number_power(abs(scale), count), power(rest, exponent))
    return terms.power(base, exponent)


def _number_power(base: Fraction, exponent: Fraction) -> Term:
    """A power of a number; where it has no value, or a huge one, it is left as it is."""
    asked = terms.power(number(base), number(exponent))
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if (base == 0 and exponent <= 0) or bits * abs(exponent) > MAX_BITS:
        return asked
    if exponent.denominator == 1:
        return number(base**exponent.numerator)
    if base <= 0:
        return ZERO if base == 0 else asked
    root = exact_root(base, exponent.denominator)
    if root is not None:
        return number(root**exponent.numerator)
    whole = floor(exponent)
    rest = terms.power(number(base), number(exponent - whole))
    return _scaled(base**whole, rest)


def exact_root(value: Fraction, degree: int) -> Fraction | None:
    """The root of a fraction >= 0 where it is a fraction."""
    found = [integer_root(part, degree) for part in (value.numerator, value.denominator)]
    if any(
        root**degree != part for root, part in zip(found, value.as_integer_ratio(), strict=True)
    ):
        return None
    return Fraction(*found)


def integer_root(value: int, degree: int) -> int:
    """The largest integer whose power is at most a natural number.

    Of one with many digits half are those of the root of the leading digits; the others follow by
    Newton's method, which falls until it reaches the root from above.
    """
    if value < 2 or degree == 1:
        return value
    size = value.bit_length() // degree
    if size > SHORT:
        half = size // 2
        found = (integer_root(value >> degree * half, degree) + 1) << half
        while (less := ((degree - 1) * found + value // found ** (degree - 1)) // degree) < found:
            found = less
        return found
    low, high = 1, 1 << size + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**degree <= value else (low, middle)
    return low


def applied(function: str, *values: Term | int) -> Term:
    """A function, evaluated at some numbers.

    >>> x = terms.name("x")
    >>> applied("exp", ZERO), applied("Max", x, ONE, 2), applied("Abs", times(-2, x))
    (1, Max(2, x), 2*Abs(x))
    """
    args = tuple(map(raw, values))
    first, *more = args
    if function in ("Max", "Min"):
        return _extreme(function, args)
    if function in COUNTING:
        return _counted(function, args)
    if function == "Abs":
        scale, rest = coefficient(first)
        return _scaled(abs(scale), ONE if rest is ONE else terms.apply("Abs", rest))
    if not more and first is ZERO and function in AT_ZERO:
        return number(AT_ZERO[function])
    if function == "log" and first.kind == NUMBER and first.value.numerator == 1:
        rest = terms.apply("log", number(first.value.denominator))
        return ZERO if first is ONE else terms.times(-1, rest)
    if function == "log" and first.kind == "exp" and not first.endless:
        return first.args[0]
    return terms.apply(function, *args)


def _extreme(function: str, args: tuple[Term, ...]) -> Term:
    inner = {part for argument in args for part in parts(function, argument)}
    numbers = [part.value for part in inner if part.kind == NUMBER]
    kept = [part for part in inner if part.kind != NUMBER]
    if numbers:
        kept.append(number(max(numbers) if function == "Max" else min(numbers)))
    return kept[0] if len(kept) == 1 else terms.make(function, tuple(kept))


def _counted(function: str, args: tuple[Term, ...]) -> Term:
    values = [int(a.value) for a in args if a.is_integer and 0 <= a.value <= MAX_COUNT]
    if len(values) < len(args):
        return terms.apply(function, *args)
    if function == "harmonic":
        return number(sum((Fraction(1, i) for i in range(1, values[0] + 1)), Fraction(0)))
    return number(factorial(*values) if function == "factorial" else comb(*values))


def rebuilt(kind: str, args: tuple[Term, ...], value: object = None) -> Term:
    """The shorter form of an operation of shorter forms."""
    if kind == PLUS:
        return plus(*args)
    if kind == TIMES:
        return times(*args)
    if kind == POWER:
        return power(*args)
    if kind in (*EVERYWHERE, *COUNTING, "log"):
        return applied(kind, *args)
    return terms.make(kind, args, value)


@lru_cache(maxsize=20_000)
def reduced(term: Term) -> Term:
    """The shorter form of a term."""
    return rebuilt(term.kind, tuple(map(reduced, term.args)), term.value)


def put(term: Term, values: Mapping[Term, Term]) -> Term:
    """The shorter form of the term with values for free names."""
    return reduced(terms.substitute(term, values))


def mirrored(u: Term) -> Term:
    """The complementary error function of minus a term."""
    return applied("erfc", times(-1, u))


def _exponentials(u: Term) -> tuple[Term, Term, Term]:
    """Twice the hyperbolic sine and cosine, and the tangent."""
    up, down = applied("exp", u), applied("exp", times(-1, u))
    sine, cosine = minus(up, down), plus(up, down)
    return sine, cosine, times(sine, power(cosine, -1))


HALF = Fraction(1, 2)
REWRITTEN: dict[str, Callable[[Term], Term]] = {
    "sinh": lambda u: times(HALF, _exponentials(u)[0]),
    "cosh": lambda u: times(HALF, _exponentials(u)[1]),
    "tanh": lambda u: _exponentials(u)[2],
    "erf": lambda u: minus(ONE, applied("erfc", u)),
    "Phi": lambda u: times(HALF, applied("erfc", times(-1, u, power(2, -HALF)))),
}
"""Functions by exp and erfc."""
