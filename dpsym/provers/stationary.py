"""Points at which a function of few numbers, or a part of it, is least: where its slopes vanish.

A dip may be narrower than the steps of any search, and shallower than floats tell apart. Newton's
method with many digits leads to its bottom from afar, also along the edges of the domain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, combinations, product
from typing import Any

from mpmath import mp, mpf
from sympy import Abs, Expr, Pow, Rational, Symbol, diff, lambdify

from dpsym.errors import EvaluationError
from dpsym.language.domains import Interval
from dpsym.provers.prover import Budget
from dpsym.provers.scalar.defined import requirements

MOST_NAMES, MOST_OPERATIONS = 3, 200
DIGITS, STEPS = 50, 40
"""Of the numbers, and of Newton's method from one start."""
CLOSE = mpf("1e-25")
"""A step after which a point counts as found."""
STARTS = tuple(map(mpf, ("0.5", "0.1", "0.8")))
"""Shares of a domain at which the method begins."""
ROUNDED = (2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22)
"""Digits of denominators of points that are tried."""

_FAILURES = (ValueError, TypeError, ArithmeticError, NameError, KeyError, AttributeError)

Point = Mapping[Symbol, Rational]
Domains = Mapping[Symbol, Interval]


def bottoms(
    part: Expr, sign: Expr, domains: Domains, budget: Budget, *, strict: bool = False
) -> list[Point]:
    """Rational points near to such as a part is least at, at which another function is negative.

    Of the latter 0 is enough if ``strict``. Where a function cannot be computed there are none.

    >>> from sympy.abc import x
    >>> from sympy import S
    >>> dip = (x - Rational(1, 3)) ** 2 - Rational(1, 10**12)
    >>> bottoms(dip, dip, {x: Interval(S.Zero, S.One)}, Budget.of(1))
    [{x: 1/3}]
    """
    names = sorted(domains, key=str)
    known = sign.free_symbols <= set(names) and part.free_symbols
    if not known or len(names) > MOST_NAMES or part.count_ops() > MOST_OPERATIONS:
        return []
    real = {name: Symbol(name.name, real=True) for name in names}
    used = [name for name in names if name in part.free_symbols]
    try:
        value = lambdify([*real.values()], sign.xreplace(real), "mpmath")
        newton = _Newton(part.xreplace(real), [real[name] for name in used])
    except _FAILURES:
        return []
    points = []
    with mp.workdps(DIGITS):
        middle = {name: _at(domains[name], STARTS[0]) for name in names}
        for found in _found(newton, [domains[name] for name in used], budget):
            where = {**middle, **dict(zip(used, found, strict=True))}
            for point in _rational(where, domains):
                below = _value(value, [mpf(v.p) / v.q for v in point.values()])
                if below is not None and (below < 0 or (strict and below == 0)):
                    points.append(point)
                    break
    return points


def lowest(expression: Expr, domains: Domains, budget: Budget) -> Iterator[Point]:
    """Points at which what an expression needs is least, as far as it is not there.

    >>> from sympy import S, log
    >>> from sympy.abc import x
    >>> next(lowest(log((x - Rational(1, 3)) ** 2), {x: Interval(S.Zero, S.One)}, Budget.of(1)))
    {x: 1/3}
    """
    with suppress(EvaluationError):
        for need in requirements(expression):
            part = need.expr
            known = isinstance(part, Expr) and part.free_symbols <= domains.keys()
            if need.kind in ("positive", "nonnegative", "nonzero") and known:
                inside = {name: domains[name] for name in part.free_symbols}
                sign = Abs(part) if need.kind == "nonzero" else part
                strict, part = need.kind != "nonnegative", _smooth(part)
                yield from bottoms(part, sign, inside, budget, strict=strict)


def _smooth(part: Expr) -> Expr:
    """A function that is least where another is 0, and flat there to the first order alone."""
    inner = part
    while isinstance(inner, Abs) or (isinstance(inner, Pow) and inner.exp.is_Integer):
        inner = inner.args[0]
    return part if inner == part else inner**2


