"""The optimal composition of any number of different rounds, as a sum over sets of rounds.

In ``SubsetSum(f, b)`` the bits ``b[i]`` say which rounds are in the set.
"""

from __future__ import annotations

from dpsym import theorem

_CANONICAL = "Compose(CanonicalRR(e[i], d[i]), (i, 1, k))"
_SHARE = (
    "SubsetSum(Max(exp(Sum(b[i]*e[i], (i, 1, k)))"
    " - exp(epsilon + Sum((1 - b[i])*e[i], (i, 1, k))), 0), b)/Product(1 + exp(e[i]), (i, 1, k))"
)
_CURVE = f"1 - Product(1 - d[i], (i, 1, k))*(1 - {_SHARE})"
_SOURCE = "HartmannBindschaedlerWest2022, Section II, citing MurtaghVadhan2016"


@theorem(source=f"{_SOURCE}, the curve")
def opt_heterogeneous_curve() -> str:
    """Any number of different rounds have a sum over sets of rounds for their delta."""
    return (
        "ApproxDP(M[i], e[i], d[i]) each i in 1..k =>"
        f" ApproxDP(Compose(M[i], (i, 1, k)), epsilon, {_CURVE})"
    )


@theorem(source=f"{_SOURCE}, the curve, 2 % less", expect="refuted")
def opt_heterogeneous_curve_less() -> str:
    """49/50 of that delta suffices.

    It takes all of it, gce24.opt_heterogeneous_curve.
    """
    return (
        "ApproxDP(M[i], e[i], d[i]) each i in 1..k =>"
        f" ApproxDP(Compose(M[i], (i, 1, k)), epsilon, 49*({_CURVE})/50)"
    )


@theorem(source=f"{_SOURCE}, the curve, tightness")
def opt_heterogeneous_curve_attained() -> str:
    """Canonical mechanisms have no delta below that of gce24.opt_heterogeneous_curve."""
    return f"ApproxDP({_CANONICAL}, epsilon, x) => {_CURVE} <= x"


@theorem(source=f"{_SOURCE}, the curve, tightness, 2 % more", expect="refuted")
def opt_heterogeneous_curve_attained_more() -> str:
    """Canonical mechanisms have no delta below 51/50 of that sum over sets of rounds.

    They have that of gce24.opt_heterogeneous_curve_attained.
    """
    return f"ApproxDP({_CANONICAL}, epsilon, x) => 51*({_CURVE})/50 <= x"
