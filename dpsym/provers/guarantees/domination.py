"""Mechanisms within a guarantee, replaced by the one that dominates them all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sympy import Basic, Expr, Ge, Integer, Le, S, Symbol, exp

from dpsym.kernel.groups import by_parts
from dpsym.kernel.outcomes import first_piece, in_steps
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.definitions import PROCESSED, stated
from dpsym.language.domains import Interval
from dpsym.language.heads import (
    Guarantee,
    HockeyStick,
    MaxDivergence,
    ObjectName,
    TotalVariation,
)
from dpsym.language.meaning import Pair, canonical_laws, one_round
from dpsym.language.printing import text
from dpsym.provers import axioms
from dpsym.provers.divergences.growth import increasing, signs_needed
from dpsym.provers.guarantees.dominating_mechanisms import admissible, canonical_needs, dominating
from dpsym.provers.guarantees.fact import Fact, relations_of
from dpsym.provers.guarantees.facts import facts_about
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, fresh, is_numeric, restate

MOST_STEPS = 8
"""Steps of a group of which the worst pair is written out."""
_REBUILT = (
    heads.Compose,
    heads.Concurrent,
    heads.Subsample,
    heads.Parallel,
    heads.Hypotheses,
)
"""Operations on images that give an image of the operation."""


def extreme_pairs(fact: Fact, claim: Claim) -> tuple[Pair, Symbol] | None:
    """The pairs of bits that dominate a bounded range eta, with their free parameter.

    A likelihood ratio with logarithm in an interval of length eta and mean 1 under Q is at most,
    in convex order, one on the ends of the interval; which are exp(eta)/c and 1/c with
    c = 1 - q + q*exp(eta) and q the mass of Q at the larger (Dong, Durfee and Rogers 2020). With q
    the exchanged pairs run through the same family.
    """
    if not isinstance(fact.guarantee, heads.BoundedRange):
        return None
    q, growth = fresh(claim, "q"), exp(fact.parameters[0])
    total = 1 - q + q * growth
    p = heads.Finite((1 - q) / total, q * growth / total)
    return (p, heads.Finite(1 - q, q)), q


class Domination:
    """A conclusion closed under post-processing holds if it holds for the dominating mechanism.

    Compositions keep their shape, each part replaced; Poisson subsampling too, since a mixture of
    images is the image of a mixture. A group is replaced as a whole, from the facts about it.
    """

    name = "domination"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """One subgoal for each choice of facts, about the dominating mechanisms."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], PROCESSED):
            return
        atom = claim.conclusions[0]
        mechanism = atom.args[0]
        yield from _extreme(claim, atom)
        if not mechanism.has(ObjectName):
            return
        for image, facts in _images(mechanism, claim):
            relations = [h for h in claim.hypotheses if not isinstance(h, Guarantee)]
            goal = restate(claim, [atom.func(image, *atom.args[1:])], hypotheses=relations)
            needs = tuple(
                dict.fromkeys(n for f in facts for n in (*f.needs, *admissible(f, claim)))
            )
            used = {axioms.DOMINATION.name, axioms.DATA_PROCESSING.name}
            used.update(a for fact in facts for a in fact.axioms)
            yield Split(
                (goal, *needs),
                "every mechanism within the hypotheses is an image of " + str(image),
                tuple(sorted(used)),
                {"images": {text(f.guarantee.args[0]): text(f.guarantee) for f in facts}},
                "domination",
                equal=_is_extreme(claim, mechanism, facts) and not needs,
            )
        yield from _after_the_first(claim, mechanism)


