"""Guarantees against hypotheses about databases, from guarantees of the rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from sympy import Add, Basic, Expr, Integer, Mul, S, exp, log

from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.definitions import normal
from dpsym.language.heads import ApproxDP, Guarantee, Ones, PureDP, Uniform, is_scalar
from dpsym.language.hypotheses import differences, laws_of
from dpsym.language.meaning import rounds_of
from dpsym.language.noises import MIRRORED
from dpsym.language.printing import text
from dpsym.provers import axioms
from dpsym.provers.guarantees.dominating_mechanisms import canonical_needs
from dpsym.provers.guarantees.fact import Fact, relations_of
from dpsym.provers.guarantees.facts import facts_about
from dpsym.provers.guarantees.tails import numeric_claims
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, restate

MAX_FLIPPED = 5
VectorLaw = frozenset[tuple[tuple[int, ...], Expr]]
_CONVEX = (ApproxDP, PureDP, heads.RenyiDP, heads.ZCDP)
_MIRRORED: tuple[type[Basic], ...] = (heads.RandomizedResponse, heads.CanonicalRR, *MIRRORED)
"""Mechanisms whose two laws are exchanged by a relabelling: the order of databases is nothing."""


class HypothesisPrivacy:
    """A guarantee against hypotheses, from one on the rounds in which the databases differ.

    An adversary against vectors b and c is simulated by one against the rounds where they differ:
    it orders each pair of databases, and draws the answers of the other rounds itself. Laws on
    vectors follow from vectors, since the divergences are (quasi-)convex.
    """

    name = "hypotheses about databases"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """One subgoal for each set of rounds, or scalar ones where the prior is uniform."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], _CONVEX):
            return
        atom = claim.conclusions[0]
        if not isinstance(atom.args[0], heads.Hypotheses):
            return
        yield from _from_hypotheses(claim, atom)
        yield from _uniform_prior(claim, atom)
        yield from _differing_rounds(claim, atom)


def _rounds(mechanism: Basic) -> Expr:
    """How many rounds an experiment has; an expression where that is a name."""
    if isinstance(mechanism, heads.Compose) and is_scalar(mechanism.args[-1]):
        return mechanism.args[1]
    return Integer(len(rounds_of(mechanism)))


def _from_hypotheses(claim: Claim, atom: Basic) -> Iterator[Split]:
    """A hypothesis on vectors that differ wherever vectors of the conclusion do."""
    experiment, first, second = atom.args[0].args
    for hypothesis in claim.hypotheses:
        if type(hypothesis) is not type(atom) or not isinstance(
            hypothesis.args[0], heads.Hypotheses
        ):
            continue
        mechanism, ours, theirs = hypothesis.args[0].args
        if mechanism != experiment:
            continue
        same = {ours, theirs} == {first, second} or _is_reordered(
            _rounds(experiment), (ours, theirs), (first, second)
        )
        if not same and not _covers(_rounds(experiment), (ours, theirs), (first, second)):
            continue
        given, target = normal(hypothesis).args[1:], normal(atom).args[1:]
        if isinstance(atom, heads.RenyiDP) and given[0] != target[0]:
            continue
        bounds = [at_most(have, wanted) for have, wanted in zip(given, target, strict=True)]
        words = "the same laws on vectors, but for the order of some pairs of databases"
        if not same:
            words = (
                "an adversary that orders the databases of each pair, and draws the answers of "
                "rounds that agree, turns these vectors into those of the hypothesis"
            )
        yield Split(
            numeric_claims(claim, *bounds), words, () if same else (axioms.DATA_PROCESSING.name,)
        )


def _is_reordered(rounds: Expr, given: tuple[Basic, Basic], wanted: tuple[Basic, Basic]) -> bool:
    """Whether flipping the bits of some rounds, in both laws, turns one pair into the other.

    An adversary that exchanges the databases of those rounds sees the same under either.
    """
    if not rounds.is_Integer or rounds > MAX_FLIPPED:
        return False
    given_laws, wanted_laws = (
        [frozenset(_extreme(side, int(rounds))) for side in pair] for pair in (given, wanted)
    )
    for flips in product((0, 1), repeat=int(rounds)):
        flipped = [
            frozenset(
                frozenset(
                    (tuple(a ^ b for a, b in zip(bits, flips, strict=True)), w) for bits, w in one
                )
                for one in side
            )
            for side in given_laws
        ]
        if wanted_laws in (flipped, flipped[::-1]):
            return True
    return False


