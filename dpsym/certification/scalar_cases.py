"""Steps of the scalar prover about heads, polynomials, tangents and boxes."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import sympy
from sympy import Expr, S, Symbol

from dpsym.certification.scalar_derived import (
    divided,
    generalized,
    sloped,
    substituted,
)
from dpsym.certification.scalar_reading import Data, Json, _child, _expr, _of
from dpsym.certification.scalar_text import goal_of, text
from dpsym.kernel.rejection import UndefinedError
from dpsym.kernel.scalar import FAILURES
from dpsym.kernel.scalar_goal import Goal
from dpsym.kernel.scalar_normal import vanishes
from dpsym.kernel.scalar_ranges import Region
from dpsym.language.domains import Interval
from dpsym.provers.scalar.lemmas import coefficient

if TYPE_CHECKING:
    from dpsym.certification.scalar import Elaborator

MAX_CASES = 20


def sums(e: Elaborator, goal: Goal, step: Data) -> Json:
    """Squares, times numbers and what is >= 0 on the domain."""
    written = [[_expr(part, goal) for part in term] for term in step["detail"]["terms"]]
    return e.sum(goal, *((w * g * q**2, S.One, e.leaf) for w, g, q in written))


def tangent(e: Elaborator, goal: Goal, step: Data) -> Json:
    """Logarithms below their tangents."""
    bound, at = _of(step, 0, goal), _expr(step["detail"]["at"], goal)
    shown = step["children"][1]
    expanded = sympy.expand(goal.expression)
    if at != 1 and not expanded.coeff(sympy.log(at)):
        parts = sympy.Add.make_args(goal.expression)
        expanded = sympy.Add(*[sympy.expand(p, deep=False, log=False) for p in parts])
    logs = sorted(expanded.atoms(sympy.log), key=str)
    terms: list[Any] = [(S.One, bound, _child(e, step, 0))]
    weight = expanded.coeff(sympy.log(at)) if at != 1 else S.One
    for head in logs:
        factor = expanded.coeff(head)
        if head.args[0] == at or not factor:
            continue
        if at == 1:
            if not bound.has(head):
                value = head.args[0]
                terms.append((-factor, value - 1 - sympy.log(value), _instance(e, shown, value)))
            continue
        sign = 1 if Region(goal.domains).range(factor).nonnegative else -1
        value = sympy.powsimp(head.args[0] ** (-sign / weight)) / at
        part = value - 1 - sympy.log(value)
        terms.append((sign * weight * factor, part, _instance(e, shown, value)))
    try:
        return e.sum(goal, *terms)
    except FAILURES:
        return e.noted(goal, at, lambda g: e.sum(g, *terms))


def lemma(e: Elaborator, goal: Goal, step: Data) -> Json:
    """Functions by their bounds."""
    bound, shown = _of(step, 0, goal), step["children"][1]
    whole = goal_of(shown["goal"])
    (symbol,) = whole.domains
    terms: list[Any] = [(S.One, bound, _child(e, step, 0))]
    expanded = sympy.expand(goal.expression, power_exp=False, power_base=False)
    for written, at in step["detail"]["uses"]:
        node, value = _expr(written, goal), _expr(at, goal)
        part = whole.expression.xreplace({symbol: value})
        weight = coefficient(expanded, node) / coefficient(part, node)
        terms.append((weight, part, _instance(e, shown, value)))
    return e.sum(goal, *terms)


def _instance(e: Elaborator, step: Data, value: Expr) -> Any:
    """A lemma about one variable at a value."""
    whole = goal_of(step["goal"])
    ((symbol, domain),) = whole.domains.items()
    variable = (symbol, value, domain)
    return lambda g: generalized(e, g, variable, whole.expression, lambda g: e.follow(g, step))


def chord(e: Elaborator, goal: Goal, step: Data) -> Json:
    """Exponentials below their chords."""
    symbol = Symbol(step["detail"]["variable"])
    domain = goal.domains[symbol]
    bound = _of(step, 0, goal)
    expanded = sympy.expand(goal.expression, power_exp=False, power_base=False)
    terms: list[Any] = [(S.One, bound, _child(e, step, 0))]
    part = (symbol - domain.lower) / (domain.upper - domain.lower)
    for node in sorted(expanded.atoms(sympy.exp), key=str):
        if not node.has(symbol) or bound.has(node):
            continue
        ends = [sympy.exp(node.args[0].subs(symbol, x)) for x in (domain.lower, domain.upper)]
        gap = (1 - part) * ends[0] + part * ends[1] - node
        coefficient = -sympy.Add(*[t / node for t in sympy.Add.make_args(expanded) if t.has(node)])
        slope = sympy.diff(gap, symbol)

        def concave(g: Goal, slope: Expr = slope) -> Json:
            return sloped(e, g, symbol, "hill", slope, slope=e.auto, lower=e.auto, upper=e.auto)

        terms.append((sympy.factor(coefficient), gap, concave))
    return e.sum(goal, *terms)


def bernstein(e: Elaborator, goal: Goal, step: Data) -> Json:
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


def discriminant(e: Elaborator, goal: Goal, step: Data) -> Json:
    """A square and the discriminant."""
    symbol = Symbol(step["detail"]["variable"])
    a, b, _ = sympy.Poly(sympy.expand(goal.expression), symbol).all_coeffs()
    return e.sum(
        goal,
        (1 / (4 * a), _of(step, 0, goal), _child(e, step, 0)),
        (a, (symbol + b / (2 * a)) ** 2, e.auto),
    )


def polynomial(e: Elaborator, goal: Goal, step: Data) -> Json:
    """Ranges of shifted or Bernstein forms on pieces."""
    try:
        return e.auto(goal, steps=False)
    except Exception as error:  # noqa: BLE001  # any refusal leads to the pieces
        last = error
    pieces = [s for s, d in goal.domains.items() if goal.expression.has(s)]
    if len(pieces) != 1:
        raise ValueError(f"a polynomial in several variables: {last}")
    symbol = pieces[0]
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
            shape = _bernstein_form(goal.expression, symbol, domain)
            try:
                return e.sum(goal, (S.One, shape, e.leaf))
            except FAILURES:
                pass
        again = lambda g: polynomial(e, g, step)  # noqa: E731
        return divided(e, goal, symbol, at, again, again)
    finally:
        e.depth -= 1


def _bernstein_form(expr: Expr, symbol: Symbol, domain: Any) -> Expr:
    low, high = domain.lower, domain.upper
    unit = sympy.Dummy("u")
    poly = sympy.Poly(sympy.expand(expr.xreplace({symbol: low + (high - low) * unit})), unit)
    degree = poly.degree()
    total: Expr = S.Zero
    for j in range(degree + 1):
        c = sum(
            sympy.Rational(sympy.binomial(j, i), sympy.binomial(degree, i))
            * poly.coeff_monomial(unit**i)
            for i in range(j + 1)
        )
        total += (
            c * sympy.binomial(degree, j) * (symbol - low) ** j * (high - symbol) ** (degree - j)
        )
    return total / (high - low) ** degree


def maxima(e: Elaborator, goal: Goal, step: Data) -> Json:
    """Heads with factors taken out, one gap for each; where that fails by cases."""
    from dpsym.certification.scalar_forms import region_of
    from dpsym.provers.scalar.extremes import simplified

    region = region_of(goal)
    terms: list[Any] = []
    for head in sorted(goal.expression.atoms(sympy.Max, sympy.Min), key=str):
        simple = simplified(head, region)
        name = sympy.Dummy("head")
        weight = sympy.diff(goal.expression.xreplace({head: name}), name)
        if simple == head or not weight or weight.has(name):
            continue
        sign = 1 if Region(goal.domains).range(sympy.factor(weight)).nonnegative else -1
        gap = sign * (head - simple)
        terms.append(
            (sympy.factor(sign * weight), gap, lambda g, h=head, s=simple: _scaled(e, g, h, s))
        )
    return e.sum(goal, (S.One, _of(step, 0, goal), _child(e, step, 0)), *terms)


def _not_shown() -> type[Exception]:
    from dpsym.certification.scalar_text import NotShownError

    return NotShownError


def _scaled(e: Elaborator, goal: Goal, head: Expr, simple: Expr) -> Json:
    """``Max(0, P*U)`` is ``P*Max(0, U)`` by the cases of U."""
    try:
        return e.sum(goal)
    except FAILURES:
        pass
    if not simple.has(sympy.Max, sympy.Min):
        first, second = head.args
        for gap in (first - second, second - first):
            try:
                return e.have(goal, gap, False, lambda g: e.auto(g, steps=False), e.sum)
            except _not_shown():
                continue
        raise ValueError(f"the order in {head} was not shown")
    (inner,) = simple.atoms(sympy.Max, sympy.Min)
    weight = simple.xreplace({inner: S.One})
    (on,) = [argument for argument in inner.args if argument != 0]
    (whole,) = [argument for argument in head.args if argument != 0]

    def side(sign: int) -> Any:
        def shown(g: Goal) -> Json:
            return e.sum(g, (weight, sign * on, e.leaf))

        return lambda g: e.have(g, sign * whole, False, shown, e.sum)

    return e.node(goal, "cases", {"on": text(on)}, nonnegative=side(1), negative=side(-1))


def extremes(e: Elaborator, goal: Goal, step: Data) -> Json:
    """A head replaced by each of its arguments."""
    head = _expr(step["detail"]["head"], goal)
    children = dict(zip(map(str, step["detail"]["choices"]), step["children"], strict=True))

    def grow(choice: Expr) -> Any:
        child = children.get(str(choice))
        return (lambda g: e.follow(g, child)) if child else e.auto

    return _choose(e, goal, head, grow)


def by_cases(e: Elaborator, goal: Goal) -> Json:
    """Every Max, Min and Abs by the signs of the differences of its arguments, innermost first."""
    heads = goal.expression.atoms(sympy.Max, sympy.Min, sympy.Abs)
    if not heads or e.depth > MAX_CASES:
        raise ValueError("no cases")
    for part in _parts_of_extremes(goal.expression):
        if not (_is_evident(goal, part) or _is_evident(goal, -part)):
            return _either_sign(e, goal, part)
    head = min(heads, key=lambda node: (node.count_ops(), str(node)))
    arguments = list(head.args) if head.func is not sympy.Abs else [head.args[0], -head.args[0]]
    sign = -1 if head.func is sympy.Min else 1
    for best in arguments:
        gaps = [sign * (best - other) for other in arguments if other != best]
        if all(_is_evident(goal, gap) for gap in gaps):
            form = goal.expression.xreplace({head: best})
            return e.rewritten(goal, form, lambda g: e.auto(g, cases=True))
    for place, first in enumerate(arguments):
        for second in arguments[:place]:
            gap = sympy.expand(first - second)
            if not (_is_evident(goal, gap) or _is_evident(goal, -gap)):
                return _either_sign(e, goal, gap)
    raise ValueError(f"no order of the arguments of {head} is evident")


def _parts_of_extremes(expr: Expr) -> list[Expr]:
    """What an expression made of Max and Min alone compares: their signs decide its own."""
    if not isinstance(expr, sympy.Max | sympy.Min):
        return []
    inside = [part for node in sympy.preorder_traversal(expr)
              if isinstance(node, sympy.Max | sympy.Min) for part in node.args]  # fmt: skip
    return [part for part in inside if not isinstance(part, sympy.Max | sympy.Min)]


def _is_evident(goal: Goal, gap: Expr) -> bool:
    try:
        return goal.region().range(gap).nonnegative
    except UndefinedError:
        return False


def _either_sign(e: Elaborator, goal: Goal, gap: Expr) -> Json:
    """Both cases of a sign; none where two facts add up to one sign."""
    again = lambda g: e.auto(g, cases=True)  # noqa: E731
    for signed in (gap, -gap):
        for first, second in combinations([fact for fact, _, _ in goal.facts], 2):
            if vanishes(first + second - signed, goal.region()):
                return e.have(goal, signed, False, lambda g: _chained(e, g), again)
    return e.node(goal, "cases", {"on": text(gap)}, nonnegative=again, negative=again)


def _choose(e: Elaborator, goal: Goal, head: Expr, grow: Any) -> Json:
    sign = -1 if head.func is sympy.Min else 1

    def crowned(current: Goal, best: Expr, beaten: list[Expr], rest: list[Expr]) -> Json:
        """The facts that the winner is ahead of all beaten ones."""
        if not beaten:
            return tournament(current, best, rest)
        gap = sign * (best - beaten[0])
        then = lambda g: crowned(g, best, beaten[1:], rest)  # noqa: E731
        return e.have(current, gap, False, lambda g: _chained(e, g), then)

    def tournament(current: Goal, best: Expr, others: list[Expr]) -> Json:
        if not others:
            put = current.expression.xreplace({head: best})
            return e.rewritten(current, put, grow(best))
        rival, *rest = others
        gap = sign * (best - rival)
        for on, winner in ((gap, best), (-gap, rival)):
            try:
                if current.region().range(on).nonnegative:
                    return tournament(current, winner, rest)
            except UndefinedError:
                pass
        return e.node(
            current,
            "cases",
            {"on": text(gap)},
            nonnegative=lambda g: tournament(g, best, rest),
            negative=lambda g: crowned(g, rival, started[: len(started) - len(others)], rest),
        )

    started = list(head.args) if head.func is not sympy.Abs else [head.args[0], -head.args[0]]
    return tournament(goal, started[0], started[1:])


def _chained(e: Elaborator, goal: Goal) -> Json:
    """A difference as the sum of two facts."""
    for first, _, _ in goal.facts:
        for second, _, _ in goal.facts:
            try:
                return e.sum(goal, (S.One, first, e.leaf), (S.One, second, e.leaf))
            except FAILURES:
                continue
    return e.auto(goal, steps=False)


def boxes(e: Elaborator, goal: Goal, step: Data) -> Json:
    """The bisection tree, with names for places; none of them has the name of a token."""
    names = [Symbol(name) for name, _ in step["goal"]["domains"]]

    def named(current: Goal, left: list[Symbol]) -> Json:
        if not left:
            tokens = step["detail"]["tree"].split()
            tree = " ".join(names[int(t)].name if t.isdigit() else t for t in tokens)
            return e.node(current, "boxes", {"tree": tree})
        old, *rest = left
        new = e.fresh(current, "u")
        names[names.index(old)] = new
        return substituted(
            e, current, (old, new), (new, old, current.domains[old]), lambda g: named(g, rest)
        )

    return named(goal, [name for name in names if name.name in ("d", "m", "t")])
