"""Rules for functions that are concave or convex in one variable.

Each rule returns a step whose goal follows from the goals of its children, or None:

* ``concave``: a function that is concave on an open interval and continuous on its closure (or
  has a limit at an infinite end) is >= 0 if it is so at both ends.
* ``stationary``: a function whose derivative is a positive factor times an increasing function,
  which vanishes at an inner point, is least there.
* ``diagonal``: a function that vanishes where two variables with the same interval are equal, and
  rises when one of them leaves the other, is >= 0.
* ``jensen``: exponentials with nonnegative factors are together at least the sum of these, which is
  > 0, times the exponential of the mean of their exponents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, permutations
from math import exp, log

import sympy
from sympy import Expr, S, Symbol

from dpsym.language.domains import Interval
from dpsym.language.heads import Phi
from dpsym.provers.scalar import limits, regions
from dpsym.provers.scalar.counted import multiplied_out
from dpsym.provers.scalar.derivatives import derivative
from dpsym.provers.scalar.factoring import factored
from dpsym.provers.scalar.goal import Detail, Goal, Step, size
from dpsym.provers.scalar.radicals import placeholder
from dpsym.provers.scalar.sampling import may_rise_through_zero
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.signs import Region
from dpsym.provers.scalar.smooth import differentiable
from dpsym.provers.scalar.variants import core, forms

MAX_OPERATIONS = 150
MAX_COMPARED = 300
"""Operations of a comparison of two variables, whose slopes may be short though it is long."""
MAX_ZERO, MAX_WEIGHT = 60, 12
MAX_LOGARITHMS = 3
MAX_DEGREE, MAX_TERMS = 50, 1000
"""The largest power of an unknown in an equation that is looked at."""
SIMPLE = tuple(dict.fromkeys(sympy.Rational(p, q) for q in range(1, 7) for p in range(-12, 13)))
NEARLY, ALIKE = 1e-12, 1e-9
FAR, GRID, LARGEST = 12, 48, 100
"""How far from zero a change of sign is looked for and at how many points; and the largest
denominator of a number of which a logarithm is recognised."""


def concave(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """The least value of a function that is concave in one variable is at an end."""
    if depth == 0 or goal.strict:
        return None
    for symbol, domain in goal.domains:
        search.check_time()
        if not isinstance(domain, Interval) or not goal.expression.has(symbol):
            continue
        if any(c.has(symbol) for c in (*goal.conditions, *goal.positives)):
            continue
        inner = regions.opened(goal, symbol)
        inside = Region.of(inner)
        bend = _second(goal.expression, symbol, inside)
        if bend is None:
            continue
        falling = replace(inner, expression=-bend)
        if search.refuted(falling):
            continue
        ends = [
            limits.at_end(goal, goal.expression, symbol, end)
            for end in (domain.lower, domain.upper)
        ]
        if None in ends:
            continue
        edges = [replace(regions.at_edge(goal, symbol, S.One), expression=end) for end in ends]
        if any(search.refuted(edge) for edge in edges):
            continue
        children = search.prove_all([falling, *edges], depth - 1)
        if children is not None:
            return Step("concave", goal, (("variable", symbol.name),), children)
    return None


def _second(expr: Expr, symbol: Symbol, inside: Region) -> Expr | None:
    """The second derivative, where the chain rule gives it at every point of the region."""
    if size(expr) > MAX_OPERATIONS or not differentiable(expr, symbol, inside):
        return None
    slope = derivative(expr, symbol)
    if size(slope) > 2 * MAX_OPERATIONS or not differentiable(slope, symbol, inside):
        return None
    return derivative(slope, symbol)


def stationary(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Compares with the value at the only point where the derivative vanishes."""
    if depth == 0 or goal.strict:
        return None
    for form, reason in forms(goal.expression, region):
        for symbol, domain in goal.domains:
            if not isinstance(domain, Interval) or not form.has(symbol):
                continue
            if size(form) > MAX_OPERATIONS:
                continue
            base = Goal(
                form,
                goal.domains,
                tuple(c for c in goal.conditions if not c.has(symbol)),
                tuple(c for c in goal.positives if not c.has(symbol)),
            )
            inner = regions.opened(base, symbol)
            if inner != base and Region.of(base).range(form) is None:
                continue  # it may not be continuous at an end that is a point
            step = _at_zero(search, base, inner, symbol, domain, depth)
            if step is not None:
                return (
                    step
                    if form == goal.expression and base == goal
                    else Step("form", goal, (("reason", reason),), (step,))
                )
    return None


