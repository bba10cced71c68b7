"""A goal in other variables, or on another domain, before the search for its proof.

Every function returns goals whose truth implies the truth of the given one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import mpmath
from sympy import Add, Expr, Mul, N, Poly, Pow, Rational, S, Symbol

from dpsym.language.domains import NONNEGATIVE, Integers, Interval
from dpsym.provers.rationals import simplest
from dpsym.provers.scalar import integers, regions
from dpsym.provers.scalar.exponents import with_means
from dpsym.provers.scalar.goal import Goal
from dpsym.provers.scalar.signs import Region

NO_VALUES = S.ImaginaryUnit, S.ComplexInfinity, S.NaN
"""What sympy writes for a logarithm or root of a negative number, and for a division by zero."""

WIDTHS = Fraction(1, 500), Fraction(1, 100_000)
"""By which parts of their sizes ends that are not rational are moved."""
LARGEST = 60
"""Binary digits before or after the point of an end that is moved."""


def first_apart(goal: Goal) -> tuple[Symbol, Goal, Goal] | None:
    """A variable with its first value apart: the goal there, and beyond.

    There the base of a power is 0, beyond it a condition says what the domain of another does, or
    it is a number >= 0 that stands in means or in one of two products of broken powers.
    """
    powers = [power for power in goal.expression.atoms(Pow) if power.exp.free_symbols]
    means = with_means(goal)
    terms = Add.make_args(goal.expression)
    factors = [f.as_base_exp() for term in terms if len(terms) == 2 for f in Mul.make_args(term)]
    if any(base.is_Symbol and p.is_Rational and not p.is_Integer for base, p in factors):
        means |= {base for base, p in factors if base.is_Symbol and p.is_Rational and p > 0}
    for name, domain in goal.domains:
        if name in means and isinstance(domain, Interval) and _attains_its_lower(domain):
            first = regions.at_edge(goal, name, domain.lower)
            line = replace(domain, lower_open=True)
            domains = tuple((n, line if n == name else d) for n, d in goal.domains)
            return name, first, replace(goal, domains=domains)
        if not integers.endless(domain):
            continue
        bases = (
            p.base for p in powers if p.base.has(name) or (p.exp == name and domain.lower == 0)
        )
        if any(base.subs(name, domain.lower) == 0 for base in bases) or _short(goal, name):
            first = regions.at_edge(goal, name, domain.lower)
            late = integers.within(goal, name, Integers(domain.lower + 1, domain.upper))
            return None if first.expression.has(*NO_VALUES) else (name, first, late)
    return None


def _attains_its_lower(domain: Interval) -> bool:
    return bool(domain.lower.is_finite) and not domain.lower_open


def _short(goal: Goal, name: Symbol) -> bool:
    """Whether a condition ``x >= y`` says from the second value of y on that x is in its domain."""
    where = dict(goal.domains)
    pairs = (regions.compared(c) for c in (*goal.conditions, *goal.positives))
    larger = (where.get(pair[0]) for pair in pairs if pair is not None and pair[1] == name)
    return any(
        integers.endless(domain) and domain.lower == where[name].lower + 1
        for domain in larger
        if isinstance(domain, Integers)
    )


def unbounded(goal: Goal) -> Goal | None:
    """The goal on a larger domain: no upper ends but those of probabilities.

    A bound that is no natural limit of a variable seldom carries an inequality, and costs rules
    that look at ends.
    """
    larger = tuple(
        (n, Interval(d.lower, S.Infinity, d.lower_open, True))
        if isinstance(d, Interval) and d.upper is not S.Infinity and d.upper != 1
        else (n, d)
        for n, d in goal.domains
    )
    return None if larger == goal.domains else replace(goal, domains=larger)


def with_rational_ends(goal: Goal) -> Iterator[Goal]:
    """The goal on a little larger domains, the ends of which are rational.

    Numbers such as exp(7/4) stand in all that is said of an end where variables are counted from
    it. How far an end may be moved depends on the room that the inequality has there.
    """
    for width in WIDTHS:
        larger = tuple(
            (n, _wider(d, width) if isinstance(d, Interval) else d) for n, d in goal.domains
        )
        if larger != goal.domains:
            yield replace(goal, domains=larger)


def _wider(domain: Interval, width: Fraction) -> Interval:
    low, high = (_beyond(*end) for end in ((domain.lower, -width), (domain.upper, width)))
    return Interval(
        low,
        high,
        domain.lower_open and low == domain.lower,
        domain.upper_open and high == domain.upper,
    )


def _beyond(end: Expr, width: Fraction) -> Expr:
    """A rational beyond an end by about a part of its size; an end of no moderate size itself."""
    near = N(end, 30)
    if end.is_Rational or not near.is_Float or abs(mpmath.mag(near.num)) > LARGEST:
        return end
    size = Fraction(str(near))
    found = simplest(*(size + abs(size) * width * part for part in (Fraction(1, 2), Fraction(1))))
    return Rational(found.numerator, found.denominator)


def without_condition(goal: Goal) -> Goal | None:
    """The goal with one condition on a variable turned into the domain of a new one.

    ``x <= u`` becomes x = u*s with s in (0, 1], for x > 0 (then u > 0 too), and x = u - s with
    s >= 0 for x without a lower end; ``x >= u`` becomes x = u + s with s >= 0, also for integers.
    What the old domain of x said beyond that becomes a condition; the choice with the fewest is
    taken.

    Guarantees:
        every point of the old domain that satisfies the conditions has an image in the new one.
    """
    best: tuple[int, Goal] | None = None
    for place, condition in enumerate(goal.conditions):
        for name, domain in goal.domains:
            if isinstance(domain, Integers):
                changed = _counted_from(goal, place, name)
                if changed is not None and (best is None or best[0]):
                    best = len(changed.conditions) - len(goal.conditions) + 1, changed
                continue
            if condition.diff(name) not in (1, -1):
                continue
            bound = condition.xreplace({name: S.Zero})
            if name in bound.free_symbols:
                continue
            new = regions.fresh(goal, name, {})
            extra: list[Expr] = []
            if condition.diff(name) == 1:
                value, range_ = new - bound, NONNEGATIVE
                if domain.lower is not S.NegativeInfinity:
                    extra.append(value - domain.lower)
            elif domain.lower is S.NegativeInfinity:
                value, range_ = bound - new, NONNEGATIVE
            elif domain.lower == 0 and domain.lower_open:
                value, range_ = bound * new, Interval(S.Zero, S.One, True, False)
            else:
                continue
            if domain.upper is not S.Infinity:
                extra.append(domain.upper - value)
            changed = _substituted(goal, place, name, value, (new, range_), extra)
            if best is None or len(extra) < best[0]:
                best = len(extra), changed
        if best is not None:
            return best[1]
    return None


def _counted_from(goal: Goal, place: int, name: Symbol) -> Goal | None:
    """The goal in how far an integer is above what a condition says that it is not below."""
    where = dict(goal.domains)
    bound = -goal.conditions[place].xreplace({name: S.Zero})
    others = bound.free_symbols
    if (
        goal.conditions[place].diff(name) != 1
        or not integers.endless(where[name])
        or not all(isinstance(where[other], Integers) for other in others)
        or not (others and bound.is_polynomial(*others))
        or not all(c.is_Integer for c in Poly(bound, *others).coeffs())
    ):
        return None
    new = regions.fresh(goal, name, {})
    value, least = bound + new, bound + new - where[name].lower
    variable = new, Integers(S.Zero, S.Infinity)
    changed = _substituted(goal, place, name, value, variable, [])
    if Region.of(changed).nonnegative(least):
        return changed
    return replace(changed, conditions=(*changed.conditions, least))


def _substituted(
    goal: Goal,
    place: int,
    name: Symbol,
    value: Expr,
    variable: tuple[Symbol, Interval | Integers],
    extra: list[Expr],
) -> Goal:
    put = {name: value}
    kept = [c.xreplace(put) for i, c in enumerate(goal.conditions) if i != place]
    return Goal(
        goal.expression.xreplace(put),
        (*((n, d) for n, d in goal.domains if n != name), variable),
        (*kept, *(c for c in extra if not c.is_number)),
        tuple(p.xreplace(put) for p in goal.positives),
        goal.strict,
    )
