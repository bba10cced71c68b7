"""Families of rounds in an experiment: what is between its hypotheses, from what the rounds are.

A conclusion ``HypothesisDP(Compose(M[i], (i, 1, k)), A, B, epsilon, delta)`` is reduced to claims
about families without experiments, which are shown by induction on the number of members, and to
plain claims. Hypotheses that speak of an experiment are used by one way alone. Any conclusion is
reduced where what is assumed of a composition is written out: :mod:`dpsym.kernel.family_laws`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dpsym.algebra import (
    Add,
    Basic,
    Expr,
    Integer,
    Max,
    Min,
    Product,
    S,
    Sum,
    Symbol,
    Tuple,
    exp,
    log,
)
from dpsym.kernel.families import Schema, induction, new_name
from dpsym.kernel.family_laws import PARITIES, of_response, optimal_delta, written
from dpsym.kernel.family_members import (
    MONOTONE,
    Reduced,
    about,
    alike,
    bits,
    covered,
    experiment_of,
    kept,
    of_member,
    require_vectors,
    rounds_of,
)
from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.implications import plain
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.rows import DATA, DOMINATION
from dpsym.kernel.terms import substitute
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.construct import lossless
from dpsym.language.heads import Each, ObjectName, Ones
from dpsym.language.indexed import Member, bound_names, is_experiment, is_whole
from dpsym.language.parser import parse_atom


def families(goal: Goal) -> list[Claim]:
    """Claims about families, by induction; experiments of families, by what they are reduced to.

    The parameter 'way' says how a conclusion is reduced to other claims about families, 'between'
    what is shown by induction, with a way one list for each of these. Rounds that are written out
    are any of which it is 'said' what these satisfy. What is added up of each member has a value,
    also in hypotheses that are not used.
    """
    if "way" not in goal.params:
        return induction(goal)
    bodies = Schema.of(goal.claim, ()).bodies()
    if "said" in goal.params:
        shown, goal = named(goal)
        bodies += induction(Goal(shown, {"between": []}, goal.children, goal.axioms))
        bodies += Schema.of(goal.claim, ()).bodies()
    needed, reduced = reduction(goal)
    needed += bodies
    between = goal.params.get("between")
    if not isinstance(between, list) or len(between) != len(reduced):
        raise Rejected((), "what is between is wanted for each claim about families")
    for claim, texts in zip(reduced, between, strict=True):
        needed += induction(Goal(claim, {"between": texts}, goal.children, goal.axioms))
    return needed


def reduction(goal: Goal) -> Reduced:
    """What a conclusion follows from, in the way of the parameters."""
    if len(goal.claim.conclusions) != 1:
        raise Rejected((), "one conclusion alone is reduced")
    way = goal.params.get("way")
    if way not in WAYS:
        raise Rejected((), f"there is no way {way!r}")
    return WAYS[way](goal)


def together(goal: Goal) -> Reduced:
    """A guarantee against any vectors, from the same one of the composition.

    What each member is known to satisfy, it satisfies on the pair of databases that an adversary
    chooses, in either order. So what follows from it for the adaptive composition holds between the
    views under two vectors that differ everywhere; under any two, whose views are images of such,
    with the answers where bits agree drawn afresh; and, since hockey sticks are convex, under any
    laws on vectors.
    """
    whole, _, sides, bounds = experiment_of(goal)
    require_vectors(sides)
    goal.axioms.add(DATA)
    return about(goal, kept(goal), heads.ApproxDP(whole, *bounds))


def uniform(goal: Goal) -> Reduced:
    """No record against the uniform law on all vectors, or on all but the one without ones.

    As :func:`dpsym.kernel.databases.uniform_prior`, for as many rounds within (e_i, d_i) as there
    are: with E_i = exp(e_i) the ratio is ``(prod(1 + E_i) - c)/n`` with n = 2**k - c, and the
    deltas are ``2**(k-1)*sum(d_i)/n`` and, for c = 1, ``prod(1 + 1/E_i)*sum(d_i/(1 + E_i))``
    divided by ``prod(1 + 1/E_i) - 1``. For c = 0 both are made of one number of each round.
    """
    _, name, sides, (epsilon, delta) = experiment_of(goal)
    index = goal.claim.index
    assert index is not None
    count = index.count
    least = [c for c in (0, 1) if _is_prior(sides, c, count)]
    if not least:
        raise Rejected((), "the hypotheses are not no record and a uniform law")
    goal.axioms |= {DATA, DOMINATION}
    hypothesis = _hypothesis(goal, "number")
    said = of_member(hypothesis)
    if not isinstance(said, heads.PureDP | heads.ApproxDP) or said.args[0].args[0] != name:
        raise Rejected((), f"{hypothesis} says nothing of each round")
    bounds = hypothesis.args[1]
    own, lost = (*said.args[1:], S.Zero)[:2]
    limits = [at_most(S.Zero, own), at_most(S.Zero, lost), at_most(lost, S.One)]
    each = [Each(limit, bounds) for limit in limits if limit.lhs != limit.rhs]
    odds = 1 + exp(own)
    deltas: list[Expr] = [S.Zero]
    if least[0] == 0:
        ratio: Expr = Product(odds / 2, tuple(bounds))
        deltas += [Sum(lost, tuple(bounds)) / 2] if lost != 0 else []
    else:
        others = 2**count - 1
        ratio = (Product(odds, tuple(bounds)) - 1) / others
        if lost != 0:
            against = Product(1 + exp(-own), tuple(bounds))
            mean = Sum(lost / odds, tuple(bounds))
            deltas += [2 ** (count - 1) * Sum(lost, tuple(bounds)) / others]
            deltas += [against * mean / (against - 1)]
    needed = [at_most(log(ratio), epsilon), *(at_most(bound, delta) for bound in deltas)]
    return about(goal, kept(goal), *each, *needed)


def _hypothesis(goal: Goal, key: str) -> Basic:
    """The hypothesis of the claim whose place is a parameter."""
    number = goal.params.get(key)
    if not isinstance(number, int) or not 0 <= number < len(goal.claim.hypotheses):
        raise Rejected((), f"there is no hypothesis {number!r}")
    return goal.claim.hypotheses[number]


def _is_prior(sides: tuple[Basic, Basic], least: int, count: Symbol) -> bool:
    some = heads.Uniform(Ones(Integer(least), count))
    return set(sides) in ({Ones(0), some}, {Ones(0, 0), some})


def known(goal: Goal) -> Reduced:
    """A guarantee against vectors, from a hypothesis about others on the same rounds.

    Either the same, or all laws whose vectors differ in no more rounds than those of the hypothesis
    do: it covers each n rounds. The adversary draws the answers of rounds that agree itself.
    """
    _, name, sides, bounds = experiment_of(goal)
    index = goal.claim.index
    assert index is not None
    given = _hypothesis(goal, "number")
    if not is_experiment(given) or rounds_of(given.args[0]) != name:
        raise Rejected((), f"{given} speaks of other rounds")
    needed = [at_most(*pair) for pair in zip(given.args[3:], bounds, strict=True)]
    theirs = given.args[1:3]
    if set(theirs) != set(sides):
        require_vectors(sides)
        goal.axioms.add(DATA)
        n = _all_on(theirs)
        if n != index.count:
            most = lossless(Add, *(_most_ones(side, index.count) for side in sides))
            needed += [at_most(n, index.count), at_most(lossless(Min, most, index.count), n)]
    return about(goal, goal.numeric(), *needed)


def _all_on(sides: Sequence[Basic]) -> Expr:
    """The n for which vectors of two sides differ in any n rounds."""
    for one, other in (sides, sides[::-1]):
        if one in (Ones(0), Ones(0, 0)) and isinstance(other, Ones) and len(set(other.args)) == 1:
            return other.args[0]
        if one == other and isinstance(one, Ones) and one.args[0] == 0 and len(one.args) == 2:
            return one.args[1]
    raise Rejected((), "the hypothesis does not speak of any so many rounds")


def _most_ones(side: Basic, count: Symbol) -> Expr:
    if isinstance(side, Ones):
        return side.args[-1]
    if isinstance(side, heads.Every | heads.Uniform):
        most = {_most_ones(part, count) for part in side.args}
        return most.pop() if len(most) == 1 else lossless(Max, *most)
    return count


def responses(goal: Goal) -> Reduced:
    """What holds for canonical responses with the numbers of the members holds for these.

    Each member is on every pair of neighbours an image of its response, also as the answers before
    and other members' questions choose it, and responses to exchanged databases are one another's
    mirror images: what the members show is an image of what their responses do, under any vectors.
    Where vectors agree it is one of less. Guarantees survive processing.
    """
    atom = plain(goal.claim.conclusions[0])
    given = plain(_hypothesis(goal, "number"))
    ours, theirs = (_compared(a) for a in (atom, given))
    if not isinstance(atom, MONOTONE) or given.func != atom.func or not is_whole(theirs[0]):
        raise Rejected((), f"{given} is another guarantee")
    if theirs[1:] and theirs[1:] != ours[1:]:
        raise Rejected((), f"{given} compares other hypotheses")
    if ours[1:]:
        require_vectors(ours[1:])
    own, bounds, each = _within(goal, ours[0])
    response, (bound, _, _) = theirs[0].args
    if isinstance(theirs[0], heads.Parallel) or response not in (
        substitute(one, {bounds[0]: bound})
        for one in (heads.CanonicalRR(*own), *([heads.RandomizedResponse(own[0])] * (own[1] == 0)))
    ):
        raise Rejected((), f"{theirs[0]} composes other responses")
    if isinstance(atom, heads.RenyiDP) and given.args[1] != atom.args[1]:
        raise Rejected((), "the orders differ")
    pairs = [at_most(*p) for p in zip(given.args[1:], atom.args[1:], strict=True)]
    return about(goal, goal.numeric(), *each, *pairs)


def _within(goal: Goal, whole: Basic) -> tuple[tuple[Expr, Expr], Tuple, list[Basic]]:
    """The epsilon and delta of each round by the hypothesis 'each', their range, and their limits.

    Each member is on every pair an image of the response with these numbers. Rounds that are
    written out as responses have their own.
    """
    if not is_whole(whole) or isinstance(whole, heads.Parallel):
        raise Rejected((), "the conclusion is about no composition of a family")
    own, bounds = of_response(whole), whole.args[1]
    goal.axioms.add(DATA)
    if own is None:
        hypothesis, name = _hypothesis(goal, "each"), rounds_of(whole)
        said = of_member(hypothesis)
        if not isinstance(said, heads.PureDP | heads.ApproxDP) or said.args[0].args[0] != name:
            raise Rejected((), f"{hypothesis} says nothing of each member")
        own, bounds = (*said.args[1:], S.Zero)[:2], hypothesis.args[1]
        goal.axioms.add(DOMINATION)
    limits = [at_most(S.Zero, own[0]), at_most(S.Zero, own[1]), at_most(own[1], S.One)]
    return own, bounds, [Each(limit, bounds) for limit in limits if limit.lhs != limit.rhs]


def optimal(goal: Goal) -> Reduced:
    """What rounds within (e_i, d_i) show at any epsilon: what canonical responses do on one pair.

    The views are images of those of responses, as for :func:`responses`, which has the reasons; of
    responses on one pair the delta is known in closed form. They attain it:
    :func:`dpsym.kernel.family_laws.written`. That epsilon has a value is shown apart, since in the
    closed form parts of it may cancel.
    """
    atom = plain(goal.claim.conclusions[0])
    whole, *sides = _compared(atom)
    if not isinstance(atom, heads.ApproxDP):
        raise Rejected((), f"{atom} bounds no hockey stick")
    if sides:
        require_vectors(sides)
    own, bounds, each = _within(goal, whole)
    _, epsilon, delta = atom.args
    bound = optimal_delta(goal, epsilon, own, bounds)
    needed = [at_most(epsilon, epsilon), at_most(bound, delta)]
    return about(goal, goal.numeric(), *each, *needed)


def named(goal: Goal) -> tuple[Claim, Goal]:
    """What holds of any members within a guarantee holds of rounds that are written out.

    Each of these answers once, and satisfies what is 'said', which is to be shown. The members of a
    family of mechanisms are any that do, with any databases: so also these. Nothing else is assumed
    of mechanisms.
    """
    conclusion = goal.claim.conclusions[0]
    if len(goal.claim.conclusions) != 1 or not is_experiment(conclusion):
        raise Rejected((), "the conclusion compares no hypotheses about a family of rounds")
    whole = conclusion.args[0]
    written, bounds = whole.args
    if isinstance(written, Member) or written.has(ObjectName, heads.InteractiveMechanism):
        raise Rejected((), f"{written} is not written out")
    said = plain(parse_atom(str(goal.params["said"])))
    names = {name for name, _ in goal.claim.domains} | {bounds[0]}
    if not isinstance(said, MONOTONE) or said.args[0] != written or said.free_symbols - names:
        raise Rejected((), f"{said} is no guarantee of {written}")
    bound = {name for atom in goal.claim.atoms for name in bound_names(atom)}
    member = Member(ObjectName(new_name("N", {n.name for n in names | bound})), bounds[0])
    assumed = (*goal.numeric(), Each(said.func(member, *said.args[1:]), bounds))
    concluded = conclusion.func(whole.func(member, bounds), *conclusion.args[1:])
    (shown,) = about(goal, goal.numeric(), Each(said, bounds))[1]
    (general,) = about(goal, assumed, concluded)[1]
    return shown, Goal(general, goal.params, goal.children, goal.axioms)


def parity(goal: Goal) -> Reduced:
    """An even against an odd number of ones, from the total variation of each round.

    With the laws p_i and q_i of round i after the answers before, the uniform laws on the vectors
    of the two parities have views whose densities differ by 2*prod((p_i - q_i)/2). What any choice
    of databases makes of round i integrates to abs(p_i - q_i) <= 2*t_i, the last round first: so
    the total variation of the views is at most prod(t_i), of either order of the two. Hockey sticks
    are no larger at epsilon >= 0. Rounds may be written out; 'variation' says what each t_i is.
    """
    conclusion = goal.claim.conclusions[0]
    if not is_experiment(conclusion) or set(conclusion.args[1:3]) != set(PARITIES):
        raise Rejected((), "the conclusion does not compare the two parities of a family of rounds")
    whole, _, _, epsilon, delta = conclusion.args
    answer, bounds = whole.args
    if answer.has(heads.InteractiveMechanism):
        raise Rejected((), f"{answer} answers more than once")
    apart = goal.expression(goal.params.get("variation"))
    if apart.free_symbols - {*(name for name, _ in goal.claim.domains), bounds[0]}:
        raise Rejected((), f"{apart} has names that the claim does not have")
    each = Each(heads.ApproxDP(answer, S.Zero, apart), bounds)
    total = Product(apart, tuple(bounds))
    return about(goal, kept(goal), each, at_most(S.Zero, epsilon), at_most(total, delta))


def _compared(atom: Basic) -> tuple[Basic, ...]:
    """What a guarantee is about, and the hypotheses that it compares, if any."""
    about = atom.args[0]
    return tuple(about.args) if isinstance(about, heads.Hypotheses) else (about,)


WAYS: dict[str, Callable[[Goal], Reduced]] = {
    "known": known,
    "responses": responses,
    "optimal": optimal,
    "covered": covered,
    "bits": bits,
    "uniform": uniform,
    "alike": alike,
    "together": together,
    "written": written,
    "parity": parity,
}
