"""The worst adversary: by recursion over its choices, and by the canonical mechanisms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from dpsym.experiments.experiment import (
    Answers,
    Query,
    Vector,
    canonical_answers,
    hypothesis_delta,
    response_answers,
)

Weights = Mapping[Vector, Fraction]
Masses = tuple[tuple[Vector, Fraction, Fraction], ...]


@dataclass(frozen=True, slots=True)
class Worst:
    """The worst adversary's delta, with the adversary that attains it."""

    delta: Fraction
    adversary: Query


def with_orders(answers: Sequence[Answers]) -> tuple[Answers, ...]:
    """The answers and the same with the two databases exchanged, each once."""
    return tuple(dict.fromkeys([*answers, *(one.swapped for one in answers)]))


def every_adversary(choices: Sequence[Sequence[Answers]]) -> Iterator[Query]:
    """Every deterministic adaptive adversary that chooses in round i among ``choices[i]``.

    >>> len(list(every_adversary([[response_answers(2)], [response_answers(2)] * 3])))
    9
    """
    if not choices:
        return
    later = list(every_adversary(choices[1:]))
    for answers in choices[0]:
        if not later:
            yield Query(answers)
            continue
        for then in product(later, repeat=len(answers.zero)):
            yield Query(answers, then)


def worst_case(
    choices: Sequence[Sequence[Answers]], first: Weights, second: Weights, odds: Fraction
) -> Worst:
    """The largest delta, both ways, over all adaptive adversaries with these choices.

    The advantage of an adversary is the sum over views of the positive part of ``P - odds*Q``; the
    best choice after a history depends on the masses that each rest of a vector has left, so a
    recursion over histories finds the maximum over all adversaries, also randomised ones.

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
    known: dict[tuple[int, Masses], tuple[Fraction, Query | None]] = {}
    odds = Fraction(odds)
    ways = [
        _best(choices, 0, _start(ours, theirs), odds, known)
        for ours, theirs in ((first, second), (second, first))
    ]
    delta, adversary = max(ways, key=lambda way: way[0])
    assert adversary is not None
    return Worst(delta, adversary)


def _start(first: Weights, second: Weights) -> Masses:
    vectors = sorted(first.keys() | second.keys())
    nothing = Fraction(0)
    return tuple(
        (v, Fraction(first.get(v, nothing)), Fraction(second.get(v, nothing))) for v in vectors
    )


def _best(
    choices: Sequence[Sequence[Answers]],
    depth: int,
    masses: Masses,
    odds: Fraction,
    known: dict[tuple[int, Masses], tuple[Fraction, Query | None]],
) -> tuple[Fraction, Query | None]:
    """The advantage of the best adversary from some round on, per unit of mass."""
    if depth == len(choices):
        ours = sum((p for _, p, _ in masses), Fraction(0))
        theirs = sum((q for _, _, q in masses), Fraction(0))
        return max(ours - odds * theirs, Fraction(0)), None
    key = (depth, masses)
    if key not in known:
        found = [
            _with_answers(choices, depth, masses, odds, known, answers)
            for answers in choices[depth]
        ]
        known[key] = max(found, key=lambda way: way[0])
    return known[key]


def _with_answers(
    choices: Sequence[Sequence[Answers]],
    depth: int,
    masses: Masses,
    odds: Fraction,
    known: dict[tuple[int, Masses], tuple[Fraction, Query | None]],
    answers: Answers,
) -> tuple[Fraction, Query]:
    total, then = Fraction(0), []
    for outcome in range(len(answers.zero)):
        left: dict[Vector, tuple[Fraction, Fraction]] = {}
        for bits, p, q in masses:
            mass = answers.law(bits[0])[outcome]
            known_p, known_q = left.get(bits[1:], (Fraction(0), Fraction(0)))
            left[bits[1:]] = known_p + p * mass, known_q + q * mass
        size = sum((p + q for p, q in left.values()), Fraction(0))
        scale = size or Fraction(1)
        state = tuple((bits, p / scale, q / scale) for bits, (p, q) in sorted(left.items()))
        value, query = _best(choices, depth + 1, state, odds, known)
        total += value * size
        if query is not None:
            then.append(query)
    return total, Query(answers, tuple(then))


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
    answers = [
        canonical_answers(own, delta) if delta else response_answers(own) for own, delta in rounds
    ]
    kept = [i for i in range(len(rounds)) if len({b[i] for b in (*first, *second)}) > 1]
    if not kept:
        return max(1 - Fraction(odds), Fraction(0))
    reduced = [_marginal(weights, kept) for weights in (first, second)]
    return hypothesis_delta(
        Query.fixed([answers[i] for i in kept]), reduced[0], reduced[1], Fraction(odds)
    )


def _marginal(weights: Weights, kept: Sequence[int]) -> dict[Vector, Fraction]:
    """The law of the bits of some rounds."""
    found: dict[Vector, Fraction] = {}
    for bits, weight in weights.items():
        part = tuple(bits[i] for i in kept)
        found[part] = found.get(part, Fraction(0)) + Fraction(weight)
    return found
