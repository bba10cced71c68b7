"""Logarithms of odds as variables.

Each rule returns a step whose goal follows from the goals of its children, or None:

* ``substitution``: ``x = v(y)`` for a new variable y with ``y = w(x)``, whose domain is the image
  of that of x. With the logarithm of odds ``y = log((1 - p)/p)`` what it stands in becomes a
  variable, and ``p = 1/(1 + exp(y))``; with ``y = x - c`` a centre c of symmetry becomes 0.
"""

from __future__ import annotations

from dataclasses import replace

import sympy
from sympy import Expr, Rational, S, Symbol

from dpsym.language.domains import Interval
from dpsym.provers.scalar import regions
from dpsym.provers.scalar.convexity import diagonal
from dpsym.provers.scalar.goal import Goal, Step, size
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.signs import Region
from dpsym.provers.scalar.variants import core

LINE = Interval(S.NegativeInfinity, S.Infinity, True, True)
RAY = Interval(S.Zero, S.Infinity, True, True)
AT_ENDS = {S.Zero: S.Infinity, S.Half: S.Zero, S.One: S.NegativeInfinity}
"""The logarithms of odds against what has such a probability."""
MAX_OPERATIONS = 60
DEPTH = 3
"""Of what is searched from a centre of symmetry, where the goal is as short as it will be."""


def odds(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Takes the logarithm of odds for a variable, and the centres of symmetry of others for 0."""
    return _substituted(search, goal, depth, whole=True)


def apart(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """As ``odds``, where the logarithms of a chance and of the rest have other factors."""
    return _substituted(search, goal, depth, whole=False)


def _substituted(search: Search, goal: Goal, depth: int, *, whole: bool) -> Step | None:
    if depth == 0 or goal.strict or size(goal.expression) > MAX_OPERATIONS:
        return None
    for symbol, domain in goal.domains:
        bounded = any(c.has(symbol) for c in (*goal.conditions, *goal.positives))
        if bounded or not isinstance(domain, Interval):
            continue
        upper, lower = AT_ENDS.get(domain.lower), AT_ENDS.get(domain.upper)
        if upper is None or lower is None:
            continue
        image = Interval(lower, upper, domain.upper_open, domain.lower_open)
        new = regions.fresh(goal, Symbol("y"), regions.assumptions(image))
        put = _odds_in(goal.expression, symbol, new)
        if bool(put) != whole:
            continue
        form = goal.expression.xreplace(_rest_in(goal.expression, symbol, new) | put)
        if form == goal.expression:
            continue
        value = 1 / (1 + sympy.exp(new))
        moved = regions.change(replace(goal, expression=form), symbol, value, (new, image))
        child = _centred(search, moved, new) or search.prove(moved, depth - 1)
        if child is not None:
            return substituted(goal, symbol, new, sympy.log((1 - symbol) / symbol), child)
    return None


def _odds_in(expr: Expr, chance: Symbol, new: Symbol) -> dict[Expr, Expr]:
    """Logarithms of odds in the name of that against a chance; also one written as a difference."""
    put = {
        node: sign * new
        for node in expr.atoms(sympy.log)
        for sign in (1, -1)
        if node.has(chance) and _is_one(node.args[0] * (chance / (1 - chance)) ** sign)
    }
    for node in expr.atoms(sympy.Add):
        factor = node.coeff(sympy.log(1 - chance))
        if factor.is_Rational and node == factor * (sympy.log(1 - chance) - sympy.log(chance)):
            put[node] = factor * new
    return put


def _is_one(ratio: Expr) -> bool:
    """Whether a quotient cancels to 1; a point at which it is another number spares to ask."""
    names = sorted(ratio.free_symbols, key=str)
    at = ratio.xreplace({name: Rational(1, 3 + place) for place, name in enumerate(names)})
    return (at == 1 or not at.is_Rational) and sympy.cancel(ratio) == 1


def _rest_in(expr: Expr, chance: Symbol, new: Symbol) -> dict[Expr, Expr]:
    """The logarithm of the chance of the rest, where that of the chance is there too."""
    logarithms = sympy.log(chance), sympy.log(1 - chance)
    if not expr.atoms(sympy.log).issuperset(logarithms):
        return {}
    return {logarithms[1]: new + logarithms[0]}


def _centred(search: Search, goal: Goal, centre: Symbol) -> Step | None:
    """The goal with a variable's distance from a centre of symmetry, on the whole line."""
    for symbol, domain in goal.domains:
        if symbol == centre or not isinstance(domain, Interval):
            continue
        wide = tuple((n, LINE if n == symbol else d) for n, d in goal.domains)
        whole = replace(goal, domains=wide)
        for at in (centre, -centre):
            mirrored = whole.expression.subs(symbol, 2 * at - symbol)
            parts = core(whole.expression - mirrored, Region.of(whole))
            if parts is None or parts.sign != 0 or search.refuted(whole):
                continue
            new = regions.fresh(whole, symbol, regions.assumptions(LINE))
            moved = regions.change(whole, symbol, at + new, (new, LINE))
            child = _by_sides(search, moved, new)
            if child is None:
                return None
            step = substituted(whole, symbol, new, symbol - at, child)
            return step if domain == LINE else Step("close", goal, (), (step,))
    return None


def _by_sides(search: Search, goal: Goal, symbol: Symbol) -> Step | None:
    """The centre, and from it both sides, from where the two variables are equal."""
    children = []
    for side in regions.halves(goal, symbol):
        new = next(name for name, _ in side.domains if name not in dict(goal.domains))
        away = tuple((n, RAY if n == new else d) for n, d in side.domains)
        inner = replace(side, domains=away)
        step = diagonal(search, inner, Region.of(inner), DEPTH)
        centre = step and search.prove(regions.at_edge(side, new, S.Zero), DEPTH)
        if step is None or centre is None:
            return None
        children.append(Step("puncture", side, (("variable", new.name),), (centre, step)))
    return Step("halves", goal, (("variable", symbol.name),), tuple(children))


def substituted(goal: Goal, old: Symbol, new: Symbol, inverse: Expr, child: Step) -> Step:
    """A step to a variable that is a function of an old one, which is gone."""
    detail = (("old", old.name), ("new", new.name), ("inverse", str(inverse)))
    return Step("substitution", goal, detail, (child,))
