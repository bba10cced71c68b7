"""Results as rows: aligned in a terminal, a table in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

Row = Sequence[str]


def aligned(head: str, rows: Iterable[tuple[str, str]]) -> str:
    """A line and, below it, labels with words, for a terminal.

    >>> print(aligned("Sharp", [("least", "c in [1, 2]")]))
    Sharp
      least    c in [1, 2]
    """
    return "\n".join([head, *(f"  {label:<8} {words}" for label, words in rows)])


def table(title: str, rows: Iterable[Row], header: Row = ()) -> str:
    """The rows below a title as HTML; every cell is text.

    >>> table("Sharp", [("c", "<1")])
    "<p><b>Sharp</b></p><table><tr><td style='text-align:left'>c</td>\
<td style='text-align:left'>&lt;1</td></tr></table>"
    """
    head = "".join(f"<th style='text-align:left'>{escape(cell)}</th>" for cell in header)
    lines = [f"<tr>{head}</tr>"] if header else []
    for row in rows:
        cells = "".join(f"<td style='text-align:left'>{escape(cell)}</td>" for cell in row)
        lines.append(f"<tr>{cells}</tr>")
    return f"<p><b>{escape(title)}</b></p><table>{''.join(lines)}</table>"


__all__ = ["aligned", "table"]
