"""How the commands print: colours, bars, and what a pipe gets instead of them."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar

import click

from dpsym.cli.complaints import UsageFaultError

if TYPE_CHECKING:
    from rich.console import Console

Item = TypeVar("Item")


def console(*, no_color: bool) -> Console:
    """The console that prints to standard output; a pipe gets plain text from it."""
    from rich.console import Console

    class Told(Console):
        def on_broken_pipe(self) -> None:
            """Raise what it is; rich would end with the status 1, which says refuted."""
            raise BrokenPipeError

    return Told(no_color=no_color or None, soft_wrap=True, markup=False, highlight=False)


def tell(written: str, *, colours: Mapping[str, int], out: Console | None, no_color: bool) -> None:
    """Write lines whose first word has a colour, to the console where one shows a bar.

    ``colours`` are those of a terminal, by the words.
    """
    from_environment = os.environ.get
    wanted = sys.stdout.isatty() and from_environment("TERM") != "dumb"
    plain = no_color or bool(from_environment("NO_COLOR"))
    if not plain and (wanted or from_environment("FORCE_COLOR")):
        for word, colour in colours.items():
            if written.startswith(word):
                written = f"\x1b[1;{colour}m{word}\x1b[0m{written.removeprefix(word)}"
    if out is None:
        click.echo(written, color=True)
    else:
        from rich.text import Text

        out.print(Text.from_ansi(written))


def tracked(
    items: Iterable[Item],
    total: int,
    *,
    out: Console | None = None,
    quiet: bool = False,
    doing: str = "Deciding",
) -> Iterator[Item]:
    """The same, with a bar and the time left where a terminal shows standard error.

    There is none for fewer than two, nor for who wants it quiet.
    """
    if quiet or total < 2 or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
    )

    from dpsym.cli.time_left import TimeLeftColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeLeftColumn(),
    )
    # On one screen, the console that prints the verdicts must know of the bar.
    screen = out if out is not None and out.is_terminal else Console(stderr=True)
    # Claims differ: the pace of the last half minute tells little of those to come.
    whole = math.inf
    with Progress(
        *columns, console=screen, transient=True, speed_estimate_period=whole
    ) as progress:
        yield from progress.track(items, total=total, description=doing)


def check_time(budget: float, jobs: int = 1) -> None:
    """Refuse a time or a number of processes that means nothing.

    Raises:
        UsageFaultError: the budget is not a positive number, or there is no process.
    """
    if not (math.isfinite(budget) and budget > 0):
        remedy = "the time must be positive and finite; give it in seconds"
        raise UsageFaultError(f"--budget {budget:g}: {remedy}")
    if jobs < 1:
        raise UsageFaultError(f"--jobs {jobs}: there must be at least one process")
