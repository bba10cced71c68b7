"""Which names of a claim count something: whether ``k >= 2`` leaves integers or an interval."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from dpsym.errors import ClaimError, ClaimSyntaxError
from dpsym.language.domains import Integers, Objects
from dpsym.language.heads import HEADS, SIGNATURES
from dpsym.language.syntax import Node, read_claim
from dpsym.language.written import Word, Words, together

_COUNTERS = re.compile(r"[i-nKNT](?:_?\d+)?(?:_prime)*")
"""Letters of what is counted, unless the claim says otherwise."""
_RANGING = ("Sum", "Product", "Max", "Min", "Compose", "Parallel", "Concurrent", "Bits", "each")
"""What holds the range of an index, as ``(i, 1, k)``."""

WHOLE = "whole"
"""The kind of the range of a name of which no more is said than that it is an integer."""

Ranges = list[tuple[str, Words]]


def of_their_kind(said: str, reals: Ranges, integers: Ranges) -> Ranges:
    """The domains of names by their places: of integers where a number of something stands.

    Raises:
        ClaimSyntaxError: a name may count something, and no place says so, or an integer has no
            range.

    >>> from dpsym.language.written import words
    >>> ranges = [("k", words("[2, oo)"))], [("k", words("2..oo"))]
    >>> [(name, together(domain)) for name, domain in of_their_kind("Group(M, k)", *ranges)]
    [('k', '2..oo')]
    """
    places: dict[str, bool] = {}
    with suppress(ClaimError):
        tree = read_claim(said)
        for node in (*tree.hypotheses, *tree.conclusions):
            for name, whole in _numbers(node):
                places[name] = whole or places.get(name, False)
    made: Ranges = []
    for (name, real), (_, integer) in zip(reals, integers, strict=True):
        if real != integer and name not in places and _COUNTERS.fullmatch(name):
            each, interval = together(integer), together(real)
            raise ClaimSyntaxError(
                f"{name!r} may be any number of its range, or an integer",
                part=name,
                remedy=f"write 'for {name} in {each}' or 'for {name} in {interval}'",
            )
        if real[0].kind != WHOLE:
            made.append((name, integer if places.get(name) else real))
        elif not places.get(name):  # what counts has a range by its place
            raise ClaimSyntaxError(
                f"{name!r} is an integer of which no range is said",
                part=name,
                remedy=f"write 'for {name} in {together(integer)}' if it may be any integer",
            )
    return made


def _numbers(node: Node) -> Iterator[tuple[str, bool]]:
    """Names that stand in places of numbers, and whether those are of integers alone."""
    signature = SIGNATURES.get(HEADS[node.text]) if node.text in HEADS else None
    roles = signature.roles(len(node.children)) if signature and node.kind == "call" else None
    for place, child in enumerate(node.children):
        permitted = roles[place].permitted if roles else None
        if child.kind == "name" and permitted and not isinstance(permitted, Objects):
            yield child.text, isinstance(permitted, Integers)
        if child.kind == "tuple" and node.text in _RANGING:
            yield from ((end.text, True) for end in child.children[1:] if end.kind == "name")
        yield from _numbers(child)


def between(name: str, ends: dict[str, tuple[Words, bool]], kind: str) -> Words:
    """The domain that bounds leave, as an interval or as integers."""
    lower, lower_open = ends.get("lower", ([Word("sign", "-oo")], True))
    upper, upper_open = ends.get("upper", ([Word("name", "oo")], True))
    if kind == "real":
        marks = "(" if lower_open else "[", ")" if upper_open else "]"
        comma = Word("sign", ",")
        return [Word("sign", marks[0]), *lower, comma, *upper, Word("sign", marks[1])]
    low = _shifted(lower, "+") if lower_open and "lower" in ends else lower
    high = _shifted(upper, "-") if upper_open and "upper" in ends else upper
    return [*low, Word("sign", ".."), *high]


def _shifted(end: Words, sign: str) -> Words:
    """The next integer above or below."""
    if len(end) == 1 and end[0].text.isdecimal() and sign == "+":
        return [Word("number", str(int(end[0].text) + 1))]
    return [*end, Word("sign", sign), Word("number", "1")]
