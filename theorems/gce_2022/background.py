"""Section II: composition theorems that the paper builds on, and parallel composition."""

from __future__ import annotations

from sympy import Max

from dpsym import (
    ApproxDP,
    Claim,
    Compose,
    Mechanism,
    NonNegative,
    Parallel,
    Probability,
    PureDP,
    given,
    theorem,
)


@theorem(source="HartmannBindschaedlerWest2022, Section II, simple composition")
def simple_composition(
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
    """Three approximate-DP mechanisms in sequence add epsilons and deltas."""
    return given(
        ApproxDP(M1, epsilon1, delta1),
        ApproxDP(M2, epsilon2, delta2),
        ApproxDP(M3, epsilon3, delta3),
    ).then(
        ApproxDP(
            Compose(M1, M2, M3),
            epsilon1 + epsilon2 + epsilon3,
            delta1 + delta2 + delta3,
        )
    )


@theorem(source="HartmannBindschaedlerWest2022, Section II, citing KairouzOhViswanath2015")
def opt_homogeneous() -> str:
    """The optimal curve of k equal rounds is that of the canonical mechanism, k times.

    Up to eight rounds.
    """
    return (
        "ApproxDP(M, epsilon, delta) => ApproxDP(Compose(M, k), epsilon1,"
        " 1 - (1 - delta)**k*(1 - Sum(binomial(k, i)*Max(exp(epsilon*(k - i))"
        " - exp(epsilon1 + epsilon*i), 0), (i, 0, k))/(1 + exp(epsilon))**k))"
        " for k in 1..8"
    )


@theorem(source="HartmannBindschaedlerWest2022, Section II, citing MurtaghVadhan2016")
def opt_heterogeneous() -> str:
    """The optimal curve of two different rounds is that of two canonical mechanisms.

    The optimal composition theorem for two rounds.
    """
    return (
        "ApproxDP(M1, epsilon1, delta1) and ApproxDP(M2, epsilon2, delta2) =>"
        " ApproxDP(Compose(M1, M2), epsilon, delta1 + delta2 - delta1*delta2"
        " + (1 - delta1)*(1 - delta2)"
        "*(Max(exp(epsilon1 + epsilon2) - exp(epsilon), 0)"
        " + Max(exp(epsilon1) - exp(epsilon + epsilon2), 0)"
        " + Max(exp(epsilon2) - exp(epsilon + epsilon1), 0))"
        "/((1 + exp(epsilon1))*(1 + exp(epsilon2))))"
    )


@theorem(source="HartmannBindschaedlerWest2022, Theorem 2")
def thm_2(M1: Mechanism, M2: Mechanism, M3: Mechanism, epsilon: NonNegative) -> Claim:
    """Three epsilon-DP mechanisms on disjoint parts are epsilon-DP together.

    The theorem for three parts and neighbours that differ in one of them.
    """
    return given(PureDP(M1, epsilon), PureDP(M2, epsilon), PureDP(M3, epsilon)).then(
        PureDP(Parallel(M1, M2, M3), epsilon)
    )


@theorem(source="HartmannBindschaedlerWest2022, Theorem 2, any number of parts")
def thm_2_family() -> str:
    """Any number of epsilon-DP mechanisms on disjoint parts are epsilon-DP together."""
    return "PureDP(M[i], epsilon) each i in 1..k => PureDP(Parallel(M[i], (i, 1, k)), epsilon)"


@theorem(source="HartmannBindschaedlerWest2022, Theorem 2 with different epsilons, any number")
def thm_2_het_family() -> str:
    """Any number of mechanisms on disjoint parts are as private as the least private one."""
    return (
        "PureDP(M[i], e[i]) each i in 1..k => "
        "PureDP(Parallel(M[i], (i, 1, k)), Max(e[i], (i, 1, k)))"
    )


@theorem(source="HartmannBindschaedlerWest2022, Theorem 2 with different epsilons")
def thm_2_het(M1: Mechanism, M2: Mechanism, epsilon1: NonNegative, epsilon2: NonNegative) -> Claim:
    """Two pure-DP mechanisms on disjoint parts are as private as the less private one."""
    return given(PureDP(M1, epsilon1), PureDP(M2, epsilon2)).then(
        PureDP(Parallel(M1, M2), Max(epsilon1, epsilon2))
    )


@theorem(source="HartmannBindschaedlerWest2022, Theorem 2 for groups, with different epsilons")
def thm_2_distance(
    epsilon1: NonNegative, epsilon2: NonNegative, d1: NonNegative, d2: NonNegative
) -> Claim:
    """Distances d1 and d2 in two parts cost at most the larger epsilon times the distance."""
    return epsilon1 * d1 + epsilon2 * d2 <= Max(epsilon1, epsilon2) * (d1 + d2)


@theorem(source="HartmannBindschaedlerWest2022, Section II, citing MurtaghVadhan2016, three rounds")
def opt_heterogeneous_three() -> str:
    """The optimal curve of three different rounds is that of three canonical mechanisms.

    One term for each set of rounds but the empty one, which adds nothing at epsilon >= 0.
    """
    return (
        "ApproxDP(M1, e1, d1) and ApproxDP(M2, e2, d2) and ApproxDP(M3, e3, d3) =>"
        " ApproxDP(Compose(M1, M2, M3), e, 1 - (1 - d1)*(1 - d2)*(1 - d3)*(1"
        " - (Max(exp(e1 + e2 + e3) - exp(e), 0) + Max(exp(e1 + e2) - exp(e + e3), 0)"
        " + Max(exp(e1 + e3) - exp(e + e2), 0) + Max(exp(e2 + e3) - exp(e + e1), 0)"
        " + Max(exp(e1) - exp(e + e2 + e3), 0) + Max(exp(e2) - exp(e + e1 + e3), 0)"
        " + Max(exp(e3) - exp(e + e1 + e2), 0))"
        "/((1 + exp(e1))*(1 + exp(e2))*(1 + exp(e3)))))"
    )
