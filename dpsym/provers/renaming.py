"""Claims about numbers that are the same in other names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

from sympy import Symbol

from dpsym.language.claim import Claim
from dpsym.language.domains import Interval

MOST_NAMES = 4
"""Names of a claim whose orders are all tried."""


def in_names_of(known: Claim, claim: Claim) -> dict[str, str] | None:
    """The names of a claim by those of a known one that says the same; None where none does.

    Names of integers and objects stand for themselves.

    >>> from dpsym.language.parser import parse_claim
    >>> known = parse_claim("x*y**2 <= x for x in [0, 2], y in [0, 1]")
    >>> in_names_of(known, parse_claim("y*z**2 <= y for y in [0, 2], z in [0, 1]"))
    {'x': 'y', 'y': 'z'}
    """
    ours, theirs = dict(claim.domains), dict(known.domains)
    if Counter(ours.values()) != Counter(theirs.values()) or (
        len(known.hypotheses), len(known.conclusions)
    ) != (len(claim.hypotheses), len(claim.conclusions)):  # fmt: skip
        return None
    fixed = {name for name, domain in theirs.items() if not isinstance(domain, Interval)}
    if any(ours.get(name) != theirs[name] for name in fixed):
        return None
    free = [name for name in theirs if name not in fixed]
    said = set(claim.hypotheses), set(claim.conclusions)
    for names in _orders([name for name in ours if name not in fixed], len(free)):
        put = dict(zip(free, names, strict=True))
        if all(theirs[name] == ours[other] for name, other in put.items()):
            parts = known.hypotheses, known.conclusions
            if tuple({atom.xreplace(put) for atom in part} for part in parts) == said:
                return {a.name: b.name for a, b in put.items() if a != b}
    return None


def _orders(names: list[Symbol], count: int) -> Iterator[tuple[Symbol, ...]]:
    if len(names) == count <= MOST_NAMES:
        yield from permutations(names)
