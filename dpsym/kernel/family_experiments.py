"""Families of rounds in an experiment: what is between its hypotheses, from what the rounds are.

A conclusion ``HypothesisDP(Compose(M[i], (i, 1, k)), A, B, epsilon, delta)`` is reduced to claims
about families without experiments, which are shown by induction on the number of members, and to
plain claims. Hypotheses that speak of an experiment are used by one way alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product

from sympy import Abs, Add, Basic, Expr, Integer, Max, Min, Mul, Product, S, Sum, Symbol, exp, log

from dpsym.kernel.families import Schema, induction
from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.implications import plain
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.rows import DATA, DOMINATION
from dpsym.kernel.terms import substitute
from dpsym.language import heads
from dpsym.language.claim import Claim, make_claim
from dpsym.language.construct import lossless
from dpsym.language.heads import Each, Entry, ObjectName, Ones
from dpsym.language.indexed import Largest, Member, is_experiment, is_vector

Reduced = tuple[list[Claim], list[Claim]]
"""Plain claims, and claims about families without experiments."""
_OF_PAIRS = (
    heads.PureDP | heads.ApproxDP | heads.ZCDP | heads.ApproxZCDP | heads.BoundedZCDP
    | heads.RenyiDP | heads.MeanCDP | heads.GaussianDP | heads.BoundedRange
    | heads.ProbabilisticDP | heads.TailDP
)  # fmt: skip
_SCALED = heads.PureDP | heads.ApproxDP | heads.ZCDP | heads.RenyiDP


def families(goal: Goal) -> list[Claim]:
    """Claims about families, by induction; experiments of families, by what they are reduced to.

    The parameter 'way' says how an experiment is reduced, 'between' what is shown by induction, of
    an experiment one list for each claim about families to which it is reduced.
    """
    if not any(map(is_experiment, goal.claim.conclusions)):
        return induction(goal)
    needed, reduced = reduction(goal)
    between = goal.params.get("between")
    if not isinstance(between, list) or len(between) != len(reduced):
        raise Rejected((), "what is between is wanted for each claim about families")
    for claim, texts in zip(reduced, between, strict=True):
        needed += induction(Goal(claim, {"between": texts}, goal.children, goal.axioms))
    return needed


def reduction(goal: Goal) -> Reduced:
    """What an experiment of a family follows from, in the way of the parameters."""
    if len(goal.claim.conclusions) != 1:
        raise Rejected((), "an experiment of a family is concluded alone")
    way = goal.params.get("way")
    if way not in WAYS:
        raise Rejected((), f"there is no way {way!r}")
    return WAYS[way](goal)


def _parts(goal: Goal) -> tuple[Basic, ObjectName, tuple[Basic, Basic], tuple[Expr, Expr]]:
    """The rounds, the family that they are, the hypotheses, epsilon and delta of a conclusion."""
    experiment, first, second, *bounds = goal.claim.conclusions[0].args
    return experiment, _rounds(experiment), (first, second), tuple(bounds)


def _rounds(experiment: Basic) -> ObjectName:
    member = experiment.args[0]
    if not isinstance(member, Member):
        raise Rejected((), f"{experiment} runs what is made of the members of a family")
    name: ObjectName = member.args[0]
    return name


def _kept(goal: Goal) -> list[Basic]:
    """The hypotheses about numbers, and those that bound the divergences of a pair of a member."""
    return [h for h in goal.claim.hypotheses if not h.has(ObjectName) or _of_member(h) is not None]


def _of_member(hypothesis: Basic) -> Basic | None:
    """What a hypothesis says of each member of a family, if that bounds every pair of its laws.

    Each of these bounds holds for two equal laws where it holds for any pair, and for a pair in
    either order.
    """
    if not isinstance(hypothesis, Each):
        return None
    said = plain(hypothesis.args[0])
    if not isinstance(said, _OF_PAIRS) or not isinstance(said.args[0], Member):
        return None
    return None if any(part.has(ObjectName) for part in said.args[1:]) else said


def _about(goal: Goal, hypotheses: Iterable[Basic], *conclusions: Basic) -> Reduced:
    """Claims over the names of the goal that occur in them."""
    assumed = tuple(hypotheses)
    found: Reduced = [], []
    for conclusion in conclusions:
        used = {name for atom in (*assumed, conclusion) for name in atom.free_symbols}
        known = {name.name: domain for name, domain in goal.claim.domains if name in used}
        claim = make_claim(assumed, (conclusion,), known)
        found[claim.index is not None].append(claim)
    return found


def _joined(parts: Iterable[Reduced]) -> Reduced:
    plain_claims, about = [], []
    for one, other in parts:
        plain_claims += one
        about += other
    return plain_claims, about


def together(goal: Goal) -> Reduced:
    """A guarantee against any vectors, from the same one of the composition.

    What each member is known to satisfy, it satisfies on the pair of databases that an adversary
    chooses, in either order, and on two equal ones. So what follows from it for the adaptive
    composition holds between the views under any two vectors, and, since hockey sticks are
    convex, under any laws on vectors.
    """
    whole, _, sides, bounds = _parts(goal)
    _require_vectors(sides)
    goal.axioms.add(DATA)
    return _about(goal, _kept(goal), heads.ApproxDP(whole, *bounds))


def _require_vectors(sides: Iterable[Basic]) -> None:
    for side in sides:
        if isinstance(side, heads.Every | heads.Uniform):
            _require_vectors(side.args)
        elif not isinstance(side, Ones) and not is_vector(side):
            raise Rejected((), f"{side} is no hypothesis about every number of rounds")


def bits(goal: Goal) -> Reduced:
    """A guarantee between vectors, from a composition whose members say nothing where they agree.

    Under the vectors u and v round i runs on two databases if a = abs(u_i - v_i) is 1, and has one
    law if a is 0: it is a mechanism within the guarantees of the member times a. The adaptive
    composition of these on one pair is the experiment. Laws on several vectors are mixtures, and
    hockey sticks are convex.
    """
    whole, name, sides, bounds = _parts(goal)
    goal.axioms.add(DATA)
    found: list[Reduced] = []
    pairs = dict.fromkeys(product(*map(_vectors_of(goal), sides)))
    for place, (one, other) in enumerate(pairs):
        if one == other:
            found.append(_about(goal, _numeric(goal), *(at_most(S.Zero, b) for b in bounds)))
        elif (other, one) not in list(pairs)[:place]:
            assumed = [_scaled(h, name, one, other) for h in _kept(goal)]
            found.append(_about(goal, assumed, heads.ApproxDP(whole, *bounds)))
    return _joined(found)


def _numeric(goal: Goal) -> list[Basic]:
    return [h for h in goal.claim.hypotheses if not h.has(ObjectName)]


_INDEX = Symbol("_index")


def _vectors_of(goal: Goal) -> Callable[[Basic], list[Expr]]:
    """The bits of the vectors of a hypothesis, as expressions in the index."""
    index = goal.claim.index
    assert index is not None

    def vectors(side: Basic) -> list[Expr]:
        if isinstance(side, heads.Every):
            return [vector for part in side.args for vector in vectors(part)]
        if is_vector(side):
            body, (bound, _, _) = side.args
            return [substitute(body, {bound: _INDEX})]
        if isinstance(side, Ones) and set(side.args) in ({S.Zero}, {index.count}):
            return [S.Zero if side.args[0] == 0 else S.One]
        raise Rejected((), f"{side} is not a vector for every number of rounds")

    return vectors


def _scaled(hypothesis: Basic, name: ObjectName, one: Expr, other: Expr) -> Basic:
    """A hypothesis about members, of those whose databases differ where bits do."""
    said = _of_member(hypothesis)
    if said is None or said.args[0].args[0] != name:
        return hypothesis
    if not isinstance(said, _SCALED):
        raise Rejected((), f"{said} is not known of a member that says nothing")
    member, *numbers = said.args
    bounds = hypothesis.args[1]
    differ = substitute(_difference(one, other), {_INDEX: bounds[0]})
    first = 1 if isinstance(said, heads.RenyiDP) else 0
    scaled = [*numbers[:first], *(lossless(Mul, differ, n) for n in numbers[first:])]
    return Each(said.func(member, *scaled), bounds)


def _difference(one: Expr, other: Expr) -> Expr:
    """Whether two bits differ, as 0 or 1."""
    for bit, against in ((one, other), (other, one)):
        if bit in (0, 1):
            return against if bit == 0 else lossless(Add, S.One, -against)
    return Abs(lossless(Add, one, -other))


def alike(goal: Goal) -> Reduced:
    """A guarantee against vectors, from the same one of as many rounds of one mechanism.

    The one mechanism answers on the databases of all members, neighbours being neighbours of one
    member: it satisfies what each of them does, with the largest of their numbers, and what an
    adversary asks of the members it may ask of it.
    """
    whole, name, sides, _ = _parts(goal)
    if any(side.has(Entry, Member) or any(map(is_vector, _walk(side))) for side in sides):
        raise Rejected((), "the hypotheses speak of members of a family")
    goal.axioms.add(DATA)
    schema = Schema.of(goal.claim, ())
    largest = {
        substitute(total.args[0], {total.args[1][0]: _INDEX}): value
        for total, value in schema.totals.items()
        if isinstance(total, Largest)
    }
    assumed: list[Basic] = []
    for hypothesis in _kept(goal):
        said = _of_member(hypothesis)
        if said is None:
            assumed += [] if isinstance(hypothesis, Each) else [schema.whole(hypothesis)]
        elif said.args[0].args[0] == name and isinstance(said, _SCALED):
            assumed += _of_all(said, hypothesis.args[1][0], largest, name)
    rounds = heads.Compose(name, goal.claim.index.count)  # type: ignore[union-attr]
    stated = schema.whole(goal.claim.conclusions[0], {whole: rounds})
    claim = Claim(tuple(assumed), (stated,), schema.domains)
    return [*schema.bodies(), claim], []


def _walk(node: Basic) -> Iterable[Basic]:
    yield node
    for part in node.args:
        yield from _walk(part)


def _of_all(
    said: Basic, index: Symbol, largest: Mapping[Basic, Expr], name: ObjectName
) -> list[Basic]:
    """What all members satisfy, if each satisfies what is said; the orders must be one."""
    numbers: list[Expr] = []
    for place, number in enumerate(said.args[1:]):
        own = substitute(number, {index: _INDEX})
        if not number.has(Entry, index):
            numbers.append(number)
        elif own in largest and not (isinstance(said, heads.RenyiDP) and place == 0):
            numbers.append(largest[own])
        else:
            return []
    return [said.func(name, *numbers)]


def uniform(goal: Goal) -> Reduced:
    """No record against the uniform law on all vectors, or on all but the one without ones.

    As :func:`dpsym.kernel.databases.uniform_prior`, for as many rounds within (e_i, d_i) as there
    are: with E_i = exp(e_i) the ratio is ``(prod(1 + E_i) - c)/n`` with n = 2**k - c, and the
    deltas are ``2**(k-1)*sum(d_i)/n`` and, for c = 1, ``prod(1 + 1/E_i)*sum(d_i/(1 + E_i))``
    divided by ``prod(1 + 1/E_i) - 1``. For c = 0 both are made of one number of each round.
    """
    _, name, sides, (epsilon, delta) = _parts(goal)
    index = goal.claim.index
    assert index is not None
    count = index.count
    least = [c for c in (0, 1) if _is_prior(sides, c, count)]
    number = goal.params.get("number")
    if not least or not isinstance(number, int) or not 0 <= number < len(goal.claim.hypotheses):
        raise Rejected((), "the hypotheses are not no record and a uniform law")
    goal.axioms |= {DATA, DOMINATION}
    hypothesis = goal.claim.hypotheses[number]
    said = _of_member(hypothesis)
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
    return _about(goal, _kept(goal), *each, *needed)


def _is_prior(sides: tuple[Basic, Basic], least: int, count: Symbol) -> bool:
    some = heads.Uniform(Ones(Integer(least), count))
    return set(sides) in ({Ones(0), some}, {Ones(0, 0), some})


def known(goal: Goal) -> Reduced:
    """A guarantee against vectors, from a hypothesis about others on the same rounds.

    Either the same, or all laws whose vectors differ in no more rounds than those of the hypothesis
    do: it covers each n rounds. The adversary draws the answers of rounds that agree itself.
    """
    _, name, sides, bounds = _parts(goal)
    index = goal.claim.index
    assert index is not None
    number = goal.params.get("number")
    if not isinstance(number, int) or not 0 <= number < len(goal.claim.hypotheses):
        raise Rejected((), f"there is no hypothesis {number!r}")
    given = goal.claim.hypotheses[number]
    if not is_experiment(given) or _rounds(given.args[0]) != name:
        raise Rejected((), f"{given} speaks of other rounds")
    needed = [at_most(*pair) for pair in zip(given.args[3:], bounds, strict=True)]
    theirs = given.args[1:3]
    if set(theirs) != set(sides):
        _require_vectors(sides)
        goal.axioms.add(DATA)
        n = _all_on(theirs)
        if n != index.count:
            most = lossless(Add, *(_most_ones(side, index.count) for side in sides))
            needed += [at_most(n, index.count), at_most(lossless(Min, most, index.count), n)]
    return _about(goal, _numeric(goal), *needed)


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


WAYS: dict[str, Callable[[Goal], Reduced]] = {
    "known": known,
    "bits": bits,
    "uniform": uniform,
    "alike": alike,
    "together": together,
}

__all__ = ["WAYS", "families", "reduction"]
