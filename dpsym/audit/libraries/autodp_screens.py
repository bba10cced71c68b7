"""autodp: sparse vectors, which answer until something is found, and votes of teachers.

A value is invalid below what concrete databases need, and certified from what a theorem grants.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, permutations
from math import comb

import numpy as np
from flint import acb, arb, ctx
from scipy.stats import norm
from sympy import Rational

from dpsym import LaplaceMechanism, RandomizedResponse, truth
from dpsym.accounting.rounds import ball
from dpsym.arguments import exact
from dpsym.audit.claims import listed
from dpsym.truth import Between

_BITS = 128
_REACH = 100
"""Noise is integrated up to so many scales; what lies beyond has mass below exp(-_REACH)."""

Law = tuple[arb, ...]


@dataclass(frozen=True, slots=True)
class _Noise:
    """A symmetric law: its density and distribution function, analytic on either side of zero."""

    density: Callable[[acb, int], acb]
    below: Callable[[acb, int], acb]


def _gaussian(scale: Fraction) -> _Noise:
    s = ball(scale) * arb(2).sqrt()
    return _Noise(
        lambda z, side: (-((z / s) ** 2)).exp() / (s * arb.pi().sqrt()),
        lambda y, side: (-y / s).erfc() / 2,
    )


def _laplace(scale: Fraction) -> _Noise:
    s = ball(scale)
    return _Noise(
        lambda z, side: (-side * z / s).exp() / (2 * s),
        lambda y, side: (y / s).exp() / 2 if side < 0 else 1 - (-y / s).exp() / 2,
    )


def _run(
    level: _Noise,
    answer: _Noise,
    reach: Fraction,
    k: int,
    margin: Fraction,
    values: tuple[int, int],
) -> Law:
    """How likely the first of k queries above a noisy threshold comes early, last, or never.

    All queries but the last have the first value.
    """
    early, last = (margin - value for value in values)
    ends = sorted({-reach, reach, *(x for x in (Fraction(0), -early, -last) if abs(x) < reach)})
    found, never = arb(0), arb(0)
    beyond = (-arb(_REACH)).exp().union(arb(0))
    for low, high in pairwise(ends):
        middle = (low + high) / 2
        sides = [1 if x > 0 else -1 for x in (middle, middle + early, middle + last)]

        def left(z: acb, sides: list[int] = sides) -> acb:
            return level.density(z, sides[0]) * answer.below(z + ball(early), sides[1]) ** (k - 1)

        def no(z: acb, analytic: bool, sides: list[int] = sides) -> acb:
            return left(z, sides) * answer.below(z + ball(last), sides[2])

        def yes(z: acb, analytic: bool, sides: list[int] = sides) -> acb:
            return left(z, sides) * (1 - answer.below(z + ball(last), sides[2]))

        found += acb.integral(yes, ball(low), ball(high)).real
        never += acb.integral(no, ball(low), ball(high)).real
    found, never = found + beyond, never + beyond
    return 1 - found - never, found, never


def _pairs(level: _Noise, answer: _Noise, reach: Fraction, k: int, margin: float) -> list[Law]:
    """Neighbours of which all queries move, the last one against the others."""
    limit = exact(margin, "margin")
    return [_run(level, answer, reach, k, limit, values) for values in ((0, 1), (1, 0))]


def _order(alpha: float, laws: Sequence[Law]) -> arb:
    """What is certain of the Renyi divergences, without outcomes whose mass may be zero."""
    order, found = ball(exact(alpha, "alpha")), arb(0)
    for one, other in permutations(laws):
        terms = [p**order * q ** (1 - order) for p, q in zip(one, other, strict=True) if p > 0 < q]
        total = sum(terms, arb(0))
        if total > 1:
            found = found.max(total.log() / (order - 1))
    return found


def _spent(delta: float, laws: Sequence[Law]) -> arb:
    """An epsilon that the hockey sticks of single outcomes need."""
    failure, found = ball(exact(delta, "delta")), arb(0)
    for one, other in permutations(laws):
        for p, q in zip(one, other, strict=True):
            if q > 0 and p - failure > q:
                found = found.max(((p - failure) / q).log())
    return found


def _listed(outcomes: int, alpha: arb, single: arb) -> arb:
    """From the events of the noises that one outcome needs, by data processing for each.

    For given noises of the queries that are not found an outcome says that the threshold's noise
    lies above their maximum and that of each query found above the threshold, so that moving the
    noises by 1 and 2 makes it at least as likely on a neighbour; p**alpha*q**(1 - alpha) is
    convex, and there are so many outcomes.
    """
    return single + arb(outcomes).log() / (alpha - 1)


def _sequences(k: int, c: int) -> int:
    return sum(comb(k, found) for found in range(min(c, k) + 1))


def _gaussian_order(k: int, sigma: float, margin: float, alpha: float) -> Between:
    """Noise sqrt(3)*sigma on the queries, as the function takes it by default."""
    with ctx.workprec(_BITS):
        s, order = exact(sigma, "sigma"), ball(exact(alpha, "alpha"))
        wide = Fraction(3**0.5 * sigma)
        pair = _pairs(_gaussian(s), _gaussian(wide), _REACH * s, k, margin)
        single = order * (1 / ball(s) ** 2 + 4 / ball(wide) ** 2) / 2
        told = k * order / (2 * ball(wide) ** 2)  # all noisy queries
        return Between(_order(alpha, pair), _listed(k + 1, order, single).min(told))


def _gaussian_orders(k: int, c: int, sigma: float, alpha: float) -> Between:
    """Noise 2*sigma on the queries; who stops at the first that is found sees no more."""
    with ctx.workprec(_BITS):
        s, order = exact(sigma, "sigma"), ball(exact(alpha, "alpha"))
        pair = _pairs(_gaussian(s), _gaussian(2 * s), _REACH * s, k, 0.0)
        single = (c + 1) * order / (2 * ball(s) ** 2)
        told = k * order / (8 * ball(s) ** 2)
        return Between(_order(alpha, pair), _listed(_sequences(k, c), order, single).min(told))


def _laplace_order(k: int, c: int, scale: float, alpha: float) -> Between:
    """Noise 2*scale on the queries: a run is (c + 1)/scale-DP (Lyu, Su and Li 2017).

    Given the threshold's noise, an outcome is at least exp(-c/scale) times as likely on a
    neighbour whose threshold is one higher: the laws differ by that factor and by the shift of the
    threshold's noise.
    """
    with ctx.workprec(_BITS):
        b, order = exact(scale, "scale"), ball(exact(alpha, "alpha"))
        pair = _pairs(_laplace(b), _laplace(2 * b), _REACH * b, k, 0.0)
        pure = (c + 1) / b
        whole = truth.renyi(alpha, RandomizedResponse(Rational(pure.numerator, pure.denominator)))
        shift = truth.renyi(alpha, LaplaceMechanism(1, Rational(b.numerator, b.denominator)))
        listed = _listed(_sequences(k, c), order, (c + 1) * shift)
        return Between(_order(alpha, pair), whole.min(shift + c / ball(b)).min(listed))


def _gaussian_spent(k: int, sigma: float, margin: float, delta: float) -> Between:
    """Noise 2*sigma on the queries, and the classical conversion of what is granted."""
    with ctx.workprec(_BITS):
        s = exact(sigma, "sigma")
        pair = _pairs(_gaussian(s), _gaussian(2 * s), _REACH * s, k, margin)
        rho, outcomes = 1 / ball(s) ** 2, ball(Fraction(k + 1) / exact(delta, "delta"))
        return Between(_spent(delta, pair), rho + 2 * (rho * outcomes.log()).sqrt())


def _voted(gap: int, sigma: float) -> float:
    """The logarithm of how likely the loser of two candidates wins."""
    return float(norm.logcdf(-gap / (2**0.5 * sigma)))


def _winner(sigma: float, alpha: float) -> Between:
    """Of two candidates, one of whom loses a vote to the other; at most that of all noisy votes."""
    with ctx.workprec(_BITS):
        s, order = ball(exact(sigma, "sigma")), ball(exact(alpha, "alpha"))
        chances = [(sign / (arb(2) * s)).erfc() / 2 for sign in (1, -1)]
        laws = [(p, 1 - p) for p in chances]
        return Between(_order(alpha, laws), order / s**2)


def _screened(k: int, sigma: float, alpha: float) -> Between:
    """Whether a count passes k/2, where a vote moves it by one; at most that of the noisy count."""
    with ctx.workprec(_BITS):
        s, order, found = ball(exact(sigma, "sigma")), ball(exact(alpha, "alpha")), arb(0)
        for count in range(k // 10, k):
            chances = [
                (arb(k // 2 - votes) / (arb(2).sqrt() * s)).erfc() / 2
                for votes in (count, count + 1)
            ]
            found = found.max(_order(alpha, [(p, 1 - p) for p in chances]))
        return Between(found, order / (2 * s**2))


_BANK, _ZOO = "autodp.rdp_bank:", "autodp.mechanism_zoo:"
_SCREEN = (
    "Renyi(alpha, Bernoulli(exp(-p)), Bernoulli(exp(-r))) <= {value}"
    " for p in (0, 50], r in (0, 50], alpha in (1, oo)"
)
"""One screening on two databases, whose votes pass with probabilities exp(-p) and exp(-r)."""
_PASSED = {"p": (0.001, 0.5, 2.0, 20.0), "r": (0.002, 0.7, 2.0, 15.0)}
_LOST = "Bernoulli(Phi(-{}/(sqrt(2)*sigma)))"
_GAPPED = (
    f"Max(Renyi(alpha, {_LOST.format('gap')}, {_LOST.format('(gap - 2)')}),"
    f" Renyi(alpha, {_LOST.format('gap')}, {_LOST.format('(gap + 2)')}))"
    " <= {value} for gap in 1..oo, sigma in (0, oo), alpha in (1, oo)"
)
"""How likely the loser of two candidates wins, who is behind by so many votes, and by 2 others."""
_RUNS = {"k": (1, 2, 10, 100), "sigma": (0.5, 2.0, 10.0), "alpha": (1.5, 2.0, 8.0, 64.0)}
_MARGINS = {"margin": (0.0, 5.0)}
_LAPLACE_RUNS = {"k": (3, 10, 100), "c": (1, 3), "scale": (0.5, 2.0, 10.0)}
_SPENT = {
    "k": (1, 10, 100),
    "sigma": (1.0, 4.0),
    "margin": (0.0, 10.0, 40.0),
    "delta": (1e-20, 1e-9, 1e-6),
}

AUDIT = (
    listed(
        _BANK + "RDP_gaussian_svt_c1",
        _gaussian_order,
        lambda f, k, sigma, margin, alpha: f({"k": k, "sigma": sigma, "margin": margin}, alpha),
        over={**_RUNS, **_MARGINS},
    ),
    listed(
        _ZOO + "GaussianSVT_Mechanism",
        _gaussian_order,
        lambda f, k, sigma, margin, alpha: f({"k": k, "sigma": sigma, "margin": margin}).get_RDP(
            alpha
        ),
        over={**_RUNS, **_MARGINS},
    ),
    listed(
        _BANK + "RDP_gaussian_svt_cgreater1",
        _gaussian_orders,
        lambda f, k, c, sigma, alpha: f({"k": k, "c": c, "sigma": sigma}, alpha),
        over={**_RUNS, "c": (1, 3), "k": (3, 10, 100)},
    ),
    listed(
        _BANK + "RDP_svt_laplace",
        _laplace_order,
        lambda f, k, c, scale, alpha: f({"k": k, "c": c, "b": scale}, alpha),
        over=_LAPLACE_RUNS,
    ),
    listed(
        _ZOO + "LaplaceSVT_Mechanism",
        _laplace_order,
        lambda f, k, c, scale, alpha: f({"k": k, "c": c, "b": scale}).get_RDP(alpha),
        over=_LAPLACE_RUNS,
    ),
    listed(
        "autodp.dp_bank:get_eps_gaussian_svt",
        _gaussian_spent,
        lambda f, k, sigma, margin, delta: f({"k": k, "c": 1, "sigma": sigma}, delta),
        over=_SPENT,
    ),
    listed(
        _ZOO + "StageWiseMechanism",
        _gaussian_spent,
        lambda f, k, sigma, margin, delta: f({"k": k, "c": 1, "sigma": sigma}).get_approxDP(delta),
        over=_SPENT,
    ),
    listed(
        _BANK + "RDP_noisy_screen",
        _SCREEN,
        lambda f, p, r, alpha: f({"logp": -p, "logq": -r}, alpha),
        over=_PASSED,
    ),
    listed(
        _ZOO + "NoisyScreenMechanism",
        _SCREEN,
        lambda f, p, r, alpha: f({"logp": -p, "logq": -r}).get_RDP(alpha),
        over=_PASSED,
    ),
    listed(
        _BANK + "RDP_independent_noisy_screen",
        _screened,
        lambda f, k, sigma, alpha: f({"thresh": k // 2, "k": k, "sigma": sigma}, alpha),
        over={"k": (20, 100), "sigma": (1.0, 4.0, 20.0), "alpha": (1.5, 2.0, 8.0, 64.0)},
    ),
    listed(
        _BANK + "RDP_inde_pate_gaussian",
        _winner,
        lambda f, sigma, alpha: f({"sigma": sigma}, alpha),
        over={"sigma": "[1/10, 10**4]"},
    ),
    listed(
        _BANK + "RDP_depend_pate_gaussian",
        _GAPPED,
        lambda f, gap, sigma, alpha: f(
            {"logq": _voted(gap, sigma), "sigma": sigma}, np.array([alpha])
        )[0],
        over={"gap": (2, 5, 20, 100), "sigma": (1.0, 5.0, 20.0), "alpha": (2.0, 5.0, 20.0)},
    ),
)
