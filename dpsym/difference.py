"""The difference of two bounds: its sign on a domain, on parts of it, and at points.

In one variable the places where the sign changes are enclosed and the signs between them proved;
in several, the domain is divided into boxes. Balls propose, and what is said the kernel accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count, islice, pairwise, product
from typing import Any

from sympy import Basic, Expr, Rational, S, Symbol

from dpsym.acceptance import accepted, accepted_on
from dpsym.bisection import decided_by_boxes
from dpsym.enclosure import evaluate, precision
from dpsym.enclosure.comparison import equal
from dpsym.enclosure.decimals import decimals
from dpsym.enclosure.evaluation import close
from dpsym.enclosure.exact import number
from dpsym.errors import EvaluationError
from dpsym.language.claim import Claim
from dpsym.language.domains import Integers, Interval, Objects
from dpsym.language.printing import text
from dpsym.provers import scalar
from dpsym.provers.boxsign import BITS, MAX_BOXES, Sides, box_sign
from dpsym.provers.inequality import Inequality, goals_of, obligations
from dpsym.provers.prover import Budget
from dpsym.provers.restate import at_most, restate
from dpsym.provers.scalar import Closed
from dpsym.provers.search.rounding import simplest
from dpsym.verdict import Proved, Step

FIRST, SECOND, EQUAL = "first", "second", "equal"
GRID = 240
NARROW = Fraction(1, 10**9)
EDGE = Fraction(1, 64)
COUNTED = 64
MARGIN = Fraction(1, 50)
SIMPLE = tuple(map(Rational, ("1", "1/2", "2", "1/10", "3", "10", "1/100", "100", "1/1000")))

Range = Interval | Integers
Point = tuple[tuple[str, Expr], ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the domain with the claim that is tighter on it.

    Attributes:
        where: the interval or box, side by side for each variable.
        tighter: first or second; equal where both were proved; empty where it is not known.

    Guarantees:
        where ``tighter`` names one, its bound is at no point of the piece the looser one.
    """

    where: tuple[tuple[str, Expr, Expr], ...]
    tighter: str


@dataclass(frozen=True, slots=True)
class Example:
    """An exact point at which one bound is certainly tighter, with decimals of both."""

    point: Point
    tighter: str
    values: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Difference:
    """The gap between two bounds: positive where the first claim is the tighter one."""

    state: Callable[[Basic], Claim]
    first: Expr
    second: Expr
    loosening: int

    @property
    def gap(self) -> Expr:
        """Positive where the first claim is tighter."""
        return (self.second - self.first) * self.loosening

    @property
    def variables(self) -> tuple[tuple[Symbol, Range], ...]:
        """The names in the gap with their domains."""
        free = self.gap.free_symbols
        return tuple((name, domain) for name, domain in self._names() if name in free)

    def _names(self) -> tuple[tuple[Symbol, Range], ...]:
        """The names in the bounds with their domains."""
        claim = self.state(at_most(self.first, self.second))
        return tuple((n, d) for n, d in claim.scalars() if not isinstance(d, Objects))

    def _whole(self, point: Mapping[Symbol, Expr]) -> dict[Symbol, Expr]:
        """The point with values for the names that cancel in the gap, which may be any."""
        cancelled = (self.first.free_symbols | self.second.free_symbols) - set(point)
        return {**point, **{n: _some(d) for n, d in self._names() if n in cancelled}}

    def stated(self, tighter: str, domains: Mapping[Symbol, Range] | None = None) -> Claim:
        """That one claim is nowhere looser, on smaller domains where these are given."""
        ends = (self.first, self.second) if tighter == FIRST else (self.second, self.first)
        claim = self.state(at_most(*(ends if self.loosening > 0 else reversed(ends))))
        return restate(claim, claim.conclusions, domains=domains) if domains else claim

    def prove(
        self, tighter: str, budget: Budget, domains: Mapping[Symbol, Range] | None = None
    ) -> tuple[bool, Mapping[Symbol, Rational] | None]:
        """Whether one claim is proved nowhere looser; else a point where it is, if one is known."""
        claim = self.stated(tighter, domains)
        goals = [*goals_of(claim, claim.conclusions[0]), *obligations(claim)]
        evidence = []
        for i, goal in enumerate(goals):
            seconds = max(0.2, budget.share(1 / (len(goals) - i)).remaining())
            found = scalar.prove(goal, seconds=seconds)
            if not isinstance(found, Closed):
                return False, found.counterexample if i == 0 else None
            evidence.append(found.to_json())
        step = Step(Inequality.name, claim.text, "the bounds compared", (), {"goals": evidence})
        return isinstance(accepted(Proved(claim, evidence=step), budget), Proved), None

    def sign(self, point: Mapping[Symbol, Expr]) -> int:
        """The certain sign of the gap at a point; 0 where balls do not tell."""
        for bits in (BITS, 8 * BITS):
            try:
                with precision(bits):
                    values = {n: evaluate(v, {}) for n, v in point.items()}
                    ball = evaluate(self.gap, values)
            except EvaluationError:
                return 0
            if ball > 0 or ball < 0:
                return 1 if ball > 0 else -1
        return 0

    def vanishes(self, point: Mapping[Symbol, Expr]) -> bool:
        """Whether the bounds are certainly equal at the point."""
        if self.sign(point):
            return False
        whole = self._whole(point)
        return equal(close(self.first, whole), close(self.second, whole))

    def example(self, point: Mapping[Symbol, Expr], tighter: str) -> Example | None:
        """The point, if the claim is certainly tighter there."""
        if self.sign(point) != (1 if tighter == FIRST else -1):
            return None
        point = self._whole(point)
        try:
            with precision(BITS):
                values = {n: evaluate(v, {}) for n, v in point.items()}
                balls = evaluate(self.first, values), evaluate(self.second, values)
        except EvaluationError:
            return None
        for digits in (6, 10, 16, 30):
            one, two = (ball.str(digits, radius=False) for ball in balls)
            if one != two:
                break
        return Example(tuple((n.name, S(v)) for n, v in point.items()), tighter, (one, two))

    def examples(
        self, tighter: str, known: Mapping[Symbol, Expr] | None, *, simple: bool
    ) -> list[Example]:
        """A point at which the claim is certainly tighter, if possible of simple numbers."""
        variables = self.variables
        points: list[Mapping[Symbol, Expr]] = []
        if simple and variables:
            names = [name for name, _ in variables]
            values = [[v for v in SIMPLE if _contains(d, v)] for _, d in variables]
            points = [dict(zip(names, p, strict=True)) for p in islice(product(*values), 200)]
        for point in (*points, *([known] if known else [])):
            found = self.example(point, tighter)
            if found is not None:
                return [found]
        return []


