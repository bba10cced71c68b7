"""The commands, their options and their output."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click
from click.exceptions import Exit

from dpsym import verifier
from dpsym.cli import (
    auditing,
    clustering,
    exploring,
    exporting,
    figures,
    itemizing,
    mutating,
    options,
    reporting,
    scripting,
    slack,
    targets,
    verifying,
)
from dpsym.cli.complaints import BAD_USAGE, INTERRUPTED, UsageFaultError, complain, point_at
from dpsym.cli.destinations import check_file, make_folder
from dpsym.cli.output import check_time, console, tell, tracked
from dpsym.cli.running import Judgement, judge_all
from dpsym.errors import ClaimError
from dpsym.process import interruptible

_STATUS = {"proved": 0, "refuted": 1, "undecided": 3}
_COLOURS = {"Proved": 32, "Refuted": 31, "Undecided": 33}

BROKEN_PIPE = 141


class _Commands(click.Group):
    """The commands; when nobody reads their output any more, they end without a verdict."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that the context names."""
        try:
            with interruptible():
                return super().invoke(ctx)
        except BrokenPipeError:
            raise Exit(BROKEN_PIPE) from None
        except KeyboardInterrupt:
            from dpsym.store import place

            complain("interrupted" + ("; what was decided is kept" if place() else ""))
            raise Exit(INTERRUPTED) from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in the order of the help."""
        return list(self.commands)


def run(arguments: Sequence[str]) -> int:
    """The exit status of the command line with these arguments."""
    try:
        application(list(arguments), prog_name="dpsym")
    except UsageFaultError as fault:
        complain(str(fault), fault.excerpt)
        return BAD_USAGE
    except SystemExit as finished:
        return finished.code if isinstance(finished.code, int) else 0
    return 0


def _version(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        from dpsym import __version__

        click.echo(f"dpsym {__version__}")
        raise Exit(0)


@click.group(
    "dpsym",
    cls=_Commands,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    callback=_version,
    is_eager=True,
    expose_value=False,
    help="Print the version.",
)
def application() -> None:
    """A machine referee for differential-privacy claims.

    It answers Proved, with the evidence; Refuted, with exact numbers that anybody can recompute;
    or Undecided, saying how far it came.

    \b
    Examples:
      dpsym check "PureDP(M, eps) => ZCDP(M, eps**2/2)"
      dpsym check                 decide every theorem of the library
      dpsym list                  what the library states
      dpsym check --help          the language of claims
      eval "$(_DPSYM_COMPLETE=bash_source dpsym)"   names are completed, here in bash
    """  # noqa: D301 - \b keeps the lines of a paragraph apart


class _CheckCommand(click.Command):
    """``check``, whose help ends with the heads of the language, read from the language itself."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the tables of heads and of what is written of families."""
        from dpsym.language.heads import HEADS
        from dpsym.language.indexed import OF_FAMILIES

        for title, table in (("Heads", HEADS.values()), ("Families", OF_FAMILIES)):
            with formatter.section(title):
                for head in table:
                    formatter.write_text((head.__doc__ or "").partition("\n")[0].replace("``", ""))


