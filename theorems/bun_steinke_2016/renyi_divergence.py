"""Section 2: properties of Renyi divergence, composition, and Gaussian laws."""

from __future__ import annotations

from sympy import Eq, Max

from dpsym import (
    KL,
    ZCDP,
    Claim,
    Compose,
    Gaussian,
    Law,
    MaxDivergence,
    Mechanism,
    Mixture,
    NonNegative,
    Order,
    Positive,
    Probability,
    Product,
    Real,
    Renyi,
    Within,
    given,
    theorem,
)

InnerWeight = Within["(0, 1)"]


@theorem(source="BunSteinke2016, Lemma 2.2")
def lem_2_2_nonneg(P: Law, Q: Law, alpha: Order) -> Claim:
    """Renyi divergence is nonnegative."""
    return Renyi(alpha, P, Q) >= 0


@theorem(source="BunSteinke2016, Lemma 2.2")
def lem_2_2_comp(P1: Law, P2: Law, Q1: Law, Q2: Law, alpha: Order) -> Claim:
    """The Renyi divergence of products is at most the sum of the divergences of the factors.

    The lemma's upper half, for independent draws, where minimum and maximum over the first
    outcome coincide.
    """
    return Renyi(alpha, Product(P1, P2), Product(Q1, Q2)) <= Renyi(alpha, P1, Q1) + Renyi(
        alpha, P2, Q2
    )


@theorem(source="BunSteinke2016, Lemma 2.2")
def lem_2_2_comp_lower(P1: Law, P2: Law, Q1: Law, Q2: Law, alpha: Order) -> Claim:
    """The Renyi divergence of products is at least the sum of the divergences of the factors."""
    return Renyi(alpha, Product(P1, P2), Product(Q1, Q2)) >= Renyi(alpha, P1, Q1) + Renyi(
        alpha, P2, Q2
    )


@theorem(source="BunSteinke2016, Lemma 2.2")
def lem_2_2_qc(P0: Law, P1: Law, Q0: Law, Q1: Law, t: Probability, alpha: Order) -> Claim:
    """Renyi divergence is quasi-convex in the pair of laws."""
    return Renyi(alpha, Mixture(t, P1, P0), Mixture(t, Q1, Q0)) <= Max(
        Renyi(alpha, P0, Q0), Renyi(alpha, P1, Q1)
    )


@theorem(source="BunSteinke2016, Lemma 2.2")
def lem_2_2_klconv(P0: Law, P1: Law, Q0: Law, Q1: Law, t: InnerWeight) -> Claim:
    """KL divergence is convex in the pair of laws.

    The weights 0 and 1 are left out: there the claim is an equality, but 0*oo may appear.
    """
    return KL(Mixture(t, P1, P0), Mixture(t, Q1, Q0)) <= t * KL(P1, Q1) + (1 - t) * KL(P0, Q0)


@theorem(source="BunSteinke2016, Lemma 2.2 misread as convexity", expect="refuted")
def lem_2_2_plain_convexity(
    P0: Law, P1: Law, Q0: Law, Q1: Law, t: InnerWeight, alpha: Order
) -> Claim:
    """Renyi divergence of every order above 1 is convex in the pair of laws.

    Not the paper's claim. True are bs16.lem_2_2_qc and, at order 1, bs16.lem_2_2_klconv.
    """
    return Renyi(alpha, Mixture(t, P1, P0), Mixture(t, Q1, Q0)) <= t * Renyi(alpha, P1, Q1) + (
        1 - t
    ) * Renyi(alpha, P0, Q0)


@theorem(source="BunSteinke2016, Lemma 2.2")
def lem_2_2_post() -> str:
    """No kernel applied to both laws increases their Renyi divergence."""
    return "Renyi(alpha, Pushforward(K, P), Pushforward(K, Q)) <= Renyi(alpha, P, Q)"


@theorem(source="BunSteinke2016, Lemma 2.2")
def lem_2_2_mono(P: Law, Q: Law, alpha: Order, beta: Order) -> Claim:
    """Renyi divergence does not decrease with its order."""
    return given(alpha <= beta).then(Renyi(alpha, P, Q) <= Renyi(beta, P, Q))


