"""Section 8 and Lemma 2.3 for any number of mechanisms, each with parameters of its own."""

from __future__ import annotations

from dpsym import theorem


@theorem(source="BunSteinke2016, Lemma 2.3 for any number of mechanisms")
def lem_2_3_family() -> str:
    """Composing any number of mechanisms adds their xi and their rho."""
    return (
        "ZCDP(M[i], xi[i], rho[i]) each i in 1..k => ZCDP(Compose(M[i], (i, 1, k)),"
        " Sum(xi[i], (i, 1, k)), Sum(rho[i], (i, 1, k)))"
    )


@theorem(source="BunSteinke2016, Lemma 8.2 for any number of mechanisms")
def lem_8_2_family() -> str:
    """Composing any number of mechanisms multiplies the chances that none of them fails."""
    return (
        "ApproxZCDP(M[i], d[i], xi[i], rho[i]) each i in 1..k =>"
        " ApproxZCDP(Compose(M[i], (i, 1, k)), 1 - Product(1 - d[i], (i, 1, k)),"
        " Sum(xi[i], (i, 1, k)), Sum(rho[i], (i, 1, k)))"
    )


@theorem(source="BunSteinke2016, Corollary 8.9")
def cor_8_9_family() -> str:
    """Composing any number of mechanisms combines their deltas with the tail of Lemma 3.5."""
    return (
        "ApproxDP(M[i], e[i], d[i]) each i in 1..k and epsilon >= Sum(e[i]**2, (i, 1, k))/2 =>"
        " ApproxDP(Compose(M[i], (i, 1, k)), epsilon, 1 - Product(1 - d[i], (i, 1, k))"
        "*(1 - exp(-(epsilon - Sum(e[i]**2, (i, 1, k))/2)**2/(2*Sum(e[i]**2, (i, 1, k))))))"
        " for e[i] in (0, oo)"
    )


@theorem(source="BunSteinke2016, Corollary 8.10")
def cor_8_10_family() -> str:
    """Corollary 8.9 at epsilon = norm**2/2 + z*sqrt(2)*norm, norm the length of the epsilons."""
    return (
        "ApproxDP(M[i], e[i], d[i]) each i in 1..k => ApproxDP(Compose(M[i], (i, 1, k)),"
        " Sum(e[i]**2, (i, 1, k))/2 + z*sqrt(2*Sum(e[i]**2, (i, 1, k))),"
        " 1 - Product(1 - d[i], (i, 1, k))*(1 - exp(-z**2))) for e[i] in (0, oo), z in [0, oo)"
    )


@theorem(source="BunSteinke2016, Corollary 8.11 for different rounds")
def cor_8_11_family() -> str:
    """Composing any number of mechanisms costs half the squares and a log(1/delta1) term."""
    return (
        "ApproxDP(M[i], e[i], d[i]) each i in 1..k => ApproxDP(Compose(M[i], (i, 1, k)),"
        " Sum(e[i]**2, (i, 1, k))/2 + sqrt(2*Sum(e[i]**2, (i, 1, k))*log(1/delta1)),"
        " delta1 + Sum(d[i], (i, 1, k))) for delta1 in (0, 1]"
    )


@theorem(source="BunSteinke2016, Lemma 2.3 with the largest rho", expect="refuted")
def lem_2_3_family_largest() -> str:
    """Composing mechanisms does not cost the largest rho alone.

    The truth is bs16.lem_2_3_family.
    """
    return (
        "ZCDP(M[i], rho[i]) each i in 1..k =>"
        " ZCDP(Compose(M[i], (i, 1, k)), Max(rho[i], (i, 1, k)))"
    )


@theorem(source="BunSteinke2016, Corollary 8.9, the smallest option")
def cor_8_9_third_family() -> str:
    """Composing any number of mechanisms combines their deltas with the third tail of Lemma 3.6."""
    return (
        "ApproxDP(M[i], e[i], d[i]) each i in 1..k and epsilon >= Sum(e[i]**2, (i, 1, k))/2 =>"
        " ApproxDP(Compose(M[i], (i, 1, k)), epsilon, 1 - Product(1 - d[i], (i, 1, k))"
        "*(1 - 2*exp(-(epsilon - Sum(e[i]**2, (i, 1, k))/2)**2/(2*Sum(e[i]**2, (i, 1, k))))"
        "/(1 + (epsilon - Sum(e[i]**2, (i, 1, k))/2)/Sum(e[i]**2, (i, 1, k))"
        " + sqrt((1 + (epsilon - Sum(e[i]**2, (i, 1, k))/2)/Sum(e[i]**2, (i, 1, k)))**2"
        " + 8/(pi*Sum(e[i]**2, (i, 1, k)))))))"
        " for e[i] in (0, oo)"
    )


@theorem(source="BunSteinke2016, Corollary 8.11, the second form for different rounds")
def cor_8_11_second_family() -> str:
    """The logarithm of bs16.cor_8_11_family may be of sqrt(pi/2)*norm/delta1 instead.

    The norm is the length of the epsilons; delta1 must not make the root imaginary.
    """
    return (
        "ApproxDP(M[i], e[i], d[i]) each i in 1..k"
        " and delta1 <= sqrt(pi/2*Sum(e[i]**2, (i, 1, k))) => ApproxDP(Compose(M[i], (i, 1, k)),"
        " Sum(e[i]**2, (i, 1, k))/2 + sqrt(2*Sum(e[i]**2, (i, 1, k))"
        "*log(sqrt(pi/2*Sum(e[i]**2, (i, 1, k)))/delta1)), delta1 + Sum(d[i], (i, 1, k)))"
        " for delta1 in (0, 1], e[i] in (0, oo)"
    )


@theorem(source="BunSteinke2016, Section 1, basic composition of any number of mechanisms")
def rem_intro_basic_family() -> str:
    """Composing any number of mechanisms adds their epsilons."""
    return (
        "PureDP(M[i], e[i]) each i in 1..k =>"
        " PureDP(Compose(M[i], (i, 1, k)), Sum(e[i], (i, 1, k)))"
    )


@theorem(source="BunSteinke2016, Corollary 8.9, the second option")
def cor_8_9_second_family() -> str:
    """Composing any number of mechanisms combines their deltas with the second tail of Lemma 3.6.

    The smallest option of the minimum is bs16.cor_8_9_third_family, by bs16.lem_3_6c.
    """
    return (
        "ApproxDP(M[i], e[i], d[i]) each i in 1..k and epsilon >= Sum(e[i]**2, (i, 1, k))/2 =>"
        " ApproxDP(Compose(M[i], (i, 1, k)), epsilon, 1 - Product(1 - d[i], (i, 1, k))"
        "*(1 - exp(-(epsilon - Sum(e[i]**2, (i, 1, k))/2)**2/(2*Sum(e[i]**2, (i, 1, k))))"
        "/(1 + (epsilon - Sum(e[i]**2, (i, 1, k))/2)/Sum(e[i]**2, (i, 1, k)))))"
        " for e[i] in (0, oo)"
    )
