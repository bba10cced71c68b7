"""The options that send a run to a cluster, let it be resumed, and let it go on for long."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpsym.cli.complaints import UsageFaultError, printable
from dpsym.cli.destinations import check_file
from dpsym.cli.running import Judgement, judgement, verdict_on
from dpsym.cli.targets import Target
from dpsym.errors import ClaimError, DpsymError

if TYPE_CHECKING:
    from dpsym.language.claim import Claim
    from dpsym.verdict import Verdict

TIMES = re.compile(
    r"(\n  time +|  ?\(?)\d+\.\d\d s(, \d+\.\d\d s of processor( \(found before\))?)?\)?(?=\n|$)"
)
"""What a verdict in words says of its times."""


@dataclass(frozen=True, slots=True)
class Way:
    """Where a run goes, and how far.

    Attributes:
        jobs: processes here.
        cluster: the address of a scheduler.
        resume: the file that the run can resume.
        seeds: from how many seeds a counterexample is sought where a claim stays undecided.
        boxes: into how many parts its box is cut.
    """

    jobs: int
    cluster: str | None
    resume: Path | None
    seeds: int = 0
    boxes: int = 0

    def __post_init__(self) -> None:
        for option, value in (("seeds", self.seeds), ("boxes", self.boxes)):
            if value < 0:
                raise UsageFaultError(f"--{option} {value}: give a whole number from 1 on")

    @property
    def special(self) -> bool:
        """Whether a run has to be made in units."""
        return bool(self.cluster is not None or self.resume is not None or self.seeds or self.boxes)


def judged(
    targets: Sequence[Target],
    budget: float,
    way: Way,
    *,
    certify: bool,
    fresh: bool,
    seen: Callable[[Judgement], None],
) -> list[Judgement]:
    """The verdicts in the order of the claims, once all are there; ``seen`` is told each before.

    They are kept without their times, so that the file is the same however the run went. What the
    file and other machines say is believed only where the kernel accepts it here.

    Raises:
        UsageFaultError: the scheduler is not there or was lost, or the file is of something else,
            or what it says of a claim is not accepted; what was decided is in the file.
    """
    from dpsym.cluster import expect_fields, gathered

    path = way.resume
    check_file("--resume", path)
    effort = {"budget": budget} | ({"fresh": True} if fresh else {})
    units = [asdict(target) | effort for target in targets]
    told = _progress if sys.stderr.isatty() else None

    known: dict[int, Judgement] = {}
    asked = [asdict(target) for target in targets]

    def read(entry: Any) -> Judgement:
        if id(entry) not in known:
            expect_fields(entry, ("target", "found"), path)
            if entry["target"] not in asked:
                raise _not_accepted("a claim", path)
            known[id(entry)] = _read(entry, path, certify=certify)
        return known[id(entry)]

    try:
        data = gathered(
            judge_unit, units, path=path, address=way.cluster, jobs=way.jobs, progress=told,
            seen=lambda entry: seen(read(entry)),
        )  # fmt: skip
        found = list(map(read, data))
        for place, target in enumerate(targets):
            if data[place]["target"] != asked[place]:
                raise _not_accepted(target.name or target.text, path)
            if found[place].kind == "undecided":
                verdict = _at_length(target, way, units if path is not None else [])
                if verdict is not None:
                    told_of = judgement(target, verdict, certify=certify)
                    found[place] = Judgement(**_untimed(asdict(told_of)))
                    seen(found[place])
    except DpsymError as error:
        raise UsageFaultError(printable(str(error))) from None
    return found


def _at_length(target: Target, way: Way, before: list[dict[str, Any]]) -> Verdict | None:
    """A verdict from boxes or from a long search; None where neither was asked for."""
    from dpsym.bisection import decided_by_boxes
    from dpsym.longsearch import search_from_seeds
    from dpsym.provers.inequality import Inequality
    from dpsym.verdict import Undecided

    claim, verdict = _claim(target), None
    if way.boxes and Inequality().accepts(claim):
        verdict = decided_by_boxes(
            claim, way.boxes, path=way.resume, address=way.cluster, jobs=way.jobs,
            before=before, report=_shown(lambda share: f"{share:.4%} of the box decided"),
        )  # fmt: skip
        if not isinstance(verdict, Undecided):
            return verdict
    if way.seeds:
        shown = _shown(lambda slack: f"least relative slack so far {slack:.3g}")
        return search_from_seeds(
            claim, way.seeds, path=way.resume, address=way.cluster, jobs=way.jobs,
            before=before,
            report=None if shown is None else lambda d, t, slack, _: shown(d, t, slack),
        )  # fmt: skip
    return verdict


def _claim(target: Target) -> Claim:
    from dpsym.language.parser import parse_claim

    theorem = target.theorem()
    return parse_claim(target.text) if theorem is None else theorem.claim


def judge_unit(unit: dict[str, Any]) -> dict[str, Any]:
    """The verdict on one claim as data, without the times it took."""
    from dpsym.store import packed

    target = Target(unit["text"], unit["name"], unit["path"])
    found = packed(verdict_on(target, unit["budget"], fresh=unit.get("fresh", False)))
    for timed in (found, found["certificate"] or {}, *found["trail"]):
        timed |= {key: 0.0 for key in ("seconds", "processor") if key in timed}
    return {"target": asdict(target), "found": found}


def _read(entry: dict[str, Any], path: Path | None, *, certify: bool) -> Judgement:
    """The judgement on what :func:`judge_unit` found, if the kernel accepts it."""
    from dpsym.store import restored

    target = Target(**entry["target"])
    claim = _claim(target)
    verdict = restored(claim, entry["found"])
    if verdict is None:
        raise _not_accepted(target.name or claim.text, path)
    return Judgement(**_untimed(asdict(judgement(target, verdict, certify=certify))))


def _not_accepted(words: str, path: Path | None) -> ClaimError:
    return ClaimError(
        f"what {path or 'the cluster'} says of {words} is not accepted",
        part=str(path),
        remedy="remove that file, or name a new one",
    )


def _untimed(found: dict[str, Any]) -> dict[str, Any]:
    found["data"] |= {"seconds": 0.0, "processor": 0.0, "recalled": False}
    for attempt in found["data"]["trail"]:
        attempt["seconds"] = 0.0
    return found | {key: TIMES.sub("", found[key]) for key in ("text", "verbose", "line")}


def _progress(done: int, total: int) -> None:
    click.echo(f"\r{done} of {total}", err=True, nl=done == total)


def _shown(words: Callable[[float], str]) -> Callable[[int, int, float], None] | None:
    """What shows progress in units and in words, where a terminal shows standard error."""
    if not sys.stderr.isatty():
        return None
    return lambda done, total, value: click.echo(
        f"\r{done} of {total} units, {words(value)}   ", err=True, nl=done == total
    )
