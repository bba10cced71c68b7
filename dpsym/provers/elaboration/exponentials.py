"""Differences of exponentials and powers."""

from __future__ import annotations

import sympy
from sympy import Expr, S

from dpsym.numeric import Goal
from dpsym.provers.elaboration.nodes import Elaborating, Json
from dpsym.provers.elaboration.text import MissingError


def grown(e: Elaborating, goal: Goal) -> Json:
    """A difference of two exponentials with one factor, by that of their exponents."""
    terms = sympy.Add.make_args(goal.expression)
    for first, second in (terms, terms[::-1]) if len(terms) == 2 else ():
        (factor, more), (other, less) = exponent(first), exponent(second)
        if more == less or sympy.expand(factor + other) or not e.evident(goal, factor, False):
            continue
        gap = more - less
        form = factor * sympy.exp(less) * (sympy.exp(gap) - 1)
        then = lambda g, form=form: e.sum(g, (S.One, form, e.leaf))  # noqa: E731
        return e.have(goal, gap, False, lambda g: e.auto(g, steps=False), then)
    raise MissingError("no difference of exponentials")


def exponent(term: Expr) -> tuple[Expr, Expr]:
    """A product as a factor times an exponential, powers with names as exponents in it.

    >>> from sympy.abc import t, x, y
    >>> exponent(2*y*x**t*sympy.exp(x))
    (2*y, t*log(x) + x)
    """
    rest, total = S.One, S.Zero
    for part in sympy.Mul.make_args(term):
        base, power = part.as_base_exp()
        if part.func is sympy.exp:
            total += part.args[0]
        elif power.free_symbols:
            total += power * sympy.log(base)
        else:
            rest *= part
    return rest, total
