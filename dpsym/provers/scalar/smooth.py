"""Where an expression is differentiable.

Guarantees:
    ``differentiable(expr, symbol, region)`` is True only if ``expr`` is differentiable in
    ``symbol`` at every point of the
    region, with the derivative that the chain rule gives.
"""

from __future__ import annotations

from sympy import Expr, Symbol

from dpsym.provers.scalar.signs import Region

SMOOTH = {"exp", "sinh", "cosh", "tanh", "erf", "erfc", "Phi"}


def differentiable(expr: Expr, symbol: Symbol, region: Region) -> bool:
    """Whether the chain rule applies at every point; conservative."""
    if not expr.has(symbol) or expr.is_Symbol:
        return region.range(expr) is not None
    if expr.is_Add or expr.is_Mul:
        return all(differentiable(argument, symbol, region) for argument in expr.args)
    if expr.is_Pow:
        base, exponent = expr.base, expr.exp
        if not differentiable(base, symbol, region) or not differentiable(exponent, symbol, region):
            return False
        if exponent.is_Integer and exponent > 0:
            return True
        found = region.range(base)
        if exponent.is_Integer:
            return found is not None and (found.positive or found.negative)
        return found is not None and found.positive
    name = expr.func.__name__
    if name in SMOOTH and len(expr.args) == 1:
        return differentiable(expr.args[0], symbol, region)
    if name == "log" and len(expr.args) == 1:
        return differentiable(expr.args[0], symbol, region) and region.positive(expr.args[0])
    return False
