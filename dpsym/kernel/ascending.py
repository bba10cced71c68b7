"""Divergences of one pair of laws at several orders, as numbers that are ordered and convex."""

from __future__ import annotations

from itertools import pairwise

from dpsym.algebra import Basic, Expr, S, Symbol
from dpsym.kernel.divergences import numbers
from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.rows import HOELDER, ORDER
from dpsym.kernel.terms import is_finite
from dpsym.language import heads
from dpsym.language.claim import Claim


def ascending(goal: Goal) -> list[Claim]:
    """Divergences are numbers, of which those of one pair of laws rise with their orders.

    And (a - 1)*Renyi(a) is convex in a, with slopes of at most the max-divergence. Where some are
    infinite, they are so from an order on; a line of any slope from the last order before it, or
    the slope itself for all, satisfies what is said of them and tends to what they are.
    """
    stated, *_ = numbers(goal)
    given = goal.texts("names")
    new = dict(zip(map(goal.expression, given.values()), map(Symbol, given), strict=True))
    chains = goal.params.get("chains")
    if not isinstance(chains, list) or not chains:
        raise Rejected((), "the parameter 'chains' is no list")
    known: list[Basic] = []
    needed: list[Basic] = []
    for chain in chains:
        if not isinstance(chain, list) or len(chain) < 2:
            raise Rejected((), "a chain is no list of several divergences")
        found = list(map(goal.expression, chain))
        if not set(found) <= set(new) or len({d.args[-2:] for d in found}) > 1:
            raise Rejected((), "a chain has divergences without names, or of several pairs of laws")
        orders = [_order(d, goal) for d in found]
        if S.Infinity in orders[:-1]:
            raise Rejected((), "no order is above that of the max-divergence")
        needed += [at_most(a, b) for a, b in pairwise(orders) if b is not S.Infinity]
        values = [new[d] for d in found]
        known += [at_most(a, b) for a, b in pairwise(values)]
        points = list(zip(orders, values, strict=True))
        known += map(_convex, points, points[1:], points[2:])
    goal.axioms |= {ORDER, HOELDER}
    (atom,) = stated.conclusions
    whole = Claim((*stated.hypotheses, *known), (atom,), stated.domains)
    return [whole, *map(goal.stating, needed)]


def _order(divergence: Basic, goal: Goal) -> Expr:
    if isinstance(divergence, heads.KL):
        return S.One
    if isinstance(divergence, heads.MaxDivergence):
        return S.Infinity
    if not isinstance(divergence, heads.Renyi):
        raise Rejected((), f"{divergence} has no order")
    order: Expr = divergence.args[0]
    if order is not S.Infinity and not is_finite(order, dict(goal.claim.domains)):
        raise Rejected((), f"the order of {divergence} may be infinite")
    return order


def _convex(low: tuple[Expr, Expr], middle: tuple[Expr, Expr], high: tuple[Expr, Expr]) -> Basic:
    """The moment in the middle is at most that on the line between the others."""
    (a, x), (b, y), (c, z) = low, middle, high
    if c is S.Infinity:
        return at_most((b - 1) * y, (a - 1) * x + (b - a) * z)
    return at_most((c - a) * (b - 1) * y, (c - b) * (a - 1) * x + (b - a) * (c - 1) * z)
