"""Roots of positive numbers, without the factors that have one."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import islice
from math import gcd, isqrt, log2

LARGEST_PRIME = 2**15
"""The largest factor that is looked for."""
ASKED = 4
"""Primes whose remainders tell a power from other numbers."""


def root(base: Fraction, exponent: Fraction) -> tuple[Fraction, dict[Fraction, int]]:
    """A power of a positive number: a factor, and exponents in (0, 1) with what is raised to them.

    >>> root(Fraction(12), Fraction(1, 2)), root(Fraction(1, 2), Fraction(-3, 2))
    ((Fraction(2, 1), {Fraction(1, 2): 3}), (Fraction(2, 1), {Fraction(1, 2): 2}))
    """
    whole = exponent.numerator // exponent.denominator
    rest = exponent - whole
    outside, inside = base**whole, (base.numerator, base.denominator)
    if inside[1] != 1:
        # a root of a denominator is one of what is above, over the denominator
        outside /= inside[1]
    taken = _taken_out(inside[0], rest)
    if inside[1] != 1:
        taken += _taken_out(inside[1], 1 - rest)
    roots: dict[Fraction, int] = {}
    for factor, degree in taken:
        outside *= factor**degree.numerator if degree.denominator == 1 else 1
        if degree.denominator != 1:
            roots[degree] = roots.get(degree, 1) * factor
    return outside, {degree: factor for degree, factor in roots.items() if factor != 1}


def _taken_out(base: int, exponent: Fraction) -> list[tuple[int, Fraction]]:
    """Bases and exponents of which a power of an integer is the product."""
    found: list[tuple[int, Fraction]] = []
    left: dict[int, int] = {}
    for prime, times in factors(base).items():
        whole, rest = divmod(times * exponent.numerator, exponent.denominator)
        found.append((prime, Fraction(whole)))
        if not rest:
            continue
        if gcd(rest, exponent.denominator) != 1:
            found.append((prime, Fraction(rest, exponent.denominator)))
        else:
            left[prime] = rest
    common = gcd(*left.values()) if left else 0
    inside = 1
    for prime, rest in left.items():
        inside *= prime ** (rest // common)
    if inside != 1:
        found.append((inside, Fraction(common, exponent.denominator)))
    return found


@lru_cache(maxsize=1_000)
def factors(number: int) -> dict[int, int]:
    """Factors of a positive integer and how often each divides it, the small primes first.

    >>> factors(360)
    {2: 3, 3: 2, 5: 1}
    """
    found: dict[int, int] = {}
    prime = 2
    while prime <= LARGEST_PRIME and prime * prime <= number:
        number, times = _without(number, prime)
        if times:
            found[prime] = times
        prime += 1 if prime == 2 else 2
    if number > 1:
        root, times = _perfect(number)
        found[root] = found.get(root, 0) + times
    return found


def _without(number: int, divisor: int) -> tuple[int, int]:
    """The number without a divisor, and how often it divides it, by its powers of powers of 2.

    >>> _without(5 * 3**7, 3)
    (5, 7)
    """
    rest, odd = divmod(number, divisor)
    if odd:
        return number, 0
    number, times = _without(rest, divisor * divisor)
    rest, odd = divmod(number, divisor)
    return (number, 2 * times + 1) if odd else (rest, 2 * times + 2)


def _perfect(number: int) -> tuple[int, int]:
    """The number as a power of the smallest integer of which it is one; no small prime divides it.

    >>> _perfect((10**6 + 3) ** 6) == (10**6 + 3, 6)
    True
    """
    times = 1
    for prime in filter(_is_prime, range(2, number.bit_length() // 15 + 1)):
        while _may_be_power(number, prime):
            root = _integer_root(number, prime)
            if root**prime != number:
                break
            number, times = root, times * prime
    return number, times


def _is_prime(number: int) -> bool:
    return all(number % divisor for divisor in range(2, isqrt(number) + 1))


def _may_be_power(number: int, degree: int) -> bool:
    """Whether a number has the remainders of a power, for some primes of which few others have."""
    ones = filter(_is_prime, range(2 * degree + 1, LARGEST_PRIME, 2 * degree))
    rests = ((prime, number % prime) for prime in islice(ones, ASKED))
    return all(pow(rest, (prime - 1) // degree, prime) in (0, 1) for prime, rest in rests)


def _integer_root(number: int, degree: int) -> int:
    """The largest integer whose power is at most a number, by Newton's method from above."""
    size = log2(number) / degree
    behind = max(0, int(size) - 40)
    found = (int(2 ** (size - behind) * (1 + 1e-9)) + 2) << behind
    while (less := ((degree - 1) * found + number // found ** (degree - 1)) // degree) < found:
        found = less
    return found
