"""The composition experiment, also where the adversary chooses the mechanisms.

In each of k rounds the adversary, knowing all answers, picks one mechanism of a family; it answers
with one law on the first database and one on the second. That is a game tree, so everything said
of interactive mechanisms applies: its advantage is the exact optimum over adaptive adversaries
(Kairouz, Oh and Viswanath 2015, section 2.3).
"""

from __future__ import annotations

from collections.abc import Sequence

from dpsym.arguments import taking
from dpsym.errors import DomainError
from dpsym.games.trees import END, Branch, Message, Node, Query

_MOST_ROUNDS = 10_000


@taking
def composition_game(family: Sequence[Message], rounds: int) -> Node:
    """The game in which one mechanism of the family is picked and answers, ``rounds`` times.

    Equal subtrees are one object, and the recursions on games treat them as one.

    Raises:
        DomainError: the family is empty or a member is interactive itself, or rounds < 1.

    >>> from dpsym.games.concurrent import advantage
    >>> from dpsym.games.trees import response
    >>> advantage([composition_game([response(2, 0), response(3, 0)], 2)], 4)
    5/16
    """
    if rounds > _MOST_ROUNDS:
        raise DomainError(f"rounds={rounds}", remedy=f"give at most {_MOST_ROUNDS}")
    if not family or rounds < 1 or any(b.then != END for m in family for b in m.branches):
        raise DomainError(
            f"no experiment with {len(family)} mechanisms and {rounds} rounds",
            remedy="give at least one round, and mechanisms that say one message",
        )
    node: Node = END
    for _ in range(rounds):
        answers = [
            Message(tuple(Branch(b.first, b.second, node) for b in member.branches))
            for member in family
        ]
        node = Query(tuple(answers)) if len(answers) > 1 else answers[0]
    return node
