"""Rules about guarantees: facts, definitions, the mechanisms that dominate."""

from __future__ import annotations

from collections.abc import Iterator

from dpsym.algebra import Basic, Expr, Integer, Le, Lt, Mul, S, Symbol, exp
from dpsym.kernel import statements
from dpsym.kernel.expressions import term
from dpsym.kernel.facts import FACTS, NATURAL
from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.groups import along, by_parts
from dpsym.kernel.implications import entails, plain
from dpsym.kernel.laws import bound_of, signature, stick_beside
from dpsym.kernel.outcomes import MAX_OUTCOMES, Outcomes, first_piece, in_steps, outcomes
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.rows import DATA, DOMINATION
from dpsym.kernel.term import NAME, PLUS, TIMES, nodes
from dpsym.kernel.terms import parts_of, written_out
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.definitions import PROCESSED, without_failures
from dpsym.language.domains import ORDER, Integers, Interval, Objects, Sort
from dpsym.language.heads import Divergence, Guarantee, ObjectName
from dpsym.language.meaning import composed_parts, covering_pairs, neighbouring_pairs, one_round
from dpsym.language.parser import parse_claim

OPEN = Interval(S.Zero, S.One, True, True)
_ANY_LAWS = ObjectName("P"), ObjectName("Q")
MAX_PARTS = 1000
PAIRED = (
    heads.PureDP | heads.ApproxDP | heads.ZCDP | heads.BoundedZCDP | heads.RenyiDP
    | heads.GaussianDP | heads.ProbabilisticDP
)  # fmt: skip
_NO_ORDERS = S.Infinity, S.NegativeInfinity, heads.Quantity, ObjectName
_REBUILT = heads.Compose | heads.Concurrent | heads.Subsample | heads.Parallel


def fact(goal: Goal) -> list[Claim]:
    """The goal is the conclusion of a row of the table of facts, whose hypotheses follow."""
    hypotheses, conclusion, lemmas = instance_of(goal)
    concluded = goal.stating(conclusion)
    if not entails(concluded, goal.claim):
        raise Rejected((), f"the fact says {conclusion}")
    return [goal.stating(h) for h in hypotheses] + lemmas


def instance_of(goal: Goal) -> tuple[list[Basic], Basic, list[Claim]]:
    """Hypotheses, conclusion and lemmas of the row that the parameters name, with their terms."""
    name, count = goal.params.get("fact"), goal.params.get("count")
    if name not in FACTS or (count is None) == ("#" in FACTS[name][1]):
        raise Rejected((), f"there is no fact {name!r} for {count!r} parts")
    count = 1 if count is None else count
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MAX_PARTS:
        raise Rejected((), f"{count!r} is no number of parts")
    hypotheses, conclusion = statements.fact(name, count)
    given = goal.texts("with")
    values: dict[Basic, Basic] = {}
    for symbol in conclusion.free_symbols.union(*(h.free_symbols for h in hypotheses)):
        if symbol.name not in given:
            raise Rejected((), f"{symbol} of the fact {name!r} has no value")
        values[symbol] = goal.expression(given[symbol.name])
        if heads.is_scalar(values[symbol]) == isinstance(symbol, ObjectName):
            raise Rejected((), f"{given[symbol.name]} cannot stand for {symbol}")
        if symbol.name == NATURAL and not _is_natural(values[symbol], goal):
            raise Rejected((), f"{given[symbol.name]} is no natural number")
    goal.axioms.update(FACTS[name][0].split())
    lemmas = [parse_claim(text) for text in FACTS[name][2]]
    stated = written_out(goal.put(conclusion, values))
    # rows have values where their hypotheses hold and the terms for their names have some
    goal.said |= parts_of(stated.args) - parts_of(values.values())
    return [goal.put(h, values) for h in hypotheses], plain(stated), lemmas


def _is_natural(value: Basic, goal: Goal) -> bool:
    domain = dict(goal.claim.domains).get(value)
    least = domain.lower if isinstance(domain, Integers) else value
    return bool(least.is_Integer and least >= 0)


