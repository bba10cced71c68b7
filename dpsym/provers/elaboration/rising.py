"""Differences of functions that rise or fall, by the slope between their places."""

from __future__ import annotations

from sympy import Expr

from dpsym.numeric import Goal
from dpsym.provers.elaboration.derived import HALF_LINE, generalized, sloped
from dpsym.provers.elaboration.nodes import Elaborating, Grow, Json
from dpsym.provers.elaboration.reading import Data, _child, _expr, _of
from dpsym.provers.scalar.rising import DIRECTIONS


def rising(e: Elaborating, goal: Goal, step: Data) -> Json:
    """Each difference apart, which rises with the distance of the places from zero on."""
    terms = []
    for place, pair in enumerate(step["detail"]["pairs"]):
        number, above, below = (_expr(part, goal) for part in pair)
        distance, child = _of(step, place, goal), _child(e, step, place)
        terms.append((number, above - below, _difference(e, above, below, distance, child)))
    return e.sum(goal, *terms)


def _difference(e: Elaborating, above: Expr, below: Expr, distance: Expr, child: Grow) -> Grow:
    """A proof that the difference of two values of a function is >= 0, as the distance is."""

    def grow(goal: Goal) -> Json:
        t = e.fresh(goal, "t")
        form = above.func(below.args[0] + DIRECTIONS[above.func] * t) - below
        along = lambda g: sloped(e, g, t, "rising", lower=e.sum, slope=e.auto)  # noqa: E731
        general = lambda g: generalized(e, g, (t, distance, HALF_LINE), form, along)  # noqa: E731
        return e.have(goal, distance, False, child, general)

    return grow