def _some(domain: Range) -> Expr:
    """A simple number of the domain."""
    simple = next((value for value in SIMPLE if _contains(domain, value)), None)
    if simple is not None:
        return simple
    if isinstance(domain, Integers):
        return domain.lower if domain.lower.is_finite else domain.upper
    return _inner(domain)


def _contains(domain: Range, value: Rational) -> bool:
    inside = bool(domain.lower < value) and bool(value < domain.upper)
    return inside and (isinstance(domain, Interval) or bool(value.is_Integer))


def crossings_of(
    problem: Difference, variable: tuple[Symbol, Range], budget: Budget
) -> dict[str, Any]:
    """Crossings of one variable, and the pieces between them."""
    name, domain = variable
    assert isinstance(domain, Interval)
    inside = _compactified(domain)
    marks = [inside(Fraction(i, GRID)) for i in range(1, GRID)]
    signs = [(mark, sign) for mark in marks if (sign := problem.sign({name: _exact(mark)}))]
    crossings: list[tuple[Fraction, Fraction]] = []
    for (low, before), (high, after) in pairwise(signs):
        if before != after:
            crossings.append(_bisect(problem, name, (low, high), before))
            place = simplest(*crossings[-1])
            if problem.vanishes({name: _exact(place)}):
                crossings[-1] = place, place
    ends = [domain.lower, *(_exact(e) for pair in crossings for e in pair), domain.upper]
    pieces = []
    for i in range(0, len(ends), 2):
        low, high = ends[i], ends[i + 1]
        lower_open = domain.lower_open if i == 0 else False
        upper_open = domain.upper_open if i + 2 == len(ends) else False
        part = Interval(low, high, lower_open, upper_open)
        side = problem.sign({name: _inner(part)})
        wanted = FIRST if side > 0 else SECOND
        proved = side != 0 and _signed(
            problem,
            variable,
            part,
            (_is_loose(crossings, i // 2 - 1), _is_loose(crossings, i // 2)),
            side,
            budget.share(1 / (len(ends) - i)),
        )
        pieces.append(Piece(((name.name, low, high),), wanted if proved else ""))
    return {
        "crossings": tuple((_exact(low), _exact(high)) for low, high in crossings),
        "pieces": tuple(pieces),
    }


def _is_loose(crossings: Sequence[tuple[Fraction, Fraction]], place: int) -> bool:
    """Whether there is a crossing at this place of which only an enclosure is known."""
    return 0 <= place < len(crossings) and crossings[place][0] != crossings[place][1]


def _signed(
    problem: Difference,
    variable: tuple[Symbol, Range],
    part: Interval,
    loose: tuple[bool, bool],
    side: int,
    budget: Budget,
) -> bool:
    """Whether the gap is proved to have one sign on an interval between crossings.

    Next to an enclosed crossing boxes decide: its ends are numbers with many digits, with which
    exact algebra would not end.
    """
    name, _ = variable
    tighter = FIRST if side > 0 else SECOND

    def covered(start: Expr, end: Expr) -> bool:
        claim = problem.stated(tighter, {name: Interval(start, end)})
        return decided_by_boxes(claim, MAX_BOXES).kind == "proved"

    low, high = part.lower, part.upper
    if loose[0]:
        start, span = _fraction(low), MARGIN * max(Fraction(1), abs(_fraction(low)))
        low = _exact(simplest(start + span, start + 4 * span))
    if loose[1]:
        end, span = _fraction(high), MARGIN * max(Fraction(1), abs(_fraction(high)))
        high = _exact(simplest(end - 4 * span, end - span))
    if not low < high:
        if not (part.lower.is_Rational and part.upper.is_Rational):
            return False
        return covered(part.lower, part.upper)
    if loose[0] and not covered(part.lower, low):
        return False
    if loose[1] and not covered(high, part.upper):
        return False
    inner = Interval(
        low,
        high,
        part.lower_open if low == part.lower else False,
        part.upper_open if high == part.upper else False,
    )
    return problem.prove(tighter, budget, {name: inner})[0]


def _inner(part: Interval) -> Expr:
    """A point inside the interval."""
    if part.lower.is_finite and part.upper.is_finite:
        return (part.lower + part.upper) / 2
    return (
        part.lower + 1
        if part.lower.is_finite
        else part.upper - 1
        if part.upper.is_finite
        else S.Zero
    )


def _bisect(
    problem: Difference, name: Symbol, ends: tuple[Fraction, Fraction], before: int
) -> tuple[Fraction, Fraction]:
    """A narrow interval at whose ends the gap has certain, opposite signs."""
    low, high = ends
    while high - low > NARROW * max(Fraction(1), abs(high)):
        middle = (low + high) / 2
        sign = problem.sign({name: _exact(middle)})
        if sign == 0:
            break
        low, high = (middle, high) if sign == before else (low, middle)
    return low, high


def _exact(value: Fraction) -> Rational:
    return Rational(value.numerator, value.denominator)


def _fraction(value: Expr) -> Fraction:
    """A rational as near to a constant as floats tell."""
    return Fraction(str(value)) if value.is_Rational else Fraction(float(value))


def _compactified(domain: Range) -> Callable[[Fraction], Fraction]:
    """An increasing rational map of (0, 1) onto the interior of the domain."""
    low, high = domain.lower, domain.upper
    if low.is_finite and high.is_finite:
        start, span = _fraction(low), _fraction(high) - _fraction(low)
        return lambda u: start + span * u
    if low.is_finite:
        start = _fraction(low)
        return lambda u: start + u / (1 - u)
    if high.is_finite:
        end = _fraction(high)
        return lambda u: end - (1 - u) / u
    return lambda u: (2 * u - 1) / (u * (1 - u))


def regions_of(
    problem: Difference, variables: Sequence[tuple[Symbol, Range]], budget: Budget
) -> dict[str, Any]:
    """Boxes on which the gap has a certain sign, the box that they divide, and their share."""
    maps: list[Callable[[Fraction], Fraction]] = []
    start: list[tuple[Fraction, Fraction]] = []
    for _, domain in variables:
        if isinstance(domain, Integers) and domain.lower.is_finite:
            domain = Interval(domain.lower, min(domain.upper, domain.lower + COUNTED))
        maps.append(_compactified(domain))
        closed = isinstance(domain, Interval)
        start.append(
            (
                Fraction(0) if closed and domain.lower.is_Rational else EDGE,
                Fraction(1) if domain.upper.is_Rational else 1 - EDGE,
            )
        )
    names = [name for name, _ in variables]
    sign = box_sign(problem.gap, variables)
    whole = tuple(start)
    decided: list[tuple[Sides, int]] = []
    order = count()
    pending: list[tuple[Fraction, int, Sides]] = [(-_volume(whole), next(order), whole)]
    examined = 0
    while pending and examined < MAX_BOXES and not budget.spent:
        _, _, box = heappop(pending)
        examined += 1
        sides = [(m(a), m(b)) for m, (a, b) in zip(maps, box, strict=True)]
        found = sign(sides)
        if found and accepted_on(found * problem.gap, names, sides):
            decided.append((box, found))
            continue
        axis = max(range(len(box)), key=lambda i: box[i][1] - box[i][0])
        low, high = box[axis]
        middle = (low + high) / 2
        for side in ((low, middle), (middle, high)):
            half = (*box[:axis], side, *box[axis + 1 :])
            heappush(pending, (-_volume(half), next(order), half))

    def shown(box: Sides) -> tuple[tuple[str, Expr, Expr], ...]:
        triples = zip(names, maps, box, strict=True)
        return tuple((n.name, _exact(m(a)), _exact(m(b))) for n, m, (a, b) in triples)

    return {
        "pieces": tuple(Piece(shown(b), FIRST if s > 0 else SECOND) for b, s in decided),
        "share": sum((_volume(b) for b, _ in decided), Fraction(0)) / _volume(whole),
        "box": shown(whole),
    }


def _volume(box: Sides) -> Fraction:
    size = Fraction(1)
    for low, high in box:
        size *= high - low
    return size


def end_text(value: Expr, digits: int = 9, *, up: bool) -> str:
    """An end as text; one that is long to write as a decimal that is no smaller, or no larger."""
    if value.is_finite and (not value.is_Rational or value.q > 999):
        return decimals(number(value), digits)[up]
    return text(value)
