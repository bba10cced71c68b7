"""Section 4 and Appendix A: mean-concentrated differential privacy."""

# ruff: noqa: N802 - items of an appendix keep its capital letter

from __future__ import annotations

from sympy import exp, sqrt

from dpsym import (
    ZCDP,
    Claim,
    GaussianMechanism,
    MeanCDP,
    Mechanism,
    NonNegative,
    Phi,
    Positive,
    PostProcess,
    given,
    theorem,
)


@theorem(source="BunSteinke2016, Lemma 4.2")
def lem_4_2(M: Mechanism, mu: NonNegative, tau: NonNegative) -> Claim:
    """A (mu, tau)-mCDP mechanism is (mu - tau**2/2, tau**2/2)-zCDP."""
    return given(MeanCDP(M, mu, tau)).then(ZCDP(M, mu - tau**2 / 2, tau**2 / 2))


@theorem(source="BunSteinke2016, Lemma 4.3")
def lem_4_3(M: Mechanism, xi: NonNegative, rho: NonNegative) -> Claim:
    """An (xi, rho)-zCDP mechanism is (xi + rho, 4*sqrt(exp(xi + 2*rho) - 1))-mCDP.

    Printed with an unnamed constant, O(sqrt(exp(xi + 2*rho) - 1)); 4 is one that serves.
    """
    return given(ZCDP(M, xi, rho)).then(MeanCDP(M, xi + rho, 4 * sqrt(exp(xi + 2 * rho) - 1)))


@theorem(source="BunSteinke2016, Section 1.1.1 and Appendix A")
def app_A(sigma: Positive) -> Claim:
    """Gaussian noise sigma on a query of sensitivity 2 is (2/sigma**2, 2/sigma)-mCDP."""
    return MeanCDP(GaussianMechanism(2, sigma), 2 / sigma**2, 2 / sigma)


@theorem(source="BunSteinke2016, Proposition A.1, which disproves it", expect="refuted")
def prop_A_1(M: Mechanism, mu: NonNegative, tau: NonNegative) -> Claim:
    """Post-processing keeps (mu, tau)-mCDP.

    Zero-concentrated privacy is closed under post-processing, bs16.lem_1_8; mean-concentrated
    privacy is not.
    """
    return given(MeanCDP(M, mu, tau)).then(MeanCDP(PostProcess(M), mu, tau))


@theorem(source="BunSteinke2016, Lemma A.2")
def lem_A_2(sigma: Positive, t: Positive) -> Claim:
    """A normal tail exceeds the tail two units further out by a factor of exp(2*t/sigma**2)."""
    return Phi((1 - t) / sigma) >= exp(2 * t / sigma**2) * Phi(-(1 + t) / sigma)


@theorem(source="BunSteinke2016, Section 1.1.1 and Section 4, round trip")
def rem_4() -> str:
    """From mCDP to zCDP and back by Lemma 4.3 with the constant 4 the guarantee gets weaker."""
    return "MeanCDP(M, mu, tau) => MeanCDP(M, mu, 4*sqrt(exp(mu + tau**2/2) - 1))"


@theorem(source="BunSteinke2016, Section 1.1.1 and Section 4, round trip")
def rem_4_wider() -> str:
    """The tau with which mCDP comes back from zCDP by Lemma 4.3 is never less than it was.

    That the guarantee with it follows is bs16.rem_4; mu comes back as it was.
    """
    return "4*sqrt(exp(mu + tau**2/2) - 1) >= tau for mu in [0, oo), tau in [0, oo)"


@theorem(source="BunSteinke2016, Definition 4.1, a consequence")
def x_mcdp_mean() -> str:
    """The mean of the loss of a (mu, tau)-mCDP mechanism is at most tau**2/2."""
    return "MeanCDP(M, mu, tau) => RenyiDP(M, 1, tau**2/2)"


