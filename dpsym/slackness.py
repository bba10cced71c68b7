"""How close a claim comes to failing, and where: looked for in floats, and no proof of anything.

The slack of a claim at a point is ``(right - left)/(|left| + |right|)`` of its tightest conclusion:
zero where the two sides are equal, negative where the claim fails. Every family of candidates that
the search knows is sampled and improved, and from its tightest point each number is moved toward
the ends of its domain, which shows along what the slack goes to zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from dpsym.certification.verdicts import accepted
from dpsym.cluster import Unit, gathered
from dpsym.errors import ClaimError, from_extras
from dpsym.language.claim import Claim
from dpsym.language.natural import claim_from_text
from dpsym.language.parser import parse_claim
from dpsym.language.tables import aligned, table
from dpsym.provers.prover import Budget
from dpsym.provers.search import search
from dpsym.provers.search.closest import improved, named, searched
from dpsym.provers.search.coordinates import Coordinate
from dpsym.provers.search.divergences import Array
from dpsym.provers.search.families import spaces
from dpsym.provers.search.safe_score import NEAR_ENDS, safe_score
from dpsym.provers.search.space import INFEASIBLE, Space
from dpsym.statement import Theorem
from dpsym.verdict import Refuted, Witness

SEED = 20160506
NOTHING = 1e-9
"""A slack below this is called zero: floats say no more."""
STEPS = np.array([0.2, 0.4, 0.6, 0.8, 1.0])
SMALL = 1e-2
CELLS, REACH = 60, 4.0
BLOCK = 4000

NOISE, CERTIFYING = 1e-6, 3.0
"""A failure that the search cannot certify in these seconds is rounding; a larger one, overflow."""

Report = Callable[[str, float], None]


@dataclass(frozen=True, slots=True)
class FamilySlack:
    """The smallest slack of one family of candidates.

    Attributes:
        label: what the candidates are.
        slack: the smallest one found; negative where the claim fails in floats.
        point: where, the numbers and the masses of laws, in floats.
        limits: along what the slack goes to zero, in words.
    """

    label: str
    slack: float
    point: Mapping[str, tuple[float, ...]]
    limits: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The family as JSON data."""
        return {
            "family": self.label,
            "slack": self.slack,
            "point": {name: list(values) for name, values in self.point.items()},
            "limits": list(self.limits),
        }


@dataclass(frozen=True, slots=True)
class Slackness:
    """The smallest slack of each family, the tightest first.

    Attributes:
        claim: the claim.
        families: those of which candidates could be evaluated.
        seed: what the search began with.
    """

    claim: Claim
    families: tuple[FamilySlack, ...]
    seed: int

    @property
    def smallest(self) -> float:
        """The smallest slack found."""
        return self.families[0].slack

    @property
    def tight(self) -> bool:
        """Whether the slack was seen to come to zero, at a point or in a limit."""
        return any(family.slack <= NOTHING or family.limits for family in self.families)

    def rows(self) -> list[tuple[str, str]]:
        """What was found, each with a label."""
        best = self.families[0]
        rows = [("smallest", f"{best.slack:.6g} ({best.label})")]
        rows += [("at", f"{name} = {_shown(v)}") for name, v in best.point.items()]
        for family in self.families:
            rows += [("tight", f"{words} ({family.label})") for words in family.limits]
        rows += [("family", f"{each.slack:<12.6g} {each.label}") for each in self.families[1:]]
        if best.slack < -NOTHING:
            rows.append(("note", "the claim fails there in floats; 'dpsym check' certifies it"))
        return [*rows, ("note", f"found in floats with seed {self.seed}; this proves nothing")]

    def text(self) -> str:
        """The finding for a reader."""
        return aligned(f"Slack      {self.claim.text}", self.rows())

    def _repr_html_(self) -> str:
        return table(self.claim.text, self.rows())

    def to_json(self) -> dict[str, Any]:
        """The finding as JSON data."""
        return {
            "claim": self.claim.text,
            "smallest": self.smallest,
            "tight": self.tight,
            "proof": False,
            "seed": self.seed,
            "families": [family.to_json() for family in self.families],
        }


