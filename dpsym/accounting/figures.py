"""Figures 1 to 3 of Kairouz, Oh and Viswanath 2015, drawn from the exact regions.

Axes are those of the paper: the probability of a missed detection MD to the right, of a false alarm
FA upward; what lies above a line is what the adversary cannot beat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from dpsym.accounting.regions import optimal_region
from dpsym.accounting.rounds import Rounds
from dpsym.errors import from_extras

with from_extras():
    from matplotlib.axes import Axes
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

_WIDTH = 1.6
_DPI = 200
Guarantees = Sequence[tuple[float, float]]
"""Pairs (epsilon, delta), epsilon in nats."""


def single_region(epsilon: float = 1.0, delta: float = 0.1) -> Figure:
    """Figure 1: the region R(epsilon, delta) and the tangent of largest total variation.

    >>> single_region().axes[0].get_xlabel()
    'missed detection MD'
    """
    figure, (axes,) = _frame(1)
    corner = (1 - delta) / (1 + np.exp(epsilon))
    x, y = [0, corner, 1 - delta], [1 - delta, corner, 0]
    axes.fill([*x, 1, 0], [*y, 0, 1], color="C0", alpha=0.12)
    axes.plot(
        x,
        y,
        color="C0",
        label=rf"$R(\varepsilon={epsilon:g},\ \delta={delta:g})$",
        linewidth=_WIDTH,
    )
    axes.plot([0, 2 * corner], [2 * corner, 0], ":", color="black", label="MD + FA least")
    axes.annotate(r"slope $-e^{\varepsilon}$", (corner / 2, (1 - delta + corner) / 2), fontsize=9)
    axes.annotate(r"slope $-e^{-\varepsilon}$", ((1 - delta + corner) / 2, corner / 2), fontsize=9)
    axes.legend(frameon=False)
    return figure


def optimal_regions(
    epsilon: str = "0.4", deltas: Sequence[str] = ("0", "0.1"), most: int = 5
) -> Figure:
    """Figure 2: the regions of 1 to ``most`` rounds, a panel for each delta.

    >>> len(optimal_regions().axes[1].lines)
    6
    """
    figure, panels = _frame(len(deltas))
    for axes, delta in zip(panels, deltas, strict=True):
        for k in range(1, most + 1):
            _draw_region(axes, Rounds(epsilon, delta, k), f"k = {k}", f"C{k - 1}")
        axes.set_title(rf"$\varepsilon = {epsilon},\ \delta = {delta}$")
        axes.legend(frameon=False)
    return figure


def composition_theorems(epsilon: str = "0.1", delta: str = "0.001", k: int = 30) -> Figure:
    """Figure 3: the guarantees of Theorems 3.1 to 3.4 for k rounds; a region by its tangents.

    >>> [line.get_label() for line in composition_theorems().axes[0].lines][1:3]
    ['basic, Theorem 3.1', 'advanced, Theorem 3.2']
    """
    figure, (left, right) = _frame(2)
    e, d = float(epsilon), float(delta)
    md = np.linspace(0, 1, 1001)
    spare = np.geomspace(1e-12, 1, 400)
    bounds: list[tuple[str, Guarantees]] = [
        ("basic, Theorem 3.1", [(k * e, k * d)]),
        ("advanced, Theorem 3.2", [(_advanced(e, k, s), k * d + s) for s in spare]),
        (
            "simplified, Theorem 3.4",
            [(_simplified(e, k, s), 1 - (1 - d) ** k * (1 - s)) for s in spare],
        ),
    ]
    for i, (label, guarantees) in enumerate(bounds):
        left.plot(md, boundary(guarantees, md), color=f"C{i}", label=label, linewidth=_WIDTH)
    _draw_region(left, Rounds(epsilon, delta, k), "optimal, Theorem 3.3", "C3")
    left.set_title(rf"{k}-fold composition, $\varepsilon = {epsilon},\ \delta = {delta}$")
    left.legend(frameon=False)
    _draw_tangents(right, Rounds("0.4", "0.1", 3))
    return figure


def boundary(guarantees: Guarantees, md: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The least FA that several (epsilon, delta) guarantees allow together, at every MD.

    >>> print(boundary([(0.0, 0.5)], np.array([0.25]))[0])
    0.25
    """
    least = np.zeros_like(md)
    for epsilon, delta in guarantees:
        growth = np.exp(min(epsilon, 700.0))
        least = np.maximum(least, 1 - delta - growth * md)
        least = np.maximum(least, (1 - delta - md) / growth)
    return least


def write_figures(folder: Path) -> list[Path]:
    """Writes every figure as PDF and as PNG into an existing folder; the files written."""
    drawings: dict[str, Callable[[], Figure]] = {
        "figure_1_region": single_region,
        "figure_2_rounds": optimal_regions,
        "figure_3_theorems": composition_theorems,
    }
    written = []
    for name, draw in drawings.items():
        figure = draw()
        for suffix in ("pdf", "png"):
            path = folder / f"{name}.{suffix}"
            figure.savefig(
                path, dpi=_DPI, metadata={"CreationDate": None} if suffix == "pdf" else {}
            )
            written.append(path)
    return written


def _frame(count: int) -> tuple[Figure, list[Axes]]:
    figure = Figure(figsize=(4.2 * count, 4.2), layout="constrained")
    FigureCanvasAgg(figure)
    panels = [figure.add_subplot(1, count, i + 1) for i in range(count)]
    for axes in panels:
        axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
        axes.set_xlabel("missed detection MD")
        axes.set_ylabel("false alarm FA")
        axes.plot([0, 1], [1, 0], "--", color="grey", linewidth=0.8, label="_blind guess")
    return figure, panels


def _draw_region(axes: Axes, rounds: Rounds, label: str, colour: str) -> None:
    vertices = [(float(md), float(fa)) for md, fa in optimal_region(rounds, bits=64)]
    axes.plot(*zip(*vertices, strict=True), color=colour, label=label, linewidth=_WIDTH)


def _draw_tangents(axes: Axes, rounds: Rounds) -> None:
    """The lines FA = 1 - delta' - exp(epsilon')*MD at the slopes of the region, both ways."""
    vertices = [(float(md), float(fa)) for md, fa in optimal_region(rounds, bits=64)]
    for (x0, y0), (x1, y1) in pairwise(vertices):
        slope = (y1 - y0) / (x1 - x0)
        ends = [y0 - slope * x0, y0 + slope * (1 - x0)]
        axes.plot([0, 1], ends, color="grey", linewidth=0.8, label="_tangent")
    _draw_region(axes, rounds, f"k = {rounds.count}", "C0")
    axes.set_title("an intersection of privacy regions")
    axes.legend(frameon=False)


def _advanced(epsilon: float, k: int, spare: float) -> float:
    """The epsilon of Theorem 3.2."""
    return float(k * epsilon * np.expm1(epsilon) + epsilon * np.sqrt(2 * k * np.log(1 / spare)))


def _simplified(epsilon: float, k: int, spare: float) -> float:
    """The epsilon of Theorem 3.4."""
    mean = k * epsilon * np.tanh(epsilon / 2)
    sizes = np.log(np.e + np.sqrt(k) * epsilon / spare), np.log(1 / spare)
    return float(min(k * epsilon, *(mean + epsilon * np.sqrt(2 * k * size) for size in sizes)))
