"""The report as one document: Markdown for a repository, LaTeX for a paper's appendix."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from jinja2 import Environment, PackageLoader, StrictUndefined

from dpsym.provers.axioms import AXIOMS
from dpsym.site.entries import Entry

_ESCAPED = {character: f"\\{character}" for character in "{}#$%&_"} | {
    "\\": r"\textbackslash{}",
    "^": r"\^{}",
    "~": r"\~{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}


def markdown(entries: Sequence[Entry]) -> str:
    """The report in Markdown with formulas between dollar signs."""
    return _render("report.md.j2", entries)


def latex(entries: Sequence[Entry]) -> str:
    """The report as the body of a LaTeX document that loads amsmath and amssymb."""
    return _render("report.tex.j2", entries)


def escaped(words: str) -> str:
    r"""Words in which LaTeX acts upon nothing.

    >>> escaped("5% of x_1")
    '5\\% of x\\_1'
    """
    return "".join(_ESCAPED.get(character, character) for character in words)


def _render(name: str, entries: Sequence[Entry]) -> str:
    environment = Environment(
        loader=PackageLoader("dpsym.site"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.filters["escaped"] = escaped
    used = {name for entry in entries for name in entry.outcome.axioms}
    return environment.get_template(name).render(
        groups=[(key, list(group)) for key, group in groupby(entries, key=lambda e: e.key)],
        total=len(entries),
        counts=counts(entries),
        agreed=sum(entry.agreed for entry in entries),
        facts=[AXIOMS[name] for name in sorted(used) if name in AXIOMS],
    )


def counts(entries: Sequence[Entry]) -> dict[str, int]:
    """How many theorems have each verdict."""
    return {
        kind: sum(entry.outcome.verdict == kind for entry in entries)
        for kind in ("proved", "refuted", "undecided")
    }


__all__ = ["counts", "escaped", "latex", "markdown"]
