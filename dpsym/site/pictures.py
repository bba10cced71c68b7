"""Where the lines, ticks and labels of a theorem's picture go, in the units of its drawing."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, isfinite, log10
from typing import Any

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 88, 16, 14, 52


def picture(curve: dict[str, Any]) -> dict[str, Any]:
    """The drawing of two sides of an inequality along one variable.

    >>> drawn = picture({"points": [[0.0, 0.0, 1.0], [1.0, 1.0, 2.7]]})
    >>> drawn["larger"]
    '88.0,161.3 624.0,14.0'
    """
    logarithmic = curve.get("logarithmic", False)
    points: list[list[float]] = [
        [log10(x) if logarithmic else x, *sides] for x, *sides in curve["points"]
    ]
    across = _scale([x for x, _, _ in points], LEFT, WIDTH - RIGHT)
    upward = _scale([y for _, *sides in points for y in sides], HEIGHT - BOTTOM, TOP)
    smaller = [(across(x), upward(low)) for x, low, _ in points]
    larger = [(across(x), upward(high)) for x, _, high in points]
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "bottom": HEIGHT - BOTTOM,
        "right": WIDTH - RIGHT,
        "top": TOP,
        "smaller": _joined(smaller),
        "larger": _joined(larger),
        "between": _joined([*smaller, *reversed(larger)]),
        "dots": [*smaller, *larger] if curve.get("discrete") else [],
        "across": [
            (f"{10**tick:g}" if logarithmic else f"{tick:g}", across(tick))
            for tick in _ticks([x for x, _, _ in points])
            if not logarithmic or tick == round(tick)
        ],
        "upward": [
            (f"{tick:g}", upward(tick)) for tick in _ticks([y for _, *s in points for y in s])
        ],
    }


def sides(witness: dict[str, Any]) -> list[dict[str, Any]]:
    """The two sides of a violated inequality as bars with their enclosures, widest as 100.

    It is empty where a side is infinite or negative.

    >>> [bar["width"] for bar in sides({"left": ["2", "2"], "right": ["1", "1"]})]
    [100.0, 50.0]
    """
    written = [[end.replace("oo", "inf") for end in witness[side]] for side in ("left", "right")]
    ends = [[float(end) for end in pair] for pair in written]
    if not all(isfinite(end) and end >= 0 for pair in ends for end in pair):
        return []
    most = max(max(pair) for pair in ends)
    return [
        {"side": side, "lower": said[0], "upper": said[1], "width": 100 * pair[1] / most}
        for side, said, pair in zip(("left", "right"), written, ends, strict=True)
        if most > 0
    ]


class _scale:  # noqa: N801 - it is used as the function it is
    """The linear map from the range of some values to a range of the drawing."""

    def __init__(self, values: Sequence[float], start: float, stop: float) -> None:
        self.low, self.high = min(values), max(values)
        self.start, self.stop = start, stop

    def __call__(self, value: float) -> float:
        if self.high == self.low:
            return (self.start + self.stop) / 2
        share = (value - self.low) / (self.high - self.low)
        return round(self.start + share * (self.stop - self.start), 1)


def _ticks(values: Sequence[float]) -> list[float]:
    """Three to seven round numbers within the range of the values."""
    low, high = min(values), max(values)
    if low == high:
        return [low]
    unit = 10.0 ** floor(log10((high - low) / 2))
    step = next(unit * k for k in (1, 2, 5, 10) if (high - low) / (unit * k) <= 6)
    first = -floor(-low / step)
    return [round(k * step, 12) for k in range(first, floor(high / step + 1e-9) + 1)]


def _joined(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)
