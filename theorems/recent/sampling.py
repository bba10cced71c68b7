"""Amplification by sampling."""

from __future__ import annotations

from sympy import binomial

from dpsym import theorem


@theorem(source="BalleBartheGaboardi2018, Theorem 2")
def advanced_joint_convexity() -> str:
    """The hockey stick of two mixtures with a common part is that of the other parts at a larger
    level.
    """
    return (
        "HockeyStick(log(1 + q*(exp(eps) - 1)), Mixture(q, P, R), Mixture(q, Q, R)) == "
        "q*HockeyStick(eps, P, Mixture((1 + q*(exp(eps) - 1))/exp(eps), Q, R)) for q in (0, "
        "1), eps in [0, oo)"
    )


@theorem(source="BalleBartheGaboardi2018, Theorem 2 for binary laws")
def advanced_joint_convexity_binary() -> str:
    """Sampling at rate q multiplies the hockey stick by q at the amplified level."""
    return (
        "HockeyStick(log(1 + q*(exp(eps) - 1)), Mixture(q, Bernoulli(x), Bernoulli(y)), "
        "Bernoulli(y)) <= q*HockeyStick(eps, Bernoulli(x), Bernoulli(y)) for q in (0, 1], "
        "eps in [0, oo), x in [0, 1], y in [0, 1]"
    )


@theorem(source="BalleBartheGaboardi2018, Poisson sampling")
def poisson_sampling() -> str:
    """Poisson sampling at rate q amplifies epsilon and multiplies delta by q."""
    return (
        "ApproxDP(M, eps, delta) => ApproxDP(Subsample(M, q), log(1 + q*(exp(eps) - 1)), q*delta)"
    )


@theorem(source="AbadiEtAl2016, Lemma 3 at lambda one")
def sampled_chi_squared() -> str:
    """Sampling multiplies the chi-squared divergence by the square of the rate."""
    return "ChiSquared(Mixture(q, P, Q), Q) <= q**2*ChiSquared(P, Q)"


@theorem(source="MironovTalwarZhang2019, Section 3.3 at order 2")
def sampled_gaussian_order_two() -> str:
    """The Renyi divergence of order 2 of the sampled Gaussian mechanism, a record being added."""
    return (
        "Renyi(2, Mixture(q, Gaussian(1, sigma), Gaussian(0, sigma)), Gaussian(0, sigma)) == "
        "log(1 + q**2*(exp(1/sigma**2) - 1)) for q in [0, 1]"
    )


@theorem(source="MironovTalwarZhang2019, Section 3.3 at order 4")
def sampled_gaussian_order_four() -> str:
    """The Renyi divergence of order 4 of the sampled Gaussian mechanism, a record being added."""
    return (
        "Renyi(4, Mixture(q, Gaussian(1, sigma), Gaussian(0, sigma)), Gaussian(0, sigma)) == "
        "log((1 - q)**4 + 4*(1 - q)**3*q + 6*(1 - q)**2*q**2*exp(1/sigma**2) + "
        "4*(1 - q)*q**3*exp(3/sigma**2) + q**4*exp(6/sigma**2))/3 for q in (0, 1)"
    )


def _shuffled(users: int, odds: str) -> tuple[str, str]:
    """Laws of the number of ones among randomised responses, where all hold a one or all but one.

    The odds are those of an answer that is true.
    """
    total = f"(1 + {odds})**{users}"
    others = [binomial(users - 1, ones) for ones in range(users)]
    all_ones = [f"{binomial(users, i)}*{odds}**{i}/{total}" for i in range(users + 1)]
    one_zero = [
        f"({true}*{odds}**{i + 1} + {false}*{odds}**{abs(i - 1)})/{total}"
        for i, (true, false) in enumerate(zip([*others, 0], [0, *others], strict=True))
    ]
    return f"Finite({', '.join(all_ones)})", f"Finite({', '.join(one_zero)})"


