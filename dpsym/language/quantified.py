"""For which values a claim is meant, in the ways in which people say it."""

from __future__ import annotations

from collections.abc import Callable

from dpsym.errors import ClaimSyntaxError
from dpsym.language.written import Word, Words, groups

_OPENING = ("for", "forall", "where", "with", "let")
_EVERY = ("all", "every", "each", "any")
_SORTS = {
    "mechanism": "mechanism", "mechanisms": "mechanism", "law": "law", "laws": "law",
    "distribution": "law", "distributions": "law",
}  # fmt: skip
_SETS = {"R": "(-oo, oo)", "Z": "-oo..oo"}
_ADJECTIVES = {"real": "(-oo, oo)", "positive": "(0, oo)", "nonnegative": "[0, oo)"}
_UNCLEAR = {
    "N": "write '1..oo' or '0..oo'",
    "reals": "write '(-oo, oo)'",
    "integers": "write '-oo..oo' or '1..oo'",
}
_RELATIONS = ("<=", ">=", "<", ">", "=")
IN_WORDS = frozenset(
    {"and", "for", "in", "=>", *_OPENING, *_EVERY, "then", "if", "is", "satisfies"}
)
"""Words that are no names of numbers."""

Ranges = Callable[[str], list[tuple[str, Words]]]
Bounds = dict[str, dict[str, tuple[Words, bool]]]


def declarations(found: Words) -> tuple[Words, Ranges]:
    """The claim without what it is meant for, and that: domains by kind, "real" or "integer".

    Raises:
        ClaimSyntaxError: what follows ``for`` cannot be read, or has several readings.
    """
    before: list[Words] = []
    body = found
    if found and found[0].text.lower() in _OPENING:
        before, body = _leading(found)
    place = _opening(body)
    if place and body[place - 1].text == "=>":
        within, rest = _leading(body[place:])
        before, body = before + within, [*body[:place], *rest]
        place = _opening(body)
    after: list[Words] = []
    if place is not None:
        if any(word.text == "=>" for word in body[place:]):
            opened = body[place].text.replace(",", "in")
            raise ClaimSyntaxError(
                f"{opened!r} before '=>' would limit one hypothesis, and a domain is meant for the "
                "whole claim",
                part=body[place].text,
                remedy="put it at the end if that is meant, as in '... for x in [0, 1]'",
            )
        after, body = _pieces(body[place + 1 :]), body[:place]
    domains: dict[str, Words] = {}
    bounds: Bounds = {}
    for piece in (*before, *after):
        _declare(piece, domains, bounds)

    def ranges(kind: str) -> list[tuple[str, Words]]:
        return [*domains.items(), *((n, _between(n, ends, kind)) for n, ends in bounds.items())]

    return _without_commas(body), ranges


def _opening(body: Words) -> int | None:
    """Where domains begin: behind a word that opens them, or at a comma and ``x in``."""
    for place, depth in groups(body):
        if body[place].kind == "name" and body[place].text in _OPENING:
            return place
        said = [word.text for word in body[place + 1 : place + 3]]
        if depth == 0 and body[place].text == "," and said[1:] == ["in"]:
            return place
    return None


def _without_commas(body: Words) -> Words:
    """The claim without a comma or stop at its end."""
    while body and body[-1].text in (",", ".", ";"):
        body = body[:-1]
    return body


def _leading(found: Words) -> tuple[list[Words], Words]:
    """What stands before the claim, and the claim: up to a colon, or the last piece of a list."""
    colon = next((i for i, word in enumerate(found) if word.text in (":", ".")), None)
    if colon is not None:
        return _pieces(found[1:colon]), found[colon + 1 :]
    pieces = _pieces(found[1:])
    kept = [piece for piece in pieces if _is_declaration(piece)]
    rest = pieces[len(kept) :]
    if not kept or kept != pieces[: len(kept)] or len(rest) != 1:
        raise ClaimSyntaxError(
            "what the claim is meant for does not end",
            part=found[0].text,
            remedy="write a colon before the claim, or domains at its end",
        )
    return kept, rest[0]


def _is_declaration(piece: Words) -> bool:
    texts = [word.text for word in piece]
    if "=>" in texts:
        return False
    plain = all(w.kind in ("name", "number") or w.text in (*_RELATIONS, "-") for w in piece)
    return "in" in texts or plain


