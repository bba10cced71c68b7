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


@theorem(source="VadhanWang2021, Theorem 1, any number of equal parameters")
def thm_1_family() -> str:
    """Any number of interactive (epsilon, delta)-DP mechanisms side by side, as Theorem 1 has it.

    Its first display; the second is vw21.thm_1_family_own.
    """
    return (
        "ApproxDP(M[i], epsilon, delta) each i in 1..k =>"
        " ApproxDP(Concurrent(M[i], (i, 1, k)), k*epsilon,"
        " (exp(k*epsilon) - 1)/(exp(epsilon) - 1)*delta) for epsilon in (0, oo)"
    )


_OWN = (
    "ApproxDP(M[i], epsilon[i], delta[i]) each i in 1..k =>"
    " ApproxDP(Concurrent(M[i], (i, 1, k)), Sum(epsilon[i], (i, 1, k)),"
)
_BEFORE = "Sum(epsilon[j], (j, 1, i - 1))"
_WEIGHED = f"Sum(delta[i]*exp({_BEFORE}), (i, 1, k))"


@theorem(source="VadhanWang2021, Theorem 1, any parameters")
def thm_1_family_own() -> str:
    """Epsilons add, and each delta counts exp(epsilon) of those before it, for any number.

    Its second display. The order is any: members may be listed in every order.
    """
    return f"{_OWN} {_WEIGHED})"


@theorem(source="VadhanWang2021, Theorem 1, any parameters, 2 % less", expect="refuted")
def thm_1_family_own_less() -> str:
    """98 % of the weighed deltas are enough.

    One mechanism takes all of its delta, vw21.thm_1_family_own.
    """
    return f"{_OWN} 49/50*{_WEIGHED})"


@theorem(source="VadhanWang2021, remark after Theorem 1, the order reversed")
def thm_1_family_reversed() -> str:
    """The bound of Theorem 1 for the order reversed, for any number of mechanisms.

    Those after i add up to all epsilons without its own and those before it.
    """
    return (
        f"{_OWN} exp(Sum(epsilon[i], (i, 1, k)))"
        f"*Sum(delta[i]*exp(-epsilon[i] - {_BEFORE}), (i, 1, k)))"
    )


def _first(ratio: str) -> str:
    return (
        f"delta[i]*(exp(epsilon0) - 1) <= {ratio}*delta0*(exp(epsilon[i]) - 1) each i in 1..k =>"
        f" delta0 + exp(epsilon0)*{_WEIGHED} <= {_WEIGHED} + exp(Sum(epsilon[i], (i, 1, k)))*delta0"
        " for epsilon0 in [0, oo), delta0 in [0, 1], epsilon[i] in [0, oo), delta[i] in [0, 1]"
    )


@theorem(source="VadhanWang2021, remark after Theorem 1, the best order")
def thm_1_best_first() -> str:
    """The largest delta/(exp(epsilon) - 1) is best first, before any number of others in any order.

    Against the same mechanism behind these; what stands behind both has the same weight. So the
    order by falling delta/(exp(epsilon) - 1) is the best of all.
    """
    return _first("1")


@theorem(source="VadhanWang2021, the best order, with a ratio 2 % larger", expect="refuted")
def thm_1_best_first_larger() -> str:
    """A mechanism may stand first whose ratio is up to 2 % smaller than those of the others.

    The ratios have to be compared as vw21.thm_1_best_first has it.
    """
    return _first("51/50")


@theorem(source="Lyu2022, Renyi divergence of any number of mechanisms side by side")
def conjecture_renyi_family() -> str:
    """Renyi differential privacy adds for any number of interactive mechanisms side by side."""
    return (
        "RenyiDP(M[i], alpha, t[i]) each i in 1..k =>"
        " RenyiDP(Concurrent(M[i], (i, 1, k)), alpha, Sum(t[i], (i, 1, k))) for alpha in (1, oo)"
    )


@theorem(source="Lyu2022, zCDP of any number of mechanisms side by side")
def concurrent_zcdp_family() -> str:
    """ZCDP adds for any number of interactive mechanisms side by side."""
    return (
        "ZCDP(M[i], rho[i]) each i in 1..k =>"
        " ZCDP(Concurrent(M[i], (i, 1, k)), Sum(rho[i], (i, 1, k)))"
    )