@theorem(source="BunSteinke2016, Lemma 2.2")
def lem_2_2_mono_kl(P: Law, Q: Law, alpha: Order) -> Claim:
    """KL divergence is at most the Renyi divergence of every order above 1."""
    return KL(P, Q) <= Renyi(alpha, P, Q)


@theorem(source="BunSteinke2016, Lemma 2.2")
def lem_2_2_mono_max(P: Law, Q: Law, alpha: Order) -> Claim:
    """Max-divergence is at least the Renyi divergence of every finite order."""
    return Renyi(alpha, P, Q) <= MaxDivergence(P, Q)


@theorem(source="BunSteinke2016, Lemma 2.3")
def lem_2_3(
    M1: Mechanism,
    M2: Mechanism,
    xi1: Real,
    xi2: Real,
    rho1: NonNegative,
    rho2: NonNegative,
) -> Claim:
    """Adaptive composition adds both parameters of (xi, rho)-zCDP."""
    return given(ZCDP(M1, xi1, rho1), ZCDP(M2, xi2, rho2)).then(
        ZCDP(Compose(M1, M2), xi1 + xi2, rho1 + rho2)
    )


@theorem(source="BunSteinke2016, Lemma 2.4")
def lem_2_4(mu: Real, nu: Real, sigma: Positive, alpha: Order) -> Claim:
    """Gaussians of equal variance have Renyi divergence alpha*(mu - nu)**2/(2*sigma**2)."""
    return Eq(
        Renyi(alpha, Gaussian(mu, sigma), Gaussian(nu, sigma)),
        alpha * (mu - nu) ** 2 / (2 * sigma**2),
        evaluate=False,
    )


@theorem(source="BunSteinke2016, Lemma 2.5")
def lem_2_5(mu1: Real, mu2: Real, nu1: Real, nu2: Real, sigma: Positive, alpha: Order) -> Claim:
    """Spherical Gaussians have Renyi divergence alpha/(2*sigma**2) times the squared distance.

    The lemma in two dimensions; it is printed for every dimension.
    """
    return Eq(
        Renyi(
            alpha,
            Product(Gaussian(mu1, sigma), Gaussian(mu2, sigma)),
            Product(Gaussian(nu1, sigma), Gaussian(nu2, sigma)),
        ),
        alpha * ((mu1 - nu1) ** 2 + (mu2 - nu2) ** 2) / (2 * sigma**2),
        evaluate=False,
    )


@theorem(source="BunSteinke2016, Lemma 2.2, at order 1")
def lem_2_2_nonneg_kl(P: Law, Q: Law) -> Claim:
    """KL divergence is nonnegative."""
    return KL(P, Q) >= 0


@theorem(source="BunSteinke2016, Lemma 2.2, at order infinity")
def lem_2_2_nonneg_max(P: Law, Q: Law) -> Claim:
    """Max-divergence is nonnegative."""
    return MaxDivergence(P, Q) >= 0


@theorem(source="BunSteinke2016, Lemma 2.2, the case of equality")
def lem_2_2_nonneg_equal() -> str:
    """Laws of which the Renyi divergence of some order is zero are equal."""
    return "Renyi(alpha, P, Q) == 0 => TotalVariation(P, Q) == 0"


@theorem(source="BunSteinke2016, Lemma 2.2, at order 1")
def lem_2_2_comp_kl() -> str:
    """The KL divergence of products is the sum of the divergences of the factors."""
    return "KL(Product(P1, P2), Product(Q1, Q2)) == KL(P1, Q1) + KL(P2, Q2)"


@theorem(source="BunSteinke2016, Lemma 2.2, at order infinity")
def lem_2_2_comp_max() -> str:
    """The max-divergence of products is the sum of the divergences of the factors."""
    return (
        "MaxDivergence(Product(P1, P2), Product(Q1, Q2))"
        " == MaxDivergence(P1, Q1) + MaxDivergence(P2, Q2)"
    )


