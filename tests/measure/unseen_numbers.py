"""Best constants of inequalities between numbers, by search on grids that are refined."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb, factorial, log, sqrt
from random import Random

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize, minimize_scalar
from scipy.special import erf, ndtr

from measure.case import Case, Kind, around, decimal
from measure.likelihood import NoAnswerError
from measure.unseen_pairs import answered, checked

Array = NDArray[np.float64]
ELEMENTARY: tuple[tuple[str, Callable[[Array], Array]], ...] = (
    ("x", lambda x: x), ("x**2", lambda x: x**2), ("x**3", lambda x: x**3),
    ("sqrt(x)", np.sqrt), ("(exp(x) - 1)", np.expm1), ("(1 - exp(-x))", lambda x: -np.expm1(-x)),
    ("log(1 + x)", np.log1p), ("sinh(x)", np.sinh), ("tanh(x)", np.tanh), ("tanh(x/2)", lambda x: np.tanh(x / 2)),
    ("x/(1 + x)", lambda x: x / (1 + x)), ("x*exp(-x)", lambda x: x * np.exp(-x)),
    ("(cosh(x) - 1)", lambda x: np.cosh(x) - 1), ("(x - log(1 + x))", lambda x: x - np.log1p(x)),
    ("(exp(x) - 1 - x)", lambda x: np.expm1(x) - x), ("erf(x)", erf), ("(Phi(x) - 1/2)", lambda x: ndtr(x) - 0.5),
    ("x*log(1 + 1/x)", lambda x: x * np.log1p(1 / x)), ("(sqrt(1 + x) - 1)", lambda x: np.sqrt(1 + x) - 1),
)  # fmt: skip
"""Positive functions on (0, oo)."""


def largest(function: Callable[[Array], Array], low: float, high: float) -> float:
    """The largest value of a function on an interval."""
    grid = np.unique(np.concatenate([np.linspace(low, high, 3001), np.geomspace(low, high, 3001)]))
    values = function(grid)
    if not np.isfinite(values).all():
        raise NoAnswerError("overflow")
    place = int(np.argmax(values))
    near = grid[max(place - 1, 0)], grid[min(place + 1, len(grid) - 1)]
    found = minimize_scalar(
        lambda x: -float(function(np.array(x))), bounds=near, method="bounded",
        options={"xatol": 1e-12},
    )  # fmt: skip
    return float(max(values[place], -found.fun))


def one_variable(rng: Random) -> Case:
    """One elementary function against another, or against two of them, on an interval."""
    (f, F), (h, H) = rng.sample(ELEMENTARY, 2)
    low, high = decimal(rng.uniform(0.05, 1.0), 2), decimal(rng.uniform(1.5, 6.0), 2)
    if rng.random() < 0.4:
        g, G = rng.choice(ELEMENTARY)
        if g in (f, h):
            raise NoAnswerError("the same twice")
        b = Fraction(rng.randint(1, 8), 4)
        f, inner = f"{f} - {b}*{g}", F
        F = lambda x: inner(x) - float(b) * G(x)  # noqa: E731
    least = rng.random() < 0.5
    sign = 1 if least else -1
    best = checked(sign * largest(lambda x: sign * F(x) / H(x), float(low), float(high)))
    relation = "<=" if least else ">="
    return around(
        rng, f"{f} {relation} {{c}}*{h} for x in [{low}, {high}]", best, least=least, why="grid"
    )


def half_line(rng: Random) -> Case:
    """One elementary function against another from a point on, the extreme not at infinity."""
    (f, F), (h, H) = rng.sample(ELEMENTARY, 2)
    low = decimal(rng.uniform(0.05, 1.0), 2)
    least = rng.random() < 0.5
    sign = 1 if least else -1
    with np.errstate(all="ignore"):
        far = sign * F(np.geomspace(40.0, 300.0, 50)) / H(np.geomspace(40.0, 300.0, 50))
    near = largest(lambda x: sign * F(x) / H(x), float(low), 40.0)
    if (
        not np.isfinite(far).all()
        or far.max() > near - 1e-3 * abs(near)
        or (np.diff(far) > 1e-15).any()
    ):
        raise NoAnswerError("the extreme may lie at infinity")
    relation = "<=" if least else ">="
    return around(
        rng, f"{f} {relation} {{c}}*{h} for x in [{low}, oo)", checked(sign * near), least=least,
        why="grid",
    )  # fmt: skip


def _polynomial(rng: Random) -> tuple[str, Callable[[Array, Array], Array]]:
    powers = rng.sample([(i, j) for i in range(4) for j in range(4) if 0 < i + j <= 4], 5)
    terms = [(rng.choice((-3, -2, -1, 1, 2, 3)), i, j) for i, j in powers]
    text = " + ".join(f"({a})*x**{i}*y**{j}" for a, i, j in terms)
    text = text.replace("*x**0", "").replace("*y**0", "").replace("x**1", "x").replace("y**1", "y")
    return text, lambda x, y: sum(a * x**i * y**j for a, i, j in terms)


def two_variables(rng: Random) -> Case:
    """A polynomial or a function of two variables on a square or a triangle."""
    b = Fraction(rng.randint(1, 8), 4)
    text, function = rng.choice(
        (
            _polynomial(rng), _polynomial(rng), _polynomial(rng),
            (f"exp(x*y) - {b}*x - y**2", lambda x, y: np.exp(x * y) - float(b) * x - y**2),
            (f"log(1 + x + {b}*y) - x*y", lambda x, y: np.log(1 + x + float(b) * y) - x * y),
            (f"x*log(1 + y) - {b}*y*sqrt(x)", lambda x, y: x * np.log1p(y) - float(b) * y * np.sqrt(x)),
            (f"exp(-x)*(1 + {b}*y) + x*exp(-y)", lambda x, y: np.exp(-x) * (1 + float(b) * y) + x * np.exp(-y)),
        )
    )  # fmt: skip
    triangle = rng.random() < 0.4
    least = rng.random() < 0.5
    sign = 1.0 if least else -1.0
    grid = np.linspace(0, 1, 301)
    X, Y = np.meshgrid(grid, grid)
    values = sign * function(X, Y)
    if triangle:
        values[X + Y > 1 + 1e-12] = -np.inf
    best = values.max()
    limits = [{"type": "ineq", "fun": lambda z: 1 - z[0] - z[1]}] if triangle else []
    for place in np.argsort(values, axis=None)[-200::40]:
        start = X.flat[place], Y.flat[place]
        found = minimize(
            lambda z: -sign * float(function(np.clip(z[0], 0, 1), np.clip(z[1], 0, 1))), start,
            bounds=[(0, 1), (0, 1)], constraints=limits, method="SLSQP", options={"ftol": 1e-14},
        )  # fmt: skip
        if not triangle or sum(found.x) <= 1 + 1e-10:
            best = max(best, -found.fun)
    relation = "<=" if least else ">="
    given = "x + y <= 1 => " if triangle else ""
    return around(
        rng, f"{given}{text} {relation} {{c}} for x in [0, 1], y in [0, 1]",
        checked(sign * best), least=least, why="grid",
    )  # fmt: skip


def whole_numbers(rng: Random) -> Case:
    """Sums, binomials and factorials against simple functions of whole numbers."""
    K = rng.randint(3, 30)
    q = Fraction(rng.randint(1, 7), 8)
    low = rng.randint(1, 6)
    template, best, least = rng.choice(
        (
            (f"Sum(1/i**2, (i, 1, k)) <= {{c}} for k in 1..{K}", sum(1 / i**2 for i in range(1, K + 1)), True),
            ("Sum(1/i**2, (i, 1, k)) <= {c} for k in 1..oo", 1.6449340668482264, True),
            (f"Sum(({q})**i, (i, 0, k)) <= {{c}} for k in 0..oo", float(1 / (1 - q)), True),
            (f"harmonic(k) - log(k) <= {{c}} for k in {low}..oo", sum(1 / i for i in range(1, low + 1)) - log(low), True),
            (f"harmonic(k) >= {{c}}*log(k + 1) for k in {low}..{low + K}", min(sum(1 / i for i in range(1, k + 1)) / log(k + 1) for k in range(low, low + K + 1)), False),
            (f"binomial(2*k, k)*sqrt(k) >= {{c}}*4**k for k in {low}..{low + K}", min(comb(2 * k, k) * sqrt(k) / 4**k for k in range(low, low + K + 1)), False),
            (f"factorial(k) >= {{c}}*2**k for k in {low}..oo", min(factorial(k) / 2**k for k in range(low, 30)), False),
            (f"k**2 <= {{c}}*2**k for k in {low}..oo", max(k * k / 2**k for k in range(low, 60)), True),
            (f"Sum(binomial({K}, i)*({q})**i*(1 - {q})**({K} - i), (i, {K // 2}, {K})) <= {{c}}",
             float(sum(comb(K, i) * q**i * (1 - q) ** (K - i) for i in range(K // 2, K + 1))), True),
            (f"Sum(sqrt(i), (i, 1, k)) <= {{c}}*k**(3/2) for k in {low}..{low + K}",
             max(sum(sqrt(i) for i in range(1, k + 1)) / k**1.5 for k in range(low, low + K + 1)), True),
        )
    )  # fmt: skip
    if best == float(decimal(best, 3)) and "k in" in template:
        raise NoAnswerError("too easy")
    return around(rng, template, checked(best), least=least, why="enumeration")


KINDS: dict[str, Kind] = {
    "numbers, one variable": answered(one_variable),
    "numbers, half-line": answered(half_line),
    "numbers, two variables": answered(two_variables),
    "numbers, whole": answered(whole_numbers),
}
