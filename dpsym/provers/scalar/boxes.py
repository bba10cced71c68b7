"""Branch and bound with balls on compact boxes.

Guarantees:
    ``cover(goal)`` is not None only if the boxes of the bisection tree cover the closed product
    domain and on each of them
    the expression is certainly >= 0 (> 0 for a strict goal), by its
    ball or by the mean-value form around the middle.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy
from flint import arb, fmpq
from sympy import Expr, Symbol

from dpsym.enclosure.balls import compile_balls, precision
from dpsym.enclosure.outward import Span, compile_spans, mean_value, span
from dpsym.errors import EvaluationError
from dpsym.language.domains import Interval
from dpsym.provers.scalar.goal import Detail, Goal
from dpsym.provers.scalar.signs import Region, domain_range
from dpsym.provers.scalar.smooth import differentiable

BITS = 80
MAX_BOXES = 4000
MAX_DEPTH = 40
FEW_BOXES = 8
CLOSE = 2.0**-30
MAX_VARIABLES = 4

Box = tuple[tuple[Fraction, Fraction], ...]
Spans = Callable[[Sequence[Span]], Span]


@dataclass(frozen=True, slots=True)
class _Functions:
    value: Callable[[Sequence[Any]], Any]
    slopes: tuple[Callable[[Sequence[Any]], Any], ...] | None
    spans: Spans | None
    span_slopes: tuple[Spans, ...] | None = None


@dataclass(slots=True)
class _Node:
    """A box of the bisection tree: a leaf with its token, or cut across the axis it names."""

    box: Box
    token: str = ""
    halves: tuple[_Node, ...] = ()


def cover(goal: Goal, deadline: float) -> Detail | None:
    """The bisection tree in preorder: a number splits that variable, "d" is a direct leaf, "m" a
    mean-value leaf.

    All boxes of one depth are evaluated together in doubles rounded outward, balls decide on
    those that are left.
    """
    box = start(goal)
    if box is None:
        return None
    functions = _compile(goal)
    if functions is None:
        return None
    root = _Node(box)
    level, count = [root], 1
    with precision(BITS):
        for _ in range(MAX_DEPTH):
            below: list[_Node] = []
            tokens = _decided(functions, level, goal.strict)
            for node, token in zip(level, tokens, strict=True):
                leaf = _leaf(functions, node.box, goal.strict) if token == "?" else token
                if leaf:
                    node.token = leaf
                elif not _bisect(functions, node) or time.thread_time() > deadline:
                    return None
                below.extend(node.halves)
            level, count = below, count + len(below)
            if not level:
                sides = [[str(low), str(high)] for low, high in box]
                return (("box", sides), ("bits", BITS), ("tree", " ".join(_preorder(root))))
            if count > MAX_BOXES:
                return None
    return None


def explored(goal: Goal, box: Box, most: int) -> tuple[str, Box | None]:
    """The bisection tree of a box with at most so many nodes, and a box of one point that is false.

    The tree is as of :func:`cover`, with "?" for boxes that were left; it depends on nothing but
    the arguments. Where the goal has no conditions and certainly fails at the middle of a box, the
    tree stops there and that point is the second value.

    Guarantees:
        on every leaf but those left the expression is certainly >= 0 (> 0 for a strict goal).
    """
    root = _Node(box, "?")
    functions = _compile(goal)
    level, count = [root] if functions is not None else [], 1
    assumed = bool(goal.conditions or goal.positives)
    with precision(BITS):
        while level and functions is not None:
            below: list[_Node] = []
            for node, token in zip(level, _decided(functions, level, goal.strict), strict=True):
                leaf = _leaf(functions, node.box, goal.strict) if token == "?" else token
                node.token = leaf or "?"
                if leaf or count + 2 > most:
                    continue
                middle = tuple(map(_middle, node.box))
                value = functions.value([_ball(side) for side in middle])
                if not assumed and (value < 0 or (goal.strict and value <= 0)):
                    return " ".join(_preorder(root)), middle
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


def _decided(functions: _Functions, level: list[_Node], strict: bool) -> list[str]:
    """What doubles say of the boxes: a leaf's token, "" for one to cut, "?" if it is close."""
    if functions.spans is None or len(level) < FEW_BOXES:
        return ["?"] * len(level)
    sides = [_spans_of([node.box[axis] for node in level]) for axis in range(len(level[0].box))]
    low, high = functions.spans(sides)
    best, token = low, np.where(low > 0 if strict else low >= 0, "d", "")
    if functions.span_slopes is not None:
        centre = [
            _spans_of([_middle(node.box[axis]) for node in level]) for axis in range(len(sides))
        ]
        total = functions.spans(centre)
        for slope, side, middle in zip(functions.span_slopes, sides, centre, strict=True):
            total = mean_value(total, slope(sides), side, middle)
        inside = total[0] > 0 if strict else total[0] >= 0
        token = np.where((token == "") & inside, "m", token)
        best = np.fmax(low, total[0])
    near = (token == "") & ~(best < -CLOSE * np.maximum(1.0, np.abs(high)))
    return list(np.broadcast_to(np.where(near, "?", token), len(level)))


