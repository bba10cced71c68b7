"""Concurrent composition of any number of mechanisms, each with parameters of its own."""

from __future__ import annotations

from dpsym import theorem


@theorem(source="VadhanWang2021, Corollary 3, basic composition")
def cor_3_family() -> str:
    """Running any number of interactive mechanisms side by side adds their epsilons."""
    return (
        "PureDP(M[i], epsilon[i]) each i in 1..k =>"
        " PureDP(Concurrent(M[i], (i, 1, k)), Sum(epsilon[i], (i, 1, k)))"
    )


@theorem(source="VadhanWang2021, Corollary 3, advanced composition")
def cor_3_family_advanced() -> str:
    """Advanced composition holds for any number of interactive mechanisms side by side."""
    return (
        "PureDP(M[i], epsilon[i]) each i in 1..k => ApproxDP(Concurrent(M[i], (i, 1, k)),"
        " Sum(epsilon[i]**2, (i, 1, k))/2"
        " + sqrt(2*Sum(epsilon[i]**2, (i, 1, k))*log(1/delta)), delta) for delta in (0, 1]"
    )


@theorem(source="VadhanWang2021, the conjecture after Theorem 1")
def conjecture_family() -> str:
    """Any number of interactive mechanisms fail side by side as they do one after another."""
    return (
        "ApproxDP(M[i], epsilon[i], delta[i]) each i in 1..k =>"
        " ApproxDP(Concurrent(M[i], (i, 1, k)), Sum(epsilon[i], (i, 1, k)),"
        " 1 - Product(1 - delta[i], (i, 1, k)))"
    )
