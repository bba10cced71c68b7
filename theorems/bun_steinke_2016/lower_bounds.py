"""Section 6: how much the output of a concentrated mechanism can say, and what that forbids."""

from __future__ import annotations

from dpsym import theorem


@theorem(source="BunSteinke2016, Theorem 1.10")
def thm_1_10() -> str:
    """A rho-zCDP mechanism says at most rho*n**2 nats about a database of n records."""
    return "ZCDP(M, rho) => Capacity(M, n) <= rho*n**2"


@theorem(source="BunSteinke2016, Theorem 1.10")
def thm_1_10_independent() -> str:
    """A rho-zCDP mechanism says at most rho*n nats about n independent records."""
    return "ZCDP(M, rho) => Capacity(M, n, 1) <= rho*n"


@theorem(source="BunSteinke2016, Proposition 6.1 for xi >= 0")
def prop_6_1() -> str:
    """An (xi, rho)-zCDP mechanism says at most xi*n*(1 + log(n)) + rho*n**2 nats."""
    return "ZCDP(M, xi, rho) => Capacity(M, n) <= xi*n*(1 + log(n)) + rho*n**2"


@theorem(source="BunSteinke2016, Proposition 6.1, proof")
def prop_6_1_harmonic() -> str:
    """An (xi, rho)-zCDP mechanism says at most xi*n*H_n + rho*n**2 nats."""
    return "ZCDP(M, xi, rho) => Capacity(M, n) <= xi*n*harmonic(n) + rho*n**2"


@theorem(source="BunSteinke2016, Lemma 6.2")
def lem_6_2() -> str:
    """An (xi, rho)-zCDP mechanism says at most (xi + rho)*n nats about n independent records."""
    return "ZCDP(M, xi, rho) => Capacity(M, n, 1) <= (xi + rho)*n for xi in (-oo, oo)"


@theorem(source="BunSteinke2016, Theorem 6.3 for xi >= 0")
def thm_6_3() -> str:
    """Independent blocks of l records multiply the information by their number m."""
    return "ZCDP(M, xi, rho) => Capacity(M, m, l) <= m*(xi*l*(1 + log(l)) + rho*l**2)"


@theorem(source="BunSteinke2016, Proposition 6.1, tightness for one record")
def prop_6_1_tight() -> str:
    """The response of 10**100 values costs rho at most 234 and says 227 nats of one record."""
    return (
        "ZCDP(NaryResponse(log(10**102), 10**100), 234)"
        " and Capacity(NaryResponse(log(10**102), 10**100), 1) >= 227"
    )


@theorem(
    source="BunSteinke2016, Proposition 6.1 with a smaller constant",
    expect="refuted",
)
def prop_6_1_smaller() -> str:
    """A rho-zCDP mechanism says at most 97/100*rho nats about one record.

    The constant of bs16.thm_1_10 is the best one: it is reached as the number of values grows.
    """
    return "ZCDP(M, rho) => Capacity(M, 1) <= 97/100*rho"


@theorem(source="BunSteinke2016, end of Section 6")
def rem_mcdp_lower() -> str:
    """A (mu, tau)-mCDP mechanism says at most n**2*tau**2/2 nats about n records."""
    return "MeanCDP(M, mu, tau) => Capacity(M, n) <= n**2*tau**2/2"


@theorem(source="BunSteinke2016, Section 6.1, one-way marginals")
def ex_6_1_marginals() -> str:
    """Noise of variance d/(2*n**2*rho) on each of d means of n bits is rho-zCDP."""
    return (
        "ZCDP(Compose(GaussianMechanism(1/n, sqrt(d/(2*n**2*rho))), d), rho)"
        " for d in 1..oo, n in 1..oo, rho in (0, oo)"
    )


@theorem(source="BunSteinke2016, Section 6.1, one-way marginals, accuracy")
def ex_6_1_marginals_error() -> str:
    """Each mean is off by more than alpha with probability exp(-alpha**2*n**2*rho/d) at most.

    The noise is that of bs16.ex_6_1_marginals: n of the order of sqrt(d/rho)/alpha is enough.
    """
    return (
        "2*Phi(-alpha/sqrt(d/(2*n**2*rho))) <= exp(-alpha**2*n**2*rho/d)"
        " for alpha in [0, oo), n in 1..oo, d in 1..oo, rho in (0, oo)"
    )


def _marginals(constant: str) -> str:
    return (
        "d*(log(2) - log(4)/4 - 3/4*log(4/3)) <= rho*n**2"
        f" => n >= sqrt({constant}*d/rho) for d in 1..oo, rho in (0, oo), n in 1..oo"
    )


@theorem(source="BunSteinke2016, Section 6.1, one-way marginals, the lower bound")
def ex_6_1_marginals_records() -> str:
    """To recover three quarters of d fair bits takes sqrt(13*d/(100*rho)) equal records.

    By bs16.thm_1_10 they say rho*n**2 nats at most. Answers that give a bit up to probability b
    leave it the entropy h(b), see bs16.ex_6_1_fano_mean, and so say log(2) - h(b) of it.
    """
    return _marginals("13/100")


