"""Powers, means and constraints on the half-line, and integers in an order: best constants on grids."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial, log, sqrt
from random import Random

import numpy as np

from measure.case import Case, Kind, around
from measure.unseen_pairs import answered, checked

_RATIOS = np.concatenate([[0.0], np.geomspace(1e-9, 1e9, 720_001)])
"""What one number is of another, both being positive; a function that is homogeneous says no more."""


def powers(rng: Random) -> Case:
    """Homogeneous inequalities between two or three nonnegative numbers."""
    a, b, d = (Fraction(rng.randint(1, 6), rng.choice((1, 2, 3))) for _ in range(3))
    w = Fraction(rng.randint(1, 6), 2)
    t = _RATIOS
    A, B, W = float(a), float(b), float(w)
    p = 1 + a
    q = p / (p - 1)
    with np.errstate(all="ignore"):
        text, best, least = rng.choice(
            (
                (f"x**({a})*y**({b}) <= {{c}}*(x + y)**({a + b})", A**A * B**B / (A + B) ** (A + B), True),
                (f"(x + y)**({a}) <= {{c}}*(x**({a}) + y**({a}))", max(1.0, 2 ** (A - 1)), True),
                (f"(x + y)**({a}) >= {{c}}*(x**({a}) + y**({a}))", min(1.0, 2 ** (A - 1)), False),
                (f"x*y <= {w}*x**({p}) + {{c}}*y**({q})", float(np.nanmax(t - W * t ** float(p))), True),
                (f"sqrt(x*y) + {w}*x <= {{c}}*(x + y)", float(np.nanmax((np.sqrt(t) + W * t) / (1 + t))), True),
                (f"sqrt(x**2 + y**2) >= {{c}}*(x + {w}*y)", float(np.nanmin(np.sqrt(1 + t**2) / (1 + W * t))), False),
                (f"x**3 + {w}*y**3 >= {{c}}*x*y*(x + y)", float(np.nanmin((1 + W * t[1:] ** 3) / (t[1:] * (1 + t[1:])))), False),
                (
                    f"x**({a})*y**({b})*z**({d}) <= {{c}}*(x + y + z)**({a + b + d})",
                    A**A * B**B * float(d) ** float(d) / float(a + b + d) ** float(a + b + d), True,
                ),
            )
        )  # fmt: skip
    names = "xyz" if "z" in text else "xy"
    domains = ", ".join(f"{name} in [0, oo)" for name in names)
    return around(rng, f"{text} for {domains}", checked(best), least=least, why="homogeneous")


def constrained(rng: Random) -> Case:
    """Functions of two or three numbers where another one has a value or a bound."""
    r, k, w = (Fraction(rng.randint(1, 8), 2) for _ in range(3))
    R, K, W = float(r), float(k), float(w)
    angle = np.linspace(0, np.pi / 2, 400_001)
    x, y = sqrt(R) * np.cos(angle), sqrt(R) * np.sin(angle)
    t = np.linspace(1e-9, 1 - 1e-9, 400_001)
    half = "x in [0, oo), y in [0, oo)"
    positive = "x in (0, oo), y in (0, oo)"
    bits = "x in (0, 1), y in (0, 1)"
    unit = "x in [0, 1], y in [0, 1], z in [0, 1]"
    text, best, least = rng.choice(
        (
            (f"x**2 + y**2 <= {r} => {k}*x + {w}*y <= {{c}} for {half}", sqrt(R * (K * K + W * W)), True),
            (f"x**2 + y**2 <= {r} => x*y + {k}*x <= {{c}} for {half}", float((x * y + K * x).max()), True),
            (f"x**2 + y**2 == {r} => x + {k}*y >= {{c}} for {half}", min(sqrt(R), K * sqrt(R)), False),
            (f"x*y >= {r} => {k}*x + {w}*y >= {{c}} for {positive}", 2 * sqrt(R * K * W), False),
            (f"x*y == {r} => x**2 + {k}*y >= {{c}} for {positive}", 3 * (K * R / 2) ** (2 / 3), False),
            (f"x + y == 1 => {k}/x + {w}/y >= {{c}} for {bits}", (sqrt(K) + sqrt(W)) ** 2, False),
            (f"x + y == 1 => x*log({w}/x) + y*log({k}/y) <= {{c}} for {bits}", log(K + W), True),
            (f"x + y == 1 => x*sqrt(y) <= {{c}} for {bits}", float((t * np.sqrt(1 - t)).max()), True),
            (
                f"x + y + z == 1 => x*y + y*z + {w}*z*x <= {{c}} for {unit}",
                1 / (4 - W) if w < 2 else W / 4, True,
            ),
            (f"x + y + z == 1 => x**2 + {k}*y**2 + {w}*z**2 >= {{c}} for {unit}", 1 / (1 + 1 / K + 1 / W), False),
            (f"1/x + 1/y <= {r} => x + {k}*y >= {{c}} for {positive}", (1 + sqrt(K)) ** 2 / R, False),
        )
    )  # fmt: skip
    return around(rng, text, checked(best), least=least, why="grid")


def ordered(rng: Random) -> Case:
    """Binomials, factorials and harmonic numbers of integers in an order."""
    most = rng.choice((12, 20, 30))
    pairs = [(n, k) for n in range(1, most + 1) for k in range(1, n + 1)]
    domain = f"n in 1..{most}, k in 1..{most}"
    w = Fraction(rng.randint(1, 8), 4)
    r = Fraction(rng.randint(1, 3), 4)
    H = [sum(1 / i for i in range(1, n + 1)) for n in range(most + 1)]
    endless = "n in 1..oo, k in 1..oo"
    text, values, least, domains = rng.choice(
        (
            ("binomial(n, k) <= {c}*2**n", [comb(n, k) / 2**n for n, k in pairs], True, domain),
            ("binomial(n, k)*k**k <= {c}*n**k", [comb(n, k) * k**k / n**k for n, k in pairs], True, domain),
            (f"binomial(n, k)*({w})**k <= {{c}}*(1 + {w})**n", [comb(n, k) * float(w**k / (1 + w) ** n) for n, k in pairs], True, domain),
            ("factorial(n) >= {c}*factorial(k)*k**(n - k)", [factorial(n) / (factorial(k) * k ** (n - k)) for n, k in pairs], False, endless),
            ("binomial(n, k)*factorial(k) <= {c}*n**k", [comb(n, k) * factorial(k) / n**k for n, k in pairs], True, endless),
            ("binomial(n, k)*k**k >= {c}*n**k", [comb(n, k) * k**k / n**k for n, k in pairs], False, endless),
            ("harmonic(n) - harmonic(k) <= {c}*log(n + 1)", [(H[n] - H[k]) / log(n + 1) for n, k in pairs], True, domain),
            (f"({r})**k*(1 - {r})**(n - k)*binomial(n, k) <= {{c}}", [float(r**k * (1 - r) ** (n - k) * comb(n, k)) for n, k in pairs], True, domain),
            ("(1 - k/(n + 1))**n <= {c}*exp(-k)", [(1 - k / (n + 1)) ** n * np.exp(k) for n, k in pairs], True, domain),
        )
    )  # fmt: skip
    best = max(values) if least else min(values)
    return around(
        rng, f"k <= n => {text} for {domains}", checked(float(best)), least=least, why="enumeration"
    )


KINDS: dict[str, Kind] = {
    "numbers, powers": answered(powers),
    "numbers, constrained": answered(constrained),
    "numbers, ordered": answered(ordered),
}
