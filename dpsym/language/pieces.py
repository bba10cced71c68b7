"""Lists of names and of what is said of them, in pieces of which each speaks for itself."""

from __future__ import annotations

from itertools import pairwise

from dpsym.errors import ClaimSyntaxError
from dpsym.language.functions import CONSTANTS, FUNCTIONS
from dpsym.language.written import Word, Words, groups, together

OPENING = ("for", "forall", "where", "with", "let")
EVERY = ("all", "every", "each", "any")
SORTS = {
    "mechanism": "mechanism", "mechanisms": "mechanism", "law": "law", "laws": "law",
    "distribution": "law", "distributions": "law",
}  # fmt: skip
ADJECTIVES = {
    "real": "(-oo, oo)", "positive": "(0, oo)", "nonnegative": "[0, oo)",
    "integer": "-oo..oo", "positive integer": "1..oo", "nonnegative integer": "0..oo",
}  # fmt: skip
"""What kinds of numbers are called."""
SIGNS = {"positive": ">", "nonnegative": ">="}
"""How numbers of a kind compare with 0."""
RELATIONS = ("<=", ">=", "<", ">", "=")


def pieces_of(found: Words) -> list[Words]:
    """The pieces between commas, and between the word "and", outside parentheses.

    Raises:
        ClaimSyntaxError: what is said of one name may be meant of another as well.
    """
    pieces: list[Words] = [[]]
    commas: list[bool] = [False]
    depth = 0
    for word in found:
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(word.text, 0)
        if depth == 0 and word.text in (",", "and", ";", "with"):
            pieces.append([word] if word.text == "with" else [])
            commas.append(word.text == ",")
        else:
            pieces[-1].append(word)
    names: list[Words] = []
    kind: Words = []
    used = False
    joined: list[Words] = []
    before: Words = []
    for piece, comma in zip(pieces, commas, strict=True):
        # 'a, b in [0, 1]', 'a, b > 0' and 'real a, b' speak of both.
        first = next((p for p, word in enumerate(piece) if not is_introduction(word)), 0)
        kind, used = (piece[:first], False) if first else (kind, used)
        bare = len(piece) == first + 1 and piece[first].kind == "name"
        shared = piece[first + 1 :]
        told = first == 0 and bool(shared) and shared[0].text in ("in", *RELATIONS, *ADJECTIVES)
        related = told and shared[0].text in RELATIONS
        if (bare or related) and used and _narrows(kind):
            raise unclear(kind, [piece[first]])
        for name in names if told else []:
            if _is_one(name[:-1]) or (related and _is_apart(name, shared, comma=comma)):
                raise unclear(name, piece)
        if comma and _is_half(before, piece):
            raise unclear(before, piece)
        before = (before if comma else []) if bare else piece
        if bare:
            names.append([*(kind if not used else []), piece[first]])
        elif piece:
            joined += [[*name, *shared] if told else name for name in names]
            joined.append([*kind, *piece] if told and not used else piece)
            names, used = [], True
    return [*joined, *names]


def _narrows(kind: Words, *, signs: bool = False) -> bool:
    """Whether words say more than that numbers are real; or of which sign they are."""
    said = {word.text.removesuffix("s") for word in kind}
    return not said.isdisjoint({"positive", "nonnegative", *(() if signs else ("integer",))})


def numbered(name: Words, kind: Words) -> Words:
    """What "x be a positive number" says, so that it is said of x alone."""
    said = " ".join(word.text.removesuffix("s") for word in kind)
    said = said.removesuffix("number").strip().replace("positive real", "positive")
    if said in SIGNS:
        return [*name, Word("sign", SIGNS[said]), Word("number", "0")]
    known = said in ADJECTIVES
    return [*name, Word("name", "in"), Word("sign", ADJECTIVES[said])] if known else [*kind, *name]


def _is_one(kind: Words) -> bool:
    """Whether words say of one name what number it is, as those that end in ``real``."""
    numbers = {said for form in ADJECTIVES for said in form.split()}
    return bool(kind) and kind[-1].text in (*numbers, "number")


def _is_apart(name: Words, shared: Words, *, comma: bool) -> bool:
    """Whether a relation of the next name need not be meant of one before it."""
    kind, one = name[:-1], not (name[:-1] and name[-2].text.endswith("s"))
    alone = bool(kind) and one and not comma
    return alone or _narrows(kind, signs=True) or name[-1].text in map(str, shared)


def _is_half(before: Words, piece: Words) -> bool:
    """Whether relations such as ``0 < p`` and ``q < 1`` may be meant for both names."""
    ends = [links(one) for one in (before, piece)]
    if [len(chain) for chain in ends] != [1, 1]:
        return False
    ((low, sign, name),), ((other, turned, high),) = ends
    plain = all(len(side) == 1 and is_name(side[0]) for side in (name, other))
    return plain and sign[0] == turned[0] != "=" and not any(map(is_name, (*low, *high)))


def unclear(said: Words, piece: Words) -> ClaimSyntaxError:
    """The complaint about words that may be meant of more than they stand beside."""
    words = " ".join(map(str, said))
    return ClaimSyntaxError(
        f"{words!r} may be meant for {together(piece)!r} as well, or not",
        part=words,
        remedy="say of each name what it is, as in 'for k in 1..oo, eps in (0, oo)'",
    )


def is_introduction(word: Word) -> bool:
    """Whether a word may stand before names, to say what they are."""
    text = word.text.removesuffix("s")
    kinds = {said for kind in ADJECTIVES for said in (*kind.split(), "number")}
    return word.text in (*EVERY, *OPENING, *SORTS) or text in kinds


def links(piece: Words) -> list[tuple[Words, str, Words]]:
    """The relations of a chain, each with its two sides."""
    signs = [p for p, depth in groups(piece) if depth == 0 and piece[p].text in RELATIONS]
    ends = [-1, *signs, len(piece)]
    sides = [piece[i + 1 : j] for i, j in pairwise(ends)]
    return [(a, piece[p].text, b) for (a, b), p in zip(pairwise(sides), signs, strict=True)]


def is_name(word: Word) -> bool:
    """Whether a word is a name that a claim may give a value."""
    return word.kind == "name" and word.text not in (*FUNCTIONS, *CONSTANTS)
