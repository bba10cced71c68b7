"""Section 3: composition theorems, basic, advanced and optimal."""

from __future__ import annotations

from sympy import exp, log, sqrt

from dpsym import (
    ApproxDP,
    Claim,
    Compose,
    Count,
    Mechanism,
    NonNegative,
    Probability,
    Within,
    given,
    theorem,
)

Confidence = Within["(0, 1]"]


@theorem(source="KairouzOhViswanath2015, Theorem 3.1")
def thm_3_1(M: Mechanism, epsilon: NonNegative, delta: Probability, k: Count) -> Claim:
    """Composing k rounds of (epsilon, delta)-DP is (k*epsilon, k*delta)-DP."""
    return given(ApproxDP(M, epsilon, delta)).then(ApproxDP(Compose(M, k), k * epsilon, k * delta))


@theorem(source="KairouzOhViswanath2015, Theorem 3.2")
def thm_3_2() -> str:
    """Composing k rounds costs k*epsilon*(exp(epsilon) - 1) and a square-root term.

    The advanced composition theorem of DworkRothblumVadhan2010.
    """
    return (
        "ApproxDP(M, epsilon, delta) => ApproxDP(Compose(M, k),"
        " k*epsilon*(exp(epsilon) - 1) + epsilon*sqrt(2*k*log(1/delta1)), k*delta + delta1)"
        " for delta1 in (0, 1]"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 3.3")
def thm_3_3() -> str:
    """Composing k rounds is ((k - 2*i)*epsilon, 1 - (1 - delta)**k*(1 - delta_i))-DP.

    The optimal composition theorem, equations (5) and (6).
    """
    return (
        "ApproxDP(M, epsilon, delta) and 2*i <= k => ApproxDP(Compose(M, k), (k - 2*i)*epsilon,"
        " 1 - (1 - delta)**k*(1 - Sum(binomial(k, l)*(exp(epsilon*(k - l))"
        " - exp(epsilon*(k - 2*i + l))), (l, 0, i - 1))/(1 + exp(epsilon))**k))"
        " for k in 1..oo, i in 0..oo"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 3.3, tightness for i = 0 and delta = 0")
def thm_3_3_attained_pure() -> str:
    """For k randomised responses no epsilon below k*epsilon is enough without a delta.

    The lower half of kov15.thm_3_3: what it bounds is attained.
    """
    return "PureDP(Compose(RandomizedResponse(epsilon), k), x) => k*epsilon <= x"


@theorem(source="KairouzOhViswanath2015, Theorem 3.3, tightness for k = 2 and i = 1")
def thm_3_3_attained_two() -> str:
    """For two canonical responses no smaller delta than that of kov15.thm_3_3 holds at 0.

    The lower half of kov15.converse_two: what it bounds is attained.
    """
    return (
        "ApproxDP(Compose(CanonicalRR(epsilon, delta), 2), 0, x) =>"
        " 1 - (1 - delta)**2*(1 - (exp(2*epsilon) - 1)/(1 + exp(epsilon))**2) <= x"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 3.4")
def thm_3_4() -> str:
    """Composing k rounds costs the least of three epsilons, for any extra failure delta1.

    The simplified composition theorem, equation (7).
    """
    return (
        "ApproxDP(M, epsilon, delta) => ApproxDP(Compose(M, k), Min(k*epsilon,"
        " k*epsilon*(exp(epsilon) - 1)/(exp(epsilon) + 1)"
        " + epsilon*sqrt(2*k*log(exp(1) + sqrt(k)*epsilon/delta1)),"
        " k*epsilon*(exp(epsilon) - 1)/(exp(epsilon) + 1) + epsilon*sqrt(2*k*log(1/delta1))),"
        " 1 - (1 - delta)**k*(1 - delta1))"
        " for delta1 in (0, 1]"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 3.4 with a smaller constant")
def lab_thm_3_4_plus() -> str:
    """In the second bound of Theorem 3.4 the constant e under the logarithm may be 1.

    Sharper than the second of the bounds in kov15.thm_3_4.
    """
    return (
        "ApproxDP(M, epsilon, delta) => ApproxDP(Compose(M, k),"
        " k*epsilon*(exp(epsilon) - 1)/(exp(epsilon) + 1)"
        " + epsilon*sqrt(2*k*log(1 + sqrt(k)*epsilon/delta1)),"
        " 1 - (1 - delta)**k*(1 - delta1))"
        " for delta1 in (0, 1]"
    )


@theorem(source="KairouzOhViswanath2015, Section 3, comparison of Theorems 3.2 and 3.4")
def claim_34_vs_32(epsilon: NonNegative, delta1: Confidence, k: Count) -> Claim:
    """The third epsilon of Theorem 3.4 is at most that of Theorem 3.2."""
    return k * epsilon * (exp(epsilon) - 1) / (exp(epsilon) + 1) + epsilon * sqrt(
        2 * k * log(1 / delta1)
    ) <= k * epsilon * (exp(epsilon) - 1) + epsilon * sqrt(2 * k * log(1 / delta1))


@theorem(source="KairouzOhViswanath2015, Section 3, comparison of Theorems 3.2 and 3.4")
def claim_34_vs_32_delta(delta: Probability, delta1: Probability, k: Count) -> Claim:
    """The failure probability of Theorem 3.4 is at most that of Theorem 3.2."""
    return 1 - (1 - delta) ** k * (1 - delta1) <= k * delta + delta1


@theorem(source="KairouzOhViswanath2015, Theorem 3.5")
def thm_3_5() -> str:
    """Composing two different rounds costs the least of three epsilons.

    The heterogeneous composition theorem for two rounds.
    """
    return (
        "ApproxDP(M1, epsilon1, delta1) and ApproxDP(M2, epsilon2, delta2) =>"
        " ApproxDP(Compose(M1, M2), Min(epsilon1 + epsilon2,"
        " epsilon1*(exp(epsilon1) - 1)/(exp(epsilon1) + 1)"
        " + epsilon2*(exp(epsilon2) - 1)/(exp(epsilon2) + 1)"
        " + sqrt(2*(epsilon1**2 + epsilon2**2)"
        "*log(exp(1) + sqrt(epsilon1**2 + epsilon2**2)/delta3)),"
        " epsilon1*(exp(epsilon1) - 1)/(exp(epsilon1) + 1)"
        " + epsilon2*(exp(epsilon2) - 1)/(exp(epsilon2) + 1)"
        " + sqrt(2*(epsilon1**2 + epsilon2**2)*log(1/delta3))),"
        " delta3 + (1 - delta3)*(delta1 + delta2 - delta1*delta2))"
        " for epsilon1 in (0, oo), epsilon2 in (0, oo), delta3 in (0, 1]"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 3.5 for three rounds")
def thm_3_5_three() -> str:
    """Composing three different pure rounds costs the third of the three epsilons."""
    return (
        "PureDP(M1, epsilon1) and PureDP(M2, epsilon2) and PureDP(M3, epsilon3) =>"
        " ApproxDP(Compose(M1, M2, M3), epsilon1*tanh(epsilon1/2) + epsilon2*tanh(epsilon2/2)"
        " + epsilon3*tanh(epsilon3/2)"
        " + sqrt(2*(epsilon1**2 + epsilon2**2 + epsilon3**2)*log(1/delta)), delta)"
        " for epsilon1 in (0, oo), epsilon2 in (0, oo), epsilon3 in (0, oo), delta in (0, 1]"
    )


@theorem(source="KairouzOhViswanath2015, Section 3, high privacy")
def simplified_09() -> str:
    """For epsilon up to 0.9 the means of Theorem 3.4 may be replaced by k*epsilon**2."""
    return (
        "ApproxDP(M, epsilon, delta) => ApproxDP(Compose(M, k), Min(k*epsilon,"
        " k*epsilon**2 + epsilon*sqrt(2*k*log(exp(1) + sqrt(k)*epsilon/delta1)),"
        " k*epsilon**2 + epsilon*sqrt(2*k*log(1/delta1))), 1 - (1 - delta)**k*(1 - delta1))"
        " for epsilon in [0, 9/10], delta1 in (0, 1]"
    )


@theorem(source="KairouzOhViswanath2015, Section 3, high privacy, for every epsilon")
def simplified_09_every() -> str:
    """For every epsilon the means of Theorem 3.4 may be replaced by k*epsilon**2/2.

    Stronger than kov15.simplified_09: the restriction to 0.9 is not needed.
    """
    return (
        "ApproxDP(M, epsilon, delta) => ApproxDP(Compose(M, k),"
        " k*epsilon**2/2 + epsilon*sqrt(2*k*log(exp(1) + sqrt(k)*epsilon/delta1)),"
        " 1 - (1 - delta)**k*(1 - delta1)) for delta1 in (0, 1]"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 3.1, in the experiment")
def thm_3_1_experiment() -> str:
    """In the composition experiment k rounds of (epsilon, delta)-DP are (k*epsilon, k*delta)-DP.

    An adversary chooses a pair of databases for each round, and a hidden bit which is used.
    """
    return (
        "ApproxDP(M, epsilon, delta) =>"
        " HypothesisDP(Compose(M, k), Ones(0), Ones(k), k*epsilon, k*delta)"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 3.2, in the experiment")
def thm_3_2_experiment() -> str:
    """The advanced composition theorem holds in the composition experiment."""
    return (
        "ApproxDP(M, epsilon, delta) => HypothesisDP(Compose(M, k), Ones(0), Ones(k),"
        " k*epsilon*(exp(epsilon) - 1) + epsilon*sqrt(2*k*log(1/delta1)), k*delta + delta1)"
        " for delta1 in (0, 1]"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 3.3, in the experiment")
def thm_3_3_experiment() -> str:
    """The optimal composition theorem holds in the composition experiment."""
    return (
        "ApproxDP(M, epsilon, delta) and 2*i <= k =>"
        " HypothesisDP(Compose(M, k), Ones(0), Ones(k), (k - 2*i)*epsilon,"
        " 1 - (1 - delta)**k*(1 - Sum(binomial(k, l)*(exp(epsilon*(k - l))"
        " - exp(epsilon*(k - 2*i + l))), (l, 0, i - 1))/(1 + exp(epsilon))**k))"
        " for k in 1..oo, i in 0..oo"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 3.4, in the experiment")
def thm_3_4_experiment() -> str:
    """The simplified composition theorem holds in the composition experiment."""
    return (
        "ApproxDP(M, epsilon, delta) => HypothesisDP(Compose(M, k), Ones(0), Ones(k), Min("
        "k*epsilon, k*epsilon*(exp(epsilon) - 1)/(exp(epsilon) + 1)"
        " + epsilon*sqrt(2*k*log(exp(1) + sqrt(k)*epsilon/delta1)),"
        " k*epsilon*(exp(epsilon) - 1)/(exp(epsilon) + 1) + epsilon*sqrt(2*k*log(1/delta1))),"
        " 1 - (1 - delta)**k*(1 - delta1)) for delta1 in (0, 1]"
    )


@theorem(
    source="KairouzOhViswanath2015, Theorem 3.1 for fewer rounds, in the experiment",
    expect="refuted",
)
def thm_3_1_experiment_fewer() -> str:
    """In the experiment k rounds of (epsilon, delta)-DP are ((k - 1)*epsilon, k*delta)-DP.

    What holds is kov15.thm_3_1_experiment.
    """
    return (
        "ApproxDP(M, epsilon, delta) =>"
        " HypothesisDP(Compose(M, k), Ones(0), Ones(k), (k - 1)*epsilon, k*delta)"
    )
