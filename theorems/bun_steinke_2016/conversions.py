"""Section 3 continued: the tails of zCDP as a family, tightness, and false forms of the bounds."""

from __future__ import annotations

from dpsym import theorem


@theorem(source="BunSteinke2016, display (4)")
def eq_4() -> str:
    """An (xi, rho)-zCDP mechanism has the family of tails (xi + rho, 4*rho)."""
    return "ZCDP(M, xi, rho) => TailDP(M, xi + rho, 4*rho) for xi in (-oo, oo)"


@theorem(source="BunSteinke2016, Lemma 3.7")
def lem_3_7() -> str:
    """A mechanism with the family of tails (xi, rho) is (xi - rho/4 + 5*rho**(1/4), rho/4)-zCDP.

    Not tight; what the proof gives for all xi and rho is bs16.x_37_sharper.
    """
    return (
        "TailDP(M, xi, rho) => ZCDP(M, xi - rho/4 + 5*rho**(1/4), rho/4)"
        " for xi in [0, 1], rho in [0, 1]"
    )


@theorem(source="BunSteinke2016, Lemma 3.7, sharpened")
def x_37_sharper() -> str:
    """The tails (xi, rho) give zCDP at slope rho/4, for any xi and rho.

    At order 1 the line is at xi + 2*t + t**2 for t = (pi*rho)**(1/4), which is below
    xi + 4.44*rho**(1/4) where rho is at most 1.
    """
    return (
        "TailDP(M, xi, rho) => ZCDP(M, xi - rho/4 + 2*(pi*rho)**(1/4) + sqrt(pi*rho), rho/4)"
        " for xi in (-oo, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 3.7, round trip through Lemma 3.5")
def lem_3_7_round_trip() -> str:
    """From zCDP through its tails and back by Lemma 3.7 only xi grows."""
    return "ZCDP(M, xi, rho) => ZCDP(M, (xi + rho) - 4*rho/4 + 5*(4*rho)**(1/4), 4*rho/4)"


@theorem(source="BunSteinke2016, Lemma 3.7, round trip through Lemma 3.5")
def lem_3_7_growth() -> str:
    """On the way through the tails rho comes back as it was, and xi grows by 5*(4*rho)**(1/4).

    That the guarantee with it follows is bs16.lem_3_7_round_trip.
    """
    return (
        "(xi + rho) - 4*rho/4 + 5*(4*rho)**(1/4) == xi + 5*sqrt(2)*rho**(1/4)"
        " for xi in (-oo, oo), rho in [0, oo)"
    )


@theorem(source="BunSteinke2016, Proposition 3.3 for one direction", expect="refuted")
def prop_3_3_one_sided() -> str:
    """One law within epsilon of another, one way, has Renyi divergence at most alpha*epsilon**2/2.

    Both ways are needed, see bs16.prop_3_3.
    """
    return (
        "MaxDivergence(P, Q) <= epsilon => Renyi(alpha, P, Q) <= alpha*epsilon**2/2"
        " for epsilon in [0, oo)"
    )


@theorem(source="BunSteinke2016, Proposition 3.3 with a smaller constant", expect="refuted")
def prop_3_3_smaller() -> str:
    """An epsilon-DP mechanism is 49/100*epsilon**2-zCDP.

    The constant of bs16.prop_1_4 is the best as epsilon tends to 0.
    """
    return "PureDP(M, epsilon) => ZCDP(M, 49/100*epsilon**2)"


@theorem(source="Steinke2024, tightness of bs16.x_opt_pure")
def x_opt_pure_attained() -> str:
    """Randomised response has KL divergence epsilon*tanh(epsilon/2)."""
    return (
        "KL(Bernoulli(1/(1 + exp(epsilon))), Bernoulli(exp(epsilon)/(1 + exp(epsilon))))"
        " == epsilon*tanh(epsilon/2) for epsilon in [0, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 3.5, its approximate solution")
def lem_3_5_over() -> str:
    """The approximate solution of Lemma 3.5 is never below the exact one."""
    return "(sqrt(e + L) - sqrt(L))**2 <= e**2/(4*L) for e in [0, oo), L in (0, oo)"


@theorem(source="BunSteinke2016, Lemma 3.5, a closed form derived from it")
def x_35_below() -> str:
    """The safe closed form is never above the exact solution of Lemma 3.5."""
    return "(sqrt(e + L) - sqrt(L))**2 >= e**2/(4*(e + L)) for e in [0, oo), L in (0, oo)"


@theorem(source="BunSteinke2016, Lemma 3.5 with a smaller tail", expect="refuted")
def lem_3_5_smaller() -> str:
    """A rho-zCDP mechanism is (rho + sqrt(2*rho*log(1/delta)), delta)-DP.

    The root of bs16.lem_3_5 has a 4.
    """
    return "ZCDP(M, rho) => ApproxDP(M, rho + sqrt(2*rho*log(1/delta)), delta) for delta in (0, 1)"


@theorem(source="BunSteinke2016, Lemma 3.6 with a smaller tail", expect="refuted")
def lem_3_6a_smaller() -> str:
    """A rho-zCDP mechanism is (rho + sqrt(2*rho*log(sqrt(pi*rho)/delta)), delta)-DP.

    The root of bs16.lem_3_6a has a 4.
    """
    return (
        "ZCDP(M, rho) and delta <= sqrt(pi*rho) =>"
        " ApproxDP(M, rho + sqrt(2*rho*log(sqrt(pi*rho)/delta)), delta)"
        " for delta in (0, 1], rho in (0, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 3.6 with a faster tail", expect="refuted")
def lem_3_6b_faster() -> str:
    """The tail of Lemma 3.6 may fall with exp(-(epsilon - rho)**2/(3*rho)).

    In bs16.lem_3_6b_second it falls with a 4.
    """
    return (
        "ZCDP(M, rho) and epsilon >= rho => ApproxDP(M, epsilon,"
        " exp(-(epsilon - rho)**2/(3*rho))/(1 + (epsilon - rho)/(2*rho))) for rho in (0, oo)"
    )


@theorem(source="BunSteinke2016, comparison of Lemma 3.6 with Lemma 3.5")
def lem_3_6_better() -> str:
    """For pi*rho <= 1 the logarithm of Lemma 3.6 is at most that of Lemma 3.5."""
    return (
        "sqrt(pi*rho) <= 1 => log(sqrt(pi*rho)/delta) <= log(1/delta)"
        " for rho in (0, oo), delta in (0, 1]"
    )


@theorem(source="CanonneKamathSteinke2020, Proposition 12")
def x_cks() -> str:
    """A rho-zCDP mechanism has for every order the delta of Canonne, Kamath and Steinke."""
    return (
        "ZCDP(M, rho) => ApproxDP(M, epsilon,"
        " exp((alpha - 1)*(alpha*rho - epsilon))*(1 - 1/alpha)**alpha/(alpha - 1))"
        " for alpha in (1, oo)"
    )
