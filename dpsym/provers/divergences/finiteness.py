"""Which divergences are finite where the hypotheses of a claim hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sympy import Add, Basic, Eq, Expr, Gt, Lt
from sympy.core.relational import Relational

from dpsym.language.divergences import BOUNDED
from dpsym.language.heads import Quantity

Sides = tuple[Expr, Expr, bool]


def finite_under(hypotheses: Iterable[Basic]) -> frozenset[Basic]:
    """The divergences that a chain of hypotheses bounds by numbers.

    Guarantees:
        each is finite wherever all hypotheses hold; those that are never infinite are left out.

    >>> from dpsym.language.heads import KL, ChiSquared, ObjectName
    >>> P, Q = ObjectName("P"), ObjectName("Q")
    >>> finite_under([KL(P, Q) <= 5, KL(P, Q) <= ChiSquared(P, Q)])
    frozenset({KL(P, Q)})
    """
    bounds = [sides for atom in hypotheses for sides in _bounds(atom)]
    known: set[Basic] = set()
    while True:
        found = {
            divergence
            for small, large, strict in bounds
            if strict or may_be_infinite(large) <= known
            for divergence in _terms(small)
        }
        if found <= known:
            return frozenset(known)
        known |= found


def may_be_infinite(expression: Basic) -> set[Basic]:
    """The quantities in an expression that some laws make infinite."""
    return {node for node in expression.atoms(Quantity) if not isinstance(node, BOUNDED)}


def _bounds(atom: Basic) -> Iterator[Sides]:
    """The smaller and the larger side, and whether the smaller is less than some number."""
    if isinstance(atom, Eq):
        left, right = atom.args
        yield left, right, False
        yield right, left, False
    elif isinstance(atom, Relational):
        yield atom.lts, atom.gts, isinstance(atom, Lt | Gt)


def _terms(small: Expr) -> set[Basic]:
    """The divergences whose multiples by positive numbers add up to a side that is not infinite."""
    found: set[Basic] = set()
    for term in Add.make_args(small):
        factor, rest = term.as_coeff_Mul()
        if may_be_infinite(term):
            if not (factor.is_positive and may_be_infinite(term) == {rest}):
                return set()
            found.add(rest)
    return found
