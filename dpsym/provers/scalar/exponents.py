"""Exponents in the place of what is compared: ``exp(u) >= exp(v)`` says that ``u >= v``.

A variable x > 0 that a condition compares with an exponential is the exponential of a new one, of
which the condition is linear.
"""

from __future__ import annotations

from dataclasses import replace

from sympy import Add, Dummy, Expr, Mul, Pow, S, Symbol, exp, fraction, log, together

from dpsym.language.domains import Integers, Interval
from dpsym.provers.scalar import regions
from dpsym.provers.scalar.goal import Goal
from dpsym.provers.scalar.signs import Region


def exponents(condition: Expr) -> tuple[Expr, Expr] | None:
    """The exponents u and v of ``exp(u) - exp(v)``; None for other conditions.

    >>> from sympy import symbols
    >>> x, y = symbols("x y")
    >>> exponents(exp(x) - exp(y - 1)), exponents(1 - exp(x)), exponents(exp(x) - y)
    ((x, y - 1), (0, x), None)
    """
    parts = {term.could_extract_minus_sign(): term for term in Add.make_args(condition)}
    if len(Add.make_args(condition)) != 2 or len(parts) != 2:
        return None
    above, below = (_exponent(sign * parts[sign < 0]) for sign in (1, -1))
    return None if above is None or below is None else (above, below)


def _exponent(term: Expr) -> Expr | None:
    parts = [] if term == 1 else Mul.make_args(term)
    if not all(isinstance(part, exp) or part is S.Exp1 for part in parts):
        return None
    return Add(*(S.One if part is S.Exp1 else part.args[0] for part in parts))


def without_exponentials(condition: Expr) -> Expr:
    """The exponents compared in the place of exponentials; another condition as it is."""
    found = exponents(condition)
    return condition if found is None else found[0] - found[1]


def in_exponents(goal: Goal) -> Goal | None:
    """The goal with an exponential for a variable that a condition compares with another.

    Without such a variable it is the goal with exponents compared; None where nothing changes.

    Guarantees:
        every point of the old domain that satisfies the conditions has an image in the new one.
    """
    for name, domain in goal.domains:
        inside = (node for node in goal.expression.atoms(log, Pow) if node.has(name))
        grown = (isinstance(node, log) or not node.exp.is_number for node in inside)
        if not isinstance(domain, Interval) or not any(grown):
            continue
        if domain.lower < 0 or (domain.lower == 0 and not domain.lower_open):
            continue
        if not any(_compares(condition, name) for condition in goal.conditions):
            continue
        new = regions.fresh(goal, name, {})
        size = exponent_of(new, domain)
        changed = [without_exponentials(powered(c, name, size)) for c in goal.conditions]
        least = S.Zero if domain.lower == 1 or domain.upper == 1 else S.NegativeInfinity
        is_open = domain.upper_open if domain.upper == 1 else domain.lower_open
        line = Interval(least, S.Infinity, is_open or least != 0, True)
        ends = [
            exp(size) - domain.lower if domain.lower not in (0, 1) else S.Zero,
            domain.upper - exp(size) if domain.upper not in (1, S.Infinity) else S.Zero,
        ]
        domains = (*((n, d) for n, d in goal.domains if n != name), (new, line))
        conditions = (*changed, *(end for end in ends if end != 0))
        positives = tuple(without_exponentials(powered(p, name, size)) for p in goal.positives)
        expression = powered(goal.expression, name, size)
        return Goal(expression, domains, conditions, positives, goal.strict)
    conditions, positives = (
        tuple(map(without_exponentials, known)) for known in (goal.conditions, goal.positives)
    )
    compared = replace(goal, conditions=conditions, positives=positives)
    return None if compared == goal else compared


def without_divisor(goal: Goal) -> Goal | None:
    """The goal times its common divisor, the sign of which is evident; None where there is none."""
    whole, divisor = fraction(together(goal.expression))
    found = Region.of(goal).range(divisor)
    if divisor.is_number or found is None or not (found.positive or found.negative):
        return None
    return replace(goal, expression=whole if found.positive else -whole)


def _compares(condition: Expr, name: Symbol) -> bool:
    """Whether a condition compares a variable itself with an exponential."""
    linear = condition.has(name) and not condition.diff(name).has(name)
    compared = condition.has(exp, S.Exp1)
    return linear and compared and exponents(powered(condition, name, Dummy())) is not None


def exponent_of(new: Symbol, domain: Interval | Integers) -> Expr:
    """The exponent whose exponential a variable with a domain is: not negative up to one."""
    return -new if domain.upper == 1 else new


def powered(expression: Expr, name: Symbol, size: Expr) -> Expr:
    """The expression with ``exp(size)`` for a variable, whose powers and logarithm are undone."""
    found: Expr = expression.replace(
        lambda node: isinstance(node, Pow) and node.base == name, lambda node: exp(node.exp * size)
    )
    found = found.xreplace({log(name): size}).xreplace({name: exp(size)})
    return found.replace(lambda node: isinstance(node, log), _logarithm)


def _logarithm(node: Expr) -> Expr:
    """A logarithm without the exponentials among the factors that it is taken of."""
    factors = Mul.make_args(node.args[0])
    powers = [factor.args[0] for factor in factors if isinstance(factor, exp)]
    rest = Mul(*(factor for factor in factors if not isinstance(factor, exp)))
    return Add(*powers, log(rest)) if powers else node
