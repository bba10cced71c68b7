"""Theorem 3.3 at every epsilon, and that no smaller deltas hold for canonical responses."""

from __future__ import annotations

from dpsym import theorem

_CURVE = (
    "1 - (1 - delta)**k*(1 - {share}Sum(binomial(k, l)*Max(exp(epsilon*(k - l))"
    " - exp(epsilon1 + epsilon*l), 0), (l, 0, k))/(1 + exp(epsilon))**k)"
)
_KNOTS = (
    "1 - (1 - delta)**k*(1 - {share}Sum(binomial(k, l)*(exp(epsilon*(k - l))"
    " - exp(epsilon*(k - 2*i + l))), (l, 0, i - 1))/(1 + exp(epsilon))**k)"
)


@theorem(source="KairouzOhViswanath2015, Theorem 3.3, tightness")
def thm_3_3_attained() -> str:
    """For k canonical responses no delta below that of kov15.thm_3_3 holds at (k - 2*i)*epsilon."""
    return (
        "ApproxDP(Compose(CanonicalRR(epsilon, delta), k), (k - 2*i)*epsilon, x) and i <= k/2 =>"
        f" {_KNOTS.format(share='')} <= x for k in 1..oo, i in 0..oo"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 3.3, tightness, 2 % more", expect="refuted")
def thm_3_3_attained_beyond() -> str:
    """For k canonical responses no delta with 51/50 of the sum of kov15.thm_3_3 holds.

    There are none below that of kov15.thm_3_3_attained.
    """
    return (
        "ApproxDP(Compose(CanonicalRR(epsilon, delta), k), (k - 2*i)*epsilon, x) and i <= k/2 =>"
        f" {_KNOTS.format(share='51/50*')} <= x for k in 1..oo, i in 0..oo"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 3.3, between its epsilons")
def thm_3_3_curve() -> str:
    """In the experiment k rounds of (epsilon, delta)-DP have a sum for their delta at any epsilon1.

    Optimal composition of rounds that are alike, as in MurtaghVadhan2016, Theorem 1.5.
    """
    return (
        "ApproxDP(M, epsilon, delta) =>"
        f" HypothesisDP(Compose(M, k), Ones(0), Ones(k), epsilon1, {_CURVE.format(share='')})"
        " for k in 1..oo"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 3.3, between its epsilons, 2 % less",
         expect="refuted")  # fmt: skip
def thm_3_3_curve_less() -> str:
    """In the experiment 49/50 of that sum suffices.

    It takes all of it, kov15.thm_3_3_curve.
    """
    return (
        "ApproxDP(M, epsilon, delta) =>"
        f" HypothesisDP(Compose(M, k), Ones(0), Ones(k), epsilon1, {_CURVE.format(share='49/50*')})"
        " for k in 1..oo"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 3.3, between its epsilons, tightness")
def thm_3_3_curve_attained() -> str:
    """For k canonical responses no delta below that of kov15.thm_3_3_curve holds at any epsilon1.

    The other half of optimal composition of rounds that are alike, MurtaghVadhan2016, Theorem 1.5.
    """
    return (
        "ApproxDP(Compose(CanonicalRR(epsilon, delta), k), epsilon1, x) =>"
        f" {_CURVE.format(share='')} <= x for k in 1..oo"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 4.4 for k queries, tightness")
def thm_4_4_attained() -> str:
    """The privacy curve of k geometric mechanisms, kov15.thm_4_4_rounds, is no lower."""
    return (
        "ApproxDP(Compose(GeometricMechanism(epsilon), k), (k - 2*i)*epsilon, x) =>"
        " Sum(binomial(k, l)*(exp(epsilon*(k - l)) - exp(epsilon*(k - 2*i + l))), (l, 0, i - 1))"
        "/(1 + exp(epsilon))**k <= x for k in 1..oo, i in 0..oo"
    )
