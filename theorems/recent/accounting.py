"""Accountants, filters, selection and audits: what of their theorems can be said of finite laws."""

from __future__ import annotations

from dpsym import theorem


@theorem(source="SasonVerdu2016, KL as an integral of hockey sticks, for randomised response")
def kl_integral_response() -> str:
    """KL is the integral over epsilon of the hockey sticks of both directions.

    For randomised response, of which the integral of H(P, Q) + exp(-t)*H(Q, P) over t in
    [0, eps] can be written out.
    """
    return (
        "KL(Bernoulli(exp(eps)/(exp(eps) + 1)), Bernoulli(1/(exp(eps) + 1))) == "
        "(exp(eps)*(eps + 1 - exp(-eps)) - (exp(eps) - 1 + eps))/(exp(eps) + 1) for eps in [0, oo)"
    )


@theorem(source="SasonVerdu2016, Renyi divergence as an integral, for randomised response")
def renyi_integral_response() -> str:
    """The power exp((alpha - 1)*Renyi) is one plus a weighted integral of the hockey sticks.

    For randomised response, of which the integral of exp((a - 1)*t)*H(P, Q) + exp(-a*t)*H(Q, P)
    over t in [0, eps] can be written out.
    """
    return (
        "exp((a - 1)*Renyi(a, Bernoulli(exp(eps)/(exp(eps) + 1)), Bernoulli(1/(exp(eps) + 1)))) "
        "== 1 + a*(a - 1)*(exp(eps)*(exp((a - 1)*eps) - 1)/(a - 1) - (exp(a*eps) - 1)/a + "
        "exp(eps)*(1 - exp(-a*eps))/a - (1 - exp(-(a - 1)*eps))/(a - 1))/(exp(eps) + 1) "
        "for a in (1, oo), eps in [0, oo)"
    )


@theorem(source="SasonVerdu2016, KL as an integral, one rectangle below it")
def kl_above_rectangle() -> str:
    """KL is at least what one level h of the hockey sticks says of its integral.

    Hockey sticks fall with the level, so a rectangle lies below each integral; of laws and of
    every h. What it says of a single outcome is recent.kl_above_rectangle_outcome.
    """
    return (
        "KL(P, Q) >= h*HockeyStick(h, P, Q) + (1 - exp(-h))*HockeyStick(h, Q, P) for h in [0, oo)"
    )


@theorem(source="SasonVerdu2016, KL as an integral, one rectangle below it, of an outcome")
def kl_above_rectangle_outcome() -> str:
    """The generator of KL is at least what one level h says of it, at every likelihood ratio."""
    return (
        "x*log(x) - x + 1 >= h*Max(0, x - exp(h)) + (1 - exp(-h))*Max(0, 1 - exp(h)*x) "
        "for x in (0, oo), h in [0, oo)"
    )


@theorem(source="FeldmanZrnic2021, the Renyi filter with two rounds fixed in advance")
def renyi_filter() -> str:
    """Two rounds within a budget of Renyi divergence stay within it.

    The filter lets the second round depend on the first; here both costs are given.
    """
    return (
        "RenyiDP(M1, alpha, t1) and RenyiDP(M2, alpha, t2) and t1 + t2 <= b => "
        "RenyiDP(Compose(M1, M2), alpha, b) for t1 in [0, oo), t2 in [0, oo), b in [0, oo)"
    )


@theorem(source="ZhuDongWang2022, composition of dominating pairs, for pure privacy")
def dominating_pairs_compose() -> str:
    """Pairs that dominate each of two mechanisms dominate, taken together, their composition.

    For laws within eps1 and within eps2, which randomised response dominates.
    """
    return (
        "MaxDivergence(P1, Q1) <= a and MaxDivergence(Q1, P1) <= a and MaxDivergence(P2, Q2) <= b "
        "and MaxDivergence(Q2, P2) <= b => HockeyStick(x, Product(P1, P2), Product(Q1, Q2)) <= "
        "HockeyStick(x, Product(Bernoulli(1/(1 + exp(a))), Bernoulli(1/(1 + exp(b)))), "
        "Product(Bernoulli(exp(a)/(1 + exp(a))), Bernoulli(exp(b)/(1 + exp(b))))) "
        "for a in [0, oo), b in [0, oo), x in [0, oo)"
    )


@theorem(source="DoroshenkoEtAl2022, the dots are connected from above")
def connected_dots() -> str:
    """Between two levels the hockey stick lies below the line that connects it at both.

    Linear in exp(eps); that no other discretisation with the same dots is better is not said
    here. The step for one outcome is recent.connected_dots_outcome.
    """
    return (
        "HockeyStick(log(t*a + (1 - t)*b), P, Q) <= t*HockeyStick(log(a), P, Q) + "
        "(1 - t)*HockeyStick(log(b), P, Q) for t in [0, 1], a in (0, oo), b in (0, oo)"
    )


