"""Domains of the variables of a claim: intervals, integer ranges, and the sorts of objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from dpsym.algebra import Expr, Integer, Rational, S, enclosing, written
from dpsym.errors import DomainError


class Sort(Enum):
    """What a name stands for when it is no number."""

    LAW = "law"
    MECHANISM = "mechanism"
    KERNEL = "kernel"
    VARIABLE = "variable"
    TREE = "tree"
    PROTOCOL = "protocol"
    TASK = "task"
    HYPOTHESIS = "hypothesis"


@dataclass(frozen=True, slots=True)
class Objects:
    """All objects of one sort: every law, every mechanism, every kernel.

    >>> str(Objects(Sort.LAW))
    'law'
    """

    sort: Sort

    def __str__(self) -> str:
        return self.sort.value


MOST_BITS = 10**30
"""Before the point, of a constant that is compared with another."""


@lru_cache(maxsize=4096)
def _is_moderate(number: Expr) -> bool:
    """Whether a constant is not so large that nothing compares it."""
    try:
        return not enclosing.is_longer(number, MOST_BITS)
    except NotImplementedError:
        return True


def floor(number: Expr) -> Integer:
    """The largest integer that is at most a constant.

    Raises:
        DomainError: which that is is not certain.

    >>> floor(S.Pi), floor(-S.Pi)
    (3, -4)
    """
    try:
        found = enclosing.floor(number)
    except NotImplementedError:
        found = None
    if found is None:
        raise DomainError(f"the integers next to {number} are not certain", part=str(number))
    return Integer(found)


def _is_below(left: Expr, right: Expr, *, strictly: bool = False) -> bool:
    """Whether a constant is at most another, or less than it.

    Raises:
        DomainError: that is not certain.
    """
    if left.is_Rational and right.is_Rational:
        gap = int(right.p) * int(left.q) - int(left.p) * int(right.q)
        return gap > 0 if strictly else gap >= 0
    if (left is S.NegativeInfinity or right is S.Infinity) and all(
        end.is_Rational or end in (S.Infinity, S.NegativeInfinity) for end in (left, right)
    ):
        return left is not right or not strictly
    for number in (left, right):
        if not _is_moderate(number):
            raise DomainError(
                f"{number} is too large to be compared",
                part=str(number),
                remedy="give it a name, and say how large that is as a hypothesis",
            )
    try:
        return bool(left < right if strictly else left <= right)
    except TypeError:
        raise DomainError(
            f"which of {left} and {right} is the larger is not certain",
            part=str(left),
            remedy="write the numbers in another form",
        ) from None


@dataclass(frozen=True, slots=True)
class Interval:
    """A real interval with exact, constant ends.

    >>> str(Interval(S.Zero, S.Infinity, upper_open=True))
    '[0, oo)'
    >>> str(Interval(S.One, S.Exp1))
    '[1, exp(1)]'

    Raises:
        DomainError: the interval has no element, an end is no constant, or it is not certain which
            end is the larger.
    """

    lower: Expr
    upper: Expr
    lower_open: bool = False
    upper_open: bool = False

    def __post_init__(self) -> None:
        for end in (self.lower, self.upper):
            if not end.is_extended_real:
                raise DomainError(
                    f"the end of an interval must be a real constant, not {end}",
                    part=str(end),
                    remedy="write a number, pi, oo or -oo",
                )
        closed = not (self.lower_open or self.upper_open or self.lower.is_infinite)
        point = self.lower == self.upper and closed
        if not point and not _is_below(self.lower, self.upper, strictly=True):
            raise DomainError(
                f"the domain {self} is empty",
                part=str(self),
                remedy="exchange or close its ends, or write equal ones alike",
            )

    def __str__(self) -> str:
        left = "(" if self.lower_open else "["
        right = ")" if self.upper_open else "]"
        return f"{left}{written(self.lower)}, {written(self.upper)}{right}"

    def contains(self, value: Expr) -> bool:
        """Whether a constant is an element.

        Raises:
            DomainError: that is not certain.
        """
        return _is_below(self.lower, value, strictly=self.lower_open) and _is_below(
            value, self.upper, strictly=self.upper_open
        )

    def includes(self, other: Domain) -> bool:
        """Whether every element of ``other`` lies in this interval."""
        if isinstance(other, Objects):
            return False
        other_lower_open = isinstance(other, Interval) and other.lower_open
        other_upper_open = (isinstance(other, Interval) and other.upper_open) or (
            other.upper is S.Infinity and isinstance(other, Integers)
        )
        if self.lower == other.lower:
            above = not self.lower_open or other_lower_open
        else:
            above = _is_below(self.lower, other.lower, strictly=True)
        if self.upper == other.upper:
            below = not self.upper_open or other_upper_open
        else:
            below = _is_below(other.upper, self.upper, strictly=True)
        return above and below

    def intersection(self, other: Domain) -> Domain:
        """The elements that lie in both.

        Raises:
            DomainError: there is none.
        """
        if isinstance(other, Integers):
            return other.intersection(self)
        if isinstance(other, Objects):
            raise DomainError(f"{other} is no number", part=str(other))
        lower, lower_open = self.lower, self.lower_open
        if lower == other.lower:
            lower_open |= other.lower_open
        elif _is_below(lower, other.lower):
            lower, lower_open = other.lower, other.lower_open
        upper, upper_open = self.upper, self.upper_open
        if upper == other.upper:
            upper_open |= other.upper_open
        elif _is_below(other.upper, upper):
            upper, upper_open = other.upper, other.upper_open
        return Interval(lower, upper, lower_open, upper_open)


@dataclass(frozen=True, slots=True)
class Integers:
    """The integers from ``lower`` to ``upper`` inclusive; ``upper`` may be oo.

    >>> str(Integers(S.One, S.Infinity))
    '1..oo'

    Raises:
        DomainError: no integer lies between the ends.
    """

    lower: Expr
    upper: Expr

    def __post_init__(self) -> None:
        for end in (self.lower, self.upper):
            if not (end.is_Integer or end in (S.Infinity, S.NegativeInfinity)):
                raise DomainError(
                    f"the end of a range must be an integer, not {end}",
                    part=str(end),
                    remedy="write an integer, or oo at the upper end",
                )
        if self.lower > self.upper or S.Infinity is self.lower or S.NegativeInfinity is self.upper:
            raise DomainError(
                f"the domain {self} is empty", part=str(self), remedy="exchange its ends"
            )

    def __str__(self) -> str:
        return f"{self.lower}..{self.upper}"

    def contains(self, value: Expr) -> bool:
        """Whether a constant is an element."""
        finite = bool(value.is_integer) and not value.is_infinite
        return finite and _is_below(self.lower, value) and _is_below(value, self.upper)

    def includes(self, other: Domain) -> bool:
        """Whether every element of ``other`` lies in this range."""
        return (
            isinstance(other, Integers)
            and bool(self.lower <= other.lower)
            and bool(other.upper <= self.upper)
        )

    def intersection(self, other: Domain) -> Domain:
        """The integers that lie in both.

        Raises:
            DomainError: there is none.
        """
        if isinstance(other, Objects):
            raise DomainError(f"{other} is no number", part=str(other))
        lower, upper = other.lower, other.upper
        if isinstance(other, Interval):
            if lower is not S.NegativeInfinity:
                lower = floor(lower) + 1 if other.lower_open else -floor(-lower)
            if upper is not S.Infinity:
                upper = -floor(-upper) - 1 if other.upper_open else floor(upper)
        return Integers(max(self.lower, lower), min(self.upper, upper))


Domain = Interval | Integers | Objects


def declared_domains(declared: Mapping[str, Domain] | None) -> dict[str, Domain]:
    """The domains that are declared, by their names.

    Raises:
        DomainError: one is no domain.
    """
    for name, domain in (declared or {}).items():
        if not isinstance(domain, Domain):
            raise DomainError(
                f"the domain of {name!r} is given as {domain!r}",
                part=name,
                remedy="give an Interval, Integers or Objects of dpsym.language.domains",
            )
    return dict(declared or {})


REALS = Interval(S.NegativeInfinity, S.Infinity, True, True)
NONNEGATIVE = Interval(S.Zero, S.Infinity, upper_open=True)
POSITIVE = Interval(S.Zero, S.Infinity, True, True)
PROBABILITY = Interval(S.Zero, S.One)
ORDER = Interval(S.One, S.Infinity, True, True)
COUNTS = Integers(S.One, S.Infinity)
LAW = Objects(Sort.LAW)
MECHANISM = Objects(Sort.MECHANISM)
KERNEL = Objects(Sort.KERNEL)
VARIABLE = Objects(Sort.VARIABLE)
TREE = Objects(Sort.TREE)
PROTOCOL = Objects(Sort.PROTOCOL)
TASK = Objects(Sort.TASK)
HYPOTHESIS = Objects(Sort.HYPOTHESIS)
NATURALS = Integers(S.Zero, S.Infinity)
INTEGERS = Integers(S.NegativeInfinity, S.Infinity)
BITS = Integers(S.Zero, S.One)

HALF = Rational(1, 2)
