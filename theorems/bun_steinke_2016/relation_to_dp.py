"""Section 3: from pure differential privacy to zCDP, and from zCDP to approximate."""

from __future__ import annotations

from sympy import Min, S, cosh, exp, log, pi, sinh, sqrt, tanh

from dpsym import (
    KL,
    ZCDP,
    ApproxDP,
    Claim,
    Law,
    MaxDivergence,
    Mechanism,
    NonNegative,
    Order,
    Positive,
    PureDP,
    Real,
    Renyi,
    Within,
    given,
    theorem,
)

AtLeastOne = Within["[1, oo)"]
Confidence = Within["(0, 1]"]
OpenConfidence = Within["(0, 1)"]


@theorem(source="BunSteinke2016, Lemma 3.2")
def lem_3_2_forward(M: Mechanism, epsilon: NonNegative) -> Claim:
    """An epsilon-DP mechanism is (epsilon, 0)-zCDP."""
    return given(PureDP(M, epsilon)).then(ZCDP(M, epsilon, 0))


@theorem(source="BunSteinke2016, Lemma 3.2")
def lem_3_2_backward(M: Mechanism, epsilon: NonNegative) -> Claim:
    """An (epsilon, 0)-zCDP mechanism is epsilon-DP."""
    return given(ZCDP(M, epsilon, 0)).then(PureDP(M, epsilon))


@theorem(source="BunSteinke2016, Proposition 3.3")
def prop_3_3(P: Law, Q: Law, epsilon: NonNegative, alpha: Order) -> Claim:
    """Two laws within epsilon both ways have Renyi divergence at most alpha*epsilon**2/2."""
    return given(MaxDivergence(P, Q) <= epsilon, MaxDivergence(Q, P) <= epsilon).then(
        Renyi(alpha, P, Q) <= alpha * epsilon**2 / 2
    )


@theorem(source="BunSteinke2016, Proposition 3.3, proof")
def prop_3_3_sinh(epsilon: Positive, alpha: Order) -> Claim:
    """The moment of randomised response is at most exp(alpha*(alpha - 1)*epsilon**2/2)."""
    return (sinh(alpha * epsilon) - sinh((alpha - 1) * epsilon)) / sinh(epsilon) <= exp(
        alpha * (alpha - 1) * epsilon**2 / 2
    )


@theorem(source="BunSteinke2016, Proposition 3.3, proof without Lemma B.1")
def prop_3_3_cosh(epsilon: NonNegative, alpha: Order) -> Claim:
    """The log-moment of randomised response is at most alpha*(alpha - 1)*epsilon**2/2.

    The same inequality as bs16.prop_3_3_sinh, with the factor sinh(epsilon/2) cancelled.
    """
    return (
        log(cosh((alpha - S.Half) * epsilon) / cosh(epsilon / 2))
        <= alpha * (alpha - 1) * epsilon**2 / 2
    )


@theorem(source="BunSteinke2016, Remark 3.4")
def rem_3_4(P: Law, Q: Law, epsilon: NonNegative) -> Claim:
    """Two laws within epsilon both ways have KL divergence at most epsilon**2/2."""
    return given(MaxDivergence(P, Q) <= epsilon, MaxDivergence(Q, P) <= epsilon).then(
        KL(P, Q) <= epsilon**2 / 2
    )


@theorem(source="Steinke2024, sharpening BunSteinke2016, Proposition 3.3")
def x_opt_pure(M: Mechanism, epsilon: NonNegative) -> Claim:
    """An epsilon-DP mechanism is (epsilon*tanh(epsilon/2))-zCDP.

    The least constant: randomised response attains it as the order tends to 1. Sharper than
    bs16.prop_1_4.
    """
    return given(PureDP(M, epsilon)).then(ZCDP(M, epsilon * tanh(epsilon / 2)))


@theorem(source="BunSteinke2016, Lemma 3.5")
def lem_3_5(M: Mechanism, xi: Real, rho: Positive, delta: Confidence) -> Claim:
    """An (xi, rho)-zCDP mechanism is (xi + rho + sqrt(4*rho*log(1/delta)), delta)-DP."""
    return given(ZCDP(M, xi, rho)).then(
        ApproxDP(M, xi + rho + sqrt(4 * rho * log(1 / delta)), delta)
    )


