"""The sources of the theorems: authors, title and where they are found."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from pylatexenc.latex2text import LatexNodes2Text

_ENTRY = re.compile(r"@(\w+)\{(\w+),\n(.*?)\n\}", re.S)
_FIELD = re.compile(r"^\s*(\w+)\s*=\s*\{(.*)\},?\s*$", re.M)
_MANY = 3


@dataclass(frozen=True, slots=True)
class Reference:
    """A source as a bibliography names it.

    Attributes:
        key: its key.
        authors: the names, in order.
        title: its title.
        year: when it appeared, or the empty string.
        venue: where it appeared.
        url: an address that leads to it, or the empty string.
        bibtex: the entry itself.
    """

    key: str
    authors: tuple[str, ...]
    title: str
    year: str
    venue: str
    url: str
    bibtex: str

    @property
    def short(self) -> str:
        """The source in running text.

        >>> references()["BunSteinke2016"].short
        'Bun and Steinke 2016'
        """
        families = list(map(_family, self.authors))
        if len(families) > _MANY:
            names = f"{families[0]} et al."
        else:
            names = " and ".join(filter(None, (", ".join(families[:-1]), *families[-1:])))
        named = f"{names} {self.year}".strip()
        return named or (self.key.capitalize() if self.key.islower() else self.title)


def _family(name: str) -> str:
    """The name under which an author is listed, with what stands before it in small letters.

    >>> _family("Tim van Erven"), _family("Salil Vadhan")
    ('van Erven', 'Vadhan')
    """
    *given, last = name.split()
    small = next((place for place, word in enumerate(given) if word.islower()), len(given))
    return " ".join([*given[small:], last])


@cache
def references() -> Mapping[str, Reference]:
    """The sources of the library by their keys."""
    source = (files("dpsym.theorems") / "references.bib").read_text(encoding="utf-8")
    return {found[2]: _reference(found) for found in _ENTRY.finditer(source)}


def _reference(found: re.Match[str]) -> Reference:
    fields = {name.lower(): _plain(value) for name, value in _FIELD.findall(found[3])}
    venues = ("journal", "booktitle", "publisher", "howpublished")
    return Reference(
        key=found[2],
        authors=tuple(filter(None, fields.get("author", "").split(" and "))),
        title=fields.get("title", found[2]),
        year=fields.get("year", ""),
        venue=next((fields[name] for name in venues if name in fields), fields.get("note", "")),
        url=_address(fields),
        bibtex=found[0],
    )


def _plain(value: str) -> str:
    return str(LatexNodes2Text(math_mode="text").latex_to_text(value))


def _address(fields: Mapping[str, str]) -> str:
    if "doi" in fields:
        return f"https://doi.org/{fields['doi']}"
    if "url" in fields:
        return fields["url"]
    return f"https://arxiv.org/abs/{fields['eprint']}" if "eprint" in fields else ""
