"""Square roots of products as geometric means, which are at least the smaller factor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sympy import Add, Basic, Expr, Le, Lt, Min, Mul, Pow, S, exp, log

from dpsym.kernel.implications import plain
from dpsym.language.claim import Claim
from dpsym.language.printing import text
from dpsym.provers.contradiction import seems
from dpsym.provers.kernel_rules import asked_by
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, is_numeric, restate

MOST = 3


class GeometricMeans:
    """Roots of products of two factors on the larger side, with what they are at least beside it.

    Offered of polynomials and their roots, where the claim seems to hold with the smaller factors
    in the place of the roots.
    """

    name = "geometric means"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The bounds one after the other, and the claim that assumes them all."""
        atom = plain(claim.conclusions[0])
        if len(claim.conclusions) != 1 or not is_numeric(atom) or not isinstance(atom, Le | Lt):
            return
        bounds = {
            root: Min(*factors)
            for term in Add.make_args(atom.rhs - atom.lhs)
            for root, factors in _means(term)
        }
        if not 0 < len(bounds) <= MOST or len(atom.free_symbols) < 2 or atom.has(exp, log):
            return
        lower = atom.func(*(side.xreplace(bounds) for side in atom.args), evaluate=False)
        known = {plain(h) for h in claim.hypotheses}
        if any(at_most(b, r) in known for r, b in bounds.items()):
            return
        if isinstance(lower, Le | Lt) and seems(claim, lower, claim.hypotheses):
            yield from _cuts(claim, [(least, root) for root, least in bounds.items()])


def _means(term: Expr) -> Iterator[tuple[Expr, tuple[Expr, ...]]]:
    """The root of two factors that have names, if the term is a positive multiple of one."""
    factor, rest = term.as_coeff_Mul()
    roots = [part for part in Mul.make_args(rest) if isinstance(part, Pow) and part.exp is S.Half]
    inside = Mul(*(root.base for root in roots))
    factors = Mul.make_args(inside)
    named = len(factors) == 2 and all(part.free_symbols for part in factors)
    if factor > 0 and Mul(*roots) == rest and named:
        yield rest, factors


def _cuts(claim: Claim, bounds: Sequence[tuple[Expr, Basic]]) -> Iterator[Split]:
    (least, root), *others = bounds
    params = {"between": text(least), "limit": text(root)}
    words = "a geometric mean is at least the smaller number"
    found = asked_by("cut", claim, params)
    if len(found) < 2:
        return
    bound, after = (restate(goal, goal.conclusions) for goal in found[:2])
    if not others:
        yield Split((bound, after), words, (), params, "cut")
        return
    for inner in _cuts(after, others):
        yield Split((bound, *inner.subgoals), words, (), params, "cut", between=((after, inner),))
