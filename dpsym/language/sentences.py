# ruff: noqa: RUF001 - signs that look like others are what this module is about
"""Claims in whole sentences: labels, hypotheses that words introduce, every mechanism.

What a sentence says is said in the signs of the grammar, ``A and B => C``; guarantees in words are
read by :mod:`dpsym.language.phrases`.
"""

from __future__ import annotations

import re
from itertools import pairwise, zip_longest

from dpsym.errors import ClaimSyntaxError
from dpsym.language.clauses import said_before
from dpsym.language.pieces import numbered
from dpsym.language.scope import TOLD
from dpsym.language.subjects import require_name
from dpsym.language.titles import KINDS, require_title
from dpsym.language.written import UnreadableError, Word, Words, groups, split

_NOTE = r"(?:\s*\((?P<note>[^()]*)\))?\s*"
_NUMBERED = re.compile(
    rf"(?P<name>(?:{KINDS})\b\.?[\s~]*\(?[A-Z]?[\d.]*\d\)?){_NOTE}[:.](?=\s)\s*", re.I
)
_SHORT = re.compile(rf"(?P<name>[^\W\d]\w*|\d+(?:\.\d+)*|\(\d+\)){_NOTE}:(?!:)\s*")
_TITLE = re.compile(rf"(?P<name>[A-Z][a-z][\w'’&.,\s-]*?){_NOTE}:(?=\s)\s*")
_SAYING = re.compile(
    r"\b(?:is|are|satisfies|has|for|every|any|all|each|let|if|suppose|assume|given|where|with"
    r"|exists?|there|some|not?|never|false|unless|small|large|integers?|positive|nonnegative"
    r"|negative|real|natural|finite|\w*dp|private)\b|\b[A-Z], ?[A-Z]\b",
    re.I,
)
"""Words that belong to a claim, not to its title."""
_IF = ("if", "suppose", "assume", "given", "let")
_PROVIDED = ("if", "when", "whenever", "provided", "assuming", "given")
_ENDING = ("for", "forall", "where", "with")
_TOLD = ("assert", "show", "prove", "check", "does", "do")
_MECHANISM = ("mechanism", "mechanisms", "algorithm", "algorithms")
_CALLED = (*_MECHANISM, "protocols", "both")
"""What may stand before the names of mechanisms."""
_ARTICLES = ("a", "an", "the")
_EACH = ("every", "any", "each", "all")
_VERBS = ("is", "are", "satisfies", "satisfy")
_KIND_OF_NUMBER = (*_ARTICLES, *"real positive nonnegative integer number".split())
_JOINTS = (",", ".", ";", ":", "and", "=>")
_BEHIND = ("and", "=>", "then", *_PROVIDED, *_ENDING)
"""What may follow a noun that ends what is said of a name."""
_MODULES = ("np", "numpy", "math", "sp", "sympy")


def label(source: str) -> tuple[str, str, str]:
    """The label that stands before a claim, the note in parentheses behind it, and the claim.

    Raises:
        ClaimSyntaxError: the label or the note may limit the claim.

    >>> label("Lemma 3.2 (Bun): x <= 1 for x in [0, 1]")
    ('Lemma 3.2', 'Bun', 'x <= 1 for x in [0, 1]')
    >>> label("for x in [0, 1]: x <= 1")
    ('', '', 'for x in [0, 1]: x <= 1')
    """
    for form in (_NUMBERED, _SHORT, _TITLE):
        found = form.match(source.lstrip())
        if found and not _SAYING.search(found["name"]):
            require_title(found["name"], found["note"] or "")
            return found["name"], found["note"] or "", source.lstrip()[found.end() :]
    return "", "", source


def sentence(found: Words) -> Words:
    """The words of a sentence, its hypotheses joined by ``and`` before ``=>``.

    Raises:
        ClaimSyntaxError: it says two things at once, or one that no claim says.
        UnreadableError: its parentheses do not match.
    """
    _balanced(found)
    _one_direction(found)
    while found and found[-1].text in (".", "?", ";", ","):
        found = found[:-1]
    found = _without_modules(found)
    if len(found) > 2 and _is(found[0], _TOLD) and (found[1].kind == "name" or found[1].apart):
        found = found[1 + _is(found[1], ("that",)) :]
    if found and _is(found[0], ("for", "forall")):
        commas = [p for p, depth in groups(found) if depth == 0 and found[p].text == ","]
        conditions = _outside(found, _IF)
        said = [p for p in commas if conditions and p < conditions[0]]
        if said and not any(word.text in (":", "=>") for word in found):
            return [*found[: said[-1]], Word("sign", ":"), *sentence(found[said[-1] + 1 :])]
    named, every = _named(_without_nouns(said_before(found)))
    made = _of_every_mechanism(_each(_provided(_conditional(named))))
    _refuse_every(made, every)
    return made


