"""Compositions of families of mechanisms with known laws, as sums over the members."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from sympy import Basic, Expr, Sum, Symbol

from dpsym.kernel.family_members import Reduced, about
from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.laws import bound_of, closed_form, signature
from dpsym.kernel.mechanisms import PAIRED, named, values_at
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.divergences import ADDITIVE
from dpsym.language.heads import ObjectName
from dpsym.language.indexed import is_whole
from dpsym.language.meaning import is_on_a_row, neighbouring_pairs


def written(goal: Goal) -> Reduced:
    """Assumed guarantees of compositions of members with known laws, as bounds of sums.

    On two neighbours, the same for all members, the law of the composition is the product of
    theirs, and divergences of Renyi, of any order, add over products. So the sum over the members
    of the closed form of one is below what the guarantee says. The members are one mechanism with
    other numbers: their databases are the same rows, and their closed forms one expression, which
    relies on nothing. Those in ``numbers`` are replaced; one at all orders is used where ``at``
    says, at orders that are the same for all members.
    """
    (order,), chosen = goal.fresh("order"), goal.chosen()
    assumed: list[Basic] = []
    needed: list[Basic] = []
    for number, hypothesis in enumerate(goal.claim.hypotheses):
        if number in chosen:
            assumed += _bounds(goal, number, order, needed)
        else:
            assumed.append(hypothesis)
    reduced = about(goal, assumed, *goal.claim.conclusions)
    lemmas = about(goal, (), *needed)
    return reduced[0] + lemmas[0], reduced[1] + lemmas[1]


def _bounds(goal: Goal, number: int, order: Symbol, needed: list[Basic]) -> Iterator[Basic]:
    """What a hypothesis says of the sums over the members, for each pair of neighbours."""
    hypothesis, index = goal.claim.hypotheses[number], goal.claim.index
    families = frozenset[Symbol]() if index is None else index.names
    if not isinstance(hypothesis, PAIRED) or not is_whole(hypothesis.args[0]):
        raise Rejected((), f"{hypothesis} is no guarantee of a composition of a family")
    whole = hypothesis.args[0]
    member, bounds = whole.args
    if isinstance(whole, heads.Parallel) or not is_on_a_row(member) or member.has(ObjectName):
        raise Rejected((), f"{whole} is no composition of mechanisms with known laws")
    pairs = {signature(p, q): (p, q) for p, q in neighbouring_pairs(member)}
    numbers = {name for name, _ in goal.claim.domains if name not in families}
    values = values_at(goal, number, order, needed)
    for value, (p, q) in product(values, pairs.values()):
        bound, _ = bound_of(hypothesis, p, q, order)
        divergence, limit = goal.put(named(bound, value), {order: value}).args
        if not isinstance(divergence, ADDITIVE):
            raise Rejected((), f"{divergence.func} of members does not add")
        used = {name for given in divergence.args[:-2] for name in given.free_symbols}
        if not used <= numbers:
            raise Rejected((), "the order is not one for all members")
        yield at_most(_total(divergence, tuple(bounds)), limit)


def _total(divergence: Basic, bounds: tuple[Basic, ...]) -> Expr:
    relied: list[Basic] = []
    one = closed_form(divergence, "", relied)
    if relied or one.has(Sum, heads.Head):
        raise Rejected((), f"{divergence} has no closed form that relies on nothing")
    return Sum(one, bounds)


__all__ = ["written"]