@theorem(
    source="BunSteinke2016, Section 6.1, one-way marginals, 3 % more records", expect="refuted"
)
def ex_6_1_marginals_fewer() -> str:
    """The argument of the lower bound gives sqrt(67*d/(500*rho)) records.

    It gives what bs16.ex_6_1_marginals_records has.
    """
    return _marginals("67/500")


@theorem(source="BunSteinke2016, Section 6.1, one-way marginals, the lower bound from accuracy")
def ex_6_1_marginals_recovery() -> str:
    """Answers that recover three quarters of d fair bits cost rho*n**2 >= 13/200*d - log(2).

    All n rows are the string of these bits. Means that are off by less than 1/2 in three quarters
    of the places name at most exp(d*h(1/4)) strings, h the entropy of a bit, and the string is one
    of them with probability 1/2 at least. The source names no constant; log(2) - h(1/4) is at least
    13/100, bs16.ex_6_1_marginals_share, so that n**2 is at least of the order of d/rho, which
    bs16.ex_6_1_marginals_rate writes out.
    """
    return (
        "ZCDP(M, rho) and Recovery(M, n, 2**d, l) >= 1/2 and l <= 2**d"
        " and log(l) <= d*(log(4)/4 + 3/4*log(4/3))"
        " => d*(log(2) - log(4)/4 - 3/4*log(4/3))/2 - log(2) <= rho*n**2"
        " for d in 1..oo, l in 1..oo"
    )


@theorem(source="BunSteinke2016, Section 6.1, one-way marginals, its constant")
def ex_6_1_marginals_share() -> str:
    """What three quarters of a fair bit's answers say of it is at least 13/100 nats."""
    return "log(2) - log(4)/4 - 3/4*log(4/3) >= 13/100"


@theorem(source="BunSteinke2016, Section 6.1, one-way marginals, the number of records")
def ex_6_1_marginals_rate() -> str:
    """The bound of bs16.ex_6_1_marginals_recovery is sqrt(d/(20*rho)) records for d >= 56.

    Here with 1/16 in the place of 13/200.
    """
    return (
        "d/16 - log(2) <= rho*n**2 => n >= sqrt(d/(20*rho))"
        " for d in 56..oo, rho in (0, oo), n in 1..oo"
    )


@theorem(source="BunSteinke2016, Section 6.1, Fano's inequality, wrong answers")
def ex_6_1_fano() -> str:
    """The masses p of k wrong values have no larger entropy than k equal ones with their sum.

    With the mass 1 - b of the right one: the entropy of a value that an answer gives up to
    probability b is at most h(b) + b*log(k).
    """
    return (
        "-Sum(p[i]*log(p[i]), (i, 1, k))"
        " <= Sum(p[i], (i, 1, k))*(log(k) - log(Sum(p[i], (i, 1, k)))) for p[i] in (0, 1)"
    )


@theorem(source="BunSteinke2016, Section 6.1, Fano's inequality, the mean over answers")
def ex_6_1_fano_mean() -> str:
    """What errors b contribute to an entropy, on average over answers, is most for their mean.

    Answers have masses w. The errors b, and 1 - b, are summed so to h of the mean error.
    """
    return (
        "Sum(w[i], (i, 1, k)) == 1 => -Sum(w[i]*b[i]*log(b[i]), (i, 1, k))"
        " <= -Sum(w[i]*b[i], (i, 1, k))*log(Sum(w[i]*b[i], (i, 1, k))/Sum(w[i], (i, 1, k)))"
        " for w[i] in (0, 1], b[i] in (0, 1]"
    )


@theorem(source="BunSteinke2016, Section 6.1, histograms")
def ex_6_1_hist() -> str:
    """Noise of variance 1/(n**2*rho) on the two counts that a changed record moves is rho-zCDP."""
    return (
        "ZCDP(Compose(GaussianMechanism(1/n, 1/(n*sqrt(rho))), 2), rho)"
        " for n in 1..oo, rho in (0, oo)"
    )


@theorem(source="BunSteinke2016, Section 6.1, histograms")
def ex_6_1_hist_tail() -> str:
    """Both tails of the normal law beyond z together have mass at most exp(-z**2/2).

    With d counts and z = sqrt(2*log(d/beta)) all errors are below z deviations up to beta.
    """
    return "2*Phi(-z) <= exp(-z**2/2) for z in [0, oo)"


def _histograms(constant: str) -> str:
    return (
        "log(d)/2 - log(2) <= rho*n**2"
        f" => n >= sqrt({constant}*log(d)/rho) for d in 16..oo, rho in (0, oo), n in 1..oo"
    )


@theorem(source="BunSteinke2016, Section 6.1, histograms, the lower bound")
def ex_6_1_hist_records() -> str:
    """To recover one of d >= 16 values with probability 1/2 takes sqrt(log(d)/(4*rho)) records.

    All are that value. They say log(d)/2 - log(2) nats at least, bs16.lem_7_4 with T = d, and
    rho*n**2 at most by bs16.thm_1_10; for any probability bs16.lem_7_4_records.
    """
    return _histograms("1/4")


