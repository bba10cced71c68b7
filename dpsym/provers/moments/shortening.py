"""Numbers with symbols written shortly, as far as that is cheap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from sympy import Basic, Dummy, Expr, Piecewise, cancel, expand, log, powsimp, simplify

SIMPLE, FACTORED = 25, 150
"""Operations of a number that is not too long for sympy to simplify, or to factor."""


@lru_cache(maxsize=20_000)
def short(number: Expr) -> Expr:
    """The number written shortly, as far as that is cheap."""
    ways = [number, *_shorter(number)]
    if number.has(log):
        # As names, since sympy takes logarithms of quotients apart and does not find them again.
        (alone,), logarithms = without_logarithms([number])
        ways += [way.xreplace(logarithms) for way in _shorter(alone)]
    return min(ways, key=lambda way: (way.has(Piecewise), way.count_ops()))


def _shorter(number: Expr) -> Iterator[Expr]:
    size = number.count_ops()
    yield powsimp(expand(number))
    if size <= SIMPLE:
        yield simplify(number)
    elif size <= FACTORED:
        yield number.factor()


def without_logarithms(numbers: Sequence[Expr]) -> tuple[list[Expr], dict[Basic, Expr]]:
    """Numbers with names for their logarithms, of a quotient and its inverse up to the sign."""
    known: dict[Expr, Dummy] = {}
    put: dict[Basic, Expr] = {}
    found: dict[Basic, Expr] = {}
    for node in sorted({node for number in numbers for node in number.atoms(log)}, key=str):
        inner, inverse = (cancel(way) for way in (node.args[0], 1 / node.args[0]))
        if inverse in known:
            put[node] = -known[inverse]
        elif inner in known:
            put[node] = known[inner]
        else:
            put[node] = known[inner] = Dummy("l", real=True)
            found[known[inner]] = node
    return [number.xreplace(put) for number in numbers], found
