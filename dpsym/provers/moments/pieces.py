"""Bounds on one pair of laws that a name moves, by lines on pieces of its domain.

For each value of the name the dual of the linear program gives factors and multipliers in numbers,
which hold at every value: they bound the larger side less the smaller from below by a function of
the name alone. Where the bound is not the best one, each of these functions is positive around its
value, and finitely many cover a domain; at an end where both sides vanish, one through zero.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sympy import Expr, Lt, Rational, S, Symbol, lambdify

from dpsym.kernel.implications import plain
from dpsym.language.claim import Claim
from dpsym.language.domains import Interval
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.moments.contacts import program_at
from dpsym.provers.moments.duality import cells, rounded
from dpsym.provers.moments.floats import function_of
from dpsym.provers.moments.problem import Problem, problem_of
from dpsym.provers.moments.program import Program
from dpsym.provers.moments.shortening import short
from dpsym.provers.numerics import np, scipy
from dpsym.provers.prover import Split
from dpsym.provers.rationals import simplest
from dpsym.provers.restate import at_most, fresh, is_numeric, scalar_hypotheses

if TYPE_CHECKING:
    from dpsym.provers.numerics import Array

MOST_PIECES, SAMPLES, STEP = 24, 1001, 10
"""How many pieces there may be, how many values are looked at, and how far apart lines are."""
LEAST, FAR = 1e-6, 1e6
"""The least and the largest distance from the end of a domain that are looked at."""
FAILURES = 2
"""How many programs in a row may have no solution in floats."""
NEAR = 1e-2
"""How near to the end of a domain powers are read off, and how near exponents are."""
PART = 0.06
"""How much of the room each multiplier takes."""
WIDEST, WIDE = 60.0, 1e-2
"""The largest logarithm of a ratio that is looked at, and the room beside a kink."""
PRECISE, ROUNDED, SLACK = 1e-6, 1e-12, 1e-4
"""What counts as nothing, of factors and of integrands, and what is left of a bound."""
WORDS = "outcome by outcome, with a line for a piece of the domain"


class PiecewiseDuality:
    """A relation between divergences of two laws, from factors in numbers, piece by piece."""

    name = "duality piece by piece"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The pieces, each with its line: what is left of each is about the ratio and the name."""
        problem = problem_of(claim)
        if problem is None or len(problem.names) != 1 or not problem.given:
            return
        ((name, domain),) = claim.scalars()
        own = problem.names[0]
        forms = (problem.goal, *problem.given.values())
        inside = [n for form in forms for f, d in form.parts for n in (f, *d.args[:-2])]
        inside += [limit for _, limit in problem.limits]
        moves = not any(number.has(own) for number in inside)
        if isinstance(domain, Interval) and moves and any(f.number.has(own) for f in forms):
            pieces = _pieces(problem, domain)
            if pieces:
                yield from _joined(claim, name, pieces)


@dataclass(frozen=True, slots=True)
class _Line:
    """Factors and multipliers in numbers.

    Attributes:
        shares: of the hypotheses.
        multipliers: of the laws.
        cells: intervals of the likelihood ratio.
        first: the number of the first sample of the name at which the line proves the claim.
        last: of the last one.
    """

    shares: tuple[Rational, ...]
    multipliers: tuple[Rational, Rational]
    cells: list[list[str]]
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class _Power:
    """A power of the name that lies between the best bound and that of the claim, near an end.

    Attributes:
        bound: the power with its factor, in the name of the claim.
        last: the number of the last sample at which the claim's bound is weaker.
    """

    bound: Expr
    last: int


@dataclass(frozen=True, slots=True)
class _Piece:
    """What proves the claim on a piece, and where the piece begins; None for the first."""

    start: Rational | None
    line: _Line | _Power


def _pieces(problem: Problem, domain: Interval) -> list[_Piece]:
    """Pieces of the domain with lines; none where not all of it is covered."""
    values = _values(problem, domain)
    if not len(values):
        return []
    line: _Line | _Power | None = _through_zero(problem, domain, values)
    line = line or _farthest(problem, values, 0) or _power(problem, domain, values)
    pieces: list[_Piece] = []
    start = None
    while line is not None and len(pieces) < MOST_PIECES:
        pieces.append(_Piece(start, line))
        if line.last == len(values) - 1:
            # A power alone is the claim over again.
            return [] if isinstance(pieces[0].line, _Power) and len(pieces) == 1 else pieces
        # Beside the last value where it holds there is room for a number of few digits.
        place = max(line.last - 2, 0)
        line = _farthest(problem, values, place) if line.last > place else None
        start = _near(float(values[place]), float(values[pieces[-1].line.last]))
    return []


def _farthest(problem: Problem, values: Array, place: int) -> _Line | None:
    """The line that proves the claim at a sample and reaches farthest."""
    best = None
    for step, at in enumerate(range(place, len(values), STEP)):
        found = _line_at(problem, values, at, place)
        if found is not None and (best is None or found.last > best.last):
            best = found
        elif best is not None or step == FAILURES:
            break
    return best


