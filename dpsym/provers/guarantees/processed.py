"""The loss after any processing, by the hockey stick at a smaller epsilon."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

from sympy import Basic, Dummy, Rational, exp

from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.definitions import normal
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.numerics import np
from dpsym.provers.prover import Split

STEPS, PARTS = 400, 20
"""Distances below epsilon at which the stick is looked at, in parts of one."""


class ProcessedLoss:
    """ProbabilisticDP of a processed mechanism at the epsilon whose hockey stick bounds it best.

    An image may put all outcomes of a likely event together, so that the tail of the loss itself is
    no bound. Where the loss exceeds epsilon, the stick at e keeps 1 - exp(e - epsilon) of the mass;
    at the best e this is the largest mass of an event whose odds exceed exp(epsilon).
    """

    name = "loss after processing"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The guarantee with the hockey stick at the best of many thresholds."""
        if len(claim.conclusions) != 1 or not isinstance(
            claim.conclusions[0], heads.ProbabilisticDP
        ):
            return
        mechanism, epsilon, delta = normal(claim.conclusions[0]).args
        if not mechanism.has(heads.PostProcess) or mechanism.has(heads.ObjectName):
            return
        if not epsilon.is_Rational:
            return
        best = _best(mechanism, epsilon)
        if best is not None:
            share = delta * (1 - exp(best - epsilon))
            values = {"M": mechanism, "x": epsilon, "y": delta, "e": best, "d": share}
            params = {"fact": "approx-loss", "with": {n: text(v) for n, v in values.items()}}
            yield from by_rule("fact", claim, params, "Markov's inequality for the hockey stick")


def _best(mechanism: Basic, epsilon: Rational) -> Rational | None:
    """The threshold, in small parts below epsilon, at which the bound is the smallest in floats."""
    # Most claims are proved without the search.
    from dpsym.provers.search.batch import Batch, UnsupportedError
    from dpsym.provers.search.numeric import scalar
    from dpsym.provers.search.violation import pairs_of

    level = Dummy("level")
    below = np.arange(1, STEPS + 1) / PARTS
    batch = Batch(STEPS, {level: float(epsilon) - below})
    try:
        sticks = [scalar(heads.HockeyStick(level, p, q), batch) for p, q in pairs_of(mechanism)]
    except UnsupportedError:
        return None
    bounds = np.max(sticks, axis=0) / -np.expm1(-below)
    place = int(np.argmin(np.where(np.isnan(bounds), np.inf, bounds)))
    if not isfinite(float(bounds[place])):
        return None
    return epsilon - Rational(place + 1, PARTS)
