"""Bounds on the Renyi divergence of every order at once, by convexity of the cumulant function.

With s = alpha - 1 the bound D(alpha) <= xi + rho*alpha reads ``K(s) <= c*s + rho*s**2`` with
c = xi + rho. K is convex, so between two orders it lies below its chord, and near s = 0 below
``K'(0)*s + V*s**2/2`` for a bound V of K'' there. Finitely many values of K decide.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush

from flint import arb
from sympy import Expr, Integer, Rational, S

from dpsym.enclosure.balls import precision
from dpsym.enclosure.compounds import ProductPair
from dpsym.enclosure.continuous import GaussianPair
from dpsym.enclosure.exact import is_zero, number, sign
from dpsym.enclosure.pairs import INFINITY, TRIVIAL, Pair, is_infinite
from dpsym.enclosure.symbolic import exact_kl, exact_supremum

_MAX_CHORDS = 1500
_MAX_HALVINGS = 400


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is certified about a family of inequalities, and the decisive member.

    Attributes:
        truth: certified true, certified false, or not decided.
        s: the decisive argument of the cumulant function, None where there is none.
    """

    truth: bool | None
    s: arb | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """The claim that ``K(s) <= c*s + rho*s**2`` for all s in (0, end).

    Attributes:
        cumulant: K, convex with K(0) = 0.
        slope: K'(0).
        variance: K''(0); K'' is at most ``variance*exp(b*(supremum - slope))`` on [0, b].
        supremum: a bound of K(s)/s.
        excess: the certified sign of c - K'(0), None if unknown.
        end: infinite if all s > 0 are meant.
    """

    cumulant: Callable[[arb], arb]
    slope: arb
    variance: arb
    supremum: arb
    c: arb
    rho: arb
    excess: int | None
    end: arb


def solve(problem: Problem) -> Outcome:
    """Decides a problem with finitely many chords.

    Guarantees:
        True only if the inequality holds for all s in (0, end); False only if it fails at the
        returned s, which lies in (0, end).
    """
    end = problem.end
    if not end.is_finite():
        if problem.rho > 0:
            reach = (problem.supremum - problem.c) / problem.rho
            end = (reach.upper() if reach > 0 else arb(1)).union(arb(1)).upper()
        else:
            return Outcome(None)
    if not end.is_finite():
        return Outcome(None)
    start = _near_zero(problem, _middle(end) if problem.end.is_finite() else end)
    if start.truth is not True or start.s is None:
        return start
    return _chords(problem, start.s, end)


def _middle(x: arb) -> arb:
    return x.mid()


def _gap(problem: Problem, s: arb, value: arb) -> arb:
    return problem.c * s + problem.rho * s * s - value


def _near_zero(problem: Problem, end: arb) -> Outcome:
    """An s such that the claim holds on (0, s]; or a failure."""
    b = end.mid()
    best: arb | None = None
    for _ in range(_MAX_HALVINGS):
        value = problem.cumulant(b)
        gap = _gap(problem, b, value)
        if gap < 0 and b < problem.end:
            return Outcome(False, b)
        if problem.c * b >= value and (problem.rho >= 0 or gap >= 0):
            return Outcome(True, b)
        if problem.excess is not None and problem.excess >= 0:
            curvature = problem.variance * (b * (problem.supremum - problem.slope)).exp()
            margin = problem.c - problem.slope if problem.excess else arb(0)
            if margin + b * (problem.rho - curvature / 2) >= 0:
                return Outcome(True, b)
        best = b
        b = (b / 2).mid()
    return Outcome(None, best)