def impossible(goal: Goal) -> list[Claim]:
    """A hypothesis that bounds a divergence by less than 0 holds for no pair of neighbours.

    So there is no pair of which the conclusion, a guarantee of the same mechanism, would speak. The
    parameter 'at' is the order at which the bound is negative, or the open end below such orders.
    Of approximate zCDP it is the bound of those parts of the laws that are within zCDP.
    """
    number, (order,) = goal.params.get("number"), goal.fresh("order")
    if type(number) is not int or not 0 <= number < len(goal.claim.hypotheses):
        raise Rejected((), f"there is no hypothesis {number!r}")
    given = plain(goal.claim.hypotheses[number])
    if not isinstance(given, Guarantee) or not isinstance(goal.atom, Guarantee):
        raise Rejected((), "the hypothesis and the conclusion are no guarantees")
    if given.args[0] != goal.atom.args[0] or not isinstance(given.args[0], ObjectName):
        raise Rejected((), "they speak of different mechanisms, or of none by name")
    bound, orders = bound_of(without_failures(given), *_ANY_LAWS, order)
    if not isinstance(bound.lhs, Divergence | heads.LossTail):
        raise Rejected((), f"{bound.lhs} may be negative")
    if not bound.has(order):
        return [goal.stating(Lt(bound.rhs, S.Zero, evaluate=False))]
    place = goal.expression(goal.params.get("at"))
    about = (node for node in nodes(term(bound.rhs)) if node.has(term(order)))
    end = place == orders.lower and all(node.kind in (NAME, PLUS, TIMES) for node in about)
    if not end and not (place.is_Rational and orders.contains(place)):
        raise Rejected((), f"{place} is no order of {orders}")
    return [goal.stating(Lt(goal.put(bound.rhs, {order: place}), S.Zero, evaluate=False))]


def definition(goal: Goal) -> list[Claim]:
    """A guarantee on a concrete mechanism bounds a divergence of every pair of neighbours.

    A bound of a concentration is one of the Renyi divergence, on a line in all orders above one.
    """
    if isinstance(goal.atom, Le) and isinstance(goal.atom.lhs, heads.Concentration):
        (order,), (line, rho) = goal.fresh("order"), goal.atom.args
        xi, p, q = line.args
        bound = at_most(heads.Renyi(order, p, q), xi + rho * order)
        return [goal.stating(bound, domains={order: ORDER})]
    if not isinstance(goal.atom, Guarantee) or goal.atom.has(ObjectName):
        raise Rejected((), "the conclusion is no guarantee of a concrete mechanism")
    (order,) = goal.fresh("order")
    bounds = bounds_of_pairs(goal.atom, order, rounds=goal.params.get("rounds") is True)
    return [goal.stating(bound, domains={order: domain}) for bound, domain in bounds]


def bounds_of_pairs(
    atom: Guarantee, order: Symbol, *, rounds: bool, covering: bool = True
) -> Iterator[tuple[Basic, Interval]]:
    """What a guarantee of a concrete mechanism says of each pair of laws, but for mirror images.

    ``rounds``: by so many times the divergence of one round, where it adds. ``covering``: of all
    pairs that may be neighbours, of which it follows; else of those that are, which it says.
    """
    mechanism, times = atom.args[0], S.One
    if rounds:
        if not isinstance(mechanism, heads.Compose) or not heads.is_scalar(mechanism.args[-1]):
            raise Rejected((), "the mechanism is no composition of rounds")
        mechanism, times = mechanism.args
    pairs: dict[object, tuple[Basic, Basic]] = {}
    for p, q in (covering_pairs if covering else neighbouring_pairs)(mechanism):
        pairs.setdefault(signature(p, q), (p, q))
    for p, q in pairs.values():
        bound, domain = bound_of(atom, p, q, order)
        if times != 1:
            if not isinstance(bound.lts, heads.Renyi | heads.MaxDivergence):
                raise Rejected((), "the divergence of rounds does not add")
            bound = at_most(times * bound.lts, bound.gts)
        yield bound, domain


