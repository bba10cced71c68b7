"""Section V: membership constraints, prior knowledge and subsampling.

The displays of this section are restored from the sentences around them. In two rounds, "none
against at least one" compares the product of P0 and R0 with the uniform mixture of the products
that hold P1 or R1.
"""

# ruff: noqa: N802 - exB_delta is an item of Example B

from __future__ import annotations

from sympy import Eq, Max, Rational, Sum, binomial, exp, log
from sympy.abc import i, m

from dpsym import (
    ApproxDP,
    Claim,
    HockeyStick,
    Law,
    Mechanism,
    Mixture,
    NonNegative,
    Probability,
    Product,
    Real,
    Subsample,
    Within,
    given,
    theorem,
)

AtLeastOne = Within["[1, oo)"]
UpToTwenty = Within["1..20"]


@theorem(source="HartmannBindschaedlerWest2022, Section V-A, rounds that agree")
def drop_coinciding(P: Law, R0: Law, R1: Law, epsilon: Real) -> Claim:
    """A round that agrees under both hypotheses changes nothing."""
    return Eq(
        HockeyStick(epsilon, Product(P, R0), Product(P, R1)),
        HockeyStick(epsilon, R0, R1),
        evaluate=False,
    )


@theorem(source="HartmannBindschaedlerWest2022, Section V-A, comparison with parallel composition")
def cmp_parallel(epsilon1: NonNegative, epsilon2: NonNegative, epsilon3: NonNegative) -> Claim:
    """The two largest of three epsilons sum to at most twice the largest.

    Three databases of which two hold the individual's record.
    """
    return Max(epsilon1 + epsilon2, epsilon1 + epsilon3, epsilon2 + epsilon3) <= 2 * Max(
        epsilon1, epsilon2, epsilon3
    )


@theorem(source="HartmannBindschaedlerWest2022, Section V-B, equations (3) and (4)")
def eq_3_4(E: AtLeastOne, k: UpToTwenty) -> Claim:
    """The binomial sum of (3) is the power of (4), both times 2**k - 1.

    E is exp(epsilon); up to twenty rounds.
    """
    return Eq(Sum(binomial(k, m) * E**m, (m, 1, k)), (1 + E) ** k - 1, evaluate=False)


@theorem(source="HartmannBindschaedlerWest2022, Section V-B, delta that goes with (4)")
def exB_delta(k: UpToTwenty) -> Claim:
    """The number of ones in all bit vectors of length k is k*2**(k - 1).

    Up to twenty rounds.
    """
    return Eq(Sum(m * binomial(k, m), (m, 1, k)), k * 2 ** (k - 1), evaluate=False)


@theorem(source="HartmannBindschaedlerWest2022, Section V-B, the factor of almost two")
def factor_two_delta(delta: Probability, k: UpToTwenty) -> Claim:
    """Simple composition exceeds the new delta by the factor 2 - 2**(1 - k) at most.

    Up to twenty rounds; it is an equality.
    """
    return k * delta <= (2 - 2 ** (1 - k)) * (k * 2 ** (k - 1) * delta / (2**k - 1))


@theorem(source="HartmannBindschaedlerWest2022, Section V-B, the factor of almost two")
def factor_two(epsilon: NonNegative, k: UpToTwenty) -> Claim:
    """Simple composition exceeds the new epsilon by the factor 2 - 2**(1 - k) at most.

    Up to twenty rounds; the factor is approached as epsilon tends to 0.
    """
    return k * epsilon <= (2 - 2 ** (1 - k)) * log(((1 + exp(epsilon)) ** k - 1) / (2**k - 1))


@theorem(source="HartmannBindschaedlerWest2022, Section V-B, the factor of almost two")
def factor_one(epsilon: NonNegative, k: UpToTwenty) -> Claim:
    """The new epsilon is at most that of simple composition.

    Up to twenty rounds.
    """
    return log(((1 + exp(epsilon)) ** k - 1) / (2**k - 1)) <= k * epsilon


