"""Sections 4 and 5, Appendices A and B: noise, conversions and protocols."""

# ruff: noqa: N802 - items of an appendix keep its capital letter

from __future__ import annotations

from sympy import E, Eq, Max, exp, log, sqrt

from dpsym import (
    ApproxDP,
    Claim,
    Count,
    GaussianMechanism,
    Geometric,
    HockeyStick,
    Law,
    MaxDivergence,
    Mechanism,
    NonNegative,
    Positive,
    Probability,
    Real,
    Within,
    given,
    theorem,
)

InnerConfidence = Within["(0, 1)"]
UpToOne = Within["(0, 1]"]


@theorem(source="KairouzOhViswanath2015, Section 4, before Corollary 4.1")
def recipe_sec4(epsilon: Positive, delta: UpToOne, k: Count) -> Claim:
    """The recommended epsilon of a round is the one of Corollary 4.1."""
    size = log(E + epsilon / delta)
    return Eq(epsilon / (2 * sqrt(k * size)), sqrt(epsilon**2 / (4 * k * size)), evaluate=False)


@theorem(source="KairouzOhViswanath2015, Corollary 4.1")
def cor_4_1() -> str:
    """Rounds within epsilon/(2*sqrt(k*log(e + epsilon/delta))) and delta/(2*k) meet the budget."""
    return (
        "ApproxDP(M, epsilon/(2*sqrt(k*log(exp(1) + epsilon/delta))), delta/(2*k)) =>"
        " ApproxDP(Compose(M, k), epsilon, delta)"
        " for epsilon in (0, 9/10], delta in (0, 1], k in 1..oo"
    )


