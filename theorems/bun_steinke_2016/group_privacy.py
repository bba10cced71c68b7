"""Section 5: groups of records."""

from __future__ import annotations

from sympy import Sum, harmonic, log
from sympy.abc import j

from dpsym import (
    ZCDP,
    Claim,
    Count,
    Group,
    Law,
    Mechanism,
    NonNegative,
    Order,
    Real,
    Renyi,
    RenyiDP,
    Within,
    given,
    theorem,
)

AboveOne = Within["(1, oo)"]
AtLeastTwo = Within["2..oo"]


@theorem(source="BunSteinke2016, Lemma 5.2")
def lem_5_2(P: Law, Q: Law, R: Law, k: AboveOne, alpha: Order) -> Claim:
    """Renyi divergence satisfies a triangle-like inequality with orders that grow.

    The number k is any real above 1.
    """
    return Renyi(alpha, P, Q) <= k * alpha / (k * alpha - 1) * Renyi(
        (k * alpha - 1) / (k - 1), P, R
    ) + Renyi(k * alpha, R, Q)


@theorem(source="BunSteinke2016, Proposition 5.3", expect="refuted")
def prop_5_3(M: Mechanism, xi: Real, rho: NonNegative, k: Count) -> Claim:
    """An (xi, rho)-zCDP mechanism is (xi*k*H_k, rho*k**2)-zCDP for groups of size k.

    Stated for any real xi; the induction multiplies xi and needs xi >= 0, see
    bs16.prop_5_3_nonnegative. For xi = -9/25, rho = 467/1000 and k = 2 a mechanism with three
    outputs violates it. A form that holds for every real xi is bs16.x_group_sharp.
    """
    return given(ZCDP(M, xi, rho)).then(ZCDP(Group(M, k), xi * k * harmonic(k), rho * k**2))


@theorem(source="BunSteinke2016, Proposition 5.3 for xi >= 0")
def prop_5_3_nonnegative(M: Mechanism, xi: NonNegative, rho: NonNegative, k: Count) -> Claim:
    """For xi >= 0 an (xi, rho)-zCDP mechanism is (xi*k*H_k, rho*k**2)-zCDP for groups of size k.

    Repairs bs16.prop_5_3.
    """
    return given(ZCDP(M, xi, rho)).then(ZCDP(Group(M, k), xi * k * harmonic(k), rho * k**2))


@theorem(source="BunSteinke2016, Proposition 5.3, proof")
def prop_5_3_step(k: AtLeastTwo, alpha: Order) -> Claim:
    """The induction step of Proposition 5.3 keeps the coefficient of xi below k*H_k."""
    return 1 + k * alpha * (k - 1) / (k * alpha - 1) * harmonic(k - 1) <= k * harmonic(k)


@theorem(source="BunSteinke2016, Section 5, note after Proposition 5.3")
def cor_5_3_note(k: Count) -> Claim:
    """The k-th harmonic number is at most 1 + log(k)."""
    return harmonic(k) <= 1 + log(k)


@theorem(source="BunSteinke2016, Section 5, note after Proposition 5.3")
def cor_5_3(M: Mechanism, xi: NonNegative, rho: NonNegative, k: Count) -> Claim:
    """An (xi, rho)-zCDP mechanism is (xi*k*(1 + log(k)), rho*k**2)-zCDP for groups of size k."""
    return given(ZCDP(M, xi, rho)).then(ZCDP(Group(M, k), xi * k * (1 + log(k)), rho * k**2))


@theorem(source="BunSteinke2016, Section 5, remark on optimality")
def rem_5_3(M: Mechanism, xi: NonNegative, k: Count) -> Claim:
    """An (xi, 0)-zCDP mechanism is (k*xi, 0)-zCDP for groups of size k."""
    return given(ZCDP(M, xi, 0)).then(ZCDP(Group(M, k), k * xi, 0))


@theorem(source="BunSteinke2016, Proposition 5.3, proof with its last estimate left out")
def x_group_sharp(M: Mechanism, xi: Real, rho: NonNegative, k: Count, alpha: Order) -> Claim:
    """For every real xi the coefficient of xi for groups is a sum of k*alpha/(k*alpha - j).

    It is k*H_k at order 1 and tends to k; repairs and sharpens bs16.prop_5_3.
    """
    return given(ZCDP(M, xi, rho)).then(
        RenyiDP(
            Group(M, k),
            alpha,
            xi * Sum(k * alpha / (k * alpha - j), (j, 0, k - 1)) + rho * k**2 * alpha,
        )
    )


