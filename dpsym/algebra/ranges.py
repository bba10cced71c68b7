"""Sums and products over the values of an index."""

from __future__ import annotations

from typing import Any

from dpsym.algebra.expressions import Expr, Symbol
from dpsym.algebra.nodes import Tuple, node_of, union
from dpsym.algebra.numbers import NaN, S


class _Ranged(Expr):
    """What is made of a term for each value of an index."""

    is_total = True

    def __new__(cls, body: Any, *limits: Any, **_: Any) -> Any:
        """The node; one of its kind inside is joined with it."""
        function, ranges = node_of(body), [node_of(limit) for limit in limits]
        if isinstance(function, cls):
            return cls.made(function.args[0], *function.args[1:], *ranges)
        return S.NaN if isinstance(function, NaN) else cls.made(function, *ranges)

    @property
    def function(self) -> Any:
        """The term."""
        return self.args[0]

    @property
    def limits(self) -> tuple[Tuple, ...]:
        """The ranges, the inner first: index, first and last value."""
        return self.args[1:]

    @property
    def variables(self) -> list[Symbol]:
        """The indices."""
        return [limit[0] for limit in self.limits]

    @property
    def is_number(self) -> bool:  # type: ignore[override]
        """Whether no name is left unbound."""
        return not self.free_symbols

    def _commutes(self) -> bool:
        return bool(self.function.is_commutative)

    def _unbound(self) -> frozenset[Any]:
        found = set(self.function.free_symbols)
        for index, *ends in self.limits:
            found.discard(index)
            found |= union(ends)
        return frozenset(found)


class Sum(_Ranged):
    """A sum over an index.

    >>> i, n = Symbol("i"), Symbol("n")
    >>> Sum(i, (i, 1, n)).free_symbols == {n}
    True
    """


class Product(_Ranged):
    """A product over an index."""
