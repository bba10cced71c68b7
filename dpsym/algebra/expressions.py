"""Expressions with numbers as values, Python's operators on them, and names."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from dpsym.algebra.enclosing import is_enclosed, sign
from dpsym.algebra.nodes import Atom, Basic, keep, node_of, preorder_traversal

OPERATIONS: dict[str, Callable[..., Any]] = {}
"""What Python's operators make of nodes."""
ONE: list[Any] = []
"""The number one, once there are numbers."""


class Expr(Basic):
    """A node that stands for a number, or for what claims are about.

    Of a constant is said what is certain of it: ``None`` where nothing is.
    """

    is_infinite: bool | None = None

    @property
    def is_number(self) -> bool:  # type: ignore[override]
        """Whether no name stands in it."""
        known: bool | None = self.__dict__.get("_number")
        if known is None:
            known = all(argument.is_number for argument in self.args)
            self.__dict__["_number"] = known
        return known

    def _sign(self) -> int | None:
        if not self.is_number or not self.is_familiar():
            return None
        try:
            return sign(self)
        except NotImplementedError:
            return None

    @property
    def is_positive(self) -> bool | None:
        """Whether it is a constant > 0."""
        found = self._sign()
        return None if found is None else found > 0

    @property
    def is_negative(self) -> bool | None:
        """Whether it is a constant < 0."""
        found = self._sign()
        return None if found is None else found < 0

    @property
    def is_extended_negative(self) -> bool | None:
        """Whether it is a constant < 0, or -oo."""
        return self.is_negative

    @property
    def is_zero(self) -> bool | None:
        """Whether it is the constant 0."""
        found = self._sign()
        return None if found is None else found == 0

    @property
    def is_nonzero(self) -> bool | None:
        """Whether it is a constant other than 0."""
        found = self._sign()
        return None if found is None else found != 0

    @property
    def is_extended_nonnegative(self) -> bool:
        """Whether it is >= 0 by its form, wherever it has a value."""
        try:
            return self.is_number and sign(self) in (0, 1)
        except NotImplementedError:
            return False

    @property
    def is_extended_real(self) -> bool | None:
        """Whether it is a constant with a value."""
        return True if self.is_number and is_enclosed(self) else None

    is_real = is_finite = is_extended_real

    @property
    def is_comparable(self) -> bool | None:
        """Whether it is a constant with a certain sign, or one with a sum in it."""
        if not self.is_number or self.is_extended_real is False:
            return None
        if any(node.is_total for node in preorder_traversal(self)):
            return True
        try:
            return None if sign(self) is None else True
        except NotImplementedError:
            return None

    is_integer: bool | None = None

    def as_coeff_Mul(self) -> tuple[Any, Any]:
        """The number by which a product begins, and the rest."""
        return ONE[0], self

    def as_base_exp(self) -> tuple[Any, Any]:
        """Base and exponent."""
        return self, ONE[0]

    def as_ordered_terms(self) -> list[Any]:
        """The terms in the order in which they are written."""
        return [self]

    def could_extract_minus_sign(self) -> bool:
        """Whether it is rather written as the negative of something."""
        return False

    def raised(self, exponent: Any) -> Any:
        """A power of this, if it has another form; else None."""
        return None

    def __add__(self, other: Any) -> Any:
        return _operated("+", self, other)

    def __radd__(self, other: Any) -> Any:
        return _operated("+", other, self)

    def __sub__(self, other: Any) -> Any:
        return _operated("-", self, other)

    def __rsub__(self, other: Any) -> Any:
        return _operated("-", other, self)

    def __mul__(self, other: Any) -> Any:
        return _operated("*", self, other)

    def __rmul__(self, other: Any) -> Any:
        return _operated("*", other, self)

    def __truediv__(self, other: Any) -> Any:
        return _operated("/", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return _operated("/", other, self)

    def __pow__(self, other: Any) -> Any:
        return _operated("**", self, other)

    def __rpow__(self, other: Any) -> Any:
        return _operated("**", other, self)

    def __neg__(self) -> Any:
        return _operated("-", 0, self)

    def __abs__(self) -> Any:
        return OPERATIONS["abs"](self)

    def __le__(self, other: Any) -> Any:
        return _operated("<=", self, other)

    def __lt__(self, other: Any) -> Any:
        return _operated("<", self, other)

    def __ge__(self, other: Any) -> Any:
        return _operated(">=", self, other)

    def __gt__(self, other: Any) -> Any:
        return _operated(">", self, other)


def _operated(sign: str, left: Any, right: Any) -> Any:
    try:
        nodes = node_of(left), node_of(right)
    except TypeError:
        return NotImplemented
    return OPERATIONS[sign](*nodes)


class Symbol(Atom, Expr):
    """A name.

    >>> Symbol("x") == Symbol("x"), Symbol("x") == Symbol("y")
    (True, False)
    """

    name: str
    rest: tuple[int, ...]
    is_Symbol = True
    is_number = False

    def __new__(cls, name: str, **_: Any) -> Any:
        """The name."""
        return cls.named(name)

    @classmethod
    def named(cls, name: str, *rest: int) -> Any:
        """The name, with what else tells it from others."""
        made = object.__new__(cls)
        keep(made, "name", str(name))
        keep(made, "args", ())
        keep(made, "rest", rest)
        keep(made, "_hash", hash((cls.__name__, made.name, *rest)))
        return made

    def content(self) -> tuple[Any, ...]:
        """The name, and the number of a dummy."""
        return (self.name, *self.rest)

    def __reduce__(self) -> Any:
        return type(self).named, self.content()

    def plain(self) -> str:
        """The name."""
        return self.name

    def _unbound(self) -> frozenset[Basic]:
        return frozenset((self,))


class Dummy(Symbol):
    """A name that is told from all others by a number.

    >>> Dummy("x") == Dummy("x"), Dummy("x", dummy_index=3) == Dummy("x", dummy_index=3)
    (False, True)
    """

    _numbers = count()

    def __new__(cls, name: str = "u", dummy_index: int | None = None, **_: Any) -> Any:
        """A new name, or that with the number."""
        return cls.named(name, next(cls._numbers) if dummy_index is None else dummy_index)

    @property
    def dummy_index(self) -> int:
        """Its number."""
        return int(self.content()[1])