def slack(
    claim: str | Claim | Theorem,
    *,
    seconds: float = 10.0,
    seed: int = SEED,
    report: Report | None = None,
) -> Slackness:
    """The smallest slack of a claim in each family of candidates, found in floats.

    ``report`` is told each family with the smallest slack so far.

    Raises:
        ClaimError: no family of candidates can be evaluated for the claim.

    >>> found = slack("KL(P, Q) >= 2*TotalVariation(P, Q)**2", seconds=4)
    >>> abs(found.smallest) < 1e-3
    True
    """
    claim = _claim(claim)
    limit = Budget.of(seconds)
    families: list[FamilySlack] = []
    for space, pool in searched(claim, limit, seed):
        family = _best(space, pool)
        if family is None:
            continue
        families.append(family)
        if report is not None:
            report(space.label, min(family.slack for family in families))
    return _report(claim, families, seed)


def family_slack(unit: Unit) -> dict[str, Any] | None:
    """The smallest slack of one family from one seed, as data: a pure function of its unit.

    A unit has ``claim``, the text; ``seed``; and ``family``, the place of the family in the order
    of the search. There is None where the family cannot be evaluated.
    """
    space = list(spaces(parse_claim(unit["claim"])))[unit["family"]]
    for found, pool in improved([space], Budget.of(np.inf), unit["seed"]):
        family = _best(found, pool)
        return None if family is None else family.to_json()
    return None


def slack_from_seeds(
    claim: str | Claim | Theorem,
    seeds: int,
    *,
    path: Path | None = None,
    address: str | None = None,
    jobs: int = 1,
    report: Report | None = None,
) -> Slackness:
    """The smallest slack of each family over the seeds 0, 1, ...; a long search in units.

    The effort is fixed, so that the result depends on the claim and the seeds alone; see
    :func:`dpsym.cluster.gathered` for the rest.

    Raises:
        ClaimError: no family of candidates can be evaluated, or the file is of something else.
        DpsymError: the scheduler was not there or was lost.
    """
    claim = _claim(claim)
    count = len(list(spaces(claim)))
    units: list[Unit] = [
        {"claim": claim.text, "seed": seed, "family": family}
        for family in range(count)
        for seed in range(seeds)
    ]
    told = None if report is None else lambda done, total: report(f"units of {total}", float(done))
    found = gathered(family_slack, units, path=path, address=address, jobs=jobs, progress=told)
    best: dict[str, dict[str, Any]] = {}
    for data in (data for data in found if data is not None):
        known = best.setdefault(data["family"], data)
        best[data["family"]] = min(known, data, key=lambda d: float(d["slack"]))
    families = [
        FamilySlack(
            data["family"],
            data["slack"],
            {name: tuple(values) for name, values in data["point"].items()},
            tuple(data["limits"]),
        )
        for data in best.values()
    ]
    return _report(claim, families, seeds)


def _report(claim: Claim, families: list[FamilySlack], seed: int) -> Slackness:
    families = _without_noise(claim, families)
    if not families:
        raise ClaimError(
            f"no candidates can be evaluated for {claim.text}",
            part=claim.text,
            remedy="the search knows finite, normal, Laplace and geometric laws",
        )
    return Slackness(claim, tuple(sorted(families, key=lambda family: family.slack)), seed)


def _best(space: Space, pool: Array) -> FamilySlack | None:
    value = safe_score(space, pool)
    top = int(value.argmax())
    if value[top] <= INFEASIBLE:
        return None
    limits = tuple(_limits(space, pool[top]))
    return FamilySlack(space.label, -float(value[top]), named(space, pool[top]), limits)


def _without_noise(claim: Claim, families: list[FamilySlack]) -> list[FamilySlack]:
    """The families; where the kernel recomputes no failure, none of them shows one."""
    if all(family.slack >= 0 for family in families):
        return families
    found = search.attempt(claim, Budget.of(CERTIFYING))
    if isinstance(found, Witness) and accepted(Refuted(claim, witness=found)).kind == "refuted":
        return families
    return [
        replace(family, slack=max(family.slack, 0.0))
        for family in families
        if family.slack > -NOISE
    ]