@theorem(source="BunSteinke2016, Lemma 5.2 with coefficient one", expect="refuted")
def lem_5_2_plain() -> str:
    """The triangle-like inequality holds with coefficient one at k = 2.

    The coefficient of bs16.lem_5_2 cannot be left out.
    """
    return "Renyi(alpha, P, Q) <= Renyi(2*alpha - 1, P, R) + Renyi(2*alpha, R, Q)"


@theorem(source="BunSteinke2016, Lemma 5.2, tightness")
def lem_5_2_tight() -> str:
    """Normal laws at 0, (k - 1)*v and k*v meet the triangle-like inequality with equality."""
    return (
        "Renyi(alpha, Gaussian(0, 1), Gaussian(k*v, 1)) == k*alpha/(k*alpha - 1)"
        "*Renyi((k*alpha - 1)/(k - 1), Gaussian(0, 1), Gaussian((k - 1)*v, 1))"
        " + Renyi(k*alpha, Gaussian((k - 1)*v, 1), Gaussian(k*v, 1))"
        " for k in (1, oo), v in (0, oo)"
    )


@theorem(source="BunSteinke2016, Proposition 1.9, tightness")
def prop_1_9_tight() -> str:
    """A normal law moved by k steps of size d has Renyi divergence k**2*alpha*d**2/(2*sigma**2)."""
    return (
        "Renyi(alpha, Gaussian(0, sigma), Gaussian(k*d, sigma)) == k**2*alpha*d**2/(2*sigma**2)"
        " for k in 1..oo, d in [0, oo)"
    )


@theorem(source="BunSteinke2016, Proposition 1.9 with a smaller power", expect="refuted")
def prop_1_9_smaller() -> str:
    """A rho-zCDP mechanism is (k**(19/10)*rho)-zCDP for groups of size k.

    The power of bs16.prop_1_9 is 2.
    """
    return "ZCDP(M, rho) => ZCDP(Group(M, k), k**(19/10)*rho)"


@theorem(source="BunSteinke2016, Proposition 5.3, the chain of its proof")
def x_chain() -> str:
    """Renyi divergence along a chain of four laws is a weighted sum of those of its steps."""
    return (
        "Renyi(alpha, P0, P3) <= 3*alpha/(3*alpha - 2)*Renyi(3*alpha - 2, P0, P1)"
        " + 3*alpha/(3*alpha - 1)*Renyi(3*alpha - 1, P1, P2) + Renyi(3*alpha, P2, P3)"
    )


@theorem(source="BunSteinke2016, Proposition 5.3 for xi = -9/25, the counterexample's premise")
def x_negxi() -> str:
    """A mechanism with three outcomes on a row of three databases is (-9/25, 467/1000)-zCDP."""
    return (
        "ZCDP(FiniteMechanism(Finite(430/10000, 9568/10000, 2/10000),"
        " Finite(139/10000, 9810/10000, 51/10000), Finite(142/10000, 9326/10000, 532/10000)),"
        " -9/25, 467/1000)"
    )


@theorem(source="BunSteinke2016, Proposition 5.3 for xi = -9/25, the counterexample")
def x_negxi_far() -> str:
    """Its outer laws are further apart than Proposition 5.3 would allow at order 2."""
    return (
        "Renyi(2, Finite(142/10000, 9326/10000, 532/10000),"
        " Finite(430/10000, 9568/10000, 2/10000)) > -9/25*2*harmonic(2) + 467/1000*4*2"
    )


@theorem(source="BunSteinke2016, Proposition 5.3, the chain of its proof, one more law")
def x_chain_step() -> str:
    """With one more law the weights of a chain are multiplied by that of Lemma 5.2.

    For k*alpha = j + 1 + d: the first factor is Lemma 5.2 with the last law but one in between,
    bs16.lem_5_2, the second the weight of a step j in the chain before at the order
    (k*alpha - 1)/(k - 1), and the right side its weight in the longer chain. So for any number.
    """
    return "(j + 1 + d)/(j + d)*((j + d)/d) == (j + 1 + d)/d for j in [0, oo), d in (0, oo)"