def pair(goal: Goal) -> list[Claim]:
    """A guarantee of a named mechanism holds if it does for every pair of laws within others.

    What is assumed bounds both directions, and at every order where it speaks of all: ``at`` says
    at which it is used. The laws of a sample are those of neighbours mixed, and again mixed over
    what else is in the sample, which what is bounded here does not exceed. Laws of a group are
    joined by steps, along which ``steps`` adds up bounds. After the mechanism others with finitely
    many outcomes may answer, by laws that do not depend on its answer.
    """
    atom, (order,) = goal.atom, goal.fresh("order")
    p, q = (ObjectName(name.name) for name in goal.fresh("p", "q"))
    if not isinstance(atom, PAIRED):
        raise Rejected((), "the conclusion is no bound on each pair of laws")
    name, pairs = atom.args[0], [(p, q)]
    beside: list[Outcomes] = []
    if isinstance(name, heads.Compose) and not heads.is_scalar(name.args[1]):
        name, *rest = name.args
        beside = _outcomes_of(rest)
    if isinstance(name, heads.Subsample) and not beside:
        if isinstance(atom, heads.ProbabilisticDP):
            raise Rejected((), "a tail of the loss may be larger for mixtures of laws")
        goal.axioms.add(DATA)
        name, rate = name.args
        mixed = heads.Mixture(rate, p, q)
        pairs = [(mixed, q), (q, mixed)]
    needed: list[Basic] = []
    assumed = goal.numeric()
    group = name if isinstance(name, heads.Group) else None
    if not isinstance(name if group is None else group.args[0], ObjectName):
        raise Rejected((), f"{name} is no name of a mechanism, and no group of one")
    both = (p, q), (q, p)
    for number, hypothesis in enumerate(goal.claim.hypotheses):
        if not isinstance(hypothesis, PAIRED):
            continue
        if hypothesis.args[0] == name:
            values = values_at(goal, number, order, needed)
            bounds = [bound_of(hypothesis, *ends, order)[0] for ends in both]
            assumed += [goal.put(named(b, v), {order: v}) for b in bounds for v in values]
        elif group is not None and hypothesis.args[0] == group.args[0]:
            for ends in both:
                assumed += along(goal, number, group, ends, needed)
    laws = dict.fromkeys((p, q), Objects(Sort.LAW))
    stated = [bound_of(atom, *ends, order) for ends in pairs]
    if beside:
        stated = [(_beside(bound, masses, needed), domain)
                  for bound, domain in stated for masses in beside]  # fmt: skip
    found = [
        goal.stating(named(bound, order), hypotheses=assumed, domains={**laws, order: domain})
        for bound, domain in stated
    ]
    return [*found, *map(goal.stating, needed)]


def _outcomes_of(parts: list[Basic]) -> list[Outcomes]:
    """The masses of what concrete mechanisms answer together, for each pair of neighbours."""
    if any(part.has(ObjectName) for part in parts):
        raise Rejected((), "a mechanism after the first is not concrete")
    answer = parts[0] if len(parts) == 1 else heads.Compose(*parts)
    found = {signature(*ends): outcomes(*ends) for ends in neighbouring_pairs(answer)}
    return list(found.values())


def _beside(bound: Basic, masses: Outcomes, needed: list[Basic]) -> Basic:
    """A bound of a hockey stick for a pair of laws beside independent outcomes."""
    stick, limit = bound.args
    if not isinstance(stick, heads.HockeyStick):
        raise Rejected((), f"{stick} is no hockey stick")
    e, p, q = stick.args
    return at_most(
        stick_beside(e, masses, lambda x: heads.HockeyStick(x, p, q), needed),
        limit,
    )


