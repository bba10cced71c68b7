"""``dpsym slack``: how close a claim comes to failing."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import click

from dpsym.cli import options, targets
from dpsym.cli.complaints import UsageFaultError, printable
from dpsym.cli.destinations import check_file
from dpsym.cli.output import check_time
from dpsym.errors import DpsymError


@click.argument("claim", metavar="CLAIM|NAME")
@options.budget(10.0, "Time to use.")
@click.option(
    "--seed",
    type=int,
    default=20160506,
    show_default=True,
    metavar="N",
    help="Where the search begins.",
)
@click.option(
    "--seeds", type=int, metavar="N", help="A long search: fixed effort from N seeds, in units."
)
@click.option(
    "--jobs",
    type=int,
    default=1,
    show_default=True,
    metavar="N",
    help="Processes of a long search.",
)
@click.option("--cluster", metavar="ADDRESS", help="Dask scheduler of a long search.")
@click.option(
    "--resume", type=options.PATH, metavar="FILE", help="Where a long search keeps its units."
)
@click.option("--heat-map", metavar="X,Y", help="Two numbers over which to draw the slack.")
@click.option(
    "--output",
    type=options.PATH,
    default=Path("slack.png"),
    show_default=True,
    metavar="FILE",
    help="Where to write the heat map.",
)
@options.as_json
def slack(
    claim: str,
    *,
    budget: float,
    seed: int,
    seeds: int | None,
    jobs: int,
    cluster: str | None,
    resume: Path | None,
    heat_map: str | None,
    output: Path,
    as_json: bool,
) -> None:
    """Look in floats for the smallest slack of a claim, and for what makes it go to zero.

    The slack is the difference of the two sides relative to their sum. What this prints is no
    proof; it says where to look.

    \b
    Examples:
      dpsym slack "PureDP(M, eps) => ZCDP(M, eps**2/2)"
      dpsym slack "ZCDP(GaussianMechanism(1, s), rho) => ApproxDP(GaussianMechanism(1, s),
                   rho + 2*sqrt(rho*log(1/delta)), delta) for delta in (0, 1)" --heat-map s,delta
      dpsym slack bs16.prop_1_3 --seeds 50 --cluster tcp://HOST:8786 --resume FILE

    \b
    Exit status:
      0 looked   2 not well formed, no candidates, or bad usage
    """  # noqa: D301 - \b keeps the lines of a paragraph apart
    from dpsym import slackness
    from dpsym.language.parser import parse_claim

    check_time(budget, jobs)
    if seeds is None and (cluster or resume):
        raise UsageFaultError("--cluster and --resume are for long searches; add --seeds N")
    if seeds is not None and seeds < 1:
        raise UsageFaultError(f"--seeds {seeds}: there must be at least one")
    selection = targets.select([claim])
    if not selection.single:
        raise UsageFaultError(f"{printable(claim)!r} names several claims; give one")
    target = selection.targets[0]
    meant = target.theorem() or parse_claim(target.text)
    names = None if heat_map is None else tuple(name.strip() for name in heat_map.split(","))
    if names is not None and (len(names) != 2 or names[0] == names[1]):
        raise UsageFaultError(f"--heat-map {printable(heat_map or '')}: name two numbers, as eps,q")
    check_file("--resume", resume)
    check_file("--output", output if names is not None else None)
    share = budget if names is None else budget / 2
    try:
        if seeds is None:
            found = slackness.slack(meant, seconds=share, seed=seed, report=_reporter())
        else:
            found = slackness.slack_from_seeds(
                meant, seeds, path=resume, address=cluster, jobs=jobs, report=_reporter()
            )
        if names is not None:
            slackness.heat_map(meant, (names[0], names[1]), output, seconds=share, seed=seed)
    except DpsymError as error:
        raise UsageFaultError(printable(str(error))) from None
    except OSError as error:
        raise UsageFaultError(f"--output {output}: {error.strerror}") from None
    click.echo(json.dumps(found.to_json(), indent=2) if as_json else found.text())


def _reporter() -> Callable[[str, float], None] | None:
    """What shows progress, where a terminal shows standard error."""
    if not sys.stderr.isatty():
        return None
    return lambda label, best: click.echo(f"{best:12.6g}  {label}", err=True)


def register(application: click.Group) -> None:
    """Add the command to the command line."""
    application.command(short_help="Look for where a claim is tight.")(slack)
