"""Functions and constants of numbers, by their names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dpsym import algebra
from dpsym.algebra import Basic, S
from dpsym.language.heads import Phi

FUNCTIONS: dict[str, tuple[Callable[..., Any], tuple[int, int]]] = {
    "log": (algebra.log, (1, 1)),
    "exp": (algebra.exp, (1, 1)),
    "sqrt": (algebra.sqrt, (1, 1)),
    "sinh": (algebra.sinh, (1, 1)),
    "cosh": (algebra.cosh, (1, 1)),
    "tanh": (algebra.tanh, (1, 1)),
    "Abs": (algebra.Abs, (1, 1)),
    "Min": (algebra.Min, (1, 100)),
    "Max": (algebra.Max, (1, 100)),
    "erf": (algebra.erf, (1, 1)),
    "erfc": (algebra.erfc, (1, 1)),
    "Phi": (Phi, (1, 1)),
    "binomial": (algebra.binomial, (2, 2)),
    "factorial": (algebra.factorial, (1, 1)),
    "harmonic": (algebra.harmonic, (1, 1)),
}
CONSTANTS: dict[str, Basic] = {"oo": S.Infinity, "pi": S.Pi}
