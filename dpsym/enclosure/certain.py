"""Relations between finite laws decided for many points at once, in floats that say their error.

Laws are given by integer weights, so that a point is exact. Every value is a pair of float arrays
that certainly enclose it, and the error of a divergence is bounded before it is computed. What is
clear is decided here; what is close is left to balls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sympy import Basic, Dummy, Equality, Expr, Max, Rational, Symbol
from sympy.core.relational import GreaterThan, LessThan, StrictGreaterThan, StrictLessThan

from dpsym.enclosure.certain_divergences import DIVERGENCES, Losses, U
from dpsym.enclosure.outward import POINTS, Array, Span, compile_spans
from dpsym.enclosure.truth import decide
from dpsym.errors import EvaluationError
from dpsym.language import heads
from dpsym.language.noises import NOISES, conditions, shifted
from dpsym.language.printing import text

Decisions = NDArray[np.int8]
_plus, _times = POINTS.operation("add"), POINTS.operation("multiply")

LARGEST_WEIGHT = 2**50
MOST_ATOMS = 512
"""Of a product of laws."""
MOST_OFF, SMALLEST_MASS = 1e-6, 1e-280
"""Beyond which relative errors of masses are not followed."""


@dataclass(slots=True)
class Points:
    """Points of which all laws are exact, and all numbers but those given by ``ends``.

    Attributes:
        numbers: numeric names with their values, doubles taken for the rationals they are.
        weights: law names with nonnegative integer weights, shape ``(size, atoms)``; a law is its
            weights divided by their sum.
        ends: numeric names known only to lie between two doubles each.

    Raises:
        EvaluationError: weights are negative, all zero, or sum to more than
            :data:`LARGEST_WEIGHT`.
    """

    numbers: Mapping[Symbol, Array] = field(default_factory=dict)
    weights: Mapping[Symbol, NDArray[np.int64]] = field(default_factory=dict)
    ends: Mapping[Symbol, Span] = field(default_factory=dict)
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
        every = [
            *self.numbers.values(),
            *self.weights.values(),
            *(a for a, _ in self.ends.values()),
        ]
        return len(every[0])

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
        exponentials err by at most eight units in the last place.

    Raises:
        EvaluationError: the atom is no relation, or a part of it has no rule here.

    >>> P, Q = Symbol("P"), Symbol("Q")
    >>> weights = {P: np.array([[1, 1], [1, 3]]), Q: np.array([[1, 3], [1, 3]])}
    >>> filtered(heads.KL(P, Q) > heads.TotalVariation(P, Q), Points(weights=weights)).tolist()
    [0, -1]
    """
    shape = (points.size,)
    found = np.full(shape, -1, dtype=np.int8)
    if isinstance(atom, Equality):
        with np.errstate(all="ignore"):
            small, large = (enclosed(side, points) for side in atom.args)
        apart = (small[1] < large[0]) | (large[1] < small[0])
        found[np.broadcast_to(apart, shape)] = 0
        return found
    if not isinstance(atom, LessThan | StrictLessThan | GreaterThan | StrictGreaterThan):
        raise EvaluationError(f"{text(atom)} is no relation")
    with np.errstate(all="ignore"):
        small, large = enclosed(atom.lts, points), enclosed(atom.gts, points)
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


def enclosed(node: Expr, points: Points) -> Span:
    """Float arrays below and above the value of an expression at every point.

    Raises:
        EvaluationError: a part of the expression has no rule here.
    """
    parts, symbols, run = _compiled(node)
    known = {name: (values, values) for name, values in points.numbers.items()}
    known |= dict(points.ends) | {name: _divergence(part, points) for name, part in parts.items()}
    if unknown := set(symbols) - known.keys():
        raise EvaluationError(f"the float filter has no values for {unknown}")
    return run([known[name] for name in symbols])


@lru_cache(maxsize=256)
def _compiled(
    node: Expr,
) -> tuple[dict[Symbol, Any], list[Symbol], Callable[[Sequence[Span]], Span]]:
    """The divergences of an expression by new names, all of its names, and how it is computed."""
    names = {part: Dummy() for part in node.atoms(heads.Divergence)}
    rest = node.xreplace(names)
    symbols = list(rest.free_symbols)
    run = compile_spans(rest, symbols, arithmetic=POINTS)
    return {name: part for part, name in names.items()}, symbols, run