@theorem(source="BunSteinke2016, Section 1.1.1")
def rem_mcdp_relax() -> str:
    """A (mu, tau)-mCDP mechanism is (tau**2/2)-zCDP, whatever mu is.

    By bs16.x_mcdp_mean; what Lemma 4.2 says is bs16.lem_4_2.
    """
    return "MeanCDP(M, mu, tau) => ZCDP(M, tau**2/2)"


@theorem(source="BunSteinke2016, Lemma 4.2 with a smaller xi", expect="refuted")
def lem_4_2_smaller() -> str:
    """A (mu, tau)-mCDP mechanism is (mu - tau**2, tau**2/2)-zCDP.

    The xi of bs16.lem_4_2 is mu - tau**2/2.
    """
    return "MeanCDP(M, mu, tau) => ZCDP(M, mu - tau**2, tau**2/2)"


@theorem(source="BunSteinke2016, Lemma 4.3 without the exponential")
def x_43_poly() -> str:
    """For s = xi + 2*rho the width of Lemma 4.3 may be sqrt(330*Max(s, s**2)).

    Moments near zero instead of at 1/2 give the constant 7, see bs16.x_43_seven.
    """
    return "ZCDP(M, xi, rho) => MeanCDP(M, xi + rho, sqrt(330*Max(xi + 2*rho, (xi + 2*rho)**2)))"


@theorem(source="BunSteinke2016, Lemma 4.3 without the exponential, sharpened")
def x_43_seven() -> str:
    """For s = xi + 2*rho the width of Lemma 4.3 may be sqrt(7*Max(s, s**2))."""
    return "ZCDP(M, xi, rho) => MeanCDP(M, xi + rho, sqrt(7*Max(xi + 2*rho, (xi + 2*rho)**2)))"


@theorem(source="BunSteinke2016, Lemma 4.3 with a root only", expect="refuted")
def lem_4_3_root() -> str:
    """An (xi, 0)-zCDP mechanism is (xi, sqrt(xi))-mCDP.

    For large xi the width grows with xi itself, so that no multiple of the root serves, see
    bs16.lem_4_3_root_three; true is bs16.lem_4_3.
    """
    return "ZCDP(M, xi, 0) => MeanCDP(M, xi, sqrt(xi))"


@theorem(source="BunSteinke2016, Lemma 4.3 with three times a root, at xi = 40", expect="refuted")
def lem_4_3_root_three() -> str:
    """A fair bit against one that is nearly certain, with loss at most 40, has width 3*sqrt(40).

    Its loss deviates by 20; true is bs16.lem_4_3.
    """
    return "MeanCDP(FiniteMechanism(Bernoulli(1/2), Bernoulli(exp(-40)/2)), 40, 3*sqrt(40))"


@theorem(source="BunSteinke2016, Appendix A, the construction")
def app_A_threshold() -> str:
    """Answers beyond 3 of a bit with normal noise are told apart by more than exp(6)."""
    return "Phi(-2)/Phi(-4) > exp(6)"


@theorem(source="BunSteinke2016, Proposition A.1 for sigma = 1, t = 3, lambda = 2")
def prop_A_1_numbers() -> str:
    """The thresholded loss exceeds the moment that (2, 2)-mCDP allows, exp(8).

    With p = Phi(-2) and q = Phi(-4) the moment is exp(-2*(p - q)*log(p/q)) times the left side.
    """
    return (
        "Phi(-2)**3/Phi(-4)**2 + 1 - Phi(-2) - Phi(-4) + Phi(-4)**3/Phi(-2)**2"
        " > exp(8 + 2*(Phi(-2) - Phi(-4))*log(Phi(-2)/Phi(-4)))"
    )


@theorem(source="BunSteinke2016, Proposition A.1 for sigma = 1, t = 3", expect="refuted")
def prop_A_1_mechanism() -> str:
    """Noise of deviation 1 on a query of sensitivity 2, thresholded at 3, is (2, 2)-mCDP.

    Before the threshold it is, bs16.app_A with sigma = 1. The numbers: bs16.prop_A_1_numbers.
    """
    return (
        "MeanCDP(FiniteMechanism(Finite(Phi(-2), 1 - Phi(-2) - Phi(-4), Phi(-4)),"
        " Finite(Phi(-4), 1 - Phi(-2) - Phi(-4), Phi(-2))), 2, 2)"
    )


