"""The option that writes a refutation as a script."""

from __future__ import annotations

from pathlib import Path

from dpsym.cli.complaints import UsageFaultError, complain
from dpsym.cli.destinations import check_file, put
from dpsym.cli.running import Judgement


def check_option(path: Path | None, *, single: bool) -> None:
    """Refuse a file that cannot be written, and several claims.

    Raises:
        UsageFaultError: one of the two.
    """
    if path is None:
        return
    if not single:
        raise UsageFaultError("--script takes one claim: text, or the whole name of a theorem")
    check_file("--script", path)


def write(path: Path, judgement: Judgement) -> None:
    """Write the script of a refutation; where it is none, that is told.

    Raises:
        UsageFaultError: the refutation has no form in plain Python, or the file cannot be written.
    """
    witness = judgement.data["witness"]
    if witness is None:
        complain(f"--script {path}: nothing is refuted, and nothing written")
        return
    if witness["script"] is None:
        raise UsageFaultError(
            "--script: a law or guarantee of this refutation has no form in plain Python; "
            "--json prints its exact numbers"
        )
    put("--script", path, witness["script"])
