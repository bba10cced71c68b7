"""Divergences: triangle inequalities, convexity, symmetry and orders."""

from __future__ import annotations

from dpsym import theorem


@theorem(source="VanErvenHarremoes2014, Theorem 11 extended beyond order one", expect="refuted")
def renyi_jointly_convex() -> str:
    """Renyi divergence above order one is jointly convex.

    It is jointly quasi-convex, folklore.renyi_jointly_quasiconvex.
    """
    return (
        "Renyi(alpha, Mixture(1/2, P0, P1), Mixture(1/2, Q0, Q1)) <= (Renyi(alpha, P0, Q0) "
        "+ Renyi(alpha, P1, Q1))/2"
    )


@theorem(source="VanErvenHarremoes2014, Theorem 13")
def renyi_jointly_quasiconvex() -> str:
    """Renyi divergence is jointly quasi-convex."""
    return (
        "Renyi(alpha, Mixture(1/2, P0, P1), Mixture(1/2, Q0, Q1)) <= Max(Renyi(alpha, P0, "
        "Q0), Renyi(alpha, P1, Q1))"
    )


@theorem(source="folklore, disproved by Mironov2017, Proposition 11", expect="refuted")
def renyi_triangle() -> str:
    """Renyi divergence of one order satisfies the triangle inequality.

    The orders must grow, folklore.renyi_weak_triangle.
    """
    return "Renyi(alpha, P, R) <= Renyi(alpha, P, Q) + Renyi(alpha, Q, R)"


@theorem(source="Mironov2017, Proposition 11 with p = q = 2")
def renyi_weak_triangle() -> str:
    """Renyi divergence satisfies a triangle inequality with larger orders and a factor."""
    return (
        "Renyi(alpha, P, R) <= (alpha - 1/2)/(alpha - 1)*Renyi(2*alpha, P, Q) + "
        "Renyi(2*alpha - 1, Q, R)"
    )


@theorem(source="folklore, as believed", expect="refuted")
def kl_triangle() -> str:
    """KL divergence satisfies the triangle inequality.

    Renyi divergence has a weaker one, folklore.renyi_weak_triangle.
    """
    return "KL(P, R) <= KL(P, Q) + KL(Q, R)"


@theorem(
    source="folklore, the monotonicity of VanErvenHarremoes2014, Theorem 3, reversed",
    expect="refuted",
)
def renyi_order_rises() -> str:
    """A Renyi guarantee holds with the same bound at every higher order.

    It holds at every lower one, folklore.renyi_order_falls.
    """
    return "RenyiDP(M, alpha, tau) => RenyiDP(M, alpha + x, tau) for x in [0, oo)"


@theorem(source="VanErvenHarremoes2014, Theorem 3")
def renyi_order_falls() -> str:
    """A Renyi guarantee holds with the same bound at every lower order."""
    return "RenyiDP(M, alpha + x, tau) => RenyiDP(M, alpha, tau) for x in [0, oo)"


@theorem(source="folklore, checks in one direction", expect="refuted")
def renyi_symmetric() -> str:
    """Renyi divergence is the same in both directions.

    Total variation is, folklore.total_variation_symmetric.
    """
    return "Renyi(alpha, P, Q) <= Renyi(alpha, Q, P)"


@theorem(source="folklore, as mended")
def total_variation_symmetric() -> str:
    """Total variation is the same in both directions."""
    return "TotalVariation(P, Q) <= TotalVariation(Q, P)"


@theorem(source="folklore, a factor of two lost", expect="refuted")
def total_variation_quarter() -> str:
    """Pure privacy keeps the total variation below a quarter of epsilon.

    The exact bound is folklore.total_variation_tanh.
    """
    return (
        "MaxDivergence(P, Q) <= eps and MaxDivergence(Q, P) <= eps => TotalVariation(P, Q) "
        "<= eps/4 for eps in [0, oo)"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 2.5")
def total_variation_tanh() -> str:
    """Pure privacy keeps the total variation below tanh(epsilon/2)."""
    return (
        "MaxDivergence(P, Q) <= eps and MaxDivergence(Q, P) <= eps => TotalVariation(P, Q) "
        "<= tanh(eps/2) for eps in [0, oo)"
    )


@theorem(source="folklore, DongRothSu2022 without the biconjugate", expect="refuted")
def tradeoff_minimum_convex() -> str:
    """The smaller of a trade-off function and its inverse is convex, as a trade-off function
    must be.

    For the function a*(1 - x). Its convex hull is folklore.tradeoff_hull_convex.
    """
    return (
        "Min(a*(1 - (t*x + (1 - t)*y)), Max(0, 1 - (t*x + (1 - t)*y)/a)) <= t*Min(a*(1 - "
        "x), Max(0, 1 - x/a)) + (1 - t)*Min(a*(1 - y), Max(0, 1 - y/a)) for a in (0, 1], t "
        "in [0, 1], x in [0, 1], y in [0, 1]"
    )


@theorem(source="DongRothSu2022, the symmetrised trade-off function")
def tradeoff_hull_convex() -> str:
    """The biconjugate of the smaller of a trade-off function and its inverse is convex.

    For the function a*(1 - x), where it is max(0, a - x).
    """
    return (
        "Max(0, a - (t*x + (1 - t)*y)) <= t*Max(0, a - x) + (1 - t)*Max(0, a - y) for a in "
        "(0, 1], t in [0, 1], x in [0, 1], y in [0, 1]"
    )
