"""LaTeX as MathML, and as the text of a page."""

from __future__ import annotations

import re
from functools import lru_cache

from latex2mathml.converter import convert
from markupsafe import Markup, escape

_WORD = re.compile(r'(?:<mi mathvariant="normal">[A-Za-z0-9]</mi>){2,}')
_LETTER = re.compile(r">([A-Za-z0-9])<")
_UNESCAPED = re.compile(r"\\(?:textbackslash |\^\{\}|([\\{}#$%&_~]))")
_PIECE = re.compile(r"(?<!\\)\$(.+?)(?<!\\)\$|\\texttt\{((?:[^{}\\]|\\.)*)\}", re.S)


@lru_cache(maxsize=4096)
def mathml(latex: str, *, display: bool = False) -> Markup:
    r"""The formula as MathML, which a browser shows without any script.

    >>> str(mathml(r"\epsilon")).count("<mi>")
    1
    """
    written = convert(latex, display="block" if display else "inline")
    # The converter sets every letter of an upright word apart, and browsers then space them.
    written = _WORD.sub(lambda word: f"<mi>{''.join(_LETTER.findall(word[0]))}</mi>", written)
    return Markup(written)


def prose(latex: str) -> Markup:
    r"""Words with formulas between dollar signs, as the text of a page.

    >>> str(prose(r"at 5\% of \texttt{x\_1} & more"))
    'at 5% of <code>x_1</code> &amp; more'
    """
    pieces: list[Markup] = []
    end = 0
    for found in _PIECE.finditer(latex):
        pieces.append(escape(_plain(latex[end : found.start()])))
        formula, code = found.groups()
        pieces.append(
            mathml(formula)
            if formula is not None
            else Markup("<code>{}</code>").format(_plain(code))
        )
        end = found.end()
    pieces.append(escape(_plain(latex[end:])))
    return Markup("").join(pieces)


def _plain(latex: str) -> str:
    """Words without the backslashes that LaTeX needs."""

    def character(found: re.Match[str]) -> str:
        return found[1] or ("^" if "^" in found[0] else "\\")

    return _UNESCAPED.sub(character, latex)


__all__ = ["mathml", "prose"]
