"""The worst adversary: by recursion over its choices, and by the canonical mechanisms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from dpsym.arguments import taking
from dpsym.errors import EvaluationError
from dpsym.experiments.experiment import (
    Answers,
    Query,
    Vector,
    canonical_answers,
    hypothesis_delta,
    response_answers,
)
from dpsym.language.adversaries import Tree, best_response

Weights = Mapping[Vector, Fraction]


@dataclass(frozen=True, slots=True)
class Worst:
    """The worst adversary's delta, with the adversary that attains it."""

    delta: Fraction
    adversary: Query


def with_orders(answers: Sequence[Answers]) -> tuple[Answers, ...]:
    """The answers and the same with the two databases exchanged, each once."""
    return tuple(dict.fromkeys([*answers, *(one.swapped for one in answers)]))


@taking
def every_adversary(choices: Sequence[Sequence[Answers]]) -> Iterator[Query]:
    """Every deterministic adaptive adversary that chooses in round i among ``choices[i]``.

    >>> len(list(every_adversary([[response_answers(2)], [response_answers(2)] * 3])))
    9
    """
    return _every(choices)


def _every(choices: Sequence[Sequence[Answers]]) -> Iterator[Query]:
    if not choices:
        return
    later = list(_every(choices[1:]))
    for answers in choices[0]:
        if not later:
            yield Query(answers)
            continue
        for then in product(later, repeat=len(answers.zero)):
            yield Query(answers, then)


@taking
def worst_case(
    choices: Sequence[Sequence[Answers]], first: Weights, second: Weights, odds: Fraction
) -> Worst:
    """The largest delta, both ways, over all adaptive adversaries with these choices.

    Guarantees:
        ``hypothesis_delta`` of the adversary is the delta, and no other has a larger one.

    >>> none, all_ = {(0, 0): Fraction(1)}, {(1, 1): Fraction(1)}
    >>> skewed = [Answers.of(["1/2", "1/2"], ["1/4", "3/4"])]
    >>> worst_case([skewed, skewed], none, all_, Fraction(3)).delta
    Fraction(1, 16)
    >>> orders = [with_orders(skewed)] * 2
    >>> worst_case(orders, none, all_, Fraction(3)).delta
    Fraction(1, 16)
    """
    if not (choices and all(choices)):
        raise EvaluationError("some round has no choice; give the answers of at least one round")
    _require_bits(len(choices), first, second)
    own = [[(answers.zero, answers.one) for answers in options] for options in choices]
    ways = [
        best_response(own, ours, theirs, odds)
        for ours, theirs in ((first, second), (second, first))
    ]
    delta, tree = max(ways, key=lambda way: way[0])
    return Worst(delta, _query(tree))


def _query(tree: Tree) -> Query:
    (zero, one), branches = tree
    return Query(Answers(zero, one), tuple(map(_query, branches)))


@taking
def canonical_delta(
    rounds: Sequence[tuple[Fraction, Fraction]], first: Weights, second: Weights, odds: Fraction
) -> Fraction:
    """The largest delta over all adversaries whose round i is (log(odds_i), delta_i)-DP.

    ``rounds`` are the pairs (odds_i, delta_i). Every such round is an image of the canonical
    mechanism, under a map that does not depend on the bit, so the product of the canonical
    mechanisms is the worst case for every pair of hypotheses (Kairouz, Oh and Viswanath 2015,
    Theorem 2.5; Murtagh and Vadhan 2016, Lemma 3.2).

    >>> none = {(0, 0): Fraction(1)}
    >>> canonical_delta([(Fraction(2), Fraction(0))] * 2, none, {(1, 0): Fraction(1)}, Fraction(1))
    Fraction(1, 3)
    """
    _require_bits(len(rounds), first, second)
    answers = [
        canonical_answers(own, delta) if delta else response_answers(own) for own, delta in rounds
    ]
    kept = [i for i in range(len(rounds)) if len({b[i] for b in (*first, *second)}) > 1]
    if not kept:
        return max(1 - odds, Fraction(0))
    reduced = [_marginal(weights, kept) for weights in (first, second)]
    return hypothesis_delta(Query.fixed([answers[i] for i in kept]), reduced[0], reduced[1], odds)


def _require_bits(rounds: int, *hypotheses: Weights) -> None:
    """Nothing, where each vector has a bit for each round."""
    for bits in (bits for weights in hypotheses for bits in weights):
        if len(bits) != rounds or not {0, 1}.issuperset(bits):
            raise EvaluationError(f"bits={bits!r} are not one for each of {rounds} rounds")


def _marginal(weights: Weights, kept: Sequence[int]) -> dict[Vector, Fraction]:
    """The law of the bits of some rounds."""
    found: dict[Vector, Fraction] = {}
    for bits, weight in weights.items():
        part = tuple(bits[i] for i in kept)
        found[part] = found.get(part, Fraction(0)) + Fraction(weight)
    return found
