"""Clauses that say of which mechanisms a sentence speaks."""

from __future__ import annotations

from dpsym.language.written import Words, groups

_EACH = ("every", "any", "each", "all", "an", "a")
_KINDS = ("mechanism", "mechanisms", "algorithm", "algorithms")
_VERBS = ("is", "are", "satisfies", "satisfy")
_THAT = ("that", "which")


def said_before(found: Words) -> Words:
    """``every mechanism that is A is B`` as ``every A mechanism is B``.

    Only one notion of privacy is read as a clause, which ends it.

    >>> from dpsym.language.written import together, words
    >>> together(said_before(words("any algorithm satisfying eps-DP is (eps, d)-DP")))
    'any eps - DP algorithm is(eps, d) - DP'
    """
    texts = [word.text.lower() for word in found]
    if texts[:1] == [] or texts[0] not in _EACH or texts[1:2] == [] or texts[1] not in _KINDS:
        return found
    named = len(found) > 2 and texts[2] not in (*_THAT, "satisfying") and found[2].kind == "name"
    start = 2 + named
    if texts[start : start + 1] == ["satisfying"]:
        first = start + 1
    elif texts[start : start + 1] and texts[start] in _THAT and texts[start + 1 : start + 2]:
        if texts[start + 1] not in _VERBS:
            return found
        first = start + 2
    else:
        return found
    outside = [p for p, depth in groups(found) if depth == 0 and p >= first]
    verb = next((p for p in outside if texts[p] in _VERBS), len(found))
    clause = found[first:verb]
    joined = any(texts[p] in ("and", "or", ",", ";", "=>") for p in outside if p < verb)
    if joined or verb == len(found) or not clause:
        return found
    if not clause[-1].text.lower().endswith(("dp", "private", "privacy")):
        return found
    return [found[0], *clause, *found[1:start], *found[verb:]]
