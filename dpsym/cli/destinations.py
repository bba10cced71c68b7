"""Where the commands write: refused before anything is decided where nothing can be written."""

from __future__ import annotations

import os
from pathlib import Path

from dpsym.cli.complaints import UsageFaultError


def check_file(option: str, path: Path | None) -> None:
    """Refuse a file that cannot be written.

    Raises:
        UsageFaultError: it is a folder, its folder is missing, or one may not write there.
    """
    if path is None:
        return
    # os.path, unlike pathlib, says no where a folder may not be looked into.
    at = path if os.path.exists(path) else path.parent
    if os.path.isdir(path) or not os.path.isdir(path.parent) or not os.access(at, os.W_OK):
        raise UsageFaultError(f"{option} {path}: no file can be written there")


def make_folder(option: str, path: Path | None) -> None:
    """Make a folder, unless it is there.

    Raises:
        UsageFaultError: it cannot be made, it is no folder, or one may not write there.
    """
    if path is None:
        return
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageFaultError(f"{option} {path}: {error.strerror}") from None
    if not os.access(path, os.W_OK):
        raise UsageFaultError(f"{option} {path}: no file can be written there")


def put(option: str, path: Path, text: str) -> None:
    """Write a file.

    Raises:
        UsageFaultError: it cannot be written, after all.
    """
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageFaultError(f"{option} {path}: {error.strerror}") from None
