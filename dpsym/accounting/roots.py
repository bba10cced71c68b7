"""Certified roots of decreasing curves: a guess by Newton's method, then signs at both ends."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb, ctx

from dpsym.accounting.curve import Reading
from dpsym.accounting.rounds import ball, dyadic

Margin = Callable[[Fraction, int], Reading]
"""A nonincreasing function of epsilon with minus its slope, at about so many bits."""

_GUESS_BITS = 64
_MAX_STEPS = 100
_MAX_WIDENINGS = 40


def root(margin: Margin, worst: Fraction, bits: int) -> arb:
    """The point in [0, worst] where the margin ceases to be positive.

    Args:
        margin: nonincreasing, and not positive at ``worst``.
        worst: the largest point.
        bits: the relative accuracy aimed at.

    Guarantees:
        the margin is certified nonnegative at the lower end of the ball and nonpositive at its
        upper end, or the end is 0 or ``worst``.
    """
    if margin(Fraction(0), bits).stick <= 0:
        return arb(0)
    guess, low, high = _bracketed(margin, worst, _GUESS_BITS, Fraction(0), worst)
    if bits > _GUESS_BITS:
        guess, low, high = _bracketed(margin, worst, bits + 16, low, high, guess)
    return _certified(margin, guess, worst, bits)


def _bracketed(
    margin: Margin,
    worst: Fraction,
    bits: int,
    low: Fraction,
    high: Fraction,
    start: Fraction | None = None,
) -> tuple[Fraction, Fraction, Fraction]:
    """A guess of the root with points below and above it, by guarded Newton steps.

    A step solves for the logarithm of the curve, which is nearly straight where the curve is not.
    """
    point = worst / 2 if start is None else start
    for _ in range(_MAX_STEPS):
        reading = margin(point, bits)
        if reading.stick > 0:
            low = max(low, point)
        elif reading.stick < 0:
            high = min(high, point)
        else:
            break
        step = _newton(reading, bits)
        following = None if step is None else _rounded(point + step, bits)
        if following is None or not low < following < high:
            following = _rounded((low + high) / 2, bits)
        if following == point or abs(following - point) < abs(point) / 2 ** (bits - 8):
            break
        point = following
    return point, low, high


def _newton(reading: Reading, bits: int) -> Fraction | None:
    with ctx.workprec(bits):
        level, slope = reading.stick.mid() + 1, reading.slope.mid()
        if not (level > 0 and slope > 0):
            return None
        step = level * level.log() / slope
        return dyadic(step) if step.is_finite() else None


def _rounded(point: Fraction, bits: int) -> Fraction:
    with ctx.workprec(bits + 8):
        return dyadic(ball(point))


def _certified(margin: Margin, guess: Fraction, worst: Fraction, bits: int) -> arb:
    """A ball about the guess whose ends have certified signs."""
    reading = margin(guess, 2 * bits)
    width = max(guess, worst / 2**bits) / 2 ** (bits + 2)
    with ctx.workprec(bits):
        doubt = reading.stick.rad() / reading.slope if reading.slope > 0 else arb(0)
        if doubt.is_finite():
            width = max(width, dyadic(doubt.upper()))
    low, high = Fraction(0), worst
    low_done = high_done = False
    for _ in range(_MAX_WIDENINGS):
        if not low_done:
            low = max(Fraction(0), guess - width)
            low_done = low == 0 or bool(margin(low, 2 * bits).stick >= 0)
        if not high_done:
            high = min(worst, guess + width)
            high_done = high == worst or bool(margin(high, 2 * bits).stick <= 0)
        if low_done and high_done:
            break
        width *= 4
    with ctx.workprec(2 * bits):
        return ball(low if low_done else Fraction(0)).union(ball(high if high_done else worst))
