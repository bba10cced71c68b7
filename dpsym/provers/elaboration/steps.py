"""One function for each rule of the scalar prover: the kernel's nodes that say the same."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import sympy
from sympy import Expr, S, Symbol

from dpsym.language.domains import Interval
from dpsym.numeric import FAILURES, Goal
from dpsym.provers.elaboration import cases, extremes, facts, sums
from dpsym.provers.elaboration.derived import HALF_LINE, generalized, or_void, sloped
from dpsym.provers.elaboration.factors import factor, form, isolating
from dpsym.provers.elaboration.forms import TROUBLE, quotient
from dpsym.provers.elaboration.nodes import Elaborating, Grow, Json
from dpsym.provers.elaboration.reading import Data, _changed, _child, _expr, _of
from dpsym.provers.elaboration.rising import rising
from dpsym.provers.elaboration.text import MissingError, NotShownError, text
from dpsym.provers.elaboration.turns import falling
from dpsym.provers.elaboration.vanishing import nonvanishing
from dpsym.provers.scalar.derivatives import derivative
from dpsym.provers.scalar.factoring import factored


def defined(e: Elaborating, goal: Goal, step: Data) -> Json:
    """Requirements as facts, then the change of variables, then the proof."""
    *known, last = step["children"]

    def requirements(current: Goal, left: list[Data]) -> Json:
        if not left:
            try:
                return e.added(current)
            except FAILURES:
                return _changed(e, current, step["detail"], lambda g: e.follow(g, last))
        first = left[0]

        def rest(g: Goal) -> Json:
            return requirements(g, left[1:])

        data = first["goal"]
        names = {name for name, _ in data["domains"]}
        if first["rule"] == "natural" or names != {s.name for s in current.domains}:
            return rest(current)
        fact = _expr(data["expression"], current)
        if not fact.free_symbols:
            return rest(current)
        try:
            return _with_signs(e, current, first, fact, rest)
        except NotShownError:
            return rest(current)

    return requirements(goal, known)


def _with_signs(e: Elaborating, goal: Goal, step: Data, fact: Expr, then: Grow) -> Json:
    """A requirement as a fact; of what is not 0 because its factors are > 0, these are facts."""
    strict, parts = step["goal"]["strict"], list(range(len(step["children"])))
    if not strict or "nonzero" not in step["detail"]:
        return e.have(goal, fact, strict, lambda g: e.follow(g, step), then)

    def known(current: Goal, left: list[int]) -> Json:
        if not left:
            return e.have(current, fact, True, lambda g: e.follow(g, step), then)
        place, *more = left
        part, shown = _of(step, place, current), _child(e, step, place)
        try:
            return e.have(current, part, True, shown, lambda g: known(g, more))
        except NotShownError:
            return known(current, more)

    return known(goal, parts)


def shift(e: Elaborating, goal: Goal, step: Data) -> Json:
    """New variables, as in the detail."""
    return _changed(e, goal, step["detail"], _child(e, step, 0))


def leaf(e: Elaborating, goal: Goal, step: Data) -> Json:
    """Decided by ranges."""
    return e.auto(goal, steps=False)


def identity(e: Elaborating, goal: Goal, step: Data) -> Json:
    """Zero, perhaps once an exponent is the logarithm of what its exponential must be."""
    try:
        return e.sum(goal)
    except FAILURES:
        nodes = sorted(goal.expression.atoms(sympy.exp), key=str)
    for node in nodes:
        slope, rest = goal.expression.coeff(node), goal.expression.xreplace({node: S.Zero})
        with suppress(MissingError, *FAILURES):
            return e.replaced(goal, [(node.args[0], sympy.log(-rest / slope))], e.sum)
    raise ValueError("no form in which it is evidently zero")


def monotone(e: Elaborating, goal: Goal, step: Data) -> Json:
    """The value at an end, and the sign of the derivative."""
    symbol, end = Symbol(step["detail"]["variable"]), step["detail"]["end"]
    parts = {end: _child(e, step, 0), "slope": _child(e, step, 1)}
    strict: Json = {"strict": True} if step["detail"].get("strict") else {}
    if step["detail"].get("near"):
        until, rate = step["detail"]["near"]
        strict |= {"near": {end: {"until": until, "rate": rate}}}
    if end == "lower":
        return sloped(e, goal, symbol, "rising", more=strict, **parts)
    shape = {"shape": "falling", **parts}
    return _with_limit(e, goal, symbol, _of(step, 0, goal), shape, strict)


def filled(e: Elaborating, goal: Goal, step: Data) -> Json:
    """Variables for quotients that have no value at an end, one after the other."""

    def rest(current: Goal, place: int) -> Json:
        if place == len(step["detail"]["parts"]):
            return e.follow(current, step["children"][0])
        name, *texts = step["detail"]["parts"][place]
        names = replace(current, domains={**current.domains, Symbol(name): HALF_LINE})
        bound, slope, form, weight = (_expr(source, names) for source in texts)
        variable = Symbol(name), slope, Interval(-bound, bound)
        lower, upper = (
            partial(_cleared, e, step, 2 * place + 1 + side, weight) for side in range(2)
        )
        return generalized(
            e, current, variable, form, lambda g: rest(g, place + 1), ends=(lower, upper)
        )

    return rest(goal, 0)


def _cleared(e: Elaborating, step: Data, place: int, weight: Expr, goal: Goal) -> Json:
    """The goal as a weight > 0 times that of a child."""
    return e.sum(goal, (weight, _of(step, place, goal), _child(e, step, place)))


def _with_limit(
    e: Elaborating, goal: Goal, symbol: Symbol, limit: Expr, parts: Any, more: Json | None = None
) -> Json:
    """A node, with a form and a bound of its limit where it asks for them."""
    if goal.domains[symbol].upper.is_finite:
        return sloped(e, goal, symbol, more=more, **parts)
    last: Exception = ValueError("no form has this limit")
    for shape in _at_infinity(goal, symbol):
        for bound in (limit, S.Zero):
            far = {"form": text(shape), "limit": text(bound), **(more or {})}
            try:
                return sloped(e, goal, symbol, more=far, **parts)
            except FAILURES as error:
                last = error
    raise last


def _at_infinity(goal: Goal, symbol: Symbol) -> list[Expr]:
    """Forms whose limits are evident part by part."""
    expr = goal.expression
    found = [expr, sympy.expand(expr)]
    inverse = sympy.Dummy("u", positive=True)
    try:
        whole = sympy.together(expr) if expr.is_rational_function(symbol) else expr
        found.append(sympy.Add(*(_leading(term, symbol) for term in sympy.Add.make_args(whole))))
        found.append(factored(expr))
        merged = sympy.logcombine(sympy.expand(expr), force=True)
        found += [merged, merged.xreplace({symbol: 1 / inverse}).xreplace({inverse: 1 / symbol})]
        logs = [(form, log) for form in (expr, merged) for log in form.atoms(sympy.log)]
        for form, log in sorted(logs, key=str):
            inside = sympy.cancel(log.args[0])
            found.append(form.xreplace({log: log.func(sympy.expand(inside))}))
            if inside.is_rational_function(symbol):
                found.append(form.xreplace({log: log.func(sympy.apart(inside, symbol))}))
        leading = (_leading(term, symbol) for term in sympy.Add.make_args(found[-1]))
        found.append(sympy.Add(*leading) if logs else expr)
    except TROUBLE:
        pass
    return list(dict.fromkeys(found))


def _leading(term: Expr, symbol: Symbol) -> Expr:
    """The term with its rational factor in inverse powers, but for those of the leading term."""
    rational: list[Expr] = []
    rest: list[Expr] = []
    for part in sympy.Mul.make_args(term):
        (rational if part.is_rational_function(symbol) else rest).append(part)
    top, bottom = sympy.fraction(sympy.together(sympy.Mul(*rational)))
    power = symbol ** sympy.Poly(bottom, symbol).degree()
    return sympy.Mul(*rest, sympy.expand(top / power) / sympy.expand(bottom / power))


def unimodal(e: Elaborating, goal: Goal, step: Data) -> Json:
    """The derivative is a weight times a falling function."""
    symbol, detail = Symbol(step["detail"]["variable"]), step["detail"]
    slope = derivative(goal.expression, symbol)
    children = [_child(e, step, place) for place in range(len(step["children"]))]
    if step["rule"] == "concave":
        children = [*children[1:], children[0]]
        direction, weight, falls = slope, S.One, children[-1]
    else:
        functions = [_expr(f, goal) for f in (detail["factor"], *detail.get("then", ()))]
        direction, falls = falling(e, goal, symbol, functions, children[2:])
        weight = quotient(slope, direction, goal)
    ends = {"shape": "hill", "lower": children[0], "upper": children[1]}
    limit = _of(step, 2 if step["rule"] == "concave" else 1, goal)
    try:
        parts = {"factor": direction, "weight": weight, "slope": falls}
        return _with_limit(e, goal, symbol, limit, ends | parts)
    except FAILURES:
        # The sign of log(a) - log(b) is that of a/b - 1, which falls with it.
        if not direction.has(sympy.log):
            raise
    power, turn = sympy.exp(sympy.expand(direction)), -derivative(direction, symbol)
    parts = {
        "factor": power - 1,
        "weight": quotient(slope, power - 1, goal),
        "slope": lambda g: e.sum(g, (power, turn, falls)),
    }
    return _with_limit(e, goal, symbol, limit, ends | parts)


def quasiconcave(e: Elaborating, goal: Goal, step: Data) -> Json:
    """A form of the goal, unimodal in a variable."""
    from dpsym.provers.elaboration.forms import region_of
    from dpsym.provers.scalar.variants import forms

    reason = step["detail"]["reason"]
    for shape, why in forms(goal.expression, region_of(goal)):
        if why == tuple(reason):
            if shape == goal.expression:
                return unimodal(e, goal, step)
            weight = isolating(goal, shape, reason)
            return e.sum(goal, (weight, shape, lambda g: unimodal(e, g, step)))
    raise ValueError(f"the form {reason} was not found")


def stationary(e: Elaborating, goal: Goal, step: Data) -> Json:
    """The least value is at the zero of the derivative."""
    detail = step["detail"]
    symbol, direction = Symbol(detail["variable"]), _expr(detail["factor"], goal)
    weight = quotient(derivative(goal.expression, symbol), direction, goal)
    return sloped(
        e,
        goal,
        symbol,
        "valley",
        direction,
        weight,
        {"at": text(_expr(detail["at"], goal))},
        least=_child(e, step, 0),
        slope=_child(e, step, 1),
    )


def diagonal(e: Elaborating, goal: Goal, step: Data) -> Json:
    """Zero where two variables are equal, and least there."""
    symbol, other = map(Symbol, step["detail"]["variables"])
    gap = symbol - other
    weight = quotient(derivative(goal.expression, symbol), gap, goal)
    parts = {"least": _child(e, step, 0), "slope": e.leaf}

    def least(current: Goal) -> Json:
        return sloped(e, current, symbol, "valley", gap, weight, {"at": text(other)}, **parts)

    return e.have(goal, weight, False, e.auto, least)


def larger(e: Elaborating, goal: Goal, step: Data) -> Json:
    """The child's domains are larger, which following it does."""
    return e.follow(goal, step["children"][0], again=False)


