"""Parameters read off a pair of finite laws: the least ones with which a guarantee holds.

Ratios, hockey sticks and distances are exact fractions. Suprema over orders are computed in
doubles as sums of non-negative terms, so that nothing cancels, on a grid between whose points a
convex function is replaced by its chord; the result is then raised by far more than the rounding
error. These functions share no code with :mod:`dpsym.enclosure`, whose oracle they are.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor, inf, isinf, log10, sqrt

import numpy as np
import scipy
from numpy.typing import NDArray

from dpsym.strategies.exact import Weights

Array = NDArray[np.float64]
_MARGIN = 2.0**-30
_SERIES = 0.05
_DIGITS = 6
_PLACES = 257
_ROUNDING = 1e-15


def rounded_up(value: float) -> Fraction:
    """A fraction with six significant digits, at least ``value`` and what rounding may have lost.

    >>> rounded_up(0.125)
    Fraction(125001, 1000000)
    """
    return _rounded(value * (1 + _MARGIN), ceil)


def rounded_down(value: float) -> Fraction:
    """A fraction with six significant digits, at most ``value`` less what rounding may add.

    >>> rounded_down(2.0)
    Fraction(199999, 100000)
    """
    return _rounded(value * (1 - _MARGIN), floor)


def _rounded(value: float, toward: Callable[[Fraction], int]) -> Fraction:
    if value <= 0:
        return Fraction(0)
    unit = Fraction(10) ** (floor(log10(value)) - _DIGITS + 1)
    return toward(Fraction(value) / unit) * unit


def hockey_stick(p: Weights, q: Weights, t: Fraction) -> Fraction:
    """``sum of max(p - t*q, 0)``, exactly.

    >>> hockey_stick((Fraction(1), Fraction(0)), (Fraction(1, 2), Fraction(1, 2)), Fraction(1))
    Fraction(1, 2)
    """
    return sum((max(a - t * b, Fraction(0)) for a, b in zip(p, q, strict=True)), Fraction(0))


def loss_tail(p: Weights, q: Weights, t: Fraction) -> Fraction:
    """The probability under P that P exceeds t times Q, exactly.

    >>> loss_tail((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)), Fraction(2))
    Fraction(3, 4)
    """
    return sum((a for a, b in zip(p, q, strict=True) if a > t * b), Fraction(0))


def tail_rho(p: Weights, q: Weights, xi: float) -> float:
    """The least rho with HockeyStick(xi + s) <= exp(-s**2/rho) for all s >= 0, from above.

    Between two places of a grid the hockey stick is at most its value at the first, and the bound
    at least its value at the second.

    >>> half, third = Fraction(1, 2), Fraction(1, 3)
    >>> round(tail_rho((third, 1 - third), (half, half), 0.0), 4)
    0.0171
    """
    columns = _columns(p, q)
    if columns is None:
        return inf
    mass, excess = columns
    with np.errstate(divide="ignore"):
        losses = np.log1p(excess)
    top = float(losses.max(initial=-inf)) - xi
    if top <= 0:
        return 0.0
    places = np.linspace(0.0, top, _PLACES)
    gains = -np.expm1(np.minimum(xi + places[:-1, None] - losses, 0.0))
    sticks = np.minimum(gains @ (mass * (1 + excess)) + _ROUNDING, 1.0)
    with np.errstate(divide="ignore"):
        return float((places[1:] ** 2 / -np.log(sticks)).max())


def approximate_delta(p: Weights, q: Weights, t: Fraction) -> Fraction:
    """The larger of the two hockey sticks: the least delta at ``exp(epsilon) = t``."""
    return max(hockey_stick(p, q, t), hockey_stick(q, p, t))


def largest_ratio(p: Weights, q: Weights) -> Fraction | None:
    """The largest ``p/q`` over the outcomes of positive ``p``; None where it is infinite."""
    if any(a and not b for a, b in zip(p, q, strict=True)):
        return None
    return max(a / b for a, b in zip(p, q, strict=True) if a)


def ratio_both_ways(p: Weights, q: Weights) -> Fraction | None:
    """``exp`` of the larger max-divergence; None where it is infinite."""
    first, second = largest_ratio(p, q), largest_ratio(q, p)
    return None if first is None or second is None else max(first, second)


def ratio_range(p: Weights, q: Weights) -> Fraction | None:
    """``exp`` of the length of the interval that holds log(p/q); None where it is infinite."""
    first, second = largest_ratio(p, q), largest_ratio(q, p)
    return None if first is None or second is None else first * second


def chi_squared(p: Weights, q: Weights) -> Fraction | None:
    """``sum of (p - q)**2/q``, exactly; None where it is infinite."""
    if any(a and not b for a, b in zip(p, q, strict=True)):
        return None
    return sum(((a - b) ** 2 / b for a, b in zip(p, q, strict=True) if b), Fraction(0))


def _columns(p: Weights, q: Weights) -> tuple[Array, Array] | None:
    """The second law's masses and ``p/q - 1``, in doubles; None unless p << q."""
    if any(a and not b for a, b in zip(p, q, strict=True)):
        return None
    kept = [(float(b), float((a - b) / b)) for a, b in zip(p, q, strict=True) if b]
    table = np.array(kept, dtype=np.float64)
    return table[:, 0], table[:, 1]