def _divergence(node: Any, points: Points) -> Span:
    if node not in points.known:
        *numbers, first, second = node.args
        kinds = {type(first), type(second)}
        if len(kinds) == 1 and kinds <= NOISES.keys():
            points.known[node] = _noise(node, points)
        elif node.func in DIVERGENCES:
            losses = _losses(first, second, points)
            given = [enclosed(number, points) for number in numbers]
            points.known[node] = DIVERGENCES[node.func](*given, losses)
        else:
            raise EvaluationError(f"the float filter has no rule for {text(node)}")
    ends: Span = points.known[node]
    return ends


def _noise(node: Expr, points: Points) -> Span:
    """A divergence of two noise laws of one width, by its formula where that is elementary."""
    *numbers, first, second = node.args
    kind, width = type(first), first.args[1]
    if width != second.args[1]:
        raise EvaluationError(f"the float filter has no rule for {text(node)}")
    gap = first.args[0] - second.args[0]
    if isinstance(node, heads.Renyi) and not np.all(enclosed(numbers[0], points)[0] > 1):
        raise EvaluationError(f"the float filter knows no order below one in {text(node)}")
    value = shifted(kind, node, Max(gap, -gap) / width, gap**2 / width**2)
    if value is None or value.has(heads.Phi) or conditions(kind, node, gap):
        raise EvaluationError(f"the float filter has no rule for {text(node)}")
    return enclosed(value, points)


def _losses(first: Expr, second: Expr, points: Points) -> Losses:
    key = ("losses", first, second)
    if key not in points.known:
        (p, p_off), (q, q_off) = (_masses(law, points) for law in (first, second))
        if p.shape != q.shape:
            raise EvaluationError(f"{first} and {second} have different numbers of atoms")
        both = (p > 0) & (q > 0)
        z = np.log(np.where(both, p, 1.0) / np.where(both, q, 1.0))
        off = p_off + q_off
        singular = ((p > 0) & (q == 0)).any(axis=1) & np.isfinite(off)
        points.known[key] = Losses(p, q, z, singular, off)
    found: Losses = points.known[key]
    return found


def _masses(law: Any, points: Points) -> tuple[Array, Array]:
    """The masses of a law in the middle of their ends, and how far off they are, relatively."""
    if law in points.masses:
        return points.masses[law], np.asarray(U)
    low, high = law_ends(law, points)
    middle = np.where(high == 0, 0.0, (low + high) / 2)
    known = (high == 0) | (low > SMALLEST_MASS)
    off = np.where(high == 0, 0.0, (high - low) / np.where(low > 0, low, 1.0)) + U
    off = np.where(known, off, np.inf).max(axis=1)
    return np.asarray(middle), np.where(off < MOST_OFF, off, np.inf)


def _column(share: Expr, points: Points) -> Span:
    low, high = (np.broadcast_to(end, points.size)[:, None] for end in enclosed(share, points))
    return low, high


def law_ends(law: Any, points: Points) -> Span:
    """Float arrays of shape ``(size, atoms)`` below and above the masses of a finite law.

    A mass that is certainly zero has two ends that are zero.

    Raises:
        EvaluationError: a part of the law has no rule here, or it has too many atoms.
    """
    if law in points.masses:
        masses = points.masses[law]
        return masses * (1 - 4 * U), masses * (1 + 4 * U)
    if isinstance(law, heads.Finite | heads.Bernoulli):
        parts = law.args if isinstance(law, heads.Finite) else (1 - law.args[0], law.args[0])
        every = [
            [np.broadcast_to(end, points.size) for end in enclosed(mass, points)] for mass in parts
        ]
        low, high = (np.stack([ends[i] for ends in every], axis=1) for i in (0, 1))
        return np.maximum(low, 0.0), high
    if isinstance(law, heads.Mixture):
        t, *mixed = law.args
        ends = [law_ends(part, points) for part in mixed]
        if ends[0][0].shape != ends[1][0].shape:
            raise EvaluationError(f"the parts of {text(law)} have different numbers of atoms")
        low, high = _plus(
            _times(_column(t, points), ends[0]), _times(_column(1 - t, points), ends[1])
        )
        return np.maximum(low, 0.0), high
    if isinstance(law, heads.Product):
        one = np.ones((points.size, 1))
        result: Span = one, one
        for factor in law.args:
            a, b = result, law_ends(factor, points)
            if a[0].shape[1] * b[0].shape[1] > MOST_ATOMS:
                raise EvaluationError(f"too many atoms in {text(law)}")
            low, high = _times(
                (a[0][:, :, None], a[1][:, :, None]), (b[0][:, None, :], b[1][:, None, :])
            )
            result = (
                np.maximum(low, 0.0).reshape(points.size, -1),
                high.reshape(points.size, -1),
            )
        return result
    raise EvaluationError(f"the float filter has no weights for {text(law)}")
