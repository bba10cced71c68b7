"""Folders of Coq files: the library, a file for each claim, and a list of what became of each."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from dpsym.certificate import Certificate, UnreadableError, claim_of
from dpsym.coq.definedness import definedness
from dpsym.coq.development import development
from dpsym.coq.notation import UnexportableError

AXIOMS = (
    "ClassicalDedekindReals.sig_not_dec",
    "ClassicalDedekindReals.sig_forall_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
)
"""What the real numbers of Coq assume."""
SPECIAL = {
    "naturals": tuple(f"dpsym_{part}" for part in "harmonic sum expt count binomial".split()),
    "totals": ("dpsym_total", "dpsym_members"),
    "special": ("dpsym_erfc", "dpsym_far"),
    "ends": ("dpsym_continuous",),
    "series": ("dpsym_series",),
}
"""By file, in the order in which they require each other: what only claims that need it have."""
THEORIES, LISTED = "theories", "claims.json"
DEFINED, TOTAL = "_defined", "its sides have values for all numbers"
"""What is added to a claim's name for the theorem that its sides have values; why there is none."""
HEADER = """(* {comment} *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From dpsym Require Import {required}.
Import ListNotations.
Open Scope R_scope.

"""


@dataclass(frozen=True, slots=True)
class Exported:
    """What became of a claim.

    Attributes:
        name: the name of its file without ``.v``.
        claim: its text.
        verdict: proved or refuted.
        why: why it has no file; "" if it has.
        undefined: why it has no second file that its sides have values; "" if it has.
        digests: of the two files as they were written, by what their names end with.
    """

    name: str
    claim: str
    verdict: str
    why: str = ""
    undefined: str = "the claim was not exported"
    digests: Mapping[str, str] = field(default_factory=dict)


def source(certificate: Certificate, title: str) -> str:
    """The Coq file of a claim, whose last theorem has the title as its name.

    Raises:
        UnexportableError: a part of the evidence has no counterpart in Coq.
    """
    return _file(certificate, title, development(certificate, title))


def _file(certificate: Certificate, title: str, text: str) -> str:
    comment = claim_of(certificate.claim).text.replace("(*", "( *").replace("*)", "* )")
    header = HEADER.format(comment=comment, required=" ".join(required(text)))
    return f"{header}{text}\nPrint Assumptions {title}.\n"


def required(text: str) -> list[str]:
    """The files of the library that a text needs, in the order in which they are compiled."""
    last = [n for n, marks in enumerate(SPECIAL.values()) if any(mark in text for mark in marks)]
    numbers = ["prelude", *list(SPECIAL)[: max(last, default=-1) + 1], "Numbers", "Compared"]
    if not re.search(
        r": (mechanism|law|kernel|databases)\b|\b(Finite|Bernoulli)\b|DP\b|<<|dpsym_false_value",
        text,
    ):
        return numbers
    stems = [name.removesuffix(".v") for name in library()]
    return [*numbers, *(stem for stem in stems if stem[0].isupper() and stem not in numbers)]


def write(certificate: Certificate, name: str, folder: Path) -> Exported:
    """Writes the files of a claim, unless a part of its evidence has no counterpart."""
    title = file_name(name)
    sides = f"{title}{DEFINED}"
    why, undefined = "", TOTAL
    files = dict.fromkeys(("", DEFINED), "")
    try:
        files[""] = source(certificate, title)
        if text := definedness(certificate, sides):
            files[DEFINED], undefined = _file(certificate, sides, text), ""
    except UnexportableError as error:
        undefined = str(error)
        why = "" if files[""] else undefined
    for end, text in files.items():
        if text:
            _keep(folder / f"{title}{end}.v", text)
        else:
            (folder / f"{title}{end}.v").unlink(missing_ok=True)
    digests = {end: digest(text.encode()) for end, text in files.items() if text}
    claim = claim_of(certificate.claim).text
    return Exported(title, claim, certificate.verdict, why, undefined, digests)


def file_name(name: str) -> str:
    """The name of a claim as that of a file and a theorem."""
    return re.sub(r"\W", "_", name)


def digest(text: bytes) -> str:
    """What tells a file from others."""
    return sha256(text).hexdigest()


def listed(folder: Path) -> list[Exported]:
    """What became of the claims that were exported to a folder so far.

    Raises:
        UnreadableError: the list of them is damaged.
    """
    path = folder / LISTED
    if not path.exists():
        return []
    try:
        return [Exported(**entry) for entry in json.loads(path.read_text(encoding="utf-8"))]
    except (ValueError, TypeError, RecursionError):
        raise UnreadableError(f"{path} is no list of exported claims; remove it") from None


def library() -> dict[str, str]:
    """The files of the library by name, in the order in which they are compiled."""
    source = files("dpsym.coq").joinpath(THEORIES)
    project = source.joinpath("_CoqProject").read_text(encoding="utf-8").split()
    names = [word for word in project if word.endswith(".v")]
    return {name: source.joinpath(name).read_text(encoding="utf-8") for name in names}


def finish(folder: Path, found: Iterable[Exported]) -> None:
    """Writes the library, the list of claims, and ``_CoqProject`` for ``coq_makefile``."""
    write_library(folder)
    known = {entry.name: entry for entry in (*listed(folder), *found)}
    entries = [known[name] for name in sorted(known)]
    _keep(folder / LISTED, json.dumps([asdict(entry) for entry in entries], indent=1) + "\n")
    own = [f"{entry.name}.v" for entry in entries if not entry.why]
    own += [f"{entry.name}{DEFINED}.v" for entry in entries if not entry.undefined]
    lines = [f"-Q {THEORIES} dpsym", *(f"{THEORIES}/{name}" for name in library()), *own, ""]
    _keep(folder / "_CoqProject", "\n".join(lines))


def write_library(folder: Path) -> None:
    """Writes the files of the library that are not there as they should be."""
    (folder / THEORIES).mkdir(exist_ok=True)
    for name, text in library().items():
        _keep(folder / THEORIES / name, text)


def _keep(path: Path, text: str) -> None:
    """Writes a file, unless it is there as it should be, so that what was compiled stays so."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