def _middle(side: tuple[Fraction, Fraction]) -> tuple[Fraction, Fraction]:
    middle = (side[0] + side[1]) / 2
    return middle, middle


def _spans_of(sides: list[tuple[Fraction, Fraction]]) -> Span:
    ends = [span(low, high) for low, high in sides]
    return np.array([low for low, _ in ends]), np.array([high for _, high in ends])


def _bisect(functions: _Functions, node: _Node) -> bool:
    """Cuts a box in two at the middle of its longest side; not if the middle refutes the goal."""
    box = node.box
    axis = max(range(len(box)), key=lambda i: box[i][1] - box[i][0])
    low, high = box[axis]
    middle = (low + high) / 2
    if len(box) == 1 and functions.value([_ball((middle, middle))]) <= 0:
        return False
    _halve(node, axis)
    return True


def _halve(node: _Node, axis: int | None = None) -> None:
    """Cuts a box in two at the middle of a side, by default of the longest."""
    box = node.box
    if axis is None:
        axis = max(range(len(box)), key=lambda i: box[i][1] - box[i][0])
    low, high = box[axis]
    middle = (low + high) / 2
    node.token = str(axis)
    halves = ((low, middle), (middle, high))
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


def _compile(goal: Goal) -> _Functions | None:
    symbols = [symbol for symbol, _ in goal.domains]
    region = Region(goal.domains)
    try:
        value = compile_balls(goal.expression, symbols)
        if not all(differentiable(goal.expression, symbol, region) for symbol in symbols):
            return _Functions(value, None, _spans(goal.expression, symbols))
        rates = [sympy.diff(goal.expression, symbol) for symbol in symbols]
        slopes = tuple(compile_balls(rate, symbols) for rate in rates)
    except EvaluationError:
        return None
    fast = [_spans(expression, symbols) for expression in (goal.expression, *rates)]
    found = tuple(one for one in fast[1:] if one is not None)
    return _Functions(value, slopes, fast[0], found if len(found) == len(rates) else None)


def _spans(expression: Expr, symbols: Sequence[Symbol]) -> Spans | None:
    try:
        return compile_spans(expression, symbols)
    except EvaluationError:
        return None


def _ball(side: tuple[Fraction, Fraction]) -> Any:
    low, high = (arb(fmpq(end.numerator, end.denominator)) for end in side)
    return low if side[0] == side[1] else low.union(high)


def _leaf(functions: _Functions, box: Box, strict: bool) -> str | None:
    """How the box is decided; None when it is not."""
    balls = [_ball(side) for side in box]
    value = functions.value(balls)
    if value > 0 or (not strict and value >= 0):
        return "d"
    if functions.slopes is None or value.is_nan():
        return None
    centre = [_ball(((low + high) / 2, (low + high) / 2)) for low, high in box]
    total = functions.value(centre)
    for slope, ball, middle in zip(functions.slopes, balls, centre, strict=True):
        total = total + slope(balls) * (ball - middle)
    return "m" if total > 0 or (not strict and total >= 0) else None
