"""For which values a claim is meant, in the ways in which people say it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from dpsym.errors import ClaimSyntaxError
from dpsym.language.counts import WHOLE, between
from dpsym.language.pieces import (
    ADJECTIVES,
    EVERY,
    OPENING,
    RELATIONS,
    SIGNS,
    SORTS,
    is_introduction,
    is_name,
    links,
    pieces_of,
    unclear,
)
from dpsym.language.scope import refuse_inner
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
        real: names of which it is said that they are real.
        conditions: relations between several names, which are hypotheses.
    """

    domains: dict[str, Words] = field(default_factory=dict)
    bounds: Bounds = field(default_factory=dict)
    whole: set[str] = field(default_factory=set)
    real: set[str] = field(default_factory=set)
    conditions: list[Words] = field(default_factory=list)

    def relation(self, left: Words, sign: str, right: Words) -> None:
        """An end of the domain of a name, or a condition."""
        if len(left) == 1 and is_name(left[0]) and not any(map(is_name, right)):
            self._bound(left[0].text, sign, right)
        elif len(right) == 1 and is_name(right[0]) and not any(map(is_name, left)):
            self._bound(right[0].text, _turned(sign), left)
        else:
            self.conditions.append([*left, Word("sign", sign), *right])

    def domain(self, name: str, domain: Words) -> None:
        """The domain of a name, which has none yet."""
        if name in self.domains or name in self.bounds:
            raise _twice(name)
        self.domains[name] = domain

    def _bound(self, name: str, sign: str, end: Words) -> None:
        if name in self.domains:
            raise _twice(name)
        ends = self.bounds.setdefault(name, {})
        for side in {"<": ("upper",), ">": ("lower",), "=": ("lower", "upper")}[sign[0]]:
            if side in ends:
                raise ClaimSyntaxError(f"{name!r} has two {side} ends", part=name)
            ends[side] = end, sign in ("<", ">")

    def ranges(self, kind: str) -> list[tuple[str, Words]]:
        """The domains, those by their ends of a kind: "real" or "integer"."""
        kinds = dict.fromkeys(self.bounds, kind) | dict.fromkeys(self.real & {*self.bounds}, "real")
        kinds |= dict.fromkeys(self.whole & {*self.bounds}, "integer")
        ends = ((name, between(name, self.bounds[name], kinds[name])) for name in kinds)
        whole = sorted(self.whole - {*self.bounds, *self.domains})
        integers = ((name, [Word(WHOLE, ADJECTIVES["integer"])]) for name in whole)
        return [*self.domains.items(), *ends, *integers]

    def require_whole(self) -> None:
        """Complain about an integer with a domain of other numbers."""
        for name in sorted(self.whole & {*self.domains}):
            if all(word.text != ".." for word in self.domains[name]):
                raise _twice(name)

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
    members, found = _members(found)
    before: list[Words] = []
    body, opened = found, found[:1]
    if found and found[0].text.lower() in OPENING:
        before, body = _leading(found)
    place = _opening(body)
    if place and body[place - 1].text == "=>":
        within, rest = _leading(body[place:])
        opened = [*opened, body[place]]
        before, body = before + within, [*body[:place], *rest]
        place = _opening(body)
    after: list[Words] = []
    if place is not None:
        if any(word.text == "=>" for word in body[place:]):
            opened_by = body[place].text.replace(",", "in")
            raise ClaimSyntaxError(
                f"{opened_by!r} before '=>' would limit one hypothesis, and a domain is meant for "
                "the whole claim",
                part=body[place].text,
                remedy="put it at the end if that is meant, as in '... for x in [0, 1]'",
            )
        opened = [*opened, body[place]]
        after, body = pieces_of(body[place + 1 :]), body[:place]
        _refuse_statements(after)
    said = _Said()
    pieces = [*members, *before, *after]
    texts = [word.text for part in (body, *pieces) for word in part]
    for piece in pieces:
        bare = _unquantified(piece)
        named = bare[len(bare) == 2 and bare[0].text in SORTS :]
        lone = len(named) == 1 and named[0].text not in SORTS
        if lone and (texts.count(named[0].text) == 1 or not is_name(named[0])):
            raise ClaimSyntaxError(
                f"{named[0]} says of no name what values it has",
                part=named[0].text,
                remedy="write domains, as in 'for k in 1..oo'",
            )
        _declare(bare, said)
    said.require_whole()
    assumed = [] if opened and opened[0].text.lower() == "let" else before
    refuse_inner(body, [*assumed, *after], opened)
    return said.assumed(_without_commas(body)), said.ranges


def _unquantified(piece: Words) -> Words:
    """What is said without the words before it."""
    while len(piece) > 1 and piece[0].text in (*EVERY, *OPENING):
        piece = piece[1:]
    return piece


