"""Appendix C: the steps behind the noise of the Johnson-Lindenstrauss mechanism."""

# ruff: noqa: N802 - items of an appendix keep its capital letter

from __future__ import annotations

from sympy import E, Eq, erfc, exp, log, sqrt

from dpsym import Claim, Count, NonNegative, Positive, Within, theorem

Confidence = Within["(0, 1]"]
UpToHalf = Within["(0, 1/2]"]
UpToOne = Within["(0, 1]"]


@theorem(source="KairouzOhViswanath2015, Appendix C, one row, after BlockiBlumDattaSheffet2012")
def app_C_row(epsilon: Positive, s: Positive) -> Claim:
    """A row of variance 1 + s against 1 differs by no more than the mass beyond the crossing.

    The hockey stick of N(0, 1 + s) from N(0, 1): the densities cross where
    x**2 = (1 + s)*(2*epsilon + log(1 + s))/s, and the mass beyond is at most that beyond
    sqrt(2*epsilon*(1 + s)/s).
    """
    inner = sqrt((2 * epsilon + log(1 + s)) / (2 * s))
    outer = sqrt((1 + s) * (2 * epsilon + log(1 + s)) / (2 * s))
    return erfc(inner) - exp(epsilon) * erfc(outer) <= erfc(sqrt(epsilon / s))


@theorem(source="KairouzOhViswanath2015, Appendix C, the weight of one row")
def app_C_row_weight(w: NonNegative) -> Claim:
    """With weight 4*log(2/delta)/epsilon the mass beyond the crossing is at most delta.

    There sqrt(epsilon/s) is w = sqrt(2*log(2/delta)), that is, delta = 2*exp(-w**2/2).
    """
    return erfc(w) <= 2 * exp(-(w**2) / 2)


@theorem(source="KairouzOhViswanath2015, Appendix C, the new choice")
def app_C_rounds() -> str:
    """Rows within epsilon/sqrt(4*r*log(e + 2*epsilon/delta)) and delta/(2*r) meet the budget."""
    return (
        "ApproxDP(M, epsilon/(2*sqrt(r*log(exp(1) + 2*epsilon/delta))), delta/(2*r)) =>"
        " ApproxDP(Compose(M, r), epsilon, delta)"
        " for epsilon in (0, 1), delta in (0, 1], r in 1..oo"
    )


@theorem(source="KairouzOhViswanath2015, Appendix C, the noise of the new choice")
def app_C_noise(epsilon: UpToOne, delta: Confidence, r: Count) -> Claim:
    """The weight 4*log(2/delta0)/epsilon0 of the new choice is the printed one."""
    size = log(E + 2 * epsilon / delta)
    return Eq(
        4 * log(2 / (delta / (2 * r))) / (epsilon / sqrt(4 * r * size)),
        4 * sqrt(4 * r * size) * log(4 * r / delta) / epsilon,
        evaluate=False,
    )


@theorem(
    source="KairouzOhViswanath2015, Appendix C, the old choice with Theorem 3.2", expect="refuted"
)
def app_C_old_choice(epsilon: UpToOne, delta: Confidence, r: Count) -> Claim:
    """Rows within epsilon/sqrt(4*r*log(2/delta)) meet the budget by Theorem 3.2.

    False for delta near 1, see kov15.app_C_old_choice_half.
    """
    row = epsilon / (2 * sqrt(r * log(2 / delta)))
    return r * row * (exp(row) - 1) + row * sqrt(2 * r * log(2 / delta)) <= epsilon


@theorem(source="KairouzOhViswanath2015, Appendix C, the old choice for delta up to one half")
def app_C_old_choice_half(epsilon: UpToOne, delta: UpToHalf, r: Count) -> Claim:
    """The old choice meets the budget for delta up to one half.

    Repairs kov15.app_C_old_choice.
    """
    row = epsilon / (2 * sqrt(r * log(2 / delta)))
    return r * row * (exp(row) - 1) + row * sqrt(2 * r * log(2 / delta)) <= epsilon
