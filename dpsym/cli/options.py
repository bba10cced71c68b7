"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

PATH = click.Path(path_type=Path)

Command = TypeVar("Command", bound=Callable[..., Any])


def budget(seconds: float, words: str) -> Callable[[Command], Command]:
    """The option --budget, in seconds, with its default and what the time is for."""
    return click.option(
        "--budget", type=float, default=seconds, show_default=True, metavar="SECONDS", help=words
    )


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
jobs = click.option(
    "--jobs", type=int, default=1, show_default=True, metavar="N", help="Processes to use."
)
no_color = click.option(
    "--no-color", is_flag=True, help="Print no colours; so does NO_COLOR in the environment."
)
