"""Terms over the names of a claim that may be what a number is at points of these names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sympy import Expr, S, Symbol, exp, log, preorder_traversal, sqrt

from dpsym.language import heads
from dpsym.provers.moments.floats import function_of
from dpsym.provers.moments.problem import INFINITE, Problem
from dpsym.provers.moments.shortening import short
from dpsym.provers.numerics import np

if TYPE_CHECKING:
    from dpsym.provers.numerics import Array

LARGEST, MOST_BASIC, MOST = 40, 120, 600
"""Operations of a part of the claim that is a term, and how many terms there are."""
_CHANGES: tuple[tuple[Callable[[Any], Any], Callable[[Any], Any]], ...] = (
    (lambda x: 1 / x, lambda x: 1 / x),
    (lambda x: 1 + x, lambda x: 1 + x),
    (lambda x: 1 - x, lambda x: 1 - x),
    (lambda x: -x, lambda x: -x),
    (lambda x: x / 2, lambda x: x / 2),
    (lambda x: 2 * x, lambda x: 2 * x),
    (lambda x: x**2, lambda x: x**2),
    (sqrt, lambda x: np.sqrt(x)),
    (exp, lambda x: np.exp(x)),
    (log, lambda x: np.log(x)),
)
"""What is made of one term, and of its values."""
_RESTS = S.Zero, S.Half, -S.Half, S.One, S.NegativeOne


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms with their values at points of the names, simple ones first.

    Attributes:
        names: the names.
        points: their values, a row for each point.
        terms: the terms.
        values: a row for each term.
    """

    names: Sequence[Symbol]
    points: Array
    terms: list[Expr]
    values: Array

    @classmethod
    def of(cls, problem: Problem, points: Sequence[tuple[float, ...]]) -> Terms:
        """Parts of the claim, slopes of its bounds, and what is made of each by one change."""
        at = np.array(points, dtype=float)
        basic = sorted(dict.fromkeys(_parts(problem)), key=lambda e: (e.count_ops(), str(e)))
        terms: list[Expr] = []
        rows: list[Array] = []
        known: set[tuple[float, ...]] = set()

        def add(term: Callable[[], Expr], row: Array) -> None:
            key = tuple(float(f"{x:.9g}") for x in row)
            if np.isfinite(row).all() and key not in known and len(terms) < MOST:
                known.add(key)
                terms.append(term())
                rows.append(row)

        with np.errstate(all="ignore"):
            for term in basic[:MOST_BASIC]:
                row = _values(problem.names, term, at)
                if row is not None:
                    add(lambda term=term: term, row)  # type: ignore[misc]
            for term, row in list(zip(terms, rows, strict=True)):
                for change, numeric in _CHANGES:
                    add(lambda c=change, x=term: c(x), numeric(row))  # type: ignore[misc]
        return cls(problem.names, at, terms, np.array(rows))

    def agrees(self, term: Expr, row: Array, width: float) -> bool:
        """Whether a term is near to the values, relative to them."""
        found = _values(self.names, term, self.points)
        return found is not None and bool((abs(found - row) <= width * abs(row) + 1e-9).all())

    def near(self, logarithms: Array, width: float) -> Iterator[Expr]:
        """Terms and quotients and products of two whose logarithms are near to the given."""
        if np.isinf(logarithms).any():
            if (logarithms == -np.inf).all():
                yield S.Zero
            elif (logarithms == np.inf).all():
                yield S.Infinity
            return
        positive = (self.values > 0).all(axis=1)
        rows = np.log(self.values[positive])
        terms = [self.terms[place] for place in np.where(positive)[0]]
        for place in np.where((abs(rows - logarithms) < width).all(axis=1))[0]:
            yield terms[place]
        for sign in (1, -1):
            for place, row in enumerate(rows):
                others = np.where((abs(row + sign * rows - logarithms) < width).all(axis=1))[0]
                for other in others:
                    if sign < 0 or place <= other:
                        yield short(terms[place] * terms[other] ** sign)

    def shifted(self, values: Array, width: float) -> Iterator[Expr]:
        """Terms near to values of one sign, once a half or one is taken from these."""
        for rest in _RESTS:
            left = values - float(rest)
            if (abs(left) < width).all():
                yield rest
            elif (left > width).all() or (left < -width).all():
                sign = 1 if left[0] > 0 else -1
                for term in self.near(np.log(abs(left)), width):
                    yield rest + sign * term


def _parts(problem: Problem) -> Iterator[Expr]:
    """Numbers that are parts of the claim, slopes of its bounds, and contacts that they say."""
    forms = (problem.goal, *problem.given.values())
    numbers = [form.number for form in forms]
    numbers += [limit for _, limit in problem.limits]
    numbers += [a for form in forms for _, d in form.parts for a in d.args[:-2]]
    numbers += [factor for form in forms for factor, _ in form.parts]
    yield from (S.One, S(2), *problem.names)
    slopes = [number.diff(name) for number in numbers for name in problem.names]
    for number in (*numbers, *slopes):
        for part in preorder_traversal(number):
            numeric = isinstance(part, Expr) and not part.has(heads.Quantity, *INFINITE)
            if numeric and part.count_ops() <= LARGEST:
                yield part
    for _, d in problem.goal.parts:
        if isinstance(d, heads.HockeyStick) and d.args[0] in problem.names:
            yield from _extremes(problem.goal.number, d.args[0])


def _extremes(number: Expr, epsilon: Symbol) -> Iterator[Expr]:
    """The ratios of two laws on two outcomes that attain a bound of their hockey sticks.

    The slope of the bound in epsilon is that of the stick, less exp(epsilon) times the second mass.
    """
    falls = number.diff(epsilon)
    second = -exp(-epsilon) * falls
    first = number - falls
    if not {first, second} & {S.Zero, S.One}:
        for ratio in (first / second, (1 - first) / (1 - second)):
            yield short(ratio)


def _values(names: Sequence[Symbol], term: Expr, points: Array) -> Array | None:
    """The values of a term at the points; None where one is no real number."""
    try:
        run = function_of(names, term)
        with np.errstate(all="ignore"):
            found = np.array([complex(run(*point)) for point in points])
    except (TypeError, ValueError, ZeroDivisionError, OverflowError, NameError):
        return None
    real = np.isfinite(found).all() and (abs(found.imag) <= 1e-12 * abs(found.real)).all()
    return np.asarray(found.real) if real else None
