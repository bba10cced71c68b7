"""dp-accounting: samples of a fixed size, trees of sums, the best of several runs."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from importlib import import_module
from math import comb, erfc, sqrt
from typing import Any

from flint import acb, arb, ctx

from dpsym import truth
from dpsym.accounting.rounds import ball
from dpsym.arguments import exact
from dpsym.audit.claims import GAUSSIAN_DELTA, SAMPLED_DELTA, listed
from dpsym.truth import Between

_BITS, _PAIR_BITS = 2000, 128
_REACH = 12
"""Noise is integrated up to so many deviations."""


def _order(kind: Any, event: Any, relation: str, alpha: float) -> float:
    relations = import_module("dp_accounting.privacy_accountant").NeighboringRelation
    spent = kind([alpha], neighboring_relation=relations[relation]).compose(event)
    return float(spent._rdp[0])


def _fixed(kind: Any, m: int, n: int, sigma: float, alpha: int) -> float:
    events = import_module("dp_accounting.dp_event")
    event = events.SampledWithoutReplacementDpEvent(n, m, events.GaussianDpEvent(sigma))
    return _order(kind, event, "REPLACE_ONE", alpha)


def _fixed_order(m: int, n: int, sigma: float, alpha: int) -> Between:
    """Between two concrete laws and Wang, Balle and Kasiviswanathan 2019, Theorem 27.

    Noise is relative to the norm of one record, so that one that is replaced moves by two.
    """
    rate, root = exact(m, "m") / n, exact(sigma, "sigma")
    with ctx.workprec(_BITS):
        q, half = ball(rate), 2 / ball(root) ** 2
        pair = _opposed(rate, root, alpha) if rate < 1 else alpha * half
        powers = [(half * (i * (i - 1))).exp() for i in range(alpha + 2)]

        def difference(order: int) -> arb:
            signed = ((-1) ** (order - i) * comb(order, i) * powers[i] for i in range(order + 1))
            return sum(signed, arb(0))

        total = 1 + q**2 * comb(alpha, 2) * (4 * (powers[2] - 1)).min(2 * powers[2])
        for j in range(3, alpha + 1):
            moment = 4 * (difference(j // 2 * 2) * difference((j + 1) // 2 * 2)).sqrt()
            total += q**j * comb(alpha, j) * moment.min(2 * powers[j])
        return Between(pair, (total.log() / (alpha - 1)).min(alpha * half))


def _opposed(rate: Fraction, sigma: Fraction, alpha: int) -> arb:
    """What is certain where the replaced record is 1 or -1 and all others are 0."""
    with ctx.workprec(_PAIR_BITS):
        q, s = ball(rate), ball(sigma)

        def law(z: acb, shift: int) -> acb:
            moved = ((2 * shift * z - 1) / (2 * s**2)).exp()
            return (1 - q) + q * moved

        def moment(z: acb, analytic: bool) -> acb:
            noise = (-(z**2) / (2 * s**2)).exp() / (s * (2 * arb.pi()).sqrt())
            return noise * law(z, 1) ** alpha / law(z, -1) ** (alpha - 1)

        ends = ball(-_REACH * sigma), ball(2 * alpha + _REACH * sigma)
        found = acb.integral(moment, *ends).real  # what lies beyond would add to it
        return found.log() / (alpha - 1) if found > 1 else arb(0)


def _tree(kind: Any, steps: int, sigma: float, alpha: float) -> float:
    event = import_module("dp_accounting.dp_event").SingleEpochTreeAggregationDpEvent(sigma, steps)
    return _order(kind, event, "REPLACE_SPECIAL", alpha)


def _tree_order(steps: int, sigma: float, alpha: float) -> arb:
    """A record of the first step is in one sum of each size 1, 2, 4, ... up to all steps."""
    levels = int(steps).bit_length()
    return levels * ball(exact(alpha, "alpha")) / (2 * ball(exact(sigma, "sigma")) ** 2)


def _best(kind: Any, p: float, mean: float, alpha: float) -> float:
    events = import_module("dp_accounting.dp_event")
    runs = events.RepeatAndSelectDpEvent(events.RandomizedResponseDpEvent(p, 2), mean, 1)
    return _order(kind, runs, "REPLACE_ONE", alpha)


def _best_order(p: float, mean: float, alpha: float) -> Between:
    """Between the best of runs that answer truly but for p/2, and twice and once as much again.

    The number of runs is geometric, and the answer 1 is better: 0 is the best where all are 0. No
    more than what Papernot and Steinke 2022, Theorem 2, say of the single order.
    """
    with ctx.workprec(256):
        order, gamma = ball(exact(alpha, "alpha")), 1 / ball(exact(mean, "mean"))
        lie = ball(exact(p, "p")) / 2

        def moment(one: arb, other: arb) -> arb:
            return one**order * other ** (1 - order)

        def none(zero: arb) -> arb:
            return gamma * zero / (1 - (1 - gamma) * zero)

        def divergence(one: arb, other: arb) -> arb:
            total = moment(one, other) + moment(1 - one, 1 - other)
            return total.log() / (order - 1)

        low, high = none(lie), none(1 - lie)
        single = divergence(lie, 1 - lie)
        more = 2 * ((1 - 1 / order) * single - gamma.log() / order) - gamma.log() / (order - 1)
        return Between(divergence(low, high).max(divergence(high, low)), single + more)


def _truncated(kind: Any, q: float, sigma: float, epsilon: float) -> float:
    events = import_module("dp_accounting.dp_event")
    event = events.TruncatedSubsampledGaussianDpEvent(100, q, 100, sigma)
    relations = import_module("dp_accounting.privacy_accountant").NeighboringRelation
    return float(
        kind(relations.ADD_OR_REMOVE_ONE, value_discretization_interval=1e-2)
        .compose(event)
        .get_delta(epsilon)
    )


def _loss_below(sigma: float, value: float) -> float:
    """How likely a loss of Gaussian noise is at most the value."""
    return erfc((1 / (2 * sigma) - value * sigma) / sqrt(2)) / 2


_RDP = "dp_accounting.rdp.rdp_privacy_accountant:RdpAccountant"

AUDIT = (
    listed(
        _RDP,
        _fixed_order,
        _fixed,
        variant="order, a sample of fixed size",
        over={"m": (1, 10, 100), "n": (100,), "sigma": (0.5, 1.0, 4.0), "alpha": (2, 3, 4, 8, 32)},
    ),
    listed(
        _RDP,
        _tree_order,
        _tree,
        variant="order, tree of sums",
        over={"steps": (1, 2, 3, 4, 7, 8, 1000, 2**20 - 1, 2**20, 2**60), "sigma": "[1/2, 100]"},
    ),
    listed(
        _RDP,
        _best_order,
        _best,
        variant="order, the best of several runs",
        over={
            "p": "[1/100, 99/100]",
            "mean": (1.0, 2.0, 10.0, 1e4),
            "alpha": (1.5, 2.0, 8.0, 64.0),
        },
    ),
    listed(
        "dp_accounting.pld.privacy_loss_distribution:from_truncated_subsampled_gaussian_mechanism",
        SAMPLED_DELTA,
        lambda f, q, sigma, epsilon: f(
            100, q, 100, sigma, value_discretization_interval=1e-2
        ).get_delta_for_epsilon(epsilon),
        variant="a batch for all",
        over={"q": (0.01, 0.3), "sigma": (0.8, 2.0, 10.0), "epsilon": (0.1, 0.5, 1.0, 4.0)},
    ),
    listed(
        "dp_accounting.pld.pld_privacy_accountant:PLDAccountant",
        SAMPLED_DELTA,
        _truncated,
        variant="truncated samples, a batch for all",
        over={"q": (0.01, 0.3), "sigma": (0.8, 2.0, 10.0), "epsilon": (0.1, 0.5, 1.0, 4.0)},
    ),
    listed(
        "dp_accounting.pld.privacy_loss_distribution:create_from_cdf",
        GAUSSIAN_DELTA,
        lambda f, sigma, epsilon: f(
            partial(_loss_below, sigma), value_discretization_interval=1e-2
        ).get_delta_for_epsilon(epsilon),
        variant="Gaussian losses",
        over={"sigma": (0.8, 2.0, 10.0), "epsilon": (0.1, 0.5, 1.0, 4.0)},
    ),
    *(
        listed(
            "dp_accounting.pld.privacy_loss_mechanism:MixtureGaussianPrivacyLoss",
            lambda q, sigma, epsilon, way=way: truth.sampled_delta(
                epsilon, sigma, q, adjacency=way.lower()
            ),
            lambda f, q, sigma, epsilon, way=way: f(
                sigma,
                [0.0, 1.0],
                [1 - q, q],
                adjacency_type=import_module(
                    "dp_accounting.pld.privacy_loss_mechanism"
                ).AdjacencyType[way],
            ).get_delta_for_epsilon([epsilon])[0],
            variant=f"delta, {way.lower()} one",
            over={"q": (0.01, 0.3), "sigma": "[1/2, 100]", "epsilon": "[0, 20]"},
        )
        for way in ("ADD", "REMOVE")
    ),
)
