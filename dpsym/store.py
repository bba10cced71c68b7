"""Verdicts found before, in one file that all processes of a user share.

A verdict is kept the moment it is found, under the digest of its claim and of the program that
found it. What is kept is a proposal: a proof or a counterexample is a verdict again only once the
kernel has accepted its certificate again, and what stayed undecided is taken up again where there
is more time than before.

The file is ``verdicts.sqlite3`` in the folder ``dpsym`` of the user's cache
(``$XDG_CACHE_HOME``, else ``~/.cache``). ``DPSYM_STORE`` in the environment names another file, or
is ``off``.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import warnings
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from typing import Any, TypeVar

from dpsym.certificate import loaded
from dpsym.confining import SECONDS
from dpsym.errors import DpsymError
from dpsym.language.claim import Claim
from dpsym.language.printing import text
from dpsym.provers.stopping import OverrunError, stopping
from dpsym.verdict import Attempt, Proved, Refuted, Step, Undecided, Verdict, Witness
from dpsym.verifier import refusal

ENVIRONMENT, OFF = "DPSYM_STORE", "off"
VERSION, OURS = 1, 0x6470_7379
"""The layout of the file, and the number by which SQLite tells it from other programs' files."""
MOST = 20_000
"""Verdicts that are kept, of all programs; the oldest make room."""
MOST_PROGRAMS = 100
SOURCES = Path(__file__).parent
USED = {
    "sympy": "sympy", "python-flint": "flint", "mpmath": "mpmath", "numpy": "numpy",
    "scipy": "scipy",
}  # fmt: skip
"""What the sources compute with, and the modules in which that is."""
PATIENCE = 10.0
"""Seconds to wait for another process that writes."""

_TABLE = """CREATE TABLE IF NOT EXISTS verdicts (
    claim TEXT NOT NULL, program TEXT NOT NULL, kind TEXT NOT NULL, budget REAL NOT NULL,
    found TEXT NOT NULL, PRIMARY KEY (claim, program))"""
_PROGRAMS = "CREATE TABLE IF NOT EXISTS programs (seen TEXT PRIMARY KEY, program TEXT NOT NULL)"
_FORGET = "DELETE FROM programs WHERE rowid <= (SELECT max(rowid) FROM programs) - ?"
_KEEP = """INSERT INTO verdicts VALUES (?, ?, ?, ?, ?) ON CONFLICT (claim, program) DO UPDATE
    SET kind = excluded.kind, budget = excluded.budget, found = excluded.found
    WHERE excluded.kind <> 'undecided'
       OR verdicts.kind = 'undecided' AND excluded.budget >= verdicts.budget"""
_PRUNE = "DELETE FROM verdicts WHERE rowid <= (SELECT max(rowid) FROM verdicts) - ?"
UNREADABLE = DpsymError, AttributeError, LookupError, TypeError, ValueError, RecursionError
"""What reading raises that meets data of another form, or nested too deeply."""

Result = TypeVar("Result")


class StoreWarning(UserWarning):
    """The store cannot be used, or begins anew."""


def place() -> Path | None:
    """The file; None where the store is off."""
    named = os.environ.get(ENVIRONMENT, "")
    if named == OFF:
        return None
    if named:
        return Path(named)
    caches = os.environ.get("XDG_CACHE_HOME", "")
    folder = Path(caches) if Path(caches).is_absolute() else Path.home() / ".cache"
    return folder / "dpsym" / "verdicts.sqlite3"


@cache
def program() -> str:
    """A digest of what finds verdicts: the source of this package, and what it computes with.

    The store keeps it beside the sizes and times of the files that it depends on, since it takes
    longer to find than many a verdict.
    """
    seen = _seen(SOURCES)
    row = _with(lambda base: base.execute(
        "SELECT program FROM programs WHERE seen = ?", (seen,)
    ).fetchone())  # fmt: skip
    if row is not None:
        return str(row[0])
    found = _digest(SOURCES)

    def write(base: sqlite3.Connection) -> None:
        base.execute("INSERT OR REPLACE INTO programs VALUES (?, ?)", (seen, found))
        base.execute(_FORGET, (MOST_PROGRAMS,))

    _with(write)
    return found


