"""Which divergences are finite where the hypotheses of a claim hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sympy import Add, Basic, Eq, Expr, Gt, Lt
from sympy.core.relational import Relational

from dpsym.language.divergences import BOUNDED
from dpsym.language.heads import Divergence, MaxDivergence, Quantity

Sides = tuple[Expr, Expr, bool]


def finite_under(hypotheses: Iterable[Basic], *asked: Basic) -> frozenset[Basic]:
    """The divergences, also of what is asked about, that a chain of hypotheses bounds by numbers.

    No divergence is infinite where the max-divergence of the same laws is not.

    Guarantees:
        each is finite wherever all hypotheses hold; those that are never infinite are left out.

    >>> from dpsym.language.heads import KL, ChiSquared, ObjectName
    >>> P, Q = ObjectName("P"), ObjectName("Q")
    >>> finite_under([KL(P, Q) <= 5, KL(P, Q) <= ChiSquared(P, Q)])
    frozenset({KL(P, Q)})
    >>> sorted(finite_under([MaxDivergence(P, Q) <= 1], KL(P, Q) - KL(Q, P)), key=str)
    [KL(P, Q), MaxDivergence(P, Q)]
    """
    given = tuple(hypotheses)
    bounds = [sides for atom in given for sides in _bounds(atom)]
    spoken_of = set().union(*map(may_be_infinite, (*given, *asked)))
    known: set[Basic] = set()
    while True:
        found = {
            divergence
            for small, large, strict in bounds
            if strict or may_be_infinite(large) <= known
            for divergence in _terms(small)
        }
        found |= {q for q in spoken_of if isinstance(q, Divergence) and _largest(q) in known}
        if found <= known:
            return frozenset(known)
        known |= found


def _largest(divergence: Divergence) -> Basic:
    return MaxDivergence(*divergence.args[-2:])


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