def _chords(problem: Problem, start: arb, end: arb) -> Outcome:
    """The claim on [start, end], by the chord of K on ever smaller pieces, the worst one first."""
    counter = 0
    heap: list[tuple[float, int, tuple[arb, arb, arb, arb]]] = []
    closest: Outcome = Outcome(None, start)

    def add(piece: tuple[arb, arb, arb, arb]) -> None:
        nonlocal counter
        low = _chord_minimum(problem, *piece)
        if not low >= 0:
            counter += 1
            scale = piece[0]
            heappush(heap, (float((low / scale).mid()) if low.is_finite() else 0.0, counter, piece))

    if end > start:
        top = end.upper()
        add((start, problem.cumulant(start), top, problem.cumulant(top)))
    for _ in range(_MAX_CHORDS):
        if not heap:
            return Outcome(True)
        _, _, (a, left, b, right) = heappop(heap)
        middle = _split(problem, a, left, b, right)
        if not a < middle < b:
            return Outcome(None, a)
        value = problem.cumulant(middle)
        closest = Outcome(None, middle)
        if _gap(problem, middle, value) < 0 and middle < problem.end:
            return Outcome(False, middle)
        add((a, left, middle, value))
        add((middle, value, b, right))
    return closest


def _chord_minimum(problem: Problem, a: arb, left: arb, b: arb, right: arb) -> arb:
    """A lower bound of the gap on [a, b]: that of its chord form at the ends and the vertex."""
    slope = (right - left) / (b - a)
    ends = [_gap(problem, a, left), _gap(problem, b, right)]
    tilt = problem.c - slope
    vertex_low, vertex_high = tilt + 2 * problem.rho * a, tilt + 2 * problem.rho * b
    if not (problem.rho <= 0 or vertex_low >= 0 or vertex_high <= 0):
        if not problem.rho > 0:
            return arb.nan()
        ends.append(-(left - slope * a) - tilt * tilt / (4 * problem.rho))
    low = ends[0]
    for value in ends[1:]:
        low = low.min(value)
    return low


def _split(problem: Problem, a: arb, left: arb, b: arb, right: arb) -> arb:
    """Where the chord form is least, kept off the ends."""
    middle = (a + b) / 2 if b < 16 * a else (a * b).sqrt()
    if problem.rho > 0:
        slope = (right - left) / (b - a)
        vertex = (slope - problem.c) / (2 * problem.rho)
        width = b - a
        if vertex > a + width / 8 and vertex < b - width / 8:
            middle = vertex
    return middle.mid()


def split_gaussian(pair: Pair) -> tuple[Expr, Pair]:
    """The squared distance of the normal part, and the rest.

    >>> split_gaussian(GaussianPair(S.One))
    (1, FinitePair(atoms=((1, 1),), infinite=0))
    """
    if isinstance(pair, GaussianPair):
        return pair.squared, TRIVIAL
    if isinstance(pair, ProductPair):
        squared = [p.squared for p, _ in pair.parts if isinstance(p, GaussianPair)]
        rest = tuple(entry for entry in pair.parts if not isinstance(entry[0], GaussianPair))
        return (squared[0] if squared else S.Zero), ProductPair(rest) if rest else TRIVIAL
    return S.Zero, pair


def line(pair: Pair, xi: Expr, rho: Expr, top: Expr, bits: int) -> Outcome:
    """Whether Renyi(alpha) <= xi + rho*alpha for all alpha in (1, top); top may be oo.

    Guarantees:
        As :func:`solve`, with ``s`` = alpha - 1.

    Raises:
        EvaluationError: the cumulant function of the pair is not known at all orders.

    >>> line(GaussianPair(S.One), S.Zero, S.Half, S.Infinity, 64).truth
    True
    """
    with precision(bits):
        if pair.singular() > 0:
            return Outcome(False, _inside(top))
        squared, rest = split_gaussian(pair)
        rho = rho - squared / 2
        if rest == TRIVIAL:
            return _straight(xi, rho, top)
        slope, c = rest.kl(), number(xi + rho)
        if slope > c:
            step = (slope - c) / (2 * (abs(number(rho)) + 1))
            return Outcome(False, step.min(_inside(top)).lower())
        direction, supremum = sign(rho), rest.supremum()
        if direction is None:
            return Outcome(None)
        if top is S.Infinity and direction <= 0:
            return _level(rest, xi, rho, supremum)
        if not supremum.is_finite():
            return _unbounded(rest, top)
        exact = exact_kl(rest)
        excess = 1 if slope < c else (None if exact is None else sign(xi + rho - exact))
        end = INFINITY if top is S.Infinity else number(top) - 1
        problem = Problem(
            rest.cumulant, slope, rest.variance(), supremum, c, number(rho), excess, end
        )
        return solve(problem)


