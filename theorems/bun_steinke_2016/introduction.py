"""Section 1: the main properties of zero-concentrated differential privacy."""

from __future__ import annotations

from sympy import exp, log, sqrt

from dpsym import (
    ZCDP,
    ApproxDP,
    ApproxZCDP,
    Claim,
    Compose,
    Count,
    GaussianMechanism,
    Group,
    Mechanism,
    NonNegative,
    Positive,
    PostProcess,
    Probability,
    PureDP,
    Within,
    given,
    theorem,
)

Confidence = Within["(0, 1]"]


@theorem(source="BunSteinke2016, Proposition 1.3")
def prop_1_3(M: Mechanism, rho: NonNegative, delta: Confidence) -> Claim:
    """A rho-zCDP mechanism is (rho + 2*sqrt(rho*log(1/delta)), delta)-DP.

    Printed for every delta > 0; above 1 the root is not real and nothing is claimed.
    """
    return given(ZCDP(M, rho)).then(ApproxDP(M, rho + 2 * sqrt(rho * log(1 / delta)), delta))


@theorem(source="BunSteinke2016, Proposition 1.4")
def prop_1_4(M: Mechanism, epsilon: NonNegative) -> Claim:
    """An epsilon-DP mechanism is (epsilon**2/2)-zCDP."""
    return given(PureDP(M, epsilon)).then(ZCDP(M, epsilon**2 / 2))


@theorem(source="BunSteinke2016, Section 1.1, comparison after Proposition 1.4")
def rem_1_4(epsilon: NonNegative) -> Claim:
    """The constant epsilon**2/2 is no larger than the earlier epsilon*(exp(epsilon) - 1)/2."""
    return epsilon**2 / 2 <= epsilon * (exp(epsilon) - 1) / 2


@theorem(source="BunSteinke2016, Proposition 1.6")
def prop_1_6(Delta: NonNegative, sigma: Positive) -> Claim:
    """Gaussian noise sigma on a query of sensitivity Delta is (Delta**2/(2*sigma**2))-zCDP."""
    return ZCDP(GaussianMechanism(Delta, sigma), Delta**2 / (2 * sigma**2))


@theorem(source="BunSteinke2016, Lemma 1.7")
def lem_1_7(M1: Mechanism, M2: Mechanism, rho1: NonNegative, rho2: NonNegative) -> Claim:
    """The composition of a rho1-zCDP and a rho2-zCDP mechanism is (rho1 + rho2)-zCDP."""
    return given(ZCDP(M1, rho1), ZCDP(M2, rho2)).then(ZCDP(Compose(M1, M2), rho1 + rho2))


@theorem(source="BunSteinke2016, Lemma 1.8")
def lem_1_8(M: Mechanism, rho: NonNegative) -> Claim:
    """Post-processing keeps rho-zCDP."""
    return given(ZCDP(M, rho)).then(ZCDP(PostProcess(M), rho))


@theorem(source="BunSteinke2016, Proposition 1.9")
def prop_1_9(M: Mechanism, rho: NonNegative, k: Count) -> Claim:
    """A rho-zCDP mechanism is (k**2*rho)-zCDP for groups of size k."""
    return given(ZCDP(M, rho)).then(ZCDP(Group(M, k), k**2 * rho))


@theorem(source="BunSteinke2016, Proposition 1.13")
def prop_1_13(M: Mechanism, epsilon: NonNegative, delta: Probability) -> Claim:
    """An (epsilon, delta)-DP mechanism is delta-approximately (epsilon**2/2)-zCDP."""
    return given(ApproxDP(M, epsilon, delta)).then(ApproxZCDP(M, delta, epsilon**2 / 2))
