"""Strategies for pairs and chains of finite laws that satisfy a guarantee by construction.

Every pair satisfies its guarantee in both directions, and most reach its edge: the bound then
holds with equality at some outcome, event or order, up to the rounding that is stated. Privacy
parameters of pure and approximate guarantees are given as ``t = exp(epsilon)``, so that a rational
t makes everything exact.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import inf
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from sympy import Expr, log

from dpsym.errors import DomainError, shown
from dpsym.strategies import readings, rows
from dpsym.strategies.elementary import Pair, draw_laws
from dpsym.strategies.exact import (
    Row,
    counted,
    finite,
    fraction,
    mechanism,
    neighbours,
    rational,
)

Result = TypeVar("Result")

_SIZES = st.integers(2, 5)
_FARTHEST = 1e100
_XI = st.sampled_from([Fraction(text) for text in ("0", "1/100", "1/10", "1/2", "1", "0", "0")])


def _pair(row: Row) -> Pair:
    return finite(row[0]), finite(row[1])


def _drawn(size: int | None, build: Callable[[DrawFn, int], Result]) -> SearchStrategy[Result]:
    """What ``build`` makes of its own draws on ``size`` outcomes, or on two to five."""
    return _built(None if size is None else counted("size", size, 2), build)


@st.composite
def _built(draw: DrawFn, size: int | None, build: Callable[[DrawFn, int], Result]) -> Result:
    return build(draw, draw(_SIZES) if size is None else size)


def _odds(t: Any) -> Fraction:
    value = fraction(t, "t")
    if value < 1:
        raise DomainError(f"t={value!s} is exp(epsilon) of no epsilon >= 0", remedy="give t >= 1")
    return value


def _probability(delta: Any) -> Fraction:
    value = fraction(delta, "delta")
    if not 0 <= value <= 1:
        raise DomainError(f"delta={value!s} is no probability", remedy="give delta in [0, 1]")
    return value


def _nonnegative(value: Any, name: str) -> Fraction:
    found = fraction(value, name)
    if found < 0:
        raise DomainError(f"{name}={found!s} is negative", remedy=f"give {name} >= 0")
    return found


def pure_dp_pairs(t: Any, *, size: int | None = None) -> SearchStrategy[Pair]:
    """Pairs with likelihood ratios in [1/t, t], for a rational ``t = exp(epsilon) >= 1``.

    Ratios and weights are drawn and the masses solved for (Bun-Steinke 2016, ratio construction),
    or randomised response is post-processed; ``t`` itself is reached by every pair of the first
    kind. Shrinks toward randomised response.

    >>> from dpsym.strategies import simplest
    >>> simplest(pure_dp_pairs(3))
    (Finite(3/4, 1/4), Finite(1/4, 3/4))
    """
    odds = _odds(t)
    return _drawn(size, lambda draw, n: _pair(rows.pure_row(draw, 2, n, odds)))


def approx_dp_pairs(t: Any, delta: Any, *, size: int | None = None) -> SearchStrategy[Pair]:
    """Pairs whose hockey sticks at ``exp(epsilon) = t`` are at most ``delta``, both ways.

    Post-processed canonical responses, which are all such pairs (Kairouz-Oh-Viswanath 2015,
    Theorem 2.5); arbitrary pairs hidden behind a common symbol until they fit; and mixtures of a
    pure pair with a catastrophe. Shrinks toward the canonical response.

    >>> from dpsym.strategies import simplest
    >>> simplest(approx_dp_pairs(1, "1/4"))
    (Finite(1/4, 3/4), Finite(0, 1))
    """
    odds, failure = _odds(t), _probability(delta)
    return _drawn(size, lambda draw, n: _pair(rows.approximate_row(draw, 2, n, odds, failure)))


def calibrated_pairs(t: Any, *, size: int | None = None) -> SearchStrategy[tuple[Pair, Expr]]:
    """Arbitrary pairs with the least delta at which they are (log(t), delta)-private.

    The pair is no post-processing of anything by construction, and delta is met exactly. Shrinks
    toward equal uniform laws with delta 0.

    >>> from dpsym.strategies import simplest
    >>> simplest(calibrated_pairs(2))
    ((Finite(1/2, 1/2), Finite(1/2, 1/2)), 0)
    """
    odds = _odds(t)

    def build(draw: DrawFn, n: int) -> tuple[Pair, Expr]:
        first, second = draw_laws(draw, 2, n)
        return _pair((first, second)), rational(readings.approximate_delta(first, second, odds))

    return _drawn(size, build)


def zcdp_pairs(*, size: int | None = None) -> SearchStrategy[tuple[Pair, Expr, Expr]]:
    """Pairs with ``(xi, rho)`` such that Renyi(a) <= xi + rho*a for all a > 1, both ways.

    ``xi`` is drawn, ``rho`` read off: a rational upper bound of the least one, within about a
    thousandth of it. Shrinks toward equal uniform laws with ``(0, 0)``.

    >>> from dpsym.strategies import simplest
    >>> simplest(zcdp_pairs())
    ((Finite(1/2, 1/2), Finite(1/2, 1/2)), 0, 0)
    """

    def build(draw: DrawFn, n: int) -> tuple[Pair, Expr, Expr]:
        row = rows.positive_row(draw, 2, n)
        xi = draw(_XI)
        rho = readings.rounded_up(readings.zcdp_rho(row[0], row[1], float(xi)))
        return _pair(row), rational(xi), rational(rho)

    return _drawn(size, build)


def renyi_pairs(alpha: Any, *, size: int | None = None) -> SearchStrategy[tuple[Pair, Expr]]:
    """Pairs with ``tau``, a tight rational upper bound of both Renyi divergences of order alpha.

    ``alpha > 1`` is rational or oo. Six digits of tau are significant; at order oo it is the
    exact logarithm of a rational. Shrinks toward equal uniform laws with tau 0.

    >>> from dpsym.strategies import simplest
    >>> simplest(renyi_pairs(2))
    ((Finite(1/2, 1/2), Finite(1/2, 1/2)), 0)
    """
    order: Any = inf if shown(alpha) in ("oo", "inf", "'oo'", "'inf'") else fraction(alpha, "alpha")
    if isinstance(order, Fraction) and order > _FARTHEST:
        raise DomainError(f"alpha={shown(alpha)} is beyond floats", remedy="give oo")
    if order <= 1:
        raise DomainError(f"alpha={alpha!s} is no order above 1", remedy="give alpha > 1 or oo")

    def build(draw: DrawFn, n: int) -> tuple[Pair, Expr]:
        row = rows.positive_row(draw, 2, n)
        if not isinstance(order, Fraction):
            ratio = readings.ratio_both_ways(row[0], row[1])
            assert ratio is not None
            return _pair(row), log(rational(ratio))
        found = readings.renyi_both_ways(order - 1, row[0], row[1])
        return _pair(row), rational(readings.rounded_up(found))

    return _drawn(size, build)


def gaussian_dp_pairs(mu: Any, *, size: int | None = None) -> SearchStrategy[Pair]:
    """Pairs that are no easier to test than N(0, 1) against N(mu, 1).

    Two Gaussians are seen through a random partition of the line; masses are rounded to millionths
    so that the laws move together, and contracted in the rare case that this was not enough. The
    bound is met up to that rounding. Shrinks toward one threshold.

    >>> from dpsym.strategies import simplest
    >>> simplest(gaussian_dp_pairs(1))
    (Finite(389143/1000000, 610857/1000000), Finite(100001/1000000, 899999/1000000))
    """
    shift = _nonnegative(mu, "mu")
    if shift > _FARTHEST:
        raise DomainError(f"mu={shown(mu)} is beyond floats", remedy=f"give mu <= {_FARTHEST:g}")
    return _drawn(size, lambda draw, n: _pair(rows.gaussian_row(draw, 2, n, shift)))


def mean_cdp_pairs(*, size: int | None = None) -> SearchStrategy[tuple[Pair, Expr, Expr]]:
    """Pairs with ``(mu, tau)``: privacy loss of mean at most mu, tau-subgaussian about its mean.

    Both are rational upper bounds of the least ones, read off both ways (Bun-Steinke 2016,
    Definition 4.1). Shrinks toward equal uniform laws with ``(0, 0)``.

    >>> from dpsym.strategies import simplest
    >>> simplest(mean_cdp_pairs())
    ((Finite(1/2, 1/2), Finite(1/2, 1/2)), 0, 0)
    """

    def build(draw: DrawFn, n: int) -> tuple[Pair, Expr, Expr]:
        row = rows.positive_row(draw, 2, n)
        mu, tau = map(readings.rounded_up, readings.mean_cdp(row[0], row[1]))
        return _pair(row), rational(mu), rational(tau)

    return _drawn(size, build)


def approx_zcdp_pairs(
    delta: Any, *, size: int | None = None
) -> SearchStrategy[tuple[Pair, Expr, Expr]]:
    """Pairs with ``(xi, rho)`` that are delta-approximately zCDP, ``delta`` in [0, 1] given.

    Mixtures that give weight 1 - delta to a pair of :func:`zcdp_pairs` and delta to an arbitrary
    one, which may reveal the database (Bun-Steinke 2016, Definition 8.1 in its mixture form).
    Shrinks toward a common law and a catastrophe on atoms of its own.

    >>> from dpsym.strategies import simplest
    >>> simplest(approx_zcdp_pairs("1/4"))
    ((Finite(3/8, 3/8, 1/4, 0), Finite(3/8, 3/8, 0, 1/4)), 0, 0)
    """
    failure = _probability(delta)

    def build(draw: DrawFn, n: int) -> tuple[Pair, Expr, Expr]:
        row = rows.positive_row(draw, 2, n)
        xi = draw(_XI)
        rho = readings.rounded_up(readings.zcdp_rho(row[0], row[1], float(xi)))
        return _pair(rows.mixed_catastrophe(draw, row, failure)), rational(xi), rational(rho)

    return _drawn(size, build)


def bounded_range_pairs(t: Any, *, size: int | None = None) -> SearchStrategy[Pair]:
    """Pairs whose log-likelihood ratio fills an interval of length ``eta = log(t)`` exactly.

    A law is tilted by factors in [1, t], both ends among them, and normalised. Shrinks toward
    two outcomes.

    >>> from dpsym.strategies import simplest
    >>> simplest(bounded_range_pairs(2))
    (Finite(2/3, 1/3), Finite(1/2, 1/2))
    """
    odds = _odds(t)

    return _drawn(size, lambda draw, n: _pair(rows.range_row(draw, 2, n, odds)[::-1]))


def _length(length: int) -> int:
    return counted("length", length, 2)


def chains(length: int, *, size: int | None = None) -> SearchStrategy[Expr]:
    """Mechanisms with ``length`` databases in a row, as ``FiniteMechanism(...)``, no guarantee.

    Laws are independent, equal, close or tilted, and have zeros. Shrinks toward uniform laws.

    >>> from dpsym.strategies import simplest
    >>> simplest(chains(3))
    FiniteMechanism(Finite(1/2, 1/2), Finite(1/2, 1/2), Finite(1/2, 1/2))
    """
    count = _length(length)
    return _drawn(size, lambda draw, n: mechanism(draw_laws(draw, count, n)))


def pure_dp_chains(length: int, t: Any, *, size: int | None = None) -> SearchStrategy[Expr]:
    """Mechanisms on a row of databases whose neighbours satisfy log(t)-differential privacy.

    The truncated geometric mechanism, or one randomised response to each step, post-processed.
    Groups of every size reach ``t`` to that power. Shrinks toward plain randomised responses.

    >>> from dpsym.strategies import simplest
    >>> simplest(pure_dp_chains(2, 3))
    FiniteMechanism(Finite(3/4, 1/4), Finite(1/4, 3/4))
    """
    count, odds = _length(length), _odds(t)
    return _drawn(size, lambda draw, n: mechanism(rows.pure_row(draw, count, n, odds)))


def approx_dp_chains(
    length: int, t: Any, delta: Any, *, size: int | None = None
) -> SearchStrategy[Expr]:
    """Mechanisms on a row of databases whose neighbours are (log(t), delta)-private.

    As :func:`approx_dp_pairs`, with one canonical response to each step of the row.

    >>> from dpsym.strategies import simplest
    >>> simplest(approx_dp_chains(2, 1, 0))
    FiniteMechanism(Finite(1/2, 1/2), Finite(1/2, 1/2))
    """
    count, odds, failure = _length(length), _odds(t), _probability(delta)
    return _drawn(
        size, lambda draw, n: mechanism(rows.approximate_row(draw, count, n, odds, failure))
    )


def zcdp_chains(length: int, *, size: int | None = None) -> SearchStrategy[tuple[Expr, Expr, Expr]]:
    """Mechanisms on a row of databases with ``(xi, rho)`` read off their neighbours.

    Laws without zeros, among them ones tilted step by step as Gaussian noise on a grid is, which
    nearly reach the group bound ``k**2*rho``. Shrinks toward uniform laws with ``(0, 0)``.

    >>> from dpsym.strategies import simplest
    >>> simplest(zcdp_chains(2))
    (FiniteMechanism(Finite(1/2, 1/2), Finite(1/2, 1/2)), 0, 0)
    """
    count = _length(length)

    def build(draw: DrawFn, n: int) -> tuple[Expr, Expr, Expr]:
        row = rows.positive_row(draw, count, n)
        xi = draw(_XI)
        rho = max(readings.zcdp_rho(p, q, float(xi)) for p, q in neighbours(row))
        return mechanism(row), rational(xi), rational(readings.rounded_up(rho))

    return _drawn(size, build)
