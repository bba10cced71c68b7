"""The simplest value of a strategy: what a failing test would be shrunk to."""

from __future__ import annotations

from typing import TypeVar

from hypothesis import HealthCheck, find, settings
from hypothesis.strategies import SearchStrategy

from dpsym.arguments import taking

Value = TypeVar("Value")


@taking
def simplest(strategy: SearchStrategy[Value]) -> Value:
    """The value that the strategy shrinks to, the same every time.

    >>> from hypothesis.strategies import integers
    >>> simplest(integers(min_value=3))
    3
    """
    quiet = settings(
        derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )
    return find(strategy, lambda _: True, settings=quiet)