@theorem(source="FeldmanMcMillanTalwar2021, Theorem 3.1 for sixteen responses")
def shuffling_sixteen() -> str:
    """Of sixteen shuffled randomised responses, the number of ones hides with delta 9/10 whether
    all users hold a one or all but one.

    For every eps0 up to log(5/4) of the log(1.2523) for which the theorem has its bound; t is
    exp(eps0). In the direction from all ones.
    """
    return (
        "HockeyStick(log(1 + (t - 1)/(t + 1)*(8*sqrt(t*log(40/9)/16) + 8*t/16)), "
        f"{', '.join(_shuffled(16, 't'))}) <= 9/10 for t in (1, 5/4]"
    )


@theorem(source="FeldmanMcMillanTalwar2021, Theorem 3.1 for forty-five responses")
def shuffling_forty_five() -> str:
    """Of forty-five shuffled randomised responses with likelihood ratio two, the number of ones
    hides whether all users hold a one or all but one.

    For every delta for which the theorem has its bound. In the direction from all ones.
    """
    return (
        "32*log(2/delta) <= 45 => HockeyStick(log(1 + (8*sqrt(2*log(4/delta)/45) + 16/45)/3), "
        f"{', '.join(_shuffled(45, '2'))}) <= delta for delta in (0, 1]"
    )


@theorem(source="Steinke2022, Theorem 11 at order 3")
def sampled_renyi_three() -> str:
    """The Renyi guarantees of orders 2 and 3 of a mechanism give one of order 3 of a sample."""
    return (
        "RenyiDP(M, 2, e2) and RenyiDP(M, 3, e3) => RenyiDP(Subsample(M, q), 3, log((1 - "
        "q)**2*(2*q + 1) + 3*q**2*(1 - q)*exp(e2) + q**3*exp(2*e3))/2)"
    )


@theorem(source="ZhuWang2019, Theorem 6 at order 3")
def sampled_renyi_three_with_factor() -> str:
    """Renyi guarantees of orders 2 and 3 give one of a sample, with 3 before the last term.

    The factor is not needed, recent.sampled_renyi_three.
    """
    return (
        "RenyiDP(M, 2, e2) and RenyiDP(M, 3, e3) => RenyiDP(Subsample(M, q), 3, log((1 - "
        "q)**2*(2*q + 1) + 3*q**2*(1 - q)*exp(e2) + 3*q**3*exp(2*e3))/2)"
    )


@theorem(source="Steinke2022, Theorem 11 at order 3, changed", expect="refuted")
def sampled_renyi_three_smaller() -> str:
    """Renyi guarantees of orders 2 and 3 give one of a sample with a smaller middle term.

    Its factor is 3, recent.sampled_renyi_three.
    """
    return (
        "RenyiDP(M, 2, e2) and RenyiDP(M, 3, e3) => RenyiDP(Subsample(M, q), 3, log((1 - "
        "q)**2*(2*q + 1) + 29/10*q**2*(1 - q)*exp(e2) + q**3*exp(2*e3))/2)"
    )


@theorem(source="Steinke2022, Theorem 11 at order 2")
def sampled_renyi_two() -> str:
    """The second moment less one of a sample is that of the mechanism times the rate squared."""
    return "RenyiDP(M, 2, tau) => RenyiDP(Subsample(M, q), 2, log(1 + q**2*(exp(tau) - 1)))"


@theorem(source="MironovTalwarZhang2019, the sampled Gaussian mechanism at order 2")
def sampled_gaussian_two() -> str:
    """A step of noisy gradient descent, whichever way the record goes, at order 2."""
    return (
        "RenyiDP(Subsample(GaussianMechanism(1, sigma), q), 2, log(1 + q**2*(exp(1/sigma**2) - 1)))"
    )


@theorem(source="MironovTalwarZhang2019, Theorem 11 at order 2")
def sampled_gaussian_simple() -> str:
    """For small rates and much noise the bound at order 2 is 4*q**2/sigma**2."""
    return (
        "RenyiDP(Subsample(GaussianMechanism(1, sigma), q), 2, 4*q**2/sigma**2) for q in [0, "
        "1/5], sigma in [4, oo)"
    )
