"""The best that one guarantee implies of another, between what is proved and what is attained."""

from __future__ import annotations

from fractions import Fraction
from math import exp, inf, log, log1p, sqrt

from flint import arb, ctx, fmpq
from numpy import errstate
from scipy.optimize import minimize_scalar
from scipy.stats import norm
from sympy import Rational
from sympy import sqrt as root

from dpsym.accounting.rounds import ball
from dpsym.arguments import Number, accuracy, exact, nonnegative, probability
from dpsym.enclosure import enclose, examine
from dpsym.errors import ClaimError
from dpsym.language import heads
from dpsym.truth.between import Between, probable
from dpsym.truth.inverse import least

BITS = 80


def pure_zcdp(epsilon: Number, *, bits: int = BITS) -> arb:
    """The least rho for which every epsilon-DP mechanism is rho-zCDP: ``epsilon*tanh(epsilon/2)``.

    It is attained by randomised response, whose divergence has this slope at order one.

    >>> print(pure_zcdp(1).str(10, radius=False))
    0.4621171573
    """
    value, bits = nonnegative(epsilon, "epsilon"), accuracy(bits)
    with ctx.workprec(bits + 32):
        return ball(value) * (ball(value) / 2).tanh()


def zcdp_delta(epsilon: Number, rho: Number, *, bits: int = BITS) -> Between:
    """Between what rho-zCDP is known to imply at epsilon and what a rho-zCDP mechanism attains.

    The upper end is the bound of Canonne, Kamath and Steinke 2020, Proposition 12, at the best
    order; the lower end the delta of Gaussian noise. An answer below the lower end is wrong for
    some mechanism; one above the upper end is right for all.

    >>> found = zcdp_delta("1.9945269006963385", "0.1")
    >>> found.lower() < 1e-6 < found.upper()
    True
    """
    level, spend, bits = nonnegative(epsilon, "epsilon"), nonnegative(rho, "rho"), accuracy(bits)
    if spend == 0:
        return Between(arb(0), arb(0))
    lower = _gaussian(level, spend, bits)
    lower = lower if lower > 0 else arb(0)  # where the ball does not say that it is more
    return Between(lower, zcdp_delta_proved(level, spend, bits=bits))


def zcdp_epsilon(delta: Number, rho: Number, *, bits: int = 53) -> Between:
    """Between the epsilon that Gaussian noise of rho-zCDP needs and what is known to suffice.

    >>> found = zcdp_epsilon("1e-6", "0.1")
    >>> print(found.lower().str(9, radius=False), found.upper().str(9, radius=False))
    1.99452690 2.14193893
    """
    target, spend, bits = probability(delta, "delta"), nonnegative(rho, "rho"), accuracy(bits)
    if spend == 0:
        return Between(arb(0), arb(0))

    def proved(level: Fraction) -> arb:
        return _best_order(level, spend)

    upper = least(proved, target, bits=bits)
    lower = least(lambda level: _gaussian(level, spend, bits + 32), target, bits=bits)
    return Between(lower, upper)


def renyi_delta(epsilon: Number, alpha: Number, tau: Number, *, bits: int = BITS) -> Between:
    """Between what (alpha, tau)-Renyi DP is known to imply at epsilon and what two points attain.

    The upper end is the bound of Canonne, Kamath and Steinke 2020, Proposition 12; the lower end
    the delta of a mechanism with two outputs that satisfies the guarantee both ways.

    >>> found = renyi_delta(1, 8, "0.5")
    >>> 0 < found.lower() <= found.upper() < 0.02
    True
    """
    level, spend, bits = nonnegative(epsilon, "epsilon"), nonnegative(tau, "tau"), accuracy(bits)
    order = exact(alpha, "alpha")
    if order <= 1:
        raise ClaimError(f"alpha={alpha!r}", remedy="give an order above one")
    upper = renyi_delta_proved(level, order, spend, bits=bits)
    lower = _two_points(level, order, spend, bits)
    return Between(lower, upper)


