"""Two certain ends that lie far apart: a ball around them would blur the smaller one."""

from __future__ import annotations

from dataclasses import dataclass

from flint import arb

from dpsym.enclosure.decimals import decimals


def probable(found: arb) -> arb:
    """The ball of a probability, which is no wider than [0, 1].

    >>> probable(arb(0, 7)), probable(arb(1) / 4)
    ([+/- 1.01], 0.250000000000000)
    """
    return found if found.is_finite() and found.rad() < 1 else arb(0.5, 0.5)


@dataclass(frozen=True, slots=True)
class Between:
    """The truth lies between two numbers; it answers ``lower()`` and ``upper()`` as a ball does.

    >>> print(Between(arb(1) / 4, arb(1)))
    between 0.25 and 1
    """

    least: arb
    most: arb

    def lower(self) -> arb:
        """A number that the truth is not below."""
        return self.least.lower()

    def upper(self) -> arb:
        """A number that the truth is not above."""
        return self.most.upper()

    def __str__(self) -> str:
        return f"between {decimals(self.lower(), 9)[0]} and {decimals(self.upper(), 9)[1]}"