class _Newton:
    """Slopes and second derivatives of a function."""

    def __init__(self, function: Expr, names: Sequence[Symbol]) -> None:
        slopes = [diff(function, name) for name in names]
        second = [[diff(slope, name) for name in names] for slope in slopes]
        self.slopes = lambdify(names, slopes, "mpmath")
        self.second = lambdify(names, second, "mpmath")

    def from_start(self, start: Sequence[Any], free: Sequence[int], ends: Any) -> list[Any] | None:
        """Where the slopes in some names vanish, which others keep; None where none is found."""
        at = list(start)
        for _ in range(STEPS):
            slopes, second = self.slopes(*at), self.second(*at)
            step = mp.lu_solve(
                mp.matrix([[second[i][j] for j in free] for i in free]),
                mp.matrix([-slopes[i] for i in free]),
            )
            moved = list(at)
            for i, by in zip(free, step, strict=True):
                low, high = ends[i]
                moved[i] = min(max(at[i] + by, low), high)
            if max(abs(a - b) for a, b in zip(at, moved, strict=True)) < CLOSE:
                return moved
            at = moved
        return None


def _found(newton: _Newton, domains: Sequence[Interval], budget: Budget) -> Iterator[list[Any]]:
    """Stationary points within a box and on its faces, those within first, until time is up."""
    count = len(domains)
    ends = [(_at(d, mpf(0)), _at(d, mpf(1))) for d in domains]
    seen: set[tuple[str, ...]] = set()
    for fixed in chain.from_iterable(combinations(range(count), k) for k in range(count)):
        free = [i for i in range(count) if i not in fixed]
        for sides in product(*(_finite(domains[i]) for i in fixed)):
            for shares in product(STARTS, repeat=len(free)):
                if budget.spent:
                    return
                start = dict(zip(fixed, sides, strict=True))
                start |= {i: _at(domains[i], s) for i, s in zip(free, shares, strict=True)}
                try:
                    found = newton.from_start([start[i] for i in range(count)], free, ends)
                except _FAILURES:
                    continue
                key = tuple(mp.nstr(v, 12) for v in found or ())
                if found is not None and key not in seen and all(map(mp.isfinite, found)):
                    seen.add(key)
                    yield found


def _finite(domain: Interval) -> list[Any]:
    return [mpf(e.p) / e.q for e in (domain.lower, domain.upper) if e.is_Rational]


def _at(domain: Interval, share: Any) -> Any:
    """A share of a domain; of an endless one far away where the share is 0 or 1."""
    low, high = (mpf(str(end.evalf(DIGITS))) if end.is_finite else None
                 for end in (domain.lower, domain.upper))  # fmt: skip
    far = share / (1 - share) if share < 1 else mpf(10) ** 6
    if low is not None and high is not None:
        return low + share * (high - low)
    if low is not None:
        return low + far
    back = (1 - share) / share if share > 0 else mpf(10) ** 6
    return high - back if high is not None else far - back


def _rational(where: Mapping[Symbol, Any], domains: Domains) -> Iterator[Point]:
    """Points of the domains near to one, with more and more digits."""
    exact = {
        n: Rational(mp.nstr(v, DIGITS, min_fixed=-mp.inf, max_fixed=mp.inf))
        for n, v in where.items()
    }
    seen: set[tuple[Rational, ...]] = set()
    for digits in ROUNDED:
        point = {name: value.limit_denominator(10**digits) for name, value in exact.items()}
        key = tuple(point.values())
        if key not in seen and all(domains[n].includes(Interval(v, v)) for n, v in point.items()):
            seen.add(key)
            yield point


def _value(function: Callable[..., Any], at: Sequence[Any]) -> Any:
    try:
        found = function(*at)
    except _FAILURES:
        return None
    return found if isinstance(found, mpf) and mp.isfinite(found) else None