def values_at(goal: Goal, number: int, order: Symbol, needed: list[Basic]) -> list[Expr]:
    """Where a hypothesis that speaks of all orders, or thresholds, is used; once, if of none.

    That the order one is allowed follows from those above it.
    """
    hypothesis = goal.claim.hypotheses[number]
    bound, domain = bound_of(hypothesis, ObjectName("P"), ObjectName("Q"), order)
    if not bound.has(order):
        return [order]
    at = goal.params.get("at", {})
    texts = at.get(str(number), []) if isinstance(at, dict) else None
    if not isinstance(texts, list):
        raise Rejected((), "the parameter 'at' is no map to lists")
    values = [goal.expression(text) for text in texts]
    for value in values:
        if not heads.is_scalar(value) or value.has(*_NO_ORDERS):
            raise Rejected((), f"{value} is no order")
        needed.append(at_most(value, value))
        if domain.lower.is_finite and value != domain.lower:
            needed.append(Lt(domain.lower, value, evaluate=False))
        if domain.upper.is_finite:
            needed.append(Lt(value, domain.upper, evaluate=False))
    return values


def named(bound: Basic, order: Expr) -> Basic:
    """The bound of a divergence, where the order is 1 or oo by its own name."""
    left, right = bound.args
    if isinstance(left, heads.Renyi):
        known = order if left.args[0].is_Symbol and order.is_number else left.args[0]
        special = {S.One: heads.KL, S.Infinity: heads.MaxDivergence}.get(known)
        left = left if special is None else special(*left.args[1:])
    return at_most(left, right)


def without_failure(goal: Goal) -> list[Claim]:
    """Canonical responses reveal the input with probability 1 - prod(1 - delta).

    An outcome that does has no mass under the other input, so their hockey stick is
    1 - prod(1 - delta)*(1 - h) with h that of the randomised responses.
    """
    if not isinstance(goal.atom, heads.ApproxDP):
        raise Rejected((), "the conclusion is no approximate differential privacy")
    mechanism, epsilon, delta = goal.atom.args
    composed = isinstance(mechanism, heads.Compose)
    parts = composed_parts(mechanism) if composed else (mechanism,)
    if not all(isinstance(part, heads.CanonicalRR | heads.RandomizedResponse) for part in parts):
        raise Rejected((), "the mechanism is not made of canonical responses")
    kept = Mul(*(1 - part.args[1] for part in parts if isinstance(part, heads.CanonicalRR)))
    pairs = [neighbouring_pairs(heads.RandomizedResponse(part.args[0]))[0] for part in parts]
    laws = [
        side[0] if len(side) == 1 else heads.Product(*side) for side in zip(*pairs, strict=True)
    ]
    return [goal.stating(at_most(1 - kept * (1 - heads.HockeyStick(epsilon, *laws)), delta))]


def domination(goal: Goal) -> list[Claim]:
    """A conclusion closed under post-processing holds if it does for the dominating mechanism.

    What a composition runs first may stay as it is: what is run next is, after each of its answers,
    an image of one pair of laws. Not so of a sample, whose other records may choose the image and
    be told by no answer. A concrete mechanism that answers once may be an image as well.
    """
    if not isinstance(goal.atom, PROCESSED):
        raise Rejected((), "the conclusion is not closed under post-processing")
    goal.axioms |= {DATA, DOMINATION}
    chosen = {goal.expression(m): goal.expression(g) for m, g in goal.texts("images").items()}
    needed: list[Basic] = []

    def in_parts(operation: Basic) -> Basic:
        first, *others = operation.args
        begun = first if begins_as_it_is(operation) else image(first)
        return _joined(operation, [begun, *map(image, others)])

    def begins_as_it_is(operation: Basic) -> bool:
        first = operation.args[0] if isinstance(operation, heads.Compose) else None
        return isinstance(first, ObjectName) and bool(chosen) and first not in chosen

    def image(mechanism: Basic) -> Basic:
        if begins_as_it_is(mechanism):
            return in_parts(mechanism)
        kept, guarantee = heads.is_scalar(mechanism), chosen.get(mechanism)
        named = mechanism.has(ObjectName)
        if kept or (not named and (guarantee is None or mechanism.has(heads.InteractiveMechanism))):
            return mechanism
        if guarantee is not None:
            if guarantee.args[0] != mechanism:
                raise Rejected((), f"{guarantee} speaks of another mechanism")
            needed.append(guarantee)
            return _dominating(guarantee, needed)
        if isinstance(mechanism, heads.Hypotheses):
            # What is known of a composition as a whole is of one pair, and not of one each round.
            run, *vectors = mechanism.args
            composed = isinstance(run, heads.Compose)
            return mechanism.func(in_parts(run) if composed else one_round(image(run)), *vectors)
        if isinstance(mechanism, heads.Group):
            if mechanism.args[0] in chosen:
                return _in_steps(mechanism, chosen[mechanism.args[0]], needed)
            mechanism = by_parts(mechanism)
        if isinstance(mechanism, heads.PostProcess):
            return image(mechanism.args[0])
        if isinstance(mechanism, _REBUILT):
            return in_parts(mechanism)
        raise Rejected((), f"nothing dominates {mechanism}")

    mechanism, *parameters = goal.atom.args
    samples = mechanism.atoms(heads.Subsample)
    if any(begins_as_it_is(part) for sample in samples for part in sample.atoms(heads.Compose)):
        raise Rejected((), "what is run next may depend on the other records of a sample")
    concluded = goal.atom.func(image(mechanism), *parameters)
    return [goal.stating(concluded), *map(goal.stating, dict.fromkeys(needed))]