@theorem(source="HartmannBindschaedlerWest2022, Section V-B, citing BalleBartheGaboardi2018")
def subsampling(M: Mechanism, epsilon: NonNegative, delta: Probability, q: Probability) -> Claim:
    """On a Poisson sample of rate q exp(epsilon) - 1 and delta shrink by the factor q."""
    return given(ApproxDP(M, epsilon, delta)).then(
        ApproxDP(Subsample(M, q), log(1 + q * (exp(epsilon) - 1)), q * delta)
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-B, citing BalleBartheGaboardi2018",
)
def subsampling_exact(P0: Law, P1: Law, epsilon: NonNegative, q: Probability) -> Claim:
    """Mixing with the second law scales the hockey stick by exactly q at the reduced epsilon."""
    return Eq(
        HockeyStick(log(1 + q * (exp(epsilon) - 1)), Mixture(q, P1, P0), P0),
        q * HockeyStick(epsilon, P1, P0),
        evaluate=False,
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Corollary 6, from none to at least one",
    name="gce24.cor_6.forward",
)
def cor_6_forward() -> str:
    """At least one record against none: the product formula bounds this direction.

    The corollary for two rounds without adaptivity.
    """
    return (
        "HockeyStick(epsilon1, P0, P1) <= delta1 and HockeyStick(epsilon1, P1, P0) <= delta1"
        " and HockeyStick(epsilon2, R0, R1) <= delta2 and HockeyStick(epsilon2, R1, R0) <= delta2"
        " => HockeyStick(log(((1 + exp(epsilon1))*(1 + exp(epsilon2)) - 1)/3),"
        " Mixture(1/3, Product(P1, R1), Mixture(1/2, Product(P0, R1), Product(P1, R0))),"
        " Product(P0, R0)) <= 2*(delta1 + delta2)/3"
        " for epsilon1 in [0, oo), epsilon2 in [0, oo), delta1 in [0, 1], delta2 in [0, 1]"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Corollary 6, from at least one to none",
    name="gce24.cor_6.reverse",
    expect="refuted",
)
def cor_6_reverse() -> str:
    """None against at least one record: the product formula bounds this direction.

    The corollary for two rounds without adaptivity. It fails when epsilons and deltas are
    ordered oppositely, as for (0, 1/10) and (log(8), 0). See gce24.cor_6.corrected_three.
    """
    return (
        "HockeyStick(epsilon1, P0, P1) <= delta1 and HockeyStick(epsilon1, P1, P0) <= delta1"
        " and HockeyStick(epsilon2, R0, R1) <= delta2 and HockeyStick(epsilon2, R1, R0) <= delta2"
        " => HockeyStick(log(((1 + exp(epsilon1))*(1 + exp(epsilon2)) - 1)/3), Product(P0, R0),"
        " Mixture(1/3, Product(P1, R1), Mixture(1/2, Product(P0, R1), Product(P1, R0))))"
        " <= 2*(delta1 + delta2)/3"
        " for epsilon1 in [0, oo), epsilon2 in [0, oo), delta1 in [0, 1], delta2 in [0, 1]"
    )


@theorem(source="HartmannBindschaedlerWest2022, Corollary 7")
def cor_7() -> str:
    """For equal rounds "none against at least one" obeys (4) and its delta, both ways.

    The corollary for two rounds without adaptivity.
    """
    return (
        "HockeyStick(epsilon, P0, P1) <= delta and HockeyStick(epsilon, P1, P0) <= delta"
        " and HockeyStick(epsilon, R0, R1) <= delta and HockeyStick(epsilon, R1, R0) <= delta"
        " => HockeyStick(log(((1 + exp(epsilon))**2 - 1)/3),"
        " Mixture(1/3, Product(P1, R1), Mixture(1/2, Product(P0, R1), Product(P1, R0))),"
        " Product(P0, R0)) <= 4*delta/3"
        " and HockeyStick(log(((1 + exp(epsilon))**2 - 1)/3), Product(P0, R0),"
        " Mixture(1/3, Product(P1, R1), Mixture(1/2, Product(P0, R1), Product(P1, R0))))"
        " <= 4*delta/3"
        " for epsilon in [0, oo), delta in [0, 1]"
    )


