"""Appendix C: privacy against sampling error."""

# ruff: noqa: N802 - items of an appendix keep its capital letter

from __future__ import annotations

from sympy import Eq, exp, log, sqrt

from dpsym import KL, ChiSquared, Claim, Law, Renyi, TotalVariation, Within, theorem

Inner = Within["(0, 1)"]


@theorem(source="BunSteinke2016, Lemma C.1")
def lem_C_1(P: Law, Q: Law) -> Claim:
    """KL divergence is at least twice the square of total variation (Pinsker).

    Equivalent to the printed bound on the means of variables with values in [-1, 1].
    """
    return KL(P, Q) >= 2 * TotalVariation(P, Q) ** 2


@theorem(source="BunSteinke2016, Lemma C.1, proof")
def lem_C_1_binary(p: Inner, q: Inner) -> Claim:
    """Pinsker's inequality holds for two Bernoulli laws."""
    return p * log(p / q) + (1 - p) * log((1 - p) / (1 - q)) >= 2 * (p - q) ** 2


@theorem(source="BunSteinke2016, Lemma C.2")
def lem_C_2(P: Law, Q: Law) -> Claim:
    """Total variation is at most half of sqrt(exp(Renyi(2)) - 1).

    The lemma for functions with values -1 and 1.
    """
    return TotalVariation(P, Q) <= sqrt(exp(Renyi(2, P, Q)) - 1) / 2


@theorem(source="BunSteinke2016, Lemma C.2, proof")
def lem_C_2_identity(P: Law, Q: Law) -> Claim:
    """Chi-squared divergence is exp(Renyi(2)) - 1."""
    return Eq(ChiSquared(P, Q), exp(Renyi(2, P, Q)) - 1, evaluate=False)


@theorem(source="BunSteinke2016, Lemma C.1 with a smaller constant", expect="refuted")
def lem_C_1_smaller() -> str:
    """Total variation is at most sqrt(KL)/2.

    In the form of means: abs(E X - E Y) <= sqrt(KL). The constant of bs16.lem_C_1 is needed.
    """
    return "TotalVariation(P, Q) <= sqrt(KL(P, Q))/2"


@theorem(source="BunSteinke2016, Lemma C.2 with the divergence itself", expect="refuted")
def lem_C_2_smaller() -> str:
    """Total variation is at most half of sqrt(Renyi(2)).

    The exponential of bs16.lem_C_2 is needed.
    """
    return "TotalVariation(P, Q) <= sqrt(Renyi(2, P, Q))/2"


@theorem(source="BunSteinke2016, Lemma C.2, tightness")
def lem_C_2_tight() -> str:
    """A bit against a fair one attains Lemma C.2."""
    return (
        "TotalVariation(Bernoulli(1/2 + x), Bernoulli(1/2))"
        " == sqrt(exp(Renyi(2, Bernoulli(1/2 + x), Bernoulli(1/2))) - 1)/2 for x in [0, 1/2)"
    )


@theorem(source="BunSteinke2016, Lemma C.2 for zCDP")
def lem_C_2b() -> str:
    """Functions with values -1 and 1 of a zCDP mechanism's output differ by a bounded mean.

    In the form of total variation, half of that difference.
    """
    return "ZCDP(M, xi, rho) => ApproxDP(M, 0, sqrt(exp(xi + 2*rho) - 1)/2)"


@theorem(source="BunSteinke2016, Proposition C.3, proof")
def prop_C_3_step() -> str:
    """Functions with values in [-1, 1] of a zCDP mechanism's output differ by sqrt(2*(xi + rho)).

    In the form of total variation, half of that difference: one swap of display (12).
    """
    return "ZCDP(M, xi, rho) => ApproxDP(M, 0, sqrt((xi + rho)/2))"


@theorem(source="BunSteinke2016, Proposition C.3, first bound, for one record")
def prop_C_3() -> str:
    """Randomised response on a random record is near the law's mean, up to error and sqrt(2*rho).

    The record is 1 or -1 with mean 2*p - 1. The answer is told with advantage tanh(epsilon/2),
    its mean distance from 2*p - 1 is 1 - (2*p - 1)**2*tanh(epsilon/2), and rho is epsilon**2/2.
    """
    return (
        "1 - (2*p - 1)**2*tanh(epsilon/2) <= 2/(1 + exp(epsilon)) + epsilon"
        " for p in [0, 1], epsilon in [0, oo)"
    )


@theorem(source="BunSteinke2016, Lemma C.2, for any function of two outcomes")
def lem_C_2_two() -> str:
    """The means of a function of two bits are as close as its second moment and chi-squared allow.

    The function has the values x and y; both sides of the lemma squared.
    """
    return (
        "(p*x + (1 - p)*y - q*x - (1 - q)*y)**2"
        " <= (q*x**2 + (1 - q)*y**2)*ChiSquared(Bernoulli(p), Bernoulli(q))"
        " for p in [0, 1], q in (0, 1), x in (-oo, oo), y in (-oo, oo)"
    )