def _unbounded(pair: Pair, top: Expr) -> Outcome:
    """A failure at an order where the divergence is infinite, if there is one in (1, top)."""
    s = arb(1)
    for _ in range(64):
        if not (top is S.Infinity or s < number(top) - 1):
            break
        if is_infinite(pair.cumulant(s)):
            return Outcome(False, s)
        s = 2 * s
    return Outcome(None)


def _inside(top: Expr) -> arb:
    """A point of (0, top - 1)."""
    if top is S.Infinity:
        return arb(1)
    return ((number(top) - 1) / 2).min(arb(1)).lower()


def _straight(xi: Expr, rho: Expr, top: Expr) -> Outcome:
    """The bound 0 <= xi + rho*alpha on (1, top)."""
    first = sign(xi + rho)
    last = sign(rho) if top is S.Infinity else sign(xi + rho * top)
    if first == -1:
        step = -number(xi + rho) / (2 * (abs(number(rho)) + 1))
        return Outcome(False, step.min(_inside(top)).lower())
    if last == -1:
        if top is not S.Infinity:
            slack = -number(xi + rho * top) / (2 * abs(number(rho)))
            return Outcome(False, (number(top) - 1 - slack).upper())
        return Outcome(False, (2 * (abs(number(xi)) + 1) / abs(number(rho)) + 1).upper())
    return Outcome(None if first is None or last is None else True)


def _level(pair: Pair, xi: Expr, rho: Expr, supremum: arb) -> Outcome:
    """The bound on all of (1, oo) where rho <= 0: at rho = 0 one on the supremum."""
    level = number(xi)
    if sign(rho) == 0:
        exact = exact_supremum(pair)
        if supremum <= level or (exact is not None and is_zero(exact - xi)):
            return Outcome(True)
    s = arb(1)
    for _ in range(200):
        if pair.cumulant(s) > s * (level + number(rho) * (s + 1)):
            return Outcome(False, s)
        s = 2 * s
    return Outcome(None)


def mean_concentrated(pair: Pair, tau: Expr, bits: int) -> Outcome:
    """Whether log E[exp(l*(Z - E[Z]))] <= l**2*tau**2/2 for all real l; ``s`` is the decisive l."""
    with precision(bits):
        if pair.singular() > 0:
            return Outcome(False, arb(1))
        squared, rest = split_gaussian(pair)
        rho = (tau**2 - squared) / 2
        direction = sign(rho)
        if rest == TRIVIAL:
            return Outcome(None if direction is None else direction >= 0, arb(1))
        if direction is None:
            return Outcome(None)
        mean, spread = rest.kl(), rest.variance()
        if direction <= 0:
            return Outcome(False, arb(1)) if spread > 0 else Outcome(None)
        upper, lower = rest.supremum(), rest.infimum()
        if not upper.is_finite() or not lower.is_finite():
            return Outcome(None)
        half = number(rho)
        right = solve(Problem(rest.cumulant, mean, spread, upper, mean, half, 0, INFINITY))
        if right.truth is not True:
            return right
        left = solve(
            Problem(lambda u: rest.cumulant(-u), -mean, spread, -lower, -mean, half, 0, INFINITY)
        )
        return Outcome(left.truth, None if left.s is None else -left.s)


def order_of(s: arb) -> Expr:
    """The exact order 1 + s.

    >>> order_of(arb(1) / 2)
    3/2
    """
    mantissa, exponent = s.mid().man_exp()
    if int(exponent) >= 0:
        return 1 + Integer(int(mantissa)) * 2 ** int(exponent)
    return 1 + Rational(int(mantissa), 2 ** -int(exponent))
