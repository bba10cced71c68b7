"""Scripts for Coq of maxima, sizes and erfc by those that the kernel's normal form keeps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy
from sympy import Dummy, Expr

from dpsym.coq.notation import coq
from dpsym.coq.polynomials import expression
from dpsym.coq.rewriting import Rewriting
from dpsym.coq.statements import indented
from dpsym.kernel.scalar_polynomials import Polynomial
from dpsym.kernel.terms import sign
from dpsym.numeric import polynomial, turned

Lines = list[str]


def largest(
    rewriting: Rewriting, node: Expr, texts: dict[Expr, str], values: dict[Expr, Expr]
) -> None:
    """The argument of a maximum or minimum that no other one evidently beats; a size is the
    maximum of a value and minus it.
    """
    read = polynomial(rewriting.value(node, values), rewriting.region)
    arguments = (*node.args, *(-part for part in node.args if node.func is sympy.Abs))
    for argument in arguments:
        value = rewriting.value(argument, values)
        if polynomial(value, rewriting.region) == read:
            found = coq(argument, texts)
            others = [other for other in arguments if other != argument]
            proof = beaten(rewriting, node.func, argument, others, texts)
            rewriting.rewrite(coq(node, texts), found, proof)
            texts[node], values[node] = found, value
            return
    for argument in node.args if node.func is sympy.Max else ():
        others = [other for other in node.args if other != argument]
        if all(sign(argument - other, rewriting.goal.domains) >= 1 for other in others):
            proof = beaten(rewriting, node.func, argument, others, texts)
            rewriting.rewrite(coq(node, texts), coq(argument, texts), proof)
            texts[node], values[node] = coq(argument, texts), rewriting.value(argument, values)
            return
    known = any(atom[0] == "Max" for monomial in read for atom, _ in monomial)
    pair = node.func is sympy.Max and len(node.args) == 2
    if rewriting.maxima > 1 and len(read) == 1 and known and pair:
        rewriting.put(node, scaled(rewriting, node, read, texts), texts, values)
        return
    alike(rewriting, node, texts, values)


def alike(
    rewriting: Rewriting, node: Expr, texts: dict[Expr, str], values: dict[Expr, Expr]
) -> None:
    """An extreme of the same arguments as one before it, in whatever order."""
    inner = [rewriting.value(argument, values) for argument in node.args]
    arguments = frozenset(frozenset(polynomial(v, rewriting.region).items()) for v in inner)
    found = rewriting.extremes.setdefault((node.func, arguments), coq(node, texts))
    rewriting.rewrite(coq(node, texts), found, ["dpsym_alike_extremes."])
    texts[node] = found


def scaled(rewriting: Rewriting, node: Expr, read: Polynomial, texts: Mapping[Expr, str]) -> Expr:
    """A maximum by the one that the kernel keeps for all its multiples."""
    ((monomial, times),) = read.items()
    atom = next(atom for atom, _ in monomial if atom[0] == "Max")
    parts = sorted((expression(dict(part)) for part in atom[1].key), key=sympy.default_sort_key)
    text = f"(Rmax {' '.join(map(rewriting.said, parts))})"
    if atom not in rewriting.kept:
        rewriting.kept[atom] = Dummy()
        rewriting.names[rewriting.kept[atom]] = text
        rewriting.ranged(rewriting.kept[atom], sympy.Max(*parts))
    factor = expression({frozenset((a, p) for a, p in monomial if a != atom): times})
    proof = [
        f"transitivity ({rewriting.said(factor)} * {text}).",
        "{",
        *indented([*rewriting.exponentials(), "dpsym_scaled."]),
        "}",
        "ring.",
    ]
    rewriting.rewrite(coq(node, texts), rewriting.said(factor * rewriting.kept[atom]), proof)
    return factor * rewriting.kept[atom]


def beaten(
    rewriting: Rewriting, head: Any, argument: Expr, others: list[Expr], texts: Mapping[Expr, str]
) -> Lines:
    """A script that proves that a maximum or minimum is one of its arguments."""
    lines: Lines = []
    for other in others:
        gap = other - argument if head is sympy.Min else argument - other
        same = all(coq(part, texts) == coq(part) for part in (argument, other))
        if same and not gap.is_Rational:
            lines += rewriting.script.block(
                f"0 <= {coq(gap)}", rewriting.script.signed(rewriting.goal, gap)
            )
    return [*lines, "dpsym_largest."]


def complement(
    rewriting: Rewriting, node: Expr, texts: dict[Expr, str], values: dict[Expr, Expr]
) -> None:
    """A value of erfc, or 2 without that at minus the argument, as the kernel does."""
    rewriting.put(node, _complement(rewriting, node, texts, values), texts, values)


def _complement(
    rewriting: Rewriting, node: Expr, texts: Mapping[Expr, str], values: Mapping[Expr, Expr]
) -> Expr:
    inner = node.args[0]
    if not turned(rewriting.value(inner, values), rewriting.region):
        return rewriting.same(node, texts, values)
    mirrored = sympy.erfc(-inner, evaluate=False)
    kept = rewriting.same(mirrored, texts, values)
    here, held = coq(mirrored, texts), rewriting.script.fresh("X")
    proof = [
        f"transitivity (2 - {here}).",
        "{ rewrite <- dpsym_erfc_opp; f_equal; dpsym_equal. }",
        f"assert ({held} : {here} = {rewriting.names[kept]}) by (f_equal; dpsym_equal).",
        f"try rewrite {held}; ring.",
    ]
    rewriting.rewrite(coq(node, texts), rewriting.said(2 - kept), proof)
    return 2 - kept
