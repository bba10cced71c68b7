"""Functions and constants of numbers, by their names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy
from sympy import Basic, S

from dpsym.language.heads import Phi

FUNCTIONS: dict[str, tuple[Callable[..., Any], tuple[int, int]]] = {
    "log": (sympy.log, (1, 1)),
    "exp": (sympy.exp, (1, 1)),
    "sqrt": (sympy.sqrt, (1, 1)),
    "sinh": (sympy.sinh, (1, 1)),
    "cosh": (sympy.cosh, (1, 1)),
    "tanh": (sympy.tanh, (1, 1)),
    "Abs": (sympy.Abs, (1, 1)),
    "Min": (sympy.Min, (1, 100)),
    "Max": (sympy.Max, (1, 100)),
    "erf": (sympy.erf, (1, 1)),
    "erfc": (sympy.erfc, (1, 1)),
    "Phi": (Phi, (1, 1)),
    "binomial": (sympy.binomial, (2, 2)),
    "factorial": (sympy.factorial, (1, 1)),
    "harmonic": (sympy.harmonic, (1, 1)),
}
CONSTANTS: dict[str, Basic] = {"oo": S.Infinity, "pi": S.Pi}
