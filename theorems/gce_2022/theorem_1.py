"""Section IV: Theorem 1, its proof, and what the proof would need.

Round i runs on database b_i or c_i; the laws of round one are P0 and P1, of round two R0 and R1,
of round three S0 and S1. Theorem 1 says that privacy for the complementary vectors, over all
adversaries, is privacy for every pair of vectors and of their mixtures.
"""

from __future__ import annotations

from sympy import Max

from dpsym import (
    Claim,
    HockeyStick,
    Law,
    Mixture,
    NonNegative,
    Probability,
    Product,
    theorem,
)


@theorem(source="HartmannBindschaedlerWest2022, Theorem 1", name="gce24.thm_1.two_rounds")
def two_rounds() -> str:
    """If all complementary vectors of two rounds are (epsilon, delta)-close, so are neighbours.

    Theorem 1 for two rounds without adaptivity.
    """
    return (
        "HockeyStick(epsilon, Product(P0, R0), Product(P1, R1)) <= delta"
        " and HockeyStick(epsilon, Product(P0, R1), Product(P1, R0)) <= delta"
        " and HockeyStick(epsilon, Product(P1, R0), Product(P0, R1)) <= delta"
        " and HockeyStick(epsilon, Product(P1, R1), Product(P0, R0)) <= delta"
        " => HockeyStick(epsilon, Product(P0, R0), Product(P0, R1)) <= delta"
        " and HockeyStick(epsilon, Product(P0, R0), Product(P1, R0)) <= delta"
        " for delta in [0, 1]"
    )


@theorem(source="HartmannBindschaedlerWest2022, Theorem 1", name="gce24.thm_1.two_rounds_mixture")
def two_rounds_mixture() -> str:
    """If all complementary vectors of two rounds are (epsilon, delta)-close, so are mixtures.

    Theorem 1 for two rounds without adaptivity and hypotheses of two vectors each.
    """
    return (
        "HockeyStick(epsilon, Product(P0, R0), Product(P1, R1)) <= delta"
        " and HockeyStick(epsilon, Product(P0, R1), Product(P1, R0)) <= delta"
        " and HockeyStick(epsilon, Product(P1, R0), Product(P0, R1)) <= delta"
        " and HockeyStick(epsilon, Product(P1, R1), Product(P0, R0)) <= delta"
        " => HockeyStick(epsilon, Mixture(t, Product(P0, R0), Product(P1, R1)),"
        " Mixture(u, Product(P0, R1), Product(P1, R0))) <= delta"
        " for delta in [0, 1]"
    )


@theorem(source="HartmannBindschaedlerWest2022, Theorem 1", name="gce24.thm_1.three_rounds")
def three_rounds() -> str:
    """If all complementary vectors of three rounds are (epsilon, delta)-close, so are others.

    Theorem 1 for three rounds without adaptivity: vectors that differ in one round or in two.
    """
    return (
        "HockeyStick(epsilon, Product(P0, R0, S0), Product(P1, R1, S1)) <= delta"
        " and HockeyStick(epsilon, Product(P0, R0, S1), Product(P1, R1, S0)) <= delta"
        " and HockeyStick(epsilon, Product(P0, R1, S0), Product(P1, R0, S1)) <= delta"
        " and HockeyStick(epsilon, Product(P0, R1, S1), Product(P1, R0, S0)) <= delta"
        " and HockeyStick(epsilon, Product(P1, R0, S0), Product(P0, R1, S1)) <= delta"
        " and HockeyStick(epsilon, Product(P1, R0, S1), Product(P0, R1, S0)) <= delta"
        " and HockeyStick(epsilon, Product(P1, R1, S0), Product(P0, R0, S1)) <= delta"
        " and HockeyStick(epsilon, Product(P1, R1, S1), Product(P0, R0, S0)) <= delta"
        " => HockeyStick(epsilon, Product(P0, R0, S0), Product(P0, R0, S1)) <= delta"
        " and HockeyStick(epsilon, Product(P0, R0, S0), Product(P0, R1, S1)) <= delta"
        " for delta in [0, 1]"
    )


