"""Many points at once, in floats, and what a claim's names are at them."""

from __future__ import annotations

from dataclasses import dataclass, field

from sympy import Basic

from dpsym.provers.search.divergences import Array, Pair

MAX_MASSES = 2**23
"""Masses of laws that a batch may hold, 8 bytes each."""


class UnsupportedError(Exception):
    """The float guide has no rule for an expression; the search leaves such claims alone."""


class CrowdedError(UnsupportedError):
    """The laws at so many points need too much memory; at fewer points they may not."""


@dataclass(slots=True)
class Batch:
    """Values of names at ``size`` points.

    Attributes:
        size: the number of points.
        numbers: numeric names, arrays of shape ``(size,)``.
        laws: law names, arrays of shape ``(size, atoms)``.
        kernels: kernel names, arrays of shape ``(size, inputs, outputs)``.
    """

    size: int
    numbers: dict[Basic, Array] = field(default_factory=dict)
    laws: dict[Basic, Array] = field(default_factory=dict)
    kernels: dict[Basic, Array] = field(default_factory=dict)
    known: dict[Basic, Array] = field(default_factory=dict)
    pairs: dict[tuple[Basic, Basic], Pair] = field(default_factory=dict)
    masses: int = 0

    def hold(self, masses: int) -> None:
        """Makes room for so many masses of laws at every point.

        Raises:
            CrowdedError: all the points together would need more memory than the search may have.
        """
        self.masses += masses
        if self.size * self.masses > MAX_MASSES:
            raise CrowdedError("too many atoms")

    def assign(self, name: Basic, values: Array) -> None:
        """Gives ``name`` its values; what was computed without them stays valid."""
        self.numbers[name] = values
