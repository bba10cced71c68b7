"""Families with an index: their members, and what ranges over all of them.

The nodes by which a claim speaks of as many mechanisms and numbers as a name says. What such a
claim means is the claims with so many members written out: :mod:`dpsym.language.families`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from dpsym.algebra import (
    Basic,
    BooleanFunction,
    Expr,
    Function,
    Product,
    S,
    Sum,
    Symbol,
    Tuple,
    preorder_traversal,
)
from dpsym.language.kinds import HypothesisHead, MechanismHead
from dpsym.language.notation import Notation


class Entry(Notation, Function):
    """``e[i]``: the number of a family at an index."""

    nargs = 2

    @classmethod
    def eval(cls, *args: Any) -> Any:  # noqa: D102
        return None

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        written = _subscripted(self, printer)
        return written if exp is None else rf"{{{written}}}^{{{exp}}}"


class Member(MechanismHead):
    """``M[i]``: the mechanism of a family at an index."""

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        return _subscripted(self, printer)


class Largest(Notation, Function):
    """``Max(e[i], (i, 1, k))``: the largest number of a family."""

    nargs = 2

    @classmethod
    def eval(cls, *args: Any) -> Any:  # noqa: D102
        return None

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        body, (index, first, last) = self.args
        low, high = printer._print(first), printer._print(last)
        under = rf"{low} \le {printer._print(index)} \le {high}"
        return rf"\left(\max_{{{under}}} {printer._print(body)}\right)" + (
            "" if exp is None else f"^{{{exp}}}"
        )


class SubsetSum(Notation, Function):
    """``SubsetSum(f, b)``: the sum of f over all subsets, which the bits ``b[i]`` tell apart."""

    nargs = 2

    @classmethod
    def eval(cls, *args: Any) -> Any:  # noqa: D102
        return None

    @property
    def free_symbols(self) -> set[Basic]:
        """The names in the body but that of the bits."""
        body, bits = self.args
        return set(body.free_symbols) - {bits}

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        body, bits = self.args
        families = (node for node in preorder_traversal(body) if node.has(Entry))
        count = next(bounds[2] for bounds in map(range_of, families) if bounds)
        among = rf"{printer._print(bits)} \in \{{0, 1\}}^{{{printer._print(count)}}}"
        written = rf"\left(\sum_{{{among}}} {printer._print(body)}\right)"
        return written if exp is None else f"{written}^{{{exp}}}"


class Each(Notation, BooleanFunction):
    """``atom each i in 1..k``: the atom for every member of its families."""

    nargs = 2

    @classmethod
    def eval(cls, *args: Any) -> Any:  # noqa: D102
        return None

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        atom, (index, first, last) = self.args
        among = rf"{printer._print(first)}, \ldots, {printer._print(last)}"
        return rf"{printer._print(atom)} \text{{ for each }} {printer._print(index)} = {among}"


def _subscripted(node: Basic, printer: Any) -> str:
    name, index = map(printer._print, node.args)
    return rf"{{{name}}}_{{{index}}}" if "_" not in name else rf"\left({name}\right)_{{{index}}}"


OF_FAMILIES: tuple[type[Basic], ...] = (Member, Entry, Each, Largest, SubsetSum)
"""What is written of families beside the heads: the table that help and reference print."""
TOTALS = Sum | Product | Largest
"""What is made of the numbers of a family, one of all."""
_JOINED = ("Compose", "Concurrent", "Parallel")


def is_indexed(atoms: Iterable[Basic]) -> bool:
    """Whether atoms speak of families.

    >>> from sympy.abc import e, i
    >>> is_indexed([Entry(e, i) + 1]), is_indexed([e <= 1])
    (True, False)
    """
    return any(map(_atom_is_indexed, atoms))


@lru_cache(maxsize=50_000)
def _atom_is_indexed(atom: Basic) -> bool:
    return (
        bool(atom.has(Entry, Member, Largest, SubsetSum, Each, Product))
        or any(map(is_whole, atom.atoms(MechanismHead)))
        or any(map(is_vector, atom.atoms(HypothesisHead)))
    )


def is_whole(node: Basic) -> bool:
    """Whether a node is all members of a family of mechanisms, joined."""
    return (
        type(node).__name__ in _JOINED and len(node.args) == 2 and isinstance(node.args[1], Tuple)
    )


def is_experiment(atom: Basic) -> bool:
    """Whether an atom compares hypotheses about the databases that a family of rounds runs on."""
    return type(atom).__name__ == "HypothesisDP" and is_whole(atom.args[0])


def is_vector(node: Basic) -> bool:
    """Whether a node is the vector of the bits of a family, ``Bits(b[i], (i, 1, k))``."""
    return type(node).__name__ == "Bits" and len(node.args) == 2 and isinstance(node.args[1], Tuple)


def _binds(node: Basic) -> bool:
    return isinstance(node, Largest | Each) or is_whole(node) or is_vector(node)


def range_of(node: Basic) -> Tuple | None:
    """The range of an index that a node binds; None where it binds none.

    Of a sum of a sum over a family, which sympy joins, the outer one.
    """
    if isinstance(node, Sum | Product):
        return node.limits[-1] if len(node.limits) == 1 or node.has(Entry) else None
    return node.args[1] if _binds(node) else None


def body_of(node: Basic) -> Expr:
    """What stands under the range that a node binds."""
    first, *limits = node.args
    body: Expr = node.func(first, *limits[:-1]) if len(limits) > 1 else first
    return body


def running_of(total: Basic) -> list[Sum]:
    """The sums over the members before one, ``Sum(f, (j, 1, i - 1))`` where the range binds i."""
    bounds = range_of(total)
    assert bounds is not None
    nodes = set(preorder_traversal(body_of(total)))
    return sorted((n for n in nodes if is_running(n, bounds[0])), key=str)


def is_running(node: Basic, index: Basic) -> bool:
    """Whether a node is a sum over the members of families before the one at an index."""
    return (
        isinstance(node, Sum)
        and len(node.limits) == 1
        and node.limits[0][1:] == (S.One, index - 1)
        and node.limits[0][0] != index
        and node.function.has(Entry)
    )


def bound_names(node: Basic) -> Iterator[Symbol]:
    """The names that are bound somewhere in a node."""
    for part in preorder_traversal(node):
        yield from bound_here(part)


def bound_here(node: Basic) -> tuple[Symbol, ...]:
    """The names that a node itself binds."""
    if isinstance(node, Sum | Product):
        return tuple(node.variables)
    if isinstance(node, SubsetSum):
        return (node.args[1],)
    return (node.args[1].args[0],) if _binds(node) else ()


def vectors_of(atom: Basic) -> set[Basic]:
    """The vectors of the bits of families in an atom."""
    return {node for node in preorder_traversal(atom) if is_vector(node)}


def wholes_of(atom: Basic) -> set[Basic]:
    """The compositions of families in an atom."""
    return {node for node in preorder_traversal(atom) if is_whole(node)}


def outside_subsets(atom: Basic) -> Iterator[Basic]:
    """The nodes of an atom but those inside of sums over subsets."""
    nodes = preorder_traversal(atom)
    for node in nodes:
        yield node
        if isinstance(node, SubsetSum):
            nodes.skip()


def subset_sums_of(atom: Basic) -> list[SubsetSum]:
    """The sums over subsets in an atom, in order."""
    return sorted(atom.atoms(SubsetSum), key=str)


def totals_of(atom: Basic, count: Symbol) -> list[Basic]:
    """What an atom makes of the numbers of a family, in order; not for each subset of these."""
    found = (
        node
        for node in outside_subsets(atom)
        if isinstance(node, TOTALS) and _ends(range_of(node)) == (S.One, count)
    )
    return sorted(set(found), key=str)


def _ends(bounds: Tuple | None) -> tuple[Basic, Basic] | None:
    return None if bounds is None or len(bounds) != 3 else (bounds[1], bounds[2])
