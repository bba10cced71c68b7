"""Protocols, within what is asked of their parties, and tasks after them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from sympy import Expr, Integer, Symbol, exp

from dpsym.arguments import whole_number
from dpsym.errors import EvaluationError
from dpsym.games import expressions
from dpsym.games.accuracy import Payoffs, xor
from dpsym.games.protocols import (
    ProtocolTree,
    Speech,
    Talk,
    curious_delta,
    inputs,
    malicious_delta,
    response_protocol,
)
from dpsym.games.trees import END, ONE, Branch, response
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.strategies.interaction import draw_branches


def draw_protocol(draw: DrawFn, parties: int, pure: dict[int, fmpq]) -> ProtocolTree:
    """A protocol; parties with an entry in ``pure`` keep every likelihood ratio in [1/t, t]."""
    styles = ("coin", "responses", "escalating", "free", "free")
    style = draw(st.sampled_from(styles))
    if style == "responses":
        return response_protocol(_guarantee(draw, party, pure) for party in _all(parties))
    talker = _Talker(draw, parties, pure)
    ratios = (ONE,) * parties
    if style == "coin":
        weight = draw(st.sampled_from((fmpq(1, 2), fmpq(1, 10), fmpq(1, 4))))
        revealed = talker.openly(1) if draw(st.booleans()) else talker.in_turn(1, ratios)
        return ProtocolTree(
            parties,
            Speech(1, (Branch(weight, weight, _as(revealed)), Branch(1 - weight, 1 - weight))),
        )
    if style == "escalating":
        return ProtocolTree(parties, talker.in_turn(1, ratios))
    return ProtocolTree(parties, talker.freely(draw(st.integers(1, 3)), ratios))


def _as(talk: Talk) -> Any:
    return talk


def _all(parties: int) -> range:
    return range(1, parties + 1)


def _guarantee(draw: DrawFn, party: int, pure: dict[int, fmpq]) -> tuple[fmpq, fmpq]:
    odds = draw(st.sampled_from((ONE, fmpq(2), fmpq(3, 2), fmpq(5))))
    if party in pure:
        return pure[party], fmpq(0)
    return odds, draw(st.sampled_from((fmpq(1, 10), fmpq(0), fmpq(1, 2), ONE)))


class _Talker:
    """Draws the speeches of a protocol, knowing the likelihood ratio of every party so far."""

    def __init__(self, draw: DrawFn, parties: int, pure: dict[int, fmpq]) -> None:
        self.draw, self.parties, self.pure = draw, parties, pure

    def openly(self, party: int) -> Talk:
        """Each party from ``party`` on tells its bit, as far as it may."""
        if party > self.parties:
            return END
        below = _as(self.openly(party + 1))
        likely = self.pure[party] / (1 + self.pure[party]) if party in self.pure else ONE
        return Speech(party, (Branch(likely, 1 - likely, below), Branch(1 - likely, likely, below)))

    def in_turn(self, party: int, ratios: tuple[fmpq, ...]) -> Talk:
        """Each party from ``party`` on gives a response, which may depend on what was said."""
        if party > self.parties:
            return END
        said = response(*_guarantee(self.draw, party, self.pure))
        return Speech(
            party,
            tuple(
                Branch(b.first, b.second, _as(self.in_turn(party + 1, ratios)))
                for b in said.branches
            ),
        )

    def freely(self, depth: int, ratios: tuple[fmpq, ...]) -> Talk:
        """Speeches of anybody, at most ``depth`` in a row."""
        if depth == 0:
            return END
        party = self.draw(st.integers(1, self.parties))

        def below(after: fmpq) -> Any:
            deeper = depth - 1 if self.draw(st.integers(0, 3)) else 0
            return _as(self.freely(deeper, (*ratios[: party - 1], after, *ratios[party:])))

        t = self.pure.get(party)
        return Speech(party, draw_branches(self.draw, t, ratios[party - 1], below))


@st.composite
def _protocols(draw: DrawFn, parties: int) -> Expr:
    return expressions.protocol(draw_protocol(draw, parties, {}))


def protocols(parties: int) -> SearchStrategy[Expr]:
    """Protocols of so many parties as ``Protocol(...)``, each with its own coins.

    A coin that decides whether all is told, responses that depend on what was said, and speeches
    at random. What each party's delta is, at any epsilon, can be read off. Shrinks toward the coin.

    >>> from dpsym.strategies import simplest
    >>> print(str(simplest(protocols(2)))[:70])
    Protocol(2, Speech(1, (1/2, 1/2, Speech(1, (1, 0, Speech(2, (1, 0), (0
    """
    return _protocols(whole_number("parties", parties, 1, most=4))


def draw_task(draw: DrawFn, parties: int) -> Payoffs:
    """Exclusive or, conjunction, the whole input, abstention, or any small payoffs."""
    viewer = draw(st.integers(0, parties))
    style = draw(st.sampled_from(("xor", "and", "all", "abstain", "any")))
    listed = inputs(parties)
    if style == "xor":
        return xor(parties, viewer)
    if style == "and":
        return Payoffs.of(viewer, *([1 - min(x), min(x)] for x in listed))
    if style == "all":
        return Payoffs.of(viewer, *([int(x == y) for y in listed] for x in listed))
    if style == "abstain":
        return Payoffs.of(
            viewer, *([1 - 3 * (sum(x) % 2), 3 * (sum(x) % 2) - 2, 0] for x in listed)
        )
    width = draw(st.integers(1, 3))
    entries = st.sampled_from([Fraction(n, 2) for n in (0, 2, 1, -1, -2, 5)])
    return Payoffs.of(viewer, *([draw(entries) for _ in range(width)] for _ in listed))


@st.composite
def _tasks(draw: DrawFn, parties: int) -> Expr:
    return expressions.task(draw_task(draw, parties))


def tasks(parties: int) -> SearchStrategy[Expr]:
    """Tasks after a protocol of so many parties as ``Task(...)``, for an observer or a party.

    Shrinks toward the observer's exclusive or.

    >>> from dpsym.strategies import simplest
    >>> simplest(tasks(1))
    Task(0, (1, 0), (0, 1))
    """
    return _tasks(whole_number("parties", parties, 1, most=4))


def parties_of(claim: Claim) -> int:
    """How many parties the protocols of a claim have.

    Raises:
        EvaluationError: its parts speak of different numbers.
    """
    counts: set[int] = set()
    least = 1
    for atom in claim.atoms:
        for node in (atom, *atom.atoms(heads.ProtocolHead, heads.Task)):
            if isinstance(node, heads.ResponseProtocol):
                counts.add(len(node.args) // 2)
            elif isinstance(node, heads.Broadcast):
                counts.add(len(node.args))
            elif isinstance(node, heads.Protocol):
                counts.add(int(node.args[0]))
            elif isinstance(node, heads.Task):
                counts.add((len(node.args) - 1).bit_length() - 1)
            elif isinstance(node, heads.CuriousDP | heads.MaliciousDP):
                least = max(least, int(node.args[1]) if isinstance(node.args[1], Integer) else 1)
    if len(counts) > 1 or (counts and least > max(counts)):
        raise EvaluationError(f"{claim.text} speaks of different numbers of parties")
    return counts.pop() if counts else max(least, 2)


@dataclass(frozen=True, slots=True)
class DrawnProtocol:
    """A protocol with the least deltas that hypotheses ask of names.

    Attributes:
        expression: the protocol.
        least: for each name of a delta that is read off, the value it must reach.
    """

    expression: Expr
    least: tuple[tuple[Symbol, Expr], ...]


def protocol_within(
    draw: DrawFn, claim: Claim, name: Symbol, values: Mapping[Symbol, Expr]
) -> DrawnProtocol:
    """A protocol for a name within the hypotheses about it.

    A delta that has no value yet is read off; a party whose deltas all have values keeps its
    likelihood ratio within its least epsilon, so that its own delta is 0.

    Raises:
        EvaluationError: an epsilon is no logarithm of a rational, or there is no such party.
    """
    parties = parties_of(claim)
    asked = [
        h
        for h in claim.hypotheses
        if isinstance(h, heads.CuriousDP | heads.MaliciousDP) and h.args[0] == name
    ]
    pure: dict[int, fmpq] = {}
    for hypothesis in asked:
        _, party, epsilon, delta = hypothesis.args
        if not (delta.free_symbols - set(values)):
            odds = _odds(epsilon, values)
            number = _party(party, values, parties)
            pure[number] = min(odds, pure.get(number, odds))
    tree = draw_protocol(draw, parties, pure)
    least = []
    for hypothesis in asked:
        _, party, epsilon, delta = hypothesis.args
        if isinstance(delta, Symbol) and delta not in values:
            rule = curious_delta if isinstance(hypothesis, heads.CuriousDP) else malicious_delta
            value = rule(tree, _party(party, values, parties), _odds(epsilon, values))
            least.append((delta, expressions.rational(value)))
    return DrawnProtocol(expressions.protocol(tree), tuple(least))


def _party(party: Expr, values: Mapping[Symbol, Expr], parties: int) -> int:
    number = party.xreplace(dict(values))
    if not (isinstance(number, Integer) and 1 <= number <= parties):
        raise EvaluationError(f"{number} is none of {parties} parties")
    return int(number)


def _odds(epsilon: Expr, values: Mapping[Symbol, Expr]) -> fmpq:
    return expressions.number(exp(epsilon.xreplace(dict(values))))