def zcdp_beta(rate: Number, rho: Number, *, bits: int = BITS) -> Between:
    """The rate of false negatives of the best test of a rho-zCDP mechanism, between certain ends.

    The answers of a test are two laws of one bit, which are within rho*alpha of each other at each
    order alpha, both ways, as the laws that are tested are. Where they are not at some order, more
    are missed: that is the lower end. A mechanism of one bit that is rho-zCDP, or Gaussian noise,
    misses no more than the upper one.

    Args:
        rate: of false positives, in [0, 1].
        rho: of the guarantee, >= 0.
        bits: of working precision.

    >>> found = zcdp_beta("0.1", "0.5")
    >>> print(found.lower().str(8, radius=False), found.upper().str(8, radius=False))
    0.51627171 0.51627171
    """
    x, spend, bits = probability(rate, "rate"), nonnegative(rho, "rho"), accuracy(bits)
    if x in (0, 1) or spend == 0:
        return Between(arb(1) - ball(x), arb(1) - ball(x))
    if not 0 < float(x) < 1:
        return Between(arb(0), arb(1) - ball(x))  # beyond floats, which look for the ends

    def missed(written: float) -> float:
        return _missed(float(x), _float(spend), exp(written))

    best = minimize_scalar(lambda written: -missed(written), bounds=(-12, 12), method="bounded")
    order, near = 1 + Fraction(exp(float(best.x))), Fraction(missed(float(best.x)))
    with ctx.workprec(bits + 32):
        lower, upper = arb(0), _missed_of_gaussian(x, spend)
        for slack in _SLACKS:
            below = near * (1 - slack)
            if below > 0 and _is_beyond(x, 1 - below, order, spend * order, bits):
                lower = ball(below)
                break
        for slack in _SLACKS:
            above = near + (1 - x - near) * slack
            if near > 0 and _is_zcdp(x, 1 - above, spend):
                upper = upper.min(ball(above))
                break
    return Between(lower, upper)


_TINY = Fraction(1, 2**1000)
_SMALLEST = Fraction(1, 2**400)
_SLACKS = tuple(Fraction(1, 2**power) for power in (32, 24, 16, 10))


def _is_zcdp(p: Fraction, q: Fraction, rho: Fraction) -> bool:
    """Whether a mechanism of one bit is certified to be rho-zCDP."""
    laws = [heads.Bernoulli(Rational(x.numerator, x.denominator)) for x in (p, q)]
    bound = Rational(rho.numerator, rho.denominator)
    return examine(heads.ZCDP(heads.FiniteMechanism(*laws), bound)).truth is True


def _missed(x: float, rho: float, s: float) -> float:
    """About the largest rate b at which tests are too good for the order 1 + s."""
    low, high = 0.0, 1 - x
    for _ in range(90):
        b = (low + high) / 2
        pairs = ((x, 1 - b), (1 - b, x)) if 0 < 1 - b < 1 else ()
        beyond = any(_of_bits(p, q, s) >= rho * (1 + s) for p, q in pairs)
        low, high = (b, high) if beyond else (low, b)
    return low


def _of_bits(p: float, q: float, s: float) -> float:
    """The Renyi divergence of order 1 + s of two laws of one bit."""
    return _log_mean(p, s * log(p / q), 1 - p, s * log((1 - p) / (1 - q))) / s


def _is_beyond(p: Fraction, q: Fraction, order: Fraction, tau: Fraction, bits: int) -> bool:
    """Whether a divergence of two laws of one bit is certified to be at least tau."""
    laws = [heads.Bernoulli(Rational(x.numerator, x.denominator)) for x in (p, q)]
    alpha = Rational(order.numerator, order.denominator)
    with ctx.workprec(bits + 32):
        pairs = (laws, laws[::-1])
        return any(enclose(heads.Renyi(alpha, *pair), bits=bits) >= ball(tau) for pair in pairs)


def _missed_of_gaussian(x: Fraction, rho: Fraction) -> arb:
    """Phi(z - mu), where Phi(-z) is the rate of false positives and mu**2 is 2*rho."""
    root_two = arb(2).sqrt()
    z = float(norm.isf(float(x)))
    step = 2.0**-40 * (1 + abs(z))
    while (arb(z + step) / root_two).erfc() / 2 > ball(x):
        step *= 2
    return (((2 * ball(rho)).sqrt() - (z + step)) / root_two).erfc() / 2


def zcdp_delta_proved(epsilon: Fraction, rho: Fraction, *, bits: int = BITS) -> arb:
    """The upper end of :func:`zcdp_delta` alone, for rho > 0."""
    with ctx.workprec(bits + 32):
        return _best_order(epsilon, rho)


def renyi_delta_proved(
    epsilon: Fraction, alpha: Fraction, tau: Fraction, *, bits: int = BITS
) -> arb:
    """The upper end of :func:`renyi_delta` alone."""
    with ctx.workprec(bits + 32):
        return _at_most_one(_proposition_12(ball(alpha - 1), ball(tau), ball(epsilon)))


