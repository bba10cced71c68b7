"""Relations between finite laws decided for many points at once, in floats that say their error.

Laws are given by integer weights, so that a point is exact. Every value is a pair of float arrays
that certainly enclose it: sums, products, quotients and roots are correctly rounded and moved out
by one unit in the last place; logarithms and exponentials by :data:`UNITS` of them, far more than
numpy's libraries err; and the error of a divergence is bounded before it is computed. What is
clear is decided here; what is close is left to balls.

With u = 2**-53, a mass is within u of its value and a likelihood ratio within 4u, both relatively,
so the loss z of an outcome is within ``5u + 2*UNITS*u*|z|``; each bound below follows from that
and from ``n*u`` for a sum of n nonnegative terms, doubled for what is of second order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sympy import Basic, E, Expr, Integer, Pow, Rational, S, Symbol
from sympy.core.relational import GreaterThan, LessThan, StrictGreaterThan, StrictLessThan

from dpsym.enclosure.truth import decide
from dpsym.errors import EvaluationError
from dpsym.language import heads
from dpsym.language.printing import text

Array = NDArray[np.float64]
Decisions = NDArray[np.int8]
Ends = tuple[Array, Array]

U = 2.0**-53
UNITS = 8.0
TINY = 1e-300
LARGEST_WEIGHT = 2**50
MOST_POWER = 64


@dataclass(slots=True)
class Points:
    """Points of which all numbers and laws are exact.

    Attributes:
        numbers: numeric names with their values, doubles taken for the rationals they are.
        weights: law names with nonnegative integer weights, shape ``(size, atoms)``; a law is its
            weights divided by their sum.

    Raises:
        EvaluationError: weights are negative, all zero, or sum to more than
            :data:`LARGEST_WEIGHT`.
    """

    numbers: Mapping[Symbol, Array] = field(default_factory=dict)
    weights: Mapping[Symbol, NDArray[np.int64]] = field(default_factory=dict)
    masses: dict[Symbol, Array] = field(default_factory=dict)
    known: dict[Any, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, weights in self.weights.items():
            total = weights.sum(axis=1)
            if (weights < 0).any() or (total <= 0).any() or (total > LARGEST_WEIGHT).any():
                raise EvaluationError(
                    f"the weights of {name} must be integers from 0 to {LARGEST_WEIGHT}, not all 0"
                )
            self.masses[name] = weights / total[:, None]

    @property
    def size(self) -> int:
        """How many points there are."""
        return len(next(iter([*self.numbers.values(), *self.weights.values()])))

    def point(self, index: int) -> dict[Symbol, Basic]:
        """One point in exact numbers."""
        found: dict[Symbol, Basic] = {}
        for name, values in self.numbers.items():
            top, bottom = float(values[index]).as_integer_ratio()
            found[name] = Rational(top, bottom)
        for name, weights in self.weights.items():
            total = int(weights[index].sum())
            found[name] = heads.Finite(*(Rational(int(w), total) for w in weights[index]))
        return found


def filtered(atom: Basic, points: Points) -> Decisions:
    """Where a relation certainly holds (1), certainly fails (0), or is too close to say (-1).

    Guarantees:
        A 1 or a 0 is the truth of the relation at the point, provided that numpy's logarithms and
        exponentials err by at most :data:`UNITS` units in the last place.

    Raises:
        EvaluationError: the atom is no inequality, or a part of it has no rule here.

    >>> P, Q = Symbol("P"), Symbol("Q")
    >>> weights = {P: np.array([[1, 1], [1, 3]]), Q: np.array([[1, 3], [1, 3]])}
    >>> filtered(heads.KL(P, Q) > heads.TotalVariation(P, Q), Points(weights=weights)).tolist()
    [0, -1]
    """
    if not isinstance(atom, LessThan | StrictLessThan | GreaterThan | StrictGreaterThan):
        raise EvaluationError(f"{text(atom)} is no inequality")
    with np.errstate(all="ignore"):
        small, large = enclosed(atom.lts, points), enclosed(atom.gts, points)
    shape = (points.size,)
    found = np.full(shape, -1, dtype=np.int8)
    found[np.broadcast_to(small[1] < large[0], shape)] = 1
    found[np.broadcast_to(small[0] > large[1], shape)] = 0
    return found


def decisions(atom: Basic, points: Points) -> Decisions:
    """The truth of a relation at every point: floats where it is clear, balls where it is close.

    What even balls cannot say stays -1.

    Guarantees and Raises as :func:`filtered`.
    """
    found = filtered(atom, points)
    for index in np.flatnonzero(found < 0):
        truth = decide(atom, points.point(int(index)))
        if truth is not None:
            found[index] = int(truth)
    return found


def enclosed(node: Expr, points: Points) -> Ends:
    """Float arrays below and above the value of an expression at every point.

    Raises:
        EvaluationError: a part of the expression has no rule here.
    """
    if node not in points.known:
        points.known[node] = _enclosed(node, points)
    ends: Ends = points.known[node]
    return ends


def _enclosed(node: Any, points: Points) -> Ends:
    if node in points.numbers:
        values = points.numbers[node]
        return values, values
    if node.is_Rational:
        return _constant(node)
    if node is S.Infinity:
        return np.array(np.inf), np.array(np.inf)
    if node.is_Add:
        return _folded(_plus, node, points)
    if node.is_Mul:
        return _folded(_times, node, points)
    if isinstance(node, Pow) or node is E:
        return _power(node, points)
    rule = _FUNCTIONS.get(node.func.__name__)
    if rule is not None:
        return rule([enclosed(argument, points) for argument in node.args])
    divergence = _DIVERGENCES.get(node.func)
    if divergence is None:
        raise EvaluationError(f"the float filter has no rule for {text(node)}")
    *numbers, first, second = node.args
    for law in (first, second):
        if law not in points.masses:
            raise EvaluationError(f"the float filter has no weights for {text(law)}")
    losses = _losses(first, second, points)
    return divergence(*(enclosed(number, points) for number in numbers), losses)


def _out(low: Any, high: Any, units: float = 1.0) -> Ends:
    """The ends, moved out by units in the last place."""
    share = 2 * units * U
    return (
        np.asarray(low - np.abs(low) * share - TINY),
        np.asarray(high + np.abs(high) * share + TINY),
    )


def _constant(value: Rational) -> Ends:
    near = np.array(float(value))
    return (near, near) if Rational(float(value)) == value else _out(near, near)


def _folded(step: Callable[[Ends, Ends], Ends], node: Expr, points: Points) -> Ends:
    first, *others = (enclosed(argument, points) for argument in node.args)
    for other in others:
        first = step(first, other)
    return first


def _plus(a: Ends, b: Ends) -> Ends:
    return _out(a[0] + b[0], a[1] + b[1])


def _times(a: Ends, b: Ends) -> Ends:
    if (a[0] >= 0).all() and (b[0] >= 0).all():
        return _out(a[0] * b[0], a[1] * b[1])
    products = np.stack(np.broadcast_arrays(*(x * y for x in a for y in b)))
    return _out(products.min(axis=0), products.max(axis=0))


def _inverse(a: Ends) -> Ends:
    crosses = (a[0] <= 0) & (a[1] >= 0)
    low, high = _out(1 / a[1], 1 / a[0])
    return np.where(crosses, -np.inf, low), np.where(crosses, np.inf, high)


def _power(node: Any, points: Points) -> Ends:
    if node is E or node.base is E:
        exponent = _constant(S.One) if node is E else enclosed(node.exp, points)
        return _exp([exponent])
    base = enclosed(node.base, points)
    if isinstance(node.exp, Integer) and 0 < abs(node.exp) <= MOST_POWER:
        result = base
        for _ in range(abs(int(node.exp)) - 1):
            result = _times(result, base)
        if node.exp % 2 == 0:
            result = np.maximum(result[0], 0.0), result[1]
        return result if node.exp > 0 else _inverse(result)
    if node.exp == S.Half:
        return _out(np.sqrt(base[0]), np.sqrt(base[1]))
    return _exp([_times(enclosed(node.exp, points), _log([base]))])


def _exp(ends: list[Ends]) -> Ends:
    low, high = _out(np.exp(ends[0][0]), np.exp(ends[0][1]), UNITS)
    return np.maximum(low, 0.0), high


def _log(ends: list[Ends]) -> Ends:
    return _out(np.log(ends[0][0]), np.log(ends[0][1]), UNITS)


def _monotone(function: Callable[[Array], Array]) -> Callable[[list[Ends]], Ends]:
    return lambda ends: _out(function(ends[0][0]), function(ends[0][1]), UNITS)


def _extreme(function: Any) -> Callable[[list[Ends]], Ends]:
    def rule(ends: list[Ends]) -> Ends:
        first, *others = ends
        for other in others:
            first = function(first[0], other[0]), function(first[1], other[1])
        return first

    return rule


_FUNCTIONS: dict[str, Callable[[list[Ends]], Ends]] = {
    "exp": _exp,
    "log": _log,
    "tanh": _monotone(np.tanh),
    "sinh": _monotone(np.sinh),
    "Min": _extreme(np.minimum),
    "Max": _extreme(np.maximum),
}


@dataclass(slots=True)
class _Losses:
    """A pair of laws: masses, losses (zero without mass), the largest one, and singular rows."""

    p: Array
    q: Array
    z: Array
    singular: NDArray[np.bool_]

    @property
    def spread(self) -> Array:
        """The largest absolute loss, rounded up."""
        return np.asarray(np.abs(self.z).max(axis=1) * (1 + 64 * U) + 16 * U)

    @property
    def error(self) -> Array:
        """A bound on the error of every loss."""
        return np.asarray((10 + 4 * UNITS * self.spread) * U)


def _losses(first: Symbol, second: Symbol, points: Points) -> _Losses:
    key = ("losses", first, second)
    if key not in points.known:
        p, q = points.masses[first], points.masses[second]
        if p.shape != q.shape:
            raise EvaluationError(f"{first} and {second} have different numbers of atoms")
        both = (p > 0) & (q > 0)
        z = np.log(np.where(both, p, 1.0) / np.where(both, q, 1.0))
        points.known[key] = _Losses(p, q, z, ((p > 0) & (q == 0)).any(axis=1))
    found: _Losses = points.known[key]
    return found


def _around(value: Array, error: Array, losses: _Losses) -> Ends:
    """The value within its error, nonnegative; infinite where P has mass and Q none."""
    low, high = _out(value - error, value + error)
    return (
        np.where(losses.singular, np.inf, np.maximum(low, 0.0)),
        np.where(losses.singular, np.inf, high),
    )


def _renyi(order: Ends, pair: _Losses) -> Ends:
    low, high = (_renyi_at(np.broadcast_to(end, pair.singular.shape), pair) for end in order)
    # Renyi divergences increase with the order, which may itself be known to a few units only
    return low[0], high[1]


def _renyi_at(order: Array, pair: _Losses) -> Ends:
    s = order - 1
    # the double order - 1 is within one unit of the order's own last place
    off = 2 * U * np.abs(order)
    exponent = s[:, None] * pair.z
    total = (pair.p * np.exp(exponent)).sum(axis=1)
    relative = s * pair.error + (off + 4 * U * s) * pair.spread
    relative = 2 * (relative + (4 * UNITS + 4 + pair.p.shape[1]) * U)
    value = np.log(total)
    error = relative + 4 * UNITS * U * np.abs(value)
    error = np.where(relative < 1e-3, error, np.inf) / s + np.abs(value / s) * (off / s + 8 * U)
    low, high = _around(value / s, error, pair)
    # below order one, or at one, there is no rule here
    valid = s > 0
    return np.where(valid, low, 0.0), np.where(valid, high, np.inf)


def _kl(pair: _Losses) -> Ends:
    size = (pair.p * np.abs(pair.z)).sum(axis=1)
    error = 2 * (pair.error + (4 + pair.p.shape[1]) * U * size)
    return _around((pair.p * pair.z).sum(axis=1), error, pair)


def _max_divergence(pair: _Losses) -> Ends:
    value = np.where(pair.p > 0, pair.z, -np.inf).max(axis=1)
    return _around(value, 2 * pair.error, pair)


def _hockey_stick(epsilon: Ends, pair: _Losses) -> Ends:
    ends = []
    for end, sign in ((epsilon[1], -1.0), (epsilon[0], 1.0)):
        factor = np.exp(np.broadcast_to(end, pair.singular.shape))[:, None]
        gap = np.maximum(pair.p - factor * pair.q, 0.0).sum(axis=1)
        size = (pair.p + factor * pair.q).sum(axis=1)
        ends.append(gap + sign * 2 * (4 * UNITS + 4 + pair.p.shape[1]) * U * size)
    low, high = _out(*ends)
    return np.maximum(low, 0.0), high


def _total_variation(pair: _Losses) -> Ends:
    value = np.abs(pair.p - pair.q).sum(axis=1) / 2
    error = 2 * (4 + pair.p.shape[1]) * U
    low, high = _out(value - error, value + error)
    return np.maximum(low, 0.0), high


def _chi_squared(pair: _Losses) -> Ends:
    size = np.where(pair.q > 0, pair.p**2 / np.where(pair.q > 0, pair.q, 1.0), 0.0).sum(axis=1)
    return _around(size - 1, 2 * (8 + pair.p.shape[1]) * U * (size + 1), pair)


_DIVERGENCES: dict[type[Basic], Callable[..., Ends]] = {
    heads.Renyi: _renyi,
    heads.KL: _kl,
    heads.MaxDivergence: _max_divergence,
    heads.HockeyStick: _hockey_stick,
    heads.TotalVariation: _total_variation,
    heads.ChiSquared: _chi_squared,
}

__all__ = ["Points", "decisions", "enclosed", "filtered"]
