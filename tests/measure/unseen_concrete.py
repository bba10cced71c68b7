"""Least constants of guarantees of mechanisms that are written out, as tables, trees and experiments."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import exp, inf
from random import Random

import numpy as np
from scipy.stats import norm

from measure import finite, likelihood
from measure.attack_interaction import drawn_trees, drawn_vectors
from measure.case import Case, Kind, around
from measure.likelihood import Array, Bound, best
from measure.unseen_pairs import answered, checked


def _table(rng: Random) -> tuple[str, list[Array]]:
    """A mechanism with finitely many outcomes, and its laws on a row of databases."""
    e = Fraction(rng.randint(1, 8), 4)
    n, t = rng.randint(3, 6), exp(e)
    size, length = rng.randint(2, 4), rng.randint(2, 3)
    losses = [[rng.randint(0, 3) for _ in range(size)] for _ in range(length)]
    weights = [np.exp(-float(e) * np.array(row) / 2) for row in losses]
    laws = [finite.draw(rng, size, zeros=False) for _ in range(length)]
    d = Fraction(1, rng.choice((10, 50)))
    nary = np.array([t, 1, *[1] * (n - 2)]) / (t + n - 1)
    canonical = np.array([float(d), (1 - d) * t / (1 + t), (1 - d) / (1 + t), 0.0])
    entries = ", ".join(f"({', '.join(map(str, row))})" for row in losses)
    said = ", ".join(map(finite.written, laws))
    return rng.choice(
        (
            (f"RandomizedResponse({e})", [np.array([t, 1]) / (1 + t), np.array([1, t]) / (1 + t)]),
            (f"NaryResponse({e}, {n})", [nary, nary[[1, 0, *range(2, n)]]]),
            (f"CanonicalRR({e}, {d})", [canonical, canonical[::-1]]),
            (f"ExponentialMechanism({e}, 1, {entries})", [w / w.sum() for w in weights]),
            (f"FiniteMechanism({said})", [np.array(law, dtype=float) for law in laws]),
        )
    )


def _curve(P: Array, Q: Array) -> float:
    """The least mu with which the pair is no easier to test than N(0, 1) against N(mu, 1)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        order = np.argsort(-(P / Q))
    power, error = np.cumsum(P[order])[:-1], np.cumsum(Q[order])[:-1]
    return float((norm.ppf(power) - norm.ppf(error)).max())


def _slope(P: Array, Q: Array) -> float:
    """The least rho of zero-concentrated privacy."""
    if ((P > 0) & (Q == 0)).any():
        return inf
    orders = 1 + np.logspace(-4, 3, 6001)
    logs = np.log(P)[:, None] * orders + np.log(Q)[:, None] * (1 - orders)
    top = logs.max(axis=0)
    moments = top + np.log(np.exp(logs - top).sum(axis=0))
    return max(float((moments / (orders - 1) / orders).max()), float((P * np.log(P / Q)).sum()))


def tables(rng: Random) -> Case:
    """A guarantee of a mechanism that is written out."""
    mechanism, row = _table(rng)
    pairs = [(row[i], row[j]) for i in range(len(row)) for j in range(len(row)) if abs(i - j) == 1]
    epsilon, order = Fraction(rng.randint(0, 4), 4), Fraction(rng.randint(3, 9), 2)

    def divergence(measure: likelihood.Measure) -> Callable[[Array, Array], float]:
        def value(P: Array, Q: Array) -> float:
            total = float(measure.density(P, Q).sum())
            return measure.value(total) if np.isfinite(total) else inf

        return value

    def largest(P: Array, Q: Array) -> float:
        return float(np.log((P / Q).max())) if (Q > 0).all() else inf

    def width(P: Array, Q: Array) -> float:
        return largest(P, Q) + largest(Q, P)

    def tail(P: Array, Q: Array) -> float:
        return float(P[exp(epsilon) * Q * (1 + 1e-9) < P].sum())

    template, value_of = rng.choice(
        (
            ("PureDP({M}, {c})", largest),
            (f"ApproxDP({{M}}, {epsilon}, {{c}})", divergence(likelihood.hockey_stick(epsilon))),
            (f"RenyiDP({{M}}, {order}, {{c}})", divergence(likelihood.renyi(order))),
            ("RenyiDP({M}, 1, {c})", divergence(likelihood.kl())),
            ("ZCDP({M}, {c})", _slope),
            ("GaussianDP({M}, {c})", _curve),
            ("BoundedRange({M}, {c})", width),
            (f"ProbabilisticDP({{M}}, {epsilon}, {{c}})", tail),
        )
    )
    value = checked(max(value_of(P, Q) for P, Q in pairs))
    return around(rng, template.replace("{M}", mechanism), value, why="enumeration")


def trees(rng: Random) -> Case:
    """The delta of interactive mechanisms, alone and interleaved."""
    mechanism, epsilon, value = drawn_trees(rng)
    return around(
        rng, f"ApproxDP({mechanism}, {epsilon}, {{c}})", checked(value), why="adversaries"
    )


def vectors(rng: Random) -> Case:
    """The delta of rounds whose databases a vector of bits chooses."""
    start, value = drawn_vectors(rng)
    return around(rng, f"{start}{{c}})", checked(value), why="enumeration")


def loss_tails(rng: Random) -> Case:
    """What a bound on the tail of the loss says, and what says something of it."""
    e, end = Fraction(rng.randint(1, 6), 4), Fraction(rng.randint(0, 8), 4)
    d = Fraction(1, rng.choice((5, 10, 50)))
    order, t = Fraction(rng.choice((3, 4, 6)), 2), Fraction(rng.randint(1, 8), 10)
    given, measure, limit = rng.choice(
        (
            (f"ProbabilisticDP(M, {e}, {d})", likelihood.loss_tail(e), d),
            (f"RenyiDP(M, {order}, {t})", likelihood.renyi(order), t),
            (f"ApproxDP(M, {e}, {d})", likelihood.hockey_stick(e), d),
        )
    )
    tail = not given.startswith("Prob")
    goal = likelihood.loss_tail(end) if tail else likelihood.hockey_stick(end)
    # A tail is of losses strictly above: the supremum is approached with atoms just there.
    bounds = [Bound(measure, float(limit)), Bound(measure.reverse(), float(limit))]
    head = "ProbabilisticDP" if tail else "ApproxDP"
    value = checked(best(goal, bounds))
    return around(rng, f"{given} => {head}(M, {end}, {{c}})", value, why="linear program")


KINDS: dict[str, Kind] = {
    "tables": answered(tables),
    "trees": answered(trees),
    "vectors of databases": answered(vectors),
    "loss tails": answered(loss_tails),
}
