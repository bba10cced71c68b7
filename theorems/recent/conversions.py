"""From one guarantee to another."""

from __future__ import annotations

from dpsym import theorem


@theorem(source="CanonneKamathSteinke2020, Proposition 12")
def renyi_to_approximate() -> str:
    """A Renyi guarantee of order alpha gives approximate privacy at every epsilon."""
    return (
        "RenyiDP(M, alpha, tau) => ApproxDP(M, eps, exp((alpha - 1)*(tau - eps))/(alpha - "
        "1)*(1 - 1/alpha)**alpha)"
    )


@theorem(source="AsoodehLiaoCalmonKosutSankar2020, an instance")
def renyi_to_approximate_best() -> str:
    """A Renyi divergence of 1/2 at order 4 keeps delta below 0.01951 at epsilon 1.

    The supremum over binary pairs is about 0.01950; see recent.renyi_to_approximate_sharp for the
    other side.
    """
    return "RenyiDP(M, 4, 1/2) => ApproxDP(M, 1, 1951/100000)"


@theorem(source="AsoodehLiaoCalmonKosutSankar2020, an instance tightened", expect="refuted")
def renyi_to_approximate_sharp() -> str:
    """A Renyi divergence of 1/2 at order 4 keeps delta below 0.01949 at epsilon 1.

    One unit of the last digit too small, recent.renyi_to_approximate_best.
    """
    return "RenyiDP(M, 4, 1/2) => ApproxDP(M, 1, 1949/100000)"


@theorem(source="KairouzOhViswanath2015, Theorem 2.5")
def approximate_to_total_variation() -> str:
    """Approximate privacy bounds the total variation, both directions used."""
    return (
        "HockeyStick(eps, P, Q) <= delta and HockeyStick(eps, Q, P) <= delta => "
        "TotalVariation(P, Q) <= (exp(eps) - 1 + 2*delta)/(exp(eps) + 1) for eps in [0, "
        "oo), delta in [0, 1]"
    )


@theorem(source="BunSteinke2016, Lemma 3.6")
def zcdp_to_approximate_factor() -> str:
    """Concentrated privacy gives approximate privacy with the factor of the normal tail.

    y is epsilon - rho.
    """
    return (
        "ZCDP(M, rho) => ApproxDP(M, rho + y, 2*exp(-y**2/(4*rho))/(1 + y/(2*rho) + sqrt((1 "
        "+ y/(2*rho))**2 + 4/(pi*rho)))) for rho in (0, oo), y in [0, oo)"
    )


@theorem(source="RiessGomezCalmonSchnabelKaissis2026, the intersection is valid")
def profile_to_regions() -> str:
    """Errors of every test lie in the regions of both orders of a Renyi profile.

    The test is the kernel. Of two orders, and so of any number.
    """
    return (
        "Renyi(alpha1, P, Q) <= tau1 and Renyi(alpha1, Q, P) <= tau1 and "
        "Renyi(alpha2, P, Q) <= tau2 and Renyi(alpha2, Q, P) <= tau2 => "
        "Renyi(alpha1, Pushforward(K, P), Pushforward(K, Q)) <= tau1 and "
        "Renyi(alpha1, Pushforward(K, Q), Pushforward(K, P)) <= tau1 and "
        "Renyi(alpha2, Pushforward(K, P), Pushforward(K, Q)) <= tau2 and "
        "Renyi(alpha2, Pushforward(K, Q), Pushforward(K, P)) <= tau2 "
        "for tau1 in [0, oo), tau2 in [0, oo)"
    )


@theorem(source="RiessGomezCalmonSchnabelKaissis2026, the intersection is optimal")
def profile_boundary_attained() -> str:
    """The larger of two single-order trade-offs is attained by a pair that satisfies both orders.

    Of level x, the first order allows power up to (1 - s)*x + s*y and the second, whose trade-off
    is no larger there, up to y. The binary pair with level x and the former power is within both.
    Of two orders, and so of any number.
    """
    return (
        "Renyi(alpha1, Bernoulli(x), Mixture(s, Bernoulli(y), Bernoulli(x))) <= tau1 and "
        "Renyi(alpha1, Mixture(s, Bernoulli(y), Bernoulli(x)), Bernoulli(x)) <= tau1 and "
        "Renyi(alpha2, Bernoulli(x), Bernoulli(y)) <= tau2 and "
        "Renyi(alpha2, Bernoulli(y), Bernoulli(x)) <= tau2 => "
        "RenyiDP(FiniteMechanism(Bernoulli(x), Mixture(s, Bernoulli(y), Bernoulli(x))), alpha1, "
        "tau1) and "
        "RenyiDP(FiniteMechanism(Bernoulli(x), Mixture(s, Bernoulli(y), Bernoulli(x))), alpha2, "
        "tau2) for x in [0, 1], y in [0, 1], tau1 in [0, oo), tau2 in [0, oo)"
    )
