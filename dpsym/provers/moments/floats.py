"""Expressions as functions of floats: guesses are tried at points before they are used."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from sympy import (
    Abs,
    Add,
    E,
    Expr,
    Ge,
    Gt,
    Heaviside,
    Le,
    Lt,
    Max,
    Min,
    Mul,
    Piecewise,
    Pow,
    S,
    Symbol,
    cosh,
    exp,
    lambdify,
    log,
    sign,
    sinh,
    tanh,
)

from dpsym.provers.numerics import np

Values = Sequence[Any]
Run = Callable[[Values], Any]
_UNARY = {
    Abs: "absolute",
    cosh: "cosh",
    exp: "exp",
    log: "log",
    sign: "sign",
    sinh: "sinh",
    tanh: "tanh",
}
_JOINING: dict[Any, Callable[[Any, Any], Any]] = {
    Add: operator.add,
    Heaviside: lambda a, b: np.heaviside(a, b),
    Max: lambda a, b: np.maximum(a, b),
    Min: lambda a, b: np.minimum(a, b),
    Mul: operator.mul,
}
_COMPARED = {Ge: operator.ge, Gt: operator.gt, Le: operator.le, Lt: operator.lt}


def function_of(names: Sequence[Symbol], number: Expr) -> Callable[..., Any]:
    """The number as a function of floats, or of arrays of them, in the place of names.

    What has no value there is infinite or no number, with numpy's warnings. Made without a program
    that is printed and compiled, which takes longer than the few values that are wanted of it.
    """
    run = _read(number, {name: place for place, name in enumerate(names)})
    if run is None:
        written: Callable[..., Any] = lambdify(names, number, "numpy")
        return written
    return lambda *values: run([value + np.float64(0) for value in values])


def _read(node: Expr, places: dict[Symbol, int]) -> Run | None:
    """The node as a function of the values; None where a part is neither number nor known."""
    if node in places:
        place = places[node]
        return lambda at: at[place]
    if node.is_Rational or node in (E, S.Pi, S.NaN):
        value = np.float64(float(node))
        return lambda _: value
    kind = node.func
    if kind is Piecewise:
        return _read_pieces(node, places)
    if not (kind in _JOINING or kind in _UNARY or kind is Pow) or not node.args:
        return None
    parts = [_read(part, places) for part in node.args]
    runs = [run for run in parts if run is not None]
    if len(runs) < len(parts):
        return None
    if kind in _JOINING:
        join = _JOINING[kind]
        return lambda at: reduce(join, [run(at) for run in runs])
    first = runs[0]
    if kind is not Pow:
        name = _UNARY[kind]
        return lambda at: getattr(np, name)(first(at))
    base, exponent = node.args
    if base is E:
        return lambda at: np.exp(runs[1](at))
    if abs(exponent) is S.Half:
        return (
            (lambda at: np.sqrt(first(at)))
            if exponent.is_positive
            else (lambda at: 1 / np.sqrt(first(at)))
        )
    if exponent.is_Integer:
        whole = int(exponent)
        return lambda at: first(at) ** whole
    return lambda at: np.power(first(at), runs[1](at))


def _read_pieces(node: Piecewise, places: dict[Symbol, int]) -> Run | None:
    """The value of the first piece of which the condition holds."""
    pieces: list[tuple[Run, Callable[[Any, Any], Any], Run, Run]] = []
    last = _read(S.NaN, places)
    for value, condition in node.args:
        if condition == S.true:
            last = _read(value, places)
            break
        compare = _COMPARED.get(condition.func)
        runs = [_read(part, places) for part in (value, *condition.args)] if compare else [None]
        known = [run for run in runs if run is not None]
        if compare is None or len(known) < len(runs):
            return None
        pieces.append((known[0], compare, known[1], known[2]))
    if last is None:
        return None
    otherwise = last

    def run(at: Values) -> Any:
        found = otherwise(at)
        for value, compare, left, right in reversed(pieces):
            found = np.where(compare(left(at), right(at)), value(at), found)
        return found

    return run
