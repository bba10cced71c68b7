"""A long search for a counterexample, in units that are pure functions of claim, family and seed.

The search that a check makes ends with its time. This one does a fixed effort in every family of
candidates from every seed, so that its result depends on the claim and the number of seeds alone,
however many processes or machines did it and however often it was interrupted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

from dpsym.acceptance import accepted
from dpsym.cluster import Unit, expect_fields, gathered
from dpsym.errors import ClaimError
from dpsym.games.expressions import speaks_of_interaction
from dpsym.language.claim import Claim
from dpsym.language.families import refuse_families
from dpsym.language.parser import parse_claim
from dpsym.provers.prover import Budget
from dpsym.provers.search import search
from dpsym.provers.search.families import spaces
from dpsym.provers.search.hunting import exhausted
from dpsym.provers.search.instances import explored
from dpsym.provers.stopping import OverrunError, stopping
from dpsym.statement import as_claim
from dpsym.verdict import Refuted, Undecided, Verdict, Witness

INSTANCES = 400
"""Random trees and protocols for one unit of a claim about interaction."""
HOPELESS = 600.0
"""Seconds of processor time after which a unit ends in whatever algebra it is."""

Report = Callable[[int, int, float, str], None]


@dataclass(frozen=True, slots=True)
class Closest:
    """The least relative slack seen so far, and in which family; negative where the claim fails."""

    slack: float = inf
    family: str = "none"


def search_unit(unit: Unit) -> dict[str, Any]:
    """What one family gives from one seed, as data: a pure function of its unit.

    A unit has ``claim``, the text; ``seed``; and ``family``, the place of the family in the order
    of the search, or -1 for random instances of a claim about interaction.
    """
    try:
        with stopping(HOPELESS):
            return _searched(unit)[1]
    except OverrunError:
        return {"family": "stopped in a step of algebra", "slack": None, "size": None}


def _searched(unit: Unit) -> tuple[Witness | None, dict[str, Any]]:
    claim = parse_claim(unit["claim"])
    if unit["family"] < 0:
        found, slack = explored(
            claim, Budget.of(inf), seed=unit["seed"], most=INSTANCES, shrinking=inf
        )
        witness = found if isinstance(found, Witness) else None
        size = None if witness is None else float(len(str(witness.point)))
        return witness, {"family": "random instances", "slack": slack, "size": size}
    space = list(spaces(claim))[unit["family"]]
    counterexample, slack = exhausted(space, unit["seed"])
    size = None if counterexample is None else counterexample.complexity
    data = {"family": space.label, "slack": slack, "size": size}
    return None if counterexample is None else counterexample.witness, data


def search_from_seeds(
    claim: str | Claim,
    seeds: int,
    *,
    path: Path | None = None,
    address: str | None = None,
    jobs: int = 1,
    before: list[Unit] | None = None,
    report: Report | None = None,
) -> Verdict:
    """Refuted by the smallest counterexample of the first seed that has one, else Undecided.

    ``before`` are units that the file holds already, to which those of this run are added.
    ``report`` is told how many units are done, of how many, and the least
    relative slack so far with its family.

    Guarantees:
        as of :func:`dpsym.acceptance.accepted`; the verdict, and the file at ``path``,
        depend on the claim and the number of seeds alone.

    Raises:
        DpsymError: the scheduler was not there or was lost; what was done is in the file.
        ClaimError: the claim is not well formed, or the file is of something else.

    >>> search_from_seeds("KL(P, Q) >= 3*TotalVariation(P, Q)**2", 1).kind
    'refuted'
    """
    claim = as_claim(claim)
    refuse_families(claim, "a long search")
    if not search.accepts(claim):
        return Undecided(claim, why="search: no candidates for this claim")
    families = [-1] if speaks_of_interaction(claim) else range(len(list(spaces(claim))))
    closest, units = Closest(), [] if before is None else before
    kept = len(units)

    def seen(result: Any) -> None:
        nonlocal closest
        slack = result.get("slack") if isinstance(result, dict) else None
        if slack is not None and slack < closest.slack:
            closest = Closest(slack, result["family"])

    def told(done: int, total: int) -> None:
        if report is not None:
            report(done - kept, total - kept, closest.slack, closest.family)

    for seed in range(seeds):
        units += [{"claim": claim.text, "seed": seed, "family": family} for family in families]
        found = gathered(
            search_unit, units, path=path, address=address, jobs=jobs, progress=told, seen=seen
        )
        for result in found[kept:]:
            expect_fields(result, ("family", "slack", "size"), path)
        sizes = {i: result["size"] for i, result in enumerate(found) if result.get("size")}
        if sizes:
            witness, _ = _searched(units[min(sizes, key=lambda i: (sizes[i], i))])
            if witness is None:
                raise ClaimError(
                    f"{path or 'the cluster'} tells of a counterexample that is not found here",
                    part=str(path),
                    remedy="remove that file, or name a new one",
                )
            return accepted(Refuted(claim, witness=witness))
    why = f"search: no counterexample from {seeds} seeds in {len(families)} families"
    if closest.slack < inf:
        why += f"; the least relative slack is {closest.slack:.3g} ({closest.family})"
    return Undecided(claim, why=why)
