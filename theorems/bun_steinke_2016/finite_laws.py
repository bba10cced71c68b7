"""Lemmas about laws on any finite number of outcomes, by their masses.

A law is a family of masses that add up to 1, a function on its outcomes a family of numbers.
"""

from __future__ import annotations

from dpsym import theorem

_MASSES = "Sum(p[i], (i, 1, k)) == 1 and Sum(q[i], (i, 1, k)) == 1"
_MEANS = "(Sum(p[i]*f[i], (i, 1, k)) - Sum(q[i]*f[i], (i, 1, k)))**2"
_RATIOS = "Sum(p[i]**2/q[i], (i, 1, k))"
_FIRST = "Sum(p[i]**alpha*q[i]**(1 - alpha), (i, 1, k))"
_JOINT = "Sum(p[i]**alpha*q[i]**(1 - alpha)*exp((alpha - 1)*d[i]), (i, 1, k))"


def _moments(share: str) -> str:
    return (
        "Sum(p[i], (i, 1, k)) == 1 =>"
        " exp(-Sum(p[i]*x[i], (i, 1, k)))*Sum(p[i]*exp(x[i]), (i, 1, k))"
        f" <= {share}*(Sum(p[i]*exp(2*x[i]), (i, 1, k)) + Sum(p[i]*exp(-2*x[i]), (i, 1, k)))/2"
        " for p[i] in (0, 1], x[i] in (-oo, oo)"
    )


@theorem(source="BunSteinke2016, Lemma B.4")
def lem_B_4_family() -> str:  # noqa: N802 - items of an appendix keep its capital letter
    """The centred moment of a variable with any number of values is below two of its moments."""
    return _moments("1")


@theorem(source="BunSteinke2016, Lemma B.4, 2 % less", expect="refuted")
def lem_B_4_family_less() -> str:  # noqa: N802 - items of an appendix keep its capital letter
    """The centred moment is below 49/50 of the mean of the two moments.

    It is below all of it, bs16.lem_B_4_family, with equality for a variable that is 0.
    """
    return _moments("49/50")


@theorem(source="BunSteinke2016, Lemma C.2")
def lem_C_2_family() -> str:  # noqa: N802 - items of an appendix keep its capital letter
    """Means of any function differ by the root of its second moment and of exp(Renyi(2)) - 1.

    Squared; the moment of p/q under q is that of Renyi divergence of order 2.
    """
    return (
        f"{_MASSES} => {_MEANS} <= Sum(q[i]*f[i]**2, (i, 1, k))*({_RATIOS} - 1)"
        " for p[i] in [0, 1], q[i] in (0, 1], f[i] in (-oo, oo)"
    )


@theorem(source="BunSteinke2016, Lemma C.2, 2 % less", expect="refuted")
def lem_C_2_family_less() -> str:  # noqa: N802 - items of an appendix keep its capital letter
    """Means of any function differ by 49/50 of what they are known to.

    It takes all of bs16.lem_C_2_family: f may be proportional to p/q - 1.
    """
    return (
        f"{_MASSES} => {_MEANS} <= 49/50*Sum(q[i]*f[i]**2, (i, 1, k))*({_RATIOS} - 1)"
        " for p[i] in [0, 1], q[i] in (0, 1], f[i] in (-oo, oo)"
    )


@theorem(source="BunSteinke2016, Lemma C.2 for zCDP")
def lem_C_2b_family() -> str:  # noqa: N802 - items of an appendix keep its capital letter
    """Within (xi, rho)-zCDP at order 2 the factor is exp(xi + 2*rho) - 1, for any real xi."""
    return (
        f"{_MASSES} and {_RATIOS} <= exp(xi + 2*rho) =>"
        f" {_MEANS} <= Sum(q[i]*f[i]**2, (i, 1, k))*(exp(xi + 2*rho) - 1) for p[i] in [0, 1],"
        " q[i] in (0, 1], f[i] in (-oo, oo), xi in (-oo, oo), rho in [0, oo)"
    )


def _selected(share: str) -> str:
    return (
        "Abs(l[i] - m[i]) <= 1 each i in 1..k and Abs(a - b) <= 1 =>"
        " exp(-epsilon*a/2)/Sum(exp(-epsilon*l[i]/2), (i, 1, k)) <= exp(epsilon)"
        f"*{share}*exp(-epsilon*b/2)/Sum(exp(-epsilon*m[i]/2), (i, 1, k))"
        " for a in (-oo, oo), b in (-oo, oo), l[i] in (-oo, oo), m[i] in (-oo, oo),"
        " epsilon in [0, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 7.3, privacy")
