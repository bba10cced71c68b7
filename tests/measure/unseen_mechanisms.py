"""Compositions of unlike parts, samples and concrete noise: best constants by enumeration and quadrature.

Mechanisms within epsilon and delta are images of randomised response with a chance of failure, those
within mu of a Gaussian pair; what is composed, sampled or grouped of them is computed for those.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, exp, log, sqrt
from random import Random

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import quad
from scipy.optimize import brentq, minimize_scalar
from scipy.stats import laplace, norm

from measure import likelihood
from measure.case import Case, Kind, around
from measure.likelihood import Bound, Measure, NoAnswerError, best
from measure.unseen_pairs import answered, checked

Loss = tuple[NDArray[np.float64], NDArray[np.float64]]
"""Values of the privacy loss under P, and their probabilities."""


def response(epsilon: float) -> Loss:
    """The loss of randomised response."""
    p = exp(epsilon) / (1 + exp(epsilon))
    return np.array([epsilon, -epsilon]), np.array([p, 1 - p])


def together(*losses: Loss) -> Loss:
    """The loss of independent parts."""
    values, masses = np.zeros(1), np.ones(1)
    for more, weights in losses:
        values = np.add.outer(values, more).ravel()
        masses = np.multiply.outer(masses, weights).ravel()
    return values, masses


def excess(loss: Loss, epsilon: float) -> float:
    """The hockey stick of a pair with this loss."""
    values, masses = loss
    return float((masses * np.maximum(0.0, -np.expm1(epsilon - values))).sum())


def gaussian_excess(mu: float, epsilon: float) -> float:
    """The hockey stick of N(mu, 1) against N(0, 1)."""
    if mu == 0:
        return max(0.0, 1 - exp(epsilon))
    return float(norm.cdf(mu / 2 - epsilon / mu) - exp(epsilon) * norm.cdf(-mu / 2 - epsilon / mu))


def _quarter(rng: Random, most: int) -> Fraction:
    return Fraction(rng.randint(1, most), 4)


def optimal(rng: Random) -> Case:
    """The optimal composition of parts within epsilons and deltas, in one or several rounds."""
    k = rng.randint(2, 5)
    same = rng.random() < 0.5
    parts = [_quarter(rng, 6)] * k if same else [_quarter(rng, 6) for _ in range(k)]
    deltas = [rng.choice((Fraction(0), Fraction(1, 100), Fraction(1, 1000)))] * k
    end = Fraction(rng.randint(0, int(4 * sum(parts)) - 1), 4)
    pure = excess(together(*(response(float(e)) for e in parts)), float(end))
    kept = np.prod([1 - float(d) for d in deltas])
    value = checked(float(1 - kept + kept * pure))
    said = [f"ApproxDP(M{i}, {e}, {d})" if d else f"PureDP(M{i}, {e})"
            for i, (e, d) in enumerate(zip(parts, deltas, strict=True), 1)]  # fmt: skip
    if same:
        given, whole = said[0].replace("M1", "M"), f"Compose(M, {k})"
    else:
        given = " and ".join(said)
        whole = f"Compose({', '.join(f'M{i}' for i in range(1, k + 1))})"
    return around(rng, f"{given} => ApproxDP({whole}, {end}, {{c}})", value, why="enumeration")


def unlike_parts(rng: Random) -> Case:
    """Two or three parts with guarantees of different kinds."""
    b, mu, order = _quarter(rng, 6), _quarter(rng, 6), Fraction(rng.choice((3, 4, 6)), 2)
    t, rho = Fraction(rng.randint(1, 10), 10), Fraction(rng.randint(1, 10), 20)
    end = Fraction(rng.randint(0, 10), 4)
    values, masses = response(float(b))
    pure_renyi = log(float((masses * np.exp((float(order) - 1) * values)).sum())) / (
        float(order) - 1
    )
    beside_gauss = sum(
        m * gaussian_excess(float(mu), float(end) - v) for v, m in zip(values, masses, strict=True)
    )
    template, value = rng.choice(
        (
            (f"GaussianDP(M, {mu}) and PureDP(N, {b}) => ApproxDP(Compose(M, N), {end}, {{c}})", beside_gauss),
            (f"RenyiDP(M, {order}, {t}) and PureDP(N, {b}) => RenyiDP(Compose(M, N), {order}, {{c}})", float(t) + pure_renyi),
            (f"ZCDP(M, {rho}) and PureDP(N, {b}) => RenyiDP(Compose(M, N), {order}, {{c}})", float(rho * order) + pure_renyi),
            (f"GaussianDP(M, {mu}) and PureDP(N, {b}) => RenyiDP(Compose(M, N), {order}, {{c}})", float(order * mu**2 / 2) + pure_renyi),
            (f"GaussianDP(M, {mu}) and GaussianDP(N, {b}) => ApproxDP(Compose(M, N), {end}, {{c}})", gaussian_excess(sqrt(mu**2 + b**2), float(end))),
            (f"GaussianDP(M, {mu}) and ApproxDP(N, 0, 1/10) => ApproxDP(Compose(M, N), {end}, {{c}})", 0.1 + 0.9 * gaussian_excess(float(mu), float(end))),
            (f"GaussianDP(M, {mu}) => ApproxDP(Group(M, 2), {end}, {{c}})", gaussian_excess(2 * float(mu), float(end))),
            (f"GaussianDP(M, {mu}) and PureDP(N, {b}) => ApproxDP(Parallel(M, N), {end}, {{c}})",
             max(gaussian_excess(float(mu), float(end)), excess((values, masses), float(end)))),
            (f"ZCDP(M, {rho}) and RenyiDP(N, {order}, {t}) => RenyiDP(Compose(M, N), {order}, {{c}})", float(rho * order + t)),
        )
    )  # fmt: skip
    return around(rng, template, checked(value), why="the dominating pairs")


def beside_pure(rng: Random) -> Case:
    """One guarantee beside pure privacy: the program of one pair, its goal averaged over responses."""
    b, end = _quarter(rng, 4), Fraction(rng.randint(1, 8), 4)
    values, masses = response(float(b))
    order = Fraction(rng.choice((3, 4, 6)), 2)
    t, d = Fraction(rng.randint(1, 8), 10), Fraction(1, rng.choice((5, 10, 50)))
    e = _quarter(rng, 5)
    given, measure, limit = rng.choice(
        (
            (f"RenyiDP(M, {order}, {t})", likelihood.renyi(order), t),
            (f"RenyiDP(M, 1, {t})", likelihood.kl(), t),
            (f"ApproxDP(M, 0, {d})", likelihood.total_variation(), d),
            (f"ApproxDP(M, {e}, {d})", likelihood.hockey_stick(e), d),
        )
    )
    ends = [float(end) - v for v in values]

    def density(p: likelihood.Array, q: likelihood.Array) -> likelihood.Array:
        return sum(m * np.maximum(p - exp(x) * q, 0.0) for m, x in zip(masses, ends, strict=True))

    goal = Measure("", density, kinks=tuple(ends))
    one = Bound(measure, float(limit))
    value = checked(best(goal, [one, Bound(measure.reverse(), float(limit))]))
    return around(
        rng, f"{given} and PureDP(N, {b}) => ApproxDP(Compose(M, N), {end}, {{c}})", value,
        why="linear program",
    )  # fmt: skip


def samples(rng: Random) -> Case:
    """Poisson samples of a pure, approximate or Gaussian mechanism, at any epsilon."""
    q = Fraction(rng.randint(1, 9), 10)
    e, end = _quarter(rng, 8), Fraction(rng.randint(0, 6), 8)
    d = rng.choice((Fraction(0), Fraction(1, 20)))
    x = exp(e) / (1 + exp(e))
    P = np.array([float(d), (1 - float(d)) * x, (1 - float(d)) * (1 - x), 0.0])
    Q = P[::-1]
    mixed = float(q) * P + (1 - float(q)) * Q
    t = exp(end)
    value = max(np.maximum(mixed - t * Q, 0).sum(), np.maximum(Q - t * mixed, 0).sum())
    given = f"ApproxDP(M, {e}, {d})" if d else f"PureDP(M, {e})"
    template, value = rng.choice(
        (
            (f"{given} => ApproxDP(Subsample(M, {q}), {end}, {{c}})", float(value)),
            (f"GaussianDP(M, {e}) => ApproxDP(Subsample(M, {q}), {end}, {{c}})", _sampled(float(e), float(q), float(end))),
            (f"ApproxDP(Subsample(GaussianMechanism(1, {1 / e}), {q}), {end}, {{c}})", _sampled(float(e), float(q), float(end))),
            (f"RenyiDP(Subsample(GaussianMechanism(1, {1 / e}), {q}), 2, {{c}})", log(1 + float(q) ** 2 * (exp(e**2) - 1))),
            (f"RenyiDP(Subsample(GaussianMechanism(1, {1 / e}), {q}), 3, {{c}})", _sampled_moment(float(e), float(q), 3)),
            (f"PureDP(M, {e}) => PureDP(Subsample(M, {q}), {{c}})", log(1 + float(q) * (exp(e) - 1))),
            (f"PureDP(M, {e}) => RenyiDP(Subsample(M, {q}), 2, {{c}})",
             log(max((mixed**2 / np.where(Q > 0, Q, 1)).sum(), (Q**2 / np.where(mixed > 0, mixed, 1)).sum())) if not d else 0.0),
        )
    )  # fmt: skip
    return around(rng, template, checked(value), why="the dominating pair")


def _sampled(mu: float, q: float, epsilon: float) -> float:
    """The larger hockey stick of q*N(mu, 1) + (1 - q)*N(0, 1) and N(0, 1), both ways."""
    t = exp(epsilon)
    first = second = 0.0
    if t > 1 - q:  # where the ratio of the mixture to N(0, 1) exceeds t
        x = log((t - 1 + q) / q) / mu + mu / 2
        first = q * norm.sf(x - mu) + (1 - q) * norm.sf(x) - t * norm.sf(x)
    else:
        first = 1 - t
    if 1 / t > 1 - q:
        x = log((1 / t - 1 + q) / q) / mu + mu / 2
        second = norm.cdf(x) - t * (q * norm.cdf(x - mu) + (1 - q) * norm.cdf(x))
    return float(max(first, second))


def _sampled_moment(mu: float, q: float, order: int) -> float:
    """The larger Renyi divergence of an integer order of the same pair, both ways."""
    one = sum(
        comb(order, j) * q**j * (1 - q) ** (order - j) * exp(j * (j - 1) * mu**2 / 2)
        for j in range(order + 1)
    )
    other, _ = quad(
        lambda x: norm.pdf(x) * (1 - q + q * exp(mu * x - mu**2 / 2)) ** (1 - order),
        -12, 12 + mu, epsabs=1e-13, epsrel=1e-12, limit=400,
    )  # fmt: skip
    return log(max(one, other)) / (order - 1)


def _laplace_renyi(a: float, u: float) -> float:
    """The Renyi divergence of order a of Laplace noise of scale one, moved by u."""
    first, second = log(a / (2 * a - 1)) + (a - 1) * u, log((a - 1) / (2 * a - 1)) - a * u
    return float(np.logaddexp(first, second)) / (a - 1)


def noise(rng: Random) -> Case:
    """Guarantees of Gaussian, Laplace and geometric noise, composed and grouped."""
    s, end = Fraction(rng.randint(2, 12), 4), Fraction(rng.randint(0, 6), 4)
    order, k = Fraction(rng.randint(3, 12), 2), rng.randint(2, 4)
    u = 1 / float(s)
    a = float(order)
    lap = _laplace_renyi(a, u)
    geometric = exp(-float(s))
    j = np.arange(-int(60 / float(s)) - 5, int(60 / float(s)) + 6)
    pmf = (1 - geometric) / (1 + geometric) * geometric ** np.abs(j)
    later = (1 - geometric) / (1 + geometric) * geometric ** np.abs(j - 1)
    geo = np.maximum(pmf - exp(end) * later, 0).sum()
    many = max(_laplace_renyi(m, u) / m for m in 1 + np.logspace(-3, 3, 4001))
    template, value = rng.choice(
        (
            (f"ApproxDP(GaussianMechanism(1, {s}), {end}, {{c}})", gaussian_excess(u, float(end))),
            (f"ApproxDP(Compose(GaussianMechanism(1, {s}), {k}), {end}, {{c}})", gaussian_excess(u * sqrt(k), float(end))),
            (f"ApproxDP(Group(GaussianMechanism(1, {s}), {k}), {end}, {{c}})", gaussian_excess(u * k, float(end))),
            (f"ApproxDP(LaplaceMechanism(1, {s}), {end}, {{c}})", max(0.0, 1 - exp((float(end) - u) / 2))),
            (f"ApproxDP(Group(LaplaceMechanism(1, {s}), {k}), {end}, {{c}})", max(0.0, 1 - exp((float(end) - k * u) / 2))),
            (f"RenyiDP(LaplaceMechanism(1, {s}), {order}, {{c}})", lap),
            (f"RenyiDP(Compose(LaplaceMechanism(1, {s}), {k}), {order}, {{c}})", k * lap),
            (f"RenyiDP(Compose(LaplaceMechanism(1, {s}), GaussianMechanism(1, {s})), {order}, {{c}})", lap + a * u * u / 2),
            (f"RenyiDP(LaplaceMechanism(1, {s}), 1, {{c}})", u + exp(-u) - 1),
            (f"ZCDP(LaplaceMechanism(1, {s}), {{c}})", max(many, u + exp(-u) - 1)),
            (f"GaussianDP(GaussianMechanism(2, {s}), {{c}})", 2 * u),
            (f"ApproxDP(GeometricMechanism({s}), {end}, {{c}})", float(geo)),
            (f"ApproxDP(Compose(LaplaceMechanism(1, {s}), 2), {end}, {{c}})", _two_laplace(u, float(end))),
        )
    )  # fmt: skip
    return around(rng, template, checked(value), why="closed form or quadrature")


def _two_laplace(u: float, epsilon: float) -> float:
    """The hockey stick of two rounds of Laplace noise, the loss being u - 2x between its ends."""

    def once(level: float) -> float:  # the hockey stick of one round, at any epsilon
        if level >= u:
            return 0.0
        if level <= -u:
            return 1 - exp(level)
        return 1 - exp((level - u) / 2)

    inner, _ = quad(
        lambda x: exp(-x) / 2 * once(epsilon - (u - 2 * x)), 0, u, points=_inside(epsilon, u),
        epsabs=1e-13, limit=400,
    )  # fmt: skip
    return 0.5 * once(epsilon - u) + inner + exp(-u) / 2 * once(epsilon + u)


def _inside(epsilon: float, u: float) -> list[float] | None:
    points = [x for x in ((2 * u - epsilon) / 2, -epsilon / 2, u) if 0 < x < u]
    return points or None


_CONTINUOUS: tuple[tuple[str, Callable[..., NDArray[np.float64]]], ...] = (
    ("Gaussian", lambda x, m, s: norm.pdf(x, m, s)),
    ("Laplace", lambda x, m, s: laplace.pdf(x, m, s)),
)


def two_laws(rng: Random) -> Case:
    """A divergence of two continuous laws of the same or of unlike families, by quadrature."""
    goal = rng.choice(
        (
            likelihood.kl(), likelihood.total_variation(), likelihood.hellinger(),
            likelihood.chi_squared(), likelihood.renyi(Fraction(3, 2)), likelihood.renyi(Fraction(2)),
            likelihood.hockey_stick(Fraction(1, 2)), likelihood.hockey_stick(Fraction(1)),
        )
    )  # fmt: skip
    said, densities = [], []
    family = rng.choice(_CONTINUOUS)
    for place in range(2):
        if rng.random() < 0.3:
            family = rng.choice(_CONTINUOUS)
        m = Fraction(rng.randint(0, 6), 4) if place else Fraction(0)
        s = Fraction(rng.randint(2, 8), 4) if rng.random() < 0.6 else Fraction(1)
        said.append((family[0], m, s))
        densities.append(lambda x, f=family[1], m=float(m), s=float(s): f(x, m, s))
    P, Q = (f"{name}({m}, {s})" for name, m, s in said)
    (first, _, s), (second, _, r) = said
    if P == Q or (first, second) == ("Laplace", "Gaussian"):
        raise NoAnswerError("zero or infinite")
    if goal.text.startswith(("Chi", "Ren")) and (s > r or first != second):
        raise NoAnswerError("perhaps infinite, or hard to integrate")
    if rng.random() < 0.2:
        t = Fraction(rng.randint(1, 3), 4)
        inner = densities[0]
        densities[0] = lambda x: float(t) * inner(x) + (1 - float(t)) * densities[1](x)
        P = f"Mixture({t}, {P}, {Q})"
    value = checked(goal.value(_integral(goal, densities)))
    return around(rng, f"{goal.text.format(P=P, Q=Q)} <= {{c}}", value, why="quadrature")


def _integral(goal: Measure, densities: Sequence[Callable[[float], float]]) -> float:
    """The integral of a divergence's density, in pieces between its corners."""
    P, Q = densities
    reach = 60.0
    grid = np.linspace(-reach, reach, 60_001)
    with np.errstate(all="ignore"):
        ratio = np.log(P(grid)) - np.log(Q(grid))
    corners = {-reach, 0.0, reach, *(Fraction(i, 4) for i in range(1, 7))}
    for kink in goal.kinks:
        signs = np.sign(ratio - kink)
        for i in np.flatnonzero((signs[1:] != signs[:-1]) & np.isfinite(ratio[1:] + ratio[:-1])):
            try:
                corners.add(brentq(lambda x: log(P(x)) - log(Q(x)) - kink, grid[i], grid[i + 1]))  # noqa: B023
            except ValueError:
                corners.add(float(grid[i]))
    ends = sorted(map(float, corners | set(range(-12, 13, 3))))
    total = 0.0
    for a, b in pairwise(ends):
        piece, error = quad(
            lambda x: float(goal.density(np.array(P(x)), np.array(Q(x)))), a, b,
            epsabs=1e-14, epsrel=1e-11, limit=300,
        )  # fmt: skip
        if error > 1e-8 or not np.isfinite(piece):
            raise NoAnswerError("quadrature")
        total += piece
    return total


