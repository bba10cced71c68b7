"""Composition, groups and triangle inequalities."""

from __future__ import annotations

from dpsym import theorem


@theorem(source="DongRothSu2022, composition of Gaussian DP")
def gaussian_composes() -> str:
    """The composition of a mu1- and a mu2-Gaussian-private mechanism adds the squares."""
    return (
        "GaussianDP(M1, mu1) and GaussianDP(M2, mu2) => GaussianDP(Compose(M1, M2), "
        "sqrt(mu1**2 + mu2**2))"
    )


@theorem(source="DongRothSu2022, Gaussian DP to approximate DP")
def gaussian_to_approximate() -> str:
    """Gaussian privacy is approximate privacy at every epsilon."""
    return (
        "GaussianDP(M, mu) => ApproxDP(M, eps, Phi(-eps/mu + mu/2) - exp(eps)*Phi(-eps/mu - "
        "mu/2)) for mu in (0, oo)"
    )


@theorem(source="DongRothSu2022, Theorem 2.14")
def gaussian_group() -> str:
    """For groups of k, the mu of Gaussian privacy grows k-fold."""
    return "GaussianDP(M, mu) => GaussianDP(Group(M, k), k*mu)"


@theorem(source="WhitehouseRamdasRogersWu2023, the filter with constant parameters")
def filter_constant() -> str:
    """Up to three rounds of pure privacy cost epsilon*sqrt(2*k*log(1/delta)) + k*epsilon**2/2.

    The filter stops before this sum exceeds its budget; with constant parameters that is a number
    of rounds.
    """
    return (
        "PureDP(M, eps) => ApproxDP(Compose(M, k), eps*sqrt(2*k*log(1/delta)) + k*eps**2/2, "
        "delta) for k in 1..3, delta in (0, 1)"
    )


@theorem(source="VadhanWang2021, Theorem 1 for delta zero")
def concurrent_pure() -> str:
    """Two interactive mechanisms run concurrently add their epsilons."""
    return "PureDP(M1, eps1) and PureDP(M2, eps2) => PureDP(Concurrent(M1, M2), eps1 + eps2)"


@theorem(source="Lyu2022, concurrent composition of approximate DP")
def concurrent_approximate() -> str:
    """Two interactive mechanisms run concurrently add their epsilons and deltas."""
    return (
        "ApproxDP(M1, eps1, delta1) and ApproxDP(M2, eps2, delta2) => "
        "ApproxDP(Concurrent(M1, M2), eps1 + eps2, Min(1, delta1 + delta2))"
    )


@theorem(source="Lyu2022, concurrent composition of Renyi DP")
def concurrent_renyi() -> str:
    """Two interactive mechanisms run concurrently add their Renyi divergences."""
    return (
        "RenyiDP(M1, alpha, tau1) and RenyiDP(M2, alpha, tau2) => RenyiDP(Concurrent(M1, "
        "M2), alpha, tau1 + tau2)"
    )


@theorem(source="VadhanZhang2023, concurrent composition of f-DP")
def concurrent_gaussian() -> str:
    """Two interactive mechanisms run concurrently compose as Gaussian pairs."""
    return (
        "GaussianDP(M1, mu1) and GaussianDP(M2, mu2) => GaussianDP(Concurrent(M1, M2), "
        "sqrt(mu1**2 + mu2**2))"
    )


@theorem(source="Mironov2017, Proposition 11")
def weak_triangle() -> str:
    """Renyi divergence satisfies a triangle inequality with larger orders, for every pair of
    conjugate exponents.
    """
    return (
        "Renyi(alpha, P, R) <= (alpha - 1/p)/(alpha - 1)*Renyi(p*alpha, P, Q) + "
        "Renyi(p*(alpha - 1/p)/(p - 1), Q, R) for p in (1, oo)"
    )


@theorem(source="Vadhan2017, Lemma 2.2")
def group_approximate() -> str:
    """For groups of k, delta grows by the geometric sum of exp(epsilon).

    For every k; attained.
    """
    return (
        "ApproxDP(M, eps, delta) => ApproxDP(Group(M, k), k*eps, delta*(exp(k*eps) - "
        "1)/(exp(eps) - 1)) for eps in (0, oo)"
    )


@theorem(source="VanErvenHarremoes2014, Theorem 13")
def jointly_quasiconvex() -> str:
    """Renyi divergence is jointly quasi-convex for every weight."""
    return (
        "Renyi(alpha, Mixture(t, P0, P1), Mixture(t, Q0, Q1)) <= Max(Renyi(alpha, P0, Q0), "
        "Renyi(alpha, P1, Q1))"
    )


@theorem(source="VanErvenHarremoes2014, the proof of Theorem 13")
def power_jointly_convex() -> str:
    """The power exp((alpha - 1)*Renyi) is jointly convex."""
    return (
        "exp((alpha - 1)*Renyi(alpha, Mixture(t, P0, P1), Mixture(t, Q0, Q1))) <= "
        "t*exp((alpha - 1)*Renyi(alpha, P0, Q0)) + (1 - t)*exp((alpha - 1)*Renyi(alpha, P1, "
        "Q1))"
    )
