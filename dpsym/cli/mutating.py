"""``dpsym mutate``: what becomes of claims that differ in one place."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from dpsym.cli import options, targets
from dpsym.cli.complaints import UsageFaultError, printable
from dpsym.cli.destinations import check_file
from dpsym.cli.output import check_time
from dpsym.cli.running import each
from dpsym.cli.targets import Target
from dpsym.errors import DpsymError

COUNTED = ("refuted", "proved", "undefined", "surviving")
FIELDS = ("text", "name", "score", *COUNTED, "mutants")


@click.argument("arguments", nargs=-1, required=True, metavar="CLAIM|NAME|PATH...")
@options.budget(10.0, "Time for each mutant.")
@click.option("--limit", type=int, metavar="N", help="At most so many mutants of each claim.")
@options.jobs
@click.option("--cluster", metavar="ADDRESS", help="Send the claims to a Dask scheduler.")
@click.option(
    "--resume", type=options.PATH, metavar="FILE", help="Where claims that are done are kept."
)
@options.as_json
def mutate(
    arguments: tuple[str, ...],
    *,
    budget: float,
    limit: int | None,
    jobs: int,
    cluster: str | None,
    resume: Path | None,
    as_json: bool,
) -> None:
    """Change claims in one place at a time and decide what is left.

    Constants and bounds move by 5, 20 and 1 percent; exponents move; terms and factors are
    dropped; hypotheses are dropped or weakened; laws, parameters and quantifiers change places.
    What follows from the claim itself is proved, what fails where another mutant failed refuted;
    the rest is decided. The number printed is the share of refuted mutants among those that could
    not be proved, without those that have no value at some point. With --limit the kinds of change
    take turns.

    \b
    Examples:
      dpsym mutate bs16.prop_1_3
      dpsym mutate bs16 --limit 8 --jobs 2 --resume mutants.jsonl
      dpsym mutate "KL(P, Q) >= 2*TotalVariation(P, Q)**2"

    \b
    Exit status:
      0 decided as far as it went   2 not well formed, or bad usage
    """  # noqa: D301 - \b keeps the lines of a paragraph apart
    check_time(budget, jobs)
    if limit is not None and limit < 1:
        raise UsageFaultError(f"--limit {limit}: ask for at least one mutant")
    check_file("--resume", resume)
    effort = {"budget": budget, "limit": limit}
    units = [_unit(target) | effort for target in targets.select(arguments).targets]
    reports = []
    for report in _reports(units, jobs=jobs, cluster=cluster, resume=resume):
        reports.append(report)
        if not as_json:
            click.echo(report.pop("text"))
    if as_json:
        data = [{key: report[key] for key in report if key != "text"} for report in reports]
        click.echo(json.dumps(data, indent=2))
    elif len(reports) > 1:
        click.echo(_total(reports))


def _unit(target: Target) -> dict[str, Any]:
    from dpsym.language.families import refuse_families
    from dpsym.language.parser import parse_claim

    try:
        theorem = target.theorem()
        refuse_families(theorem.claim if theorem else parse_claim(target.text), "mutation")
    except DpsymError as error:
        raise UsageFaultError(printable(str(error))) from None
    return {"text": target.text, "name": target.name, "path": target.path}


def _reports(
    units: Sequence[dict[str, Any]], *, jobs: int, cluster: str | None, resume: Path | None
) -> Iterator[dict[str, Any]]:
    """The reports as data, in the order of the claims, each as soon as that is possible."""
    from dpsym.cluster import expect_fields, gathered

    if cluster is None and resume is None:
        yield from each(mutated, units, jobs=jobs)
        return
    told = _progress if sys.stderr.isatty() else None
    try:
        found = gathered(mutated, units, path=resume, address=cluster, jobs=jobs, progress=told)
        for report in found:
            expect_fields(report, FIELDS, resume)
        yield from found
    except DpsymError as error:
        raise UsageFaultError(printable(str(error))) from None


def mutated(unit: dict[str, Any]) -> dict[str, Any]:
    """The report on the mutants of one claim as data, with its text."""
    from dpsym import library, mutation
    from dpsym.language.parser import parse_claim
    from dpsym.statement import Expectation

    target = Target(unit["text"], unit["name"], unit["path"])
    theorem = target.theorem()
    key = target.name.partition(".")[0]
    related = [
        other
        for other in (library.theorems() if theorem and not target.path else ())
        if other.name.startswith(f"{key}.") and other.expectation is Expectation.PROVED
    ]
    report = mutation.mutate(
        theorem or parse_claim(target.text),
        budget=unit["budget"],
        limit=unit["limit"],
        related=related,
    )
    return report.to_json() | {"text": report.text()}


def _progress(done: int, total: int) -> None:
    click.echo(f"\r{done} of {total}", err=True, nl=done == total)


def _total(reports: Sequence[dict[str, Any]]) -> str:
    """One line over all reports: how many mutants, and the number."""
    refuted, proved, undefined, surviving = (
        sum(report[verdict] for report in reports) for verdict in COUNTED
    )
    left = refuted + surviving
    shared = f": {1000 * refuted // left / 10:.1f}%" if left else ""
    return (
        f"{len(reports)} claims, {left + proved + undefined} mutants: {proved} still true, "
        f"{undefined} without a value somewhere; "
        f"{refuted} of the {left} others are refuted{shared}"
    )


def register(application: click.Group) -> None:
    """Add the command to the command line."""
    application.command(short_help="Decide claims that differ in one place.")(mutate)
