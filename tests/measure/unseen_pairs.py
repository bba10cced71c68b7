"""What bounds on a pair of laws, or guarantees, say of another divergence: best constants.

One pair of laws under any bounds is a linear program (``likelihood.py``); a guarantee bounds both
directions. Chains and groups iterate the curve of the largest P(S) for a given Q(S).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import exp, inf, log1p, sinh, sqrt, tanh
from random import Random

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import logsumexp

from measure import likelihood
from measure.case import Case, Kind, around, decimal
from measure.likelihood import Bound, Measure, NoAnswerError, best

Attempt = Callable[[Random], Case]


def answered(attempt: Attempt) -> Kind:
    """The kind that draws until there is a best constant that is neither zero nor infinite."""

    def draw(rng: Random) -> Case:
        while True:
            try:
                return attempt(rng)
            except NoAnswerError:
                continue

    draw.__doc__ = attempt.__doc__
    return draw


def checked(value: float) -> float:
    """A best constant with which claims can be made.

    Raises:
        NoAnswerError: it is zero, infinite, or too small or large to tell.
    """
    if not 1e-6 < abs(value) < 1e6:
        raise NoAnswerError(f"the best constant is {value}")
    return value


def _measure(rng: Random, curved: bool = True) -> Measure:
    epsilon = Fraction(rng.randint(0, 6), 4)
    order = Fraction(rng.choice((3, 4, 5, 6, 8)), 2)
    found = rng.choice(
        (
            likelihood.kl(), likelihood.renyi(order), likelihood.total_variation(),
            likelihood.hellinger(), likelihood.hockey_stick(epsilon), likelihood.chi_squared(),
        )
    )  # fmt: skip
    return found.reverse() if curved and rng.random() < 0.3 else found


def _small(rng: Random, measure: Measure) -> Fraction:
    """A bound that leaves something open."""
    bounded = measure.text.startswith(("Total", "Hell", "Hock"))
    return Fraction(rng.randint(1, 9), rng.choice((10, 20, 50)) if bounded else rng.choice((4, 10)))


def _said(measure: Measure) -> str:
    return measure.text.format(P="P", Q="Q")


def bounds_on_a_pair(rng: Random) -> Case:
    """One, two or three bounds on a pair of laws, and what they say of another divergence."""
    goal = _measure(rng)
    if rng.random() < 0.25:
        s, t = rng.sample((Fraction(1), Fraction(0), Fraction(1, 2), Fraction(1, 3)), 2)
        goal = likelihood.mixed(goal, s, t)
    bounds, hypotheses, upper, lower = [], [], inf, -inf
    for _ in range(rng.choice((1, 1, 2, 2, 3))):
        if rng.random() < 0.25:
            a = Fraction(rng.randint(1, 8), 4)
            if rng.random() < 0.5:
                upper = min(upper, float(a))
                hypotheses.append(f"MaxDivergence(P, Q) <= {a}")
            else:
                lower = max(lower, -float(a))
                hypotheses.append(f"MaxDivergence(Q, P) <= {a}")
        else:
            measure = _measure(rng)
            limit = _small(rng, measure)
            bounds.append(Bound(measure, float(limit)))
            hypotheses.append(f"{_said(measure)} <= {limit}")
    if len(set(hypotheses)) < len(hypotheses) or any(b.measure.text == goal.text for b in bounds):
        raise NoAnswerError("the same twice")
    value = checked(best(goal, bounds, lower=lower, upper=upper))
    template = f"{' and '.join(hypotheses)} => {_said(goal)} <= {{c}}"
    return around(rng, template, value, why="linear program")


def least_values(rng: Random) -> Case:
    """How small a divergence can be where another is large."""
    goal, other = _measure(rng), _measure(rng, curved=False)
    if other.text.startswith(("KL", "Ren", "Chi")):
        raise NoAnswerError("large without bound on a set that is not convex")
    limit = Fraction(rng.randint(1, 9), 10)
    bounds, hypotheses = [Bound(other, float(limit), least=True)], [f"{_said(other)} >= {limit}"]
    upper = inf
    if rng.random() < 0.4:
        a = Fraction(rng.randint(2, 12), 4)
        upper = float(a)
        hypotheses.append(f"MaxDivergence(P, Q) <= {a}")
    value = checked(best(goal, bounds, upper=upper, smallest=True))
    template = f"{' and '.join(hypotheses)} => {_said(goal)} >= {{c}}"
    return around(rng, template, value, least=False, why="linear program")


def _guarantee(rng: Random) -> tuple[str, list[Bound], float]:
    """A guarantee of M, as bounds one way and as a bound on the logarithm of the ratio."""
    kind = rng.choice(("pure", "approximate", "renyi", "renyi", "kl", "total variation"))
    if kind == "pure":
        a = Fraction(rng.randint(1, 8), 4)
        return f"PureDP(M, {a})", [], float(a)
    if kind == "approximate":
        e, d = Fraction(rng.randint(1, 6), 4), Fraction(1, rng.choice((5, 10, 50, 100)))
        return f"ApproxDP(M, {e}, {d})", [Bound(likelihood.hockey_stick(e), float(d))], inf
    if kind == "total variation":
        d = Fraction(rng.randint(1, 6), 10)
        return f"ApproxDP(M, 0, {d})", [Bound(likelihood.total_variation(), float(d))], inf
    t = Fraction(rng.randint(1, 10), rng.choice((5, 10)))
    if kind == "kl":
        return f"RenyiDP(M, 1, {t})", [Bound(likelihood.kl(), float(t))], inf
    order = Fraction(rng.choice((3, 4, 6, 8, 16)), 2)
    return f"RenyiDP(M, {order}, {t})", [Bound(likelihood.renyi(order), float(t))], inf


def _concluded(rng: Random) -> tuple[str, Measure]:
    """A guarantee with its constant open, and the divergence that it bounds."""
    order = Fraction(rng.choice((3, 4, 5, 6, 8, 20)), 2)
    epsilon = Fraction(rng.randint(1, 8), 4)
    return rng.choice(
        (
            (f"ApproxDP({{M}}, {epsilon}, {{c}})", likelihood.hockey_stick(epsilon)),
            (f"ApproxDP({{M}}, {epsilon}, {{c}})", likelihood.hockey_stick(epsilon)),
            ("ApproxDP({M}, 0, {c})", likelihood.total_variation()),
            (f"RenyiDP({{M}}, {order}, {{c}})", likelihood.renyi(order)),
            ("RenyiDP({M}, 1, {c})", likelihood.kl()),
        )
    )


def guarantees(rng: Random, two: bool = False) -> Case:
    """What one guarantee, or two at once, say of another, of M or of a sample of it."""
    hypotheses, bounds, reach = [], [], inf
    for _ in range(2 if two else 1):
        text, more, upper = _guarantee(rng)
        hypotheses.append(text)
        bounds += [b for one in more for b in (one, Bound(one.measure.reverse(), one.limit))]
        reach = min(reach, upper)
    conclusion, goal = _concluded(rng)
    if two and len({text.split(",")[0] + text.split(",")[1] for text in hypotheses}) == 1:
        raise NoAnswerError("the same twice")
    mechanism, goals = "M", [goal]
    if not two and rng.random() < 0.25:
        q = Fraction(rng.randint(1, 4), rng.choice((5, 10)))
        mechanism = f"Subsample(M, {q})"
        goals = [likelihood.mixed(goal, q, Fraction(0)), likelihood.mixed(goal, Fraction(0), q)]
    value = checked(max(best(g, bounds, lower=-reach, upper=reach) for g in goals))
    template = f"{' and '.join(hypotheses)} => {conclusion.replace('{M}', mechanism)}"
    return around(rng, template, value, why="linear program")


def two_guarantees(rng: Random) -> Case:
    """What two guarantees at once say of another."""
    return guarantees(rng, two=True)


def concentrated(rng: Random) -> Case:
    """What zero-concentrated privacy says: a program with a bound for each of many orders."""
    rho = Fraction(rng.randint(1, 10), rng.choice((5, 10, 20)))
    xi = Fraction(rng.choice((0, 0, 0, 1)), 10)
    conclusion, goal = _concluded(rng)
    if goal.text.startswith(("KL", "Renyi")):
        raise NoAnswerError("the Gaussian or randomised response is best")
    kl = Bound(likelihood.kl(), float(xi + rho))
    bounds = [kl, Bound(kl.measure.reverse(), kl.limit)]
    tried = 1 + np.logspace(-3, 2, 400)
    for _ in range(60):
        value, p, q = likelihood.extremal(goal, bounds)
        over = []
        for P, Q in ((p, q), (q, p)):
            with np.errstate(divide="ignore"):
                logs = np.log(P)[:, None] * tried + np.log(Q)[:, None] * (1 - tried)
            found = logsumexp(logs, axis=0) / (tried - 1) - float(rho) * tried
            over.append((float((found - float(xi)).max()), float(tried[np.argmax(found)])))
        if max(over)[0] < 1e-8:
            break
        for excess, order in over:
            if excess > 0:
                one = likelihood.renyi(Fraction(order).limit_denominator(10**6))
                limit = float(xi) + float(rho) * order
                bounds += [Bound(one, limit), Bound(one.reverse(), limit)]
    else:
        raise NoAnswerError("more orders are needed")
    head = f"ZCDP(M, {xi}, {rho})" if xi else f"ZCDP(M, {rho})"
    return around(rng, f"{head} => {conclusion.replace('{M}', 'M')}", checked(value))


def bounded_range(rng: Random) -> Case:
    """What a bounded range says: two atoms at the ends of the interval, wherever it lies."""
    eta = Fraction(rng.randint(1, 8), 4)
    conclusion, goal = _concluded(rng)

    def value(top: float) -> float:
        high, low = exp(top), exp(top - float(eta))
        q = (1 - low) / (high - low)
        ratios, masses = np.array([high, low]), np.array([q, 1 - q])
        return goal.value(float(goal.density(ratios * masses, masses).sum()))

    grid = np.linspace(1e-9, float(eta) - 1e-9, 400)
    start = grid[np.argmax([value(top) for top in grid])]
    found = minimize_scalar(
        lambda top: -value(top), bounds=(max(1e-9, start - 0.01), min(float(eta), start + 0.01)),
        method="bounded", options={"xatol": 1e-12},
    )  # fmt: skip
    constant = checked(max(-found.fun, value(start)))
    return around(
        rng,
        f"BoundedRange(M, {eta}) => {conclusion.replace('{M}', 'M')}",
        constant,
        why="two atoms",
    )


def families(rng: Random) -> Case:
    """A bound for all epsilon in an interval: the largest ratio of the truth to a simple function."""
    order = rng.choice((2, 3, 4))
    epsilon = Fraction(rng.randint(1, 4), 4)

    def response(goal: Measure) -> Callable[[float], float]:
        def value(a: float) -> float:
            p = np.array([exp(a), 1.0]) / (1 + exp(a))
            return goal.value(float(goal.density(p, p[::-1]).sum()))

        return value

    conclusion, goal = rng.choice(
        (
            (f"RenyiDP(M, {order}, {{b}})", likelihood.renyi(Fraction(order))),
            ("RenyiDP(M, 1, {b})", likelihood.kl()),
            ("ApproxDP(M, 0, {b})", likelihood.total_variation()),
            (f"ApproxDP(M, {epsilon}, {{b}})", likelihood.hockey_stick(epsilon)),
            ("ChiSquared(P, Q) <= {b}", likelihood.chi_squared()),
            ("Hellinger(P, Q) <= {b}", likelihood.hellinger()),
            ("KL(P, Q) <= {b}", likelihood.kl()),
        )
    )
    name, shape = rng.choice(
        (
            ("a", float), ("a**2", lambda a: a * a), ("tanh(a/2)", lambda a: tanh(a / 2)),
            ("a*tanh(a/2)", lambda a: a * tanh(a / 2)), ("sinh(a)", sinh), ("log(1 + a)", log1p),
            ("(exp(a) - 1)", lambda a: exp(a) - 1), ("(1 - exp(-a))", lambda a: 1 - exp(-a)),
            ("a/(1 + a)", lambda a: a / (1 + a)), ("sqrt(a)", sqrt),
        )
    )  # fmt: skip
    low, high = decimal(rng.uniform(0.1, 1.0), 2), decimal(rng.uniform(1.2, 4.0), 2)
    ratio = lambda a: response(goal)(a) / shape(a)  # noqa: E731
    grid = np.linspace(float(low), float(high), 300)
    start = float(grid[np.argmax([ratio(a) for a in grid])])
    width = (float(high) - float(low)) / 200
    found = minimize_scalar(
        lambda a: -ratio(a), bounds=(max(float(low), start - width), min(float(high), start + width)),
        method="bounded", options={"xatol": 1e-10},
    )  # fmt: skip
    constant = checked(max(-found.fun, ratio(start)))
    given = (
        "MaxDivergence(P, Q) <= a and MaxDivergence(Q, P) <= a"
        if "P, Q" in conclusion
        else "PureDP(M, a)"
    )
    template = f"{given} => {conclusion.replace('{b}', '{c}*' + name)} for a in [{low}, {high}]"
    return around(rng, template, constant, why="randomised response")


def _curve_best(steps: list[Callable[[np.ndarray], np.ndarray]], epsilon: float) -> float:
    """The largest value of the composed curve less exp(epsilon) times where it starts."""
    p = np.concatenate([[0.0], np.logspace(-12, 0, 200_001)])
    top = p
    for step in steps:
        top = np.clip(step(top), 0.0, 1.0)
    gap = top - exp(epsilon) * p
    place = int(np.argmax(gap))
    fine = np.linspace(p[max(place - 1, 0)], p[min(place + 1, len(p) - 1)], 2001)
    top = fine
    for step in steps:
        top = np.clip(step(top), 0.0, 1.0)
    return float(max(gap[place], (top - exp(epsilon) * fine).max()))


def groups(rng: Random) -> Case:
    """Groups under pure and approximate privacy, at a larger epsilon."""
    e = Fraction(rng.randint(1, 6), 4)
    d = rng.choice((Fraction(0), Fraction(1, 100), Fraction(1, 20)))
    k = rng.randint(2, 4)
    end = Fraction(rng.randint(0, int(4 * k * e)), 4)

    def step(p: np.ndarray) -> np.ndarray:
        return np.minimum(exp(e) * p + float(d), 1 - exp(-e) * (1 - p - float(d)))

    value = checked(_curve_best([step] * k, float(end)))
    given = f"ApproxDP(M, {e}, {d})" if d else f"PureDP(M, {e})"
    return around(rng, f"{given} => ApproxDP(Group(M, {k}), {end}, {{c}})", value, why="curve")


def chains(rng: Random) -> Case:
    """Three laws in a row, within bounds of each other one way."""
    a, b = (Fraction(rng.randint(0, 6), 4) for _ in range(2))
    d, f = (rng.choice((Fraction(0), Fraction(1, 100), Fraction(1, 10))) for _ in range(2))
    end = Fraction(rng.randint(0, int(4 * (a + b))), 4)
    text = [
        f"MaxDivergence({P}, {Q}) <= {e}" if not g else f"HockeyStick({e}, {P}, {Q}) <= {g}"
        for P, Q, e, g in (("P", "Q", a, d), ("Q", "R", b, f))
    ]
    steps = [
        lambda p: exp(b) * p + float(f),
        lambda p: exp(a) * p + float(d),
    ]
    value = checked(_curve_best(steps, float(end)))
    return around(
        rng, f"{' and '.join(text)} => HockeyStick({end}, P, R) <= {{c}}", value, why="curve"
    )


KINDS: dict[str, Kind] = {
    "bounds on a pair": answered(bounds_on_a_pair),
    "least values": answered(least_values),
    "one guarantee": answered(guarantees),
    "two guarantees": answered(two_guarantees),
    "concentrated": answered(concentrated),
    "bounded range": answered(bounded_range),
    "families": answered(families),
    "groups": answered(groups),
    "chains": answered(chains),
}
