"""Polynomials in several variables as sums of squares, times what is >= 0 on the domain.

Each rule returns a step whose goal follows from the goals of its children, or None:

* ``squares of polynomials``: the expression is the sum of the products of the detail, a positive
  number, a product of distances to ends of the domain and of conditions, and the square of a
  polynomial. Multiplying out checks it; how it was found plays no part
  (:mod:`dpsym.provers.scalar.gram`; Parrilo 2003, Peyrl and Parrilo 2008). A variable x that
  occurs in exponentials alone is replaced by ``t = exp(c*x)`` meanwhile, one with roots of linear
  functions by the first root; the others are variables with known squares.
"""

from __future__ import annotations

from collections.abc import Container
from functools import partial, reduce
from itertools import combinations, product
from typing import TYPE_CHECKING

import sympy
from flint import fmpq
from sympy import Dummy, Expr, S, Symbol

from dpsym.language.domains import Interval
from dpsym.provers.scalar.goal import Goal, Step
from dpsym.provers.scalar.roots import is_half, split_roots
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.signs import Region

if TYPE_CHECKING:
    from dpsym.provers.scalar.gram import Monomial, Polynomial

MAX_DEGREE = 12
MAX_VARIABLES = 4
MAX_MONOMIALS = 36


def squares_of_polynomials(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Decides polynomials in up to four variables or exponentials by an exact sum of squares."""
    names = [symbol for symbol, _ in goal.domains if goal.expression.has(symbol)]
    if goal.strict or not 1 <= len(names) <= MAX_VARIABLES:
        return None
    if goal not in search.sums:
        search.sums[goal] = _attempt(goal, region)
    return search.sums[goal]


def _attempt(goal: Goal, region: Region) -> Step | None:
    written = _without_exponentials(goal)
    if written is None:
        return None
    algebraic, values = written
    squares: dict[Symbol, Expr] = {}
    if not values:
        algebraic, values, squares = _without_roots(goal, region)
    names = [symbol for symbol, _ in algebraic.domains if algebraic.expression.has(symbol)]
    names += [symbol for symbol, _ in algebraic.domains if symbol in squares.keys() - {*names}]
    terms = _terms_of_squares(algebraic, names, squares) if values or len(names) > 1 else None
    if terms is None:
        return None
    told = [[str(part.xreplace(values)) for part in term] for term in terms]
    return Step("squares of polynomials", goal, (("terms", told),))


def _without_exponentials(goal: Goal) -> tuple[Goal, dict[Expr, Expr]] | None:
    """The goal with ``t`` for ``exp(c*x)``, c > 0 as large as may be, and what every t is.

    None where the degree in t is too large.
    """
    expanded = sympy.expand(goal.expression)
    values: dict[Expr, Expr] = {}
    put: dict[Expr, Expr] = {}
    domains = []
    for symbol, domain in goal.domains:
        nodes = [node for node in expanded.atoms(sympy.exp) if node.has(symbol)]
        rates = [node.args[0] / symbol for node in nodes]
        if not rates or not all(rate.is_Rational and rate > 0 for rate in rates):
            domains.append((symbol, domain))
            continue
        unit = reduce(sympy.gcd, rates)
        if max(rates) > MAX_DEGREE * unit:
            return None
        new = Dummy(f"t{len(values)}", positive=True)
        values[new] = sympy.exp(unit * symbol)
        put.update({n: new ** (rate / unit) for n, rate in zip(nodes, rates, strict=True)})
        least = S.One if domain.lower == 0 else S.Zero
        domains.append((new, Interval(least, S.Infinity, least == 0, True)))
    if not values:
        return goal, {}
    facts = [sympy.expand(fact).xreplace(put) for fact in (*goal.conditions, *goal.positives)]
    return Goal(expanded.xreplace(put), tuple(domains), tuple(facts)), values


def _without_roots(goal: Goal, region: Region) -> tuple[Goal, dict[Expr, Expr], dict[Symbol, Expr]]:
    """The goal with names for square roots of linear functions of one variable, and their values.

    The variable is a polynomial in the first of its roots; the squares of the others are given.
    """
    expression = split_roots(goal.expression, region)
    values: dict[Expr, Expr] = {}
    put: dict[Expr, Expr] = {}
    roots: dict[Expr, Expr] = {}
    squares: dict[Symbol, Expr] = {}
    domains = []
    for symbol, domain in goal.domains:
        bases = {node.base for node in expression.atoms(sympy.Pow)
                 if is_half(node.exp) and node.has(symbol)}  # fmt: skip
        if not bases:
            domains.append((symbol, domain))
            continue
        if not isinstance(domain, Interval) or not all(
            base.is_polynomial(symbol)
            and sympy.degree(base, symbol) == 1
            and base.free_symbols == {symbol}
            and all(c.is_Rational for c in sympy.Poly(base, symbol).coeffs())
            for base in bases
        ):
            return goal, {}, {}
        written: Expr = symbol
        for base in sorted(bases, key=lambda b: (b.count_ops(), str(b))):
            new = Dummy(f"r{len(values)}", nonnegative=True)
            ends = sorted(base.subs(symbol, end) for end in (domain.lower, domain.upper))
            low, high = (sympy.sqrt(end) for end in ends)
            if not (_rational(low) and _rational(high)):
                return goal, {}, {}
            domains.append((new, Interval(low, high, low == high, high is S.Infinity)))
            if written == symbol:
                (written,) = sympy.solve(base - new**2, symbol)
            else:
                squares[new] = sympy.expand(base.subs(symbol, written))
            values[new] = sympy.sqrt(base)
            roots[base] = new
        put[symbol] = written
    if not values:
        return goal, {}, {}
    rooted = expression.replace(
        lambda node: node.is_Pow and is_half(node.exp) and node.base in roots,
        lambda node: roots[node.base] ** (2 * node.exp),
    )
    facts = [fact.xreplace(put) for fact in (*goal.conditions, *goal.positives)]
    return Goal(rooted.xreplace(put), tuple(domains), tuple(facts)), values, squares


def _terms_of_squares(
    goal: Goal, names: list[Symbol], squares: dict[Symbol, Expr]
) -> list[list[Expr]] | None:
    """Numbers, multipliers and what is squared, with the expression as the sum of products."""
    if not goal.expression.is_polynomial(*names) or goal.expression.free_symbols - set(names):
        return None
    polynomial = sympy.Poly(goal.expression, *names)
    if polynomial.domain not in (sympy.ZZ, sympy.QQ) or polynomial.total_degree() > MAX_DEGREE:
        return None
    from dpsym.provers.scalar.gram import decomposed  # it needs numpy

    known = {names.index(name): _terms(sympy.Poly(v, *names)) for name, v in squares.items()}
    for written in _products(polynomial) if squares else _multipliers(goal, polynomial):
        multipliers = [sympy.Poly(m, *names) for m in written]
        basis = partial(_basis_below, known) if known else _basis
        bases = [basis(polynomial, m) for m in multipliers]
        if max(map(len, bases)) > MAX_MONOMIALS:
            continue
        found = decomposed(_terms(polynomial), [_terms(m) for m in multipliers], bases, known)
        if found is None:
            continue
        listed = [(_number(w), written[j], _expression(q, names)) for w, j, q in found]
        total = sympy.Add(*(w * g * q**2 for w, g, q in listed)) - goal.expression
        gap = sympy.Poly(total, *names)
        if (
            gap.is_zero
            or sympy.reduced(gap, [n**2 - v for n, v in squares.items()], *names)[1] == 0
        ):
            return [list(term) for term in listed]
    return None


def _multipliers(goal: Goal, polynomial: sympy.Poly) -> list[list[Expr]]:
    """Products that are >= 0 on the domain: none but one, then all, those of conditions too."""
    choices: list[list[Expr]] = []
    for symbol in polynomial.gens:
        domain = dict(goal.domains)[symbol]
        lower, upper = domain.lower, domain.upper
        if not isinstance(domain, Interval) or not (_rational(lower) and _rational(upper)):
            return []
        below = [symbol - lower] if lower.is_finite else []
        above = [upper - symbol] if upper.is_finite else []
        if below and above:
            odd = polynomial.degree(symbol) % 2
            choices.append([*below, *above] if odd else [S.One, below[0] * above[0]])
        else:
            choices.append([S.One, *below, *above])
    whole = [sympy.Mul(*chosen) for chosen in product(*choices)]
    facts = [
        fact
        for fact in (*goal.conditions, *goal.positives)
        if fact.is_polynomial(*polynomial.gens)
        and fact.free_symbols <= set(polynomial.gens)
        and all(c.is_Rational for c in sympy.Poly(fact, *polynomial.gens).coeffs())
    ]
    whole += [fact * m for fact in facts[:2] for m in whole]
    return [whole] if whole == [S.One] else [[S.One], whole]


def _rational(end: Expr) -> bool:
    return bool(end.is_Rational or not end.is_finite)


def _basis(polynomial: sympy.Poly, multiplier: sympy.Poly) -> list[Monomial]:
    """Monomials whose squares times the multiplier have no larger degree, in all or in one."""
    room = polynomial.total_degree() - multiplier.total_degree()
    ranges = [
        range((polynomial.degree(x) - multiplier.degree(x)) // 2 + 1) for x in polynomial.gens
    ]
    return [monomial for monomial in product(*ranges) if 2 * sum(monomial) <= room]


def _products(polynomial: sympy.Poly) -> list[list[Expr]]:
    """Products of two roots, which are >= 0."""
    pairs = [x * y for x, y in combinations(polynomial.gens, 2)]
    return [[S.One], [S.One, *pairs]]


def _basis_below(
    known: Container[int], polynomial: sympy.Poly, multiplier: sympy.Poly
) -> list[Monomial]:
    """Monomials whose squares times the multiplier have no larger degree, without known squares."""
    degree = polynomial.total_degree()
    room = degree + degree % 2 - multiplier.total_degree()
    ranges = [range(2 if i in known else room // 2 + 1) for i in range(len(polynomial.gens))]
    return [monomial for monomial in product(*ranges) if 2 * sum(monomial) <= room]


def _terms(polynomial: sympy.Poly) -> Polynomial:
    return {m: fmpq(int(c.p), int(c.q)) for m, c in polynomial.terms()}


def _number(value: fmpq) -> Expr:
    return sympy.Rational(int(value.p), int(value.q))


def _expression(polynomial: Polynomial, names: list[Symbol]) -> Expr:
    return sympy.Add(
        *(
            _number(c) * sympy.Mul(*(x**n for x, n in zip(names, monomial, strict=True)))
            for monomial, c in polynomial.items()
        )
    )
