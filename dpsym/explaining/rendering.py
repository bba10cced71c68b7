"""Explanations as text, and as LaTeX in which no formula runs off the page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from pylatexenc.latexencode import unicode_to_latex

from dpsym.errors import MissingDependencyError
from dpsym.explaining.lines import Line
from dpsym.language.mathml import mathml

INDENT = "   "
WIDEST = 36
"""Letters of an unbroken formula that fit into a line of LaTeX."""
_OBLIGATIONS = "routine obligations"
_MAY_BREAK = r"\allowbreak{}"
_SHORT_LINE = r"\hskip0pt plus1fil\penalty0\hskip0pt plus-1fil{}"
_BREAK = re.compile(
    r" (?=[+-] |\\leq |\\geq |\\le |\\ge |= |< |> |\\;\\Longrightarrow|\\text\{ |\\quad)"
)


def plain(heading: str, lines: Sequence[Line], *, full: bool) -> str:
    """The explanation as text; routine lines are counted, or told where ``full`` asks for it."""
    idea = " ".join(line.text for line in lines if line.part == "idea")
    written = [heading, f"Idea: {idea}"] if idea else [heading]
    for own in _steps(lines):
        first, *rest = own
        written.append(f"{first.number}. {first.text}")
        shown = [line for line in rest if full or not line.routine]
        written += [f"{INDENT * (line.depth + 1)}{line.text}" for line in shown]
        if len(shown) < len(rest):
            written.append(f"{INDENT}({folded(rest)})")
    checked = " ".join(line.text for line in lines if line.part == "checked")
    return "\n".join([*written, checked] if checked else written)


def folded(lines: Iterable[Line]) -> str:
    """What is said of routine lines that are not shown."""
    count = sum(line.routine for line in lines)
    return f"{count} {_OBLIGATIONS if count > 1 else _OBLIGATIONS.removesuffix('s')}"


def _steps(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """The lines of each step, the numbered one first."""
    own: list[Line] = []
    for line in lines:
        if line.part in ("idea", "checked"):
            continue
        if line.number and own:
            yield own
            own = []
        own.append(line)
    if own:
        yield own


def tex(heading: Line, lines: Sequence[Line], *, full: bool) -> str:
    """The explanation as the body of a document that loads amsmath and graphicx."""
    written = [r"\begin{sloppypar}", f"{tex_line(heading.typeset())}."]
    written += [tex_line(line.typeset()) for line in lines if line.part == "idea"]
    steps = list(_steps(lines))
    if steps:
        written.append(r"\begin{enumerate}")
        for first, *rest in steps:
            written.append(rf"  \item {tex_line(first.typeset())}")
            shown = [line for line in rest if full or not line.routine]
            written += [rf"    \par {tex_line(line.typeset())}" for line in shown]
            if len(shown) < len(rest):
                written.append(rf"    \par ({folded(rest)})")
        written.append(r"\end{enumerate}")
    written += [tex_line(line.typeset()) for line in lines if line.part == "checked"]
    return "\n".join([*written, r"\end{sloppypar}"])


def html(heading: Line, lines: Sequence[Line], *, full: bool) -> str:
    """The explanation for a browser, without a script; routine lines are folded."""
    written = [f"<p><b>{_html_line(heading)}</b></p>"]
    idea = [_html_line(line) for line in lines if line.part == "idea"]
    written += [f"<p><i>Idea.</i> {' '.join(idea)}</p>"] if idea else []
    for first, *rest in _steps(lines):
        kept = [line for line in rest if line.routine and not full]
        written.append(f"<p>{first.number}. {_html_line(first)}</p>")
        written += [_html_substep(line) for line in rest if line not in kept]
        if kept:
            inside = "".join(map(_html_substep, kept))
            written.append(
                f"<details style='margin-left:1.5em'><summary>{folded(kept)}</summary>"
                f"{inside}</details>"
            )
    written += [f"<p>{_html_line(line)}</p>" for line in lines if line.part == "checked"]
    return "".join(written)


def _html_substep(line: Line) -> str:
    return f"<div style='margin-left:{line.depth + 1.5}em'>{_html_line(line)}</div>"


def _html_line(line: Line) -> str:
    try:
        return "".join(
            mathml(written) if kind == "math" else escape(written)
            for kind, written in line.typeset()
        )
    except MissingDependencyError:
        return escape(line.text)


def tex_line(pieces: Iterable[tuple[str, str]]) -> str:
    r"""A line of words, formulas and code.

    >>> print(tex_line([("words", "5% of "), ("math", "x^{2}"), ("code", "a_b")]))
    5\% of $x^{2}$\texttt{a\_b}
    """
    return "".join(
        breakable(written)
        if kind == "math"
        else escaped(written)
        if kind == "words"
        else _typewriter(written)
        for kind, written in pieces
    )


def escaped(words: str) -> str:
    r"""Words in which LaTeX acts upon nothing.

    >>> print(escaped("5% of x_1"))
    5\% of x\_1
    """
    return str(unicode_to_latex(words, replacement_latex_protection="braces-after-macro"))


def _typewriter(written: str) -> str:
    words = re.split(r"(?<=[-+*/(),= ])", written)
    return rf"\texttt{{{_MAY_BREAK.join(map(escaped, words))}}}"


def breakable(formula: str) -> str:
    """The formula between dollar signs, with what TeX cannot break made as small as a line."""
    parts, depth, start = [], 0, 0
    for place, character in enumerate(formula):
        depth += {"{": 1, "}": -1}.get(character, 0)
        depth += formula.startswith(r"\left", place) - formula.startswith(r"\right", place)
        listed = formula[:place].endswith(",")
        if depth == 0 and character == " " and (listed or _BREAK.match(formula, place)):
            parts.append(formula[start:place])
            start = place
    parts.append(formula[start:])
    if _letters(formula) <= WIDEST:
        return f"${formula}$"
    # A line may end short around each part, which TeX otherwise takes for worse than too long.
    return _SHORT_LINE + _SHORT_LINE.join(map(_fitting, parts)) + _SHORT_LINE


def _fitting(part: str) -> str:
    if _letters(part) <= WIDEST:
        return f"${{}}{part}$"
    return rf"\resizebox{{\ifdim\width>\linewidth\linewidth\else\width\fi}}{{!}}{{${{}}{part}$}}"


def _letters(part: str) -> int:
    """About how many letters wide a formula is."""
    return len(
        re.sub(r"\\(?:left|right|frac|mathrm|text|,|middle)|[{}^_ ]|(?<=\\)[A-Za-z]+", "", part)
    )
