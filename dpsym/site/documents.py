"""The report as one document: Markdown for a repository, LaTeX for a paper's appendix."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from jinja2 import Environment, PackageLoader, StrictUndefined

from dpsym.arguments import taking
from dpsym.explaining import Line, marked
from dpsym.explaining.rendering import escaped, tex_line
from dpsym.provers.axioms import AXIOMS
from dpsym.site.entries import Entry


@taking
def markdown(entries: Sequence[Entry]) -> str:
    """The report in Markdown with formulas between dollar signs."""
    return _render("report.md.j2", entries)


@taking
def latex(entries: Sequence[Entry]) -> str:
    """The report as the body of a LaTeX document that loads amsmath, amssymb and graphicx."""
    return _render("report.tex.j2", entries)


def _render(name: str, entries: Sequence[Entry]) -> str:
    environment = Environment(
        loader=PackageLoader("dpsym.site"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.filters |= {
        "escaped": escaped,
        "tex": tex_line,
        "sentence": _sentence,
        "claimed": _claimed,
    }
    used = {name for entry in entries for name in entry.outcome.axioms}
    return environment.get_template(name).render(
        groups=[(key, list(group)) for key, group in groupby(entries, key=lambda e: e.key)],
        total=len(entries),
        counts=counts(entries),
        agreed=sum(entry.agreed for entry in entries),
        facts=[AXIOMS[name] for name in sorted(used) if name in AXIOMS],
    )


def _sentence(written: str) -> list[tuple[str, str]]:
    """A sentence or a claim in pieces, formulas told from words."""
    return Line(written).typeset()


def _claimed(claim: str) -> list[tuple[str, str]]:
    return Line(marked(claim)).typeset()


def counts(entries: Sequence[Entry]) -> dict[str, int]:
    """How many theorems have each verdict."""
    return {
        kind: sum(entry.outcome.verdict == kind for entry in entries)
        for kind in ("proved", "refuted", "undecided")
    }
