"""Amplification by sampling."""

from __future__ import annotations

from dpsym import theorem


@theorem(source="BalleBartheGaboardi2018, Theorem 2")
def advanced_joint_convexity() -> str:
    """The hockey stick of two mixtures with a common part is that of the other parts at a larger
    level.
    """
    return (
        "HockeyStick(log(1 + q*(exp(eps) - 1)), Mixture(q, P, R), Mixture(q, Q, R)) == "
        "q*HockeyStick(eps, P, Mixture((1 + q*(exp(eps) - 1))/exp(eps), Q, R)) for q in (0, "
        "1), eps in [0, oo)"
    )


@theorem(source="BalleBartheGaboardi2018, Theorem 2 for binary laws")
def advanced_joint_convexity_binary() -> str:
    """Sampling at rate q multiplies the hockey stick by q at the amplified level."""
    return (
        "HockeyStick(log(1 + q*(exp(eps) - 1)), Mixture(q, Bernoulli(x), Bernoulli(y)), "
        "Bernoulli(y)) <= q*HockeyStick(eps, Bernoulli(x), Bernoulli(y)) for q in (0, 1], "
        "eps in [0, oo), x in [0, 1], y in [0, 1]"
    )


@theorem(source="BalleBartheGaboardi2018, Poisson sampling")
def poisson_sampling() -> str:
    """Poisson sampling at rate q amplifies epsilon and multiplies delta by q."""
    return (
        "ApproxDP(M, eps, delta) => ApproxDP(Subsample(M, q), log(1 + q*(exp(eps) - 1)), q*delta)"
    )


@theorem(source="AbadiEtAl2016, Lemma 3 at lambda one", expect="open")
def sampled_chi_squared() -> str:
    """Sampling multiplies the chi-squared divergence by the square of the rate."""
    return "ChiSquared(Mixture(q, P, Q), Q) <= q**2*ChiSquared(P, Q)"
