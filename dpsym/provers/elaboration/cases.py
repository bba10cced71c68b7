"""Steps of the scalar prover about heads, polynomials, tangents and boxes."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import sympy
from sympy import Expr, S, Symbol

from dpsym.kernel.scalar_boxes import EMPTY, decided, halves
from dpsym.kernel.scalar_boxes import Box as Sides
from dpsym.kernel.scalar_boxes import boxes as boxes_of
from dpsym.language.domains import Interval
from dpsym.numeric import FAILURES, Goal
from dpsym.provers.elaboration.derived import (
    LINE,
    POSITIVE_LINE,
    divided,
    generalized,
    sloped,
    substituted,
)
from dpsym.provers.elaboration.forms import forms_of
from dpsym.provers.elaboration.nodes import Elaborating, Json
from dpsym.provers.elaboration.reading import Data, _child, _expr, _of
from dpsym.provers.elaboration.text import MissingError, goal_of, text
from dpsym.provers.scalar.bounds import logarithms, shifted_by
from dpsym.provers.scalar.convexity import exponentials, in_exponentials
from dpsym.provers.scalar.derivatives import derivative
from dpsym.provers.scalar.factoring import factored
from dpsym.provers.scalar.lemmas import HEADS, as_sums, coefficient

Box = list[tuple[Expr, Expr]]
LEAVES = ("d", "m", "t")
"""The tokens of a bisection tree that might be names."""
FINER, MAX_REFINED = 5, 1500
"""How often a box of a tree is halved, and how many boxes are looked at."""


def sums(e: Elaborating, goal: Goal, step: Data) -> Json:
    """Squares, times numbers and what is >= 0 on the domain."""
    written = [[_expr(part, goal) for part in term] for term in step["detail"]["terms"]]
    return e.sum(goal, *((w * g * q**2, S.One, e.leaf) for w, g, q in written))


def substitution(e: Elaborating, goal: Goal, step: Data) -> Json:
    """Another variable, which is a function of an old one that stands for it no more."""
    detail, child = step["detail"], step["children"][0]["goal"]
    old, new = Symbol(detail["old"]), Symbol(detail["new"])
    variable = new, _expr(detail["inverse"], goal), goal_of(child).domains[new]
    return generalized(e, goal, variable, _of(step, 0, goal), _child(e, step, 0), forget=old)


def polarised(e: Elaborating, goal: Goal, step: Data) -> Json:
    """Another variable beside an old one, to which it is equal."""
    old, new = (Symbol(step["detail"][key]) for key in ("old", "new"))
    variable = new, old, goal_of(step["children"][0]["goal"]).domains[new]
    return generalized(e, goal, variable, _of(step, 0, goal), _child(e, step, 0))


def closed_form(e: Elaborating, goal: Goal, step: Data) -> Json:
    """A sum lies on one side of its closed form."""
    weight = _expr(step["detail"]["weight"], goal)
    gap, rest = (_of(step, place, goal) for place in (0, 1))
    return e.sum(goal, (weight, gap, _child(e, step, 0)), (S.One, rest, _child(e, step, 1)))


def parity(e: Elaborating, goal: Goal, step: Data) -> Json:
    """Between the values for an even and an odd exponent of -1."""
    sign = S.NegativeOne ** _expr(step["detail"]["exponent"], goal)
    values = [((1 + s * sign) / 2, i) for i, s in enumerate((1, -1))]

    def between(current: Goal) -> Json:
        return e.sum(current, *((w, _of(step, i, goal), _child(e, step, i)) for w, i in values))

    if not goal.strict:
        return between(goal)
    # Of the two weights, one is > 0 where it is known which.
    return e.node(goal, "cases", {"on": text(sign)}, nonnegative=between, negative=between)


def tangent(e: Elaborating, goal: Goal, step: Data) -> Json:
    """Logarithms below their tangents."""
    bound, at = _of(step, 0, goal), _expr(step["detail"]["at"], goal)
    split = logarithms(goal.expression)
    if split is None:
        raise MissingError("the goal is not linear in logarithms")
    kept = (bound, sympy.expand(bound))
    terms: list[Any] = [(S.One, bound, _child(e, step, 0))]
    weight = split[0][sympy.log(at)] if at != 1 else S.One
    others = {head: factor for head, factor in split[0].items() if head.args[0] != at}
    shifts = (shifted_by(others, split[1]) or {}) if step["detail"].get("shifted") else {}
    for head, factor in split[0].items():
        if head.args[0] == at or not factor:
            continue
        if at == 1:
            if not any(form.has(head) for form in kept):
                value = head.args[0]
                terms.append((-factor, value - 1 - sympy.log(value), _above_log(e, value)))
            continue
        sign = 1 if goal.region().range(factor).nonnegative else -1
        size = head.args[0] * sympy.exp(shifts.get(head, S.Zero))
        value = sympy.powsimp(size ** (-sign / weight)) / at
        part = value - 1 - sympy.log(value)
        terms.append((sign * weight * factor, part, _above_log(e, value)))
    try:
        return e.sum(goal, *terms)
    except FAILURES:
        above, below = sympy.fraction(factored(at))
        if not e.evident(goal, below, True):
            above, below = -above, -below
        shown_above = lambda g: e.sum(g, (below, at, e.leaf))  # noqa: E731
        return e.have(goal, above, True, shown_above, lambda g: e.sum(g, *terms))


def _above_log(e: Elaborating, value: Expr) -> Any:
    """A proof of ``value - 1 - log(value) >= 0``: its least value is at 1."""

    def grow(goal: Goal) -> Json:
        new = e.fresh(goal, "t")
        least: Any = {"more": {"at": "1"}, "slope": e.leaf, "least": e.leaf}
        return generalized(
            e,
            goal,
            (new, value, POSITIVE_LINE),
            new - 1 - sympy.log(new),
            lambda g: sloped(e, g, new, "valley", 1 - 1 / new, **least),
        )

    return grow


def jensen(e: Elaborating, goal: Goal, step: Data) -> Json:
    """Exponentials above their tangents at the mean of the exponents."""
    factors = exponentials(in_exponentials(goal.expression))
    at, terms = _expr(step["detail"]["at"], goal), [(S.One, _of(step, 0, goal), _child(e, step, 0))]
    for node in (_expr(used, goal) for used in step["detail"]["uses"]):
        value = sympy.expand(node.args[0] - at)
        part = sympy.exp(value) - 1 - value
        terms.append((factors[node] * sympy.exp(at), part, _above_tangent(e, value)))
    return e.sum(goal, *terms)


def _above_tangent(e: Elaborating, value: Expr) -> Any:
    """A proof of ``exp(value) - 1 - value >= 0``: its least value is at 0."""

    def grow(goal: Goal) -> Json:
        new = e.fresh(goal, "t")
        least: Any = {"more": {"at": "0"}, "slope": e.leaf, "least": e.leaf}
        form, slope = sympy.exp(new) - 1 - new, sympy.exp(new) - 1
        shown = lambda g: sloped(e, g, new, "valley", slope, **least)  # noqa: E731
        return generalized(e, goal, (new, value, LINE), form, shown)

    return grow


def lemma(e: Elaborating, goal: Goal, step: Data) -> Json:
    """Functions by their bounds."""
    bound, shown = _of(step, 0, goal), step["children"][1]
    whole = goal_of(shown["goal"])
    (symbol,) = whole.domains
    terms: list[Any] = [(S.One, bound, _child(e, step, 0))]
    used = next(known for known in HEADS if known.theorem == step["detail"]["theorem"])
    ways = (*as_sums(goal.expression, used), *forms_of(goal, lambda form: as_sums(form, used)))
    for written, at in step["detail"]["uses"]:
        node, value = _expr(written, goal), _expr(at, goal)
        expanded = next((way for way in ways if way.has(node)), None)
        if expanded is None:
            raise MissingError(f"{node} stands in no form of {goal.expression}")
        part = whole.expression.xreplace({symbol: value})
        weight = coefficient(expanded, node) / coefficient(part, node)
        terms.append((weight, part, _instance(e, shown, value)))
    return e.sum(goal, *terms)


def _instance(e: Elaborating, step: Data, value: Expr) -> Any:
    """A lemma about one variable at a value."""
    whole = goal_of(step["goal"])
    ((symbol, domain),) = whole.domains.items()
    variable = (symbol, value, domain)
    return lambda g: generalized(e, g, variable, whole.expression, lambda g: e.follow(g, step))


def chord(e: Elaborating, goal: Goal, step: Data) -> Json:
    """Exponentials below their chords."""
    symbol = Symbol(step["detail"]["variable"])
    domain = goal.domains[symbol]
    bound = _of(step, 0, goal)
    expanded = sympy.expand(goal.expression, power_exp=False, power_base=False)
    terms: list[Any] = [(S.One, bound, _child(e, step, 0))]
    part = (symbol - domain.lower) / (domain.upper - domain.lower)
    for node in (_expr(used, goal) for used in step["detail"]["uses"]):
        ends = [sympy.exp(node.args[0].subs(symbol, x)) for x in (domain.lower, domain.upper)]
        gap = (1 - part) * ends[0] + part * ends[1] - node
        coefficient = -sympy.Add(*[t / node for t in sympy.Add.make_args(expanded) if t.has(node)])
        slope = derivative(gap, symbol)

        def concave(g: Goal, slope: Expr = slope) -> Json:
            return sloped(e, g, symbol, "hill", slope, slope=e.auto, lower=e.auto, upper=e.auto)

        terms.append((factored(coefficient), gap, concave))
    return e.sum(goal, *terms)


def bernstein(e: Elaborating, goal: Goal, step: Data) -> Json:
    """The polynomial by its Bernstein coefficients."""
    symbol, degree = Symbol(step["detail"]["variable"]), len(step["children"]) - 1
    terms = [
        (
            sympy.binomial(degree, j) * symbol**j * (1 - symbol) ** (degree - j),
            _of(step, j, goal),
            _child(e, step, j),
        )
        for j in range(degree + 1)
    ]
    return e.sum(goal, *terms)


def discriminant(e: Elaborating, goal: Goal, step: Data) -> Json:
    """A square and the discriminant."""
    symbol = Symbol(step["detail"]["variable"])
    a, b, _ = sympy.Poly(sympy.expand(goal.expression), symbol).all_coeffs()
    return e.sum(
        goal,
        (1 / (4 * a), _of(step, 0, goal), _child(e, step, 0)),
        (a, (symbol + b / (2 * a)) ** 2, e.auto),
    )


def polynomial(e: Elaborating, goal: Goal, step: Data) -> Json:
    """Ranges of shifted or Bernstein forms on pieces."""
    pieces = [[tuple(map(sympy.S, side)) for side in box] for box in _pieces(step)]
    if len(pieces) < 2:
        with suppress(MissingError, *FAILURES):
            return e.auto(goal, steps=False)
    symbols = [Symbol(name) for name, _ in step["goal"]["domains"]]
    symbols = [symbol for symbol in symbols if goal.expression.has(symbol)]
    if len(symbols) > 1:
        whole = [(goal.domains[s].lower, goal.domains[s].upper) for s in symbols]
        return _on_pieces(e, goal, symbols, whole, pieces or [whole])
    (symbol,) = symbols
    domain: Any = goal.domains[symbol]
    e.depth += 1
    try:
        if e.depth > 10:
            raise ValueError("too many pieces")
        if not domain.upper.is_finite:
            new = e.fresh(goal, "s")
            try:
                half = Interval(S.Zero, S.Infinity, domain.lower_open, True)
                return substituted(
                    e,
                    goal,
                    (symbol, domain.lower + new),
                    (new, symbol - domain.lower, half),
                    lambda g: e.auto(g, steps=False),
                )
            except Exception:  # noqa: BLE001
                at = domain.lower + 1
        else:
            at = (domain.lower + domain.upper) / 2
            shape = _bernstein_form(goal.expression, [(symbol, domain.lower, domain.upper)])
            try:
                return e.sum(goal, (S.One, shape, e.leaf))
            except FAILURES:
                pass
        again = lambda g: polynomial(e, g, step)  # noqa: E731
        return divided(e, goal, symbol, at, again, again)
    finally:
        e.depth -= 1


def _pieces(step: Data) -> list[list[list[str]]]:
    """The boxes on which the coefficients of a polynomial are nonnegative, where it says some."""
    found: list[list[list[str]]] = step["detail"].get("pieces", [])
    return found


def _on_pieces(
    e: Elaborating, goal: Goal, symbols: list[Symbol], box: Box, pieces: list[Box]
) -> Json:
    """The polynomial on a box that was halved into these pieces."""
    if len(pieces) == 1:
        sides = [(symbol, *side) for symbol, side in zip(symbols, box, strict=True)]
        return e.sum(goal, (S.One, _bernstein_form(goal.expression, sides), e.leaf))
    from dpsym.provers.scalar.coefficients import halves  # it needs numpy

    below, above = halves(box)
    place = next(i for i, side in enumerate(box) if side != below[i])
    at = below[place][1]

    def grow(part: Box, mine: list[Box]) -> Any:
        return lambda g: _on_pieces(e, g, symbols, part, mine)

    return divided(
        e,
        goal,
        symbols[place],
        at,
        grow(below, [piece for piece in pieces if piece[place][1] <= at]),
        grow(above, [piece for piece in pieces if piece[place][0] >= at]),
    )


def _bernstein_form(expr: Expr, sides: list[tuple[Symbol, Expr, Expr]]) -> Expr:
    """The polynomial by its coefficients on a box, one variable after the other.

    On a side without end these are its coefficients about the lower end.
    """
    if not sides:
        return expr
    (symbol, low, high), *rest = sides
    unit, width = sympy.Dummy("u"), high - low if high.is_finite else S.One
    poly = sympy.Poly(sympy.expand(expr.xreplace({symbol: low + width * unit})), unit)
    degree = poly.degree()
    total: Expr = S.Zero
    for j in range(degree + 1):
        if high.is_finite:
            c = sum(
                sympy.Rational(sympy.binomial(j, i), sympy.binomial(degree, i))
                * poly.coeff_monomial(unit**i)
                for i in range(j + 1)
            )
            weight = sympy.binomial(degree, j) * (high - symbol) ** (degree - j)
        else:
            c, weight = poly.coeff_monomial(unit**j), S.One
        total += _bernstein_form(sympy.expand(c), rest) * weight * (symbol - low) ** j
    return total / width**degree


def boxes(e: Elaborating, goal: Goal, step: Data) -> Json:
    """The bisection tree, with names for places; none of them has the name of a token."""
    names = [Symbol(name) for name, _ in step["goal"]["domains"]]

    def named(current: Goal, left: list[Symbol]) -> Json:
        if not left:
            tokens = step["detail"]["tree"].split()
            tree = " ".join(names[int(t)].name if t.isdigit() else t for t in tokens)
            return _covered(e, current, tree)
        old, *rest = left
        new = e.fresh(current, "u")
        names[names.index(old)] = new
        return substituted(
            e, current, (old, new), (new, old, current.domains[old]), lambda g: named(g, rest)
        )

    return named(goal, [name for name in names if name.name in LEAVES])


def _covered(e: Elaborating, goal: Goal, tree: str) -> Json:
    """The goal by a bisection tree, cut finer where the kernel's ranges are wider than balls."""
    terms, left = goal.terms(), MAX_REFINED
    sides = [side for side in terms.domains if terms.expression.has(side)]

    def finer(box: Sides, token: str, deep: int = FINER) -> list[str]:
        nonlocal left
        left -= 1
        if deep and left > 0:
            with suppress(*FAILURES):
                if decided(terms, box, token):
                    return [token]
            side = sides[(FINER - deep) % len(sides)]
            parts = (finer(half, token, deep - 1) for half in halves(box, side))
            return [str(side), *(word for part in parts for word in part)]
        return [token]

    tokens = tree.split()
    grown, leaves = [], boxes_of(terms, tokens)
    for token in tokens:
        grown += finer(*next(leaves)) if token in (*LEAVES, EMPTY) else [token]
    return e.node(goal, "boxes", {"tree": " ".join(grown)})
