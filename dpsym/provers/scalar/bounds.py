"""Rules that replace convex and concave parts by their chords and tangents.

Each rule returns a step whose goal follows from the goals of its children, or None:

* ``chord``: ``exp(w)`` with w affine in a variable of a bounded interval lies below its chord
  between the ends, since exp is convex; it is replaced by the chord where its coefficient is <= 0.
* ``bernstein``: a polynomial in a variable of [0, 1] is >= 0 if its Bernstein coefficients are.
* ``tangent``: ``log(v) <= v - 1`` for v > 0, so ``log(u) <= log(M) + u/M - 1`` for u, M > 0. With
  M = 1 it replaces logarithms with coefficients <= 0. For a term ``C*log(M)`` with a number C > 0
  every other logarithm is written as ``C*log(u**(1/C))`` or ``-C*log(u**(-1/C))`` and replaced
  (Jensen's inequality). What is no logarithm may be a factor inside: ``C*log(u) + C*v`` is
  ``C*log(u*exp(v))`` (Gibbs' variational formula).
* ``lemma``: for ``f(x) <= g(x)`` on a domain, ``c*f(u)`` with c <= 0 and u in the domain is
  replaced by ``c*g(u)``, which is not larger; for ``f(x) >= g(x)`` where c >= 0.

The last child of ``chord``, ``tangent`` and ``lemma`` is the proof of the inequality that they use,
a lemma of :mod:`dpsym.provers.scalar.lemmas`. Each rule removes a variable or a function, so they
need no depth.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import sympy
from sympy import Expr, S, Symbol

from dpsym.language.domains import Interval
from dpsym.provers.scalar.factoring import factored
from dpsym.provers.scalar.goal import Detail, Goal, Step
from dpsym.provers.scalar.lemmas import EXP_CHORD, HEADS, LOG_TANGENT, Lemma, as_sums, replaceable
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.signs import Region

MAX_DEGREE = 6


def chord(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Replaces exponentials that are affine in a bounded variable by their chords."""
    bounded = {symbol for symbol, domain in goal.domains if _bounded(domain)}
    if EXP_CHORD not in search.lemmas or not any(
        node.free_symbols & bounded for node in goal.expression.atoms(sympy.exp)
    ):
        return None
    expanded = sympy.expand(goal.expression, power_exp=False, power_base=False)
    for symbol, domain in goal.domains:
        if not _bounded(domain):
            continue
        put: dict[Expr, Expr] = {}
        for node in sorted(expanded.atoms(sympy.exp), key=str):
            line = _affine(node.args[0], symbol)
            if line is None or not _coefficient_sign(expanded, node, region, -1):
                continue
            if any(node != other and _coupled(expanded, node, other) for other in put):
                continue
            part = (symbol - domain.lower) / (domain.upper - domain.lower)
            ends = [sympy.exp(node.args[0].subs(symbol, e)) for e in (domain.lower, domain.upper)]
            put[node] = (1 - part) * ends[0] + part * ends[1]
        if not put:
            continue
        rest = replace(goal, expression=sympy.expand(expanded.xreplace(put)))
        if search.refuted(rest):
            continue
        child = search.prove(rest, max(depth - 1, 0))
        detail: Detail = (("variable", symbol.name), ("uses", [str(node) for node in put]))
        made = _by_lemma(search, "chord", EXP_CHORD, goal, detail, child)
        if made is not None:
            return made
    return None


def _coupled(expr: Expr, node: Expr, other: Expr) -> bool:
    """Whether some term contains both."""
    return any(term.has(node) and term.has(other) for term in sympy.Add.make_args(expr))


def _bounded(domain: object) -> bool:
    if not isinstance(domain, Interval):
        return False
    return bool(domain.lower.is_Rational and domain.upper.is_Rational)


def _affine(expr: Expr, symbol: Symbol) -> Expr | None:
    """The slope, where ``expr`` is a polynomial of degree one in ``symbol``."""
    if not expr.has(symbol) or not expr.is_polynomial(symbol):
        return None
    polynomial = sympy.Poly(expr, symbol)
    return polynomial.LC() if polynomial.degree() == 1 else None


