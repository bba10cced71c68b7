"""The largest and the smallest of numbers."""

from __future__ import annotations

from typing import Any

from dpsym.algebra.expressions import Expr
from dpsym.algebra.nodes import node_of
from dpsym.algebra.numbers import NaN, S
from dpsym.algebra.order import size_key
from dpsym.algebra.relations import difference_sign


class _Extreme(Expr):
    """The largest or the smallest of numbers."""

    best, worst = S.Infinity, S.NegativeInfinity
    order = 1

    def __new__(cls, *args: Any, evaluate: bool = True, **_: Any) -> Any:
        """The node of those arguments that none of the others makes idle."""
        found = list(dict.fromkeys(map(node_of, args)))
        if evaluate:
            found = cls._needed(found)
        if len(found) < 2:
            return found[0] if found else cls.worst
        return cls.made(*sorted(found, key=size_key))

    def _commutes(self) -> bool:
        return True

    @property
    def is_extended_nonnegative(self) -> bool:
        """Whether one of the numbers is; of a minimum, whether all are."""
        chosen = any if self.order == 1 else all
        return chosen(argument.is_extended_nonnegative for argument in self.args)

    @classmethod
    def _needed(cls, args: list[Any]) -> list[Any]:
        if any(isinstance(argument, NaN) for argument in args):
            return [S.NaN]
        flat: dict[Any, None] = {}
        for argument in args:
            flat.update(dict.fromkeys(argument.args if isinstance(argument, cls) else (argument,)))
        if cls.best in flat:
            return [cls.best]
        flat.pop(cls.worst, None)
        kept: list[Any] = []
        for argument in flat:
            if not any(cls._beats(other, argument) for other in kept):
                kept = [other for other in kept if not cls._beats(argument, other)]
                kept.append(argument)
        return kept

    @classmethod
    def _beats(cls, one: Any, other: Any) -> bool:
        """Whether one is certainly no less than another, or for a minimum no more."""
        if one.is_number != other.is_number:
            return False
        known = difference_sign(one, other)
        return known is not None and known * cls.order >= 0


class Max(_Extreme):
    """The largest of numbers.

    >>> from dpsym.algebra.expressions import Symbol
    >>> Max(1, 2, Symbol("x"))
    Max(2, x)
    """


class Min(_Extreme):
    """The smallest of numbers."""

    best, worst = S.NegativeInfinity, S.Infinity
    order = -1
