"""By how much an atom fails at many points, and the least parameter that makes it hold.

The excess of an atom is positive where it fails, in [-1, 1] and free of units: ``(l - r)/(|l| +
|r|)`` for ``l <= r``. Guarantees range over the ordered pairs that
:func:`dpsym.language.meaning.neighbouring_pairs` gives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from sympy import (
    Add,
    Basic,
    Equality,
    GreaterThan,
    LessThan,
    S,
    StrictGreaterThan,
    StrictLessThan,
)
from sympy.logic.boolalg import BooleanAtom

from dpsym.enclosure.tails import SPREADS
from dpsym.errors import EvaluationError
from dpsym.language import heads
from dpsym.language.definitions import each_round, plain, simple_bound
from dpsym.language.meaning import neighbouring_pairs
from dpsym.provers.search import divergences
from dpsym.provers.search.batch import Batch, UnsupportedError
from dpsym.provers.search.divergences import Array, Pair
from dpsym.provers.search.many_rounds import stick_of_rounds
from dpsym.provers.search.numeric import pair, scalar

EPSILONS = np.concatenate([[0.0], np.logspace(-2, 2.5, 32)])
LAMBDAS = np.concatenate([-np.logspace(-4, 2, 60), np.logspace(-4, 2, 60)])


@lru_cache(maxsize=2048)
def pairs_of(mechanism: Basic) -> tuple[tuple[Basic, Basic], ...]:
    """The distinct ordered pairs of neighbouring laws of a mechanism.

    Raises:
        UnsupportedError: the mechanism is not concrete.
    """
    try:
        return tuple(dict.fromkeys(neighbouring_pairs(mechanism)))
    except EvaluationError as error:
        raise UnsupportedError(str(error)) from None


def relative(left: Array, right: Array, size: Array | None = None) -> Array:
    """``(left - right)/size``, one where only the left is infinite, nan where undefined.

    ``size`` is by default ``|left| + |right|``; where the sides are sums it is better that of the
    terms, so that what cancels shows as small.
    """
    size = np.abs(left) + np.abs(right) if size is None else size
    value = np.where(size > 0, (left - right) / np.where(size > 0, size, 1.0), 0.0)
    value = np.where(np.isposinf(left) & np.isfinite(right), 1.0, value)
    return np.asarray(np.where(np.isposinf(right) & np.isfinite(left), -1.0, value))


def excess(atom: Basic, batch: Batch) -> Array:
    """How far the atom is from holding at each point; nan where it has no value there.

    Raises:
        UnsupportedError: no rule for the atom.
    """
    if isinstance(atom, LessThan | StrictLessThan):
        return _compared(atom.lhs, atom.rhs, batch)
    if isinstance(atom, GreaterThan | StrictGreaterThan):
        return _compared(atom.rhs, atom.lhs, batch)
    if isinstance(atom, Equality):
        return np.abs(_compared(atom.lhs, atom.rhs, batch))
    if isinstance(atom, BooleanAtom):  # what a relation became where values were put into it
        return np.full(batch.size, -1.0 if atom == S.true else 1.0)
    atom, _ = each_round(plain(atom))
    stick = stick_of_rounds(atom, batch)
    if stick is not None:
        return relative(stick, scalar(atom.args[-1], batch))
    rule, bound = _GUARANTEES.get(type(atom)), simple_bound(atom)
    if rule is None and bound is None:
        raise UnsupportedError(f"no rule for {type(atom).__name__}")
    mechanism, *parameters = atom.args
    values = [scalar(p, batch) for p in parameters]
    worst = np.full(batch.size, -np.inf)
    for laws in pairs_of(mechanism):
        if rule is not None:
            found = rule.excess(pair(*laws, batch), values)
        elif bound is not None:
            left, right = (scalar(side, batch) for side in bound.at(atom, laws))
            found = relative(left, right)
        worst = np.asarray(np.fmax(worst, found))
    return worst


def _compared(small: Any, large: Any, batch: Batch) -> Array:
    """The excess of one side; none where divergences make both infinite, which are equal."""
    terms = [*Add.make_args(small), *Add.make_args(large)]
    size = sum((np.abs(scalar(term, batch)) for term in terms), np.zeros(batch.size))
    left, right = scalar(small, batch), scalar(large, batch)
    equal = np.isposinf(left) & np.isposinf(right)
    equal &= small.has(heads.Quantity) and large.has(heads.Quantity)
    return np.where(equal, 0.0, relative(left, right, size))


def required(atom: Basic, place: int, batch: Batch) -> Array:
    """The least value of the parameter in ``place`` of a guarantee with which it holds.

    Raises:
        UnsupportedError: this parameter cannot be read off.
    """
    plainly = plain(atom)
    atom, place = plainly, place - len(atom.args) + len(plainly.args)
    mechanism, *parameters = atom.args
    pairs = pairs_of(mechanism)
    if isinstance(atom, heads.MeanCDP):
        return _mean_required(pairs, place, batch)
    worst = np.full(batch.size, -np.inf)
    bound = simple_bound(atom)
    if bound is not None and place == len(parameters):
        for laws in pairs:
            worst = np.maximum(worst, scalar(bound.at(atom, laws)[0], batch))
        return worst
    if isinstance(atom, heads.ApproxDP):
        delta = scalar(parameters[1], batch)
        for laws in pairs:
            worst = np.maximum(worst, _least_epsilon(pair(*laws, batch), delta))
        return worst
    rule = _GUARANTEES.get(type(atom))
    if rule is None or rule.required is None:
        raise UnsupportedError(f"no parameter of {type(atom).__name__} can be read off")
    values: list[Array | None] = [
        None if i == place - 1 else scalar(p, batch) for i, p in enumerate(parameters)
    ]
    for laws in pairs:
        worst = np.maximum(worst, rule.required(pair(*laws, batch), values))
    return worst


@dataclass(frozen=True, slots=True)
class _Rule:
    """A guarantee on one pair: how far it fails, and what it needs of the parameter left out.

    For those that are no plain bound on a divergence.
    """

    excess: Callable[[Pair, list[Array]], Array]
    required: Callable[[Pair, list[Array | None]], Array] | None = None


def _zcdp_excess(two: Pair, values: list[Array], upper: Array | None = None) -> Array:
    xi, rho = (values[0], values[1]) if len(values) == 2 else (0 * values[0], values[0])

    def failure(orders: Array, found: Array) -> Array:
        slope = rho[:, None] * orders
        return relative(found, xi[:, None] + slope, found + np.abs(xi)[:, None] + np.abs(slope))

    found = divergences.over_orders(failure, two, upper)
    if upper is None and isinstance(two, divergences.GaussianPair):
        found = np.fmax(found, relative(two.shift**2 / 2, rho))
    return found


def _zcdp_required(two: Pair, values: list[Array | None], upper: Array | None = None) -> Array:
    xi, rho = values if len(values) == 2 else (0.0, values[0])
    if rho is None and upper is None:
        return divergences.concentration(np.asarray(xi), two)
    if rho is None:
        base = xi[:, None] if isinstance(xi, np.ndarray) else 0.0
        return divergences.over_orders(lambda a, d: (d - base) / a, two, upper)
    return divergences.over_orders(lambda a, d: d - rho[:, None] * a, two, upper)


def _bounded_excess(two: Pair, values: list[Array]) -> Array:
    """The failure at orders between 1 and the first value; none where none lies between."""
    return np.where(values[0] > 1, _zcdp_excess(two, values[1:], values[0]), -1.0)


def _bounded_required(two: Pair, values: list[Array | None]) -> Array:
    upper, *line = values
    found = _zcdp_required(two, line, upper)
    return found if upper is None else np.where(upper > 1, found, -np.inf)


def _least_epsilon(two: Pair, delta: Array) -> Array:
    """Where the hockey stick falls to delta."""
    top = divergences.max_divergence(two)
    low, high = np.zeros_like(delta), np.where(np.isfinite(top), np.maximum(top, 0.0), 40.0)
    for _ in range(50):
        middle = (low + high) / 2
        enough = divergences.hockey_stick(middle, two) <= delta
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return np.where(divergences.hockey_stick(high, two) <= delta + 1e-15, high, np.inf)


def _tail_excess(two: Pair, values: list[Array]) -> Array:
    """The worst of several members of a family of tails."""
    xi, rho = values
    spreads = np.array([float(spread) for spread in SPREADS])
    sticks = divergences.hockey_stick(xi[:, None] + spreads * np.sqrt(rho)[:, None], two)
    return np.asarray(relative(sticks, np.exp(-(spreads**2))[None, :]).max(axis=1))


def _approximate_excess(two: Pair, values: list[Array]) -> Array:
    """Failure when the mass under one law alone is all that is given up; others may be better."""
    reduced, lost = divergences.conditional(two)
    return np.fmax(relative(lost, values[0] + 1e-15), _zcdp_excess(reduced, values[1:]))


def _approximate_required(two: Pair, values: list[Array | None]) -> Array:
    if values[0] is None:
        raise UnsupportedError("the delta of an approximate guarantee is not read off")
    reduced, lost = divergences.conditional(two)
    least = _zcdp_required(reduced, values[1:])
    return np.where(lost <= values[0] * (1 + 1e-12), least, np.inf)


def _mean_excess(two: Pair, values: list[Array]) -> Array:
    mu, tau = values
    spread = divergences.cumulants(LAMBDAS, two) * 2 / LAMBDAS[None, :] ** 2
    mean = relative(divergences.kl(two), mu)
    return np.fmax(mean, relative(spread.max(axis=1), tau**2))


def _mean_required(pairs: Sequence[tuple[Basic, Basic]], place: int, batch: Batch) -> Array:
    """The least mean or the least width; they do not depend on each other."""
    worst = np.zeros(batch.size)
    for first, second in pairs:
        two = pair(first, second, batch)
        if place == 1:
            worst = np.maximum(worst, divergences.kl(two))
        else:
            spread = divergences.cumulants(LAMBDAS, two) * 2 / LAMBDAS[None, :] ** 2
            worst = np.maximum(worst, np.sqrt(np.maximum(spread.max(axis=1), 0.0)))
    return worst


def _gaussian_excess(two: Pair, values: list[Array]) -> Array:
    grid = np.broadcast_to(EPSILONS, (values[0].shape[0], len(EPSILONS)))
    allowed = divergences.hockey_stick(grid, divergences.GaussianPair(values[0]))
    return np.asarray(relative(divergences.hockey_stick(grid, two), allowed + 1e-14).max(axis=1))


_GUARANTEES: dict[type[Basic], _Rule] = {
    heads.TailDP: _Rule(_tail_excess),
    heads.ZCDP: _Rule(_zcdp_excess, _zcdp_required),
    heads.ApproxZCDP: _Rule(_approximate_excess, _approximate_required),
    heads.BoundedZCDP: _Rule(_bounded_excess, _bounded_required),
    heads.MeanCDP: _Rule(_mean_excess),
    heads.GaussianDP: _Rule(_gaussian_excess),
}