def _line_at(problem: Problem, values: Array, at: int, place: int) -> _Line | None:
    """The dual at a sample, where it holds from another sample on; None where it does not."""
    program = program_at(problem, (float(values[at]),))
    solution = program.solve() if program is not None else None
    found = (
        rounded(program, solution, PART) if program is not None and solution is not None else None
    )
    if program is None or solution is None or found is None:
        return None
    multipliers, shares = found
    line = _Line(tuple(shares), multipliers, cells(program, shares, solution.value), at, at)
    return _reaching(problem, values, line, place)


def _reaching(problem: Problem, values: Array, line: _Line, place: int) -> _Line | None:
    """The line with the samples around its own at which it holds; None without a given one."""
    own = problem.names[0]
    rest = problem.rest(dict(zip(problem.given, line.shares, strict=True)))
    gap = rest.number - sum(line.multipliers)
    size = abs(problem.goal.number)
    with np.errstate(all="ignore"):
        room, sizes = (np.broadcast_to(function_of([own], e)(values), values.shape)
                       for e in (gap, size))  # fmt: skip
    holds = np.isfinite(room) & (room >= SLACK * sizes)
    if not holds[min(place, line.first) : line.last + 1].all():
        return None
    outside = np.where(~holds)[0]
    before, beyond = outside[outside < place], outside[outside > line.last]
    first = int(before[-1]) + 1 if len(before) else 0
    last = int(beyond[0]) - 1 if len(beyond) else len(values) - 1
    return replace(line, first=first, last=last)


def _through_zero(problem: Problem, domain: Interval, values: Array) -> _Line | None:
    """The line from the end of the domain at which all bounds vanish; None where there is none."""
    own = problem.names[0]
    numbers = [form.number.subs(own, domain.lower) for form in problem.forms]
    first = values[values > float(domain.lower)][:1]
    program = program_at(problem, tuple(map(float, first.tolist())))
    if any(number != 0 for number in numbers) or program is None:
        return None
    rows, _ = program.columns(_ratios(program))
    limits = np.array([float(form.number) for form in program.given])
    # The goal less the factors, and the multiplier m of the first law, -m that of the second.
    table = np.column_stack([rows[3:].T, rows[2] - rows[1]])
    sizes = np.maximum(np.abs(table).max(axis=1), 1e-12)
    found = scipy.optimize.linprog(
        [*(limits / (np.abs(limits).max() or 1.0)), 0.0],
        A_ub=table / sizes[:, None],
        b_ub=rows[0] / sizes,
        bounds=[*((None, None) if free else (0, None) for free in program.free), (None, None)],
        method="highs",
    )
    if found.status != 0 or found.x is None:
        return None
    *factors, middle = map(float, found.x)
    used = float(np.abs(factors) @ np.abs(limits))
    room = float(program.goal.number) - float(np.array(factors) @ limits)
    if used <= 0 or room <= 0:
        return None
    more = min(1e-2, room / used / 4)
    shares = tuple(
        S.Zero if abs(c) < PRECISE else _near(c + s * more / 2, c + s * more)
        for c, s in zip(factors, np.abs(factors) * np.sign(limits), strict=True)
    )
    form = problem.rest(dict(zip(problem.given, shares, strict=True)))
    exact = -problem.integrand(form, problem.ratio, S.One).diff(problem.ratio)
    for slope in short(exact.subs(problem.ratio, 1)), _near(middle - PRECISE, middle + PRECISE):
        if not slope.is_Rational:
            continue
        total = rows[0] - np.array(list(map(float, shares))) @ rows[3:]
        total = total + float(slope) * (rows[1] - rows[2])
        if total.min() >= -ROUNDED:
            line = _Line(shares, (slope, -slope), cells(program, shares, WIDE), 0, 0)
            return _reaching(problem, values, line, 0)
    return None


def _power(problem: Problem, domain: Interval, values: Array) -> _Power | None:
    """A power with which the bound of the claim begins, with a factor nearer to the best one."""
    name, own = next(iter(problem.signed.items()))
    sides = _sides(problem.claim)
    if sides is None:
        return None
    _, bound, least = sides
    bound = bound.xreplace(problem.signed)
    run = function_of([own], bound)
    away = values - float(domain.lower)
    near = away[away > 0][:1] * np.array([1.0, 2.0, 1 / NEAR, 2 / NEAR])
    with np.errstate(all="ignore"):
        known = np.broadcast_to(run(near + float(domain.lower)), near.shape)
        claimed = np.broadcast_to(run(values), values.shape)
    if not near.size or not np.isfinite(known).all() or (known <= 0).any():
        return None
    power = _near(np.log2(known[1] / known[0]) - NEAR, np.log2(known[1] / known[0]) + NEAR)
    best = []
    for x in near[2:]:
        program = program_at(problem, (float(x + float(domain.lower)),))
        solution = program.solve() if program is not None else None
        if solution is None:
            return None
        own_bound = float(run(x + float(domain.lower)))
        best.append((own_bound + (1 if least else -1) * solution.value) / x ** float(power))
    tight = min(best) if least else max(best)
    width = float(known[0] / near[0] ** float(power)) - tight
    if power <= 0 or tight <= 0 or (width > 0) == least or abs(width) < SLACK * tight:
        return None
    factor = _near(tight + width / 4, tight + width / 2)
    holds = float(factor) * away ** float(power) <= claimed * (1 - SLACK)
    if least:
        holds = claimed <= float(factor) * away ** float(power) * (1 - SLACK)
    outside = np.where(~holds & (away > 0))[0]
    last = int(outside[0]) - 1 if len(outside) else len(values) - 1
    return _Power(factor * (name - domain.lower) ** power, last) if last > 2 else None


