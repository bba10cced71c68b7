"""The library as something to browse or to append: a static site, Markdown, LaTeX and JSON."""

from dpsym.errors import from_extras

with from_extras():
    from dpsym.site.documents import latex, markdown
    from dpsym.site.entries import Entry, Outcome, dump, entry, load, outcome
    from dpsym.site.pages import write
    from dpsym.site.referee import referee_page

__all__ = [
    "Entry",
    "Outcome",
    "dump",
    "entry",
    "latex",
    "load",
    "markdown",
    "outcome",
    "referee_page",
    "write",
]
