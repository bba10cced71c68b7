"""Laws on the integers: divergences, compositions and guarantees against sums of masses."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from mpmath import mp, mpf

from dpsym import check
from dpsym.kernel.closed import closed
from dpsym.kernel.enclosures import bounds_of
from dpsym.kernel.goal import Goal
from dpsym.kernel.lattice import series
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.verify import verify
from dpsym.language import heads
from dpsym.language.parser import parse_claim, parse_expression

LINE = range(-160, 161)


def masses(law: Any) -> list[mpf]:
    """Of the integers in ``LINE``, beyond which nothing counts."""
    if isinstance(law, heads.Mixture):
        t, *parts = law.args
        weights = (mpf(t.p) / t.q, 1 - mpf(t.p) / t.q)
        return [sum(w * m for w, m in zip(weights, ms, strict=True))
                for ms in zip(*map(masses, parts), strict=True)]  # fmt: skip
    center, parameter = law.args
    size = mpf(parameter.p) / parameter.q
    if isinstance(law, heads.Geometric):
        found = [mp.exp(-size * abs(x - center)) for x in LINE]
    else:
        found = [mp.exp(-mpf((x - center) ** 2) / (2 * size**2)) for x in LINE]
    total = sum(found)
    return [m / total for m in found]


def value(divergence: Any) -> mpf:
    *parameters, P, Q = divergence.args
    pairs = [(mpf(1), mpf(1))]
    laws = [law.args if isinstance(law, heads.Product) else (law,) for law in (P, Q)]
    for p, q in zip(*laws, strict=True):
        if len(pairs) > 1 or len(laws[0]) > 1:
            near = [
                (x, y) for x, y in zip(masses(p), masses(q), strict=True) if x > 1e-25 or y > 1e-25
            ]
        else:
            near = list(zip(masses(p), masses(q), strict=True))
        pairs = [(x * u, y * v) for x, y in pairs for u, v in near]
    a = mpf(parameters[0].p) / parameters[0].q if parameters else mpf(0)
    match divergence:
        case heads.KL():
            return sum(p * mp.log(p / q) for p, q in pairs)
        case heads.ChiSquared():
            return sum((p - q) ** 2 / q for p, q in pairs)
        case heads.Hellinger():
            return 1 - sum(mp.sqrt(p * q) for p, q in pairs)
        case heads.Renyi():
            return mp.log(sum(p**a * q ** (1 - a) for p, q in pairs)) / (a - 1)
        case heads.TotalVariation() | heads.HockeyStick():
            return sum(max(p - mp.exp(a) * q, 0) for p, q in pairs)
    raise NotImplementedError


MIXED = "Mixture(1/4, DiscreteGaussian(1, 2), DiscreteGaussian(0, 2))"
DIVERGENCES = [
    "Hellinger(DiscreteGaussian(1, 5/4), DiscreteGaussian(0, 5/4))",
    "TotalVariation(DiscreteGaussian(3, 2), DiscreteGaussian(0, 2))",
    "HockeyStick(-1/2, DiscreteGaussian(0, 3/4), DiscreteGaussian(1, 3/4))",
    "Renyi(3/2, DiscreteGaussian(0, 1/2), DiscreteGaussian(1, 1/2))",
    "Renyi(5/2, DiscreteGaussian(2, 3), DiscreteGaussian(-1, 3))",
    "KL(DiscreteGaussian(0, 1), DiscreteGaussian(1, 2))",
    "ChiSquared(DiscreteGaussian(0, 1), DiscreteGaussian(1, 3/2))",
    "TotalVariation(Geometric(0, 1), DiscreteGaussian(0, 1))",
    "Hellinger(Geometric(-2, 1), Geometric(1, 1/2))",
    "KL(Geometric(0, 1), Geometric(1, 1/2))",
    f"Renyi(3/2, {MIXED}, DiscreteGaussian(0, 2))",
    f"Renyi(3/2, DiscreteGaussian(0, 2), {MIXED})",
    f"HockeyStick(1/4, {MIXED}, DiscreteGaussian(0, 3))",
    f"HockeyStick(1/4, Mixture(1/3, Geometric(2, 1), DiscreteGaussian(1, 2)), {MIXED})",
]


@pytest.mark.parametrize("text", DIVERGENCES)
def test_bounds_are_around_the_sum_and_near_it(text: str) -> None:
    with mp.workdps(40):
        divergence = parse_expression(text)
        found, ends = value(divergence), bounds_of(divergence)
        low, high = (mpf(end.numerator) / end.denominator for end in ends)
        assert low - mpf(10) ** -28 <= found <= high + mpf(10) ** -28
        assert high - low < 1e-12


@pytest.mark.parametrize(
    "text",
    [
        "HockeyStick(1/2, Product(DiscreteGaussian(1, 2), DiscreteGaussian(1, 2)), "
        "Product(DiscreteGaussian(0, 2), DiscreteGaussian(0, 2)))",
        "TotalVariation(Product(DiscreteGaussian(0, 1), Geometric(1, 1)), "
        "Product(DiscreteGaussian(2, 1), Geometric(0, 1)))",
        "HockeyStick(1, Product(Mixture(1/3, DiscreteGaussian(1, 2), DiscreteGaussian(0, 2)), "
        "DiscreteGaussian(0, 1)), Product(DiscreteGaussian(0, 2), DiscreteGaussian(1, 1)))",
    ],
)
def test_products_are_bounded_by_the_losses_of_their_factors(text: str) -> None:
    divergence = parse_expression(text)
    low, high = map(float, bounds_of(divergence))
    assert low - 1e-13 <= float(value(divergence)) <= high + 1e-13
    assert high - low < 2e-3 * high


@pytest.mark.parametrize(
    "text",
    [
        "ChiSquared(DiscreteGaussian(0, 2), DiscreteGaussian(0, 1))",  # infinite
        "Renyi(3/2, Geometric(0, 1), DiscreteGaussian(0, 1))",
        "Renyi(2, Geometric(0, 1/2), Geometric(0, 1))",
        "KL(DiscreteGaussian(0, 1), Laplace(0, 1))",
        "KL(DiscreteGaussian(0, 2000), DiscreteGaussian(1, 3000))",  # too many integers
        "TotalVariation(DiscreteGaussian(0, sqrt(2)), DiscreteGaussian(1, sqrt(2)))",
    ],
)
def test_what_may_be_infinite_or_is_no_pair_on_the_integers_has_no_bounds(text: str) -> None:
    with pytest.raises(Rejected):
        bounds_of(parse_expression(text))


@pytest.mark.parametrize("exponent", [lambda x: Fraction(x), lambda x: Fraction(x * x - 9 * x)])
def test_a_sum_whose_terms_rise_is_refused(exponent: Any) -> None:
    with pytest.raises(Rejected):
        series(exponent, 3, 1)


DECIDED = [
    ("{D} <= {c}", "TotalVariation(DiscreteGaussian(1, 2), DiscreteGaussian(0, 2))"),
    (
        "ApproxDP(Compose(DiscreteGaussianMechanism(2), 2), 1/2, {c})",
        "HockeyStick(1/2, Product(DiscreteGaussian(1, 2), DiscreteGaussian(1, 2)), "
        "Product(DiscreteGaussian(0, 2), DiscreteGaussian(0, 2)))",
    ),
    (
        "ApproxDP(Group(DiscreteGaussianMechanism(2), 2), 1, {c})",
        "HockeyStick(1, DiscreteGaussian(2, 2), DiscreteGaussian(0, 2))",
    ),
    (
        "RenyiDP(Compose(Group(DiscreteGaussianMechanism(1/2), 3), 2), 3/2, 2*{c})",
        "Renyi(3/2, DiscreteGaussian(3, 1/2), DiscreteGaussian(0, 1/2))",
    ),
    (
        "RenyiDP(Subsample(DiscreteGaussianMechanism(2), 1/4), 3/2, {c})",
        "Renyi(3/2, Mixture(1/4, DiscreteGaussian(1, 2), DiscreteGaussian(0, 2)), "
        "DiscreteGaussian(0, 2))",
    ),
]


@pytest.mark.parametrize(("claim", "divergence"), DECIDED)
def test_claims_are_decided_on_either_side_of_the_sum(claim: str, divergence: str) -> None:
    best = float(value(parse_expression(divergence)))
    for factor, kind in ((1.001, "proved"), (0.999, "refuted")):
        number = Fraction(best * factor).limit_denominator(10**8)
        verdict = check(claim.replace("{D}", divergence).replace("{c}", f"({number})"), budget=60)
        assert verdict.kind == kind
        verify(verdict.certificate)


@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        ("ZCDP(DiscreteGaussianMechanism(s), 1/(2*s**2)) for s in (0, oo)", "proved"),
        ("ZCDP(DiscreteGaussianMechanism(s), 99/100/(2*s**2)) for s in (0, oo)", "refuted"),
        ("ZCDP(Compose(DiscreteGaussianMechanism(s), k), k/(2*s**2)) for s in (0, oo), k in 1..oo",
         "proved"),
        ("RenyiDP(DiscreteGaussianMechanism(s), a, a/(2*s**2)) for s in (0, oo), a in [1, oo)",
         "proved"),
        ("RenyiDP(Group(DiscreteGaussianMechanism(s), 3), a, 9*a/(2*s**2)) "
         "for s in (0, oo), a in [1, oo)", "proved"),
        ("RenyiDP(Group(DiscreteGaussianMechanism(s), 3), a, 8*a/(2*s**2)) "
         "for s in (0, oo), a in [1, oo)", "refuted"),
        ("Renyi(3/2, Product(DiscreteGaussian(1, 2), DiscreteGaussian(0, 1)), "
         "Product(DiscreteGaussian(0, 2), DiscreteGaussian(1, 1))) <= 15/16", "proved"),
    ],
)  # fmt: skip
def test_discrete_normal_noise_is_no_worse_than_normal_noise(claim: str, kind: str) -> None:
    verdict = check(claim, budget=60)
    assert verdict.kind == kind
    verify(verdict.certificate)


@pytest.mark.parametrize(
    "claim",
    [
        # between laws of unlike widths, and on the larger side, no bound stands for a divergence
        "Renyi(3/2, DiscreteGaussian(1, 1), DiscreteGaussian(0, 2)) <= 3/4",
        "3/16 <= Renyi(3/2, DiscreteGaussian(1, 2), DiscreteGaussian(0, 2))",
        "-Renyi(3/2, DiscreteGaussian(1, 2), DiscreteGaussian(0, 2)) <= -3/16",
        "Hellinger(DiscreteGaussian(1, 2), DiscreteGaussian(0, 2)) <= 3/16",
    ],
)
def test_only_renyi_divergences_of_one_width_are_bounded_from_above(claim: str) -> None:
    goal = Goal(parse_claim(claim), {}, (), set())
    try:
        needed = closed(goal)
    except Rejected:
        return
    assert "0 <= -1" in [need.text for need in needed]
