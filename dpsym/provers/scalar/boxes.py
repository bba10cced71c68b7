"""Branch and bound with balls on compact boxes.

Guarantees:
    ``cover(goal)`` is not None only if the boxes of the bisection tree cover the closed product
    domain and on each of them the expression is certainly >= 0 (> 0 for a strict goal), by its
    ball, by the mean-value form or by Taylor's form of the second order around the middle
    (:mod:`dpsym.provers.scalar.expansions`), or a condition certainly fails.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from flint import arb
from sympy import Expr, Symbol

from dpsym.enclosure.balls import compile_balls, precision
from dpsym.enclosure.outward import Span, compile_spans, span
from dpsym.errors import EvaluationError
from dpsym.language.domains import Interval
from dpsym.provers.scalar.expansions import (
    ORDERS,
    Side,
    ball,
    form,
    middle,
    offsets,
    places,
    smooth,
)
from dpsym.provers.scalar.goal import Detail, Goal
from dpsym.provers.scalar.signs import Region, domain_range

BITS = 80
MAX_BOXES = 4000
MAX_DEPTH = 40
HALVINGS = 25
FEW_BOXES = 8
SOME_BOXES = 12
CLOSE = 2.0**-30
MAX_VARIABLES = 4

Box = tuple[Side, ...]
Run = Callable[[Sequence[Any]], Any]

TOKENS = ("d", "m", "t")
"""Of the leaves, by the order of the form that decides."""
EMPTY = "-"
"""Of a leaf in which a condition fails at every point."""


class _Forms:
    """The forms of a goal's expression, in balls and in doubles, compiled when first asked for."""

    def __init__(self, goal: Goal) -> None:
        self.expression = goal.expression
        self.symbols = [symbol for symbol, _ in goal.domains]
        whole = smooth(goal.expression, self.symbols, Region(goal.domains))
        self.orders = ORDERS if whole else ORDERS[:1]
        self.compiled: dict[int, tuple[Run, Run | None] | None] = {}
        self.conditions = [*_compiled(goal.conditions, self.symbols)]
        self.positives = [*_compiled(goal.positives, self.symbols)]

    def excluded(self, box: Box) -> bool:
        """Whether a condition certainly fails on a box."""
        at = [ball(side) for side in box] if self.conditions or self.positives else []
        return any(run(at) < 0 for run in self.conditions) or any(
            run(at) <= 0 for run in self.positives
        )

    def of(self, order: int) -> tuple[Run, Run | None] | None:
        """The form of an order; None where there is none, also in doubles."""
        if order not in self.compiled:
            self.compiled[order] = self._compile(order) if order in self.orders else None
        return self.compiled[order]

    def at_middle(self, box: Box) -> Any:
        """A ball around the value at the middle of a box."""
        direct = self.of(0)
        return arb.nan() if direct is None else direct[0]([ball(middle(side)) for side in box])

    def _compile(self, order: int) -> tuple[Run, Run | None] | None:
        written = form(self.expression, self.symbols, order)
        if written is None:
            return None
        try:
            balls = compile_balls(*written)
        except EvaluationError:
            return None
        try:
            return balls, compile_spans(*written)
        except EvaluationError:
            return balls, None


def _compiled(conditions: Sequence[Expr], symbols: Sequence[Symbol]) -> Iterator[Run]:
    """In balls those conditions that can be."""
    for condition in conditions:
        with suppress(EvaluationError):
            yield compile_balls(condition, symbols)


@dataclass(slots=True)
class _Node:
    """A box of the bisection tree: a leaf with its token, or cut across the axis it names."""

    box: Box
    token: str = ""
    halves: tuple[_Node, ...] = ()


