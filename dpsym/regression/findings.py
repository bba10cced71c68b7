"""What is found of a function at points, and the report of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf, isinf

from dpsym.regression.places import Place

SHOWN = 5
_LONGEST = 400
"""Bits of a denominator that is written out."""


class BoundError(AssertionError):
    """A numeric bound is wrong somewhere, or looser than it may be; ``report`` says all of it."""

    def __init__(self, report: BoundReport) -> None:
        self.report = report
        super().__init__(report.text())


def shown(value: float | Fraction) -> str:
    """A value for a reader: exact, unless that is long.

    >>> shown(0.5), shown(Fraction(1, 3)), shown(Fraction(1, 3**999))
    ('0.5', '1/3', 'about 0.0')
    """
    is_long = isinstance(value, Fraction) and value.denominator.bit_length() > _LONGEST
    return f"about {float(value)!r}" if is_long else str(value)


@dataclass(frozen=True, slots=True)
class Failure:
    """One point at which a function fails.

    Attributes:
        place: the parameters; empty where the whole run fails.
        value: what the function gave, as Python prints it.
        kind: ``invalid``, ``no number``, ``outside``, ``raised``, ``slow``, ``unguarded``,
            ``loose``, ``looser`` or ``undecided``.
        words: what is wrong.
        size: how wrong, relative to what is needed; larger is worse. 0 for a value outside its
            domain where the end of the domain would do.
    """

    place: Place
    value: str
    kind: str
    words: str
    size: float = inf

    def text(self) -> str:
        """The failure in one line."""
        where = ", ".join(f"{name}={value!r}" for name, value in self.place.items())
        return " ".join(filter(None, (f"{where}:" if where else "", self.value, self.words)))


@dataclass(frozen=True, slots=True)
class Looseness:
    """Where a valid value is farthest from what is needed.

    Attributes:
        factor: the value is certainly at least so many times what is needed, or, where smaller
            values are safe, what is allowed is at least so many times the value.
        place: the parameters.
    """

    factor: float
    place: Place

    def text(self) -> str:
        """The looseness in one line."""
        where = ", ".join(f"{name}={value!r}" for name, value in self.place.items())
        times = "infinitely many" if isinf(self.factor) else f"{self.factor:.4g}"
        return f"{times} times what is needed, at {where}"


@dataclass(frozen=True, slots=True)
class BoundReport:
    """What came of trying a function.

    Attributes:
        name: of the function.
        claim: what its values should satisfy.
        tried: at how many points it was called.
        certified: at how many its value is certainly valid.
        failures: where it fails, of each kind the worst first; at all other points it is not
            refuted.
        looseness: where it is loosest among the points that were measured; None where nothing is
            certainly loose.
        points: how many points there were; more than ``tried`` where the budget ran out.
    """

    name: str
    claim: str
    tried: int
    certified: int
    failures: tuple[Failure, ...]
    looseness: Looseness | None = None
    points: int = 0

    def text(self) -> str:
        """The report for a reader."""
        lines = [f"{self.name}: {len(self.failures)} of {self.tried} values fail"]
        lines.append(f"  claim   {self.claim}")
        by_kind: dict[str, list[Failure]] = {}
        for failure in self.failures:
            by_kind.setdefault(failure.kind, []).append(failure)
        for kind, found in by_kind.items():
            lines += [f"  {kind:<9} {failure.text()}" for failure in found[:SHOWN]]
            if len(found) > SHOWN:
                lines.append(f"  {kind:<9} and {len(found) - SHOWN} more")
        lines.append(f"  certified {self.certified} of {self.tried}")
        if self.points > self.tried:
            lines.append(f"  budget    ended before the other {self.points - self.tried} points")
        if self.looseness is not None:
            lines.append(f"  loosest   {self.looseness.text()}")
        return "\n".join(lines)
