"""What Coq is asked of many theorems at once."""

from __future__ import annotations

from collections.abc import Iterable


def assumed_by_all(names: Iterable[str]) -> str:
    """A definition that names each, and the command that prints once what all of them assume.

    The names are bound one after the other: the type of a tuple grows with the square of them.
    """
    bound = "".join(f"let _ := @{name} in\n" for name in names)
    return f"Definition every :=\n{bound}tt.\nPrint Assumptions every.\n"
