"""The command that writes the library down: as a site, as Markdown, as LaTeX, as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.exceptions import Exit

from dpsym.cli import options, running, targets
from dpsym.cli.complaints import UsageFaultError, complain, printable
from dpsym.cli.destinations import check_file, make_folder, put
from dpsym.cli.output import check_time, tracked
from dpsym.errors import ClaimError

if TYPE_CHECKING:
    from dpsym.cli.targets import Target
    from dpsym.site import Entry, Outcome


@click.argument("arguments", nargs=-1, shell_complete=targets.complete, metavar="[NAME|PATH]...")
@click.option("--html", type=options.PATH, metavar="DIR", help="Write a site into this folder.")
@click.option("--markdown", type=options.PATH, metavar="FILE", help="As Markdown.")
@click.option("--latex", type=options.PATH, metavar="FILE", help="As the body of a LaTeX document.")
@click.option(
    "--json",
    "json_file",
    type=options.PATH,
    metavar="FILE",
    help="As JSON, which --verdicts reads back.",
)
@click.option(
    "--referee",
    type=options.PATH,
    metavar="FILE",
    help="A referee report of one paper: text, Markdown for .md, HTML for .html; - prints it.",
)
@click.option(
    "--verdicts",
    type=options.PATH,
    metavar="FILE",
    help="A report in JSON, whose verdicts are kept where claims have not changed and the "
    "kernel accepts the certificates again.",
)
@options.budget(60.0, "Time for each claim.")
@options.jobs
@click.option("--fresh", is_flag=True, help="Decide again what was decided before.")
@click.option("--quiet", "-q", is_flag=True, help="Show no progress.")
def report(
    arguments: tuple[str, ...],
    *,
    html: Path | None,
    markdown: Path | None,
    latex: Path | None,
    json_file: Path | None,
    referee: Path | None,
    verdicts: Path | None,
    budget: float,
    jobs: int,
    fresh: bool,
    quiet: bool,
) -> None:
    """Write theorems with their verdicts and proofs; by default the whole library, as Markdown.

    The site needs no network: open DIR/index.html. Claims without a verdict in --verdicts are
    decided, and so are those that have changed since.

    \b
    Examples:
      dpsym report bs16                                Markdown on standard output
      dpsym report --html site --jobs 2                the whole library, as a site
      dpsym report --json verdicts.json --jobs 2       decide once ...
      dpsym report --verdicts verdicts.json --html site   ... and build from that
      dpsym report my_theorems.py --latex appendix.tex
      dpsym report gce24 --referee -                   what a referee would write of the paper

    \b
    Exit status:
      0 every verdict is the expected one   1 some is not   2 bad usage
    """  # noqa: D301 - \b keeps the lines of a paragraph apart
    check_time(budget, jobs)
    selection = targets.select(arguments or [])
    if not all(target.name for target in selection.targets):
        raise UsageFaultError("a report is about theorems; give names or paths, not claims")
    kept = _kept(verdicts)
    outputs = {"--markdown": markdown, "--latex": latex, "--json": json_file}
    for option, path in outputs.items():
        check_file(option, path)
    if str(referee) != "-":
        check_file("--referee", referee)
    make_folder("--html", html)
    page = referee is not None and referee.suffix == ".html"
    decided = partial(
        decide, budget=budget, fresh=fresh, drawn=page or html is not None or json_file is not None
    )
    entries = _entries(selection.targets, kept, decided, jobs=jobs, quiet=quiet)
    if referee is not None:
        _referee(selection.targets, entries, referee)
    if referee is None or any((html, markdown, latex, json_file)):
        _write(entries, html=html, markdown=markdown, latex=latex, json_file=json_file)
    raise Exit(0 if all(entry.agreed for entry in entries) else 1)


def decide(target: Target, budget: float, *, fresh: bool = False, drawn: bool = True) -> Outcome:
    """The verdict on one theorem as data, found in this process."""
    from dpsym import site
    from dpsym.checking import check

    theorem = target.theorem()
    assert theorem is not None
    return site.outcome(check(theorem, budget=budget, fresh=fresh), drawn=drawn)


def _entries(
    wanted: tuple[Target, ...],
    kept: Mapping[str, Outcome],
    decided: Callable[[Target], Outcome],
    *,
    jobs: int,
    quiet: bool,
) -> list[Entry]:
    from dpsym import site

    stated = {target: theorem for target in wanted if (theorem := target.theorem())}
    digests = {target: theorem.claim.over().digest for target, theorem in stated.items()}
    missing = [target for target in wanted if digests[target] not in kept]
    found = running.each(decided, missing, jobs=jobs)
    made = dict(zip(missing, tracked(found, len(missing), quiet=quiet), strict=True))
    return [
        site.entry(stated[target], made.get(target) or kept[digests[target]]) for target in wanted
    ]


def _referee(wanted: tuple[Target, ...], entries: list[Entry], path: Path) -> None:
    """Write the referee report, in the order of the paper's items where all are of one paper."""
    from dpsym import items, site
    from dpsym.paper_report import referee_report

    theorems = [theorem for target in wanted if (theorem := target.theorem())]
    keys = {theorem.name.partition(".")[0] for theorem in theorems}
    listed = [source for source in items.sources() if {source.key} == keys]
    source = listed[0] if listed else None
    if path.suffix == ".html":
        put("--referee", path, site.referee_page(entries, source))
        return
    written = referee_report(
        theorems,
        {entry.name: entry.outcome for entry in entries},
        source=source,
        form="markdown" if path.suffix == ".md" else "text",
    )
    if str(path) == "-":
        sys.stdout.write(written)
        return
    put("--referee", path, written)


def _kept(path: Path | None) -> Mapping[str, Outcome]:
    from dpsym import site

    if path is None:
        return {}
    try:
        return site.load(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise UsageFaultError(f"--verdicts {path}: {error.strerror}") from None
    except (ClaimError, ValueError, RecursionError) as error:
        raise UsageFaultError(f"--verdicts {path}: {printable(str(error))}") from None


def _write(
    entries: list[Entry],
    *,
    html: Path | None,
    markdown: Path | None,
    latex: Path | None,
    json_file: Path | None,
) -> None:
    from dpsym import site

    forms: list[tuple[str, Path | None, Callable[[], Any]]] = [
        ("--markdown", markdown, lambda: site.markdown(entries)),
        ("--latex", latex, lambda: site.latex(entries)),
        ("--json", json_file, lambda: json.dumps(site.dump(entries), indent=1) + "\n"),
    ]
    if html is None and not any(path for _, path, _ in forms):
        sys.stdout.write(site.markdown(entries))
        return
    for option, path, make in forms:
        if path is not None:
            put(option, path, make())
    if html is not None:
        try:
            site.write(entries, html)
        except OSError as error:
            raise UsageFaultError(f"--html {html}: {error.strerror}") from None
        if sys.stderr.isatty():
            complain(f"open {html / 'index.html'}")


def register(application: click.Group) -> None:
    """Add this command to the command line."""
    application.command(short_help="Write theorems down: a site, Markdown, LaTeX, JSON.")(report)
