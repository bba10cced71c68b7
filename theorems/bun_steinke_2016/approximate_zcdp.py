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

    The corollary for equal rounds, up to twenty of them; for any number bs16.cor_8_11_first_all.
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


@theorem(source="BunSteinke2016, Corollary 8.11")
def cor_8_11_first_all() -> str:
    """Composing any number k of rounds of (epsilon, delta)-DP costs what bs16.cor_8_11_first says.

    The corollary for equal rounds.
    """
    return (
        "ApproxDP(M, epsilon, delta) => ApproxDP(Compose(M, k),"
        " k*epsilon**2/2 + epsilon*sqrt(2*k*log(1/delta1)), delta1 + k*delta)"
        " for k in 1..oo, delta1 in (0, 1]"
    )


@theorem(source="BunSteinke2016, Lemma 8.2 with a smaller failure probability", expect="refuted")
def lem_8_2_smaller() -> str:
    """Composition of approximate zCDP has failure probability delta1 + delta2 - 2*delta1*delta2.

    It is delta1 + delta2 - delta1*delta2, see bs16.lem_8_2.
    """
    return (
        "ApproxZCDP(M1, delta1, rho1) and ApproxZCDP(M2, delta2, rho2) =>"
        " ApproxZCDP(Compose(M1, M2), delta1 + delta2 - 2*delta1*delta2, rho1 + rho2)"
    )


@theorem(source="BunSteinke2016, Lemma 8.2, proof by conditioning", expect="refuted")
def lem_8_2_conditioning() -> str:
    """Conditioned on events of probability 7/10 and 1, two equal laws stay equal.

    A uniform bit, whatever the database; on its values the second mechanism succeeds with
    probabilities 7/10 and 1 for one database and 1 and 7/10 for the other. Conditioning reweights
    the bit, so that the proof needs mixtures of one weight; the lemma is bs16.lem_8_2.
    """
    return "Renyi(2, Finite(7/17, 10/17), Finite(10/17, 7/17)) <= 0"


@theorem(source="BunSteinke2016, Definition 8.5")
def def_8_5() -> str:
    """The canonical response is (epsilon, delta)-DP."""
    return "ApproxDP(CanonicalRR(epsilon, delta), epsilon, delta)"


@theorem(source="BunSteinke2016, Definition 8.5, tightness")
def def_8_5_tight() -> str:
    """The two laws of the canonical response have hockey stick delta at epsilon."""
    return (
        "HockeyStick(epsilon, Finite(delta, (1 - delta)*exp(epsilon)/(1 + exp(epsilon)),"
        " (1 - delta)/(1 + exp(epsilon)), 0), Finite(0, (1 - delta)/(1 + exp(epsilon)),"
        " (1 - delta)*exp(epsilon)/(1 + exp(epsilon)), delta)) == delta"
        " for epsilon in [0, oo), delta in [0, 1]"
    )


@theorem(source="BunSteinke2016, Lemma 8.6, one instance")
def lem_8_6() -> str:
    """A kernel turns the canonical response for log(2) and 1/4 into a pair within it.

    The pair is (5/8, 3/8), (3/16, 13/16), at the edge of (log(2), 1/4)-DP. That there is a
    kernel for every pair is the axiom of domination, which the tests try at random.
    """
    return (
        "TotalVariation(Pushforward(Kernel((1, 0), (3/4, 1/4), (0, 1), (0, 1)),"
        " Finite(1/4, 1/2, 1/4, 0)), Finite(5/8, 3/8)) == 0"
        " and TotalVariation(Pushforward(Kernel((1, 0), (3/4, 1/4), (0, 1), (0, 1)),"
        " Finite(0, 1/4, 1/2, 1/4)), Finite(3/16, 13/16)) == 0"
    )


@theorem(source="BunSteinke2016, Lemma 8.8 without the tail", expect="refuted")
def lem_8_8_no_tail() -> str:
    """A delta-approximately rho-zCDP mechanism is (rho + 1, delta)-DP.

    The tail of bs16.lem_8_8 cannot be left out.
    """
    return "ApproxZCDP(M, delta, rho) => ApproxDP(M, rho + 1, delta) for rho in (0, oo)"


@theorem(source="BunSteinke2016, Corollary 8.9 for two mechanisms")
def cor_8_9() -> str:
    """Composing two mechanisms combines their deltas with the tail of Lemma 3.5."""
    return (
        "ApproxDP(M1, e1, d1) and ApproxDP(M2, e2, d2) and epsilon >= (e1**2 + e2**2)/2 =>"
        " ApproxDP(Compose(M1, M2), epsilon, 1 - (1 - d1)*(1 - d2)"
        "*(1 - exp(-(epsilon - (e1**2 + e2**2)/2)**2/(2*(e1**2 + e2**2)))))"
        " for e1 in (0, oo), e2 in (0, oo)"
    )


