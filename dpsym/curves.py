"""Both sides of an inequality along one of its variables, for a picture.

The values are midpoints of certain balls, rounded to floats: they are drawn, never argued from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from time import monotonic
from typing import Any

from flint import arb
from sympy import Basic, Expr, Ge, Gt, Integer, Le, Lt, Rational, S, Symbol

from dpsym.enclosure import enclose
from dpsym.errors import ClaimError, EvaluationError
from dpsym.language import printing
from dpsym.language.claim import Claim
from dpsym.language.domains import Domain, Integers, Interval
from dpsym.language.parser import parse_claim

POINTS = 41
PATIENCE = 2.0
"""Seconds that one curve may take."""

_LONGEST = 400
FEWEST = 8
_MOST_NAMES = 4
_FIRST = ("epsilon", "eps", "rho", "mu", "x", "t", "k")
_WIDEST = 1e6


def curve(goals: Iterable[str]) -> dict[str, Any] | None:
    """The curve of the first goal that can be drawn: an inequality of scalars without hypotheses.

    >>> drawn = curve(["x <= exp(x) for x in [0, 1]"])
    >>> drawn["variable"], drawn["points"][0]
    ('x', [0.0, 0.0, 1.0])
    """
    for goal in goals:
        if len(goal) > _LONGEST:
            continue
        try:
            claim = parse_claim(goal)
        except ClaimError:
            continue
        drawn = _draw(claim)
        if drawn is not None:
            return drawn
    return None


def _draw(claim: Claim) -> dict[str, Any] | None:
    atom = claim.conclusions[0]
    if (
        claim.index
        or claim.hypotheses
        or len(claim.conclusions) > 1
        or not isinstance(atom, Le | Lt | Ge | Gt)
    ):
        return None
    scalars = dict(claim.scalars())
    if not 1 <= len(scalars) <= _MOST_NAMES or len(scalars) < len(claim.domains):
        return None
    smaller, larger = atom.args if isinstance(atom, Le | Lt) else reversed(atom.args)
    if smaller == larger or (smaller.is_Atom and larger.is_Atom):
        return None  # one line, or two straight ones, show nothing
    ranked = sorted(scalars, key=lambda name: rank(name.name))
    fixed: dict[Symbol, Basic] = {
        name: value for name in ranked[1:] if (value := _typical(scalars[name])) is not None
    }
    places = spread(scalars[ranked[0]])
    if len(fixed) < len(ranked) - 1:
        return None
    points = along((smaller, larger), ranked[0], places, fixed)
    if len(points) < min(FEWEST, len(places)) or not points:
        return None
    return {
        "variable": ranked[0].name,
        "fixed": {name.name: printing.text(value) for name, value in fixed.items()},
        "discrete": isinstance(scalars[ranked[0]], Integers),
        "smaller": printing.text(smaller),
        "larger": printing.text(larger),
        "points": points,
    }


def along(
    sides: Sequence[Expr], name: Symbol, places: Iterable[Basic], fixed: Mapping[Symbol, Basic]
) -> list[list[float]]:
    """Places with the values of all sides there, where all have one that can be drawn."""
    points, begun = [], monotonic()
    for place in places:
        if monotonic() - begun > PATIENCE:
            return []
        try:
            values = [_middle(side, {**fixed, name: place}) for side in sides]
        except EvaluationError:
            continue
        if all(isfinite(value) and abs(value) < _WIDEST for value in values):
            points.append([float(place), *values])
    return points


def _middle(side: Expr, point: dict[Symbol, Basic]) -> float:
    ball: arb = enclose(side, point, bits=53)
    return float(ball.mid()) if ball.is_finite() else float("inf")


def rank(name: str) -> int:
    """The place of a name among those that a picture is drawn along."""
    return _FIRST.index(name) if name in _FIRST else len(_FIRST)


def _typical(domain: Domain) -> Basic | None:
    """A value in the middle of what people use, at an end of the domain only for want of others."""
    wanted = (S.One, Integer(2), Integer(3), S.Half, Rational(1, 4), Rational(1, 10))
    held = [value for value in wanted if _holds(domain, value)]
    ends = (domain.lower, domain.upper) if isinstance(domain, Interval) else ()
    return next((value for value in held if value not in ends), held[0] if held else None)


def _holds(domain: Domain, value: Basic) -> bool:
    if isinstance(domain, Integers):
        return bool(value.is_Integer) and domain.includes(Integers(value, value))
    return isinstance(domain, Interval) and domain.contains(value)


def spread(domain: Domain, reach: float = 4.0) -> list[Basic]:
    """Where to draw: the first twenty integers, or an even grid that goes at most so far."""
    if isinstance(domain, Integers):
        low = S.One if domain.lower is S.NegativeInfinity else max(domain.lower, S.One)
        return [place for step in range(20) if _holds(domain, place := low + step)]
    assert isinstance(domain, Interval)
    size = Rational(reach)
    low = min(-size / 2, domain.upper - size) if domain.lower is -S.Infinity else domain.lower
    high = low + size if domain.upper is S.Infinity else domain.upper
    steps = (low + (high - low) * Rational(step, POINTS - 1) for step in range(POINTS))
    return [place for place in steps if _holds(domain, place)]
