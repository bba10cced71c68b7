"""Results as rows: aligned in a terminal, a table in a notebook."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

Row = Sequence[str]

_DECIMAL = re.compile(r"\d\.\d")
_SIGNS = {
    "->": "\N{RIGHTWARDS ARROW}",
    "<=": "\N{LESS-THAN OR EQUAL TO}",
    ">=": "\N{GREATER-THAN OR EQUAL TO}",
}


def aligned(head: str, rows: Iterable[tuple[str, str]]) -> str:
    """A line and, below it, labels with words, for a terminal.

    >>> print(aligned("Sharp", [("least", "c in [1, 2]")]))
    Sharp
      least    c in [1, 2]
    """
    return "\n".join([head, *(f"  {label:<8} {words}" for label, words in rows)])


def table(title: str, rows: Iterable[Row], header: Row = ()) -> str:
    """The rows below a title as HTML; formulas in the words of a cell are set.

    >>> table("Sharp", [("least", "<1")])
    "<p><b>Sharp</b></p><table><tr><td style='text-align:left'>least</td>\
<td style='text-align:left'>&lt;1</td></tr></table>"
    """
    head = "".join(f"<th style='text-align:left'>{escape(cell)}</th>" for cell in header)
    lines = [f"<tr>{head}</tr>"] if header else []
    for row in rows:
        cells = "".join(f"<td style='text-align:left'>{words_html(cell)}</td>" for cell in row)
        lines.append(f"<tr>{cells}</tr>")
    return f"<p><b>{words_html(title)}</b></p><table>{''.join(lines)}</table>"


def words_html(words: str) -> str:
    """Words in which a claim, and formulas, are set; as they are where no converter is installed.

    Decimals stay decimals.

    >>> words_html("c = 1/2 at M, in 2.31 s & less").count("<math")
    2
    >>> words_html("PureDP(M, eps) => ZCDP(M, c*eps**2) for c in [0, oo)").count("=>")
    0
    >>> words_html("c in [0.25, 1/2]").endswith("</math> in [0.25, 1/2]")
    True
    """
    from dpsym.language.prose import formula, pieces

    whole = formula(words) if " => " in words else None
    parts = ((words, True),) if whole is not None else pieces(words)
    return "".join(_set(part) if mathematical else _signs(part) for part, mathematical in parts)


def _set(part: str) -> str:
    """A formula as MathML; one with decimals, which are no fractions to a reader, word by word."""
    from dpsym.language.mathml import sentence_html
    from dpsym.language.prose import formula

    if not _DECIMAL.search(part):
        return sentence_html(formula(part) or "") or _signs(part)
    name, _, rest = part.partition(" ")
    return _signs(part) if _DECIMAL.search(name) else f"{_set(name)} {_signs(rest)}"


def _signs(words: str) -> str:
    for written, sign in _SIGNS.items():
        words = words.replace(f" {written} ", f" {sign} ")
    return escape(words)
