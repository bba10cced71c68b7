"""Appendix B: inequalities behind the conversions."""

# ruff: noqa: N802 - items of an appendix keep its capital letter

from __future__ import annotations

from sympy import cosh, exp, pi, sqrt, tanh

from dpsym import (
    Claim,
    Law,
    Mixture,
    NonNegative,
    Order,
    Phi,
    Positive,
    Probability,
    Real,
    Renyi,
    Within,
    theorem,
)

InnerWeight = Within["(0, 1)"]


@theorem(source="BunSteinke2016, Lemma B.1")
def lem_B_1() -> str:
    """For 0 <= y < x <= 2 the sinh quotient is at most exp(x*y/2)."""
    return "y < x => (sinh(x) - sinh(y))/sinh(x - y) <= exp(x*y/2) for x in (0, 2], y in [0, 2]"


@theorem(source="BunSteinke2016, Lemma B.1 on its exact domain")
def lem_B_1_full() -> str:
    """The sinh quotient is at most exp(x*y/2) whenever x and y have the same sign.

    The restriction to x <= 2 in bs16.lem_B_1 is not needed.
    """
    return (
        "y < x and x*y >= 0 => (sinh(x) - sinh(y))/sinh(x - y) <= exp(x*y/2)"
        " for x in (-oo, oo), y in (-oo, oo)"
    )


@theorem(source="BunSteinke2016, Lemma B.1, proof")
def lem_B_1_cosh(x: NonNegative, y: NonNegative) -> Claim:
    """Lemma B.1 without fractions: cosh((x + y)/2) is at most exp(x*y/2)*cosh((x - y)/2)."""
    return cosh((x + y) / 2) <= exp(x * y / 2) * cosh((x - y) / 2)


@theorem(source="BunSteinke2016, Lemma B.1, proof")
def lem_B_1_tanh(a: NonNegative, b: NonNegative) -> Claim:
    """The product of two hyperbolic tangents is at most the tangent of the product."""
    return tanh(a) * tanh(b) <= tanh(a * b)


@theorem(source="BunSteinke2016, Lemma B.2, proof")
def lem_B_2_mills_first(z: NonNegative) -> Claim:
    """The Mills ratio of the normal law is at most sqrt(pi/2)."""
    return sqrt(2 * pi) * exp(z**2 / 2) * Phi(-z) <= sqrt(pi / 2)


@theorem(source="BunSteinke2016, Lemma B.2, proof")
def lem_B_2_mills_second(z: Positive) -> Claim:
    """The Mills ratio of the normal law is at most 1/z."""
    return sqrt(2 * pi) * exp(z**2 / 2) * Phi(-z) <= 1 / z


@theorem(source="BunSteinke2016, Lemma B.2, proof")
def lem_B_2_mills_third(z: NonNegative) -> Claim:
    """The Mills ratio of the normal law is at most 2/(z + sqrt(z**2 + 8/pi))."""
    return sqrt(2 * pi) * exp(z**2 / 2) * Phi(-z) <= 2 / (z + sqrt(z**2 + 8 / pi))


@theorem(source="BunSteinke2016, Lemma B.4")
def lem_B_4(p: Probability, x: Real, y: Real) -> Claim:
    """The centred exponential moment is at most the mean of the second moments of both signs.

    The lemma for random variables with two values, x with probability p and y otherwise.
    """
    return (
        p * exp((1 - p) * (x - y)) + (1 - p) * exp(p * (y - x))
        <= (p * exp(2 * x) + (1 - p) * exp(2 * y) + p * exp(-2 * x) + (1 - p) * exp(-2 * y)) / 2
    )


@theorem(source="BunSteinke2016, Lemma B.6")
def lem_B_6(P0: Law, P1: Law, Q0: Law, Q1: Law, t: InnerWeight, alpha: Order) -> Claim:
    """The moment exp((alpha - 1)*Renyi) is convex in the pair of laws."""
    return exp((alpha - 1) * Renyi(alpha, Mixture(t, P1, P0), Mixture(t, Q1, Q0))) <= t * exp(
        (alpha - 1) * Renyi(alpha, P1, Q1)
    ) + (1 - t) * exp((alpha - 1) * Renyi(alpha, P0, Q0))


@theorem(source="BunSteinke2016, Lemma B.1, proof")
def lem_B_1_id_difference() -> str:
    """The difference of two sines is twice a product of the mean and half the distance."""
    return (
        "sinh(x) - sinh(y) == 2*cosh((x + y)/2)*sinh((x - y)/2) for x in (-oo, oo), y in (-oo, oo)"
    )


@theorem(source="BunSteinke2016, Lemma B.1, proof")
def lem_B_1_id_double() -> str:
    """The hyperbolic sine of a difference by its half."""
    return "sinh(x - y) == 2*sinh((x - y)/2)*cosh((x - y)/2) for x in (-oo, oo), y in (-oo, oo)"


