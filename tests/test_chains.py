"""Hoelder's inequality along chains of laws, against direct sums over random laws."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from sympy import Rational, Symbol

from dpsym import check
from dpsym.language.heads import ObjectName, Renyi
from dpsym.provers.divergences.hoelder import chains

P, Q, R, T = (ObjectName(name) for name in "PQRT")
alpha = Symbol("alpha")


def renyi(order: float, p: np.ndarray, q: np.ndarray) -> float:
    return log(float((p**order * q ** (1 - order)).sum())) / (order - 1)


def test_three_steps_have_the_multipliers_of_the_unrolled_induction() -> None:
    steps = {
        Renyi(3 * alpha - 2, P, R),
        Renyi(3 * alpha - 1, R, T),
        Renyi(3 * alpha, T, Q),
    }
    bounds = [value for value, _ in chains(Renyi(alpha, P, Q), steps)]
    assert len(bounds) == 1
    point = {alpha: Rational(5, 2)}
    weights = [
        bounds[0].xreplace({d: Rational(int(d == step)) for d in steps}).subs(point)
        for step in sorted(steps, key=str)
    ]
    k_alpha = 3 * Rational(5, 2)
    assert sorted(weights) == sorted([1, k_alpha / (k_alpha - 1), k_alpha / (k_alpha - 2)])


def test_a_chain_that_does_not_join_gives_no_bound() -> None:
    steps = {Renyi(2 * alpha - 1, P, R), Renyi(2 * alpha, T, Q)}
    assert list(chains(Renyi(alpha, P, Q), steps)) == []


@pytest.mark.parametrize("seed", range(20))
def test_the_bound_of_a_chain_holds_for_random_laws(seed: int) -> None:
    rng = np.random.default_rng(seed)
    laws = dict(zip((P, R, T, Q), rng.dirichlet(np.full(4, 0.7), 4) + 1e-6, strict=True))
    laws = {name: law / law.sum() for name, law in laws.items()}
    order = Rational(int(rng.integers(11, 60)), 10)
    steps = {
        Renyi(3 * alpha - 2, P, R),
        Renyi(3 * alpha - 1, R, T),
        Renyi(3 * alpha, T, Q),
    }
    ((value, _),) = chains(Renyi(alpha, P, Q), steps)
    values = {
        d: renyi(float(d.args[0].subs(alpha, order)), laws[d.args[1]], laws[d.args[2]])
        for d in steps
    }
    bound = float(value.xreplace(values).subs(alpha, order))
    assert renyi(float(order), laws[P], laws[Q]) <= bound + 1e-12


@pytest.mark.parametrize(
    "claim",
    [
        "Renyi(alpha, P, Q) <= 3*alpha/(3*alpha - 2)*Renyi(3*alpha - 2, P, R)"
        " + Renyi(3*alpha - 1, R, T) + Renyi(3*alpha, T, Q)",
        "Renyi(alpha, P, Q) <= Renyi(2*alpha - 1, P, R) + Renyi(2*alpha, R, Q)",
    ],
)
def test_chains_with_smaller_multipliers_are_refuted(claim: str) -> None:
    assert check(claim, budget=30).kind == "refuted"
