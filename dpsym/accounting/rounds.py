"""What is composed: rounds of mechanisms with the same parameters, as exact numbers."""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from flint import arb, fmpq

from dpsym.errors import DomainError

Number = int | float | str | Decimal | Fraction
"""A parameter as a user gives it; a float is the rational it is, a text the decimal it spells."""


def exact(value: Number, name: str) -> Fraction:
    """The rational that a number is.

    Raises:
        DomainError: it is no finite number.

    >>> exact("1e-9", "delta"), exact(0.5, "epsilon")
    (Fraction(1, 1000000000), Fraction(1, 2))
    """
    if isinstance(value, numbers.Rational | float | str | Decimal) and not isinstance(value, bool):
        try:
            return Fraction(value)
        except (ValueError, OverflowError, ZeroDivisionError):
            pass
    raise DomainError(
        f"{name}={value!r} is no exact finite number",
        part=str(value),
        remedy="give an int, a Fraction, a float, or a decimal such as '0.001'",
    )


def nonnegative(value: Number, name: str) -> Fraction:
    """The rational that a number >= 0 is.

    Raises:
        DomainError: it is negative, or no finite number.
    """
    number = exact(value, name)
    if number < 0:
        raise DomainError(
            f"{name}={value!r} is negative", part=str(value), remedy=f"give {name} >= 0"
        )
    return number


def probability(value: Number, name: str) -> Fraction:
    """The rational in [0, 1] that a number is.

    Raises:
        DomainError: it lies outside [0, 1], or is no finite number.
    """
    number = exact(value, name)
    if not 0 <= number <= 1:
        raise DomainError(
            f"{name}={value!r} is no probability", part=str(value), remedy=f"give {name} in [0, 1]"
        )
    return number


def ball(value: Fraction) -> arb:
    """The ball of a rational, at the precision in force."""
    return arb(fmpq(value.numerator, value.denominator))


def dyadic(value: arb) -> Fraction:
    """The midpoint of a finite ball, exactly.

    >>> dyadic(arb(3) / 4)
    Fraction(3, 4)
    """
    mantissa, exponent = (int(part) for part in value.mid().man_exp())
    return Fraction(mantissa) * Fraction(2) ** exponent


@dataclass(frozen=True, slots=True)
class Rounds:
    """``count`` adaptive rounds, each of an (epsilon, delta)-DP mechanism.

    Attributes:
        epsilon: >= 0, in nats.
        delta: in [0, 1].
        count: how many, at least 0.

    Raises:
        DomainError: a parameter is outside its domain.

    >>> Rounds("0.1", "1e-6", 3)
    Rounds(epsilon=Fraction(1, 10), delta=Fraction(1, 1000000), count=3)
    """

    epsilon: Fraction
    delta: Fraction
    count: int

    def __init__(self, epsilon: Number, delta: Number = 0, count: int = 1) -> None:
        if type(count) is not int or count < 0:
            raise DomainError(
                f"count={count!r} is no number of rounds",
                part=str(count),
                remedy="give an integer of at least 0",
            )
        object.__setattr__(self, "epsilon", nonnegative(epsilon, "epsilon"))
        object.__setattr__(self, "delta", probability(delta, "delta"))
        object.__setattr__(self, "count", count)


def grouped(rounds: Sequence[Rounds]) -> tuple[tuple[Fraction, int], ...]:
    """The positive epsilons with their multiplicities, the least first.

    >>> grouped([Rounds(1), Rounds(2, count=3), Rounds(1, "0.5"), Rounds(0)])
    ((Fraction(1, 1), 2), (Fraction(2, 1), 3))
    """
    counts: dict[Fraction, int] = {}
    for part in rounds:
        if part.epsilon > 0 and part.count > 0:
            counts[part.epsilon] = counts.get(part.epsilon, 0) + part.count
    return tuple(sorted(counts.items()))