def _pieces(found: Words) -> list[Words]:
    """The pieces between commas, and between the word "and", outside parentheses."""
    pieces: list[Words] = [[]]
    depth = 0
    for word in found:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(word.text, 0)
        if depth == 0 and word.text in (",", "and", ";"):
            pieces.append([])
        else:
            pieces[-1].append(word)
    names: Words = []
    joined: list[Words] = []
    for piece in filter(None, pieces):
        # 'a, b in [0, 1]' and 'a, b > 0' speak of both.
        if len(piece) == 1 and piece[0].kind == "name":
            names += piece
            continue
        joined += [[name, *piece[1:]] for name in names] + [piece]
        names = []
    return [*joined, *([name] for name in names)]


def _declare(piece: Words, domains: dict[str, Words], bounds: Bounds) -> None:
    while piece and piece[0].text in (*_EVERY, *_OPENING) and len(piece) > 1:
        piece = piece[1:]
    piece = [word for word in piece if word.text not in ("number", "numbers")] or piece
    if len(piece) == 2 and piece[0].text in _ADJECTIVES:
        piece = [piece[1], piece[0]]
    if piece[0].text in _SORTS and len(piece) == 2:
        return  # a name of an object needs no domain
    name = piece[0]
    if [word.text for word in piece[1:4:2]] == ["[", "]"]:
        piece = [name, *piece[4:]]  # a family is declared by its name
    signs = [i for i, word in enumerate(piece) if word.text in _RELATIONS]
    if len(piece) == 1 and name.kind == "name":
        return
    if len(piece) == 2 and name.kind == "name" and piece[1].text in _ADJECTIVES:
        domains[name.text] = [Word("sign", _ADJECTIVES[piece[1].text])]
    elif len(piece) > 2 and piece[1].text == "in" and name.kind == "name":
        domains[name.text] = _domain(piece[2:])
    elif len(signs) == 1 and signs[0] == 1 and name.kind == "name":
        _bound(bounds, name.text, piece[1].text, piece[2:])
    elif len(signs) == 1 and len(piece) - signs[0] == 2 and piece[-1].kind == "name":
        _bound(bounds, piece[-1].text, _turned(piece[-2].text), piece[: signs[0]])
    elif len(signs) == 2 and signs[1] - signs[0] == 2 and piece[signs[0] + 1].kind == "name":
        middle = piece[signs[0] + 1].text
        _bound(bounds, middle, _turned(piece[signs[0]].text), piece[: signs[0]])
        _bound(bounds, middle, piece[signs[1]].text, piece[signs[1] + 1 :])
    else:
        written = " ".join(map(str, piece))
        remedy = "write 'for x in [0, 1]', 'for x > 0' or 'for k in 1..10'"
        if any(word.text in ("is", "satisfies") for word in piece):
            remedy = (
                "write a mechanism as LaplaceMechanism(sensitivity, scale), "
                "GaussianMechanism(sensitivity, sigma) or RandomizedResponse(eps)"
            )
        raise ClaimSyntaxError(f"{written!r} is no domain of a name", part=name.text, remedy=remedy)


def _domain(written: Words) -> Words:
    if len(written) == 1 and written[0].text in _UNCLEAR:
        raise ClaimSyntaxError(
            f"the set {written[0].text} has several readings",
            part=written[0].text,
            remedy=_UNCLEAR[written[0].text],
        )
    if len(written) == 1 and written[0].text in _SETS:
        return [Word("sign", _SETS[written[0].text])]
    return written


def _turned(sign: str) -> str:
    return sign.translate(str.maketrans("<>", "><"))


def _bound(bounds: Bounds, name: str, sign: str, end: Words) -> None:
    ends = bounds.setdefault(name, {})
    for side in {"<": ("upper",), ">": ("lower",), "=": ("lower", "upper")}[sign[0]]:
        if side in ends:
            raise ClaimSyntaxError(f"{name!r} has two {side} ends", part=name)
        ends[side] = end, sign in ("<", ">")


def _between(name: str, ends: dict[str, tuple[Words, bool]], kind: str) -> Words:
    """The domain that bounds leave, as an interval or as integers."""
    lower, lower_open = ends.get("lower", ([Word("sign", "-oo")], True))
    upper, upper_open = ends.get("upper", ([Word("name", "oo")], True))
    if kind == "real":
        marks = "(" if lower_open else "[", ")" if upper_open else "]"
        comma = Word("sign", ",")
        return [Word("sign", marks[0]), *lower, comma, *upper, Word("sign", marks[1])]
    low = [*lower, *_shifted("+", lower_open and "lower" in ends)]
    high = [*upper, *_shifted("-", upper_open and "upper" in ends)]
    return [*low, Word("sign", ".."), *high]


def _shifted(sign: str, needed: bool) -> Words:
    return [Word("sign", sign), Word("number", "1")] if needed else []


__all__ = ["IN_WORDS", "Ranges", "declarations"]
