# ruff: noqa: RUF001 - signs that look like others are what this module is about
"""Signs, letters and LaTeX as people write them, read as the words of the grammar.

The result is a list of words; :mod:`dpsym.language.natural` makes a claim of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dpsym.errors import ClaimSyntaxError, LimitError, MissingDependencyError
from dpsym.language.letters import LOWERED, RAISED, exponent, plain
from dpsym.language.syntax import MAX_LENGTH


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
    rf"(?P<number>(?:\d+(?:\.(?!\.|\s|\Z)\d*)?|\.\d+)(?:[eE][+−-]?\d+)?(?![{LOWERED}]))"
    rf"|(?P<raised>[{RAISED}]+)"
    rf"|(?P<name>[^\W\d{RAISED}{LOWERED}½¼¾⅓∞](?:[^\W{RAISED}½¼¾⅓])*['’′]*)"
    r"|(?P<sign>==>|-->|=>|<=|>=|=<|==|->|\.\.\.|\.\.|\*\*|\|\||&&|<<|>>|\S)"
)
_PLAIN = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)} | dict.fromkeys(
    (0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF), " "
)
"""Signs of full width, and spaces that nobody sees."""
_SPACE = re.compile(r"(?:\s|#[^\n]*(?:\n|\Z))*")


def words(source: str) -> Words:
    """The words of a text.

    Raises:
        ClaimSyntaxError: a LaTeX command has no meaning in a claim.
        LimitError: the text is too long.
        MissingDependencyError: the text has LaTeX in it, and its reader is not installed.

    >>> " ".join(map(str, words("(ε²/2)-zCDP → ρ₁ ≤ ½")))
    '( eps ** 2 / 2 ) - zCDP => rho1 <= (1/2)'
    """
    if len(source) > MAX_LENGTH:
        raise LimitError(
            f"the text has {len(source)} characters, more than {MAX_LENGTH}",
            remedy="state a shorter claim",
        )
    if series := re.search(r"(?:\bsum|∑)\s*_|∑", source):
        raise ClaimSyntaxError(
            f"{series[0]!r} does not say where the term of the sum ends",
            part=series[0],
            remedy="write a sum as Sum(1/i, (i, 1, k))",
        )
    source = re.sub(r"\b(max|min)\s*\{([^{}]*)\}", r"\1(\2)", source.translate(_PLAIN))
    latex = "\\" in source or re.search(r"[_^]\{", source)
    if latex and (percent := re.search(r"\d\s?%", source)):
        raise ClaimSyntaxError(
            f"{percent[0]!r} begins a comment in LaTeX", part=percent[0], remedy="write a fraction"
        )
    return list(_words(_without_latex(source) if latex else source))


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
                yield Word(kind, text.replace("−", "-"), apart, broken=broken)


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


_COMMANDS = {
    "le": "<=", "leq": "<=", "leqslant": "<=", "ge": ">=", "geq": ">=", "geqslant": ">=",
    "lt": "<", "gt": ">", "cdot": "*", "times": "*", "div": "/", "in": " in ", "infty": " oo ",
    "Rightarrow": "=>", "implies": "=>", "Longrightarrow": "=>", "to": "=>", "rightarrow": "=>",
    "land": " and ", "wedge": " and ", "forall": " forall ", "ldots": "..", "dots": "..",
    "mid": "‖", "parallel": "‖", "|": "‖", "Vert": "‖", "ln": " log ", "log": " log ",
    "exp": " exp ", "sinh": " sinh ", "cosh": " cosh ", "tanh": " tanh ", "max": " Max ",
    "min": " Min ", "infinity": " oo ", "Phi": " Phi ", "{": "(", "}": ")",
    "lvert": " | ", "rvert": " | ", "vert": " | ",
    "iff": " ⇔ ", "Leftrightarrow": " ⇔ ", "Longleftrightarrow": " ⇔ ",
}  # fmt: skip
_SILENT = frozenset(
    "left right big Big bigl bigr Bigl Bigr bigg Bigg middle , ; : ! quad qquad displaystyle "
    "textstyle limits nolimits".split()
) | {" "}  # fmt: skip
_WRAPPING = frozenset(
    "mathrm mathbb mathit mathcal mathsf mathbf text textrm operatorname ensuremath".split()
)
_FRACTIONS = frozenset("frac dfrac tfrac".split())
_DISPLAYED = frozenset("equation equation* displaymath math".split())
"""Environments that hold one formula."""
_SQUARED = frozenset({"chi", "χ"})
"""Letters of which the square is the name of a divergence."""


def _without_latex(source: str) -> str:
    for letter in ("epsilon", "phi", "rho", "theta", "sigma", "kappa"):
        if all(re.search(rf"\\{form}(?![A-Za-z])", source) for form in (letter, f"var{letter}")):
            written = f"\\{letter} and \\var{letter}"
            remedy = "write the same in both places, or give one of them a subscript"
            raise ClaimSyntaxError(f"{written} may be one name or two", part=letter, remedy=remedy)
    try:
        from pylatexenc.latexwalker import LatexWalker, LatexWalkerParseError
    except ImportError:
        raise MissingDependencyError(
            "LaTeX is read by pylatexenc; install it, or write the claim without backslashes"
        ) from None
    try:
        nodes, *_ = LatexWalker(source, tolerant_parsing=False).get_latex_nodes()
    except LatexWalkerParseError as error:
        raise ClaimSyntaxError(f"the LaTeX cannot be read: {error.msg}") from None
    return _flat(nodes)


def _flat(nodes: Sequence[Any]) -> str:
    """LaTeX as text: groups in parentheses, fractions as quotients."""
    written, left = "", list(nodes)
    while left:
        node = left.pop(0)
        kind = type(node).__name__
        if kind == "LatexCharsNode":
            text = node.chars
            if written[-1:].isalpha() and text[:1].isalpha():
                written += " "  # a space behind a command belongs to the command
            if text.startswith("_") and written[-1:] == " ":
                written = written.rstrip()
            if raised := re.search(r"\^(\d)(\d+)", text):
                raise ClaimSyntaxError(
                    f"LaTeX raises the {raised[1]} of {raised[0]} alone",
                    part=raised[0],
                    remedy=f"write ^{{{raised[1]}{raised[2]}}}",
                )
            if text.endswith("_") and left:
                text = text[:-1] + _subscript(left.pop(0))
            written += text
        elif kind == "LatexGroupNode":
            inside = _flat(node.nodelist)
            written += f"({inside})" if node.delimiters[0] == "{" else inside
        elif kind == "LatexMathNode":
            written += _flat(node.nodelist)
        elif kind == "LatexSpecialsNode":
            written += _special(node.specials_chars)
        elif kind == "LatexMacroNode":
            written += _macro(node, left)
        elif kind == "LatexEnvironmentNode" and node.environmentname in _DISPLAYED:
            written += _flat(node.nodelist)
        elif kind != "LatexCommentNode":
            raise ClaimSyntaxError(
                f"the LaTeX environment {node.environmentname!r} has no meaning in a claim",
                remedy="write one claim without environments",
            )
    return written


def _subscript(node: Any) -> str:
    inside = _flat(node.nodelist) if type(node).__name__ == "LatexGroupNode" else _flat([node])
    if inside.split("^")[0].strip() in _SQUARED and inside.split("^")[1:] == ["2"]:
        return "_" + inside.replace("^", "").strip()
    if "^" in inside:
        order = inside.lstrip().startswith("e^")
        raise ClaimSyntaxError(
            f"the subscript {inside.strip()} holds a power",
            part=inside.strip(),
            remedy="write HockeyStick(eps, P, Q) for the divergence of order e^eps"
            if order
            else "give the name a subscript of letters or digits",
        )
    if not re.fullmatch(r"\w+", inside.strip()):
        raise ClaimSyntaxError(
            f"the subscript {inside.strip()!r} is no word",
            part=inside.strip(),
            remedy="give the name a subscript of letters or digits",
        )
    return "_" + inside.strip()


def _special(signs: str) -> str:
    """What signs that TeX sets in a way of its own say."""
    if signs in ("~", "''"):
        return " " if signs == "~" else signs
    raise ClaimSyntaxError(
        f"{signs!r} has no meaning in LaTeX of a claim",
        part=signs,
        remedy=r"write a minus as '-', and 'and' as \land",
    )


def _macro(node: Any, left: list[Any]) -> str:
    name = node.macroname
    given = [a for a in (node.nodeargd.argnlist if node.nodeargd else ()) if a is not None]
    if name in _FRACTIONS:
        parts = [_flat([part]) for part in given] or [_argument(left), _argument(left)]
        above, below = (part.strip() for part in parts)
        if not above or not below:
            raise ClaimSyntaxError(f"the LaTeX command \\{name} has no two parts", part=f"\\{name}")
        return f"(({above})/({below}))"
    if name == "sqrt":
        if len(given) > 1:
            raise ClaimSyntaxError("a root of another order", remedy="write x**(1/3)")
        return f" sqrt({_flat(given)})"
    if name in _WRAPPING:
        inside = (_flat(given) or _argument(left)).strip()
        return f" {inside[1:-1] if inside[:1] == '(' and inside[-1:] == ')' else inside} "
    if name in ("sum", "prod", "int"):
        raise ClaimSyntaxError(
            f"the LaTeX command \\{name} does not say where its term ends",
            part=f"\\{name}",
            remedy="write a sum as Sum(1/i, (i, 1, k))",
        )
    if name in _SILENT:
        return " "
    if name in _COMMANDS:
        return _COMMANDS[name]
    letter = name.removeprefix("var")
    try:
        return f" {plain(_greek(letter))}"
    except KeyError:
        raise ClaimSyntaxError(
            f"the LaTeX command \\{name} has no meaning in a claim", part=f"\\{name}"
        ) from None


def _argument(left: list[Any]) -> str:
    """What TeX takes for an argument: a group, a command, or one sign of a text."""
    while left and type(left[0]).__name__ == "LatexCharsNode":
        text = left[0].chars.lstrip()
        if text:
            left[0].chars = text[1:]
            return str(text[0])
        left.pop(0)
    return _flat([left.pop(0)]) if left else ""


def _greek(name: str) -> str:
    from unicodedata import lookup

    size = "SMALL" if name.islower() else "CAPITAL"
    letter = "lamda" if name.lower() == "lambda" else name
    return lookup(f"GREEK {size} LETTER {letter}".upper())


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
