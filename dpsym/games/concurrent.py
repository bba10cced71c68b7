"""The best adversary against mechanisms that run at once, over all interleavings.

With ``W(h, r)`` the most that can be gained from nodes ``h`` on, for one unit of mass under the
first database and ``r`` under the second: at the ends ``max(1 - t*r, 0)``, at a message the sum
over what is said, at questions the maximum over which mechanism is asked and what. A message is
read as soon as it is there: waiting for it gains nothing, since an adversary may read and ignore.
Equal subtrees with equal ratios are one state, and where all ends below lie on one side of t
nothing is left to be decided.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from flint import arb, fmpq

from dpsym.arguments import taking
from dpsym.errors import DomainError, LimitError
from dpsym.games.adversaries import Adversary, Ask, Read, Stop, moved, turns
from dpsym.games.trees import ONE, Message, Node, Query, exact

MAX_STATES = 2_000_000
Value = Any  # fmpq, or arb where t is no rational
State = tuple[int, ...]


@dataclass(slots=True)
class Arena:
    """Trees with every distinct subtree stored once, under a number.

    The first entry of a message is -1, then come (first mass, second mass, number) triples; a
    query lists its options' numbers; the end is the empty tuple. With ``exchanged`` the first mass
    is that on the second database.
    """

    exchanged: bool = False
    nodes: list[tuple[Any, ...]] = field(default_factory=list)
    known: dict[tuple[Any, ...], int] = field(default_factory=dict)
    met: dict[int, tuple[Node, int]] = field(default_factory=dict)
    ranges: list[tuple[fmpq, fmpq | None]] = field(default_factory=list)

    def add(self, node: Node) -> int:
        """The number of a tree; an object that occurs twice is walked once."""
        if id(node) in self.met:
            return self.met[id(node)][1]
        parts = tuple(self._parts(node))
        if parts not in self.known:
            self.known[parts] = len(self.nodes)
            self.nodes.append(parts)
            self.ranges.append(self._range(parts))
        self.met[id(node)] = node, self.known[parts]
        return self.known[parts]

    def _parts(self, node: Node) -> Iterator[Any]:
        if isinstance(node, Message):
            yield -1
            for branch in node.branches:
                masses = (branch.first, branch.second)
                yield (*(reversed(masses) if self.exchanged else masses), self.add(branch.then))
        elif isinstance(node, Query):
            yield from map(self.add, node.options)

    def _range(self, parts: tuple[Any, ...]) -> tuple[fmpq, fmpq | None]:
        """The least and largest ratio, second mass over first, of a leaf; None where infinite."""
        if not parts:
            return fmpq(1), fmpq(1)
        found: list[tuple[fmpq, fmpq | None]] = []
        if parts[0] != -1:
            found = [self.ranges[then] for then in parts]
        for first, second, then in parts[1:] if parts[0] == -1 else ():
            low, high = self.ranges[then]
            if first != 0:
                ratio = second / first
                found.append((ratio * low, None if high is None else ratio * high))
            elif second != 0:
                found.append((fmpq(0), None))
        highs = [high for _, high in found if high is not None]
        return min(low for low, _ in found), max(highs) if len(highs) == len(found) else None

    def speaks(self, number: int) -> bool:
        """Whether the node is a message."""
        parts = self.nodes[number]
        return bool(parts) and parts[0] == -1


@dataclass(slots=True)
class Game:
    """The recursion for one threshold ``t``, a rational or a ball."""

    arena: Arena
    t: Value
    sequential: bool
    values: dict[tuple[State, fmpq | None], Value] = field(default_factory=dict)

    def value(self, state: State, ratio: fmpq | None) -> Value:
        """``W(state, ratio)``; the ratio None stands for no mass under the first database."""
        if ratio is None:
            return fmpq(0)
        if ratio == 0:
            return fmpq(1)
        settled = self._settled(state, ratio)
        if settled is not None:
            return settled
        key = (state, ratio)
        if key not in self.values:
            if len(self.values) >= MAX_STATES:
                raise LimitError(
                    f"the game has more than {MAX_STATES} states",
                    remedy="give fewer or shallower mechanisms",
                )
            self.values[key] = self._value(state, ratio)
        return self.values[key]

    def _settled(self, state: State, ratio: fmpq) -> Value | None:
        """The value where every end gains, or none: then it does not matter what is asked."""
        low, high = self.t * ratio, self.t * ratio
        finite = True
        for number in state:
            least, largest = self.arena.ranges[number]
            low = low * least
            finite = finite and largest is not None
            high = high * largest if finite else high
        if finite and high <= 1:
            return 1 - self.t * ratio
        return fmpq(0) if low >= 1 else None

    def _value(self, state: State, ratio: fmpq) -> Value:
        place = self.reading(state)
        if place is not None:
            total: Value = fmpq(0)
            for first, second, then in self.arena.nodes[state[place]][1:]:
                if first:
                    below = ratio * second / first
                    total += first * self.value(_at(state, place, then), below)
            return total
        moves = self.questions(state)
        if not moves:
            return larger(1 - self.t * ratio, fmpq(0))
        best = self.value(moves[0][2], ratio)
        for _, _, then in moves[1:]:
            best = larger(best, self.value(then, ratio))
        return best

    def reading(self, state: State) -> int | None:
        """The mechanism whose message comes next, if one speaks."""
        order = self._open(state)
        return next((place for place in order if self.arena.speaks(state[place])), None)

    def questions(self, state: State) -> list[tuple[int, int, State]]:
        """What may be asked: the mechanism, the question, the state after it."""
        return [
            (place, question, _at(state, place, then))
            for place in self._open(state)
            for question, then in enumerate(self.arena.nodes[state[place]])
        ]

    def _open(self, state: State) -> list[int]:
        unfinished = [place for place, number in enumerate(state) if self.arena.nodes[number]]
        return unfinished[:1] if self.sequential else unfinished


def _at(state: State, place: int, number: int) -> State:
    return (*state[:place], number, *state[place + 1 :])


def _middle(value: Value) -> Any:
    return value if isinstance(value, fmpq) else fmpq(*_dyadic(value.mid()))


def _dyadic(value: arb) -> tuple[int, int]:
    mantissa, exponent = (int(part) for part in value.man_exp())
    return (mantissa << exponent, 1) if exponent >= 0 else (mantissa, 1 << -exponent)


def larger(first: Value, second: Value) -> Value:
    """The larger of two values; of balls, a ball that contains it.

    >>> larger(fmpq(1, 2), fmpq(1, 3))
    1/2
    """
    if isinstance(first, fmpq) and isinstance(second, fmpq):
        return max(first, second)
    return arb(first).max(arb(second))


def threshold(t: Any) -> Value:
    """``t`` as a number of the recursion.

    Raises:
        DomainError: it is a float, or not positive.
    """
    value = t if isinstance(t, arb) else exact(t)
    if not value > 0:
        raise DomainError(f"t={t} is not positive", remedy="give t = exp(epsilon)")
    return value


def game(
    mechanisms: Sequence[Node], t: Any, *, sequential: bool, exchanged: bool = False
) -> tuple[Game, State]:
    """The recursion and its first state."""
    arena = Arena(exchanged)
    state = tuple(arena.add(node) for node in mechanisms)
    return Game(arena, threshold(t), sequential), state


def gain(
    mechanisms: Sequence[Node], t: Any, *, sequential: bool = False, exchanged: bool = False
) -> Value:
    """The largest hockey stick of the views in one direction.

    As :func:`advantage`, with the laws on the first databases before those on the second, or the
    other way round where ``exchanged``.
    """
    played, state = game(mechanisms, t, sequential=sequential, exchanged=exchanged)
    return played.value(state, ONE)


@taking
def advantage(mechanisms: Sequence[Node], t: Any, *, sequential: bool = False) -> Value:
    """The least delta with which the mechanisms, run at once, are (log(t), delta)-DP.

    The adversary interleaves its questions as it likes; with ``sequential`` it ends each mechanism
    before it begins the next. With a rational ``t`` the value is rational, with a ball a ball.

    Guarantees:
        the supremum over all adversaries and both orders of the databases of the hockey stick
        ``sum max(P - t*Q, 0)`` of their views.

    Raises:
        LimitError: the game has more than two million states.

    >>> from dpsym.games.trees import response
    >>> advantage([response(2, 0), response(2, 0)], 2)
    2/9
    """
    return larger(
        gain(mechanisms, t, sequential=sequential),
        gain(mechanisms, t, sequential=sequential, exchanged=True),
    )


@taking
def worst_adversary(
    mechanisms: Sequence[Node], t: Any, *, sequential: bool = False, exchanged: bool = False
) -> Adversary:
    """An adversary that attains :func:`gain`.

    With a ball for ``t`` it is the best by the midpoints of the balls.

    >>> from dpsym.games.trees import response
    >>> worst_adversary([response(2, 0)], 2)
    Read(mechanism=0, answers=(Stop(), Stop()))
    """
    played, numbers = game(mechanisms, t, sequential=sequential, exchanged=exchanged)
    return _best(played, tuple(mechanisms), numbers, ONE)


def _best(played: Game, nodes: tuple[Node, ...], state: State, ratio: fmpq | None) -> Adversary:
    """Where no mass is left under the first database any move will do."""
    if not turns(nodes):
        return Stop()
    place = played.reading(state)
    if place is not None:
        node = nodes[place]
        assert isinstance(node, Message)
        parts = played.arena.nodes[state[place]][1:]
        answers = []
        for branch, (first, second, then) in zip(node.branches, parts, strict=True):
            below = None if ratio is None or not first else ratio * second / first
            following = moved(nodes, place, branch.then)
            answers.append(_best(played, following, _at(state, place, then), below))
        return Read(place, tuple(answers))
    place, question, then = max(
        played.questions(state), key=lambda move: _middle(played.value(move[2], ratio))
    )
    asked = nodes[place]
    assert isinstance(asked, Query)
    following = moved(nodes, place, asked.options[question])
    return Ask(place, question, _best(played, following, then, ratio))
