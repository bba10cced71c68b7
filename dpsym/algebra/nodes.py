"""Nodes of expressions: immutable trees that are compared by what they are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, TypeVar

from dpsym.algebra.order import written_key

Node = TypeVar("Node", bound="Basic")

keep = object.__setattr__
CONVERTED: dict[type, Callable[[Any], Basic]] = {}
"""What of Python stands for a node: integers, fractions and truth values, each by what makes it."""
WRITERS: dict[str, Callable[[Basic], str]] = {}
"""How a node is written, in claims and elsewhere: the language says it when it is loaded."""


def node_of(value: Any) -> Any:
    """The node that a value stands for.

    Raises:
        TypeError: it stands for none, as a float does.

    >>> import dpsym.algebra.numbers
    >>> node_of(7), node_of((1, 2))
    (7, (1, 2))
    """
    if isinstance(value, Basic):
        return value
    if isinstance(value, tuple | list):
        return Tuple(*value)
    made = CONVERTED.get(type(value))
    if made is None:
        raise TypeError(f"{value!r} is no expression")
    return made(value)


class Basic:
    """A node: its class, and its arguments, which are nodes."""

    args: tuple[Any, ...]
    _hash: int
    rank: ClassVar[tuple[int, int]] = (5, 0)
    """Where nodes of a class stand among others in a sum as it is written."""

    is_Symbol = is_Number = is_Rational = is_Integer = False
    is_Add = is_Mul = is_Pow = is_Equality = is_Atom = is_Relational = is_total = False
    is_number = False

    def __new__(cls, *args: Any, **_: Any) -> Any:
        """The node of a class with these arguments, none of them evaluated."""
        return cls.made(*map(node_of, args))

    @classmethod
    def made(cls: type[Node], *args: Any) -> Node:
        """The node with these arguments, which are nodes, as they are."""
        made = object.__new__(cls)
        keep(made, "args", args)
        keep(made, "_hash", hash((cls.__name__, made.content())))
        return made

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable")

    def __reduce__(self) -> Any:
        return type(self).made, self.args

    def content(self) -> tuple[Any, ...]:
        """What tells the node from others of its class."""
        return self.args

    @property
    def func(self) -> Any:
        """What makes such a node of its arguments."""
        return type(self)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            type(self) is type(other)
            and self._hash == other._hash
            and self.content() == other.content()
        )

    def __repr__(self) -> str:
        if "str" in WRITERS:
            return WRITERS["str"](self)
        return self.plain()

    __str__ = __repr__

    def plain(self) -> str:
        """The node by the name of its class and its arguments."""
        name = type(self).__name__
        return f"{name}({', '.join(map(str, self.args))})" if self.args else name

    @property
    def free_symbols(self) -> set[Basic]:
        """The names that no node below this one binds."""
        found: frozenset[Basic] | None = self.__dict__.get("_free")
        if found is None:
            found = self._unbound()
            self.__dict__["_free"] = found
        return set(found)

    def _unbound(self) -> frozenset[Basic]:
        return frozenset().union(*(argument.free_symbols for argument in self.args))

    @property
    def is_commutative(self) -> bool:
        """Whether no tuple stands in it, as in the heads that stand last in a product."""
        known: bool | None = self.__dict__.get("_commutative")
        if known is None:
            known = self._commutes()
            self.__dict__["_commutative"] = known
        return known

    def _commutes(self) -> bool:
        return all(argument.is_commutative for argument in self.args)

    def is_familiar(self) -> bool:
        """Whether it is made of functions whose signs are said."""
        return all(argument.is_familiar() for argument in self.args)

    def has(self, *wanted: Any) -> bool:
        """Whether a node below this one, or itself, is one of those or of one of the classes."""
        kinds = tuple(kind for kind in wanted if isinstance(kind, type))
        nodes = {node_of(node) for node in wanted if not isinstance(node, type)}
        return any(isinstance(node, kinds) or node in nodes for node in _below(self))

    def atoms(self, *kinds: Any) -> set[Any]:
        """The nodes of these classes; without classes, those without arguments."""
        wanted = tuple(kind if isinstance(kind, type) else type(kind) for kind in kinds) or Atom
        return {node for node in _below(self) if isinstance(node, wanted)}

    def xreplace(self, values: Mapping[Any, Any]) -> Any:
        """The expression with nodes put for others, built anew above them."""
        if self in values:
            return values[self]
        args = tuple(argument.xreplace(values) for argument in self.args)
        unchanged = all(new is old for new, old in zip(args, self.args, strict=True))
        return self if unchanged else self.func(*args)

    def sort_key(self) -> Any:
        """By this nodes are sorted where they are written."""
        return written_key(self)

    def __iter__(self) -> Iterator[Any]:
        raise TypeError(f"{type(self).__name__} is no sequence")


class Atom(Basic):
    """A node without arguments."""

    is_Atom = True
    rank = (2, 0)


class Tuple(Basic):
    """A sequence of nodes.

    >>> list(Tuple(1, 2)), Tuple(1, 2)[0]
    ([1, 2], 1)
    """

    def _commutes(self) -> bool:
        return False

    def __len__(self) -> int:
        return len(self.args)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.args)

    def __getitem__(self, place: Any) -> Any:
        found = self.args[place]
        return Tuple.made(*found) if isinstance(place, slice) else found

    def plain(self) -> str:
        """As Python writes tuples."""
        return f"({', '.join(map(str, self.args))}{',' * (len(self.args) == 1)})"

    def __add__(self, other: Any) -> Any:
        return Tuple.made(*self.args, *map(node_of, other))

    def __eq__(self, other: object) -> bool:
        return self.args == other if type(other) is tuple else super().__eq__(other)

    def __hash__(self) -> int:
        return self._hash


class Boolean(Basic):
    """A node that is true or false."""


class BooleanFunction(Boolean):
    """A predicate on what its arguments are."""

    def __new__(cls, *args: Any, **_: Any) -> Any:
        """The predicate of these arguments."""
        return cls.made(*map(node_of, args))


def _below(node: Any) -> Iterator[Any]:
    """The nodes of an expression, in any order."""
    left = [node]
    while left:
        node = left.pop()
        yield node
        left.extend(node.args)


class preorder_traversal:
    """The nodes of an expression, each before its arguments.

    >>> walk = preorder_traversal(Tuple(Tuple(1), 2))
    >>> next(walk), next(walk), walk.skip(), next(walk)
    (((1,), 2), (1,), None, 2)
    """

    def __init__(self, node: Any) -> None:
        self._left: list[Any] = [node]
        self._args: tuple[Any, ...] = ()

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        self._left.extend(reversed(self._args))
        self._args = ()
        if not self._left:
            raise StopIteration
        node = self._left.pop()
        self._args = node.args
        return node

    def skip(self) -> None:
        """Leave out what stands below the last node."""
        self._args = ()


def postorder_traversal(node: Any) -> Iterator[Any]:
    """The nodes of an expression, each after its arguments."""
    for argument in node.args:
        yield from postorder_traversal(argument)
    yield node


def union(nodes: Iterable[Basic]) -> frozenset[Basic]:
    """The names that none of the nodes binds."""
    return frozenset().union(*(node.free_symbols for node in nodes))
