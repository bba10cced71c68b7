"""Parameters that cannot be improved."""

from __future__ import annotations

from dpsym import theorem


@theorem(source="Steinke2024, the tight bound")
def pure_to_zcdp_tight() -> str:
    """Randomised response, and with it every epsilon-private mechanism, is zCDP with rho =
    epsilon*tanh(epsilon/2).

    For randomised response, which dominates. No factor below one is possible,
    recent.pure_to_zcdp_tighter.
    """
    return (
        "ZCDP(FiniteMechanism(Finite(exp(eps)/(exp(eps) + 1), 1/(exp(eps) + 1)), "
        "Finite(1/(exp(eps) + 1), exp(eps)/(exp(eps) + 1))), eps*tanh(eps/2)) for eps in "
        "[0, oo)"
    )


@theorem(source="Steinke2024, the tight bound tightened", expect="refuted")
def pure_to_zcdp_tighter() -> str:
    """Pure privacy is zCDP with 99 percent of epsilon*tanh(epsilon/2).

    Too small by one percent, recent.pure_to_zcdp_tight.
    """
    return "PureDP(M, eps) => ZCDP(M, 99/100*eps*tanh(eps/2))"


@theorem(source="BunSteinke2016, the proof of Proposition 3.3")
def pure_to_renyi() -> str:
    """The Renyi divergence of an epsilon-private mechanism is at most that of randomised
    response.
    """
    return (
        "PureDP(M, eps) => RenyiDP(M, alpha, log(cosh((alpha - 1/2)*eps)/cosh(eps/2))/(alpha - 1))"
    )


@theorem(source="HarrisonManurangsi2026, the bound at order two")
def laplace_zcdp_order_two() -> str:
    """The Laplace mechanism has Renyi divergence at most 2*(epsilon + exp(-epsilon) - 1) at
    order two.

    The theorem says so of every order. No factor below one is possible,
    recent.laplace_zcdp_tighter.
    """
    return "RenyiDP(LaplaceMechanism(1, 1/eps), 2, 2*(eps + exp(-eps) - 1)) for eps in (0, oo)"


@theorem(source="HarrisonManurangsi2026, the bound at orders from 2 to 10")
def laplace_zcdp_orders() -> str:
    """The Laplace mechanism has Renyi divergence at most alpha*(epsilon + exp(-epsilon) - 1)."""
    return (
        "Renyi(alpha, Laplace(0, 1/eps), Laplace(1, 1/eps)) <= alpha*(eps + exp(-eps) - 1) "
        "for eps in (0, oo), alpha in [2, 10]"
    )


@theorem(source="HarrisonManurangsi2026, the bound tightened", expect="refuted")
def laplace_zcdp_tighter() -> str:
    """The Laplace mechanism is zCDP with 99 percent of epsilon + exp(-epsilon) - 1.

    Too small by one percent, recent.laplace_zcdp_orders.
    """
    return "ZCDP(LaplaceMechanism(1, 1/eps), 99/100*(eps + exp(-eps) - 1)) for eps in (0, oo)"


@theorem(source="HarrisonManurangsi2026, the discrete Laplace mechanism")
def geometric_is_response() -> str:
    """The geometric mechanism has the Renyi divergence of randomised response."""
    return (
        "RenyiDP(GeometricMechanism(eps), alpha, log(cosh((alpha - "
        "1/2)*eps)/cosh(eps/2))/(alpha - 1))"
    )


@theorem(source="HarrisonManurangsi2026, k-ary response for k = 2")
def kary_two_zcdp() -> str:
    """Binary randomised response is zCDP with its KL divergence."""
    return (
        "ZCDP(FiniteMechanism(Finite(exp(eps)/(exp(eps) + 1), 1/(exp(eps) + 1)), "
        "Finite(1/(exp(eps) + 1), exp(eps)/(exp(eps) + 1))), eps*(exp(eps) - 1)/(exp(eps) + "
        "1)) for eps in [0, oo)"
    )


@theorem(source="HarrisonManurangsi2026, k-ary response for k = 3")
def kary_three_zcdp() -> str:
    """Ternary randomised response is zCDP with its KL divergence."""
    return (
        "ZCDP(FiniteMechanism(Finite(exp(eps)/(exp(eps) + 2), 1/(exp(eps) + 2), 1/(exp(eps) "
        "+ 2)), Finite(1/(exp(eps) + 2), exp(eps)/(exp(eps) + 2), 1/(exp(eps) + 2))), "
        "eps*(exp(eps) - 1)/(exp(eps) + 2)) for eps in [0, oo)"
    )


