"""Certificates on disk: written beside verdicts, and re-checked by the kernel alone."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.exceptions import Exit

from dpsym.cli import options
from dpsym.cli.complaints import UsageFaultError
from dpsym.cli.output import console, tracked
from dpsym.confining import BYTES, SECONDS, Bounds, each_confined
from dpsym.process import use_own_algebra

if TYPE_CHECKING:
    from dpsym.cli.running import Judgement

ACCEPTED, REJECTED, UNREADABLE = 0, 1, 2
MAX_LINE = 2_000


class Finding(NamedTuple):
    """What the kernel says of one file.

    Attributes:
        path: the file.
        status: accepted 0, rejected 1, unreadable 2.
        why: which node is refused and why; empty where nothing is.
        proved: seconds that the verdicts took.
        verified: seconds of the processor that the kernel took.
        base: what each certificate asks to be believed, where that is wanted.
        claims: what is accepted, each verdict with its claim as dpsym writes it: the text in a file
            may have comments and letters that are read otherwise.
    """

    path: str
    status: int
    why: str
    proved: float
    verified: float
    base: Sequence[Mapping[str, Any]] = ()
    claims: Sequence[str] = ()


@click.argument("arguments", nargs=-1, required=True, type=options.PATH, metavar="FILE|DIR...")
@options.as_json
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Processes to use.",
)
@click.option(
    "--seconds",
    type=click.IntRange(min=1),
    default=SECONDS,
    show_default=True,
    metavar="N",
    help="Processor time for each file.",
)
@click.option(
    "--base", is_flag=True, help="Print what must be believed: code of the kernel, facts, axioms."
)
@click.option("--quiet", "-q", is_flag=True, help="Print only what fails.")
@options.no_color
def verify(
    arguments: tuple[Path, ...],
    *,
    as_json: bool,
    jobs: int,
    seconds: int,
    base: bool,
    quiet: bool,
    no_color: bool,
) -> None:
    """Re-check certificates with the kernel, which shares nothing with the provers.

    \b
    Examples:
      dpsym check "PureDP(M, eps) => ZCDP(M, eps**2/2)" --certificate proof.json
      dpsym verify proof.json --base
      dpsym check bs16 --certificates proofs; dpsym verify proofs

    \b
    Exit status:
      0 all are accepted   1 one is rejected   2 none is rejected, but one is unreadable

    A file is rejected as well if re-checking it takes more than --seconds or more than 2 GB.
    """  # noqa: D301
    files = list(_files(arguments))
    out = console(no_color=no_color)
    found: list[Finding] = []
    examine = partial(examined, base=base)
    paths, bounds = [str(path) for path in files], Bounds(seconds, BYTES)
    findings = zip(paths, each_confined(examine, paths, jobs=jobs, bounds=bounds), strict=True)
    for path, finding in tracked(findings, len(files), out=out, quiet=quiet or as_json):
        if isinstance(finding, str):
            finding = Finding(path, REJECTED, finding, 0.0, 0.0)
        found.append(finding)
        if not as_json and (finding.status or not quiet):
            out.print(_line(finding))
            for claim in finding.claims if len(files) == 1 else ():
                out.print(f"  {_shown(claim)}", highlight=False)
            for believed in finding.base:
                out.print("\n".join(_reading(believed, whole=len(files) == 1)), highlight=False)
    if as_json:
        click.echo(json.dumps([finding._asdict() for finding in found], indent=2))
    elif len(found) > 1:
        out.print(summary(found))
    statuses = {finding.status for finding in found}
    raise Exit(next((s for s in (REJECTED, UNREADABLE) if s in statuses), ACCEPTED))


def examined(path: str, *, base: bool = False) -> Finding:
    """The kernel's judgement of one file, in a process of its own that does without sympy."""
    use_own_algebra()
    from dpsym.certificate import UnreadableError, claim_of, read
    from dpsym.kernel.rejection import Rejected
    from dpsym.kernel.verify import verify as check_certificate

    begun, proved = process_time(), 0.0
    status, why = ACCEPTED, ""
    believed: list[Mapping[str, Any]] = []
    claims: list[str] = []
    try:
        for certificate in read(Path(path)):
            proved += certificate.seconds
            check_certificate(certificate)
            claims.append(f"{certificate.verdict}: {claim_of(certificate.claim).text}")
            if base:
                from dpsym.trusted_base import base_of

                believed.append(base_of(certificate).to_json())
    except Rejected as refused:
        status, why = REJECTED, str(refused)
    except UnreadableError as fault:
        status, why = UNREADABLE, str(fault)
    claims = claims if status == ACCEPTED else []
    return Finding(path, status, why, proved, process_time() - begun, believed, claims)


