"""Rows of laws within a guarantee: the laws of a mechanism on databases side by side.

A row of two is a pair. Every function takes Hypothesis' ``draw`` and answers exact fractions;
the strategies of :mod:`dpsym.strategies.within` wrap them.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, exp, floor

import scipy
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from dpsym.strategies import readings
from dpsym.strategies.elementary import (
    draw_between,
    draw_kernel,
    draw_law,
    draw_laws,
    inner_fraction,
)
from dpsym.strategies.exact import (
    Row,
    beside,
    contracted,
    independent,
    mixed,
    neighbours,
    normalised,
    post_processed,
)

_CELLS = 10**6
_FINEST = 10**8


def canonical(t: Fraction, delta: Fraction) -> Row:
    """The two laws of ``CanonicalRR(log(t), delta)``; two outcomes when delta is nought.

    >>> canonical(Fraction(1), Fraction(0))
    ((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 2), Fraction(1, 2)))
    """
    likely, unlikely = (1 - delta) * t / (1 + t), (1 - delta) / (1 + t)
    if delta == 0:
        return (likely, unlikely), (unlikely, likely)
    zero = Fraction(0)
    return (delta, likely, unlikely, zero), (zero, unlikely, likely, delta)


def ratio_pair(draw: DrawFn, size: int, t: Fraction) -> Row:
    """A pair whose likelihood ratios fill [1/t, t] and reach both ends (Bun-Steinke, ratios)."""
    if t == 1:
        law = draw_law(draw, size)
        return law, law
    ratios = [t, 1 / t]
    for _ in range(size - 2):
        step = draw(st.integers(0, 9))
        inner = 1 / t + (t - 1 / t) * Fraction(step, 12)
        ratios.append(t if step < 3 else 1 / t if step < 6 else inner)
    weights = [Fraction(draw(st.sampled_from((1, 2, 3, 7, 40, 10**4)))) for _ in ratios]
    above = sum((w * (r - 1) for w, r in zip(weights, ratios, strict=True) if r > 1), Fraction(0))
    below = sum((w * (1 - r) for w, r in zip(weights, ratios, strict=True) if r < 1), Fraction(0))
    second = normalised(
        [w * (below if r > 1 else above) for w, r in zip(weights, ratios, strict=True)]
    )
    first = tuple(r * q for r, q in zip(ratios, second, strict=True))
    return first, second


def canonical_row(draw: DrawFn, length: int, size: int, t: Fraction, delta: Fraction) -> Row:
    """Post-processed canonical responses, one to each step of the row.

    Database i answers ``length - 1`` canonical mechanisms, the first i of them with their other
    law, so that neighbours differ in one; a random kernel then reads the answers.
    """
    zero, one = canonical(t, delta)
    steps = length - 1
    laws = [independent([one] * i + [zero] * (steps - i)) for i in range(length)]
    kernel = draw_kernel(draw, len(laws[0]), max(size, 2))
    return tuple(post_processed(law, kernel) for law in laws)


def geometric_row(length: int, t: Fraction) -> Row:
    """The truncated geometric mechanism: neighbours have ratio t or 1/t at every outcome."""
    if t == 1:
        return ((Fraction(1, length),) * length,) * length
    inside, end = (t - 1) / (t + 1), t / (t + 1)
    return tuple(
        tuple(
            (end if outcome in (0, length - 1) else inside) / t ** abs(outcome - centre)
            for outcome in range(length)
        )
        for centre in range(length)
    )


def pure_row(draw: DrawFn, length: int, size: int, t: Fraction) -> Row:
    """Neighbours within ``log(t)`` of each other, both ways; most rows reach it."""
    style = draw(st.integers(0, 3))
    if style < 2 and length == 2:
        return ratio_pair(draw, max(size, 2), t)
    if style == 2 and length > 2:
        return geometric_row(length, t)
    return canonical_row(draw, length, size, t, Fraction(0))


def approximate_row(draw: DrawFn, length: int, size: int, t: Fraction, delta: Fraction) -> Row:
    """Neighbours with hockey sticks at most delta at ``exp(epsilon) = t``; most rows reach it."""
    style = draw(st.integers(0, 5 if length > 2 else 3))
    if style > 3:
        return steepest_row(
            length, t, delta, draw_between(draw, Fraction(0), 1 / t ** (length + 1))
        )
    if style == 0 or (style == 3 and delta == 1):
        return canonical_row(draw, length, size, t, delta)
    if style == 1:
        return diluted(draw_laws(draw, length, size), t, delta)
    if style == 2:
        return mixed_catastrophe(draw, pure_row(draw, length, size, t), delta)
    tail = draw_between(draw, Fraction(0), delta)
    return mixed_catastrophe(draw, canonical_row(draw, length, size, t, tail), rest(delta, tail))


def steepest_row(length: int, t: Fraction, delta: Fraction, first: Fraction) -> Row:
    """Bits of which each is one as often as its neighbour allows, the first with this mass.

    From nought the last is one with mass ``delta*(t**n - 1)/(t - 1)`` after n steps, which is the
    bound for groups of n, while that and what it leaves for zero allow it.

    >>> steepest_row(3, Fraction(2), Fraction(1, 10), Fraction(0))[-1]
    (Fraction(7, 10), Fraction(3, 10))
    """
    masses = [first]
    for _ in range(length - 1):
        mass = masses[-1]
        masses.append(min(t * mass + delta, 1 - max(1 - mass - delta, Fraction(0)) / t))
    return tuple((1 - mass, mass) for mass in masses)


def rest(delta: Fraction, part: Fraction) -> Fraction:
    """What may still fail after ``part`` has: ``1 - (1 - delta)/(1 - part)``."""
    return Fraction(1) if part == 1 else 1 - (1 - delta) / (1 - part)


def diluted(row: Row, t: Fraction, delta: Fraction) -> Row:
    """The row, hidden behind a common symbol just often enough to have hockey sticks at most delta.

    Guarantees:
        the largest hockey stick between neighbours at t is exactly ``min(delta, its old value)``.
    """
    found = max(readings.approximate_delta(p, q, t) for p, q in neighbours(row))
    if found <= delta:
        return row
    return beside(delta / found, row, ((Fraction(1),),) * len(row))


def mixed_catastrophe(draw: DrawFn, row: Row, delta: Fraction) -> Row:
    """``(1 - delta)*row + delta*other``, where other may tell the database outright."""
    if draw(st.booleans()):
        return mixed(1 - delta, row, draw_laws(draw, len(row), len(row[0])))
    told = tuple(tuple(Fraction(int(i == j)) for j in range(len(row))) for i in range(len(row)))
    return beside(1 - delta, row, told)


def range_row(draw: DrawFn, length: int, size: int, t: Fraction) -> Row:
    """Laws each tilted from the one before by factors in [1, t], both ends among them."""
    row = [draw_law(draw, size, positive=True)]
    for _ in range(length - 1):
        factors = [t, Fraction(1)]
        factors += [draw_between(draw, Fraction(1), t) for _ in range(size - 2)]
        row.append(normalised([f * w for f, w in zip(factors, row[-1], strict=True)]))
    return tuple(row)


def positive_row(draw: DrawFn, length: int, size: int) -> Row:
    """Laws without zeros: arbitrary, or tilted step by step like a rounded Gaussian's."""
    style = draw(st.integers(0, 2))
    if style == 0:
        return draw_laws(draw, length, size, positive=(True,) * length)
    if style == 1:
        return pure_row(draw, length, size, 1 + draw_between(draw, Fraction(0), Fraction(5)))
    return smooth_row(draw, length)


