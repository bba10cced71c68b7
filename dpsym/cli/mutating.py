"""``dpsym mutate``: what becomes of claims that differ in one place."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from dpsym.cli import targets
from dpsym.cli.complaints import UsageFaultError
from dpsym.cli.output import check_time
from dpsym.cli.running import each
from dpsym.cli.targets import Target

if TYPE_CHECKING:
    from dpsym.mutation import MutationReport


@dataclass(frozen=True, slots=True)
class _Row:
    """A report in a form that travels between processes."""

    text: str
    data: dict[str, object]
    refuted: int
    left: int


def mutate(
    arguments: Annotated[
        list[str],
        typer.Argument(metavar="CLAIM|NAME|PATH", show_default=False, help="What to change."),
    ],
    *,
    budget: Annotated[float, typer.Option(metavar="SECONDS", help="Time for each mutant.")] = 10.0,
    limit: Annotated[
        int | None, typer.Option(metavar="N", help="At most so many mutants of each claim.")
    ] = None,
    jobs: Annotated[int, typer.Option(metavar="N", help="Processes to use.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Change claims in one place at a time and decide what is left.

    Constants and bounds move by 1, 5 and 20 percent; exponents move; terms, factors and
    hypotheses are dropped; laws, parameters and quantifiers change places. The number printed is
    the share of refuted mutants among those that could not be proved.

    \b
    Examples:
      dpsym mutate bs16.prop_1_3
      dpsym mutate vw21 --limit 12 --jobs 2
      dpsym mutate "KL(P, Q) >= 2*TotalVariation(P, Q)**2"

    \b
    Exit status:
      0 decided as far as it went   2 not well formed, or bad usage
    """  # noqa: D301 - \b keeps the lines of a paragraph apart
    check_time(budget, jobs)
    if limit is not None and limit < 1:
        raise UsageFaultError(f"--limit {limit}: ask for at least one mutant")
    chosen = targets.select(arguments).targets
    rows = []
    for row in each(partial(_row, budget=budget, limit=limit), chosen, jobs=jobs):
        rows.append(row)
        if not as_json:
            typer.echo(row.text)
    if as_json:
        typer.echo(json.dumps([row.data for row in rows], indent=2))
    elif len(rows) > 1:
        refuted, left = sum(r.refuted for r in rows), sum(r.left for r in rows)
        share = refuted / left if left else 1.0
        typer.echo(
            f"{refuted} of {left} mutants that are not provably true are refuted: {share:.1%}"
        )


def _row(target: Target, *, budget: float, limit: int | None) -> _Row:
    from dpsym import mutation
    from dpsym.language.parser import parse_claim

    meant = target.theorem() or parse_claim(target.text)
    report: MutationReport = mutation.mutate(meant, budget=budget, limit=limit)
    left = len(report.fates) - report.count("proved")
    return _Row(report.text(), report.to_json(), report.count("refuted"), left)


def register(application: typer.Typer) -> None:
    """Add the command to the command line."""
    application.command(short_help="Decide claims that differ in one place.")(mutate)


__all__ = ["mutate", "register"]
