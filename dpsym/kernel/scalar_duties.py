"""What must hold for a term to be defined."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from dpsym.kernel.rejection import UndefinedError
from dpsym.kernel.scalar_ranges import Region
from dpsym.kernel.term import COUNTING, NAME, NUMERIC, POWER, SUM, Term

Duty = tuple[str, tuple[Term, ...]]


@lru_cache(maxsize=4096)
def duties(term: Term) -> tuple[Duty, ...]:
    """What must hold for ``term`` to be defined, part by part.

    Raises:
        UndefinedError: nothing is known about what some name stands for.
    """
    if term.total:
        return ()
    if term.kind == SUM:
        return (("sum", (term,)),)
    if term.kind == NAME:
        raise UndefinedError(f"nothing is known about {term}")
    if term.kind not in NUMERIC:
        return (("value", (term,)),)
    found: list[Duty] = []
    if term.kind in (POWER, "log"):
        found.append(("power" if term.kind == POWER else "log", term.args))
    elif term.kind in COUNTING:
        found.append(("natural", term.args))
    for part in term.args:
        found += duties(part)
    return tuple(dict.fromkeys(found))


def settle(region: Region, wanted: Iterable[Duty]) -> None:
    """Checks duties by the ranges of their arguments.

    Raises:
        UndefinedError: one may fail.
    """
    for kind, arguments in wanted:
        if kind == "power":
            region._raised(*arguments)
        elif kind == "log":
            region._function("log", arguments, region.range(arguments[0]))
        elif kind == "sum":
            for inner, part in region.summands(arguments[0]):
                settle(inner, duties(part))
        elif kind != "natural" or not all(map(region.natural, arguments)):
            raise UndefinedError(f"{arguments} may lack a value")
