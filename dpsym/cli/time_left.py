"""The time that is left, for a bar: an estimate that moves and never jumps."""

from __future__ import annotations

from math import isfinite

from rich.progress import ProgressColumn, Task
from rich.text import Text

FASTEST = 5.0
"""Seconds by which what is shown moves in a second, at most, beside the second itself."""


class TimeLeftColumn(ProgressColumn):
    """Time at the pace so far, toward which what is shown moves: one long claim moves it little."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: float | None = None
        self._at = 0.0

    def render(self, task: Task) -> Text:
        """The time, or dashes where none is known yet."""
        left = self.seconds(task)
        if left is None:
            return Text("-:--:--", style="progress.remaining")
        minutes, seconds = divmod(int(left), 60)
        hours, minutes = divmod(minutes, 60)
        return Text(f"{hours}:{minutes:02}:{seconds:02}", style="progress.remaining")

    def seconds(self, task: Task) -> float | None:
        """What is shown, in seconds."""
        estimate, now = task.time_remaining, task.get_time()
        if task.finished:
            return 0.0
        if estimate is not None and isfinite(estimate):
            passed, self._at = now - self._at, now
            if self._shown is None:
                self._shown = estimate
            expected = self._shown - passed
            move = min(max(estimate - expected, -FASTEST * passed), FASTEST * passed)
            self._shown = max(expected + move, 0.0)
        return self._shown
