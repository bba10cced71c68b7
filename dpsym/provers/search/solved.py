"""Counterexamples where hypotheses are equations between numbers: solved, not searched for.

An equation that is linear in a name says what the name is; one in a single name has roots, which
may be irrational. The claim with the value in the place of the name is searched instead, and the
point that is found is a counterexample with the value beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress

from sympy import (
    Basic,
    Eq,
    Expr,
    Le,
    Lt,
    Poly,
    PolynomialError,
    Pow,
    S,
    Symbol,
    expand,
    fraction,
    roots,
    sqrt,
    together,
)

from dpsym.language.claim import Claim
from dpsym.language.domains import Interval
from dpsym.language.parser import parse_expression
from dpsym.language.printing import text
from dpsym.provers.restate import is_numeric, restate, substitute
from dpsym.provers.search.certify import witness_at
from dpsym.verdict import Witness

MOST_ROOTS, HIGHEST = 4, 4
"""Roots of an equation that are tried; its largest degree."""


def solved_witness(claim: Claim, search: Callable[[Claim], Witness | None]) -> Witness | None:
    """A counterexample at a solution of an equation that is assumed, or None.

    Args:
        claim: the claim.
        search: what looks for a counterexample to a claim with one name less.

    Guarantees:
        those of :func:`~dpsym.provers.search.certify.witness_at`.
    """
    for number, hypothesis in enumerate(claim.hypotheses):
        if not isinstance(hypothesis, Eq) or not is_numeric(hypothesis):
            continue
        others = (*claim.hypotheses[:number], *claim.hypotheses[number + 1 :])
        for name, value in solutions(claim, hypothesis):
            less = without(claim, others, {name: value})
            found = None if less is None else found_at(less, search)
            if found is not None:
                every = {**found, name: value.xreplace(found)}
                named = {n: parse_expression(text(every[n])) for n, _ in claim.domains}
                witness = witness_at(claim, named)
                if witness is not None:
                    return witness
        return None
    return None


def solutions(claim: Claim, equation: Basic) -> Iterator[tuple[Symbol, Expr]]:
    """The values of one name with which the equation holds: the first in which it is linear, or in
    which it is so without denominators, or of which it has the square alone.
    """
    gap = expand(equation.lhs - equation.rhs)
    names = [n for n, d in claim.scalars() if isinstance(d, Interval) and gap.has(n)]
    for name in names:
        factor = gap.coeff(name)
        rest = gap - factor * name
        if factor.is_Rational and factor != 0 and not rest.has(name):
            yield name, -rest / factor
            return
    above = expand(fraction(together(gap))[0])
    for name in names if len(names) > 1 else ():
        factor = above.coeff(name)
        rest = expand(above - factor * name)
        if factor != 0 and not rest.has(name):
            yield name, -rest / factor
            return
    for name in names if len(names) > 1 else ():
        factor = above.coeff(name, 2)
        rest = expand(above - factor * name**2)
        if factor.is_Rational and factor != 0 and not rest.has(name):
            root = sqrt(expand(-rest / factor))
            yield name, root
            if dict(claim.domains)[name].lower < 0:
                yield name, -root
            return
    if len(names) == 1:
        with suppress(PolynomialError):
            polynomial = Poly(gap, names[0])
            if polynomial.degree() <= HIGHEST and polynomial.free_symbols == set(names):
                real = [root for root in roots(polynomial) if root.is_real]
                yield from ((names[0], root) for root in sorted(real)[:MOST_ROOTS])


def without(claim: Claim, others: Sequence[Basic], values: Mapping[Basic, Expr]) -> Claim | None:
    """The claim with values for names, which lie in their domains, and of its hypotheses others."""
    ends = []
    for name, value in values.items():
        domain = dict(claim.domains)[name]
        if domain.lower.is_finite:
            below = Lt if getattr(domain, "lower_open", False) else Le
            ends.append(below(domain.lower, value, evaluate=False))
        if domain.upper.is_finite:
            above = Lt if getattr(domain, "upper_open", False) else Le
            ends.append(above(value, domain.upper, evaluate=False))
    squares = (p.base for v in values.values() for p in v.atoms(Pow) if p.exp is S.Half)
    ends += [Le(0, base, evaluate=False) for base in squares]
    ends = [end for end in ends if end.free_symbols]
    assumed = (*ends, *others)
    return substitute(restate(claim, claim.conclusions, hypotheses=assumed), dict(values))


def found_at(claim: Claim, search: Callable[[Claim], Witness | None]) -> dict[Basic, Basic] | None:
    """The point of a counterexample to a claim, of which nothing may be left but numbers."""
    if not claim.domains:
        return {}
    witness = search(claim)
    if witness is None:
        return None
    names = {name.name: name for name, _ in claim.domains}
    return {names[name]: value for name, value in witness.point if name in names}