@theorem(source="BunSteinke2016, Lemma 2.2, where the second outcome hangs on the first")
def lem_2_2_comp_adaptive() -> str:
    """Adaptive composition adds bounds of the Renyi divergence of one order.

    The lemma's upper half for mechanisms, as joint laws have no names in the language.
    """
    return (
        "RenyiDP(M1, alpha, s) and RenyiDP(M2, alpha, t) =>"
        " RenyiDP(Compose(M1, M2), alpha, s + t) for alpha in (1, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 2.2, the chain rule of two bits")
def lem_2_2_comp_chain() -> str:
    """The KL divergence of two bits is that of the first plus the mean of that of the second.

    The second bit is 1 with another probability after each value of the first.
    """
    return (
        "KL(Finite(p*a, p*(1 - a), (1 - p)*b, (1 - p)*(1 - b)),"
        " Finite(q*c, q*(1 - c), (1 - q)*d, (1 - q)*(1 - d))) == KL(Bernoulli(p), Bernoulli(q))"
        " + p*KL(Bernoulli(a), Bernoulli(c)) + (1 - p)*KL(Bernoulli(b), Bernoulli(d))"
        " for p in (0, 1), q in (0, 1), a in (0, 1), b in (0, 1), c in (0, 1), d in (0, 1)"
    )


@theorem(
    source="BunSteinke2016, Lemma 2.2, the chain rule with the weights exchanged", expect="refuted"
)
def lem_2_2_comp_chain_exchanged() -> str:
    """The mean of the chain rule may be taken with the probabilities of the second law.

    The chain rule, with those of the first, is bs16.lem_2_2_comp_chain.
    """
    return (
        "KL(Finite(p*a, p*(1 - a), (1 - p)*b, (1 - p)*(1 - b)),"
        " Finite(q*c, q*(1 - c), (1 - q)*d, (1 - q)*(1 - d))) == KL(Bernoulli(p), Bernoulli(q))"
        " + q*KL(Bernoulli(a), Bernoulli(c)) + (1 - q)*KL(Bernoulli(b), Bernoulli(d))"
        " for p in (0, 1), q in (0, 1), a in (0, 1), b in (0, 1), c in (0, 1), d in (0, 1)"
    )


@theorem(source="BunSteinke2016, Lemma 2.2, at order 1")
def lem_2_2_qc_kl() -> str:
    """KL divergence is quasi-convex in the pair of laws."""
    return "KL(Mixture(t, P1, P0), Mixture(t, Q1, Q0)) <= Max(KL(P0, Q0), KL(P1, Q1))"


@theorem(source="BunSteinke2016, Lemma 2.2, at order infinity")
def lem_2_2_qc_max() -> str:
    """Max-divergence is quasi-convex in the pair of laws."""
    return (
        "MaxDivergence(Mixture(t, P1, P0), Mixture(t, Q1, Q0))"
        " <= Max(MaxDivergence(P0, Q0), MaxDivergence(P1, Q1))"
    )


@theorem(source="BunSteinke2016, Lemma 2.2, with the weights 0 and 1")
def lem_2_2_klconv_closed() -> str:
    """KL divergence is convex in the pair of laws, with any weight from 0 to 1."""
    return (
        "KL(Mixture(t, P1, P0), Mixture(t, Q1, Q0)) <= t*KL(P1, Q1) + (1 - t)*KL(P0, Q0)"
        " for t in [0, 1]"
    )


@theorem(source="BunSteinke2016, Lemma 2.2, at order 1")
def lem_2_2_post_kl() -> str:
    """No kernel applied to both laws increases their KL divergence."""
    return "KL(Pushforward(K, P), Pushforward(K, Q)) <= KL(P, Q)"


@theorem(source="BunSteinke2016, Lemma 2.2, at order infinity")
def lem_2_2_post_max() -> str:
    """No kernel applied to both laws increases their max-divergence."""
    return "MaxDivergence(Pushforward(K, P), Pushforward(K, Q)) <= MaxDivergence(P, Q)"


@theorem(source="BunSteinke2016, Lemma 2.2, from order 1 to order infinity")
def lem_2_2_mono_ends(P: Law, Q: Law) -> Claim:
    """KL divergence is at most the max-divergence."""
    return KL(P, Q) <= MaxDivergence(P, Q)


