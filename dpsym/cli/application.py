"""The commands, their options and their output."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from dpsym.cli import (
    auditing,
    clustering,
    exploring,
    exporting,
    figures,
    itemizing,
    mutating,
    reporting,
    scripting,
    slack,
    targets,
    verifying,
)
from dpsym.cli.complaints import BAD_USAGE, UsageFaultError, complain
from dpsym.cli.destinations import check_file, make_folder
from dpsym.cli.output import check_time, console, tracked
from dpsym.cli.running import Judgement, judge_all

if TYPE_CHECKING:
    from rich.console import Console

_STATUS = {"proved": 0, "refuted": 1, "undecided": 3}
_COLOURS = {"Proved": "green", "Refuted": "red", "Undecided": "yellow"}

BROKEN_PIPE = 141


class _Commands(TyperGroup):
    """The commands; when nobody reads their output any more, they end without a verdict."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command that the context names."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise typer.Exit(BROKEN_PIPE) from None


application = typer.Typer(
    name="dpsym",
    cls=_Commands,
    add_completion=True,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_Targets = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="CLAIM|NAME|PATH",
        show_default=False,
        help="What to decide.",
        autocompletion=targets.completions,
    ),
]
_Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="NAME|PATH",
        show_default=False,
        help="What to list.",
        autocompletion=targets.completions,
    ),
]
_Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
_NoColor = Annotated[
    bool, typer.Option("--no-color", help="Print no colours; so does NO_COLOR in the environment.")
]


_Fresh = Annotated[
    bool, typer.Option("--fresh", help="Decide again what was decided before; see DPSYM_STORE.")
]
_Quiet = Annotated[
    bool,
    typer.Option(
        "--quiet",
        "-q",
        help="Show no progress, one line for one claim, and of several the unexpected ones.",
    ),
]


def run(arguments: Sequence[str]) -> int:
    """The exit status of the command line with these arguments."""
    command = typer.main.get_command(application)
    try:
        command(list(arguments), prog_name="dpsym")
    except UsageFaultError as fault:
        complain(str(fault), fault.excerpt)
        return BAD_USAGE
    except SystemExit as finished:
        return finished.code if isinstance(finished.code, int) else 0
    return 0


def _version(wanted: bool) -> None:
    if wanted:
        from dpsym import __version__

        typer.echo(f"dpsym {__version__}")
        raise typer.Exit