def _at_zero(
    search: Search, base: Goal, inner: Goal, symbol: Symbol, domain: Interval, depth: int
) -> Step | None:
    inside = Region.of(inner)
    if not differentiable(base.expression, symbol, inside):
        return None
    slope = derivative(base.expression, symbol)
    apart = tuple(variable for variable in base.domains if variable[0] != symbol)
    others = replace(base, expression=S.Zero, domains=apart)
    if size(slope) > MAX_OPERATIONS or not may_rise_through_zero(slope, symbol, domain, others):
        return None
    around = Region.of(others)
    zeros = dict.fromkeys(v for c in limits.same_sign(slope, inside) for v in _zeros(c, symbol))
    zeros |= dict.fromkeys(_simple_zeros(slope, symbol, domain))
    zeros |= dict.fromkeys(_logarithms(slope, symbol, domain))
    places = [value for value in zeros if _within(value, domain, around)]
    for candidate in limits.multiples(slope, inside) if places else ():
        search.check_time()
        if size(candidate) > MAX_OPERATIONS:
            continue
        if not differentiable(candidate, symbol, inside):
            continue
        rising = replace(inner, expression=derivative(candidate, symbol))
        if search.refuted(rising):
            continue
        for value in places:
            parts = core(sympy.expand(candidate.subs(symbol, value)), around)
            if parts is None or parts.sign != 0:
                continue
            lowest = replace(others, expression=base.expression.subs(symbol, value))
            if search.refuted(lowest):
                continue
            children = search.prove_all([lowest, rising], depth - 1)
            if children is not None:
                detail: Detail = (
                    ("variable", symbol.name),
                    ("at", str(value)),
                    ("factor", str(candidate)),
                )
                return Step("stationary", base, detail, children)
    return None