@theorem(source="BunSteinke2016, Lemma 2.4, at order 1")
def lem_2_4_kl() -> str:
    """Gaussians of equal variance have KL divergence (mu - nu)**2/(2*sigma**2)."""
    return (
        "KL(Gaussian(mu, sigma), Gaussian(nu, sigma)) == (mu - nu)**2/(2*sigma**2)"
        " for mu in (-oo, oo), nu in (-oo, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 2.5 and display (3), in any dimension")
def lem_2_5_family() -> str:
    """Spherical noise costs the squared length of the query's sensitivities over 2*s**2.

    Coordinate i of the query moves by D[i]; the lemma for mechanisms, in any number of dimensions.
    """
    return (
        "ZCDP(Compose(GaussianMechanism(D[i], s), (i, 1, k)), Sum(D[i]**2, (i, 1, k))/(2*s**2))"
        " for D[i] in [0, oo), s in (0, oo), k in 1..oo"
    )


@theorem(source="BunSteinke2016, Lemma 2.2, for any number of outcomes one after the other")
def lem_2_2_comp_family() -> str:
    """Adaptive composition of any number of mechanisms adds bounds of one order, 1 or above."""
    return (
        "RenyiDP(M[i], alpha, t[i]) each i in 1..k =>"
        " RenyiDP(Compose(M[i], (i, 1, k)), alpha, Sum(t[i], (i, 1, k))) for alpha in [1, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 2.5 in any dimension, its lower half")
def lem_2_5_equal() -> str:
    """Spherical normal laws are no closer than alpha times the squared distance over 2*s**2.

    The distance is that of k coordinates that move by D each, which by rotation is any distance;
    the upper half, for any moves, is bs16.lem_2_5_family.
    """
    return (
        "RenyiDP(Compose(GaussianMechanism(D, s), k), alpha, x) => k*alpha*D**2/(2*s**2) <= x"
        " for D in [0, oo), s in (0, oo), alpha in (1, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 2.5 in any dimension, the upper half")
def lem_2_5_laws() -> str:
    """Spherical normal laws are at most alpha times the squared distance over 2*s**2 apart.

    For every alpha: their means are m and n, and each coordinate, moved and perhaps reflected so
    that the first of its two means is 0, is a query that moves by abs(m - n). The laws of the
    composition are those of the lemma, and its two neighbours are these two.
    """
    return (
        "ZCDP(Compose(GaussianMechanism(Abs(m[i] - n[i]), s), (i, 1, k)),"
        " Sum((m[i] - n[i])**2, (i, 1, k))/(2*s**2))"
        " for m[i] in (-oo, oo), n[i] in (-oo, oo), s in (0, oo)"
    )


def _no_closer(share: str) -> str:
    return (
        "RenyiDP(Compose(GaussianMechanism(Abs(m[i] - n[i]), s), (i, 1, k)), alpha, x) =>"
        f" {share}alpha*Sum((m[i] - n[i])**2, (i, 1, k))/(2*s**2) <= x"
        " for m[i] in (-oo, oo), n[i] in (-oo, oo), s in (0, oo), alpha in [1, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 2.5 in any dimension, the lower half")
def lem_2_5_laws_lower() -> str:
    """Spherical normal laws are no closer than alpha times the squared distance over 2*s**2.

    As in bs16.lem_2_5_laws, and so for all alpha: both halves are the equation of the lemma.
    """
    return _no_closer("")


@theorem(source="BunSteinke2016, Lemma 2.5 in any dimension, 2 % more", expect="refuted")
def lem_2_5_laws_more() -> str:
    """Spherical normal laws are 2 % farther apart than they are.

    How far they are is bs16.lem_2_5_laws and bs16.lem_2_5_laws_lower.
    """
    return _no_closer("51/50*")


@theorem(source="BunSteinke2016, display (3) in any dimension, the lower half")
def lem_2_5_family_lower() -> str:
    """Spherical noise is within no rho-zCDP with less than the squared length over 2*s**2.

    Coordinates may move by unlike distances, as in bs16.lem_2_5_family, the upper half.
    """
    return (
        "ZCDP(Compose(GaussianMechanism(D[i], s), (i, 1, k)), rho) =>"
        " Sum(D[i]**2, (i, 1, k))/(2*s**2) <= rho for D[i] in [0, oo), s in (0, oo)"
    )
