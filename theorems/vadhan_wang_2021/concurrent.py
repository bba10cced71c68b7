"""Interactive mechanisms under concurrent composition, and the Renyi chain rule."""

from __future__ import annotations

from sympy import exp, log, sqrt

from dpsym import (
    ZCDP,
    ApproxDP,
    Claim,
    Compose,
    Concurrent,
    Count,
    Group,
    Law,
    Mechanism,
    NonNegative,
    Order,
    Positive,
    Probability,
    Product,
    PureDP,
    Renyi,
    RenyiDP,
    Within,
    given,
    theorem,
)

Confidence = Within["(0, 1]"]


@theorem(source="VadhanWang2021, Theorem 1")
def thm_1(
    M1: Mechanism,
    M2: Mechanism,
    epsilon1: NonNegative,
    epsilon2: NonNegative,
    delta1: Probability,
    delta2: Probability,
) -> Claim:
    """Two interactive mechanisms run concurrently add epsilons, and deltas with a factor.

    The theorem for two mechanisms.
    """
    return given(ApproxDP(M1, epsilon1, delta1), ApproxDP(M2, epsilon2, delta2)).then(
        ApproxDP(Concurrent(M1, M2), epsilon1 + epsilon2, delta1 + exp(epsilon1) * delta2)
    )


@theorem(source="VadhanWang2021, Theorem 1")
def thm_1_three(
    M1: Mechanism,
    M2: Mechanism,
    M3: Mechanism,
    epsilon1: NonNegative,
    epsilon2: NonNegative,
    epsilon3: NonNegative,
    delta1: Probability,
    delta2: Probability,
    delta3: Probability,
) -> Claim:
    """Three interactive mechanisms run concurrently add epsilons, and deltas with factors.

    The theorem for three mechanisms.
    """
    return given(
        ApproxDP(M1, epsilon1, delta1),
        ApproxDP(M2, epsilon2, delta2),
        ApproxDP(M3, epsilon3, delta3),
    ).then(
        ApproxDP(
            Concurrent(M1, M2, M3),
            epsilon1 + epsilon2 + epsilon3,
            delta1 + exp(epsilon1) * delta2 + exp(epsilon1 + epsilon2) * delta3,
        )
    )


@theorem(source="VadhanWang2021, Theorem 1, equal parameters")
def thm_1_homogeneous(
    M1: Mechanism,
    M2: Mechanism,
    M3: Mechanism,
    M4: Mechanism,
    epsilon: Positive,
    delta: Probability,
) -> Claim:
    """Four interactive (epsilon, delta)-DP mechanisms run concurrently, with the closed form.

    The theorem for four mechanisms; the factor of delta is that of groups of four.
    """
    guarantees = (ApproxDP(M, epsilon, delta) for M in (M1, M2, M3, M4))
    return given(*guarantees).then(
        ApproxDP(
            Concurrent(M1, M2, M3, M4),
            4 * epsilon,
            (exp(4 * epsilon) - 1) / (exp(epsilon) - 1) * delta,
        )
    )


@theorem(source="VadhanWang2021, remark after Theorem 1, any number of mechanisms")
def thm_1_union_family() -> str:
    """For any number of mechanisms delta is at most exp(sum epsilon) times the sum of deltas."""
    return (
        "ApproxDP(M[i], e[i], d[i]) each i in 1..k => ApproxDP(Concurrent(M[i], (i, 1, k)), "
        "Sum(e[i], (i, 1, k)), exp(Sum(e[i], (i, 1, k)))*Sum(d[i], (i, 1, k)))"
    )


