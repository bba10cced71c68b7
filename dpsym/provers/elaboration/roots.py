"""Roots of squares, and roots against what has none."""

from __future__ import annotations

from contextlib import suppress

import sympy
from sympy import Expr, S

from dpsym.numeric import FAILURES, Goal
from dpsym.provers.elaboration.derived import HALF_LINE, generalized, squared
from dpsym.provers.elaboration.nodes import Elaborating, Json
from dpsym.provers.elaboration.text import MissingError


def rooted(e: Elaborating, goal: Goal) -> Json:
    """A root against what has none, a size or another root, by their squares."""
    terms = goal.expression.args if goal.expression.is_Add else ()
    for term in filter(_has_root, terms):
        rest = goal.expression - term
        gap = sympy.expand(term**2 - rest.replace(sympy.Abs, lambda inside: inside) ** 2)
        if _has_root(gap):
            continue
        for part, least, first in ((term, gap, e.leaf), (rest, -gap, e.auto)):
            with suppress(MissingError, *FAILURES):
                return squared(e, goal, part, least, first, e.by_forms)
    raise MissingError("no root against what has none")


def unsquared(e: Elaborating, goal: Goal) -> Json:
    """A broken power of an even power of what evidently has a sign is a power of its size."""
    for root in sorted(goal.expression.atoms(sympy.Pow), key=str):
        square, power = root.args
        even = square.is_Pow and square.exp.is_Integer and square.exp.is_even and square.exp > 0
        if not even or not power.is_Rational or power.is_Integer or power < 0:
            continue
        factor = goal.expression.coeff(root)
        rest = goal.expression - factor * root
        if not factor or rest.has(root):
            continue
        size = next((s for s in (square.base, -square.base) if e.evident(goal, s, False)), None)
        if size is None:
            continue
        w, sign = e.fresh(goal, "w"), 1 if e.evident(goal, factor, False) else -1
        whole = square.exp * power
        value, form = (w, size, HALF_LINE), sign * ((w**square.exp) ** power - w**whole)
        same = lambda g, v=value, f=form: generalized(e, g, v, f, e.by_forms)  # noqa: E731
        gap = sign * factor, sign * (root - size**whole), same
        with suppress(MissingError, *FAILURES):
            return e.added(goal, (S.One, rest + factor * size**whole, e.auto), gap)
    raise MissingError("no root of a square")


def _has_root(expr: Expr) -> bool:
    powers = expr.atoms(sympy.Pow)
    return any(power.exp.is_Rational and power.exp.q == 2 for power in powers)
