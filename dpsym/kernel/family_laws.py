"""Compositions of families of mechanisms with known laws, as sums over the members."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from sympy import Basic, Expr, Product, S, Sum, Symbol

from dpsym.kernel.family_members import Reduced, about
from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.laws import bound_of, closed_form, signature
from dpsym.kernel.mechanisms import PAIRED, named, values_at
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.divergences import ADDITIVE
from dpsym.language.heads import ObjectName
from dpsym.language.indexed import is_experiment, is_whole
from dpsym.language.meaning import is_on_a_row, neighbouring_pairs


def written(goal: Goal) -> Reduced:
    """Assumed guarantees of compositions of members with known laws, as bounds of sums.

    On two neighbours, the same for all members, the law of the composition is the product of
    theirs, and divergences of Renyi, of any order, add over products. So the sum over the members
    of the closed form of one is below what the guarantee says. The members are one mechanism with
    other numbers: their databases are the same rows, and their closed forms one expression, which
    relies on nothing. Those in ``numbers`` are replaced; one at all orders is used where ``at``
    says, at orders that are the same for all members.

    Views of an even and of an odd number of ones differ, where all rounds run on two neighbours, by
    2*prod((p_i - q_i)/2) in their densities: the product of the total variations is below a delta
    that is said of them at epsilon 0.
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
    if is_experiment(hypothesis):
        yield from _of_parities(hypothesis)
        return
    families = frozenset[Symbol]() if index is None else index.names
    if not isinstance(hypothesis, PAIRED) or not is_whole(hypothesis.args[0]):
        raise Rejected((), f"{hypothesis} is no guarantee of a composition of a family")
    pairs, bounds = _known_pairs(hypothesis.args[0])
    numbers = {name for name, _ in goal.claim.domains if name not in families}
    values = values_at(goal, number, order, needed)
    for value, (p, q) in product(values, pairs):
        bound, _ = bound_of(hypothesis, p, q, order)
        divergence, limit = goal.put(named(bound, value), {order: value}).args
        if not isinstance(divergence, ADDITIVE):
            raise Rejected((), f"{divergence.func} of members does not add")
        used = {name for given in divergence.args[:-2] for name in given.free_symbols}
        if not used <= numbers:
            raise Rejected((), "the order is not one for all members")
        yield at_most(Sum(_of_one(divergence), bounds), limit)


def _of_parities(hypothesis: Basic) -> Iterator[Basic]:
    """What is said of the product of the total variations of the rounds of an experiment."""
    whole, *sides, epsilon, delta = hypothesis.args
    if set(sides) != set(PARITIES) or epsilon != 0:
        raise Rejected((), f"{hypothesis} says nothing of the total variation of two parities")
    pairs, bounds = _known_pairs(whole)
    for p, q in pairs:
        yield at_most(Product(_of_one(heads.TotalVariation(p, q)), bounds), delta)


def _known_pairs(whole: Basic) -> tuple[list[tuple[Basic, Basic]], tuple[Basic, ...]]:
    """The laws of the members on each two neighbours, and the range of the index."""
    member, bounds = whole.args
    if isinstance(whole, heads.Parallel) or not is_on_a_row(member) or member.has(ObjectName):
        raise Rejected((), f"{whole} is no composition of mechanisms with known laws")
    pairs = {signature(p, q): (p, q) for p, q in neighbouring_pairs(member)}
    return list(pairs.values()), tuple(bounds)


def _of_one(divergence: Basic) -> Expr:
    relied: list[Basic] = []
    one = closed_form(divergence, "", relied)
    if relied or one.has(Sum, heads.Head):
        raise Rejected((), f"{divergence} has no closed form that relies on nothing")
    return one


PARITIES = tuple(heads.Uniform(heads.Parity(bit)) for bit in (S.Zero, S.One))
"""The uniform laws on the vectors with an even and with an odd number of ones."""

__all__ = ["PARITIES", "written"]