@theorem(source="BunSteinke2016, Lemma C.2, for any function")
def lem_C_2_any() -> str:
    """At each outcome the function times the excess of the likelihood ratio is below a square sum.

    Here f is the value of the function and t that of P/Q. The mean of both sides under Q is
    E_P[f] - E_Q[f] <= (c*E_Q[f**2] + ChiSquared(P, Q)/c)/2 for every law and function, of which
    bs16.lem_C_2_best takes the best c, and bs16.lem_C_2_identity says what chi-squared is.
    """
    return "(t - 1)*f <= (c*f**2 + (t - 1)**2/c)/2 for t in [0, oo), f in (-oo, oo), c in (0, oo)"


@theorem(source="BunSteinke2016, Lemma C.2, for any function, the best weight")
def lem_C_2_best() -> str:
    """At the best c the bound of bs16.lem_C_2_any is the product of the roots."""
    return (
        "D <= (c*A + B/c)/2 and c**2*A == B => D <= sqrt(A*B)"
        " for D in [0, oo), A in (0, oo), B in [0, oo), c in (0, oo)"
    )


@theorem(source="BunSteinke2016, Lemma C.2 for zCDP, every real xi")
def lem_C_2b_real() -> str:
    """The bound of bs16.lem_C_2b holds for negative xi as well."""
    return (
        "xi + rho >= 0 and ZCDP(M, xi, rho) => ApproxDP(M, 0, sqrt(exp(xi + 2*rho) - 1)/2)"
        " for xi in (-oo, oo)"
    )


@theorem(source="BunSteinke2016, Lemma C.2 for zCDP, any function")
def lem_C_2b_any() -> str:
    """Chi-squared divergence, which bs16.lem_C_2_any is about, by the order 2 of a zCDP line."""
    return "ZCDP(M, xi, rho) => RenyiDP(M, 2, xi + 2*rho) for xi in (-oo, oo)"


@theorem(source="BunSteinke2016, Proposition C.3, proof, every real xi")
def prop_C_3_step_real() -> str:
    """One swap of display (12) costs sqrt((xi + rho)/2) for negative xi as well."""
    return (
        "xi + rho >= 0 and ZCDP(M, xi, rho) => ApproxDP(M, 0, sqrt((xi + rho)/2))"
        " for xi in (-oo, oo)"
    )


def _near(share: str, alpha: str) -> str:
    return (
        "u[i] - v[i] <= sqrt(2*s) each i in 1..k and Sum(w[i], (i, 1, k)) == 1"
        f" and y <= {alpha} + Sum(w[i]*u[i], (i, 1, k)) - Sum(w[i]*v[i], (i, 1, k))"
        f" => y <= {alpha} + {share}*sqrt(2*s) for w[i] in [0, 1], u[i] in [-1, 1],"
        " v[i] in [-1, 1], s in [0, oo), y in [0, oo), alpha in [0, oo)"
    )


@theorem(source="BunSteinke2016, Proposition C.3, first bound, any number of records")
def prop_C_3_family() -> str:
    """Answers on n records are as near to the law's mean as to theirs, but for sqrt(2*(xi + rho)).

    A database x, a fresh record z and a place j have mass w; there are k of them, for a law of a
    record on finitely many values. f is the dual function of the norm at the answer minus q(D), u
    the mean of f(x_j), and v its mean after z is put into the place of x_j. As x_j and z are alike
    v averages to that of f at q(D), and y, the mean distance of the answer from q(D), is at most
    alpha and the difference. One swap is bs16.prop_C_3_step_real with bs16.lem_C_1_means; s is
    xi + rho.
    """
    return _near("1", "alpha")


@theorem(source="BunSteinke2016, Proposition C.3, 2 % less", expect="refuted")
def prop_C_3_family_less() -> str:
    """A swap costs 49/50 of sqrt(2*(xi + rho)).

    On average it may cost what each does, bs16.prop_C_3_family.
    """
    return _near("49/50", "alpha")


@theorem(source="BunSteinke2016, Proposition C.3, second bound, any number of records")
def prop_C_3_family_sample() -> str:
    """A sample's mean is near that of its law up to 2*alpha + sqrt(2*(xi + rho)).

    As in bs16.prop_C_3_family, by way of the answer, which is near both.
    """
    return _near("1", "2*alpha")


def _nearest(share: str) -> str:
    return (
        "Sum(w[i], (i, 1, k)) == 1 and Sum(w[i]*g[i], (i, 1, k)) <= 2*alpha + sqrt(2*s)"
        f" => -Max(-g[i], (i, 1, k)) <= {share}*(2*alpha + sqrt(2*s))"
        " for w[i] in [0, 1], g[i] in [0, oo), s in [0, oo), alpha in [0, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 7.5, any number of records")
def lem_7_5_family() -> str:
    """Some database of n records is near any other up to 2*alpha + sqrt(2*(xi + rho)).

    Records are drawn from the rows of the other, which has finitely many; the k databases have
    masses w and distances g, whose mean bs16.prop_C_3_family_sample bounds. s is xi + rho.
    """
    return _nearest("1")


@theorem(source="BunSteinke2016, Lemma 7.5, 2 % less", expect="refuted")
def lem_7_5_family_less() -> str:
    """Some database is nearer by 2 % than they are on average.

    All may be equally far, bs16.lem_7_5_family.
    """
    return _nearest("49/50")
