"""What docs/semantics.md says of terms at a point, read from their text; nothing of dpsym is used.

A value is a fraction, a number of many digits, or an infinity as a float. What cannot be told
for rounding or size is unclear, which is no verdict.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import mpmath

INF, ZERO, ONE = math.inf, Fraction(0), Fraction(1)
QUANTITIES = {"KL", "Renyi", "ChiSquared", "MaxDivergence", "Capacity", "TotalVariation"}
CLOSE, LARGE, BITS = mpmath.mpf(10) ** -40, 10**6, 10**7
SATURATED = ("tanh", "erf", "erfc", "Phi")
FUNCTIONS: dict[str, tuple[Callable[[Any], Any], Any, Any, Any]] = {
    "exp": (mpmath.exp, ZERO, INF, ONE),
    "sinh": (mpmath.sinh, -INF, INF, ZERO),
    "cosh": (mpmath.cosh, INF, INF, ONE),
    "tanh": (mpmath.tanh, -ONE, ONE, ZERO),
    "erf": (mpmath.erf, -ONE, ONE, ZERO),
    "erfc": (mpmath.erfc, 2 * ONE, ZERO, ONE),
    "Phi": (mpmath.ncdf, ZERO, ONE, Fraction(1, 2)),
}
"""Functions with their limits at both infinities and their values at 0."""
RELATIONS = {
    ast.LtE: operator.le,
    ast.Lt: operator.lt,
    ast.GtE: operator.ge,
    ast.Gt: operator.gt,
    ast.Eq: operator.eq,
}


class MissingError(Exception):
    """A term has no value."""


class UnclearError(Exception):
    """Whether a term has a value is lost in rounding, or in its size."""


class Value(NamedTuple):
    """A value, and whether numbers alone make it, so that it is 0 as a weight is."""

    size: Any
    pure: bool


@cache
def tree(text: str) -> Any:
    """The syntax tree of a term or a relation."""
    return ast.parse(text, mode="eval").body


def quantities(text: str) -> list[str]:
    """The divergences and capacities in a text."""
    calls = (node for node in ast.walk(tree(text)) if isinstance(node, ast.Call))
    return list(dict.fromkeys(ast.unparse(c) for c in calls if ast.unparse(c.func) in QUANTITIES))


def value(text: str, point: Mapping[str, Any]) -> Any:
    """The value of a term where names and quantities have these values.

    Raises:
        MissingError: it has none.
        UnclearError: it is not known.
    """
    with mpmath.workdps(60):
        return _value(tree(text), point).size


def holds(text: str, point: Mapping[str, Any]) -> bool:
    """Whether a relation holds at a point."""
    node = tree(text)
    with mpmath.workdps(60):
        sides = [_value(side, point).size for side in (node.left, node.comparators[0])]
        return bool(RELATIONS[type(node.ops[0])](_compared(*sides), 0))


def _value(node: Any, point: Mapping[str, Any]) -> Value:
    match node:
        case ast.Constant():
            return Value(Fraction(node.value), True)
        case ast.Name():
            return Value(point[node.id], True)
        case ast.UnaryOp():
            inner = _value(node.operand, point)
            return Value(-inner.size, inner.pure)
        case ast.Call(func=ast.Name(id=name)) if name in QUANTITIES:
            return Value(point[ast.unparse(node)], False)
        case ast.Call(func=ast.Name(id="Sum")):
            return total(*_terms(node, point))
        case ast.Call(func=ast.Name(id=name)):
            return applied(name, *(_value(part, point) for part in node.args))
    left, right = _value(node.left, point), _value(node.right, point)
    match node.op:
        case ast.Add():
            return total(left, right)
        case ast.Sub():
            return total(left, Value(-right.size, right.pure))
        case ast.Mult():
            return times(left, right)
        case ast.Div():
            return times(left, power(right, Value(-ONE, True)))
    return power(left, right)


def _terms(node: ast.Call, point: Mapping[str, Any]) -> list[Value]:
    body, ends = node.args
    index, low, high = ends.elts  # type: ignore[attr-defined]
    first, last = (_value(end, point).size for end in (low, high))
    return [_value(body, {**point, index.id: Fraction(i)}) for i in places(first, last)]


def places(first: Any, last: Any) -> range:
    """The indices of a sum."""
    if not (_is_whole(first) and _is_whole(last) and last >= first - 1):
        raise MissingError("a sum with fewer than no terms")
    return range(int(first), int(last) + 1)


def total(*parts: Value) -> Value:
    """A sum."""
    sizes, pure = [part.size for part in parts], all(part.pure for part in parts)
    infinite = {size for size in sizes if isinstance(size, float)}
    if len(infinite) > 1:
        raise MissingError("oo - oo")
    if infinite:
        return Value(infinite.pop(), pure)
    if all(isinstance(size, Fraction) for size in sizes):
        return Value(_known(sum(sizes, ZERO)), pure)
    numbers = list(map(_number, sizes))
    found = mpmath.fsum(numbers)
    if abs(found) <= max(map(abs, numbers)) * CLOSE:
        raise UnclearError
    return Value(_known(found), pure)


def times(*factors: Value) -> Value:
    """A product: the number 0 makes 0 of what is infinite, and a divergence that is 0 does not."""
    endless = any(isinstance(factor.size, float) for factor in factors)
    zeros = [factor.pure for factor in factors if sign(factor.size) == 0]
    if endless and not all(zeros):
        raise MissingError("0*oo")
    pure = all(factor.pure for factor in factors)
    if zeros:
        return Value(ZERO, pure or any(zeros))
    if endless:
        return Value(INF * math.prod(sign(factor.size) for factor in factors), pure)
    sizes = [factor.size for factor in factors]
    if not all(isinstance(size, Fraction) for size in sizes):
        sizes = list(map(_number, sizes))
    return Value(_known(math.prod(sizes[1:], start=sizes[0])), pure)


def power(base: Value, exponent: Value) -> Value:
    """A power; to the number 0 it is 1 whatever the base."""
    zeroth = exponent.pure and exponent.size == 0
    pure = zeroth or (base.pure and exponent.pure)
    return Value(_power(base, exponent), pure)


def _power(base: Value, exponent: Value) -> Any:
    x, y = base.size, exponent.size
    if isinstance(y, float):
        return _endless_power(base, y)
    if isinstance(x, float):
        if y == 0:
            return ONE if exponent.pure else _none("oo**0")
        if x < 0 and not _is_whole(y):
            return _none("a root of -oo")
        size = INF if sign(y) > 0 else ZERO
        return -size if x < 0 and y.numerator % 2 else size
    side = sign(x)
    if side < 0 and not _is_whole(y):
        return _none("a root of a negative number")
    if side == 0:
        return ONE if y == 0 else ZERO if sign(y) > 0 else _none("1/0")
    if _is_whole(y) and abs(y) < 100:
        return _known(x ** int(y))
    if x == 1 or (isinstance(x, Fraction) and y == Fraction(1, 2) and _root(x) ** 2 == x):
        return ONE if x == 1 else _root(x)
    size = applied("exp", Value(_number(y) * mpmath.log(abs(_number(x))), True)).size
    return -size if side < 0 and y.numerator % 2 else size


def _endless_power(base: Value, y: float) -> Any:
    x = base.size
    if x == INF:
        return INF if y > 0 else ZERO
    side = sign(x)
    if side < 0 or (side == 0 and y < 0):
        return _none("a power without a limit")
    size = _compared(x, ONE)
    if size == 0:
        return ONE if base.pure else _none("1**oo")
    return INF if (size > 0) == (y > 0) else ZERO


def applied(name: str, *values: Value) -> Value:
    """A function, by its limits at the infinities."""
    pure = all(argument.pure for argument in values)
    x = values[0].size
    if name == "sqrt":
        return power(values[0], Value(Fraction(1, 2), True))
    if name in ("Max", "Min"):
        for other in values[1:]:
            if _compared(other.size, x) * (1 if name == "Max" else -1) > 0:
                x = other.size
    elif name == "Abs":
        x = abs(x)
    elif name == "log":
        if sign(x) <= 0:
            raise MissingError("log")
        x = x if x == INF else ZERO if x == 1 else mpmath.log(_number(x))
    else:
        at, low, high, middle = FUNCTIONS[name]
        if x == 0 or isinstance(x, float):
            x = middle if x == 0 else high if x > 0 else low
        elif abs(x) > (8 if name in SATURATED else LARGE):
            raise UnclearError
        else:
            x = _known(at(_number(x)))
    return Value(x, pure)


def _none(why: str) -> Any:
    raise MissingError(why)


def _is_whole(size: Any) -> bool:
    if isinstance(size, mpmath.mpf) and abs(size - mpmath.nint(size)) < CLOSE:
        raise UnclearError
    return isinstance(size, Fraction) and size.denominator == 1


def _root(x: Fraction) -> Fraction:
    return Fraction(math.isqrt(x.numerator), math.isqrt(x.denominator))


def _number(size: Any) -> Any:
    exact = isinstance(size, Fraction)
    return mpmath.mpf(size.numerator) / size.denominator if exact else size


def _known(size: Any) -> Any:
    if isinstance(size, Fraction):
        bits = max(abs(size.numerator), size.denominator).bit_length()
    else:
        bits = abs(size.man_exp[1])
    if bits > BITS:
        raise UnclearError
    return size


def sign(size: Any) -> int:
    """1, 0 or -1."""
    if isinstance(size, mpmath.mpf) and abs(size) < CLOSE:
        raise UnclearError
    return int(size > 0) - int(size < 0)


def _compared(one: Any, other: Any) -> int:
    """The sign of a difference."""
    if isinstance(one, float) or isinstance(other, float):
        return int(one > other) - int(one < other)
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return sign(one - other)
    gap = _number(one) - _number(other)
    if abs(gap) <= CLOSE * (1 + abs(_number(one))):
        raise UnclearError
    return sign(gap)


def agree(one: Any, other: Any) -> bool:
    """Whether two values are the same but for rounding."""
    if isinstance(one, float) or isinstance(other, float):
        return bool(one == other)
    with mpmath.workdps(60):
        gap = abs(_number(one) - _number(other))
        return bool(gap <= mpmath.mpf(10) ** -25 * (1 + abs(_number(one))))


def value_of(node: Any, point: Mapping[str, Any]) -> Any:
    """The value of an expression as its nodes say, none of which is evaluated."""
    with mpmath.workdps(60):
        return _of_node(node, point).size


def _of_node(node: Any, point: Mapping[str, Any]) -> Value:
    kind = type(node).__name__
    if getattr(node, "is_Rational", False):
        return Value(Fraction(int(node.p), int(node.q)), True)
    if kind in QUANTITIES or kind == "Symbol":
        return Value(point[str(node)], kind == "Symbol")
    if kind == "Exp1":
        return applied("exp", Value(ONE, True))
    if kind == "Sum":
        body, (index, *ends) = node.args
        first, last = (_of_node(end, point).size for end in ends)
        indices = map(Fraction, places(first, last))
        return total(*(_of_node(body, {**point, index.name: i}) for i in indices))
    values: Sequence[Value] = [_of_node(part, point) for part in node.args]
    makes = {"Add": total, "Mul": times, "Pow": power}
    return makes[kind](*values) if kind in makes else applied(kind, *values)
