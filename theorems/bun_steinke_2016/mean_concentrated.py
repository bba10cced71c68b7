"""Section 4 and Appendix A: mean-concentrated differential privacy."""

# ruff: noqa: N802 - items of an appendix keep its capital letter

from __future__ import annotations

from sympy import exp, sqrt

from dpsym import (
    ZCDP,
    Claim,
    GaussianMechanism,
    MeanCDP,
    Mechanism,
    NonNegative,
    Phi,
    Positive,
    PostProcess,
    given,
    theorem,
)


@theorem(source="BunSteinke2016, Lemma 4.2")
def lem_4_2(M: Mechanism, mu: NonNegative, tau: NonNegative) -> Claim:
    """A (mu, tau)-mCDP mechanism is (mu - tau**2/2, tau**2/2)-zCDP."""
    return given(MeanCDP(M, mu, tau)).then(ZCDP(M, mu - tau**2 / 2, tau**2 / 2))


@theorem(source="BunSteinke2016, Lemma 4.3")
def lem_4_3(M: Mechanism, xi: NonNegative, rho: NonNegative) -> Claim:
    """An (xi, rho)-zCDP mechanism is (xi + rho, 4*sqrt(exp(xi + 2*rho) - 1))-mCDP.

    Printed with an unnamed constant, O(sqrt(exp(xi + 2*rho) - 1)); 4 is one that serves.
    """
    return given(ZCDP(M, xi, rho)).then(MeanCDP(M, xi + rho, 4 * sqrt(exp(xi + 2 * rho) - 1)))


@theorem(source="BunSteinke2016, Section 1.1.1 and Appendix A")
def app_A(sigma: Positive) -> Claim:
    """Gaussian noise sigma on a query of sensitivity 2 is (2/sigma**2, 2/sigma)-mCDP."""
    return MeanCDP(GaussianMechanism(2, sigma), 2 / sigma**2, 2 / sigma)


@theorem(source="BunSteinke2016, Proposition A.1, which disproves it", expect="refuted")
def prop_A_1(M: Mechanism, mu: NonNegative, tau: NonNegative) -> Claim:
    """Post-processing keeps (mu, tau)-mCDP.

    Zero-concentrated privacy is closed under post-processing, bs16.lem_1_8; mean-concentrated
    privacy is not.
    """
    return given(MeanCDP(M, mu, tau)).then(MeanCDP(PostProcess(M), mu, tau))


@theorem(source="BunSteinke2016, Lemma A.2")
def lem_A_2(sigma: Positive, t: Positive) -> Claim:
    """A normal tail exceeds the tail two units further out by a factor of exp(2*t/sigma**2)."""
    return Phi((1 - t) / sigma) >= exp(2 * t / sigma**2) * Phi(-(1 + t) / sigma)