@theorem(source="VadhanWang2021, remark after Theorem 1")
def thm_1_union(
    M1: Mechanism,
    M2: Mechanism,
    M3: Mechanism,
    epsilon1: NonNegative,
    epsilon2: NonNegative,
    epsilon3: NonNegative,
    delta1: Probability,
    delta2: Probability,
    delta3: Probability,
) -> Claim:
    """Under concurrent composition delta is at most exp(sum of epsilons) times the sum of deltas.

    The remark for three mechanisms.
    """
    total = epsilon1 + epsilon2 + epsilon3
    return given(
        ApproxDP(M1, epsilon1, delta1),
        ApproxDP(M2, epsilon2, delta2),
        ApproxDP(M3, epsilon3, delta3),
    ).then(ApproxDP(Concurrent(M1, M2, M3), total, exp(total) * (delta1 + delta2 + delta3)))


@theorem(source="VadhanWang2021, remark after Theorem 1", expect="refuted")
def thm_1_without_factors(M: Mechanism, epsilon: Positive, delta: Probability) -> Claim:
    """For groups of two delta doubles.

    The factor 1 + exp(epsilon) of vw21.thm_1_group is attained.
    """
    return given(ApproxDP(M, epsilon, delta)).then(ApproxDP(Group(M, 2), 2 * epsilon, 2 * delta))


@theorem(source="VadhanWang2021, remark after Theorem 1")
def thm_1_group(M: Mechanism, epsilon: Positive, delta: Probability, k: Count) -> Claim:
    """For groups of size k delta grows by the factor (exp(k*epsilon) - 1)/(exp(epsilon) - 1)."""
    return given(ApproxDP(M, epsilon, delta)).then(
        ApproxDP(Group(M, k), k * epsilon, (exp(k * epsilon) - 1) / (exp(epsilon) - 1) * delta)
    )


@theorem(source="VadhanWang2021, Theorem 1, on the order of the mechanisms")
def thm_1_order() -> str:
    """The better order in Theorem 1 has the larger delta/(exp(epsilon) - 1) first."""
    return (
        "delta2*(exp(epsilon1) - 1) <= delta1*(exp(epsilon2) - 1) =>"
        " delta1 + exp(epsilon1)*delta2 <= delta2 + exp(epsilon2)*delta1"
        " for epsilon1 in [0, oo), epsilon2 in [0, oo), delta1 in [0, 1], delta2 in [0, 1]"
    )


@theorem(source="VadhanWang2021, Theorem 1, on the order of three mechanisms")
def thm_1_order_three() -> str:
    """Three mechanisms by falling delta/(exp(epsilon) - 1) have no larger delta than reversed."""
    return (
        "delta2*(exp(epsilon1) - 1) <= delta1*(exp(epsilon2) - 1)"
        " and delta3*(exp(epsilon2) - 1) <= delta2*(exp(epsilon3) - 1)"
        " and delta3*(exp(epsilon1) - 1) <= delta1*(exp(epsilon3) - 1) =>"
        " delta1 + exp(epsilon1)*delta2 + exp(epsilon1 + epsilon2)*delta3"
        " <= delta3 + exp(epsilon3)*delta2 + exp(epsilon3 + epsilon2)*delta1"
        " for epsilon1 in [0, oo), epsilon2 in [0, oo), epsilon3 in [0, oo),"
        " delta1 in [0, 1], delta2 in [0, 1], delta3 in [0, 1]"
    )


@theorem(source="VadhanWang2021, Theorem 1, on the order of the mechanisms", expect="refuted")
def thm_1_any_order() -> str:
    """The larger epsilon may stand first in Theorem 1.

    Which order is better depends on delta/(exp(epsilon) - 1), see vw21.thm_1_order.
    """
    return (
        "epsilon1 >= epsilon2 => delta1 + exp(epsilon1)*delta2 <= delta2 + exp(epsilon2)*delta1"
        " for epsilon1 in [0, oo), epsilon2 in [0, oo), delta1 in [0, 1], delta2 in [0, 1]"
    )


@theorem(source="VadhanWang2021, Corollary 3")
def cor_3(M1: Mechanism, M2: Mechanism, epsilon1: NonNegative, epsilon2: NonNegative) -> Claim:
    """Two interactive pure-DP mechanisms run concurrently are (epsilon1 + epsilon2)-DP."""
    return given(PureDP(M1, epsilon1), PureDP(M2, epsilon2)).then(
        PureDP(Concurrent(M1, M2), epsilon1 + epsilon2)
    )


