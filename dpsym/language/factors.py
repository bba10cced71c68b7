"""Factors side by side: where they can only be a product, and where they have several readings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import zip_longest

from dpsym.errors import ClaimSyntaxError
from dpsym.language.functions import FUNCTIONS
from dpsym.language.heads import HEADS
from dpsym.language.quantified import IN_WORDS
from dpsym.language.remedies import WORDS
from dpsym.language.unknown import LETTERS
from dpsym.language.written import Word, Words, closing, groups, together

_FUNCTION = re.compile(r"(?:eps|epsilon|delta|rho|tau)(?:_?\d+|_[a-z]+)*")
"""Names of numbers that others are functions of in the field: privacy curves."""
RELATIONS = ("<=", ">=", "<", ">", "==")


def products(found: Words, *, loose: bool = False, declared: Iterable[str] = ()) -> Words:
    """Factors side by side with a sign between them, where that has one reading."""
    made: Words = []
    numbers = Counter(
        word.text
        for word, after in zip_longest(found, found[1:])
        if word.kind == "name" and not (after and after.text == "(")
    )
    declared = set(declared)
    numbers.update(declared)
    for place, word in enumerate(found):
        stop = closing(found, place) if word.text == "(" else place
        number = bool(made) and word.text == "(" and _is_number(made[-1].text, numbers)
        if number and made[-1].text not in declared:
            number = stop - place > 2 and not _is_called(made[-1].text, found[place + 1 : stop])
        if made and (number or _side_by_side(made[-1], word, numbers, loose)):
            _refuse_marks(made, found[place : stop + 1])
            if word.text.lower() in WORDS:
                raise ClaimSyntaxError(
                    f"the word {word.text!r} has no meaning in a claim",
                    part=word.text,
                    remedy=WORDS[word.text.lower()],
                )
            again = made[-1].text in (word.text, "1")  # as no factor is
            if word.broken or (word.apart and word.kind == "name" and again):
                raise ClaimSyntaxError(
                    f"{made[-1]} and {word} may be factors, or belong to two statements",
                    part=word.text,
                    remedy="write '*' between factors, and 'and' between statements",
                )
            _one_reading(made, found[place : stop + 1], loose)
            made.append(Word("sign", "*"))
        made.append(word)
    return made


def _is_called(name: str, inside: Words) -> bool:
    """Whether a name may be a function, as in ``delta(2*eps)``: a product has no need of these."""
    summed = any(depth == 0 and inside[p].text in ("+", "-") for p, depth in groups(inside))
    return not summed and _FUNCTION.fullmatch(name) is not None


def _refuse_marks(made: Words, following: Words) -> None:
    """Refuses a number in parentheses as a factor, which may be that of an equation or a list."""
    starts = len(made) == 3 or "".join(map(str, made[-4:-3])) in ("=>", "and")
    for marked, leading in ((following, False), (made[-3:] if starts else [], True)):
        around = len(marked) == 3 and marked[0].text == "(" and marked[2].text == ")"
        kinds = ("number", "name") if leading and following[0].apart else ("number",)
        if around and marked[1].kind in kinds and marked[1].text[0] != "(":
            written = together(marked)
            raise ClaimSyntaxError(
                f"{written} may be a factor, or the number of an equation or of a list",
                part=written,
                remedy="write '*' beside a factor, and 'LABEL: CLAIM' for a label",
            )


def _is_number(name: str, numbers: Counter[str]) -> bool:
    """Whether a name before a parenthesis can only be a number: the claim uses it as one."""
    known = name in FUNCTIONS or name in HEADS or name in IN_WORDS
    return name[:1].islower() and not known and numbers[name] > 0


def _side_by_side(before: Word, word: Word, numbers: Counter[str], loose: bool) -> bool:
    if before.text in IN_WORDS or word.text in IN_WORDS:
        return False
    if before.kind in ("number", "raised") or before.text == ")":
        return word.text == "(" or word.kind == "name"
    if before.kind == word.kind == "name" and before.text not in (*FUNCTIONS, *HEADS):
        # Both are letters or names that the claim uses elsewhere, or the second is called.
        first = numbers[before.text] > 1 or _is_letter(before.text)
        second = numbers[word.text] > 1 or _is_letter(word.text)
        return loose or (first and (second or word.text in (*FUNCTIONS, *HEADS)))
    return False


def _is_letter(name: str) -> bool:
    """Whether a name is one letter that is no word, perhaps with a number."""
    letter = name.rstrip("0123456789")
    return letter in LETTERS or (len(letter) == 1 and letter.islower() and letter != "a")


def _one_reading(made: Words, following: Words, loose: bool) -> None:
    """Refuses a product of neighbours behind a division or in an exponent that need not end."""
    depth, factor = 0, ""
    for place in range(len(made) - 1, -1, -1):
        before = made[place]
        depth += {")": 1, "]": 1, "(": -1, "[": -1}.get(before.text, 0)
        ended = before.text in ("+", "-", ",", "*", *RELATIONS, *IN_WORDS)
        signs = before.text in ("+", "-") and place and made[place - 1].text in ("/", "**")
        if depth < 0 or (depth == 0 and ended and not signs):
            return
        if (
            depth == 0
            and before.text == "**"
            and (loose or following[0].apart or made[-1].kind == "raised")
            and not (loose and factor[:1] in ("+", "-"))  # which LaTeX raises alone
        ):
            factor = ""
        elif depth == 0 and before.text in ("/", "**"):
            sign, written = before.text, together(following)
            both = f"{factor}*{written}"
            raise ClaimSyntaxError(
                f"what follows {sign!r} may be {factor} or {both}",
                part=f"{sign}{factor}{written}",
                remedy=f"write '{sign}({both})' or '{sign}{both}' as you mean it",
            )
        else:
            factor = before.text + factor
