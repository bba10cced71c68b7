"""Approximate, probabilistic and mean-concentrated privacy: what delta means."""

from __future__ import annotations

from dpsym import theorem


@theorem(source="Meiser2018, who disproves it", expect="refuted")
def delta_is_failure_probability() -> str:
    """The privacy loss exceeds epsilon with probability at most delta.

    Stated for laws on two outcomes of which the second alone has a loss above epsilon. What holds
    needs room above epsilon, folklore.failure_probability.
    """
    return (
        "HockeyStick(eps, Bernoulli(p), Bernoulli(q)) <= delta and HockeyStick(eps, "
        "Bernoulli(q), Bernoulli(p)) <= delta and p > exp(eps)*q => p <= delta for p in [0, "
        "1], q in [0, 1], delta in [0, 1]"
    )


@theorem(source="KasiviswanathanSmith2014, Lemma 3.3")
def failure_probability() -> str:
    """The privacy loss exceeds epsilon + x with probability at most delta/(1 - exp(-x)).

    For the one outcome on which it does.
    """
    return (
        "p - exp(eps)*q <= delta and p >= exp(eps + x)*q => p*(1 - exp(-x)) <= delta for p "
        "in [0, 1], q in [0, 1], x in [0, oo), delta in [0, 1], eps in [0, oo)"
    )


@theorem(source="KiferLin2012, who disprove it", expect="refuted")
def probabilistic_dp_postprocesses() -> str:
    """Joining two outcomes keeps the probability of a privacy loss above epsilon.

    Three outcomes (a, (1-a)b, (1-a)(1-b)) against (a2, ...), of which the first alone may have a
    loss above epsilon; it is joined with the second. The hockey stick is closed,
    folklore.approximate_dp_postprocesses.
    """
    return (
        "a <= delta and a2 <= delta and (1 - a)*b <= exp(eps)*(1 - a2)*b2 and (1 - a2)*b2 "
        "<= exp(eps)*(1 - a)*b and (1 - a)*(1 - b) <= exp(eps)*(1 - a2)*(1 - b2) and (1 - "
        "a2)*(1 - b2) <= exp(eps)*(1 - a)*(1 - b) and a + (1 - a)*b > exp(eps)*(a2 + (1 - "
        "a2)*b2) => a + (1 - a)*b <= delta for a in [0, 1], a2 in [0, 1], b in [0, 1], b2 "
        "in [0, 1], eps in [0, oo), delta in [0, 1]"
    )


@theorem(source="DworkRoth2014, Proposition 2.1")
def approximate_dp_postprocesses() -> str:
    """Post-processing keeps approximate privacy."""
    return (
        "HockeyStick(eps, P, Q) <= delta => HockeyStick(eps, Pushforward(K, P), "
        "Pushforward(K, Q)) <= delta for delta in [0, 1]"
    )


@theorem(source="DworkRothblum2016, the definition used as if robust", expect="refuted")
def mcdp_postprocesses() -> str:
    """Post-processing keeps mean-concentrated privacy.

    Zero-concentrated privacy is kept, folklore.zcdp_postprocesses.
    """
    return "MeanCDP(M, mu, tau) => MeanCDP(PostProcess(M), mu, tau)"


@theorem(source="BunSteinke2016, Lemma 1.8")
def zcdp_postprocesses() -> str:
    """Post-processing keeps zero-concentrated privacy."""
    return "ZCDP(M, xi, rho) => ZCDP(PostProcess(M), xi, rho)"


@theorem(source="KairouzOhViswanath2015, equation (3) with one of its two lines", expect="refuted")
def one_direction_suffices() -> str:
    """A hockey stick bounded in one direction is bounded in the other.

    Both lines are needed, and then folklore.both_directions_postprocess.
    """
    return "HockeyStick(eps, P, Q) <= delta => HockeyStick(eps, Q, P) <= delta for delta in [0, 1]"


@theorem(source="KairouzOhViswanath2015, equation (3)")
def both_directions_postprocess() -> str:
    """Both directions together bound the total variation."""
    return "ApproxDP(M, eps, delta) => ApproxDP(M, 0, (exp(eps) - 1 + 2*delta)/(exp(eps) + 1))"
