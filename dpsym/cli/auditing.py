"""``dpsym audit``: whole libraries of numeric bounds, each function against its claim."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.exceptions import Exit

from dpsym.cli import options
from dpsym.cli.complaints import BAD_USAGE, INTERRUPTED, UsageFaultError, printable
from dpsym.cli.destinations import check_file
from dpsym.cli.output import check_time, console, tracked
from dpsym.confining import Bounds, each_confined
from dpsym.process import interruptible

if TYPE_CHECKING:
    from rich.console import Console

    from dpsym.audit.outcome import Row

_COLOURS = {
    "invalid": "red",
    "raised": "red",
    "slow": "red",
    "certified": "green",
    "loose": "green",
}
_START, _MULTIPLE, _MEMORY = 60, 5, 8 * 2**30
"""Seconds for importing a library, and how often the budget, before a process is stopped."""


@click.argument("sources", nargs=-1, metavar="[LIBRARY|FILE|MODULE]...")
@click.option(
    "--only",
    default="",
    show_default=True,
    metavar="TEXT",
    help="Only functions whose name contains this.",
)
@options.budget(2.0, "Time for each function.")
@click.option(
    "--within",
    type=float,
    default=1.05,
    show_default=True,
    metavar="FACTOR",
    help="Looser than so many times the truth is told.",
)
@options.jobs
@click.option(
    "--resume", type=options.PATH, metavar="FILE", help="Keep what is done here; go on from it."
)
@options.as_json
@click.option("--markdown", "as_markdown", is_flag=True, help="Print a Markdown table.")
@options.no_color
def audit(
    sources: tuple[str, ...],
    *,
    only: str,
    budget: float,
    within: float,
    jobs: int,
    resume: Path | None,
    as_json: bool,
    as_markdown: bool,
    no_color: bool,
) -> None:
    """Audit the numeric bounds of the installed libraries, each against the claim it should meet.

    By default those of dp-accounting, autodp, opendp, opacus, prv-accountant, riskcal and
    diffprivlib that are installed; the others are named and left out, and so are functions that
    are not audited, with the reason. A function is tried at extreme parameters and between
    them, at nan, infinities and zero. It is

    \b
      invalid    where some value is certainly wrong
      raised     where it raises, or gives no number or one outside its domain
      slow       where a call takes longer than the budget, or its process had to be stopped
      undecided  where no value could be certified
      loose      where values are certainly farther from the truth than --within
      certified  where none of this was found; what was certified and what not is counted
      missing    where the installed version has no such function

    Functions of your own stand in a file, one a line:

    \b
      from dpsym.audit import bound
      AUDIT = [bound("mylib.bounds:rho", "PureDP(M, eps) => ZCDP(M, {value})")]

    \b
    Examples:
      dpsym audit
      dpsym audit autodp --only rdp_bank
      dpsym audit my_audit.py --json
      dpsym audit --resume audit.jsonl --jobs 2

    \b
    Exit status:
      0 every function is certified or loose   1 some is invalid, raised or slow
      3 some is undecided or missing, or there is nothing to audit
      2 bad usage, or a claim of yours is not well formed   130 interrupted
    """  # noqa: D301 - \b keeps the lines of a paragraph apart
    from dpsym.audit.case import LIBRARIES
    from dpsym.audit.left_out import reasons
    from dpsym.audit.outcome import FAILING, markdown, summary

    check_time(budget, jobs)
    if not within >= 1:
        raise UsageFaultError(f"--within {within:g}: give a factor of at least 1")
    if as_json and as_markdown:
        raise UsageFaultError("--json and --markdown: give one of the two")
    check_file("--resume", resume)
    keys, absent = _selected(sources or [], only)
    audited = {key.partition("::")[0].replace("-", "_") for key in keys}
    left_out = [] if only else list(reasons(audited))
    out = console(no_color=no_color)
    silent = as_json or as_markdown
    rows: list[Row] = []
    interrupted = False
    try:
        found = _rows(keys, budget=budget, within=within, jobs=jobs, resume=resume)
        with interruptible():
            for row in tracked(found, len(keys), out=out, doing="Auditing"):
                rows.append(row)
                if not silent:
                    _print(out, row, rows[:-1])
    except KeyboardInterrupt:
        interrupted = True
    if as_json:
        others = [{"library": a, "reason": b, "functions": c} for a, b, c in left_out]
        data = {"functions": rows, "not_installed": absent, "left_out": others}
        click.echo(json.dumps(data, indent=2))
    elif as_markdown:
        click.echo(markdown(rows, left_out), nl=False)
    else:
        for library, reason, names in left_out:
            out.print(f"left out of {library}: {', '.join(names)} ({reason})", highlight=False)
        if absent:
            out.print(f"not installed: {', '.join(absent)}")
            if set(absent) & set(LIBRARIES):
                out.print(
                    "pip install 'dpsym[audit]' brings them, and opacus --no-deps", markup=False
                )
        out.print(summary(rows) + (f" of {len(keys)}, interrupted" if interrupted else ""))
    verdicts = {row["verdict"] for row in rows}
    if interrupted:
        status = INTERRUPTED
    elif "misstated" in verdicts:
        status = BAD_USAGE
    elif verdicts & set(FAILING):
        status = 1
    else:
        open_ = not verdicts & {"certified", "loose"} or verdicts & {"undecided", "missing"}
        status = 3 if open_ else 0
    raise Exit(status)


def _selected(sources: Sequence[str], only: str) -> tuple[list[str], list[str]]:
    """The keys of the functions to audit, and the libraries that are not installed."""
    from dpsym.audit.case import LIBRARIES, cases_of
    from dpsym.errors import ClaimError

    keys: list[str] = []
    absent: list[str] = []
    for source in dict.fromkeys(sources or LIBRARIES):
        try:
            cases = cases_of(source)
        except ClaimError as error:
            raise UsageFaultError(printable(str(error))) from None
        libraries = dict.fromkeys(case.library for case in cases.values())
        absent += [library for library in libraries if find_spec(library) is None]
        keys += [k for k, case in cases.items() if case.library not in absent and only in k]
    return keys, absent


def _rows(
    keys: Sequence[str], *, budget: float, within: float, jobs: int, resume: Path | None
) -> Iterator[Row]:
    """The rows, each as soon as it and those before it are known; kept in the file as they come."""
    from dpsym.audit.case import case_of
    from dpsym.audit.outcome import audited, stopped, version_of
    from dpsym.cluster import Journal, key_of
    from dpsym.errors import ClaimError

    try:
        journal = Journal.opened(resume)
    except ClaimError as error:
        raise UsageFaultError(printable(str(error))) from None
    asked = {"budget": budget, "within": within}
    units = {k: {"function": k, "version": version_of(case_of(k).library), **asked} for k in keys}
    todo = [key for key in keys if key_of(units[key]) not in journal.results]
    bounds = Bounds(ceil(_START + _MULTIPLE * budget), _MEMORY)
    examine = partial(audited, budget=budget, within=within)
    fresh = each_confined(examine, todo, jobs=jobs, bounds=bounds, doing="it")
    for key in keys:
        if key_of(units[key]) not in journal.results:
            found = next(fresh)
            journal.add(units[key], stopped(key, found) if isinstance(found, str) else found)
        yield journal.results[key_of(units[key])]


def _print(out: Console, row: Row, before: Sequence[Row]) -> None:
    """A row, below the name of its library where that is another than the last one's."""
    from rich.text import Text

    from dpsym.audit.outcome import row_text

    if not before or before[-1]["library"] != row["library"]:
        out.print(Text(f"{row['library']} {row['version']}", style="bold"))
    line = Text(row_text(row))
    line.stylize(f"bold {_COLOURS.get(row['verdict'], 'yellow')}", 0, len(row["verdict"]))
    out.print(line)


def register(application: click.Group) -> None:
    """Add the command to the command line."""
    application.command(short_help="Audit the bounds of libraries.")(audit)
