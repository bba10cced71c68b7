"""Divergences that are known up to an order: truncated concentration, and groups."""

from __future__ import annotations

from dpsym import theorem


@theorem(source="BunDworkRothblumSteinke2018, composition")
def truncated_composes() -> str:
    """Truncated concentrated privacy composes up to the smaller order."""
    return (
        "BoundedZCDP(M1, w1, 0, r1) and BoundedZCDP(M2, w2, 0, r2) => "
        "BoundedZCDP(Compose(M1, M2), Min(w1, w2), 0, r1 + r2)"
    )


@theorem(source="BunDworkRothblumSteinke2018, conversion to approximate privacy")
def truncated_to_approximate() -> str:
    """Truncated concentrated privacy gives approximate privacy at each order up to the last."""
    return (
        "BoundedZCDP(M, w, 0, rho) and alpha <= w => ApproxDP(M, rho*alpha + "
        "log(1/delta)/(alpha - 1), delta) for alpha in (1, oo), delta in (0, 1)"
    )


@theorem(source="BunDworkRothblumSteinke2018, group privacy")
def truncated_groups() -> str:
    """For groups of k the rate grows with the square, and the last order falls to its kth part."""
    return "BoundedZCDP(M, w, 0, rho) and k < w => BoundedZCDP(Group(M, k), w/k, 0, k**2*rho)"


@theorem(source="BunDworkRothblumSteinke2018, group privacy at the last order", expect="refuted")
def truncated_groups_of_all_orders() -> str:
    """Groups of two keep the last order.

    It is halved, recent.truncated_groups.
    """
    return "BoundedZCDP(M, 3, 0, rho) => BoundedZCDP(Group(M, 2), 3, 0, 4*rho)"


@theorem(source="Mironov2017, Proposition 2 with c = 1")
def renyi_groups_of_two() -> str:
    """A Renyi guarantee gives one of half the order and three times the bound for two steps."""
    return "RenyiDP(M, alpha, eps) => RenyiDP(Group(M, 2), alpha/2, 3*eps) for alpha in [4, oo)"


@theorem(source="Mironov2017, Proposition 2 with c = 1, sharpened")
def renyi_groups_of_two_sharp() -> str:
    """The bound that Hoelder's inequality gives for two steps, below three times the one."""
    return (
        "RenyiDP(M, alpha, eps) => RenyiDP(Group(M, 2), alpha/2, eps*(2*alpha - 1)/(alpha - "
        "1)) for alpha in (2, oo)"
    )


@theorem(source="Mironov2017, Proposition 2 with c = 1, strengthened", expect="refuted")
def renyi_groups_of_two_doubled() -> str:
    """For two steps twice the bound at half the order.

    Two steps of normal noise attain that, and others exceed it; recent.renyi_groups_of_two_sharp.
    """
    return "RenyiDP(M, 4, eps) => RenyiDP(Group(M, 2), 2, 39/20*eps)"


@theorem(source="Mironov2017, Proposition 2 with c = 2")
def renyi_groups_of_four() -> str:
    """A Renyi guarantee gives one of a fourth of the order and nine times the bound."""
    return "RenyiDP(M, alpha, eps) => RenyiDP(Group(M, 4), alpha/4, 9*eps) for alpha in [8, oo)"
