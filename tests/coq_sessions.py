"""What Coq is asked of many theorems at once."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

from dpsym.coq.compiling import COLLECTING, coqc, foreign
from dpsym.coq.export import Exported, digest

P = ParamSpec("P")
T = TypeVar("T")
_KEPT: dict[tuple[object, ...], object] = {}


def shared(make: Callable[P, T]) -> Callable[P, T]:
    """What a function of a test makes, kept by the function's name and arguments.

    A file of tests that another one imports is loaded twice: once as a test and once as a module.
    """
    name = make.__module__.rpartition(".")[2], make.__qualname__

    @wraps(make)
    def kept(*arguments: P.args, **named: P.kwargs) -> T:
        key = *name, *arguments, *named.items()
        if key not in _KEPT:
            _KEPT[key] = make(*arguments, **named)
        return _KEPT[key]  # type: ignore[return-value]

    return kept


def every(names: Iterable[str]) -> str:
    """A definition that names each.

    The names are bound one after the other: the type of a tuple grows with the square of them.
    """
    return "Definition every :=\n" + "".join(f"let _ := @{name} in\n" for name in names) + "tt.\n"


def assumed_by_all(names: Iterable[str]) -> str:
    """The commands that print once what all of them assume."""
    return f"{every(names)}Print Assumptions every.\n"


def exported(folder: Path, title: str) -> Exported:
    """What the list of a folder would say of a file that is there."""
    written = digest((folder / f"{title}.v").read_bytes())
    return Exported(title, "", "proved", digests={"": written})


def joined(texts: Mapping[str, str]) -> str:
    """Some files as one.

    What several require is required once: that takes longer than most proofs.
    """
    lines: list[str] = []
    seen: set[str] = set()
    for text in texts.values():
        for line in text.split("Print Assumptions")[0].splitlines():
            if not line.startswith("From ") or line not in seen:
                lines.append(line)
                seen.add(line)
    return "\n".join([*lines, every(texts)])


def complaint_of_all(folder: Path, title: str, texts: Mapping[str, str]) -> str:
    """What Coq complains of in some files as one; of what it accepted it is asked only once."""
    path, text = folder / f"{title}.v", joined(texts)
    if path.with_suffix(".vo").exists() and path.read_text() == text:
        return ""
    path.write_text(text)
    _, complaint = coqc(path, 300)
    return complaint


def foreign_to(folder: Path, *titles: str) -> str:
    """What joined files that are compiled assume besides the real numbers.

    It is asked once for several: what it takes is a walk through the libraries below them.
    """
    path = folder / f"assumed_by_{titles[0]}.v"
    asked = assumed_by_all(f"{title}.every" for title in titles)
    path.write_text(f"Require {' '.join(titles)}.\n{asked}")
    said, complaint = coqc(path, 300)
    return complaint or foreign(said)


def required(texts: Iterable[str]) -> list[str]:
    """The lines that open some files, each once; what the files say of themselves is left out."""
    openings = (text.partition("Open Scope R_scope.")[0] for text in texts)
    lines = (line for text in openings for line in text.splitlines())
    kept = dict.fromkeys(line for line in lines if line.startswith(("From ", "Import ")))
    return [*kept, "Open Scope R_scope."]


def attempt(folder: Path, name: str, stated: str, proof: str) -> list[str]:
    """A definition of a statement, and a proof under a name that Coq knows if it accepts it.

    A file that is loaded ends at its first error.
    """
    (folder / f"{name}.v").write_text(f"Theorem {name} : {stated}.\n{proof}\n")
    return [f"Definition stated_{name} : Prop := {stated}.", f'Load "{name}".', f"Check {name}."]


def answered(folder: Path, session: Iterable[str]) -> tuple[set[str], set[str]]:
    """Which attempts of a session have a statement, and which of them are accepted."""
    done = subprocess.run(
        ["coqtop", "-q", "-w", "none", "-Q", "theories", "dpsym"],
        input="\n".join(session),
        cwd=folder,
        env=COLLECTING | os.environ,
        capture_output=True,
        text=True,
        check=True,
    )
    stated = set(re.findall(r"^stated_(\w+) is defined$", done.stdout, re.MULTILINE))
    checked = set(re.findall(r"^(\w+)\n? *:", done.stdout, re.MULTILINE))
    return stated, stated & checked
