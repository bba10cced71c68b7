"""Sections 1.1 to 1.3: the privacy loss, its tails, and what the introduction says in passing."""

from __future__ import annotations

from dpsym import theorem


@theorem(source="BunSteinke2016, Section 1.1, pure privacy by the loss")
def rem_1_2a_forward() -> str:
    """The loss of an epsilon-DP mechanism never exceeds epsilon."""
    return "PureDP(M, epsilon) => ProbabilisticDP(M, epsilon, 0)"


@theorem(source="BunSteinke2016, Section 1.1, pure privacy by the loss")
def rem_1_2a_backward() -> str:
    """A mechanism whose loss never exceeds epsilon is epsilon-DP."""
    return "ProbabilisticDP(M, epsilon, 0) => PureDP(M, epsilon)"


@theorem(source="BunSteinke2016, Section 1.1, approximate privacy by the loss")
def rem_1_2b_forward() -> str:
    """A loss that exceeds epsilon with probability delta at most gives (epsilon, delta)-DP."""
    return "ProbabilisticDP(M, epsilon, delta) => ApproxDP(M, epsilon, delta)"


@theorem(source="BunSteinke2016, Section 1.1, approximate privacy by the loss, made explicit")
def rem_1_2b_backward() -> str:
    """The loss of an (epsilon, delta)-DP mechanism exceeds epsilon + t with a bounded probability.

    The paper says up to a small loss; the bound delta/(1 - exp(-t)) is attained.
    """
    return (
        "ApproxDP(M, epsilon, delta) => ProbabilisticDP(M, epsilon + t, delta/(1 - exp(-t)))"
        " for t in (0, oo)"
    )


@theorem(source="BunSteinke2016, Section 1.1, the small loss left out", expect="refuted")
def rem_1_2b_exact() -> str:
    """The loss of an (epsilon, delta)-DP mechanism exceeds epsilon with probability delta at most.

    The paper says that the two agree up to a small loss, which is bs16.rem_1_2b_backward.
    """
    return "ApproxDP(M, epsilon, delta) => ProbabilisticDP(M, epsilon, delta)"


@theorem(source="BunSteinke2016, display (2) and the tail bound after it")
def eq_2() -> str:
    """The loss of a zCDP mechanism exceeds xi + rho + z with probability exp(-z**2/(4*rho))."""
    return (
        "ZCDP(M, xi, rho) => ProbabilisticDP(M, xi + rho + z, exp(-z**2/(4*rho)))"
        " for xi in (-oo, oo), rho in (0, oo), z in (0, oo)"
    )


@theorem(source="BunSteinke2016, display (2) for the Gaussian mechanism")
def eq_2_gaussian() -> str:
    """The loss of a Gaussian mechanism has the moments of the normal law N(rho, 2*rho)."""
    return (
        "(alpha - 1)*Renyi(alpha, Gaussian(0, s), Gaussian(1, s))"
        " == (alpha - 1)/(2*s**2) + (alpha - 1)**2/(2*s**2) for alpha in (1, oo), s in (0, oo)"
    )


@theorem(source="BunSteinke2016, footnote 2")
def fn_2() -> str:
    """Noise of deviation s/n on each of k means of n bits is k/(2*s**2)-zCDP."""
    return (
        "ZCDP(Compose(GaussianMechanism(1/n, s/n), k), k/(2*s**2))"
        " for k in 1..oo, n in 1..oo, s in (0, oo)"
    )


@theorem(source="BunSteinke2016, footnote 2")
def fn_2_dp() -> str:
    """Noise of deviation s/n on each of k means has epsilon near sqrt(2*k*log(1/delta))/s."""
    return (
        "ApproxDP(Compose(GaussianMechanism(1/n, s/n), k),"
        " k/(2*s**2) + sqrt(2*k*log(1/delta))/s, delta)"
        " for k in 1..oo, n in 1..oo, s in (0, oo), delta in (0, 1]"
    )


@theorem(source="BunSteinke2016, Section 1, basic composition")
def rem_intro_basic() -> str:
    """Composition adds the epsilons of pure privacy."""
    return "PureDP(M1, e1) and PureDP(M2, e2) => PureDP(Compose(M1, M2), e1 + e2)"


@theorem(source="BunSteinke2016, Section 1, basic composition")
def rem_intro_basic_many() -> str:
    """Composing k rounds multiplies the epsilon of pure privacy by k."""
    return "PureDP(M, epsilon) => PureDP(Compose(M, k), k*epsilon)"


@theorem(source="BunSteinke2016, Section 1.2.5, group privacy of approximate privacy")
def rem_5_group_approx() -> str:
    """Groups of k multiply epsilon by k and delta by (exp(k*epsilon) - 1)/(exp(epsilon) - 1)."""
    return (
        "ApproxDP(M, epsilon, delta) =>"
        " ApproxDP(Group(M, k), k*epsilon, delta*(exp(k*epsilon) - 1)/(exp(epsilon) - 1))"
        " for epsilon in (0, oo)"
    )


@theorem(source="BunSteinke2016, Section 1.2.5, group privacy of approximate privacy")
def rem_5_group_vacuous() -> str:
    """For groups of log(1 + (exp(epsilon) - 1)/delta)/epsilon the bound says nothing."""
    return (
        "exp(k*epsilon) >= 1 + (exp(epsilon) - 1)/delta =>"
        " delta*(exp(k*epsilon) - 1)/(exp(epsilon) - 1) >= 1"
        " for epsilon in (0, oo), delta in (0, 1], k in 1..oo"
    )


@theorem(source="BunSteinke2016, the order of lines, used throughout")
def x_weaken() -> str:
    """A zCDP line implies every line above it at order 1 and in slope."""
    return (
        "ZCDP(M, xi, rho) and xi2 + rho2 >= xi + rho and rho2 >= rho => ZCDP(M, xi2, rho2)"
        " for xi in (-oo, oo), xi2 in (-oo, oo)"
    )


@theorem(source="BunSteinke2016, the order of lines without the slope", expect="refuted")
def x_weaken_at_one() -> str:
    """A zCDP line implies every line above it at order 1.

    The slope counts too, see bs16.x_weaken.
    """
    return (
        "ZCDP(M, xi, rho) and xi2 + rho2 >= xi + rho => ZCDP(M, xi2, rho2)"
        " for xi in (-oo, oo), xi2 in (-oo, oo)"
    )
