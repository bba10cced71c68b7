"""The privacy loss of finite pairs: its cumulants and its tails, by enclosures."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpsym.algebra import Basic
from dpsym.kernel.enclosures import ball
from dpsym.kernel.outcomes import outcomes
from dpsym.kernel.scalar_intervals import exponential, iv, logarithm, point

MAX_PIECES = 2000
Pair = tuple[Basic, Basic]


def losses_of(pair: Pair) -> list[tuple[Any, Any]]:
    """The masses under P of the losses log(P/Q), both as intervals."""
    masses = [(p, q, n) for (p, q), n in outcomes(*pair).items() if p != 0]
    return [(n * ball(p), logarithm(ball(p) / ball(q))) for p, q, n in masses]


def line_holds(losses: Sequence[tuple[Any, Any]], excess: Any, rho: Any, end: Any) -> bool:
    """Whether F(s) = log E[exp(s*(Z - E[Z]))] is at most excess*s + rho*s**2 for s in (0, end)."""
    mean = sum((w * z for w, z in losses), iv.mpf(0))
    centred = [(w, z - mean) for w, z in losses]
    highest = max(z.b for _, z in centred)
    if not rho.a > 0:
        return bool(highest <= excess.a)

    def cumulant(s: Fraction) -> Any:
        return logarithm(sum((w * exponential(point(s) * z) for w, z in centred), iv.mpf(0)))

    if end is None:
        end = Fraction(max(1, int(((highest - excess.a) / rho.a).b) + 2))
    start = Fraction(end)
    for _ in range(200):
        b = point(start)
        # F'' is the variance under a tilt, at most E[exp(s*(Z - E[Z]))*(Z - E[Z])**2] by Jensen.
        variance = sum((w * _larger(exponential(b * z)) * z * z for w, z in centred), iv.mpf(0))
        if (rho + excess / b - variance / 2).a >= 0:
            break
        start /= 2
    else:
        return False
    pieces = [(start, Fraction(end))] if start < end else []
    for _ in range(MAX_PIECES):
        if not pieces:
            return True
        low, high = pieces.pop()
        if not _chord_below(low, high, cumulant(low), cumulant(high), excess, rho):
            middle = (low + high) / 2
            pieces += [(low, middle), (middle, high)]
    return False


def tails_hold(pair: Pair, xi: Any, rho: Any) -> bool:
    """Whether the hockey stick at xi + u is at most exp(-u**2/rho) for all u >= 0.

    For rho > 0 and finite losses. Both fall in u: so it is on a cell where the stick at the lower
    end is at most the bound at the upper one, and beyond the largest loss, where there is no stick.
    """
    masses = [(n * ball(p), n * ball(q)) for (p, q), n in outcomes(*pair).items() if p != 0]
    odds = exponential(xi)
    end = (max(logarithm(p / q).b for p, q in masses) - xi).b
    cells = [(Fraction(0), Fraction(max(0, int(end) + 1)))] if end > 0 else []
    for _ in range(MAX_PIECES):
        if not cells:
            return True
        low, high = cells.pop()
        factor, bound = odds * exponential(point(low)), exponential(-(point(high) ** 2) / rho)
        excesses = (p - factor * q for p, q in masses)
        stick = sum((iv.mpf([max(0, x.a), max(0, x.b)]) for x in excesses), iv.mpf(0))
        if not (bound - stick).a >= 0:
            middle = (low + high) / 2
            cells += [(middle, high), (low, middle)]
    return False


def _larger(x: Any) -> Any:
    """An interval above x and 1."""
    return iv.mpf([max(x.a, 1), max(x.b, 1)])


def _chord_below(
    low: Fraction, high: Fraction, left: Any, right: Any, excess: Any, rho: Any
) -> bool:
    """Whether the chord lies below the parabola excess*s + rho*s**2 between two points."""
    a, b = point(low), point(high)
    slope = (right - left) / (b - a)
    ends = [excess * s + rho * s * s - v for s, v in ((a, left), (b, right))]
    vertex = (slope - excess) / (2 * rho)
    if not (vertex.b <= a.a or vertex.a >= b.b):
        ends.append(slope * a - left - (slope - excess) ** 2 / (4 * rho))
    return all(value.a >= 0 for value in ends)
