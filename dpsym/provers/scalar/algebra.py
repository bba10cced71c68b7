"""Rules of algebra: polynomials, quadratics, square roots, terms to leave out, extremes.

Each rule returns a step whose goal follows from the goals of its children, or None; the rules are
stated in
:mod:`dpsym.provers.scalar.search`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import sympy
from sympy import Expr, S

from dpsym.provers.scalar import polynomials
from dpsym.provers.scalar.goal import Detail, Goal, Step
from dpsym.provers.scalar.signs import Region
from dpsym.provers.scalar.variants import core

if TYPE_CHECKING:
    from dpsym.provers.scalar.search import Search


def polynomial(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Decides polynomials: exactly in one variable, by nonnegative coefficients in several."""
    if goal.strict:
        return None
    detail = polynomials.nonnegative(goal)
    return None if detail is None else Step("polynomial", goal, detail)


def discriminant(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Proves ``A*x**2 + B*x + C >= 0`` for all real x by A > 0 and ``4*A*C - B**2 >= 0``."""
    if depth == 0 or goal.strict:
        return None
    expanded = sympy.expand(goal.expression)
    for symbol, _ in goal.domains:
        if not expanded.is_polynomial(symbol):
            continue
        coefficients = sympy.Poly(expanded, symbol).all_coeffs()
        if len(coefficients) != 3 or not region.positive(coefficients[0]):
            continue
        a, b, c = coefficients
        if a.has(symbol) or b.has(symbol) or c.has(symbol):
            continue
        rest = replace(goal, expression=sympy.expand(4 * a * c - b**2))
        if search.refuted(rest):
            continue
        child = search.prove(rest, depth - 1)
        if child is not None:
            return Step("discriminant", goal, (("variable", symbol.name),), (child,))
    return None


def squares(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Isolates one square root and compares squares."""
    if depth == 0 or goal.strict:
        return None
    expanded = sympy.expand(goal.expression)
    radicals = {
        node
        for node in expanded.atoms(sympy.Pow)
        if node.exp is S.Half and not node.base.is_Rational and region.nonnegative(node.base)
    }
    for radical in sorted(radicals, key=lambda node: (-node.count_ops(), str(node))):
        dummy = sympy.Dummy("s")
        replaced = expanded.replace(
            lambda node, radical=radical: (
                node.is_Pow
                and node.base == radical.base
                and node.exp.is_Rational
                and node.exp.q == 2
            ),
            lambda node, dummy=dummy: dummy ** (2 * node.exp),
        )
        try:
            polynomial = sympy.Poly(replaced, dummy)
        except sympy.PolynomialError:
            continue
        if any(c.has(dummy) for c in polynomial.all_coeffs()):
            continue
        even, odd = S.Zero, S.Zero
        for (power,), coefficient in polynomial.terms():
            half = radical.base ** (power // 2)
            even, odd = (
                (even + coefficient * half, odd)
                if power % 2 == 0
                else (even, odd + coefficient * half)
            )
        difference = even**2 - odd**2 * radical.base
        for first, second, name in ((even, difference, "even"), (odd, -difference, "odd")):
            goals = [replace(goal, expression=first), replace(goal, expression=second)]
            if first == 0 or any(search.refuted(child) for child in goals):
                continue
            children = search.prove_all(goals, depth - 1)
            if children is not None:
                return Step("squares", goal, (("radical", str(radical)), ("kept", name)), children)
    return None


def drop(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Leaves out terms that are nonnegative."""
    if depth == 0 or not goal.expression.is_Add:
        return None
    terms = list(sympy.expand(goal.expression).args)
    spare = [term for term in terms if region.nonnegative(term)]
    if len(spare) > 6:
        return None
    for term in spare:
        rest = replace(goal, expression=sympy.Add(*[other for other in terms if other is not term]))
        if search.refuted(rest):
            continue
        child = search.prove(rest, depth - 1)
        if child is not None:
            return Step("drop", goal, (("term", str(term)),), (child,))
    return None


def extremes(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Replaces a Max, Min or Abs by its arguments, one at a time, under the condition that it is
    the extreme one.
    """
    heads = goal.expression.atoms(sympy.Max, sympy.Min, sympy.Abs)
    node = min(heads, key=lambda head: (head.count_ops(), str(head)))
    is_abs = node.func is sympy.Abs
    arguments = [node.args[0], -node.args[0]] if is_abs else list(node.args)
    sign = -1 if node.func is sympy.Min else 1
    kept = _undominated(arguments, sign, region)
    goals = []
    for choice in kept:
        conditions = [
            sympy.expand(sign * (choice - other)) for other in arguments if other != choice
        ]
        if is_abs:
            conditions = [choice]
        known = [c for c in conditions if len(kept) > 1 and not c.is_number]
        goals.append(
            replace(
                goal,
                expression=goal.expression.xreplace({node: choice}),
                conditions=(*goal.conditions, *known),
            )
        )
    children = search.prove_all(goals, depth)
    detail: Detail = (("head", str(node)), ("choices", [str(choice) for choice in kept]))
    return None if children is None else Step("extremes", goal, detail, children)


def _undominated(arguments: list[Expr], sign: int, region: Region) -> list[Expr]:
    """The arguments that are not evidently dominated by another one."""
    kept = list(arguments)
    for candidate in arguments:
        for other in kept:
            if other is candidate:
                continue
            parts = core(sign * (other - candidate), region)
            if parts is not None and not parts.unknown and parts.sign >= 0:
                kept = [argument for argument in kept if argument is not candidate]
                break
    return kept
