"""Two laws on the same finitely many outcomes, with rational masses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpsym.arguments import Number, exact, taking
from dpsym.errors import DomainError

Kernel = tuple[tuple[Fraction, ...], ...]
"""A stochastic matrix: the law of the new outcome for each old one."""


@dataclass(frozen=True, slots=True)
class FinitePair:
    """Laws P and Q on outcomes 0, 1, ...; P is the null hypothesis.

    Raises:
        DomainError: the laws have different lengths, a negative mass, or do not sum to one.

    >>> FinitePair(["1/3", "2/3"], ["2/3", "1/3"]).stick(1)
    Fraction(1, 3)
    """

    p: tuple[Fraction, ...]
    q: tuple[Fraction, ...]

    @taking
    def __init__(
        self,
        p: Iterable[Number],
        q: Iterable[Number],
    ) -> None:
        object.__setattr__(self, "p", _law(p, "p"))
        object.__setattr__(self, "q", _law(q, "q"))
        if len(self.p) != len(self.q):
            raise DomainError(
                f"laws on {len(self.p)} and on {len(self.q)} outcomes",
                part="q",
                remedy="pad the shorter one with zeros",
            )

    def stick(self, ratio: Number) -> Fraction:
        """The hockey-stick divergence ``sum max(P - ratio*Q, 0)``, ratio = exp(epsilon)."""
        factor = exact(ratio, "ratio")
        pairs = zip(self.p, self.q, strict=True)
        return sum((max(p - factor * q, Fraction(0)) for p, q in pairs), Fraction(0))

    def exchanged(self) -> FinitePair:
        """The pair with the laws exchanged."""
        return FinitePair(self.q, self.p)

    @taking
    def times(self, other: FinitePair) -> FinitePair:
        """The pair of joint laws of independent outcomes."""
        return FinitePair(
            [a * b for a in self.p for b in other.p], [a * b for a in self.q for b in other.q]
        )

    def is_private(self, ratio: Number, delta: Number) -> bool:
        """Whether the pair is (log(ratio), delta)-indistinguishable, both ways.

        >>> FinitePair(["1/3", "2/3"], ["2/3", "1/3"]).is_private(2, 0)
        True
        """
        bound = exact(delta, "delta")
        return self.stick(ratio) <= bound and self.exchanged().stick(ratio) <= bound


def _law(masses: Iterable[Number], name: str) -> tuple[Fraction, ...]:
    law = tuple(exact(mass, name) for mass in masses)
    if any(mass < 0 for mass in law) or sum(law) != 1:
        raise DomainError(
            f"{name} is no law: its masses are {', '.join(map(str, law))}",
            part=name,
            remedy="give masses >= 0 that sum to exactly 1, as fractions or decimals",
        )
    return law


@taking
def image(law: Sequence[Fraction], kernel: Kernel) -> tuple[Fraction, ...]:
    """The law of the kernel's outcome on a draw from a law.

    Raises:
        DomainError: the kernel has not one row for each mass, or rows of different lengths.

    >>> half = Fraction(1, 2)
    >>> image((half, half), ((half, half), (Fraction(0), Fraction(1))))
    (Fraction(1, 4), Fraction(3, 4))
    """
    if len(law) != len(kernel) or len({len(row) for row in kernel}) != 1:
        sizes = ", ".join(str(len(row)) for row in kernel[:9]) or "no"
        raise DomainError(
            f"the kernel has {len(kernel)} rows, of {sizes} outcomes, for {len(law)} masses",
            part="kernel",
            remedy="give one row for each mass, all equally long",
        )
    columns = range(len(kernel[0]))
    return tuple(
        sum((mass * row[y] for mass, row in zip(law, kernel, strict=True)), Fraction(0))
        for y in columns
    )


def is_kernel(kernel: Kernel) -> bool:
    """Whether every row is a law."""
    return all(sum(row) == 1 and all(mass >= 0 for mass in row) for row in kernel)
