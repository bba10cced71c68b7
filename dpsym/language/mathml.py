"""Formulas for a browser or a notebook, which shows them without a script and without a network."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from xml.etree import ElementTree

from dpsym.errors import MissingDependencyError, from_extras
from dpsym.language.typesetting import spoken

_SPACE = "{http://www.w3.org/1998/Math/MathML}"
_TALL = ("mfrac", "msqrt", "mroot", "munderover", "munder", "mover", "mtable")
_WORD = re.compile(r'(?:<mi mathvariant="normal">[A-Za-z0-9]</mi>){2,}')
_LETTER = re.compile(r">([A-Za-z0-9])<")


@lru_cache(maxsize=4096)
def mathml(latex: str, *, display: bool = False) -> str:
    r"""The formula as MathML; with ``display`` its fractions are as large as in a line of its own.

    Raises:
        MissingDependencyError: the converter is not installed.

    >>> mathml(r"\epsilon").count("<mi>")
    1
    >>> spaces = [mathml(rf"{factor}\log x").count("mspace") for factor in ("", "2", "2 + ")]
    >>> spaces
    [0, 1, 0]
    >>> mathml(r"\alpha^{'}").count("<msup>")
    1
    """
    with from_extras():
        from latex2mathml.converter import convert
    written = convert(latex)
    # The converter sets every letter of an upright word apart, and browsers then space them.
    written = _WORD.sub(lambda word: f"<mi>{''.join(_LETTER.findall(word[0]))}</mi>", written)
    written = _compact(written)
    return written.replace("<math ", '<math displaystyle="true" ', 1) if display else written


def sentence_html(latex: str) -> str | None:
    r"""A claim in LaTeX as words with formulas; None where the converter is not installed.

    >>> sentence_html(r"M \text{ is } \rho\text{-zCDP}").count("<math")
    2
    """
    try:
        return "".join(
            mathml(part, display=True) if formula else escape(part)
            for part, formula in spoken(latex)
        )
    except MissingDependencyError:
        return None


def _compact(written: str) -> str:
    """The formula with parentheses that do not stretch where nothing in them is tall.

    A browser leaves space around those that may stretch. Infinity and names of functions are no
    operators, such a name stands apart from a factor before it, and a sign after a parenthesis
    stands before its number. A prime is raised once.
    """
    root = ElementTree.fromstring(written)  # our own converter wrote it
    for row in root.iter():
        for place, raised in enumerate(row):
            if raised.tag == f"{_SPACE}msup" and not (raised[0].text or len(raised[0])):
                row[place] = raised[1]
    for row in root.iter(f"{_SPACE}mrow"):
        if any(row.find(f".//{_SPACE}{tall}") is not None for tall in _TALL):
            continue
        for operator in row.findall(f"{_SPACE}mo"):
            if operator.get("stretchy") == "true":
                operator.set("stretchy", "false")
    for row in root.iter():
        for before, operator in zip([None, *row], row, strict=False):
            opens = before is None or (before.tag == f"{_SPACE}mo" and before.text in "([{,")
            if operator.tag == f"{_SPACE}mo" and operator.text == "\N{MINUS SIGN}" and opens:
                operator.set("form", "prefix")
    for operator in root.iter(f"{_SPACE}mo"):
        if operator.text == "\N{INFINITY}" or _is_name(operator):
            operator.tag = f"{_SPACE}mi"
    for row in list(root.iter(f"{_SPACE}mrow")):
        for place in range(len(row) - 1, 0, -1):
            if _is_name(row[place]) and row[place - 1].tag != f"{_SPACE}mo":
                row.insert(place, ElementTree.Element(f"{_SPACE}mspace", width="0.167em"))
    ElementTree.register_namespace("", _SPACE.strip("{}"))
    return ElementTree.tostring(root, encoding="unicode")


def _is_name(part: ElementTree.Element) -> bool:
    """Whether it is a word, such as the name of a function."""
    word = part.text or ""
    return part.tag in (f"{_SPACE}mi", f"{_SPACE}mo") and len(word) > 1 and word.isalpha()
