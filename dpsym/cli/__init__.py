"""The command ``dpsym``."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from io import TextIOWrapper

from dpsym.cli.complaints import complain

INTERNAL_ERROR = 70
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status of ``dpsym`` with these arguments, by default those of the process."""
    try:
        from dpsym.cli.application import run

        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        status = run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        status = INTERRUPTED
    except Exception:  # noqa: BLE001 - Python would exit with 1, which says refuted
        traceback.print_exc()
        complain("this is an error of dpsym itself, and no verdict; please report it")
        status = INTERNAL_ERROR
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        # Nobody reads any more; Python's own flush at exit must not complain about it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


__all__ = ["main"]
