"""Trying something at points that are all different."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hypothesis import HealthCheck, given, seed, settings
from hypothesis.strategies import SearchStrategy
from sympy import Basic

_TURNS = 6
"""How often points are drawn again in the place of those that had been tried."""

Point = Mapping[Basic, Basic]


def at_different_points(
    points: SearchStrategy[Point], count: int, visit: Callable[[Point], Exception | None]
) -> None:
    """Visit so many points, all different, or as many as six turns of drawing find.

    What a visit returns is raised, at the simplest point for which it returns any. The points are
    the same in every run.

    >>> from hypothesis.strategies import integers, fixed_dictionaries
    >>> seen = []
    >>> at_different_points(fixed_dictionaries({"n": integers(1, 3)}), 200, seen.append)
    >>> sorted(point["n"] for point in seen)
    [1, 2, 3]
    """
    failures: dict[frozenset[tuple[Basic, Basic]], Exception | None] = {}

    def drawn(point: Point) -> None:
        place = frozenset(point.items())
        if place not in failures:
            failures[place] = visit(point)
        failure = failures[place]
        if failure is not None:
            raise failure

    for turn in range(_TURNS):
        left = count - len(failures)
        if left <= 0:
            break
        draws = settings(
            max_examples=left + bool(turn),  # each turn begins with the simplest point
            derandomize=False,
            database=None,
            deadline=None,
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        )
        seed(turn)(draws(given(points)(drawn)))()
