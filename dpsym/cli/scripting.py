"""The option that writes a refutation as a script."""

from __future__ import annotations

from pathlib import Path

from dpsym.cli.complaints import UsageFaultError
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
    if path.is_dir() or not path.parent.is_dir():
        raise UsageFaultError(f"--script {path}: no file can be written there")


def write(path: Path | None, judgement: Judgement) -> None:
    """Write the script of a refutation; nothing where no option or no refutation was given.

    Raises:
        UsageFaultError: the refutation has no form in plain Python, or the file cannot be written.
    """
    witness = judgement.data["witness"]
    if path is None or witness is None:
        return
    if witness["script"] is None:
        raise UsageFaultError(
            "--script: a law or guarantee of this refutation has no form in plain Python; "
            "--json prints its exact numbers"
        )
    try:
        path.write_text(witness["script"])
    except OSError as error:
        raise UsageFaultError(f"--script {path}: {error.strerror}") from None


__all__ = ["check_option", "write"]
