"""The static site: an index, a page for each theorem, a page of facts, and the evidence."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files
from pathlib import Path

from dpsym.certificate import loaded
from dpsym.coq.assumed import assumed
from dpsym.paper_report import named, repairs_of
from dpsym.site.documents import counts, latex, markdown
from dpsym.site.entries import Entry, dump
from dpsym.site.references import references
from dpsym.site.templating import environment

_STATIC = ("style.css", "site.js")
_FONT = ("dpsym-math.woff2", "GUST-FONT-LICENSE.txt")


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
    for name in _FONT:
        font = (files("dpsym.site") / "fonts" / name).read_bytes()
        (folder / name).write_bytes(font)
        written.append(folder / name)
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
    templates = environment()
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(entry.key, []).append(entry)
    put(
        "index.html",
        templates.get_template("index.html").render(
            root="",
            entries=entries,
            counts=counts(entries),
            groups=sorted(groups.items(), key=lambda group: -len(group[1])),
            places={entry.name: place for place, entry in enumerate(entries)},
            families=_tally(entry.family for entry in entries),
        ),
    )
    users = {
        name: [entry for entry in entries if name in entry.outcome.axioms]
        for name in sorted({name for entry in entries for name in entry.outcome.axioms})
    }
    rows: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.outcome.certificate is not None:
            for row in assumed(loaded(entry.outcome.certificate)):
                rows.setdefault(row, []).append(entry)
    facts = templates.get_template("facts.html")
    put("facts.html", facts.render(root="", users=users, rows=dict(sorted(rows.items()))))
    known = {entry.name: entry for entry in entries}
    outcomes = {entry.name: entry.outcome for entry in entries}
    uses, repairs = links(entries), repairs_of(entries, outcomes)
    page = templates.get_template("theorem.html")
    for place, entry in enumerate(entries):
        put(
            f"theorems/{entry.name}.html",
            page.render(
                root="../",
                entry=entry,
                reference=references().get(entry.key),
                repairs=repairs.get(entry.name, []),
                repaired=[
                    known[entry.repairs]
                    for each in repairs.get(entry.repairs, ())
                    if each.name == entry.name
                ],
                sentences={name: each.sentence for name, each in known.items()},
                uses=uses[entry.name],
                users=sorted(name for name, used in uses.items() if entry.name in used),
                before=entries[place - 1].name if place else None,
                after=entries[place + 1].name if place + 1 < len(entries) else None,
            ),
        )


def links(entries: Sequence[Entry]) -> dict[str, list[str]]:
    """For each theorem, those that its note names and those whose claims its proof has as goals."""
    by_claim: dict[str, list[str]] = {}
    for entry in entries:
        by_claim.setdefault(entry.claim, []).append(entry.name)
    known = {entry.name for entry in entries}
    found: dict[str, list[str]] = {}
    for entry in entries:
        uses = set(named(entry.note, known))
        for goal in entry.outcome.goals:
            if goal != entry.claim:
                uses.update(by_claim.get(goal, ()))
        found[entry.name] = sorted(uses - {entry.name})
    return found


def _tally(values: Iterable[str]) -> list[tuple[str, int]]:
    """Each value with how often it occurs, in order of first appearance."""
    found: dict[str, int] = {}
    for value in values:
        found[value] = found.get(value, 0) + 1
    return list(found.items())