def _flipped(one: VectorLaw, flips: tuple[int, ...]) -> VectorLaw:
    return frozenset(
        (tuple(a ^ b for a, b in zip(bits, flips, strict=True)), weight) for bits, weight in one
    )


def _extreme(node: Basic, rounds: int) -> list[VectorLaw]:
    return [frozenset(weights.items()) for weights in laws_of(node, rounds)]


def _covers(rounds: Expr, given: tuple[Basic, Basic], wanted: tuple[Basic, Basic]) -> bool:
    """Whether vectors of the second pair differ only where some vectors of the first do."""
    if set(given) in ({Ones(0), Ones(rounds)}, {Ones(0, rounds)}):
        return True
    if not rounds.is_Integer:
        return False
    if not all(isinstance(side, heads.Ones | heads.Bits | heads.Every) for side in given):
        return False
    have = differences(*given, int(rounds))
    return all(any(few <= many for many in have) for few in differences(*wanted, int(rounds)))


def _differing_rounds(claim: Claim, atom: Basic) -> Iterator[Split]:
    """The guarantee for the composition of the rounds in which vectors may differ."""
    experiment, first, second = atom.args[0].args
    if not all(
        isinstance(part, (heads.ObjectName, *_MIRRORED))
        for part in (experiment.args if isinstance(experiment, heads.Compose) else (experiment,))
        if not is_scalar(part)
    ):
        return
    assumed = [h for h in relations_of(claim) if not h.has(heads.ObjectName)]
    assumed += [
        h
        for h in claim.hypotheses
        if isinstance(h, Guarantee) and isinstance(h.args[0], heads.ObjectName)
    ]
    for composed in _compositions(experiment, first, second):
        goals = [
            restate(claim, [atom.func(part, *atom.args[1:])], hypotheses=assumed)
            for part in composed
        ]
        yield Split(
            tuple(goals) or numeric_claims(claim, *(at_most(S.Zero, p) for p in atom.args[1:])),
            "the worst vectors differ in the rounds " + " or ".join(map(text, composed)),
            (axioms.DATA_PROCESSING.name,),
        )


def _compositions(experiment: Basic, first: Basic, second: Basic) -> Iterator[list[Basic]]:
    """Lists of compositions that together cover all rounds in which vectors may differ."""
    rounds = _rounds(experiment)
    repeated = isinstance(experiment, heads.Compose) and is_scalar(experiment.args[-1])
    if repeated:
        most = [_most_ones(side) for side in (first, second)]
        if None not in most:
            yield [heads.Compose(experiment.args[0], Add(*most))]
        yield [heads.Compose(experiment.args[0], rounds)]
    if rounds.is_Integer:
        parts = rounds_of(experiment)
        kinds: dict[tuple[Basic, ...], Basic] = {}
        for chosen in differences(first, second, int(rounds)):
            kept = tuple(parts[i] for i in sorted(chosen))
            if kept:
                kinds.setdefault(tuple(sorted(kept, key=str)), _composed(kept))
        yield list(kinds.values())


def _composed(parts: Sequence[Basic]) -> Basic:
    if len(parts) == 1:
        return parts[0]
    if len(set(parts)) == 1:
        return heads.Compose(parts[0], Integer(len(parts)))
    return heads.Compose(*parts)


def _most_ones(node: Basic) -> Expr | None:
    """The largest number of ones of a vector of the support, as far as it can be read off."""
    if isinstance(node, Ones):
        return node.args[-1]
    if isinstance(node, heads.Every | Uniform):
        return _most_ones(node.args[0]) if len(node.args) == 1 else None
    return None


