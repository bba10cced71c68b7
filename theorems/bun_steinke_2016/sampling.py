"""Appendix C: privacy against sampling error."""

# ruff: noqa: N802 - items of an appendix keep its capital letter

from __future__ import annotations

from sympy import Eq, exp, log, sqrt

from dpsym import KL, ChiSquared, Claim, Law, Renyi, TotalVariation, Within, theorem

Inner = Within["(0, 1)"]


@theorem(source="BunSteinke2016, Lemma C.1")
def lem_C_1(P: Law, Q: Law) -> Claim:
    """KL divergence is at least twice the square of total variation (Pinsker).

    Equivalent to the printed bound on the means of variables with values in [-1, 1].
    """
    return KL(P, Q) >= 2 * TotalVariation(P, Q) ** 2


@theorem(source="BunSteinke2016, Lemma C.1, proof")
def lem_C_1_binary(p: Inner, q: Inner) -> Claim:
    """Pinsker's inequality holds for two Bernoulli laws."""
    return p * log(p / q) + (1 - p) * log((1 - p) / (1 - q)) >= 2 * (p - q) ** 2


@theorem(source="BunSteinke2016, Lemma C.2")
def lem_C_2(P: Law, Q: Law) -> Claim:
    """Total variation is at most half of sqrt(exp(Renyi(2)) - 1).

    The lemma for functions with values -1 and 1.
    """
    return TotalVariation(P, Q) <= sqrt(exp(Renyi(2, P, Q)) - 1) / 2


@theorem(source="BunSteinke2016, Lemma C.2, proof")
def lem_C_2_identity(P: Law, Q: Law) -> Claim:
    """Chi-squared divergence is exp(Renyi(2)) - 1."""
    return Eq(ChiSquared(P, Q), exp(Renyi(2, P, Q)) - 1, evaluate=False)