def hypotheses(found: Words) -> Words:
    """The claim with commas between hypotheses as ``and``.

    Raises:
        ClaimSyntaxError: a comma stands in the conclusion, where it may mean two things.
    """
    arrows = [p for p, depth in groups(found) if depth == 0 and found[p].text == "=>"]
    commas = [p for p, depth in groups(found) if depth == 0 and found[p].text in (",", ";")]
    if commas and (not arrows or commas[-1] > arrows[-1]):
        raise ClaimSyntaxError(
            "what follows the comma may be claimed, or say for which values the claim is meant",
            part=found[commas[-1]].text,
            remedy="write 'and' for the one, or 'for x in [0, 1]' at the end for the other",
        )
    joined = [Word("name", "and") if p in commas else word for p, word in enumerate(found)]
    twice = {p for p in commas if p + 1 < len(found) and found[p + 1].text == "and"}
    return [word for p, word in enumerate(joined) if p not in twice]


def _balanced(found: Words) -> None:
    """Complain about parentheses that do not match; ``]0, 1[`` is known to be a domain."""
    opened: list[str] = []
    for word in found:
        if word.text in ("(", "["):
            opened.append(word.text)
        elif word.text in (")", "]") and opened:
            opened.pop()
        elif word.text == ")":
            raise UnreadableError("a parenthesis is not opened", part=word.text)
    if "(" in opened:
        raise UnreadableError("a parenthesis is not closed", part="(")


def _is(word: Word, known: tuple[str, ...]) -> bool:
    return word.kind == "name" and word.text.lower() in known


def _outside(found: Words, known: tuple[str, ...], start: int = 0) -> list[int]:
    """The places of words outside parentheses."""
    return [p for p, depth in groups(found) if depth == 0 and p >= start and _is(found[p], known)]


def _one_direction(found: Words) -> None:
    texts = [word.text.lower() for word in found]
    for place, text in enumerate(texts):
        only = texts[place : place + 4] == ["if", "and", "only", "if"]
        if text in ("⇔", "⟺", "↔", "iff") or texts[place : place + 2] == ["<=", ">"] or only:
            raise ClaimSyntaxError(
                "a claim has one direction", part=text, remedy="state each as a claim of its own"
            )


def _without_modules(found: Words) -> Words:
    """``np.sqrt`` as ``sqrt``."""
    made: Words = []
    for word in found:
        if (
            word.kind == "name"
            and len(made) > 1
            and made[-1].text == "."
            and _is(made[-2], _MODULES)
        ):
            made[-2:] = []
        made.append(word)
    return made


def _without_nouns(found: Words) -> Words:
    """``M is an eps-DP mechanism`` as ``M is an eps-DP``."""
    made: Words = []
    for word, after in zip_longest(found, found[1:]):
        ends = after is None or after.kind == "sign" or _is(after, _BEHIND)
        verbs = _outside(made, (*_VERBS, "be"))
        joints = [p for p, depth in groups(made) if depth == 0 and made[p].text in _JOINTS]
        said = bool(verbs) and verbs[-1] > max(joints, default=-1)
        if not (_is(word, _MECHANISM) and ends and said and _is_notion(made[-1])):
            made.append(word)
    return made


def _is_notion(word: Word) -> bool:
    return word.text.lower().endswith(("dp", "private", "privacy"))


def _named(found: Words) -> tuple[Words, set[str]]:
    """``a mechanism M is`` as ``M is``, and the names of which every mechanism is meant."""
    made: Words = []
    every: set[str] = set()
    for place, word in enumerate(found):
        after = found[place + 1 : place + 3]
        called = len(after) == 2 and after[0].kind == "name" and _is(after[1], (*_VERBS, "be"))
        what = bool(made) and _is_notion(made[-1])
        if not (_is(word, _MECHANISM) and called) or what:
            made.append(word)
            continue
        if made and _is(made[-1], (*_ARTICLES, *_EACH)):
            every |= {after[0].text} if _is(made.pop(), _EACH) else set()
    return made, every


