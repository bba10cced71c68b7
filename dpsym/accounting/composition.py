"""The optimal composition of rounds of (epsilon, delta)-DP mechanisms, as certain balls."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import erfc, exp, sqrt, tanh
from typing import Any

from flint import arb, ctx

from dpsym.accounting.curve import Curve, Reading
from dpsym.accounting.homogeneous import BinomialCurve
from dpsym.accounting.lattice import LatticeCurve
from dpsym.accounting.roots import root
from dpsym.accounting.rounds import Rounds, ball, grouped
from dpsym.accounting.subsets import SubsetCurve, is_small
from dpsym.arguments import Number, accuracy, nonnegative, probability, whole_number
from dpsym.errors import DomainError, EvaluationError, shown

BITS = 110
"""The relative accuracy aimed at: about 1e-33."""
CELLS = 2**17
_ATTEMPTS = 5
_HALVINGS = 30
_MAX_EXACT = 4096
_MOST_CELLS = 2**26
_FAR = 2**100


def optimal_delta(
    epsilon: Number, rounds: Sequence[Rounds], *, bits: int = BITS, cells: int = CELLS
) -> arb:
    """The least delta such that every adaptive composition of the rounds is (epsilon, delta)-DP.

    Args:
        epsilon: of the composition, >= 0, in nats.
        rounds: what is composed, in any order.
        bits: the relative accuracy aimed at.
        cells: losses are rounded to about so many multiples where there are too many different
            epsilons to sum over (more than some 24) and they have no coarse common divisor.

    Guarantees:
        the ball contains the value. Its relative radius is below ``2**-bits`` unless losses were
        rounded; then it is as wide as the rounding, and more ``cells`` make it narrower.

    Raises:
        DomainError: epsilon is negative or no number, there are no rounds, or no cells or bits.

    Source: KairouzOhViswanath2015, Theorem 3.3; MurtaghVadhan2016, Theorem 1.5.

    >>> print(optimal_delta(1, [Rounds("0.001", "1e-9", 10**6)]).str(20, radius=False))
    0.12780923981822614446
    >>> print(optimal_delta(1, [Rounds("0.5"), Rounds("0.25", "1e-6", 4)]).str(12, radius=False))
    0.0244670663807
    """
    target = nonnegative(epsilon, "epsilon")
    _check(rounds, bits, cells)
    curve = _curve(rounds, cells)
    best = arb(0, 1)
    for attempt in range(_ATTEMPTS):
        working = bits * 2**attempt
        stick = curve.read(target, working).stick
        with ctx.workprec(working + 64):
            failure = _failure(rounds)
            best = failure + (1 - failure) * stick
        if best.is_zero() or best.rel_accuracy_bits() > bits or not curve.tight:
            break
    return best


def guaranteed_failure(rounds: Sequence[Rounds], *, bits: int = BITS) -> arb:
    """``1 - prod(1 - delta_i)``, below which no epsilon brings the delta of the composition.

    Raises:
        DomainError: there are no rounds.

    >>> print(guaranteed_failure([Rounds(1, "0.1", 2)]).str(10, radius=False))
    0.1900000000
    """
    _check(rounds, bits, CELLS)
    with ctx.workprec(bits + 64):
        return _failure(rounds)


def optimal_epsilon(
    delta: Number, rounds: Sequence[Rounds], *, bits: int = BITS, cells: int = CELLS
) -> arb:
    """The least epsilon >= 0 such that every composition of the rounds is (epsilon, delta)-DP.

    It is infinite where delta is below ``1 - prod(1 - delta_i)``. Arguments as for
    :func:`optimal_delta`.

    Guarantees:
        the ball contains the value: delta was certified too small at its lower end and large
        enough at its upper end.

    Raises:
        DomainError: delta is no probability, there are no rounds, or no cells or bits.
        EvaluationError: delta is so close to ``1 - prod(1 - delta_i)`` that the two could not
            be told apart.

    >>> print(optimal_epsilon("1e-6", [Rounds("0.01", "1e-9", 100)]).str(12, radius=False))
    0.394380290684
    >>> optimal_epsilon("1e-6", [Rounds("0.01", "0.01")]) == arb.pos_inf()
    True
    """
    allowed = probability(delta, "delta")
    _check(rounds, bits, cells)
    curve = _curve(rounds, cells)
    worst = sum((part.epsilon * part.count for part in rounds), Fraction(0))
    excess = _excess_sign(allowed, rounds, bits)
    if excess < 0:
        return arb.pos_inf()
    if allowed == 1 or any(part.delta == 1 and part.count > 0 for part in rounds):
        return arb(0)
    if excess == 0:
        return _worst_case(worst, bits)

    def share(working: int) -> arb:
        """What delta allows beyond the rounds that fail."""
        with ctx.workprec(working + 64):
            failure = _failure(rounds)
            return (ball(allowed) - failure) / (1 - failure)

    def margin(epsilon: Fraction, working: int) -> Reading:
        """The curve less what delta allows; positive where epsilon is too small."""
        reading, permitted = curve.read(epsilon, working), share(working)
        with ctx.workprec(working + 64):
            return Reading(reading.stick / permitted - 1, reading.slope / permitted)

    if isinstance(curve, BinomialCurve):
        found = curve.solve(share, _normal(allowed, rounds), bits)
        if found is not None:
            return found
    return root(margin, worst, bits)


def _normal(allowed: Fraction, rounds: Sequence[Rounds]) -> Fraction:
    """About the epsilon of a normal loss with the rounds' mean: a hint in floats."""
    least = [(min(part.count, _FAR), float(min(part.epsilon, Fraction(_FAR)))) for part in rounds]
    mean = sum(count * epsilon * tanh(epsilon / 2) for count, epsilon in least)
    mu = sqrt(2 * mean)
    if not mu > 0:
        return Fraction(0)
    low, high = 0.0, mean + 40 * mu
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        near, far = (erfc((middle / mu + side * mu / 2) / sqrt(2)) / 2 for side in (-1, 1))
        if near - exp(min(middle, 700.0)) * far > allowed:
            low = middle
        else:
            high = middle
    return Fraction(low)


