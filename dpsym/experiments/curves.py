"""The least delta of given rounds as a function of epsilon, exact or as a ball."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod

from flint import arb, fmpq
from sympy import Basic, Expr, exp

from dpsym.enclosure.exact import number
from dpsym.errors import EvaluationError
from dpsym.language.heads import Ones, Uniform
from dpsym.language.hypotheses import differences, is_set, law, vectors
from dpsym.language.printing import text

MAX_VIEWS = 70_000
Number = fmpq | arb
Rounds = list[tuple[Expr, Expr]]
Levels = dict[int, fmpq]
Vectors = dict[tuple[int, ...], fmpq]


def odds_of(epsilon: Expr) -> Number:
    """``exp(epsilon)``, exact where it is rational and a ball otherwise."""
    return exact_or_ball(exp(epsilon))


def exact_or_ball(value: Expr) -> Number:
    """The number exactly where it is rational, otherwise a ball at the precision in force."""
    if value.is_Rational:
        return fmpq(int(value.p), int(value.q))
    return number(value)


def differing_rounds(given: Rounds, first: Basic, second: Basic) -> list[tuple[int, ...]]:
    """Sets of rounds in which vectors may differ, one for each list of equal rounds."""
    kinds: dict[tuple[tuple[Expr, Expr], ...], tuple[int, ...]] = {}
    rounds = len(given)
    if all(isinstance(side, Ones) for side in (first, second)) and len(set(given)) == 1:
        most = max(
            min(m + n, 2 * rounds - m - n)
            for m in _ones(first, rounds)
            for n in _ones(second, rounds)
        )
        return [tuple(range(most))]
    for chosen in differences(first, second, rounds):
        key = tuple(sorted((given[i] for i in chosen), key=str))
        kinds.setdefault(key, tuple(sorted(chosen)))
    return list(kinds.values())


def _ones(node: Basic, rounds: int) -> range:
    if not all(bound.is_Integer for bound in node.args) or node.args[0] > rounds:
        raise EvaluationError(f"{text(node)} holds no vector of {rounds} bits")
    return range(int(node.args[0]), min(int(node.args[-1]), rounds) + 1)


def privacy_curve(given: Rounds, first: Basic, second: Basic) -> Callable[[Number], Number]:
    """The least delta as a function of the odds exp(epsilon)."""
    if is_set(first) and is_set(second):
        kept = [[given[i] for i in chosen] for chosen in differing_rounds(given, first, second)]
        return lambda odds: _maximum([_murtagh_vadhan(rounds, odds) for rounds in kept])
    views = [
        pair
        for ours in _extreme_laws(first, given)
        for theirs in _extreme_laws(second, given)
        for pair in (_views(given, ours, theirs), _views(given, theirs, ours))
    ]
    return lambda odds: _maximum(
        [_total(_positive(p - odds * q) for p, q in masses) for masses in views]
    )


def _murtagh_vadhan(rounds: Rounds, odds: Number) -> Number:
    """The optimal delta of a composition (Murtagh and Vadhan 2016, Theorem 1.5)."""
    kinds = [(odds_of(own), n) for own, n in Counter(own for own, _ in rounds).items()]
    _check_size(prod(n + 1 for _, n in kinds))
    excess: Number = fmpq(0)
    for chosen in product(*(range(n + 1) for _, n in kinds)):
        above: Number = fmpq(1)
        below = odds
        for (own, n), j in zip(kinds, chosen, strict=True):
            above, below = above * own**j, below * own ** (n - j)
        ways = prod(comb(n, j) for (_, n), j in zip(kinds, chosen, strict=True))
        excess = excess + ways * _positive(above - below)
    for own, n in () if excess == 0 else kinds:  # that of a ball is one that is exactly zero
        excess = excess / (1 + own) ** n
    kept: Number = fmpq(1)
    for _, lost in rounds:
        kept = kept * (1 - exact_or_ball(lost))
    return 1 - kept * (1 - excess)


def _check_size(size: int) -> None:
    if size > MAX_VIEWS:
        raise EvaluationError(
            f"{size} kinds of views are more than {MAX_VIEWS}; give equal epsilons to more rounds, "
            "or take theorem='basic'"
        )


def _extreme_laws(node: Basic, given: Rounds) -> list[Levels | Vectors]:
    """The extreme laws of a hypothesis: weights of numbers of ones, or of vectors.

    Numbers of ones suffice where all rounds are equal; a law then treats all vectors with as many
    ones alike, which loses nothing for the uniform law, nor for the extreme laws of a set against
    such a law.
    """
    rounds = len(given)
    inside = node.args[0] if isinstance(node, Uniform) and len(node.args) == 1 else node
    if isinstance(inside, Ones) and len(set(given)) == 1:
        levels = _ones(inside, rounds)
        if isinstance(node, Uniform):
            total = sum(comb(rounds, ones) for ones in levels)
            return [{ones: fmpq(1, total) for ones in levels}]
        if all(ones in (0, rounds) for ones in levels):
            return [{ones: fmpq(1)} for ones in levels]
    if is_set(node):
        return [{bits: fmpq(1)} for bits in vectors(node, rounds)]
    return [{bits: _rational(weight) for bits, weight in law(node, rounds).items() if weight != 0}]


def _rational(weight: Expr) -> fmpq:
    if not weight.is_Rational:
        raise EvaluationError(f"the weight {text(weight)} is not rational")
    return fmpq(int(weight.p), int(weight.q))


def _views(
    given: Rounds, ours: Levels | Vectors, theirs: Levels | Vectors
) -> list[tuple[Number, Number]]:
    """The masses of the views of the canonical mechanisms under two laws."""
    rounds = len(given)
    masses = [_canonical(own, lost) for own, lost in given]
    levels = [_levels(side) for side in (ours, theirs)]
    if all(levels):
        size = len(masses[0])
        _check_size(comb(rounds + size - 1, rounds))
        return [
            (ways * _by_ones(view, levels[0]), ways * _by_ones(view, levels[1]))
            for ways, view in _multisets(masses[0], rounds)
        ]
    _check_size(prod(map(len, masses)))
    sides = [_spread(side, rounds) for side in (ours, theirs)]
    return [(_average(view, sides[0]), _average(view, sides[1])) for view in product(*masses)]


def _canonical(own: Expr, lost: Expr) -> list[tuple[Number, Number]]:
    odds, delta = odds_of(own), exact_or_ball(lost)
    likely, unlikely = (1 - delta) * odds / (1 + odds), (1 - delta) / (1 + odds)
    inside = [(likely, unlikely), (unlikely, likely)]
    return inside if lost == 0 else [(delta, fmpq(0)), *inside, (fmpq(0), delta)]


def _multisets(
    masses: list[tuple[Number, Number]], rounds: int
) -> Iterator[tuple[int, list[tuple[Number, Number]]]]:
    """How many views hold which outcomes."""
    for view in combinations_with_replacement(range(len(masses)), rounds):
        counts = [view.count(outcome) for outcome in range(len(masses))]
        yield (
            factorial(rounds) // prod(map(factorial, counts)),
            [masses[outcome] for outcome in view],
        )


def _by_ones(view: list[tuple[Number, Number]], levels: Levels) -> Number:
    """The coefficients of z in the product of p0 + z*p1 over the rounds, weighted."""
    coefficients: list[Number] = [fmpq(1)]
    for zero, one in view:
        shifted = [fmpq(0), *(value * one for value in coefficients)]
        kept = [*(value * zero for value in coefficients), fmpq(0)]
        coefficients = [a + b for a, b in zip(kept, shifted, strict=True)]
    return _total(weight * coefficients[ones] for ones, weight in levels.items())


def _levels(weights: Levels | Vectors) -> Levels:
    return {key: weight for key, weight in weights.items() if isinstance(key, int)}


def _spread(weights: Levels | Vectors, rounds: int) -> Vectors:
    """Weights of vectors, from those of numbers of ones too."""
    found: Vectors = {}
    for key, weight in weights.items():
        if isinstance(key, int):
            found |= dict.fromkeys(vectors(Ones(key), rounds), weight)
        else:
            found[key] = weight
    return found


def _average(view: Sequence[tuple[Number, Number]], weights: Vectors) -> Number:
    total: Number = fmpq(0)
    for bits, weight in weights.items():
        mass: Number = weight
        for masses, bit in zip(view, bits, strict=True):
            mass = mass * masses[bit]
        total = total + mass
    return total


def _positive(value: Number) -> Number:
    """The value where it is positive, otherwise zero: exactly that where it certainly is not."""
    if value <= 0:
        return fmpq(0)
    return value.max(arb(0)) if isinstance(value, arb) else value


def _total(values: Iterable[Number]) -> Number:
    total: Number = fmpq(0)
    for value in values:
        total = total + value
    return total


def _maximum(values: Sequence[Number]) -> Number:
    best: Number = fmpq(0)
    for value in values:
        if isinstance(value, arb) or isinstance(best, arb):
            best = arb(best).max(arb(value))
        else:
            best = max(best, value)
    return best
