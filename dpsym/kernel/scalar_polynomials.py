"""Generalized polynomials with rational coefficients over opaque atoms.

A polynomial maps monomials to fractions; a monomial is a set of pairs (atom, exponent) with
rational exponents. Atoms are symbols, pi, primes, exponentials of monomials, logarithms of atoms,
powers of -1, sums (which stand for a polynomial that is no monomial) and functions that nothing is
known about.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from dpsym.kernel import term_reduction as reduction
from dpsym.kernel.rejection import UndefinedError
from dpsym.kernel.term import Term, number

Atom = tuple[str, Any]
Monomial = frozenset[tuple[Atom, Fraction]]
Polynomial = dict[Monomial, Fraction]
UNIT: Monomial = frozenset()
WHOLE = Fraction(1)
ONE: Polynomial = {UNIT: WHOLE}
MAX_TERMS, MAX_POWER, MAX_PRIME, MAX_ROOT = 4000, 64, 10_000, 100
_REDUCED = frozenset({"prime", "sign", "sum", "size"})
"""Atoms of which not every power stays in a product."""


def is_zero(value: Polynomial) -> bool:
    """Whether the polynomial is zero, after multiplying by sums that stand in denominators."""
    return not cleared(value)[0]


def cleared(value: Polynomial) -> tuple[Polynomial, dict[Atom, Fraction]]:
    """The polynomial times the powers of sums that stand in its denominators, and these powers."""
    below: dict[Atom, Fraction] = {}
    for _ in range(40):
        found: dict[Atom, Fraction] = {}
        for monomial in value:
            for atom, power in monomial:
                if atom[0] == "sum" and power < 0:
                    found[atom] = min(power, found.get(atom, power))
        if not found:
            break
        atom, power = min(found.items(), key=lambda pair: repr(atom_expression(pair[0])))
        value = times(value, {frozenset({(atom, -power)}): WHOLE})
        below[atom] = below.get(atom, Fraction(0)) - power
    return value, below


def joined(value: Polynomial) -> Polynomial:
    """The polynomial over one denominator, without the sums that cancel."""
    try:
        above, below = cleared(value)
    except UndefinedError:
        return value
    if not below or not above:
        return above
    common = frozenset(lowest(above).items())
    above = times(above, {_inverse(common): WHOLE})
    for atom, power in below.items():
        while power >= 1:
            quotient, remainder = divided(above, dict(atom[1]))
            if remainder:
                break
            above, power = quotient, power - 1
        below[atom] = power
    denominator = frozenset((atom, -power) for atom, power in below.items() if power)
    return times(times(above, {common: WHOLE}), {denominator: WHOLE})


def lowest(value: Polynomial) -> dict[Atom, Fraction]:
    """The powers of atoms that every monomial has in common."""
    found: dict[Atom, Fraction] = {}
    for atom in {atom for monomial in value for atom, _ in monomial}:
        least = min(dict(monomial).get(atom, Fraction(0)) for monomial in value)
        if least:
            found[atom] = least
    return found


def plus(*values: Polynomial) -> Polynomial:
    """Sums."""
    total: Polynomial = {}
    for value in values:
        for monomial, coefficient in value.items():
            known = total.get(monomial)
            total[monomial] = coefficient if known is None else known + coefficient
    return {m: c for m, c in total.items() if c}


def times(left: Polynomial, right: Polynomial) -> Polynomial:
    """Products, in which whole powers of sums and even ones of sizes are expanded, those of primes
    are numbers, and squares of powers of -1 are 1.
    """
    if len(left) * len(right) > MAX_TERMS * 10:
        raise UndefinedError("a product has too many terms")
    total: Polynomial = {}
    parts: list[Polynomial] = []
    for m, c in left.items():
        for n, d in right.items():
            powers = dict(m)
            for atom, power in n:
                known = powers.get(atom)
                powers[atom] = power if known is None else known + power
            coefficient, whole = c if d is WHOLE else d if c is WHOLE else c * d, []
            for atom, power in list(powers.items()):
                if atom[0] not in _REDUCED:
                    continue
                floor = math.floor(power)
                if atom[0] == "prime" and floor:
                    coefficient *= Fraction(atom[1]) ** floor
                    powers[atom] = power - floor
                elif atom[0] == "sign" and power.denominator == 1:
                    powers[atom] = power % 2
                elif atom[0] in ("sum", "size") and floor > 0:
                    count = floor if atom[0] == "sum" else floor - floor % 2
                    whole.append((atom, count))
                    powers[atom] = power - count
            key = frozenset((a, p) for a, p in powers.items() if p.numerator)
            if whole:
                plain = {key: coefficient}
                for atom, count in whole:
                    for _ in range(count):
                        plain = times(plain, dict(atom[1]))
                parts.append(plain)
            else:
                value = total.get(key)
                total[key] = coefficient if value is None else value + coefficient
    if len(total) > MAX_TERMS:
        raise UndefinedError("a polynomial has too many terms")
    return plus(total, *parts)


def whole_power(value: Polynomial, exponent: int) -> Polynomial:
    """Powers with an exponent >= 0."""
    result = ONE
    for _ in range(exponent):
        result = times(result, value)
    return result


def number_power(value: Fraction, exponent: Fraction) -> Polynomial:
    """Powers of a positive fraction.

    Raises:
        UndefinedError: the power has too many digits.
    """
    bits = max(value.numerator.bit_length(), value.denominator.bit_length())
    if bits * abs(exponent) > reduction.MAX_BITS:
        raise UndefinedError(f"{value} is raised to a huge power")
    root = reduction.exact_root(value, exponent.denominator)
    if root is not None:
        return {UNIT: root**exponent.numerator}
    result = ONE
    for part, sign in ((value.numerator, 1), (value.denominator, -1)):
        for prime, count in primes(part):
            power = frozenset({(("prime", prime), sign * count * exponent)})
            result = times(result, {power: WHOLE})
    return result


def primes(value: int) -> list[tuple[int, int]]:
    """The factors of a positive integer with their powers; a large rest counts as prime."""
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


def expression(value: Polynomial) -> Term:
    """The term of a polynomial."""
    return reduction.plus(*(reduction.times(c, monomial_term(m)) for m, c in value.items()))


@lru_cache(maxsize=10_000)
def monomial_term(monomial: Monomial) -> Term:
    """The term of a monomial."""
    powers = (reduction.power(atom_expression(atom), number(power)) for atom, power in monomial)
    return reduction.times(*powers)


@lru_cache(maxsize=10_000)
def atom_expression(atom: Atom) -> Term:
    """The term of an atom."""
    kind, inner = atom
    if kind == "sum":
        return expression(dict(inner))
    if kind == "size":
        return reduction.applied("Abs", expression(dict(inner)))
    if kind == "exp":
        return reduction.applied("exp", monomial_term(inner))
    if kind == "sign":
        return reduction.power(-1, monomial_term(inner))
    if kind == "log":
        return reduction.applied("log", atom_expression(inner))
    found: Term = inner if kind == "symbol" else number(inner) if kind == "prime" else inner[0]
    return found


def first(value: Polynomial) -> Monomial:
    """A monomial, the same one for polynomials with the same monomials."""
    return min(value, key=lambda monomial: repr(monomial_term(monomial)))


def cancelled(value: Polynomial) -> Polynomial:
    """The polynomial with quotients and remainders in the place of fractions whose denominator is
    a sum, so that ``x/(x + y) + y/(x + y)`` becomes 1.
    """
    atoms = {atom for m in value for atom, power in m if atom[0] == "sum" and power < 0}
    for atom in sorted(atoms, key=lambda atom: repr(atom_expression(atom))):
        below = dict(atom[1])
        least = min((dict(m).get(atom, Fraction(0)) for m in value), default=Fraction(0))
        for power in map(Fraction, range(max(math.floor(least), -MAX_POWER), 0)):
            shared = frozenset({(atom, power)})
            above = {m - shared: c for m, c in value.items() if shared <= m}
            rest = {m: c for m, c in value.items() if not shared <= m}
            quotient, remainder = divided(above, below)
            less = times(quotient, {frozenset({(atom, power + 1)} if power < -1 else ()): WHOLE})
            value = plus(rest, less, times(remainder, {shared: WHOLE}))
    return value


def divided(value: Polynomial, divisor: Polynomial) -> tuple[Polynomial, Polynomial]:
    """A quotient and a remainder without multiples of the divisor's leading monomial."""
    rank = _ranking({**value, **divisor})
    lead = max(divisor, key=rank)
    quotient, remainder, left = {}, {}, dict(value)  # type: Polynomial, Polynomial, Polynomial
    for _ in range(MAX_POWER):
        if not left:
            return quotient, remainder
        top = max(left, key=rank)
        if all(mine <= its for mine, its in zip(rank(lead), rank(top), strict=True) if mine):
            factor = times({top: left[top]}, {_inverse(lead): 1 / divisor[lead]})
            quotient = plus(quotient, factor)
            left = plus(left, times({UNIT: -WHOLE}, times(factor, divisor)))
        else:
            remainder = plus(remainder, {top: left.pop(top)})
    return {}, value


