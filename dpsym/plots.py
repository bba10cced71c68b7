"""Pictures of results, by matplotlib where it is installed: lines, bars, boxes and fields."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO
from itertools import chain
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpsym.errors import MissingDependencyError, from_extras
from dpsym.language.prose import formula, pieces

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_WIDTH, _HEIGHT, _DPI = 4.8, 3.0, 100
_WIDE = 50.0
"""A positive axis whose ends are so far apart has a logarithmic scale."""
_COLOURS = {
    "first": "C0", "second": "C1", "proved": "C2", "refuted": "C3",
    "undefined": "C4", "undecided": "C7",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line:
    """Points that are joined; or dots, where ``dots`` says so. A label names a colour."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    dots: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A part of a plane, or of a line where it has no height, in the colour of its label."""

    label: str
    x: tuple[float, float]
    y: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """What is drawn on one pair of axes.

    Attributes:
        parts: lines and boxes.
        across: what the horizontal axis is.
        upward: what the vertical axis is; without one it has no numbers.
        marks: where a vertical line stands.
        logarithmic: whether the vertical axis has a logarithmic scale.
    """

    parts: Sequence[Line | Box]
    across: str
    upward: str = ""
    marks: Sequence[float] = ()
    logarithmic: bool = False


def drawn(panels: Sequence[Panel], title: str = "") -> Figure | None:
    """A figure with the panels beside each other; None where there are none.

    Raises:
        MissingDependencyError: matplotlib is not installed.
    """
    if not panels:
        return None
    figure = _figure(len(panels))
    for axes, panel in zip(figure.subplots(1, len(panels), squeeze=False)[0], panels, strict=True):
        seen: set[str] = set()
        for part in panel.parts:
            label = "_" if part.label in seen else part.label
            seen.add(part.label)
            _DRAW[type(part)](axes, part, label)
        for mark in panel.marks:
            axes.axvline(mark, color="0.5", linestyle=":")
        axes.set_xlabel(_typeset(panel.across))
        axes.set_ylabel(_typeset(panel.upward))
        if not panel.upward:
            axes.set_yticks([])
        if panel.logarithmic:
            axes.set_yscale("log")
        if _is_wide(list(chain.from_iterable(part.x for part in panel.parts))):
            axes.set_xscale("log")
    _explain(figure)
    figure.suptitle(_typeset(title), fontsize=9)
    return figure


def bars(counts: Mapping[str, Mapping[str, int]]) -> Figure | None:
    """A bar for each name, divided by what is counted; None where there are none.

    Raises:
        MissingDependencyError: matplotlib is not installed.
    """
    if not counts:
        return None
    figure = _figure(1)
    axes = figure.subplots()
    start = dict.fromkeys(counts, 0)
    for part in dict.fromkeys(chain.from_iterable(counts.values())):
        widths = [own.get(part, 0) for own in counts.values()]
        axes.barh(
            list(counts), widths, left=list(start.values()), label=part, color=_COLOURS.get(part)
        )
        start = {name: start[name] + counts[name].get(part, 0) for name in counts}
    axes.invert_yaxis()
    axes.locator_params(axis="x", integer=True)
    _explain(figure)
    return figure


def field(
    names: Sequence[str], axes: Sequence[Any], values: Any, label: str, title: str, path: Path
) -> None:
    """Writes a PNG of values over two numbers, each with its values.

    Raises:
        MissingDependencyError: matplotlib is not installed.
    """
    figure = _figure(1)
    plot = figure.subplots()
    shown = [[value if isfinite(value) else float("nan") for value in row] for row in values.T]
    image = plot.pcolormesh(*axes, shown, shading="nearest")
    for set_scale, along in zip((plot.set_xscale, plot.set_yscale), axes, strict=True):
        if _is_wide(along):
            set_scale("log")
    plot.set_xlabel(_typeset(names[0]))
    plot.set_ylabel(_typeset(names[1]))
    figure.colorbar(image, label=label)
    plot.set_title(_typeset(title), fontsize=9)
    figure.savefig(path, dpi=1.5 * _DPI, format="png")


def embedded(draw: Callable[[], Figure | None]) -> str:
    """The picture as HTML that needs no network; where it cannot be drawn, what to install.

    >>> embedded(lambda: None)
    ''
    """
    try:
        figure = draw()
    except MissingDependencyError as missing:
        return f"<p>No picture: {escape(str(missing))}</p>"
    if figure is None:
        return ""
    written = BytesIO()
    figure.savefig(written, format="png", dpi=_DPI, metadata={"Software": None})
    data = b64encode(written.getvalue()).decode()
    return f'<img alt="picture of the table" src="data:image/png;base64,{data}">'


def _figure(panels: int) -> Figure:
    with from_extras():
        from matplotlib.figure import Figure

    return Figure(figsize=(_WIDTH * panels, _HEIGHT), layout="constrained")


def _explain(figure: Figure) -> None:
    """Adds a legend below the axes of what has a label, each once."""
    known: dict[str, Any] = {}
    for axes in figure.axes:
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
            known.setdefault(label, handle)
    known.pop("", None)
    if known:
        handles, labels = list(known.values()), list(map(_typeset, known))
        columns = len(known)
        figure.legend(handles, labels, loc="outside lower center", ncols=columns, fontsize=8)


def _typeset(words: str) -> str:
    r"""The words with their formulas set, as far as matplotlib can; else as they are.

    >>> print(_typeset("eps1 -> oo: no proof"))
    $\varepsilon_{1}$ → $\infty$: no proof
    """
    with from_extras():
        from matplotlib.mathtext import MathTextParser

    read = MathTextParser("agg").parse
    found = []
    for part, mathematical in pieces(words):
        words = part.replace("->", "→").replace("$", r"\$")
        # Fractions within fractions are too small to be read in the style of running text.
        shown = f"${formula(part)}$".replace(r"\frac", r"\dfrac") if mathematical else words
        try:
            read(shown)
        except ValueError:
            shown = words
        found.append(shown)
    return "".join(found)


def _line(axes: Any, part: Line, label: str) -> None:
    style = {"marker": "o", "linestyle": ""} if part.dots else {"marker": "."}
    axes.plot(part.x, part.y, label=label, color=_COLOURS.get(part.label), **style)


def _box(axes: Any, part: Box, label: str) -> None:
    colour = _COLOURS.get(part.label, "0.9")
    if part.y is None:
        axes.axvspan(*part.x, alpha=0.2, label=label, color=colour, linewidth=0)
        return
    (left, right), (low, high) = part.x, part.y
    axes.fill([left, right, right, left], [low, low, high, high], color=colour, label=label)


_DRAW: Mapping[type, Callable[[Any, Any, str], None]] = {Line: _line, Box: _box}


def _is_wide(values: Sequence[float]) -> bool:
    return min(values, default=0) > 0 and max(values) > _WIDE * min(values)