def _worst_case(worst: Fraction, bits: int) -> arb:
    with ctx.workprec(bits):
        return ball(worst)


def _check(rounds: Any, bits: Any, cells: Any) -> None:
    listed = isinstance(rounds, Sequence)
    if not listed or not all(isinstance(part, Rounds) for part in rounds):
        remedy = "give a list such as [Rounds('0.1', '1e-6', 10)]"
        raise DomainError(f"{shown(rounds)} are no rounds", part="rounds", remedy=remedy)
    if len(rounds) == 0:
        raise DomainError("no rounds are composed", part="rounds", remedy="give at least one")
    accuracy(bits, least=2)
    whole_number("cells", cells, 2, most=_MOST_CELLS)


class _NoCurve:
    """The curve of rounds whose epsilons all are zero."""

    tight = True

    def read(self, epsilon: Fraction, bits: int) -> Reading:
        """Zero."""
        return Reading(arb(0), arb(0))


def _curve(rounds: Sequence[Rounds], cells: int) -> Curve:
    """The cheapest engine that is accurate."""
    groups = grouped(rounds)
    if not groups:
        return _NoCurve()
    if len(groups) == 1:
        return BinomialCurve(*groups[0])
    return SubsetCurve(groups) if is_small(groups) else LatticeCurve(groups, cells)


def _failure(rounds: Sequence[Rounds]) -> arb:
    """``1 - prod(1 - delta_i)`` without cancellation, at the precision in force."""
    logarithm = arb(0)
    for part in (part for part in rounds if part.count > 0):
        if part.delta == 1:
            return arb(1)
        logarithm += part.count * (-ball(part.delta)).log1p()
    return -logarithm.expm1()


def _excess_sign(allowed: Fraction, rounds: Sequence[Rounds], bits: int) -> int:
    """The sign of ``allowed - (1 - prod(1 - delta_i))``."""
    if all(part.delta == 0 or part.count == 0 for part in rounds):
        return int(allowed > 0)
    for attempt in range(_ATTEMPTS):
        with ctx.workprec(bits * 4**attempt):
            difference = ball(allowed) - _failure(rounds)
            if difference > 0:
                return 1
            if difference < 0:
                return -1
    if sum(part.count for part in rounds) > _MAX_EXACT:
        raise EvaluationError(
            f"delta={allowed} cannot be told from the probability that some round fails; "
            "give another delta"
        )
    kept = Fraction(1)
    for part in rounds:
        kept *= (1 - part.delta) ** part.count
    remaining = allowed - (1 - kept)
    return (remaining > 0) - (remaining < 0)
