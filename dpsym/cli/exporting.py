"""``dpsym export`` and ``dpsym coq``: whole claims as files for Coq, and what Coq says of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.exceptions import Exit

from dpsym.cli import options, targets
from dpsym.cli.complaints import UsageFaultError
from dpsym.cli.destinations import make_folder
from dpsym.cli.output import check_time, console, tracked
from dpsym.cli.running import each

if TYPE_CHECKING:
    from dpsym.certificate import Certificate
    from dpsym.cli.targets import Target
    from dpsym.coq.compiling import Compiled
    from dpsym.coq.export import Exported

WORDS = ("accepted", "refused", "not exported")


@click.argument("arguments", nargs=-1, required=True, metavar="CLAIM|NAME|PATH...")
@click.option(
    "--coq", type=options.PATH, required=True, metavar="DIR", help="Where to write the files."
)
@click.option(
    "--budget",
    type=click.FloatRange(min=0.1),
    default=60.0,
    show_default=True,
    help="Seconds for each claim.",
)
def export(
    arguments: tuple[str, ...],
    *,
    coq: Path,
    budget: float,
) -> None:
    r"""Write claims that the kernel accepts as theorems for Coq: a file each, with all it needs.

    The last theorem of NAME.v is the claim, and is called NAME; that of a claim given as text is
    called claim. DIR gets the library that they use as well. ``dpsym coq DIR`` compiles all, and
    so does ``coq_makefile -f _CoqProject -o Makefile && make``.
    The status is 0 when every claim was written, 1 when some was not, 3 when one is undecided.

    \b
    Examples:
      dpsym export "x**2/2 >= log(cosh(x)) for x in [0, oo)" --coq proofs
      dpsym export bs16 --coq proofs; dpsym coq proofs
      dpsym export certificates --coq proofs
    """
    from dpsym.coq.export import DEFINED, Exported, file_name, finish, write

    make_folder("--coq", coq)
    _listed(coq)
    found: list[Exported] = []
    taken: set[str] = set()
    undecided = False
    try:
        for name, given in _certificates(arguments, budget):
            files = {file_name(name), f"{file_name(name)}{DEFINED}"}
            if twice := sorted(files & taken):
                raise UsageFaultError(
                    f"--coq {coq}: two claims would be written to {twice[0]}.v; export one of them "
                    "to a folder of its own"
                )
            taken |= files
            if given is None:
                undecided = True
                continue
            entry = given if isinstance(given, Exported) else write(given, name, coq)
            found.append(entry)
            click.echo(f"not exported: {name}: {entry.why}" if entry.why else f"{entry.name}.v")
    finally:
        finish(coq, found)
    if undecided or any(entry.why for entry in found):
        raise Exit(3 if undecided else 1)


def _certificates(
    arguments: Sequence[str], budget: float
) -> Iterator[tuple[str, Certificate | Exported | None]]:
    """Each claim's name with its certificate, from a file or made now; None where there is none.

    Of a certificate that the kernel refuses, that it is not exported.
    """
    files = [path for argument in arguments for path in _files(Path(argument))]
    for path in files:
        yield path.stem, _read(path)
    claims = [argument for argument in arguments if not list(_files(Path(argument)))]
    chosen = targets.select(claims).targets if claims else ()
    unnamed = sum(not target.name for target in chosen)
    for number, target in enumerate(chosen, 1):
        title = target.name or ("claim" if unnamed == 1 else f"claim_{number}")
        yield title, _made(target, budget)


def _files(path: Path) -> Iterator[Path]:
    """The certificates that an argument means, if it means any."""
    try:
        if path.is_dir():
            yield from sorted(path.glob("*.json"))
        elif path.suffix == ".json" and path.exists():
            yield path
    except OSError:
        return


def _read(path: Path) -> Certificate | Exported:
    from dpsym.certificate import UnreadableError, claim_of, read
    from dpsym.coq.export import Exported
    from dpsym.verifier import refusal

    try:
        certificates = read(path)
        if len(certificates) != 1:
            raise UsageFaultError(f"{path}: export one certificate a file")
        (certificate,) = certificates
        claim = claim_of(certificate.claim)
    except UnreadableError as error:
        raise UsageFaultError(f"{path}: {error}") from None
    if why := refusal(certificate):
        refused = f"the kernel refuses it: {why}"
        return Exported(path.stem, claim.text, certificate.verdict, refused)
    return certificate


def _made(target: Target, budget: float) -> Certificate | None:
    """The certificate of a claim; None when the kernel accepts no proof and no refutation."""
    from dpsym.checking import check
    from dpsym.verdict import Undecided

    verdict = check(target.theorem() or target.text, budget=budget)
    if isinstance(verdict, Undecided):
        click.echo(f"{target.name or target.text}: undecided, nothing is exported", err=True)
        return None
    return verdict.certificate


@click.argument("folder", type=options.PATH, metavar="DIR")
@click.option(
    "--seconds",
    type=click.FloatRange(min=1),
    default=300.0,
    show_default=True,
    help="Seconds of the processor for each file.",
)
@options.jobs
@options.as_json
@click.option("--quiet", "-q", is_flag=True, help="Print only what fails.")
@click.option(
    "--record", type=options.PATH, metavar="FILE", help="Keep there what Coq accepts, by claim."
)
@options.no_color
def compile_folder(
    folder: Path,
    *,
    seconds: float,
    record: Path | None,
    jobs: int,
    as_json: bool,
    quiet: bool,
    no_color: bool,
) -> None:
    r"""Have Coq check what was exported, and say which claims it accepts and why it refuses others.

    What was compiled before and has not changed since is not compiled again.

    \b
    Example:
      dpsym export bs16 --coq proofs; dpsym coq proofs --jobs 2

    \b
    Exit status:
      0 all are accepted   1 one is refused   2 none is refused, but one was not exported
    """
    from dpsym.coq.compiling import NoCoqError, compile_library, examined
    from dpsym.coq.export import TOTAL
    from dpsym.coq.record import add

    check_time(seconds, jobs)
    entries = _listed(folder)
    if not entries:
        raise UsageFaultError(f"{folder}: nothing was exported to this folder")
    try:
        compile_library(folder, jobs=jobs)
    except NoCoqError as error:
        raise UsageFaultError(str(error)) from None
    out = console(no_color=no_color)
    found: list[Compiled] = []
    examine = partial(examined, folder=folder, seconds=seconds)
    for finding in tracked(
        each(examine, entries, jobs=jobs), len(entries), out=out, quiet=quiet or as_json
    ):
        found.append(finding)
        if not as_json and (finding.status or not quiet):
            why = f": {finding.why}" if finding.why else ""
            if not finding.status and finding.undefined not in ("", TOTAL):
                why = f"; no definedness theorem: {finding.undefined}"
            name = finding.name if finding.verdict == "proved" else f"{finding.name} (refuted)"
            out.print(f"{WORDS[finding.status]:<12}  {name}{why}")
    if record is not None:
        add(record, found, folder)
    counts = [sum(finding.status == status for finding in found) for status in range(3)]
    if as_json:
        data = [
            {
                "name": f.name,
                "claim": f.claim,
                "verdict": f.verdict,
                "status": WORDS[f.status],
                "why": f.why,
                "undefined": f.undefined,
            }
            for f in found
        ]
        click.echo(json.dumps(data, indent=2))
    elif len(found) > 1:
        out.print(", ".join(f"{n} {word}" for n, word in zip(counts, WORDS, strict=True)))
        accepted = [finding.undefined for finding in found if not finding.status]
        proved, total = accepted.count(""), accepted.count(TOTAL)
        out.print(
            f"of those accepted, {proved} have a definedness theorem, {total} need none, "
            f"{len(accepted) - proved - total} have none"
        )
    raise Exit(next((status for status in (1, 2) if counts[status]), 0))


def _listed(folder: Path) -> list[Exported]:
    """What was exported to a folder."""
    from dpsym.certificate import UnreadableError
    from dpsym.coq.export import listed

    try:
        return listed(folder)
    except UnreadableError as error:
        raise UsageFaultError(str(error)) from None


def register(application: click.Group) -> None:
    """Adds the commands."""
    application.command(short_help="Write claims as theorems for Coq.")(export)
    application.command("coq", short_help="Have Coq check exported claims.")(compile_folder)