def lem_7_3_family() -> str:
    """The exponential mechanism on any number of outcomes is epsilon-DP.

    The losses are l and those of the neighbour m, in units of Delta; a and b are the two of one
    outcome.
    """
    return _selected("1")


@theorem(source="BunSteinke2016, Lemma 7.3, privacy, 2 % less", expect="refuted")
def lem_7_3_family_less() -> str:
    """On any number of outcomes no likelihood ratio exceeds 49/50*exp(epsilon).

    They come near exp(epsilon), which is the bound of bs16.lem_7_3_family.
    """
    return _selected("49/50")


@theorem(source="BunSteinke2016, Lemma 7.3, the mean")
def lem_7_3_family_mean() -> str:
    """The mean loss is above the least by log(k) units at most, for any number k of outcomes.

    Losses are x in units of 2*Delta/epsilon, the least is -Max(-x[i]), and both sides are
    multiplied by the sum of the weights exp(-x[i]).
    """
    return (
        "Sum(x[i]*exp(-x[i]), (i, 1, k)) <= Sum(exp(-x[i]), (i, 1, k))"
        "*(log(k) - Max(-x[i], (i, 1, k))) for x[i] in (-oo, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 2.2, composition, the lower half for joint laws")
def lem_2_2_comp_joint_lower() -> str:
    """A joint law is as far from another as the first outcomes and the least of the second.

    The first outcome is one of k, with masses p and q; given it the second ones have divergence d.
    The moment of the joint ratio is the sum over the first outcome of those of the second.
    """
    return (
        f"t <= d[i] each i in 1..k => log({_FIRST})/(alpha - 1) + t <= log({_JOINT})/(alpha - 1)"
        " for p[i] in (0, 1], q[i] in (0, 1], d[i] in [0, oo), t in [0, oo), alpha in (1, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 2.2, composition, the upper half for joint laws")
def lem_2_2_comp_joint_upper() -> str:
    """A joint law is at most as far as the first outcomes and the largest of the second.

    As in bs16.lem_2_2_comp_joint_lower.
    """
    return (
        f"d[i] <= t each i in 1..k => log({_JOINT})/(alpha - 1) <= log({_FIRST})/(alpha - 1) + t"
        " for p[i] in (0, 1], q[i] in (0, 1], d[i] in [0, oo), t in [0, oo), alpha in (1, oo)"
    )


@theorem(source="BunSteinke2016, Lemma C.1, means of variables in [-1, 1]")
def lem_C_1_means() -> str:  # noqa: N802 - items of an appendix keep its capital letter
    """Means of a variable in [-1, 1] differ by the sum of what the masses do at most.

    That is twice the total variation, which bs16.lem_C_1 bounds by KL divergence. The other sign is
    that of the laws exchanged.
    """
    return (
        "Sum(p[i]*f[i], (i, 1, k)) - Sum(q[i]*f[i], (i, 1, k)) <= Sum(Abs(p[i] - q[i]), (i, 1, k))"
        " for p[i] in [0, 1], q[i] in [0, 1], f[i] in [-1, 1]"
    )


@theorem(source="BunSteinke2016, Lemma 2.2, composition, the lower half at order 1")
def lem_2_2_comp_joint_kl() -> str:
    """KL divergence of joint laws is that of the first outcomes and the least of the second.

    As in bs16.lem_2_2_comp_joint_lower; first outcomes without mass under P take no part.
    """
    return (
        "Sum(p[i], (i, 1, k)) == 1 and t <= d[i] each i in 1..k =>"
        " Sum(p[i]*log(p[i]/q[i]), (i, 1, k)) + t <= Sum(p[i]*(log(p[i]/q[i]) + d[i]), (i, 1, k))"
        " for p[i] in (0, 1], q[i] in (0, 1], d[i] in [0, oo), t in [0, oo)"
    )


@theorem(source="BunSteinke2016, Lemma 2.2, composition, the lower half at order oo")
def lem_2_2_comp_joint_max() -> str:
    """The largest joint ratio is that of the first outcomes times the least of the second.

    As in bs16.lem_2_2_comp_joint_lower, with exponentials of the divergences of order oo.
    """
    return (
        "t <= d[i] each i in 1..k =>"
        " exp(t)*Max(p[i]/q[i], (i, 1, k)) <= Max(p[i]*exp(d[i])/q[i], (i, 1, k))"
        " for p[i] in [0, 1], q[i] in (0, 1], d[i] in [0, oo), t in [0, oo)"
    )