@theorem(source="BunSteinke2016, Lemma B.1, proof")
def lem_B_1_id_sum() -> str:
    """The hyperbolic cosine of a sum by tangents."""
    return "cosh(u + v) == cosh(u)*cosh(v)*(1 + tanh(u)*tanh(v)) for u in (-oo, oo), v in (-oo, oo)"


@theorem(source="BunSteinke2016, Lemma B.1, proof")
def lem_B_1_id_tangent() -> str:
    """The quotient (1 + tanh(w))/(1 - tanh(w)) is exp(2*w)."""
    return "(1 + tanh(w))/(1 - tanh(w)) == exp(2*w) for w in (-oo, oo)"


@theorem(source="BunSteinke2016, Lemma B.1, proof")
def lem_B_1_id_linear() -> str:
    """The hyperbolic tangent of z >= 0 is at most z."""
    return "tanh(z) <= z for z in [0, oo)"


@theorem(source="BunSteinke2016, Lemma B.1 with a smaller exponent", expect="refuted")
def lem_B_1_smaller() -> str:
    """The sinh quotient is at most exp(49/100*x*y).

    The exponent of bs16.lem_B_1 is x*y/2.
    """
    return (
        "y < x => (sinh(x) - sinh(y))/sinh(x - y) <= exp(49/100*x*y) for x in (0, 2], y in [0, 2]"
    )


@theorem(source="BunSteinke2016, Lemma B.1 for opposite signs", expect="refuted")
def lem_B_1_opposite() -> str:
    """The sinh quotient is at most exp(x*y/2) also where x and y have opposite signs.

    There the reverse holds strictly; the exact domain is that of bs16.lem_B_1_full.
    """
    return "x*y < 0 => (sinh(x) - sinh(y))/sinh(x - y) <= exp(x*y/2) for x in (0, 2], y in [-2, 0)"


@theorem(source="BunSteinke2016, Lemma B.2 at one order")
def lem_B_2() -> str:
    """A bound of one Renyi divergence, in one direction, bounds the hockey stick.

    The lemma takes the best order and integrates, see bs16.lem_B_2_third.
    """
    return (
        "Renyi(alpha, P, Q) <= xi + rho*alpha =>"
        " HockeyStick(epsilon, P, Q) <= exp((alpha - 1)*(xi + rho*alpha - epsilon))"
        " for xi in (-oo, oo), rho in [0, oo), epsilon in [0, oo)"
    )


@theorem(source="BunSteinke2016, Lemma B.2, proof, the third bound for z < 0", expect="refuted")
def lem_B_2_mills_negative() -> str:
    """The third bound of the Mills ratio holds for z >= -1 as well.

    It needs z >= 0, see bs16.lem_B_2_mills_third.
    """
    return "sqrt(2*pi)*exp(z**2/2)*Phi(-z) <= 2/(z + sqrt(z**2 + 8/pi)) for z in [-1, oo)"


@theorem(source="BunSteinke2016, Lemma A.2, the lower bound of a normal tail")
def lem_A_2_tail() -> str:
    """The Mills ratio of the normal law is at least 2/(z + sqrt(z**2 + 4))."""
    return "sqrt(2*pi)*exp(z**2/2)*Phi(-z) >= 2/(z + sqrt(z**2 + 4)) for z in [0, oo)"


@theorem(source="BunSteinke2016, Lemma A.2, the lower bound of a normal tail")
def lem_A_2_compare() -> str:
    """The bound 2/(z + sqrt(z**2 + 4)) is at least the plainer z/(1 + z**2)."""
    return "2/(z + sqrt(z**2 + 4)) >= z/(1 + z**2) for z in [0, oo)"


@theorem(source="BunSteinke2016, Lemma B.4 for any random variable")
def lem_B_4_any() -> str:
    """For each pair of values the centred exponential, made linear in one, is below the moments.

    The lemma for every X of mean m is the mean of both sides over x and y, which are independent
    and distributed as X: on the left 1 + m - y has mean 1. For two values it is bs16.lem_B_4.
    """
    return (
        "exp(x - m)*(1 + m - y) <= (exp(2*x) + exp(-2*y))/2"
        " for x in (-oo, oo), y in (-oo, oo), m in (-oo, oo)"
    )


@theorem(source="BunSteinke2016, Lemma B.4 with half the right side", expect="refuted")
def lem_B_4_any_half() -> str:
    """Half of the mean of the two moments is enough.

    It is not where x = y = m = 0; true is bs16.lem_B_4_any.
    """
    return (
        "exp(x - m)*(1 + m - y) <= (exp(2*x) + exp(-2*y))/4"
        " for x in (-oo, oo), y in (-oo, oo), m in (-oo, oo)"
    )


