"""Sections 6 and 7: the canonical mechanism, and the moment bound behind Theorem 3.4."""

from __future__ import annotations

from sympy import Max, exp, log

from dpsym import (
    ApproxDP,
    CanonicalRR,
    Claim,
    NonNegative,
    Positive,
    Probability,
    Real,
    theorem,
)


@theorem(source="KairouzOhViswanath2015, equations (25) and (26)")
def eq_25_26(epsilon: NonNegative, delta: Probability) -> Claim:
    """The canonical mechanism is (epsilon, delta)-DP."""
    return ApproxDP(CanonicalRR(epsilon, delta), epsilon, delta)


@theorem(source="KairouzOhViswanath2015, Section 7")
def sec_7_kernel(z: Real, lam: Positive) -> Claim:
    """The positive part of 1 - exp(-z) is at most a multiple of exp(lam*z)."""
    return Max(1 - exp(-z), 0) <= exp(lam * z + lam * log(lam) - (lam + 1) * log(lam + 1))


@theorem(source="KairouzOhViswanath2015, Section 7, citing AlonSpencer, Lemma A.1.5")
def sec_7_moment(p: Probability, x: Real) -> Claim:
    """A sign that is positive with probability p has moment at most exp((2*p - 1)*x + x**2/2)."""
    return p * exp(x) + (1 - p) * exp(-x) <= exp((2 * p - 1) * x + x**2 / 2)
