"""Which tests run in one process, where there are several: those that share what takes long."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
_NAMED = re.compile(r"xdist_group\(\"(\w+)\"\)")


@cache
def group(path: Path) -> str:
    """The group that a file of tests names; "" if it names none."""
    found = _NAMED.search(path.read_text(encoding="utf-8"))
    return found[1] if found else ""


def scope(test: str, root: Path = ROOT) -> str:
    """What is given to one process: all tests of a group, or this test alone.

    The group is read from the file, since pytest 9.2 does not show what xdist 3.8 adds to the
    names of tests.
    """
    return group(root / test.partition("::")[0]) or test
