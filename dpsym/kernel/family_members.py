"""What members of a family say together in an experiment: each by itself, or all as one.

Three ways to reduce a conclusion about an experiment of a family, and what all ways ask of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from itertools import product

from dpsym.algebra import Abs, Add, Basic, Expr, Mul, S, Symbol
from dpsym.kernel.families import Schema
from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.implications import plain
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.rows import DATA
from dpsym.kernel.terms import substitute
from dpsym.language import heads
from dpsym.language.claim import Claim, make_claim
from dpsym.language.construct import lossless
from dpsym.language.heads import Each, Entry, ObjectName, Ones
from dpsym.language.indexed import Largest, Member, is_experiment, is_vector, vectors_of

Reduced = tuple[list[Claim], list[Claim]]
"""Plain claims, and claims about families without experiments."""
OF_PAIRS = (
    heads.PureDP | heads.ApproxDP | heads.ZCDP | heads.ApproxZCDP | heads.BoundedZCDP
    | heads.RenyiDP | heads.MeanCDP | heads.GaussianDP | heads.BoundedRange
    | heads.ProbabilisticDP | heads.TailDP
)  # fmt: skip
MONOTONE = heads.PureDP | heads.ApproxDP | heads.ZCDP | heads.RenyiDP


def experiment_of(goal: Goal) -> tuple[Basic, ObjectName, tuple[Basic, Basic], tuple[Expr, Expr]]:
    """The rounds, the family that they are, the hypotheses, epsilon and delta of a conclusion."""
    if not is_experiment(goal.claim.conclusions[0]):
        raise Rejected((), "the conclusion compares no hypotheses about a family of rounds")
    experiment, first, second, *bounds = goal.claim.conclusions[0].args
    return experiment, rounds_of(experiment), (first, second), tuple(bounds)


def rounds_of(experiment: Basic) -> ObjectName:
    """The family whose members the rounds are."""
    member = experiment.args[0]
    if not isinstance(member, Member):
        raise Rejected((), f"{experiment} runs what is made of the members of a family")
    name: ObjectName = member.args[0]
    return name


def kept(goal: Goal) -> list[Basic]:
    """The hypotheses about numbers, and those that bound the divergences of a pair of a member."""
    return [h for h in goal.claim.hypotheses if not h.has(ObjectName) or of_member(h) is not None]


def of_member(hypothesis: Basic) -> Basic | None:
    """What a hypothesis says of each member of a family, if that bounds every pair of its laws.

    Each of these bounds holds for a pair in either order. Where bits agree a round may run on any
    pair, and its answer be thrown away for one drawn afresh: so nothing is asked of equal laws.
    """
    if not isinstance(hypothesis, Each):
        return None
    said = plain(hypothesis.args[0])
    if not isinstance(said, OF_PAIRS) or not isinstance(said.args[0], Member):
        return None
    return None if any(part.has(ObjectName) for part in said.args[1:]) else said


def about(goal: Goal, hypotheses: Iterable[Basic], *conclusions: Basic) -> Reduced:
    """Claims over the names of the goal that occur in them."""
    assumed = tuple(hypotheses)
    found: Reduced = [], []
    for conclusion in conclusions:
        used = {name for atom in (*assumed, conclusion) for name in atom.free_symbols}
        known = {name.name: domain for name, domain in goal.claim.domains if name in used}
        claim = make_claim(assumed, (conclusion,), known)
        found[claim.index is not None].append(claim)
    return found


def joined(parts: Iterable[Reduced]) -> Reduced:
    """All of the plain claims of several, and all of those about families."""
    plain_claims, about = [], []
    for one, other in parts:
        plain_claims += one
        about += other
    return plain_claims, about


def require_vectors(sides: Iterable[Basic]) -> None:
    """Complain about hypotheses that are not laws on vectors for every number of rounds."""
    for side in sides:
        if isinstance(side, heads.Every | heads.Uniform):
            require_vectors(side.args)
        elif not isinstance(side, Ones | heads.Parity) and not is_vector(side):
            raise Rejected((), f"{side} is no hypothesis about every number of rounds")


def bits(goal: Goal) -> Reduced:
    """A guarantee between vectors, from a composition whose members say nothing where they agree.

    Under the vectors u and v round i runs on two databases if a = abs(u_i - v_i) is 1, and has one
    law if a is 0: it is a mechanism within the guarantees of the member times a. The adaptive
    composition of these on one pair is the experiment. Laws on several vectors are mixtures, and
    hockey sticks are convex.
    """
    whole, name, sides, bounds = experiment_of(goal)
    goal.axioms.add(DATA)
    found: list[Reduced] = []
    pairs = dict.fromkeys(product(*map(_vectors_of(goal), sides)))
    for place, (one, other) in enumerate(pairs):
        if one == other:
            found.append(about(goal, goal.numeric(), *(at_most(S.Zero, b) for b in bounds)))
        elif (other, one) not in list(pairs)[:place]:
            assumed = [_scaled(h, name, one, other) for h in kept(goal)]
            found.append(about(goal, assumed, heads.ApproxDP(whole, *bounds)))
    return joined(found)


def covered(goal: Goal) -> Reduced:
    """A guarantee between vectors, from hypotheses about vectors that differ in the same rounds.

    The adversary orders the two databases of each round that differs, and chooses the one database
    of a round that does not: so what it sees under u and v depends on abs(u_i - v_i) alone. Each
    pair of vectors has a hypothesis of its own. Laws on several vectors are mixtures, and hockey
    sticks are convex; they do not grow with epsilon, and are 0 for equal laws where it is >= 0.
    """
    _, name, sides, bounds = experiment_of(goal)
    goal.axioms.add(DATA)
    vectors = _vectors_of(goal)
    known: dict[Expr, tuple[Basic, ...]] = {}
    for given in filter(is_experiment, goal.claim.hypotheses):
        with suppress(Rejected):
            if rounds_of(given.args[0]) == name:
                for one, other in product(*map(vectors, given.args[1:3])):
                    known.setdefault(_difference(one, other), given.args[3:])
    found: list[Reduced] = []
    for one, other in product(*map(vectors, sides)):
        given = known.get(_difference(one, other)) or known.get(_difference(other, one))
        if one == other:
            given = (S.Zero, S.Zero)
        elif given is None:
            raise Rejected((), "no hypothesis is about vectors that differ in these rounds")
        found.append(about(goal, goal.numeric(), *map(at_most, given, bounds)))
    return joined(found)


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
    said = of_member(hypothesis)
    if said is None or said.args[0].args[0] != name:
        return hypothesis
    if not isinstance(said, MONOTONE):
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
    whole, name, sides, _ = experiment_of(goal)
    if any(side.has(Entry, Member) or vectors_of(side) for side in sides):
        raise Rejected((), "the hypotheses speak of members of a family")
    goal.axioms.add(DATA)
    schema = Schema.of(goal.claim, ())
    largest = {
        substitute(total.args[0], {total.args[1][0]: _INDEX}): value
        for total, value in schema.totals.items()
        if isinstance(total, Largest)
    }
    assumed: list[Basic] = []
    for hypothesis in kept(goal):
        said = of_member(hypothesis)
        if said is None:
            assumed += [] if isinstance(hypothesis, Each) else [schema.whole(hypothesis)]
        elif said.args[0].args[0] == name and isinstance(said, MONOTONE):
            assumed += _of_all(said, hypothesis.args[1][0], largest, name)
    rounds = heads.Compose(name, goal.claim.index.count)  # type: ignore[union-attr]
    stated = schema.whole(goal.claim.conclusions[0], {whole: rounds})
    claim = Claim(tuple(assumed), (stated,), schema.domains)
    return [claim], []


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