@theorem(source="VadhanWang2021, Corollary 3")
def cor_3_optimal() -> str:
    """Optimal composition holds for two interactive pure-DP mechanisms run concurrently.

    The curve of MurtaghVadhan2016 for two rounds.
    """
    return (
        "PureDP(M1, epsilon1) and PureDP(M2, epsilon2) => ApproxDP(Concurrent(M1, M2), epsilon,"
        " (Max(exp(epsilon1 + epsilon2) - exp(epsilon), 0)"
        " + Max(exp(epsilon1) - exp(epsilon + epsilon2), 0)"
        " + Max(exp(epsilon2) - exp(epsilon + epsilon1), 0))"
        "/((1 + exp(epsilon1))*(1 + exp(epsilon2))))"
    )


@theorem(source="VadhanWang2021, Corollary 3")
def cor_3_advanced(M1: Mechanism, M2: Mechanism, epsilon: NonNegative, delta: Confidence) -> Claim:
    """Advanced composition holds for two pure-DP mechanisms run concurrently.

    The bound of DworkRothblumVadhan2010 for two rounds.
    """
    return given(PureDP(M1, epsilon), PureDP(M2, epsilon)).then(
        ApproxDP(
            Concurrent(M1, M2),
            2 * epsilon * (exp(epsilon) - 1) + epsilon * sqrt(4 * log(1 / delta)),
            delta,
        )
    )


@theorem(source="VadhanWang2021, section 1, sequential composition")
def sequential() -> str:
    """Optimal composition holds for two interactive mechanisms run one after the other.

    The curve of MurtaghVadhan2016 for two rounds. An operation Compose of interactive mechanisms
    ends each before it begins the next.
    """
    return (
        "ApproxDP(M1, epsilon1, delta1) and ApproxDP(M2, epsilon2, delta2) =>"
        " ApproxDP(Compose(M1, M2), epsilon, 1 - (1 - delta1)*(1 - delta2)*(1"
        " - (Max(exp(epsilon1 + epsilon2) - exp(epsilon), 0)"
        " + Max(exp(epsilon1) - exp(epsilon + epsilon2), 0)"
        " + Max(exp(epsilon2) - exp(epsilon + epsilon1), 0))"
        "/((1 + exp(epsilon1))*(1 + exp(epsilon2)))))"
    )


@theorem(source="VadhanZhang2023, the conjecture of VadhanWang2021")
def conjecture_optimal() -> str:
    """Optimal composition holds for two approximate-DP mechanisms run concurrently.

    The curve of MurtaghVadhan2016 for two rounds; the bounds of Theorem 1 are above it.
    """
    return (
        "ApproxDP(M1, epsilon1, delta1) and ApproxDP(M2, epsilon2, delta2) =>"
        " ApproxDP(Concurrent(M1, M2), epsilon, 1 - (1 - delta1)*(1 - delta2)*(1"
        " - (Max(exp(epsilon1 + epsilon2) - exp(epsilon), 0)"
        " + Max(exp(epsilon1) - exp(epsilon + epsilon2), 0)"
        " + Max(exp(epsilon2) - exp(epsilon + epsilon1), 0))"
        "/((1 + exp(epsilon1))*(1 + exp(epsilon2)))))"
    )


@theorem(source="VadhanZhang2023, the conjecture of VadhanWang2021")
def conjecture(
    M1: Mechanism,
    M2: Mechanism,
    epsilon1: NonNegative,
    epsilon2: NonNegative,
    delta1: Probability,
    delta2: Probability,
) -> Claim:
    """Concurrent composition of two approximate-DP mechanisms is as private as sequential."""
    return given(ApproxDP(M1, epsilon1, delta1), ApproxDP(M2, epsilon2, delta2)).then(
        ApproxDP(Concurrent(M1, M2), epsilon1 + epsilon2, delta1 + delta2 - delta1 * delta2)
    )


