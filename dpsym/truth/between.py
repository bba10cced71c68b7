"""Two certain ends that lie far apart: a ball around them would blur the smaller one."""

from __future__ import annotations

from dataclasses import dataclass

from flint import arb


@dataclass(frozen=True, slots=True)
class Between:
    """The truth lies between two numbers; it answers ``lower()`` and ``upper()`` as a ball does.

    >>> print(Between(arb(1) / 4, arb(1)))
    between 0.250000000 and 1.00000000
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
        ends = [end.str(9, radius=False) for end in (self.lower(), self.upper())]
        return f"between {ends[0]} and {ends[1]}"
