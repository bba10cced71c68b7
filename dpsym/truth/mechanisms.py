"""What a mechanism guarantees, also over several rounds: its privacy curve and its Renyi curve."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from flint import arb
from sympy import Basic, Rational, S, sqrt

from dpsym.accounting import Rounds, optimal_delta
from dpsym.arguments import Number, accuracy, exact, nonnegative, probability, whole_number
from dpsym.enclosure import enclose
from dpsym.enclosure.evaluation import require_expression
from dpsym.errors import ClaimError, EvaluationError
from dpsym.language import heads
from dpsym.language.meaning import neighbouring_pairs
from dpsym.language.places import require_sense
from dpsym.truth.between import probable
from dpsym.truth.inverse import least
from dpsym.truth.laplace import laplace_delta
from dpsym.truth.sampled import sampled_delta

BITS = 80


def delta(epsilon: Number, mechanism: Basic, *, rounds: int = 1, bits: int = BITS) -> arb:
    """The least delta for which the mechanism, used ``rounds`` times, is (epsilon, delta)-DP.

    Args:
        epsilon: in nats, >= 0.
        mechanism: a concrete mechanism of the language, such as ``GaussianMechanism(1, 5)``.
        rounds: how often it is used; what is never used tells nothing.
        bits: the relative accuracy aimed at.

    Guarantees:
        the ball contains the value. For several rounds of Laplace noise, or of Poisson sampled
        Gaussian noise, losses are rounded both ways, and the ball is as wide as that takes.

    Raises:
        DomainError: epsilon is negative or no number.
        EvaluationError: no enclosure is known for this mechanism, or it is none.

    >>> print(delta(8, heads.RandomizedResponse(Rational(1, 10)), rounds=100).str(10, radius=False))
    1.774469823e-17
    >>> print(delta(500, heads.LaplaceMechanism(1, Rational(1, 1000))).str(6, radius=False))
    1.00000
    >>> step = heads.Subsample(heads.GaussianMechanism(1, 1), Rational(1, 100))
    >>> found = delta(1, step, rounds=1000)
    >>> print(found.lower().str(3, radius=False), found.upper().str(3, radius=False))
    0.00261 0.00261
    """
    rounds, bits = _check(mechanism, rounds, bits)
    level = nonnegative(epsilon, "epsilon")
    if rounds == 0:
        return arb(0)
    if isinstance(mechanism, heads.GaussianMechanism):
        return probable(_largest(heads.HockeyStick, level, _longer(mechanism, rounds), bits))
    if rounds == 1:
        return probable(_largest(heads.HockeyStick, level, mechanism, bits))
    if isinstance(mechanism, heads.RandomizedResponse | heads.CanonicalRR):
        spend, *failure = mechanism.args
        if all(parameter.is_Rational for parameter in mechanism.args):
            part = Rounds(_fraction(spend), _fraction(failure[0]) if failure else 0, rounds)
            return optimal_delta(level, [part], bits=bits)
    if isinstance(mechanism, heads.LaplaceMechanism):
        ratio = mechanism.args[0] / mechanism.args[1]
        if ratio.is_Rational:
            return laplace_delta(level, _fraction(ratio), rounds)
    if isinstance(mechanism, heads.Subsample):
        inner, rate = mechanism.args
        if isinstance(inner, heads.GaussianMechanism):
            multiplier = inner.args[1] / inner.args[0]
            if multiplier.is_Rational and rate.is_Rational:
                found = sampled_delta(level, _fraction(multiplier), _fraction(rate), rounds)
                return found.lower().union(found.upper())
    return probable(_largest(heads.HockeyStick, level, heads.Compose(mechanism, rounds), bits))


def epsilon(delta: Number, mechanism: Basic, *, rounds: int = 1, bits: int = 53) -> arb:
    """The least epsilon >= 0 with which the mechanism, used ``rounds`` times, has this delta.

    Guarantees and arguments as for the curve :func:`delta`, whose inverse it is.

    Raises:
        DomainError: delta is no probability.
        EvaluationError: no epsilon has this delta, or no enclosure is known.

    >>> print(epsilon("1e-20", heads.GaussianMechanism(1, 10**17)).str(8, radius=False))
    2.7178055e-17
    """
    target, bits = probability(delta, "delta"), accuracy(bits)
    curve = globals()["delta"]
    return least(
        lambda level: curve(level, mechanism, rounds=rounds, bits=bits + 32), target, bits=bits
    )


def renyi(alpha: Number, mechanism: Basic, *, rounds: int = 1, bits: int = BITS) -> arb:
    """The least tau for which the mechanism, used ``rounds`` times, is (alpha, tau)-Renyi DP.

    Raises:
        ClaimError: the order is at most one.
        EvaluationError: no enclosure is known for this mechanism, or it is none.

    >>> print(renyi("1.0001", heads.RandomizedResponse(Rational(1, 10**5))).str(12, radius=False))
    5.00049999996e-11
    >>> print(renyi(2, heads.GaussianMechanism(1, 5), rounds=100).str(5, radius=False))
    4.0000
    """
    rounds, bits = _check(mechanism, rounds, bits)
    order = exact(alpha, "alpha")
    if order <= 1:
        raise ClaimError(f"alpha={alpha!r}", remedy="give an order above one")
    return rounds * _largest(heads.Renyi, order, mechanism, bits) if rounds else arb(0)


def _check(mechanism: Basic, rounds: int, bits: int) -> tuple[int, int]:
    """The numbers of rounds and of bits, where all of these can be asked for."""
    rounds = whole_number("rounds", rounds, 0, "give an integer of at least 0")
    bits = accuracy(bits)
    require_expression(mechanism)
    try:
        require_sense([mechanism], {})
    except ClaimError as error:
        raise EvaluationError(str(error)) from None
    return rounds, bits


def _fraction(value: Basic) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def _longer(mechanism: Basic, rounds: int) -> Basic:
    """Gaussian noise for the sensitivity that several rounds have together."""
    sensitivity, sigma = mechanism.args
    root = isqrt(rounds) if isqrt(rounds) ** 2 == rounds else sqrt(S(rounds))
    return heads.GaussianMechanism(sensitivity * root, sigma)


def _largest(divergence: type[Basic], parameter: Fraction, mechanism: Basic, bits: int) -> arb:
    value = Rational(parameter.numerator, parameter.denominator)
    pairs = dict.fromkeys(neighbouring_pairs(mechanism))
    if not pairs:
        raise EvaluationError(f"{mechanism} has no neighbouring databases")
    balls = [enclose(divergence(value, *pair), bits=bits) for pair in pairs]
    best = balls[0]
    for found in balls[1:]:
        best = best.max(found)
    return best