def _uniform_prior(claim: Claim, atom: Basic) -> Iterator[Split]:
    """No record against the uniform law on all vectors, or on all but that one.

    For all but that one: with E_i = exp(epsilon_i), the vector that is 1 in the rounds of a set S
    is within (sum of epsilon_i, sum of delta_i) over S of the zero vector. Averaging over the n =
    2**k - 1 sets S gives ``(prod(1 + E_i) - 1)/n`` and ``2**(k-1)*sum(delta_i)/n``. For the other
    direction P_0 <= E_S*P_S + delta_S is divided by E_S and then averaged, which gives
    ``n/(prod(1 + 1/E_i) - 1)``, by Cauchy and Schwarz no more than the former, with the delta
    ``sum_j delta_j/E_j*prod_{i != j}(1 + 1/E_i)/(prod(1 + 1/E_i) - 1)``. For equal rounds that is
    no more than the former delta: with v = 1/E <= 1 it says ``sum_{j<k} 2**j*(1+v)**(k-1) <=
    sum_{j<k} 2**(k-1)*(1+v)**j``, which holds term by term. With the empty set included both
    numerators lose their -1, n is 2**k, and the delta of the other direction is the sum of
    delta_j/(1 + E_j), no more than half the sum of delta_j.
    """
    experiment, first, second = atom.args[0].args
    rounds = _rounds(experiment)
    least = _least_ones(first, second, rounds)
    if not isinstance(atom, ApproxDP) or least is None:
        return
    composed = isinstance(experiment, heads.Compose)
    equal = not composed or is_scalar(experiment.args[-1])
    parts = (experiment.args[0] if composed else experiment,) if equal else experiment.args
    chosen = [_approximate(part, claim) for part in parts]
    facts = [fact for fact in chosen if fact is not None]
    if len(facts) < len(chosen):
        return
    epsilon, delta = atom.args[1:]
    n = 2**rounds - least
    known = [_parameters(fact) for fact in facts]
    if equal:
        ((own, lost),) = known
        ratio = ((1 + exp(own)) ** rounds - least) / n
        deltas = [rounds * 2 ** (rounds - 1) * lost / n]
    else:
        ratio = (Mul(*(1 + exp(e) for e, _ in known)) - least) / n
        deltas = [2 ** (rounds - 1) * Add(*(d for _, d in known)) / n]
        deltas += [_reverse_delta(known)] if least else []
    bounds = [at_most(log(ratio), epsilon), *(at_most(bound, delta) for bound in deltas)]
    needs = [need for fact in facts for need in fact.needs]
    needs += [need for pair in known for need in canonical_needs(claim, *pair)]
    used = {axioms.DATA_PROCESSING.name, axioms.DOMINATION.name}
    used.update(axiom for fact in facts for axiom in fact.axioms)
    yield Split(
        (*numeric_claims(claim, *bounds), *dict.fromkeys(needs)),
        "averaged over all sets of rounds in which a record is present",
        tuple(sorted(used)),
        {"facts": [text(fact.guarantee) for fact in facts]},
        "uniform-prior",
    )


def _reverse_delta(known: Sequence[tuple[Expr, Expr]]) -> Expr:
    total = Add(
        *(
            d * exp(-e) * Mul(*(1 + exp(-f) for j, (f, _) in enumerate(known) if j != i))
            for i, (e, d) in enumerate(known)
        )
    )
    return total / (Mul(*(1 + exp(-e) for e, _ in known)) - 1)


def _least_ones(first: Basic, second: Basic, rounds: Expr) -> int | None:
    """1 for no record against the uniform law on one or more, 0 where that law includes none."""
    for least in (0, 1):
        some = Uniform(Ones(least, rounds))
        if {first, second} in ({Ones(0), some}, {Ones(0, 0), some}):
            return least
    return None


def _approximate(part: Basic, claim: Claim) -> Fact | None:
    """The first fact that says how far the laws of a round are apart."""
    for fact in facts_about(part, claim):
        if isinstance(fact.guarantee, ApproxDP | PureDP):
            return fact
    return None


def _parameters(fact: Fact) -> tuple[Expr, Expr]:
    return (*fact.parameters, S.Zero) if len(fact.parameters) == 1 else tuple(fact.parameters)
