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
