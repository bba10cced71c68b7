"""Bars: around a number for its absolute value, between two laws as a comma."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from dpsym.errors import ClaimSyntaxError
from dpsym.language.functions import FUNCTIONS
from dpsym.language.quantified import IN_WORDS
from dpsym.language.written import Word, Words, groups, instead

_APART = ("<=", ">=", "<", ">", "=", "==", "=>", ",", "and")
"""What stands between bars that do not belong together."""
_MOST = 10


def bars(found: Words) -> Words:
    """The bar between two laws as a comma, two bars around a number as its absolute value.

    Bars that may be paired in two ways are left as they are, and no claim has them.
    """
    _refuse_norms(found)
    made: Words = []
    alone = {places[0] for places, _ in _beside(found, "|‖") if len(places) == 1}
    for place, depth in groups(found):
        word = found[place]
        if (word.text == ";" and depth > 0) or (word.text == "‖" and place in alone):
            made.append(replace(word, text=","))
        else:
            made += [word] if word.text != "‖" else [replace(word, text="|")] * 2
    signs: dict[int, str] = {}
    for places, depth in _beside(made, "|"):
        pairings = list(_pairings(made, places))
        if len(pairings) == 1:
            signs |= pairings[0]
        elif len(places) == 1 and depth > 0:
            signs[places[0]] = ","
    return [part for place, word in enumerate(made)
            for part in (instead(word, signs[place]) if place in signs else [word])]  # fmt: skip


def _refuse_norms(found: Words) -> None:
    for place, word in enumerate(found[:-4]):
        norm = found[place : place + 5]
        if word.text == norm[4].text and word.text in "|‖" and norm[2].text == "-":
            p, q = norm[1], norm[3]
            if p.kind == q.kind == "name" and p.text[0].isupper() and q.text[0].isupper():
                raise ClaimSyntaxError(
                    f"the norm of {p} - {q} may be the total variation or the sum of differences",
                    part=word.text,
                    remedy=f"write TotalVariation({p}, {q}) or 2*TotalVariation({p}, {q})",
                )


def _beside(found: Words, signs: str) -> Iterator[tuple[list[int], int]]:
    """The places of signs on one side of a relation, or in one argument, and their depth."""
    opened: list[list[int]] = [[]]
    for place, word in enumerate(found):
        if word.text in signs:
            opened[-1].append(place)
        elif word.text in ("(", "["):
            opened.append([])
        elif word.text in (")", "]") and len(opened) > 1:
            yield opened.pop(), len(opened)
        elif word.text in _APART:
            yield opened[-1], len(opened) - 1
            opened[-1] = []
    yield from ((places, depth) for depth, places in enumerate(opened))


def _pairings(found: Words, places: list[int]) -> Iterator[dict[int, str]]:
    """The ways in which bars enclose numbers, each with what is written for the bars.

    Two pairs around the same are no way: they are a norm.
    """
    for kinds in product(("Abs(", ")"), repeat=len(places) if len(places) <= _MOST else 0):
        signs = dict(zip(places, kinds, strict=False))
        stack: list[int] = []
        pairs: dict[int, int] = {}
        for place, sign in signs.items():
            if sign == "Abs(":
                stack.append(place)
            elif stack:
                pairs[stack.pop()] = place
        twice = any(pairs.get(place + 1) == stop - 1 for place, stop in pairs.items())
        if stack or 2 * len(pairs) != len(places) or twice:
            continue
        if all(
            _ends(found[place - 1], signs.get(place - 1))
            if sign == ")"
            else _begins(found[place + 1], signs.get(place + 1))
            for place, sign in signs.items()
            if 0 < place + (sign == "Abs(") < len(found)
        ):
            yield signs


def _ends(word: Word, sign: str | None) -> bool:
    """Whether a number may end with a word, which may be a bar."""
    name = word.kind == "name" and word.text not in (*IN_WORDS, *FUNCTIONS)
    return name or word.kind in ("number", "raised") or (sign or word.text) in (")", "]")


def _begins(word: Word, sign: str | None) -> bool:
    """Whether a number may begin with a word, which may be a bar."""
    name = word.kind == "name" and word.text not in IN_WORDS
    return name or word.kind == "number" or (sign or word.text) in ("(", "-", "Abs(")
