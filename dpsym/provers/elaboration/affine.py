"""Goals that are affine in a variable, by the ends of its interval."""

from __future__ import annotations

from contextlib import suppress

import sympy

from dpsym.language.domains import Interval
from dpsym.numeric import FAILURES, Goal
from dpsym.provers.elaboration.derived import sloped
from dpsym.provers.elaboration.nodes import Elaborating, Json
from dpsym.provers.elaboration.text import MissingError
from dpsym.provers.scalar.derivatives import derivative


def affine(e: Elaborating, goal: Goal) -> Json:
    """The ends of a variable in which the expression is affine, or the one end that there is."""
    for symbol, domain in goal.domains.items():
        shape, ends = _SHAPES[bool(domain.lower.is_finite), bool(domain.upper.is_finite)]
        if not isinstance(domain, Interval) or not ends or not goal.expression.has(symbol):
            continue
        slope = sympy.expand(derivative(goal.expression, symbol))
        if slope.has(symbol):
            continue
        outside = {"rising": domain.lower_open, "falling": domain.upper_open}.get(shape, False)
        more: Json = {"strict": True} if goal.strict and outside else {}
        parts = dict.fromkeys(("slope", *ends), lambda g: e.auto(g, steps=False))
        with suppress(MissingError, *FAILURES):
            return sloped(e, goal, symbol, shape, slope, more=more, **parts)
    raise MissingError("no affine variable")


_SHAPES = {
    (True, True): ("hill", ("lower", "upper")),
    (True, False): ("rising", ("lower",)),
    (False, True): ("falling", ("upper",)),
    (False, False): ("", ()),
}
"""By which ends are finite."""
