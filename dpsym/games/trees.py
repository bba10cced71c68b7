"""Interactive mechanisms on two neighbouring databases, as trees of messages and questions.

At a :class:`Message` the mechanism speaks, with one law on each database; at a :class:`Query` the
adversary asks one of finitely many questions; at an :class:`End` all is said. The mechanism's own
mass of a leaf is the product of the masses of its messages on the way there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from dpsym.arguments import taking
from dpsym.errors import DomainError

ZERO, ONE = fmpq(0), fmpq(1)
Masses = tuple[fmpq, fmpq]


def exact(value: Any) -> fmpq:
    """The rational that ``value`` is: an integer, a fraction, or a rational of sympy or flint.

    Raises:
        DomainError: it is none of these; a float must be written as a fraction.

    >>> from fractions import Fraction
    >>> exact(Fraction(2, 6))
    1/3
    """
    if isinstance(value, fmpq):
        return value
    if isinstance(value, float):
        raise DomainError(
            f"{value!r} is a float", part=repr(value), remedy="give an exact fraction"
        )
    above = getattr(value, "numerator", None)
    below = getattr(value, "denominator", None)
    if above is None or below is None:
        raise DomainError(f"{value} is no rational", part=str(value), remedy="give a fraction")
    return fmpq(int(above), int(below))


@dataclass(frozen=True, slots=True)
class End:
    """The interaction is over."""


END = End()


@dataclass(frozen=True, slots=True)
class Branch:
    """One message: its mass on the first database, on the second, and what comes after it."""

    first: fmpq
    second: fmpq
    then: Node = END


@dataclass(frozen=True, slots=True)
class Message:
    """The mechanism says one of these messages.

    Raises:
        DomainError: a mass is negative, or those on one database do not sum to one.

    >>> Message.of((1, 0), (0, 1)).branches[0].first
    1
    """

    branches: tuple[Branch, ...]

    def __post_init__(self) -> None:
        for side, masses in (
            ("first", [branch.first for branch in self.branches]),
            ("second", [branch.second for branch in self.branches]),
        ):
            if any(mass < 0 for mass in masses) or sum(masses, ZERO) != 1:
                raise DomainError(
                    f"the masses {', '.join(map(str, masses))} on the {side} database are no law",
                    part=str(masses),
                    remedy="give nonnegative rationals that sum to one",
                )

    @classmethod
    def of(cls, *branches: Sequence[Any]) -> Message:
        """A message from tuples ``(first, second)`` or ``(first, second, then)``."""
        return cls(tuple(Branch(exact(p), exact(q), *then) for p, q, *then in branches))


@dataclass(frozen=True, slots=True)
class Query:
    """The adversary asks one of these questions.

    Raises:
        DomainError: there is no question.
    """

    options: tuple[Node, ...]

    def __post_init__(self) -> None:
        if not self.options:
            raise DomainError("a query without questions", remedy="end the interaction there")


Node = Message | Query | End


def leaves(node: Node, masses: Masses = (ONE, ONE)) -> Iterator[Masses]:
    """The mechanism's masses of every leaf, questions counted as asked.

    >>> list(leaves(response(2, 0)))
    [(2/3, 1/3), (1/3, 2/3)]
    """
    if isinstance(node, Message):
        for branch in node.branches:
            yield from leaves(branch.then, (masses[0] * branch.first, masses[1] * branch.second))
    elif isinstance(node, Query):
        for option in node.options:
            yield from leaves(option, masses)
    else:
        yield masses


def exchanged(node: Node) -> Node:
    """The same mechanism with the two databases exchanged."""
    if isinstance(node, Message):
        return Message(tuple(Branch(b.second, b.first, exchanged(b.then)) for b in node.branches))
    if isinstance(node, Query):
        return Query(tuple(map(exchanged, node.options)))
    return node


@taking
def laws(first: Iterable[Any], second: Iterable[Any]) -> Message:
    """The mechanism that says one message, from its two laws.

    Raises:
        DomainError: the laws have different numbers of outcomes, or are none.

    >>> laws([1, 0], [0, 1]) == Message.of((1, 0), (0, 1))
    True
    """
    ours, theirs = list(first), list(second)
    if len(ours) != len(theirs):
        raise DomainError(
            f"laws on {len(ours)} and on {len(theirs)} outcomes",
            remedy="pad the shorter one with zeros",
        )
    return Message.of(*zip(ours, theirs, strict=True))


def response(t: Any, delta: Any) -> Message:
    """``CanonicalRR(log(t), delta)``: its outcomes of no mass left out.

    Raises:
        DomainError: t < 1, or delta outside [0, 1].

    >>> response(1, 1) == laws([1, 0], [0, 1])
    True
    """
    odds, failure = parameters(t, delta)
    likely, unlikely = (1 - failure) * odds / (1 + odds), (1 - failure) / (1 + odds)
    masses = ((failure, ZERO), (likely, unlikely), (unlikely, likely), (ZERO, failure))
    return Message(tuple(Branch(*pair) for pair in masses if any(mass > 0 for mass in pair)))


def parameters(t: Any, delta: Any) -> Masses:
    """``t`` and ``delta`` as rationals.

    Raises:
        DomainError: t < 1, or delta outside [0, 1].
    """
    odds, failure = exact(t), exact(delta)
    if odds < 1 or not 0 <= failure <= 1:
        raise DomainError(
            f"t={odds} and delta={failure} are no guarantee",
            remedy="give t = exp(epsilon) >= 1 and delta in [0, 1]",
        )
    return odds, failure


def sequel(first: Node, second: Node) -> Node:
    """The mechanism that is ``first`` and, when that is over, ``second``."""
    if isinstance(first, Message):
        return Message(
            tuple(Branch(b.first, b.second, sequel(b.then, second)) for b in first.branches)
        )
    if isinstance(first, Query):
        return Query(tuple(sequel(option, second) for option in first.options))
    return second


def size(node: Node) -> int:
    """The number of nodes.

    >>> size(response(2, 0))
    3
    """
    if isinstance(node, Message):
        return 1 + sum(size(branch.then) for branch in node.branches)
    if isinstance(node, Query):
        return 1 + sum(map(size, node.options))
    return 1
