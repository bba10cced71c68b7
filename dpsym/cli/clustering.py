"""The options that send a run to a cluster and let it be resumed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import typer

from dpsym.cli.complaints import UsageFaultError, printable
from dpsym.cli.destinations import check_file
from dpsym.cli.running import Judgement, judge
from dpsym.cli.targets import Target
from dpsym.errors import DpsymError


@dataclass(frozen=True, slots=True)
class Way:
    """Where a run goes: so many processes here, or a scheduler; and the file that it can resume."""

    jobs: int
    cluster: str | None
    resume: Path | None


def judged(targets: Sequence[Target], budget: float, way: Way, *, certify: bool) -> list[Judgement]:
    """The verdicts in the order of the claims, once all are there.

    Raises:
        UsageFaultError: the scheduler is not there or was lost, or the file is of something else;
            what was decided is in the file.
    """
    from dpsym.cluster import gathered

    path = way.resume
    check_file("--resume", path)
    units = [asdict(target) | {"budget": budget, "certify": certify} for target in targets]
    told = _progress if sys.stderr.isatty() else None
    try:
        found = gathered(
            judge_unit, units, path=path, address=way.cluster, jobs=way.jobs, progress=told
        )
    except DpsymError as error:
        raise UsageFaultError(printable(str(error))) from None
    return [Judgement(**data) for data in found]


def judge_unit(unit: dict[str, Any]) -> dict[str, Any]:
    """The judgement on one claim as data."""
    target = Target(unit["text"], unit["name"], unit["path"])
    return asdict(judge(target, unit["budget"], certify=unit["certify"]))


def _progress(done: int, total: int) -> None:
    typer.echo(f"\r{done} of {total}", err=True, nl=done == total)


__all__ = ["Way", "judge_unit", "judged"]
