"""``dpsym list --table``: the items of a paper, with their theorems and verdicts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpsym.cli.complaints import UsageFaultError
from dpsym.cli.running import judge
from dpsym.cli.targets import Target
from dpsym.errors import DpsymError

if TYPE_CHECKING:
    from dpsym.items import Source
    from dpsym.statement import Theorem

_NONE = "-"
_COLUMNS = (
    "item",
    "title",
    "kind",
    "theorem",
    "expected",
    "verdict",
    "how",
    "tight",
    "restricted",
    "note",
)
_CLAIMING = {"claim", "step", "example", "derived"}


def rows(names: Sequence[str], run: Path | None, budget: float | None) -> list[dict[str, str]]:
    """One row for each item and theorem; verdicts from a saved run, or found with this budget.

    Raises:
        UsageFaultError: a source lists no items, names a theorem that nobody states, or the run
            is no output of ``dpsym check --json``.
    """
    from dpsym import items, library

    try:
        chosen = items.select(tuple(names))
        stated = library.theorems()
    except DpsymError as error:
        raise UsageFaultError(str(error)) from None
    known = {theorem.name: theorem for theorem in stated}
    for source in chosen:
        unknown, _ = items.missing(source, stated)
        if unknown:
            raise UsageFaultError(
                f"{source.folder}/{items.FILE} names {unknown[0]!r}, which nobody states"
            )
    verdicts = _saved(run) if run else _found(chosen, known, budget) if budget else {}
    return [
        {
            "source": source.key,
            "item": item.id,
            "title": item.title,
            "kind": item.kind,
            **_of_theorem(known.get(name), verdicts),
            "tight": item.tight,
            "restricted": item.restricted,
            "note": item.note,
        }
        for source in chosen
        for item, name in source.rows()
    ]


def table(found: Sequence[Mapping[str, str]]) -> str:
    """The rows below a line of headings, and a summary; columns that hold nothing are left out."""
    shown = [name for name in _COLUMNS if any(row[name] not in ("", _NONE) for row in found)]
    whole = [{name: name for name in shown}, *found]
    widths = {name: max(len(row[name]) for row in whole) for name in shown}
    lines = ["  ".join(f"{row[name]:<{widths[name]}}" for name in shown).rstrip() for row in whole]
    return "\n".join([*lines, "", _summary(found)])


def _summary(found: Sequence[Mapping[str, str]]) -> str:
    """How many items there are, and how many of those that claim something are decided."""
    kinds: dict[str, str] = {}
    verdicts: dict[str, list[str]] = {}
    for row in found:
        kinds[row["item"]] = row["kind"]
        if row["theorem"] != _NONE:
            verdicts.setdefault(row["item"], []).append(row["verdict"])
    counted = Counter(kinds.values())
    line = f"{len(kinds)} items: " + ", ".join(f"{n} {kind}" for kind, n in counted.items())
    claiming = [name for name, kind in kinds.items() if kind in _CLAIMING]
    judged = [name for name in claiming if all(verdicts.get(name, [""]))]
    if any(any(values) for values in verdicts.values()):
        decided = [n for n in judged if all(v in ("proved", "refuted") for v in verdicts[n])]
        partly = [n for n in judged if any(v in ("proved", "refuted") for v in verdicts[n])]
        line += (
            f"\n{len(claiming)} claim something: all theorems of {len(decided)} are decided, "
            f"some of {len(partly)}"
        )
    return "\n".join([line, *_standing(found)])


def _standing(found: Iterable[Mapping[str, str]]) -> list[str]:
    """For each source how many items state something, and how many of these stand in full."""
    whole: dict[str, dict[str, bool]] = {}
    for row in found:
        if row["theorem"] != _NONE or row["restricted"]:
            whole.setdefault(row["source"], {})[row["item"]] = not row["restricted"]
    return [
        f"{source}: {len(items)} state something, {sum(items.values())} of them in full"
        for source, items in whole.items()
    ]


def _of_theorem(
    theorem: Theorem | None, verdicts: Mapping[str, Mapping[str, Any]]
) -> dict[str, str]:
    if theorem is None:
        return {"theorem": _NONE, "expected": _NONE, "verdict": "", "how": ""}
    verdict = verdicts.get(theorem.claim.text, {})
    return {
        "theorem": theorem.name,
        "expected": theorem.expectation.value,
        "verdict": verdict.get("verdict", ""),
        "how": _how(verdict),
    }


def _how(verdict: Mapping[str, Any]) -> str:
    """The outermost reason of a verdict, with the facts it uses and the seconds it took."""
    if not verdict:
        return ""
    facts = ", ".join(verdict["axioms"])
    return f"{verdict['reason']}{f' [{facts}]' if facts else ''} ({verdict['seconds']:.1f} s)"


def _found(
    chosen: Iterable[Source], known: Mapping[str, Theorem], budget: float
) -> dict[str, dict[str, Any]]:
    names = dict.fromkeys(name for source in chosen for _, name in source.rows() if name)
    return {known[name].claim.text: judge(Target(name=name), budget).data for name in names}


def _saved(path: Path) -> dict[str, dict[str, Any]]:
    """The verdicts of a run that was saved, by the text of the claim."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        listed = content if isinstance(content, list) else [content]
        return {entry["claim"]: {**entry, "seconds": float(entry["seconds"])} for entry in listed}
    except (OSError, UnicodeDecodeError) as error:
        raise UsageFaultError(f"--run {path}: {error}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UsageFaultError(f"--run {path}: this is no output of 'dpsym check --json'") from None