def heat_map(
    claim: str | Claim | Theorem,
    names: tuple[str, str],
    path: Path,
    *,
    seconds: float = 10.0,
    seed: int = SEED,
) -> None:
    """Writes a PNG of the smallest slack found over two numbers of the claim, its axes named.

    At every pair of values the other numbers and laws are those of the best candidates.

    Raises:
        ClaimError: a name is no number of the claim that can be chosen freely.
    """
    claim = _claim(claim)
    limit = Budget.of(seconds)
    for space, pool in searched(claim, limit, seed):
        places = [i for n in names for i, c in enumerate(space.coordinates) if c.name.name == n]
        if len(places) == 2:
            _draw(space, pool, (places[0], places[1]), path)
            return
    free = sorted({c.name.name for space in spaces(claim) for c in space.coordinates})
    raise ClaimError(
        f"{' and '.join(names)} cannot both be chosen freely",
        part=names[0],
        remedy=f"free numbers of this claim: {', '.join(free) or 'none'}",
    )


def _claim(claim: str | Claim | Theorem) -> Claim:
    if isinstance(claim, Theorem):
        return claim.claim
    return claim_from_text(claim) if isinstance(claim, str) else claim


def _limits(space: Space, best: Array) -> Iterator[str]:
    """The numbers along which the slack falls steadily to nearly nothing."""
    for place, coordinate in enumerate(space.coordinates):
        for sign in (-1.0, 1.0):
            moved = np.repeat(best[None, :], len(STEPS), axis=0)
            moved[:, place] = sign * NEAR_ENDS * STEPS
            slacks = -safe_score(space, moved)
            falling = bool((np.diff(slacks) < 0).all()) and slacks[-1] > -NOTHING
            if falling and slacks[-1] < SMALL and slacks[-1] < slacks[0] / 4:
                values = coordinate.values(moved[:, place])
                yield f"slack {slacks[-1]:.3g} and falling as {_direction(coordinate, values)}"


def _direction(coordinate: Coordinate, values: Array) -> str:
    low, high = float(coordinate.domain.lower), float(coordinate.domain.upper)
    end = low if values[-1] < values[0] else high
    shown = "oo" if end == np.inf else "-oo" if end == -np.inf else f"{end:g}"
    return f"{coordinate.name} -> {shown}"


def _draw(space: Space, pool: Array, places: tuple[int, int], path: Path) -> None:
    with from_extras():
        from matplotlib.figure import Figure

    axes = [space.coordinates[place] for place in places]
    grids = [np.linspace(-REACH, REACH, CELLS) for _ in places]
    smallest = np.full((CELLS, CELLS), np.inf)
    cells = np.stack(np.meshgrid(*grids, indexing="ij"), axis=-1).reshape(-1, 2)
    for candidate in pool:
        rows = np.repeat(candidate[None, :], len(cells), axis=0)
        rows[:, list(places)] = cells
        blocks = np.array_split(rows, 1 + len(rows) // BLOCK)
        values = np.concatenate([safe_score(space, block) for block in blocks])
        found = np.where(values <= INFEASIBLE, np.inf, -values).reshape(CELLS, CELLS)
        smallest = np.minimum(smallest, found)
    figure = Figure(figsize=(6.4, 4.8), layout="constrained")
    plot = figure.subplots()
    shown = np.where(np.isfinite(smallest), smallest, np.nan)
    x, y = (c.values(g) for c, g in zip(axes, grids, strict=True))
    image = plot.pcolormesh(x, y, shown.T, shading="nearest")
    for set_scale, values in ((plot.set_xscale, x), (plot.set_yscale, y)):
        if (values > 0).all() and values[-1] > 50 * values[0]:
            set_scale("log")
    plot.set_xlabel(axes[0].name.name)
    plot.set_ylabel(axes[1].name.name)
    figure.colorbar(image, label="smallest relative slack found")
    plot.set_title(f"{space.label}; found in floats, no proof", fontsize=9)
    figure.savefig(path, dpi=150)


def _shown(values: tuple[float, ...]) -> str:
    inside = ", ".join(f"{v:.6g}" for v in values)
    return inside if len(values) == 1 else f"({inside})"


__all__ = [
    "FamilySlack",
    "Slackness",
    "family_slack",
    "heat_map",
    "searched",
    "slack",
    "slack_from_seeds",
]
