"""The commands that explore: the best constant, the tighter claim, the proof in words."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import click
from click.exceptions import Exit

from dpsym.cli import options, targets
from dpsym.cli.complaints import UsageFaultError, point_at, printable
from dpsym.errors import ClaimError

if TYPE_CHECKING:
    from dpsym.language.claim import Claim
    from dpsym.statement import Theorem

_STATUS = {"proved": 0, "refuted": 1, "undecided": 3}
_ROUGH = 3


@click.argument("claim", metavar="CLAIM")
@click.option("--for", "name", required=True, metavar="NAME", help="The constant.")
@options.budget(120.0, "Time to use.")
@options.as_json
def tighten(
    claim: str,
    *,
    name: str,
    budget: float,
    as_json: bool,
) -> None:
    """Find the best constant of a claim: one that is proved, next to one that is refuted.

    The constant ranges over [0, oo) where the claim gives it no domain. Whether the least or the
    greatest one is sought follows from the claim.

    \b
    Examples:
      dpsym tighten "PureDP(M, eps) => ZCDP(M, c*eps**2)" --for c
      dpsym tighten "KL(P, Q) >= c*TotalVariation(P, Q)**2" --for c

    \b
    Exit status:
      0 the enclosure is at most 1e-6 wide (of constants above one, relatively)
      3 it is wider, or it was not proved that the claim is monotone in the constant
      2 not well formed, or bad usage
    """  # noqa: D301 - \b keeps the lines of a paragraph apart
    from dpsym import tightening

    _check_budget(budget)
    try:
        found = tightening.tighten(claim, name, budget=budget)
    except ClaimError as error:
        raise UsageFaultError(printable(str(error)), point_at(claim, error)) from None
    click.echo(json.dumps(found.to_json(), indent=2) if as_json else found.text())
    raise Exit(0 if found.sharp else _ROUGH)


@click.argument("first", shell_complete=targets.complete, metavar="CLAIM|NAME")
@click.argument("second", shell_complete=targets.complete, metavar="CLAIM|NAME")
@options.budget(60.0, "Time to use.")
@options.as_json
def compare(
    first: str,
    second: str,
    *,
    budget: float,
    as_json: bool,
) -> None:
    """Compare two claims that say the same with different bounds: where which is tighter.

    \b
    Example:
      dpsym compare "PureDP(M, eps) => ZCDP(M, eps**2/2)" \\
                    "PureDP(M, eps) => ZCDP(M, eps*tanh(eps/2))"

    \b
    Exit status:
      0 compared   2 not well formed, not comparable, or bad usage
    """  # noqa: D301
    from dpsym import comparing

    _check_budget(budget)
    left, right = _meant(first), _meant(second)
    try:
        found = comparing.compare(left, right, budget=budget)
    except ClaimError as error:
        raise UsageFaultError(printable(str(error)), point_at(second, error)) from None
    click.echo(json.dumps(found.to_json(), indent=2) if as_json else found.text())


@click.argument("claim", shell_complete=targets.complete, metavar="CLAIM|NAME")
@click.option("--latex", is_flag=True, help="Print LaTeX; it needs amsmath, amssymb and graphicx.")
@click.option("--full", is_flag=True, help="Tell routine obligations too.")
@options.budget(60.0, "Time to use.")
def explain(
    claim: str,
    *,
    latex: bool,
    full: bool,
    budget: float,
) -> None:
    """Decide one claim and explain the verdict: the idea, then numbered steps.

    \b
    Examples:
      dpsym explain bs16.prop_1_4
      dpsym explain "PureDP(M, eps) => ZCDP(M, eps**2/2)" --latex

    \b
    Exit status:
      0 proved   1 refuted   3 undecided   2 not well formed, or bad usage
    """  # noqa: D301
    from dpsym import explaining
    from dpsym.checking import check

    _check_budget(budget)
    verdict = check(_meant(claim), budget=budget)
    click.echo(explaining.explain(verdict, latex=latex, full=full))
    raise Exit(_STATUS[verdict.kind])


def register(application: click.Group) -> None:
    """Add these commands to the command line."""
    application.command(short_help="Find the best constant of a claim.")(tighten)
    application.command(short_help="Compare the bounds of two claims.")(compare)
    application.command(short_help="Explain the verdict on a claim.")(explain)


def _meant(argument: str) -> Claim | Theorem:
    """The one claim that an argument gives as text or by name."""
    from dpsym.language.parser import parse_claim

    selection = targets.select([argument])
    if not selection.single:
        raise UsageFaultError(f"{printable(argument)!r} names several claims; give one")
    target = selection.targets[0]
    return target.theorem() or parse_claim(target.text)


def _check_budget(budget: float) -> None:
    if not (math.isfinite(budget) and budget > 0):
        remedy = "the time must be positive and finite; give it in seconds"
        raise UsageFaultError(f"--budget {budget:g}: {remedy}")
