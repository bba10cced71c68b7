"""What every engine answers: the hockey stick of a product of randomised responses."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from flint import arb


@dataclass(frozen=True, slots=True)
class Reading:
    """A privacy curve at one epsilon.

    Attributes:
        stick: encloses ``sum max(P - exp(epsilon)*Q, 0)``.
        slope: encloses exp(epsilon) times the mass of Q where P exceeds exp(epsilon)*Q: minus the
            derivative by epsilon where there is one. Only a guide, never part of an answer.
    """

    stick: arb
    slope: arb


class Curve(Protocol):
    """The hockey stick of a product of randomised responses as a function of epsilon."""

    @property
    def tight(self) -> bool:
        """Whether more bits give a narrower ball."""

    def read(self, epsilon: Fraction, bits: int) -> Reading:
        """The curve at an epsilon >= 0, at about this relative accuracy.

        Guarantees:
            the ball ``stick`` contains the value.
        """
