"""LaTeX as MathML, and as the text of a page."""

from __future__ import annotations

import re
from collections.abc import Iterable

from markupsafe import Markup, escape

from dpsym.explaining import Line
from dpsym.language.mathml import mathml as converted
from dpsym.language.typesetting import spoken

WIDE = 70
"""Letters from which on a formula has a line of its own, which scrolls."""
_LONG = Markup('<span class="wide" tabindex="0" role="group" aria-label="formula">')
_COMMAND = re.compile(r"\\[A-Za-z]+|[{}^_\s\\]")


def mathml(latex: str, *, display: bool = False) -> Markup:
    r"""The formula as MathML, which a browser shows without any script.

    >>> str(mathml(r"\epsilon")).count("<mi>")
    1
    """
    return Markup(converted(latex, display=display))


def statement(latex: str) -> Markup:
    r"""A claim or an atom of one in LaTeX, as words with formulas that a line may break between.

    >>> str(statement(r"M \text{ is } \rho\text{-zCDP}")).count("<math")
    2
    """
    return prose(_pieces(latex), display=True)


def sentence(words: str) -> Markup:
    """A sentence in which formulas are found and set.

    >>> "<math" in sentence("the loss is at most eps**2/2 & more")
    True
    """
    return prose(Line(words).typeset())


def prose(pieces: Iterable[tuple[str, str]], *, display: bool = False) -> Markup:
    """Words, formulas and code, as the text of a page; wide formulas scroll in their own line.

    >>> str(prose([("words", "a < b "), ("code", "x_1")]))
    'a &lt; b <code>x_1</code>'
    """
    found: list[Markup] = []
    for kind, written in pieces:
        mark = re.match(r"[-.,;:)\]]+", written) if kind == "words" and found else None
        if mark is not None and found[-1].startswith(("<math", _LONG)):
            # A line must not break between a formula and the mark that follows it.
            if found[-1].startswith(_LONG):
                found[-1] = found[-1].removesuffix("</span>") + mark[0] + Markup("</span>")
            else:
                found[-1] = Markup('<span class="kept">{}{}</span>').format(found[-1], mark[0])
            written = written[mark.end() :]
        found.append(_piece(kind, written, display=display))
    return Markup("").join(found)


def _pieces(latex: str) -> Iterable[tuple[str, str]]:
    return [("math" if formula else "words", part) for part, formula in spoken(latex)]


def _piece(kind: str, written: str, *, display: bool) -> Markup:
    if kind == "words":
        return escape(written)
    if kind == "code":
        return Markup("<code>{}</code>").format(written)
    formula = mathml(written, display=display)
    if len(_COMMAND.sub("", written)) < WIDE:
        return formula
    return Markup("{}{}</span>").format(_LONG, formula)