def diagonal(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Goes from x = y to x along a function that rises: ``(x - y)*f_x >= 0``."""
    if depth == 0 or goal.strict or goal.conditions or goal.positives:
        return None
    if size(goal.expression) > MAX_COMPARED:
        return None
    slopes = [(derivative(goal.expression, x), x, y)
              for (x, domain), (y, other) in permutations(goal.domains, 2)
              if isinstance(domain, Interval) and domain == other]  # fmt: skip
    # A rational slope is decided sooner than one with the logarithms of a divergence.
    for slope, x, y in sorted(slopes, key=lambda found: found[0].has(sympy.log)):
        edge = replace(regions.at_edge(goal, x, S.One), expression=goal.expression.subs(x, y))
        parts = core(edge.expression, Region.of(edge))
        if parts is None or parts.sign != 0 or not differentiable(goal.expression, x, region):
            continue
        if size(slope) > MAX_OPERATIONS:
            continue
        away = replace(goal, expression=(x - y) * factored(sympy.together(slope)))
        if search.refuted(away):
            continue
        children = search.prove_all([edge, away], depth - 1)
        if children is not None:
            return Step("diagonal", goal, (("variables", [x.name, y.name]),), children)
    return None


def jensen(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Replaces several exponentials by one, that of the mean of their exponents."""
    if not any(node.free_symbols for node in goal.expression.atoms(sympy.exp)):
        return None
    expanded, found = _expanded(goal.expression)
    weights = {node: factor for node, factor in found.items() if region.nonnegative(factor)}
    if len(weights) < 2:
        return None
    total = sympy.expand(sympy.Add(*weights.values()))
    whole = sympy.Add(*(w * node.args[0] for node, w in weights.items()))
    if not total.is_Rational:
        if any(w.atoms(sympy.Function, sympy.exp) for w in weights.values()):
            return None
        if not all(w.is_rational_function() and size(w) <= MAX_WEIGHT for w in weights.values()):
            return None
        total, whole = factored(total), factored(whole)
    if not region.positive(total):
        return None
    mean = sympy.expand(whole / total if total.is_Rational else factored(whole / total))
    gap = sympy.Add(*(w * node for node, w in weights.items())) - total * sympy.exp(mean)
    rest = replace(goal, expression=in_exponentials(expanded - gap))
    if search.refuted(rest):
        return None
    child = search.prove(rest, 0)
    uses = [str(node) for node in weights]
    detail: Detail = (("at", str(mean)), ("uses", uses))
    return None if child is None else Step("jensen", goal, detail, (child,))


@lru_cache(maxsize=2000)
def _expanded(expr: Expr) -> tuple[Expr, dict[Expr, Expr]]:
    """The expression as a sum, its powers as they are, and the factors of its exponentials."""
    expanded = in_exponentials(expr)
    return expanded, exponentials(expanded)


def in_exponentials(expr: Expr) -> Expr:
    """An expression as a sum, in each term of which there is one exponential at most."""
    expanded = sympy.expand(expr, power_exp=False, power_base=False)
    terms = []
    for term in sympy.Add.make_args(expanded):
        nodes, rest = sympy.sift(
            sympy.Mul.make_args(term), lambda f: f.func is sympy.exp, binary=True
        )
        whole = sympy.exp(sympy.Add(*(node.args[0] for node in nodes)))
        terms.append(sympy.Mul(*rest, whole) if len(nodes) > 1 else term)
    return sympy.Add(*terms)


def exponentials(expanded: Expr) -> dict[Expr, Expr]:
    """The factors of exponentials that stand in a sum without others."""
    found: dict[Expr, Expr] = {}
    for term in sympy.Add.make_args(expanded):
        nodes = [f for f in sympy.Mul.make_args(term) if f.func is sympy.exp]
        rest = sympy.Mul(*(f for f in sympy.Mul.make_args(term) if f.func is not sympy.exp))
        if len(nodes) == 1 and nodes[0].free_symbols and not rest.has(sympy.exp):
            found[nodes[0]] = found.get(nodes[0], S.Zero) + rest
    return found


def _within(value: Expr, domain: Interval, region: Region) -> bool:
    """Whether ``value`` is defined and an inner point of the interval, everywhere."""
    if region.range(value) is None:
        return False
    above = domain.lower is S.NegativeInfinity or region.positive(value - domain.lower)
    return above and (domain.upper is S.Infinity or region.positive(domain.upper - value))


@lru_cache(maxsize=2000)
def _zeros(expr: Expr, symbol: Symbol) -> tuple[Expr, ...]:
    """Solutions of ``expr = 0`` where it is linear in the variable, its exponential or its
    logarithm, or the difference of normal tails at two places; only hints.
    """
    return tuple(dict.fromkeys(_hinted_zeros(expr, symbol)))


def _hinted_zeros(expr: Expr, symbol: Symbol) -> Iterator[Expr]:
    yield from _equal_tails(expr, symbol)
    yield from _equal_logarithms(expr, symbol)
    terms = [term.as_coeff_Mul() for term in sympy.Add.make_args(sympy.expand(expr))]
    forms_ = [expr]
    logs = [factor for factor, node in terms if node.func is sympy.log and node.has(symbol)]
    if logs:
        top, bottom, unit = S.One, S.One, sympy.gcd_list(logs)
        for coefficient, node in ((factor / unit, node) for factor, node in terms):
            if node.func is not sympy.log:
                top *= sympy.exp(coefficient * node)
            elif coefficient > 0:
                top *= node.args[0] ** coefficient
            else:
                bottom *= node.args[0] ** (-coefficient)
        forms_.append(top - bottom)
    for form in forms_:
        if size(form) > MAX_ZERO or multiplied_out(form) > MAX_TERMS:
            continue
        numerator = sympy.expand(sympy.fraction(sympy.together(form))[0])
        yield from _linear_zero(numerator, symbol)
        dummy = placeholder("t", positive=True)
        put = {
            node: dummy ** node.args[0].coeff(symbol)
            for node in numerator.atoms(sympy.exp)
            if sympy.expand(node.args[0] - symbol * node.args[0].coeff(symbol)) == 0
        }
        if not put:
            continue
        top = sympy.fraction(sympy.together(numerator.xreplace(put)))[0]
        for value in _linear_zero(top, dummy):
            if not value.has(symbol):
                yield sympy.log(value)


def _simple_zeros(expr: Expr, symbol: Symbol, domain: Interval) -> Iterator[Expr]:
    """Simple fractions at which an expression in one variable seems to vanish."""
    if expr.free_symbols != {symbol} or not expr.has(sympy.exp, sympy.log, sympy.Pow):
        return
    value = sympy.lambdify(symbol, expr, "math")
    for place in SIMPLE:
        if domain.lower < place < domain.upper:
            with suppress(ValueError, OverflowError, ZeroDivisionError, TypeError, NameError):
                if abs(value(float(place))) < NEARLY:
                    yield place


def _logarithms(expr: Expr, symbol: Symbol, domain: Interval) -> Iterator[Expr]:
    """Where an expression in one variable changes its sign and an exponential seems rational."""
    shifts = {node.args[0].as_coeff_Add()[0] for node in expr.atoms(sympy.exp)}
    if expr.free_symbols != {symbol} or not shifts:
        return
    value = sympy.lambdify(symbol, expr, "math")
    for place in _crossings(value, domain):
        for shift in sorted(shifts, key=str):
            near = Fraction(exp(place + float(shift))).limit_denominator(LARGEST)
            if near and abs(log(near) - float(shift) - place) < ALIKE:
                yield sympy.log(sympy.Rational(near.numerator, near.denominator)) - shift


def _crossings(value: Callable[[float], float], domain: Interval) -> Iterator[float]:
    """Where a function changes its sign between points of a grid, up to the last digits."""
    low, high = (float(max(min(end, FAR), -FAR)) for end in (domain.lower, domain.upper))
    places = [low + (high - low) * (n + 0.5) / GRID for n in range(GRID)]
    with suppress(ValueError, OverflowError, ZeroDivisionError, TypeError, NameError):
        values = [value(place) for place in places]
        for (left, start), (right, end) in pairwise(zip(places, values, strict=True)):
            if not start * end < 0:
                continue
            for _ in range(60):
                middle = (left + right) / 2
                if value(middle) * start > 0:
                    left = middle
                else:
                    right = middle
            yield (left + right) / 2


def _equal_logarithms(expr: Expr, symbol: Symbol) -> Iterator[Expr]:
    """Where the logarithm of the variable is another one, or the difference of two, if all is zero.

    So it seems at some values of the other names: where a logarithm is no real number, it may not.
    """
    inner = {node.args[0] for node in expr.atoms(sympy.log)}
    if not inner & {symbol, 1 / symbol}:
        return
    others = sorted(expr.free_symbols - {symbol}, key=str)
    value = sympy.lambdify((symbol, *others), expr, "mpmath")  # also of complex numbers
    known = sorted((a for a in inner if a.free_symbols and not a.has(symbol)), key=str)
    if len(known) > MAX_LOGARITHMS:
        return
    for top, bottom in permutations((S.One, *known), 2):
        place = top / bottom
        at = sympy.lambdify(others, place, "mpmath")
        zeros = 0
        for far in (1.0, 0.6, 2.8, 4.5):
            point = [far * (0.37 + 0.19 * n) for n in range(len(others))]
            with suppress(ValueError, OverflowError, ZeroDivisionError, TypeError, NameError):
                zeros += abs(value(at(*point), *point)) < ALIKE
        if zeros > 1:
            yield place


def _equal_tails(expr: Expr, symbol: Symbol) -> Iterator[Expr]:
    """Where ``T(u) - T(v)``, or ``T(u) + T(v)`` less its limits, is zero for T = Phi or erfc."""
    for head, whole in ((Phi, 1), (sympy.erfc, 2)):
        first, *more = sorted(expr.atoms(head), key=str) or [S.Zero]
        for second in more[:1] if len(more) == 1 else ():
            for equal, sign in ((second, -1), (whole - second, 1)):
                if sympy.expand(expr.xreplace({first: equal})) == 0:
                    gap = sympy.together(first.args[0] + sign * second.args[0])
                    yield from _linear_zero(sympy.fraction(gap)[0], symbol)


def _linear_zero(expr: Expr, unknown: Symbol) -> Iterator[Expr]:
    powers = (node.exp for node in expr.atoms(sympy.Pow) if node.base.has(unknown))
    if any(power.is_Integer and power > MAX_DEGREE for power in powers):
        return
    inside = any(node.has(unknown) for node in expr.atoms(sympy.Function, sympy.exp))
    if inside or multiplied_out(expr) > MAX_TERMS:
        return
    try:
        polynomial = sympy.Poly(expr, unknown)
    except sympy.PolynomialError:
        return
    if polynomial.degree() == 1 and not any(c.has(unknown) for c in polynomial.all_coeffs()):
        slope, rest = polynomial.all_coeffs()
        yield factored(-rest / slope)