@theorem(source="BunSteinke2016, Corollary 8.9 for two mechanisms, the smallest option")
def cor_8_9_third() -> str:
    """Composing two mechanisms combines their deltas with the third tail of Lemma 3.6."""
    return (
        "ApproxDP(M1, e1, d1) and ApproxDP(M2, e2, d2) and epsilon >= (e1**2 + e2**2)/2 =>"
        " ApproxDP(Compose(M1, M2), epsilon, 1 - (1 - d1)*(1 - d2)"
        "*(1 - 2*exp(-(epsilon - (e1**2 + e2**2)/2)**2/(2*(e1**2 + e2**2)))"
        "/(1 + (epsilon - (e1**2 + e2**2)/2)/(e1**2 + e2**2)"
        " + sqrt((1 + (epsilon - (e1**2 + e2**2)/2)/(e1**2 + e2**2))**2"
        " + 8/(pi*(e1**2 + e2**2))))))"
        " for e1 in (0, oo), e2 in (0, oo)"
    )


@theorem(source="BunSteinke2016, Corollary 8.9 for equal mechanisms")
def cor_8_9_many() -> str:
    """Composing k equal mechanisms combines their deltas with the tail of Lemma 3.5."""
    return (
        "ApproxDP(M, e1, d1) and epsilon >= k*e1**2/2 => ApproxDP(Compose(M, k), epsilon,"
        " 1 - (1 - d1)**k*(1 - exp(-(epsilon - k*e1**2/2)**2/(2*k*e1**2))))"
        " for e1 in (0, oo), k in 1..oo"
    )


@theorem(source="BunSteinke2016, Corollary 8.10 for two mechanisms")
def cor_8_10() -> str:
    """Corollary 8.9 at epsilon = norm**2/2 + z*sqrt(2)*norm, norm the length of the epsilons."""
    return (
        "ApproxDP(M1, e1, d1) and ApproxDP(M2, e2, d2) => ApproxDP(Compose(M1, M2),"
        " (e1**2 + e2**2)/2 + z*sqrt(2*(e1**2 + e2**2)), 1 - (1 - d1)*(1 - d2)*(1 - exp(-z**2)))"
        " for e1 in (0, oo), e2 in (0, oo), z in [0, oo)"
    )


@theorem(source="BunSteinke2016, Corollary 8.10 for equal mechanisms")
def cor_8_10_many() -> str:
    """Corollary 8.9 for k equal mechanisms at epsilon = k*e1**2/2 + z*sqrt(2*k)*e1."""
    return (
        "ApproxDP(M, e1, d1) => ApproxDP(Compose(M, k), k*e1**2/2 + z*e1*sqrt(2*k),"
        " 1 - (1 - d1)**k*(1 - exp(-z**2))) for e1 in (0, oo), z in [0, oo), k in 1..oo"
    )


@theorem(source="BunSteinke2016, comparison after Corollary 8.11")
def rem_8_11() -> str:
    """The first term is at most half of that of Dwork, Rothblum and Vadhan."""
    return "k*epsilon**2/2 <= k*epsilon*(exp(epsilon) - 1)/2 for k in 1..oo, epsilon in [0, oo)"


@theorem(source="BunSteinke2016, comparison after Corollary 8.11")
def rem_8_11_log() -> str:
    """Where sqrt(pi/2)*norm is at most 1 the second logarithm of Corollary 8.11 is the smaller."""
    return (
        "sqrt(pi/2)*norm <= 1 => log(sqrt(pi/2)*norm/delta) <= log(1/delta)"
        " for norm in (0, oo), delta in (0, 1]"
    )


@theorem(source="BunSteinke2016, Lemma 8.2, for any real xi")
def lem_8_2_real() -> str:
    """Composition of approximate zCDP adds xi and rho also where a xi is negative."""
    return (
        "ApproxZCDP(M1, delta1, xi1, rho1) and ApproxZCDP(M2, delta2, xi2, rho2) =>"
        " ApproxZCDP(Compose(M1, M2), delta1 + delta2 - delta1*delta2, xi1 + xi2, rho1 + rho2)"
        " for xi1 in (-oo, oo), xi2 in (-oo, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 8.6")
def lem_8_6_all() -> str:
    """Every (epsilon, delta)-DP mechanism is an image of the canonical response."""
    return "ApproxDP(M, epsilon, delta) => Simulable(M, epsilon, delta)"
