"""The composition experiment and its generalisation, with exact rational laws of views.

An adversary is a tree: a :class:`Query` says how the first round answers on each of its two
databases, and which query follows each answer. A coin of the adversary is a round whose answer does
not depend on the database.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpsym.arguments import exact, fit_fields, taking, whole_number
from dpsym.errors import EvaluationError

Vector = tuple[int, ...]
View = tuple[int, ...]
Views = dict[View, Fraction]
Database = Sequence[object]


def are_neighbours(first: Database, second: Database, *, bounded: bool = False) -> bool:
    """Whether two multisets of records are neighbours; every database is a neighbour of itself.

    Unbounded: one has at most one record more. Bounded: both have the same size and at most one
    record is exchanged. (Hartmann, Bindschaedler and West 2022, Section II.)

    >>> are_neighbours("aab", "ab"), are_neighbours("aab", "abb"), are_neighbours("aab", "bbb")
    (True, False, False)
    >>> are_neighbours("aab", "abb", bounded=True), are_neighbours("aab", "ab", bounded=True)
    (True, False)
    """
    ours, theirs = Counter(first), Counter(second)
    difference = ((ours - theirs) + (theirs - ours)).total()
    if bounded:
        return len(first) == len(second) and difference <= 2
    return difference <= 1


@dataclass(frozen=True, slots=True)
class Answers:
    """The laws of one answer: ``zero`` on the first database of a pair, ``one`` on the second.

    Raises:
        EvaluationError: the two have different numbers of outcomes, or are no laws.
    """

    zero: tuple[Fraction, ...]
    one: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        fit_fields(self)
        if len(self.zero) != len(self.one):
            raise EvaluationError(
                f"the answers have {len(self.zero)} outcomes on one database and {len(self.one)} "
                "on the other; give outcomes that cannot occur the probability 0"
            )
        for law in (self.zero, self.one):
            if any(p < 0 for p in law) or sum(law) != 1:
                raise EvaluationError(f"law={law!r} is no probability distribution")

    @classmethod
    @taking
    def of(cls, zero: Iterable[object], one: Iterable[object]) -> Answers:
        """The same from anything that a fraction can be made of exactly.

        >>> Answers.of(["1/3", "2/3"], [1, 0]).zero
        (Fraction(1, 3), Fraction(2, 3))
        """
        return cls(tuple(map(_fraction, zero)), tuple(map(_fraction, one)))

    @classmethod
    def on(
        cls,
        mechanism: Callable[[Database], Iterable[object]],
        first: Database,
        second: Database,
        *,
        bounded: bool = False,
    ) -> Answers:
        """What a mechanism answers on two neighbouring databases; it gives the law of its output.

        Raises:
            EvaluationError: the databases are no neighbours.

        >>> count = lambda data: [Fraction(2, 3), Fraction(1, 3)][:: 1 if len(data) % 2 else -1]
        >>> Answers.on(count, "ab", "abc")
        Answers(zero=(Fraction(1, 3), Fraction(2, 3)), one=(Fraction(2, 3), Fraction(1, 3)))
        """
        if not are_neighbours(first, second, bounded=bounded):
            raise EvaluationError(
                f"{first!r} and {second!r} are no neighbours; they may differ in one record"
            )
        return cls.of(mechanism(first), mechanism(second))

    @property
    def swapped(self) -> Answers:
        """The answers with the two databases in the other order."""
        return Answers(self.one, self.zero)

    def law(self, bit: int) -> tuple[Fraction, ...]:
        """The law on database 0 or 1."""
        return self.one if whole_number("bit", bit, 0, most=1) else self.zero


def _fraction(value: object) -> Fraction:
    return exact(str(value) if isinstance(value, float) else value, "a probability")


@taking
def response_answers(odds: Fraction | int) -> Answers:
    """Randomised response that tells the bit with these odds, exp(epsilon).

    >>> response_answers(2).zero
    (Fraction(2, 3), Fraction(1, 3))
    """
    return canonical_answers(odds, 0, reveals=False)


@taking
def canonical_answers(
    odds: Fraction | int, delta: Fraction | int, *, reveals: bool = True
) -> Answers:
    """The canonical (log(odds), delta)-DP mechanism, of which every such mechanism is an image.

    Kairouz, Oh and Viswanath 2015, equations (25) and (26); outcomes 0 and 3 reveal the bit and are
    left out where ``reveals`` is false.

    >>> canonical_answers(3, Fraction(1, 5)).zero
    (Fraction(1, 5), Fraction(3, 5), Fraction(1, 5), Fraction(0, 1))
    """
    odds, delta = exact(odds, "odds"), exact(delta, "delta")
    if odds < 1 or not 0 <= delta <= 1:
        raise EvaluationError(f"odds={odds} must be at least 1 and delta={delta} in [0, 1]")
    likely, unlikely = (1 - delta) * odds / (1 + odds), (1 - delta) / (1 + odds)
    zero = (delta, likely, unlikely, Fraction(0)) if reveals else (likely, unlikely)
    return Answers(zero, zero[::-1])


@dataclass(frozen=True, slots=True)
class Query:
    """A deterministic adversary: how this round answers, and the query after each answer.

    ``then`` has one entry for each outcome, or is empty in the last round.
    """

    answers: Answers
    then: tuple[Query, ...] = ()

    def __post_init__(self) -> None:
        fit_fields(self)
        if self.then and len(self.then) != len(self.answers.zero):
            raise EvaluationError(
                f"{len(self.then)} queries follow a round with {len(self.answers.zero)} outcomes"
            )

    @classmethod
    @taking
    def fixed(cls, rounds: Sequence[Answers]) -> Query:
        """The adversary that asks the same whatever was answered.

        Raises:
            EvaluationError: there are no rounds.

        >>> Query.fixed([response_answers(2)] * 2).rounds
        2
        """
        if not rounds:
            raise EvaluationError("there are no rounds; give the answers of at least one")
        later = cls.fixed(rounds[1:]) if len(rounds) > 1 else None
        return cls(rounds[0], (later,) * len(rounds[0].zero) if later is not None else ())

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return 1 + (self.then[0].rounds if self.then else 0)


@taking
def composition_experiment(adversary: Query, bit: int) -> Views:
    """The law of the view when every round runs on database ``bit``.

    Dwork, Rothblum and Vadhan 2010; Hartmann, Bindschaedler and West 2022, Algorithm 1.

    >>> composition_experiment(Query.fixed([response_answers(2)] * 2), 0)[0, 0]
    Fraction(4, 9)
    """
    return generalized_experiment(adversary, (bit,) * adversary.rounds)


@taking
def generalized_experiment(adversary: Query, bits: Vector) -> Views:
    """The law of the view when round i runs on database ``bits[i]``.

    Hartmann, Bindschaedler and West 2022, Algorithm 2.

    Raises:
        EvaluationError: there are not as many bits as rounds.

    >>> generalized_experiment(Query.fixed([response_answers(2)] * 2), (0, 1))[0, 0]
    Fraction(2, 9)
    """
    return _views(adversary, bits)


def _views(adversary: Query, bits: Vector) -> Views:
    if len(bits) != adversary.rounds:
        raise EvaluationError(f"bits={bits!r} are not one for each of {adversary.rounds} rounds")
    views: Views = {}
    for outcome, mass in enumerate(adversary.answers.law(bits[0])):
        if not adversary.then:
            views[outcome,] = mass
            continue
        for view, rest in _views(adversary.then[outcome], bits[1:]).items():
            views[outcome, *view] = mass * rest
    return views


@taking
def hypothesis_experiment(adversary: Query, weights: Mapping[Vector, Fraction]) -> Views:
    """The law of the view when the vector of bits has the law ``weights``.

    Hartmann, Bindschaedler and West 2022, Definition 3.

    >>> even = {(0, 0): Fraction(1, 2), (1, 1): Fraction(1, 2)}
    >>> hypothesis_experiment(Query.fixed([response_answers(2)] * 2), even)[0, 0]
    Fraction(5, 18)
    """
    if sum(weights.values()) != 1 or any(weight < 0 for weight in weights.values()):
        raise EvaluationError(f"weights={dict(weights)!r} are no probability distribution")
    views: Views = {}
    for bits, weight in weights.items():
        for view, mass in _views(adversary, bits).items():
            views[view] = views.get(view, Fraction(0)) + weight * mass
    return views


def hockey_stick(first: Views, second: Views, odds: Fraction) -> Fraction:
    """The sum of max(first - odds*second, 0) over all views."""
    views = first.keys() | second.keys()
    nothing = Fraction(0)
    return sum(
        (max(first.get(v, nothing) - odds * second.get(v, nothing), nothing) for v in views),
        nothing,
    )


@taking
def hypothesis_delta(
    adversary: Query,
    first: Mapping[Vector, Fraction],
    second: Mapping[Vector, Fraction],
    odds: Fraction,
) -> Fraction:
    """The least delta with which this adversary's views are (log(odds), delta)-close, both ways.

    >>> none, some = {(0, 0): Fraction(1)}, dict.fromkeys([(0, 1), (1, 0), (1, 1)], Fraction(1, 3))
    >>> two = Query.fixed([response_answers(2)] * 2)
    >>> hypothesis_delta(two, none, some, Fraction(8, 3)), hypothesis_delta(two, none, some, 2)
    (Fraction(0, 1), Fraction(2, 27))
    """
    ours, theirs = (hypothesis_experiment(adversary, weights) for weights in (first, second))
    return max(hockey_stick(ours, theirs, odds), hockey_stick(theirs, ours, odds))
