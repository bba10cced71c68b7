"""Finite laws as tuples of fractions, and the maps under which guarantees survive.

A *row* is a tuple of laws on the same outcomes: the laws of one mechanism on databases side by
side. Everything here is exact; a law becomes an expression of the language at the very end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import prod
from typing import Any

from sympy import Basic, Expr, Rational

from dpsym.arguments import exact, whole_number
from dpsym.errors import EvaluationError
from dpsym.language import heads
from dpsym.language.printing import text

Weights = tuple[Fraction, ...]
Row = tuple[Weights, ...]
Matrix = tuple[Weights, ...]


MOST = 1000
"""Outcomes, rows or databases that are drawn at most."""


def counted(name: str, value: Any, least: int = 1) -> int:
    """A number of outcomes, rows or databases, as somebody asks for them.

    Raises:
        DomainError: it is no whole number, too small or too large.

    >>> counted("size", 3)
    3
    """
    return whole_number(name, value, least, most=MOST)


def rational(value: Fraction) -> Expr:
    """The fraction as a sympy number.

    >>> rational(Fraction(2, 6))
    1/3
    """
    return Rational(value.numerator, value.denominator)


def fraction(value: Any, name: str = "value") -> Fraction:
    """The exact value of an integer, a fraction or a sympy rational.

    >>> fraction(Rational(3, 2))
    Fraction(3, 2)
    """
    if isinstance(value, Basic):
        if not value.is_Rational:
            raise EvaluationError(f"{name}={text(value)} is no rational; give an exact fraction")
        return Fraction(int(value.p), int(value.q))
    return exact(value, name)


def normalised(weights: Iterable[int | Fraction]) -> Weights:
    """The law proportional to these weights; weights that are all zero stand for the uniform law.

    >>> normalised([1, 3])
    (Fraction(1, 4), Fraction(3, 4))
    """
    listed = [Fraction(weight) for weight in weights]
    total = sum(listed)
    if total == 0:
        return (Fraction(1, len(listed)),) * len(listed)
    return tuple(weight / total for weight in listed)


def finite(weights: Weights) -> Expr:
    """The law as ``Finite(...)``.

    >>> finite(normalised([1, 1]))
    Finite(1/2, 1/2)
    """
    return heads.Finite(*map(rational, weights))


def mechanism(row: Row) -> Expr:
    """The row of laws as ``FiniteMechanism(...)``."""
    return heads.FiniteMechanism(*map(finite, row))


def weights_of(law: Basic) -> Weights:
    """The probabilities of a concrete law with finitely many outcomes, all rational.

    Raises:
        EvaluationError: the law has infinitely many outcomes, or irrational probabilities.

    >>> weights_of(heads.Product(heads.Bernoulli(Rational(1, 3)), heads.Finite(1)))
    (Fraction(2, 3), Fraction(1, 3))
    """
    if isinstance(law, heads.Finite):
        return tuple(map(fraction, law.args))
    if isinstance(law, heads.Bernoulli):
        p = fraction(law.args[0])
        return 1 - p, p
    if isinstance(law, heads.Mixture):
        t = fraction(law.args[0])
        first, second = map(weights_of, law.args[1:])
        return tuple(t * p + (1 - t) * q for p, q in zip(first, second, strict=True))
    if isinstance(law, heads.Product):
        return independent([weights_of(factor) for factor in law.args])
    if isinstance(law, heads.Pushforward):
        kernel = tuple(tuple(map(fraction, entries)) for entries in law.args[0].args)
        return post_processed(weights_of(law.args[1]), kernel)
    raise EvaluationError(f"{text(law)} has no finite list of rational probabilities")


def independent(laws: Sequence[Weights]) -> Weights:
    """The joint law of independent draws, the last one varying fastest."""
    return tuple(prod(entries, start=Fraction(1)) for entries in product(*laws))


def post_processed(law: Weights, kernel: Matrix) -> Weights:
    """The law of the kernel's output; row i of the kernel answers outcome i."""
    return tuple(
        sum((p * entry for p, entry in zip(law, column, strict=True) if p), Fraction(0))
        for column in zip(*kernel, strict=True)
    )


def mixed(weight: Fraction, first: Row, second: Row) -> Row:
    """``weight*first + (1 - weight)*second``, law by law on the same outcomes."""
    return tuple(
        tuple(weight * p + (1 - weight) * q for p, q in zip(left, right, strict=True))
        for left, right in zip(first, second, strict=True)
    )


def beside(weight: Fraction, first: Row, second: Row) -> Row:
    """``weight*first + (1 - weight)*second`` on disjoint outcomes."""
    return tuple(
        tuple(weight * p for p in left) + tuple((1 - weight) * q for q in right)
        for left, right in zip(first, second, strict=True)
    )


def contracted(row: Row, factor: Fraction) -> Row:
    """Every law moved toward the row's mean: ``mean + factor*(law - mean)``.

    Guarantees:
        every jointly quasi-convex divergence between two laws of the row is nondecreasing in
        ``factor`` on [0, 1], and zero at 0.
    """
    if factor == 1:
        return row
    mean = tuple(sum(entries, Fraction(0)) / len(row) for entries in zip(*row, strict=True))
    return mixed(factor, row, (mean,) * len(row))


def neighbours(row: Row) -> tuple[tuple[Weights, Weights], ...]:
    """The pairs of laws that stand side by side, each once."""
    return tuple(pairwise(row))