@application.command(cls=_CheckCommand, short_help="Decide claims.")
@click.argument(
    "arguments", nargs=-1, shell_complete=targets.complete, metavar="[CLAIM|NAME|PATH]..."
)
@options.as_json
@click.option("--if-any", is_flag=True, help="Accept files that state no claim.")
@options.budget(60.0, "Time for each claim.")
@click.option(
    "--certificate", type=options.PATH, metavar="FILE", help="Write certificates to this file."
)
@click.option(
    "--certificates",
    type=options.PATH,
    metavar="DIR",
    help="Write each certificate to a file there, at once.",
)
@click.option(
    "--script",
    type=options.PATH,
    metavar="FILE",
    help="Write a refutation as Python that recomputes it.",
)
@options.jobs
@click.option("--cluster", metavar="ADDRESS", help="Send claims to this Dask scheduler.")
@click.option(
    "--resume",
    type=options.PATH,
    metavar="FILE",
    help="Keep what is done here, without times; go on from it.",
)
@click.option(
    "--seeds",
    type=int,
    default=0,
    show_default=True,
    metavar="N",
    help="Search on from N seeds what stays undecided.",
)
@click.option(
    "--boxes",
    type=int,
    default=0,
    show_default=True,
    metavar="N",
    help="Cut the box of what stays undecided into N parts.",
)
@click.option(
    "--fresh", is_flag=True, help="Decide again what was decided before; see DPSYM_STORE."
)
@click.option("--verbose", "-v", is_flag=True, help="Say who tried what, and where it stopped.")
@click.option(
    "--quiet",
    "-q",
    is_flag=True,
    help="Show no progress, one line for one claim, and of several the unexpected ones.",
)
@options.no_color
def check(
    arguments: tuple[str, ...],
    *,
    as_json: bool,
    if_any: bool,
    budget: float,
    certificate: Path | None,
    certificates: Path | None,
    script: Path | None,
    jobs: int,
    cluster: str | None,
    resume: Path | None,
    seeds: int,
    boxes: int,
    fresh: bool,
    verbose: bool,
    quiet: bool,
    no_color: bool,
) -> None:
    """Decide claims: given as text, by name, or stated in Python files; by default the library.

    "-" is the text of a claim on standard input. A name may be a prefix, such as the name of a
    paper. A PATH is a Python file, or a folder of them; they are run, so give only files you
    trust.

    \b
    Examples:
      dpsym check "PureDP(M, eps) => ZCDP(M, eps**2/4)"
      dpsym check "KL(P, Q) >= 2*TotalVariation(P, Q)**2"
      dpsym check "ZCDP(M, rho) => ApproxDP(M, rho + 2*sqrt(rho*log(1/delta)), delta)
                   for delta in (0, 1)"
      dpsym check bs16 --jobs 2
      dpsym check my_theorems.py --json
      dpsym check paper.tex claims.txt
      dpsym check "exp(x*y) >= 1 + x*y - 1/1000 for x in [-9, 1/9], y in [-9, 1/9]"
                  --boxes 200000 --jobs 2 --resume run.jsonl
      dpsym check bs16.lem_8_2 --seeds 50 --cluster tcp://HOST:8786 --resume run.jsonl

    \b
    A claim reads
      [atom and atom ... =>] atom [and atom ...] [for name in domain, ...]
    where an atom is a guarantee or a relation (<=, >=, <, >, ==) between expressions, and a
    domain is an interval such as [0, 1) or (0, oo), or integers such as 1..10 or 1..oo.
    Arithmetic is Python's (** is a power) and exact; there are oo, pi, log exp sqrt sinh cosh
    tanh Abs Min Max erf erfc Phi binomial factorial harmonic, Sum(f, (i, first, last)), and the
    heads below.

    \b
    Exit status, for one claim:
      0 proved   1 refuted   3 undecided   2 not well formed, or bad usage
    and for several claims, or names and paths:
      0 every verdict is the expected one   1 some is not
      2 bad usage, or a claim of a file is not well formed; the others are decided
    """  # noqa: D301
    check_time(budget, jobs)
    check_file("--certificate", certificate)
    certify = certificate is not None or certificates is not None
    if jobs == 1 and not cluster:
        verifier.begin()  # it loads the kernel while this process loads the rest
    faults: list[ClaimError] = []
    selection = targets.select(arguments or [], if_any=if_any, malformed=faults.append)
    for fault in faults:
        complain(str(fault), point_at(fault.reading, fault))
    scripting.check_option(script, single=selection.single)
    verifying.check_names(certificates, [target.name for target in selection.targets])
    make_folder("--certificates", certificates)
    several = len(selection.targets) > 1
    out = console(no_color=no_color) if several else None
    say = partial(tell, colours=_COLOURS, out=out, no_color=no_color)
    judged: list[Judgement] = []
    keep = partial(verifying.keep, certificates)
    judgements: Iterable[Judgement] = judge_all(
        selection.targets, budget, jobs=jobs, certify=certify, fresh=fresh, seen=keep
    )
    way = clustering.Way(jobs, cluster, resume, seeds, boxes)
    if way.special:
        judgements = clustering.judged(
            selection.targets, budget, way, certify=certify, fresh=fresh, seen=keep
        )
    try:
        for judgement in tracked(judgements, len(selection.targets), out=out, quiet=quiet):
            judged.append(judgement)
            if not as_json:
                whole = selection.single or not judgement.line or not judgement.expected
                told = judgement.verbose if verbose else judgement.text
                written = told if whole or verbose else judgement.line
                if not quiet:
                    say(written)
                elif selection.single or not judgement.expected:
                    say(written.partition("\n")[0])
    finally:
        files = verifying.write(certificate, certificates, judged, single=selection.single)
    if script is not None:
        scripting.write(script, judged[0])
    if as_json:
        rows = [j.data | {"certificate": f} for j, f in zip(judged, files, strict=True)]
        _print_json(rows, single=selection.single)
    elif not selection.single and not quiet:
        agreed = sum(judgement.expected for judgement in judged)
        rest = f"; {len(faults)} not well formed" if faults else ""
        say(f"{agreed} of {len(judged)} verdicts are as expected{rest}")
    if faults:
        raise Exit(BAD_USAGE)
    if selection.single and not selection.targets[0].name:
        raise Exit(_STATUS[judged[0].kind])
    raise Exit(0 if all(judgement.expected for judgement in judged) else 1)


