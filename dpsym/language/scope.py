"""Quantifiers that may be meant of a hypothesis alone, where a claim is meant for all values."""

from __future__ import annotations

from dpsym.errors import ClaimSyntaxError
from dpsym.language.pieces import EVERY, is_introduction, is_name
from dpsym.language.written import Words, groups, split

TOLD = "told"
"""The kind of an arrow that words such as "if" were written for."""


def refuse_inner(body: Words, pieces: list[Words], opened: Words) -> None:
    """Complain about a name with values of its own that stands in the hypotheses alone.

    In ``A => B for x in [0, 1]`` the claim is meant for each x; with words such as "all" and "if",
    as in "B if A for all x", the hypothesis may be.

    Raises:
        ClaimSyntaxError: there is one.
    """
    sides = split(body, "=>")
    if len(sides) != 2:
        return
    told = any(word.text == "=>" and word.kind == TOLD for word in body)
    said = (word.text for part in (opened, *pieces) for word in part)
    if not told and not any(text in (*EVERY, "forall") for text in said):
        return
    assumed, claimed = map(_names, sides)
    # 'x, y in [0, 1]' and 'real x, y' share what is said of them, which is then meant of both.
    shared = {id(end) for piece in pieces if _subject(piece) in claimed for end in _ends(piece)}
    for piece in pieces:
        name = _subject(piece)
        joint = any(id(end) in shared for end in _ends(piece))
        if name in assumed - claimed and not joint:
            raise ClaimSyntaxError(
                f"{name!r} stands in a hypothesis alone, of which 'for all' may be meant",
                part=name,
                remedy="assume what holds of all by one guarantee, as ZCDP(M, rho) for all orders, "
                f"or write 'A => B for {name} in ...' if the whole claim is meant",
            )


def _subject(piece: Words) -> str:
    """The name that a piece says the values of; "" where it relates several."""
    said = [word for word in piece if not is_introduction(word)]
    if len(said) == 1 or [word.text for word in said[1:2]] == ["in"]:
        return said[0].text
    names = list(dict.fromkeys(word.text for word in said if is_name(word)))
    return names[0] if len(names) == 1 or (names and piece[0].text in EVERY) else ""


def _ends(piece: Words) -> Words:
    return [piece[0], piece[-1]] if len(piece) > 1 else []


def _names(side: Words) -> set[str]:
    """The names of a side, without those of arguments."""
    return {
        side[place].text
        for place, depth in groups(side)
        if is_name(side[place])
        and not (depth and [word.text for word in side[place + 1 : place + 2]] == ["="])
    }