@theorem(source="KairouzOhViswanath2015, Corollary 4.1 for larger epsilon")
def cor_4_1_wider() -> str:
    """Corollary 4.1 holds for epsilon up to 2.3; 0.9 is cautious."""
    return (
        "ApproxDP(M, epsilon/(2*sqrt(k*log(exp(1) + epsilon/delta))), delta/(2*k)) =>"
        " ApproxDP(Compose(M, k), epsilon, delta)"
        " for epsilon in (0, 23/10], delta in (0, 1], k in 1..oo"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 4.2")
def thm_4_2() -> str:
    """Laplace noise of variance 8*k*Delta**2*log(e + epsilon/delta)/epsilon**2 meets the budget."""
    return (
        "ApproxDP(Compose(LaplaceMechanism(Delta,"
        " 2*Delta*sqrt(k*log(exp(1) + epsilon/delta))/epsilon), k), epsilon, delta)"
        " for Delta in (0, oo), epsilon in (0, 9/10], delta in (0, 1], k in 1..oo"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 4.3", expect="refuted")
def thm_4_3() -> str:
    """Gaussian noise of variance 8*k*Delta**2*log(e + epsilon/delta)/epsilon**2 meets the budget.

    Printed for any epsilon > 0. For large epsilon the noise is too small: at epsilon = 100 and
    delta = 1/10 the true delta exceeds 1/5. See kov15.thm_4_3_bounded.
    """
    return (
        "ApproxDP(Compose(GaussianMechanism(Delta,"
        " Delta*sqrt(8*k*log(exp(1) + epsilon/delta))/epsilon), k), epsilon, delta)"
        " for Delta in (0, oo), epsilon in (0, oo), delta in (0, 1], k in 1..oo"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 4.3 for bounded epsilon")
def thm_4_3_bounded() -> str:
    """The Gaussian noise of Theorem 4.3 suffices while epsilon <= 8*log(e + epsilon/delta).

    Repairs kov15.thm_4_3; every epsilon <= 8 is allowed.
    """
    return (
        "epsilon <= 8*log(exp(1) + epsilon/delta) => ApproxDP(Compose(GaussianMechanism(Delta,"
        " Delta*sqrt(8*k*log(exp(1) + epsilon/delta))/epsilon), k), epsilon, delta)"
        " for Delta in (0, oo), epsilon in (0, oo), delta in (0, 1], k in 1..oo"
    )


@theorem(source="KairouzOhViswanath2015, Section 4", expect="refuted")
def claim_gauss_classical(
    Delta: Positive, sigma: Positive, epsilon: Positive, delta: InnerConfidence
) -> Claim:
    """Gaussian noise with sigma**2 >= 2*Delta**2*log(2/delta)/epsilon**2 is (epsilon, delta)-DP.

    Printed without a bound on epsilon, and false for large ones; with one it is
    kov15.claim_gauss_classical_bounded.
    """
    return given(sigma >= Delta * sqrt(2 * log(2 / delta)) / epsilon).then(
        ApproxDP(GaussianMechanism(Delta, sigma), epsilon, delta)
    )


@theorem(source="KairouzOhViswanath2015, Section 4, for bounded epsilon")
def claim_gauss_classical_bounded() -> str:
    """The classical Gaussian noise is enough while epsilon is at most 2*log(2).

    Repairs kov15.claim_gauss_classical; sigma is c times the printed bound, c >= 1.
    """
    return (
        "ApproxDP(GaussianMechanism(Delta, c*Delta*sqrt(2*log(2/delta))/epsilon), epsilon, delta)"
        " for Delta in (0, oo), c in [1, oo), epsilon in (0, 2*log(2)], delta in (0, 1)"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 4.4 for k queries")
def thm_4_4_rounds() -> str:
    """The privacy curve of k geometric mechanisms is that of Theorem 3.3 with delta = 0."""
    return (
        "ApproxDP(Compose(GeometricMechanism(epsilon), k), (k - 2*i)*epsilon,"
        " Sum(binomial(k, l)*(exp(epsilon*(k - l)) - exp(epsilon*(k - 2*i + l))), (l, 0, i - 1))"
        "/(1 + exp(epsilon))**k) for k in 1..oo, i in 0..oo"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 4.4")
def thm_4_4(P: Law, Q: Law, epsilon: Positive, epsilon1: Real) -> Claim:
    """No pair of epsilon-DP laws is easier to tell apart than two geometric laws one step apart.

    The theorem for one query.
    """
    return given(MaxDivergence(P, Q) <= epsilon, MaxDivergence(Q, P) <= epsilon).then(
        HockeyStick(epsilon1, P, Q)
        <= HockeyStick(epsilon1, Geometric(0, epsilon), Geometric(1, epsilon))
    )


@theorem(source="KairouzOhViswanath2015, Appendix A")
def rem_A1_a(
    M: Mechanism,
    epsilon: NonNegative,
    delta: Probability,
    epsilon1: NonNegative,
    delta1: Probability,
) -> Claim:
    """(epsilon, delta)-DP implies (epsilon1, delta1)-DP when the privacy regions are nested."""
    return given(
        ApproxDP(M, epsilon, delta),
        delta1 >= delta,
        (1 - delta) / (1 + exp(epsilon)) >= (1 - delta1) / (1 + exp(epsilon1)),
    ).then(ApproxDP(M, epsilon1, delta1))


@theorem(source="KairouzOhViswanath2015, Appendix A, solved for delta1")
def rem_A1_curve(
    M: Mechanism, epsilon: NonNegative, delta: Probability, epsilon1: NonNegative
) -> Claim:
    """The privacy curve of (epsilon, delta)-DP is the curve of the canonical mechanism."""
    return given(ApproxDP(M, epsilon, delta)).then(
        ApproxDP(
            M,
            epsilon1,
            Max(delta, 1 + (delta - 1) * (1 + exp(epsilon1)) / (1 + exp(epsilon))),
        )
    )


@theorem(source="KairouzOhViswanath2015, Appendix A")
def rem_A1_b() -> str:
    """Laws within (epsilon, delta) differ by at most 1 - 2*(1 - delta)/(1 + exp(epsilon))."""
    return (
        "HockeyStick(epsilon, P, Q) <= delta and HockeyStick(epsilon, Q, P) <= delta =>"
        " TotalVariation(P, Q) <= 1 + (2*delta - 2)/(1 + exp(epsilon)) for delta in [0, 1]"
    )


@theorem(source="KairouzOhViswanath2015, Appendix B")
def app_B_gaussian() -> str:
    """Gaussian noise composes to (epsilon, delta)-DP once epsilon exceeds the moment bound."""
    return (
        "epsilon >= k*Delta**2/(2*sigma**2)"
        " + sqrt(2*k*Delta**2/sigma**2*log(exp(1) + sqrt(k)*Delta/(sigma*delta))) =>"
        " ApproxDP(Compose(GaussianMechanism(Delta, sigma), k), epsilon, delta)"
        " for Delta in (0, oo), delta in (0, 1]"
    )


@theorem(source="KairouzOhViswanath2015, Appendix B, last step", expect="refuted")
def app_B_last_step() -> str:
    """The two printed lower bounds on sigma**2 imply the moment bound of Appendix B.

    False for large epsilon, see kov15.app_B_last_step_repaired and, for the range in which it
    stands, kov15.app_B_last_step_bounded.
    """
    return (
        "sigma**2 >= 4*k*Delta**2*log(exp(1) + epsilon/delta)/epsilon**2"
        " and sigma**2 >= k*Delta**2/(4*epsilon) =>"
        " epsilon >= k*Delta**2/(2*sigma**2)"
        " + sqrt(2*k*Delta**2/sigma**2*log(exp(1) + sqrt(k)*Delta/(sigma*delta)))"
        " for Delta in (0, oo), sigma in (0, oo), epsilon in (0, oo), delta in (0, 1], k in 1..oo"
    )


@theorem(source="KairouzOhViswanath2015, Appendix B, last step with the second bound enlarged")
def app_B_last_step_repaired() -> str:
    """With sigma**2 >= 2*k*Delta**2/epsilon in place of a quarter the last step is right.

    Repairs kov15.app_B_last_step.
    """
    return (
        "sigma**2 >= 4*k*Delta**2*log(exp(1) + epsilon/delta)/epsilon**2"
        " and sigma**2 >= 2*k*Delta**2/epsilon =>"
        " epsilon >= k*Delta**2/(2*sigma**2)"
        " + sqrt(2*k*Delta**2/sigma**2*log(exp(1) + sqrt(k)*Delta/(sigma*delta)))"
        " for Delta in (0, oo), sigma in (0, oo), epsilon in (0, oo), delta in (0, 1], k in 1..oo"
    )


@theorem(source="KairouzOhViswanath2015, Appendix B, last step for bounded epsilon")
def app_B_last_step_bounded() -> str:
    """While epsilon <= 2*log(e + epsilon/delta) the first printed bound alone suffices.

    So for every epsilon <= 2; with larger ones see kov15.app_B_last_step_repaired.
    """
    return (
        "sigma**2 >= 4*k*Delta**2*log(exp(1) + epsilon/delta)/epsilon**2"
        " and epsilon <= 2*log(exp(1) + epsilon/delta) =>"
        " epsilon >= k*Delta**2/(2*sigma**2)"
        " + sqrt(2*k*Delta**2/sigma**2*log(exp(1) + sqrt(k)*Delta/(sigma*delta)))"
        " for Delta in (0, oo), sigma in (0, oo), epsilon in (0, oo), delta in (0, 1], k in 1..oo"
    )


@theorem(source="KairouzOhViswanath2015, Corollary 4.1, in the experiment")
def cor_4_1_experiment() -> str:
    """The rounds of kov15.cor_4_1 meet the budget in the composition experiment."""
    return (
        "ApproxDP(M, epsilon/(2*sqrt(k*log(exp(1) + epsilon/delta))), delta/(2*k)) =>"
        " HypothesisDP(Compose(M, k), Ones(0), Ones(k), epsilon, delta)"
        " for epsilon in (0, 9/10], delta in (0, 1], k in 1..oo"
    )
