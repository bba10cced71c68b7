"""Constants as sympy prints them, but for the base of the natural logarithm."""

from __future__ import annotations

from sympy import Expr
from sympy.printing.str import StrPrinter


class _Constants(StrPrinter):
    def _print_Exp1(self, expr: Expr) -> str:
        del expr
        return "exp(1)"


def written(constant: Expr) -> str:
    """A constant as claims have it.

    >>> import sympy
    >>> written(sympy.E / 2)
    'exp(1)/2'
    """
    return str(_Constants().doprint(constant))
