"""Walks over sympy's expressions without a generator for each level, which take a tenth of all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Basic
from sympy.core import traversal
from sympy.utilities.iterables import iterable

_recursive = traversal.preorder_traversal._preorder_traversal


def _walk(walk: Any, node: Any, keys: Any) -> Iterator[Any]:
    """The nodes below one, each before its arguments; with keys, as sympy sorts them."""
    if keys:
        yield from _recursive(walk, node, keys)
        return
    left = [node]
    while left:
        node = left.pop()
        yield node
        if walk._skip_flag:
            walk._skip_flag = False
        elif isinstance(node, Basic):
            left.extend(node.args[::-1])
        elif iterable(node):
            left.extend(reversed(list(node)))


def _atoms(node: Any, *kinds: Any) -> set[Any]:
    """The nodes below one that are of a kind; without kinds those without arguments."""
    wanted = tuple(kind if isinstance(kind, type) else type(kind) for kind in kinds)
    found = set()
    left = [node]
    while left:
        node = left.pop()
        args = getattr(node, "args", ())
        left.extend(args)
        if isinstance(node, wanted) if wanted else not args:
            found.add(node)
    return found


traversal.preorder_traversal._preorder_traversal = _walk
Basic.atoms = _atoms
