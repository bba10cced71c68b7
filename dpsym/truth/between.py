"""Two certain ends that lie far apart: a ball around them would blur the smaller one."""

from __future__ import annotations

from dataclasses import dataclass

from flint import arb

from dpsym.enclosure.decimals import decimals


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
