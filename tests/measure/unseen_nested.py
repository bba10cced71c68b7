"""Operations within operations, and noise on the integers: best constants by enumeration.

What a guarantee says of the laws of two databases is, at its worst, a pair with finitely many outcomes;
samples, groups and compositions of it are such pairs again.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import exp
from random import Random

import numpy as np
from numpy.typing import NDArray
from scipy.stats import logistic

from measure import likelihood
from measure.case import Case, Kind, around
from measure.likelihood import Measure
from measure.unseen_mechanisms import _integral
from measure.unseen_pairs import answered, checked

Array = NDArray[np.float64]
Pair = tuple[Array, Array]


def worst(epsilon: float, delta: float) -> Pair:
    """The laws of two databases that are as easy to tell apart as a guarantee allows."""
    x = exp(epsilon) / (1 + exp(epsilon))
    P = np.array([delta, (1 - delta) * x, (1 - delta) * (1 - x), 0.0])
    return P, P[::-1]


def grouped(epsilon: float, delta: float) -> Pair:
    """The same for databases two steps apart: the curve of the largest P(S) for a given Q(S)."""

    def step(p: Array) -> Array:
        return np.minimum(
            1.0, np.minimum(delta + exp(epsilon) * p, 1 - exp(-epsilon) * (1 - p - delta))
        )

    ends = {0.0, 1.0}
    for corner in ((1 - delta) / (1 + exp(epsilon)), 1 - delta):
        ends |= {corner}
        # where the first step arrives at the corner
        below, above = (corner - delta) * exp(-epsilon), 1 - (1 - corner) * exp(epsilon) - delta
        ends |= {p for p in (below, above) if 0 < p < 1}
    at = np.array(sorted(ends))
    curve = step(step(at))
    start = np.array([curve[0]])
    return np.concatenate([start, np.diff(curve)]), np.concatenate([[0.0], np.diff(at)])


def product(*pairs: Pair) -> Pair:
    """Independent pairs."""
    P, Q = np.ones(1), np.ones(1)
    for p, q in pairs:
        P, Q = np.multiply.outer(P, p).ravel(), np.multiply.outer(Q, q).ravel()
    return P, Q


def sampled(pair: Pair, q: float) -> Pair:
    """The law with the record, which is kept with probability q, and that without."""
    P, Q = pair
    return q * P + (1 - q) * Q, Q


def larger(measure: Measure, pair: Pair) -> float:
    """A divergence of the pair, or of the pair in the other order."""
    with np.errstate(all="ignore"):
        both = [float(measure.density(*laws).sum()) for laws in (pair, pair[::-1])]
    return checked(measure.value(max(both)))


def nested(rng: Random) -> Case:
    """Samples of compositions, compositions of samples, of groups and of parallel parts, posts of them."""
    e = Fraction(rng.randint(1, 6), 4)
    d = rng.choice((Fraction(0), Fraction(0), Fraction(1, 20)))
    q = Fraction(rng.randint(1, 9), 10)
    given = f"ApproxDP(M, {e}, {d})" if d else f"PureDP(M, {e})"
    f = Fraction(rng.randint(1, 4), 4)
    once, other = worst(float(e), float(d)), worst(float(f), 0.0)
    group = grouped(float(e), float(d))
    text, pair, also = rng.choice(
        (
            ("Subsample(Compose(M, 2), {q})", sampled(product(once, once), float(q)), ""),
            ("Compose(Subsample(M, {q}), 2)", product(*[sampled(once, float(q))] * 2), ""),
            ("Compose(Subsample(M, {q}), 3)", product(*[sampled(once, float(q))] * 3), ""),
            ("Compose(Group(M, 2), 2)", product(group, group), ""),
            ("Group(Compose(M, 2), 2)", product(group, group), ""),
            ("PostProcess(Compose(M, 3))", product(*[once] * 3), ""),
            ("Compose(Subsample(M, {q}), N)", product(sampled(once, float(q)), other), f" and PureDP(N, {f})"),
            ("Compose(Group(M, 2), N)", product(group, other), f" and PureDP(N, {f})"),
            ("Subsample(Compose(M, N), {q})", sampled(product(once, other), float(q)), f" and PureDP(N, {f})"),
            ("Subsample(Subsample(M, 1/2), {q})", sampled(sampled(once, 0.5), float(q)), ""),
            ("Subsample(Compose(Subsample(M, 1/2), N), {q})", sampled(product(sampled(once, 0.5), other), float(q)), f" and PureDP(N, {f})"),
        )
    )  # fmt: skip
    end = Fraction(rng.randint(0, 6), 4)
    choices: list[tuple[str, Measure]] = [
        (f"ApproxDP({{M}}, {end}, {{c}})", likelihood.hockey_stick(end)),
        (f"ApproxDP({{M}}, {end}, {{c}})", likelihood.hockey_stick(end)),
    ]
    if not d:
        choices += [
            ("RenyiDP({M}, 2, {c})", likelihood.renyi(Fraction(2))),
            ("RenyiDP({M}, 1, {c})", likelihood.kl()),
        ]
    said, measure = rng.choice(choices)
    template = f"{given}{also} => {said.replace('{M}', text.replace('{q}', str(q)))}"
    return around(rng, template, larger(measure, pair), why="the dominating pair")


def parallel(rng: Random) -> Case:
    """Parts of a database, and a mechanism that sees all of it beside them."""
    e, f, g = (Fraction(rng.randint(1, 6), 4) for _ in range(3))
    end = Fraction(rng.randint(0, 6), 4)
    beside = rng.random() < 0.6
    pairs = [worst(float(a), 0.0) for a in (e, f)]
    if beside:
        pairs = [product(pair, worst(float(g), 0.0)) for pair in pairs]
    text = "Compose(Parallel(M, N), K)" if beside else "Parallel(M, N)"
    also = f" and PureDP(K, {g})" if beside else ""
    order = rng.choice((Fraction(2), Fraction(3, 2)))
    said, measure = rng.choice(
        (
            (f"ApproxDP({text}, {end}, {{c}})", likelihood.hockey_stick(end)),
            (f"RenyiDP({text}, {order}, {{c}})", likelihood.renyi(order)),
        )
    )
    value = max(larger(measure, pair) for pair in pairs)
    return around(
        rng, f"PureDP(M, {e}) and PureDP(N, {f}){also} => {said}", value, why="the dominating pair"
    )


def _integers(width: float, center: int, exponent: Callable[[Array], Array]) -> Array:
    """A law on the integers in [-400, 400], from the exponents of what its masses are like."""
    j = np.arange(-400, 401) - center
    weights = exponent(np.abs(j) / width)
    masses = np.exp(weights - weights.max())
    return masses / masses.sum()


def whole_noise(rng: Random) -> Case:
    """Divergences of discrete normal and geometric laws, and guarantees of their mechanisms."""
    s = Fraction(rng.randint(2, 12), 4)
    k = rng.randint(1, 3)
    normal = rng.random() < 0.6

    def law(center: int) -> Array:
        if normal:
            return _integers(float(s), center, lambda x: -(x**2) / 2)
        return _integers(1 / float(s), center, lambda x: -x)

    head = "DiscreteGaussian" if normal else "Geometric"
    order, end = (
        rng.choice((Fraction(2), Fraction(3, 2), Fraction(3))),
        Fraction(rng.randint(0, 4), 4),
    )
    measure = rng.choice(
        (
            likelihood.kl(), likelihood.total_variation(), likelihood.hellinger(), likelihood.renyi(order),
            likelihood.chi_squared(), likelihood.hockey_stick(end),
        )
    )  # fmt: skip
    pair = law(k), law(0)
    if rng.random() < 0.5:
        said = measure.text.format(P=f"{head}({k}, {s})", Q=f"{head}(0, {s})")
        with np.errstate(all="ignore"):
            parts = measure.density(*pair)
        value = checked(measure.value(float(parts[np.isfinite(parts)].sum())))
        return around(rng, f"{said} <= {{c}}", value, why="a sum")
    times = rng.choice((1, 1, 2))
    mechanism = f"Group({head}Mechanism({s}), {k})" if k > 1 else f"{head}Mechanism({s})"
    if times > 1:
        mechanism = f"Compose({mechanism}, {times})"
    said, measure = rng.choice(
        (
            (f"ApproxDP({mechanism}, {end}, {{c}})", likelihood.hockey_stick(end)),
            (f"RenyiDP({mechanism}, {order}, {{c}})", likelihood.renyi(order)),
        )
    )
    keep = (pair[0] > 1e-60) & (pair[1] > 1e-60)
    near = pair[0][keep], pair[1][keep]
    return around(rng, said, larger(measure, product(*[near] * times)), why="a sum")


def logistic_noise(rng: Random) -> Case:
    """Divergences of logistic laws, and guarantees of logistic noise."""
    s, m = Fraction(rng.randint(2, 8), 4), Fraction(rng.randint(1, 6), 4)
    end, order = Fraction(rng.randint(0, 4), 4), rng.choice((Fraction(2), Fraction(3, 2)))
    measure = rng.choice(
        (
            likelihood.kl(), likelihood.total_variation(), likelihood.hellinger(),
            likelihood.renyi(order), likelihood.hockey_stick(end),
        )
    )  # fmt: skip
    densities = [
        lambda x: logistic.pdf(x, float(m), float(s)), lambda x: logistic.pdf(x, 0.0, float(s)),
    ]  # fmt: skip
    value = checked(measure.value(_integral(measure, densities)))
    if rng.random() < 0.5 or measure.text.startswith(("KL", "Tot", "Hel")):
        said = measure.text.format(P=f"Logistic({m}, {s})", Q=f"Logistic(0, {s})")
        return around(rng, f"{said} <= {{c}}", value, why="quadrature")
    hockey = measure.text.startswith("Hock")
    said = f"ApproxDP({{M}}, {end}, {{c}})" if hockey else f"RenyiDP({{M}}, {order}, {{c}})"
    return around(rng, said.replace("{M}", f"LogisticMechanism({m}, {s})"), value, why="quadrature")


KINDS: dict[str, Kind] = {
    "operations, nested": answered(nested),
    "operations, parallel": answered(parallel),
    "noise, whole": answered(whole_noise),
    "noise, logistic": answered(logistic_noise),
}