@theorem(source="BunSteinke2016, Section 6.1, histograms, the lower bound from accuracy")
def ex_6_1_hist_recovery() -> str:
    """Answers that recover one of d >= 16 values up to 1/2 take sqrt(log(d)/(4*rho)) records.

    All rows are that value, drawn evenly: it is the one whose count is named above n/2. The source
    names no constant. For any probability bs16.lem_7_4_recovery.
    """
    return (
        "ZCDP(M, rho) and Recovery(M, n, d) >= 1/2 => n >= sqrt(log(d)/(4*rho))"
        " for d in 16..oo, rho in (0, oo)"
    )


@theorem(source="BunSteinke2016, Section 6.1, histograms, 2 % more", expect="refuted")
def ex_6_1_hist_fewer() -> str:
    """The argument gives sqrt(51*log(d)/(200*rho)) records for every d >= 16.

    For d = 16 it gives what bs16.ex_6_1_hist_records has.
    """
    return _histograms("51/200")


@theorem(source="BunSteinke2016, Section 6.1, randomised response")
def ex_6_1_rr() -> str:
    """Randomised response is (epsilon**2/2)-zCDP and tells the bit with advantage tanh(epsilon/2).

    The advantage is its total variation.
    """
    return (
        "ZCDP(RandomizedResponse(epsilon), epsilon**2/2) and"
        " TotalVariation(Bernoulli(1/(1 + exp(epsilon))),"
        " Bernoulli(exp(epsilon)/(1 + exp(epsilon)))) == tanh(epsilon/2) for epsilon in [0, oo)"
    )


@theorem(source="BunSteinke2016, Section 6.1, the alternative to randomised response")
def ex_6_1_sign() -> str:
    """The sign of a bit with noise of variance 2/rho is rho-zCDP."""
    return "ZCDP(PostProcess(GaussianMechanism(2, sqrt(2/rho))), rho) for rho in (0, oo)"


@theorem(source="BunSteinke2016, Section 6.1, the two compared")
def ex_6_1_small() -> str:
    """For rho = s**2 up to 4 randomised response tells a bit with the larger advantage."""
    return "erf(s/2) <= tanh(s/sqrt(2)) for s in [0, 2]"


@theorem(source="BunSteinke2016, Section 6.1, the two compared")
def ex_6_1_large() -> str:
    """For rho = 100 the sign of the noisy bit has the larger advantage."""
    return "tanh(10/sqrt(2)) <= erf(5)"


@theorem(source="BunSteinke2016, Proposition 6.4, display (7)")
def prop_6_4_information() -> str:
    """A rho-zCDP mechanism says at most m*rho*l**2 nats of m independent blocks of l records.

    With m = 1/(10*alpha) and n = m*l it is 10*rho*alpha*n**2.
    """
    return "ZCDP(M, rho) => Capacity(M, m, l) <= m*rho*l**2"


@theorem(source="BunSteinke2016, Proposition 6.4, explicit")
def prop_6_4() -> str:
    """Where Fano's argument applies rho*n**2*alpha**2 is at least log(alpha**2*d)/125.

    R stands for rho*n**2 and m = 1/(10*alpha); the premise is what the proof's Fano argument and
    bs16.prop_6_4_information give, 4/5*m*log(d) - m*log(m) - log(2) <= rho*n**2/m.
    """
    return (
        "R >= m**2*4/5*(log(d) - 5/4*log(m)) - m*log(2) and d > 100*m**2"
        " => R/(100*m**2) >= log(d/(100*m**2))/125 for R in [0, oo), m in 1..oo, d in 1..oo"
    )


@theorem(
    source="BunSteinke2016, Proposition 6.4 with 81/10000, at m = 1 and d = 10**200",
    expect="refuted",
)
def x_64_larger() -> str:
    """The explicit bound with 81/10000 follows from the premise where that is an equality.

    For m = 1 the constant of bs16.prop_6_4, 1/125, is the best as d grows.
    """
    return "4/5*log(10**200) - log(2) >= 81/100*log(10**198)"


@theorem(source="BunSteinke2016, Proposition 6.1 for xi <= 0")
def prop_6_1_negative() -> str:
    """An (xi, rho)-zCDP mechanism with xi <= 0 says at most xi*n + rho*n**2 nats.

    Printed with xi*n*(1 + log(n)), which is less for negative xi; see bs16.prop_6_1.
    """
    return "ZCDP(M, xi, rho) and xi <= 0 => Capacity(M, n) <= xi*n + rho*n**2 for xi in (-oo, oo)"


@theorem(source="BunSteinke2016, Theorem 6.3 for xi <= 0")
def thm_6_3_negative() -> str:
    """For xi <= 0 independent blocks of l records say at most m*(xi*l + rho*l**2) nats."""
    return (
        "ZCDP(M, xi, rho) and xi <= 0 => Capacity(M, m, l) <= m*(xi*l + rho*l**2)"
        " for xi in (-oo, oo)"
    )
