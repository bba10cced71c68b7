"""Randomised response, encodings and the exponential mechanism."""

from __future__ import annotations

from dpsym import theorem


@theorem(source="McSherryTalwar2007, Theorem 6 with half of its epsilon", expect="refuted")
def exponential_without_two() -> str:
    """Choosing with weight exp(epsilon*score) is epsilon-private for every score of sensitivity
    one.

    Three outcomes. The factor two is needed, folklore.exponential_with_two.
    """
    return (
        "MaxDivergence(Finite(exp(eps*u1)/(exp(eps*u1) + exp(eps*u2) + exp(eps*u3)), "
        "exp(eps*u2)/(exp(eps*u1) + exp(eps*u2) + exp(eps*u3)), exp(eps*u3)/(exp(eps*u1) + "
        "exp(eps*u2) + exp(eps*u3))), Finite(exp(eps*(u1 + s1))/(exp(eps*(u1 + s1)) + "
        "exp(eps*(u2 + s2)) + exp(eps*(u3 + s3))), exp(eps*(u2 + s2))/(exp(eps*(u1 + s1)) + "
        "exp(eps*(u2 + s2)) + exp(eps*(u3 + s3))), exp(eps*(u3 + s3))/(exp(eps*(u1 + s1)) + "
        "exp(eps*(u2 + s2)) + exp(eps*(u3 + s3))))) <= eps for eps in (0, oo), u1 in (-oo, "
        "oo), u2 in (-oo, oo), u3 in (-oo, oo), s1 in [-1, 1], s2 in [-1, 1], s3 in [-1, 1]"
    )


@theorem(source="McSherryTalwar2007, Theorem 6")
def exponential_with_two() -> str:
    """Choosing with weight exp(epsilon*score/2) is epsilon-private.

    Three outcomes.
    """
    return (
        "MaxDivergence(Finite(exp(eps/2*u1)/(exp(eps/2*u1) + exp(eps/2*u2) + "
        "exp(eps/2*u3)), exp(eps/2*u2)/(exp(eps/2*u1) + exp(eps/2*u2) + exp(eps/2*u3)), "
        "exp(eps/2*u3)/(exp(eps/2*u1) + exp(eps/2*u2) + exp(eps/2*u3))), "
        "Finite(exp(eps/2*(u1 + s1))/(exp(eps/2*(u1 + s1)) + exp(eps/2*(u2 + s2)) + "
        "exp(eps/2*(u3 + s3))), exp(eps/2*(u2 + s2))/(exp(eps/2*(u1 + s1)) + exp(eps/2*(u2 "
        "+ s2)) + exp(eps/2*(u3 + s3))), exp(eps/2*(u3 + s3))/(exp(eps/2*(u1 + s1)) + "
        "exp(eps/2*(u2 + s2)) + exp(eps/2*(u3 + s3))))) <= eps for eps in (0, oo), u1 in "
        "(-oo, oo), u2 in (-oo, oo), u3 in (-oo, oo), s1 in [-1, 1], s2 in [-1, 1], s3 in "
        "[-1, 1]"
    )


@theorem(source="folklore, as believed", expect="refuted")
def kary_response_binary_odds() -> str:
    """Telling the truth with probability exp(epsilon)/(1 + exp(epsilon)) among k answers is
    epsilon-private.

    The outcomes that are nobody's truth are joined. The right odds are folklore.kary_response_odds.
    """
    return (
        "PureDP(FiniteMechanism(Finite(exp(eps)/(1 + exp(eps)), 1/((1 + exp(eps))*(k - 1)), "
        "(k - 2)/((1 + exp(eps))*(k - 1))), Finite(1/((1 + exp(eps))*(k - 1)), exp(eps)/(1 "
        "+ exp(eps)), (k - 2)/((1 + exp(eps))*(k - 1)))), eps) for k in 2..oo, eps in [0, "
        "oo)"
    )


@theorem(source="KairouzOhViswanath2014, randomised response")
def kary_response_odds() -> str:
    """Telling the truth with probability exp(epsilon)/(exp(epsilon) + k - 1) among k answers is
    epsilon-private.
    """
    return (
        "PureDP(FiniteMechanism(Finite(exp(eps)/(exp(eps) + k - 1), 1/(exp(eps) + k - 1), "
        "(k - 2)/(exp(eps) + k - 1)), Finite(1/(exp(eps) + k - 1), exp(eps)/(exp(eps) + k - "
        "1), (k - 2)/(exp(eps) + k - 1))), eps) for k in 2..oo, eps in [0, oo)"
    )


@theorem(source="folklore, as believed", expect="refuted")
def unary_encoding_whole() -> str:
    """Randomising every bit of a one-hot vector with epsilon is epsilon-private.

    Two bits differ, so half is what each may spend, folklore.unary_encoding_half.
    """
    return (
        "MaxDivergence(Product(Bernoulli(exp(eps)/(1 + exp(eps))), Bernoulli(1/(1 + "
        "exp(eps)))), Product(Bernoulli(1/(1 + exp(eps))), Bernoulli(exp(eps)/(1 + "
        "exp(eps))))) <= eps for eps in [0, oo)"
    )


@theorem(source="ErlingssonPihurKorolova2014, the permanent response")
def unary_encoding_half() -> str:
    """Randomising every bit of a one-hot vector with half of epsilon is epsilon-private."""
    return (
        "MaxDivergence(Product(Bernoulli(exp(eps/2)/(1 + exp(eps/2))), Bernoulli(1/(1 + "
        "exp(eps/2)))), Product(Bernoulli(1/(1 + exp(eps/2))), Bernoulli(exp(eps/2)/(1 + "
        "exp(eps/2))))) <= eps for eps in [0, oo)"
    )


@theorem(source="folklore, as believed", expect="refuted")
def hidden_coin_halves() -> str:
    """Running a mechanism only where a fair coin says so halves epsilon.

    R is the law of the constant that is printed otherwise; it may print what the mechanism never
    does. Epsilon stays, folklore.hidden_coin_keeps.
    """
    return (
        "MaxDivergence(P, Q) <= eps and MaxDivergence(Q, P) <= eps => "
        "MaxDivergence(Mixture(1/2, P, R), Mixture(1/2, Q, R)) <= eps/2 for eps in [0, oo)"
    )


@theorem(source="folklore, as mended")
def hidden_coin_keeps() -> str:
    """Running a mechanism only where a fair coin says so keeps epsilon."""
    return (
        "MaxDivergence(P, Q) <= eps and MaxDivergence(Q, P) <= eps => "
        "MaxDivergence(Mixture(1/2, P, R), Mixture(1/2, Q, R)) <= eps for eps in [0, oo)"
    )
