"""The hockey stick of several independent pairs of Laplace laws, in closed form.

The privacy loss of one pair at distance d is d with probability 1/2, -d with probability exp(-d)/2,
and has the density exp((z - d)/2)/4 between. Densities of the form exp(z/2) keep it when losses
add up: the sum of j of them has that of j uniform summands on [-d, d], a spline, times exp(z/2).
"""

from __future__ import annotations

from math import comb, factorial

from flint import arb

from dpsym.enclosure.pairs import ZERO, decrease
from dpsym.errors import EvaluationError

MAX_ROUNDS = 24


def repeated_stick(distance: arb, rounds: int, epsilon: arb) -> arb:
    """HockeyStick(epsilon) of the ``rounds``-fold product of a pair at a distance > 0 in scales.

    Guarantees:
        the ball contains the value.

    Raises:
        EvaluationError: there are more than ``MAX_ROUNDS`` rounds.

    >>> repeated_stick(arb(1), 2, arb(1)).str(10, radius=False)
    '0.2418366754'
    """
    if rounds > MAX_ROUNDS:
        raise EvaluationError(f"no hockey stick is known for {rounds} rounds of Laplace noise")
    total = ZERO
    for inner in range(rounds + 1):
        density = ((-distance / 2).exp() / 4) ** inner * comb(rounds, inner)
        for highest in range(rounds - inner + 1):
            lowest = rounds - inner - highest
            mass = (
                comb(rounds - inner, highest) * (-distance * lowest).exp() / 2 ** (highest + lowest)
            )
            threshold = epsilon - (highest - lowest) * distance
            total += density * mass * _between(distance, inner, threshold)
    return total


def _between(distance: arb, count: int, threshold: arb) -> arb:
    """The integral of exp(s/2)*(1 - exp(threshold - s)) over the spline's s above the threshold."""
    if count == 0:
        return decrease(threshold)
    top = count * distance
    start = threshold.max(-top).min(top)
    total = ZERO
    for knot in range(count):
        centre = 2 * knot * distance - top
        low, high = (start - centre).max(ZERO), 2 * (count - knot) * distance
        gain, loss = (
            _moment(count, centre, low, high, arb(side) / 2) * factor
            for side, factor in ((1, arb(1)), (-1, threshold.exp()))
        )
        total += (-1) ** knot * comb(count, knot) * (gain - loss)
    return total / factorial(count - 1)


def _moment(power: int, centre: arb, low: arb, high: arb, rate: arb) -> arb:
    """The integral of x**(power - 1) * exp(rate*(x + centre)) from low to high."""
    ends = [x**power / power * _mean_exponential(power, rate * x) for x in (low, high)]
    return (rate * centre).exp() * (ends[1] - ends[0])


def _mean_exponential(power: int, x: arb) -> arb:
    """The mean of exp(x*u) for u in [0, 1] with density power*u**(power - 1), which increases."""
    if x.contains(0) and not x.is_zero():
        return _mean_exponential(power, x.lower()).union(_mean_exponential(power, x.upper()))
    return x.hypgeom_1f1(power, power + 1)
