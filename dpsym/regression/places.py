"""Where a bound is tried: a ladder of adversarial values for every name, and what lies between."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice, product
from math import ceil, exp, floor, inf, isfinite, log, log10, nan
from random import Random

from sympy import Expr, Rational, S

from dpsym.language.domains import Domain, Integers, Objects

Place = dict[str, float | int | Fraction]

_DISTANCES = (0.0, 1e-300, 1e-17, 1e-10, 1e-5, 1e-3, 0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 50.0)
"""Distances from the closed or open lower end of a domain."""
_HIGH = (100.0, 1e3, 1e5)
_COUNTS = (1, 2, 3, 10, 100, 1000)
_SEED = 20160
_CLOSE = Fraction(1, 2**200)
_MANY_ORDERS, _MOST_POWERS = 4, 12


def ladder(domain: Domain, *, order: bool = False) -> tuple[float | int, ...]:
    """Values of a domain from one extreme to the other; also large ones for an order.

    >>> from dpsym.language.domains import COUNTS, ORDER, PROBABILITY
    >>> ladder(COUNTS)
    (1, 2, 3, 10, 100, 1000)
    >>> ladder(ORDER, order=True)[:3], ladder(ORDER, order=True)[-1]
    ((1.0000000001, 1.00001, 1.001), 100001.0)
    >>> ladder(PROBABILITY)[-2:]
    (0.999, 1.0)
    """
    if isinstance(domain, Objects):
        return ()
    if isinstance(domain, Integers):
        wanted: Sequence[float | int | Fraction] = [*_COUNTS, *range(-3, 4)]
        kept = {int(n) for n in wanted if domain.includes(Integers(S(n), S(n)))}
        ends = {int(e) for e in (domain.lower, domain.upper) if e.is_Integer}
        return tuple(sorted(kept | ends))
    low = 0.0 if domain.lower is S.NegativeInfinity else float(domain.lower)
    values = [low + distance for distance in (*_DISTANCES, *(_HIGH if order else ()))]
    if domain.lower is S.NegativeInfinity:
        values += [-value for value in values]
    if domain.upper is not S.Infinity:
        high = float(domain.upper)
        values += [high - (high - low) * share for share in (0.0, 1e-3, 0.1)]
        values += _powers(low, high)
    inside = {v for v in values if isfinite(v) and inside_of(domain, v)}
    return tuple(sorted(inside))


def _powers(low: float, high: float) -> list[float]:
    """Powers of ten between positive ends that are many orders of magnitude apart.

    >>> _powers(1e-3, 1e17)
    [0.001, 0.1, 10.0, 1000.0, 100000.0, 10000000.0, 1000000000.0, 100000000000.0, \
10000000000000.0, 1000000000000000.0, 1e+17]
    """
    if low <= 0:
        return []
    first, last = ceil(log10(low)), floor(log10(high))
    if last - first < _MANY_ORDERS:
        return []
    return [10.0**k for k in range(first, last + 1, 1 + (last - first) // _MOST_POWERS)]


def inside_of(domain: Domain, value: float | Fraction) -> bool:
    """Whether a number lies in the domain; an integer domain holds whole floats.

    >>> from dpsym.language.domains import ORDER
    >>> inside_of(ORDER, 1.0), inside_of(ORDER, 1.5)
    (False, True)
    """
    if isinstance(domain, Objects) or (isinstance(value, float) and not isfinite(value)):
        return False
    number = Fraction(value)
    exact = Rational(number.numerator, number.denominator)
    if isinstance(domain, Integers):
        return bool(exact.is_Integer) and domain.includes(Integers(exact, exact))
    return domain.contains(exact)


def inward(domain: Domain, value: Fraction, slack: Fraction) -> list[Fraction]:
    """A value and the ends of what rounding makes of it, as far as they lie in the domain.

    An end beyond the domain's is moved to it, or just before it where it is open.

    >>> from dpsym.language.domains import PROBABILITY
    >>> inward(PROBABILITY, Fraction(3, 4), Fraction(1, 2))
    [Fraction(3, 4), Fraction(1, 1), Fraction(1, 4)]
    >>> inward(PROBABILITY, Fraction(2), Fraction(1, 2))
    []
    """
    if isinstance(domain, Objects):
        return []
    wanted = [value, value + slack, value - slack]
    low, high = (_rational(end) for end in (domain.lower, domain.upper))
    moved = [_moved(domain, each, low, high) for each in wanted]
    near = [each for each in moved if abs(each - value) <= slack and inside_of(domain, each)]
    return list(dict.fromkeys(near))


def _moved(
    domain: Domain, value: Fraction, low: Fraction | None, high: Fraction | None
) -> Fraction:
    """The value, or the number of the domain next to it."""
    if isinstance(domain, Integers):
        value = Fraction(round(value))
    if inside_of(domain, value):
        return value
    if low is not None and value <= low:
        return low if inside_of(domain, low) else low + _CLOSE
    if high is not None and value >= high:
        return high if inside_of(domain, high) else high - _CLOSE
    return value


def _rational(end: Expr) -> Fraction | None:
    """An end of a domain, to many digits; None where there is none."""
    if end.is_infinite:
        return None
    close = end if end.is_Rational else Rational(str(end.evalf(60)))
    return Fraction(int(close.p), int(close.q))


def hostile(domain: Domain) -> tuple[float | int, ...]:
    """What no parameter should be, and a caller gives all the same: nan, infinities, zero.

    >>> from dpsym.language.domains import COUNTS, PROBABILITY
    >>> hostile(COUNTS), hostile(PROBABILITY)
    ((0,), (nan, inf, -inf))
    """
    if isinstance(domain, Integers):
        return () if inside_of(domain, 0) else (0,)
    return (nan, inf, -inf, *(() if inside_of(domain, 0.0) else (0.0,)))


def places(
    ladders: Mapping[str, Sequence[float | int | Fraction]],
    samples: int,
    *,
    fixed: Collection[str] = (),
) -> Iterator[Place]:
    """At most ``samples`` points: of the grid, and between its values where names are not fixed.

    The whole grid comes first where it is small enough, and then points drawn between neighbouring
    values; otherwise half of the points lie on the grid. The same ladders give the same points.

    >>> len(list(places({"x": (1.0, 2.0), "k": (1, 2, 3)}, 100)))
    100
    >>> len(list(places({"x": (1.0, 2.0), "k": (1, 2, 3)}, 100, fixed=["x"])))
    6
    >>> len(list(places({n: tuple(range(9)) for n in "abc"}, 50)))
    50
    """
    names = list(ladders)
    grid = list(islice(product(*ladders.values()), samples + 1))
    free = [n for n in names if n not in fixed and not _is_whole(ladders[n])]
    wanted = samples
    seen: set[tuple[float | int | Fraction, ...]] = set()
    if len(grid) <= samples:
        for chosen in grid:
            seen.add(chosen)
            yield dict(zip(names, chosen, strict=True))
        wanted = samples if free else len(grid)
    random = Random(_SEED)
    for attempt in range(20 * samples):
        if len(seen) >= wanted:
            return
        between = free if attempt % 2 == 1 or len(grid) <= samples else ()
        drawn = tuple(_draw(random, ladders[name], between=name in between) for name in names)
        if drawn not in seen:
            seen.add(drawn)
            yield dict(zip(names, drawn, strict=True))


def _is_whole(values: Sequence[float | int | Fraction]) -> bool:
    return any(isinstance(value, int) for value in values)


def _draw(
    random: Random, values: Sequence[float | int | Fraction], *, between: bool
) -> float | int | Fraction:
    place = random.randrange(len(values))
    if not between or len(values) == 1:
        return values[place]
    low, high = values[max(place - 1, 0)], values[max(place, 1)]
    share = random.random()
    if low > 0:
        return exp(log(low) + share * (log(high) - log(low)))
    return low + share * (high - low)