@theorem(source="BunSteinke2016, Proposition A.1, a threshold that is too large", expect="refuted")
def prop_A_1_far() -> str:
    """For sigma = 2, t = 5 and lambda = 2 the moment is exceeded as well.

    The numbers that do are those of bs16.prop_A_1_numbers.
    """
    return (
        "exp(-2*(Phi(-2) - Phi(-3))*log(Phi(-2)/Phi(-3)))*(Phi(-2)*(Phi(-2)/Phi(-3))**2"
        " + 1 - Phi(-2) - Phi(-3) + Phi(-3)*(Phi(-3)/Phi(-2))**2) > exp(2)"
    )


@theorem(source="BunSteinke2016, Proposition A.1, proof")
def prop_A_1_range() -> str:
    """For t >= 6*sigma**3 + 1 the standardised threshold z has z/sigma at least sqrt(6*z)."""
    return "z >= 6*sigma**2 => z/sigma >= sqrt(6*z) for sigma in [1, oo), z in [6, oo)"


@theorem(
    source="BunSteinke2016, claim after Lemma 1.8 for tau = 20 and the constant 5", expect="refuted"
)
def rem_1_8_mcdp() -> str:
    """Post-processing of a (200, 20)-mCDP mechanism is (1000, 100)-mCDP.

    It is printed that post-processing costs constant factors. Noise 1/10 on a query of sensitivity
    2 is (200, 20)-mCDP, bs16.app_A; whether it exceeds its mean is a bit whose loss deviates by
    more than 100. For tau = O(1) the claim holds by bs16.lem_4_2 and bs16.lem_4_3.
    """
    return "MeanCDP(FiniteMechanism(Bernoulli(1/2), Bernoulli(Phi(-20))), 1000, 100)"


@theorem(source="BunSteinke2016, Lemma 4.3 for every real xi")
def lem_4_3_real() -> str:
    """Lemma 4.3 holds with the constant 4 for negative xi as well.

    At order 1 a guarantee with xi + rho below 0 would bound a divergence by a negative number, so
    that xi + rho >= 0 leaves nothing out.
    """
    return (
        "xi + rho >= 0 and ZCDP(M, xi, rho) =>"
        " MeanCDP(M, xi + rho, 4*sqrt(exp(xi + 2*rho) - 1)) for xi in (-oo, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 4.3 without the exponential, for every real xi")
def x_43_poly_real() -> str:
    """For s = xi + 2*rho the width may be sqrt(330*Max(s, s**2)), for negative xi as well."""
    return (
        "xi + rho >= 0 and ZCDP(M, xi, rho) => MeanCDP(M, xi + rho,"
        " sqrt(330*Max(xi + 2*rho, (xi + 2*rho)**2))) for xi in (-oo, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 4.3 without the exponential, sharpened, every real xi")
def x_43_seven_real() -> str:
    """For s = xi + 2*rho the width may be sqrt(7*Max(s, s**2)), for negative xi as well."""
    return (
        "xi + rho >= 0 and ZCDP(M, xi, rho) => MeanCDP(M, xi + rho,"
        " sqrt(7*Max(xi + 2*rho, (xi + 2*rho)**2))) for xi in (-oo, oo)"
    )


@theorem(
    source="BunSteinke2016, Lemma 4.3 for every real xi, with a half for the constant",
    expect="refuted",
)
def lem_4_3_real_half() -> str:
    """The constant of Lemma 4.3 may be a half.

    Normal noise needs 1 as rho tends to 0; 4 is enough by bs16.lem_4_3_real.
    """
    return (
        "xi + rho >= 0 and ZCDP(M, xi, rho) =>"
        " MeanCDP(M, xi + rho, sqrt(exp(xi + 2*rho) - 1)/2) for xi in (-oo, oo)"
    )
