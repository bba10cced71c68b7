"""Section 2 and Remark 6.1: privacy as hypothesis testing, and its regions."""

from __future__ import annotations

from sympy import Eq, exp

from dpsym import (
    ApproxDP,
    Claim,
    HockeyStick,
    Law,
    Mechanism,
    NonNegative,
    PostProcess,
    Probability,
    Real,
    given,
    theorem,
)


@theorem(source="KairouzOhViswanath2015, Theorem 2.1")
def thm_2_1(P: Law, Q: Law, epsilon: Real) -> Claim:
    """Exchanging the laws and the sign of epsilon turns one hockey-stick curve into the other.

    What makes the two inequalities of the theorem one: complementing the rejection set.
    """
    return Eq(
        HockeyStick(-epsilon, P, Q),
        1 - exp(-epsilon) + exp(-epsilon) * HockeyStick(epsilon, Q, P),
        evaluate=False,
    )


@theorem(source="KairouzOhViswanath2015, Theorem 2.4")
def thm_2_4() -> str:
    """No kernel applied to both laws increases a hockey-stick divergence."""
    return (
        "HockeyStick(epsilon, Pushforward(K, P), Pushforward(K, Q)) <= HockeyStick(epsilon, P, Q)"
        " for epsilon in (-oo, oo)"
    )


@theorem(source="KairouzOhViswanath2015, Section 2, after Theorem 2.4")
def thm_2_4_dp(M: Mechanism, epsilon: NonNegative, delta: Probability) -> Claim:
    """Post-processing keeps (epsilon, delta)-DP."""
    return given(ApproxDP(M, epsilon, delta)).then(ApproxDP(PostProcess(M), epsilon, delta))


@theorem(source="KairouzOhViswanath2015, Remark 6.1", expect="refuted")
def rem_6_1() -> str:
    """A law and a permutation of it are as far apart one way as the other where a ratio bends.

    A consequence of the remark for the cyclic permutation of three outcomes: the regions it
    intersects are symmetric, so at each of its epsilons the two hockey sticks must agree. The
    permutation (1/10, 1/5, 7/10) to (7/10, 1/10, 1/5) does not. With an exchange of two outcomes
    in place of any permutation the symmetry holds, kov15.rem_6_1_exchange.
    """
    return (
        "a <= b and a + b <= 1 =>"
        " HockeyStick(log(b/a), Finite(1 - a - b, a, b), Finite(a, b, 1 - a - b))"
        " <= HockeyStick(log(b/a), Finite(a, b, 1 - a - b), Finite(1 - a - b, a, b))"
        " for a in (0, 1), b in (0, 1)"
    )


