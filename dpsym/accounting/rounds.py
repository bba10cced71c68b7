"""What is composed: rounds of mechanisms with the same parameters, as exact numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, fmpq

from dpsym.arguments import Number, nonnegative, probability, whole_number


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
        count = whole_number("count", count, 0, "give a number of rounds, an integer from 0 on")
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
