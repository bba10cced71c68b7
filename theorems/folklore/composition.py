"""Composition, groups and neighbours: what is believed to add up."""

from __future__ import annotations

from dpsym import theorem


@theorem(source="Vadhan2017, Lemma 2.2, which corrects it", expect="refuted")
def group_scales_delta() -> str:
    """For groups of k both epsilon and delta grow k-fold.

    The step from one to two databases multiplies delta by exp(epsilon) as well; see
    folklore.group_delta.
    """
    return "ApproxDP(M, eps, delta) => ApproxDP(Group(M, k), k*eps, k*delta)"


@theorem(source="Vadhan2017, Lemma 2.2")
def group_delta() -> str:
    """For groups of k, delta grows by the geometric sum of exp(epsilon).

    For up to five members.
    """
    return (
        "ApproxDP(M, eps, delta) => ApproxDP(Group(M, k), k*eps, delta*(exp(k*eps) - "
        "1)/(exp(eps) - 1)) for eps in (0, oo), k in 1..5"
    )


@theorem(source="McSherry2009, Theorem 4, used with replace-one neighbours", expect="refuted")
def parallel_replace_one() -> str:
    """Mechanisms on disjoint parts cost the largest epsilon, also where a record may move.

    A record that is replaced may leave one part and enter another, so that both laws change; see
    folklore.parallel_replace_one_doubles.
    """
    return (
        "MaxDivergence(P1, Q1) <= eps and MaxDivergence(P2, Q2) <= eps => "
        "MaxDivergence(Product(P1, P2), Product(Q1, Q2)) <= eps for eps in [0, oo)"
    )


@theorem(source="LiLyuSuYang2016, Section 2.2")
def parallel_replace_one_doubles() -> str:
    """Mechanisms on disjoint parts cost twice epsilon where a record may move."""
    return (
        "MaxDivergence(P1, Q1) <= eps and MaxDivergence(P2, Q2) <= eps => "
        "MaxDivergence(Product(P1, P2), Product(Q1, Q2)) <= 2*eps for eps in [0, oo)"
    )


@theorem(source="LebedaRegehrKamathSteinke2024, the pitfall", expect="refuted")
def worst_pair_composes() -> str:
    """The pair with the larger delta at one epsilon keeps the larger delta under composition.

    One epsilon does not order pairs; see folklore.canonical_pair_composes for the pair that does.
    """
    return (
        "HockeyStick(eps, P, Q) >= HockeyStick(eps, R, S) => HockeyStick(eps, Product(P, "
        "P), Product(Q, Q)) >= HockeyStick(eps, Product(R, R), Product(S, S))"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 3.3 for two rounds, weakened")
def canonical_pair_composes() -> str:
    """Two rounds cost twice epsilon, and the chance that either of two deltas strikes.

    The canonical pair dominates at every epsilon, and so do its products.
    """
    return "ApproxDP(M, eps, delta) => ApproxDP(Compose(M, 2), 2*eps, 1 - (1 - delta)**2)"


@theorem(source="folklore, the two neighbouring relations taken for one", expect="refuted")
def bounded_gives_unbounded() -> str:
    """A mechanism private for databases of each size is private for databases of neighbouring
    sizes.

    The size itself may be printed. The laws are those of two databases of n records and of two of n
    + 1; the other direction holds, folklore.unbounded_gives_bounded.
    """
    return (
        "MaxDivergence(P0, P1) <= eps and MaxDivergence(P1, P0) <= eps and "
        "MaxDivergence(Q0, Q1) <= eps and MaxDivergence(Q1, Q0) <= eps => MaxDivergence(P0, "
        "Q0) <= eps for eps in [0, oo)"
    )


@theorem(source="LiLyuSuYang2016, Section 2.2")
def unbounded_gives_bounded() -> str:
    """Replacing a record is removing one and adding another, and costs twice epsilon."""
    return "PureDP(M, eps) => PureDP(Group(M, 2), 2*eps)"


@theorem(source="folklore, the rule of pure privacy misapplied", expect="refuted")
def zcdp_group_linear() -> str:
    """For groups of k, rho grows k-fold.

    It grows with the square of k, folklore.zcdp_group_square.
    """
    return "ZCDP(M, rho) => ZCDP(Group(M, k), k*rho)"


@theorem(source="BunSteinke2016, Proposition 1.9")
def zcdp_group_square() -> str:
    """For groups of k, rho grows by the square of k."""
    return "ZCDP(M, rho) => ZCDP(Group(M, k), k**2*rho)"


@theorem(source="DingEtAl2018, the wrong histograms", expect="refuted")
def laplace_for_k_queries() -> str:
    """Answering k queries, each with the noise of one, costs what one costs.

    Basic composition is exact here, folklore.laplace_for_k_queries_adds.
    """
    return "PureDP(Compose(LaplaceMechanism(1, 1/eps), k), eps) for eps in (0, oo), k in 1..oo"


@theorem(source="DworkRoth2014, Theorem 3.16")
def laplace_for_k_queries_adds() -> str:
    """Answering k queries, each with the noise of one, costs k times epsilon."""
    return "PureDP(Compose(LaplaceMechanism(1, 1/eps), k), k*eps) for eps in (0, oo), k in 1..oo"