@theorem(
    source="HarrisonManurangsi2026, k-ary response for k = 7, which they leave out",
    expect="refuted",
)
def kary_seven_zcdp() -> str:
    """Randomised response with seven answers is zCDP with its KL divergence.

    It is for two, recent.kary_two_zcdp.
    """
    return (
        "ZCDP(FiniteMechanism(Finite(exp(eps)/(exp(eps) + 6), 1/(exp(eps) + 6), 5/(exp(eps) "
        "+ 6)), Finite(1/(exp(eps) + 6), exp(eps)/(exp(eps) + 6), 5/(exp(eps) + 6))), "
        "eps*(exp(eps) - 1)/(exp(eps) + 6)) for eps in [0, oo)"
    )


@theorem(source="HarrisonManurangsi2026, the worst case of bounded range")
def bounded_range_kl() -> str:
    """Bounded range keeps the KL divergence below c - 1 - log(c) with c = eta/(1 - exp(-eta))."""
    return (
        "MaxDivergence(P, Q) + MaxDivergence(Q, P) <= eta => KL(P, Q) <= (eta/(1 - "
        "exp(-eta))) - 1 - log(eta/(1 - exp(-eta))) for eta in (0, oo)"
    )


@theorem(source="HarrisonManurangsi2026, against CesarRogers2021")
def bounded_range_below_eighth() -> str:
    """The tight bound for bounded range is at most an eighth of its square."""
    return "eta/(1 - exp(-eta)) - 1 - log(eta/(1 - exp(-eta))) <= eta**2/8 for eta in (0, oo)"


@theorem(source="CanonneKamathSteinke2020, Theorem 4 at order 3/2")
def discrete_gaussian_order() -> str:
    """The sum of x**(n*n) over the integers exceeds that over the integers and a half.

    The theorem at order 3/2 and sensitivity one, x = exp(-1/(2*sigma**2)), both sums cut at the
    same place with the rest of the left one bounded.
    """
    return "2*x**(1/4) + 2*x**(9/4)/(1 - x**4) <= 1 + 2*x + 2*x**4 for x in (0, 3/10]"


@theorem(source="BunSteinke2016, Proposition 3.3")
def response_renyi_quadratic() -> str:
    """The Renyi divergence of randomised response is at most alpha*epsilon**2/2."""
    return (
        "log(cosh((alpha - 1/2)*eps)/cosh(eps/2))/(alpha - 1) <= alpha*eps**2/2 for alpha "
        "in (1, oo), eps in (0, oo)"
    )


@theorem(source="HarrisonManurangsi2026, the Renyi divergence of k-ary randomised response")
def kary_renyi() -> str:
    """The Renyi divergence of k-ary randomised response in closed form."""
    return (
        "RenyiDP(NaryResponse(eps, n), alpha, log((exp(alpha*eps) + exp((1 - alpha)*eps) + n "
        "- 2)/(exp(eps) + n - 1))/(alpha - 1)) for n in 2..oo, alpha in (1, oo)"
    )


@theorem(source="DongRothSu2022, Definition 4 of a k-ary response")
def kary_gaussian() -> str:
    """What Gaussian privacy a binary response has, a k-ary one has too."""
    return (
        "exp(eps)/(1 + exp(eps)) <= Phi(mu/2) => GaussianDP(NaryResponse(eps, n), mu) for n "
        "in 2..oo"
    )


@theorem(source="GhoshRoughgardenSundararajan2009, of a query of any sensitivity")
def geometric_of_any_sensitivity() -> str:
    """Geometric noise of ratio eps/D keeps answers D apart within eps."""
    return (
        "MaxDivergence(Geometric(0, eps/D), Geometric(D, eps/D)) <= eps for D in 1..oo, eps in "
        "(0, oo)"
    )


@theorem(source="DongDurfeeRogers2020, the exponential mechanism")
def exponential_range() -> str:
    """The losses of the exponential mechanism lie in an interval of length epsilon.

    For three candidates with any scores from 0 that move by at most Delta.
    """
    return (
        "Abs(a0 - b0) <= Delta and Abs(a1 - b1) <= Delta and Abs(a2 - b2) <= Delta => "
        "BoundedRange(ExponentialMechanism(eps, Delta, (a0, a1, a2), (b0, b1, b2)), eps) for "
        "a0 in [0, oo), a1 in [0, oo), a2 in [0, oo), b0 in [0, oo), b1 in [0, oo), "
        "b2 in [0, oo)"
    )


@theorem(source="CesarRogers2021, the exponential mechanism")
def exponential_concentrated() -> str:
    """The exponential mechanism is (epsilon**2/8)-zCDP.

    For two candidates with any scores from 0 that move by at most one.
    """
    return (
        "Abs(a0 - b0) <= 1 and Abs(a1 - b1) <= 1 => ZCDP(ExponentialMechanism(eps, 1, (a0, a1), "
        "(b0, b1)), eps**2/8) for a0 in [0, oo), a1 in [0, oo), b0 in [0, oo), b1 in [0, oo)"
    )
