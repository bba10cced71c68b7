"""How large counterexamples are, and how large those are that the literature is known to have.

    python tests/witnesses.py

refutes every wrong belief of theorems/folklore without a hint and prints a table: processor seconds
of the whole check, the most atoms of a law and the largest denominator, each
beside that of the smallest counterexample known before.
"""

# ruff: noqa: T201 - a script that prints what it found

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from sympy import Rational

from dpsym.checking import check
from dpsym.language import heads
from dpsym.library import find
from dpsym.statement import Expectation, Theorem
from dpsym.verdict import Refuted

HERE = Path(__file__).parent
KNOWN: dict[str, dict[str, Any]] = tomllib.loads((HERE / "known_witnesses.toml").read_text())
ITEMS = tomllib.loads((HERE.parent / "theorems" / "folklore" / "items.toml").read_text())["item"]
LIMIT, MEDIAN = 20.0, 3.0
"""Processor seconds that one refutation, and the median of all, may take on an idle core."""


def known_witness(theorem: Theorem) -> dict[str, Any] | None:
    """The size of the known counterexample; None for a second theorem on the same belief."""
    for item in ITEMS:
        if theorem.name == f"folklore.{item['theorems'][0]}":
            return KNOWN[item["id"].removeprefix("folklore.")]
    return None


def extent(verdict: Refuted, names: list[str] | None = None) -> tuple[int, int]:
    """The most atoms of a law, at least 2, and the largest denominator; of these names alone."""
    assert verdict.witness is not None
    values = [value for name, value in verdict.witness.point if names is None or name in names]
    laws = [law for value in values for law in value.atoms(heads.Finite)]
    denominators = [number.q for value in values for number in value.atoms(Rational)]
    return max([2, *(len(law.args) for law in laws)]), max([1, *denominators])


def main() -> int:
    """Print the table; 1 if a belief was not refuted in time, or by too large a witness."""
    seconds, bad = [], 0
    print(
        f"{'belief':<42}{'seconds':>8}  {'atoms':>5} {'known':>5}  {'denominator':>11} {'known':>6}"
    )
    for theorem in find("folklore"):
        if theorem.expectation is not Expectation.REFUTED:
            continue
        begun = process_time()
        verdict = check(theorem, budget=4 * LIMIT)
        seconds.append(process_time() - begun)
        known = known_witness(theorem) or {}
        if not isinstance(verdict, Refuted):
            print(f"{theorem.name:<42}{seconds[-1]:>8.2f}  {verdict.kind}")
            bad += 1
            continue
        atoms, denominator = extent(verdict, known.get("names"))
        most, largest = known.get("support", atoms), known.get("denominator", denominator)
        print(
            f"{theorem.name:<42}{seconds[-1]:>8.2f}  {atoms:>5} {most:>5}  "
            f"{denominator:>11} {largest:>6}"
        )
        bad += atoms > most or denominator > largest or seconds[-1] > LIMIT
    print(f"{len(seconds)} beliefs, median {median(seconds):.2f} s, most {max(seconds):.2f} s")
    print(f"{bad} not refuted in {LIMIT:g} s by a witness as small as the known one")
    return int(bad > 0 or median(seconds) > MEDIAN)


if __name__ == "__main__":
    sys.exit(main())
