"""Adaptive adversaries as decision trees, and hypotheses about vectors of hidden bits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from sympy import Expr

from dpsym.arguments import taking, whole_number
from dpsym.errors import DomainError, shown
from dpsym.strategies import rows
from dpsym.strategies.elementary import Pair
from dpsym.strategies.exact import Row, Weights, finite, fraction, normalised

Levels = tuple[tuple[Fraction, Fraction], ...]


@taking
def _levels(guarantees: Sequence[tuple[Any, Any]]) -> Levels:
    levels = tuple((fraction(t, "t"), fraction(delta, "delta")) for t, delta in guarantees)
    if not levels or any(t < 1 or not 0 <= delta <= 1 for t, delta in levels):
        raise DomainError(
            f"guarantees={shown(guarantees)} are no rounds of composition",
            remedy="give pairs (t, delta) with t >= 1 and delta in [0, 1]",
        )
    return levels


def _answers(draw: DrawFn, t: Fraction, delta: Fraction) -> Row:
    if delta == 0:
        return rows.pure_row(draw, 2, 2, t)
    return rows.approximate_row(draw, 2, 2, t, delta)


def _leaves(
    draw: DrawFn, levels: Levels, bits: list[tuple[int, ...]], reached: Weights
) -> Iterator[Weights]:
    """The masses of every leaf under each bit vector; ``reached`` are those of this node."""
    if not levels:
        yield reached
        return
    round_index = len(bits[0]) - len(levels)
    pair = _answers(draw, *levels[0])
    for answer in range(len(pair[0])):
        masses = tuple(
            mass * pair[vector[round_index]][answer]
            for mass, vector in zip(reached, bits, strict=True)
        )
        if any(masses):
            yield from _leaves(draw, levels[1:], bits, masses)


def _view(draw: DrawFn, levels: Levels, bits: list[tuple[int, ...]]) -> tuple[Expr, ...]:
    leaves = list(_leaves(draw, levels, bits, (Fraction(1),) * len(bits)))
    return tuple(finite(law) for law in zip(*leaves, strict=True))


@st.composite
def _adversaries(draw: DrawFn, levels: Levels) -> Pair:
    rounds = len(levels)
    first, second = _view(draw, levels, [(0,) * rounds, (1,) * rounds])
    return first, second


def adaptive_adversaries(guarantees: Sequence[tuple[Any, Any]]) -> SearchStrategy[Pair]:
    """The adversary's view when every round runs on database 0, and when on database 1.

    ``guarantees`` are the rounds' ``(t, delta)`` with ``t = exp(epsilon)`` rational. At each node
    of a decision tree the adversary picks a mechanism within its round's guarantee, knowing all
    answers so far; the leaves carry the products. Every node reaches its guarantee or not
    independently of the others. Shrinks toward independent canonical responses.

    >>> from dpsym.strategies import simplest
    >>> simplest(adaptive_adversaries([(2, 0), (2, 0)]))
    (Finite(2/3, 1/3), Finite(1/3, 2/3))
    """
    return _adversaries(_levels(guarantees))


@st.composite
def _views(draw: DrawFn, levels: Levels) -> tuple[Expr, ...]:
    return _view(draw, levels, list(product((0, 1), repeat=len(levels))))


def adaptive_views(guarantees: Sequence[tuple[Any, Any]]) -> SearchStrategy[tuple[Expr, ...]]:
    """The adversary's views under every vector of hidden bits, one bit a round.

    As :func:`adaptive_adversaries`; the law of the view under bits ``b`` stands at the index that
    b spells in binary, first round first. The generalised experiment of hypothesis privacy.

    >>> from dpsym.strategies import simplest
    >>> len(simplest(adaptive_views([(2, 0), (3, 0)])))
    4
    """
    return _views(_levels(guarantees))


@st.composite
def _bit_mixtures(draw: DrawFn, k: int) -> Pair:
    style = draw(st.sampled_from(("none or some", "threshold", "weights", "complement")))
    vectors = list(product((0, 1), repeat=k))
    if style == "none or some":
        return _law([0 if any(v) else 1 for v in vectors]), _law([int(any(v)) for v in vectors])
    if style == "threshold":
        least = draw(st.integers(1, k))
        return (
            _law([int(sum(v) < least) for v in vectors]),
            _law([int(sum(v) >= least) for v in vectors]),
        )
    odds = st.sampled_from((0, 1, 2, 5, 100))
    first = [draw(odds) for _ in vectors]
    if style == "complement":
        return _law(first), _law(first[::-1])
    return _law(first), _law([draw(odds) for _ in vectors])


def _law(weights: Sequence[int]) -> Expr:
    return finite(normalised(weights))


def bit_mixtures(k: int) -> SearchStrategy[Pair]:
    """Two hypotheses about ``k`` hidden bits: laws on the vectors, in binary order.

    "None against at least one", "fewer than against at least", a law and its complement, and
    arbitrary weights. Shrinks toward the first of these.

    >>> from dpsym.strategies import simplest
    >>> simplest(bit_mixtures(2))
    (Finite(1, 0, 0, 0), Finite(0, 1/3, 1/3, 1/3))
    """
    return _bit_mixtures(whole_number("k", k, 1, most=10))
