"""Coq scripts of bisections: interval arithmetic, in which erfc is a polynomial and an error."""

from __future__ import annotations

import math
from fractions import Fraction

import sympy
from sympy import Expr, Rational

from dpsym.coq.notation import UnexportableError, coq, name, rewritten
from dpsym.coq.scripts import Scripting
from dpsym.numeric import Goal

Lines = list[str]
MAX_TERMS, SMALL = 60, Fraction(1, 10**9)


def bisection(script: Scripting, goal: Goal) -> Lines:
    """A script that proves the goal on a product of finite domains.

    Raises:
        UnexportableError: a function is not one of those whose values Coq encloses.
    """
    whole = rewritten(goal.expression)
    if whole.has(sympy.harmonic):
        raise UnexportableError("boxes with harmonic numbers are not exported")
    lines = ["dpsym_unexpt."] * ("dpsym_expt" in coq(whole))
    for node in sorted(whole.atoms(sympy.erfc), key=sympy.default_sort_key):
        lines += _polynomial(script, goal, node)
    names = [name(symbol) for symbol in goal.domains if whole.has(symbol)]
    bisected = [f"i_bisect {n}" for n in names]
    tries = []
    for form in ("i_autodiff", "i_taylor") if len(names) == 1 else ("i_autodiff",):
        options = (*bisected, f"{form} {names[0]}", "i_prec 60", "i_depth 30")
        tries.append(f"interval with ({', '.join(f'Tactic.{option}' for option in options)})")
    return [*lines, f"first [ {' | '.join(tries)} ]."]


def _polynomial(script: Scripting, goal: Goal, node: Expr) -> Lines:
    """A script that writes a polynomial and a small error for a value of erfc."""
    at, region, lines = node.args[0], goal.region(), []
    if region.range(-at).nonnegative:
        mirrored = f"(2 - (dpsym_erfc {coq(-at)}))"
        lines = script.rewrite(coq(node), mirrored, ["rewrite <- dpsym_erfc_opp; f_equal; ring."])
        at = -at
    found = region.range(at)
    terms = _terms(found.upper) if found.nonnegative else None
    if terms is None:
        raise UnexportableError(f"{node} on a box is not exported: its argument is not in [0, 4]")
    end = Rational(str(found.upper))
    lines += script.block(f"0 <= {coq(at)}", script.signed(goal, at))
    lines += script.block(f"0 <= {coq(end - at)}", script.signed(goal, end - at))
    lines += script.block(f"{coq(at)} <= {coq(end)}", ["lra."])
    return [*lines, f"dpsym_series {terms}%nat {coq(at)} {coq(end)} {coq(Rational(str(SMALL)))}."]


def _terms(upper: Fraction | float) -> int | None:
    """How many terms of the series leave a small error up to there, if few enough do."""
    for n in range(1, MAX_TERMS if upper <= 4 else 1):
        if 2 * Fraction(upper) ** (2 * n + 1) < SMALL * math.factorial(n) * (2 * n + 1):
            return n
    return None
