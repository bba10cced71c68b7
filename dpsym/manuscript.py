"""Claims that stand in a text file: one a line, or beside the theorems of a paper.

In ``.tex`` they stand in comments ``% dpsym: CLAIM`` and in environments ``dpsym``; in ``.md`` in
comments ``<!-- dpsym: CLAIM -->`` and in fenced blocks ``dpsym``; any other text file holds one a
line. What is indented goes on with the line before; ``NAME:``, ``Theorem 3.2:`` or ``NAME
(refuted):`` may stand in front.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from dpsym.errors import ClaimError
from dpsym.language.natural import claim_from_text
from dpsym.language.sentences import label
from dpsym.statement import Expectation, Theorem

_TEX_COMMENT = re.compile(r"(?:[^%\\]|\\.)*%+\s*dpsym:\s*(?P<claim>.*)", re.I)
_TEX_MORE = re.compile(r"\s*%+(?:\s{2,}|\t)(?P<claim>\S.*)")
_TEX_BLOCKS = tuple(
    (
        re.compile(rf"\s*{mark}\s*\\begin\{{dpsym\}}\s*(.*)"),
        re.compile(rf"\s*{mark}\s*\\end\{{dpsym\}}.*"),
    )
    for mark in ("", "%+")
)
"""Blocks that stand in the text of a paper, and in its comments."""
_MARKDOWN_BLOCKS = tuple(
    (re.compile(rf"\s*{fence}+\s*dpsym\s*", re.I), re.compile(rf"\s*{fence}+\s*"))
    for fence in ("```", "~~~")
)
_HTML = re.compile(r"<!--\s*dpsym:(?P<claims>.*?)(?P<end>-->|\Z)", re.S | re.I)
_OPEN = "\0"
"""Stands for claims that begin in a line and do not end."""
EXPECTED = tuple(expectation.value for expectation in Expectation)
MAX_BYTES = 1 << 24

Line = tuple[int, str]


def claims_in(path: Path, malformed: Callable[[ClaimError], None]) -> list[Theorem]:
    """The claims of a text file, each as a theorem whose name tells its line or label.

    ``malformed`` is told of each claim that is not well formed, in which line it stands and why.

    Raises:
        ClaimError: the file is no text.
    """
    if path.stat().st_size > MAX_BYTES:
        raise ClaimError(f"{path.name} is larger than {MAX_BYTES} bytes", part=path.name)
    try:
        content = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ClaimError(
            f"byte {error.start + 1} of {path.name} is no UTF-8", part=path.name
        ) from None
    stem = re.sub(r"\W", "_", path.stem)
    found: list[Theorem] = []
    for number, text in _claims(path, content):
        try:
            found.append(_stated(path.name, stem, number, text))
        except ClaimError as error:
            malformed(error)
    return found


def claims_in_text(name: str, content: str) -> list[Theorem]:
    """The claims of a text, one a line, as theorems that ``name`` begins the names of.

    Raises:
        ClaimError: a claim is not well formed; it says in which line.
    """
    lines = _joined(list(enumerate(content.splitlines(), 1)))
    return [_stated(name, name, number, text) for number, text in lines]


def _claims(path: Path, content: str) -> Iterator[Line]:
    """Each claim with the number of its first line."""
    lines = list(enumerate(content.splitlines(), 1))
    if path.suffix == ".tex":
        return _joined(_in_tex(lines))
    if path.suffix in (".md", ".markdown"):
        fenced = [line for block in _MARKDOWN_BLOCKS for line in _between(lines, *block)]
        return _joined(sorted([*_in_html(content), *fenced]))
    return _joined(lines)


def _in_tex(lines: list[Line]) -> list[Line]:
    plain, commented = (_between(lines, *block) for block in _TEX_BLOCKS)
    block = [*plain, *((number, re.sub(r"^\s*%+ ?", "", text)) for number, text in commented)]
    inside = [(number, re.sub(r"(?<![\\\d])%.*", "", text)) for number, text in block]
    return sorted([*inside, *_in_comments(lines)])


def _in_comments(lines: list[Line]) -> Iterator[Line]:
    """Claims in comments of TeX, with the comments below that are indented."""
    last = 0
    for number, text in lines:
        if begun := _TEX_COMMENT.fullmatch(text):
            yield number, begun["claim"]
            last = number
        elif number == last + 1 and (more := _TEX_MORE.fullmatch(text)):
            yield number, f" {more['claim']}"
            last = number


def _in_html(content: str) -> Iterator[Line]:
    for comment in _HTML.finditer(content):
        first = content.count("\n", 0, comment.start("claims")) + 1
        if not comment["end"]:
            yield first, _OPEN
            return
        for offset, text in enumerate(comment["claims"].splitlines()):
            yield first + offset, text.strip()


def _between(
    lines: list[Line], opening: re.Pattern[str], closing: re.Pattern[str]
) -> Iterator[Line]:
    begun, found = 0, list[Line]()
    for number, text in lines:
        if begun and closing.fullmatch(text):
            yield from found
            begun, found = 0, []
        elif begun:
            found.append((number, text))
        elif opened := opening.fullmatch(text):
            begun, found = number, [(number, rest) for rest in opened.groups() if rest]
    if begun:
        yield begun, _OPEN


def _joined(lines: list[Line]) -> Iterator[Line]:
    """The lines without comments and blank ones, indented ones joined to those before."""
    started: Line | None = None
    for number, text in lines:
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        if started and text[0].isspace() and not _TEX_COMMENT.fullmatch(text):
            started = started[0], f"{started[1]}\n{text.strip()}"
            continue
        if started:
            yield started
        started = number, text.strip()
    if started:
        yield started


def _stated(file: str, stem: str, number: int, text: str) -> Theorem:
    place = f"{file}:{number}"
    if text == _OPEN:
        raise ClaimError(
            f"{place}: claims begin here, and where they end is missing",
            part=place,
            remedy=r"close them with \end{dpsym}, the fence or '-->'",
        )
    written = text
    try:
        title, note, written = label(text)
        claim = claim_from_text(written)
    except ClaimError as error:
        fault = ClaimError(f"{place}: {error}", part=error.part, position=error.position)
        fault.reading = error.reading or written.replace("\n", " ")
        raise fault from None
    name = re.sub(r"\W+", "_", title).strip("_") or f"line_{number}"
    expected = Expectation(note if note in EXPECTED else "proved")
    return Theorem(f"{stem}.{name}", claim, claim.text, place, expected, place=place)