def smooth_row(draw: DrawFn, length: int) -> Row:
    """Laws proportional to ``base*ratio**(i*j)``: exactly tilted, like Gaussian noise on a grid."""
    width = draw(st.integers(1, 3))
    spread = draw(st.integers(1, 8))
    base = [max(1, round(1000 * exp(-j * j / (2 * spread)))) for j in range(-width, width + 1)]
    ratio = 1 + draw_between(draw, Fraction(0), Fraction(2), True)
    middle = (length - 1) // 2
    offsets = range(-width, width + 1)
    return tuple(
        normalised([b * ratio ** ((i - middle) * j) for j, b in zip(offsets, base, strict=True)])
        for i in range(length)
    )


def gaussian_row(draw: DrawFn, length: int, size: int, mu: Fraction) -> Row:
    """A Gaussian mechanism with shift mu, seen through a random partition of the line.

    Masses are rounded, to millionths or finer where the tails ask for it, so that neighbours move
    together; what little may be left over is taken back by contraction, so that neighbours are no
    easier to test than N(0, 1) against N(mu, 1).
    """
    if mu == 0:
        return (draw_law(draw, size),) * length
    points = sorted(
        float(scipy.special.ndtri(float(inner_fraction(draw))))
        + draw(st.integers(0, length - 1)) * float(mu)
        for _ in range(max(size - 1, 1))
    )
    finer = max(ceil(1 / mu), int(exp(min(float(mu * mu) / 2, 18))))
    unit = _CELLS * min(finer, _FINEST)
    levels = [_levels(points, float(i * mu), unit, _rounding(i, length)) for i in range(length)]
    row = tuple(
        tuple(b - a for a, b in zip((Fraction(0), *level), (*level, Fraction(1)), strict=True))
        for level in levels
    )
    bound = float(mu)
    return shrunk(
        row, lambda found: all(readings.gaussian_mu(p, q) <= bound for p, q in neighbours(found))
    )


def _rounding(index: int, length: int) -> Callable[[float], int]:
    return floor if index < (length - 1) / 2 else ceil


def _levels(
    points: list[float], shift: float, unit: int, toward: Callable[[float], int]
) -> list[Fraction]:
    levels = [toward(unit * float(scipy.special.ndtr(x - shift))) for x in points]
    return [Fraction(min(max(level, 1), unit - 1), unit) for level in levels]


_FACTORS = tuple(1 - Fraction(1, 2**k) for k in (24, 12, 6, 3, 2, 1))


def shrunk(row: Row, holds: Callable[[Row], bool]) -> Row:
    """The row contracted toward its mean, no more than about needed for ``holds`` to be true.

    Guarantees:
        ``holds`` is true of the answer, provided it is of equal laws.
    """
    return contracted(row, largest_factor(lambda factor: holds(contracted(row, factor))))


def largest_factor(holds: Callable[[Fraction], bool]) -> Fraction:
    """A factor in [0, 1], about the largest for which ``holds``; 0 if there is no other.

    Guarantees:
        the answer is 0, or ``holds`` was evaluated there and found true.
    """
    for factor in (Fraction(1), *_FACTORS):
        if holds(factor):
            return factor
    lower = upper = _FACTORS[-1]
    while not holds(lower):
        upper, lower = lower, lower / 16
        if lower < Fraction(1, 10**60):
            return Fraction(0)
    for _ in range(4):
        middle = (lower + upper) / 2
        if holds(middle):
            lower = middle
        else:
            upper = middle
    return lower
