"""What very many rounds say, whose outcomes are not written out."""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpq
from sympy import Basic

from dpsym.enclosure.balls import precision
from dpsym.enclosure.comparison import Finding, by_balls
from dpsym.enclosure.evaluation import close
from dpsym.errors import EvaluationError
from dpsym.kernel.enclosures import bounds_of_rounds
from dpsym.kernel.rejection import Rejected

_BITS = 256


def of_rounds(guarantee: Basic) -> Finding | None:
    """What is certain of approximate privacy of very many rounds; None of other guarantees.

    Guarantees:
        those of :func:`~dpsym.enclosure.truth.examine`.

    Raises:
        EvaluationError: no bounds are known.

    >>> from sympy import Rational
    >>> from dpsym.language.heads import ApproxDP, Compose, RandomizedResponse
    >>> rounds = Compose(RandomizedResponse(Rational(1, 100)), 10000)
    >>> of_rounds(ApproxDP(rounds, 0, Rational(1, 3))).truth
    False
    """
    try:
        found = bounds_of_rounds(guarantee)
    except Rejected as rejected:
        raise EvaluationError(str(rejected)) from None
    if not found:
        return None
    low, high = (max(ends) for ends in zip(*found, strict=True))
    with precision(_BITS):
        left = _ball(low).union(_ball(high))
    right = close(guarantee.args[-1]).ball(_BITS)
    return Finding(by_balls(left, "<=", right), "<=", left, right, (), _BITS)


def _ball(end: Fraction) -> arb:
    return arb(fmpq(end.numerator, end.denominator))
