"""The static site: an index, a page for each theorem, a page of facts, and the evidence."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from sympy import Symbol

from dpsym import __version__
from dpsym.language.printing import latex as latex_of
from dpsym.provers.axioms import AXIOMS
from dpsym.site.documents import counts, latex, markdown
from dpsym.site.entries import Entry, dump
from dpsym.site.formulas import mathml, prose
from dpsym.site.pictures import picture, sides

_STATIC = ("style.css", "site.js")


def write(entries: Sequence[Entry], folder: Path) -> list[Path]:
    """Write the site into a folder, which is made; the files written, in order.

    The pages need no network, no server and no script to be read; the script adds the search.

    Raises:
        OSError: the folder cannot be written.
    """
    written: list[Path] = []

    def put(name: str, content: str) -> None:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        written.append(path)

    for name in _STATIC:
        put(name, (files("dpsym.site") / "templates" / name).read_text(encoding="utf-8"))
    put("report.json", json.dumps(dump(entries), indent=1) + "\n")
    put("report.md", markdown(entries))
    put("report.tex", latex(entries))
    for each in entries:
        downloads = {
            "certificates": each.outcome.certificate,
            "evidence": each.outcome.evidence,
            "witnesses": each.outcome.witness,
        }
        for kind, data in downloads.items():
            if data is not None:
                put(f"{kind}/{each.name}.json", json.dumps(data, indent=1) + "\n")
    _write_pages(entries, put)
    return written


def _write_pages(entries: Sequence[Entry], put: Callable[[str, str], None]) -> None:
    environment = Environment(
        loader=PackageLoader("dpsym.site"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"mathml": mathml, "prose": prose, "picture": picture, "sides": sides}
    environment.filters |= {"range": _range, "symbol": lambda name: mathml(latex_of(Symbol(name)))}
    environment.globals |= {"version": __version__, "counts": counts(entries), "facts": AXIOMS}
    put(
        "index.html",
        environment.get_template("index.html").render(
            root="",
            entries=entries,
            keys=_tally(entry.key for entry in entries),
            families=_tally(entry.family for entry in entries),
        ),
    )
    users = {
        name: [entry for entry in entries if name in entry.outcome.axioms]
        for name in sorted({name for entry in entries for name in entry.outcome.axioms})
    }
    put("facts.html", environment.get_template("facts.html").render(root="", users=users))
    uses = links(entries)
    page = environment.get_template("theorem.html")
    for place, entry in enumerate(entries):
        put(
            f"theorems/{entry.name}.html",
            page.render(
                root="../",
                entry=entry,
                uses=uses[entry.name],
                users=sorted(name for name, used in uses.items() if entry.name in used),
                before=entries[place - 1].name if place else None,
                after=entries[place + 1].name if place + 1 < len(entries) else None,
            ),
        )


def links(entries: Sequence[Entry]) -> dict[str, list[str]]:
    """For each theorem, the others that it uses.

    It uses those that its note names and those whose claims are goals of its proof.
    """
    by_claim: dict[str, list[str]] = {}
    for entry in entries:
        by_claim.setdefault(entry.claim, []).append(entry.name)
    known = {entry.name for entry in entries}
    found: dict[str, list[str]] = {}
    for entry in entries:
        named = {word.rstrip(".") for word in re.findall(r"[\w.]+", entry.note)} & known
        for goal in entry.outcome.goals:
            if goal != entry.claim:
                named.update(by_claim.get(goal, ()))
        found[entry.name] = sorted(named - {entry.name})
    return found


def _range(domain: str) -> str:
    """A domain after its name, such as ``in [0, ∞)``; every mechanism, law or kernel is ``any``."""
    return f"any {domain}" if domain.isalpha() else f"in {domain.replace('oo', '∞')}"


def _tally(values: Iterable[str]) -> list[tuple[str, int]]:
    """Each value with how often it occurs, in order of first appearance."""
    found: dict[str, int] = {}
    for value in values:
        found[value] = found.get(value, 0) + 1
    return list(found.items())


__all__ = ["links", "write"]
