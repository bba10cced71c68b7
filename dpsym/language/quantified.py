"""For which values a claim is meant, in the ways in which people say it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from dpsym.errors import ClaimSyntaxError
from dpsym.language.pieces import (
    ADJECTIVES,
    EVERY,
    OPENING,
    RELATIONS,
    SORTS,
    is_name,
    links,
    pieces_of,
    unclear,
)
from dpsym.language.written import Word, Words, groups, split, together

_SETS = {"R": "(-oo, oo)", "Z": "-oo..oo"}
_MEASURES = ("sensitivity", "scale", "noise", "parameter", "rate", "probability")
"""What texts say the parameters of a mechanism with."""
_UNCLEAR = {
    "N": "write '1..oo' or '0..oo'",
    "reals": "write '(-oo, oo)'",
    "integers": "write '-oo..oo' or '1..oo'",
}
IN_WORDS = frozenset({"and", "for", "in", "=>", *OPENING, *EVERY, "then", "if", "is", "satisfies"})
"""Words that are no names of numbers."""

Ranges = Callable[[str], list[tuple[str, Words]]]
Bounds = dict[str, dict[str, tuple[Words, bool]]]


@dataclass(slots=True)
class _Said:
    """What a claim is meant for.

    Attributes:
        domains: the domain of a name.
        bounds: the ends that relations give the domain of a name.
        whole: names of integers.
        conditions: relations between several names, which are hypotheses.
    """

    domains: dict[str, Words] = field(default_factory=dict)
    bounds: Bounds = field(default_factory=dict)
    whole: set[str] = field(default_factory=set)
    conditions: list[Words] = field(default_factory=list)

    def relation(self, left: Words, sign: str, right: Words) -> None:
        """An end of the domain of a name, or a condition."""
        if len(left) == 1 and is_name(left[0]) and not any(map(is_name, right)):
            _bound(self.bounds, left[0].text, sign, right)
        elif len(right) == 1 and is_name(right[0]) and not any(map(is_name, left)):
            _bound(self.bounds, right[0].text, _turned(sign), left)
        else:
            self.conditions.append([*left, Word("sign", sign), *right])

    def ranges(self, kind: str) -> list[tuple[str, Words]]:
        """The domains, those by their ends of a kind: "real" or "integer"."""
        kinds = {name: "integer" if name in self.whole else kind for name in self.bounds}
        ends = ((name, _between(name, self.bounds[name], kinds[name])) for name in kinds)
        return [*self.domains.items(), *ends]

    def assumed(self, body: Words) -> Words:
        """The claim with the conditions before its hypotheses."""
        conditions: Words = []
        for condition in self.conditions:
            conditions += [Word("name", "and")] * bool(conditions) + condition
        if not conditions:
            return body
        told = any(word.text == "=>" for word in body)
        return [*conditions, Word("name", "and") if told else Word("sign", "=>"), *body]


def declarations(found: Words) -> tuple[Words, Ranges]:
    """The claim without what it is meant for, and that: domains by kind, "real" or "integer".

    Raises:
        ClaimSyntaxError: what follows ``for`` cannot be read, or has several readings.
    """
    before, found = _members(found)
    body = found
    if found and found[0].text.lower() in OPENING:
        pieces, body = _leading(found)
        before += pieces
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
        after, body = pieces_of(body[place + 1 :]), body[:place]
    said = _Said()
    texts = [word.text for part in (body, *before, *after) for word in part]
    for piece in (*before, *after):
        if len(piece) == 1 and is_name(piece[0]) and texts.count(piece[0].text) == 1:
            raise ClaimSyntaxError(
                f"{piece[0]} says of no name what values it has",
                part=piece[0].text,
                remedy="write domains, as in 'for k in 1..oo'",
            )
        _declare(piece, said)
    return said.assumed(_without_commas(body)), said.ranges


def _members(found: Words) -> tuple[list[Words], Words]:
    """Hypotheses ``x in [0, 1]``, which say for which values the claim is meant, and the rest."""
    sides = split(found, "=>")
    if len(sides) != 2:
        return [], found
    said: list[Words] = []
    kept: Words = []
    for atom in split(sides[0], "and"):
        texts = [word.text for word in atom]
        place = texts.index("in") if "in" in texts else 0
        if place and all(w.text not in IN_WORDS and (is_name(w) or w.text == ",")
                         for w in atom[:place]):  # fmt: skip
            said += pieces_of(atom)
        else:
            kept += [*([Word("name", "and")] if kept else []), *atom]
    if not said:
        return [], found
    return said, [*kept, *([Word("sign", "=>")] if kept else []), *sides[1]]


def _opening(body: Words) -> int | None:
    """Where domains begin: behind a word that opens them, or at a comma and ``x in``."""
    for place, depth in groups(body):
        if body[place].kind == "name" and body[place].text in OPENING:
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
        return pieces_of(found[1:colon]), found[colon + 1 :]
    pieces = pieces_of(found[1:])
    kept = [piece for piece in pieces if _is_declaration(piece)]
    if kept == pieces and _may_be_claimed(found, pieces[-1]):
        kept = pieces[:-1]  # something has to be claimed
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
    plain = all(w.kind in ("name", "number") or w.text in (*RELATIONS, "-") for w in piece)
    return "in" in texts or plain


def _may_be_claimed(found: Words, last: Words) -> bool:
    """Whether the last piece stands behind a comma, and is a relation that bounds no name."""
    separators = [found[p].text for p, depth in groups(found)
                  if depth == 0 and found[p].text in (",", "and", ";", "with")]  # fmt: skip
    said = _Said()
    for left, sign, right in links(last):
        said.relation(left, sign, right)
    return separators[-1:] == [","] and bool(said.conditions) and not said.bounds


def _declare(piece: Words, said: _Said) -> None:
    while piece and piece[0].text in (*EVERY, *OPENING) and len(piece) > 1:
        piece = piece[1:]
    piece = [word for word in piece if word.text not in ("number", "numbers")] or piece
    if piece[0].text in SORTS and len(piece) == 2:
        return  # a name of an object needs no domain
    adjectives, piece = _adjectives(piece)
    name = piece[0]
    if [word.text for word in piece[1:4:2]] == ["[", "]"]:
        piece = [name, *piece[4:]]  # a family is declared by its name
    chain = links(piece)
    if len(piece) == 1 and name.kind == "name":
        if adjectives:
            said.domains[name.text] = [Word("sign", ADJECTIVES[adjectives])]
    elif len(piece) > 2 and piece[1].text == "in" and name.kind == "name":
        said.domains[name.text] = _domain(piece[2:], whole="integer" in adjectives)
        if adjectives.startswith(("positive", "nonnegative")):
            marked = piece[2].text in ("(", "[")
            _require_sign(adjectives, piece[2 + marked :], is_open=piece[2].text == "(")
    elif all(left and right for left, _, right in chain) and any(map(is_name, piece)) and chain:
        if "integer" in adjectives:
            said.whole |= {word.text for word in piece if is_name(word)}
        for left, sign, right in chain:
            said.relation(left, sign, right)
        if adjectives.startswith(("positive", "nonnegative")):
            if len([word for word in piece if is_name(word)]) != 1 or not is_name(name):
                raise unclear([Word("name", adjectives)], piece)
            lower = said.bounds.get(name.text, {}).get("lower")
            if lower:
                _require_sign(adjectives, lower[0], is_open=lower[1])
            else:
                sign = ">" if adjectives.startswith("positive") else ">="
                said.relation([name], sign, [Word("number", "0")])
    else:
        written = " ".join(map(str, piece))
        remedy = "write 'for x in [0, 1]', 'for x > 0' or 'for k in 1..10'"
        if name.text == "natural":
            remedy = _UNCLEAR["N"]
        if any(word.text in ("is", "satisfies", *_MEASURES) for word in piece):
            remedy = (
                "write a mechanism as LaplaceMechanism(sensitivity, scale), "
                "GaussianMechanism(sensitivity, sigma) or RandomizedResponse(eps)"
            )
        raise ClaimSyntaxError(f"{written!r} is no domain of a name", part=name.text, remedy=remedy)


def _require_sign(adjectives: str, lower: Words, *, is_open: bool) -> None:
    """Complain about a lower end that is less than what adjectives say."""
    written = lower[0].text if lower else ""
    zero = written == "0" and (is_open or not adjectives.startswith("positive"))
    if not zero and not re.fullmatch(r"[0-9.]*[1-9][0-9.]*", written):
        raise ClaimSyntaxError(
            f"{adjectives!r} and the lower end say different things",
            part=adjectives,
            remedy="write the domain alone, as in 'for x in (0, 1]'",
        )


def _adjectives(piece: Words) -> tuple[str, Words]:
    """The kind of number that words before or behind a name say, and what is left."""
    kinds = {word.removesuffix("s") for form in ADJECTIVES for word in form.split()}
    said: list[str] = []
    rest = list(piece)
    while len(rest) > 1 and rest[0].text.removesuffix("s") in kinds and rest[1].kind == "name":
        said.append(rest.pop(0).text.removesuffix("s"))
    if len(rest) == 2 and rest[1].text in ADJECTIVES:
        said.append(rest.pop().text)
    if "integer" in said or len(said) < 2:
        return " ".join(said), rest
    return " ".join(word for word in said if word != "real"), rest


def _domain(written: Words, *, whole: bool) -> Words:
    if written[0].text == "{":
        raise ClaimSyntaxError(
            f"the values {together(written)} are no domain",
            part="{",
            remedy="write 1..3 for 1, 2, 3, or a claim for each value",
        )
    if written[0].text == "]" or written[-1].text == "[":
        raise ClaimSyntaxError(
            "an open end is written with a parenthesis", part="]", remedy="write (0, 1) for ]0, 1["
        )
    if whole and all(word.text != ".." for word in written):
        raise ClaimSyntaxError(
            f"{together(written)} is no set of integers",
            part=written[0].text,
            remedy="write integers as in '1..10'",
        )
    if len(written) == 1 and written[0].text in _UNCLEAR:
        raise ClaimSyntaxError(
            f"the set {written[0].text} has several readings",
            part=written[0].text,
            remedy=_UNCLEAR[written[0].text],
        )
    if len(written) == 1 and written[0].text in _SETS:
        return [Word("sign", _SETS[written[0].text])]
    return [Word("sign", ",") if word.text == ";" else word for word in written]


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