def _refuse_statements(after: list[Words]) -> None:
    """Complain about a relation in a list of domains that may be claimed, or assumed."""
    for piece in after[1:]:
        sides = [side for left, _, right in links(piece) for side in (left, right)]
        plain = all(_is_value(side) for side in sides)
        if sides and not plain and piece[0].text not in OPENING:
            raise ClaimSyntaxError(
                f"{together(piece)!r} may be claimed, or say for which values the claim is meant",
                part=together(piece),
                remedy="write it before 'for' if it is claimed, or before '=>' if it is assumed",
            )


def _is_value(side: Words) -> bool:
    """Whether a side of a relation is a name or a number, perhaps with names of what it is."""
    signed = side[1:] if side and side[0].text == "-" else side
    if [word.text for word in signed[-3::2]] == ["[", "]"]:
        signed = signed[:-3]  # a member of a family
    *kinds, value = signed or [Word("sign", "")]
    return value.kind in ("name", "number") and all(is_introduction(word) for word in kinds)


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
    pieces = pieces_of(found[1:]) or [[]]
    kept = [piece for piece in pieces if _is_declaration(piece)]
    if kept == pieces and _may_be_claimed(found, pieces):
        kept = pieces[:-1]  # something has to be claimed
    rest = pieces[len(kept) :]
    before = {word.text for piece in kept[:-1] for word in piece}
    again = bool(kept) and len(kept[-1]) == 1 and kept[-1][0].text in before
    if again or not kept or kept != pieces[: len(kept)] or len(rest) != 1:
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


def _may_be_claimed(found: Words, pieces: list[Words]) -> bool:
    """Whether the last piece stands behind a comma, and is a relation that bounds no name.

    What a name with a domain is compared with is no bound of it.
    """
    separators = [found[p].text for p, depth in groups(found)
                  if depth == 0 and found[p].text in (",", "and", ";", "with")]  # fmt: skip
    before, said = _Said(), _Said()
    for piece in pieces[:-1]:
        _declare(_unquantified(piece), before)
    whole = {name for name, ends in before.bounds.items() if len(ends) == 2} | {*before.domains}
    chain = links(pieces[-1])
    known = [{str(side[0]) for side in link[::2] if len(side) == 1} & whole for link in chain]
    bounds = [link for link, names in zip(chain, known, strict=True) if not names]
    for link in bounds:
        said.relation(*link)
    claimed = said.conditions or len(bounds) < len(chain)
    return separators[-1:] == [","] and bool(claimed) and not said.bounds


def _declare(piece: Words, said: _Said) -> None:
    piece = [word for word in piece if word.text not in ("number", "numbers")] or piece
    if piece[0].text in SORTS and len(piece) == 2:
        return  # a name of an object needs no domain
    adjectives, piece = _adjectives(piece, said)
    name = piece[0]
    if [word.text for word in piece[1:4:2]] == ["[", "]"]:
        piece = [name, *piece[4:]]  # a family is declared by its name
    chain = links(piece)
    if len(piece) == 1 and name.kind == "name":
        if adjectives in SIGNS:
            said.relation(piece, SIGNS[adjectives], [Word("number", "0")])
        elif adjectives:
            said.domain(name.text, [Word("sign", ADJECTIVES[adjectives])])
    elif len(piece) > 2 and piece[1].text == "in" and name.kind == "name":
        said.domain(name.text, _domain(piece[2:], whole="integer" in adjectives))
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
                said.relation([name], SIGNS[adjectives.split()[0]], [Word("number", "0")])
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


def _adjectives(piece: Words, about: _Said) -> tuple[str, Words]:
    """The kind of number that words before or behind a name say, and what is left.

    Raises:
        ClaimSyntaxError: there is no such kind.
    """
    kinds = {word.removesuffix("s") for form in ADJECTIVES for word in form.split()}
    said: list[str] = []
    rest = list(piece)
    while len(rest) > 1 and rest[0].text.removesuffix("s") in kinds and rest[1].kind == "name":
        said.append(rest.pop(0).text.removesuffix("s"))
    if len(rest) == 2 and rest[1].text in ADJECTIVES:
        said.append(rest.pop().text)
    if "real" in said:
        about.real |= {word.text for word in rest if is_name(word)}
    said.sort(key=lambda word: word == "integer")
    kind = " ".join(word for word in said if word != "real" or len(said) == 1)
    if (kind and kind not in ADJECTIVES) or {"real", "integer"} <= set(said):
        raise ClaimSyntaxError(
            f"numbers that are {' '.join(said)!r} are of no kind that is known",
            part=said[0],
            remedy="write a domain, as in 'for x in [0, 1]' or 'for k in 1..oo'",
        )
    return kind, rest


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


def _twice(name: str) -> ClaimSyntaxError:
    return ClaimSyntaxError(
        f"what values {name!r} has is said twice",
        part=name,
        remedy="write one domain that says all, as in 'for x in (0, 1]'",
    )
