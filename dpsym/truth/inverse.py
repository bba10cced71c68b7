"""The least argument at which a decreasing curve falls to a target, between certain ends."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb, ctx, fmpq

from dpsym.accounting.rounds import ball
from dpsym.errors import EvaluationError

_FARTHEST = 2**40
_SMALLEST = Fraction(1, 2**1200)


def least(curve: Callable[[Fraction], arb], target: Fraction, *, bits: int) -> arb:
    """A ball around the least argument >= 0 at which the nonincreasing curve is at most target.

    Guarantees:
        the curve is certified above the target at the ball's lower end, unless that is zero, and
        certified at most the target at its upper end.

    Raises:
        EvaluationError: the curve is above the target, or not certified, far out.

    >>> least(lambda x: 1 / (1 + ball(x)), Fraction(1, 4), bits=30)
    [3.000000000 +/- 4.66e-10]
    """

    def is_low(argument: Fraction) -> bool | None:
        with ctx.workprec(4 * bits + 64):
            value = curve(argument)
            return True if value <= ball(target) else False if value > ball(target) else None

    if is_low(Fraction(0)):
        return arb(0)
    upper = Fraction(1)
    while not is_low(upper):
        upper *= 2
        if upper > _FARTHEST:
            raise EvaluationError(f"the curve stays above {float(target):g} up to {_FARTHEST}")
    lower = upper / 2
    while is_low(lower) is not False:
        if is_low(lower):
            upper = lower
        lower /= 2
        if lower < _SMALLEST:
            return _between(Fraction(0), upper, bits)
    for _ in range(bits + 2):
        middle = (lower + upper) / 2
        low = is_low(middle)
        if low is None:
            break
        lower, upper = (lower, middle) if low else (middle, upper)
    return _between(lower, upper, bits)


def _between(lower: Fraction, upper: Fraction, bits: int) -> arb:
    with ctx.workprec(2 * bits + 64):
        ends = [arb(fmpq(end.numerator, end.denominator)) for end in (lower, upper)]
        return ends[0].union(ends[1])
