"""The false variants of Bun and Steinke 2016, each refuted without a hint.

The numbers are those of the list of mutants in the catalogue of the paper. Most are theorems of
the library that are expected refuted, which ``.ci/run`` decides; the others are near relatives of
theirs.
"""

from __future__ import annotations

import pytest

from dpsym import Refuted, check
from dpsym.enclosure import decide
from dpsym.language.parser import parse_claim
from dpsym.library import find
from dpsym.statement import Expectation

VARIANTS = {
    1: "prop_3_3_smaller",
    2: "prop_3_3_one_sided",
    3: "lem_3_5_smaller",
    4: "lem_3_6a_smaller",
    5: "lem_3_6b_faster",
    6: "lem_3_5_approximate",
    7: "lem_5_2_plain",
    8: "prop_1_9_smaller",
    9: "prop_5_3",
    10: "lem_4_2_smaller",
    11: "lem_4_3_root lem_4_3_root_three",
    12: "prop_6_1_smaller",
    13: "lem_8_2_smaller",
    14: "lem_8_2_conditioning",
    15: "lem_8_8_no_tail",
    16: "lem_C_1_smaller",
    17: "lem_C_2_smaller",
    18: "lem_B_1_smaller lem_B_1_opposite",
    19: "lem_B_2_mills_negative",
    20: "lem_2_2_plain_convexity",
    21: "rem_1_8_mcdp",
    22: "prop_A_1_far",
}
NAMES = [f"bs16.{name}" for names in VARIANTS.values() for name in names.split()]

RELATIVES = """
PureDP(M, eps) => ZCDP(M, eps*tanh(49/100*eps))
ZCDP(M, xi, rho) => ApproxDP(M, xi + sqrt(4*rho*log(1/delta)), delta) for delta in (0, 1)
ZCDP(M, rho) => ZCDP(Group(M, k), (k**2 - 1/10)*rho) for k in 2..oo
MeanCDP(M, mu, tau) => ZCDP(M, mu - tau**2/2, 2/5*tau**2)
ZCDP(M, rho) => Capacity(M, 1) <= 9/10*rho
Renyi(alpha, P, Q) <= Renyi(alpha, P, R) + Renyi(alpha, R, Q)
KL(P, Q) >= 201/100*TotalVariation(P, Q)**2
ApproxDP(M, epsilon, delta) => ApproxZCDP(M, 9/10*delta, epsilon**2/2)
tanh(a)*tanh(b) <= tanh(99/100*a*b) for a in [0, oo), b in [0, oo)
sqrt(2*pi)*exp(z**2/2)*Phi(-z) <= 2/(z + sqrt(z**2 + 3)) for z in [0, oo)
ZCDP(M1, r1) and ZCDP(M2, r2) => ZCDP(Compose(M1, M2), Max(r1, r2))
ProbabilisticDP(M, epsilon, delta) => ApproxDP(M, 19/20*epsilon, delta)
ApproxZCDP(M, delta, xi, 0) => ApproxDP(M, xi, 9/10*delta)
ApproxZCDP(M, delta, xi, 0) => ApproxZCDP(M, delta, 0, 19/40*xi**2)
ZCDP(M, rho) => Capacity(M, n, 1) <= rho
""".strip().splitlines()

TAILS = """
ZCDP(M, mu - s**2/2, s**2/2) and epsilon >= mu => ApproxDP(M, epsilon, 49*exp(-(epsilon - mu)**2/(2*s**2))/(50 + 50*(epsilon - mu)/s**2)) for mu in [0, oo), s in (0, oo)
ZCDP(M, rho) and e >= rho => ApproxDP(M, e, 49/50*exp(-(e - rho)**2/(4*rho))) for rho in (0, oo)
ZCDP(M, rho) and e >= rho => ProbabilisticDP(M, e, 49/50*exp(-(e - rho)**2/(4*rho))) for rho in (0, oo)
ZCDP(M, rho) => ApproxDP(PostProcess(M), rho, 97/100)
ZCDP(M, xi, rho) => ApproxDP(M, xi + rho + 2*sqrt(rho*log(1/delta)), 49/50*delta) for delta in (0, 1]
ZCDP(M, xi, rho) => ApproxDP(M, 49/50*(xi + rho + 2*sqrt(rho*log(1/delta))), delta) for rho in (0, oo), delta in (0, 1]
RenyiDP(M, 101/100, t) => ApproxDP(M, t, 9/10)
BoundedZCDP(M, m, xi, rho) => ApproxDP(M, xi + rho, 49/50) for m in (2, oo)
RenyiDP(M, a, t) and e >= t => ApproxDP(M, e, 49/50*exp((a - 1)*(t - e))) for a in (1, oo)
MeanCDP(M, mu, t) and e >= mu => ProbabilisticDP(M, e, 49/50*exp(-(e - mu)**2/(2*t))) for t in (0, oo)
""".strip().splitlines()  # noqa: E501
"""Bounds on tails with a constant below one: a loss nearly always lies beyond epsilon."""


def test_no_number_is_left_out() -> None:
    assert list(VARIANTS) == list(range(1, 23))


@pytest.mark.parametrize("name", NAMES)
def test_every_false_variant_is_stated_to_be_refuted(name: str) -> None:
    (theorem,) = find(name)
    assert theorem.expectation is Expectation.REFUTED


@pytest.mark.parametrize("text", RELATIVES + TAILS)
def test_every_relative_of_a_false_variant_is_refuted(text: str) -> None:
    assert check(text, budget=60).kind == "refuted"


@pytest.mark.parametrize(
    "name", ["bs16.lem_5_2_plain", "bs16.x_weaken_at_one", "bs16.lem_3_5_smaller"]
)
def test_the_hypotheses_hold_at_the_witness(name: str) -> None:
    """The witness is looked at once more, without the search that found it."""
    (theorem,) = find(name)
    verdict = check(theorem, budget=60)
    assert isinstance(verdict, Refuted)
    assert verdict.witness is not None
    point = dict(verdict.witness.point)
    claim = parse_claim(theorem.claim.text)
    values = {symbol: point[symbol.name] for symbol, _ in claim.domains if symbol.name in point}
    assert all(decide(h, values) for h in claim.hypotheses)