def cover(goal: Goal, deadline: float) -> Detail | None:
    """The bisection tree in preorder: a number splits that variable, "d" is a direct leaf, "m" a
    mean-value leaf, "t" a leaf by Taylor's form of the second order.

    All boxes of one depth are evaluated together in doubles rounded outward, balls decide on
    those that are left.
    """
    box = start(goal)
    if box is None:
        return None
    forms = _Forms(goal)
    if forms.of(0) is None or _is_hopeless(forms, box, goal.strict):
        return None
    root = _Node(box)
    level, count = [root], 1
    with precision(BITS):
        for _ in range(MAX_DEPTH):
            below: list[_Node] = []
            tokens = _decided(forms, level, goal.strict)
            for node, token in zip(level, tokens, strict=True):
                leaf = _leaf(forms, node.box, goal.strict, count) if token == "?" else token
                if not leaf and forms.excluded(node.box):
                    leaf = EMPTY
                if leaf:
                    node.token = leaf
                elif not _bisect(forms, node) or time.thread_time() > deadline:
                    return None
                below.extend(node.halves)
            level, count = below, count + len(below)
            if not level:
                sides = [[str(low), str(high)] for low, high in box]
                return (("box", sides), ("bits", BITS), ("tree", " ".join(_preorder(root))))
            if count > MAX_BOXES:
                return None
    return None


def _is_hopeless(forms: _Forms, box: Box, strict: bool) -> bool:
    """Whether neither balls nor doubles decide at a corner, and no condition fails there.

    Then they decide on no box that holds the corner, however small: there is no value, or zero. Nor
    do they where the value is zero and they decide on none of ever smaller boxes beside it.
    """
    direct = forms.of(0)
    if direct is None:
        return True
    balls, doubles = direct
    with precision(BITS):
        for corner in product(*box):
            point = tuple((value, value) for value in corner)
            value = balls([ball(side) for side in point])
            decided = _holds(value, strict) or (
                doubles is not None and _holds(doubles(_spans_of([point]))[0], strict)
            )
            if not decided and not forms.excluded(point):
                return True
            if value == 0 and not any(
                _leaf(forms, small, strict, SOME_BOXES) or forms.excluded(small)
                for small in _beside(box, corner)
            ):
                return True
    return False


def _beside(box: Box, corner: Sequence[Fraction]) -> Iterator[Box]:
    """Boxes at a corner of a box, the sides of each at most half as long as of the one before."""
    longest = max(high - low for low, high in box)
    for halvings in range(1, HALVINGS):
        most = longest / 2**halvings
        yield tuple(
            (low, min(high, low + most)) if end == low else (max(low, high - most), high)
            for (low, high), end in zip(box, corner, strict=True)
        )


def _holds(value: Any, strict: bool) -> bool:
    return bool(np.all(value > 0 if strict else value >= 0))


def explored(goal: Goal, box: Box, most: int) -> tuple[str, Box | None]:
    """The bisection tree of a box with at most so many nodes, and a box of one point that is false.

    The tree is as of :func:`cover`, with "?" for boxes that were left; it depends on nothing but
    the arguments. Where the goal has no conditions and certainly fails at the middle of a box, the
    tree stops there and that point is the second value.

    Guarantees:
        on every leaf but those left the expression is certainly >= 0 (> 0 for a strict goal).
    """
    root = _Node(box, "?")
    forms = _Forms(goal)
    level, count = [root] if forms.of(0) is not None else [], 1
    assumed = bool(goal.conditions or goal.positives)
    with precision(BITS):
        while level:
            below: list[_Node] = []
            for node, token in zip(level, _decided(forms, level, goal.strict), strict=True):
                leaf = _leaf(forms, node.box, goal.strict, count) if token == "?" else token
                node.token = leaf or "?"
                if leaf or count + 2 > most:
                    continue
                value = forms.at_middle(node.box)
                if not assumed and (value < 0 or (goal.strict and value <= 0)):
                    return " ".join(_preorder(root)), tuple(map(middle, node.box))
                _halve(node)
                below.extend(node.halves)
                count += 2
            level = below
    return " ".join(_preorder(root)), None


def leaves(box: Box, tree: str) -> Iterator[tuple[Box, str]]:
    """The leaves of a bisection tree with their tokens, in preorder."""
    pending = [box]
    for token in tree.split():
        node = _Node(pending.pop())
        if not token.isdigit():
            yield node.box, token
            continue
        _halve(node, int(token))
        pending.extend(half.box for half in reversed(node.halves))


