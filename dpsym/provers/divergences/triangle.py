"""Hockey sticks through a law between two others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from sympy import Add, Basic, Expr, exp, simplify


def detours(stick: Basic, present: Iterable[Basic]) -> Iterator[Expr]:
    """``H_a(P, Q) + exp(a)*H_b(Q, R)``, which is at least ``H_{a+b}(P, R)``.

    Add and subtract exp(a)*Q inside the positive part. Total variation is H_0.

    Args:
        stick: a hockey stick or a total variation.
        present: the divergences to choose from, of the same kind.

    >>> from dpsym.language.heads import ObjectName, TotalVariation
    >>> P, Q, R = (ObjectName(name) for name in "PQR")
    >>> list(detours(TotalVariation(P, R), [TotalVariation(P, Q), TotalVariation(Q, R)]))
    [TotalVariation(P, Q) + TotalVariation(Q, R)]
    """
    *threshold, p, r = stick.args
    steps = [d for d in sorted(present, key=str) if isinstance(d, type(stick))]
    for first, second in product(steps, steps):
        *a, start, middle = first.args
        *b, after, end = second.args
        if (start, middle, end) != (p, after, r) or not p != middle != r:
            continue
        if simplify(Add(*a, *b) - Add(*threshold)) == 0:
            yield first + exp(Add(*a)) * second
