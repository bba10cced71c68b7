"""Interactive mechanisms within a guarantee, and adversaries against them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from sympy import Expr

from dpsym.arguments import taking
from dpsym.games import expressions
from dpsym.games.adversaries import Adversary, Ask, Read, Stop, moved, turns, views
from dpsym.games.concurrent import advantage
from dpsym.games.trees import END, ONE, Branch, Message, Node, Query, exact, parameters, response
from dpsym.strategies.elementary import Pair, draw_between, draw_law
from dpsym.strategies.exact import Weights, counted

DEPTH = 4
"""Messages and questions in a row, at most."""
Masses = Sequence[fmpq]


def _numbers(weights: Weights) -> list[fmpq]:
    return [exact(weight) for weight in weights]


def draw_messages(draw: DrawFn) -> tuple[list[fmpq], list[fmpq]]:
    """Two laws on two or three messages: apart, mirrored or equal."""
    first = _numbers(draw_law(draw, draw(st.sampled_from((2, 2, 3)))))
    style = draw(st.sampled_from(("mirrored", "apart", "equal")))
    if style == "apart":
        return first, _numbers(draw_law(draw, len(first)))
    return first, first[::-1] if style == "mirrored" else list(first)


def contracted_laws(first: Masses, second: Masses, up: fmpq, down: fmpq) -> list[fmpq]:
    """``second + c*(first - second)`` with the largest c <= 1 that keeps ratios in [1/down, up]."""
    largest = ONE
    for p, q in zip(first, second, strict=True):
        if p > up * q:
            largest = min(largest, (up - 1) * q / (p - q))
        if q > down * p:
            largest = min(largest, (1 - 1 / down) * q / (q - p))
    return [q + largest * (p - q) for p, q in zip(first, second, strict=True)]


def draw_tree(draw: DrawFn, depth: int, t: fmpq | None, ratio: fmpq = ONE) -> Node:
    """A mechanism in which messages and questions alternate.

    With ``t`` all likelihood ratios of leaves, those so far being ``ratio``, stay in [1/t, t], and
    a side of that is reached where the laws drawn allow.
    """
    if depth <= 0:
        return END
    return Message(
        draw_branches(draw, t, ratio, lambda after: _questions(draw, depth - 1, t, after))
    )


def draw_branches(
    draw: DrawFn, t: fmpq | None, ratio: fmpq, below: Callable[[fmpq], Any]
) -> tuple[Branch, ...]:
    """Messages, with what follows on them by the likelihood ratio after each; see `draw_tree`."""
    first, second = draw_messages(draw)
    if t is not None:
        first = contracted_laws(first, second, t / ratio, t * ratio)
    return tuple(
        Branch(p, q, below(ratio * p / q if t is not None else ONE))
        for p, q in zip(first, second, strict=True)
        if p != 0 or q != 0
    )


def draw_ranges(draw: DrawFn, t: fmpq) -> Node:
    """A question for one of two bits, the likelihood ratios of each within a factor of t."""
    options = []
    for _ in range(2):
        likely = exact(draw_between(draw, Fraction(0), Fraction(1), True, True))
        total = 1 - likely + likely * t
        masses = ((1 - likely) / total, 1 - likely), (likely * t / total, likely)
        options.append(Message(tuple(Branch(*pair) for pair in masses)))
    return Query(tuple(options))


def _questions(draw: DrawFn, depth: int, t: fmpq | None, ratio: fmpq) -> Node:
    if depth <= 1 or draw(st.integers(0, 2)) == 0:
        return END
    count = draw(st.integers(1, 2))
    return Query(tuple(draw_tree(draw, depth - 1, t, ratio) for _ in range(count)))


def draw_private(draw: DrawFn, t: fmpq, delta: fmpq, depth: int = DEPTH) -> Node:
    """A (log(t), delta)-DP mechanism, mostly with exactly that delta.

    A pure one; a free one that is reached with just that probability which its own delta allows, a
    pure one otherwise; or the canonical response and questions after it.
    """
    style = draw(st.sampled_from(("response", "pure", "diluted")))
    if style == "response" and depth > 1:
        said = response(t, delta)
        below = [_questions(draw, depth - 1, ONE, ONE) for _ in said.branches]
        return Message(
            tuple(Branch(b.first, b.second, n) for b, n in zip(said.branches, below, strict=True))
        )
    pure = draw_tree(draw, depth, t)
    if style != "diluted" or delta == 0:
        return pure
    free = draw_tree(draw, depth, None)
    least = advantage([free], t)
    if least <= delta:
        return free
    share = delta / least
    return Message((Branch(share, share, free), Branch(1 - share, 1 - share, pure)))


@st.composite
def _mechanisms(draw: DrawFn, t: fmpq, delta: fmpq, depth: int) -> Expr:
    tree = draw_private(draw, t, delta, depth)
    if draw(st.booleans()):
        tree = Query((tree, draw_private(draw, t, delta, depth - 1)))
    return expressions.mechanism(tree)


def interactive_mechanisms(t: Any, delta: Any, *, depth: int = DEPTH) -> SearchStrategy[Expr]:
    """Interactive mechanisms within (log(t), delta) as ``InteractiveMechanism(...)``.

    At most ``depth`` messages and questions follow one another. Most reach their delta exactly,
    or a likelihood ratio of t. Shrinks toward a canonical response.

    >>> from dpsym.strategies import simplest
    >>> simplest(interactive_mechanisms(2, 0))
    InteractiveMechanism(Message((2/3, 1/3), (1/3, 2/3)))
    """
    odds, failure = parameters(t, delta)
    return _mechanisms(odds, failure, counted("depth", depth))


@st.composite
def _views(draw: DrawFn, mechanisms: tuple[Node, ...]) -> Pair:
    adversary = draw_adversary(draw, mechanisms)
    first, second = views(mechanisms, adversary)
    return expressions.law(first), expressions.law(second)


@taking
def adversary_views(*mechanisms: Expr) -> SearchStrategy[Pair]:
    """What a random adversary sees of mechanisms run at once, on both databases.

    The mechanisms are concrete; the adversary interleaves them as it likes. Shrinks toward asking
    the first mechanism its first question.

    >>> from dpsym.language.heads import RandomizedResponse
    >>> from sympy import log
    >>> from dpsym.strategies import simplest
    >>> simplest(adversary_views(RandomizedResponse(log(2))))
    (Finite(2/3, 1/3), Finite(1/3, 2/3))
    """
    return _views(tuple(expressions.tree_of(mechanism) for mechanism in mechanisms))


def draw_adversary(draw: DrawFn, state: tuple[Node, ...]) -> Adversary:
    """A deterministic adversary against these mechanisms, at random."""
    places = turns(state)
    if not places:
        return Stop()
    place = draw(st.sampled_from(places))
    node = state[place]
    if isinstance(node, Query):
        question = draw(st.integers(0, len(node.options) - 1))
        after = moved(state, place, node.options[question])
        return Ask(place, question, draw_adversary(draw, after))
    assert isinstance(node, Message)
    branches = node.branches
    return Read(place, tuple(draw_adversary(draw, moved(state, place, b.then)) for b in branches))
