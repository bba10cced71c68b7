"""From one guarantee to another."""

from __future__ import annotations

from dpsym import theorem


@theorem(source="CesarRogers2021, the result on bounded range stated for all", expect="refuted")
def pure_dp_zcdp_eighth() -> str:
    """Pure privacy gives zCDP with an eighth of epsilon squared.

    Bounded range does, folklore.bounded_range_zcdp_eighth.
    """
    return "PureDP(M, eps) => ZCDP(M, eps**2/8)"


@theorem(source="CesarRogers2021, bounded range to zCDP")
def bounded_range_zcdp_eighth() -> str:
    """Bounded range gives zCDP with an eighth of its square."""
    return "BoundedRange(M, eta) => ZCDP(M, eta**2/8)"


@theorem(source="folklore, as believed", expect="refuted")
def approximate_dp_gives_zcdp() -> str:
    """Approximate privacy keeps Renyi divergences finite.

    With a finite rho every Renyi divergence is finite, which is said here as exp(-Renyi) > 0. What
    holds is folklore.approximate_dp_gives_approximate_zcdp.
    """
    return (
        "HockeyStick(eps, P, Q) <= delta and HockeyStick(eps, Q, P) <= delta => "
        "exp(-Renyi(alpha, P, Q)) > 0 for delta in [0, 1)"
    )


@theorem(source="BunSteinke2016, approximate zCDP")
def approximate_dp_gives_approximate_zcdp() -> str:
    """Approximate privacy gives approximate zCDP."""
    return "ApproxDP(M, eps, delta) => ApproxZCDP(M, delta, eps**2/2)"


@theorem(source="BunSteinke2016, Proposition 1.3 misquoted", expect="refuted")
def zcdp_half_deviation() -> str:
    """Concentrated privacy gives approximate privacy with rho + sqrt(2*rho*log(1/delta)).

    The deviation is 2*sqrt(rho*log(1/delta)), folklore.zcdp_deviation.
    """
    return "ZCDP(M, rho) => ApproxDP(M, rho + sqrt(2*rho*log(1/delta)), delta) for delta in (0, 1)"


@theorem(source="BunSteinke2016, Proposition 1.3")
def zcdp_deviation() -> str:
    """Concentrated privacy gives approximate privacy with rho + 2*sqrt(rho*log(1/delta))."""
    return "ZCDP(M, rho) => ApproxDP(M, rho + 2*sqrt(rho*log(1/delta)), delta) for delta in (0, 1)"


@theorem(
    source="HarrisonManurangsi2026, the theorem for k up to 6 stated for all",
    expect="refuted",
)
def kary_response_zcdp() -> str:
    """k-ary randomised response is zCDP with its KL divergence as rho, for every k.

    The outcomes that are nobody's truth are joined. For small k it holds,
    folklore.kary_response_zcdp_two.
    """
    return (
        "ZCDP(FiniteMechanism(Finite(exp(eps)/(exp(eps) + k - 1), 1/(exp(eps) + k - 1), (k "
        "- 2)/(exp(eps) + k - 1)), Finite(1/(exp(eps) + k - 1), exp(eps)/(exp(eps) + k - "
        "1), (k - 2)/(exp(eps) + k - 1))), eps*(exp(eps) - 1)/(exp(eps) + k - 1)) for k in "
        "2..oo, eps in [0, oo)"
    )


@theorem(source="HarrisonManurangsi2026, the theorem for k = 2")
def kary_response_zcdp_two() -> str:
    """Binary randomised response is zCDP with its KL divergence as rho."""
    return (
        "ZCDP(FiniteMechanism(Finite(exp(eps)/(exp(eps) + 1), 1/(exp(eps) + 1)), "
        "Finite(1/(exp(eps) + 1), exp(eps)/(exp(eps) + 1))), eps*(exp(eps) - 1)/(exp(eps) + "
        "1)) for eps in [0, oo)"
    )