def calibrations(rng: Random) -> Case:
    """A bound on noise for all parameters in an interval: the largest ratio to a simple function."""
    end = Fraction(rng.randint(0, 4), 4)
    order = rng.choice((2, 3))

    template, truth = rng.choice(
        (
            (f"ApproxDP(GaussianMechanism(1, s), {end}, {{c}}{{f}})", lambda s: gaussian_excess(1 / s, float(end))),
            ("ApproxDP(GaussianMechanism(1, s), 1/s, {c}{f})", lambda s: gaussian_excess(1 / s, 1 / s)),
            (f"RenyiDP(LaplaceMechanism(1, s), {order}, {{c}}{{f}})", lambda s: _laplace_renyi(order, 1 / s)),
            ("RenyiDP(LaplaceMechanism(1, s), 1, {c}{f})", lambda s: 1 / s + exp(-1 / s) - 1),
            (f"ApproxDP(LaplaceMechanism(1, s), {end}, {{c}}{{f}})", lambda s: max(0.0, 1 - exp((float(end) - 1 / s) / 2))),
            ("TotalVariation(Gaussian(0, 1), Gaussian(0, s)) <= {c}{f}", lambda s: _widths(s)),
            ("KL(Gaussian(0, 1), Gaussian(0, s)) <= {c}{f}", lambda s: log(s) + 1 / (2 * s * s) - 0.5),
            ("Hellinger(Gaussian(0, 1), Gaussian(1, s)) <= {c}{f}", lambda s: 1 - sqrt(2 * s / (1 + s * s)) * exp(-1 / (4 * (1 + s * s)))),
        )
    )  # fmt: skip
    name, shape = rng.choice(
        (("/s", lambda s: 1 / s), ("/s**2", lambda s: s**-2), ("*exp(-s)", lambda s: exp(-s)),
         ("", lambda s: 1.0), ("/(1 + s)", lambda s: 1 / (1 + s)), ("*log(1 + 1/s)", lambda s: log(1 + 1 / s)))
    )  # fmt: skip
    low, high = Fraction(rng.randint(4, 8), 4), Fraction(rng.randint(10, 24), 4)
    ratio = lambda s: truth(s) / shape(s)  # noqa: E731
    grid = np.linspace(float(low), float(high), 300)
    start = float(grid[np.argmax([ratio(s) for s in grid])])
    width = float(high - low) / 200
    found = minimize_scalar(
        lambda s: -ratio(s), bounds=(max(float(low), start - width), min(float(high), start + width)),
        method="bounded", options={"xatol": 1e-10},
    )  # fmt: skip
    constant = checked(float(max(-found.fun, ratio(start))))
    text = template.replace("{f}", name)
    return around(rng, f"{text} for s in [{low}, {high}]", constant, why="closed form")


def _widths(s: float) -> float:
    """The total variation of N(0, 1) and N(0, s**2), s >= 1."""
    if s == 1:
        return 0.0
    x = sqrt(2 * log(s) / (1 - s**-2))
    return float(2 * (norm.cdf(x) - norm.cdf(x / s)))


KINDS: dict[str, Kind] = {
    "optimal composition": answered(optimal),
    "unlike parts": answered(unlike_parts),
    "beside pure": answered(beside_pure),
    "samples": answered(samples),
    "noise": answered(noise),
    "two laws": answered(two_laws),
    "calibrations": answered(calibrations),
}
