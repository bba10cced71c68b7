"""Compositions of families of mechanisms with known laws, as sums over the members."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from dpsym.algebra import Basic, Expr, Max, Product, S, Sum, Symbol, Tuple, exp
from dpsym.kernel.family_members import Reduced, about
from dpsym.kernel.family_numbers import new_name
from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.laws import bound_of, closed_form, signature
from dpsym.kernel.mechanisms import PAIRED, named, values_at
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.divergences import ADDITIVE
from dpsym.language.heads import ObjectName
from dpsym.language.indexed import Entry, Largest, SubsetSum, is_experiment, is_whole
from dpsym.language.indices import Index
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

    Rounds of randomised responses, on one pair or in an experiment whose adversary chooses that
    pair in each round, have :func:`optimal_delta` for their delta at any epsilon.
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
    own = _of_responses(hypothesis, index)
    if own is not None:
        whole, *_, epsilon, delta = hypothesis.args
        yield at_most(optimal_delta(goal, epsilon, own, whole.args[1]), delta)
        return
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


def _of_responses(hypothesis: Basic, index: Index | None) -> tuple[Expr, Expr] | None:
    """The numbers of the responses of a family to one pair whose hockey stick is bounded, if so."""
    if not isinstance(hypothesis, heads.ApproxDP | heads.HypothesisDP) or index is None:
        return None
    whole, *sides, _, _ = hypothesis.args
    if not is_whole(whole) or (sides and set(sides) != {heads.Ones(0), heads.Ones(index.count)}):
        return None
    return of_response(whole)


def of_response(whole: Basic) -> tuple[Expr, Expr] | None:
    """The epsilon and delta of responses that a family of rounds is; None where it is of others."""
    answer = whole.args[0]
    if isinstance(whole, heads.Parallel):
        return None
    if isinstance(answer, heads.RandomizedResponse):
        return answer.args[0], S.Zero
    if isinstance(answer, heads.CanonicalRR):
        own, lost = answer.args
        return own, lost
    return None


def optimal_delta(goal: Goal, epsilon: Expr, numbers: tuple[Expr, Expr], bounds: Tuple) -> Expr:
    """The delta of canonical responses within (e_i, d_i), all on one pair, at any real epsilon.

    With D = prod(1 - d_i) and E_i = exp(e_i): outcomes in which some round fails have the mass
    1 - D under one law where the other has none, and else have none under the first. The others
    have, for the set S of rounds that answer the one bit, the masses D*prod_S(E_i)/prod(1 + E_i)
    and D*prod_notS(E_i)/prod(1 + E_i), as each response answers truly with odds E_i. So the hockey
    stick is 1 - D*(1 - sum_S max(exp(sum_S e_i) - exp(epsilon + sum_notS e_i), 0)/prod(1 + E_i)),
    the same for the laws exchanged, whose sets are the complements.

    Raises:
        Rejected: the largest of a family stands in epsilon, of which sympy takes no maximum.
    """
    own, lost = numbers
    if epsilon.has(Largest) or own.has(Largest):
        raise Rejected((), f"no sum over subsets is known with {epsilon}")
    bits = Symbol(new_name("b", goal.taken()))
    bit, limits = Entry(bits, bounds[0]), tuple(bounds)
    inside, outside = Sum(bit * own, limits), Sum((1 - bit) * own, limits)
    excess = SubsetSum(Max(exp(inside) - exp(epsilon + outside), 0), bits)
    share = excess / Product(1 + exp(own), limits)
    return share if lost == 0 else 1 - Product(1 - lost, limits) * (1 - share)


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