@theorem(source="VadhanZhang2023, the conjecture of VadhanWang2021, three mechanisms")
def conjecture_optimal_three() -> str:
    """Optimal composition holds for three approximate-DP mechanisms run concurrently.

    With deltas of 0 it is Corollary 3.
    """
    return (
        "ApproxDP(M1, e1, d1) and ApproxDP(M2, e2, d2) and ApproxDP(M3, e3, d3) =>"
        " ApproxDP(Concurrent(M1, M2, M3), e, 1 - (1 - d1)*(1 - d2)*(1 - d3)*(1"
        " - (Max(exp(e1 + e2 + e3) - exp(e), 0) + Max(exp(e1 + e2) - exp(e + e3), 0)"
        " + Max(exp(e1 + e3) - exp(e + e2), 0) + Max(exp(e2 + e3) - exp(e + e1), 0)"
        " + Max(exp(e1) - exp(e + e2 + e3), 0) + Max(exp(e2) - exp(e + e1 + e3), 0)"
        " + Max(exp(e3) - exp(e + e1 + e2), 0))"
        "/((1 + exp(e1))*(1 + exp(e2))*(1 + exp(e3)))))"
    )


_OPTIMAL = (
    "ApproxDP(M[i], epsilon[i], delta[i]) each i in 1..k and"
    " ApproxDP(Compose(CanonicalRR(epsilon[i], delta[i]), (i, 1, k)), epsilon0, delta0) =>"
)


@theorem(source="VadhanZhang2023, the conjecture of VadhanWang2021, optimal composition")
def conjecture_family_optimal() -> str:
    """Whatever canonical responses satisfy together, interactive mechanisms do side by side.

    The optimal curve of MurtaghVadhan2016, for any number of mechanisms.
    """
    return f"{_OPTIMAL} ApproxDP(Concurrent(M[i], (i, 1, k)), epsilon0, delta0)"


@theorem(
    source="VadhanZhang2023, the conjecture of VadhanWang2021, 2 % too little", expect="refuted"
)
def conjecture_family_optimal_less() -> str:
    """98 % of the delta of the canonical responses is enough.

    They are such mechanisms themselves, vw21.conjecture_family_optimal.
    """
    return f"{_OPTIMAL} ApproxDP(Concurrent(M[i], (i, 1, k)), epsilon0, 49*delta0/50)"


_CURVE = (
    "1 - Product(1 - delta[i], (i, 1, k))*(1 - SubsetSum(Max(exp(Sum(b[i]*epsilon[i], (i, 1, k)))"
    " - exp(epsilon0 + Sum((1 - b[i])*epsilon[i], (i, 1, k))), 0), b)"
    "/Product(1 + exp(epsilon[i]), (i, 1, k)))"
)


@theorem(source="VadhanZhang2023, the conjecture of VadhanWang2021, the optimal curve")
def conjecture_family_curve() -> str:
    """Any number of interactive mechanisms have a sum over their subsets for their delta."""
    return (
        "ApproxDP(M[i], epsilon[i], delta[i]) each i in 1..k =>"
        f" ApproxDP(Concurrent(M[i], (i, 1, k)), epsilon0, {_CURVE})"
    )


@theorem(
    source="VadhanZhang2023, the conjecture of VadhanWang2021, 2 % below the optimal curve",
    expect="refuted",
)
def conjecture_family_curve_less() -> str:
    """49/50 of that delta suffices.

    It takes all of it, vw21.conjecture_family_curve.
    """
    return (
        "ApproxDP(M[i], epsilon[i], delta[i]) each i in 1..k =>"
        f" ApproxDP(Concurrent(M[i], (i, 1, k)), epsilon0, 49*({_CURVE})/50)"
    )


@theorem(source="VadhanWang2021, section 1, sequential composition, any number of mechanisms")
def sequential_family() -> str:
    """Optimal composition holds for any number of interactive mechanisms, one after the other."""
    return f"{_OPTIMAL} ApproxDP(Compose(M[i], (i, 1, k)), epsilon0, delta0)"


@theorem(source="VadhanWang2021, Corollary 3, optimal composition of any number of mechanisms")
def cor_3_family_optimal() -> str:
    """What randomised responses satisfy together, pure-DP mechanisms do side by side.

    At any epsilon and delta: every bound for the composition of randomised responses holds.
    """
    return (
        "PureDP(M[i], epsilon[i]) each i in 1..k and"
        " ApproxDP(Compose(RandomizedResponse(epsilon[i]), (i, 1, k)), epsilon0, delta0) =>"
        " ApproxDP(Concurrent(M[i], (i, 1, k)), epsilon0, delta0)"
    )
