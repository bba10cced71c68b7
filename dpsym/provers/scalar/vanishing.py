"""What is positive since it vanishes nowhere: a fact that is positive would vanish there too."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import sympy
from sympy import Expr, S

from dpsym.provers.scalar.factoring import factored
from dpsym.provers.scalar.goal import Goal, Step, size
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.signs import Region

MAX_OPERATIONS = 60


def nonvanishing(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """A product of squares and sizes, of which each vanishes only where a fact would."""
    del search, depth
    if not goal.strict or not goal.positives or size(goal.expression) > MAX_OPERATIONS:
        return None
    bases, others = bases_of(goal.expression)
    if not bases or not all(map(region.positive, others)):
        return None
    told = (any(rest_of(f, base) is not None for f in goal.positives) for base in bases)
    return Step("nonvanishing", goal) if all(told) else None


def bases_of(expression: Expr) -> tuple[list[Expr], list[Expr]]:
    """What stands in even powers and sizes that are factors, and the other factors.

    >>> from sympy.abc import x, y
    >>> bases_of(2*x**2*y - 4*x*y + 2*y)
    ([x - 1], [2, y])
    """
    bases: list[Expr] = []
    others: list[Expr] = []
    for factor in sympy.Mul.make_args(factored(expression)):
        even = factor.is_Pow and factor.exp.is_Integer and factor.exp.is_even
        if even or isinstance(factor, sympy.Abs):
            bases.append(factor.args[0])
        else:
            others.append(factor)
    return bases, others


def rest_of(fact: Expr, base: Expr) -> Expr | None:
    """What a fact is a base, or its size, times; None where it is no such product.

    >>> from sympy.abc import x, y
    >>> rest_of(x*y - y, x - 1), rest_of(abs(x), x), rest_of(x + y, x)
    (y, 1, None)
    """
    if fact in (sympy.Abs(base), sympy.Abs(-base)):
        return S.One
    names: Iterable[Expr] = sorted(base.free_symbols, key=str)
    with suppress(sympy.PolynomialError):
        quotient, remainder = sympy.div(fact, base, *names)
        if remainder == 0 and not quotient.has(sympy.Abs):
            return quotient
    return None