@theorem(source="Lyu2022, the Renyi counterpart of the conjecture of VadhanWang2021")
def conjecture_renyi(
    M1: Mechanism, M2: Mechanism, alpha: Order, tau1: NonNegative, tau2: NonNegative
) -> Claim:
    """Renyi differential privacy adds under concurrent composition."""
    return given(RenyiDP(M1, alpha, tau1), RenyiDP(M2, alpha, tau2)).then(
        RenyiDP(Concurrent(M1, M2), alpha, tau1 + tau2)
    )


@theorem(source="Lyu2022, the Renyi counterpart of the conjecture of VadhanWang2021, at all orders")
def concurrent_zcdp(M1: Mechanism, M2: Mechanism, rho1: NonNegative, rho2: NonNegative) -> Claim:
    """ZCDP adds under concurrent composition."""
    return given(ZCDP(M1, rho1), ZCDP(M2, rho2)).then(ZCDP(Concurrent(M1, M2), rho1 + rho2))


@theorem(source="VadhanWang2021, equation (2)")
def eq_2(Y: Law, Z: Law, Y1: Law, Z1: Law, alpha: Order) -> Claim:
    """The Renyi divergence of a pair is at most that of the first plus the worst of the second.

    For independent pairs.
    """
    return Renyi(alpha, Product(Y, Z), Product(Y1, Z1)) <= Renyi(alpha, Y, Y1) + Renyi(alpha, Z, Z1)


@theorem(source="VadhanWang2021, equation (2)")
def eq_2_adaptive(
    M1: Mechanism, M2: Mechanism, alpha: Order, tau1: NonNegative, tau2: NonNegative
) -> Claim:
    """Renyi differential privacy adds under adaptive composition."""
    return given(RenyiDP(M1, alpha, tau1), RenyiDP(M2, alpha, tau2)).then(
        RenyiDP(Compose(M1, M2), alpha, tau1 + tau2)
    )


@theorem(source="VadhanWang2021, equation (2)")
def eq_2_branch() -> str:
    """After a common random bit the Renyi divergence is at most that of the worse branch."""
    return (
        "Renyi(alpha, Mixture(t, Product(Finite(1, 0), Z1), Product(Finite(0, 1), Z0)),"
        " Mixture(t, Product(Finite(1, 0), W1), Product(Finite(0, 1), W0)))"
        " <= Max(Renyi(alpha, Z1, W1), Renyi(alpha, Z0, W0))"
    )


@theorem(
    source="VadhanWang2021, equation (2) with an expectation, which the paper rules out",
    expect="refuted",
)
def claim_expectation() -> str:
    """After a common random bit the Renyi divergence is at most the mean over the branches.

    The supremum of vw21.eq_2_branch cannot be replaced by an expectation: at order 2 with a fair
    bit, (1/2, 1/2) against itself in one branch and (1, 0) against (1/2, 1/2) in the other.
    """
    return (
        "Renyi(alpha, Mixture(t, Product(Finite(1, 0), Z1), Product(Finite(0, 1), Z0)),"
        " Mixture(t, Product(Finite(1, 0), W1), Product(Finite(0, 1), W0)))"
        " <= t*Renyi(alpha, Z1, W1) + (1 - t)*Renyi(alpha, Z0, W0)"
        " for t in (0, 1)"
    )


@theorem(source="VadhanWang2021, equation (2) at order 1, where the expectation is right")
def eq_2_expectation_kl() -> str:
    """After a common random bit the KL divergence is at most the mean over the branches."""
    return (
        "KL(Mixture(t, Product(Finite(1, 0), Z1), Product(Finite(0, 1), Z0)),"
        " Mixture(t, Product(Finite(1, 0), W1), Product(Finite(0, 1), W0)))"
        " <= t*KL(Z1, W1) + (1 - t)*KL(Z0, W0)"
        " for t in (0, 1)"
    )
