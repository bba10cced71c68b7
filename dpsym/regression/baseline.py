"""Earlier values of bounds, in a small JSON file that is committed beside the tests."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import isnan
from pathlib import Path
from typing import Any

from dpsym.errors import ClaimError
from dpsym.regression.places import Place

RECORD = "DPSYM_RECORD"


def compared(
    path: Path, name: str, values: Sequence[tuple[Place, float]], side: str, tolerance: float
) -> Iterator[tuple[Place, float, str]]:
    """The values that are looser than recorded, with words; or nothing, having recorded them.

    Raises:
        ClaimError: there is no record of this function, or the file is none; or one is to be
            written under a name that other functions may have.
    """
    if os.environ.get(RECORD) == "1":
        if "<lambda>" in name or " at 0x" in name:
            remedy = "give it a name of its own by name=..."
            raise ClaimError(f"{name!r} may name several functions of {path}", remedy=remedy)
        try:
            _record(path, name, values)
        except (OSError, UnicodeDecodeError) as error:
            raise ClaimError(f"{path} cannot be written: {error}") from None
        return
    try:
        known = _parsed(path, path.read_text(encoding="utf-8")) if path.exists() else {}
    except (OSError, UnicodeDecodeError) as error:
        raise ClaimError(f"{path} cannot be read: {error}", remedy="name another file") from None
    remedy = f"record them: pytest --dpsym-record, or {RECORD}=1 without pytest"
    if name not in known:
        raise ClaimError(
            f"{path} has no values of {name!r}",
            remedy=remedy,
        )
    try:
        recorded = {_key(place): float(value) for place, value in known[name]}
        if any(map(isnan, recorded.values())):
            raise ValueError
    except (TypeError, ValueError):
        raise ClaimError(f"{path} is no baseline", remedy="delete it and record") from None
    if not any(_key(place) in recorded for place, _ in values):
        raise ClaimError(
            f"{path} has values of {name!r} at none of the points that were tried", remedy=remedy
        )
    for place, value in values:
        old = recorded.get(_key(place))
        if old is None:
            continue
        allowance = tolerance * abs(old)
        looser = value > old + allowance if side == "upper" else value < old - allowance
        if looser:
            yield place, value, f"is looser than the {old!r} of the baseline"


def _record(path: Path, name: str, values: Sequence[tuple[Place, float]]) -> None:
    """Writes the values beside those of other functions, which other processes may write too."""
    with path.open("a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        written = file.read()
        known = _parsed(path, written) if written else {}
        known[name] = [[_written(place), value] for place, value in values]
        rows = [f"{json.dumps(key)}: [\n{_rows(known[key])}\n]" for key in sorted(known)]
        file.truncate(0)
        file.write("{" + ",\n".join(rows) + "}\n")


def _parsed(path: Path, written: str) -> dict[str, Any]:
    try:
        known = json.loads(written)
    except (ValueError, RecursionError) as error:
        raise ClaimError(f"{path} is no JSON: {error}", remedy="delete it and record") from None
    if not isinstance(known, dict):
        raise ClaimError(f"{path} is no baseline", remedy="delete it and record")
    return known


def _rows(values: Sequence[Any]) -> str:
    return ",\n".join(json.dumps(row) for row in values)


def _written(place: Place) -> dict[str, Any]:
    """A point as JSON has it, its fractions as text."""
    return {name: str(x) if isinstance(x, Fraction) else x for name, x in place.items()}


def _key(place: Place) -> str:
    return json.dumps(_written(place), sort_keys=True)
