"""Which rounded candidates certainly are counterexamples, and which certainly are none, in floats.

Floats with a bound on their error see, for all candidates at once, which hypotheses and conclusions
hold by a clear margin. Candidates that are clearly none never reach the balls, which take them one
at a time; those that are close do, and so does the one that is answered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from sympy import Basic, Expr, GreaterThan, LessThan, Rational, S, Symbol
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from dpsym.enclosure.certain import LARGEST_WEIGHT, Decisions, Points, enclosed, filtered
from dpsym.enclosure.outward import Span
from dpsym.errors import EvaluationError
from dpsym.language import heads
from dpsym.language.definitions import each_round, plain, simple_bound
from dpsym.provers.search.batch import UnsupportedError
from dpsym.provers.search.rounding import Exact
from dpsym.provers.search.space import Space
from dpsym.provers.search.violation import pairs_of

OFFSETS = tuple(Rational(2) ** i for i in range(-8, 9))
"""Orders minus one at which a guarantee over all orders is tried; a geometric grid."""

BLOCK = 32

Laws = tuple[Basic, Basic]


def clear(space: Space, exacts: Sequence[Exact]) -> Decisions:
    """1 where a candidate certainly refutes the claim, 0 where it certainly does not, else -1.

    Guarantees:
        a 0 is certain, so that no counterexample is lost by leaving the candidate out; a 1 says
        that hypotheses hold and a conclusion fails, but not that the point is in the domains.
    """
    size = len(exacts)
    if not size or space.kernels or space.view is not None:
        return np.full(size, -1, dtype=np.int8)
    points, usable = _points(space, exacts)
    hypotheses = [
        _decided(h.xreplace(dict(space.replaced)), points) for h in space.claim.hypotheses
    ]
    given = _every(hypotheses, size)
    then = _every([_decided(atom, points) for atom in space.conclusions], size)
    found = np.full(size, -1, dtype=np.int8)
    found[(given == 1) & (then == 0)] = 1
    found[(given == 0) | (then == 1)] = 0
    return np.where(usable, found, -1)


def not_clearly_none(space: Space, exacts: Sequence[Exact], order: Sequence[int]) -> Iterator[int]:
    """The indices in ``order`` without those of which floats certainly see that they are none."""
    for block in range(0, len(order), BLOCK):
        chosen = order[block : block + BLOCK]
        decided = clear(space, [exacts[i] for i in chosen])
        yield from (i for i, found in zip(chosen, decided, strict=True) if found != 0)


def _every(decisions: Sequence[Decisions], size: int) -> Decisions:
    """Whether all hold: 1 where each does, 0 where one fails."""
    if not decisions:
        return np.ones(size, dtype=np.int8)
    table = np.stack(decisions)
    return np.where((table == 0).any(axis=0), 0, np.where((table == 1).all(axis=0), 1, -1))


def _points(space: Space, exacts: Sequence[Exact]) -> tuple[Points, np.ndarray]:
    """The candidates as points of the filter, and which of them it can hold."""
    usable = np.ones(len(exacts), dtype=bool)
    weights: dict[Symbol, Any] = {}
    for row in space.rows:
        for name in row.names:
            columns = []
            for i, exact in enumerate(exacts):
                law = exact.laws[name]
                common = lcm(*(mass.denominator for mass in law))
                usable[i] &= common <= LARGEST_WEIGHT
                columns.append(
                    [int(mass * common) for mass in law] if usable[i] else [1] * len(law)
                )
            weights[name] = np.array(columns, dtype=np.int64)
    ends: dict[Symbol, Span] = {}
    names = sorted(
        {name for exact in exacts for name in exact.numbers},
        key=lambda name: any(exact.numbers[name][1] is not None for exact in exacts),
    )
    for name in names:
        ends[name] = _number(name, exacts, ends)
    if not weights and not ends:
        ends[Symbol("nothing")] = np.zeros(len(exacts)), np.zeros(len(exacts))
    return Points(weights=weights, ends=ends), usable


def _number(name: Symbol, exacts: Sequence[Exact], known: dict[Symbol, Span]) -> Span:
    values = [exact.numbers[name] for exact in exacts]
    raw = np.array([_ends(value) for value, _ in values]).reshape(-1, 2)
    low, high = raw[:, 0], raw[:, 1]
    hint = next((hint for _, hint in values if hint is not None), None)
    if hint is None:
        return low, high
    inner = Points(ends={**known, hint.inner: (low, high)})
    try:
        with np.errstate(all="ignore"):
            back = enclosed(hint.back, inner)
    except EvaluationError:
        back = np.array(-np.inf), np.array(np.inf)
    hinted = np.array([hint is not None for _, hint in values])
    return np.where(hinted, back[0], low), np.where(hinted, back[1], high)


def _ends(value: Fraction | Expr) -> tuple[float, float]:
    """The doubles around a rational; everything for another number."""
    if isinstance(value, Rational):
        value = Fraction(int(value.p), int(value.q))
    if not isinstance(value, Fraction):
        return -np.inf, np.inf
    try:
        near = float(value)
    except OverflowError:
        return -np.inf, np.inf
    exact = Fraction(near)
    return (
        near if exact <= value else float(np.nextafter(near, -np.inf)),
        near if exact >= value else float(np.nextafter(near, np.inf)),
    )


def _decided(atom: Basic, points: Points) -> Decisions:
    """Where an atom certainly holds or fails; -1 everywhere where the filter has no rule."""
    unknown = np.full(points.size, -1, dtype=np.int8)
    if isinstance(atom, BooleanTrue | BooleanFalse):
        return np.full(points.size, int(bool(atom)), dtype=np.int8)
    try:
        if isinstance(atom, Relational):
            return filtered(atom, points)
        atom, _ = each_round(plain(atom))
        bound = simple_bound(atom)
        if bound is not None:
            sides = [bound.at(atom, pair) for pair in pairs_of(atom.args[0])]
            found = [filtered(LessThan(*both, evaluate=False), points) for both in sides]
        elif isinstance(atom, heads.ZCDP):
            found = [_at_all_orders(p, atom.args[1:], points) for p in pairs_of(atom.args[0])]
        else:
            return unknown
        return _every(found, points.size)
    except (EvaluationError, UnsupportedError):
        return unknown


def _at_all_orders(pair: Laws, values: Sequence[Any], points: Points) -> Decisions:
    """zCDP: it fails where one order of a grid does; it holds where each order holds for the next.

    Renyi divergences increase with the order, so that between two orders the bound at the smaller
    one and the divergence at the larger one decide; beyond the last one the max divergence does.
    """
    xi, rho = values if len(values) == 2 else (S.Zero, values[0])
    if xi.is_zero and all(isinstance(law, heads.Gaussian) for law in pair):
        # of normal laws the divergence is the order times that of order one
        return filtered(LessThan(heads.KL(*pair), rho, evaluate=False), points)
    orders = [1 + offset for offset in OFFSETS]
    fails = np.zeros(points.size, dtype=bool)
    holds = filtered(GreaterThan(rho, 0, evaluate=False), points) == 1
    before = S.One
    for order in orders:
        divergence = heads.Renyi(order, *pair)
        bound = LessThan(divergence, xi + rho * order, evaluate=False)
        fails |= filtered(bound, points) == 0
        holds &= filtered(LessThan(divergence, xi + rho * before, evaluate=False), points) == 1
        before = order
    last = LessThan(heads.MaxDivergence(*pair), xi + rho * before, evaluate=False)
    try:
        holds &= filtered(last, points) == 1
    except EvaluationError:
        holds[:] = False
    return np.where(fails, 0, np.where(holds, 1, -1)).astype(np.int8)
