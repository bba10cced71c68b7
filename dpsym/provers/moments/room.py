"""Room for a line below a sum over the likelihood ratio, in floats at points of the names.

With multiples of hypotheses taken away, a form is to be nowhere negative once a multiple of the
ratio less one is added. At each point of the names that leaves an interval for the multiple.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from math import inf, isfinite
from typing import TYPE_CHECKING, Any

from sympy import Abs, Add, Expr, Heaviside, Integer, Max, Piecewise, S, Symbol, sign

from dpsym.provers.moments.floats import function_of
from dpsym.provers.moments.problem import INFINITE, Problem, numbers_of
from dpsym.provers.moments.program import Form
from dpsym.provers.numerics import np
from dpsym.provers.restate import scalar_hypotheses

if TYPE_CHECKING:
    from dpsym.provers.numerics import Array

Point = tuple[float, ...]
Run = Callable[..., Any]
MOST_POINTS = 8
REACH, GRID = 14.0, 1401
"""Logarithms of the ratios that are tried, and how many."""
SLACK, ROUNDED = 1e-9, 1e-12
ROUGH, BESIDE, BENT = 1e-6, 1e-9, 1e-5
"""The slack of a first look; how far from a ratio kinks are looked for, and how large they are."""
KINKED = Abs, Heaviside, Max, Piecewise, sign
_PARTS = (0.07, 0.35, 0.8)
_STEPS = (0.05, 0.6, 3.0)
"""Where a name is tried in a bounded domain, and how far from the end of another."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """A form at a point of the names, over the ratio.

    Attributes:
        ratios: those that are tried.
        total: what the form adds there, with its number.
        size: how large the terms of it and its number are.
        number: its number.
    """

    ratios: Array
    total: Array
    size: Array
    number: float

    @property
    def known(self) -> bool:
        """Whether floats have a value everywhere."""
        return bool(np.isfinite(self.total).all() and np.isfinite(self.size).all())

    def less(self, factor: float, other: Sampled) -> Sampled:
        """The form less a multiple of another."""
        return Sampled(
            self.ratios,
            self.total - factor * other.total,
            self.size + abs(factor) * other.size,
            self.number - factor * other.number,
        )

    def slopes(self, slack: float) -> tuple[float, float]:
        """The least and the largest slope with which the sum is nowhere negative, up to a slack."""
        scale = max(abs(self.number), 1e-3)
        room = self.total + ROUNDED * self.size + slack * scale * (1 + self.ratios)
        gap = self.ratios - 1
        if (room[gap == 0] < 0).any():
            return inf, -inf
        low = -room[gap > 0] / gap[gap > 0]
        high = -room[gap < 0] / gap[gap < 0]
        return float(low.max(initial=-inf)), float(high.min(initial=inf))


def sampled(problem: Problem, form: Form) -> list[Sampled]:
    """The form at points of the names."""
    names = problem.names
    added = problem.integrand(form, problem.ratio, S.One)
    whole = function_of((problem.ratio, *names), added)
    large = function_of((problem.ratio, *names), Add(*map(Abs, Add.make_args(added))))
    number = function_of(names, form.number)
    ends = [(direct, function_of(names, limit)) for direct, limit in problem.limits]
    found = []
    for point in points_of(problem):
        t = np.exp(np.linspace(-REACH, REACH, GRID))
        with np.errstate(all="ignore"):
            for direct, limit in ends:
                end = float(limit(*point)) if direct else 1 / float(limit(*point))
                t = np.append(t[t < end] if direct else t[t > end], end)
            own = float(number(*point))
            total = np.broadcast_to(whole(t, *point), t.shape) + own
            size = np.broadcast_to(large(t, *point), t.shape) + abs(own)
            total = np.asarray(total, dtype=float)
            found.append(Sampled(t, total, size, own))
    return found


@dataclass(frozen=True, slots=True)
class Outlook:
    """Whether multiples of hypotheses may leave room for any line, before they are made terms."""

    names: list[Symbol]
    points: list[Point]
    goal: list[Sampled]
    given: Mapping[int, list[Sampled]]

    @classmethod
    def of(cls, problem: Problem) -> Outlook:
        """The outlook on a problem."""
        given = {n: sampled(problem, form) for n, form in problem.given.items()}
        return cls(problem.names, list(points_of(problem)), sampled(problem, problem.goal), given)

    def __call__(self, shares: Mapping[int, Expr]) -> bool:
        """Whether there may be room; also where floats do not tell."""
        runs = {n: function_of(self.names, share) for n, share in shares.items() if share != 0}
        for place, (point, left) in enumerate(zip(self.points, self.goal, strict=True)):
            with np.errstate(all="ignore"):
                for n, run in runs.items():
                    left = left.less(_value(run, point), self.given[n][place])
                low, high = left.slopes(ROUGH)
            if left.known and low > high:
                return False
        return True


@dataclass(frozen=True, slots=True)
class Room:
    """The lines with which a form is nowhere negative, at points of the names.

    Attributes:
        names: the names of numbers.
        points: their values.
        slopes: the least and the largest slope at each point.
    """

    names: list[Symbol]
    points: list[Point]
    slopes: list[tuple[float, float]]

    @classmethod
    def of(cls, problem: Problem, form: Form) -> Room | None:
        """The room; None where there is none, or floats have no values at some point."""
        found = sampled(problem, form)
        if not found or not all(np.isfinite(one.total).all() for one in found):
            return None
        with np.errstate(all="ignore"):
            slopes = [one.slopes(SLACK) for one in found]
        if any(low > high for low, high in slopes):
            return None
        return cls(problem.names, list(points_of(problem)), slopes)

    def unbent(self, slope: Expr) -> Expr:
        """The slope without kinks of what has one sign at all points."""
        kinks = {}
        for node in slope.atoms(Abs, Max, sign):
            inner = [part for part in node.args if part != 0]
            run = function_of(self.names, inner[0])
            with np.errstate(all="ignore"):
                signs = {float(np.sign(run(*point))) for point in self.points}
            signs -= set() if isinstance(node, sign) else {0.0}
            if len(signs) == len(inner) == 1:
                (one,) = map(Integer, signs)
                factor = max(one, S.Zero) if isinstance(node, Max) else one
                kinks[node] = one if isinstance(node, sign) else factor * inner[0]
        return slope.xreplace(kinks)

    def holds(self, slope: Expr) -> bool:
        """Whether the form with the line of this slope through one is nowhere negative."""
        has_none = slope.has(*INFINITE, S.ImaginaryUnit, Heaviside)
        if has_none or not slope.free_symbols <= set(self.names):
            return False
        run = function_of(self.names, slope)
        for point, (low, high) in zip(self.points, self.slopes, strict=True):
            rise = _value(run, point)
            if not (isfinite(rise) and low <= rise <= high):
                return False
        return True

    def touching(self, problem: Problem, form: Form) -> Iterator[Expr]:
        """Slopes with which the sum may touch zero at a ratio that the numbers suggest.

        Those with which it is clearly negative somewhere are left out before they are made terms:
        there are many.
        """
        t, steep = problem.ratio, problem.steep(form)
        run, kinked = function_of((t, *self.names), steep), steep.has(*KINKED)
        for ratio in problem.contacts():
            at = function_of(self.names, ratio)
            for point, (low, high) in zip(self.points, self.slopes, strict=True):
                rise = _rise(run, _value(at, point), point, kinked=kinked)
                rough = ROUGH * (1 + abs(rise))
                if isfinite(rise) and not low - rough <= rise <= high + rough:
                    break
            else:
                yield steep.xreplace({t: ratio})


def _rise(run: Run, ratio: float, point: Point, *, kinked: bool) -> float:
    """A slope at a ratio; not a number at a kink, where floats do not know it."""
    rise = _value(run, (ratio, *point))
    if kinked:
        below, above = (_value(run, (ratio * (1 + by), *point)) for by in (-BESIDE, BESIDE))
        if not abs(above - below) <= BENT * (1 + abs(rise)):
            return np.nan
    return rise


def _value(run: Run, point: Point) -> float:
    """A number at a point of the names; not a number where it has no real value."""
    with np.errstate(all="ignore"):
        try:
            value = run(*point)
            return np.nan if np.iscomplexobj(value) else float(value)
        except (TypeError, ZeroDivisionError, OverflowError):
            return np.nan


def points_of(problem: Problem) -> Iterator[tuple[float, ...]]:
    """Points of the names at which the hypotheses between numbers hold."""
    kept = [h.xreplace(problem.signed) for h in scalar_hypotheses(problem.claim)]
    choices = []
    for _, domain in numbers_of(problem.claim):
        low = float(domain.lower) if domain.lower.is_finite else 0.0
        wide = float(domain.upper) - low if domain.upper.is_finite else 1.0
        parts = _PARTS if domain.upper.is_finite else _STEPS
        choices.append([low + wide * part for part in parts])
    # Of many points some that are spread.
    every = sorted(product(*choices), key=lambda point: sum(point) * 7.31 % 1.0)
    held = (
        point
        for point in every
        if all(h.xreplace(dict(zip(problem.names, point, strict=True))) == S.true for h in kept)
    )
    yield from islice(held, MOST_POINTS)