def _refuse_every(found: Words, every: set[str]) -> None:
    """Complain about ``every mechanism M`` in hypotheses alone, which are then one for all M."""
    sides = [{word.text for word in side} for side in split(found, "=>")]
    if len(sides) == 2 and (names := sorted(every & sides[0] - sides[1])):
        raise ClaimSyntaxError(
            f"{names[0]!r} stands in a hypothesis alone, of which every mechanism may be meant",
            part=names[0],
            remedy="assume what holds of all by what is claimed of each, and write "
            f"'{names[0]} is ...' if one mechanism is meant",
        )


def _each(found: Words) -> Words:
    """``M and N are A`` as ``M is A and N is A``."""
    places = _outside(found, ("are",))
    if not places:
        return found
    place = start = places[0]
    names: Words = []
    while start and (found[start - 1].kind == "name" or found[start - 1].text == ","):
        before = found[start - 1].text.lower()
        if before in (*_IF, *_VERBS) or before.endswith(("dp", "private")):
            break
        start -= 1
        if found[start].text not in (",", "and") and not _is(found[start], _CALLED):
            names.insert(0, found[start])
    start += found[start].text in (",", "and")
    ends = [p for p, depth in groups(found) if depth == 0 and found[p].text in (",", "and", "=>")]
    stop = next((p for p in [*ends, *_outside(found, _ENDING)] if p > place), len(found))
    says = found[place + 1 : stop]
    says = says[bool(says) and _is(says[0], ("both", "each")) :]
    if len(names) < 2 or not says:
        return found
    for name in names:
        require_name(name, found)
    after = next((p for p in ends if p > stop), len(found))
    rest = found[stop + 1 : after]
    if found[stop : stop + 1] and found[stop].text in (",", "and") and _says_how_private(rest):
        raise _of_each_or_both(found[place])
    made: Words = []
    for name in names:
        made += [*([Word("name", "and")] if made else []), name, Word("name", "is"), *says]
    return _each([*found[:start], *made, *found[stop:]])


def _of_each_or_both(verb: Word) -> ClaimSyntaxError:
    return ClaimSyntaxError(
        "what are one and the other may be said of each, or of both",
        part=verb.text,
        remedy="say it of each, as in 'M is eps-DP and N is delta-DP'",
    )


def _says_how_private(piece: Words) -> bool:
    """Whether words say how private something is, and not what."""
    told = any(word.text.lower().endswith(("dp", "private")) for word in piece[-2:])
    return told and not _outside(piece, _VERBS)


def _conditional(found: Words) -> Words:
    """``if A then B`` as ``A => B``; what ``let`` declares as what stands before a colon."""
    follows = _outside(found, ("then",))
    if len(follows) == 1 and found[follows[0] - 1].text == "." and not _is(found[0], _IF):
        return [*found[: follows[0] - 1], Word(TOLD, "=>"), *found[follows[0] + 1 :]]
    if not found or not _is(found[0], _IF):
        return found
    start = 1 + (len(found) > 1 and _is(found[1], ("that",)))
    places = _outside(found, ("then",))
    before: Words
    after: Words
    if len(places) == 1 and not _is(found[0], ("let",)):
        before, after = found[start : places[0]], found[places[0] + 1 :]
    elif _is(found[0], ("let",)):
        return _let(found)
    else:
        ends = _outside(found, (*_ENDING, "and"))
        commas = [p for p, depth in groups(found) if depth == 0 and found[p].text == ","]
        told = not any(word.text in ("=>", ":") for word in found)
        if places or not commas or not told or (ends and ends[0] < commas[0]):
            return found
        before, after = found[start : commas[0]], found[commas[0] + 1 :]
    while before and before[-1].text in (",", ".", ";"):
        before = before[:-1]
    return [*before, Word(TOLD, "=>"), *after]


