"""Points of a region at which a goal is certainly false; a hint for the search, and the source of
counterexamples.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice, pairwise, product
from typing import TYPE_CHECKING

import mpmath
import sympy
from flint import arb, fmpq
from sympy import Expr, Rational, S, Symbol

from dpsym.enclosure.balls import compile_balls, precision
from dpsym.errors import EvaluationError
from dpsym.language.domains import Integers, Interval
from dpsym.provers.numerics import np
from dpsym.provers.scalar.derivatives import derivative
from dpsym.provers.scalar.goal import Goal, Variable

if TYPE_CHECKING:
    from dpsym.provers.numerics import Array

_STEPS = ("0", "1/1000000", "1/1000", "1/20", "1/3", "7/10", "1", "3/2", "3", "8", "30", "200")
_FAR = 10**4, 10**7
_PARTS = (
    "0",
    "1/100000",
    "1/100",
    "1/10",
    "3/10",
    "1/2",
    "7/10",
    "9/10",
    "99/100",
    "99999/100000",
    "1",
)
_PLAIN, MOST_PLAIN = tuple(map(Rational, ("0", "1", "1/2", "-1", "2"))), 125
BITS, SIGN_BITS = 200, 100
SOME, POINTS, ROWS = 40, 24, 4
"""How many points are tried for two signs; how many of other names for some that satisfy
conditions, and how many of these are looked at."""
MANY, BEYOND = 2001, 40.0
"""Values that are tried at once, and how far they go where there is no end."""
LARGEST = 4000
"""Binary digits before or after the point of a number that is written out."""


@lru_cache(maxsize=1024)
def values(domain: Interval | Integers) -> tuple[Rational, ...]:
    """Rational elements of a domain, close to its ends and far out."""
    lower, upper = domain.lower, domain.upper
    if isinstance(domain, Integers):
        low = lower if lower.is_finite else (upper if upper.is_finite else sympy.S.Zero) - 10
        steps = [0, 1, 2, 3, 4, 7, 15, 60, 400]
        found = [low + step for step in steps if low + step <= upper]
        return (*found, *([upper] if upper.is_finite and upper not in found else []))
    if lower.is_finite and upper.is_finite:
        found = [lower + (upper - lower) * Rational(part) for part in _PARTS]
    elif lower.is_finite:
        found = [lower + Rational(step) for step in _STEPS]
    elif upper.is_finite:
        found = [upper - Rational(step) for step in _STEPS]
    else:
        found = [sign * Rational(step) for step in _STEPS for sign in (1, -1)][1:]
    return tuple(value for value in _rationals(found) if _inside(value, domain))


def _rationals(numbers: Iterable[Expr]) -> Iterator[Rational]:
    """Rationals close to numbers; none for those that are too large or small to be written out."""
    for number in numbers:
        near = number if number.is_Rational else sympy.N(number, 30)
        if near.is_Rational:
            yield near
        elif near.is_Float and abs(mpmath.mag(near.num)) <= LARGEST:
            yield Rational(str(near))


def _inside(value: Rational, domain: Interval) -> bool:
    low = value > domain.lower or (value == domain.lower and not domain.lower_open)
    high = value < domain.upper or (value == domain.upper and not domain.upper_open)
    return bool(low) and bool(high)


def points(goal: Goal, count: int) -> Iterator[tuple[Rational, ...]]:
    """Up to ``count`` points of the product domain, the same ones at every call.

    Where conditions are an equation that is linear in a name, that name gets what solves it.
    """
    solved = _solved(goal)
    for point in _product(goal, count):
        if not solved:
            yield point
            continue
        at = {symbol: value for (symbol, _), value in zip(goal.domains, point, strict=True)}
        for symbol, term in solved.items():
            at[symbol] = term.xreplace(at)
        if all(at[s].is_Rational and domain.contains(at[s]) for s, domain in goal.domains):
            yield tuple(at[symbol] for symbol, _ in goal.domains)


def _solved(goal: Goal) -> Mapping[Symbol, Expr]:
    """Names that equations say to be terms in the names before them or in no such names."""
    found: dict[Symbol, Expr] = {}
    for condition in goal.conditions:
        if -condition not in goal.conditions or not condition.free_symbols.isdisjoint(found):
            continue
        gap = sympy.expand(condition)
        for symbol, _ in goal.domains:
            factor = gap.coeff(symbol)
            rest = gap - factor * symbol
            if factor.is_Rational and factor != 0 and not rest.has(symbol):
                found[symbol] = -rest / factor
                break
    return found


def _between(goal: Goal, symbol: Symbol, domain: Interval | Integers) -> tuple[Rational, ...]:
    """Elements between the numbers that conditions on one variable compare it with."""
    if not isinstance(domain, Interval):
        return ()
    turns: set[Expr] = set()
    for condition in (*goal.conditions, *goal.positives):
        alone = condition.free_symbols == {symbol}
        slope = derivative(condition, symbol) if alone else S.Zero
        if slope.is_number and slope != 0:
            turns.add(-condition.xreplace({symbol: S.Zero}) / slope)
    middles = [(low + high) / 2 for low, high in pairwise(sorted(_rationals(turns)))]
    return tuple(value for value in middles if _inside(value, domain))


def _far(domain: Interval | Integers) -> tuple[Rational, ...]:
    """Elements of an unbounded domain beyond those that are tried with several names."""
    if domain.upper is not S.Infinity:
        return ()
    start = domain.lower if domain.lower.is_Rational else S.Zero
    return tuple(sympy.ceiling(start) + step for step in _FAR)


def _product(goal: Goal, count: int) -> Iterator[tuple[Rational, ...]]:
    lists = [(*values(domain), *_between(goal, symbol, domain)) for symbol, domain in goal.domains]
    if len(goal.domains) == 1:
        lists = [(*lists[0], *_far(goal.domains[0][1]))]
    total = 1
    for choices in lists:
        total *= len(choices)
    if total <= count:
        yield from product(*lists)
        return
    generator = random.Random(20240607)
    for _ in range(count):
        yield tuple(generator.choice(choices) for choices in lists)


def _attained(goal: Goal) -> Iterator[tuple[Rational, ...]]:
    """Points with plain numbers, at which what is claimed to be larger is often equal."""
    plain = [
        [value for value in _PLAIN if domain.contains(value)] or list(values(domain)[:1])
        for _, domain in goal.domains
    ]
    return islice(product(*plain), MOST_PLAIN)


@lru_cache(maxsize=4096)
def counterexample(goal: Goal, count: int = 120) -> Mapping[Symbol, Rational] | None:
    """A point of the domain at which the goal is certainly false; None when none was found.

    Guarantees:
        The point satisfies all conditions, and the expression is < 0 there (<= 0 for a strict
        goal).
    """
    tried = chain(points(goal, count), _attained(goal) if goal.strict else ())
    with precision(BITS):
        for point, value in _values_at(goal, tried):
            if value < 0 or (goal.strict and value <= 0):
                return {symbol: at for (symbol, _), at in zip(goal.domains, point, strict=True)}
    return None


def _values_at(
    goal: Goal, tried: Iterable[tuple[Rational, ...]]
) -> Iterator[tuple[tuple[Rational, ...], arb]]:
    """Balls around the expression of a goal at those points that satisfy its conditions."""
    symbols = [symbol for symbol, _ in goal.domains]
    try:
        run = compile_balls(goal.expression, symbols)
        conditions = [compile_balls(condition, symbols) for condition in goal.conditions]
        positives = [compile_balls(condition, symbols) for condition in goal.positives]
    except EvaluationError:
        return
    for point in tried:
        balls = [_ball(value) for value in point]
        try:
            if not all(bool(condition(balls) >= 0) for condition in conditions):
                continue
            if not all(bool(condition(balls) > 0) for condition in positives):
                continue
            value = run(balls)
        except EvaluationError:
            continue
        yield point, value


@lru_cache(maxsize=4096)
def may_rise_through_zero(expr: Expr, symbol: Symbol, domain: Interval, others: Goal) -> bool:
    """Whether an expression seems to be <= 0 and then >= 0 along a variable, zero in its interval.

    The other names have the domains and conditions of a goal. False where the expression is > 0
    and then < 0 at some points, and where it has one sign at all that are tried.
    """
    names = [name for name, _ in others.domains]
    places = sorted((*values(domain), *_far(domain)))
    try:
        run = compile_balls(expr, [symbol, *names])
    except EvaluationError:
        return True
    rows, zero = 0, False
    with precision(SIGN_BITS):
        for point, _ in _values_at(replace(others, expression=S.Zero), points(others, POINTS)):
            balls = [_ball(value) for value in point]
            try:
                found = [run([_ball(place), *balls]) for place in places]
            except EvaluationError:
                return True
            risen = [value for value in found if value > 0 or value < 0]
            signs = [bool(value > 0) for value in risen]
            if any(before and not after for before, after in pairwise(signs)):
                return False
            zero = zero or len(risen) < len(found) or len(set(signs)) > 1
            rows += 1
            if rows == ROWS:
                break
    return zero or rows == 0


@lru_cache(maxsize=4096)
def changes_sign(
    expr: Expr,
    domains: tuple[Variable, ...],
    conditions: tuple[Expr, ...],
    positives: tuple[Expr, ...],
) -> bool:
    """Whether an expression is certainly > 0 at a point of a region and < 0 at another."""
    goal = Goal(expr, domains, conditions, positives)
    above = below = False
    with precision(SIGN_BITS):
        for _, value in _values_at(goal, points(goal, SOME)):
            above, below = above or bool(value > 0), below or bool(value < 0)
            if above and below:
                return True
    return False


def _ball(value: Rational) -> arb:
    return arb(fmpq(int(value.p), int(value.q)))


def dip(goal: Goal) -> Rational | None:
    """The value of a single variable at which the goal is certainly false; None if none is found.

    What vanishes at a point in the middle of a domain may be false beside it alone: many points
    are tried at once in doubles rounded outward, more of them around one, where laws are equal.
    """
    if len(goal.domains) != 1 or goal.conditions or goal.positives:
        return None
    ((symbol, domain),) = goal.domains
    if not isinstance(domain, Interval):
        return None
    # Doubles are loaded only where a proof was not found at once.
    from dpsym.enclosure.outward import compile_spans

    at = _closely(*(float(end) for end in (domain.lower, domain.upper)))
    try:
        _, most = compile_spans(goal.expression, [symbol])([(at, at)])
    except EvaluationError:
        return None
    most = np.broadcast_to(most, at.shape)
    for place in np.flatnonzero(most < 0)[:1]:
        value = Rational(float(at[place]))
        if _inside(value, domain):
            return value
    return None


def _closely(low: float, high: float) -> Array:
    """Many numbers between two, evenly and around one; a line is cut at some distance."""
    left = low if np.isfinite(low) else min(high, 0.0) - BEYOND
    right = high if np.isfinite(high) else max(low, 0.0) + BEYOND
    beside = 10.0 ** -np.arange(2, 7)
    found = np.concatenate([np.linspace(left, right, MANY)[1:-1], 1 - beside, 1 + beside])
    return found[(found > left) & (found < right)]
