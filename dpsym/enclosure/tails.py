"""The family of tails that zCDP gives: refuted at one of its members, certified cell by cell."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from flint import arb
from sympy import Basic, Expr, Rational, exp, sqrt

from dpsym.enclosure.balls import precision
from dpsym.enclosure.comparison import Finding, compare
from dpsym.enclosure.evaluation import close
from dpsym.enclosure.exact import sign
from dpsym.enclosure.pairs import Pair
from dpsym.enclosure.recognition import pair_of
from dpsym.language import heads

Where = tuple[tuple[str, Basic], ...]

SPREADS = tuple(Rational(n, 4) for n in (0, 1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 32, 48, 80))
"""Places, in units of sqrt(rho) above xi, at which the family is looked at."""


MAX_CELLS = 2_000
_CELL_BITS = 96


def family(pairs: Iterable[tuple[Basic, Basic]], xi: Expr, rho: Expr, max_bits: int) -> Finding:
    """What is certain about HockeyStick(xi + t*sqrt(rho)) <= exp(-t**2) for all t >= 0.

    Guarantees:
        False only where it fails at one t for one pair; true only for rho = 0, where it says that
        the max-divergence is at most xi, or where the losses are bounded and the hockey stick at
        the lower end of each of finitely many cells is at most the bound at its upper end.
    """
    worst = Finding(None, "<=", arb(0), arb(0))
    undecided = None
    for pair in pairs:
        where = (("P", pair[0]), ("Q", pair[1]))
        if sign(rho) == 0:
            found = compare(
                close(heads.MaxDivergence(*pair)), "<=", close(xi), where=where, max_bits=max_bits
            )
        else:
            found = _member_that_fails(pair, xi, rho, where, max_bits)
            if found.truth is not False:
                holds = _holds_on_cells(pair_of(*pair), xi, rho)
                found = replace(found, truth=True if holds else None)
        if found.truth is False:
            return found
        worst = found
        undecided = undecided or (found if found.truth is None else None)
    return undecided or worst


def _member_that_fails(
    pair: tuple[Basic, Basic], xi: Expr, rho: Expr, where: Where, max_bits: int
) -> Finding:
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
    return found


def _holds_on_cells(pair: Pair, xi: Expr, rho: Expr) -> bool:
    """Whether it was certified for all t at which the hockey stick is positive."""
    with precision(_CELL_BITS):
        start, unit = close(xi).ball(_CELL_BITS), close(sqrt(rho)).ball(_CELL_BITS)
        end = ((pair.supremum() - start) / unit).upper()
        if not end.is_finite():
            return False
        cells = [(arb(0), end)] if end > 0 else []
        for _ in range(MAX_CELLS):
            if not cells:
                return True
            low, high = cells.pop()
            if not pair.hockey_stick(start + low * unit) <= (-high * high).exp():
                middle = ((low + high) / 2).mid()
                cells += [(middle, high), (low, middle)]
    return False
