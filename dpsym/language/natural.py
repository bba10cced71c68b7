"""Claims as people write them: other signs, phrases of the field, LaTeX, named arguments.

Here a text becomes the text of the grammar, and that becomes a claim: what a claim says is decided
by :mod:`dpsym.language.parser` alone, which certificates are read with.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import zip_longest

from dpsym.errors import ClaimError, ClaimSyntaxError
from dpsym.language.bars import bars
from dpsym.language.claim import Claim
from dpsym.language.conventions import refuse_conventions
from dpsym.language.counts import of_their_kind
from dpsym.language.doubts import refuse_doubts, refuse_names, refuse_untied
from dpsym.language.factors import RELATIONS, products
from dpsym.language.functions import FUNCTIONS
from dpsym.language.heads import HEADS, SIGNATURES
from dpsym.language.letters import GREEK, shortened
from dpsym.language.lookalikes import refuse_lookalikes, refuse_twins
from dpsym.language.numerals import refuse_mark, refuse_numerals
from dpsym.language.parser import parse_claim
from dpsym.language.phrases import divergences, privacy
from dpsym.language.quantified import IN_WORDS, declarations
from dpsym.language.remedies import WORDS
from dpsym.language.sentences import hypotheses, label, sentence
from dpsym.language.syntax import require_text
from dpsym.language.titles import EXPECTED
from dpsym.language.unknown import refuse_events
from dpsym.language.written import (
    UnreadableError,
    Word,
    Words,
    closing,
    groups,
    instead,
    split,
    together,
    unmasked,
    words,
)

_CALLS = {"zcdp": "ZCDP", "rdp": "RenyiDP", "gdp": "GaussianDP"}
_ENDS = (*RELATIONS, "+", "-", ",", ")", "]", "=>", "and")


def claim_from_text(source: str) -> Claim:
    """The claim that a text states, in the grammar or in other usual ways of writing.

    Raises:
        ClaimError: as :func:`dpsym.language.parser.parse_claim`; what has several readings is named
            with them.

    >>> print(claim_from_text("M is (ε, δ)-DP → ApproxDP(M, 2ε, δ)"))
    ApproxDP(M, eps, delta) => ApproxDP(M, 2*eps, delta)
    """
    require_text(source)
    strict: ClaimError | None = None
    *_, note, source = label(unmasked(source))
    if note in EXPECTED:
        raise ClaimSyntaxError(
            f"({note}) before a claim says what is expected of it in a file of claims",
            part=note,
            remedy="remove it here",
        )
    if source[:1] == source[-1:] and source[:1] in tuple("\"'`"):
        source = source[1:-1]
    if not re.sub(r"#[^\n]*", "", source).strip():
        raise ClaimSyntaxError("there is no claim", remedy="see 'dpsym check --help' for examples")
    refuse_mark(source)
    claim: Claim | None = None
    if source.isascii():
        try:
            claim = parse_claim(source)
        except ClaimError as error:
            strict = error
    if claim is None:
        claim, text = _read(source, strict)
        refuse_doubts(source, claim, text)
        refuse_conventions(claim, source)
    refuse_names(claim)
    refuse_twins(claim, source, strict=strict is None and source.isascii())
    refuse_untied(claim)
    return claim


def _read(source: str, strict: ClaimError | None) -> tuple[Claim, str]:
    """The claim of a text that is not in the grammar, for the reason given if it was asked.

    Beside it the text in the grammar.
    """
    try:
        text = canonical_text(source)
    except UnreadableError:
        return parse_claim(source), source
    if strict is not None and _squeezed(text) == _squeezed(source):
        raise strict
    try:
        return parse_claim(text), text
    except ClaimError as error:
        error.reading = text
        raise


def _squeezed(text: str) -> str:
    return "".join(text.split())


def canonical_text(source: str) -> str:
    """The text in the grammar.

    >>> canonical_text("DP(M, epsilon=ε) => zCDP(M, ½ε²)")
    'PureDP(M, eps) => ZCDP(M, (1/2)*eps**2)'
    """
    refuse_events(source)
    found = words(source)
    if not found:
        return source
    refuse_numerals(source)
    refuse_lookalikes(source)
    _unmixed(found, source)
    found = _factored(found)
    body, ranges = declarations(sentence(found))
    for step in (hypotheses, bars, divergences, privacy):
        body = step(body)
    _refuse_values(body)
    for step in (_named_calls, _equalities, _joined):
        body = step(body)
    body = _exponential(_applied(body, typeset="\\" in source))
    body = products(body, loose="\\" in source, declared=dict(ranges("real")))
    said = together(body)
    ranges_said = of_their_kind(said, ranges("real"), ranges("integer"))
    parts = dict.fromkeys(f"{name} in {together(products(domain))}" for name, domain in ranges_said)
    return f"{said} for {', '.join(parts)}" if parts else said


def _unmixed(found: Words, source: str) -> None:
    """Refuses a letter and a word that would become one name; names of arguments are no names."""
    ours = re.sub(r"\\[A-Za-z]+|[^\x00-\x7f]\w*|\b\w+\s*=(?![=>])", " ", source)
    plain = set(re.findall(r"[A-Za-z_]\w*", ours))
    greek = {w.text for w in found if w.kind == "name"} - plain
    for name in sorted(greek):
        for letter, short in GREEK.items():
            if name.startswith(short) and name.replace(short, letter, 1) in plain:
                written = name.replace(short, letter, 1)
                raise ClaimSyntaxError(
                    f"the letter for {written!r} and the word {written!r} may be one name or two",
                    part=written,
                    remedy="write the same in both places, or give one of them another name",
                )


def _factored(found: Words) -> Words:
    """``kε`` as ``k*eps``, where both are names that the claim uses by themselves.

    An exponent is that of the last name alone. What is divided by is refused, as are an exponent of
    two names and what a function may be taken of.
    """
    alone = {word.text for word in found if not word.parts}
    made: Words = []
    for word, after in zip_longest(found, found[1:]):
        product, before = "*".join(word.parts), made[-1].text if made else ""
        if not word.parts:
            made.append(word)
        elif not alone.issuperset(word.parts):
            raise ClaimSyntaxError(
                f"{word} may be one name or the product {product}",
                part=word.text,
                remedy=f"write {product} or {'_'.join(word.parts)}",
            )
        elif before in ("/", "**", *FUNCTIONS):
            first = word.parts[0]
            other = f"{before}({first}){product.removeprefix(first)}"
            raise ClaimSyntaxError(
                f"what follows {before!r} may be {first} or {product}",
                part=f"{before}{word}",
                remedy=f"write '{before}({product})' or '{other}' as you mean it",
            )
        else:
            made += instead(word, product if after and after.text == "**" else f"({product})")
    return made


def _refuse_values(found: Words) -> None:
    """Complain about an argument by name, as in ``(eps = 1)-DP``, that is a name elsewhere too."""
    marks = [p for p, depth in groups(found) if depth > 0 and found[p].text == "="]
    named = {p - 1 for p in marks if found[p - 2].text in ("(", ",")}
    named = {p for p in named if found[p - 2].text != found[p].text}  # 'M = eps-DP' is no value
    elsewhere = {shortened(word.text) for p, word in enumerate(found) if p not in named}
    for place in sorted(named):
        ends = (p for p, d in groups(found, place) if d < 0 or (d == 0 and found[p].text == ","))
        value = found[place + 2 : next(ends, len(found))]
        name = shortened(found[place].text)
        if name in elsewhere - {shortened(word.text) for word in value}:
            said = together([*found[place : place + 2], *value])
            raise ClaimSyntaxError(
                f"{said!r} may say what is meant elsewhere as well",
                part=found[place].text,
                remedy="write the value alone, and 'for eps in [1, 1]' for that of a name",
            )


def _named_calls(found: Words) -> Words:
    """Other names of heads, and arguments by name, put into their places."""
    made: Words = []
    place = 0
    while place < len(found):
        word = found[place]
        called = word.kind == "name" and place + 1 < len(found) and found[place + 1].text == "("
        if not called:
            made.append(word)
            place += 1
            continue
        stop = closing(found, place + 1)
        arguments = [_named_calls(a) for a in split(found[place + 2 : stop], ",")]
        head = _CALLS.get(word.text.lower(), word.text)
        if head not in HEADS and head not in FUNCTIONS:
            head = next((h for h in HEADS if h.lower() == head.lower()), head)
        if word.text.upper() == "DP":
            head = "PureDP" if len(arguments) == 2 else "ApproxDP"
        if any(len(a) > 2 and a[0].kind == "name" and a[1].text == "=" for a in arguments):
            arguments = _ordered(head, arguments)
        made += [replace(word, text=head), Word("sign", "(")]
        for index, argument in enumerate(arguments):
            made += [*([Word("sign", ",")] if index else []), *argument]
        made.append(Word("sign", ")"))
        place = stop + 1
    return made


def _ordered(head: str, arguments: list[Words]) -> list[Words]:
    if head not in HEADS:
        raise ClaimSyntaxError(f"unknown head {head!r} with named arguments", part=head)
    named = {a[0].text: a[2:] for a in arguments if len(a) > 2 and a[1].text == "="}
    plain = [a for a in arguments if not (len(a) > 2 and a[1].text == "=")]
    if len(named) + len(plain) < len(arguments):
        raise ClaimSyntaxError(
            f"an argument of {head} is given twice", part=head, remedy="write each argument once"
        )
    for form in _places(head):
        taken = [next((n for n in named if n in names), "") for names in form]
        if len(form) == len(arguments) and sorted(filter(None, taken)) == sorted(named):
            rest = iter(plain)
            return [named[name] if name else next(rest) for name in taken]
    known = ["(" + ", ".join(names[0] for names in form) + ")" for form in _places(head)]
    raise ClaimSyntaxError(
        f"{head} has no arguments named {', '.join(named)} beside {len(plain)} others",
        part=next(iter(named)),
        remedy=f"its arguments are {' or '.join(known)}",
    )


def _places(head: str) -> list[list[tuple[str, ...]]]:
    """What each place of a head may be called: as in its description, or as its role."""
    described = re.findall(rf"``{head}\(([^`]*)\)``", HEADS[HEADS[head].__name__].__doc__ or "")
    forms: list[list[tuple[str, ...]]] = []
    for text in described:
        names = [name.strip() for name in text.split(",")]
        roles = SIGNATURES[HEADS[head]].roles(len(names)) or ()
        forms.append(
            [
                (name, role.name, GREEK.get(name, name), GREEK.get(role.name, role.name))
                for name, role in zip(names, roles, strict=False)
            ]
        )
    return forms


def _equalities(found: Words) -> Words:
    """A single ``=`` between two sides as ``==``."""
    return [Word("sign", "==") if word.text == "=" else word for word in found]


def _joined(found: Words) -> Words:
    """``a <= b <= c`` as two relations."""
    made: Words = []
    for index, side in enumerate(split(found, "=>")):
        made += [Word("sign", "=>")] * bool(index)
        for number, atom in enumerate(split(side, "and")):
            made += [Word("name", "and")] * bool(number)
            _refuse_listed(atom[0] if len(atom) > 1 and atom[1].apart else None)
            signs = [p for p, depth in groups(atom) if depth == 0 and atom[p].text in RELATIONS]
            if len(signs) != 2:
                made += atom
                continue
            first, second = signs
            joined = any(word.text.lower() in WORDS for word in atom)
            if not joined and {atom[p].text[0] for p in signs} == {"<", ">"}:
                raise ClaimSyntaxError(
                    f"{together(atom)!r} compares in both directions",
                    part=together(atom),
                    remedy="join two statements by 'and'",
                )
            middle = atom[first + 1 : second]
            _refuse_listed(*middle[1:])
            made += [*atom[:second], Word("name", "and"), *middle, *atom[second:]]
    return made


def _refuse_listed(*found: Word | None) -> None:
    """Complain about a sign at the start of a line that may be the mark of a list."""
    listed = next((word for word in found if word and word.broken and word.text in "+-*"), None)
    if listed:
        raise ClaimSyntaxError(
            f"the {listed.text!r} at the start of a line may begin another statement",
            part=listed.text,
            remedy="write 'and' between statements, each without a mark before it",
        )


def _applied(found: Words, *, typeset: bool) -> Words:
    """``tanh x`` as ``tanh(x)``, where no more than x can be meant.

    Spaces say what belongs together where they are not those of LaTeX, which sets none.
    """
    made: Words = []
    rest = list(found)
    while rest:
        word = rest.pop(0)
        made.append(word)
        alone = word.text in FUNCTIONS and FUNCTIONS[word.text][1] == (1, 1)
        if not alone or not rest or rest[0].kind not in ("name", "number"):
            continue
        if rest[0].text in (*FUNCTIONS, *IN_WORDS) or (len(rest) > 1 and rest[1].text == "("):
            continue
        argument = rest.pop(0)
        tight = bool(rest) and rest[0].text in ("+", "-") and not (rest[0].apart or typeset)
        tight = tight and not (word.text == "sqrt" and argument.kind == "number")
        tight |= bool(rest) and rest[0].text in ("+", "-") and argument.text == "1"
        if tight or (rest and rest[0].text not in _ENDS):
            known = [text for text in _ENDS if not tight or text not in ("+", "-")]
            ends = (p for p, d in groups(rest) if d < 0 or (d == 0 and rest[p].text in known))
            more = rest[: next(ends, len(rest))]
            raise ClaimSyntaxError(
                f"{word.text} may be taken of {argument} or of more that follows",
                part=word.text,
                remedy=f"write {together([word, *_around([argument]), *more])} "
                f"or {together([word, *_around([argument, *more])])}",
            )
        made += [Word("sign", "("), argument, Word("sign", ")")]
    return made


def _around(inside: Words) -> Words:
    return [Word("sign", "("), *inside, Word("sign", ")")]


def _exponential(found: Words) -> Words:
    """The base ``e`` of powers as ``exp(1)``, where it can be no name."""
    places = [p for p, word in enumerate(found) if word.text == "e" and word.kind == "name"]
    base = [p for p in places if p + 1 < len(found) and found[p + 1].text == "**"]
    counted = [p for p in base if all(word.text.isdigit() for word in found[p + 2 : p + 3])]
    if len(places) > len(base) > len(counted):
        raise ClaimSyntaxError(
            "'e' may be a name, or the base of logarithms",
            part="e",
            remedy="write exp(x) for powers of the base, and another name for the name",
        )
    if not places or len(base) != len(places):
        return found
    made: Words = []
    for place, word in enumerate(found):
        made += instead(word, "exp(1)") if place in base else [word]
    return made
