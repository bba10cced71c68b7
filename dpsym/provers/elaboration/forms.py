"""Other forms of a goal's expression, found with the prover's means; none of them is trusted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache, partial

import sympy
from sympy import Expr, S, Symbol

from dpsym.errors import DpsymError
from dpsym.kernel.rejection import UndefinedError
from dpsym.numeric import Duty, Goal, vanishes
from dpsym.provers.scalar import goal as prover
from dpsym.provers.scalar import regions
from dpsym.provers.scalar.factoring import cancelled, factored
from dpsym.provers.scalar.normal import Factored, factors
from dpsym.provers.scalar.sampling import counterexample
from dpsym.provers.scalar.signs import Region
from dpsym.provers.scalar.variants import lift

SAMPLES = 80
TROUBLE = (
    DpsymError,
    ArithmeticError,
    ValueError,
    TypeError,
    NotImplementedError,
    AttributeError,
    KeyError,
    RecursionError,
    sympy.PolynomialError,
)


def prover_goal(goal: Goal) -> prover.Goal:
    """The goal as the prover takes it."""
    return regions.with_assumptions(
        prover.Goal(
            goal.expression,
            tuple(goal.domains.items()),
            tuple(fact for fact, strict, _ in goal.facts if not strict),
            tuple(fact for fact, strict, _ in goal.facts if strict),
            goal.strict,
        )
    )


def _plain(expr: Expr) -> Expr:
    """The expression in symbols without assumptions."""
    return expr.xreplace({symbol: Symbol(symbol.name) for symbol in expr.free_symbols})


def forms_of(goal: Goal, forms: Callable[[Expr], Iterable[Expr]]) -> tuple[Expr, ...]:
    """Forms of the goal's expression whose variables have the signs of their domains.

    There the logarithm of a product is a sum, which the prover may have seen.
    """
    return tuple(map(_plain, forms(prover_goal(goal).expression)))


def region_of(goal: Goal) -> Region:
    """The prover's region, in symbols without assumptions."""
    return Region.of(_about(goal, goal.expression))


def _about(goal: Goal, expr: Expr) -> prover.Goal:
    """That an expression is >= 0 where the goal's facts hold."""
    return prover.Goal(
        expr,
        tuple(goal.domains.items()),
        tuple(fact for fact, strict, _ in goal.facts if not strict),
        tuple(fact for fact, strict, _ in goal.facts if strict),
    )


def is_negative_somewhere(goal: Goal, expr: Expr) -> bool:
    """Whether an expression is certainly negative at a point where the goal's facts hold."""
    return counterexample(_about(goal, expr), SAMPLES) is not None


_TOGETHER = lru_cache(maxsize=4000)(sympy.together)


def factors_of(expr: Expr, goal: Goal) -> Factored | None:
    """The factors of an expression; None where there are none."""
    try:
        return factors(expr, region_of(goal))
    except TROUBLE:
        return None


def forms(goal: Goal) -> Iterator[Expr]:
    """Expressions equal to the goal's."""
    expr = goal.expression
    parts = factors_of(expr, goal)
    # where the prover factors it, sympy finds no more
    others = (factored, lambda e: factored(sympy.expand(e))) if parts is None else ()
    makers: tuple[Callable[[Expr], Expr | None], ...] = (
        lambda e: e,
        sympy.expand,
        lambda e: sympy.expand(e, power_exp=False, power_base=False),
        lambda e: None if parts is None else parts.expression(),
        *others,
        _TOGETHER,
        _sums_of_squares,
        lambda e: _factors_by_squares(e, goal),
        lambda e: _collected(e, goal),
        *(partial(_by_powers, symbol=s) for s in sorted(expr.free_symbols, key=str)),
    )
    seen = set()
    for make in makers:
        try:
            form = make(expr)
        except TROUBLE:
            continue
        if form is not None and form not in seen:
            seen.add(form)
            yield form


@lru_cache(maxsize=4000)
def _by_powers(expr: Expr, symbol: Symbol) -> Expr | None:
    """A sum of powers of one symbol with factored coefficients; None where there is one power."""
    found = sympy.collect(sympy.expand(expr), symbol, evaluate=False)
    if len(found) == 1:
        return None
    return sympy.Add(*(power * factored(coefficient) for power, coefficient in found.items()))


def _collected(expr: Expr, goal: Goal) -> Expr | None:
    """Coefficients of Max, Min and Abs factored apart."""
    heads = sorted(expr.atoms(sympy.Max, sympy.Min, sympy.Abs), key=str)
    if not heads:
        return None
    found = sympy.collect(sympy.expand(expr), heads, evaluate=False)
    total: Expr = S.Zero
    for head, coefficient in found.items():
        product = _product(coefficient, goal)
        total += head * (coefficient if product is None else product)
    return total


