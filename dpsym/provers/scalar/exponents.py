"""Exponents in the place of what is compared: ``exp(u) >= exp(v)`` says that ``u >= v``.

A variable x > 0 that a condition compares with an exponential is the exponential of a new one, of
which the condition is linear. So is one of products of powers of which a sum is compared with one:
the inequality of means is then that of an exponential and its tangents.
"""

from __future__ import annotations

from dataclasses import replace

from sympy import (
    Add,
    Dummy,
    Expr,
    Mul,
    Pow,
    S,
    Symbol,
    default_sort_key,
    exp,
    expand,
    expand_power_base,
    fraction,
    log,
    sympify,
    together,
)

from dpsym.language.domains import Integers, Interval
from dpsym.provers.scalar import regions
from dpsym.provers.scalar.goal import Goal
from dpsym.provers.scalar.signs import Region

MANY = 3
"""Of how many variables polynomials are left to sums of squares."""


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


def with_means(goal: Goal) -> frozenset[Symbol]:
    """Variables >= 0 of whose products of powers one is taken from a sum of others.

    With whole exponents of few variables, or square roots of two, there are none, since
    polynomials have better ways.

    >>> from sympy import symbols
    >>> from dpsym.language.domains import NONNEGATIVE
    >>> x, y = symbols("x y")
    >>> sorted(map(str, with_means(Goal(x + y - 2 * (x * y) ** S.Half, ((x, NONNEGATIVE),)))))
    []
    """
    terms = Add.make_args(expand_power_base(goal.expression, force=True))
    where = dict(goal.domains)
    names = {
        n
        for n, d in goal.domains
        if isinstance(d, Interval) and d.upper is S.Infinity and d.lower == 0
    }
    if len(terms) < 3:
        return frozenset()
    found, below, broken, region = set[Symbol](), 0, False, Region.of(goal)
    for term in terms:
        weight, powers = term.as_independent(*names, exp, as_Add=False)
        below += not region.nonnegative(weight)
        if not (region.nonnegative(weight) or region.nonnegative(-weight)):
            return frozenset()
        for factor in Mul.make_args(powers):
            base, power = factor.as_base_exp()
            if base in names and not power.has(*names):
                found.add(base)
                root = power is S.Half and len(names) < MANY
                broken = broken or not (power.is_Integer or root)
            elif not isinstance(factor, exp) or factor.has(*names):
                return frozenset()
            else:
                broken = True
    left = {n for n in where if goal.expression.has(n)}
    return frozenset(found) if below == 1 and (broken or len(left) > MANY) else frozenset()


def in_exponents(goal: Goal) -> Goal | None:
    """The goal with an exponential for a variable that a condition compares with another, or that
    stands in means.

    Without such a variable it is the goal with exponents compared; None where nothing changes.

    Guarantees:
        every point of the old domain that satisfies the conditions has an image in the new one.
    """
    means = with_means(goal)
    for name, domain in goal.domains:
        inside = (node for node in goal.expression.atoms(log, Pow) if node.has(name))
        grown = (isinstance(node, log) or not node.exp.is_number for node in inside)
        if not isinstance(domain, Interval) or not (name in means or any(grown)):
            continue
        if domain.lower < 0 or (domain.lower == 0 and not domain.lower_open):
            continue
        known = (*goal.conditions, *goal.positives)
        if name not in means and not any(_compares(c, name) for c in known):
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


def on_a_line(goal: Goal) -> tuple[Expr, Expr, Goal] | None:
    """An exponential factor, a sum of names of which all else is a function, and the goal in a name
    for this sum; None for other goals.

    Exponents of a sum of exponentials may differ by multiples of one sum of names, as in all that
    is homogeneous in powers of two names. The new name takes the values that the sum takes.

    >>> from sympy import symbols
    >>> from dpsym.language.domains import NONNEGATIVE
    >>> x, y = symbols("x y")
    >>> names = (x, NONNEGATIVE), (y, NONNEGATIVE)
    >>> on_a_line(Goal(exp(2*x) - 2*exp(x + y) + exp(2*y), names))[:2]
    (exp(2*x), -2*x + 2*y)
    """
    names = [name for name, _ in goal.domains if goal.expression.has(name)]
    parts = [term.as_independent(*names, as_Add=False) for term in Add.make_args(goal.expression)]
    found = [(weight, _exponent(power)) for weight, power in parts]
    if goal.conditions or goal.positives or len(names) < 2 or any(u is None for _, u in found):
        return None
    first, *others = sorted((u for _, u in found if u is not None), key=default_sort_key)
    gaps = [expand(u - first) for u in others]
    along = next((gap for gap in gaps if gap != 0), S.Zero)
    lead = next((name for name in names if along.has(name)), None)
    straight = all(not along.diff(name).free_symbols for name in names)
    if lead is None or not straight or along.subs(dict.fromkeys(names, S.Zero)) != 0:
        return None
    new = regions.fresh(goal, lead, {})
    terms = []
    for weight, exponent in found:
        gap = expand((exponent or S.Zero) - first)
        share = gap.diff(lead) / along.diff(lead)
        if share.free_symbols or expand(gap - share * along) != 0:
            return None
        terms.append(weight * exp(share * new))
    reach = Region.of(goal).range(along)
    if reach is None:
        return None
    low, high = map(sympify, (reach.lower, reach.upper))
    domain = Interval(low, high, reach.lower_open, reach.upper_open)
    return exp(first), along, Goal(Add(*terms), ((new, domain),), strict=goal.strict)


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
    apart = expand_power_base(expression, force=True) if expression.is_Add else expression
    found: Expr = apart.replace(
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
