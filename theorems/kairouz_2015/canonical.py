"""Sections 6 to 8: the canonical mechanism, and the moment bounds behind Theorems 3.4 and 3.5."""

from __future__ import annotations

from sympy import E, Eq, Max, exp, log, sqrt, tanh

from dpsym import (
    ZCDP,
    ApproxDP,
    CanonicalRR,
    Claim,
    Compose,
    Count,
    Mechanism,
    NonNegative,
    Positive,
    Probability,
    PureDP,
    Real,
    Within,
    given,
    theorem,
)

Confidence = Within["(0, 1]"]


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


@theorem(source="KairouzOhViswanath2015, equations (25) and (26), the whole curve")
def eq_25_26_curve() -> str:
    """At every epsilon1 the canonical laws differ by max(delta, 1 - (1 - delta)*(1+t1)/(1+t))."""
    return (
        "ApproxDP(CanonicalRR(epsilon, delta), epsilon1,"
        " Max(delta, 1 - (1 - delta)*(1 + exp(epsilon1))/(1 + exp(epsilon))))"
    )


@theorem(source="KairouzOhViswanath2015, equations (25) and (26), attained")
def eq_25_26_attained() -> str:
    """No smaller delta than that of kov15.eq_25_26_curve holds at any epsilon1."""
    return (
        "ApproxDP(CanonicalRR(epsilon, delta), epsilon1, x) =>"
        " Max(delta, 1 - (1 - delta)*(1 + exp(epsilon1))/(1 + exp(epsilon))) <= x"
    )


@theorem(source="KairouzOhViswanath2015, equations (28) to (30)")
def eq_28_30() -> str:
    """The hockey stick of k canonical responses at (k - 2*i)*epsilon is the sum of Theorem 3.3."""
    return (
        "ApproxDP(Compose(CanonicalRR(epsilon, delta), k), (k - 2*i)*epsilon,"
        " 1 - (1 - delta)**k*(1 - Sum(binomial(k, l)*(exp(epsilon*(k - l))"
        " - exp(epsilon*(k - 2*i + l))), (l, 0, i - 1))/(1 + exp(epsilon))**k))"
        " for k in 1..oo, i in 0..oo"
    )


@theorem(source="KairouzOhViswanath2015, equations (31) to (38), for two rounds")
def converse_two() -> str:
    """Two adaptive rounds are no easier to tell apart than two canonical responses.

    The converse half of Theorem 3.3, with its value at i = 1 written out.
    """
    return (
        "ApproxDP(M1, epsilon, delta) and ApproxDP(M2, epsilon, delta) =>"
        " ApproxDP(Compose(M1, M2), 0,"
        " 1 - (1 - delta)**2*(1 - (exp(2*epsilon) - 1)/(1 + exp(epsilon))**2))"
    )


@theorem(source="KairouzOhViswanath2015, Section 7, where the kernel bound is attained")
def sec_7_kernel_attained(lam: Positive) -> Claim:
    """At z = log(1 + 1/lam) the bound on the positive part is an equality."""
    z = log(1 + 1 / lam)
    bound = exp(lam * z + lam * log(lam) - (lam + 1) * log(lam + 1))
    return Eq(1 - exp(-z), bound, evaluate=False)


@theorem(source="KairouzOhViswanath2015, Section 7")
def sec_7_rounds(M: Mechanism, epsilon: NonNegative, k: Count) -> Claim:
    """The moments of the loss of k rounds are at most those of the bound on one sign."""
    rho = k * epsilon**2 / 2
    return given(PureDP(M, epsilon)).then(
        ZCDP(Compose(M, k), k * epsilon * tanh(epsilon / 2) - rho, rho)
    )


@theorem(source="KairouzOhViswanath2015, Section 7")
def sec_7_power(lam: Positive) -> Claim:
    """The factor (lam/(lam + 1))**lam that the best lam leaves is at most 1."""
    return lam * log(lam / (lam + 1)) <= 0


@theorem(source="KairouzOhViswanath2015, Section 7")
def sec_7_tail() -> str:
    """At the best lam the moments give a Gaussian tail divided by 1 + lam."""
    return (
        "ZCDP(M, mu - s**2/2, s**2/2) and epsilon >= mu => ApproxDP(M, epsilon,"
        " exp(-(epsilon - mu)**2/(2*s**2))/(1 + (epsilon - mu)/s**2))"
        " for mu in [0, oo), s in (0, oo)"
    )


@theorem(source="KairouzOhViswanath2015, Section 7, last step")
def sec_7_last(lam: Positive, s: Positive, delta1: Confidence) -> Claim:
    """Since lam is at least sqrt(2)/s, the tail at the second epsilon of Theorem 3.4 suffices."""
    return given(lam >= sqrt(2) / s).then(1 / ((1 + lam) * (E + s / delta1)) <= delta1)


@theorem(source="KairouzOhViswanath2015, Section 8")
def sec_8_rounds() -> str:
    """The moments of two different rounds add; so for any number of them, one after the other."""
    return (
        "PureDP(M1, epsilon1) and PureDP(M2, epsilon2) => ZCDP(Compose(M1, M2),"
        " epsilon1*tanh(epsilon1/2) - epsilon1**2/2 + epsilon2*tanh(epsilon2/2) - epsilon2**2/2,"
        " epsilon1**2/2 + epsilon2**2/2)"
    )


@theorem(source="KairouzOhViswanath2015, Section 8, for any number of rounds")
def sec_8_tail() -> str:
    """Moments of mean mu and spread s give the second epsilon of Theorem 3.5.

    With kov15.sec_8_rounds, applied one round after the other, this is Theorem 3.5 for every k:
    mu is the sum of epsilon*tanh(epsilon/2) and s**2 that of epsilon**2.
    """
    return (
        "ZCDP(M, mu - s**2/2, s**2/2) =>"
        " ApproxDP(M, mu + s*sqrt(2*log(exp(1) + s/delta)), delta)"
        " for mu in [0, oo), s in (0, oo), delta in (0, 1]"
    )


@theorem(source="KairouzOhViswanath2015, Section 9, proof of Theorem 2.4")
def sec_9_post_processing(
    a: NonNegative, b: NonNegative, u: NonNegative, v: NonNegative, x: Real, y: Real
) -> Claim:
    """The positive part of a mixture is at most the mixture of the positive parts.

    Here u and v are any bounds of the positive parts of x and y, so also those parts themselves.
    """
    return given(x <= u, y <= v).then(Max(a * x + b * y, 0) <= a * u + b * v)
