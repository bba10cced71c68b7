"""Of which mechanism a guarantee in words speaks, and what may be its name or its parameter."""

from __future__ import annotations

import re

from dpsym.errors import ClaimSyntaxError
from dpsym.language.functions import CONSTANTS
from dpsym.language.heads import HEADS, SIGNATURES
from dpsym.language.roles import MECHANISM
from dpsym.language.unknown import LETTERS
from dpsym.language.written import Word, Words, closing, split, together, words

_ENGLISH = re.compile(r"[A-Z]?[a-z]{2,}|[A-Z][a-z]")
"""Words in which nothing shows that they are names."""
_CALLS = {"dp": "ApproxDP", "zcdp": "ZCDP", "rdp": "RenyiDP", "gdp": "GaussianDP"}
_FUNCTIONS = re.compile(r"[fgGT](_?\w+)?|d_[A-Za-z]\w*")
"""Letters of trade-off functions and metrics, of which notions of privacy have their names."""
_BOTH = (("eps", "delta"), ("epsilon", "delta"), ("xi", "rho"))
"""Letters of parameters that stand beside each other."""
_NUMBER = re.compile(r"(?:ln|log|sqrt|exp)\d+|\w*(?:eps|epsilon|delta|rho|mu)")


def require_name(word: Word, found: Words) -> None:
    """Complain about a word that is no name of a mechanism.

    Raises:
        ClaimSyntaxError: it is a word of English that stands in no head as a name.
    """
    called = any(
        before.text in ("(", ",") and name.text == word.text and after.text in (")", ",")
        for before, name, after in zip(found, found[1:], found[2:], strict=False)
    )
    if _ENGLISH.fullmatch(word.text) and not called:
        raise ClaimSyntaxError(
            f"{word.text!r} is no name of a mechanism",
            part=word.text,
            remedy="write a letter such as M or N, or Compose(M, N), and say of each what it is",
        )


def require_subject(subject: Words, found: Words) -> None:
    """Complain about words before a verb that name no mechanism.

    Raises:
        ClaimSyntaxError: they are no name and no head with its arguments.
    """
    if len(subject) == 1:
        require_name(subject[0], found)
        return
    if any(word.text == ":" for word in subject):
        raise ClaimSyntaxError(
            f"{together(subject[:-1])!r} may limit the claim, or deny it",
            part=together(subject[:-1]),
            remedy="write domains as in 'for x in [0, 1]: A => B', and a hypothesis before '=>'",
        )
    opened = next((p for p, word in enumerate(subject[:2]) if word.text in ("(", "[")), None)
    if opened is None or closing(subject, opened) != len(subject) - 1:
        raise ClaimSyntaxError(
            f"{together(subject)!r} is no name of a mechanism",
            part=together(subject),
            remedy="write a letter such as M or N, or Compose(M, N), and say of each what it is",
        )


def only_mechanism(found: Words, subjects: list[Words], said: Words) -> Words:
    """The mechanism of which all is said; M, where none has a name.

    Raises:
        ClaimSyntaxError: there are several, or one and what is made of it.
    """
    named = {together(subject) for subject in subjects if together(subject) != "it"}
    for place, word in enumerate(found[:-1]):
        if word.kind == "name" and found[place + 1].text == "(":
            arguments = split(found[place + 2 : closing(found, place + 1)], ",")
            named |= {together(one) for one in _mechanisms(word.text, arguments)}
    if len(named) > 1:
        raise ClaimSyntaxError(
            f"{together(said)!r} may be said of {' or '.join(sorted(named))}",
            part=together(said),
            remedy="say of which mechanism, as in 'Compose(M, N) is eps-DP'",
        )
    return words(next(iter(named), "M"))


def _mechanisms(head: str, arguments: list[Words]) -> list[Words]:
    """The arguments that are mechanisms."""
    known = _CALLS.get(head.lower(), head)
    name = next((h for h in HEADS if h.lower() == known.lower()), "")
    if not name:
        return []
    signature = SIGNATURES[HEADS[name]]
    roles = signature.roles(len(arguments)) or (*signature.alternatives, ())[0][:1]
    given = [a[2:] if [w.text for w in a[1:2]] == ["="] else a for a in arguments]
    return [one for one, role in zip(given, roles, strict=False) if role == MECHANISM and one]


def require_amount(parameters: Words, notion: str) -> None:
    """Complain about a lone parameter that may name another notion of privacy, or be several.

    Raises:
        ClaimSyntaxError: it is the letter of a function, as in f-DP, a word, as in node-DP, or
            names with hyphens, as in eps-delta-DP.
    """
    refuse_difference(parameters, notion)
    bare = parameters[1:-1] if [w.text for w in parameters[::2]] == ["(", ")"] else parameters
    if len(bare) != 1 or bare[0].kind != "name" or bare[0].text in CONSTANTS:
        return
    name = bare[0].text
    letters = [part.rstrip("0123456789") for part in name.split("_")]
    number = len(letters[0]) == 1 or not LETTERS.isdisjoint(letters) or _NUMBER.fullmatch(name)
    function = notion == "DP" and _FUNCTIONS.fullmatch(name)
    if function or (not number and bare is parameters):
        raise ClaimSyntaxError(
            f"{name}-{notion} may be a notion of its own, of which nothing is known here",
            part=name,
            remedy="write the number as a letter, as in 'M is eps-DP', or as in 'PureDP(M, x)'",
        )


def refuse_difference(parameters: Words, notion: str) -> None:
    """Complain about a hyphen, a slash or nothing before the last name in place of a comma.

    Raises:
        ClaimSyntaxError: there is one.
    """
    opened = [word.text for word in parameters[:1]] == ["("]
    enclosed = opened and closing(parameters, 0) == len(parameters) - 1
    inside = parameters[1:-1] if enclosed else parameters
    texts = [word.text for word in inside]
    if [word.kind for word in inside] == ["name", "name"]:
        texts.insert(1, "")
    if len(texts) < 2 or texts[-2] not in ("-", "/", "") or inside[-1].kind != "name":
        return
    letters = tuple(re.sub(r"_?\d+$|(?:_prime)+$", "", text) for text in texts[::2])
    if letters in _BOTH or (texts[-2] == "-" and not enclosed):
        raise ClaimSyntaxError(
            f"{together(parameters)}-{notion} may have one parameter, or several",
            part=together(parameters),
            remedy=f"write 'M is ({', '.join(texts[::2])})-{notion}' for several, and a "
            "difference or a quotient as an argument, as in 'PureDP(M, x - y)'",
        )
