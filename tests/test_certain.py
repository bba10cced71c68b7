"""Floats that say their error enclose what balls enclose, and decide only what is so."""

from __future__ import annotations

import numpy as np
import pytest
from flint import arb
from sympy import Rational, Symbol, exp, log, sqrt, tanh

from dpsym.enclosure import decide, enclose
from dpsym.enclosure.certain import LARGEST_WEIGHT, Points, decisions, enclosed, filtered
from dpsym.errors import EvaluationError
from dpsym.language.heads import (
    KL,
    ChiSquared,
    HockeyStick,
    MaxDivergence,
    ObjectName,
    Renyi,
    TotalVariation,
)

P, Q = ObjectName("P"), ObjectName("Q")
a, e = Symbol("a"), Symbol("e")
DIVERGENCES = {
    "renyi": Renyi(a, P, Q),
    "kl": KL(P, Q),
    "max": MaxDivergence(P, Q),
    "stick": HockeyStick(e, P, Q),
    "stick_of_expression": HockeyStick(log(1 + e), P, Q),
    "tv": TotalVariation(P, Q),
    "chi2": ChiSquared(P, Q),
    "mixed": KL(P, Q) ** 2 / 3 - tanh(e) * sqrt(a) + exp(-e) ** Rational(3, 2) / (1 + a),
}


def random_points(size: int, seed: int = 8) -> Points:
    rng = np.random.default_rng(seed)
    shape = (size, 4)
    wide = rng.integers(0, 10 ** rng.integers(1, 13, (size, 1)), shape)
    near = np.maximum(wide + rng.integers(-1, 2, shape), 0)
    other = np.where(rng.random((size, 1)) < 0.4, near, rng.integers(0, 50, shape))
    weights = {P: np.maximum(wide, np.eye(4, dtype=int)[0]), Q: other + np.eye(4, dtype=int)[1]}
    numbers = {
        a: 1 + 10.0 ** rng.uniform(-6, 2, size),
        e: 10.0 ** rng.uniform(-6, 1.2, size),
    }
    return Points(numbers, weights)


@pytest.mark.parametrize("name", DIVERGENCES)
def test_every_enclosure_holds_the_value_that_balls_hold(name: str) -> None:
    points, node = random_points(150), DIVERGENCES[name]
    with np.errstate(all="ignore"):
        low, high = (np.broadcast_to(end, points.size) for end in enclosed(node, points))
    tight = 0
    for index in range(points.size):
        ball = enclose(node, points.point(index), bits=200)
        if ball.is_finite():
            assert not arb(low[index]) > ball
            assert not arb(high[index]) < ball
            tight += high[index] - low[index] <= 1e-9 * (1 + abs(low[index]))
    assert tight >= 60


@pytest.mark.parametrize("name", DIVERGENCES)
def test_every_decision_is_that_of_balls_also_at_the_edge(name: str) -> None:
    points, node = random_points(60, seed=9), DIVERGENCES[name]
    with np.errstate(all="ignore"):
        low, high = (np.broadcast_to(end, points.size) for end in enclosed(node, points))
    middle = (low + high) / 2
    bound = Symbol("bound")
    found = set()
    for shift in (-1e-3, -1e-15, 0.0, 1e-15, 1e-3):
        values = np.where(np.isfinite(middle), middle, 1.0) * (1 + shift)
        edge = Points({**points.numbers, bound: values}, points.weights)
        for index, decision in enumerate(filtered(node <= bound, edge)):
            if decision >= 0:
                assert decide(node <= bound, edge.point(index)) is bool(decision)
            found.add(int(decision))
    assert found == {-1, 0, 1}


def test_balls_decide_what_is_too_close_for_floats() -> None:
    weights = {P: np.array([[2, 1], [1, 1]]), Q: np.array([[1, 2], [1, 1]])}
    points = Points(weights=weights)
    atom = Renyi(2, P, Q) <= log(Rational(3, 2))
    assert filtered(atom, points).tolist() == [-1, 1]
    assert decisions(atom, points).tolist() == [1, 1]


@pytest.mark.parametrize(
    "weights", [np.array([[-1, 2]]), np.array([[0, 0]]), np.array([[LARGEST_WEIGHT, 1]])]
)
def test_weights_that_are_no_law_are_refused(weights: np.ndarray) -> None:
    with pytest.raises(EvaluationError, match="weights of P"):
        Points(weights={P: weights})


def test_what_has_no_rule_is_refused() -> None:
    points = Points(weights={P: np.array([[1, 1]])})
    with pytest.raises(EvaluationError, match="no weights for Q"):
        filtered(KL(P, Q) <= 1, points)
