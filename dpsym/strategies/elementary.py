"""Strategies for rationals, laws, pairs and kernels that owe nothing to any guarantee."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from sympy import Expr, Tuple

from dpsym.arguments import flag
from dpsym.errors import DomainError
from dpsym.language import heads
from dpsym.strategies.exact import (
    Matrix,
    Row,
    Weights,
    counted,
    finite,
    fraction,
    normalised,
    rational,
)

Pair = tuple[Expr, Expr]

_WEIGHTS = (1, 0, 2, 3, 5, 8, 20, 100, 10**4, 10**7)
_POSITIVE_WEIGHTS = (1, 2, 3, 4, 5, 8, 20, 100, 10**4, 10**7)


def inner_fraction(draw: DrawFn) -> Fraction:
    """A fraction strictly between 0 and 1, sometimes within a millionth of an end."""
    code = draw(st.integers(0, 15))
    if code < 11:
        denominator = draw(st.integers(2, 12))
        return Fraction(draw(st.integers(1, denominator - 1)), denominator)
    tiny = Fraction(1, 10 ** draw(st.integers(1, 6)))
    return tiny if code < 14 else 1 - tiny


def rationals(
    lower: Any, upper: Any, *, lower_open: bool = False, upper_open: bool = False
) -> SearchStrategy[Expr]:
    """Rationals of ``[lower, upper]``, the ends included unless open, with small denominators.

    Ends and values within a millionth of the width of an end turn up often. Shrinks toward
    an integer or a simple fraction near ``lower``. Needs no rejection.

    Raises:
        DomainError: the interval is empty.

    >>> from dpsym.strategies import simplest
    >>> simplest(rationals(0, 1))
    0
    """
    low, high = fraction(lower, "lower"), fraction(upper, "upper")
    lower_open, upper_open = flag("lower_open", lower_open), flag("upper_open", upper_open)
    if low > high or (low == high and (lower_open or upper_open)):
        raise DomainError(
            f"no rational between lower={low!s} and upper={high!s}",
            remedy="exchange or close the ends",
        )
    return _rationals(low, high, lower_open, upper_open)


@st.composite
def _rationals(
    draw: DrawFn, low: Fraction, high: Fraction, lower_open: bool, upper_open: bool
) -> Expr:
    return rational(draw_between(draw, low, high, lower_open, upper_open))


def draw_between(
    draw: DrawFn, low: Fraction, high: Fraction, lower_open: bool = False, upper_open: bool = False
) -> Fraction:
    """A fraction of a non-empty interval; see :func:`rationals`."""
    code = draw(st.integers(0, 15))
    if code == 0 and not lower_open:
        return low
    if code == 15 and not upper_open:
        return high
    if low == high:
        return low
    if code <= 9:
        simple = _simple_between(draw, low, high)
        if simple is not None:
            return simple
    return low + (high - low) * inner_fraction(draw)


def _simple_between(draw: DrawFn, low: Fraction, high: Fraction) -> Fraction | None:
    """A multiple of 1/denominator strictly inside, for a denominator up to 12."""
    denominator = draw(st.integers(1, 12))
    first = floor(low * denominator) + 1
    last = ceil(high * denominator) - 1
    if first > last:
        return None
    return Fraction(draw(st.integers(first, min(last, first + 10**6))), denominator)


def draw_law(draw: DrawFn, size: int, *, positive: bool = False) -> Weights:
    """A law on ``size`` outcomes, with integer odds up to ten million."""
    choices = st.sampled_from(_POSITIVE_WEIGHTS if positive else _WEIGHTS)
    return normalised([draw(choices) for _ in range(size)])


def laws(size: int, *, positive: bool = False) -> SearchStrategy[Expr]:
    """Laws on ``size`` outcomes as ``Finite(...)``; zeros occur unless ``positive``.

    Odds are integers from nought to ten million. Shrinks toward the uniform law.

    >>> from dpsym.strategies import simplest
    >>> simplest(laws(3))
    Finite(1/3, 1/3, 1/3)
    """
    return _laws(counted("size", size), positive=flag("positive", positive))


@st.composite
def _laws(draw: DrawFn, size: int, *, positive: bool = False) -> Expr:
    return finite(draw_law(draw, size, positive=positive))


def draw_near(draw: DrawFn, law: Weights, *, positive: bool = False) -> Weights:
    """A law whose likelihood ratios to ``law`` are close to one."""
    scale = 10 ** draw(st.integers(1, 6))
    return normalised([w * (scale + draw(st.integers(0, 4))) for w in law])


def draw_laws(draw: DrawFn, count: int, size: int, *, positive: tuple[bool, ...] = ()) -> Row:
    """``count`` laws on the same outcomes: independent, equal, close, or point masses."""
    wanted = positive or (False,) * count
    style = draw(st.sampled_from(("independent", "independent", "near", "tilted")))
    if style == "independent":
        return tuple(draw_law(draw, size, positive=flag) for flag in wanted)
    centre = draw_law(draw, size, positive=any(wanted))
    if style == "near":
        return tuple(draw_near(draw, centre) for _ in wanted)
    factor = 1 + draw_between(draw, Fraction(0), Fraction(9), True)
    tilts = [[factor ** draw(st.integers(-1, 1)) for _ in centre] for _ in wanted]
    return tuple(normalised([w * f for w, f in zip(centre, tilt, strict=True)]) for tilt in tilts)


def pairs(size: int) -> SearchStrategy[Pair]:
    """Pairs of laws on the same ``size`` outcomes, which may have zeros in either support.

    Independent laws, equal ones, ones within a millionth of each other, and tilted ones. Shrinks
    toward two uniform laws.

    >>> from dpsym.strategies import simplest
    >>> simplest(pairs(2))
    (Finite(1/2, 1/2), Finite(1/2, 1/2))
    """
    return _pairs(counted("size", size))


@st.composite
def _pairs(draw: DrawFn, size: int) -> Pair:
    first, second = draw_laws(draw, 2, size)
    return finite(first), finite(second)


def draw_kernel(draw: DrawFn, rows: int, columns: int) -> Matrix:
    """A stochastic matrix: deterministic, the identity where it fits, sparse or dense."""
    style = draw(st.sampled_from(("identity", "map", "dense")))
    if style == "dense":
        return tuple(draw_law(draw, columns) for _ in range(rows))
    if style == "identity":
        images = [min(row, columns - 1) for row in range(rows)]
    else:
        images = [draw(st.integers(0, columns - 1)) for _ in range(rows)]
    return tuple(
        tuple(Fraction(int(column == image)) for column in range(columns)) for image in images
    )


def kernels(rows: int, columns: int) -> SearchStrategy[Expr]:
    """Stochastic matrices as ``Kernel(...)``: deterministic maps, sparse and dense ones.

    Shrinks toward the map that keeps every outcome, the last column taking what is left over.

    >>> from dpsym.strategies import simplest
    >>> simplest(kernels(2, 2))
    Kernel((1, 0), (0, 1))
    """
    return _kernels(counted("rows", rows), counted("columns", columns))


@st.composite
def _kernels(draw: DrawFn, rows: int, columns: int) -> Expr:
    matrix = draw_kernel(draw, rows, columns)
    return heads.Kernel(*(Tuple(*map(rational, row)) for row in matrix))
