"""``dpsym slack``: how close a claim comes to failing."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from dpsym.cli import targets
from dpsym.cli.complaints import UsageFaultError, printable
from dpsym.cli.output import check_time
from dpsym.errors import ClaimError


def slack(
    claim: Annotated[
        str, typer.Argument(metavar="CLAIM|NAME", show_default=False, help="A claim.")
    ],
    *,
    budget: Annotated[float, typer.Option(metavar="SECONDS", help="Time to use.")] = 10.0,
    seed: Annotated[int, typer.Option(metavar="N", help="Where the search begins.")] = 20160506,
    heat_map: Annotated[
        str | None,
        typer.Option(metavar="X,Y", help="Two numbers over which to draw the slack."),
    ] = None,
    output: Annotated[
        Path, typer.Option(metavar="FILE", help="Where to write the heat map.")
    ] = Path("slack.png"),
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Look in floats for the smallest slack of a claim, and for what makes it go to zero.

    The slack is the difference of the two sides relative to their sum. What this prints is no
    proof; it says where to look.

    \b
    Examples:
      dpsym slack "PureDP(M, eps) => ZCDP(M, eps**2/2)"
      dpsym slack "ZCDP(GaussianMechanism(1, s), rho) => ApproxDP(GaussianMechanism(1, s),
                   rho + 2*sqrt(rho*log(1/delta)), delta) for delta in (0, 1)" --heat-map s,delta

    \b
    Exit status:
      0 looked   2 not well formed, no candidates, or bad usage
    """  # noqa: D301 - \b keeps the lines of a paragraph apart
    from dpsym import slackness
    from dpsym.language.parser import parse_claim

    check_time(budget)
    selection = targets.select([claim])
    if not selection.single:
        raise UsageFaultError(f"{printable(claim)!r} names several claims; give one")
    target = selection.targets[0]
    meant = target.theorem() or parse_claim(target.text)
    names = None if heat_map is None else tuple(name.strip() for name in heat_map.split(","))
    if names is not None and len(names) != 2:
        raise UsageFaultError(f"--heat-map {printable(heat_map or '')}: name two numbers, as eps,q")
    try:
        found = slackness.slack(meant, seconds=budget, seed=seed, report=_reporter())
        if names is not None:
            slackness.heat_map(meant, (names[0], names[1]), output, seconds=budget, seed=seed)
    except ClaimError as error:
        raise UsageFaultError(printable(str(error))) from None
    except OSError as error:
        raise UsageFaultError(f"--output {output}: {error.strerror}") from None
    typer.echo(json.dumps(found.to_json(), indent=2) if as_json else found.text())


def _reporter() -> Callable[[str, float], None] | None:
    """What shows progress, where a terminal shows standard error."""
    if not sys.stderr.isatty():
        return None
    return lambda label, best: typer.echo(f"{best:12.6g}  {label}", err=True)


def register(application: typer.Typer) -> None:
    """Add the command to the command line."""
    application.command(short_help="Look for where a claim is tight.")(slack)


__all__ = ["register", "slack"]