def _digest(folder: Path) -> str:
    """Of the contents of the sources, and of the versions of what they use."""
    from importlib.metadata import version

    content = sha256()
    for path in sorted(folder.rglob("*.py")):
        if "theorems" not in path.relative_to(folder).parts:
            content.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    used = map(version, USED)
    return sha256(" ".join((content.hexdigest(), sys.version, *used)).encode()).hexdigest()


def _seen(folder: Path) -> str:
    """Of the places, sizes and times of the same files, and of the modules that they use."""
    from importlib.util import find_spec

    origins = (spec.origin for spec in map(find_spec, USED.values()) if spec and spec.origin)
    paths = [*sorted(folder.rglob("*.py")), *map(Path, origins)]
    marks = ((str(path), (mark := path.stat()).st_size, mark.st_mtime_ns) for path in paths)
    return sha256(repr((sys.version, *marks)).encode()).hexdigest()


def recalled(claim: Claim, budget: float) -> Verdict | None:
    """The verdict that was found before; None where there is none that stands.

    Guarantees:
        proved or refuted only where the kernel accepts, now, a certificate of this very claim;
        undecided only where that was found with at least this budget.
    """
    if place() is None:
        return None
    key = claim.digest, program()
    row = _with(lambda base: base.execute(
        "SELECT budget, found FROM verdicts WHERE claim = ? AND program = ?", key
    ).fetchone())  # fmt: skip
    if row is None:
        return None
    kept = 0.0
    try:
        kept = float(row[0])
        with stopping(budget):
            found = restored(claim, json.loads(row[1]), budget)
    except (*UNREADABLE, OverrunError):
        found = None
    if found is None:
        _with(lambda base: base.execute(
            "DELETE FROM verdicts WHERE claim = ? AND program = ?", key
        ))  # fmt: skip
        return None
    if isinstance(found, Undecided) and not kept >= budget:
        return None
    return replace(found, recalled=True)


def keep(verdict: Verdict, budget: float) -> None:
    """Keeps a verdict that was found with this budget, unless a better one is there.

    One that would not come back as it is, is not kept.
    """
    if place() is None:
        return
    try:
        found = json.dumps(packed(verdict))
        if packed(_read(verdict.claim, json.loads(found))) != json.loads(found):
            return
    except UNREADABLE:
        return
    row = verdict.claim.digest, program(), verdict.kind, budget, found

    def write(base: sqlite3.Connection) -> None:
        base.execute(_KEEP, row)
        base.execute(_PRUNE, (MOST,))

    _with(write)


def _with(run: Callable[[sqlite3.Connection], Result]) -> Result | None:
    """What a transaction on the store answers; None where there is no store to be had."""
    path = place()
    if path is None:
        return None
    try:
        return _on(path, run)
    except sqlite3.OperationalError as error:
        _warn(f"the store of verdicts {path} cannot be used ({error}); verdicts are not kept")
    except sqlite3.DatabaseError as error:
        aside = _free(path.with_name(f"{path.name}.damaged"))
        _warn(
            f"the store of verdicts {path} is damaged ({error}); it is kept as {aside.name} and "
            "begins anew"
        )
        try:
            path.replace(aside)
            return _on(path, run)
        except (sqlite3.Error, OSError):
            return None
    except OSError as error:
        _warn(f"there is no store of verdicts at {path} ({error.strerror}); none is kept")
    return None


def _free(path: Path) -> Path:
    """The path, or the first with a number behind it at which there is nothing."""
    numbered = (path.with_name(f"{path.name}.{number}") for number in count(2))
    return next(each for each in chain([path], numbered) if not each.exists())


