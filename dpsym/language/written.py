# ruff: noqa: RUF001 - signs that look like others are what this module is about
"""Signs, letters and LaTeX as people write them, read as the words of the grammar.

The result is a list of words; :mod:`dpsym.language.natural` makes a claim of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dpsym.errors import ClaimSyntaxError
from dpsym.language.letters import LOWERED, RAISED, exponent, plain
from dpsym.language.syntax import require_text
from dpsym.language.tex import is_latex, without_latex


@dataclass(frozen=True, slots=True)
class Word:
    """A number, a name or a sign, as the grammar writes it.

    Attributes:
        kind: "number", "name", "sign", or "raised" for an exponent that was set above the line.
        text: how the grammar writes it.
        apart: whether white space stands before it.
        parts: the names of a product that it may be as well, as k and eps of ``kε``.
        broken: whether a line ends before it.
    """

    kind: str
    text: str
    apart: bool = False
    parts: tuple[str, ...] = ()
    broken: bool = False

    def __str__(self) -> str:
        return self.text


Words = list[Word]

_SIGNS = {
    "^": "**", "·": "*", "×": "*", "⋅": "*", "∗": "*", "÷": "/",
    "−": "-", "–": "-", "‐": "-", "‑": "-",
    "≤": "<=", "≥": ">=", "⩽": "<=", "⩾": ">=", "=<": "<=",
    "⇒": "=>", "→": "=>", "⟹": "=>", "⟶": "=>", "->": "=>", "==>": "=>", "-->": "=>",
    "⊢": "=>", "⊨": "=>",
    "∧": "and", "&": "and", "&&": "and", "∈": "in", "∀": "forall", "∞": "oo", "||": "‖", "∥": "‖",
    "…": "..", "...": "..", "√": "sqrt", "½": "(1/2)", "¼": "(1/4)", "¾": "(3/4)", "⅓": "(1/3)",
}  # fmt: skip
_WORDS = {
    "ln": "log", "implies": "=>", "imply": "=>", "entails": "=>", "yields": "=>", "gives": "=>",
    "infinity": "oo", "inf": "oo",
    "ℝ": "R", "ℤ": "Z", "ℕ": "N",
}  # fmt: skip
_CALLED = {"max": "Max", "min": "Min", "abs": "Abs"}
_TOKEN = re.compile(
    rf"(?P<number>(?:\d+(?:\.(?!\.|\s|\Z)\d*)?|\.\d+)(?:[eE][+−–‐‑-]?\d+)?(?![{LOWERED}]))"
    rf"|(?P<raised>[{RAISED}]+)"
    rf"|(?P<name>[^\W\d{RAISED}{LOWERED}½¼¾⅓∞](?:[^\W{RAISED}½¼¾⅓])*['’′]*)"
    r"|(?P<sign>==>|-->|=>|<=|>=|=<|==|->|\.\.\.|\.\.|\*\*|\|\||&&|<<|>>|\S)"
)
_AGAIN = re.compile(rf"\s*(?:\^|\*\*|[{RAISED}])")
"""A power behind signs that are raised."""
_PLAIN = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)} | dict.fromkeys(
    (0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF), " "
)
"""Signs of full width, and spaces that nobody sees."""
_SPACE = re.compile(r"(?:\s|#[^\n]*(?:\n|\Z))*")


def unmasked(source: str) -> str:
    """The text with signs of full width as the plain ones, and spaces that nobody sees as spaces.

    >>> unmasked("（１０）")
    '(10)'
    """
    return source.translate(_PLAIN)


def words(source: str) -> Words:
    """The words of a text.

    Raises:
        ClaimSyntaxError: a LaTeX command has no meaning in a claim.
        LimitError: the text is too long.
        MissingDependencyError: the text has LaTeX in it, and its reader is not installed.

    >>> " ".join(map(str, words("(ε²/2)-zCDP → ρ₁ ≤ ½")))
    '( eps ** 2 / 2 ) - zCDP => rho1 <= (1/2)'
    """
    require_text(source)
    if series := re.search(r"(?:\bsum|∑)\s*_|∑", source):
        raise ClaimSyntaxError(
            f"{series[0]!r} does not say where the term of the sum ends",
            part=series[0],
            remedy="write a sum as Sum(1/i, (i, 1, k))",
        )
    source = re.sub(r"\b(max|min)\s*\{([^{}]*)\}", r"\1(\2)", unmasked(source))
    return list(_words(without_latex(source) if is_latex(source) else source))


def _words(source: str) -> Iterator[Word]:
    position = 0
    while True:
        start = _SPACE.match(source, position).end()  # type: ignore[union-attr]
        match = _TOKEN.match(source, start)
        if match is None:
            return
        kind, text, apart = str(match.lastgroup), match.group(), start > position
        broken = "\n" in source[position:start]
        position = match.end()
        if kind == "raised":
            power = exponent(text)
            if again := _AGAIN.match(source, position):
                raise ClaimSyntaxError(
                    f"{(text + again[0]).strip()!r} may be of the base or of the exponent",
                    part=text,
                    remedy="write parentheses, as in (x^2)^3 or x^(2^3)",
                )
            yield Word("sign", "**")
            yield from [Word("raised", power)] if power.isalnum() else words(f"({power})")
        elif kind == "name":
            name = _named(text, source[position:].lstrip()[:1])
            yield Word("name", name, apart, _factors(text), broken)
        else:
            text = _SIGNS.get(text, text)
            if text in ("and", "in", "forall", "oo", "sqrt"):
                yield Word("name", text, apart, broken=broken)
            elif text.startswith("(") and len(text) > 1:
                yield Word("number", text, apart, broken=broken)
            else:
                yield Word(kind, re.sub("[−–‐‑]", "-", text), apart, broken=broken)


def _named(text: str, following: str) -> str:
    """A name in the form in which claims write it."""
    if following == "(" and text in _CALLED:
        return _CALLED[text]
    if text.lower() in _WORDS or text in _WORDS:
        return _WORDS.get(text, _WORDS.get(text.lower(), text))
    body = text.rstrip("'’′")
    return plain(body) + "_prime" * (len(text) - len(body))


_FACTOR = re.compile(
    rf"(?:[α-ωϵϕΑ-Ω]|[A-Za-z]+)(?:[0-9{LOWERED}]+|_(?:[0-9]+|[A-Za-z]+|[α-ωϵϕΑ-Ω]))?['’′]*"
)


def _factors(text: str) -> tuple[str, ...]:
    """The names of which a name with a Greek letter may be the product."""
    found = _FACTOR.findall(text)
    whole = len(found) > 1 and "".join(found) == text
    return tuple(_named(part, "") for part in found) if whole else ()


def instead(word: Word, text: str) -> Words:
    """The words of a text in the place of a word."""
    first, *others = words(text)
    return [replace(first, apart=word.apart, broken=word.broken), *others]


class UnreadableError(ClaimSyntaxError):
    """The words do not even have balanced parentheses."""


_STRICT = frozenset({"and", "for", "in"})


def together(found: Sequence[Word]) -> str:
    """The words as a text."""
    text = ""
    for place, word in enumerate(found):
        before = found[place - 1].text if place else ""
        tight = (
            word.text in "),]" or before in ("(", "[", "") or word.text == ".." or before == ".."
        )
        tight |= word.text == "(" and bool(re.fullmatch(r"\w+", before)) and before not in _STRICT
        tight |= word.text in ("**", "*", "/") or before in ("**", "*", "/")
        text += word.text if tight else f" {word.text}"
    return text


def groups(found: Words, start: int = 0) -> Iterator[tuple[int, int]]:
    """Each position with the depth of parentheses there, before the word."""
    depth = 0
    for place in range(start, len(found)):
        if found[place].text in (")", "]"):
            depth -= 1
        yield place, depth
        if found[place].text in ("(", "["):
            depth += 1


def closing(found: Words, start: int) -> int:
    """The place of the parenthesis that closes the one at ``start``."""
    for place, depth in groups(found, start):
        if depth == 0 and place > start and found[place].text in (")", "]"):
            return place
    raise UnreadableError("a parenthesis is not closed", part=found[start].text)


def split(found: Words, sign: str) -> list[Words]:
    """The pieces between a sign at depth 0."""
    pieces: list[Words] = [[]]
    for place, depth in groups(found):
        if depth == 0 and found[place].text == sign:
            pieces.append([])
        else:
            pieces[-1].append(found[place])
    return pieces
