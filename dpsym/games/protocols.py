"""Multi-party protocols as trees of broadcast messages, each with the coins of its speaker alone.

Every party holds one bit. At a :class:`Speech` one party says a message whose law depends on its
own bit and on what was said; so the mass of a transcript factorises over the parties, and what
randomness there is, is private and independent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from flint import fmpq

from dpsym.errors import DomainError
from dpsym.games.concurrent import advantage
from dpsym.games.simulation import Plan, Simulation, simulate
from dpsym.games.trees import END, ONE, ZERO, Branch, End, Masses, Message, Query, exact, response
from dpsym.games.trees import Node as MechanismNode

MAX_PARTIES = 6
Bits = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Speech:
    """A party, counted from 1, says one of these messages; masses for its bit 0 and its bit 1.

    Raises:
        DomainError: the masses for one of the bits are no law.
    """

    party: int
    branches: tuple[Branch, ...]

    def __post_init__(self) -> None:
        Message(self.branches)

    @classmethod
    def of(cls, party: int, *branches: Sequence[Any]) -> Speech:
        """A speech from tuples ``(mass for 0, mass for 1)`` or with what follows as third."""
        return cls(party, tuple(Branch(exact(p), exact(q), *then) for p, q, *then in branches))


Talk = Speech | End


@dataclass(frozen=True, slots=True)
class ProtocolTree:
    """A protocol of ``parties`` parties, from its first speech.

    Raises:
        DomainError: there are more than six parties, or a speaker is none of them.
    """

    parties: int
    root: Talk

    def __post_init__(self) -> None:
        if not 1 <= self.parties <= MAX_PARTIES:
            raise DomainError(
                f"a protocol of {self.parties} parties",
                part=str(self.parties),
                remedy=f"give 1 to {MAX_PARTIES} parties",
            )
        for speech in _speeches(self.root):
            if not 1 <= speech.party <= self.parties:
                raise DomainError(
                    f"party {speech.party} speaks in a protocol of {self.parties} parties",
                    part=str(speech.party),
                    remedy="parties are counted from 1",
                )


def _speeches(talk: Talk) -> Iterator[Speech]:
    if isinstance(talk, Speech):
        yield talk
        for branch in talk.branches:
            yield from _speeches(_talk(branch))


def _talk(branch: Branch) -> Talk:
    then: Any = branch.then
    assert isinstance(then, Speech | End)
    return then


def factors(protocol: ProtocolTree) -> Iterator[tuple[Masses, ...]]:
    """Each transcript as the masses its messages have for every party's bits 0 and 1.

    The probability of the transcript on bits x is the product over the parties i of the entry x_i.

    >>> coin = Speech.of(1, (1, 0), (0, 1))
    >>> list(factors(ProtocolTree(2, coin)))
    [((1, 0), (1, 1)), ((0, 1), (1, 1))]
    """
    yield from _factors(protocol.root, ((ONE, ONE),) * protocol.parties)


def _factors(talk: Talk, masses: tuple[Masses, ...]) -> Iterator[tuple[Masses, ...]]:
    if not isinstance(talk, Speech):
        yield masses
        return
    place = talk.party - 1
    p, q = masses[place]
    for branch in talk.branches:
        own = (p * branch.first, q * branch.second)
        yield from _factors(_talk(branch), (*masses[:place], own, *masses[place + 1 :]))


def inputs(parties: int) -> tuple[Bits, ...]:
    """All bit vectors in binary order, the first party's bit first.

    >>> inputs(2)
    ((0, 0), (0, 1), (1, 0), (1, 1))
    """
    return tuple(product((0, 1), repeat=parties))


def probability(transcript: tuple[Masses, ...], bits: Bits) -> fmpq:
    """The probability of a transcript, given as its factors, on these bits."""
    result = ONE
    for masses, bit in zip(transcript, bits, strict=True):
        result *= masses[bit]
    return result


def curious_delta(protocol: ProtocolTree, party: int, t: Any) -> fmpq:
    """The least delta with which a protocol is (log(t), delta)-DP for a party, others honest.

    The rest of the world follows the protocol and sees the transcript (Kairouz, Oh and Viswanath
    2015, display 23): the largest hockey stick between the transcripts for its two bits, over all
    bits of the others.

    >>> curious_delta(response_protocol([(2, 0), (3, 0)]), 2, 2)
    1/4
    """
    odds = exact(t)
    seen = list(factors(protocol))
    worst = ZERO
    for others in inputs(protocol.parties - 1):
        for own in (0, 1):
            first, second = (_with(others, party, bit) for bit in (own, 1 - own))
            gaps = (probability(s, first) - odds * probability(s, second) for s in seen)
            worst = max(worst, sum((gap for gap in gaps if gap > 0), ZERO))
    return worst


def _with(others: Bits, party: int, bit: int) -> Bits:
    return (*others[: party - 1], bit, *others[party - 1 :])


def strategy(protocol: ProtocolTree, party: int) -> MechanismNode:
    """A party's own part as an interactive mechanism on its bit; the others may say anything."""
    return _strategy(protocol.root, party)


