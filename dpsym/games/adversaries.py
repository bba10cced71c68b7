"""Deterministic adversaries against mechanisms that run at once, and what they see.

An adversary is a decision tree. Its coins need no place in it: given the coins it is deterministic,
and what it gains is the mean over the coins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from flint import fmpq

from dpsym.arguments import taking
from dpsym.errors import DomainError
from dpsym.games.trees import END, ONE, Message, Node, Query

State = tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """Nothing more to do."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask mechanism ``mechanism`` its question ``question``, both counted from 0."""

    mechanism: int
    question: int
    then: Adversary


@dataclass(frozen=True, slots=True)
class Read:
    """Hear the message of mechanism ``mechanism``, and go on as ``answers`` says of each."""

    mechanism: int
    answers: tuple[Adversary, ...]


Adversary = Ask | Read | Stop


def moved(state: State, place: int, node: Node) -> State:
    """The state with the node of one mechanism replaced."""
    return (*state[:place], node, *state[place + 1 :])


def turns(state: State, *, sequential: bool = False) -> list[int]:
    """The mechanisms that may be turned to; the first unfinished one where ``sequential``."""
    unfinished = [place for place, node in enumerate(state) if node != END]
    return unfinished[:1] if sequential else unfinished


@taking
def adversaries(mechanisms: Sequence[Node], *, sequential: bool = False) -> Iterator[Adversary]:
    """Every deterministic adversary that runs all mechanisms to their end, in every interleaving.

    Their number grows doubly exponentially: this is for mechanisms of a few nodes.

    >>> from dpsym.games.trees import response
    >>> len(list(adversaries([response(2, 0), response(3, 0)])))
    2
    """
    yield from _policies(tuple(mechanisms), sequential)


def _policies(state: State, sequential: bool) -> Iterator[Adversary]:
    places = turns(state, sequential=sequential)
    if not places:
        yield Stop()
    for place in places:
        node = state[place]
        if isinstance(node, Message):
            continuations = [
                list(_policies(moved(state, place, branch.then), sequential))
                for branch in node.branches
            ]
            for chosen in product(*continuations):
                yield Read(place, chosen)
        elif isinstance(node, Query):
            for question, option in enumerate(node.options):
                for then in _policies(moved(state, place, option), sequential):
                    yield Ask(place, question, then)


@taking
def views(
    mechanisms: Sequence[Node], adversary: Adversary
) -> tuple[tuple[fmpq, ...], tuple[fmpq, ...]]:
    """The laws of the adversary's view, all mechanisms on the first databases, and on the second.

    Raises:
        DomainError: the adversary makes a move that the mechanisms do not allow.

    >>> from dpsym.games.trees import response
    >>> views([response(2, 0)], Read(0, (Stop(), Stop())))
    ((2/3, 1/3), (1/3, 2/3))
    """
    seen = list(_leaves(tuple(mechanisms), adversary, ONE, ONE))
    return tuple(p for p, _ in seen), tuple(q for _, q in seen)


def _leaves(
    state: State, adversary: Adversary, first: fmpq, second: fmpq
) -> Iterator[tuple[fmpq, fmpq]]:
    if isinstance(adversary, Stop):
        yield first, second
        return
    place = adversary.mechanism
    node = state[place] if 0 <= place < len(state) else END
    if isinstance(adversary, Ask):
        if not isinstance(node, Query) or not 0 <= adversary.question < len(node.options):
            raise DomainError(
                f"mechanism {place} takes no question {adversary.question} there",
                part=str(adversary.question),
                remedy="ask what its query offers",
            )
        option = node.options[adversary.question]
        yield from _leaves(moved(state, place, option), adversary.then, first, second)
        return
    if not isinstance(node, Message) or len(node.branches) != len(adversary.answers):
        raise DomainError(
            f"mechanism {place} does not say one of {len(adversary.answers)} messages there",
            part=str(place),
            remedy="read where it speaks, with one answer for each message",
        )
    for branch, then in zip(node.branches, adversary.answers, strict=True):
        yield from _leaves(
            moved(state, place, branch.then), then, first * branch.first, second * branch.second
        )