def _sides(claim: Claim) -> tuple[Expr, Expr, bool] | None:
    """The side of the conclusion with divergences, the other, and whether that is the smaller."""
    small, large = plain(claim.conclusions[0]).args
    if is_numeric(small):
        return large, small, True
    return (small, large, False) if is_numeric(large) else None


def _ratios(program: Program) -> Array:
    """Logarithms of ratios that the laws may have."""
    low, high = max(program.low, -WIDEST), min(program.high, WIDEST)
    ends = [-np.inf] * (program.low == -np.inf) + [np.inf] * (program.high == np.inf)
    inside = np.linspace(low, high, SAMPLES)
    near = np.geomspace(PRECISE, WIDEST, SAMPLES)
    tried = np.concatenate([inside, near, -near])
    return np.unique(np.concatenate([tried[(low <= tried) & (tried <= high)], ends]))


def _values(problem: Problem, domain: Interval) -> Array:
    """Samples of the name at which the hypotheses between numbers hold."""
    low, high = domain.lower, domain.upper
    if not low.is_finite:
        return np.array([])
    wide = float(high - low) if high.is_finite else FAR
    steps = np.geomspace(LEAST * min(wide, 1.0), wide, SAMPLES)
    if high.is_finite:
        steps = np.unique(np.concatenate([steps, np.linspace(steps[0], wide, SAMPLES)]))
    ends = [0.0] * (not domain.lower_open)
    found = float(low) + np.concatenate([ends, steps[: -1 if domain.upper_open else None]])
    own = problem.names[0]
    for hypothesis in scalar_hypotheses(problem.claim):
        holds = lambdify(own, hypothesis.xreplace(problem.signed), "numpy")(found)
        found = found[np.broadcast_to(holds, found.shape)]
    return np.asarray(found, dtype=float)


def _joined(claim: Claim, name: Symbol, pieces: list[_Piece]) -> Iterator[Split]:
    """The claim from its pieces, by halves."""
    if len(pieces) == 1:
        line = pieces[0].line
        yield from _by_line(claim, line) if isinstance(line, _Line) else _by_power(claim, line)
        return
    middle = len(pieces) // 2
    start = pieces[middle].start
    assert start is not None
    of = name - start
    parts = {at_most(of, S.Zero): pieces[:middle],
             Lt(S.Zero, of, evaluate=False): pieces[middle:]}  # fmt: skip
    for split in by_rule("cases", claim, {"of": text(of)}, "up to a number and beyond"):
        between: list[tuple[Claim, Split]] = []
        for assumed, some in parts.items():
            goals = (g for g in split.subgoals if g.hypotheses[-1:] == (assumed,))
            between += [(g, way) for g in goals for way in _joined(g, name, some)]
        if len(between) == len(parts):
            left = tuple(g for g in split.subgoals if g not in dict(between))
            yield replace(split, subgoals=left, between=tuple(between))


def _by_line(claim: Claim, line: _Line) -> Iterator[Split]:
    problem = problem_of(claim)
    if problem is None:
        return
    p, q = map(text, problem.laws)
    shares = zip(problem.given, line.shares, strict=True)
    params: dict[str, Any] = {
        "names": {str(fresh(claim, "t")): p},
        "multipliers": dict(zip((p, q), map(text, line.multipliers), strict=True)),
        "shares": {str(n): text(share) for n, share in shares if share != 0},
        "cells": line.cells,
    }
    yield from by_rule("integrands", claim, params, WORDS)


def _by_power(claim: Claim, power: _Power) -> Iterator[Split]:
    sides = _sides(claim)
    if sides is None:
        return
    params: dict[str, Any] = {"between": text(sides[0]), "limit": text(power.bound)}
    params |= {"least": True} if sides[2] else {}
    for split in by_rule("cut", claim, params, "a power that is a bound near the end"):
        *lemma, after = split.subgoals
        for way in by_rule("bound", after, {"fact": "hypothesis", "number": 0}, "by the power"):
            yield replace(split, subgoals=tuple(lemma), between=((after, way),))


def _near(low: float, high: float) -> Rational:
    return Rational(*simplest(Fraction(low), Fraction(high)).as_integer_ratio())
