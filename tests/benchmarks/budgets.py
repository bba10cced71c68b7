"""What a budget buys: a sample of library and corpus at several budgets, each in a fresh process.

A claim that is decided with one budget must be decided with every larger one, one that needs a
second must be decided in five, and no budget may be exceeded by more than a fifth.
"""

# ruff: noqa: T201 - a benchmark prints

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from multiprocessing import get_context
from pathlib import Path
from time import thread_time

from dpsym.checking import check
from dpsym.errors import ClaimError
from dpsym.library import theorems
from dpsym.provers.search import search

sys.path.insert(0, str(Path(__file__).parent.parent))
from corpus import CORPUS, OPEN

BUDGETS = (2.0, 5.0, 10.0, 30.0)
ENOUGH, OVER, SHORT = 5.0, 1.2, 0.1
"""Times what a claim needs that must be enough for it; times a budget, and seconds, allowed."""

Row = list[tuple[str, float]]


def decided(claim: str, budget: float) -> tuple[str, float]:
    """The kind of the verdict and the seconds of processor time."""
    named = [each for each in theorems() if each.name == claim]
    begun = thread_time()
    try:
        kind = check(named[0] if named else claim, budget=budget, fresh=True).kind
    except ClaimError:
        kind = "no claim"  # such as a text of which a side has no value: refused, always
    return kind, thread_time() - begun


def faults(row: Row, budgets: Sequence[float]) -> list[str]:
    """What one claim breaks of what budgets promise."""
    found = []
    ready = [kind != "undecided" for kind, _ in row]
    if ready != sorted(ready):
        found.append("LESS WITH MORE")
    needed = min((seconds for (_, seconds), yes in zip(row, ready, strict=True) if yes), default=0)
    for budget, yes in zip(budgets, ready, strict=True):
        if needed and not yes and budget >= ENOUGH * needed:
            found.append(f"NEEDS {needed:.1f} s, NOT DECIDED IN {budget:g}")
    for budget, (_, seconds) in zip(budgets, row, strict=True):
        if seconds > OVER * budget + SHORT:
            found.append(f"{seconds:.2f} s OF {budget:g}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=12, help="how many claims one stands for")
    parser.add_argument("--first", type=int, default=0, help="which of them is the first")
    parser.add_argument("--budgets", type=float, nargs="+", default=BUDGETS, metavar="SECONDS")
    parser.add_argument("--claims", type=Path, metavar="FILE", help="these instead, one a line")
    arguments = parser.parse_args()
    budgets = sorted(arguments.budgets)
    if arguments.claims:
        claims = arguments.claims.read_text(encoding="utf-8").splitlines()
    else:
        claims = sorted(each.name for each in theorems())
        claims += [*(claim for _, claim in CORPUS), *OPEN]
    claims = claims[arguments.first :: arguments.every]
    # What is imported here is not imported by the processes, whose caches are empty.
    assert search.name
    broken = 0
    print("".join(f"{f'{b:g} s':>12}" for b in budgets) + "  claim")
    with get_context("fork").Pool(1, maxtasksperchild=1) as pool:
        for claim in claims:
            row = [pool.apply(decided, (claim, budget)) for budget in budgets]
            cells = "".join(f"{kind[:4]:>6}{seconds:>6.2f}" for kind, seconds in row)
            noted = faults(row, budgets)
            broken += bool(noted)
            print(f"{cells}  {claim}" + "".join(f"  {fault}" for fault in noted), flush=True)
    print(f"{len(claims)} claims, {broken} of which break a promise")


if __name__ == "__main__":
    main()