def _log_moments(mass: Array, excess: Array, orders: Array) -> Array:
    """``log E_Q[(P/Q)**(1 + u)]`` for each u of ``orders``, from ``P/Q - 1``.

    The expectation less one is a sum of the non-negative ``r**(1+u) - r - u*(r - 1)``.
    """
    u, x = orders[:, None], excess[None, :]
    with np.errstate(all="ignore"):
        logs = np.log1p(excess)[None, :]
        terms = (1 + x) * np.expm1(u * logs) - u * x
        terms = np.where(x == -1, u, terms)
        series = np.ones_like(u * x)
        for n in range(9, 2, -1):
            series = 1 + (u - n + 2) * x / n * series
        small = (np.abs(x) < _SERIES) & (np.abs((1 + u) * x) < _SERIES)
        terms = np.where(small, (1 + u) * u * x * x / 2 * series, terms)
        moments = np.log1p(np.maximum(terms, 0) @ mass)
        exponents = np.where(x == -1, -np.inf, np.log(mass)[None, :] + (1 + u) * logs)
        top = exponents.max(axis=1)
        direct = top + np.log(np.exp(exponents - top[:, None]).sum(axis=1))
    return np.where(np.isfinite(moments) & (moments < 300), moments, direct)


def renyi(excess_order: Fraction, p: Weights, q: Weights) -> float:
    """The Renyi divergence of order ``1 + excess_order``, to about ten digits; KL at zero.

    >>> renyi(Fraction(1), (Fraction(1), Fraction(0)), (Fraction(1, 2), Fraction(1, 2)))
    0.6931471805599453
    """
    columns = _columns(p, q)
    if columns is None:
        return inf
    mass, x = columns
    if excess_order == 0:
        with np.errstate(all="ignore"):
            terms = np.where(x == -1, 1.0, (1 + x) * np.log1p(x) - x)
        series = sum((-x) ** n / ((n + 2) * (n + 1)) for n in range(10))
        return float(np.where(np.abs(x) < _SERIES, x * x * series, terms) @ mass)
    u = float(excess_order)
    return float(_log_moments(mass, x, np.array([u]))[0]) / u


def renyi_both_ways(excess_order: Fraction, p: Weights, q: Weights) -> float:
    """The larger of the two Renyi divergences of order ``1 + excess_order``."""
    return max(renyi(excess_order, p, q), renyi(excess_order, q, p))


def hellinger(p: Weights, q: Weights) -> float:
    """The squared Hellinger distance, as half the sum of ``(sqrt(p) - sqrt(q))**2``."""
    total = 0.0
    for a, b in zip(p, q, strict=True):
        if a != b:
            total += float(a - b) ** 2 / (sqrt(a) + sqrt(b)) ** 2
    return total / 2


def _grid(lower: float, upper: float) -> Array:
    count = 2 + int(24 * max(log10(upper / lower), 0.1))
    return np.geomspace(lower, upper, count)


def zcdp_rho(p: Weights, q: Weights, xi: float = 0.0, order: float = inf) -> float:
    """An upper bound of the least rho with ``Renyi(a) <= xi + rho*a`` for a in (1, order).

    Both ways; within about a thousandth of the least one; oo where the supports differ.

    >>> 0.0499 < zcdp_rho((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 2), Fraction(1, 2))) < 0.06
    True
    """
    return max(line_rho(p, q, xi, order), line_rho(q, p, xi, order))


def line_rho(p: Weights, q: Weights, xi: float, order: float = inf) -> float:
    """The same for this order of the two laws alone."""
    columns = _columns(p, q)
    if columns is None:
        return inf
    mass, x = columns
    top = float(np.log1p(x.max()))
    if top <= 0:
        return max(0.0, -xi)
    lower = 1e-3 / (1 + top)
    limit = order - 1
    upper = min(limit, 100 * (1 + 1 / top))
    lower = min(lower, upper / 2)
    while True:
        u = _grid(lower, upper)
        cumulants = _log_moments(mass, x, u)
        start = cumulants[0] / u[0] - xi
        best = max(0.0, float(start), float(start / (1 + u[0])), _chord_rho(u, cumulants, xi))
        tail = (top - xi) / (1 + upper) if upper < limit else 0.0
        if tail <= best or upper > 1e30:
            return max(best, tail) + (abs(xi) + best) * 1e-9
        upper = min(limit, upper * 100)


