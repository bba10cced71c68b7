"""Best constants of sums, powers of -1, normal tails, laws of two values, and symmetric sums."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import numpy as np
from numpy.typing import NDArray
from scipy.special import erfcx

from measure.case import Case, Kind, around, decimal
from measure.likelihood import NoAnswerError
from measure.unseen_numbers import largest
from measure.unseen_pairs import answered, checked

Array = NDArray[np.float64]
MANY = 4000


def partial(term: Callable[[int], float], first: int) -> Array:
    """Partial sums of many terms, by floats that are added exactly enough."""
    return np.cumsum(np.array([term(i) for i in range(first, first + MANY)], dtype=np.longdouble))


def series(rng: Random) -> Case:
    """Partial sums of a series with a closed form, against their limit."""
    q, a, m = Fraction(rng.randint(1, 9), 10), rng.randint(1, 4), rng.randint(1, 2)
    text, term, first = rng.choice(
        (
            (f"i**{m}*({q})**i", lambda i: i**m * float(q) ** i, 1),
            (f"1/(i*(i + {a}))", None, 1),
            (f"({q})**i", lambda i: float(q) ** i, 0),
            (f"(i + {a})*({q})**i", lambda i: (i + a) * float(q) ** i, 0),
        )
    )
    harmonic = sum(Fraction(1, i) for i in range(1, a + 1)) / a
    best = float(harmonic) if term is None else float(partial(term, first)[-1])
    return around(
        rng, f"Sum({text}, (i, {first}, k)) <= {{c}} for k in {first}..oo", checked(best),
        why="the limit",
    )  # fmt: skip


def alternating(rng: Random) -> Case:
    """Partial sums of an alternating series whose terms decrease: the extremes are early ones."""
    q, a = Fraction(rng.randint(2, 9), 10), rng.randint(1, 4)
    text, size = rng.choice(
        (
            (f"(-1)**i/(i + {a})", lambda i: 1 / (i + a)),
            (f"(-1)**i*({q})**i", lambda i: float(q) ** i),
            (f"(-1)**i/(i + {a})**2", lambda i: 1 / (i + a) ** 2),
            (f"(-1)**i/sqrt(i + {a})", lambda i: (i + a) ** -0.5),
        )
    )
    low = rng.randint(0, 3)
    sums = partial(lambda i: (-1) ** i * size(i), 0)[low:]
    least = rng.random() < 0.5
    relation = "<=" if least else ">="
    return around(
        rng, f"Sum({text}, (i, 0, k)) {relation} {{c}} for k in {low}..oo",
        checked(float(sums.max() if least else sums.min())), least=least, why="enumeration",
    )  # fmt: skip


def parity(rng: Random) -> Case:
    """Probabilities of an odd number of successes, and other powers of what may be negative."""
    low = rng.randint(1, 4)
    p, r = decimal(rng.uniform(0.55, 0.95), 2), Fraction(rng.randint(1, 9), 10)
    base = 1 - 2 * float(p)
    ks = range(low, 400)
    text, values = rng.choice(
        (
            (f"(1 - (1 - 2*({p}))**k)/2", [(1 - base**k) / 2 for k in ks]),
            (f"{r} + (-1)**k*({p})**k", [float(r) + (-float(p)) ** k for k in ks]),
            (f"(-({p}))**k - ({r})**k", [(-float(p)) ** k - float(r) ** k for k in ks]),
        )
    )
    least = rng.random() < 0.5
    relation = "<=" if least else ">="
    best = checked(max(values) if least else min(values))
    return around(
        rng, f"{text} {relation} {{c}} for k in {low}..oo", best, least=least, why="enumeration"
    )


def normal_tails(rng: Random) -> Case:
    """The ratio of Mills against a bound of the same kind, on an interval or from a point on."""
    low, high = decimal(rng.uniform(0.1, 1.0), 2), decimal(rng.uniform(2.0, 6.0), 2)
    a = Fraction(rng.randint(2, 8), 2)
    text, bound = rng.choice(
        (
            ("1/x", lambda x: 1 / x),
            (f"x/(x**2 + {a})", lambda x: x / (x**2 + float(a))),
            (f"1/(x + sqrt(x**2 + {a}))", lambda x: 1 / (x + np.sqrt(x**2 + float(a)))),
            (f"1/(1 + {a}*x)", lambda x: 1 / (1 + float(a) * x)),
        )
    )
    least = rng.random() < 0.5
    sign = 1 if least else -1
    best = sign * largest(lambda x: sign * erfcx(x) / bound(x), float(low), float(high))
    relation = "<=" if least else ">="
    return around(
        rng, f"exp(x**2)*erfc(x) {relation} {{c}}*{text} for x in [{low}, {high}]", checked(best),
        least=least, why="grid",
    )  # fmt: skip


def bounded_laws(rng: Random) -> Case:
    """Sub-Gaussian and sub-exponential constants of a law with two values."""
    p, high = decimal(rng.uniform(0.05, 0.95), 2), decimal(rng.uniform(1.0, 6.0), 2)
    bound, value = rng.choice(
        (
            ("t**2", lambda t: t**2),
            ("(exp(t) - 1 - t)", lambda t: np.expm1(t) - t),
            ("(cosh(t) - 1)", lambda t: np.cosh(t) - 1),
        )
    )
    low = rng.choice((-high, Fraction(1, 100))) if bound != "(exp(t) - 1 - t)" else Fraction(1, 100)

    def ratio(t: Array) -> Array:
        t = np.where(np.abs(t) < 1e-3, 1e-3, t)
        return (np.log1p(float(p) * np.expm1(t)) - float(p) * t) / value(t)

    grid = np.linspace(float(low), float(high), 200_001)
    best = checked(float(ratio(grid).max()))
    return around(
        rng, f"log(1 - {p} + {p}*exp(t)) <= {p}*t + {{c}}*{bound} for t in [{low}, {high}]", best,
        why="grid",
    )  # fmt: skip


def symmetric_sums(rng: Random) -> Case:
    """A sum of three equal functions below a linear constraint, on the simplex."""
    b = Fraction(rng.randint(1, 6), 2)
    text, value = rng.choice(
        (
            ("exp({})", np.exp),
            (f"sqrt({{}} + {b})", lambda x: np.sqrt(x + float(b))),
            (f"log({{}} + {b})", lambda x: np.log(x + float(b))),
            ("{}**3", lambda x: x**3),
            (f"1/({{}} + {b})", lambda x: 1 / (x + float(b))),
        )
    )
    grid = np.linspace(0, 1, 601)
    X, Y = np.meshgrid(grid, grid)
    inside = X + Y <= 1 + 1e-12
    values = (value(X) + value(Y) + value(np.clip(1 - X - Y, 0, 1)))[inside]
    least = rng.random() < 0.5
    best = checked(float(values.max() if least else values.min()))
    if abs(best) < 1e-3:
        raise NoAnswerError("near zero")
    relation = "<=" if least else ">="
    body = " + ".join(text.format(name) for name in "xyz")
    return around(
        rng,
        f"x + y + z == 1 => {body} {relation} {{c}} for x in [0, 1], y in [0, 1], z in [0, 1]",
        best, least=least, why="grid",
    )  # fmt: skip


KINDS: dict[str, Kind] = {
    "sums, closed": answered(series),
    "sums, alternating": answered(alternating),
    "parity": answered(parity),
    "normal tails": answered(normal_tails),
    "bounded laws": answered(bounded_laws),
    "symmetric sums": answered(symmetric_sums),
}
