"""What the command says about input that it cannot take: one message, on standard error."""

from __future__ import annotations

import re
import sys

from dpsym.errors import ClaimError

BAD_USAGE = 2
INTERRUPTED = 130

_LONGEST = 600
_WINDOW = 72


class UsageFaultError(Exception):
    """The command was called with arguments that it cannot take.

    Attributes:
        excerpt: lines that show the guilty part, or the empty string.
    """

    def __init__(self, message: str, excerpt: str = "") -> None:
        self.excerpt = excerpt
        super().__init__(message)


def complain(message: str, excerpt: str = "") -> None:
    """Write one message to standard error."""
    message = printable(message)
    if len(message) > _LONGEST:
        message = f"{message[:_LONGEST]}..."
    sys.stderr.write(f"dpsym: {message}\n{excerpt}")


def printable(written: str) -> str:
    r"""The text on one line, with everything escaped that a terminal would act upon.

    >>> printable("a\x00b")
    'a\\x00b'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in written)


def point_at(source: str, error: ClaimError) -> str:
    """The part of a claim's text where an error lies, with a caret below it; may be empty.

    >>> print(point_at("ZCPD(M, rho)", ClaimError("unknown head", position=0)), end="")
      ZCPD(M, rho)
      ^
    """
    position = error.position
    if position is None and error.part:
        found = re.search(rf"(?<!\w){re.escape(error.part)}(?!\w)", source)
        position = found.start() if found else None
    if position is None or not source.strip():
        return ""
    start = max(0, min(position - _WINDOW // 2, len(source) - _WINDOW))
    stop = start + _WINDOW
    head, tail = "..." * (start > 0), "..." * (stop < len(source))
    before, after = _one_column(source[start:position]), _one_column(source[position:stop])
    return f"  {head}{before}{after}{tail}\n  {' ' * (len(head) + _cells(before))}^\n"


def _one_column(written: str) -> str:
    """The text with every character that would move the cursor replaced, none lost."""
    return "".join(" " if c.isspace() else c if c.isprintable() else "?" for c in written)


def _cells(written: str) -> int:
    if written.isascii():
        return len(written)
    from rich.cells import cell_len

    return cell_len(written)
