"""Phrases of the field: ``M is (epsilon, delta)-DP`` as a guarantee."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise, zip_longest

from dpsym.errors import ClaimSyntaxError
from dpsym.language.functions import FUNCTIONS
from dpsym.language.heads import HEADS
from dpsym.language.subjects import (
    only_mechanism,
    refuse_difference,
    require_amount,
    require_subject,
)
from dpsym.language.written import Word, Words, closing, groups, split, together, words

NOTIONS: dict[str, dict[int, tuple[str, str]]] = {
    "DP": {1: ("PureDP", "{s}, {0}"), 2: ("ApproxDP", "{s}, {0}, {1}")},
    "zCDP": {1: ("ZCDP", "{s}, {0}"), 2: ("ZCDP", "{s}, {0}, {1}")},
    "RDP": {2: ("RenyiDP", "{s}, {0}, {1}")},
    "GDP": {1: ("GaussianDP", "{s}, {0}")},
    "mCDP": {2: ("MeanCDP", "{s}, {0}, {1}")},
    "tCDP": {2: ("BoundedZCDP", "{s}, {1}, 0, {0}")},
    "approximate zCDP": {
        2: ("ApproxZCDP", "{s}, {0}, {1}"),
        3: ("ApproxZCDP", "{s}, {0}, {1}, {2}"),
    },
}
"""What ``(...)-NOTION`` says of a mechanism s, by the number of parameters."""
_PHRASES = {
    "dp": "DP", "differentially private": "DP",
    "zcdp": "zCDP", "zero concentrated differentially private": "zCDP",
    "rdp": "RDP", "renyidp": "RDP", "renyi differentially private": "RDP",
    "gdp": "GDP", "gaussiandp": "GDP", "gaussian differentially private": "GDP",
    "mcdp": "mCDP", "tcdp": "tCDP",
    "truncated concentrated differentially private": "tCDP",
}  # fmt: skip
_LONGEST_PHRASE = 6
_DIVERGENCES = {
    "d_kl": "KL", "d_tv": "TotalVariation", "tv": "TotalVariation", "d_oo": "MaxDivergence",
    "d_max": "MaxDivergence", "chi2": "ChiSquared", "d_chi2": "ChiSquared",
}  # fmt: skip
_LETTERS = {"chi": "ChiSquared", "D_chi": "ChiSquared", "d_chi": "ChiSquared"}
"""Divergences that are written as the square of a letter."""
_ORDERS = "alpha|beta|gamma|lam|lambda|omega|[abkmnqrt]|oo"
"""Letters of the order of a Renyi divergence; other subscripts name other divergences."""
_SQUARES = ("H", "d_H", "D_H", "Hellinger")
"""Distances of which the square has a name of its own."""
_IS = ("is", "satisfies", "has")


_HOW = frozenset(
    "pure approximate approx local central zero concentrated renyi gaussian zcdp".split()
)
"""Words before a notion that say which one it is, and not how private."""
_PROSE = frozenset(
    "the of under by to at that which are be has mechanism mechanisms algorithm composition "
    "parameter parameters true holds composes noise".split()
)


def privacy(found: Words) -> Words:
    """``M is (a, b)-DP`` as a guarantee."""
    subjects = [found[_start(found, p) : p] for p, d in groups(found)
                if d == 0 and found[p].text in _IS]  # fmt: skip
    written = found
    last: list[Words] = []
    while True:
        place = next((p for p, depth in groups(found) if depth == 0 and _notion(found, p)), None)
        if place is None:
            _understood(found)
            return found
        start = _start(found, place)
        atom = found[start:place]
        verbs = [i for i, depth in groups(atom) if depth == 0 and atom[i].text in _IS]
        said_of = atom[: verbs[0]] if verbs else []
        if not said_of or together(said_of) == "it":
            beside = bool(last) and start > 0 and found[start - 1].text == "and"
            said_of = last[-1] if beside else only_mechanism(written, subjects, atom)
        last.append(said_of)
        subject = _mechanism(said_of)
        _refuse_prose(said_of)
        require_subject(said_of, written)
        parameters = atom[verbs[0] + 1 :] if verbs else atom
        if _is_introduced(parameters, written):
            parameters = parameters[1:]
        notion, stop = _notion(found, place) or ("", place)
        if parameters and _usual(parameters[-1].text) not in _HOW:
            require_amount(parameters, notion)
        parameters = _bare(parameters)
        mixed = next((p for p, word in enumerate(parameters) if word.text == "approximate"), 0)
        if notion == "zCDP" and mixed > 1 and parameters[mixed - 1].text == "-":
            refuse_difference(parameters[mixed + 1 :], notion)
            notion, comma = "approximate zCDP", [Word("sign", ",")]
            parameters = [*parameters[: mixed - 1], *comma, *_bare(parameters[mixed + 1 :])]
        parts = [together(part) for part in split(parameters, ",")]
        if parameters and _usual(parameters[-1].text) in _HOW:
            raise ClaimSyntaxError(
                f"{parameters[-1].text!r} does not say how private",
                part=parameters[-1].text,
                remedy="write the parameters, as in 'M is eps-DP' or 'M is (eps, delta)-DP'",
            )
        forms = NOTIONS[notion]
        if len(parts) not in forms or not all(parts):
            counts = " or ".join(map(str, forms))
            raise ClaimSyntaxError(
                f"{notion} has {counts} parameters, not {len(parts)}", part=together(parameters)
            )
        head, form = forms[len(parts)]
        said = f"{head}({form.format(*parts, s=subject)})"
        found = [*found[:start], *words(said), *found[stop:]]


def _is_introduced(parameters: Words, found: Words) -> bool:
    """Whether a word before parameters only introduces them.

    Raises:
        ClaimSyntaxError: it is "a", and a name of the claim as well.
    """
    first, *others = parameters or [Word("sign", "")]
    if not others or first.text not in ("a", "an", "also", "then"):
        return False
    if first.text == "a" and others[0].kind == "sign" and others[0].text != "(":
        return False
    names = (b for a, b in pairwise(found) if a.text == "a" and b.kind == "sign" and b.text != "(")
    if first.text == "a" and next(names, None):
        raise ClaimSyntaxError(
            f"'a' before {together(others)!r} may be an article or a factor",
            part="a",
            remedy=f"write (a*{together(others)}) for a product, or leave it out",
        )
    return True


def _bare(written: Words) -> Words:
    """Words without the parentheses around all of them."""
    around = written and written[0].text == "(" and closing(written, 0) == len(written) - 1
    return written[1:-1] if around else written


def _mechanism(subject: Words) -> str:
    """The words before the verb; mechanisms in parentheses are run one after another."""
    texts = [word.text for word in subject]
    if len(texts) == 3 and texts[1] == "**":
        raise ClaimSyntaxError(
            f"{texts[0]} is no number and has no power",
            part=texts[0],
            remedy=f"write Compose({texts[0]}, {texts[2]}) for {texts[2]} runs of it",
        )
    both = bool(subject) and subject[0].text == "(" and closing(subject, 0) == len(subject) - 1
    parts = split(subject[1:-1], ",") if both else []
    several = len(parts) > 1
    if several and any(len(part) == 1 and not part[0].text[0].isupper() for part in parts[1:]):
        raise ClaimSyntaxError(
            f"{together(subject)!r} may be several mechanisms, or one with a number",
            part=together(subject),
            remedy=f"write Compose{together(subject)} for a composition",
        )
    return f"Compose{together(subject)}" if several else together(subject)


def _refuse_prose(found: Words) -> None:
    """Refuses words of no claim."""
    prose = [
        word.text
        for word, after in zip_longest(found, found[1:])
        if word.kind == "name" and word.text.lower() in _PROSE and not (after and after.text == "=")
    ]
    if prose:
        raise ClaimSyntaxError(
            f"{prose[0]!r} is a word of no claim",
            part=prose[0],
            remedy="write guarantees as in 'M is eps-DP => Compose(M, k) is (k*eps)-DP'; "
            "'dpsym check --help' lists mechanisms",
        )


def _understood(found: Words) -> None:
    """Refuses a verb behind which no known notion of privacy stands, and words of no claim."""
    _refuse_prose(found)
    for place, depth in groups(found):
        if depth == 0 and found[place].kind == "name" and found[place].text in _IS:
            ends = [p for p, d in groups(found) if d == 0 and found[p].text in ("and", "=>")]
            stop = next((end for end in ends if end > place), len(found))
            said = together(found[place + 1 : stop])
            known = ", ".join(notion for notion in NOTIONS if " " not in notion)
            raise ClaimSyntaxError(
                f"{said!r} names no notion of privacy that is known",
                part=found[place].text,
                remedy=f"write {known}, as in 'M is (eps, delta)-DP'",
            )


def _start(found: Words, place: int) -> int:
    """Where the atom begins in which a place lies."""
    depth = 0
    for i in range(place - 1, -1, -1):
        depth += {")": 1, "]": 1, "(": -1, "[": -1}.get(found[i].text, 0)
        if depth == 0 and found[i].text in ("and", "=>"):
            return i + 1
    return 0


def _notion(found: Words, place: int) -> tuple[str, int] | None:
    """The notion of privacy that a hyphen or a space introduces, and where its words end."""
    hyphen = found[place].text == "-"
    if not hyphen and not (place and _amount(found[:place])):
        return None
    for stop in range(min(place + 1 + _LONGEST_PHRASE, len(found)), place + hyphen, -1):
        said = [_usual(word.text) for word in found[place + hyphen : stop] if word.text != "-"]
        called = stop < len(found) and found[stop].text == "("
        if " ".join(said) in _PHRASES and found[stop - 1].kind == "name" and not called:
            return _PHRASES[" ".join(said)], stop
    return None


def _amount(before: Words) -> bool:
    """Whether words may end what says how private."""
    last, hyphened = before[-1], [w.text for w in before[-2:-1]] == ["-"]
    if last.text in _IS or (hyphened and _usual(last.text) in _HOW):
        return False
    return last.text == ")" or last.kind in ("number", "name", "raised")


def _usual(word: str) -> str:
    """A word of a phrase in the form in which the table has it."""
    for start, usual in (("differential", "differentially"), ("priva", "private"), ("ré", "renyi")):
        if word.lower().startswith(start):
            return usual
    return word.lower()


def divergences(found: Words) -> Words:
    """``D_KL(P, Q)``, ``D_alpha(P, Q)`` and ``chi**2(P, Q)`` as heads, ``f**2(x)`` as a power."""
    made: Words = []
    place = 0
    while place < len(found):
        word = found[place]
        if word.text == "D_" and place + 1 < len(found) and found[place + 1].text == "oo":
            place, word = place + 1, Word("name", "D_oo", word.apart)
        start = place + 1
        squared = [w.text for w in found[start : start + 2]] == ["**", "2"]
        start += 2 * squared
        called = word.kind == "name" and start < len(found) and found[start].text == "("
        if called and squared and word.text in _SQUARES:
            raise ClaimSyntaxError(
                f"{word}**2 may be the squared distance with one factor or another",
                part=word.text,
                remedy="write Hellinger(P, Q) for 1 - sum of sqrt(P*Q), 2*Hellinger(P, Q) for the "
                "sum of (sqrt(P) - sqrt(Q))**2, Hellinger(P, Q)**2 for the square of the first",
            )
        if not called or (squared and word.text not in (*_LETTERS, *FUNCTIONS, *HEADS, "TV")):
            made.append(word)
            place += 1
            continue
        stop = closing(found, start)
        inside = divergences(found[start + 1 : stop])
        head = word.text
        order = re.fullmatch(rf"[DR]_?(\d+)|[DR]_({_ORDERS})", head)
        several = len(split(inside, ",")) == 2
        if squared and several and head in _LETTERS:
            head, squared = _LETTERS[head], False
        elif head.lower() in _DIVERGENCES:
            head = _DIVERGENCES[head.lower()]
        elif order and several:
            head, inside = "Renyi", [*words(order[1] or order[2]), Word("sign", ","), *inside]
        made += [replace(word, text=head), Word("sign", "("), *inside, Word("sign", ")")]
        made += words("**2") if squared else []
        place = stop + 1
    return made
