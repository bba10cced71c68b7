"""Bounds of divergences of many independent draws from two laws on two outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Basic, Expr, S

from dpsym.kernel.laws import probabilities
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.scalar_intervals import exponential, iv, logarithm
from dpsym.language import heads

MAX_DRAWS = 100_000


def draws_of(divergence: Basic) -> tuple[int, tuple[Expr, ...]]:
    """How many draws a hockey stick is of, and of each the masses under P and Q, then its slope.

    Raises:
        Rejected: it is another divergence, or of other laws.
    """
    *threshold, p, q = divergence.args
    if not isinstance(divergence, heads.HockeyStick | heads.TotalVariation):
        raise Rejected((), f"no bounds of {divergence.func} of many draws")
    if not isinstance(p, heads.Product) or not isinstance(q, heads.Product):
        raise Rejected((), "laws that are no products")
    pairs = set(zip(p.args, q.args, strict=False))
    if len(pairs) != 1 or len(p.args) != len(q.args) or len(p.args) > MAX_DRAWS:
        raise Rejected((), "products of unlike laws, or of too many")
    first, second = map(probabilities, pairs.pop())
    if len(first) != 2 or len(second) != 2:
        raise Rejected((), "laws on other than two outcomes")
    return len(p.args), (*first, *second, *(threshold or [S.Zero]))


def stick_of_draws(draws: int, numbers: Sequence[Any]) -> Any:
    """The hockey stick of so many draws, as an interval, from intervals of :func:`draws_of`.

    With i of n draws the second outcome the masses are binomial(n, i)*a**(n - i)*b**i.

    Raises:
        Rejected: a mass is perhaps zero.
    """
    *masses, threshold = numbers
    if not all(mass.a > 0 for mass in masses):
        raise Rejected((), "a mass that is perhaps zero")
    a, b, c, d = masses
    p = exponential(draws * logarithm(a))
    q = exponential(draws * logarithm(c) + threshold)
    total, zero = iv.mpf(0), iv.mpf(0)
    for i in range(draws + 1):
        gap = p - q
        total += iv.mpf([max(gap.a, zero.a), max(gap.b, zero.b)])
        odds = iv.mpf(draws - i) / (i + 1)
        p, q = p * odds * (b / a), q * odds * (d / c)
    return total


__all__ = ["draws_of", "stick_of_draws"]
