"""Different rounds, any number of them."""

from __future__ import annotations

from dpsym import theorem


@theorem(source="KairouzOhViswanath2015, Theorem 3.5, the first epsilon")
def thm_3_5_family_sum() -> str:
    """Composing any number of different rounds costs the sum of their epsilons."""
    return (
        "ApproxDP(M[i], epsilon[i], delta[i]) each i in 1..k =>"
        " ApproxDP(Compose(M[i], (i, 1, k)), Sum(epsilon[i], (i, 1, k)),"
        " 1 - Product(1 - delta[i], (i, 1, k)))"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 3.5, the third epsilon for pure rounds")
def thm_3_5_family() -> str:
    """Composing any number of different pure rounds costs the third of the three epsilons."""
    return (
        "PureDP(M[i], epsilon[i]) each i in 1..k => ApproxDP(Compose(M[i], (i, 1, k)),"
        " Sum(epsilon[i]*tanh(epsilon[i]/2), (i, 1, k))"
        " + sqrt(2*Sum(epsilon[i]**2, (i, 1, k))*log(1/delta)), delta)"
        " for epsilon[i] in (0, oo), delta in (0, 1]"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 3.5, the second epsilon for pure rounds")
def thm_3_5_family_second() -> str:
    """Composing any number of different pure rounds costs the second of the three epsilons."""
    return (
        "PureDP(M[i], epsilon[i]) each i in 1..k => ApproxDP(Compose(M[i], (i, 1, k)),"
        " Sum(epsilon[i]*tanh(epsilon[i]/2), (i, 1, k)) + sqrt(2*Sum(epsilon[i]**2, (i, 1, k))"
        "*log(exp(1) + sqrt(Sum(epsilon[i]**2, (i, 1, k)))/delta)), delta)"
        " for epsilon[i] in (0, oo), delta in (0, 1]"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 3.5, the third epsilon")
def thm_3_5_family_third() -> str:
    """Composing any number of different rounds costs the third of the three epsilons."""
    return (
        "ApproxDP(M[i], epsilon[i], delta[i]) each i in 1..k => ApproxDP("
        "Compose(M[i], (i, 1, k)), Sum(epsilon[i]*tanh(epsilon[i]/2), (i, 1, k))"
        " + sqrt(2*Sum(epsilon[i]**2, (i, 1, k))*log(1/delta1)),"
        " 1 - (1 - delta1)*Product(1 - delta[i], (i, 1, k)))"
        " for epsilon[i] in (0, oo), delta1 in (0, 1]"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 3.5, the second epsilon")
def thm_3_5_family_second_delta() -> str:
    """Composing any number of different rounds costs the second of the three epsilons."""
    return (
        "ApproxDP(M[i], epsilon[i], delta[i]) each i in 1..k => ApproxDP("
        "Compose(M[i], (i, 1, k)), Sum(epsilon[i]*tanh(epsilon[i]/2), (i, 1, k))"
        " + sqrt(2*Sum(epsilon[i]**2, (i, 1, k))"
        "*log(exp(1) + sqrt(Sum(epsilon[i]**2, (i, 1, k)))/delta1)),"
        " 1 - (1 - delta1)*Product(1 - delta[i], (i, 1, k)))"
        " for epsilon[i] in (0, oo), delta1 in (0, 1]"
    )


@theorem(source="MurtaghVadhan2016, optimal composition of three different rounds")
def mv16_three() -> str:
    """In the experiment three different rounds are as far apart as canonical responses at most."""
    return (
        "ApproxDP(M1, e1, d1) and ApproxDP(M2, e2, d2) and ApproxDP(M3, e3, d3) =>"
        " HypothesisDP(Compose(M1, M2, M3), Ones(0), Ones(3), e,"
        " 1 - (1 - d1)*(1 - d2)*(1 - d3)*(1"
        " - (Max(exp(e1 + e2 + e3) - exp(e), 0) + Max(exp(e1 + e2) - exp(e + e3), 0)"
        " + Max(exp(e1 + e3) - exp(e + e2), 0) + Max(exp(e2 + e3) - exp(e + e1), 0)"
        " + Max(exp(e1) - exp(e + e2 + e3), 0) + Max(exp(e2) - exp(e + e1 + e3), 0)"
        " + Max(exp(e3) - exp(e + e1 + e2), 0))"
        "/((1 + exp(e1))*(1 + exp(e2))*(1 + exp(e3)))))"
    )


@theorem(source="MurtaghVadhan2016, optimal composition of two rounds, its lower half")
def mv16_two_attained() -> str:
    """Two different randomised responses have no smaller delta than the optimal one at any e."""
    return (
        "ApproxDP(Compose(RandomizedResponse(e1), RandomizedResponse(e2)), e, x) =>"
        " (Max(exp(e1 + e2) - exp(e), 0) + Max(exp(e1) - exp(e + e2), 0)"
        " + Max(exp(e2) - exp(e + e1), 0))/((1 + exp(e1))*(1 + exp(e2))) <= x"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 3.3, tightness up to six rounds")
def thm_3_3_attained_six() -> str:
    """Up to six randomised responses have no smaller deltas than those of kov15.thm_3_3."""
    return (
        "ApproxDP(Compose(RandomizedResponse(epsilon), k), (k - 2*i)*epsilon, x) and 2*i <= k =>"
        " Sum(binomial(k, l)*(exp(epsilon*(k - l)) - exp(epsilon*(k - 2*i + l))), (l, 0, i - 1))"
        "/(1 + exp(epsilon))**k <= x for k in 1..6, i in 0..3"
    )


@theorem(
    source="KairouzOhViswanath2015, Theorem 3.3, tightness up to six rounds, 2 % more",
    expect="refuted",
)
def thm_3_3_attained_more() -> str:
    """Up to six randomised responses have no smaller deltas than 51/50 of kov15.thm_3_3.

    They have those of kov15.thm_3_3_attained_six.
    """
    return (
        "ApproxDP(Compose(RandomizedResponse(epsilon), k), (k - 2*i)*epsilon, x) and 2*i <= k =>"
        " 51/50*Sum(binomial(k, l)*(exp(epsilon*(k - l)) - exp(epsilon*(k - 2*i + l))),"
        " (l, 0, i - 1))/(1 + exp(epsilon))**k <= x for k in 1..6, i in 0..3"
    )


_SHARE = (
    "SubsetSum(Max(exp(Sum(b[i]*epsilon[i], (i, 1, k)))"
    " - exp(epsilon0 + Sum((1 - b[i])*epsilon[i], (i, 1, k))), 0), b)"
    "/Product(1 + exp(epsilon[i]), (i, 1, k))"
)
_CURVE = f"1 - Product(1 - delta[i], (i, 1, k))*(1 - {_SHARE})"
_EACH = "ApproxDP(M[i], epsilon[i], delta[i]) each i in 1..k"
_CANONICAL = "Compose(CanonicalRR(epsilon[i], delta[i]), (i, 1, k))"


@theorem(source="MurtaghVadhan2016, optimal composition of any number of different rounds")
def mv16_curve() -> str:
    """In the experiment different rounds have a sum over their subsets for their delta."""
    return (
        f"{_EACH} => HypothesisDP(Compose(M[i], (i, 1, k)), Ones(0), Ones(k), epsilon0, {_CURVE})"
    )


@theorem(source="MurtaghVadhan2016, optimal composition of different rounds, 2 % less of the sum",
         expect="refuted")  # fmt: skip
def mv16_curve_less() -> str:
    """In the experiment 49/50 of the share of the sum suffices.

    It takes all of it, kov15.mv16_curve.
    """
    less = f"1 - Product(1 - delta[i], (i, 1, k))*(1 - 49*{_SHARE}/50)"
    return f"{_EACH} => HypothesisDP(Compose(M[i], (i, 1, k)), Ones(0), Ones(k), epsilon0, {less})"


@theorem(source="MurtaghVadhan2016, optimal composition of different rounds, its lower half")
def mv16_curve_attained() -> str:
    """In the experiment canonical responses have no delta below that of kov15.mv16_curve."""
    return f"HypothesisDP({_CANONICAL}, Ones(0), Ones(k), epsilon0, x) => {_CURVE} <= x"


@theorem(source="MurtaghVadhan2016, optimal composition, as the condition that OptComp solves")
def mv16_optcomp() -> str:
    """Different rounds are (epsilon0, delta0)-DP where the sum over subsets is small enough."""
    return (
        f"{_EACH} and {_SHARE} <= 1 - (1 - delta0)/Product(1 - delta[i], (i, 1, k)) =>"
        " ApproxDP(Compose(M[i], (i, 1, k)), epsilon0, delta0) for delta[i] in [0, 1)"
    )


@theorem(source="MurtaghVadhan2016, optimal composition, that condition is needed")
def mv16_optcomp_needed() -> str:
    """Where canonical responses are (epsilon0, delta0)-DP, kov15.mv16_optcomp has what it asks."""
    return (
        f"ApproxDP({_CANONICAL}, epsilon0, delta0) =>"
        f" {_SHARE} <= 1 - (1 - delta0)/Product(1 - delta[i], (i, 1, k)) for delta[i] in [0, 1)"
    )


@theorem(source="MurtaghVadhan2016, optimal composition, that condition with 2 % more of the sum",
         expect="refuted")  # fmt: skip
def mv16_optcomp_needed_more() -> str:
    """Canonical responses satisfy that condition with 51/50 of the sum.

    They satisfy it with all of it, kov15.mv16_optcomp_needed.
    """
    return (
        f"ApproxDP({_CANONICAL}, epsilon0, delta0) =>"
        f" 51*{_SHARE}/50 <= 1 - (1 - delta0)/Product(1 - delta[i], (i, 1, k))"
        " for delta[i] in [0, 1)"
    )
