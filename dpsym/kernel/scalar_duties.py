"""What must hold for an expression to be defined."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import sympy
from sympy import Basic, Expr, S

from dpsym.kernel.rejection import UndefinedError
from dpsym.kernel.scalar_intervals import INCREASING
from dpsym.kernel.scalar_ranges import Region

Duty = tuple[str, tuple[Expr, ...]]


def duties(expr: Basic) -> Iterator[Duty]:
    """What must hold for ``expr`` to be defined, part by part.

    Raises:
        UndefinedError: nothing is known about some head.
    """
    parts = sympy.preorder_traversal(expr)
    for node in parts:
        name = node.func.__name__
        if name == "Sum":
            parts.skip()
            yield "sum", (node,)
        elif node.is_Pow and node.base is not S.Exp1:
            yield "power", node.args
        elif name == "log" and len(node.args) == 1:
            yield "log", node.args
        elif name in ("factorial", "harmonic", "binomial"):
            yield "natural", node.args
        elif not (
            node.is_Symbol
            or node.is_Rational
            or node in (S.Pi, S.Exp1)
            or node.is_Add
            or node.is_Mul
            or name in (*INCREASING, "erfc", "Abs", "Max", "Min")
        ):
            raise UndefinedError(f"nothing is known about {node}")


def settle(region: Region, wanted: Iterable[Duty]) -> None:
    """Checks duties by the ranges of their arguments.

    Raises:
        UndefinedError: one may fail.
    """
    for kind, arguments in wanted:
        if kind == "power":
            region._raised(*arguments)
        elif kind == "log":
            region._function("log", arguments, region.range(arguments[0]))
        elif kind == "sum":
            for inner, part in region.summands(arguments[0]):
                settle(inner, duties(part))
        elif not all(map(region.natural, arguments)):
            raise UndefinedError(f"{arguments} may be no natural number")
