"""The files of a folder compiled by Coq: the claims it accepts, and what it says of the others."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from math import ceil
from pathlib import Path
from typing import Any

from dpsym.certificate import claim_of
from dpsym.coq import definedness
from dpsym.coq.development import opening
from dpsym.coq.export import AXIOMS, DEFINED, THEORIES, Exported, digest, library, write_library
from dpsym.errors import DpsymError
from dpsym.numeric import FAILURES

MACHINE = ("PrimInt63.", "PrimFloat.", "Uint63.", "FloatAxioms.", "Int63.")
"""Of the integers and floats of the machine, which the interval tactic computes with."""
ACCEPTED, REFUSED, UNEXPORTED = 0, 1, 2
UNACCEPTED = "the claim is not accepted"
STOPPED = "stopped by signal"
COLLECTING = {"OCAMLRUNPARAM": "s=8M,o=2000"}
"""Lets the garbage collector of a short run of Coq rest longer, unless the user says how long."""


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
        verdict: proved or refuted: of a refuted claim the theorem is that it is false.
    """

    name: str
    claim: str
    status: int
    why: str = ""
    undefined: str = UNACCEPTED
    verdict: str = "proved"


def compile_library(folder: Path, *, seconds: float = 600, jobs: int = 1) -> None:
    """Compiles the files of the library that are not compiled, or whose requirements were anew.

    What is not as the library has it is written again.

    Raises:
        NoCoqError: there is no coqc, or it refuses one.
    """
    if shutil.which("coqc") is None:
        raise NoCoqError("coqc is not installed; Coq 8.16 with coquelicot and interval is needed")
    write_library(folder)
    pending: dict[str, Future[Path]] = {}
    with ThreadPoolExecutor(jobs) as pool:
        # Each file stands after those it requires, so that some file never waits.
        for name, text in library().items():
            below = [pending[other] for other in _requirements(text) if other in pending]
            pending[name] = pool.submit(_made, folder / THEORIES / name, below, seconds)
        for made in pending.values():
            made.result()


def _requirements(text: str) -> list[str]:
    """The files of the library that a file of it requires."""
    required = re.findall(r"^From dpsym Require Import ([^.]*)\.", text, re.MULTILINE)
    return [f"{stem}.v" for stems in required for stem in stems.split()]


def _made(path: Path, below: list[Future[Path]], seconds: float) -> Path:
    """The compiled file, newer than its source and than what was compiled of its requirements."""
    made, older = path.with_suffix(".vo"), [path, *(each.result() for each in below)]
    if made.exists() and made.stat().st_mtime >= max(each.stat().st_mtime for each in older):
        return made
    _, complaint = coqc(path, seconds)
    if complaint:
        raise NoCoqError(f"the library does not compile: {path.name}: {complaint}")
    return made


def compiled(entry: Exported, folder: Path, *, seconds: float) -> Compiled:
    """What Coq says of a claim; what it said before of this file and library stands."""
    found = partial(Compiled, entry.name, entry.claim, verdict=entry.verdict)
    if entry.why:
        return found(UNEXPORTED, entry.why)
    complaint = _complaint(entry, "", folder, seconds)
    if complaint:
        return found(REFUSED, complaint)
    return found(ACCEPTED, "", entry.undefined or _complaint(entry, DEFINED, folder, seconds))


def examined(entry: Exported, folder: Path, *, seconds: float) -> Compiled:
    """What Coq says of a claim, which is refused where its file does not say what it means now."""
    found = compiled(entry, folder, seconds=seconds)
    why = "" if found.status else _misstated(entry, folder)
    return replace(found, status=REFUSED, why=why, undefined=UNACCEPTED) if why else found


def _misstated(entry: Exported, folder: Path) -> str:
    """Why the theorems in the files of a claim are not about it; "" if they are."""
    try:
        claim = claim_of(entry.claim)
        openings = {"": opening(claim, entry.name, refuted=entry.verdict != "proved")}
        if not entry.undefined:
            openings[DEFINED] = definedness.opening(claim, f"{entry.name}{DEFINED}")
    except FAILURES as error:
        return f"it is not exported any more: {error}"
    for end, stated in openings.items():
        path = folder / f"{entry.name}{end}.v"
        if f"\n{stated}" not in path.read_text(encoding="utf-8"):
            return f"{path.name} states another claim than it should; export the claim again"
    return ""


def _complaint(entry: Exported, end: str, folder: Path, seconds: float) -> str:
    """What Coq complains of in a file of a claim; "" if it accepts it as it was exported."""
    path = folder / f"{entry.name}{end}.v"
    text = path.read_bytes() if path.exists() else b""
    if digest(text) != entry.digests.get(end):
        return f"{path.name} is not as it was exported; export the claim again"
    kept, judged = path.with_suffix(".said"), digest(_library() + text)
    known = _said(kept)
    if known.get("digest") == judged and (known.get("enough") or known["seconds"] >= seconds):
        return str(known["complaint"])
    said, complaint = coqc(path, seconds)
    answer = {
        "digest": judged,
        "complaint": complaint or foreign(said),
        "seconds": seconds,
        "enough": not complaint.startswith(STOPPED),
    }
    kept.write_text(json.dumps(answer), encoding="utf-8")
    return str(answer["complaint"])


def _said(path: Path) -> dict[str, Any]:
    """What was kept of Coq's answer; nothing of one that was not written to its end."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


@cache
def _library() -> bytes:
    return "".join(library().values()).encode()


def foreign(said: str) -> str:
    """What ``Print Assumptions`` lists beside the axioms of real numbers and of the machine's."""
    closed, _, listing = said.partition("Axioms:")
    if not listing:
        return "" if "Closed under the global context" in closed else "no assumptions are printed"
    others = []
    for line in re.findall(r"^\S.*", listing, re.MULTILINE):
        # An axiom stands before its type; anything else says of what the kernel was not asked.
        named = re.fullmatch(r"([^\s:]+)( :.*)?", line)
        name = named[1] if named is not None else line
        if name not in AXIOMS and not (named and name.startswith(MACHINE)):
            others.append(name)
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
        env=COLLECTING | os.environ,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode < 0:
        return "", f"{STOPPED} {-done.returncode}; the limit is {limit} s"
    complaint = " ".join(done.stderr.split()) or f"coqc ended with {done.returncode}"
    return done.stdout, complaint if done.returncode else ""
