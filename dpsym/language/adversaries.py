"""The worst adaptive adversary among finitely many choices in each round, in exact fractions.

The advantage of an adversary is the sum over views of the positive part of ``P - odds*Q``. What is
best after a history depends on the masses that each rest of a vector of bits has left, so a
recursion over histories finds the best of all adversaries, also of randomised ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from dpsym.algebra import Basic, Rational
from dpsym.errors import EvaluationError
from dpsym.language import heads
from dpsym.language.hypotheses import Pair, differences, is_set, laws_of

Vector = tuple[int, ...]
Masses = tuple[Fraction, ...]
Choice = tuple[Masses, Masses]
"""How one round may answer: the law of the answer on the first database, and on the second."""
Tree = tuple[Choice, tuple["Tree", ...]]
"""An adversary: its choice in this round, and what follows each answer; nothing after the last."""
Weights = Mapping[Vector, Fraction]
_State = tuple[tuple[Vector, Fraction, Fraction], ...]


def best_response(
    choices: Sequence[Sequence[Choice]], first: Weights, second: Weights, odds: Fraction
) -> tuple[Fraction, Tree]:
    """The largest sum of ``max(P - odds*Q, 0)`` over all adversaries, and one that attains it.

    P and Q are the laws of the view where the vector of bits has the law ``first`` or ``second``.

    >>> half, told = (Fraction(1, 2),) * 2, (Fraction(1), Fraction(0))
    >>> best_response([[(half, told)]], {(0,): Fraction(1)}, {(1,): Fraction(1)}, Fraction(1))[0]
    Fraction(1, 2)
    """
    nothing = Fraction(0)
    start = tuple(
        (bits, Fraction(first.get(bits, nothing)), Fraction(second.get(bits, nothing)))
        for bits in sorted(first.keys() | second.keys())
    )
    value, tree = _best(choices, 0, start, Fraction(odds), {})
    assert tree is not None
    return value, tree


_Known = dict[tuple[int, _State], tuple[Fraction, Tree | None]]


def _best(
    choices: Sequence[Sequence[Choice]], depth: int, state: _State, odds: Fraction, known: _Known
) -> tuple[Fraction, Tree | None]:
    """The advantage of the best adversary from some round on."""
    if depth == len(choices):
        ours = sum((p for _, p, _ in state), Fraction(0))
        theirs = sum((q for _, _, q in state), Fraction(0))
        return max(ours - odds * theirs, Fraction(0)), None
    key = (depth, state)
    if key not in known:
        found = [_after(choices, depth, state, odds, known, one) for one in choices[depth]]
        known[key] = max(found, key=lambda way: way[0])
    return known[key]


def _after(
    choices: Sequence[Sequence[Choice]],
    depth: int,
    state: _State,
    odds: Fraction,
    known: _Known,
    choice: Choice,
) -> tuple[Fraction, Tree]:
    total, branches = Fraction(0), []
    for outcome in range(len(choice[0])):
        left: dict[Vector, tuple[Fraction, Fraction]] = {}
        for bits, p, q in state:
            mass = choice[bits[0]][outcome]
            before = left.get(bits[1:], (Fraction(0), Fraction(0)))
            left[bits[1:]] = before[0] + p * mass, before[1] + q * mass
        # The advantage is proportional to the masses: states that differ by a factor are one.
        size = sum((p + q for p, q in left.values()), Fraction(0))
        scale = size or Fraction(1)
        below = tuple((bits, p / scale, q / scale) for bits, (p, q) in sorted(left.items()))
        value, branch = _best(choices, depth + 1, below, odds, known)
        total += value * size
        if branch is not None:
            branches.append(branch)
    return total, (choice, tuple(branches))


def views_of(tree: Tree, weights: Weights) -> list[Fraction]:
    """The masses of the views of an adversary under a law on vectors, in one fixed order."""
    (zero, one), branches = tree
    found: list[Fraction] = []
    for outcome in range(len(zero)):
        left: dict[Vector, Fraction] = {}
        for bits, weight in weights.items():
            mass = weight * (one if bits[0] else zero)[outcome]
            left[bits[1:]] = left.get(bits[1:], Fraction(0)) + mass
        if branches:
            found += views_of(branches[outcome], left)
        else:
            found.append(sum(left.values(), Fraction(0)))
    return found


def worst_views(
    choices: Sequence[tuple[Pair, ...]], first: Basic, second: Basic, odds: Fraction
) -> Pair:
    """The laws of the views that a hypothesis and another make most different at these odds.

    Guarantees:
        no adversary with these choices, and no laws of the two hypotheses, in either order, have a
        larger sum of ``max(P - odds*Q, 0)``.

    Raises:
        EvaluationError: a law of a round is not finite with rational probabilities, or a weight is
            not rational.
    """
    rational = [[_choice(pair) for pair in options] for options in choices]
    rounds = len(choices)
    found: list[tuple[Fraction, list[Fraction], list[Fraction]]] = []
    for kept, ours, theirs in _cases(first, second, rounds):
        few = [rational[i] for i in kept]
        for one, other in ((ours, theirs), (theirs, ours)):
            value, tree = best_response(few, one, other, odds)
            found.append((value, views_of(tree, one), views_of(tree, other)))
    if not found:
        return heads.Finite(1), heads.Finite(1)
    _, p, q = max(found, key=lambda case: case[0])
    seen = [(a, b) for a, b in zip(p, q, strict=True) if a or b]
    return _finite([a for a, _ in seen]), _finite([b for _, b in seen])


def _cases(
    first: Basic, second: Basic, rounds: int
) -> list[tuple[list[int], dict[Vector, Fraction], dict[Vector, Fraction]]]:
    """Rounds and laws on their bits of which the worst is the worst of all."""
    if is_set(first) and is_set(second):
        return [
            (sorted(kept), {(0,) * len(kept): Fraction(1)}, {(1,) * len(kept): Fraction(1)})
            for kept in differences(first, second, rounds)
            if kept
        ]
    sides = [
        [{bits: _fraction(w) for bits, w in law.items()} for law in laws_of(node, rounds)]
        for node in (first, second)
    ]
    return [(list(range(rounds)), ours, theirs) for ours in sides[0] for theirs in sides[1]]


def _choice(pair: Pair) -> Choice:
    if not all(isinstance(law, heads.Finite) for law in pair):
        raise EvaluationError("the worst adversary is known for finite rational laws only")
    zero, one = (tuple(map(_fraction, law.args)) for law in pair)
    return zero, one


def _fraction(value: Basic) -> Fraction:
    if not value.is_Rational:
        raise EvaluationError(f"{value} is not rational; the worst adversary is not known exactly")
    return Fraction(int(value.p), int(value.q))


def _finite(masses: list[Fraction]) -> Basic:
    return heads.Finite(*(Rational(m.numerator, m.denominator) for m in masses))
