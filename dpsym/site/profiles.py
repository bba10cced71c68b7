"""The slack of a claim along one of its numbers, as ``dpsym slack`` sees it: no proof."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
from sympy import Symbol

from dpsym import slackness
from dpsym.curves import FEWEST, POINTS, rank
from dpsym.language.claim import Claim
from dpsym.language.domains import Integers
from dpsym.provers.prover import Budget
from dpsym.provers.search.closest import searched
from dpsym.provers.search.divergences import Array
from dpsym.provers.search.safe_score import NEAR_ENDS, safe_score
from dpsym.provers.search.space import INFEASIBLE, Space
from dpsym.provers.stopping import OverrunError, stopping

SECONDS, SEARCH = 2.0, 0.6
"""Seconds that one picture may take, and the part of them in which candidates are looked for."""

LEVEL = 1e-6
"""Relative slack below which two sides are told to be equal."""

_SAMPLES = 48
_WIDE = 50.0


def profile(claim: Claim, *, seconds: float = SECONDS) -> dict[str, Any] | None:
    """The smallest relative slack found at each value of one number; None where none can be drawn.

    The candidates are those of every family that :mod:`dpsym.slackness` evaluates. Its points are
    a value of the number, zero, and the slack there, which is zero where the two sides are equal.
    The number is the first along which there is any slack. Where there is none along any, the
    curve is ``level``, and a picture of it would show nothing.

    >>> from dpsym.language.parser import parse_claim
    >>> drawn = profile(parse_claim("PureDP(M, eps) => ZCDP(M, eps**2/2)"))
    >>> drawn["variable"], all(slack >= 0 for _, _, slack in drawn["points"])
    ('eps', True)
    """
    if claim.index is not None:
        return None  # its numbers are families, of which no candidates are known
    limit = Budget.of(seconds)
    found: list[tuple[Space, Array]] = []
    with suppress(OverrunError), stopping(SEARCH * seconds):
        found.extend(searched(claim, limit.share(SEARCH), slackness.SEED))
    names = {c.name for space, _ in found for c in space.coordinates}
    drawn: list[dict[str, Any]] = []
    for name in sorted(names, key=lambda symbol: (rank(symbol.name), symbol.name)):
        one = None if limit.spent else _over(found, name, limit)
        if one is not None:
            drawn.append(one)
            if not one["level"]:
                return one
    return drawn[0] if drawn else None


def _over(found: list[tuple[Space, Array]], name: Symbol, limit: Budget) -> dict[str, Any] | None:
    """The slack along one number; None where too few of its values have one."""
    values = np.full(POINTS, np.nan)
    smallest, labels = np.full(POINTS, np.inf), np.full(POINTS, "", dtype=object)
    discrete = False
    for space, pool in found:
        if limit.spent:
            break
        place = next((i for i, c in enumerate(space.coordinates) if c.name == name), None)
        if place is None:
            continue
        grid = space.coordinates[place].grid(POINTS, NEAR_ENDS)
        values = space.coordinates[place].values(grid)
        discrete = isinstance(space.coordinates[place].domain, Integers)
        along = np.full(POINTS, np.inf)
        with suppress(OverrunError), stopping(limit.remaining()):
            along = _along(space, pool, place, grid)
        labels = np.where(along < smallest, space.label, labels)
        smallest = np.fmin(smallest, along)
    drawn = np.isfinite(smallest) & (smallest > -slackness.NOISE)
    points: dict[float, float] = {}
    for x, slack in zip(values[drawn].tolist(), smallest[drawn].tolist(), strict=True):
        points[x] = min(points.get(x, np.inf), max(slack, 0.0))
    if len(points) < FEWEST:
        return None
    least = int(np.where(drawn, smallest, np.inf).argmin())
    return {
        "variable": name.name,
        "discrete": discrete,
        "logarithmic": min(points) > 0 and max(points) > _WIDE * min(points),
        "family": str(labels[least]),
        "level": max(points.values()) < LEVEL,
        "points": [[x, 0.0, slack] for x, slack in points.items()],
    }


def _along(space: Space, pool: Array, place: int, grid: Array) -> Array:
    """The smallest slack at each value of one coordinate, over the best and other candidates."""
    rng = np.random.default_rng(slackness.SEED)
    candidates = np.concatenate([pool, space.sample(rng, _SAMPLES)])
    rows = np.repeat(candidates, len(grid), axis=0)
    rows[:, place] = np.tile(grid, len(candidates))
    values = safe_score(space, rows)
    slack = np.where(np.isnan(values) | (values < INFEASIBLE), np.inf, -values)
    return np.asarray(slack.reshape(len(candidates), len(grid)).min(axis=0))
