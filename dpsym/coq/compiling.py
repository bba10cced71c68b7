"""The files of a folder compiled by Coq: the claims it accepts, and what it says of the others."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from dpsym.coq.export import AXIOMS, DEFINED, THEORIES, Exported, library
from dpsym.errors import DpsymError

MACHINE = ("PrimInt63.", "PrimFloat.", "Uint63.", "FloatAxioms.", "Int63.")
"""Of the integers and floats of the machine, which the interval tactic computes with."""
ACCEPTED, REFUSED, UNEXPORTED = 0, 1, 2


class NoCoqError(DpsymError):
    """The program coqc is missing, or refuses the library."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """What Coq says of a claim.

    Attributes:
        name: the file without ``.v``.
        claim: its claim.
        status: accepted 0, refused 1, not exported 2.
        why: what Coq complains of, or what has no counterpart; empty where it accepts.
        undefined: why no theorem that its sides have values is accepted; empty if one is.
    """

    name: str
    claim: str
    status: int
    why: str = ""
    undefined: str = "the claim is not accepted"


def compile_library(folder: Path, *, seconds: float = 600) -> None:
    """Compiles the files of the library, from the first on that is not compiled.

    Raises:
        NoCoqError: there is no coqc, or it refuses one.
    """
    if shutil.which("coqc") is None:
        raise NoCoqError("coqc is not installed; Coq 8.16 with coquelicot and interval is needed")
    stale = False
    for path in (folder / THEORIES / name for name in library()):
        stale = stale or not _is_compiled(path)
        if not stale:
            continue
        _, complaint = coqc(path, seconds)
        if complaint:
            raise NoCoqError(f"the library does not compile: {path.name}: {complaint}")


def compiled(entry: Exported, folder: Path, *, seconds: float) -> Compiled:
    """What Coq says of a claim; what it said before of the same file is not asked again."""
    if entry.why:
        return Compiled(entry.name, entry.claim, UNEXPORTED, entry.why)
    complaint = _complaint(folder / f"{entry.name}.v", seconds)
    if complaint:
        return Compiled(entry.name, entry.claim, REFUSED, complaint)
    undefined = entry.undefined or _complaint(folder / f"{entry.name}{DEFINED}.v", seconds)
    return Compiled(entry.name, entry.claim, ACCEPTED, "", undefined)


def _complaint(path: Path, seconds: float) -> str:
    """What Coq complains of in a file; "" if it accepts it."""
    kept = path.with_suffix(".said")
    if not (kept.exists() and kept.stat().st_mtime >= path.stat().st_mtime):
        said, complaint = coqc(path, seconds)
        kept.write_text(complaint or foreign(said), encoding="utf-8")
    return kept.read_text(encoding="utf-8")


def foreign(said: str) -> str:
    """What ``Print Assumptions`` lists beside the axioms of real numbers and of the machine's."""
    closed, _, listing = said.partition("Axioms:")
    if not listing:
        return "" if "Closed under the global context" in closed else "no assumptions are printed"
    assumed = re.findall(r"^([^\s:]+)(?= :|$)", listing, re.MULTILINE)
    others = [a for a in assumed if a not in AXIOMS and not a.startswith(MACHINE)]
    return f"it assumes {', '.join(others)}" if others else ""


def coqc(path: Path, seconds: float) -> tuple[str, str]:
    """What coqc prints on a file of the folder or its library, and its complaint or "".

    The seconds are of the processor, so that a loaded machine changes nothing.
    """
    top = path.parent.parent if path.parent.name == THEORIES else path.parent
    command = ["coqc", "-q", "-w", "none", "-Q", THEORIES, "dpsym", str(path.relative_to(top))]
    limit = ceil(seconds)
    done = subprocess.run(
        ["sh", "-c", f'ulimit -t {limit} && exec "$@"', "sh", *command],
        cwd=top,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode < 0:
        return "", f"stopped by signal {-done.returncode}; the limit is {limit} s"
    complaint = " ".join(done.stderr.split()) or f"coqc ended with {done.returncode}"
    return done.stdout, complaint if done.returncode else ""


def _is_compiled(path: Path) -> bool:
    made = path.with_suffix(".vo")
    return made.exists() and made.stat().st_mtime >= path.stat().st_mtime
