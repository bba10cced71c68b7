"""Branch and bound with balls on compact boxes.

Guarantees:
    ``cover(goal)`` is not None only if the boxes of the bisection tree cover the closed product
    domain and on each of them
    the expression is certainly >= 0 (> 0 for a strict goal), by its
    ball or by the mean-value form around the middle.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy
from flint import arb, fmpq

from dpsym.enclosure.balls import compile_balls, precision
from dpsym.errors import EvaluationError
from dpsym.language.domains import Interval
from dpsym.provers.scalar.goal import Detail, Goal
from dpsym.provers.scalar.signs import Region, domain_range
from dpsym.provers.scalar.smooth import differentiable

BITS = 80
MAX_BOXES = 4000
MAX_DEPTH = 40
MAX_VARIABLES = 4

Box = tuple[tuple[Fraction, Fraction], ...]


@dataclass(frozen=True, slots=True)
class _Functions:
    value: Callable[[Sequence[Any]], Any]
    slopes: tuple[Callable[[Sequence[Any]], Any], ...] | None


def cover(goal: Goal, deadline: float) -> Detail | None:
    """The bisection tree in preorder: a number splits that variable, "d" is a direct leaf, "m" a
    mean-value leaf.
    """
    box = _start(goal)
    if box is None:
        return None
    functions = _compile(goal)
    if functions is None:
        return None
    tokens: list[str] = []
    pending: list[tuple[Box, int]] = [(box, 0)]
    with precision(BITS):
        while pending:
            current, depth = pending.pop()
            leaf = _leaf(functions, current, goal.strict)
            if leaf is not None:
                tokens.append(leaf)
                continue
            if depth >= MAX_DEPTH or len(tokens) > MAX_BOXES or time.monotonic() > deadline:
                return None
            axis = max(range(len(current)), key=lambda i: current[i][1] - current[i][0])
            low, high = current[axis]
            middle = (low + high) / 2
            point = _ball((middle, middle))
            if len(current) == 1 and functions.value([point]) <= 0:
                return None
            tokens.append(str(axis))
            for side in ((middle, high), (low, middle)):
                pending.append(((*current[:axis], side, *current[axis + 1 :]), depth + 1))
    sides = [[str(low), str(high)] for low, high in box]
    return (("box", sides), ("bits", BITS), ("tree", " ".join(tokens)))


def _start(goal: Goal) -> Box | None:
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
            return _Functions(value, None)
        slopes = tuple(
            compile_balls(sympy.diff(goal.expression, symbol), symbols) for symbol in symbols
        )
    except EvaluationError:
        return None
    return _Functions(value, slopes)


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