def _proposition_12(excess: arb, tau: arb, epsilon: arb) -> arb:
    """The bound at the order ``1 + excess``."""
    order = 1 + excess
    exponent = excess * (tau - epsilon) + order * (excess.log() - order.log())
    return exponent.exp() / excess


def _best_order(level: Fraction, rho: Fraction) -> arb:
    """The bound on what rho-zCDP implies, at an order near the best one; every order is valid."""
    epsilon, spend = _float(level), _float(rho)

    def excess_of(written: float) -> float:
        return exp(min(max(written, -700.0), 350.0))

    def exponent(written: float) -> float:
        excess = excess_of(written)
        order = 1 + excess
        return excess * (spend * order - epsilon) + order * (log(excess) - log1p(excess)) - written

    centre = log((epsilon - spend) / (2 * spend)) if epsilon > spend else 0.0
    with errstate(all="ignore"):
        near = minimize_scalar(exponent, bracket=(centre, centre + 0.5))
        wide = minimize_scalar(exponent, bounds=(-60.0, 340.0), method="bounded")
    excess = arb(excess_of(min((float(near.x), float(wide.x)), key=exponent)))
    found = _proposition_12(excess, ball(rho) * (1 + excess), ball(level))
    return _at_most_one(found)


def _at_most_one(bound: arb) -> arb:
    """The bound on a probability, which is one where it cannot be computed."""
    return bound.min(arb(1)) if bound.is_finite() and bound.rad() < 1 else arb(1)


def _float(value: Fraction) -> float:
    """The nearest float to a positive number that leaves room for what is made of it."""
    return float(min(max(value, _TINY), 1 / _TINY)) if value else 0.0


def _gaussian(level: Fraction, rho: Fraction, bits: int) -> arb:
    shift = root(2 * Rational(rho.numerator, rho.denominator))
    value = Rational(level.numerator, level.denominator)
    stick = heads.HockeyStick(value, heads.Gaussian(shift, 1), heads.Gaussian(0, 1))
    return probable(enclose(stick, bits=bits))


def _two_points(level: Fraction, order: Fraction, tau: Fraction, bits: int) -> arb:
    """The largest delta found among pairs of two points within the guarantee both ways."""
    best = arb(0)
    if not _SMALLEST < tau < 1 / _SMALLEST or order > 1 / _SMALLEST:
        return best  # beyond floats, which look for the pairs
    scale = sqrt(2 * float(tau) / float(order))
    for numerator in range(-120, 13):
        p = exp(numerator / 8)
        if not p < 1:
            continue
        ratio = _largest_ratio(p, float(order), float(tau), scale)
        first = Fraction(p)
        second = first / Fraction(exp(ratio))
        for _ in range(3):
            found = _stick_if_allowed(first, second, level, order, tau, bits)
            if found is not None:
                best = best.max(found)
                break
            second += (first - second) / 2**20
    return best


def _largest_ratio(p: float, order: float, tau: float, scale: float) -> float:
    """About the largest log(p/q) with both divergences of (p, 1 - p) and (q, 1 - q) within tau."""
    low, high = 0.0, scale + tau + order + 40.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(p, middle, order, tau) else (low, middle)
    return low * (1 - 1e-12)


def _within(p: float, ratio: float, order: float, tau: float) -> bool:
    q = p * exp(-ratio)
    if not 0 < q < 1:
        return False
    rest = log1p((p - q) / (1 - p)) if p < 1 else inf
    s = order - 1
    forth = _log_mean(p, s * ratio, 1 - p, -s * rest)
    back = _log_mean(q, -s * ratio, 1 - q, s * rest)
    return max(forth, back) <= s * tau


def _log_mean(p: float, x: float, q: float, y: float) -> float:
    top = max(x, y)
    return top + log(p * exp(x - top) + q * exp(y - top))


def _stick_if_allowed(
    p: Fraction, q: Fraction, level: Fraction, order: Fraction, tau: Fraction, bits: int
) -> arb | None:
    """The delta of the pair, where both of its divergences are certified within tau."""
    laws = [heads.Bernoulli(Rational(x.numerator, x.denominator)) for x in (p, q)]
    alpha = Rational(order.numerator, order.denominator)
    with ctx.workprec(bits + 32):
        allowed = arb(fmpq(tau.numerator, tau.denominator))
        for pair in (laws, laws[::-1]):
            if not enclose(heads.Renyi(alpha, *pair), bits=bits) <= allowed:
                return None
    value = Rational(level.numerator, level.denominator)
    return enclose(heads.HockeyStick(value, *laws), bits=bits)
