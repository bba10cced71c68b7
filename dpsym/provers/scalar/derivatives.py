"""Derivatives in the form that sympy gives them, without what it asks on the way.

``sympy.diff`` asks of the derivative of every part whether it is zero, which takes longer than the
derivative itself.
"""

from __future__ import annotations

from functools import lru_cache

from sympy import Add, Expr, Function, Mul, Pow, S, Symbol, diff, log
from sympy.core.function import ArgumentIndexError


@lru_cache(maxsize=20_000)
def derivative(expression: Expr, symbol: Symbol) -> Expr:
    """``expression`` differentiated once in ``symbol``, the same term as ``sympy.diff`` makes.

    >>> from sympy.abc import x, y
    >>> derivative(log(x**2 + y) * x**y, x)
    2*x*x**y/(x**2 + y) + x**y*y*log(x**2 + y)/x
    """
    if expression.is_Atom:
        return S.One if expression == symbol else S.Zero
    parts = expression.args
    if expression.func is Add:
        return Add(*(derivative(part, symbol) for part in parts))
    if expression.func is Mul:
        return Add(
            *(
                Mul(*parts[:i], slope, *parts[i + 1 :])
                for i, part in enumerate(parts)
                if (slope := derivative(part, symbol)) is not S.Zero
            )
        )
    if expression.func is Pow:
        base, exponent = parts
        slopes = derivative(base, symbol), derivative(exponent, symbol)
        if slopes == (S.Zero, S.Zero):
            return S.Zero
        return expression * (slopes[1] * log(base) + slopes[0] * exponent / base)
    if not isinstance(expression, Function) or _is_special(expression):
        return diff(expression, symbol)
    terms = []
    for position, part in enumerate(parts, 1):
        slope = derivative(part, symbol)
        if slope is S.Zero:
            continue
        try:
            terms.append(expression.fdiff(position) * slope)
        except ArgumentIndexError:
            return diff(expression, symbol)
    return Add(*terms)


def _is_special(expression: Function) -> bool:
    """Whether the chain rule is not all that its derivative is."""
    return type(expression)._eval_derivative is not Function._eval_derivative