STEPS: dict[str, Callable[[Any, Goal, Data], Json]] = {
    "defined": defined,
    "shift": shift,
    "order": shift,
    "sign": leaf,
    "identity": identity,
    "factor": factor,
    "form": form,
    "monotone": monotone,
    "quasiconcave": quasiconcave,
    "concave": unimodal,
    "stationary": stationary,
    "diagonal": diagonal,
    "close": larger,
    "relax": larger,
    "conditions": facts.conditions,
    "squares": facts.squares,
    "drop": facts.drop,
    "combine": facts.combine,
    "zero": facts.face,
    "puncture": facts.face,
    "edge": facts.face,
    "inside": facts.inside,
    "cut": facts.cut,
    "bounded": facts.bounded,
    "halves": facts.halves,
    "homogeneous": facts.homogeneous,
    "orders": facts.orders,
    "choices": facts.choices,
    "closed form": cases.closed_form,
    "parity": cases.parity,
    "polarised": cases.polarised,
    "substitution": cases.substitution,
    "tangent": cases.tangent,
    "jensen": cases.jensen,
    "filled": filled,
    "rising": rising,
    "chord": cases.chord,
    "lemma": cases.lemma,
    "bernstein": cases.bernstein,
    "discriminant": cases.discriminant,
    "polynomial": cases.polynomial,
    "squares of polynomials": cases.sums,
    "termwise": sums.termwise,
    "recurrence": sums.recurrence,
    "exhausted": facts.exhausted,
    "nonvanishing": lambda e, goal, _: nonvanishing(e, goal),
    "void": lambda e, goal, _: or_void(e, goal),
    "induction": facts.induction,
    "maxima": extremes.maxima,
    "extremes": extremes.extremes,
    "boxes": cases.boxes,
}
