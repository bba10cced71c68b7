"""Derivatives of expressions made of functions that have one wherever they are defined."""

from __future__ import annotations

from collections.abc import Callable

from sympy import Add, Expr, Mul, S, Symbol, cosh, exp, log, pi, sinh, sqrt, tanh

from dpsym.kernel.rejection import UndefinedError

SLOPES: dict[str, Callable[[Expr], Expr]] = {
    "exp": exp,
    "log": lambda u: 1 / u,
    "sinh": cosh,
    "cosh": sinh,
    "tanh": lambda u: 1 - tanh(u) ** 2,
    "erf": lambda u: 2 * exp(-(u**2)) / sqrt(pi),
    "erfc": lambda u: -2 * exp(-(u**2)) / sqrt(pi),
    "Phi": lambda u: exp(-(u**2) / 2) / sqrt(2 * pi),
}


def derivative(expr: Expr, symbol: Symbol) -> Expr:
    """The derivative in a symbol, at every point at which the chain rule holds.

    Raises:
        UndefinedError: the symbol stands in a function without one.

    >>> from sympy.abc import x
    >>> derivative(x**2 + exp(2 * x), x)
    2*x + 2*exp(2*x)
    """
    if expr == symbol:
        return S.One
    if not expr.has(symbol):
        return S.Zero
    if expr.is_Add:
        return Add(*(derivative(part, symbol) for part in expr.args))
    if expr.is_Mul:
        slopes = ((i, derivative(part, symbol)) for i, part in enumerate(expr.args))
        return Add(*(Mul(*expr.args[:i], d, *expr.args[i + 1 :]) for i, d in slopes if d))
    if expr.is_Pow:
        base, exponent = expr.args
        rate = derivative(exponent, symbol) * log(base)
        return expr * (rate + derivative(base, symbol) * exponent / base)
    name = expr.func.__name__
    if name not in SLOPES:
        raise UndefinedError(f"{name} has no derivative everywhere")
    return SLOPES[name](expr.args[0]) * derivative(expr.args[0], symbol)
