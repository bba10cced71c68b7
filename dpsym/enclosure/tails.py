"""The family of tails that zCDP gives: refuted at one of its members, never certified."""

from __future__ import annotations

from collections.abc import Iterable

from flint import arb
from sympy import Basic, Expr, Rational, exp, sqrt

from dpsym.enclosure.comparison import Finding, compare
from dpsym.enclosure.evaluation import close
from dpsym.enclosure.exact import sign
from dpsym.language import heads

SPREADS = tuple(Rational(n, 4) for n in (0, 1, 2, 3, 4, 6, 8, 10, 12, 16, 20))
"""Places, in units of sqrt(rho) above xi, at which the family is looked at."""


def family(pairs: Iterable[tuple[Basic, Basic]], xi: Expr, rho: Expr, max_bits: int) -> Finding:
    """What is certain about HockeyStick(xi + t*sqrt(rho)) <= exp(-t**2) for all t >= 0.

    Guarantees:
        False only where it fails at one t for one pair; true only for rho = 0, where it says that
        the max-divergence is at most xi.
    """
    worst = Finding(None, "<=", arb(0), arb(0))
    for pair in pairs:
        where = (("P", pair[0]), ("Q", pair[1]))
        if sign(rho) == 0:
            worst = compare(
                close(heads.MaxDivergence(*pair)), "<=", close(xi), where=where, max_bits=max_bits
            )
            if not worst.truth:
                return worst
            continue
        for spread in SPREADS:
            epsilon = xi + spread * sqrt(rho)
            found = compare(
                close(heads.HockeyStick(epsilon, *pair)),
                "<=",
                close(exp(-(spread**2))),
                where=(*where, ("epsilon", epsilon)),
                max_bits=min(max_bits, 256),
            )
            if found.truth is False:
                return found
    return worst


__all__ = ["SPREADS", "family"]
