"""The best bound on a divergence of two laws under bounds on others, as a linear program.

Two laws are, for divergences, a measure on the ratio of their densities: an atom of weight w at x in
[0, 1] has mass w*x under P and w*(1 - x) under Q. A divergence is then linear in the weights. The
program is solved with atoms on a grid, to which the dual adds the atom that gains most, until none
gains anything; the dual also says how much the answer can still be off.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, inf, log

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.special import rel_entr

Array = NDArray[np.float64]
REACHES = (24.0, 32.0)
"""Logarithms of ratios go up to this and down to minus this, beside 0 and oo themselves.

Where the answers for the two differ, the best value is infinite, or not attained.
"""
PRECISE = 1e-8


@dataclass(frozen=True, slots=True)
class Measure:
    """A divergence: how it is written, what an atom adds, and its value for what all atoms add.

    Attributes:
        text: the divergence as a template over P and Q.
        density: what atoms (p, q) add, each.
        value: the divergence for the sum over the atoms, an increasing function.
        sums: the inverse of ``value``.
        kinks: logarithms of ratios at which the density has a corner.
    """

    text: str
    density: Callable[[Array, Array], Array]
    value: Callable[[float], float] = float
    sums: Callable[[float], float] = float
    kinks: tuple[float, ...] = ()

    def reverse(self) -> Measure:
        """The divergence of Q from P."""
        swapped = self.text.replace("{P}", "{T}").replace("{Q}", "{P}").replace("{T}", "{Q}")
        return Measure(
            swapped, lambda p, q: self.density(q, p), self.value, self.sums,
            tuple(-kink for kink in self.kinks),
        )  # fmt: skip


def kl() -> Measure:
    """The divergence of order one."""
    return Measure("KL({P}, {Q})", lambda p, q: rel_entr(p, q) - p + q)


def renyi(order: Fraction) -> Measure:
    """The divergence of an order above one."""
    a = float(order)
    return Measure(
        f"Renyi({order}, {{P}}, {{Q}})",
        lambda p, q: np.where(
            q > 0, q * (p / np.where(q > 0, q, 1.0)) ** a, np.where(p > 0, inf, 0)
        ),
        lambda s: log(s) / (a - 1),
        lambda v: exp((a - 1) * v),
    )


def total_variation() -> Measure:
    """Half the L1 distance."""
    return Measure("TotalVariation({P}, {Q})", lambda p, q: abs(p - q) / 2, kinks=(0.0,))


def chi_squared() -> Measure:
    """The sum of (P - Q)**2/Q."""
    return Measure(
        "ChiSquared({P}, {Q})",
        lambda p, q: np.where(
            q > 0, (p - q) ** 2 / np.where(q > 0, q, 1.0), np.where(p > 0, inf, 0.0)
        ),
    )


def hellinger() -> Measure:
    """One minus the sum of sqrt(P*Q)."""
    return Measure("Hellinger({P}, {Q})", lambda p, q: (np.sqrt(p) - np.sqrt(q)) ** 2 / 2)


def hockey_stick(epsilon: Fraction) -> Measure:
    """The sum of max(P - exp(epsilon)*Q, 0)."""
    t = exp(epsilon)
    return Measure(
        f"HockeyStick({epsilon}, {{P}}, {{Q}})",
        lambda p, q: np.maximum(p - t * q, 0.0),
        kinks=(float(epsilon),),
    )


def loss_tail(epsilon: Fraction) -> Measure:
    """The probability under P that log(P/Q) exceeds epsilon."""
    t = exp(epsilon)
    return Measure(
        f"LossTail({epsilon}, {{P}}, {{Q}})",
        lambda p, q: np.where(p > t * q * (1 + 1e-12), p, 0.0),
        kinks=(float(epsilon),),
    )


def mixed(inner: Measure, s: Fraction, t: Fraction) -> Measure:
    """A divergence between two mixtures, with weights s and t of P."""
    u, v = float(s), float(t)
    text = inner.text.replace("{P}", f"<{s}>").replace("{Q}", f"<{t}>")
    for weight in {s, t}:
        law = "{Q}" if weight == 0 else "{P}" if weight == 1 else f"Mixture({weight}, {{P}}, {{Q}})"
        text = text.replace(f"<{weight}>", law)
    corners = []
    for kink in inner.kinks:
        # u*x + (1 - u) = e**kink*(v*x + (1 - v)) for x = p/q
        top, bottom = exp(kink) * (1 - v) - (1 - u), u - exp(kink) * v
        if bottom and top / bottom > 0:
            corners.append(log(top / bottom))
    return Measure(
        text,
        lambda p, q: inner.density(u * p + (1 - u) * q, v * p + (1 - v) * q),
        inner.value,
        inner.sums,
        tuple(corners),
    )


@dataclass(frozen=True, slots=True)
class Bound:
    """A hypothesis: a divergence is at most (or, with ``least``, at least) a number."""

    measure: Measure
    limit: float
    least: bool = False


class NoAnswerError(Exception):
    """The program has no solution, an infinite one, or one that is not known well enough."""


def best(
    goal: Measure,
    bounds: Sequence[Bound],
    *,
    lower: float = -inf,
    upper: float = inf,
    smallest: bool = False,
) -> float:
    """The largest value of a divergence, or the smallest one, of laws within the bounds.

    Args:
        goal: the divergence.
        bounds: what the laws satisfy.
        lower: the least logarithm of P/Q.
        upper: the greatest one.
        smallest: whether the smallest value is sought.

    Raises:
        NoAnswerError: there is none, or it is infinite.
    """
    return extremal(goal, bounds, lower=lower, upper=upper, smallest=smallest)[0]


def extremal(
    goal: Measure,
    bounds: Sequence[Bound],
    *,
    lower: float = -inf,
    upper: float = inf,
    smallest: bool = False,
) -> tuple[float, Array, Array]:
    """The answer of :func:`best`, and two finite laws that come close to it."""
    answers = [_best(goal, bounds, max(lower, -r), min(upper, r), smallest,
                     [inf] * (upper == inf) + [-inf] * (lower == -inf)) for r in REACHES]  # fmt: skip
    first, second = answers[0][0], answers[1][0]
    if abs(first - second) > 10 * PRECISE * max(abs(first), 1e-3):
        raise NoAnswerError("infinite, or at the end of the grid")
    return answers[1]


def _best(
    goal: Measure,
    bounds: Sequence[Bound],
    low: float,
    high: float,
    smallest: bool,
    infinite: list[float],
) -> tuple[float, Array, Array]:
    measures = [goal, *(bound.measure for bound in bounds)]
    kinks = [kink for measure in measures for kink in measure.kinks]
    grid = np.concatenate([np.linspace(low, high, 361), [k for k in kinks if low <= k <= high]])
    atoms = np.concatenate([grid, infinite])
    fine = np.concatenate([np.linspace(low, high, 20_001), atoms])
    sign = 1.0 if smallest else -1.0
    limits = np.array([b.measure.sums(b.limit) * (-1 if b.least else 1) for b in bounds])
    for _ in range(60):
        columns = _columns(atoms, goal, bounds, sign)
        keep = np.isfinite(columns).all(axis=0)
        atoms, columns = atoms[keep], columns[:, keep]
        # Moments of large ratios are huge: a weight is counted in units of its largest entry.
        sizes = np.maximum(np.abs(columns).max(axis=0), 1e-12)
        scaled = columns / sizes
        found = linprog(
            scaled[0], A_ub=scaled[3:] if bounds else None, b_ub=limits if bounds else None,
            A_eq=scaled[1:3], b_eq=[1.0, 1.0], method="highs",
            options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
        )  # fmt: skip
        if found.status != 0:
            raise NoAnswerError(found.message)
        multipliers = np.concatenate(
            [found.eqlin.marginals, found.ineqlin.marginals if bounds else []]
        )
        used = atoms[found.x > 1e-13]
        near = [
            np.linspace(max(low, a - d), min(high, a + d), 41)
            for a in used[np.isfinite(used)]
            for d in (0.1, 1e-3, 1e-5)
        ]
        tried = np.concatenate([fine, *near])
        gains = _columns(tried, goal, bounds, sign)
        gains = gains[:, np.isfinite(gains).all(axis=0)], tried[np.isfinite(gains).all(axis=0)]
        reduced = gains[0][0] - multipliers @ gains[0][1:]
        # The weights of all atoms sum to two, so this is how far the answer may be off.
        off = -2 * min(0.0, float(reduced.min()))
        if off < PRECISE * max(abs(found.fun), 1e-3):
            weights = found.x / sizes
            with np.errstate(over="ignore"):
                p, q = weights / (1 + np.exp(-atoms)), weights / (1 + np.exp(atoms))
            return goal.value(sign * float(found.fun)), p[weights > 0], q[weights > 0]
        order = np.argsort(reduced)[:12]
        atoms = np.unique(np.concatenate([atoms, gains[1][order]]))
    raise NoAnswerError("no convergence")


def _columns(atoms: Array, goal: Measure, bounds: Sequence[Bound], sign: float) -> Array:
    with np.errstate(over="ignore"):
        p, q = 1 / (1 + np.exp(-atoms)), 1 / (1 + np.exp(atoms))
    rows = [sign * goal.density(p, q), p, q]
    rows += [bound.measure.density(p, q) * (-1 if bound.least else 1) for bound in bounds]
    return np.array(rows)


__all__ = ["Bound", "Measure", "NoAnswerError", "best"]
