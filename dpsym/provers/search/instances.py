"""Counterexamples among random exact instances, for claims about interaction.

Trees and protocols are no points of a space of reals. They are drawn as the property tests draw
them, exactly and within the hypotheses, in batches: the second half of each climbs from the closest
of the first, after which the next batch begins elsewhere. What is found is shrunk, and certified
again at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from hypothesis import HealthCheck, Phase, find, settings, target
from hypothesis.errors import Flaky, NoSuchExample, Unsatisfiable
from hypothesis.strategies import none
from sympy import Basic, Symbol

from dpsym.errors import DpsymError
from dpsym.language.claim import Claim
from dpsym.language.domains import Sort
from dpsym.provers.prover import Budget, Stuck
from dpsym.provers.search.basin_hopping import hop_over_trees
from dpsym.provers.search.certify import excess_at, witness_at
from dpsym.strategies import points
from dpsym.verdict import Witness

SEED = 20151311
MOST = 20_000
BATCH = 300
HOPPING = 0.5
"""Share of the time for trees of fixed shapes."""
SHRINKING = 4.0
"""Seconds in which a found instance is made smaller."""


@cache
def ready() -> None:
    """Let Hypothesis find something: the first time, it walks all that the process keeps twice.

    >>> ready()
    """
    find(none(), lambda _: True, settings=settings(max_examples=1, database=None))


def search_instances(
    claim: Claim,
    budget: Budget,
    *,
    seed: int = SEED,
    most: int = MOST,
    shrinking: float = SHRINKING,
) -> Witness | Stuck:
    """A certified counterexample among random instances, or how many were tried.

    The masses of trees that are written out are hopped over first, those of small protocols last.

    Guarantees:
        a witness carries a point at which every hypothesis was certified true and a conclusion
        certified false by exact recursion or balls. The same claim and a sufficient budget give
        the same witness.
    """
    return explored(claim, budget, seed=seed, most=most, shrinking=shrinking)[0]


def explored(
    claim: Claim, budget: Budget, *, seed: int, most: int, shrinking: float
) -> tuple[Witness | Stuck, float | None]:
    """As :func:`search_instances`, with the least relative slack; None where none was found."""
    if not claim.domains:
        return witness_at(claim, {}) or Stuck("instances: the claim does not fail"), None
    named = bool(claim.objects(Sort.PROTOCOL) or claim.objects(Sort.TASK))
    hunt = _Hunt(claim, budget.share(1 - HOPPING) if named else budget, shrinking)
    failure = _drawn(claim, hunt, seed, most) if named else ""
    if hunt.best is None:
        limit = most // 4 if named else most
        hunt.best, closest = hop_over_trees(claim, budget.share(HOPPING), seed=seed, most=limit)
        hunt.closest = max(hunt.closest, closest)
    if hunt.best is None and not named:
        failure = _drawn(claim, hunt, seed, most)
    slack = -hunt.closest if hunt.closest > -1 else None
    if hunt.best is not None:
        return hunt.best, slack
    if slack is None:
        return Stuck(f"instances: {failure or 'none of those tried has a value'}"), None
    where = f"{hunt.tried} random ones" if hunt.tried else "those with other masses"
    return Stuck(
        f"instances: no counterexample among {where}; the closest miss by {slack:.2g} of the size "
        "of the sides"
    ), slack


def _drawn(claim: Claim, hunt: _Hunt, seed: int, most: int) -> str:
    """Lets the hunt see batches of random instances; why there are none, where that is so."""
    chosen = settings(
        max_examples=min(most, BATCH),
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.target, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    batch = 0
    while hunt.best is None and hunt.tried < most and not hunt.budget.spent:
        tried = hunt.tried
        try:
            find(points(claim), hunt.fails, settings=chosen, random=Random(seed + batch))
        except (Flaky, NoSuchExample, Unsatisfiable, _OutOfTimeError):
            pass
        except DpsymError as error:
            return str(error)
        batch += 1
        if hunt.tried == tried:
            break
    return ""


class _OutOfTimeError(BaseException):
    """Leaves Hypothesis at once; an ordinary exception would be taken for a find and shrunk."""


@dataclass(slots=True)
class _Hunt:
    claim: Claim
    budget: Budget
    shrinking: float
    tried: int = 0
    best: Witness | None = None
    closest: float = -1.0

    def fails(self, point: Mapping[Symbol, Basic]) -> bool:
        """Whether a conclusion fails at the point, which is then remembered."""
        if self.budget.spent:
            raise _OutOfTimeError
        self.tried += 1
        witness = witness_at(self.claim, point)
        if witness is None:
            if self.best is None:
                near = excess_at(self.claim, point)
                self.closest = max(self.closest, near)
                target(near)
            return False
        if self.best is None:
            self.budget = Budget.of(min(self.shrinking, self.budget.remaining()))
        self.best = witness
        return True