@theorem(source="KairouzOhViswanath2015, Remark 6.1 for an exchange of two outcomes")
def rem_6_1_exchange() -> str:
    """A law and the law with two outcomes exchanged are equally far apart both ways.

    Repairs kov15.rem_6_1 for permutations that are their own inverse.
    """
    return (
        "a + b <= 1 =>"
        " HockeyStick(epsilon, Finite(b, a, 1 - a - b), Finite(a, b, 1 - a - b))"
        " <= HockeyStick(epsilon, Finite(a, b, 1 - a - b), Finite(b, a, 1 - a - b))"
        " for a in [0, 1], b in [0, 1]"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 2.5 for the canonical response")
def thm_2_5_canonical() -> str:
    """Every (epsilon, delta)-DP mechanism is an image of the canonical response."""
    return "ApproxDP(M, epsilon, delta) => Simulable(M, epsilon, delta)"


@theorem(source="KairouzOhViswanath2015, Theorem 2.1, one rejection set")
def thm_2_1_test() -> str:
    """A test is as private as its rates of false alarm a and missed detection b say.

    The inequalities of the theorem for the rejection set and for its complement. Every rejection
    set is a post-processing to one bit, kov15.thm_2_4_dp.
    """
    return (
        "a + exp(epsilon)*b >= 1 - delta and exp(epsilon)*a + b >= 1 - delta"
        " and 1 - a + exp(epsilon)*(1 - b) >= 1 - delta"
        " and exp(epsilon)*(1 - a) + 1 - b >= 1 - delta"
        " => ApproxDP(FiniteMechanism(Bernoulli(a), Bernoulli(1 - b)), epsilon, delta)"
        " for a in [0, 1], b in [0, 1]"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 2.1, one rejection set, the other direction")
def thm_2_1_rates() -> str:
    """The rates of a test satisfy the theorem's inequalities with the hockey sticks of its bit.

    These are at most delta where the mechanism is (epsilon, delta)-DP, kov15.thm_2_4.
    """
    return (
        "1 - HockeyStick(epsilon, Bernoulli(1 - b), Bernoulli(a)) <= exp(epsilon)*a + b"
        " and 1 - HockeyStick(epsilon, Bernoulli(a), Bernoulli(1 - b)) <= a + exp(epsilon)*b"
        " for a in [0, 1], b in [0, 1], epsilon in [0, oo)"
    )


_MASSES = "Sum(p[i], (i, 1, k)) == 1 and Sum(q[i], (i, 1, k)) == 1"
_STICK = "Sum(Max({0}[i] - exp(epsilon)*{1}[i], 0), (i, 1, k))"
_ALARM, _MISSED = "Sum(p[i]*s[i], (i, 1, k))", "Sum(q[i]*(1 - s[i]), (i, 1, k))"
_RANGES = " for p[i] in [0, 1], q[i] in [0, 1], s[i] in [0, 1], epsilon in [0, oo), delta in [0, 1]"


@theorem(source="KairouzOhViswanath2015, Theorem 2.1 and Remark 2.2, the first inequality")
def thm_2_1_rules() -> str:
    """Every rule, random or not, errs as often as (epsilon, delta)-DP says.

    The laws have masses p and q on any number of outcomes, of which i is rejected with probability
    s[i]; rejection sets are the rules with 0 and 1.
    """
    return (
        f"{_MASSES} and {_STICK.format('p', 'q')} <= delta and {_STICK.format('q', 'p')} <= delta"
        f" => {_ALARM} + exp(epsilon)*{_MISSED} >= 1 - delta{_RANGES}"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 2.1 and Remark 2.2, the second inequality")
def thm_2_1_rules_second() -> str:
    """The other inequality of Theorem 2.1 for every rule, as in kov15.thm_2_1_rules."""
    return (
        f"{_MASSES} and {_STICK.format('p', 'q')} <= delta and {_STICK.format('q', 'p')} <= delta"
        f" => exp(epsilon)*{_ALARM} + {_MISSED} >= 1 - delta{_RANGES}"
    )


@theorem(
    source="KairouzOhViswanath2015, Theorem 2.1, the first inequality, 2 % more", expect="refuted"
)
def thm_2_1_rules_more() -> str:
    """Every rule errs 2 % more often than (epsilon, delta)-DP says.

    Some err as often as kov15.thm_2_1_rules says.
    """
    return (
        f"{_MASSES} and {_STICK.format('p', 'q')} <= delta and {_STICK.format('q', 'p')} <= delta"
        f" => {_ALARM} + exp(epsilon)*{_MISSED} >= 51/50*(1 - delta){_RANGES}"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 2.1, the converse")
def thm_2_1_converse() -> str:
    """The inequality for the rule that rejects where p <= exp(epsilon)*q gives the hockey stick.

    So if it holds for all rejection sets, and for both orders of the laws, they are within
    (epsilon, delta).
    """
    return (
        f"{_MASSES} and Max(p[i] - exp(epsilon)*q[i], 0) <= (1 - s[i])*(p[i] - exp(epsilon)*q[i])"
        f" each i in 1..k and {_ALARM} + exp(epsilon)*{_MISSED} >= 1 - delta"
        f" => {_STICK.format('p', 'q')} <= delta{_RANGES}"
    )
