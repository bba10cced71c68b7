"""A file of twenty claims: decided, edited in one line, and decided again.

What did not change must be answered in less than two seconds of processor time, by the store of
verdicts; each run is a command of its own, as a user or a hook starts it.
"""

# ruff: noqa: T201 - a benchmark prints

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory

CLAIMS = (
    "PureDP(M, eps) => ZCDP(M, eps**2/2)",
    "PureDP(M, eps) => ZCDP(M, eps*tanh(eps/2))",
    "PureDP(M, eps) => RenyiDP(M, alpha, alpha*eps**2/2)",
    "PureDP(M, eps) => PureDP(Group(M, k), k*eps)",
    "ZCDP(M, rho) => ZCDP(Group(M, k), k**2*rho)",
    "ZCDP(M, rho) => ApproxDP(M, rho + 2*sqrt(rho*log(1/delta)), delta) for delta in (0, 1)",
    "ZCDP(M, a) and ZCDP(N, b) => ZCDP(Compose(M, N), a + b)",
    "ApproxDP(M, eps, delta) => ApproxDP(PostProcess(M), eps, delta)",
    "ZCDP(GaussianMechanism(1, s), 1/(2*s**2))",
    "PureDP(LaplaceMechanism(1, b), 1/b)",
    "KL(P, Q) >= 2*TotalVariation(P, Q)**2",
    "TotalVariation(P, Q) <= sqrt(KL(P, Q)/2)",
    "KL(P, Q) <= ChiSquared(P, Q)",
    "Hellinger(P, Q) <= TotalVariation(P, Q)",
    "tanh(x) <= x for x in [0, oo)",
    "log(1 + x) <= x/sqrt(1 + x) for x in [0, oo)",
    "x**2 + y**2 >= 2*x*y for x in (-oo, oo), y in (-oo, oo)",
    "PureDP(M, eps) => ZCDP(M, eps**2/4)",
    "KL(P, Q) >= 3*TotalVariation(P, Q)**2",
    "ZCDP(M, rho) => PureDP(M, rho)",
)
EDITED = "tanh(x) <= 2*x for x in [0, oo)"


def run(path: Path, *options: str) -> tuple[float, str]:
    """The processor time of one command and what it printed."""
    before = getrusage(RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "dpsym", "check", str(path), "--budget", "60", *options]
    printed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, printed


def written(path: Path, claims: Sequence[str]) -> Path:
    path.write_text("".join(f"claim_{n}: {claim}\n" for n, claim in enumerate(claims, 1)))
    return path


def main() -> None:
    with TemporaryDirectory() as folder:
        os.environ["DPSYM_STORE"] = str(Path(folder) / "verdicts.sqlite3")
        path = Path(folder) / "claims.txt"
        first, printed = run(written(path, CLAIMS))
        again, same = run(path)
        edited = [EDITED if claim.startswith("tanh") else claim for claim in CLAIMS]
        once_more, _ = run(written(path, edited))
        alone, _ = run(written(path, [EDITED]), "--fresh")
    kinds = [line.split()[0] for line in printed.splitlines() if line[:1].isupper()]
    print(f"verdicts of the first run: {kinds}")
    print(f"said the same again: {len(printed.splitlines()) == len(same.splitlines())}")
    print(f"{'twenty claims, nothing known':<44}{first:8.2f} s of processor")
    print(f"{'the same file again':<44}{again:8.2f} s")
    print(f"{'one line edited':<44}{once_more:8.2f} s")
    print(f"{'the edited line alone, with the start':<44}{alone:8.2f} s")
    print(f"{'for what did not change':<44}{max(again, once_more) - alone:8.2f} s over one start")


if __name__ == "__main__":
    main()
