"""Powers with fractional exponents in a rational function of names, as powers of their roots."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import gcd, lcm
from typing import Any, Protocol

import sympy
from sympy import Dummy, Expr, Rational, S
from sympy.polys.polyerrors import PolynomialError

MAX_ROOT = 8


class Generators(Protocol):
    """Names in the place of what is no rational function, each with what it stands for."""

    value: dict[Expr, Expr]

    def translate(self, expr: Expr) -> Expr:
        """The expression in these names."""
        ...


@cache
def placeholder(name: str, **assumptions: bool) -> Dummy:
    """The one dummy of this name and sign; sympy remembers the rings and terms made of it."""
    return Dummy(name, **assumptions)


def solved(
    expr: Expr, relations: list[tuple[Any, Any]], roots: Iterable[Expr]
) -> tuple[Expr, list[tuple[Any, Any]]]:
    """Uses each relation ``root**q = c*g + rest`` with a number c to eliminate a generator g."""
    pending = list(relations)
    kept: list[tuple[Any, Any]] = []
    while pending:
        root, relation = pending.pop(0)
        for symbol in sorted(relation.free_symbols - set(roots), key=lambda s: s.sort_key()):
            polynomial = sympy.Poly(relation, symbol)
            if polynomial.degree() == 1 and polynomial.LC().is_number:
                value = {symbol: sympy.expand(-polynomial.nth(0) / polynomial.LC())}
                expr = expr.xreplace(value)
                pending = [(r, sympy.expand(rel.xreplace(value))) for r, rel in pending]
                kept = [(r, sympy.expand(rel.xreplace(value))) for r, rel in kept]
                break
        else:
            kept.append((root, relation))
    return expr, kept


def without_roots(
    expr: Expr, generators: Generators
) -> tuple[Expr, dict[Expr, Expr], list[tuple[Any, Any]]]:
    """Replaces generators with fractional exponents by powers of their roots.

    Returns the expression, what every symbol stands for, and the relations ``root ** q -
    polynomial``.
    """
    powers: dict[Expr, list[Expr]] = {}
    for node in expr.atoms(sympy.Pow):
        if node.base in generators.value and node.exp.is_Rational:
            powers.setdefault(node.base, []).append(node)
    roots: dict[Expr, Expr] = {}
    replacements: dict[Expr, Expr] = {}
    relations: list[tuple[Any, Any]] = []
    for generator, nodes in powers.items():
        base = generators.value[generator]
        q = lcm(*(int(node.exp.q) for node in nodes))
        if q == 1:
            continue
        argument = S.One if base is S.Exp1 else base.args[0] if base.func is sympy.exp else None
        unit = Rational(1, q) if argument is None else _unit(expr, generator, nodes)
        size = q if argument is None else max(abs(node.exp) for node in nodes) / unit
        if q > MAX_ROOT and size > MAX_ROOT:
            if not base.is_number:
                raise PolynomialError("a root of too high an order")
            for node in (node for node in nodes if not node.exp.is_Integer):
                replacements[node] = placeholder(f"r{len(roots)}", positive=True)
                roots[replacements[node]] = node.xreplace(generators.value)
            continue
        root = placeholder(f"r{len(roots)}", nonnegative=True)
        roots[root] = base**unit if argument is None else sympy.exp(argument * unit)
        replacements[generator] = root ** (1 / unit)
        translated = generators.translate(base)
        if base.is_Add or (base.is_Mul and translated.is_polynomial(*translated.free_symbols)):
            relations.append((root, root**q - translated))
    if replacements:
        expr = expr.xreplace(replacements)
        relations = [(root, rel.xreplace(replacements)) for root, rel in relations]
    return expr, {**generators.value, **roots}, relations


def _unit(expr: Expr, generator: Expr, nodes: list[Expr]) -> Rational:
    """The unit of all exponents of a generator."""
    alone = expr.xreplace(dict.fromkeys(nodes, S.One)).has(generator)
    return unit([node.exp for node in nodes] + [S.One] * alone)


def unit(numbers: Iterable[Rational]) -> Rational:
    """The largest number of which all are multiples.

    >>> unit([Rational(31, 50), Rational(31, 25)])
    31/50
    """
    parts = [(int(n.p), int(n.q)) for n in numbers]
    return Rational(gcd(*(p for p, _ in parts)), lcm(*(q for _, q in parts)))
