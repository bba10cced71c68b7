"""Draws claims with known truths, has the referee decide them, and says what came of it."""

# ruff: noqa: T201 - a command that prints what it found

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from measure.kinds import SUITES
from measure.running import Run, outcomes, resumed
from measure.summary import examples, outcome, table


def main() -> int:
    parser = argparse.ArgumentParser(prog="python tests/measure", description=__doc__)
    parser.add_argument("suite", choices=SUITES)
    parser.add_argument("--count", type=int, default=20_000, help="how many claims")
    parser.add_argument("--start", type=int, default=0, help="the number of the first one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=4.0, help="seconds for each verdict")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--kind", action="append", help="only this kind; may be repeated")
    parser.add_argument("--resume", type=Path, help="keep outcomes here and go on from them")
    parser.add_argument("--list", action="store_true", help="print the claims, decide none")
    options = parser.parse_args()
    run = Run(options.suite, options.seed, options.budget)
    kinds = list(SUITES[options.suite])
    wanted = [
        index
        for index in range(options.start, options.start + options.count)
        if not options.kind or kinds[index % len(kinds)] in options.kind
    ]
    if options.list:
        from measure.kinds import claim_of

        for index in wanted:
            kind, case = claim_of(options.suite, index, options.seed)
            print(f"{index}\t{kind}\t{case.truth}\t{case.text}")
        return 0
    rows = [row for row in resumed(options.resume, run) if row["index"] in set(wanted)]
    done = {row["index"] for row in rows}

    def seen(row: dict[str, Any]) -> None:
        rows.append(row)
        if outcome(row) in ("wrong", "broken"):
            print(examples([row]), flush=True)
        if options.resume:
            with options.resume.open("a") as file:
                file.write(
                    json.dumps({"suite": run.suite, "seed": run.seed, "budget": run.budget} | row)
                    + "\n"
                )

    outcomes(run, [index for index in wanted if index not in done], options.jobs, seen)
    print(examples(rows), table(rows), sep="\n\n")
    return int(any(outcome(row) in ("wrong", "broken") for row in rows))


if __name__ == "__main__":
    sys.exit(main())
