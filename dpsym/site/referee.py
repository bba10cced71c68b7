"""The referee report as a page, from the templates of the site: what is false comes first."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from importlib.resources import files

from markupsafe import Markup

from dpsym.arguments import taking
from dpsym.items import Source
from dpsym.paper_report import repairs_of, summary, wrong
from dpsym.site.entries import Entry
from dpsym.site.references import references
from dpsym.site.templating import environment

_FONT = "dpsym-math.woff2"


@taking
def referee_page(entries: Sequence[Entry], source: Source | None = None) -> str:
    """One page that needs nothing beside it, of the theorems of one paper or of several."""
    known = {entry.name: entry for entry in entries}
    outcomes = {entry.name: entry.outcome for entry in entries}
    keys = list(dict.fromkeys(entry.key for entry in entries))
    reference = references().get(keys[0]) if len(keys) == 1 else None
    about = keys[0] if len(keys) == 1 else f"{len(keys)} papers" if keys else "no theorem"
    items = (
        [(item, [known[n] for n in item.theorems if n in known]) for item in source.items]
        if source is not None
        else [(None, list(entries))]
    )
    template = environment().get_template("referee.html")
    return template.render(
        title=f"Referee report on {reference.short if reference else about}",
        reference=reference,
        references=references(),
        style=_style(),
        summary=summary([entry.name for entry in entries], outcomes, source),
        wrong=[
            (heading, [known[name] for name in names])
            for heading, names in wrong(list(known), outcomes, source)
        ],
        items=items,
        repairs=repairs_of(entries, outcomes),
    )


def _style() -> Markup:
    """The style of the site with its font in it."""
    place = files("dpsym.site")
    font = b64encode((place / "fonts" / _FONT).read_bytes()).decode()
    style = (place / "templates" / "style.css").read_text("utf-8")
    return Markup(style.replace(_FONT, f"data:font/woff2;base64,{font}"))