class LeastNoise:
    """Gaussian noise by that at the least width, or largest distance, that hypotheses allow.

    What is concluded survives processing, and noise that is wider is an image of it.
    """

    name = "least noise"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim about the noise at the bound, and that this dominates."""
        atom = claim.conclusions[0]
        if len(claim.conclusions) != 1 or not isinstance(atom, PROCESSED):
            return
        noise = atom.args[0]
        if not isinstance(noise, heads.GaussianMechanism):
            return
        if any(isinstance(h, Guarantee) for h in claim.hypotheses):
            return  # what is known of other noise says more
        for hypothesis in claim.hypotheses:
            if not isinstance(hypothesis, Le | Ge) or not is_numeric(hypothesis):
                continue
            for name, limit in (hypothesis.args, hypothesis.args[::-1]):
                if name.is_Symbol and noise.has(name) and not limit.has(name):
                    yield from _at_the_bound(claim, noise, name, limit)


def _at_the_bound(claim: Claim, noise: Basic, name: Expr, limit: Expr) -> Iterator[Split]:
    distance, width = noise.args
    known = heads.GaussianDP(noise, (distance / width).xreplace({name: limit}))
    params = {"images": {text(noise): text(known)}}
    for split in by_rule("domination", claim, params, "by Gaussian noise at the bound"):
        goal, *needs = split.subgoals
        rest = [h for h in goal.hypotheses if not h.has(name)]
        alone = restate(goal, goal.conclusions, hypotheses=rest)
        if not alone.conclusions[0].has(name):
            yield replace(split, subgoals=(alone, *needs))


def _is_extreme(claim: Claim, mechanism: Basic, facts: tuple[Fact, ...]) -> bool:
    """Whether the image itself has all that is known: what fails for it is refuted by it."""
    given = [h for h in claim.hypotheses if isinstance(h, Guarantee) or h.has(ObjectName)]
    plain = all(p.is_Symbol or p.is_number for fact in facts for p in fact.parameters)
    known = given == [fact.guarantee for fact in facts]
    return isinstance(mechanism, ObjectName) and plain and known


def _after_the_first(claim: Claim, mechanism: Basic) -> Iterator[Split]:
    """What a composition runs first stays a name, what follows gets finitely many outcomes."""
    composed = isinstance(mechanism, heads.Compose) and isinstance(mechanism.args[0], ObjectName)
    if not composed or heads.is_scalar(mechanism.args[1]):
        return
    chosen: dict[str, str] = {}
    for part in mechanism.args[1:]:
        for fact in facts_about(part, claim) if part.has(ObjectName) else ():
            if isinstance(fact.guarantee, heads.PureDP | heads.ApproxDP):
                chosen.setdefault(text(part), text(fact.guarantee))
    if chosen:
        words = "what is run after the first is an image of responses"
        yield from by_rule("domination", claim, {"images": chosen}, words)


def _extreme(claim: Claim, atom: Basic) -> Iterator[Split]:
    """The extreme pairs of a bounded range, for a mechanism that is no composition."""
    for fact in facts_about(atom.args[0], claim):
        found = extreme_pairs(fact, claim)
        if found is None or isinstance(atom, heads.BoundedRange):
            continue
        image, name = found
        inside = Interval(S.Zero, S.One, True, True)
        order = fresh(claim, "alpha")
        bound = stated(atom, image, order)
        if bound is None:
            continue
        known = bound[0].free_symbols
        relations = [
            h for h in claim.hypotheses if not isinstance(h, Guarantee) and known & h.free_symbols
        ]
        ranges = {name: inside, order: bound[1]}
        goal = restate(claim, bound[:1], hypotheses=relations, domains=ranges)
        yield Split(
            (goal, *fact.needs),
            "every pair within a bounded range is an image of a pair of bits",
            tuple(sorted({axioms.DOMINATION.name, axioms.DATA_PROCESSING.name, *fact.axioms})),
            {"fact": text(fact.guarantee), "q": name.name, "order": order.name},
            "bounded-range",
        )


def _images(mechanism: Basic, claim: Claim) -> Iterator[tuple[Basic, tuple[Fact, ...]]]:
    if isinstance(mechanism, heads.Group):
        spread = by_parts(mechanism)
        if spread != mechanism:
            yield from _images(spread, claim)
        yield from _known(mechanism, claim)
        return
    if isinstance(mechanism, heads.PostProcess):
        yield from _images(mechanism.args[0], claim)
        return
    if isinstance(mechanism, _REBUILT):
        yield from _rebuilt(mechanism, claim)
        return
    if not mechanism.has(ObjectName):
        yield mechanism, ()
        return
    yield from _known(mechanism, claim)


def _known(mechanism: Basic, claim: Claim) -> Iterator[tuple[Basic, tuple[Fact, ...]]]:
    """What dominates a mechanism by a guarantee of it as a whole, or a group by one of a step."""
    if isinstance(mechanism, heads.Group) and isinstance(mechanism.args[1], Integer):
        one, steps = mechanism.args
        for fact in facts_about(one, claim) if steps <= MOST_STEPS else ():
            if not isinstance(fact.guarantee, heads.PureDP | heads.ApproxDP):
                continue
            epsilon, delta = (*fact.parameters, S.Zero)[:2]
            left = first_piece(epsilon, delta, int(steps))
            if delta != 0 and (left < 0) is S.true:
                continue
            need = restate(claim, [at_most(S.Zero, left)], hypotheses=relations_of(claim))
            needs = fact.needs if delta == 0 else (*fact.needs, need)
            yield in_steps(epsilon, delta, int(steps)), (replace(fact, needs=needs),)
    for fact in facts_about(mechanism, claim):
        image = dominating(fact)
        if image is not None:
            yield image, (fact,)


def _rebuilt(mechanism: Basic, claim: Claim) -> Iterator[tuple[Basic, tuple[Fact, ...]]]:
    """The operation on the images of its parts, the first image of each part."""
    arguments: list[Basic] = []
    facts: list[Fact] = []
    parts = [part for part in mechanism.args if not heads.is_scalar(part)]
    # Of disjoint parts beside what sees them all only what holds of them together helps.
    beside = any(not isinstance(part, heads.Parallel) for part in parts)
    for argument in mechanism.args:
        if heads.is_scalar(argument) or isinstance(argument, heads.HypothesisHead):
            arguments.append(argument)
            continue
        whole = beside and isinstance(argument, heads.Parallel)
        first = next((_known if whole else _images)(argument, claim), None)
        if first is None and isinstance(mechanism, heads.Subsample):
            first = _any_image(argument, claim)
        if first is None:
            return
        arguments.append(first[0])
        facts.extend(first[1])
    if isinstance(mechanism, heads.Hypotheses) and not isinstance(mechanism.args[0], heads.Compose):
        arguments[0] = one_round(arguments[0])
    # What answers once may as well answer in turn.
    once = not any(argument.has(heads.InteractiveMechanism) for argument in arguments)
    in_turn = isinstance(mechanism, heads.Concurrent) and once
    yield (heads.Compose if in_turn else mechanism.func)(*arguments), tuple(facts)


def _any_image(mechanism: Basic, claim: Claim) -> tuple[Basic, tuple[Fact, ...]] | None:
    """What says which database it is asked, of which all mechanisms are images."""
    always = heads.ApproxDP(mechanism, S.Zero, S.One)
    fact = Fact(always, "a delta of one allows all", (restate(claim, [always]),))
    image = dominating(fact) if isinstance(mechanism, ObjectName) else None
    return None if image is None else (image, (fact,))


class LawDomination:
    """Pairs of laws within epsilon (and delta) both ways, replaced by their canonical pairs.

    Sound for conclusions ``D <= bound``, with D what does not fall in divergences of laws built
    from the pairs by mixtures and products with every pair in a coordinate of its own: one map for
    each coordinate then turns the canonical laws into the given ones.
    """

    name = "domination of laws"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """One subgoal, about the laws of the canonical responses."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], Le | Ge):
            return
        conclusion = claim.conclusions[0]
        if conclusion.gts.has(ObjectName) or not increasing(conclusion.lts):
            return
        pairs: list[tuple[Basic, Basic]] = []
        compared = sorted(conclusion.lts.atoms(heads.Divergence), key=str)
        if conclusion.lts.xreplace(dict.fromkeys(compared, S.One)).has(ObjectName):
            return
        for divergence in compared:
            found_pairs = _coordinate_pairs(divergence)
            if found_pairs is None:
                return
            pairs += [pair for pair in found_pairs if pair not in pairs]
        if not pairs or len({name for pair in pairs for name in pair}) != 2 * len(pairs):
            return
        values: dict[Basic, Basic] = {}
        within: list[list[str]] = []
        used: list[Basic] = []
        numeric = [h for h in claim.hypotheses if not h.has(ObjectName)]
        signs = signs_needed(conclusion.lts)
        needs = [restate(claim, [sign], hypotheses=numeric) for sign in signs]
        for first, second in pairs:
            found = _mutual(claim, first, second)
            if found is None:
                return
            epsilon, delta, hypotheses = found
            values |= zip((first, second), _dominating_laws(epsilon, delta), strict=True)
            within.append([text(part) for part in (first, second, epsilon, delta)])
            used.extend(hypotheses)
            needs.extend(canonical_needs(claim, epsilon, delta))
            if any(isinstance(h.lts, TotalVariation) for h in hypotheses):
                sticks = (
                    HockeyStick(epsilon, *pair) for pair in ((first, second), (second, first))
                )
                needs += [
                    restate(claim, [at_most(stick, delta)], hypotheses=(*numeric, *hypotheses))
                    for stick in sticks
                ]
        relations = [h for h in claim.hypotheses if h not in used]
        if any(h.has(ObjectName) for h in relations):
            return
        sides = (side.xreplace(values) for side in conclusion.args)
        goal = restate(claim, [conclusion.func(*sides, evaluate=False)], hypotheses=relations)
        yield Split(
            (goal, *dict.fromkeys(needs)),
            "every such pair of laws is an image of the canonical pair",
            (axioms.DATA_PROCESSING.name, axioms.DOMINATION.name),
            {"pairs": within},
            "law-domination",
        )


