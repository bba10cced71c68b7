"""How divergences of one pair of laws stand to each other, without bounds that are numbers.

Divergences that add up over atoms have their extreme ratios and differences at laws with two atoms, one
on each side of the ratio one: two equations and a linear function. The square of a hockey stick is
largest for a given divergence at such laws too, since an event has two outcomes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import inf
from random import Random

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from measure import likelihood
from measure.case import Case, Kind, around
from measure.likelihood import REACHES, Bound, Measure, NoAnswerError, extremal
from measure.unseen_pairs import answered, checked

Array = NDArray[np.float64]
NEAREST = (2e-3, 1e-3)
"""Logarithms of ratios come this near to zero, from which the limit is extrapolated."""

triangular = Measure(
    "TriangularDiscrimination({P}, {Q})", lambda p, q: (p - q) ** 2 / np.maximum(p + q, 1e-300)
)


def _two_atoms(low: Array, high: Array) -> tuple[Array, Array, Array, Array]:
    """The masses of two atoms with these logarithms of their ratios, low < 0 < high."""
    first, second = -np.expm1(low), np.expm1(high)
    q = second / (first + second)
    return np.exp(low) * q, q, np.exp(high) * (1 - q), 1 - q


def _value(measure: Measure, low: Array, high: Array) -> Array:
    p, q, r, s = _two_atoms(low, high)
    return measure.density(p, q) + measure.density(r, s)


def most(function: Callable[[Array, Array], Array], lower: float, upper: float) -> float:
    """The largest value of a function of two logarithms of ratios, as far as both go.

    It may be approached near zero, where the difference halves with the distance.

    Raises:
        NoAnswerError: it is infinite, or only approached far out.
    """
    found = []
    for reach, least in zip(REACHES, NEAREST, strict=True):
        ends = min(-lower, reach), min(upper, reach)
        grids = [
            np.concatenate([np.geomspace(least, end, 100), np.linspace(least, end, 100)])
            for end in ends
        ]
        lows, highs = np.meshgrid(-np.unique(grids[0]), np.unique(grids[1]))
        with np.errstate(all="ignore"):
            values = function(lows, highs)
            values = np.where(np.isfinite(values), values, -inf)
            value = float(values.max())
            for place in np.argsort(values, axis=None)[-4:]:
                best = minimize(
                    lambda z: -float(function(np.array(z[0]), np.array(z[1]))),
                    (lows.flat[place], highs.flat[place]),
                    bounds=[(-ends[0], -least), (least, ends[1])], method="L-BFGS-B",
                    options={"ftol": 1e-15, "gtol": 1e-12},
                )  # fmt: skip
                value = max(value, -float(best.fun))
        found.append(value)
    if not abs(found[0] - found[1]) <= 2e-3 * abs(found[0]):
        raise NoAnswerError("infinite, or at the end of the grid")
    return max(found[1], 2 * found[1] - found[0])


def _linear(rng: Random) -> Measure:
    found = rng.choice(
        (
            likelihood.kl(), likelihood.chi_squared(), likelihood.hellinger(), triangular,
            likelihood.total_variation(), likelihood.hockey_stick(Fraction(rng.randint(1, 4), 4)),
        )
    )  # fmt: skip
    symmetric = found.text.startswith(("Hell", "Tri", "Tot"))
    return found.reverse() if rng.random() < 0.3 and not symmetric else found


def _said(measure: Measure) -> str:
    return measure.text.format(P="P", Q="Q")


def _range(rng: Random, both: bool = False) -> tuple[str, float, float]:
    """Bounds on the ratio, perhaps none: how they are written, and on its logarithm."""
    written, lower, upper = [], -inf, inf
    if both or rng.random() < 0.5:
        a = Fraction(rng.randint(1, 8), 4)
        written.append(f"MaxDivergence(P, Q) <= {a}")
        upper = float(a)
    if both or rng.random() < 0.4:
        a = Fraction(rng.randint(1, 8), 4)
        written.append(f"MaxDivergence(Q, P) <= {a}")
        lower = -float(a)
    return " and ".join(written) + " => " if written else "", lower, upper


def _distinct(measures: Sequence[Measure]) -> None:
    if len({measure.text for measure in measures}) < len(measures):
        raise NoAnswerError("the same twice")


def compared(rng: Random) -> Case:
    """One divergence, or the sum of two, as a multiple of another, or of the sum of two."""
    first, second, third = (_linear(rng) for _ in range(3))
    _distinct((first, second, third))
    given, lower, upper = _range(rng)
    w = Fraction(rng.randint(1, 6), 2)
    text, function = rng.choice(
        (
            (
                f"{_said(first)} <= {{c}}*{_said(second)}",
                lambda x, y: _value(first, x, y) / _value(second, x, y),
            ),
            (
                f"{_said(first)} + {w}*{_said(second)} <= {{c}}*{_said(third)}",
                lambda x, y: (
                    (_value(first, x, y) + float(w) * _value(second, x, y)) / _value(third, x, y)
                ),
            ),
            (
                f"{_said(first)} <= {{c}}*({_said(second)} + {w}*{_said(third)})",
                lambda x, y: (
                    _value(first, x, y) / (_value(second, x, y) + float(w) * _value(third, x, y))
                ),
            ),
        )
    )
    return around(rng, given + text, checked(most(function, lower, upper)), why="two atoms")


def squared(rng: Random) -> Case:
    """The square of a hockey stick as a multiple of another divergence, and the root of the latter."""
    first = rng.choice((likelihood.total_variation(), likelihood.hockey_stick(Fraction(1, 2))))
    second = rng.choice(
        (likelihood.kl(), likelihood.chi_squared(), likelihood.hellinger(), triangular)
    )
    if rng.random() < 0.3 and second.text.startswith(("KL", "Chi")):
        second = second.reverse()
    given, lower, upper = _range(rng)

    def ratio(x: Array, y: Array) -> Array:
        return _value(first, x, y) ** 2 / _value(second, x, y)

    best = checked(most(ratio, lower, upper))
    if rng.random() < 0.5:
        text = f"{_said(first)}**2 <= {{c}}*{_said(second)}"
    else:
        text, best = f"{_said(first)} <= {{c}}*sqrt({_said(second)})", best**0.5
    return around(rng, given + text, best, why="two atoms")


def differences(rng: Random) -> Case:
    """The difference or the sum of two divergences of laws whose ratio is bounded."""
    first, second = _linear(rng), _linear(rng)
    _distinct((first, second))
    given, lower, upper = _range(rng, both=True)
    w = Fraction(rng.randint(1, 6), 2)
    sign = rng.choice((1, -1))

    def combined(x: Array, y: Array) -> Array:
        return _value(first, x, y) + sign * float(w) * _value(second, x, y)

    text = f"{_said(first)} {'+' if sign > 0 else '-'} {w}*{_said(second)} <= {{c}}"
    best = most(combined, lower, upper)
    if best < 1e-2:
        raise NoAnswerError("attained by equal laws")
    return around(rng, given + text, checked(best), why="two atoms")


def equations(rng: Random) -> Case:
    """The extreme values of a divergence of laws for which another has a value, not a bound."""
    goal, fixed, other = (_linear(rng) for _ in range(3))
    _distinct((goal, fixed, other))
    value = Fraction(rng.randint(1, 6), 20)
    bounds = [Bound(fixed, float(value)), Bound(fixed, float(value), least=True)]
    given = f"{_said(fixed)} == {value}"
    if rng.random() < 0.5:
        limit = Fraction(rng.randint(1, 8), 10)
        bounds.append(Bound(other, float(limit)))
        given += f" and {_said(other)} {rng.choice(('<', '<='))} {limit}"
    written, lower, upper = _range(rng)
    if written:
        given += " and " + written.removesuffix(" => ")
    least = rng.random() < 0.6
    best, _, _ = extremal(goal, bounds, lower=lower, upper=upper, smallest=not least)
    template = f"{given} => {_said(goal)} {'<=' if least else '>='} {{c}}"
    return around(rng, template, checked(best), least=least, why="linear program")


KINDS: dict[str, Kind] = {
    "divergences, compared": answered(compared),
    "divergences, squared": answered(squared),
    "divergences, differences": answered(differences),
    "divergences, equations": answered(equations),
}
