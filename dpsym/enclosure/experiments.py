"""Hypothesis privacy of concrete rounds against adversaries too many to list."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import arb, fmpq
from sympy import Basic, Expr, exp

from dpsym.enclosure.balls import precision
from dpsym.enclosure.comparison import Finding, by_balls, compare
from dpsym.enclosure.evaluation import close
from dpsym.enclosure.exact import number
from dpsym.errors import EvaluationError
from dpsym.language import heads
from dpsym.language.adversaries import worst_views
from dpsym.language.meaning import Pair, neighbouring_pairs, rounds_of

_BITS = 256
_UNIT = 2**64
_MOST = 2**10_000
"""No fraction is made of larger odds, or of smaller ones than its reciprocal."""


def pairs_of_views(mechanism: Basic) -> tuple[Pair, ...] | None:
    """The pairs of laws of a mechanism; None against hypotheses with too many adversaries."""
    try:
        return neighbouring_pairs(mechanism)
    except EvaluationError:
        if isinstance(mechanism, heads.Hypotheses):
            return None
        raise


def against_adversaries(mechanism: Basic, parameters: Sequence[Expr], max_bits: int) -> Finding:
    """Approximate privacy against hypotheses, by the worst adversary at the epsilon in question.

    The hockey stick decreases in epsilon, so that of the worst adversary at a fraction below
    exp(epsilon) bounds those of all adversaries; a failure is certified for that one.

    Raises:
        EvaluationError: the laws of the rounds are not finite and rational.
    """
    inner, first, second = mechanism.args
    choices = [neighbouring_pairs(part) for part in rounds_of(inner)]
    epsilon, delta = parameters
    odds = exp(epsilon)
    below = _below(odds)
    p, q = worst_views(choices, first, second, below)
    where = (("P", p), ("Q", q))
    shown = compare(
        close(heads.HockeyStick(epsilon, p, q)), "<=", close(delta), where=where, max_bits=max_bits
    )
    if shown.truth is False or odds.is_Rational:
        return shown
    with precision(_BITS):
        most = sum(
            (
                max(_rational(a) - below * _rational(b), Fraction(0))
                for a, b in zip(p.args, q.args, strict=True)
            ),
            Fraction(0),
        )
        left, right = arb(fmpq(most.numerator, most.denominator)), number(delta)
    if delta.is_Rational:
        truth = True if most <= _rational(delta) else None
    else:
        truth = True if by_balls(left, "<=", right) else None
    return Finding(truth, "<=", left, right, where, _BITS)


def _below(odds: Expr) -> Fraction:
    """The odds, or a fraction a little below them."""
    if odds.is_Rational:
        return _rational(odds)
    with precision(_BITS):
        ball = number(odds)
        if not ball < _MOST:
            raise EvaluationError(f"{odds} is too large for the views of all adversaries")
        if ball * _MOST < 1:
            return Fraction(0)
        lower = ball.lower().fmpq()
        return Fraction(int(lower.p) * _UNIT // int(lower.q), _UNIT)


def _rational(value: Expr) -> Fraction:
    return Fraction(int(value.p), int(value.q))