def _let(found: Words) -> Words:
    """``let M be A and x > 0. Then B`` as ``let x > 0: M is A => B``."""
    stops = [p for p, depth in groups(found) if depth == 0 and found[p].text in (".", ":")]
    then = _outside(found, ("then",))
    if not (stops or then):
        return found
    place = min(stops + then)
    rest = found[place + 1 :]
    rest = sentence(rest[_is(rest[0], ("then",)) :]) if rest else rest
    values: Words = []
    assumed: Words = []
    names: list[Words] = []

    def value(piece: Words) -> None:
        values.extend([*([Word("sign", ",")] if values else []), *piece])

    for piece in split(found[1:place], "and"):
        said = piece[bool(piece) and _is(piece[0], ("let",)) :]
        while said and said[-1].text in (",", ";"):
            said = said[:-1]
        verb = next(iter(_outside(said, ("be",))), len(said))
        kinds, each = said[verb + 1 :], [*names, *split(said[:verb], ",")]
        within = next((p for p, word in enumerate(kinds) if word.text == "in"), len(kinds))
        numbers = bool(kinds) and all(
            word.text.removesuffix("s") in _KIND_OF_NUMBER for word in kinds[:within]
        )
        if verb == len(said) and all(w.kind == "name" or w.text == "," for w in said):
            names += split(said, ",")
            continue
        if verb == len(said):
            for one in [*names, said]:
                value(one)
            names = []
            continue
        several = len(split(kinds, ",")) > 1 and not numbers
        if several and len(each) > 1:
            raise _of_each_or_both(said[verb])
        for name in filter(None, each):
            if numbers:
                kind = [word for word in kinds[:within] if not _is(word, _ARTICLES)]
                domain = kinds[within:]
                value([*kind, *name, *domain] if domain else numbered(name, kind))
            else:
                assumed += [Word("name", "and")] * bool(assumed)
                assumed += [*name, Word("name", "is", apart=True), *kinds]
        names = []
    for name in names:
        value(name)
    joint = Word("name", "and") if any(w.text == "=>" for w in rest) else Word("sign", "=>")
    rest = [*assumed, joint, *rest] if assumed else rest
    return [found[0], *values, Word("sign", ":"), *rest] if values else rest


def _provided(found: Words) -> Words:
    """``B if A`` as ``A => B``."""
    places = _outside(found, _PROVIDED, start=1)
    if len(places) != 1:
        return found
    place = places[0]
    ends = [p for p in _outside(found, _ENDING) if p > place]
    stop = ends[0] if ends else len(found)
    start = place + 1 + (place + 1 < stop and _is(found[place + 1], ("that",)))
    body, condition = found[:place], found[start:stop]
    while body and body[-1].text == ",":
        body = body[:-1]
    while condition and condition[-1].text == ",":
        condition = condition[:-1]
    if not body or not condition or _outside(body, _ENDING):
        return found
    if comma := _comma(condition):
        raise ClaimSyntaxError(
            f"what follows the comma behind {found[place].text!r} may be claimed, or assumed",
            part=comma.text,
            remedy="write 'A and B => C' for two hypotheses, 'A => B and C' for two conclusions",
        )
    several = any(word.text == "=>" for word in body)
    joint = Word("name", "and") if several else Word(TOLD, "=>")
    return [*condition, joint, *body, *found[stop:]]


def _comma(condition: Words) -> Word | None:
    """A comma in what is assumed before what is no domain; names may be listed before "are"."""
    listed = next(iter(_outside(condition, ("are",))), 0)
    if not all(word.kind == "name" or word.text == "," for word in condition[:listed]):
        listed = 0
    ends = [p for p, depth in groups(condition) if depth == 0 and p > listed
            and condition[p].text in (",", ";")]  # fmt: skip
    for start, stop in pairwise([*ends, len(condition)]):
        if all(word.text != "in" for word in condition[start:stop]):
            return condition[start]
    return None


def _of_every_mechanism(found: Words) -> Words:
    """``every A mechanism is B`` as ``A => M is B``, and so where it is asked."""
    asked = len(found) > 1 and _is(found[0], _VERBS) and _is(found[1], (*_EACH, "an", "a"))
    if asked and (kinds := _outside(found, _MECHANISM)):
        named = any(word.text[0].isupper() for word in found[kinds[0] + 1 : kinds[0] + 2])
        end = kinds[0] + 1 + named
        found = [*found[1:end], found[0], *found[end:]]
    if not found or not _is(found[0], (*_EACH, "an", "a")):
        return found
    kinds = _outside(found, _MECHANISM)
    if not kinds or kinds[0] == 1:
        return found
    named = kinds[0] + 1 < len(found) and not _is(found[kinds[0] + 1], _VERBS)
    verb = kinds[0] + 1 + named
    if verb >= len(found) or not _is(found[verb], _VERBS):
        return found
    name = found[kinds[0] + 1] if named else Word("name", "M")
    if not named and any(word.text == name.text for word in found):
        raise ClaimSyntaxError(
            f"{name} may be the mechanism that has no name, or another one",
            part=name.text,
            remedy=f"name it, as in 'every eps-DP mechanism {name} is ...'",
        )
    require_name(name, found)
    says = [name, Word("name", "is")]
    return [*says, *found[1 : kinds[0]], Word("sign", "=>"), *says, *found[verb + 1 :]]