@application.callback()
def _root(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """A machine referee for differential-privacy claims.

    It answers Proved, with the evidence; Refuted, with exact numbers that anybody can recompute;
    or Undecided, saying how far it came.

    \b
    Examples:
      dpsym check "PureDP(M, eps) => ZCDP(M, eps**2/2)"
      dpsym check                 decide every theorem of the library
      dpsym list                  what the library states
      dpsym check --help          the language of claims
      dpsym --install-completion  complete names of theorems with the tab key
    """  # noqa: D301 - \b keeps the lines of a paragraph apart


class _CheckCommand(TyperCommand):
    """``check``, whose help ends with the heads of the language, read from the language itself."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the table of heads."""
        from dpsym.language.heads import HEADS

        with formatter.section("Heads"):
            for head in HEADS.values():
                formatter.write_text((head.__doc__ or "").partition("\n")[0].replace("``", ""))


@application.command(cls=_CheckCommand, short_help="Decide claims.")
def check(
    arguments: _Targets = None,
    *,
    as_json: _Json = False,
    if_any: Annotated[
        bool, typer.Option("--if-any", help="Accept files that state no claim.")
    ] = False,
    budget: Annotated[float, typer.Option(metavar="SECONDS", help="Time for each claim.")] = 60.0,
    certificate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write certificates to this file.")
    ] = None,
    certificates: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write each certificate to a file there, at once."),
    ] = None,
    script: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a refutation as Python that recomputes it."),
    ] = None,
    jobs: Annotated[int, typer.Option(metavar="N", help="Processes to use.")] = 1,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Send claims to this Dask scheduler.")
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep what is done here, without times; go on from it."),
    ] = None,
    seeds: Annotated[
        int, typer.Option(metavar="N", help="Search on from N seeds what stays undecided.")
    ] = 0,
    boxes: Annotated[
        int, typer.Option(metavar="N", help="Cut the box of what stays undecided into N parts.")
    ] = 0,
    fresh: _Fresh = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Say who tried what, and where it stopped.")
    ] = False,
    quiet: _Quiet = False,
    no_color: _NoColor = False,
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
    tanh Abs Min Max erf erfc Phi binomial factorial harmonic, and the heads below.

    \b
    Exit status, for one claim:
      0 proved   1 refuted   3 undecided   2 not well formed, or bad usage
    and for several claims, or names and paths:
      0 every verdict is the expected one   1 some is not   2 bad usage
    """  # noqa: D301
    check_time(budget, jobs)
    check_file("--certificate", certificate)
    certify = certificate is not None or certificates is not None
    selection = targets.select(arguments or [], if_any=if_any)
    scripting.check_option(script, single=selection.single)
    make_folder("--certificates", certificates)
    out = console(no_color=no_color)
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
                    _print_verdict(out, written)
                elif selection.single or not judgement.expected:
                    _print_verdict(out, written.partition("\n")[0])
    finally:
        files = verifying.write(certificate, certificates, judged, single=selection.single)
    if script is not None:
        scripting.write(script, judged[0])
    if as_json:
        rows = [j.data | {"certificate": f} for j, f in zip(judged, files, strict=True)]
        _print_json(rows, single=selection.single)
    elif not selection.single and not quiet:
        agreed = sum(judgement.expected for judgement in judged)
        out.print(f"{agreed} of {len(judged)} verdicts are as expected")
    if selection.single and not selection.targets[0].name:
        raise typer.Exit(_STATUS[judged[0].kind])
    raise typer.Exit(0 if all(judgement.expected for judgement in judged) else 1)


@application.command(name="list", short_help="List theorems.")
def list_theorems(
    arguments: _Names = None,
    *,
    as_table: Annotated[
        bool, typer.Option("--table", help="The items of the papers, each with its theorems.")
    ] = False,
    checked: Annotated[
        bool, typer.Option("--check", help="Decide the theorems of the table.")
    ] = False,
    run: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Take verdicts from this output of check --json."),
    ] = None,
    budget: Annotated[float, typer.Option(metavar="SECONDS", help="Time for each claim.")] = 60.0,
    as_json: _Json = False,
    no_color: _NoColor = False,
) -> None:
    """List theorems: name, source, expected verdict, sentence; by default of the library.

    With --table, list the items of papers instead: every claim, step, example and definition,
    with the theorems that stand for it, the verdicts where they are known, and where the bound
    is tight. A NAME is then a paper's key or folder; by default every paper that lists its items.

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
        console(no_color=no_color).print(theorem_table(stated))


@application.command(short_help="Show a theorem.")
def show(
    arguments: Annotated[
        list[str],
        typer.Argument(metavar="NAME", help="What to show.", autocompletion=targets.completions),
    ],
    *,
    as_json: _Json = False,
    no_color: _NoColor = False,
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
    out = console(no_color=no_color)
    out.print("\n\n".join(theorem_text(theorem) for theorem in stated))


auditing.register(application)
exploring.register(application)
exporting.register(application)
figures.register(application)
mutating.register(application)
slack.register(application)
reporting.register(application)
verifying.register(application)


def _print_verdict(out: Console, written: str) -> None:
    from rich.text import Text

    line = Text(written)
    for word, colour in _COLOURS.items():
        if written.startswith(word):
            line.stylize(f"bold {colour}", 0, len(word))
    out.print(line)


def _print_json(rows: list[dict[str, Any]], *, single: bool) -> None:
    typer.echo(json.dumps(rows[0] if single else rows, indent=2))
