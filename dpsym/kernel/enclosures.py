"""Certain comparisons of numbers, by rational enclosures."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from dpsym.algebra import Basic, Expr, S
from dpsym.kernel.draws import Draws, draws_of, draws_of_rounds, stick_of_draws
from dpsym.kernel.expressions import term
from dpsym.kernel.losses import hockey_stick_bounds
from dpsym.kernel.quadrature import divergence_bounds
from dpsym.kernel.rejection import Rejected, UndefinedError
from dpsym.kernel.scalar_intervals import INF, MORE, End, Range, dyadic, finer, iv, point
from dpsym.kernel.scalar_ranges import Region
from dpsym.kernel.term import number as rational
from dpsym.kernel.term_reading import Domain
from dpsym.kernel.term_reduction import minus
from dpsym.kernel.terms import same, sign
from dpsym.language import heads
from dpsym.language.heads import Divergence


def enclosure(number: Expr) -> Range:
    """Exact rational bounds of a number, in which divergences of noise laws may stand.

    With more bits, where with few a part of it may have no value.
    """
    try:
        return _enclosed(number, iv.prec)
    except Rejected:
        if iv.prec == MORE:
            raise
        with finer():
            return _enclosed(number, iv.prec)


@lru_cache(maxsize=4096)
def _enclosed(number: Expr, bits: int) -> Range:
    """The bounds with as many bits as intervals have now."""
    bounds = {}
    for node in number.atoms(Divergence):
        low, high = map(rational, bounds_of(node))
        bounds[term(node)] = Domain(low, high)
    try:
        return Region(bounds).range(term(number))
    except UndefinedError as error:
        raise Rejected((), f"{number}: {error}") from None


def bounds_of(divergence: Basic) -> tuple[Fraction, Fraction]:
    """Bounds of a divergence of noise laws or of products, also of many draws from two bits.

    Raises:
        Rejected: it is another divergence, or of other laws, or perhaps infinite.
    """
    try:
        draws = draws_of(divergence)
    except Rejected:
        if isinstance(divergence.args[-1], heads.Product):
            return hockey_stick_bounds(divergence, ball)
        return divergence_bounds(divergence)
    return _bounds_of_draws(draws)


def _bounds_of_draws(draws: Draws) -> tuple[Fraction, Fraction]:
    count, numbers = draws
    lower, upper = stick_of_draws(count, list(map(ball, numbers)))._mpi_
    return dyadic(lower), dyadic(upper)


def bounds_of_rounds(guarantee: Basic) -> list[tuple[Fraction, Fraction]]:
    """Bounds of what a guarantee of very many rounds says is at most its last number.

    One for each ordered pair of neighbours; none where it is no guarantee of many rounds.

    Raises:
        Rejected: a mass is perhaps zero.
    """
    return [_bounds_of_draws(draws) for draws in draws_of_rounds(guarantee)]


def is_less(left: Expr, right: Expr) -> bool:
    """Whether the left number is the smaller one, by enclosures or the sign of the difference."""
    low, high = _ends(left)[1], _ends(right)[0]
    if S.Infinity in (left, right):
        return left is not S.Infinity
    if low < high or sign(minus(term(right), term(left)), {}) == 2:
        return True
    low, high = _closer(left, right)
    return low < high


def is_below(left: Expr, right: Expr) -> bool:
    """Whether the left number is at most the right one, or they are the same term."""
    low, high = _ends(left)[1], _ends(right)[0]
    if S.Infinity in (left, right):
        return right is S.Infinity
    if low <= high or same(left, right, {}) or sign(minus(term(right), term(left)), {}) >= 1:
        return True
    low, high = _closer(left, right)
    return low <= high


def _closer(left: Expr, right: Expr) -> tuple[End, End]:
    """The upper end of the left number and the lower one of the right, with more bits if needed."""
    (least, low), (high, most) = _ends(left), _ends(right)
    if most < least:
        return low, high
    with finer():
        return _ends(left)[1], _ends(right)[0]


def _ends(number: Expr) -> tuple[End, End]:
    """Bounds of a number or of oo; asked of every side, since what is imaginary has none."""
    if number is S.Infinity:
        return INF, INF
    found = enclosure(number)
    return found.lower, found.upper


def ball(number: Expr) -> Any:
    """The enclosure of a number as an interval of mpmath.

    Raises:
        Rejected: it may be beyond all numbers that are computed with.
    """
    low, high, *_ = enclosure(number)
    if INF in (-low, high):
        raise Rejected((), f"{number} may be too large")
    a, b = point(Fraction(low)), point(Fraction(high))
    return iv.mpf([a.a, b.b])
