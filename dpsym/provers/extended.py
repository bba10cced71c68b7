"""Values of terms at points, numbers or infinities, as docs/semantics.md says they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import prod
from typing import Any, NamedTuple

from sympy import Add, Basic, Expr, Function, Integer, Mul, Pow, S, Sum, expand, log

from dpsym.errors import EvaluationError
from dpsym.language.construct import COUNTING, computed, is_natural
from dpsym.language.heads import Phi, Quantity

MOST_TERMS, LOW = 60, 4
_NO_NUMBERS = S.NaN, S.ComplexInfinity, S.ImaginaryUnit
_PHI = {S.NegativeInfinity: S.Zero, S.Zero: S.Half, S.Infinity: S.One}


class MissingError(Exception):
    """A term has no value at a point."""


class Value(NamedTuple):
    """A number or an infinity, and whether numbers alone make it what it is, as a weight."""

    size: Expr
    alone: bool

    @property
    def endless(self) -> bool:
        """Whether it is infinite."""
        return self.size in (S.Infinity, S.NegativeInfinity)


def value_of(node: Expr, point: Mapping[Basic, Expr]) -> Expr:
    """The value of a term, as it is written, where names and quantities have these values.

    Raises:
        MissingError: it has none.
        EvaluationError: it is not known.

    >>> from sympy.abc import x, y
    >>> value_of(2 * x + y, {x: S.Zero, y: S.Infinity}), value_of(2**-y, {y: S.Infinity})
    (oo, 0)
    """
    return _value(node, point).size


def _value(node: Expr, point: Mapping[Basic, Expr]) -> Value:
    if isinstance(node, Quantity) or not node.args:
        return _known(point.get(node, node), not isinstance(node, Quantity))
    if isinstance(node, Sum):
        return _total(_terms(node, point))
    values = [_value(part, point) for part in node.args]
    if isinstance(node, Add):
        return _total(values)
    if isinstance(node, Mul):
        return _product(values)
    if isinstance(node, Pow):
        return _power(*values)
    sizes, alone = [value.size for value in values], all(value.alone for value in values)
    return _known(_image(node.func, sizes), alone)


def _image(function: Any, sizes: Sequence[Expr]) -> Any:
    """A function of numbers and infinities: sympy's log(-oo) is oo, and its Phi has no limits."""
    counted = issubclass(function, COUNTING) and all(size.is_Rational for size in sizes)
    below = function is log and sizes[0].is_extended_negative
    if below or (counted and not all(map(is_natural, sizes))):
        raise MissingError(f"{function}{tuple(sizes)}")
    if function is Phi and sizes[0] in _PHI:
        return _PHI[sizes[0]]
    try:
        return computed(function, *sizes)
    except ValueError as error:
        raise EvaluationError(str(error)) from None


def _terms(node: Sum, point: Mapping[Basic, Expr]) -> Sequence[Value]:
    body, *inner, (index, *ends) = node.args
    body = Sum(body, *inner) if inner else body
    first, last = (value_of(end, point) for end in ends)
    if first.is_Rational and last.is_Rational:
        if not (first.is_Integer and last.is_Integer and last >= first - 1):
            raise MissingError(f"a sum from {first} to {last}")
        if last - first < MOST_TERMS:
            places = range(int(first), int(last) + 1)
            return [_value(body, {**point, index: Integer(place)}) for place in places]
    raise EvaluationError(f"a sum from {first} to {last}")


def _total(values: Sequence[Value]) -> Value:
    alone, endless = all(value.alone for value in values), {v.size for v in values if v.endless}
    if len(endless) > 1:
        raise MissingError("oo - oo")
    total = endless.pop() if endless else computed(Add, *(value.size for value in values))
    return _known(total, alone)


def _product(values: Sequence[Value]) -> Value:
    """The number 0 makes 0 of what is infinite, and a divergence that is 0 does not."""
    zeros = [value.alone for value in values if value.size == 0]
    alone = any(zeros) or all(value.alone for value in values)
    sizes = [value.size for value in values]
    if not any(value.endless for value in values):
        return _known(computed(Mul, *sizes), alone)
    if zeros:
        if not all(zeros):
            raise MissingError("0*oo")
        return Value(S.Zero, True)
    return Value(S.Infinity * prod(map(_sign, sizes)), alone)


def _sign(size: Expr) -> int:
    """1 or -1, of a number or an infinity that is not 0."""
    with suppress(TypeError):
        for sign, ordered in ((1, size > 0), (-1, size < 0)):
            if ordered is S.true:
                return sign
    raise EvaluationError(f"the sign of {size} is not known")


def _power(base: Value, exponent: Value) -> Value:
    """A power; to the number 0 it is 1 whatever the base, and the number 1 is 1."""
    if exponent.size == 0 and exponent.alone:
        return Value(S.One, True)
    for one, other, constant in ((exponent, base, S.Zero), (base, exponent, S.One)):
        if one.size == constant and other.endless:
            if not one.alone:
                raise MissingError(f"{base.size}**{exponent.size}")
            return Value(S.One, True)
    if base.size.is_extended_negative and not exponent.size.is_integer:
        if exponent.size.is_integer is False:
            raise MissingError(f"{base.size}**{exponent.size}")
        raise EvaluationError(f"whether {exponent.size} is an integer is not known")
    if exponent.size.is_negative and not base.endless and _is_zero(base.size):
        raise MissingError(f"{base.size}**{exponent.size}")
    alone = base.alone and exponent.alone
    return _known(computed(Pow, base.size, exponent.size), alone)


def _is_zero(number: Expr) -> bool:
    """Whether a number is 0, as it is written or, of square roots, multiplied out."""
    if number.is_Rational:
        return bool(number == 0)
    powers = (power.exp for power in number.atoms(Pow))
    plain = not number.has(Function) and all(n.is_Rational and abs(n) <= LOW for n in powers)
    return plain and bool(expand(number).is_zero)


def _known(size: Any, alone: bool) -> Value:
    if size.has(*_NO_NUMBERS) or size.is_extended_real is False:
        raise MissingError(f"{size}")
    inside = size.has(S.Infinity, S.NegativeInfinity) and bool(size.args)
    if not size.is_number or isinstance(size, Quantity) or inside:
        raise EvaluationError(f"{size} is not known")
    return Value(size, alone)
