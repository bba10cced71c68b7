"""Finite mechanisms, their guarantees and divergences, by arithmetic of the tests' own."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import reduce
from itertools import pairwise, product
from statistics import NormalDist
from typing import Any

import numpy as np

Law = Any
Pairs = dict[Any, tuple[Law, Law]]
SLACK = 1e-7
ORDERS = [1.5, 2.0, 2.5, 3.0, 4.0, *(1 + np.geomspace(1e-3, 300, 16))]
NORMAL = NormalDist()


class UndrawnError(Exception):
    """No parameters of this draw satisfy what the row assumes."""


def renyi(a: float, p: Law, q: Law) -> float:
    if np.any((p > 0) & (q == 0)):
        return math.inf
    p, q = p[p > 0], q[p > 0]
    loss = np.log(p / q)
    if a == 1:
        return float(p @ loss)
    if a == math.inf:
        return float(loss.max())
    top = ((a - 1) * loss).max()
    return float(top + math.log(p @ np.exp((a - 1) * loss - top))) / (a - 1)


def stick(e: float, p: Law, q: Law) -> float:
    if e == math.inf:
        raise UndrawnError
    return float(np.maximum(p - math.exp(e) * q, 0).sum())


def chi_squared(p: Law, q: Law) -> float:
    return math.inf if np.any((p > 0) & (q == 0)) else float(((p - q)[q > 0] ** 2 / q[q > 0]).sum())


def triangular_discrimination(p: Law, q: Law) -> float:
    seen = p + q > 0
    return float(((p - q)[seen] ** 2 / (p + q)[seen]).sum())


def losses(p: Law, q: Law) -> tuple[Law, Law]:
    if np.any((p > 0) & (q == 0)):
        raise UndrawnError
    return p[p > 0], np.log(p[p > 0] / q[p > 0])


def bins(below: Callable[[float], float], centre: float, ends: Law) -> Law:
    """The masses of bins under a law that is symmetric about its centre: an image of the law."""
    at = [-math.inf, *(float(x) - centre for x in ends), math.inf]
    return np.array(
        [below(b) - below(a) if b <= 0 else below(-a) - below(-b) for a, b in pairwise(at)]
    )


class Mechanism:
    """The pairs of neighbours by place, and the laws on a row of databases where there is one."""

    def __init__(self, pairs: Pairs, laws: list[Law] | None = None) -> None:
        self.pairs, self.laws = pairs, laws

    @classmethod
    def row(cls, *laws: Law) -> Mechanism:
        return cls(
            {(i, j): (laws[i], laws[j]) for i in range(len(laws)) for j in (i - 1, i + 1)
             if 0 <= j < len(laws)},
            list(laws),
        )  # fmt: skip

    def worst(self, divergence: Callable[[Law, Law], float]) -> float:
        return max(divergence(p, q) for p, q in self.pairs.values())


def mixture(t: float, p: Law, q: Law) -> Law:
    if not 0 <= t <= 1:
        raise UndrawnError
    return t * p + (1 - t) * q


def joint(*laws: Law) -> Law:
    return reduce(lambda p, q: np.outer(p, q).ravel(), laws)


def compose(*parts: Any) -> Mechanism:
    if not isinstance(parts[-1], Mechanism):
        if parts[1] != int(parts[1]) or parts[1] < 1:
            raise UndrawnError
        parts = (parts[0],) * int(parts[1])
    return Mechanism(
        {at: (joint(*(m.pairs[at][0] for m in parts)), joint(*(m.pairs[at][1] for m in parts)))
         for at in parts[0].pairs}
    )  # fmt: skip


def group(m: Mechanism, k: float) -> Mechanism:
    assert m.laws is not None
    if k != int(k) or k < 1:
        raise UndrawnError
    at = range(len(m.laws))
    return Mechanism(
        {(i, j): (m.laws[i], m.laws[j]) for i, j in product(at, at) if 0 < abs(i - j) <= k}
    )


def parallel(*parts: Mechanism) -> Mechanism:
    return Mechanism({(n, at): pair for n, m in enumerate(parts) for at, pair in m.pairs.items()})


def sample(m: Mechanism, q: float) -> Mechanism:
    more = {("more", at): (mixture(q, p, r), r) for at, (p, r) in m.pairs.items()}
    return Mechanism(more | {("less", at): (b, a) for (_, at), (a, b) in more.items()})


def processed(m: Mechanism) -> Mechanism:
    source = np.random.default_rng(3)
    size = len(next(iter(m.pairs.values()))[0])
    kernel = source.dirichlet([0.5] * 3, size=size)
    return Mechanism({at: (p @ kernel, q @ kernel) for at, (p, q) in m.pairs.items()})


def response(e: float) -> Mechanism:
    law = np.array([math.exp(e), 1.0]) / (1 + math.exp(e))
    return Mechanism.row(law, law[::-1])


def canonical(e: float, d: float) -> Mechanism:
    if not 0 <= d <= 1:
        raise UndrawnError
    kept = (1 - d) * response(e).laws[0]  # type: ignore[index]
    law = np.array([d, *kept, 0.0])
    return Mechanism.row(law, law[::-1])


def gaussian(b: float, s: float) -> Mechanism:
    if not 0 <= b <= 4 * s:
        raise UndrawnError  # floats hold no tails farther out
    ends = np.linspace(-3 * s, b + 3 * s, 60)
    below = NormalDist(0, s).cdf
    return Mechanism.row(*(bins(below, i * b, ends) for i in range(2)))


def laplace(b: float, s: float) -> Mechanism:
    ends = np.linspace(-3 * s, b + 3 * s, 60)

    def below(x: float) -> float:
        return math.exp(x / s) / 2 if x < 0 else 1 - math.exp(-x / s) / 2

    return Mechanism.row(*(bins(below, i * b, ends) for i in range(2)))


def logistic(b: float, s: float) -> Mechanism:
    ends = np.linspace(-3 * s, b + 3 * s, 60)
    return Mechanism.row(*(bins(lambda x: 1 / (1 + math.exp(-x / s)), i * b, ends) for i in (0, 1)))


def geometric(e: float) -> Mechanism:
    if e <= 0:
        raise UndrawnError
    return Mechanism.row(*map(_geometric(e), range(2)))


def _geometric(e: float) -> Callable[[int], Law]:
    at, t = np.arange(-12, 14), math.exp(-e)

    def law(centre: int) -> Law:
        masses = (1 - t) / (1 + t) * t ** np.abs(at - centre)
        masses[0] /= 1 - t
        masses[-1] /= 1 - t
        return masses

    return law


def variance_proxy(p: Law, q: Law) -> float:
    masses, loss = losses(p, q)
    centred = loss - masses @ loss
    grid = np.concatenate([-np.geomspace(1e-3, 60, 80), np.geomspace(1e-3, 60, 80)])
    tops = [float((s * centred).max()) for s in grid]
    moments = [
        math.log(masses @ np.exp(s * centred - top)) + top
        for s, top in zip(grid, tops, strict=True)
    ]
    least = max(0.0, *(2 * m / s**2 for m, s in zip(moments, grid, strict=True)))
    return math.sqrt(max(least, float(masses @ centred**2)))


def line(x: float, p: Law, q: Law, top: float = math.inf) -> float:
    if top <= 1:
        raise UndrawnError
    found = [(renyi(a, p, q) - x) / a for a in (1, *ORDERS) if a < top]
    return max([*found, *([(renyi(top, p, q) - x) / top] if top < math.inf else [])])


def shift(p: Law, q: Law) -> float:
    """The least mu of normal laws that are no harder to tell apart: by tests of largest ratios."""
    with np.errstate(divide="ignore"):
        order = np.argsort(-np.where(q > 0, p / np.where(q > 0, q, 1), np.inf))
    power, error = np.cumsum(p[order])[:-1], np.cumsum(q[order])[:-1]
    found = 0.0
    for b, a in zip(power, error, strict=True):
        if (a <= 1e-12 and b > 1e-5) or (a < 1 - 1e-5 and b >= 1 - 1e-12):
            return math.inf
        if a > 1e-9 and b < 1 - 1e-9:
            found = max(found, NORMAL.inv_cdf(b) - NORMAL.inv_cdf(a))
    return found


def tail_rate(x: float, p: Law, q: Law) -> float:
    if np.any((p > 0) & (q == 0)):
        return math.inf
    found = 0.0
    for e in np.linspace(x + 1e-6, x + 15, 600):
        delta = stick(e, p, q)
        if delta > 1e-15:
            found = max(found, (e - x) ** 2 / -math.log(delta) if delta < 1 else math.inf)
    return found


def tail(e: float, p: Law, q: Law) -> float:
    if e == math.inf:
        raise UndrawnError
    return float(p[p > math.exp(e) * q * (1 + 1e-12)].sum())


LEAST: dict[str, Callable[..., Callable[[Law, Law], float]]] = {
    "PureDP": lambda: lambda p, q: renyi(math.inf, p, q),
    "ApproxDP": lambda e: lambda p, q: stick(e, p, q),
    "Simulable": lambda e: lambda p, q: stick(e, p, q),
    "RenyiDP": lambda a: lambda p, q: renyi(a, p, q),
    "ZCDP": lambda x: lambda p, q: line(x, p, q),
    "BoundedZCDP": lambda m, x: lambda p, q: line(x, p, q, m),
    "GaussianDP": lambda: shift,
    "BoundedRange": lambda: lambda p, q: float(np.ptp(losses(p, q)[1])),
    "ProbabilisticDP": lambda e: lambda p, q: tail(e, p, q),
    "TailDP": lambda x: lambda p, q: tail_rate(x, p, q),
    "CuriousDP": lambda n, e: lambda p, q: stick(e, p, q),
    "MaliciousDP": lambda n, e: lambda p, q: stick(e, p, q),
    "MeanCDP": lambda m: variance_proxy,
}


def holds(head: str, m: Mechanism, *parameters: float) -> bool:
    *first, last = parameters
    if head == "MeanCDP" and m.worst(lambda p, q: renyi(1, p, q)) > first[0] + SLACK:
        return False
    if head == "RenyiDP" and first[0] < 1:
        raise UndrawnError
    least = m.worst(LEAST[head](*first))
    return least <= last + SLACK * max(1, abs(last)) or least == last


DIVERGENCES: dict[str, Any] = {
    "Renyi": lambda a, p, q: renyi(a, p, q),
    "KL": lambda p, q: renyi(1, p, q),
    "MaxDivergence": lambda p, q: renyi(math.inf, p, q),
    "HockeyStick": stick,
    "Concentration": lambda x, p, q: line(x, p, q) + 1e-3,
    "TotalVariation": lambda p, q: stick(0, p, q),
    "ChiSquared": chi_squared,
    "TriangularDiscrimination": triangular_discrimination,
    "Hellinger": lambda p, q: 1 - float(np.sqrt(p * q).sum()),
    "Pushforward": lambda k, p: p @ k,
    "Mixture": mixture,
    "Product": joint,
}
MECHANISMS: dict[str, Any] = {
    "Compose": compose,
    "Concurrent": compose,
    "Group": group,
    "Parallel": parallel,
    "Subsample": sample,
    "PostProcess": processed,
    "RandomizedResponse": response,
    "CanonicalRR": canonical,
    "GaussianMechanism": gaussian,
    "LaplaceMechanism": laplace,
    "LogisticMechanism": logistic,
    "GeometricMechanism": geometric,
}
NUMBERS: dict[str, Any] = {
    **{name: getattr(math, name) for name in "sqrt exp log tanh erfc pi".split()},
    "Phi": NORMAL.cdf,
    "Max": max,
    "Min": min,
    "oo": math.inf,
    "binomial": lambda n, k: math.comb(int(n), int(k)),
    "harmonic": lambda n: sum(1 / i for i in range(1, int(n) + 1)),
    "total": lambda term, low, high: sum(term(j) for j in range(int(low), int(high) + 1)),
}
WORLD = DIVERGENCES | MECHANISMS | NUMBERS
