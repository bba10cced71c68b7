"""Where a claim comes closest to failing, looked for in floats in every family of candidates."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

import numpy as np
import scipy.optimize  # noqa: F401 - no module is to be interrupted while it is loaded

from dpsym.language.claim import Claim
from dpsym.provers.prover import Budget
from dpsym.provers.search.batch import UnsupportedError
from dpsym.provers.search.divergences import Array
from dpsym.provers.search.families import spaces
from dpsym.provers.search.local_optimisation import climb, polish
from dpsym.provers.search.safe_score import NEAR_ENDS, safe_score
from dpsym.provers.search.space import Space
from dpsym.provers.stopping import OverrunError, stopping

SAMPLES, ELITE, ROUNDS = 800, 16, 40
LONGEST = 600.0
"""Seconds for one stage of a search that has no limit of its own."""


def searched(claim: Claim, limit: Budget, seed: int) -> Iterator[tuple[Space, Array]]:
    """The families that can be evaluated, each with its best candidates."""
    return improved(list(spaces(claim)), limit, seed)


def improved(
    every: list[Space], limit: Budget, seed: int, reach: float = NEAR_ENDS
) -> Iterator[tuple[Space, Array]]:
    """Those of the families that can be evaluated, each with its best candidates.

    Numbers stay within exp(-reach) of the ends of their domains. Where the time ends, a pool is
    what it was before the step that it ended in.
    """
    for number, space in enumerate(every):
        if limit.spent:
            return
        budget = Budget.of(limit.remaining() / (len(every) - number))
        rng = np.random.default_rng(seed)
        try:
            start = space.sample(rng, SAMPLES if space.width else 1)
            value = safe_score(space, start, reach)
            pool = start[np.argsort(-value, kind="stable")[:ELITE]]
            score = partial(safe_score, space, reach=reach)
            with suppress(OverrunError), stopping(min(LONGEST, budget.remaining())):
                pool, value = climb(score, pool, rng, rounds=ROUNDS, children=12, budget=budget)
                top = int(value.argmax())
                pool[top] = polish(score, pool[top], evaluations=300, budget=budget)
            pool[:, : len(space.coordinates)] = np.clip(
                pool[:, : len(space.coordinates)], -reach, reach
            )
        except UnsupportedError:
            continue
        yield space, pool


def named(space: Space, z: Array) -> dict[str, tuple[float, ...]]:
    """The numbers and the masses of laws of one candidate, by their names."""
    with np.errstate(all="ignore"):
        batch = space.batch(z[None, :])
    found = {str(name): (float(v[0]),) for name, v in batch.numbers.items()}
    return found | {str(name): tuple(map(float, v[0])) for name, v in batch.laws.items()}
