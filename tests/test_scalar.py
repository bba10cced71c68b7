"""The scalar prover: what it must close, and above all what it must never close."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
import sympy
from flint import arb, fmpq
from sympy import (
    Add,
    Expr,
    Integer,
    Max,
    Min,
    Mul,
    Pow,
    Rational,
    S,
    Sum,
    Symbol,
    binomial,
    cosh,
    erfc,
    exp,
    harmonic,
    log,
    oo,
    pi,
    sinh,
    sqrt,
    symbols,
    sympify,
    tanh,
)

from dpsym.enclosure.balls import compile_balls, precision
from dpsym.language.domains import (
    COUNTS,
    NONNEGATIVE,
    ORDER,
    POSITIVE,
    PROBABILITY,
    REALS,
    Integers,
    Interval,
)
from dpsym.language.parser import parse_claim
from dpsym.provers.inequality import Inequality
from dpsym.provers.prover import Budget, Stuck
from dpsym.provers.scalar import (
    Closed,
    Goal,
    Open,
    algebra,
    coefficients,
    conditions,
    convexity,
    division,
    limits,
    prove,
)
from dpsym.provers.scalar.counted import multiplied_out
from dpsym.provers.scalar.polynomials import nonnegative
from dpsym.provers.scalar.prove import begin
from dpsym.provers.scalar.sampling import counterexample, dip
from dpsym.provers.scalar.search import OutOfTimeError, Search
from dpsym.provers.scalar.signs import Region
from dpsym.provers.scalar.variables import with_rational_ends
from dpsym.verdict import Step

a, d, e, h, k, p, q, r, s, u, w, x, y = symbols("a d e h k p q r s u w x y")
L, A, d1, d2, e1, e2 = symbols("L A d1 d2 e1 e2")
INSIDE = Interval(S.Zero, S.One, True, True)
RENYI = log((exp(a * e) + exp((1 - a) * e)) / (1 + exp(e)))


def interval(lower: object, upper: object, *, opens: str = "") -> Interval:
    """An interval whose ends are open where ``opens`` has "l" or "u"."""
    return Interval(sympify(lower), sympify(upper), "l" in opens, "u" in opens)


def canonical(delta: Symbol, epsilon: Symbol) -> list[tuple[Expr, Expr]]:
    """The probabilities of canonical randomised response on both neighbours."""
    t = exp(epsilon)
    return [
        (delta, S.Zero),
        ((1 - delta) * t / (1 + t), (1 - delta) / (1 + t)),
        ((1 - delta) / (1 + t), (1 - delta) * t / (1 + t)),
        (S.Zero, delta),
    ]


HOCKEY_STICK = Add(
    *[
        Max(first * second - exp(e1 + e2) * other * another, 0)
        for first, other in canonical(d1, e1)
        for second, another in canonical(d2, e2)
    ]
)

TRUE: dict[str, Goal] = {
    "randomised response is zCDP": Goal(
        a * (a - 1) * e**2 / 2 - RENYI, ((e, NONNEGATIVE), (a, ORDER))
    ),
    "the same divided": Goal(a * e**2 / 2 - RENYI / (a - 1), ((e, NONNEGATIVE), (a, ORDER))),
    "the optimal rho": Goal(a * (a - 1) * e * tanh(e / 2) - RENYI, ((e, NONNEGATIVE), (a, ORDER))),
    "tanh": Goal(u - tanh(u), ((u, NONNEGATIVE),)),
    "log cosh": Goal(u**2 / 2 - log(cosh(u)), ((u, REALS),)),
    "sinh": Goal(sinh(u) - u, ((u, NONNEGATIVE),)),
    "exp": Goal(exp(u) - 1 - u, ((u, REALS),)),
    "log1p": Goal(u - log(1 + u), ((u, interval(-1, oo, opens="lu")),)),
    "log": Goal(u - 1 - log(u), ((u, POSITIVE),)),
    "sinh ratio": Goal(
        exp(x * y / 2) - (sinh(x) - sinh(y)) / sinh(x - y),
        ((x, NONNEGATIVE), (y, NONNEGATIVE)),
        positives=(x - y,),
    ),
    "Pinsker": Goal(
        p * log(p / q) + (1 - p) * log((1 - p) / (1 - q)) - 2 * (p - q) ** 2,
        ((p, INSIDE), (q, INSIDE)),
    ),
    "union of deltas": Goal(
        d1 + d2 - 1 + (1 - d1) * (1 - d2), ((d1, PROBABILITY), (d2, PROBABILITY))
    ),
    "basic composition": Goal(
        d1 + d2 - HOCKEY_STICK,
        ((d1, PROBABILITY), (d2, PROBABILITY), (e1, NONNEGATIVE), (e2, NONNEGATIVE)),
    ),
    "subsampling up": Goal(
        1 + q * (exp(e) - 1) - (q * exp(e) + 1 - q), ((q, PROBABILITY), (e, NONNEGATIVE))
    ),
    "subsampling down": Goal(
        1 + q * (exp(e) - 1) - 1 / (q * exp(-e) + 1 - q), ((q, PROBABILITY), (e, NONNEGATIVE))
    ),
    "Mills 1": Goal(1 - erfc(w) * exp(w**2), ((w, NONNEGATIVE),)),
    "Mills 2": Goal(1 - sqrt(pi) * w * exp(w**2) * erfc(w), ((w, NONNEGATIVE),)),
    "Mills 3": Goal(
        1 - exp(w**2) * erfc(w) * (w + sqrt(w**2 + 4 / pi)) * sqrt(pi) / 2, ((w, NONNEGATIVE),)
    ),
    "an exponent at its minimum": Goal(
        exp(-L) - exp(-((2 * sqrt(r * L)) ** 2) / (4 * r)), ((L, NONNEGATIVE), (r, POSITIVE))
    ),
    "optimal composition 1": Goal(
        (1 + sqrt(2 * log(1 + s / d)) / s) * (d + s) - 1,
        ((s, POSITIVE), (d, interval(0, 1, opens="l"))),
    ),
    "optimal composition e": Goal(
        (1 + sqrt(2 * log(sympy.E + s / d)) / s) * (sympy.E * d + s) - 1,
        ((s, POSITIVE), (d, interval(0, 1, opens="l"))),
    ),
    "harmonic step": Goal(
        k * harmonic(k) - 1 - k * a * (k - 1) / (k * a - 1) * harmonic(k - 1),
        ((k, Integers(Integer(2), oo)), (a, ORDER)),
    ),
    "Bernoulli": Goal(k * d - 1 + (1 - d) ** k, ((k, COUNTS), (d, PROBABILITY))),
    "harmonic and log": Goal(1 + log(k) - harmonic(k), ((k, COUNTS),)),
    "powers up to 20": Goal(
        exp(e) ** k - ((1 + exp(e)) ** k - 1) / (2**k - 1),
        ((k, Integers(Integer(1), Integer(20))), (e, NONNEGATIVE)),
    ),
    "difference of roots": Goal(
        (sqrt(x + L) - sqrt(L)) ** 2 - x**2 / (4 * (x + L)), ((x, NONNEGATIVE), (L, POSITIVE))
    ),
    "positive power": Goal((1 - 1 / a) ** a / (a - 1), ((a, ORDER),)),
    "root and minimum": Goal(
        Min(sqrt(pi * r), 1 / A, 1) - 2 / (A + sqrt(A**2 + 4 / (pi * r))),
        ((A, interval(1, oo, opens="u")), (r, POSITIVE)),
    ),
    "expected loss": Goal(e**2 / 2 - e * (exp(e) - 1) / (exp(e) + 1), ((e, NONNEGATIVE),)),
    "two-point moment": Goal(
        (2 * p - 1) * x + x**2 / 2 - log(p * exp(x) + (1 - p) * exp(-x)),
        ((p, PROBABILITY), (x, REALS)),
    ),
    "Hoeffding": Goal(p * h + h**2 / 8 - log(1 - p + p * exp(h)), ((p, PROBABILITY), (h, REALS))),
    "entropy": Goal(log(2) + p * log(p) + (1 - p) * log(1 - p), ((p, INSIDE),)),
    "definite form": Goal(x**2 + y**2 - x * y, ((x, REALS), (y, REALS))),
    "binomial theorem": Goal(
        Sum(binomial(u, k) * x**k * (1 - x) ** (u - k), (k, 0, u)) - 1,
        ((x, PROBABILITY), (u, Integers(Integer(1), Integer(6)))),
    ),
    "no zero inside": Goal(sqrt(x) - log(x), ((x, POSITIVE),)),
    "two-dimensional boxes": Goal(
        exp(x) * cosh(y) - x * y - Rational(9, 10), ((x, PROBABILITY), (y, PROBABILITY))
    ),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_goal_is_closed(name: str) -> None:
    answer = prove(TRUE[name], seconds=30)
    assert isinstance(answer, Closed), answer
    assert json.dumps(answer.to_json())


def mutations(goal: Goal) -> list[Goal]:
    """Goals that differ a little: constants changed, terms dropped or doubled, domains enlarged."""
    expr = goal.expression
    found = [
        expr.xreplace({number: number * factor})
        for number in sorted(expr.atoms(Rational), key=str)
        for factor in (Rational(19, 20), Rational(21, 20))
        if number != 0 and abs(number) != 1
    ]
    if expr.is_Add and len(expr.args) < 6:
        found += [expr - term for term in expr.args]
        found += [expr + term / 30 for term in expr.args]
        found += [expr - term / 30 for term in expr.args]
    found.append(-expr)
    goals = [
        Goal(other, goal.domains, goal.conditions, goal.positives)
        for other in found
        if not other.has(sympy.zoo, sympy.nan)
    ]
    for position, (symbol, domain) in enumerate(goal.domains):
        if isinstance(domain, Interval) and domain != REALS:
            others = list(goal.domains)
            others[position] = (symbol, REALS)
            goals.append(Goal(expr, tuple(others), goal.conditions, goal.positives))
    return goals


def false_somewhere(goal: Goal, count: int = 400) -> bool:
    """Whether balls find a point at which the goal is false or its expression has no value."""
    generator = random.Random(11)
    names = [symbol for symbol, _ in goal.domains]
    run = compile_balls(goal.expression, names)
    given = [compile_balls(c, names) for c in (*goal.conditions, *goal.positives)]
    with precision(200):
        for _ in range(count):
            point = []
            for _, domain in goal.domains:
                wide = Rational(generator.randint(1, 999), 100) ** generator.choice([-3, -1, 1, 2])
                part = Rational(generator.randint(1, 999), 1000)
                if isinstance(domain, Integers):
                    point.append(domain.lower + generator.randint(0, 5))
                elif domain.lower.is_finite and domain.upper.is_finite:
                    point.append(domain.lower + (domain.upper - domain.lower) * part)
                elif domain.lower.is_finite:
                    point.append(domain.lower + wide)
                else:
                    point.append(generator.choice([1, -1]) * wide)
            balls = [arb(fmpq(int(value.p), int(value.q))) for value in point]
            if all(bool(condition(balls) > 0) for condition in given):
                value = run(balls)
                if value < 0 or value.is_nan():
                    return True
    return False


MUTABLE = [name for name in TRUE if "composition" not in name and "binomial" not in name]


@pytest.mark.parametrize("name", MUTABLE)
def test_a_mutated_goal_that_is_false_is_never_closed(name: str) -> None:
    for goal in mutations(TRUE[name])[:8]:
        answer = prove(goal, seconds=0.2)
        if isinstance(answer, Closed):
            assert not false_somewhere(goal), goal
        elif answer.counterexample is not None:
            point = [answer.counterexample[symbol] for symbol, _ in goal.domains]
            run = compile_balls(goal.expression, [symbol for symbol, _ in goal.domains])
            with precision(200):
                assert run([arb(fmpq(int(value.p), int(value.q))) for value in point]) < 0


UNIT = interval(-1, 1)
UNDEFINED: dict[str, Goal] = {
    "x/x": Goal(Add(Mul(x, Pow(x, -1), evaluate=False), -1, evaluate=False), ((x, UNIT),)),
    "root": Goal(sqrt(x), ((x, UNIT),)),
    "log at zero": Goal(x - log(x), ((x, PROBABILITY),)),
    "x log x at zero": Goal(1 + x * log(x), ((x, PROBABILITY),)),
    "exp of pole": Goal(exp(-1 / x), ((x, PROBABILITY),)),
    "even pole": Goal(1 / x**2, ((x, UNIT),)),
    "hidden pole": Goal(exp(-sympy.Abs(1 / x)), ((x, UNIT),)),
    "pole under a maximum": Goal(Max(1, 1 / x), ((x, UNIT),)),
    "negative power of zero": Goal(x**y, ((x, PROBABILITY), (y, UNIT))),
    "log of a square": Goal(log(x**2) - 2 * log(x), ((x, UNIT),)),
    "a pole at one integer": Goal(
        (x - y + 1) / (x * (k + 1)) + 10,
        ((x, interval(1, 2)), (y, PROBABILITY), (k, Integers(Integer(-1), Integer(3)))),
    ),
    "a pole that cancels at one integer": Goal(
        (x - k + 1) / x, ((x, PROBABILITY), (k, Integers(Integer(1), Integer(1))))
    ),
    "a pole in a sum": Goal(Sum(1 / (k - x), (k, 1, 3)), ((x, PROBABILITY),)),
    "an unknown head": Goal(sympy.zeta(x) ** 2, ((x, UNIT),)),
    "an infinite point": Goal(1 + 1 / (x + 1), ((x, interval(0, oo)),)),
    "a free symbol": Goal(x**2 + 1 + y**2, ((x, UNIT),)),
    "one name twice": Goal(
        x - Symbol("x", real=True) + 1, ((x, PROBABILITY), (Symbol("x", real=True), PROBABILITY))
    ),
}


@pytest.mark.parametrize("name", UNDEFINED)
def test_a_goal_that_is_undefined_somewhere_is_open(name: str) -> None:
    assert isinstance(prove(UNDEFINED[name], seconds=2), Open)


FALSE: dict[str, Goal] = {
    "strict at its zero": Goal(x - tanh(x), ((x, NONNEGATIVE),), strict=True),
    "Taylor on the wrong side": Goal(exp(x) - 1 - x - x**2 / 2, ((x, UNIT),)),
    "a root of a square": Goal(x - sqrt(x**2), ((x, UNIT),)),
    "just below zero": Goal(x**3 - x**2 - x + Rational(9999, 10000), ((x, NONNEGATIVE),)),
    "a far tail": Goal(1000 - log(1 + x), ((x, NONNEGATIVE),)),
    "a narrow dip": Goal((x - Rational(1, 3)) ** 2 - Rational(1, 10**12), ((x, PROBABILITY),)),
    "a narrow dip of a transcendental": Goal(
        exp(x) - sympy.E * x - Rational(1, 10**10), ((x, interval(0, 3)),)
    ),
    "names that look alike": Goal(
        x - Symbol("x_"), ((x, interval(1, 2)), (Symbol("x_"), interval(1, 2)))
    ),
    "a limit below zero": Goal(exp(-x) - Rational(1, 10**9), ((x, NONNEGATIVE),)),
    "an induction that fails late": Goal(50 - harmonic(k) * 10, ((k, COUNTS),)),
    "a condition that is not enough": Goal(
        x - y - 1, ((x, NONNEGATIVE), (y, NONNEGATIVE)), (x - y,)
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_goal_is_open(name: str) -> None:
    assert isinstance(prove(FALSE[name], seconds=1), Open)


def test_a_counterexample_may_lie_far_out() -> None:
    gap = 1000 * tanh(x / 2) - 10 * sqrt(5) * sqrt(x * tanh(x / 2))
    found = counterexample(Goal(gap, ((x, POSITIVE),)))
    assert found is not None
    assert found[x] > 2000


def test_a_counterexample_is_a_point_of_the_domain() -> None:
    answer = prove(Goal(x - y, ((x, POSITIVE), (y, POSITIVE)), (y - x,)), seconds=2)
    assert isinstance(answer, Open)
    assert answer.counterexample is not None
    assert answer.counterexample[y] > answer.counterexample[x] > 0


def test_an_open_answer_names_a_subgoal() -> None:
    answer = prove(Goal(sympy.gamma(x) - Rational(17, 20), ((x, POSITIVE),)), seconds=1)
    assert isinstance(answer, Open)
    assert "gamma(x)" in answer.reason


def test_an_open_answer_says_how_far_an_integer_went() -> None:
    bound = 2 * k - 1 - binomial(k, 9) / 100
    answer = prove(Goal(bound + (k - 12) ** 10, ((k, COUNTS),)), seconds=3)
    assert isinstance(answer, Open)
    assert answer.reason.startswith("proved for k <= 12")


PQ = " for p in (0, 1), q in (0, 1)"
KL = "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q))"
CHI = "((p - q)**2/(1 - q) + (p - q)**2/q)"
ROOTS = "(sqrt(epsilon - xi + log(1/delta)) - sqrt(log(1/delta)))**2"
EPS = "eps in (0, oo), k in 1..oo"

# A true claim for every rule, and a false one that is near.
CLAIMS = {
    "Pinsker's inequality for bits that differ": (
        "q < p => {}*(p - q)**2 < p*log(p/q) + (1 - p)*log((1 - p)/(1 - q))"
        " for p in (0, 1), q in (0, 1)",
        ("2", "3"),
    ),
    "a quadratic polynomial that all but vanishes within": (
        "(x - 1/3)**2 + 7/5*(x - 1/3)*(y - 3/7) + (y - 3/7)**2 + {}/10**12 >= 0"
        " for x in [0, 1], y in [0, 1]",
        ("1", "-1"),
    ),
    "a multiple of a logarithm of what a condition bounds": (
        "x*sqrt(2*k) >= {} => k*log(x*sqrt(2*k)) >= 0 for x in (0, oo), k in (0, oo)",
        ("1", "1/2"),
    ),
    "a strict bound whose slope begins at zero": (
        "{}*(p - 1/2)**2 < p*log(2*p) + (1 - p)*log(2*(1 - p)) for p in (1/2, 1)",
        ("2", "3"),
    ),
    "the binomial theorem": (
        "Sum(binomial(n, k)*x**k*y**(n - k), (k, 0, n)) == (x + {}*y)**n"
        " for n in 0..oo, x in (0, oo), y in (0, oo)",
        ("1", "99/100"),
    ),
    "the binomial theorem with exponentials": (
        "Sum(binomial(k, l)*exp((k - l)*eps), (l, 0, k)) == {}*(1 + exp(eps))**k"
        " for eps in (0, oo), k in 1..oo",
        ("1", "99/100"),
    ),
    "moments of a binomial law": (
        "Sum(binomial(n, k)*p**k*(1 - p)**(n - k)*exp(k*t), (k, 0, n)) == (1 - p + {}*p*exp(t))**n"
        " for n in 1..oo, p in (0, 1), t in (-oo, oo)",
        ("1", "99/100"),
    ),
    "a mean of a binomial law": (
        "Sum(k*binomial(n, k)*p**k*(1 - p)**(n - k), (k, 0, n)) == {}*n*p"
        " for n in 1..oo, p in (0, 1)",
        ("1", "101/100"),
    ),
    "a sum of squares of binomials": (
        "Sum(binomial(n, k)**2, (k, 0, n)) == {}*binomial(2*n, n) for n in 0..oo",
        ("1", "99/100"),
    ),
    "terms that depend on where a sum ends": (
        "Sum(i/(i + n), (i, 1, n)) <= {}*n for n in 1..oo",
        ("1/2", "49/100"),
    ),
    "two sums term by term": (
        "Sum(x**i, (i, 0, n)) <= {}*Sum(y**i, (i, 0, n)) for n in 0..oo, x in (0, 1), y in [1, oo)",
        ("1", "99/100"),
    ),
    "induction": (
        "k*xi*harmonic(k) <= k*xi*({} + log(k)) for k in 1..oo, xi in [0, oo)",
        ("1", "99/100"),
    ),
    "roots that cancel in an exponent": (
        f"xi <= epsilon and 0 < {ROOTS} => exp(-(epsilon - xi - {ROOTS})**2/(4*{ROOTS}))"
        " <= {}*delta for xi in (-oo, oo), epsilon in [0, oo), delta in (0, 1]",
        ("1", "999/1000"),
    ),
    "a root of a square": (f"Abs(p - q) <= {{}}*sqrt({CHI}){PQ}", ("1/2", "49/100")),
    "a variable compared with an exponential": (
        "x <= exp(e) => x*log(x)*(exp(e) - 1) <= {}*e*exp(e)*(x - 1) "
        "for x in [1, oo), e in (0, oo)",
        ("1", "99/100"),
    ),
    "the inverse of one, above a divisor": (
        "1 <= x*exp(e) => log(1/x) <= {}*e*exp(e)*(1 - x)/(exp(e) - 1) "
        "for x in (0, 1], e in (0, oo)",
        ("1", "99/100"),
    ),
    "exponentials compared": (
        "exp(y) <= exp(e) => exp(y)*y*(exp(e) - 1) <= {}*e*exp(e)*(exp(y) - 1) "
        "for y in [0, oo), e in (0, oo)",
        ("1", "99/100"),
    ),
    "concave": ("1 - sqrt(p*q) - sqrt((1 - p)*(1 - q)) <= {}*Abs(p - q)" + PQ, ("1", "99/100")),
    "tangents at one": (f"{KL} <= {{}}*{CHI}{PQ}", ("1", "1/3")),
    "Jensen": (f"{KL} <= log(1 + {{}}*{CHI}){PQ}", ("1", "99/100")),
    "Jensen with roots": (f"{KL} >= -{{}}*log(sqrt(p*q) + sqrt((1 - p)*(1 - q))){PQ}", ("2", "5")),
    "chords": ("exp(p*x) <= {} - p + p*exp(x) for p in [0, 1], x in (-oo, oo)", ("1", "99/100")),
    "Bernstein": (
        "2*p*(1 - p)*exp(x + y) <= {}*(p**2*exp(2*x) + (1 - p)**2*exp(2*y))"
        " for p in [0, 1], x in (-oo, oo), y in (-oo, oo)",
        ("1", "9/10"),
    ),
    "conditions in factors": (
        "a*b <= a*c and 0 < a => b <= {} for a in [0, 1], b in [0, 1], c in [0, 1]",
        ("c", "c - 1/100"),
    ),
    "conditions in combination": (
        "x <= 8*log(y) => 0 <= {}*x - x**2/(16*log(y)) for x in (0, oo), y in (1, oo)",
        ("1", "1/3"),
    ),
    "a condition at zero alone": (
        "x**2*exp(y) <= 0 => y*exp(x) + x <= {} for x in (-oo, oo), y in [0, 1]",
        ("y", "y - 1/10**9"),
    ),
    "a condition at a number alone": (
        "(x - 1/3)**2 <= 0 => x*y <= {}*y for x in (-oo, oo), y in [0, oo)",
        ("1/3", "1/3 - 1/10**9"),
    ),
    "stationary": (
        "Max(0, 1 - exp(-z)) <= {}*exp(l*z + l*log(l) - (l + 1)*log(l + 1))"
        " for z in (-oo, oo), l in (0, oo)",
        ("1", "999/1000"),
    ),
    "equal maxima": (
        "Max(0, p*exp(x) - p*exp(y)) <= {}*Max(0, exp(x) - exp(y)) for p in [0, 1],"
        " x in (-oo, oo), y in (-oo, oo)",
        ("1", "9/10"),
    ),
    "a function that rises and then falls": (
        "exp(x)/(1 + exp(x)) <= Phi({}*sqrt(2*pi)*x) for x in [0, oo)",
        ("1/4", "24/100"),
    ),
    "away from the diagonal": (
        f"{KL} + {{}}*log(1 - (p - q)**2) >= 0{PQ}",
        ("1", "2"),
    ),
    "roots of probabilities": (
        f"Abs(p - q) <= sqrt({{}} - (sqrt(p*q) + sqrt((1 - p)*(1 - q)))**2){PQ}",
        ("1", "99/100"),
    ),
    "a root and an exponential": (f"Abs(p - q) <= sqrt({{}} - exp(-({KL}))){PQ}", ("1", "99/100")),
    "a maximum below a logarithm": (
        "Max(a, b) <= log({}*exp(a) + exp(b)) for a in (-oo, oo), b in (-oo, oo)",
        ("1", "99/100"),
    ),
    "a power": ("(1 + 1/n)**n <= {} for n in 1..oo", ("exp(1)", "2718/1000")),
    "a condition that the gap divides": (
        "x**3 <= 5 => x <= {} for x in [0, oo)",
        ("5**(1/3)", "17/10"),
    ),
    "a square that the gap divides": (
        "x**2 == 2 => x <= {} for x in [0, oo)",
        ("sqrt(2)", "sqrt(2) - 1/1000"),
    ),
    "ratios of terms": ("binomial(2*n, n) <= {}**n for n in 1..oo", ("4", "(39/10)")),
    "a polynomial times a bell": (
        "Phi(-x) >= {}*x*exp(-x**2/2)/((1 + x**2)*sqrt(2*pi)) for x in (0, oo)",
        ("1", "101/100"),
    ),
    "a sum that telescopes": (
        "Sum(exp(eps*j), (j, 0, k - 1)) >= {}*(exp(k*eps) - 1)/(exp(eps) - 1) for " + EPS,
        ("1", "101/100"),
    ),
    "a sum and its largest term": (
        "Sum(exp(eps*j), (j, 0, k - 1)) <= {}*k*exp(eps*(k - 1)) for " + EPS,
        ("1", "99/100"),
    ),
    "a number that nobody factors": (
        "log(10000000000000000000000013000570000000000000000000000741*x) <= "
        "log(10000000000000000000000013000570000000000000000000000741) + {}*log(x) for x in [1, 2]",
        ("1", "99/100"),
    ),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_a_rule_closes_its_claim_and_not_the_false_one_near_it(name: str) -> None:
    text, (true, false) = CLAIMS[name]
    claims = [parse_claim(text.format(value)) for value in (true, false)]
    assert isinstance(Inequality().attempt(claims[0], Budget.of(60)), Step)
    assert isinstance(Inequality().attempt(claims[1], Budget.of(1)), Stuck)


def test_a_sum_whose_terms_have_a_pole_is_not_closed() -> None:
    claim = parse_claim("Sum(1/(j - 3), (j, 0, k - 1)) >= -100 for k in 1..oo")
    assert isinstance(Inequality().attempt(claim, Budget.of(2)), Stuck)


def test_odds_are_no_variable_before_a_rule_that_leaves_logarithms_apart() -> None:
    gap = p * log(p / q) + (1 - p) * log((1 - p) / (1 - q)) - 2 * (p - q) ** 2
    search = begin(20)
    proved = prove(Goal(gap, ((p, INSIDE), (q, INSIDE))), search=search)
    assert isinstance(proved, Closed)
    assert {symbol.name for goal in search.failed for symbol, _ in goal.domains} == {"p", "q"}


def test_roots_of_numbers_are_not_compared_by_squares() -> None:
    """The square has longer exponents, and is no nearer to anything: a second went to it."""
    goal = Goal(sqrt(2) - sqrt(sympy.pi) * x * exp(x**2), ((x, interval(0, sympy.Rational(1, 2))),))
    search = begin(20)
    assert algebra.squares(search, goal, Region.of(goal), 2) is None
    assert not search.failed
    assert not search.proved


def test_a_narrow_dip_beside_a_zero_is_found() -> None:
    t = Symbol("t")
    slope = Rational(1, 1000)
    dipping = Goal((t - 1) ** 2 + slope * (t - 1), ((t, Interval(S(0), S(3))),))
    touching = Goal((t - 1) ** 2, ((t, Interval(S(0), S(3))),))
    value = dip(dipping)
    assert value is not None
    assert dipping.expression.subs(t, value) < 0
    assert dip(touching) is None
    assert dip(Goal(dipping.expression, ((t, Interval(S(1), S(3))),))) is None
    assert dip(Goal(dipping.expression, dipping.domains, (t - 1,))) is None
    assert dip(Goal(dipping.expression, ((t, Integers(S(0), S(3))),))) is None


def test_ends_that_are_not_rational_are_moved_outward() -> None:
    t, u = Symbol("t"), Symbol("u")
    domain = Interval(exp(-2), exp(1), True, True)
    for goal in with_rational_ends(Goal(t * u, ((t, domain), (u, Interval(S(0), S(1), True))))):
        (_, moved), (_, kept) = goal.domains
        assert isinstance(moved, Interval)
        assert moved.lower.is_Rational
        assert moved.upper.is_Rational
        assert exp(-2) * 0.99 < moved.lower < exp(-2)
        assert exp(1) < moved.upper < exp(1) * 1.01
        assert kept == Interval(S(0), S(1), True)
    assert not list(with_rational_ends(Goal(u, ((u, Interval(S(0), S.Infinity)),))))
    huge = Interval(exp(-exp(20)), exp(exp(20)))
    assert not list(with_rational_ends(Goal(u, ((u, huge),))))


def test_a_zero_is_not_sought_in_what_is_too_long_multiplied_out() -> None:
    assert list(convexity._linear_zero((a + e) ** 4 * x - 1, x))
    assert not list(convexity._linear_zero((a + e) ** 40 * (h + k) ** 40 * x - 1, x))
    assert multiplied_out((a + (e + h) ** 10**6) ** 10**6) == 2**50


def test_boxes_that_lacked_time_are_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    goal, search = Goal(x, ((x, interval(0, 1)),)), begin(5.0)

    def late(search: Search, _: Goal) -> None:
        search.resume(-1.0)

    monkeypatch.setattr(division, "_covered", late)
    with pytest.raises(OutOfTimeError):
        division.boxes(search, goal, Region.of(goal), 0)
    assert goal not in search.uncovered


def test_what_coefficients_do_not_decide_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    a, b = symbols("a b")
    goal = Goal(a**4 + b**4 - 3 * a**2 * b**2, ((a, interval(0, oo)), (b, interval(0, oo))))

    def cover(polynomial: object, *_: object) -> None:
        asked.append(polynomial)

    monkeypatch.setattr(coefficients, "cover", cover)
    assert [nonnegative(goal), nonnegative(replace(goal, strict=True))] == [None, None]
    assert len(asked) == 1


def test_a_condition_that_holds_nowhere_leaves_nothing_to_prove() -> None:
    x, y = symbols("x y")
    right, closed = Interval(S.Zero, S.Infinity, True, True), Interval(S.Zero, S.Infinity)

    def left(domain: Interval, **facts: tuple[Expr, ...]) -> Goal:
        return Goal(y**2 - 2 * x * y - x**2, ((x, domain), (y, domain)), **facts)

    for goal, nothing in (
        (left(right, conditions=(-(x**2),)), True),
        (left(closed, conditions=(-(x**2),)), False),
        (left(closed, positives=(-(x**2),)), True),
        (left(right, conditions=(1 - x**2,)), False),
    ):
        step = conditions.void(begin(1.0), goal, Region.of(goal), 0)
        assert (step is not None) == nothing
    found = begin(5.0).prove(left(closed, conditions=(-(x**2),)), 0)
    assert found is not None
    assert begin(1.0).prove(left(closed, conditions=(Rational(1, 100) - x**2,)), 0) is None


def test_a_root_beside_a_term_of_the_other_sign_has_the_sign_of_a_difference_of_squares() -> None:
    x = Symbol("x")
    region, root = Region(((x, Interval(S.Zero, S.Infinity, True, True)),)), sqrt(x**2 + 1)
    for form, square in ((x + 2 - root, 4 * x + 3), (root - x - 2, -4 * x - 3)):
        assert square in limits.same_sign(form, region)
    assert set(limits.same_sign(root + x, region)) == {root + x, S.One}
    assert set(limits.same_sign(root - 2, region)) == {root - 2, x**2 - 3}
    assert set(limits.same_sign(root - 2 + x, region)) == {root - 2 + x}