@theorem(source="BunSteinke2016, Lemma 3.5")
def lem_3_5_inverse(M: Mechanism, xi: Real, epsilon: NonNegative, delta: Confidence) -> Claim:
    """For (epsilon, delta)-DP it suffices that rho solves the equation of Lemma 3.5."""
    return given(
        xi <= epsilon,
        ZCDP(M, xi, (sqrt(epsilon - xi + log(1 / delta)) - sqrt(log(1 / delta))) ** 2),
    ).then(ApproxDP(M, epsilon, delta))


@theorem(
    source="BunSteinke2016, Lemma 3.5 with its approximate solution taken literally",
    expect="refuted",
)
def lem_3_5_approximate(
    M: Mechanism, xi: NonNegative, epsilon: NonNegative, delta: OpenConfidence
) -> Claim:
    """For (epsilon, delta)-DP the approximate solution (epsilon - xi)**2/(4*log(1/delta)) suffices.

    The approximation displayed in the lemma always exceeds the solution, so that using it in its
    place is unsound. The nearest safe closed form is bs16.x_35_safe.
    """
    return given(xi <= epsilon, ZCDP(M, xi, (epsilon - xi) ** 2 / (4 * log(1 / delta)))).then(
        ApproxDP(M, epsilon, delta)
    )


@theorem(source="BunSteinke2016, Lemma 3.5, a closed form derived from it")
def x_35_safe(M: Mechanism, xi: Real, epsilon: NonNegative, delta: OpenConfidence) -> Claim:
    """For (epsilon, delta)-DP rho = (epsilon - xi)**2/(4*(epsilon - xi + log(1/delta))) is enough.

    The safe counterpart of bs16.lem_3_5_approximate.
    """
    return given(
        xi <= epsilon,
        ZCDP(M, xi, (epsilon - xi) ** 2 / (4 * (epsilon - xi + log(1 / delta)))),
    ).then(ApproxDP(M, epsilon, delta))


@theorem(source="BunSteinke2016, Lemma 3.6")
def lem_3_6a(M: Mechanism, xi: Real, rho: Positive, delta: Confidence) -> Claim:
    """An (xi, rho)-zCDP mechanism is (xi + rho + sqrt(4*rho*log(sqrt(pi*rho)/delta)), delta)-DP.

    Printed for every delta > 0; above sqrt(pi*rho) the root is not real and nothing is claimed.
    """
    return given(ZCDP(M, xi, rho), delta <= sqrt(pi * rho)).then(
        ApproxDP(M, xi + rho + sqrt(4 * rho * log(sqrt(pi * rho) / delta)), delta)
    )


@theorem(source="BunSteinke2016, Lemma 3.6")
def lem_3_6b_first(M: Mechanism, xi: Real, rho: Positive, epsilon: NonNegative) -> Claim:
    """An (xi, rho)-zCDP mechanism has delta at most sqrt(pi*rho) times the Gaussian factor."""
    return given(ZCDP(M, xi, rho), epsilon >= xi + rho).then(
        ApproxDP(M, epsilon, exp(-((epsilon - xi - rho) ** 2) / (4 * rho)) * sqrt(pi * rho))
    )


@theorem(source="BunSteinke2016, Lemma 3.6")
def lem_3_6b_second(M: Mechanism, xi: Real, rho: Positive, epsilon: NonNegative) -> Claim:
    """An (xi, rho)-zCDP mechanism has delta at most the Gaussian factor over the optimal order."""
    return given(ZCDP(M, xi, rho), epsilon >= xi + rho).then(
        ApproxDP(
            M,
            epsilon,
            exp(-((epsilon - xi - rho) ** 2) / (4 * rho)) / (1 + (epsilon - xi - rho) / (2 * rho)),
        )
    )


@theorem(source="BunSteinke2016, Lemma 3.6")
def lem_3_6b_third(M: Mechanism, xi: Real, rho: Positive, epsilon: NonNegative) -> Claim:
    """An (xi, rho)-zCDP mechanism has delta at most the third and smallest option of the lemma."""
    order = 1 + (epsilon - xi - rho) / (2 * rho)
    return given(ZCDP(M, xi, rho), epsilon >= xi + rho).then(
        ApproxDP(
            M,
            epsilon,
            exp(-((epsilon - xi - rho) ** 2) / (4 * rho))
            * 2
            / (order + sqrt(order**2 + 4 / (pi * rho))),
        )
    )


@theorem(source="BunSteinke2016, Lemma 3.6")
def lem_3_6c(A: AtLeastOne, rho: Positive) -> Claim:
    """The third option of Lemma 3.6 is at most each of the other two."""
    return 2 / (A + sqrt(A**2 + 4 / (pi * rho))) <= Min(sqrt(pi * rho), 1 / A)
