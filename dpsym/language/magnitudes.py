"""Numbers of which more digits would be computed than there is room or time for."""

from __future__ import annotations

from collections.abc import Set

from dpsym.algebra import Abs, Basic, Function, Pow, Rational, log
from dpsym.algebra.enclosing import rises_too_far
from dpsym.algebra.limits import MAX_DIGITS as MAX_DIGITS

_LARGEST = 10**MAX_DIGITS


def nodes_beyond(value: Basic, known: Set[Basic]) -> set[Basic]:
    """The nodes of an expression but for those that are known and what is below them."""
    found: set[Basic] = set()
    left = [value]
    while left:
        node = left.pop()
        if node not in known and node not in found:
            found.add(node)
            left.extend(node.args)
    return found


def is_too_large(node: Basic) -> bool:
    """Whether a node is, or computes, a number of too many digits to be read or evaluated.

    >>> from dpsym.algebra import S, exp
    >>> is_too_large(exp(exp(S(20)))), is_too_large(exp(exp(exp(S(20)))))
    (False, True)
    """
    if isinstance(node, Rational):
        return bool(max(abs(int(node.p)), int(node.q)) >= _LARGEST)
    rises = isinstance(node, Pow | Function) and not isinstance(node, log | Abs)
    return bool(rises and rises_too_far(node))
