"""Rules about experiments in which vectors of bits say which database each round runs on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from dpsym.algebra import Add, Basic, Expr, Integer, Lt, Mul, S, exp, log
from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.implications import plain
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.rows import DATA, DOMINATION
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.heads import Guarantee, ObjectName, Ones, Uniform, is_scalar
from dpsym.language.hypotheses import Weights, differences, laws_of
from dpsym.language.meaning import rounds_of
from dpsym.language.noises import MIRRORED

MAX_FLIPPED = 5
_CONVEX = heads.ApproxDP | heads.PureDP | heads.RenyiDP | heads.ZCDP
_MIRRORED: tuple[type[Basic], ...] = (
    ObjectName, heads.RandomizedResponse, heads.CanonicalRR, *MIRRORED
)  # fmt: skip


def _experiment(goal: Goal) -> tuple[Basic, Basic, Basic, Expr]:
    """The rounds, the two hypotheses, and how many rounds there are."""
    atom = goal.atom
    if not isinstance(atom, _CONVEX) or not isinstance(atom.args[0], heads.Hypotheses):
        raise Rejected((), "the conclusion compares no hypotheses about databases")
    experiment, first, second = atom.args[0].args
    repeated = isinstance(experiment, heads.Compose) and is_scalar(experiment.args[-1])
    count = experiment.args[1] if repeated else Integer(len(rounds_of(experiment)))
    return experiment, first, second, count


def rounds(goal: Goal) -> list[Claim]:
    """A guarantee against vectors of bits, from one for the rounds in which they may differ.

    The adversary draws the answers of the other rounds itself and orders the databases of each
    pair, which is nothing to mechanisms whose laws are mirror images, or of which only guarantees
    are known. Laws on vectors are mixtures of vectors, and the divergences are (quasi-)convex.
    Where one side has no vector with a bit for each round there are no laws to compare.
    """
    experiment, first, second, count = _experiment(goal)
    if goal.params.get("width") == "none":
        lacking = [Lt(count, side.args[0], evaluate=False)
                   for side in (first, second) if isinstance(side, Ones)]  # fmt: skip
        place = goal.params.get("side")
        if type(place) is not int or not 0 <= place < len(lacking):
            raise Rejected((), f"there is no number {place!r} of ones")
        return [goal.stating(lacking[place])]
    repeated = isinstance(experiment, heads.Compose) and is_scalar(experiment.args[-1])
    kinds = experiment.args[:1] if repeated else rounds_of(experiment)
    if not all(isinstance(kind, _MIRRORED) for kind in kinds):
        raise Rejected((), "the order of the databases may matter to a round")
    goal.axioms.add(DATA)
    width = goal.params.get("width")
    composed: list[Basic]
    if width == "sets" and count.is_Integer:
        parts = rounds_of(experiment)
        sets = differences(first, second, int(count))
        composed = [_composed([parts[i] for i in sorted(chosen)]) for chosen in sets if chosen]
    elif width == "ones" and repeated:
        most = [_most_ones(side) for side in (first, second)]
        composed = [heads.Compose(kinds[0], Add(*most))]
    elif width == "all":
        composed = [experiment]
    else:
        raise Rejected((), f"there is no width {width!r}")
    assumed = goal.numeric() + [
        h for h in goal.claim.hypotheses
        if isinstance(h, Guarantee) and isinstance(h.args[0], ObjectName)
    ]  # fmt: skip
    func, parameters = goal.atom.func, goal.atom.args[1:]
    needed = [func(part, *parameters) for part in dict.fromkeys(composed)]
    if not composed:
        needed = [at_most(S.Zero, parameter) for parameter in parameters]
    return [goal.stating(atom, hypotheses=assumed) for atom in needed]


def _composed(parts: Sequence[Basic]) -> Basic:
    """The rounds in their order, since later databases may be chosen by earlier answers."""
    if len(set(parts)) == 1:
        return parts[0] if len(parts) == 1 else heads.Compose(parts[0], Integer(len(parts)))
    return heads.Compose(*parts)


def _most_ones(node: Basic) -> Expr:
    """The largest number of ones of a vector of the support."""
    if isinstance(node, Ones):
        return node.args[-1]
    if isinstance(node, heads.Every | Uniform) and len(node.args) == 1:
        return _most_ones(node.args[0])
    raise Rejected((), f"{node} has no largest number of ones here")


def vectors(goal: Goal) -> list[Claim]:
    """A guarantee against hypotheses, from a hypothesis of the claim about others.

    Either the same laws on vectors, but for the order of the two databases of some rounds; or
    vectors that differ wherever those of the conclusion do. What is known of n rounds of the same
    mechanism that all differ covers any number of rounds of which at most n do: the adversary
    draws the answers of the others itself, and asks no more than it needs.
    """
    experiment, first, second, count = _experiment(goal)
    number = goal.params.get("number")
    if not isinstance(number, int) or not 0 <= number < len(goal.claim.hypotheses):
        raise Rejected((), f"there is no hypothesis {number!r}")
    given = plain(goal.claim.hypotheses[number])
    if given.func != goal.atom.func or not isinstance(given.args[0], heads.Hypotheses):
        raise Rejected((), f"{given} is another guarantee")
    same, *sides = given.args[0].args
    fewer: list[Basic] = []
    if same != experiment:
        (kind, _), (known, of) = _repeated(experiment), _repeated(same)
        if kind != known or set(sides) not in ({Ones(0), Ones(of)}, {Ones(0, of)}):
            raise Rejected((), f"{given} speaks of other rounds")
        fewer = [at_most(Add(*map(_most_ones, (first, second))), of)]
        goal.axioms.add(DATA)
    elif set(sides) != {first, second} and not _is_reordered(count, sides, (first, second)):
        if not _covers(count, sides, (first, second)):
            raise Rejected((), f"{given} does not cover these hypotheses")
        goal.axioms.add(DATA)
    pairs = zip(given.args[1:], goal.atom.args[1:], strict=True)
    if isinstance(given, heads.RenyiDP) and given.args[1] != goal.atom.args[1]:
        raise Rejected((), "the orders differ")
    return [goal.stating(atom) for atom in (*fewer, *(at_most(*pair) for pair in pairs))]


def _repeated(experiment: Basic) -> tuple[Basic, Expr]:
    """The mechanism that all rounds run, and how many there are."""
    if not isinstance(experiment, heads.Compose):
        return experiment, S.One
    kind, *others = experiment.args
    if len(others) == 1 and is_scalar(others[0]):
        return kind, others[0]
    raise Rejected((), f"the rounds of {experiment} differ")


def _is_reordered(count: Expr, given: Sequence[Basic], wanted: Sequence[Basic]) -> bool:
    """Whether flipping the bits of some rounds in both laws turns one pair into the other."""
    if not count.is_Integer or count > MAX_FLIPPED:
        return False
    ours, theirs = ([laws_of(side, int(count)) for side in pair] for pair in (given, wanted))
    for flips in product((0, 1), repeat=int(count)):
        flipped = [[_flipped(law, flips) for law in laws] for laws in ours]
        for pair in (flipped, flipped[::-1]):
            if all(_same_laws(a, b) for a, b in zip(pair, theirs, strict=True)):
                return True
    return False


def _flipped(law: Weights, flips: tuple[int, ...]) -> Weights:
    return {tuple(a ^ b for a, b in zip(bits, flips, strict=True)): w for bits, w in law.items()}


def _same_laws(one: Sequence[Weights], other: Sequence[Weights]) -> bool:
    return all(law in other for law in one) and all(law in one for law in other)


def _covers(count: Expr, given: Sequence[Basic], wanted: Sequence[Basic]) -> bool:
    """Whether vectors of the second pair differ only where some vectors of the first do."""
    if set(given) in ({Ones(0), Ones(count)}, {Ones(0, count)}):
        return True
    if not count.is_Integer or not all(
        isinstance(side, Ones | heads.Bits | heads.Every) for side in given
    ):
        return False
    have, want = (differences(one, other, int(count)) for one, other in (given, wanted))
    return all(any(few <= many for many in have) for few in want)


def uniform_prior(goal: Goal) -> list[Claim]:
    """No record against the uniform law on the 2**k vectors, or on all but the one without ones.

    With E_i = exp(epsilon_i), the vector that is 1 in the rounds of a set S is within (sum of
    epsilon_i, sum of delta_i) over S of the zero vector. Averaging over the n sets S gives
    ``(prod(1 + E_i) - c)/n`` and ``2**(k-1)*sum(delta_i)/n`` with c = 2**k - n. For the other
    direction P_0 <= E_S*P_S + delta_S is divided by E_S and then averaged, which gives
    ``n/(prod(1 + 1/E_i) - c)``, by Cauchy and Schwarz no more than the former, with the delta
    ``sum_j delta_j/E_j*prod_{i != j}(1 + 1/E_i)/(prod(1 + 1/E_i) - c)``. For c = 0 or equal rounds
    that is no more than the former delta: with v = 1/E <= 1 it says ``sum_{j<k} 2**j*(1+v)**(k-1)
    <= sum_{j<k} 2**(k-1)*(1+v)**j``, term by term; for c = 0 it is sum_j delta_j/(1 + E_j).
    """
    experiment, first, second, count = _experiment(goal)
    least = [c for c in (0, 1) if {first, second} in _priors(c, count)]
    if not least or not isinstance(goal.atom, heads.ApproxDP):
        raise Rejected((), "the hypotheses are not no record and a uniform law")
    goal.axioms |= {DATA, DOMINATION}
    repeated = isinstance(experiment, heads.Compose) and is_scalar(experiment.args[-1])
    parts = experiment.args[:1] if repeated else rounds_of(experiment)
    written = goal.params.get("facts")
    if not isinstance(written, list) or len(written) != len(parts):
        raise Rejected((), "a guarantee for each round is needed")
    known: list[tuple[Expr, Expr]] = []
    needed: list[Basic] = []
    for part, entry in zip(parts, written, strict=True):
        fact = goal.expression(entry)
        if not isinstance(fact, heads.PureDP | heads.ApproxDP) or fact.args[0] != part:
            raise Rejected((), f"{fact} says nothing of {part}")
        own, lost = (*fact.args[1:], S.Zero)[:2]
        known.append((own, lost))
        needed += [fact, at_most(S.Zero, own), at_most(S.Zero, lost), at_most(lost, S.One)]
    times = count if repeated else S.One
    n = 2**count - least[0]
    ratio = (Mul(*((1 + exp(own)) ** times for own, _ in known)) - least[0]) / n
    deltas = [times * 2 ** (count - 1) * Add(*(lost for _, lost in known)) / n]
    if least[0] and not repeated:
        inverse = [(exp(-own), lost) for own, lost in known]
        total = Add(*(d * v * Mul(*(1 + w for j, (w, _) in enumerate(inverse) if j != i))
                      for i, (v, d) in enumerate(inverse)))  # fmt: skip
        deltas.append(total / (Mul(*(1 + v for v, _ in inverse)) - 1))
    epsilon, delta = goal.atom.args[1:]
    needed += [at_most(log(ratio), epsilon), *(at_most(bound, delta) for bound in deltas)]
    return [goal.stating(atom) for atom in needed]


def _priors(least: int, count: Expr) -> list[set[Basic]]:
    some = Uniform(Ones(least, count))
    return [{Ones(0), some}, {Ones(0, 0), some}]
