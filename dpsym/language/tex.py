"""LaTeX of a claim as text with the signs and words of :mod:`dpsym.language.written`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from unicodedata import lookup

from dpsym.errors import ClaimSyntaxError, MissingDependencyError
from dpsym.language.functions import FUNCTIONS
from dpsym.language.letters import plain
from dpsym.language.unknown import LETTERS

_COMMANDS = {
    "le": "<=", "leq": "<=", "leqslant": "<=", "ge": ">=", "geq": ">=", "geqslant": ">=",
    "lt": "<", "gt": ">", "cdot": "*", "times": "*", "div": "/", "in": " in ", "infty": " oo ",
    "Rightarrow": "=>", "implies": "=>", "Longrightarrow": "=>", "to": "=>", "rightarrow": "=>",
    "land": " and ", "wedge": " and ", "forall": " forall ", "ldots": "..", "dots": "..",
    "mid": "‖", "parallel": "‖", "|": "‖", "Vert": "‖", "ln": " log ", "log": " log ",
    "exp": " exp ", "sinh": " sinh ", "cosh": " cosh ", "tanh": " tanh ", "max": " Max ",
    "min": " Min ", "infinity": " oo ", "Phi": " Phi ", "{": "{", "}": "}",
    "lvert": " | ", "rvert": " | ", "vert": " | ",
    "quad": "\n", "qquad": "\n",
    "iff": " ⇔ ", "Leftrightarrow": " ⇔ ", "Longleftrightarrow": " ⇔ ",
}  # fmt: skip
_SILENT = frozenset(
    "left right big Big bigl bigr Bigl Bigr bigg Bigg middle , ; : ! displaystyle "
    "textstyle limits nolimits".split()
) | {" "}  # fmt: skip
_WRAPPING = frozenset(
    "mathrm mathbb mathit mathcal mathsf mathbf text textrm operatorname ensuremath".split()
)
_FONT = re.compile(
    r"\\(mathbb|mathcal|mathsf|mathbf)(?:\s*\{\s*([A-Za-z])\s*\}|\s+([A-Za-z])(?![A-Za-z]))"
)
_COMMAND = re.compile(r"\\[A-Za-z]+")
_LONE = re.compile(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])")
_RAISED_INDEX = re.compile(r"\^\s*\{\s*(?:\\left\s*)?\(\s*(\w+)\s*(?:\\right\s*)?\)\s*\}")
_SETS = {("mathbb", letter) for letter in "RZN"}
_LONGEST = 20
"""Signs in which the name of a function before its argument stands."""
_FRACTIONS = frozenset("frac dfrac tfrac".split())
_DISPLAYED = frozenset("equation equation* displaymath math".split())
"""Environments that hold one formula."""
_SQUARED = frozenset({"chi", "χ"})
"""Letters of which the square is the name of a divergence."""


def is_latex(source: str) -> bool:
    """Whether a text has LaTeX in it."""
    return "\\" in source or re.search(r"[_^]\{", source) is not None


def without_latex(source: str) -> str:
    r"""LaTeX as text: groups in parentheses, fractions as quotients.

    Raises:
        ClaimSyntaxError: a command has no meaning in a claim, or what is set has several readings.
        MissingDependencyError: the reader of LaTeX is not installed.

    >>> without_latex(r"\frac{x}{2}\le1")
    '(((x))/((2)))<=1'
    """
    if percent := re.search(r"\d\s?%", source):
        raise ClaimSyntaxError(
            f"{percent[0]!r} begins a comment in LaTeX", part=percent[0], remedy="write a fraction"
        )
    _refuse_doubts(source)
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
    return _grouped(_flat(nodes))


def _refuse_doubts(source: str) -> None:
    """Complain about letters in several forms, and about a number above that may be an index."""
    for letter in ("epsilon", "phi", "rho", "theta", "sigma", "kappa"):
        if all(re.search(rf"\\{form}(?![A-Za-z])", source) for form in (letter, f"var{letter}")):
            written = f"\\{letter} and \\var{letter}"
            remedy = "write the same in both places, or give one of them a subscript"
            raise ClaimSyntaxError(f"{written} may be one name or two", part=letter, remedy=remedy)
    if index := _RAISED_INDEX.search(source):
        raise ClaimSyntaxError(
            f"{index[0]} may be a power or an index",
            part=index[0],
            remedy=f"write ^{{{index[1]}}} for the power, _{{{index[1]}}} for the index",
        )
    fonts: dict[str, str] = {}
    alone = _LONE.findall(_COMMAND.sub(" ", _FONT.sub(" ", source)))
    for font, braced, bare in [*_FONT.findall(source), *(("", letter, "") for letter in alone)]:
        letter = braced or bare
        if (font, letter) not in _SETS and fonts.setdefault(letter, font) != font:
            raise ClaimSyntaxError(
                f"the letter {letter} in two fonts may be one name or two",
                part=letter,
                remedy="write the same in both places, or give one of them another name",
            )


def _grouped(text: str) -> str:
    """The braces that are written out as parentheses, but for those of a set."""
    signs, opened = list(text), list[tuple[int, bool]]()
    for place, sign in enumerate(text):
        if sign in "([{":
            opened.append((place, False))
        elif sign == "," and opened:
            opened[-1] = opened[-1][0], True
        elif sign in ")]}" and opened:
            start, several = opened.pop()
            before = text[max(0, start - _LONGEST) : start].split()[-1:]
            argument = not several or FUNCTIONS.keys() >= set(before) > set()
            if text[start] == "{" and sign == "}" and argument:
                signs[start], signs[place] = "(", ")"
    return "".join(signs)


def _flat(nodes: Sequence[Any]) -> str:
    """LaTeX as text: groups in parentheses, fractions as quotients."""
    _refuse_towers(nodes)
    written, left, formula = "", list(nodes), False
    while left:
        node = left.pop(0)
        kind = type(node).__name__
        if kind == "LatexCharsNode":
            text = node.chars
            if written[-1:].isalpha() and text[:1].isalpha():
                written += " "  # a space behind a command belongs to the command
            if text.startswith("_") and written[-1:].isspace():
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
            if node.delimiters[0] == "{":
                before = written[-_LONGEST:].split()[-1:]
                if not inside.strip().startswith("("):
                    _refuse_power(before, left)
                    _refuse_braces(written, inside, left)
                among = before == ["in"] and "," in inside
                inside = f"{{{inside}}}" if among else f"({inside})"
            written += inside
        elif kind == "LatexMathNode":
            # Two formulas side by side are no product.
            written += "\n" * formula + _flat(node.nodelist)
        elif kind == "LatexSpecialsNode":
            written += _special(node.specials_chars)
        elif kind == "LatexMacroNode":
            said = _macro(node, left)
            if node.macroname in _FRACTIONS:
                _refuse_fraction(written, said, left)
            whole = written.rstrip()[-1:] == "^" and node.macroname in _WRAPPING
            written += f"({said})" if whole else said
            written += "\n" * ("\n" in node.macro_post_space)
        elif kind == "LatexEnvironmentNode" and node.environmentname in _DISPLAYED:
            written += "\n" * formula + _flat(node.nodelist)
        elif kind != "LatexCommentNode":
            raise ClaimSyntaxError(
                f"the LaTeX environment {node.environmentname!r} has no meaning in a claim",
                remedy="write one claim without environments",
            )
        blank = kind == "LatexCharsNode" and node.chars.isspace()
        formula = kind in ("LatexMathNode", "LatexEnvironmentNode") or (formula and blank)
    return written


def _refuse_towers(nodes: Sequence[Any]) -> None:
    """Complain about an exponent behind an exponent, which LaTeX sets at no base."""
    signs = ""
    for node in nodes:
        kind = type(node).__name__
        if kind == "LatexCharsNode":
            signs += "".join(node.chars.split())
        elif kind == "LatexGroupNode" or (
            kind == "LatexMacroNode" and node.macroname not in _SILENT
        ):
            signs += "."
    if tower := re.search(r"\^[^^](?:\^|\*\*)", signs):
        raise ClaimSyntaxError(
            f"LaTeX sets no second exponent, as in {tower[0]!r}",
            part=tower[0],
            remedy="write (x^{2})^{3} or x^{(2^3)} as you mean it",
        )


def _refuse_power(before: list[str], left: list[Any]) -> None:
    """Complain about a power behind what a function is taken of: braces are not seen."""
    raised = bool(left) and type(left[0]).__name__ == "LatexCharsNode" and left[0].chars[:1] == "^"
    if raised and before and before[0] in FUNCTIONS:
        raise ClaimSyntaxError(
            f"the power behind the braces of {before[0]} may be of these or of the function",
            part=before[0],
            remedy="write parentheses, as in log(x^2) or log(x)^2",
        )


def _refuse_braces(written: str, inside: str, left: list[Any]) -> None:
    """Complain about braces that are read as parentheses and set as nothing, beside a factor."""
    before = written.rstrip()
    if re.fullmatch(r"\s*\w*'*\s*", inside) or before[-1:] in ("^", "_"):
        return
    factor = re.search(r"[-*/)]$|(?<![^\W\d_])[^\W\d_]$|\d$|_\w+$", before)
    word = re.search(r"[^\W\d_]+$", before)
    if factor or (word and word[0] in LETTERS) or _goes_on(left):
        raise ClaimSyntaxError(
            f"the braces around {inside.strip()} are not set, and may be parentheses or none",
            part=inside.strip(),
            remedy="write parentheses, or leave the braces out",
        )


def _refuse_fraction(written: str, said: str, left: list[Any]) -> None:
    """Complain about a fraction in a mixed number, or where its function may be taken of more."""
    number = re.search(r"(?<![\w.^])\d+\s*$", written)
    if number and re.fullmatch(r"[\d()/ ]+", said):
        raise ClaimSyntaxError(
            f"{number[0].strip()} before a fraction may be a factor or a part of a mixed number",
            part=number[0].strip(),
            remedy=r"write \cdot for the product, + for the sum",
        )
    before = written[-_LONGEST:].split()[-1:]
    if before and before[0] in FUNCTIONS and _goes_on(left):
        raise ClaimSyntaxError(
            f"{before[0]} may be taken of the fraction behind it or of more that follows",
            part=before[0],
            remedy=r"write parentheses, as in \log(\frac{1}{2}) x or \log(\frac{1}{2} x)",
        )


def _goes_on(left: list[Any]) -> bool:
    """Whether a power, a factor or a divisor follows."""
    for node in left:
        kind = type(node).__name__
        if kind == "LatexCharsNode" and (text := node.chars.lstrip()):
            return re.match(r"[\^*/(\d]|[A-Za-z](?![A-Za-z])", text) is not None
        if kind == "LatexMacroNode" and node.macroname not in _SILENT:
            said = _COMMANDS.get(node.macroname, "*").strip()
            return node.macroname not in _WRAPPING and said in ("*", "/", "|", *FUNCTIONS)
        if kind in ("LatexGroupNode", "LatexMathNode"):
            return kind == "LatexGroupNode"
    return False


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
    try:
        return f" {plain(_greek(name))}"
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


def _greek(command: str) -> str:
    if command == "varpi":
        return "\N{GREEK PI SYMBOL}"
    name = command.removeprefix("var")
    size = "SMALL" if name.islower() else "CAPITAL"
    letter = "lamda" if name.lower() == "lambda" else name
    return lookup(f"GREEK {size} LETTER {letter}".upper())
