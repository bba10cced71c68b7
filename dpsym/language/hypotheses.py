"""Hypotheses about databases: vectors of bits, laws on them, and the pairs of views they make.

A vector b says which database of a pair each round runs on. What an adversary sees under a law h
on vectors is the mixture of what it sees under the vectors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product
from math import comb, factorial, prod

from dpsym.algebra import Add, Basic, Expr, Mul, Rational, S
from dpsym.errors import EvaluationError
from dpsym.language import heads
from dpsym.language.noises import ENDLESS
from dpsym.language.printing import text

Vector = tuple[int, ...]
Weights = dict[Vector, Expr]
Pair = tuple[Basic, Basic]
Masses = tuple[tuple[Expr, Expr], ...]

MAX_ROUNDS = 12
MAX_PAIRS = 1 << 16
MAX_ADVERSARIES = 32
MAX_VIEWS = 5000


def vectors(node: Basic, rounds: int) -> tuple[Vector, ...]:
    """The vectors of a set, in the order of their numbers of ones.

    Raises:
        EvaluationError: the set is no concrete set of vectors of this length, or is empty.

    >>> vectors(heads.Ones(0, 1), 2)
    ((0, 0), (1, 0), (0, 1))
    """
    if rounds > MAX_ROUNDS:
        raise EvaluationError(f"{rounds} rounds are more than {MAX_ROUNDS}, too many to list")
    if isinstance(node, heads.Ones):
        lowest, highest = _levels(node, rounds)
        return tuple(
            tuple(int(i in chosen) for i in range(rounds))
            for ones in range(lowest, highest + 1)
            for chosen in combinations(range(rounds), ones)
        )
    if isinstance(node, heads.Parity):
        if node.args[0] not in (0, 1):
            raise EvaluationError(f"{text(node)} is neither even nor odd")
        every = vectors(heads.Ones(0, rounds), rounds)
        return tuple(bits for bits in every if sum(bits) % 2 == node.args[0])
    if isinstance(node, heads.Bits):
        if len(node.args) != rounds or not all(bit in (0, 1) for bit in node.args):
            raise EvaluationError(f"{text(node)} is no vector of {rounds} bits")
        return (tuple(int(bit) for bit in node.args),)
    if isinstance(node, heads.Every | heads.Uniform):
        found = [vector for part in node.args for vector in vectors(part, rounds)]
        return tuple(dict.fromkeys(found))
    raise EvaluationError(f"{text(node)} is no set of vectors")


def _levels(node: Basic, rounds: int) -> tuple[int, int]:
    if not all(bound.is_Integer for bound in node.args):
        raise EvaluationError(f"{text(node)} has no definite number of ones")
    lowest, highest = int(node.args[0]), min(int(node.args[-1]), rounds)
    if lowest > highest:
        raise EvaluationError(f"{text(node)} holds no vector of {rounds} bits")
    return lowest, highest


def is_void(node: Basic, rounds: int) -> bool:
    """Whether a set certainly has no vector with a bit for each round.

    >>> is_void(heads.Ones(2), 1), is_void(heads.Ones(0, 2), 1)
    (True, False)
    """
    if isinstance(node, heads.Ones):
        least = node.args[0]
        return bool(least.is_Integer and least > rounds)
    if isinstance(node, heads.Every):
        return all(is_void(part, rounds) for part in node.args)
    return isinstance(node, heads.Bits) and len(node.args) != rounds


def is_set(node: Basic) -> bool:
    """Whether a hypothesis stands for every law on its vectors rather than for one law."""
    return isinstance(node, heads.Ones | heads.Parity | heads.Bits | heads.Every)


def support(node: Basic, rounds: int) -> tuple[Vector, ...]:
    """The vectors to which a hypothesis may give weight."""
    return vectors(node, rounds) if is_set(node) else tuple(law(node, rounds))


def law(node: Basic, rounds: int) -> Weights:
    """The weights of the vectors under a hypothesis that is one law.

    Raises:
        EvaluationError: it is none, or its weights are no probabilities.

    >>> law(heads.Uniform(heads.Ones(1, 2)), 2)
    {(1, 0): 1/3, (0, 1): 1/3, (1, 1): 1/3}
    """
    if isinstance(node, heads.Weighted):
        weight, first, second = node.args
        mixed: Weights = {}
        for share, part in ((weight, first), (1 - weight, second)):
            for vector, inner in law(part, rounds).items():
                mixed[vector] = mixed.get(vector, S.Zero) + share * inner
        return mixed
    if isinstance(node, heads.Independent):
        if len(node.args) != rounds:
            raise EvaluationError(f"{text(node)} is no law on vectors of {rounds} bits")
        return {
            bits: Mul(*(p if bit else 1 - p for bit, p in zip(bits, node.args, strict=True)))
            for bits in vectors(heads.Ones(0, rounds), rounds)
        }
    found = vectors(node, rounds)
    return dict.fromkeys(found, Rational(1, len(found)))


def differences(first: Basic, second: Basic, rounds: int) -> tuple[frozenset[int], ...]:
    """The maximal sets of rounds in which a vector of one support differs from one of the other.

    >>> differences(heads.Ones(0), heads.Ones(0, 1), 2)
    (frozenset({0}), frozenset({1}))
    """
    ours, theirs = support(first, rounds), support(second, rounds)
    if len(ours) * len(theirs) > MAX_PAIRS:
        raise EvaluationError(
            f"{text(first)} against {text(second)} has more than {MAX_PAIRS} pairs"
        )
    found = {frozenset(i for i in range(rounds) if b[i] != c[i]) for b, c in product(ours, theirs)}
    maximal = [s for s in found if not any(s < other for other in found)]
    return tuple(sorted(maximal, key=sorted))


def view_pairs(
    choices: Sequence[tuple[Pair, ...]], first: Basic, second: Basic
) -> tuple[Pair, ...]:
    """Pairs of laws of views, of which the worst is the worst over all adaptive adversaries.

    ``choices`` are, for each round, the ordered pairs of laws from which the adversary chooses.
    Where both hypotheses are sets of vectors the worst laws are vectors, since hockey sticks are
    convex, and rounds in which these agree reveal nothing that the adversary could not draw itself.
    Where a set has no vector with a bit for each round there are none.

    Raises:
        EvaluationError: a hypothesis has no meaning for so many rounds, or there are too many
            adversaries or views to list.
    """
    rounds = len(choices)
    found: list[Pair] = []
    if is_void(first, rounds) or is_void(second, rounds):
        return ()
    if is_set(first) and is_set(second):
        for kept in _distinct_rounds(differences(first, second, rounds), choices):
            parts = [choices[i] for i in kept]
            zeros, ones = {(0,) * len(kept): S.One}, {(1,) * len(kept): S.One}
            found += _against(parts, zeros, ones)
    else:
        for ours in laws_of(first, rounds):
            for theirs in laws_of(second, rounds):
                found += _against(choices, ours, theirs)
    both_ways = [pair for p, q in found for pair in ((p, q), (q, p))]
    return tuple(dict.fromkeys(both_ways)) or ((heads.Finite(S.One), heads.Finite(S.One)),)


def laws_of(node: Basic, rounds: int) -> list[Weights]:
    """The extreme laws of a hypothesis: one for each vector of a set, otherwise the law itself."""
    if is_set(node):
        return [{vector: S.One} for vector in vectors(node, rounds)]
    return [law(node, rounds)]


def _distinct_rounds(
    sets: Iterable[frozenset[int]], choices: Sequence[tuple[Pair, ...]]
) -> list[list[int]]:
    """One set of rounds for each list of mechanisms, whatever their order if none leaves a choice.

    What is chosen in a round may depend on the answers before, and so on the order.
    """
    adaptive = any(len(_orders(options)) > 1 for options in choices)
    kinds: dict[tuple[Basic, ...], list[int]] = {}
    for rounds in sets:
        ordered = sorted(rounds)
        kind = tuple(choices[i] for i in ordered)
        kinds.setdefault(kind if adaptive else tuple(sorted(kind, key=str)), ordered)
    return [rounds for rounds in kinds.values() if rounds]


def _against(choices: Sequence[tuple[Pair, ...]], ours: Weights, theirs: Weights) -> Iterator[Pair]:
    """The laws of the views under two laws on vectors, one pair for each adversary."""
    free = [_orders(options) for options in choices]
    if all(len(options) == 1 for options in free):
        yield _fixed([options[0] for options in free], ours, theirs)
        return
    laws = [law for options in free for pair in options for law in pair]
    if not all(isinstance(law, heads.Finite) for law in laws):
        if not any(law.has(heads.ObjectName) for law in laws):
            raise EvaluationError("adversaries who choose among laws not written as finite")
        # Laws that are names guide a search; it certifies what it finds with the laws in place.
        for pairs in product(*free):
            yield _fixed(list(pairs), ours, theirs)
        return
    outcomes = [len(options[0][0].args) for options in free]
    views = list(accumulated(outcomes))
    strategies = prod(len(options) ** n for options, n in zip(free, views, strict=True))
    if strategies > MAX_ADVERSARIES or prod(outcomes) > MAX_VIEWS:
        raise EvaluationError(
            f"more than {MAX_ADVERSARIES} adversaries choose among these databases; the worst of "
            "them is known at one epsilon, for rational laws"
        )
    for tree in _trees(free, 0):
        joint = _weighted(tree, ours, theirs, ())
        yield heads.Finite(*(p for p, _ in joint)), heads.Finite(*(q for _, q in joint))


def accumulated(outcomes: Sequence[int]) -> Iterator[int]:
    """The number of histories before each round."""
    total = 1
    for count in outcomes:
        yield total
        total *= count


def _orders(options: tuple[Pair, ...]) -> list[Pair]:
    """The options without those that are a relabelling of the outcomes of an earlier one."""
    kept: dict[object, Pair] = {}
    for pair in options:
        kept.setdefault(_signature(pair), pair)
    return list(kept.values())


def _signature(pair: Pair) -> object:
    """What two pairs share when relabelling or reflecting the outcomes maps one to the other."""
    p, q = pair
    if len(p.args) != len(q.args):
        return (p, q)
    if isinstance(p, heads.Finite) and isinstance(q, heads.Finite):
        return tuple(sorted(zip(p.args, q.args, strict=True), key=str))
    shifted = isinstance(p, ENDLESS)
    if shifted and type(p) is type(q) and p.args[1:] == q.args[1:]:
        return (type(p), abs(p.args[0] - q.args[0]), p.args[1:])
    if isinstance(p, heads.Product) and isinstance(q, heads.Product):
        return tuple(_signature(part) for part in zip(p.args, q.args, strict=True))
    return (p, q)


def _fixed(pairs: list[Pair], ours: Weights, theirs: Weights) -> Pair:
    """The laws of the views where each round has one pair of laws, whatever was seen before."""
    if len(ours) == len(theirs) == 1:
        (first,), (second,) = ours, theirs
        return _chosen(pairs, first), _chosen(pairs, second)
    if not all(isinstance(law, heads.Finite) for pair in pairs for law in pair):
        return _mixture(pairs, ours), _mixture(pairs, theirs)
    if any(len(p.args) != len(q.args) for p, q in pairs):
        raise EvaluationError("the laws of a round have different outcomes")
    masses = [tuple(zip(p.args, q.args, strict=True)) for p, q in pairs]
    if len(set(masses)) == 1 and all(map(_is_exchangeable, (ours, theirs))):
        joint = list(_multisets(masses[0], len(masses), ours, theirs))
    else:
        if prod(map(len, masses)) > MAX_VIEWS:
            raise EvaluationError(f"there are more than {MAX_VIEWS} views")
        joint = [(_average(view, ours), _average(view, theirs)) for view in product(*masses)]
    kept = [(p, q) for p, q in joint if (p, q) != (0, 0)]
    return heads.Finite(*(p for p, _ in kept)), heads.Finite(*(q for _, q in kept))


def _chosen(pairs: list[Pair], bits: Vector) -> Basic:
    laws = [pair[bit] for pair, bit in zip(pairs, bits, strict=True)]
    return laws[0] if len(laws) == 1 else heads.Product(*laws)


def _mixture(pairs: list[Pair], weights: Weights) -> Basic:
    """The mixture of products, nested from the right."""
    remaining: Expr = S.One
    parts = [(w, _chosen(pairs, bits)) for bits, w in weights.items() if w != 0]
    shares = []
    for weight, _ in parts:
        shares.append(weight / remaining)
        remaining -= weight
    mixed = parts[-1][1]
    for share, (_, part) in zip(shares[-2::-1], parts[-2::-1], strict=True):
        mixed = heads.Mixture(share, part, mixed)
    return mixed


def _average(view: Sequence[tuple[Expr, Expr]], weights: Weights) -> Expr:
    return Add(
        *(
            weight * Mul(*(masses[bit] for masses, bit in zip(view, bits, strict=True)))
            for bits, weight in weights.items()
        )
    )


def _is_exchangeable(weights: Weights) -> bool:
    """Whether the weight of a vector depends on its number of ones alone."""
    levels: dict[int, set[Expr]] = {}
    counts: dict[int, int] = {}
    for bits, weight in weights.items():
        levels.setdefault(sum(bits), set()).add(weight)
        counts[sum(bits)] = counts.get(sum(bits), 0) + 1
    rounds = len(next(iter(weights)))
    return all(
        len(found) == 1 and counts[ones] == comb(rounds, ones) for ones, found in levels.items()
    )


def _multisets(
    masses: Masses, rounds: int, ours: Weights, theirs: Weights
) -> Iterator[tuple[Expr, Expr]]:
    """The masses of all views, those that hold the same outcomes in another order together."""
    for view in combinations_with_replacement(range(len(masses)), rounds):
        counts = [view.count(outcome) for outcome in range(len(masses))]
        multiplicity = factorial(rounds) // prod(map(factorial, counts))
        chosen = [masses[outcome] for outcome in view]
        yield (
            multiplicity * by_ones(chosen, _by_level(ours)),
            multiplicity * by_ones(chosen, _by_level(theirs)),
        )


def _by_level(weights: Weights) -> dict[int, Expr]:
    return {sum(bits): weight for bits, weight in weights.items()}


def by_ones(view: Sequence[tuple[Expr, Expr]], levels: dict[int, Expr]) -> Expr:
    """The mass of a view under weights that depend on the number of ones.

    The coefficients of z in the product of p0 + z*p1 over the rounds, weighted.
    """
    coefficients: list[Expr] = [S.One]
    for zero, one in view:
        grown = [S.Zero] * (len(coefficients) + 1)
        for ones, value in enumerate(coefficients):
            grown[ones] += value * zero
            grown[ones + 1] += value * one
        coefficients = grown
    return Add(*(weight * coefficients[ones] for ones, weight in levels.items()))


Tree = tuple[Pair, tuple["Tree", ...]] | None


def _trees(free: list[list[Pair]], depth: int) -> Iterator[Tree]:
    """Every deterministic adversary from some round on: its choice, and one tree per outcome."""
    if depth == len(free):
        yield None
        return
    below = list(_trees(free, depth + 1))
    for pair in free[depth]:
        for branches in product(below, repeat=len(pair[0].args)):
            yield pair, branches


def _weighted(tree: Tree, ours: Weights, theirs: Weights, bits: Vector) -> list[tuple[Expr, Expr]]:
    """The masses of all views of one adversary under both laws on vectors."""
    if tree is None:
        return [(Add(*ours.values()), Add(*theirs.values()))]
    (zero, one), branches = tree
    place = len(bits)
    found = []
    for outcome, branch in enumerate(branches):
        masses = (zero.args[outcome], one.args[outcome])
        first, second = (
            {vector: w * masses[vector[place]] for vector, w in weights.items()}
            for weights in (ours, theirs)
        )
        found += _weighted(branch, first, second, (*bits, 0))
    return found