def _preorder(node: _Node) -> Iterator[str]:
    pending = [node]
    while pending:
        current = pending.pop()
        yield current.token
        pending.extend(reversed(current.halves))


def _decided(forms: _Forms, level: list[_Node], strict: bool) -> list[str]:
    """What doubles say of boxes of one size: a leaf's token, "" for one to cut, "?" if it is
    close.
    """
    tokens = ["?"] * len(level)
    direct = forms.of(0)
    if direct is None or direct[1] is None or len(level) < FEW_BOXES:
        return tokens
    inputs = _spans_of([node.box for node in level])
    left, best, scale = np.arange(len(level)), np.full(len(level), -np.inf), 1.0
    for order, token in enumerate(TOKENS):
        found = forms.of(order)
        if found is None or found[1] is None or not left.size:
            continue
        if len(inputs) == len(level[0].box) and order:
            inputs += _spans_of([[middle(side) for side in level[i].box] for i in left])
            inputs += _spans_of([offsets(level[0].box)])
        low, high = found[1](inputs)
        scale = scale if order else np.maximum(1.0, np.abs(high))
        best[left] = np.fmax(best[left], low)
        inside = np.broadcast_to(low > 0 if strict else low >= 0, left.shape)
        for i in left[inside]:
            tokens[i] = token
        left = left[~inside]
        inputs = [
            (low, high) if low.size == 1 else (low[~inside], high[~inside]) for low, high in inputs
        ]
    near = ~(best < -CLOSE * scale)
    for i in left[~near[left]]:
        tokens[i] = ""
    return tokens


def _spans_of(boxes: Sequence[Sequence[Side]]) -> list[Span]:
    """For each place its ends in all boxes."""
    ends = np.array([[span(*side) for side in box] for box in boxes])
    return [(ends[:, place, 0], ends[:, place, 1]) for place in range(ends.shape[1])]


def _bisect(forms: _Forms, node: _Node) -> bool:
    """Cuts a box in two at the middle of its longest side; not if the middle refutes the goal."""
    free = not (forms.conditions or forms.positives)
    if free and len(node.box) == 1 and forms.at_middle(node.box) <= 0:
        return False
    _halve(node)
    return True


def _halve(node: _Node, axis: int | None = None) -> None:
    """Cuts a box in two at the middle of a side, by default of the longest."""
    box = node.box
    if axis is None:
        axis = max(range(len(box)), key=lambda i: box[i][1] - box[i][0])
    low, high = box[axis]
    at, _ = middle(box[axis])
    node.token = str(axis)
    halves = ((low, at), (at, high))
    node.halves = tuple(_Node((*box[:axis], side, *box[axis + 1 :])) for side in halves)


def start(goal: Goal) -> Box | None:
    """The closed box of the goal's domains; None where one is unbounded or no interval."""
    if not 1 <= len(goal.domains) <= MAX_VARIABLES:
        return None
    sides: list[tuple[Fraction, Fraction]] = []
    for _, domain in goal.domains:
        if not isinstance(domain, Interval):
            return None
        side = domain_range(domain)
        if not isinstance(side.lower, Fraction) or not isinstance(side.upper, Fraction):
            return None
        sides.append((side.lower, side.upper))
    return tuple(sides)


def _leaf(forms: _Forms, box: Box, strict: bool, count: int) -> str | None:
    """How the box is decided; None when it is not.

    The second derivatives pay in a tree of some boxes, and where cuts do not help: the function
    vanishes at the middle.
    """
    for order, token in enumerate(TOKENS):
        if order == 2 and count < SOME_BOXES and forms.at_middle(box) > 0:
            return None
        found = forms.of(order)
        if found is None:
            continue
        value = found[0]([ball(side) for side in places(box, order)])
        if value > 0 or (not strict and value >= 0):
            return token
        if value.is_nan():
            return None
    return None
