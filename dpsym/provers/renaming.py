"""Claims about numbers that are the same in other names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations, product
from math import factorial, prod

from sympy import Symbol

from dpsym.language.claim import Claim
from dpsym.language.domains import Domain, Interval

MOST_ORDERS = 40
"""Orders of the names of a claim that are tried, each within those of one domain."""


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
    said = set(claim.hypotheses), set(claim.conclusions)
    for put in _orders(theirs, ours):
        parts = known.hypotheses, known.conclusions
        if tuple({atom.xreplace(put) for atom in part} for part in parts) == said:
            return {a.name: b.name for a, b in put.items() if a != b}
    return None


def _orders(
    theirs: Mapping[Symbol, Domain], ours: Mapping[Symbol, Domain]
) -> Iterator[dict[Symbol, Symbol]]:
    """Names for names in intervals with the same domains; nothing where there are many ways."""
    domains = [domain for domain in dict.fromkeys(theirs.values()) if isinstance(domain, Interval)]
    pairs = [[[n for n, d in names.items() if d == own] for names in (theirs, ours)]
             for own in domains]  # fmt: skip
    if prod(factorial(len(known)) for known, _ in pairs) > MOST_ORDERS:
        return
    for orders in product(*(permutations(others) for _, others in pairs)):
        yield {
            name: other
            for (known, _), order in zip(pairs, orders, strict=True)
            for name, other in zip(known, order, strict=True)
        }