def _dominating_laws(epsilon: Expr, delta: Expr) -> tuple[Basic, Basic]:
    p, q = canonical_laws(epsilon, delta)
    if delta != 0:
        return p, q
    return heads.Finite(*p.args[1:3]), heads.Finite(*q.args[1:3])


def _coordinate_pairs(divergence: Basic) -> list[tuple[Basic, Basic]] | None:
    """The two names in each coordinate of the laws compared; None where they are not two."""
    first, second = (_columns(law) for law in divergence.args[-2:])
    if first is None or second is None or len(first) != len(second):
        return None
    found = []
    for one, other in zip(first, second, strict=True):
        names = sorted(one | other, key=str)
        if len(names) != 2:
            return None
        found.append((names[0], names[1]))
    distinct = list(dict.fromkeys(found))
    if len({name for pair in distinct for name in pair}) != 2 * len(distinct):
        return None
    return distinct


def _columns(law: Basic) -> list[set[Basic]] | None:
    """The names in each coordinate of a law; None for laws that are not made of names alone."""
    if isinstance(law, ObjectName):
        return [{law}]
    if isinstance(law, heads.Product):
        columns: list[set[Basic]] = []
        for part in law.args:
            inner = _columns(part)
            if inner is None:
                return None
            columns.extend(inner)
        return columns
    if isinstance(law, heads.Mixture):
        first, second = (_columns(part) for part in law.args[1:])
        if first is None or second is None or len(first) != len(second):
            return None
        return [a | b for a, b in zip(first, second, strict=True)]
    return None


def _mutual(
    claim: Claim, first: Basic, second: Basic
) -> tuple[Expr, Expr, tuple[Basic, ...]] | None:
    """The epsilon and delta that hypotheses bound the two laws by, both ways."""
    bounds: dict[tuple[Basic, Basic], tuple[Expr, Expr, Basic]] = {}
    for hypothesis in claim.hypotheses:
        if not isinstance(hypothesis, Le | Ge) or hypothesis.gts.has(heads.Divergence):
            continue
        divergence, bound = hypothesis.lts, hypothesis.gts
        if isinstance(divergence, MaxDivergence):
            bounds[divergence.args] = (bound, S.Zero, hypothesis)
        elif isinstance(divergence, TotalVariation) and bound != 0:
            for pair in (divergence.args, divergence.args[::-1]):
                bounds.setdefault(pair, (S.Zero, bound, hypothesis))
        elif isinstance(divergence, HockeyStick):
            bounds[divergence.args[1:]] = (divergence.args[0], bound, hypothesis)
    forward, backward = bounds.get((first, second)), bounds.get((second, first))
    if forward is None or backward is None or forward[:2] != backward[:2]:
        return None
    return forward[0], forward[1], (forward[2], backward[2])