def _on(path: Path, run: Callable[[sqlite3.Connection], Result]) -> Result:
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path, timeout=PATIENCE)) as base, base:
        if _state(base) != (VERSION, OURS, True):
            base.execute("BEGIN IMMEDIATE")  # others that begin it now see all of it, or nothing
            version, owner, begun = _state(base)
            if begun and owner != OURS:
                raise sqlite3.DatabaseError("it is a database of something else")
            if begun and version != VERSION:
                _warn(f"the store of verdicts {path} is of another version and begins anew")
            if version != VERSION or not begun:
                base.execute("DROP TABLE IF EXISTS verdicts")
                base.execute(_TABLE)
                base.execute(f"PRAGMA user_version = {VERSION}")
                base.execute(f"PRAGMA application_id = {OURS}")
        base.execute(_PROGRAMS)
        return run(base)


def _state(base: sqlite3.Connection) -> tuple[int, int, bool]:
    """The version of a database, whose it is, and whether there is anything in it."""
    asked = ("PRAGMA user_version", "PRAGMA application_id", "SELECT count(*) FROM sqlite_master")
    version, owner, parts = (int(base.execute(text).fetchone()[0]) for text in asked)
    return version, owner, parts > 0


def _warn(words: str) -> None:
    warnings.warn(words, StoreWarning, stacklevel=2)


def packed(verdict: Verdict) -> dict[str, Any]:
    """A verdict as JSON data, for :func:`restored`."""
    certificate = verdict.certificate
    data: dict[str, Any] = {
        "kind": verdict.kind,
        "trail": [attempt.to_json() for attempt in verdict.trail],
        "note": verdict.note,
        "seconds": round(verdict.seconds, 3),
        "processor": round(verdict.processor, 3),
        "certificate": None if certificate is None else certificate.to_json(),
    }
    if isinstance(verdict, Proved):
        data["evidence"] = verdict.evidence and verdict.evidence.to_json()
    elif isinstance(verdict, Refuted):
        data["witness"] = verdict.witness and verdict.witness.to_json()
    else:
        data |= {"why": verdict.why, "obstacle": verdict.obstacle}
    return data


def restored(claim: Claim, data: Any, seconds: float = SECONDS) -> Verdict | None:
    """The verdict on the claim, if the kernel accepts its certificate and it says no more."""
    try:
        found = _read(claim, data)
        return found if _stands(found, seconds) else None
    except UNREADABLE:
        return None


def _stands(found: Verdict, seconds: float) -> bool:
    """Whether a verdict says no more than its certificate, which the kernel accepts."""
    if isinstance(found, Undecided):
        return True
    claim, certificate = found.claim, found.certificate
    if certificate is None or (certificate.claim, certificate.sha256, certificate.verdict) != (
        claim.text, claim.digest, found.kind,
    ):  # fmt: skip
        return False
    if isinstance(found, Proved) and not set(certificate.axioms) <= set(found.axioms):
        return False
    if isinstance(found, Refuted):
        shown, checked = found.witness, certificate.witness
        if shown is None or checked is None or shown.to_json()["point"] != checked["point"]:
            return False
        told = shown.to_json()["where"]
        if any(told.get(name) != value for name, value in checked.get("where", {}).items()):
            return False
        if shown.atom != text(claim.conclusions[checked["conclusion"]]):
            return False
    return not refusal(certificate, seconds, claim.written)


def _read(claim: Claim, data: dict[str, Any]) -> Verdict:
    """The verdict that :func:`packed` wrote; nothing but the types of its parts is checked."""
    trail = tuple(
        Attempt(_words(a["prover"]), _words(a["outcome"]), float(a["seconds"]))
        for a in data["trail"]
    )
    told: dict[str, Any] = {
        "claim": claim,
        "trail": trail,
        "note": _words(data["note"]),
        "seconds": float(data["seconds"]),
        "processor": float(data["processor"]),
    }
    if data["kind"] == "undecided":
        return Undecided(**told, why=_words(data["why"]), obstacle=_words(data["obstacle"]))
    told["certificate"] = loaded(data["certificate"])
    if data["kind"] == "proved":
        return Proved(**told, evidence=Step.from_json(data["evidence"]))
    return Refuted(**told, witness=Witness.from_json(data["witness"]))


def _words(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value