@theorem(source="HartmannBindschaedlerWest2022, Corollary 7, proof", name="gce24.cor_7.eps_sum")
def cor_7_eps_sum(E: AtLeastOne, k: UpToTwenty) -> Claim:
    """The geometric sum in the proof of Corollary 7 is (1 + E)**k - 1.

    E is exp(epsilon); up to twenty rounds.
    """
    return Eq(
        Sum(2 ** (k - i) * E * ((1 + E) / 2) ** (k - i), (i, 1, k)),
        (1 + E) ** k - 1,
        evaluate=False,
    )


@theorem(source="HartmannBindschaedlerWest2022, Corollary 7, proof, equations (5) and (6)")
def eq_5_6(k: UpToTwenty) -> Claim:
    """The sum of deltas in the proof of Corollary 7 is k*2**(k - 1).

    Up to twenty rounds.
    """
    return Eq(
        Sum(2 ** (k - i) * (1 + Rational(1, 2) * (k - i)), (i, 1, k)),
        k * 2 ** (k - 1),
        evaluate=False,
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Corollary 7, proof, equations (5) and (6), for all k"
)
def eq_5_6_all() -> str:
    """For any number of rounds the sum of deltas in the proof of Corollary 7 is k*2**(k - 1).

    Counted from the last round; with twenty rounds from the first in gce24.eq_5_6.
    """
    return "Sum(2**j*(1 + j/2), (j, 0, k - 1)) == k*2**(k - 1) for k in 1..oo"


@theorem(
    source="HartmannBindschaedlerWest2022, Corollary 7, proof, the geometric sum, for all k",
    name="gce24.cor_7.eps_sum_all",
)
def cor_7_eps_sum_all() -> str:
    """For any number of rounds the sum in the proof of Corollary 7 is (1 + E)**k - 1.

    E is exp(epsilon). Counted from the last round, the powers of two cancelled; with twenty rounds
    from the first in gce24.cor_7.eps_sum.
    """
    return "Sum(E*(1 + E)**j, (j, 0, k - 1)) == (1 + E)**k - 1 for k in 1..oo, E in [1, oo)"


@theorem(source="HartmannBindschaedlerWest2022, Section V-B, the factor of almost two, for all k")
def factor_two_delta_all() -> str:
    """For any number of rounds simple composition exceeds the new delta by 2 - 2**(1 - k) at most.

    It is an equality.
    """
    return (
        "k*delta <= (2 - 2**(1 - k))*(k*2**(k - 1)*delta/(2**k - 1))"
        " for delta in [0, 1], k in 1..oo"
    )


@theorem(source="HartmannBindschaedlerWest2022, Section V-B, the factor of almost two, for all k")
def factor_two_all() -> str:
    """Simple composition of any number of rounds exceeds the new epsilon by 2 - 2**(1 - k) at most.

    The factor is approached as epsilon tends to 0.
    """
    return (
        "k*epsilon <= (2 - 2**(1 - k))*log(((1 + exp(epsilon))**k - 1)/(2**k - 1))"
        " for epsilon in [0, oo), k in 1..oo"
    )


@theorem(source="HartmannBindschaedlerWest2022, Section V-B, the factor of almost two, for all k")
def factor_one_all() -> str:
    """For any number of rounds the new epsilon is at most that of simple composition."""
    return (
        "log(((1 + exp(epsilon))**k - 1)/(2**k - 1)) <= k*epsilon"
        " for epsilon in [0, oo), k in 1..oo"
    )