@theorem(source="HartmannBindschaedlerWest2022, Theorem 1, proof", name="gce24.thm_1.drop")
def drop(P0: Law, P1: Law, R0: Law, R1: Law, epsilon: NonNegative) -> Claim:
    """Two rounds of which one agrees are no easier to tell apart than two that both differ.

    What the proof of Theorem 1 needs in place of gce24.thm_1.flip_step.
    """
    return HockeyStick(epsilon, Product(P0, R0), Product(P0, R1)) <= HockeyStick(
        epsilon, Product(P0, R0), Product(P1, R1)
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, reduced to canonical mechanisms",
    name="gce24.thm_1.canonical",
)
def canonical() -> str:
    """Two rounds are at most as far apart as two canonical mechanisms, one after the other.

    With gce24.thm_1.drop the worst case of every pair of vectors of two rounds.
    """
    return (
        "HockeyStick(epsilon1, P0, P1) <= delta1 and HockeyStick(epsilon1, P1, P0) <= delta1"
        " and HockeyStick(epsilon2, R0, R1) <= delta2 and HockeyStick(epsilon2, R1, R0) <= delta2"
        " => HockeyStick(epsilon, Product(P0, R0), Product(P1, R1)) <= delta1 + delta2"
        " - delta1*delta2 + (1 - delta1)*(1 - delta2)"
        "*(Max(exp(epsilon1 + epsilon2) - exp(epsilon), 0)"
        " + Max(exp(epsilon1) - exp(epsilon + epsilon2), 0)"
        " + Max(exp(epsilon2) - exp(epsilon + epsilon1), 0))"
        "/((1 + exp(epsilon1))*(1 + exp(epsilon2)))"
        " for delta1 in [0, 1], delta2 in [0, 1]"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, proof, from vectors to distributions",
    name="gce24.thm_1.composite",
)
def composite(P0: Law, P1: Law, Q0: Law, Q1: Law, t: Probability, epsilon: NonNegative) -> Claim:
    """Hockey-stick divergence is convex in the pair of laws."""
    return HockeyStick(epsilon, Mixture(t, P1, P0), Mixture(t, Q1, Q0)) <= t * HockeyStick(
        epsilon, P1, Q1
    ) + (1 - t) * HockeyStick(epsilon, P0, Q0)


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, worst case of composite hypotheses",
    name="gce24.vertex_principle",
)
def vertex_principle(
    P0: Law, P1: Law, Q0: Law, Q1: Law, t: Probability, u: Probability, epsilon: NonNegative
) -> Claim:
    """Two mixtures are at most as far apart as the worst pair of their components."""
    return HockeyStick(epsilon, Mixture(t, P1, P0), Mixture(u, Q1, Q0)) <= Max(
        HockeyStick(epsilon, P0, Q0),
        HockeyStick(epsilon, P0, Q1),
        HockeyStick(epsilon, P1, Q0),
        HockeyStick(epsilon, P1, Q1),
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, proof, the three cases of a flip",
    name="gce24.thm_1.flip_step",
    expect="refuted",
)
def flip_step() -> str:
    """If P_00(S) >= P_01(S), flipping the first bit lowers P_01(S), raises P_00(S), or keeps one.

    Two rounds with outputs 0 and 1; p_b and r_b are the probabilities of output 1 in the rounds,
    s_xy says whether S holds the outputs xy. False for parity: p0 = r0 = 1/3, p1 = r1 = 2/3,
    s00 = s11 = 1, s01 = s10 = 0. The theorem itself stands, see gce24.thm_1.two_rounds; the step
    holds for products of events, gce24.thm_1.flip_step_product.
    """
    return (
        "s00*(1 - p0)*(1 - r0) + s01*(1 - p0)*r0 + s10*p0*(1 - r0) + s11*p0*r0"
        " >= s00*(1 - p0)*(1 - r1) + s01*(1 - p0)*r1 + s10*p0*(1 - r1) + s11*p0*r1"
        " => Max(s00*(1 - p0)*(1 - r1) + s01*(1 - p0)*r1 + s10*p0*(1 - r1) + s11*p0*r1"
        " - s00*(1 - p1)*(1 - r1) - s01*(1 - p1)*r1 - s10*p1*(1 - r1) - s11*p1*r1,"
        " s00*(1 - p1)*(1 - r0) + s01*(1 - p1)*r0 + s10*p1*(1 - r0) + s11*p1*r0"
        " - s00*(1 - p0)*(1 - r0) - s01*(1 - p0)*r0 - s10*p0*(1 - r0) - s11*p0*r0) >= 0"
        " for p0 in [0, 1], p1 in [0, 1], r0 in [0, 1], r1 in [0, 1],"
        " s00 in 0..1, s01 in 0..1, s10 in 0..1, s11 in 0..1"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, proof, a flip for products of events",
    name="gce24.thm_1.flip_step_product",
    repairs="gce24.thm_1.flip_step",
)
def flip_step_product() -> str:
    """For a product of events one of the three cases of a flip always holds.

    p_b and r_b are the probabilities of the two events; repairs gce24.thm_1.flip_step.
    """
    return (
        "p0*r0 >= p0*r1 => Max(p0*r1 - p1*r1, p1*r0 - p0*r0) >= 0"
        " for p0 in [0, 1], p1 in [0, 1], r0 in [0, 1], r1 in [0, 1]"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, proof, the chain of flips",
    name="gce24.thm_1.flip_chain",
    expect="refuted",
)
def flip_chain() -> str:
    """If complementary vectors are (0, delta)-close on an event, so are all vectors on that event.

    The event is equality of two outputs; p_b and r_b are the probabilities of output 1. False at
    p0 = r0 = 1/3, p1 = r1 = 2/3, delta = 0: the event may not be kept fixed. With closeness on
    all events the conclusion holds, gce24.thm_1.two_rounds.
    """
    return (
        "Abs(2*p0*r0 - p0 - r0 - 2*p1*r1 + p1 + r1) <= delta"
        " and Abs(2*p0*r1 - p0 - r1 - 2*p1*r0 + p1 + r0) <= delta"
        " => 2*p0*r0 - r0 - 2*p0*r1 + r1 <= delta"
        " for p0 in [0, 1], p1 in [0, 1], r0 in [0, 1], r1 in [0, 1], delta in [0, 1]"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Appendix B, which fixes the adversary",
    name="gce24.thm_1.fixed_adversary",
    expect="refuted",
)
def fixed_adversary() -> str:
    """For one adaptive adversary, closeness of complementary vectors extends to all vectors.

    Two rounds with outputs 0 and 1: p_b is the probability of output 1 in round one, a_b and c_b
    in round two after output 0 and 1. The agreeing round must be handled by changing the
    adversary; without adaptivity the claim holds, gce24.thm_1.two_rounds.
    """
    return (
        "TotalVariation(Finite((1 - p0)*(1 - a0), (1 - p0)*a0, p0*(1 - c0), p0*c0),"
        " Finite((1 - p1)*(1 - a1), (1 - p1)*a1, p1*(1 - c1), p1*c1)) <= delta"
        " and TotalVariation(Finite((1 - p0)*(1 - a1), (1 - p0)*a1, p0*(1 - c1), p0*c1),"
        " Finite((1 - p1)*(1 - a0), (1 - p1)*a0, p1*(1 - c0), p1*c0)) <= delta"
        " => TotalVariation(Finite((1 - p1)*(1 - a0), (1 - p1)*a0, p1*(1 - c0), p1*c0),"
        " Finite((1 - p1)*(1 - a1), (1 - p1)*a1, p1*(1 - c1), p1*c1)) <= delta"
        " for p0 in [0, 1], p1 in [0, 1], a0 in [0, 1], a1 in [0, 1], c0 in [0, 1],"
        " c1 in [0, 1], delta in [0, 1]"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Definition 2 with one order of each pair of databases",
    name="gce24.thm_1.one_order",
    expect="refuted",
)
def one_order() -> str:
    """Closeness of the vectors 00 and 11 alone implies closeness of 01 and 10.

    The adversary must be free to order each pair of databases; then all complementary vectors
    are covered, gce24.thm_1.two_rounds.
    """
    return (
        "HockeyStick(epsilon, Product(P0, R0), Product(P1, R1)) <= delta"
        " and HockeyStick(epsilon, Product(P1, R1), Product(P0, R0)) <= delta"
        " => HockeyStick(epsilon, Product(P0, R1), Product(P1, R0)) <= delta"
        " for delta in [0, 1]"
    )
