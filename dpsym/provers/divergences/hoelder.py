"""Hoelder's inequality along chains of laws: Renyi divergences of growing order that add up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sympy import Basic, Expr, Lt, S, simplify

from dpsym.language.heads import Renyi

Chain = tuple[Expr, tuple[Basic, ...]]
"""A bound, and the relations between numbers that it needs."""


def chains(divergence: Basic, present: Iterable[Basic]) -> Iterator[Chain]:
    """Bounds of ``divergence`` by sums of multiples of those present, first the shortest.

    With the first step D(b; P, R) given, k is the number with (k*a - 1)/(k - 1) = b, and
    D(a; P, Q) <= k*a/(k*a - 1)*D(b; P, R) + D(k*a; R, Q); the rest is present or bounded in the
    same way (Bun and Steinke 2016, Lemma 5.2).
    """
    steps = [d for d in sorted(present, key=str) if isinstance(d, Renyi)]
    for length in range(1, len(steps)):
        yield from _of_length(divergence, steps, length)


def _of_length(divergence: Basic, steps: list[Basic], length: int) -> Iterator[Chain]:
    alpha, p, q = divergence.args
    for first in steps:
        beta, start, middle = first.args
        if start != p or middle in (p, q) or beta == alpha:
            continue
        growth = simplify((beta - 1) / (beta - alpha))
        order = simplify(growth * alpha)
        others = [step for step in steps if step is not first]
        for rest, needs in _rest(order, middle, q, others, length - 1):
            factor = simplify(order / (order - 1))
            needed = (Lt(S.One, growth, evaluate=False), Lt(S.One, alpha, evaluate=False))
            yield factor * first + rest, tuple(dict.fromkeys((*needed, *needs)))


def _rest(
    order: Expr, start: Basic, end: Basic, steps: list[Basic], length: int
) -> Iterator[Chain]:
    if length:
        yield from _of_length(Renyi(order, start, end), steps, length)
        return
    for step in steps:
        if step.args[1:] == (start, end) and simplify(step.args[0] - order) == 0:
            yield step, ()
