"""Rules of algebra: polynomials, quadratics, square roots, terms to leave out.

Each rule returns a step whose goal follows from the goals of its children, or None; the rules are
stated in
:mod:`dpsym.provers.scalar.rules`.
"""

from __future__ import annotations

from dataclasses import replace

import sympy
from sympy import Expr, S, Symbol

from dpsym.language.domains import Interval
from dpsym.provers.scalar import polynomials, regions
from dpsym.provers.scalar.factoring import factored
from dpsym.provers.scalar.goal import Detail, Goal, Step, size
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.signs import Region
from dpsym.provers.scalar.variants import Core, one_logarithm


def polynomial(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Decides polynomials: exactly in one variable, by nonnegative coefficients in several."""
    if goal.strict:
        return None
    detail = polynomials.nonnegative(goal)
    return None if detail is None else Step("polynomial", goal, detail)


def logarithms(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """A sum of logarithms has the sign of ``A - B`` where it is a multiple of that of ``A/B``."""
    found = one_logarithm(goal.expression)
    if found is None or region.range(goal.expression) is None:
        return None
    _, above, below = found
    child = search.prove(replace(goal, expression=above - below), depth)
    return child and Step("form", goal, (("reason", ("logarithms",)),), (child,))


def logarithm(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """A multiple of one logarithm by its argument as it is written; a condition may say as much."""
    logs = [f for f in sympy.Mul.make_args(goal.expression) if f.func is sympy.log]
    if len(logs) != 1 or not (goal.conditions or goal.positives):
        return None
    others = tuple(f for f in sympy.Mul.make_args(goal.expression) if f not in logs)
    if not all(map(region.positive, others)):
        return None
    rest = replace(goal, expression=logs[0])
    child = search.prove(replace(goal, expression=logs[0].args[0] - 1), 0)
    if child is None:
        return None
    step = Step("form", rest, (("reason", ("logarithms",)),), (child,))
    parts = Core(1, (logs[0],), tuple((f, 1) for f in others), True)
    return Step("factor", goal, parts.detail(), (step,)) if others else step


def discriminant(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Proves ``A*x**2 + B*x + C >= 0`` for all real x by A > 0 and ``4*A*C - B**2 >= 0``.

    Where A is a number this leaves a polynomial in fewer names, and takes no depth.
    """
    if goal.strict or len(goal.expression.free_symbols) < 2:
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
        if (depth == 0 and not a.is_Rational) or search.refuted(rest):
            continue
        child = search.prove(rest, max(depth - 1, 0))
        if child is not None:
            return Step("discriminant", goal, (("variable", symbol.name),), (child,))
    return None


def squares(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Isolates one square root and compares squares, strictly where the goal is strict."""
    if depth == 0:
        return None
    expanded = sympy.expand(goal.expression)
    radicals = {
        node
        for node in expanded.atoms(sympy.Pow)
        if node.exp is S.Half and node.base.free_symbols and region.nonnegative(node.base)
    }
    for radical in sorted(radicals, key=lambda node: (-size(node), str(node))):
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
            size_known = replace(goal, expression=first, strict=False)
            goals = [size_known, replace(goal, expression=second)]
            if first == 0 or any(search.refuted(child) for child in goals):
                continue
            children = search.prove_all(goals, depth - 1)
            if children is not None:
                return Step("squares", goal, (("radical", str(radical)), ("kept", name)), children)
    return None


def never_all_zero(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Divides an interval at both ends of which terms vanish, of a sum of nonnegative ones.

    On each half one term is > 0, and so is the sum.
    """
    if not goal.strict or not goal.expression.is_Add:
        return None
    for symbol, domain in goal.domains:
        if not isinstance(domain, Interval) or not (domain.upper - domain.lower).is_Rational:
            continue
        gathered = replace(goal, expression=_gathered(goal.expression, symbol))
        middle = (domain.lower + domain.upper) / 2
        halves = regions.pieces(gathered, symbol, domain, middle)
        if middle.is_Rational and all(Region.of(h).positive(h.expression) for h in halves):
            children = search.prove_all(list(halves), depth)
            if children is not None:
                detail: Detail = (("variable", symbol.name), ("at", str(middle)))
                divided = Step("cut", gathered, detail, children)
                same = gathered.expression == goal.expression
                return divided if same else Step("factor", goal, (), (divided,))
    return None


def _gathered(expr: Expr, symbol: Symbol) -> Expr:
    """The same sum, with what stands beside each product of other factors in factors."""
    parts: dict[Expr, Expr] = {}
    for term in sympy.expand(expr).args:
        other, own = term.as_independent(symbol, as_Add=False)
        number, other = other.as_coeff_Mul()
        parts[other] = parts.get(other, S.Zero) + number * own
    return sympy.Add(*(other * factored(own) for other, own in parts.items()))


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
