"""From the arguments of a command to the claims they mean."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dpsym.cli.complaints import UsageFaultError, point_at, printable
from dpsym.errors import ClaimError, DpsymError

if TYPE_CHECKING:
    from click import Context, Parameter

    from dpsym.statement import Theorem

_OF_FILES = (".py", ".txt", ".md", ".markdown", ".tex")
# No claim comes near this; it keeps a stray file on standard input from filling the memory.
_MOST_BYTES = 1 << 24


@dataclass(frozen=True, slots=True)
class Target:
    """One claim to be decided, as something that another process can look up.

    Attributes:
        text: the claim as text, or the empty string for a theorem.
        name: the name of a theorem, or the empty string.
        path: the file or folder that states the theorem, or the empty string for the library.
    """

    text: str = ""
    name: str = ""
    path: str = ""

    def theorem(self) -> Theorem | None:
        """The theorem it names, if it names one."""
        from dpsym import library

        if not self.name:
            return None
        # What is not well formed was told when the claims were selected.
        stated = library.theorems_in(Path(self.path), _passed_over) if self.path else None
        known = library.theorems() if stated is None else stated
        return next(theorem for theorem in known if theorem.name == self.name)


@dataclass(frozen=True, slots=True)
class Selection:
    """What the arguments of one command mean.

    Attributes:
        targets: the claims, each once, in the order of the arguments.
        single: whether they name exactly one claim: one text, or the whole name of one theorem.
    """

    targets: tuple[Target, ...]
    single: bool


def _passed_over(error: ClaimError) -> None: ...


def _refused(error: ClaimError) -> None:
    raise UsageFaultError(printable(str(error)), point_at(error.reading, error))


def select(
    arguments: Sequence[str],
    *,
    if_any: bool = False,
    malformed: Callable[[ClaimError], None] = _refused,
) -> Selection:
    """The claims that the arguments mean; none at all means the whole library.

    An argument is a path if a file or folder of that name exists or it ends like one, the name of a
    theorem if it consists of words and dots, a path again if it holds a slash but none of
    the characters without which there is no claim, and the text of a claim otherwise; ``-`` is
    the text on standard input. With ``if_any`` a path may state nothing; ``malformed`` is told of
    each claim of a file that is not well formed, which by default refuses them all.

    Raises:
        UsageFaultError: an argument is none of these, or is not well formed.
    """
    if not arguments:
        from dpsym import library

        stated = _or_fault(library.theorems)
        if not stated:
            raise UsageFaultError("the library has no theorem; give a claim, or a path")
        return Selection(tuple(Target(name=theorem.name) for theorem in stated), single=False)
    found: list[Target] = []
    single = len(arguments) == 1
    for argument in arguments:
        targets, whole = _meaning(argument, if_any, malformed)
        found += targets
        single = single and whole
    return Selection(tuple(dict.fromkeys(found)), single)


def completions(incomplete: str) -> list[str]:
    """Names of the library that begin so, a word at a time.

    >>> "bs16." in completions("bs")
    True
    >>> completions("bs16.prop_1_4")[:1]
    ['bs16.prop_1_4']
    """
    from dpsym import library

    depth = incomplete.count(".")
    names = [theorem.name for theorem in library.theorems()]
    words = (name.split(".") for name in names if name.startswith(incomplete))
    found = (".".join(w[: depth + 1]) + "." * (len(w) > depth + 1) for w in words)
    return list(dict.fromkeys(found))


def complete(context: Context, parameter: Parameter, incomplete: str) -> list[str]:
    """What the shell offers for an argument that begins so."""
    return completions(incomplete)


def theorems(arguments: Sequence[str]) -> tuple[list[Theorem], bool]:
    """The theorems that names and paths mean, and whether it is the whole name of one."""
    selection = select(arguments)
    stated = [theorem for target in selection.targets if (theorem := target.theorem())]
    if len(stated) < len(selection.targets):
        raise UsageFaultError("this command takes names and paths; see 'dpsym check' for claims")
    return stated, selection.single


def _meaning(
    argument: str, if_any: bool, malformed: Callable[[ClaimError], None]
) -> tuple[list[Target], bool]:
    from dpsym import library

    if argument == "-":
        return [_claim(_standard_input())], True
    # os.path.exists, unlike Path.exists, says no to names that are too long or hold a NUL.
    if os.path.exists(argument) or argument.endswith(_OF_FILES):
        return _in_path(argument, if_any, malformed), False
    if re.fullmatch(r"\w+(\.\w+)*", argument):
        found = _or_fault(lambda: library.find(argument))
        whole = len(found) == 1 and found[0].name == argument
        return [Target(name=theorem.name) for theorem in found], whole
    if "/" in argument and not re.search(r"[(<>=⇒→⟹≤≥\\]|\bis\b", argument):
        return _in_path(argument, if_any, malformed), False
    return [_claim(argument)], True


def _in_path(argument: str, if_any: bool, malformed: Callable[[ClaimError], None]) -> list[Target]:
    from dpsym import library

    faults = 0

    def told(fault: ClaimError) -> None:
        nonlocal faults
        faults += 1
        malformed(fault)

    stated = _or_fault(lambda: library.theorems_in(Path(argument), told))
    if not stated and not faults and not if_any:
        remedy = "decorate functions with @theorem"
        if Path(argument).suffix != ".py":
            remedy = "write one claim a line, or 'dpsym: CLAIM' in comments of .tex and .md"
        raise UsageFaultError(f"{argument!r} states no theorem; {remedy}")
    return [Target(name=theorem.name, path=argument) for theorem in stated]


def _claim(written: str) -> Target:
    from dpsym.language.natural import claim_from_text
    from dpsym.provers.valueless import refuse_undefined

    try:
        claim = claim_from_text(written)
        refuse_undefined(claim)
    except ClaimError as error:
        raise UsageFaultError(f"{error}", point_at(error.reading or written, error)) from None
    return Target(text=claim.text)


def _standard_input() -> str:
    content = sys.stdin.buffer.read(_MOST_BYTES)
    try:
        return content.decode().strip()
    except UnicodeDecodeError as error:
        raise UsageFaultError(
            f"byte {error.start + 1} of standard input, {content[error.start]:#04x}, is no UTF-8; "
            "send the claim as UTF-8 text"
        ) from None


def _or_fault(look_up: Callable[[], tuple[Theorem, ...]]) -> tuple[Theorem, ...]:
    try:
        return look_up()
    except DpsymError as error:
        raise UsageFaultError(printable(str(error))) from None