@theorem(source="DoroshenkoEtAl2022, the dots are connected from above, of an outcome")
def connected_dots_outcome() -> str:
    """What an outcome adds to the hockey stick lies below the line between two levels."""
    return (
        "Max(0, x - (t*a + (1 - t)*b)*y) <= t*Max(0, x - a*y) + (1 - t)*Max(0, x - b*y) for x in "
        "[0, 1], y in [0, 1], t in [0, 1], a in (0, oo), b in (0, oo)"
    )


@theorem(source="GopiLeeWutschitz2021, losses that are moved by at most h")
def moved_losses() -> str:
    """If every loss is moved up by at most h, delta at epsilon is at most that at epsilon - h.

    The part of the error bound that is about rounding; what is cut off adds its mass. R has at
    least exp(-h) of every mass of Q.
    """
    return (
        "MaxDivergence(Q, R) <= h => HockeyStick(eps, P, R) <= HockeyStick(eps - h, P, Q) "
        "for h in [0, oo), eps in (-oo, oo)"
    )


@theorem(source="DongRothSu2022, Theorem 3.4 for three randomised responses, from above")
def berry_esseen_above() -> str:
    """Three randomised responses are within the Berry-Esseen bound of their Gaussian, from above.

    Total variation is one less the least sum of the two errors, so that the bound counts twice;
    t is tanh(eps/2), the constant 0.56 the theorem's.
    """
    return (
        "TotalVariation(Product(Bernoulli((1 + t)/2), Bernoulli((1 + t)/2), Bernoulli((1 + t)/2)), "
        "Product(Bernoulli((1 - t)/2), Bernoulli((1 - t)/2), Bernoulli((1 - t)/2))) <= "
        "2*Phi(sqrt(3)*t/sqrt(1 - t**2)) - 1 + 28/25*(1 + t**2)/sqrt(3*(1 - t**2)) "
        "for t in [0, 1)"
    )


@theorem(source="DongRothSu2022, Theorem 3.4 for three randomised responses, from below")
def berry_esseen_below() -> str:
    """Three randomised responses are within the Berry-Esseen bound of their Gaussian, from below.

    As recent.berry_esseen_above.
    """
    return (
        "TotalVariation(Product(Bernoulli((1 + t)/2), Bernoulli((1 + t)/2), Bernoulli((1 + t)/2)), "
        "Product(Bernoulli((1 - t)/2), Bernoulli((1 - t)/2), Bernoulli((1 - t)/2))) >= "
        "2*Phi(sqrt(3)*t/sqrt(1 - t**2)) - 1 - 28/25*(1 + t**2)/sqrt(3*(1 - t**2)) "
        "for t in [0, 1)"
    )


@theorem(source="DongRothSu2022, Theorem 3.4 without its error", expect="refuted")
def central_limit_exact() -> str:
    """Three randomised responses are at most as far apart as the Gaussians of their limit.

    The error term is needed, recent.berry_esseen_above.
    """
    return (
        "TotalVariation(Product(Bernoulli((1 + t)/2), Bernoulli((1 + t)/2), Bernoulli((1 + t)/2)), "
        "Product(Bernoulli((1 - t)/2), Bernoulli((1 - t)/2), Bernoulli((1 - t)/2))) <= "
        "2*Phi(sqrt(3)*t/sqrt(1 - t**2)) - 1 for t in [0, 1)"
    )


@theorem(source="PapernotSteinke2022, Theorem 2 for a geometric number of runs")
def selection_renyi() -> str:
    """The best of a geometric number of runs, in Renyi divergence of order 2.

    Two outcomes, the better one with mass x or u; stopping probability g, so that eta is 1, the
    mean number of runs 1/g, and both orders are 2.
    """
    return (
        "Renyi(2, Bernoulli(x), Bernoulli(u)) <= tau and Renyi(2, Bernoulli(u), Bernoulli(x)) <= "
        "tau => Renyi(2, Bernoulli(x/(g + (1 - g)*x)), Bernoulli(u/(g + (1 - g)*u))) <= "
        "2*tau + 2*log(1/g) for x in [0, 1], u in [0, 1], g in (0, 1], tau in [0, oo)"
    )


@theorem(source="SteinkeNasrJagielski2023, one guess of the audit")
def audit_one_guess() -> str:
    """No auditor guesses a fair bit rightly more often than randomised response reveals it.

    With one example the count of right guesses is one or none; the best guesser is right with
    probability (1 + TotalVariation)/2.
    """
    return (
        "HockeyStick(eps, P, Q) <= delta and HockeyStick(eps, Q, P) <= delta => "
        "TotalVariation(P, Q) <= 2*(exp(eps) + delta)/(1 + exp(eps)) - 1 "
        "for eps in [0, oo), delta in [0, 1]"
    )