def _strategy(talk: Talk, party: int) -> MechanismNode:
    if not isinstance(talk, Speech):
        return END
    below = [_strategy(_talk(branch), party) for branch in talk.branches]
    if talk.party == party:
        return Message(
            tuple(
                Branch(b.first, b.second, then)
                for b, then in zip(talk.branches, below, strict=True)
            )
        )
    return Query(tuple(below))


def malicious_delta(protocol: ProtocolTree, party: int, t: Any) -> fmpq:
    """The least delta with which a party's strategy is (log(t), delta)-DP, whatever others do.

    This is interactive differential privacy against all others as one adversary (Vadhan and Wang
    2021, Definition 2); at least :func:`curious_delta`.

    >>> malicious_delta(response_protocol([(2, 0), (3, 0)]), 2, 2)
    1/4
    """
    value: fmpq = advantage([strategy(protocol, party)], t)
    return value


def broadcast(answers: Sequence[MechanismNode]) -> ProtocolTree:
    """Each party in turn says one message, whatever the others said.

    Raises:
        DomainError: an answer is interactive, or there are too many parties.

    >>> len(list(factors(broadcast([response(2, 0), response(3, 0)]))))
    4
    """
    talk: Any = END
    for party in range(len(answers), 0, -1):
        answer = answers[party - 1]
        if not isinstance(answer, Message) or any(b.then != END for b in answer.branches):
            raise DomainError(
                f"party {party} of a broadcast has an interactive mechanism",
                part=str(party),
                remedy="give mechanisms that say one message",
            )
        talk = Speech(party, tuple(Branch(b.first, b.second, talk) for b in answer.branches))
    return ProtocolTree(len(answers), talk)


def response_protocol(guarantees: Iterable[tuple[Any, Any]]) -> ProtocolTree:
    """Each party in turn says its canonical response; ``guarantees`` are (t, delta), in order.

    Kairouz, Oh and Viswanath 2015, display 24.

    >>> len(list(factors(response_protocol([(2, 0), (2, 0)]))))
    4
    """
    return broadcast([response(*guarantee) for guarantee in guarantees])


@dataclass(frozen=True, slots=True)
class ProtocolSimulation:
    """A protocol as a post-processing of :func:`response_protocol`.

    Every party's strategy is simulated; a transcript has, given the responses y, the product over
    the parties of the masses that the strategy of y_i gives its end.

    Attributes:
        protocol: what is simulated.
        parts: the simulation of each party's strategy.
    """

    protocol: ProtocolTree
    parts: tuple[Simulation, ...]

    def kernel(self) -> dict[tuple[int, ...], tuple[fmpq, ...]]:
        """The law of the transcript for every vector of responses ``Iam0, 0, 1, Iam1`` as 0..3."""
        ends = [_ends(part.plan) for part in self.parts]
        return {
            responses: tuple(
                _product(masses[y] for masses, y in zip(transcript, responses, strict=True))
                for transcript in zip(*ends, strict=True)
            )
            for responses in product(range(4), repeat=len(self.parts))
        }

    def verify(self) -> bool:
        """Whether the kernel is stochastic and turns the responses into the transcripts.

        Guarantees:
            checked from the definitions alone: the kernel's rows are laws, and for every input
            their mixture over the responses is the law of the transcript.
        """
        kernel = self.kernel()
        if any(min(row) < 0 or sum(row, ZERO) != 1 for row in kernel.values()):
            return False
        seen = list(factors(self.protocol))
        for bits in inputs(self.protocol.parties):
            laws = [part.responses(bit) for part, bit in zip(self.parts, bits, strict=True)]
            weights = {
                responses: _product(law[y] for law, y in zip(laws, responses, strict=True))
                for responses in kernel
            }
            for number, transcript in enumerate(seen):
                mixed = sum((w * kernel[y][number] for y, w in weights.items()), ZERO)
                if mixed != probability(transcript, bits):
                    return False
        return True


def _product(values: Iterable[fmpq]) -> fmpq:
    result = ONE
    for value in values:
        result *= value
    return result


def _ends(plan: Plan) -> list[tuple[fmpq, ...]]:
    if not plan.below:
        return [plan.masses]
    return [end for below in plan.below for end in _ends(below)]


def simulate_protocol(
    protocol: ProtocolTree, guarantees: Sequence[tuple[Any, Any]]
) -> ProtocolSimulation:
    """A protocol as a post-processing of canonical responses, party by party.

    ``guarantees`` are (t, delta) for each party's strategy, whatever the others do.

    Guarantees:
        :meth:`ProtocolSimulation.verify` is true of the answer.

    Raises:
        DomainError: there is not one guarantee for each party, or a strategy has it not.

    >>> made = simulate_protocol(response_protocol([(2, 0), (3, 0)]), [(2, 0), (3, 0)])
    >>> made.verify()
    True
    """
    if len(guarantees) != protocol.parties:
        raise DomainError(
            f"{len(guarantees)} guarantees for {protocol.parties} parties",
            remedy="give one (t, delta) for each party",
        )
    parts = tuple(
        simulate(strategy(protocol, party), t, delta)
        for party, (t, delta) in enumerate(guarantees, 1)
    )
    return ProtocolSimulation(protocol, parts)
