"""Points at which to divide an interval; only hints, any inner point is sound."""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from math import ceil

import sympy
from flint import arb, fmpq
from sympy import Expr, Rational, S, Symbol

from dpsym.enclosure.balls import compile_balls, precision
from dpsym.errors import EvaluationError
from dpsym.language.domains import Interval
from dpsym.provers.scalar.derivatives import derivative
from dpsym.provers.scalar.goal import Goal, size
from dpsym.provers.scalar.sampling import points
from dpsym.provers.scalar.signs import Region
from dpsym.provers.scalar.variants import core

NEAR, TOUCHING = 1e-4, 1e-9
"""Least values that may be zero, and that look as if they were."""
USUAL = tuple(map(Rational, ("1/2", "1", "0", "2", "1/4", "3/4", "1/3", "2/3", "3", "4")))
STEPS = 200
MAX_BEND, APART, REACH = 200, 1 / 50, 16
"""Operations of a second derivative; from where and how far from a place it is looked at."""


def candidates(goal: Goal, symbol: Symbol, domain: Interval, region: Region) -> list[Expr]:
    """Inner points: where the expression vanishes, else, in one variable, points that separate the
    ends.
    """
    inner = [value for value in USUAL if _inside(value, domain)]
    zeros = [
        value
        for value in _not_excluded(goal, symbol, inner)
        if _vanishes(goal, symbol, value, region)
    ]
    if zeros:
        return zeros[:1]
    if len(goal.domains) > 1:
        return []
    lowest = _lowest(goal, symbol, domain)
    if lowest is not None:
        place, value = lowest
        if abs(value) < NEAR:
            guesses = [
                sympy.nsimplify(place, [], tolerance=1e-3, rational=True),
                sympy.exp(-1),
                sympy.E,
            ]
            for guess in guesses:
                near = abs(float(guess) - place) < 1e-2 * max(1.0, abs(place))
                if near and _inside(guess, domain) and _vanishes(goal, symbol, guess, region):
                    return [guess]
            beside = _beside(goal, symbol, domain, place)
            if beside or abs(value) < TOUCHING:
                return beside
    lower, upper = domain.lower, domain.upper
    if upper is S.Infinity and lower.is_finite:
        return [lower + 8, lower + Rational(1, 8)]
    if lower.is_finite and upper.is_finite and upper - lower > Rational(1, 1000):
        return [lower + (upper - lower) / 8, upper - (upper - lower) / 8]
    return []


def turning(goal: Goal, symbol: Symbol, domain: Interval) -> list[Expr]:
    """Inner points where the base of a power is one: there its logarithm has another sign.

    With that sign the power falls in an exponent in which it rose before. Where several variables
    stand in bases there are too many pieces.
    """
    powers = goal.expression.atoms(sympy.exp, sympy.Pow)
    varying = [power for power in powers if power.exp.free_symbols - {symbol}]
    bases = {power.base for power in varying if isinstance(power, sympy.Pow)}
    bases |= {node.args[0] for power in varying for node in power.exp.atoms(sympy.log)}
    if {name for base in bases for name in base.free_symbols} != {symbol}:
        return []
    found: set[Expr] = set()
    for base in bases:
        slope = base.diff(symbol)
        if slope.is_Rational and slope != 0:
            found.add((symbol + (1 - base) / slope).expand())
    return sorted(value for value in found if value.is_Rational and _inside(value, domain))


def _beside(goal: Goal, symbol: Symbol, domain: Interval, place: float) -> list[Expr]:
    """A point between the place of the least value and the next one at which the slope turns.

    What vanishes at the place, which need be no rational number, is convex up to there.
    """
    bend = derivative(derivative(goal.expression, symbol), symbol)
    if bend.free_symbols != {symbol} or size(bend) > MAX_BEND:
        return []
    value = sympy.lambdify(symbol, bend, "math")
    with suppress(ValueError, OverflowError, ZeroDivisionError, TypeError, NameError):
        for way in (1, -1):
            near = place + way * APART
            if not value(near) > 0:
                continue
            steps = (near + way * REACH * n / STEPS for n in range(STEPS))
            turn = next(
                (x for x in steps if domain.lower < x < domain.upper and value(x) < 0), None
            )
            if turn is not None and abs(turn - place) > 4 * APART:
                return [Rational(*_simplest((2 * place + turn) / 3, (place + 2 * turn) / 3))]
    return []


def _simplest(one: float, other: float) -> tuple[int, int]:
    """A fraction between two numbers, with the least denominator."""
    low, high = sorted((one, other))
    bottom = next(n for n in count(1) if ceil(low * n) <= high * n)
    return ceil(low * bottom), bottom


def _inside(value: Expr, domain: Interval) -> bool:
    return bool(domain.lower < value) and bool(value < domain.upper)


def _not_excluded(goal: Goal, symbol: Symbol, values: list[Rational]) -> list[Rational]:
    """The values at which no sample of the other variables certainly differs from zero."""
    names = [name for name, _ in goal.domains]
    try:
        run = compile_balls(goal.expression, names)
    except EvaluationError:
        return values
    others = Goal(goal.expression, tuple((n, d) for n, d in goal.domains if n != symbol))

    def differs(value: Rational) -> bool:
        for sample in points(others, 4):
            place = iter(sample)
            at = [value if name == symbol else next(place) for name in names]
            with suppress(EvaluationError), precision(100):
                found = run([arb(fmpq(int(v.p), int(v.q))) for v in at])
                if found > 0 or found < 0:
                    return True
        return False

    return [value for value in values if not differs(value)]


def _vanishes(goal: Goal, symbol: Symbol, value: Expr, region: Region) -> bool:
    at = goal.expression.subs(symbol, value)
    if at.has(sympy.nan, sympy.zoo, sympy.oo):
        return False
    if at == 0:
        return True
    if _differs_from_zero(goal, symbol, at):
        return False
    parts = core(at, region)
    return parts is not None and parts.sign == 0


def _differs_from_zero(goal: Goal, symbol: Symbol, at: Expr) -> bool:
    """Whether the expression is certainly not zero at some sample of the other variables."""
    others = tuple((name, domain) for name, domain in goal.domains if name != symbol)
    try:
        run = compile_balls(at, [name for name, _ in others])
        with precision(100):
            for sample in points(Goal(at, others), 4):
                value = run([arb(fmpq(int(v.p), int(v.q))) for v in sample])
                if value > 0 or value < 0:
                    return True
    except EvaluationError:
        return False
    return False


def _lowest(goal: Goal, symbol: Symbol, domain: Interval) -> tuple[float, float] | None:
    """The place and value of the least of many samples, refined a little."""
    try:
        run = compile_balls(goal.expression, [symbol])
    except EvaluationError:
        return None
    low = domain.lower if domain.lower.is_finite else S(-16)
    high = domain.upper if domain.upper.is_finite else low + 32
    best: tuple[float, float] | None = None
    left, right = sympy.Rational(low) if low.is_Rational else Rational(str(low.evalf(20))), high
    right = sympy.Rational(right) if right.is_Rational else Rational(str(right.evalf(20)))
    with precision(100):
        for _ in range(3):
            step = (right - left) / STEPS
            found: tuple[Rational, float] | None = None
            for index in range(1, STEPS):
                place = left + step * index
                value = run([arb(fmpq(int(place.p), int(place.q)))])
                if value.is_finite() and (found is None or float(value) < found[1]):
                    found = (place, float(value))
            if found is None:
                return best
            best = (float(found[0]), found[1])
            left, right = found[0] - step, found[0] + step
    return best
