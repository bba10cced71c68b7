"""What came of a run: a table by kind and margin, and examples of what went wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any

Row = dict[str, Any]
RIGHT = {("true", "proved"), ("false", "refuted"), ("void", "undecided"), ("void", "refused")}
BROKEN = ("crashed", "hung", "killed")
COLUMNS = ("right", "wrong", "undecided", "refused", "broken")


def outcome(row: Row) -> str:
    """How a verdict compares with the truth."""
    truth, verdict = row["truth"], row["verdict"]
    if (truth, verdict) in RIGHT:
        return "right"
    if verdict in BROKEN:
        return "broken"
    return verdict if verdict in ("undecided", "refused") else "wrong"


def table(rows: Sequence[Row]) -> str:
    """Counts by kind, by margin and truth, and altogether."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row["kind"]):
        groups[row["kind"]].append(row)
    for row in sorted(rows, key=lambda row: (row["margin"], row["truth"])):
        margin = f"{100 * row['margin']:g} % beside" if row["margin"] else "exact"
        groups[f"{margin}, {row['truth']}"].append(row)
    groups["all"] = list(rows)
    width = max(map(len, groups))
    lines = [f"{'':{width}} {'claims':>7} " + " ".join(f"{c:>9}" for c in COLUMNS) + "  median s"]
    for name, members in groups.items():
        if members:
            counts = [sum(outcome(row) == column for row in members) for column in COLUMNS]
            seconds = median(row["seconds"] for row in members)
            numbers = " ".join(f"{count:>9}" for count in counts)
            lines.append(f"{name:{width}} {len(members):>7} {numbers} {seconds:>9.2f}")
    return "\n".join(lines)


def examples(rows: Iterable[Row], each: int = 2) -> str:
    """Every wrong or broken verdict, and a few of what was left open, by kind."""
    lines, told = [], defaultdict(int)
    for row in sorted(rows, key=lambda row: (row["kind"], row["index"])):
        came = outcome(row)
        told[row["kind"], came] += 1
        if came in ("wrong", "broken"):
            lines.append(f"{came.upper()} {row['verdict']}, truth {row['truth']} ({row['known']})")
            lines.append(f"  {row['text']}\n  {row['kind']}, number {row['index']}: {row['why']}")
        elif came != "right" and told[row["kind"], came] <= each:
            lines.append(f"{came} {row['truth']}: {row['text']}")
    return "\n".join(lines)
