"""What a budget buys: a sample of the library at several budgets, each in a process of its own.

A claim that is decided with one budget must be decided with every larger one, one that needs a
second must be decided in five, and no budget may be exceeded by more than a fifth.
"""

# ruff: noqa: T201 - a benchmark prints

from __future__ import annotations

import argparse
from multiprocessing import get_context
from time import thread_time

from dpsym.checking import check
from dpsym.library import theorems
from dpsym.provers.search import search

BUDGETS = (0.5, 1.0, 2.0, 5.0, 15.0, 60.0)
ENOUGH, OVER, SHORT = 5.0, 1.2, 0.1
"""Times what a claim needs that must be enough for it; times a budget, and seconds, allowed."""

Row = list[tuple[str, float]]


def decided(name: str, budget: float) -> tuple[str, float]:
    """The kind of the verdict and the seconds of processor time."""
    (theorem,) = [each for each in theorems() if each.name == name]
    begun = thread_time()
    verdict = check(theorem, budget=budget, fresh=True)
    return verdict.kind, thread_time() - begun


def faults(row: Row) -> list[str]:
    """What one claim breaks of what budgets promise."""
    found = []
    ready = [kind != "undecided" for kind, _ in row]
    if ready != sorted(ready):
        found.append("LESS WITH MORE")
    needed = min((seconds for (_, seconds), yes in zip(row, ready, strict=True) if yes), default=0)
    for budget, yes in zip(BUDGETS, ready, strict=True):
        if needed and not yes and budget >= ENOUGH * max(needed, BUDGETS[0] / ENOUGH):
            found.append(f"NEEDS {needed:.1f} s, NOT DECIDED IN {budget:g}")
    for budget, (_, seconds) in zip(BUDGETS, row, strict=True):
        if seconds > OVER * budget + SHORT:
            found.append(f"{seconds:.2f} s OF {budget:g}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=12, help="how many theorems one stands for")
    parser.add_argument("--first", type=int, default=0, help="which of them is the first")
    arguments = parser.parse_args()
    names = sorted(each.name for each in theorems())[arguments.first :: arguments.every]
    # What is imported here is not imported by the processes, whose caches are empty.
    assert search.name
    broken = 0
    print(f"{'theorem':<44}" + "".join(f"{f'{b:g} s':>12}" for b in BUDGETS))
    with get_context("fork").Pool(1, maxtasksperchild=1) as pool:
        for name in names:
            row = [pool.apply(decided, (name, budget)) for budget in BUDGETS]
            cells = "".join(f"{kind[:4]:>6}{seconds:>6.2f}" for kind, seconds in row)
            noted = faults(row)
            broken += bool(noted)
            print(f"{name:<44}{cells}  {'; '.join(noted)}", flush=True)
    print(f"{len(names)} theorems, {broken} of which break a promise")


if __name__ == "__main__":
    main()
