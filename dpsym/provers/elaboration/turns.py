"""Functions that are positive before a point and negative after it, as falling quotients."""

from __future__ import annotations

from collections.abc import Sequence

import sympy
from sympy import Expr, S, Symbol

from dpsym.numeric import Goal
from dpsym.provers.elaboration.derived import sloped
from dpsym.provers.elaboration.forms import quotient
from dpsym.provers.elaboration.nodes import Elaborating, Grow, Json
from dpsym.provers.elaboration.text import MissingError
from dpsym.provers.scalar.factoring import factored


def falling(
    e: Elaborating, goal: Goal, symbol: Symbol, functions: Sequence[Expr], grows: Sequence[Grow]
) -> tuple[Expr, Grow]:
    """A falling function with the sign of the first of some, and how it is shown to fall.

    Each is >= 0 at the lower end, and its derivative has the sign of the next; the last one falls.
    If ``g' == w*h`` where h falls, and p is the integral of w from the lower end, ``g - h*p`` rises
    from ``g >= 0``, and it is ``-p**2/w`` times the derivative of ``g/p``.
    """
    (first, *later), (start, *following) = functions, grows
    if not later:
        return first, start
    turn, shown = falling(e, goal, symbol, later, following)
    slope = quotient(sympy.diff(first, symbol), turn, goal)
    over = _integral(slope, symbol, goal.domains[symbol].lower)
    gap = first - turn * over

    def rising(current: Goal) -> Json:
        change = -sympy.diff(turn, symbol)
        return sloped(e, current, symbol, "rising", change, over, lower=start, slope=shown)

    return first / over, lambda g: e.sum(g, (slope / over**2, gap, rising))


def _integral(slope: Expr, symbol: Symbol, lower: Expr) -> Expr:
    """The integral from a finite end, of few kinds of functions."""
    constant, rest = slope.as_independent(symbol, as_Add=False)
    rate = sympy.diff(rest.args[0], symbol) if isinstance(rest, sympy.exp) else S.Zero
    if lower.is_finite and sympy.expand(rest).is_polynomial(symbol):
        whole = sympy.integrate(sympy.expand(rest), symbol)
    elif lower.is_finite and rate != 0 and not rate.has(symbol):
        whole = rest / rate
    else:
        raise MissingError(f"no integral of {slope}")
    return constant * factored(whole - whole.subs(symbol, lower))
