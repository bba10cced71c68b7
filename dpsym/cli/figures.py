"""The command that draws the figures of Kairouz, Oh and Viswanath 2015."""

from __future__ import annotations

from pathlib import Path

import click

from dpsym.cli import options
from dpsym.cli.destinations import make_folder


@click.argument("folder", type=options.PATH, metavar="DIR")
def figures(
    folder: Path,
) -> None:
    """Draw the privacy regions of optimal composition: Figures 1 to 3 of its paper.

    Each is written as PDF and as PNG. Every line is computed from the exact composition theorem.

    \b
    Example:
      dpsym figures .
    """  # noqa: D301 - \b keeps the lines of a paragraph apart
    make_folder("DIR", folder)
    from dpsym.accounting.figures import write_figures

    for path in write_figures(folder):
        click.echo(path)


def register(application: click.Group) -> None:
    """Add this command to the command line."""
    application.command(short_help="Draw the figures of optimal composition.")(figures)
