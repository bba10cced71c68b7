"""Sampling, shuffling and the accountants of DP-SGD."""

from __future__ import annotations

from dpsym import theorem


@theorem(
    source="BalleBartheGaboardi2018, Poisson sampling used with another relation",
    expect="refuted",
)
def poisson_replace_one() -> str:
    """Poisson sampling amplifies for replace-one neighbours as it does for add and remove.

    R is the law without the record. For add and remove it holds, folklore.poisson_add_remove.
    """
    return (
        "MaxDivergence(P, R) <= eps and MaxDivergence(R, P) <= eps and MaxDivergence(Q, R) "
        "<= eps and MaxDivergence(R, Q) <= eps => MaxDivergence(Mixture(q, P, R), "
        "Mixture(q, Q, R)) <= log(1 + q*(exp(eps) - 1)) for eps in [0, oo)"
    )


@theorem(source="BalleBartheGaboardi2018, Poisson sampling")
def poisson_add_remove() -> str:
    """Poisson sampling at rate q amplifies epsilon to log(1 + q*(exp(epsilon) - 1))."""
    return "PureDP(M, eps) => PureDP(Subsample(M, q), log(1 + q*(exp(eps) - 1)))"


@theorem(source="LiQardajiSu2012, the approximation taken for a bound", expect="refuted")
def poisson_linear() -> str:
    """Poisson sampling at rate q multiplies epsilon by q.

    The logarithm is larger, folklore.poisson_add_remove.
    """
    return "PureDP(M, eps) => PureDP(Subsample(M, q), q*eps)"


@theorem(source="ZhuDongWang2022, Theorem 11 with one of its two pairs", expect="refuted")
def sampled_direction_dominates() -> str:
    """The direction that removes a record dominates the other at every level.

    Below level zero it does not; both are within q, folklore.sampled_within_rate.
    """
    return (
        "HockeyStick(eps, Mixture(q, P, Q), Q) >= HockeyStick(eps, Q, Mixture(q, P, Q)) for "
        "eps in (-oo, oo)"
    )


@theorem(source="BalleBartheGaboardi2018, Theorem 2")
def sampled_within_rate() -> str:
    """Sampling at rate q keeps delta below q."""
    return "HockeyStick(eps, Mixture(q, P, Q), Q) <= q for eps in [0, oo)"


@theorem(source="BuDongLongSu2020, the limit used as a guarantee", expect="refuted")
def central_limit_accountant() -> str:
    """DP-SGD is as private as the Gaussian pair of its central limit.

    One step; mu is q*sqrt(exp(1/s**2) - 1). What holds for one step is
    folklore.sampled_gaussian_within_rate.
    """
    return (
        "ApproxDP(Subsample(GaussianMechanism(1, s), q), eps, Phi(-eps/(q*sqrt(exp(1/s**2) "
        "- 1)) + (q*sqrt(exp(1/s**2) - 1))/2) - exp(eps)*Phi(-eps/(q*sqrt(exp(1/s**2) - 1)) "
        "- (q*sqrt(exp(1/s**2) - 1))/2)) for eps in [0, oo), q in (0, 1), s in (0, oo)"
    )


@theorem(source="BalleBartheGaboardi2018, Theorem 2")
def sampled_gaussian_within_rate() -> str:
    """One step of DP-SGD has delta at most q at every epsilon."""
    return "ApproxDP(Subsample(GaussianMechanism(1, s), q), eps, q)"


@theorem(source="AbadiEtAl2016, Lemma 3 without the bound on lambda", expect="refuted")
def moments_leading_term() -> str:
    """The moment of order lambda is at most its leading term for every lambda.

    Sampling never increases a Renyi divergence, folklore.sampled_renyi.
    """
    return (
        "l*Renyi(l + 1, Mixture(q, Gaussian(1, s), Gaussian(0, s)), Gaussian(0, s)) <= "
        "q**2*l*(l + 1)/((1 - q)*s**2) for l in 1..oo, s in [1, oo), q in (0, 1/16)"
    )


@theorem(source="VanErvenHarremoes2014, Theorem 13")
def sampled_renyi() -> str:
    """Sampling does not increase a Renyi divergence."""
    return "Renyi(alpha, Mixture(q, P, Q), Q) <= Renyi(alpha, P, Q)"


@theorem(source="ChuaEtAl2024, who disprove it", expect="refuted")
def shuffled_as_poisson() -> str:
    """Shuffled batches are at least as private as Poisson batches.

    Two batches, rate one half, so that Poisson keeps delta within 3/4,
    folklore.poisson_batches_within. The records other than one send -1, the one sends 1 or nothing;
    the event that a batch exceeds the middle.
    """
    return (
        "HockeyStick(eps, Bernoulli(1 - Phi(-1/(2*s))*Phi(3/(2*s))), Bernoulli(1 - "
        "Phi(1/(2*s))*Phi(3/(2*s)))) <= 3/4 for s in (0, oo), eps in [0, oo)"
    )


@theorem(source="ChuaEtAl2024, Poisson batches")
def poisson_batches_within() -> str:
    """Two Poisson batches of rate one half have delta at most 3/4."""
    return "ApproxDP(M, 0, 1/2) => ApproxDP(Compose(M, 2), 0, 3/4)"


@theorem(source="FeldmanMcMillanTalwar2021, the informal statement", expect="refuted")
def shuffling_root_n() -> str:
    """Shuffling n randomised responses gives epsilon/sqrt(n) with delta one in a million.

    Two users, the number of ones when both hold a one and when one does. Shuffling does not hurt,
    folklore.shuffling_keeps.
    """
    return (
        "ApproxDP(FiniteMechanism(Finite(exp(eps)**2/(1 + exp(eps))**2, 2*exp(eps)/(1 + "
        "exp(eps))**2, 1/(1 + exp(eps))**2), Finite(exp(eps)/(1 + exp(eps))**2, (1 + "
        "exp(eps)**2)/(1 + exp(eps))**2, exp(eps)/(1 + exp(eps))**2)), eps/sqrt(2), "
        "1/1000000) for eps in [0, oo)"
    )


@theorem(source="FeldmanMcMillanTalwar2021, a consequence")
def shuffling_keeps() -> str:
    """Shuffling randomised responses keeps epsilon.

    Two users.
    """
    return (
        "PureDP(FiniteMechanism(Finite(exp(eps)**2/(1 + exp(eps))**2, 2*exp(eps)/(1 + "
        "exp(eps))**2, 1/(1 + exp(eps))**2), Finite(exp(eps)/(1 + exp(eps))**2, (1 + "
        "exp(eps)**2)/(1 + exp(eps))**2, exp(eps)/(1 + exp(eps))**2)), eps) for eps in [0, "
        "oo)"
    )
