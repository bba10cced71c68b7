"""Two conversions by moments hold for laws at random, and no much smaller constant is proved.

From tails to a zCDP line (Bun and Steinke 2016, Lemma 3.7, sharpened) and from a line to the width
of the centred loss (Lemma 4.3, sharpened).
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from dpsym import check

Array = NDArray[np.float64]
ORDERS = 1 + np.geomspace(1e-3, 300, 60)


def pairs() -> list[tuple[Array, Array]]:
    """Pairs of laws with full support: far apart, close, with rare outcomes."""
    rng = np.random.default_rng(7)
    found = []
    for atoms in (2, 3, 5):
        for spread in (0.05, 0.5, 2.0, 8.0):
            for _ in range(20):
                logits = rng.normal(0, spread, (2, atoms)) + rng.normal(0, 3, atoms)
                weights = np.exp(logits - logits.max(axis=1, keepdims=True))
                p, q = weights / weights.sum(axis=1, keepdims=True)
                found.append((p, q))
    return found


def renyi(p: Array, q: Array) -> Array:
    """The Renyi divergences at ``ORDERS``."""
    exponents = np.log(p) + (ORDERS[:, None] - 1) * np.log(p / q)
    return np.asarray(np.logaddexp.reduce(exponents, axis=1) / (ORDERS - 1))


@pytest.mark.parametrize("xi", [-0.1, 0.0, 0.05, 0.5])
def test_tails_bound_the_divergences_at_all_orders(xi: float) -> None:
    for p, q in pairs():
        widths = [0.0]
        for one, two in ((p, q), (q, p)):
            epsilons = xi + np.geomspace(1e-6, 40, 400)
            stick = np.maximum(one - np.exp(epsilons)[:, None] * two, 0).sum(axis=1)
            failing = (stick > 0) & (stick < 1)
            widths += list((epsilons - xi)[failing] ** 2 / -np.log(stick[failing]))
        rho = max(widths)
        start = xi + 2 * (np.pi * rho) ** 0.25 + np.sqrt(np.pi * rho)
        line = start + (ORDERS - 1) * rho / 4
        assert (renyi(p, q) <= line + 1e-6).all()


@pytest.mark.parametrize("share", [-5.0, -1.0, 0.0, 0.3, 0.9])
def test_a_line_bounds_the_width_of_the_centred_loss(share: float) -> None:
    for p, q in pairs():
        both = np.maximum(renyi(p, q), renyi(q, p))
        xi = share * float(both[0])
        rho = max(0.0, float(((both - xi) / ORDERS).max()))
        size = xi + 2 * rho
        loss = np.log(p / q)
        centred = loss - float((p * loss).sum())
        for scale in np.geomspace(1e-3, 300, 60):
            for u in (scale, -scale):
                moment = np.logaddexp.reduce(np.log(p) + u * centred)
                assert moment <= u**2 * 3.5 * max(size, size**2) * 1.0001 + 1e-9


@pytest.mark.parametrize(
    "claim",
    [
        "TailDP(M, xi, rho) => ZCDP(M, xi + rho**(1/4) - rho/4, rho/4)",
        "TailDP(M, xi, rho) => ZCDP(M, xi + 5*rho**(1/4), rho/5) for xi in [0, 1], rho in [0, 1]",
        "ZCDP(M, xi, rho) => MeanCDP(M, xi + rho, sqrt(Max(xi + 2*rho, (xi + 2*rho)**2))/2)",
        "ZCDP(M, xi, rho) => MeanCDP(M, xi + rho, sqrt(330*(xi + 2*rho)))",
        "xi + 2*rho >= 0 and ZCDP(M, xi, rho) =>"
        " MeanCDP(M, xi + rho/2, 9*sqrt(exp(xi + 2*rho) - 1)) for xi in (-oo, oo)",
    ],
)
def test_smaller_bounds_are_not_proved(claim: str) -> None:
    assert check(claim, budget=3).kind != "proved"
