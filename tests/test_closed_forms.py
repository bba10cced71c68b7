"""The kernel's closed forms of divergences against sums over fine grids, at the edges too."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
from sympy import Expr, Rational, S, log, sqrt, symbols

from dpsym import check
from dpsym.kernel.laws import closed_form
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.parser import parse_claim
from dpsym.verdict import Proved, Refuted

GRID = np.linspace(-80, 80, 800_001)
SMALL = Rational(1, 1000)
ORDERS = [1 + SMALL, Rational(3, 2), S(2), S(7)]
THRESHOLDS = [S(-1), S.Zero, SMALL, log(2), S(3)]


def density(law: Any) -> np.ndarray:
    """Masses of the cells of the grid, or of the integers for geometric laws."""
    if isinstance(law, heads.Mixture):
        t, p, q = law.args
        return float(t) * density(p) + (1 - float(t)) * density(q)
    if isinstance(law, heads.Finite):
        return np.array(law.args, dtype=float)
    at, scale = map(float, law.args)
    if isinstance(law, heads.Gaussian):
        shape = np.exp(-((GRID - at) ** 2) / (2 * scale**2))
    elif isinstance(law, heads.Laplace):
        shape = np.exp(-abs(GRID - at) / scale)
    elif isinstance(law, heads.Logistic):
        shape = 1 / np.cosh((GRID - at) / (2 * scale)) ** 2
    elif isinstance(law, heads.DiscreteGaussian):
        shape = np.exp(-((np.arange(-80, 81) - at) ** 2) / (2 * scale**2))
    else:
        shape = np.exp(-scale * abs(np.arange(-200, 201) - at))
    return shape / shape.sum()


def masses(p: Any, q: Any) -> tuple[np.ndarray, np.ndarray]:
    if isinstance(p, heads.Product):
        pairs = [masses(*pair) for pair in zip(p.args, q.args, strict=True)]
        first, second = (np.outer(*side).ravel() for side in zip(*pairs, strict=True))
        return first, second
    return density(p), density(q)


def expected(divergence: Any) -> float:
    *parameters, first, second = divergence.args
    p, q = masses(first, second)
    if isinstance(divergence, heads.HockeyStick):
        return float(np.maximum(p - math.exp(parameters[0]) * q, 0).sum())
    kept = (p > 1e-280) & (q > 1e-280)
    p, q = p[kept], q[kept]
    if isinstance(divergence, heads.Renyi):
        a = float(parameters[0])
        return math.log(np.sum(np.exp(a * np.log(p) + (1 - a) * np.log(q)))) / (a - 1)
    ways: dict[type, Callable[[], float]] = {
        heads.KL: lambda: float(np.sum(p * np.log(p / q))),
        heads.ChiSquared: lambda: float(np.sum((p - q) ** 2 / q)),
        heads.Hellinger: lambda: 1 - float(np.sqrt(p * q).sum()),
        heads.TotalVariation: lambda: float(abs(p - q).sum() / 2),
        heads.MaxDivergence: lambda: float(np.log(p / q).max()),
    }
    return ways[type(divergence)]()


def value(term: Expr) -> float:
    return float(term.rewrite(heads.Phi).evalf(30))


F = heads.Finite
G, L, Z, D = heads.Gaussian, heads.Laplace, heads.Geometric, heads.DiscreteGaussian
APART = [S.Zero, SMALL, S.One, Rational(5, 2)]
PAIRS = [
    *((G(0, s), G(d, s)) for d, s in product(APART, (S.One, sqrt(2)))),
    *((G(d, 1), G(0, 1)) for d in APART),
    *((G(1, 1), G(1, s)) for s in (SMALL + 1, S(2), Rational(1, 2))),
    *((G(d, s), G(0, 2)) for d, s in product((SMALL, Rational(5, 2)), (S.One, S(3)))),
    *((L(0, s), L(d, s)) for d, s in product(APART, (S.One, Rational(1, 2)))),
    *((heads.Logistic(0, s), heads.Logistic(d, s)) for d, s in product(APART, (S.One, S.Half))),
    *((L(0, s), L(d, 2)) for s, d in ((S.One, S.Zero), (S(3), Rational(5, 2)))),
    *((Z(0, e), Z(n, e)) for n, e in product((0, 1, 3), (Rational(1, 5), S.One))),
    *((D(n, s), D(0, s)) for n, s in product((0, 1, 2, -3), (S.One, Rational(5, 2)))),
    *((heads.Mixture(t, base(1, 1), base(0, 1)), base(0, 1))
      for t, base in product((S.Zero, Rational(1, 3), S.One), (G, L))),
    *((base(0, 1), heads.Mixture(t, base(1, 1), base(0, 1)))
      for t, base in product((S.Zero, Rational(1, 3), S.One), (G, L))),
    *((heads.Product(base(0, 1), F(a, 1 - a)), heads.Product(base(1, 1), F(b, 1 - b)))
      for base, a, b in ((G, S.Half, Rational(1, 3)), (L, Rational(1, 9), S.Zero),
                         (L, S.Half, Rational(1, 3)))),
    *((heads.Product(Z(0, e), a), heads.Product(Z(n, e), b))
      for n, e in ((1, S.One), (-3, Rational(1, 2)))
      for a, b in ((Z(0, 1), Z(0, 1)), (Z(2, e), Z(1, e)),
                   (F(S.Half, S.Half), F(Rational(1, 3), Rational(2, 3))))),
]  # fmt: skip
PLAIN = [heads.KL, heads.ChiSquared, heads.Hellinger, heads.TotalVariation, heads.MaxDivergence]
DIVERGENCES = [
    *((head,) for head in PLAIN),
    *((heads.Renyi, a) for a in ORDERS),
    *((heads.HockeyStick, e) for e in THRESHOLDS),
]


@pytest.mark.parametrize("place", range(len(PAIRS)))
def test_a_closed_form_is_the_divergence(place: int) -> None:
    p, q = PAIRS[place]
    found = 0
    for head, *parameters in DIVERGENCES:
        divergence, needs = head(*parameters, p, q), []
        try:
            form = closed_form(divergence, "", needs)
        except (Rejected, ValueError):  # sympy compares no nan
            continue
        if not all(bool(need.func(*(side.evalf(30) for side in need.args))) for need in needs):
            continue
        found += 1
        assert value(form) == pytest.approx(expected(divergence), rel=1e-4, abs=1e-7), divergence
    assert found


STEPS = [(head, *p) for head, *p in DIVERGENCES if head not in (heads.HockeyStick, heads.LossTail)]


@pytest.mark.parametrize("place", range(len(STEPS)))
def test_a_closed_form_at_any_number_of_steps_is_that_at_each(place: int) -> None:
    (head, *parameters), (m, n) = STEPS[place], symbols("m n")
    for rate in (Rational(1, 5), S.One):
        form = closed_form(head(*parameters, Z(m, rate), Z(n, rate)), "", [])
        for one, other in ((0, 0), (0, 1), (-2, 1), (7, 3), (5, 0)):
            divergence = head(*parameters, Z(one, rate), Z(other, rate))
            stated = value(form.subs({m: one, n: other}))
            assert stated == pytest.approx(expected(divergence), rel=1e-4, abs=1e-7), divergence


SAMPLED = "Mixture(q, Gaussian(1, s), Gaussian(0, s)), Gaussian(0, s)"
MIXED = [
    (f"Renyi(2, {SAMPLED})", "log(1 + {}*q**2*(exp(1/s**2) - 1))"),
    (f"Renyi(3, {SAMPLED})",
     "log(1 + {}*(3*q**2*(1 - q)*(exp(1/s**2) - 1) + q**3*(exp(3/s**2) - 1)))/2"),
    (f"TotalVariation({SAMPLED})", "{}*q*(2*Phi(1/(2*s)) - 1)"),
    (f"ChiSquared({SAMPLED})", "{}*q**2*(exp(1/s**2) - 1)"),
]  # fmt: skip


@pytest.mark.parametrize(("divergence", "form"), MIXED)
def test_a_divergence_of_sampled_noise_is_its_form_and_no_less(divergence: str, form: str) -> None:
    rates = "for q in [0, 1], s in (0, oo)"
    equal = parse_claim(f"{divergence} == {form.format('1')} {rates}")
    assert isinstance(check(equal, budget=20), Proved)
    less = parse_claim(f"{divergence} <= {form.format('49/50')} {rates}")
    assert isinstance(check(less, budget=20), Refuted)


FAR = [
    ("{e}, Mixture({t}, {first}, {other}), {other}",
     [("-2", "5/8", "1 - exp(-2)"), ("log(3/8)", "5/8", "5/8"), ("-2", "0", "1 - exp(-2)"),
      ("2", "0", "0")]),
    ("{e}, {other}, Mixture({t}, {first}, {other})",
     [("log(3)", "1/2", "0"), ("log(2)", "1/2", "0"), ("-2", "0", "1 - exp(-2)")]),
]  # fmt: skip


@pytest.mark.parametrize(("law", "scale"), [("Logistic", 1), ("Laplace", 1), ("Gaussian", 2)])
def test_a_hockey_stick_of_a_mixture_is_that_of_equal_laws_far_away(law: str, scale: int) -> None:
    laws = {"first": f"{law}(0, 1)", "other": f"{law}(1, {scale})"}
    for form, places in FAR:
        for e, t, size in places:
            stick = f"HockeyStick({form.format(e=e, t=t, **laws)})"
            assert isinstance(check(f"{stick} <= {size}", budget=20), Proved), stick
            assert isinstance(check(f"{stick} <= {size} - 1/100", budget=20), Refuted), stick