@application.command(name="list", short_help="List theorems.")
@click.argument("arguments", nargs=-1, shell_complete=targets.complete, metavar="[NAME|PATH]...")
@click.option(
    "--table", "as_table", is_flag=True, help="The items of the papers, each with its theorems."
)
@click.option("--check", "checked", is_flag=True, help="Decide the theorems of the table.")
@click.option(
    "--run",
    type=options.PATH,
    metavar="FILE",
    help="Take verdicts from this output of check --json.",
)
@options.budget(60.0, "Time for each claim.")
@options.as_json
@options.no_color
def list_theorems(
    arguments: tuple[str, ...],
    *,
    as_table: bool,
    checked: bool,
    run: Path | None,
    budget: float,
    as_json: bool,
    no_color: bool,
) -> None:
    """List theorems: name, source, expected verdict, sentence; by default of the library.

    With --table, list the items of papers instead: every claim, step, example and definition,
    with the theorems that stand for it, the verdicts where they are known, where the bound is
    tight, and what the theorems leave out; then how many items stand in full. A NAME is then a
    paper's key or folder; by default every paper that lists its items.

    \b
    Examples:
      dpsym list bs16
      dpsym list --table bs16
      dpsym check bs16 --json > run.json; dpsym list --table bs16 --run run.json
    """  # noqa: D301
    from dpsym.report import theorem_row, theorem_table

    check_time(budget)
    if (checked or run) and not as_table:
        raise UsageFaultError("--check and --run belong to --table")
    if as_table:
        found = itemizing.rows(arguments or [], run, budget if checked else None)
        if as_json:
            _print_json(found, single=False)
        else:
            console(no_color=no_color).print(itemizing.table(found))
        return
    stated, single = targets.theorems(arguments or [])
    if as_json:
        _print_json([theorem_row(theorem) for theorem in stated], single=single)
    else:
        click.echo(theorem_table(stated))


@application.command(short_help="Show a theorem.")
@click.argument(
    "arguments", nargs=-1, required=True, shell_complete=targets.complete, metavar="NAME..."
)
@options.as_json
@options.no_color
def show(
    arguments: tuple[str, ...],
    *,
    as_json: bool,
    no_color: bool,
) -> None:
    """Show theorems: the claim as text and as LaTeX, its sentence, source and expectation.

    \b
    Examples:
      dpsym show bs16.prop_1_4
      dpsym show bs16 --json
    """  # noqa: D301
    from dpsym.report import theorem_text, theorem_to_json

    stated, single = targets.theorems(arguments)
    if as_json:
        _print_json([theorem_to_json(theorem) for theorem in stated], single=single)
        return
    click.echo("\n\n".join(theorem_text(theorem) for theorem in stated))


auditing.register(application)
exploring.register(application)
exporting.register(application)
figures.register(application)
mutating.register(application)
slack.register(application)
reporting.register(application)
verifying.register(application)


def _print_json(rows: list[dict[str, Any]], *, single: bool) -> None:
    click.echo(json.dumps(rows[0] if single else rows, indent=2))
