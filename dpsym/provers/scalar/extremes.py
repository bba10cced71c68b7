"""Max, Min and Abs: simplified by the signs of their arguments, then by cases.

Each rule returns a step whose goal follows from the goals of its children, or None:

* ``maxima``: an argument that another one dominates by its range is left out; factors of known
  sign are taken out of ``Max(0, P*U) = P*Max(0, U)``, P >= 0, so that equal ones become equal
  expressions. Where nothing but such terms of known sign is left, the goal is decided with every
  Max as an opaque number.
* ``extremes``: a Max, Min or Abs is replaced by each of its arguments, under the condition that
  it is the extreme one; for Abs also without, where the goal then is defined all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import sympy
from sympy import Expr, S

from dpsym.provers.scalar.defined import prove_requirements, requirements
from dpsym.provers.scalar.goal import Detail, Goal, Step, size
from dpsym.provers.scalar.normal import factors
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.signs import Region
from dpsym.provers.scalar.variants import core, evident

HEADS = (sympy.Max, sympy.Min, sympy.Abs)
MAX_OPERATIONS = 400


def maxima(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Decides the goal with the simplified heads as opaque numbers."""
    simple = simplified(goal.expression, region)
    if simple == goal.expression:
        return _opaque(goal, region)
    child_goal = replace(goal, expression=simple)
    child = search.prove(child_goal, depth)
    return None if child is None else Step("maxima", goal, (("to", str(simple)),), (child,))


def _opaque(goal: Goal, region: Region) -> Step | None:
    if goal.strict:
        return None
    if _termwise(goal.expression, region):
        return Step("sign", goal, (("form", "coefficients of the heads"),))
    if size(goal.expression) > MAX_OPERATIONS:
        return None
    parts = core(goal.expression, region)
    if parts is not None and (parts.sign == 0 or (not parts.unknown and parts.sign > 0)):
        return Step("identity" if parts.sign == 0 else "factor", goal, parts.detail())
    reason = evident(goal.expression, region)
    return None if reason is None else Step("sign", goal, (("form", reason),))


def _termwise(expr: Expr, region: Region) -> bool:
    """Whether the expression is linear in heads of known sign, each with a coefficient of that
    sign or zero, and the rest is >= 0.
    """
    coefficients: dict[Expr, list[Expr]] = {}
    for term in _terms(expr):
        factors_ = sympy.Mul.make_args(term)
        heads = [f for f in factors_ if f.func in HEADS]
        others = [f for f in factors_ if f.func not in HEADS]
        if len(heads) > 1 or any(f.has(*HEADS) for f in others):
            return False
        coefficients.setdefault(heads[0] if heads else S.One, []).append(sympy.Mul(*others))
    for head, parts in coefficients.items():
        sign = 1 if region.nonnegative(head) else -1 if region.nonnegative(-head) else 0
        found = core(sympy.Add(*parts), region)
        if found is None or found.unknown or found.sign * sign < 0:
            return False
        if sign == 0 and found.sign != 0:
            return False
    return True


def _terms(expr: Expr) -> Iterator[Expr]:
    """The terms of a sum; products with a sum that has heads are multiplied out."""
    for term in sympy.Add.make_args(expr):
        sums = [f for f in sympy.Mul.make_args(term) if f.is_Add and f.has(*HEADS)]
        if len(sums) == 1:
            others = [f for f in sympy.Mul.make_args(term) if f != sums[0]]
            for part in sums[0].args:
                yield from _terms(sympy.Mul(part, *others))
        else:
            yield term


def simplified(expr: Expr, region: Region) -> Expr:
    """The expression with its Max and Min simplified, the inner ones first."""
    if not expr.has(sympy.Max, sympy.Min):
        return expr
    key = ("maxima", expr)
    if key not in region.remembered:
        parts = tuple(simplified(argument, region) for argument in expr.args)
        expr_ = expr if parts == expr.args else expr.func(*parts)
        if expr_.func in (sympy.Max, sympy.Min):
            expr_ = _simplified_head(expr_, region)
        region.remembered[key] = expr_
    found: Expr = region.remembered[key]
    return found


def _simplified_head(node: Expr, region: Region) -> Expr:
    sign = 1 if node.func is sympy.Max else -1
    kept = _undominated(list(node.args), sign, region)
    if len(kept) == 1:
        return kept[0]
    if len(kept) != 2 or S.Zero not in kept:
        return node
    (other,) = [argument for argument in kept if argument != 0]
    parts = factors(other, region)
    if parts is None:
        return node
    outside, inside = abs(parts.coefficient), sympy.sign(parts.coefficient)
    for base, exponent in parts.powers:
        if exponent % 2 == 0 or region.nonnegative(base):
            outside *= base**exponent
        elif region.nonnegative(-base):
            outside *= (-base) ** exponent
            inside = -inside
        else:
            inside *= base**exponent
    return outside * node.func(S.Zero, sympy.expand(inside))


def extremes(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Replaces a Max, Min or Abs by its arguments, one at a time, under the condition that it is
    the extreme one.
    """
    heads = goal.expression.atoms(sympy.Max, sympy.Min, sympy.Abs)
    least = min(map(size, heads))
    node = min((head for head in heads if size(head) == least), key=str)
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
    children = None
    if is_abs and depth and len(kept) == 2 and not goal.conditions and not goal.positives:
        children = _unconditionally(search, goals, depth)
    children = children or search.prove_all(goals, depth)
    detail: Detail = (("head", str(node)), ("choices", [str(choice) for choice in kept]))
    return None if children is None else Step("extremes", goal, detail, children)


def _unconditionally(search: Search, goals: list[Goal], depth: int) -> tuple[Step, ...] | None:
    """Evidence for the goals without their conditions, with what says that they are defined."""
    free = [replace(goal, conditions=()) for goal in goals]
    if any(search.refuted(goal) for goal in free):
        return None
    found = []
    for goal in free:
        known = prove_requirements(search, goal, requirements(goal.expression))
        proof = None if known is None else search.prove(goal, depth)
        if known is None or proof is None:
            return None
        found.append(Step("defined", goal, (), (*known, proof)) if known else proof)
    return tuple(found)


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