@lru_cache(maxsize=4000)
def _sums_of_squares(expr: Expr) -> Expr | None:
    """A quadratic in one symbol, completed to a square."""
    expanded = sympy.expand(expr)
    for symbol in sorted(expanded.free_symbols, key=str):
        if not expanded.is_polynomial(symbol):
            continue
        polynomial = sympy.Poly(expanded, symbol)
        if polynomial.degree() == 2:
            a, b, c = polynomial.all_coeffs()
            return a * (symbol + cancelled(b / (2 * a))) ** 2 + factored(c - b**2 / (4 * a))
    return None


def _factors_by_squares(expr: Expr, goal: Goal) -> Expr | None:
    """A product whose quadratic factors are completed to squares."""
    parts = factors_of(expr, goal)
    if parts is None or len(parts.powers) < 2:
        return None
    squares = [(_sums_of_squares(base) or base) ** power for base, power in parts.powers]
    return parts.coefficient * sympy.Mul(*squares)


def _product(expr: Expr, goal: Goal) -> Expr | None:
    parts = factors_of(expr, goal)
    return None if parts is None else parts.expression()


def quotient(expr: Expr, divisor: Expr, goal: Goal) -> Expr:
    """``expr / divisor`` as a product of factors, where that can be found."""
    with suppress(UndefinedError):
        if vanishes(expr - divisor, goal.region()):
            return S.One
    conjugated = _conjugated(expr, divisor, goal)
    if conjugated is not None:
        return conjugated
    ratio = expr / divisor
    product = _product(ratio, goal)
    if product is None:
        product = _product(cancelled(ratio), goal)
    return sympy.simplify(ratio) if product is None else product


def _conjugated(expr: Expr, divisor: Expr, goal: Goal) -> Expr | None:
    """The quotient where the divisor is a factor ``A + B*sqrt(u)`` times its conjugate."""
    parts = factors_of(expr, goal)
    if parts is None or divisor.is_number:
        return None
    for place, (base, power) in enumerate(parts.powers):
        roots = [n for n in base.atoms(sympy.Pow) if n.exp is S.Half and n.free_symbols]
        others = sympy.Mul(
            parts.coefficient,
            *[b**p for i, (b, p) in enumerate(parts.powers) if i != place],
            base ** (power - 1),
        )
        for root in roots if base.is_Add else ():
            mirror = base.xreplace({root: -root})
            scale = factored(sympy.expand(base * mirror) / divisor)
            if not scale.has(root) and sympy.fraction(scale)[0].count_ops() < 8:
                return others * scale / mirror
    return None


def polishable(goal: Goal) -> list[tuple[Expr, Expr]]:
    """Arguments of functions that have a shorter form with cancelled factors."""
    found = []
    for node in sorted(goal.expression.atoms(sympy.log, sympy.Pow, sympy.exp), key=str):
        inner, cancels = node.args[-1 if node.func is sympy.exp else 0], node.func is sympy.exp
        if not inner.free_symbols or (node.is_Pow and not cancels and node.exp.is_Integer):
            continue
        new = sympy.expand(cancelled(inner)) if cancels else _product(inner, goal)
        if new is not None and new != inner:
            found.append((inner, new))
    return found


def lifted(goal: Goal) -> tuple[Expr, list[tuple[Symbol, Expr]]] | None:
    """The expression with every exponential >= 1 written as one plus a dummy."""
    try:
        found = lift(sympy.expand(goal.expression), region_of(goal))
    except TROUBLE:
        return None
    return found


def exponential_gaps(goal: Goal) -> Iterator[Expr]:
    """Differences ``c*(g(u) - g(v))`` of one increasing function, written by ``u - v``."""
    expr = goal.expression
    if len(expr.args) != 2 or not expr.is_Add:
        return
    parts = [term.as_independent(sympy.exp, sympy.log, as_Add=False) for term in expr.args]
    for (left, f), (right, g) in (parts, parts[::-1]):
        if sympy.expand(left + right) != 0 or f.func is not g.func:
            continue
        gap = sympy.expand(f.args[0] - g.args[0])
        if f.func is sympy.exp:
            for shape in (gap, factored(gap)):
                yield left * g * (sympy.exp(shape) - 1)
        if f.func is sympy.log:
            for shape in (gap, factored(gap), *(_by_powers(gap, s) for s in gap.free_symbols)):
                yield left * sympy.log(1 + shape / g.args[0])


def innermost_first(wanted: tuple[Duty, ...]) -> list[Duty]:
    """Duties, those of small expressions first."""
    return sorted(dict.fromkeys(wanted), key=lambda duty: sum(a.count_ops() for a in duty[1]))
