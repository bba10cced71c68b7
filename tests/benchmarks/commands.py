"""Processor time of the command, in two checkouts, run by run in turn.

Each checkout is installed into an environment of its own, as a user would; a folder that is such an
environment already is taken as it is. The store of verdicts is off.
"""

# ruff: noqa: T201 - a benchmark prints

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

COMMANDS = (
    ["--help"],
    ["check", "x <= x + 1 for x in [0, 1]"],
    ["check", "PureDP(M, eps) => ZCDP(M, eps**2/2)"],
    ["check", "PureDP(M, eps) => ZCDP(M, eps**2/4)"],
    ["check", "KL(P, Q) >= 2*TotalVariation(P, Q)**2"],
)


def installed(checkout: Path, folder: Path) -> Path:
    """The command of an environment with this checkout."""
    if (checkout / "bin" / "dpsym").exists():
        return checkout / "bin" / "dpsym"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    install = [folder / "bin" / "python", "-m", "pip", "install", "--quiet", checkout.resolve()]
    subprocess.run(install, check=True)
    return folder / "bin" / "dpsym"


def seconds(command: Path, arguments: list[str]) -> float:
    """The processor time of one run, of the program and of the system for it."""
    with open(os.devnull, "w") as nowhere:
        process = subprocess.Popen(
            [command, *arguments],
            stdout=nowhere,
            stderr=nowhere,
            env=os.environ | {"DPSYM_STORE": "off"},
        )
        _, _, used = os.wait4(process.pid, 0)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Print, for each command, both medians and the median of the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--runs", type=int, default=7)
    chosen = parser.parse_args()
    with TemporaryDirectory() as folder:
        before = installed(chosen.before, Path(folder) / "before")
        after = installed(chosen.after, Path(folder) / "after")
        print(f"{'before':>8}  {'after':>8}  {'ratio':>6}")
        for arguments in COMMANDS:
            pairs = [(seconds(before, arguments), seconds(after, arguments))
                     for _ in range(chosen.runs + 1)][1:]  # fmt: skip
            first, second = (median(times) for times in zip(*pairs, strict=True))
            ratio = median(b / a for a, b in pairs)
            print(f"{first:7.2f}s  {second:7.2f}s  {ratio:6.2f}  dpsym {' '.join(arguments)}")


if __name__ == "__main__":
    main()
