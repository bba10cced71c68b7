"""Renyi divergences and likelihood ratios of interactive mechanisms, which factorise.

The moment ``sum p**alpha * q**(1 - alpha)`` of the views of mechanisms run at once is, for the
best adversary, the product of the moments of each: sums and maxima of nonnegative numbers commute
with nonnegative factors (Lyu 2022).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import arb, fmpq

from dpsym.errors import DomainError
from dpsym.games.concurrent import Value, larger
from dpsym.games.trees import Message, Node, Query, leaves


def moment(node: Node, alpha: int | fmpq | arb) -> Value | None:
    """The largest ``sum p**alpha * q**(1 - alpha)`` of a view; None where it is infinite.

    Rational where ``alpha`` is an integer, a ball otherwise. ``Renyi(alpha)`` of the worst view is
    its logarithm divided by alpha - 1.

    Raises:
        DomainError: alpha is not larger than 1.

    >>> from dpsym.games.trees import response
    >>> moment(response(2, 0), 2)
    3/2
    """
    if not alpha > 1:
        raise DomainError(f"alpha={alpha} is not larger than 1", remedy="give an order above 1")
    return _moment(node, _power(alpha))


def _power(alpha: Any) -> Callable[[fmpq, fmpq], Value]:
    if isinstance(alpha, int):
        return lambda p, q: p**alpha / q ** (alpha - 1)
    order = arb(alpha)
    return lambda p, q: arb(q) * (arb(p) / arb(q)) ** order


def _moment(node: Node, factor: Callable[[fmpq, fmpq], Value]) -> Value | None:
    if isinstance(node, Message):
        total: Value = fmpq(0)
        for branch in node.branches:
            if branch.first == 0:
                continue
            if branch.second == 0:
                return None
            below = _moment(branch.then, factor)
            if below is None:
                return None
            total += factor(branch.first, branch.second) * below
        return total
    if isinstance(node, Query):
        best: Value = fmpq(0)
        for option in node.options:
            below = _moment(option, factor)
            if below is None:
                return None
            best = larger(best, below)
        return best
    return fmpq(1)


def largest_ratio(node: Node) -> fmpq | None:
    """The largest likelihood ratio of a leaf, first database over second; None where infinite.

    Mechanisms run at once have the product of theirs.

    >>> from dpsym.games.trees import response
    >>> largest_ratio(response(2, 0))
    2
    """
    largest = fmpq(0)
    for first, second in leaves(node):
        if first != 0 and second == 0:
            return None
        if first != 0:
            largest = max(largest, first / second)
    return largest
