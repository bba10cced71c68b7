"""What must hold for an expression to be defined, read off the expression as it was written.

Simplification forgets where an expression is undefined (``x/x`` becomes 1), so the requirements
are collected from the tree
before anything is rewritten, and each of them is proved by itself.

Guarantees:
    An expression is defined at a point if all its ``requirements`` hold there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import sympy
from sympy import Expr, Symbol

from dpsym.errors import EvaluationError
from dpsym.language.domains import Integers
from dpsym.provers.scalar import regions
from dpsym.provers.scalar.goal import Goal, Step
from dpsym.provers.scalar.search import Search

TOTAL = {"exp", "sinh", "cosh", "tanh", "erf", "erfc", "Phi", "Abs", "Max", "Min"}
MAX_TERMS = 200
DEPTH = 3


@dataclass(frozen=True, slots=True)
class Requirement:
    """``expr`` is "positive", "nonnegative" or "nonzero".

    "natural" asks for an integer >= 0. The kind "one of" asks for all requirements of one
    of the ``alternatives``; "each" asks for those of the only alternative
    at every value of the index of a sum, whose limits are in ``expr``.
    """

    kind: str
    expr: Expr
    alternatives: tuple[tuple[Requirement, ...], ...] = ()

    def at(self, symbol: Symbol, value: Expr) -> Requirement:
        """The requirement with a number for one symbol."""
        return Requirement(
            self.kind,
            self.expr.subs(symbol, value),
            tuple(tuple(r.at(symbol, value) for r in group) for group in self.alternatives),
        )


def requirements(expr: Expr) -> tuple[Requirement, ...]:
    """Everything that must hold for ``expr`` to be defined and finite.

    Raises:
        EvaluationError: nothing is known about a head, or a constant is infinite.
    """
    found: dict[Requirement, None] = {}
    _collect(expr, found)
    return tuple(found)


def _collect(expr: Expr, found: dict[Requirement, None]) -> None:
    if expr.is_Symbol or expr.is_Rational or expr.is_Float or expr in _CONSTANTS:
        return
    name = expr.func.__name__
    if name == "Sum":
        _collect_sum(expr, found)
        return
    for argument in expr.args:
        _collect(argument, found)
    if expr.is_Add or expr.is_Mul or name in TOTAL:
        return
    if expr.is_Pow:
        _collect_power(expr.base, expr.exp, found)
    elif name in ("log", "gamma", "loggamma") and len(expr.args) == 1:
        found[Requirement("positive", expr.args[0])] = None
    elif name in ("factorial", "harmonic", "binomial"):
        for argument in expr.args:
            found[Requirement("natural", argument)] = None
    else:
        raise EvaluationError(f"nothing is known about where {expr} is defined")


_CONSTANTS = (sympy.pi, sympy.E, sympy.EulerGamma)


def _collect_power(base: Expr, exponent: Expr, found: dict[Requirement, None]) -> None:
    if exponent.is_Integer:
        if exponent <= 0:
            found[Requirement("nonzero", base)] = None
    elif exponent.is_Rational:
        kind = "nonnegative" if exponent > 0 else "positive"
        found[Requirement(kind, base)] = None
    elif not (base.is_Rational and base > 0) and base not in _CONSTANTS:
        positive = (Requirement("positive", base),)
        edge = (Requirement("nonnegative", base), Requirement("positive", exponent))
        whole = (Requirement("natural", exponent),)
        found[Requirement("one of", base, (positive, edge, whole))] = None


def _collect_sum(expr: Expr, found: dict[Requirement, None]) -> None:
    summand, *nested, (index, lower, upper) = expr.args
    inner: dict[Requirement, None] = {}
    _collect(sympy.Sum(summand, *nested) if nested else summand, inner)
    _collect(lower, found)
    _collect(upper, found)
    found[Requirement("each", sympy.Tuple(index, lower, upper), (tuple(inner),))] = None


def _prove_each(search: Search, goal: Goal, requirement: Requirement) -> list[Step] | None:
    """The inner requirements for every value of the index of a sum.

    With numeric limits they are proved one by one, else for every integer from the lower limit on.
    """
    index, lower, upper = requirement.expr.args
    if not (lower.is_Integer and upper.is_Integer):
        return _prove_beyond(search, goal, requirement)
    if not -1 <= upper - lower <= MAX_TERMS:
        return None
    steps: list[Step] = []
    for value in range(int(lower), int(upper) + 1):
        for part in requirement.alternatives[0]:
            found = prove_requirement(search, goal, part.at(index, sympy.Integer(value)))
            if found is None:
                return None
            steps += found
    return steps


def _prove_beyond(search: Search, goal: Goal, requirement: Requirement) -> list[Step] | None:
    """The same for every integer from the lower limit on, of a sum that runs nowhere backwards."""
    index, lower, upper = requirement.expr.args
    length = prove_requirement(search, goal, Requirement("natural", upper - lower + 1))
    if length is None:
        return None
    new = regions.fresh(goal, index, {"integer": True})
    least = _least(goal, lower)
    if least is None:
        return None
    within = (upper - new,) if lower == least else (upper - new, new - lower)
    wider = replace(
        goal,
        domains=(*goal.domains, (new, Integers(least, sympy.oo))),
        conditions=(*goal.conditions, *within),
    )
    steps: list[Step] = []
    for part in requirement.alternatives[0]:
        found = prove_requirement(search, wider, part.at(index, new))
        if found is None:
            return None
        steps += found
    return steps


def _least(goal: Goal, limit: Expr) -> Expr | None:
    """An integer that a limit is at least, where it is a sum that rises in every name."""
    ends = {symbol: domain.lower for symbol, domain in goal.domains if limit.has(symbol)}
    parts = [part.as_coeff_Mul()[0] for part in sympy.Add.make_args(limit) if part.free_symbols]
    rising = limit.is_polynomial(*ends) and all(part > 0 for part in parts)
    if not (rising and all(end.is_Integer and end >= 0 for end in ends.values())):
        return None
    least: Expr = limit.xreplace(ends)
    return least if least.is_Integer else None


def _prove_natural(search: Search, goal: Goal, requirement: Requirement) -> list[Step] | None:
    """Nothing to show where an integer is >= 0 by the domains of its variables, or by a fact."""
    claim = regions.with_assumptions(replace(goal, expression=requirement.expr, strict=False))
    exponent = claim.expression
    known = exponent.is_nonnegative or exponent in (*claim.conditions, *claim.positives)
    if not exponent.is_integer:
        return None
    step = Step("natural", claim) if known else search.prove(claim, 0)
    return None if step is None else [step]


def prove_requirements(
    search: Search, goal: Goal, needed: Iterable[Requirement]
) -> list[Step] | None:
    """Evidence for all requirements on the region of ``goal``; None when one has none."""
    known: list[Step] = []
    for requirement in needed:
        steps = prove_requirement(search, goal, requirement)
        if steps is None:
            return None
        known += steps
    return known


def prove_requirement(search: Search, goal: Goal, requirement: Requirement) -> list[Step] | None:
    """Evidence for one requirement on the region of ``goal``; None when there is none."""
    if requirement.kind == "each":
        return _prove_each(search, goal, requirement)
    if requirement.kind == "natural":
        return _prove_natural(search, goal, requirement)
    if requirement.alternatives:
        proofs = (prove_requirements(search, goal, group) for group in requirement.alternatives)
        return next((steps for steps in proofs if steps is not None), None)
    strict = requirement.kind != "nonnegative"
    signs = (1, -1) if requirement.kind == "nonzero" else (1,)
    if requirement.kind == "nonzero" and (goal.conditions or goal.positives):
        claim = replace(goal, expression=requirement.expr**2, strict=True)
        step = search.prove(claim, 0)
        if step is not None:
            return [step]
    for sign in signs:
        claim = replace(goal, expression=sign * requirement.expr, strict=strict)
        if search.refuted(claim):
            continue
        for depth in range(DEPTH):
            step = search.prove(claim, depth)
            if step is not None:
                return [step]
    return None


def facts(steps: list[Step], *, strict: bool = True) -> tuple[Expr, ...]:
    """What is > 0, or else >= 0, by proved requirements that say something about variables."""
    return tuple(
        step.goal.expression
        for step in steps
        if step.goal.strict is strict and step.goal.expression.free_symbols
    )