def _chord_rho(u: Array, cumulants: Array, xi: float) -> float:
    """The largest ``(chord(u)/u - xi)/(1 + u)`` over the cells of the grid."""
    slope = np.diff(cumulants) / np.diff(u)
    intercept = np.minimum(cumulants[:-1] - slope * u[:-1], 0)
    rise = slope - xi
    with np.errstate(all="ignore"):
        peak = (-intercept + np.sqrt(np.maximum(intercept**2 - rise * intercept, 0))) / rise
    peak = np.where(np.isfinite(peak), peak, u[:-1])
    best = -inf
    for where in (u[:-1], u[1:], np.clip(peak, u[:-1], u[1:])):
        best = max(best, float(((rise + intercept / where) / (1 + where)).max()))
    return best


def mean_cdp(p: Weights, q: Weights) -> tuple[float, float]:
    """Upper bounds of the least ``(mu, tau)`` of mean-concentrated privacy, both ways.

    >>> mean_cdp((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 2), Fraction(1, 2)))
    (0.0, 0.0)
    """
    first, second = _one_way_mean_cdp(p, q), _one_way_mean_cdp(q, p)
    return max(first[0], second[0]), max(first[1], second[1])


def _one_way_mean_cdp(p: Weights, q: Weights) -> tuple[float, float]:
    mean = renyi(Fraction(0), p, q)
    if isinf(mean):
        return inf, inf
    kept = [(float(a), float((a - b) / b)) for a, b in zip(p, q, strict=True) if a]
    table = np.array(kept)
    mass, centred = table[:, 0], np.log1p(table[:, 1]) - mean
    size = float(np.abs(centred).max())
    variance = float(mass @ centred**2)
    if size < 1e-300 or variance < 1e-300:
        return mean, 0.0
    lower = 1e-4 / size
    best = variance * float(np.exp(lower * size))
    for sign in (1, -1):
        grid = _grid(lower, max(2.1 * size / variance, 10 * lower))
        y = sign * grid[:, None] * centred[None, :]
        best = max(best, _chord_variance(grid, _centred_log_moments(mass, y)))
    return mean, sqrt(best * (1 + 1e-9))


def _centred_log_moments(mass: Array, y: Array) -> Array:
    """``log E[exp(y)]`` for a centred y, row by row."""
    with np.errstate(all="ignore"):
        series = np.ones_like(y)
        for n in range(9, 2, -1):
            series = 1 + y / n * series
        terms = np.where(np.abs(y) < _SERIES, y * y / 2 * series, np.expm1(y) - y)
        moments = np.log1p(terms @ mass)
        top = y.max(axis=1)
        direct = top + np.log(np.exp(y - top[:, None]) @ mass)
    return np.where(np.isfinite(moments) & (moments < 300), moments, direct)


def _chord_variance(grid: Array, cumulants: Array) -> float:
    """The largest ``2*chord(x)/x**2`` over the cells of the grid."""
    slope = np.diff(cumulants) / np.diff(grid)
    intercept = np.minimum(cumulants[:-1] - slope * grid[:-1], 0)
    peak = np.clip(-2 * intercept / slope, grid[:-1], grid[1:])
    values = [2 * (intercept + slope * where) / where**2 for where in (grid[:-1], grid[1:], peak)]
    return float(max(value.max() for value in values))


def gaussian_mu(p: Weights, q: Weights) -> float:
    """An upper bound of the least mu of Gaussian differential privacy; oo where there is none.

    The trade-off curve of the pair is polygonal and that of two Gaussians convex, so comparing
    them at the polygon's corners is enough, and one direction gives both.

    >>> gaussian_mu((Fraction(1), Fraction(0)), (Fraction(1, 2), Fraction(1, 2)))
    inf
    """
    atoms = [(a, b) for a, b in zip(p, q, strict=True) if a or b]
    atoms.sort(key=lambda atom: atom[0] / (atom[0] + atom[1]))
    first = second = Fraction(0)
    best = 0.0
    for a, b in atoms[:-1]:
        first, second = first + a, second + b
        if first == second:
            continue
        if first == 0 or second == 1:
            return inf
        gap = _quantile(second) - _quantile(first)
        best = max(best, gap * (1 + 1e-9) + 1e-13)
    if atoms and (atoms[-1][1] == 0 or atoms[0][0] == 0):
        return inf
    return best


def _quantile(level: Fraction) -> float:
    if level > Fraction(1, 2):
        return -float(scipy.special.ndtri(float(1 - level)))
    return float(scipy.special.ndtri(float(level)))