def _joined(operation: Basic, parts: list[Basic]) -> Basic:
    """The operation on parts; what answers once may as well answer in turn."""
    once = not any(part.has(heads.InteractiveMechanism, ObjectName) for part in parts)
    in_turn = isinstance(operation, heads.Concurrent) and once
    return (heads.Compose if in_turn else operation.func)(*parts)


def _dominating(guarantee: Basic, needed: list[Basic]) -> Basic:
    parameters = guarantee.args[1:]
    if isinstance(guarantee, heads.PureDP):
        return heads.RandomizedResponse(*parameters)
    if isinstance(guarantee, heads.ApproxDP):
        needed += [at_most(S.Zero, parameter) for parameter in parameters]
        needed.append(at_most(parameters[1], S.One))
        return heads.CanonicalRR(*parameters)
    if isinstance(guarantee, heads.GaussianDP):
        return heads.GaussianMechanism(*parameters, S.One)
    raise Rejected((), f"no mechanism dominates {guarantee}")


def _in_steps(group: Basic, guarantee: Basic, needed: list[Basic]) -> Basic:
    one, steps = group.args
    known = isinstance(guarantee, heads.PureDP | heads.ApproxDP) and guarantee.args[0] == one
    if not known or not isinstance(steps, Integer) or steps > MAX_OUTCOMES:
        raise Rejected((), f"nothing dominates {group} by {guarantee}")
    epsilon, delta = (*guarantee.args[1:], S.Zero)[:2]
    needed += [guarantee, at_most(S.Zero, epsilon)]
    if delta != 0:
        needed += [at_most(S.Zero, delta), at_most(S.Zero, first_piece(epsilon, delta, int(steps)))]
    return in_steps(epsilon, delta, int(steps))


def bounded_range(goal: Goal) -> list[Claim]:
    """A pair within a bounded range is an image of bits: Dong, Durfee and Rogers 2020."""
    guarantee, (q, order) = goal.expression(goal.params.get("fact")), goal.fresh("q", "order")
    if not isinstance(goal.atom, PROCESSED) or not isinstance(guarantee, heads.BoundedRange):
        raise Rejected((), "the conclusion is no guarantee, or the fact no bounded range")
    if guarantee.args[0] != goal.atom.args[0] or isinstance(goal.atom, heads.BoundedRange):
        raise Rejected((), "the fact speaks of another mechanism")
    goal.axioms |= {DATA, DOMINATION}
    first, second = extreme_laws(guarantee.args[1], q)
    bound, domain = bound_of(goal.atom, first, second, order)
    return [goal.stating(bound, domains={q: OPEN, order: domain}), goal.stating(guarantee)]


def extreme_laws(width: Expr, share: Expr) -> tuple[Basic, Basic]:
    """The bits of which two laws are images, for some share, whose loss lies in an interval."""
    growth = exp(width)
    total = 1 - share + share * growth
    bit = heads.Finite((1 - share) / total, share * growth / total)
    return bit, heads.Finite(1 - share, share)