@theorem(source="BunSteinke2016, Lemma B.2 at one order, sharp")
def lem_B_2_sharp() -> str:
    """A bound of one Renyi divergence, in one direction, with the best factor for its order.

    The factor is at most 1/alpha; at the order of bs16.lem_B_2_order that is the second option of
    the lemma, from a hypothesis in one direction at one order.
    """
    return (
        "Renyi(alpha, P, Q) <= xi + rho*alpha => HockeyStick(epsilon, P, Q) <="
        " exp((alpha - 1)*(xi + rho*alpha - epsilon))*(1 - 1/alpha)**(alpha - 1)/alpha"
        " for xi in (-oo, oo), rho in [0, oo), epsilon in [0, oo)"
    )


@theorem(source="BunSteinke2016, Lemma B.2, the order of its second option")
def lem_B_2_order() -> str:
    """At the best order the exponent of bs16.lem_B_2_sharp is that of a normal tail."""
    return (
        "alpha == 1 + (epsilon - xi - rho)/(2*rho) =>"
        " (alpha - 1)*(xi + rho*alpha - epsilon) == -(epsilon - xi - rho)**2/(4*rho)"
        " for xi in (-oo, oo), rho in (0, oo), epsilon in (-oo, oo), alpha in (1, oo)"
    )


@theorem(source="BunSteinke2016, Lemma B.2 at one order, with four fifths", expect="refuted")
def lem_B_2_sharp_less() -> str:
    """Four fifths of the best factor for an order are enough.

    The factor of bs16.lem_B_2_sharp is attained.
    """
    return (
        "Renyi(alpha, P, Q) <= xi + rho*alpha => HockeyStick(epsilon, P, Q) <="
        " 4/5*exp((alpha - 1)*(xi + rho*alpha - epsilon))*(1 - 1/alpha)**(alpha - 1)/alpha"
        " for xi in (-oo, oo), rho in [0, oo), epsilon in [0, oo)"
    )


_LINE = (
    "Concentration(xi, P, Q) <= rho and epsilon >= xi + rho => HockeyStick(epsilon, P, Q) <="
    " exp(-(epsilon - xi - rho)**2/(4*rho))"
)
_ANY_LINE = "for xi in (-oo, oo), rho in (0, oo), epsilon in (-oo, oo)"


@theorem(source="BunSteinke2016, Lemma B.2, the first option")
def lem_B_2_first() -> str:
    """A line in all orders, of one direction, bounds the hockey stick by a normal tail's integral.

    The concentration is at most rho where each Renyi divergence is at most xi + rho*alpha.
    """
    return f"{_LINE}*sqrt(pi*rho) {_ANY_LINE}"


@theorem(source="BunSteinke2016, Lemma B.2, the second option")
def lem_B_2_second() -> str:
    """A line in all orders, of one direction, bounds the hockey stick by its best order."""
    return f"{_LINE}/(1 + (epsilon - xi - rho)/(2*rho)) {_ANY_LINE}"


@theorem(source="BunSteinke2016, Lemma B.2, the third option")
def lem_B_2_third() -> str:
    """A line in all orders, of one direction, bounds the hockey stick by the smallest option.

    It is at most the other two, bs16.lem_3_6c.
    """
    return (
        f"{_LINE}*2/(1 + (epsilon - xi - rho)/(2*rho)"
        f" + sqrt((1 + (epsilon - xi - rho)/(2*rho))**2 + 4/(pi*rho))) {_ANY_LINE}"
    )


@theorem(source="BunSteinke2016, Lemma B.2, three tenths of the first option", expect="refuted")
def lem_B_2_first_less() -> str:
    """Three tenths of the first option are enough.

    Normal laws close together need 1/pi of bs16.lem_B_2_first.
    """
    return f"{_LINE}*3/10*sqrt(pi*rho) {_ANY_LINE}"


@theorem(source="BunSteinke2016, Lemma B.2 for the other direction", expect="refuted")
def lem_B_2_turned() -> str:
    """A line in all orders of one direction bounds the hockey stick of the other.

    Of its own it does, bs16.lem_B_2_second.
    """
    return (
        _LINE.replace("HockeyStick(epsilon, P, Q)", "HockeyStick(epsilon, Q, P)")
        + f"/(1 + (epsilon - xi - rho)/(2*rho)) {_ANY_LINE}"
    )


@theorem(source="BunSteinke2016, Lemma B.2, its hypothesis at one order")
def lem_B_2_line() -> str:
    """A concentration of at most rho bounds the Renyi divergence of each order by its line."""
    return (
        "Concentration(xi, P, Q) <= rho => Renyi(alpha, P, Q) <= xi + rho*alpha"
        " for xi in (-oo, oo), rho in [0, oo)"
    )


@theorem(
    source="BunSteinke2016, Lemma B.2, its hypothesis at one order, 2 % less", expect="refuted"
)
def lem_B_2_line_less() -> str:
    """A concentration of at most rho allows 2 % less than its line.

    The whole is needed, bs16.lem_B_2_line.
    """
    return (
        "Concentration(xi, P, Q) <= rho => Renyi(alpha, P, Q) <= xi + 49/50*rho*alpha"
        " for xi in (-oo, oo), rho in (0, oo)"
    )
