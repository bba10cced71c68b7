"""How well a decision can be made from a transcript: on average, and for the worst input.

A task says who decides and what each decision is worth on each input. That covers any function f
and any accuracy w of Kairouz, Oh and Viswanath 2015, section 5: the worth of y on x is w(f(x), y).
On average the inputs are uniform and the best rule is found transcript by transcript. The worst
case is a matrix game between the rule and a law on the inputs, solved as a linear program in
floats and then in rationals; what is answered is certain either way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat

from dpsym.errors import DomainError, EvaluationError
from dpsym.games.protocols import Bits, ProtocolTree, factors, inputs, probability
from dpsym.games.trees import ONE, ZERO, exact

Vector = tuple[fmpq, ...]
_TOLERANCE = 1e-7


@dataclass(frozen=True, slots=True)
class Payoffs:
    """Who decides (0 for an observer, else the party), and the worth of decisions on each input.

    Attributes:
        viewer: 0, or a party counted from 1; a party also sees its own bit.
        worth: one row for each bit vector in binary order, one entry for each decision.

    Raises:
        DomainError: the rows are not 2**k of one length, or the viewer is no party.
    """

    viewer: int
    worth: tuple[Vector, ...]

    def __post_init__(self) -> None:
        rows, parties = len(self.worth), len(self.worth).bit_length() - 1
        lengths = {len(row) for row in self.worth}
        if rows < 2 or rows != 1 << parties or len(lengths) != 1 or 0 in lengths:
            raise DomainError(
                f"a task with {rows} rows of {sorted(lengths)} entries",
                remedy="give one row for each of the 2**k inputs, all of one length",
            )
        if not 0 <= self.viewer <= parties:
            raise DomainError(
                f"viewer {self.viewer} of {parties} parties",
                part=str(self.viewer),
                remedy="give 0 for the observer, or a party",
            )

    @classmethod
    def of(cls, viewer: int, *rows: Sequence[Any]) -> Payoffs:
        """A task from rows of rationals."""
        return cls(viewer, tuple(tuple(map(exact, row)) for row in rows))

    @property
    def parties(self) -> int:
        """How many bits there are."""
        return len(self.worth).bit_length() - 1


def xor(parties: int, viewer: int = 0) -> Payoffs:
    """The task of telling the exclusive or of all bits, worth 1 where right and 0 where wrong.

    >>> xor(2).worth[1]
    (0, 1)
    """
    return Payoffs.of(viewer, *([1 - sum(x) % 2, sum(x) % 2] for x in inputs(parties)))


@dataclass(frozen=True, slots=True)
class _Spot:
    """What the viewer may see: the inputs that are possible, with the probability on each."""

    places: tuple[int, ...]
    masses: Vector

    def worth(self, task: Payoffs, prior: Vector) -> Vector:
        """The worth of each decision there, in all, under weights for the inputs."""
        return tuple(
            sum(
                (
                    prior[place] * mass * task.worth[place][decision]
                    for place, mass in zip(self.places, self.masses, strict=True)
                ),
                ZERO,
            )
            for decision in range(len(task.worth[0]))
        )


def _spots(protocol: ProtocolTree, task: Payoffs) -> list[_Spot]:
    """What the viewer may see; what tells the inputs apart in the same way is one thing."""
    if task.parties != protocol.parties:
        raise DomainError(
            f"a task for {task.parties} parties after a protocol of {protocol.parties}",
            remedy="give 2**k rows for k parties",
        )
    listed = inputs(protocol.parties)
    merged: dict[tuple[Any, ...], fmpq] = {}
    for transcript in factors(protocol):
        for places in _information(listed, task.viewer):
            masses = [probability(transcript, listed[place]) for place in places]
            total = sum(masses, ZERO)
            if total > 0:
                key = (places, tuple(mass / total for mass in masses))
                merged[key] = merged.get(key, ZERO) + total
    return [
        _Spot(places, tuple(total * share for share in shares))
        for (places, shares), total in merged.items()
    ]


def _information(listed: tuple[Bits, ...], viewer: int) -> list[tuple[int, ...]]:
    """The inputs, grouped by what the viewer knows without the transcript."""
    if viewer == 0:
        return [tuple(range(len(listed)))]
    return [tuple(n for n, bits in enumerate(listed) if bits[viewer - 1] == own) for own in (0, 1)]


def average_accuracy(protocol: ProtocolTree, task: Payoffs) -> fmpq:
    """The largest mean worth of a decision, over uniform inputs and the protocol's coins.

    >>> from dpsym.games.protocols import response_protocol
    >>> average_accuracy(response_protocol([(3, 0), (3, 0)]), xor(2))
    5/8
    """
    uniform = (fmpq(1, len(task.worth)),) * len(task.worth)
    return _bayes(_spots(protocol, task), task, uniform)


def _bayes(spots: Sequence[_Spot], task: Payoffs, prior: Vector) -> fmpq:
    return sum((max(spot.worth(task, prior)) for spot in spots), ZERO)


def worst_accuracy(protocol: ProtocolTree, task: Payoffs) -> tuple[fmpq, fmpq]:
    """Bounds on the largest worth that a (randomised) rule has on every input; mostly equal.

    Guarantees:
        the lower end is what a rational rule attains on its worst input, the upper end what the
        best rule attains when inputs are drawn from a rational law; the value lies between, and is
        known exactly where they agree.

    Raises:
        EvaluationError: the linear program was not solved.

    >>> from dpsym.games.protocols import response_protocol
    >>> worst_accuracy(response_protocol([(3, 0), (3, 0)]), xor(2))
    (5/8, 5/8)
    """
    prior, rule = worst_case(protocol, task)
    spots = _spots(protocol, task)
    return _Program(spots, task).guaranteed(rule), _bayes(spots, task, prior)


def worst_case(protocol: ProtocolTree, task: Payoffs) -> tuple[Vector, list[Vector]]:
    """A rational law on the inputs, and a rational rule, that bound what :func:`worst_accuracy` is.

    The rule has a row for each thing that the viewer may see, in the order of the transcripts;
    what tells the inputs apart in the same way is one thing.

    Raises:
        EvaluationError: the linear program was not solved.

    >>> from dpsym.games.protocols import response_protocol
    >>> worst_case(response_protocol([(3, 0)]), Payoffs(0, ((2, 0), (0, 1))))
    ((1/7, 6/7), [(4/7, 3/7), (0, 1)])
    """
    spots = _spots(protocol, task)
    program = _Program(spots, task)
    rule, prior = program.solve()
    law = min(program.priors(prior), key=lambda law: _bayes(spots, task, law))
    upper = _bayes(spots, task, law)
    return law, max(program.rules(rule, upper), key=program.guaranteed)


@dataclass(frozen=True, slots=True)
class _Program:
    """maximise z subject to: on every input x the rule is worth at least z."""

    spots: Sequence[_Spot]
    task: Payoffs

    @property
    def decisions(self) -> int:
        return len(self.task.worth[0])

    def solve(self) -> tuple[Any, Any]:
        """A rule (spot by decision) and a law on the inputs, in floats."""
        import numpy as np
        import scipy

        rows, spots, choices = len(self.task.worth), len(self.spots), self.decisions
        gains = np.zeros((rows, spots * choices + 1))
        gains[:, -1] = 1.0
        for number, spot in enumerate(self.spots):
            for place, mass in zip(spot.places, spot.masses, strict=True):
                for choice in range(choices):
                    gains[place, number * choices + choice] = -float(
                        _fraction(mass * self.task.worth[place][choice])
                    )
        sums = np.zeros((spots, spots * choices + 1))
        for number in range(spots):
            sums[number, number * choices : (number + 1) * choices] = 1.0
        cost = np.zeros(spots * choices + 1)
        cost[-1] = -1.0
        bounds = [(0.0, None)] * (spots * choices) + [(None, None)]
        found = scipy.optimize.linprog(
            cost, gains, np.zeros(rows), sums, np.ones(spots), bounds, method="highs-ds"
        )
        if found.status != 0:
            raise EvaluationError(f"the worst-case rule was not found: {found.message}")
        assert found.x is not None
        return found.x[:-1].reshape(spots, choices), -found.ineqlin.marginals

    def guaranteed(self, rule: Sequence[Vector]) -> fmpq:
        """What a rule is worth on its worst input."""
        worth = [ZERO] * len(self.task.worth)
        for spot, weights in zip(self.spots, rule, strict=True):
            for place, mass in zip(spot.places, spot.masses, strict=True):
                row = self.task.worth[place]
                worth[place] += mass * sum(
                    (w * value for w, value in zip(weights, row, strict=True)), ZERO
                )
        return min(worth)

    def priors(self, prior: Any) -> Iterator[Vector]:
        """Laws on the inputs near a float one: the vertex it means, and the law rounded."""
        rough = _normalised([_near(value) for value in prior])
        yield rough
        rows: list[list[fmpq]] = [[ONE] * len(rough) + [ONE]]
        for place, value in enumerate(prior):
            if value < _TOLERANCE:
                rows.append([ONE if n == place else ZERO for n in range(len(rough))] + [ZERO])
        for spot in self.spots:
            worth = [float(_fraction(value)) for value in spot.worth(self.task, rough)]
            tied = [d for d, value in enumerate(worth) if value > max(worth) - _TOLERANCE]
            for other in tied[1:]:
                row = [ZERO] * (len(rough) + 1)
                for place, mass in zip(spot.places, spot.masses, strict=True):
                    values = self.task.worth[place]
                    row[place] = mass * (values[tied[0]] - values[other])
                rows.append(row)
        found = _solution(rows)
        if found is not None and min(found) >= 0:
            yield found

    def rules(self, rule: Any, value: fmpq) -> Iterator[list[Vector]]:
        """Rules near a float one: the rule rounded, and the vertex it means if ``value`` is it."""
        rough = [_normalised([_near(weight) for weight in row]) for row in rule]
        yield rough
        open_ones = [
            (number, choice)
            for number, row in enumerate(rule)
            for choice, weight in enumerate(row)
            if _TOLERANCE < weight < 1 - _TOLERANCE
        ]
        if not open_ones:
            return
        columns = {entry: n for n, entry in enumerate(open_ones)}
        width = len(open_ones)
        rows: list[list[fmpq]] = []
        for number in sorted({number for number, _ in open_ones}):
            rows.append([ONE if entry[0] == number else ZERO for entry in open_ones] + [ONE])
        tight = self._worths(rule)
        for place, worth in enumerate(tight):
            if worth > min(tight) + _TOLERANCE:
                continue
            row = [ZERO] * width + [value]
            for number, spot in enumerate(self.spots):
                if place not in spot.places:
                    continue
                mass = spot.masses[spot.places.index(place)]
                for choice, entry in enumerate(self.task.worth[place]):
                    if (number, choice) in columns:
                        row[columns[number, choice]] += mass * entry
                    elif rule[number][choice] > 0.5:
                        row[-1] -= mass * entry
            rows.append(row)
        found = _solution(rows)
        if found is None or min(found) < 0:
            return
        yield [
            tuple(
                found[columns[number, choice]]
                if (number, choice) in columns
                else fmpq(int(rule[number][choice] > 0.5))
                for choice in range(self.decisions)
            )
            for number in range(len(self.spots))
        ]

    def _worths(self, rule: Any) -> list[float]:
        worth = [0.0] * len(self.task.worth)
        for number, spot in enumerate(self.spots):
            for place, mass in zip(spot.places, spot.masses, strict=True):
                for choice, entry in enumerate(self.task.worth[place]):
                    worth[place] += float(_fraction(mass * entry)) * rule[number][choice]
        return worth


def _fraction(value: fmpq) -> Any:

    return Fraction(int(value.p), int(value.q))


def _near(value: float) -> fmpq:

    close = Fraction(max(float(value), 0.0)).limit_denominator(10**9)
    return fmpq(close.numerator, close.denominator)


def _normalised(values: Sequence[fmpq]) -> Vector:
    total = sum(values, ZERO)
    return tuple(value / total for value in values)


def _solution(rows: Sequence[Sequence[fmpq]]) -> Vector | None:
    """The one solution of linear equations, the last entry being the right side; else None."""
    width = len(rows[0]) - 1
    reduced, rank = fmpq_mat(len(rows), width + 1, [v for row in rows for v in row]).rref()
    if rank != width:
        return None
    table = reduced.table()
    if any(table[n][n] != 1 for n in range(width)):
        return None
    return tuple(table[n][width] for n in range(width))
