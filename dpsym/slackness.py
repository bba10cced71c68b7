"""How close a claim comes to failing, and where: looked for in floats, and no proof of anything.

The slack of a claim at a point is the difference of the two sides of its tightest conclusion,
relative to the size of their terms: zero where they are equal, negative where the claim fails,
none where both are zero. Every family of candidates that the search knows is sampled and improved,
up to the ends of the domains. From the tightest points each number is moved to the ends of its
domain, and laws toward each other, which shows along what the slack goes to zero. Balls say what
the slack is wherever they can, for near those ends floats only see noise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpsym import plots
from dpsym.acceptance import accepted
from dpsym.arguments import positive_seconds, whole_number
from dpsym.cluster import Unit, expect_fields, gathered
from dpsym.errors import ClaimError
from dpsym.language.claim import Claim
from dpsym.language.families import refuse_families
from dpsym.language.parser import parse_claim
from dpsym.language.tables import aligned, table
from dpsym.obstacles import unsatisfiable
from dpsym.provers.prover import Budget
from dpsym.provers.search import search
from dpsym.provers.search.closest import named, searched
from dpsym.provers.search.families import spaces
from dpsym.provers.search.space import Space
from dpsym.provers.search.tightest import NOTHING, Approach, over, tightest
from dpsym.provers.stopping import OverrunError, stopping
from dpsym.statement import Theorem, as_claim
from dpsym.verdict import Refuted, Witness

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SEED = 20160506
_MOST_SEEDS = 10**6
NOISE, CERTIFYING, LOOKING = 1e-6, 3.0, 0.85
"""A failure in floats that the search cannot certify in these seconds is rounding; they are left
when this part of the time is gone."""

Report = Callable[[str, float], None]


@dataclass(frozen=True, slots=True)
class FamilySlack:
    """The smallest slack of one family of candidates.

    Attributes:
        label: what the candidates are.
        slack: the smallest one found; negative where the claim fails in floats.
        point: where, the numbers and the masses of laws, in floats.
        limits: along what the slack goes to zero, in words.
        certain: whether balls say what the slack at the point is; else floats.
        paths: the slacks on the way from there to the ends of domains, and as laws come together.
    """

    label: str
    slack: float
    point: Mapping[str, tuple[float, ...]]
    limits: tuple[str, ...] = ()
    certain: bool = False
    paths: tuple[Approach, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The family as JSON data."""
        return {
            "family": self.label,
            "slack": self.slack,
            "point": {name: list(values) for name, values in self.point.items()},
            "limits": list(self.limits),
            "certain": self.certain,
            "paths": [asdict(path) for path in self.paths],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> FamilySlack:
        """The family that :meth:`to_json` wrote."""
        paths = (
            Approach(p["toward"], tuple(p["slacks"]), tuple(p["places"]), p["attained"])
            for p in data["paths"]
        )
        point = {name: tuple(values) for name, values in data["point"].items()}
        limits = tuple(data["limits"])
        return cls(data["family"], data["slack"], point, limits, data["certain"], tuple(paths))


_WRITTEN = ("family", "slack", "point", "limits", "certain", "paths")


@dataclass(frozen=True, slots=True)
class Slackness:
    """The smallest slack of each family, the tightest first.

    Attributes:
        claim: the claim.
        families: those of which candidates could be evaluated.
        seed: what the search began with.
        seeds: from how many seeds it was made, of which this is the first.
    """

    claim: Claim
    families: tuple[FamilySlack, ...]
    seed: int
    seeds: int = 1

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
        last = self.seed + self.seeds - 1
        seeds = f"seed {last}" if self.seeds == 1 else f"seeds {self.seed} to {last}"
        return [*rows, ("note", f"found in floats with {seeds}; this proves nothing")]

    def text(self) -> str:
        """The finding for a reader."""
        return aligned(f"Slack      {self.claim.text}", self.rows())

    def _repr_html_(self) -> str:
        return table(self.claim.text, self.rows()) + plots.embedded(self.plot)

    def plot(self) -> Figure | None:
        """The slack of the tightest family on the ways to the ends; None where there is no way.

        Raises:
            MissingDependencyError: matplotlib is not installed.
        """
        shown = [path for path in self.families[0].paths if any(s > 0 for s in path.slacks)]
        panels = [
            plots.Panel(
                (plots.Line("", path.places, path.slacks),), path.toward, "slack", logarithmic=True
            )
            for path in shown
        ]
        return plots.drawn(panels, f"{self.families[0].label}; no proof")

    __str__ = __repr__ = text

    def to_json(self) -> dict[str, Any]:
        """The finding as JSON data."""
        return {
            "claim": self.claim.text,
            "smallest": self.smallest,
            "tight": self.tight,
            "proof": False,
            "seed": self.seed,
            "seeds": self.seeds,
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

    It takes about ``seconds`` of processor time at most.

    ``report`` is told each family with the smallest slack so far.

    Raises:
        ClaimError: no family of candidates can be evaluated for the claim, or the seed is negative.

    >>> found = slack("KL(P, Q) >= 2*TotalVariation(P, Q)**2", seconds=4)
    >>> abs(found.smallest) < 1e-3
    True
    """
    claim = _claim(claim)
    seed = whole_number("seed", seed, 0)
    whole = Budget.of(positive_seconds("seconds", seconds))
    every = list(spaces(claim))
    limit = whole.share(LOOKING)
    families: list[FamilySlack] = []
    for place, space in enumerate(every):
        family = _family(space, limit.share(1 / (len(every) - place)), seed)
        if family is None:
            continue
        families.append(family)
        if report is not None:
            report(space.label, min(family.slack for family in families))
    return _report(claim, families, seed, whole)


def family_slack(unit: Unit) -> dict[str, Any] | None:
    """The smallest slack of one family from one seed, as data: a pure function of its unit.

    A unit has ``claim``, the text; ``seed``; and ``family``, the place of the family in the order
    of the search. There is None where the family cannot be evaluated.
    """
    space = list(spaces(parse_claim(unit["claim"])))[unit["family"]]
    family = _family(space, Budget.of(inf), unit["seed"])
    return None if family is None else family.to_json()


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
    seeds = whole_number("seeds", seeds, 1, most=_MOST_SEEDS)
    count = len(list(spaces(claim)))
    units: list[Unit] = [
        {"claim": claim.text, "seed": seed, "family": family, "sought": "slack"}
        for family in range(count)
        for seed in range(seeds)
    ]
    told = None if report is None else lambda done, total: report(f"units of {total}", float(done))
    found = gathered(family_slack, units, path=path, address=address, jobs=jobs, progress=told)
    best: dict[str, dict[str, Any]] = {}
    for data in (data for data in found if data is not None):
        expect_fields(data, _WRITTEN, path)
        known = best.setdefault(data["family"], data)
        best[data["family"]] = min(known, data, key=lambda d: float(d["slack"]))
    families = [FamilySlack.from_json(data) for data in best.values()]
    return replace(_report(claim, families, 0, Budget.of(inf)), seeds=seeds)


def _report(claim: Claim, families: list[FamilySlack], seed: int, limit: Budget) -> Slackness:
    families = _without_noise(claim, families, limit)
    if nothing := unsatisfiable(claim, Budget.of(1.0)):
        raise ClaimError(
            f"nothing satisfies {nothing}",
            part=nothing,
            remedy="a claim about nothing has no slack; leave hypotheses out",
        )
    if not families:
        spent = " in the time" if limit.remaining() < inf else ""
        raise ClaimError(
            f"no relative slack is found{spent} for {claim.text}",
            part=claim.text,
            remedy="there is none where both sides are 0 everywhere; the search knows finite, "
            "normal, Laplace and geometric laws",
        )
    return Slackness(claim, tuple(sorted(families, key=lambda family: family.slack)), seed)


def _family(space: Space, limit: Budget, seed: int) -> FamilySlack | None:
    """The smallest slack of one family; None where it cannot be evaluated."""
    found = tightest(space, limit, seed)
    if found is None:
        return None
    limits = tuple(path.limit for path in found.paths if path.limit)
    point = named(space, found.candidate)
    return FamilySlack(space.label, found.slack, point, limits, found.certain, found.paths)


def _without_noise(claim: Claim, families: list[FamilySlack], limit: Budget) -> list[FamilySlack]:
    """The families; where the kernel recomputes no failure in floats, none of them shows one."""
    if all(family.slack >= 0 or family.certain for family in families):
        return families
    seconds = min(CERTIFYING, limit.remaining())
    with suppress(OverrunError), stopping(seconds):
        found = search.attempt(claim, Budget.of(seconds))
        if isinstance(found, Witness) and accepted(Refuted(claim, witness=found)).kind == "refuted":
            return families
    return [
        family if family.certain else replace(family, slack=max(family.slack, 0.0))
        for family in families
        if family.slack > -NOISE or family.certain
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
    seed = whole_number("seed", seed, 0)
    limit = Budget.of(seconds)
    for space, pool in searched(claim, limit.share(0.5), seed):
        places = [i for n in names for i, c in enumerate(space.coordinates) if c.name.name == n]
        if len(places) == 2:
            axes, smallest = over(space, pool, places, limit)
            label = f"{space.label}; found in floats, no proof"
            plots.field(names, axes, smallest, "smallest relative slack found", label, path)
            return
    free = sorted({c.name.name for space in spaces(claim) for c in space.coordinates})
    raise ClaimError(
        f"{' and '.join(names)} cannot both be chosen freely",
        part=names[0],
        remedy=f"free numbers of this claim: {', '.join(free) or 'none'}",
    )


def _claim(claim: str | Claim | Theorem) -> Claim:
    found = as_claim(claim)
    refuse_families(found, "slack")
    return found


def _shown(values: tuple[float, ...]) -> str:
    inside = ", ".join(f"{v:.6g}" for v in values)
    return inside if len(values) == 1 else f"({inside})"
