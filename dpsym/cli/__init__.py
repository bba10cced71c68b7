"""The command ``dpsym``."""

from __future__ import annotations

import errno
import os
import sys
import threading
import traceback
import warnings
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import NoReturn, TextIO

from dpsym.cli.complaints import BAD_USAGE, INTERRUPTED, complain
from dpsym.process import interruptible, settle

INTERNAL_ERROR = 70
_FULL = errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO


def command() -> NoReturn:
    """Run the command ``dpsym``, and end the process without taking its modules apart.

    A fifth of the time of a short check goes into that otherwise. Where other threads run, Python
    waits for them as usual.
    """
    status = main()
    if threading.active_count() > 1:
        sys.exit(status)
    with suppress(OSError):
        sys.stderr.flush()
    os._exit(status)


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status of ``dpsym`` with these arguments, by default those of the process."""
    from dpsym.errors import MissingDependencyError, from_extras

    settle()
    warnings.showwarning = _tell
    failed: int | None = None
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # the caller has closed it
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 - until the process ends
    try:
        with interruptible(), from_extras():
            from dpsym.cli.application import run

            for stream in (sys.stdout, sys.stderr):
                if isinstance(stream, TextIOWrapper):
                    stream.reconfigure(errors="backslashreplace")
            status = run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        status = INTERRUPTED
    except MissingDependencyError as missing:
        complain(str(missing))
        status = BAD_USAGE
    except Exception as error:  # noqa: BLE001 - Python would exit with 1, which says refuted
        status, failed = _told(error), getattr(error, "errno", None)
    try:
        sys.stdout.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError) and error.errno != failed:
            status = _told(error)
        # Nobody reads any more; Python's own flush at exit must not complain about it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def _told(error: Exception) -> int:
    """Say what ended the command, which is no verdict; the exit status."""
    if isinstance(error, OSError) and (error.filename or error.errno in _FULL):
        complain(f"{error.filename or 'what is said cannot be written'}: {error.strerror}")
        return BAD_USAGE
    traceback.print_exception(error)
    complain("this is an error of dpsym itself, and no verdict; please report it")
    return INTERNAL_ERROR


def _tell(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Say a warning of dpsym as the command says things, and another with its name."""
    ours = category.__module__.startswith("dpsym.")
    complain(str(message) if ours else f"{category.__name__}: {message}")


__all__ = ["command", "main"]
