"""Interactive mechanisms, and rounds on databases that a vector of bits chooses.

Trees are evaluated over all deterministic adversaries, rounds over all vectors, each round being
randomised response, of which every round within epsilon is an image.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random

from mpmath import mp, mpf

from measure import finite
from measure.case import Case, Kind, beside, decided

Tree = tuple[str, list] | None
"""A leaf, or messages (p, q, tree), or questions (trees)."""


def _tree(rng: Random, depth: int, said: bool = True) -> Tree:
    if depth == 0:
        return None
    if not said and rng.random() < 0.5:
        return ("Query", [_tree(rng, depth, True) for _ in range(rng.randint(2, 3))])
    size = rng.randint(2, 3)
    zeros = rng.random() < 0.3
    P, Q = finite.draw(rng, size, zeros), finite.draw(rng, size, zeros)
    after = [_tree(rng, rng.randint(0, depth - 1), False) for _ in range(size)]
    return ("Message", list(zip(P, Q, after, strict=True)))


def _said(tree: Tree) -> str:
    head, parts = tree
    if head == "Query":
        return f"Query({', '.join(map(_said, parts))})"
    ends = [f"({p}, {q}" + (f", {_said(after)})" if after else ")") for p, q, after in parts]
    return f"Message({', '.join(ends)})"


def _best(states: tuple[Tree, ...], p: mpf, q: mpf, score) -> mpf:
    """The best score of an adversary who advances the trees in any order."""
    found = [] if any(states) else [score(p, q)]
    for place, tree in enumerate(states):
        if tree is None:
            continue
        head, parts = tree
        put = lambda after: (*states[:place], after, *states[place + 1 :])  # noqa: E731, B023
        if head == "Query":
            found += [_best(put(part), p, q, score) for part in parts]
        else:
            found.append(sum(_best(put(after), p * u, q * v, score) for u, v, after in parts))
    return max(found)


def _swapped(tree: Tree) -> Tree:
    if tree is None:
        return None
    head, parts = tree
    if head == "Query":
        return head, [_swapped(part) for part in parts]
    return head, [(q, p, _swapped(after)) for p, q, after in parts]


def drawn_trees(rng: Random) -> tuple[str, Fraction, float]:
    """Interactive mechanisms, alone or interleaved, an epsilon, and the delta with it."""
    e = Fraction(rng.randint(0, 8), 4)
    t = mp.exp(finite.long(e))
    count = rng.choice((1, 1, 2))
    made = [_tree(rng, 2 if count == 2 else rng.randint(1, 3), False) for _ in range(count)]
    score = lambda p, q: max(finite.long(p) - t * finite.long(q), mpf(0))  # noqa: E731
    one = Fraction(1)
    value = max(_best(tuple(x), one, one, score) for x in (made, map(_swapped, made)))
    written = [f"InteractiveMechanism({_said(tree)})" for tree in made]
    return written[0] if count == 1 else f"Concurrent({', '.join(written)})", e, float(value)


def _stated(rng: Random, start: str, value: float) -> Case:
    """A claim that ends with a delta, which is beside the least one, perhaps very near."""
    if value < 1e-15:
        return decided(f"{start}0)", True, "no excess")
    above = rng.random() < 0.5
    bound = beside(value, rng.choice((0.1, 0.01, 1e-3, 1e-6, 1e-8)), above)
    return decided(f"{start}{bound})", above, repr(value))


def trees(rng: Random) -> Case:
    """Interactive mechanisms, alone and interleaved, at a concrete epsilon."""
    mechanism, epsilon, value = drawn_trees(rng)
    return _stated(rng, f"ApproxDP({mechanism}, {epsilon}, ", value)


def _view(bits: Sequence[int], loss: mpf) -> list[mpf]:
    """The law of the responses to a vector of bits, each told truly with odds exp(loss)."""
    true = mp.exp(loss) / (1 + mp.exp(loss))
    masses = [mpf(1)]
    for bit in bits:
        masses = [mass * (true if out == bit else 1 - true) for mass in masses for out in (0, 1)]
    return masses


def _excess(P: Sequence[mpf], Q: Sequence[mpf], epsilon: mpf) -> mpf:
    t = mp.exp(epsilon)
    return sum(max(p - t * q, mpf(0)) for p, q in zip(P, Q, strict=True))


def _vectors(rng: Random, k: int) -> tuple[str, list[list[tuple[int, ...]]]]:
    """A hypothesis, and the sets of vectors over each of which its extreme laws are uniform."""
    everything = list(product((0, 1), repeat=k))
    low = rng.randint(0, k)
    high = rng.randint(low, k)
    chosen = [v for v in everything if low <= sum(v) <= high]
    vector = rng.choice(everything)
    return rng.choice(
        (
            (f"Ones({low})", [[v] for v in everything if sum(v) == low]),
            (f"Ones({low}, {high})", [[v] for v in chosen]),
            (f"Bits({', '.join(map(str, vector))})", [[vector]]),
            (f"Uniform(Ones({low}, {high}))", [chosen]),
        )
    )


def drawn_vectors(rng: Random) -> tuple[str, float]:
    """A claim about rounds within epsilon on chosen databases, without its delta, and the least."""
    k = rng.randint(1, 3)
    loss = Fraction(rng.randint(1, 8), 4)
    A, firsts = _vectors(rng, k)
    B, seconds = _vectors(rng, k)
    epsilon = rng.choice((Fraction(0), loss / 2, loss))

    def law(chosen: list[tuple[int, ...]]) -> list[mpf]:
        laws = [_view(v, finite.long(loss)) for v in chosen]
        return [sum(masses) / len(laws) for masses in zip(*laws, strict=True)]

    value = max(
        max(
            _excess(law(a), law(b), finite.long(epsilon)),
            _excess(law(b), law(a), finite.long(epsilon)),
        )
        for a in firsts
        for b in seconds
    )
    start = f"PureDP(M, {loss}) => HypothesisDP(Compose(M, {k}), {A}, {B}, {epsilon}, "
    return start, float(value)


def vectors_of_databases(rng: Random) -> Case:
    """Rounds that are each within epsilon, run on databases that a vector of bits chooses."""
    return _stated(rng, *drawn_vectors(rng))


def experiments(rng: Random) -> Case:
    """A composition repeats one pair of databases; the experiment takes another in each round."""
    k = rng.randint(2, 4)
    zeros, ones = ", ".join("0" * k), ", ".join("1" * k)
    text, holds = rng.choice(
        (
            (f"HypothesisDP(Compose(M, {k}), Ones(0), Ones({k}), e, d) => ApproxDP(Compose(M, {k}), e, d)", True),
            (f"ApproxDP(Compose(M, {k}), e, d) => HypothesisDP(Compose(M, {k}), Ones(0), Ones({k}), e, d)", False),
            (f"HypothesisDP(Compose(M, {k}), Bits({zeros}), Bits({ones}), e, d) => HypothesisDP(Compose(M, {k}), Ones(0), Ones({k}), e, d)", True),
            (f"ApproxDP(M, e, d) => HypothesisDP(Compose(M, {k}), Ones(0), Ones(1), e, d)", True),
            (f"ApproxDP(M, e, d) => HypothesisDP(Compose(M, {k}), Ones(0), Ones(2), e, d)", False),
            (f"PureDP(M, e) => HypothesisDP(Compose(M, {k}), Ones(0), Ones({k}), {k}*e, 0)", True),
            (f"PureDP(M, e) => HypothesisDP(Compose(M, {k}), Ones(1), Ones(1), e, 0)", False),
            (f"PureDP(M, e) => HypothesisDP(Compose(M, {k}), Ones(1), Ones(1), 2*e, 0)", True),
            (f"PureDP(M, e) => HypothesisDP(Compose(M, {k}), Ones(0), Uniform(Ones(1)), e, 0)", True),
            (f"BoundedRange(M, e) => BoundedRange(Compose(M, {k}), {k}*e)", False),
            ("PureDP(M, e) => PureDP(Concurrent(M, M), 2*e)", True),
        )
    )  # fmt: skip
    return decided(text, holds, "domination, or an asymmetric pair of laws")


KINDS: dict[str, Kind] = {
    "trees": trees,
    "vectors of databases": vectors_of_databases,
    "experiments": experiments,
}
