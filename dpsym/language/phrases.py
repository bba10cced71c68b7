"""Phrases of the field: ``M is (epsilon, delta)-DP`` as a guarantee."""

from __future__ import annotations

from dpsym.errors import ClaimSyntaxError
from dpsym.language.written import Words, closing, groups, split, together, words

NOTIONS: dict[str, dict[int, tuple[str, str]]] = {
    "DP": {1: ("PureDP", "{s}, {0}"), 2: ("ApproxDP", "{s}, {0}, {1}")},
    "zCDP": {1: ("ZCDP", "{s}, {0}"), 2: ("ZCDP", "{s}, {0}, {1}")},
    "RDP": {2: ("RenyiDP", "{s}, {0}, {1}")},
    "GDP": {1: ("GaussianDP", "{s}, {0}")},
    "mCDP": {2: ("MeanCDP", "{s}, {0}, {1}")},
    "tCDP": {2: ("BoundedZCDP", "{s}, {1}, 0, {0}")},
}
"""What ``(...)-NOTION`` says of a mechanism s, by the number of parameters."""
_OTHER_WORDS = {
    "zcdp": "zCDP", "ZCDP": "zCDP", "rdp": "RDP", "gdp": "GDP", "dp": "DP", "mcdp": "mCDP",
    "tcdp": "tCDP", "RenyiDP": "RDP", "GaussianDP": "GDP",
}  # fmt: skip
_IS = ("is", "satisfies", "has")


def privacy(found: Words) -> Words:
    """``M is (a, b)-DP`` as a guarantee."""
    subjects = {together(found[_start(found, p) : p]) for p, d in groups(found)
                if d == 0 and found[p].text in _IS}  # fmt: skip
    usual = subjects.pop() if len(subjects) == 1 else "M"
    while True:
        place = next((p for p, depth in groups(found) if depth == 0 and _notion(found, p)), None)
        if place is None:
            return found
        start = _start(found, place)
        atom = found[start:place]
        verbs = [i for i, depth in groups(atom) if depth == 0 and atom[i].text in _IS]
        subject = together(atom[: verbs[0]]) if verbs else usual
        parameters = atom[verbs[0] + 1 :] if verbs else atom
        if parameters and parameters[0].text in ("a", "an"):
            parameters = parameters[1:]
        if (
            parameters
            and parameters[0].text == "("
            and closing(parameters, 0) == len(parameters) - 1
        ):
            parameters = parameters[1:-1]
        notion, stop = _notion(found, place) or ("", place)
        parts = [together(part) for part in split(parameters, ",")]
        forms = NOTIONS[notion]
        if len(parts) not in forms or not all(parts):
            counts = " or ".join(map(str, forms))
            raise ClaimSyntaxError(
                f"{notion} has {counts} parameters, not {len(parts)}", part=together(parameters)
            )
        head, form = forms[len(parts)]
        said = f"{head}({form.format(*parts, s=subject)})"
        found = [*found[:start], *words(said), *found[stop:]]


def _start(found: Words, place: int) -> int:
    """Where the atom begins in which a place lies."""
    depth = 0
    for i in range(place - 1, -1, -1):
        depth += {")": 1, "]": 1, "(": -1, "[": -1}.get(found[i].text, 0)
        if depth == 0 and found[i].text in ("and", "=>"):
            return i + 1
    return 0


def _notion(found: Words, place: int) -> tuple[str, int] | None:
    """The notion of privacy that a hyphen introduces, and where its words end."""
    if found[place].text != "-" or place + 1 >= len(found) or found[place + 1].kind != "name":
        return None
    word = found[place + 1].text
    following = found[place + 2].text if place + 2 < len(found) else ""
    if word.lower().startswith("differential") and following.lower().startswith("priva"):
        return "DP", place + 3
    word = _OTHER_WORDS.get(word, word)
    return (word, place + 2) if word in NOTIONS and following != "(" else None