def even_root(value: Polynomial) -> tuple[Fraction, Polynomial, int]:
    """A number > 0, a polynomial and an exponent 1, 2, 4, ... of it whose product is the value."""
    rank = _ranking(value)
    scale, count = value[max(value, key=rank)], 1
    if scale <= 0 or any(power.denominator > 1 for m in value for _, power in m):
        return WHOLE, value, count
    root: Polynomial | None = {m: c / scale for m, c in value.items()}
    while root is not None:
        value, root, count = root, _square_root(root, rank), 2 * count
    return scale, value, count // 2


def _ranking(value: Polynomial) -> Callable[[Monomial], list[Fraction]]:
    """An order of monomials in the atoms of a polynomial that products keep."""
    atoms = sorted({a for m in value for a, _ in m}, key=lambda atom: repr(atom_expression(atom)))

    def rank(monomial: Monomial) -> list[Fraction]:
        powers = dict(monomial)
        return [powers.get(atom, Fraction(0)) for atom in atoms]

    return rank


def _square_root(
    value: Polynomial, rank: Callable[[Monomial], list[Fraction]]
) -> Polynomial | None:
    """A polynomial whose square is the value, if the leading coefficient of that is 1.

    Powers of atoms in it lie between halves of those in the value, so that it has a value where
    that has one: of the square of a size over an atom no power of the atom is left.
    """
    top = max(value, key=rank)
    half = frozenset((atom, power / 2) for atom, power in top)
    if value == ONE or len(value) == 2 or any(p.denominator > 1 for _, p in half):
        return None
    ranks = list(map(rank, value))
    halves = [(min(powers) / 2, max(powers) / 2) for powers in zip(*ranks, strict=True)]
    root, last, left = {half: WHOLE}, rank(half), {m: c for m, c in value.items() if m != top}
    for _ in range(min(len(value) // 2, MAX_ROOT)):
        if not left or len(left) > 2 * len(value):
            break
        lead = max(left, key=rank)
        more = times({lead: left[lead] / 2}, {_inverse(half): WHOLE})
        powers = rank(next(iter(more)))
        inside = all(low <= p <= high for p, (low, high) in zip(powers, halves, strict=True))
        if len(more) > 1 or not inside or powers >= last:
            return None
        both = plus(root, root, more)
        root, last = plus(root, more), powers
        left = plus(left, times({UNIT: -WHOLE}, times(more, both)))
    return None if left else root


def _inverse(monomial: Monomial) -> Monomial:
    return frozenset((atom, -power) for atom, power in monomial)


def log_of(atom: Atom, power: Fraction) -> Polynomial:
    """The logarithm of a power of an atom."""
    return {frozenset({(("log", atom), WHOLE)}): power}
