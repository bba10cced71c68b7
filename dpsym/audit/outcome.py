"""What came of the audit of one function: a row, as JSON data and as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import redirect_stdout
from importlib.metadata import PackageNotFoundError, version
from io import StringIO
from math import inf, isfinite
from time import process_time
from typing import Any

from dpsym.arguments import positive_seconds, taking
from dpsym.audit.case import Case, case_of
from dpsym.errors import ClaimError
from dpsym.regression import BoundReport, Failure, examine_bound

Row = dict[str, Any]

VERDICTS = (
    "invalid", "raised", "slow", "misstated", "undecided", "loose", "certified", "missing",
)  # fmt: skip
"""The worst first: some value is certainly wrong; the function raises, or gives no number or one
outside its domain; a call takes too long, or its process had to be stopped; the claim or an option
is not well formed; no value could be certified; values are certainly looser than permitted; none of
these; the installed version has no such function."""
FAILING = VERDICTS[:3]
_SAMPLES = 200
_KINDS = {
    "invalid": "invalid",
    "outside": "raised",
    "raised": "raised",
    "no number": "raised",
    "slow": "slow",
}
_KEPT = 5


@taking
def audited(key: str, *, budget: float, within: float) -> Row:
    """The row of a function.

    Args:
        key: one of :func:`dpsym.audit.cases_of`.
        budget: seconds of the processor to use.
        within: how many times what is needed a value may be without being called loose.

    Raises:
        ClaimError: an argument is none of these.
    """
    budget = positive_seconds("budget", budget)
    if not within >= 1:
        raise ClaimError(f"within={within!r}", part="within", remedy="give a factor of at least 1")
    case = case_of(key)
    began = process_time()
    try:
        with redirect_stdout(StringIO()):
            function = case.load()
    except (Exception, SystemExit) as error:  # noqa: BLE001 # whatever a library's import does
        return _row(case, "missing", began, worst=[f"{type(error).__name__}: {error}"])
    options: dict[str, Any] = {"samples": _SAMPLES, "hostile": True, **case.options}
    options["patience"] = min(budget, options.get("patience", budget))
    try:
        with redirect_stdout(StringIO()):
            report = examine_bound(function, case.claim, budget=budget, name=case.name, **options)
    except ClaimError as error:
        return _row(case, "misstated", began, worst=[str(error)])
    except Exception as error:  # noqa: BLE001 # of the options, or in a function to the truth
        return _row(case, "misstated", began, worst=[f"{type(error).__name__}: {error}"])
    kinds = Counter(failure.kind for failure in report.failures if failure.place)
    return _row(
        case,
        _verdict(report, kinds, within),
        began,
        tried=report.tried,
        certified=report.certified,
        failures=dict(kinds),
        worst=_worst(report),
        looseness=None if report.looseness is None else _number(report.looseness.factor),
        loosest=None if report.looseness is None else report.looseness.text(),
    )


def stopped(key: str, reason: str) -> Row:
    """The row of a function whose process was stopped."""
    return _row(case_of(key), "slow", process_time(), worst=[reason])


def version_of(library: str) -> str:
    """The installed version of a package; empty where none is known."""
    try:
        return version(library)
    except PackageNotFoundError:
        return ""


def _row(case: Case, verdict: str, began: float, **found: Any) -> Row:
    empty = {"tried": 0, "certified": 0, "failures": {}, "looseness": None, "loosest": None}
    return {
        "library": case.library,
        "version": version_of(case.library),
        "function": case.name,
        "claim": case.claim if isinstance(case.claim, str) else "the certified truth",
        "verdict": verdict,
        **empty,
        **found,
        "seconds": round(process_time() - began, 1),
    }


def _verdict(report: BoundReport, kinds: Mapping[str, int], within: float) -> str:
    found = {_KINDS[kind] for kind in kinds if kind in _KINDS}
    if any(failure.kind == "outside" and failure.size for failure in report.failures):
        found.add("invalid")
    for verdict in FAILING:
        if verdict in found:
            return verdict
    if not report.certified:
        return "undecided"
    loose = report.looseness is not None and report.looseness.factor > within
    return "loose" if loose else "certified"


def _worst(report: BoundReport) -> list[str]:
    """Of each kind the worst failure, then others, as text."""
    firsts = {failure.kind: failure for failure in reversed(report.failures)}
    order = sorted(firsts, key=lambda kind: (kind not in _KINDS, [*_KINDS, kind].index(kind)))
    return [f"{kind}: {firsts[kind].text()}{_size(firsts[kind])}" for kind in order[:_KEPT]]


def _size(failure: Failure) -> str:
    """By how much an invalid value is wrong."""
    known = failure.kind == "invalid" and 0 < failure.size < inf
    return f" (relative error about {failure.size:.2g})" if known else ""


def _number(value: float) -> float | str:
    """A number as JSON has it."""
    return value if isfinite(value) else "infinite"


@taking
def row_text(row: Row) -> str:
    """A row for a reader."""
    failures = ", ".join(f"{count} {kind}" for kind, count in row["failures"].items())
    counts = f"{row['certified']} of {row['tried']} certified" + (f", {failures}" * bool(failures))
    lines = [f"{row['verdict']:<10} {row['function']}   {counts}   {row['seconds']:g} s"]
    lines += [f"           {text}" for text in row["worst"]]
    if row["verdict"] == "loose":
        lines.append(f"           loosest: {row['loosest']}")
    return "\n".join(lines)


@taking
def summary(rows: Iterable[Row]) -> str:
    """How many functions there are of each verdict."""
    counts = Counter(row["verdict"] for row in rows)
    told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict])
    return f"{counts.total()} functions" + (f": {told}" if told else "")


@taking
def markdown(rows: Iterable[Row], left_out: Iterable[tuple[str, str, list[str]]] = ()) -> str:
    """The rows as a table of Markdown, and another of what is left out, from :func:`reasons`."""
    lines = [
        "| library | function | claim | verdict | certified | failures | the worst |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        failures = ", ".join(f"{count} {kind}" for kind, count in row["failures"].items())
        cells = (
            f"{row['library']} {row['version']}",
            row["function"],
            f"`{row['claim']}`",
            row["verdict"],
            f"{row['certified']} of {row['tried']}",
            failures or "none",
            row["worst"][0] if row["worst"] else row["loosest"] or "",
        )
        lines.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    others = [f"| {library} | {', '.join(c)} | {reason} |" for library, reason, c in left_out]
    if others:
        lines += ["", "| library | not audited | because |", "|---|---|---|", *others]
    return "\n".join(lines) + "\n"
