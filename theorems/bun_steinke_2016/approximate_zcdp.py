"""Section 8: approximate zCDP, and composition of approximate differential privacy."""

from __future__ import annotations

from sympy import exp, pi, sqrt, tanh

from dpsym import (
    ApproxDP,
    ApproxZCDP,
    Claim,
    Compose,
    Mechanism,
    NonNegative,
    Positive,
    PostProcess,
    Probability,
    given,
    theorem,
)


@theorem(source="BunSteinke2016, Lemma 8.2")
def lem_8_2(
    M1: Mechanism,
    M2: Mechanism,
    delta1: Probability,
    delta2: Probability,
    xi1: NonNegative,
    xi2: NonNegative,
    rho1: NonNegative,
    rho2: NonNegative,
) -> Claim:
    """Composition of approximate zCDP adds xi and rho and multiplies the chances of no failure."""
    return given(ApproxZCDP(M1, delta1, xi1, rho1), ApproxZCDP(M2, delta2, xi2, rho2)).then(
        ApproxZCDP(Compose(M1, M2), delta1 + delta2 - delta1 * delta2, xi1 + xi2, rho1 + rho2)
    )


@theorem(source="BunSteinke2016, Lemma 8.2")
def lem_8_2_post(M: Mechanism, delta: Probability, xi: NonNegative, rho: NonNegative) -> Claim:
    """Post-processing keeps approximate zCDP."""
    return given(ApproxZCDP(M, delta, xi, rho)).then(ApproxZCDP(PostProcess(M), delta, xi, rho))


@theorem(source="BunSteinke2016, Lemma 8.3")
def lem_8_3_linear(M: Mechanism, delta: Probability, xi: NonNegative) -> Claim:
    """A delta-approximately (xi, 0)-zCDP mechanism is delta-approximately (0, xi)-zCDP."""
    return given(ApproxZCDP(M, delta, xi, 0)).then(ApproxZCDP(M, delta, 0, xi))


@theorem(source="BunSteinke2016, Lemma 8.3")
def lem_8_3(M: Mechanism, delta: Probability, xi: NonNegative) -> Claim:
    """A delta-approximately (xi, 0)-zCDP mechanism is delta-approximately (0, xi**2/2)-zCDP."""
    return given(ApproxZCDP(M, delta, xi, 0)).then(ApproxZCDP(M, delta, 0, xi**2 / 2))


@theorem(source="BunSteinke2016, Corollary 8.7")
def cor_8_7(M: Mechanism, epsilon: NonNegative, delta: Probability) -> Claim:
    """An (epsilon, delta)-DP mechanism is delta-approximately (epsilon, 0)-zCDP."""
    return given(ApproxDP(M, epsilon, delta)).then(ApproxZCDP(M, delta, epsilon, 0))


@theorem(source="Steinke2024, sharpening BunSteinke2016, Corollary 8.7")
def cor_8_7_sharp(M: Mechanism, epsilon: NonNegative, delta: Probability) -> Claim:
    """An (epsilon, delta)-DP mechanism is delta-approximately (epsilon*tanh(epsilon/2))-zCDP."""
    return given(ApproxDP(M, epsilon, delta)).then(
        ApproxZCDP(M, delta, epsilon * tanh(epsilon / 2))
    )


@theorem(source="BunSteinke2016, Lemma 8.8")
def lem_8_8_pure(M: Mechanism, delta: Probability, xi: NonNegative) -> Claim:
    """A delta-approximately (xi, 0)-zCDP mechanism is (xi, delta)-DP."""
    return given(ApproxZCDP(M, delta, xi, 0)).then(ApproxDP(M, xi, delta))


@theorem(source="BunSteinke2016, Lemma 8.8")
def lem_8_8(
    M: Mechanism, delta: Probability, xi: NonNegative, rho: Positive, epsilon: NonNegative
) -> Claim:
    """Approximate zCDP gives approximate DP with both failure probabilities combined.

    The smallest of the lemma's options, see bs16.lem_3_6c.
    """
    order = 1 + (epsilon - xi - rho) / (2 * rho)
    tail = exp(-((epsilon - xi - rho) ** 2) / (4 * rho)) / (
        order / 2 + sqrt(order**2 + 4 / (pi * rho)) / 2
    )
    return given(ApproxZCDP(M, delta, xi, rho), epsilon >= xi + rho).then(
        ApproxDP(M, epsilon, delta + (1 - delta) * tail)
    )


@theorem(source="BunSteinke2016, Corollary 8.11")
def cor_8_11_first() -> str:
    """Composing k rounds of (epsilon, delta)-DP costs k*epsilon**2/2 and a log(1/delta1) term.

    The corollary for equal rounds, up to twenty of them.
    """
    return (
        "ApproxDP(M, epsilon, delta) => ApproxDP(Compose(M, k),"
        " k*epsilon**2/2 + epsilon*sqrt(2*k*log(1/delta1)), delta1 + k*delta)"
        " for k in 1..20, delta1 in (0, 1]"
    )


@theorem(source="BunSteinke2016, Corollary 8.11")
def cor_8_11_second() -> str:
    """The logarithm in the composition bound may be of sqrt(pi*k/2)*epsilon/delta1 instead.

    The corollary for equal rounds, up to twenty of them; delta1 must not make the root imaginary.
    """
    return (
        "ApproxDP(M, epsilon, delta) and delta1 <= sqrt(pi*k/2)*epsilon => ApproxDP(Compose(M, k),"
        " k*epsilon**2/2 + epsilon*sqrt(2*k*log(sqrt(pi*k/2)*epsilon/delta1)), delta1 + k*delta)"
        " for k in 1..20, delta1 in (0, 1]"
    )