def _coefficient_sign(expr: Expr, node: Expr, region: Region, sign: int) -> bool:
    """Whether ``expr`` is ``c*node + rest`` without node in the rest, and ``sign*c >= 0``."""
    total: Expr = S.Zero
    for term in sympy.Add.make_args(expr):
        if not term.has(node):
            continue
        others = [factor for factor in sympy.Mul.make_args(term) if factor != node]
        coefficient = sympy.Mul(*others)
        if coefficient.has(node) or len(others) == len(sympy.Mul.make_args(term)):
            return False
        total += coefficient
    return region.nonnegative(sign * total) or region.nonnegative(factored(sign * total))


def bernstein(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Proves that all Bernstein coefficients in one variable of [0, 1] are >= 0."""
    if goal.strict or len(goal.domains) < 2:
        return None
    expanded = sympy.expand(goal.expression)
    for symbol, domain in goal.domains:
        if not isinstance(domain, Interval) or (domain.lower, domain.upper) != (0, 1):
            continue
        if not expanded.is_polynomial(symbol):
            continue
        if any(c.has(symbol) for c in (*goal.conditions, *goal.positives)):
            continue
        polynomial = sympy.Poly(expanded, symbol)
        degree = polynomial.degree()
        if not 1 <= degree <= MAX_DEGREE:
            continue
        powers = [polynomial.coeff_monomial(symbol**i) for i in range(degree + 1)]
        if any(c.has(symbol) for c in powers):
            continue
        numbers = [
            sympy.expand(
                sum(
                    sympy.Rational(sympy.binomial(j, i), sympy.binomial(degree, i)) * powers[i]
                    for i in range(j + 1)
                )
            )
            for j in range(degree + 1)
        ]
        rest = tuple((n, d) for n, d in goal.domains if n != symbol)
        goals = [replace(goal, expression=number, domains=rest) for number in numbers]
        if any(search.refuted(child) for child in goals):
            continue
        children = search.prove_all(goals, max(depth - 1, 0))
        if children is not None:
            return Step("bernstein", goal, (("variable", symbol.name),), children)
    return None


def tangent(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Replaces logarithms by their tangents, at 1 or at the argument of another logarithm."""
    if not goal.expression.has(sympy.log) or LOG_TANGENT not in search.lemmas:
        return None
    for rest, detail in _tangents(goal.expression, region):
        child_goal = replace(goal, expression=rest)
        if search.refuted(child_goal):
            continue
        child = search.prove(child_goal, max(depth - 1, 0))
        made = _by_lemma(search, "tangent", LOG_TANGENT, goal, detail, child)
        if made is not None:
            return made
    return None


def _tangents(expr: Expr, region: Region) -> Iterator[tuple[Expr, Detail]]:
    """Lower bounds of an expression."""
    split = logarithms(expr)
    if split is None:
        return
    coefficients, rest = split
    if not all(region.positive(node.args[0]) for node in coefficients):
        return
    for anchor, weight in coefficients.items():
        if not (weight.is_Rational and weight > 0) or len(coefficients) < 2:
            continue
        others = {node: c for node, c in coefficients.items() if node != anchor}
        signs = {node: _sign(c, region) for node, c in others.items()}
        shares = [weight * signs[node] * c for node, c in others.items()]
        if not all(signs.values()) or sympy.expand(sympy.Add(weight, *(-s for s in shares))) != 0:
            continue
        at = (("at", str(anchor.args[0])),)
        for shifts in ({}, shifted_by(others, rest)):
            if shifts is None:
                continue
            bound = rest
            for node, share in zip(others, shares, strict=True):
                shift = shifts.get(node, S.Zero)
                u = sympy.powsimp((node.args[0] * sympy.exp(shift)) ** (-signs[node] / weight))
                bound -= share * (u / anchor.args[0] - 1) + others[node] * shift
            yield bound, (*at, ("shifted", True)) if shifts else at
    put = {node: node.args[0] - 1 for node, c in coefficients.items() if _sign(c, region) < 0}
    if put and not any(node.args[0].is_number for node in put):
        yield (
            rest + sum(c * put.get(node, node) for node, c in coefficients.items()),
            (("at", "1"),),
        )


def shifted_by(coefficients: Mapping[Expr, Expr], rest: Expr) -> dict[Expr, Expr] | None:
    """Numbers whose exponentials are factors of logarithms: with their coefficients they add up
    to the rest; None where there are none, or all are zero.

    >>> from sympy import log, symbols
    >>> x, y, u, v = symbols("x y u v")
    >>> shifted_by({log(y): x, log(v): 1 - x}, -x*u)
    {log(y): -u, log(v): 0}
    """
    names = sorted(set().union(*(c.free_symbols for c in coefficients.values())), key=str)
    unknown = sympy.symbols(f"shift:{len(coefficients)}", cls=sympy.Dummy)
    gap = rest - sympy.Add(*map(sympy.Mul, coefficients.values(), unknown))
    if rest == 0 or not gap.is_polynomial(*names):
        return None
    parts = sympy.Poly(gap, *names).coeffs() if names else [gap]
    found = sympy.solve(parts, unknown, dict=True)
    if not found or not any(found[0].values()):
        return None
    values = (found[0].get(name, S.Zero).subs(dict.fromkeys(unknown, 0)) for name in unknown)
    return dict(zip(coefficients, values, strict=True))


def logarithms(expr: Expr) -> tuple[dict[Expr, Expr], Expr] | None:
    """The coefficient of every logarithm and the rest, for an expression linear in them."""
    coefficients: dict[Expr, Expr] = {}
    rest: Expr = S.Zero
    for term in _distributed(expr):
        nodes = [factor for factor in sympy.Mul.make_args(term) if factor.func is sympy.log]
        if not term.has(sympy.log):
            rest += term
            continue
        if len(nodes) != 1 or len(nodes[0].args) != 1:
            return None
        coefficient = term / nodes[0]
        if coefficient.has(sympy.log) or nodes[0].args[0].has(sympy.log):
            return None
        coefficients[nodes[0]] = coefficients.get(nodes[0], S.Zero) + coefficient
    return (coefficients, rest) if coefficients else None


def _distributed(expr: Expr) -> Iterator[Expr]:
    """The terms of a sum; a product with one factor that is a sum with logarithms is multiplied
    out.
    """
    for term in sympy.Add.make_args(expr):
        sums = [f for f in sympy.Mul.make_args(term) if f.is_Add and f.has(sympy.log)]
        if len(sums) == 1:
            for part in sums[0].args:
                yield from _distributed(term / sums[0] * part)
        else:
            yield term


def _sign(expr: Expr, region: Region) -> int:
    if region.nonnegative(expr):
        return 1
    return -1 if region.nonnegative(-expr) else 0


def heads(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Replaces hyperbolic and error functions by the bounds of lemmas, where what is left needs no
    search.
    """
    allowed = [lemma for lemma in HEADS if lemma in search.lemmas]
    usable = [lemma for lemma in allowed if lemma.may_bound(goal.expression)]
    if not usable:
        return None
    ways = ((lemma, form) for lemma in usable for form in as_sums(goal.expression, lemma))
    for lemma, form in ways:
        found = dict(replaceable(lemma, form, region))
        put = {node: lemma.bound(node, value) for node, value in found.items()}
        rest = replace(goal, expression=form.xreplace(put))
        if not found:
            continue
        uses = [[str(node), str(value)] for node, value in found.items()]
        child = None if search.refuted(rest) else search.prove(rest, 0)
        child = child or _without(search, rest, lemma)
        made = _by_lemma(search, "lemma", lemma, goal, (("uses", uses),), child)
        if made is not None:
            return made
    return None


def _without(search: Search, goal: Goal, lemma: Lemma) -> Step | None:
    """The goal without a nonnegative term that still has the function of a lemma."""
    region = Region.of(goal)
    for term in sympy.Add.make_args(goal.expression):
        if term.has(lemma.function.func) and region.nonnegative(term):
            rest = replace(goal, expression=goal.expression - term)
            child = None if search.refuted(rest) else search.prove(rest, 0)
            if child is not None:
                return Step("drop", goal, (("term", str(term)),), (child,))
    return None


def _by_lemma(
    search: Search, rule: str, lemma: Lemma, goal: Goal, detail: Detail, child: Step | None
) -> Step | None:
    """A step by a lemma from the goal that is left; None where that or the lemma has no proof."""
    shown = None if child is None else search.lemma_proof(lemma)
    if child is None or shown is None:
        return None
    return Step(rule, goal, (*detail, ("theorem", lemma.theorem)), (child, shown))