def summary(found: Sequence[Finding]) -> str:
    """How many were accepted, and the time to prove beside the time to verify."""
    accepted = sum(finding.status == ACCEPTED for finding in found)
    proved, verified = sum(f.proved for f in found), sum(f.verified for f in found)
    lines = sorted(base["lines"] for finding in found for base in finding.base)
    rest = f"; {lines[len(lines) // 2]} lines of the kernel at the median" if lines else ""
    return (
        f"{accepted} of {len(found)} accepted; proved in {proved:.1f} s, verified in "
        f"{verified:.1f} s{rest}"
    )


def _line(finding: Finding) -> str:
    word = ("accepted", "rejected", "unreadable")[finding.status]
    if finding.status:
        return _printable(f"{word:<10}  {finding.path}: {finding.why}")
    times = f"proved in {finding.proved:.2f} s, verified in {finding.verified:.2f} s"
    return _printable(f"{word:<10}  {finding.path}  {times}")


def _printable(line: str) -> str:
    """The line without what a terminal may not show, or obey: a file's text is a stranger's."""
    return _shown(line if len(line) <= MAX_LINE else f"{line[:MAX_LINE]}...")


def _shown(line: str) -> str:
    """A line of any length without such characters."""
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)
    code = sys.stdout.encoding or "utf-8"
    return shown.encode(code, "backslashreplace").decode(code)


def _reading(base: Mapping[str, Any], *, whole: bool) -> Iterator[str]:
    """What must be believed for a certificate: a line, or all of it."""
    parts, facts, axioms = base["parts"], base["facts"], base["axioms"]
    assumed = {row: f"not proved in Coq ({source})" for row, source in base["assumed"].items()}
    functions = sum(len(part["functions"]) for part in parts)
    yield (
        f"  rests on {base['lines']} of the kernel's {base['of']} lines ({functions} functions), "
        f"{len(facts)} of its facts and {len(axioms)} axioms"
    )
    if whole:
        for part in parts:
            yield f"  {part['file']} ({part['lines']} lines): {', '.join(part['functions'])}"
        for kind, rows in (("fact", facts), ("assumed", assumed), ("axiom", axioms)):
            for name, row in rows.items():
                yield f"  {kind} {name}: {row}"


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            inside = sorted(path.glob("*.json"))
            if not inside:
                raise UsageFaultError(f"{path}: there are no certificates (*.json) in this folder")
            yield from inside
        else:
            yield path


def keep(folder: Path | None, judgement: Judgement) -> None:
    """Write the certificate of one verdict to a file of its own, where there is one."""
    file = _own_file(folder, judgement)
    if file is not None:
        _replace(file, judgement.certificate, "--certificates")


def write(
    path: Path | None, folder: Path | None, judged: Sequence[Judgement], *, single: bool
) -> list[str | None]:
    """Write the certificates of these verdicts to one file; where each is, there or in the folder.

    None stands for a verdict without a certificate. The folder's files are those of :func:`keep`.
    """
    kept = [judgement.certificate for judgement in judged if judgement.certificate]
    if path is not None and kept:
        _replace(path, kept[0] if single else kept, "--certificate")
    places = [_own_file(folder, judgement) or path for judgement in judged]
    return [
        str(place) if place is not None and judgement.certificate else None
        for place, judgement in zip(places, judged, strict=True)
    ]


def _own_file(folder: Path | None, judgement: Judgement) -> Path | None:
    if folder is None or not judgement.certificate:
        return None
    name = judgement.name or f"claim-{judgement.certificate['sha256'][:12]}"
    return folder / f"{_file_name(name)}.json"


def _file_name(name: str) -> str:
    """The name of a theorem without what a file's may not hold; its letters stay apart."""
    return re.sub(r"[^\w.-]", "_", name)


def check_names(folder: Path | None, names: Sequence[str]) -> None:
    """Refuse claims whose certificates would take each other's place in the folder.

    Raises:
        UsageFaultError: two of them have one name.
    """
    given = [_file_name(name) for name in names if name]
    twice = next((name for name in given if given.count(name) > 1), None)
    if folder is not None and twice is not None:
        raise UsageFaultError(
            f"--certificates {folder}: two claims are named {twice!r}; write those of one file "
            "to a folder of its own"
        )


def _replace(path: Path, data: Any, option: str) -> None:
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.write_text(json.dumps(data, indent=1) + "\n")
        part.replace(path)
    except OSError as error:
        raise UsageFaultError(f"{option} {path}: {error.strerror}") from None


def register(application: click.Group) -> None:
    """Add the command ``verify``."""
    application.command(short_help="Re-check certificates.")(verify)
