"""What the hypotheses say about a mechanism, and what follows for mechanisms made of it.

A fact is a guarantee on a mechanism expression, with the claims it still needs and the axioms it
rests on. Facts about compositions, groups, post-processing and parallel parts come from facts
about their parts by the rules of this module; each rule's docstring names its source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from sympy import Add, Basic, Expr, Integer, Lt, Max, Mul, S, Symbol, exp, log, sqrt

from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import NONNEGATIVE, PROBABILITY, Domain
from dpsym.language.heads import (
    ZCDP,
    ApproxDP,
    ApproxZCDP,
    GaussianDP,
    ObjectName,
    ProbabilisticDP,
    PureDP,
    RenyiDP,
    is_scalar,
)
from dpsym.language.noises import PURE
from dpsym.language.printing import text
from dpsym.provers import axioms
from dpsym.provers.guarantees.concrete import concrete
from dpsym.provers.guarantees.consequences import between_orders, consequences, simpler
from dpsym.provers.guarantees.dominating_mechanisms import admissible, dominating
from dpsym.provers.guarantees.fact import KINDS, Fact, probability_needs, relations_of
from dpsym.provers.guarantees.from_hypotheses import OF_THE_LOSS, assumed_of
from dpsym.provers.guarantees.groups import of_groups
from dpsym.provers.restate import at_most, fresh, restate

MAX_FACTS = 24

Combination = Callable[[list[tuple[Expr, ...]]], tuple[Expr, ...] | None]


def facts_about(mechanism: Basic, claim: Claim) -> list[Fact]:
    """Every fact the rules give about ``mechanism``, hypotheses first, at most ``MAX_FACTS``."""
    found: dict[Basic, Fact] = {}
    for fact in _facts(mechanism, claim):
        found.setdefault(fact.guarantee, fact)
        if len(found) >= MAX_FACTS:
            break
    return list(found.values())


def _facts(mechanism: Basic, claim: Claim) -> Iterator[Fact]:
    assumed = [fact for h in claim.hypotheses for fact in assumed_of(mechanism, h, claim)]
    for fact in assumed:
        yield fact
        limit = simpler(fact)
        if limit is not None:
            yield limit
        yield from consequences(limit or fact, claim)
    yield from between_orders(assumed, claim)
    rule = _RULES.get(type(mechanism))
    if rule is not None:
        yield from rule(mechanism, claim)


def _of_kind(facts: list[Fact], kind: type[Basic]) -> list[Fact]:
    return [fact for fact in facts if isinstance(fact.guarantee, kind)]


def _combined(
    mechanism: Basic,
    parts: list[list[Fact]],
    claim: Claim,
    combine: dict[type[Basic], Combination],
    words: str,
    used: dict[type[Basic], str],
    row: str,
) -> Iterator[Fact]:
    for kind, rule in combine.items():
        options = [_of_kind(facts, kind) for facts in parts]
        if not all(options):
            continue
        for chosen in _aligned(options):
            parameters = rule([fact.parameters for fact in chosen])
            if parameters is None:
                continue
            needs = [n for f in chosen for n in (*f.needs, *probability_needs(f, claim))]
            yield Fact(
                kind(mechanism, *parameters),
                words,
                tuple(dict.fromkeys(needs)),
                tuple(dict.fromkeys([used[kind], *(a for f in chosen for a in f.axioms)])),
                f"{row}-{KINDS[kind]}",
                chosen,
            )


def _aligned(options: list[list[Fact]]) -> list[tuple[Fact, ...]]:
    """The first facts of all parts, the second, and so on; the last again where there are fewer."""
    longest = max(len(facts) for facts in options)
    return [tuple(facts[min(i, len(facts) - 1)] for facts in options) for i in range(longest)]


def _sum_all(parameters: list[tuple[Expr, ...]]) -> tuple[Expr, ...]:
    return tuple(Add(*column) for column in zip(*parameters, strict=True))


def _sum_and_union(parameters: list[tuple[Expr, ...]]) -> tuple[Expr, ...]:
    epsilons, deltas = zip(*parameters, strict=True)
    return Add(*epsilons), 1 - Mul(*(1 - delta for delta in deltas))


def _sum_same_order(parameters: list[tuple[Expr, ...]]) -> tuple[Expr, ...] | None:
    orders = {order for order, _ in parameters}
    return (orders.pop(), Add(*(tau for _, tau in parameters))) if len(orders) == 1 else None


def _union_and_lines(parameters: list[tuple[Expr, ...]]) -> tuple[Expr, ...]:
    deltas, xis, rhos = zip(*parameters, strict=True)
    return 1 - Mul(*(1 - delta for delta in deltas)), Add(*xis), Add(*rhos)


def _quadrature(parameters: list[tuple[Expr, ...]]) -> tuple[Expr, ...]:
    return (sqrt(Add(*(mu**2 for (mu,) in parameters))),)


def _first_and_both_ends(parameters: list[tuple[Expr, ...]]) -> tuple[Expr, ...]:
    (first,), *later = parameters
    return (first + 2 * Add(*(eta for (eta,) in later)),)


_COMPOSITION: dict[type[Basic], Combination] = {
    PureDP: _sum_all,
    ApproxDP: _sum_and_union,
    ZCDP: _sum_all,
    RenyiDP: _sum_same_order,
    ApproxZCDP: _union_and_lines,
    GaussianDP: _quadrature,
    heads.BoundedRange: _first_and_both_ends,
    ProbabilisticDP: _sum_and_union,
}
_COMPOSITION_AXIOMS = dict.fromkeys(_COMPOSITION, axioms.CHAIN_RULE.name) | {
    ApproxDP: axioms.DOMINATION.name,
    GaussianDP: axioms.DOMINATION.name,
    ProbabilisticDP: "",
}


def _composition(mechanism: Basic, claim: Claim) -> Iterator[Fact]:
    """Sums of epsilon, xi, rho and tau; 1 - prod(1 - delta); mu in quadrature.

    Bun and Steinke 2016, Lemmas 2.3 and 8.2 (in mixture form); Murtagh and Vadhan 2016 for the
    exact delta at the sum of the epsilons; Dong, Roth and Su 2022, Corollary 3. Which interval of
    length eta the losses of a later mechanism lie in may depend on the answers before; all that two
    outputs share is that it contains 0, so that its eta counts twice. A later loss exceeds its
    bound with probability at most delta whatever the answers before. Concurrently no mechanism is
    the first.
    """
    if len(mechanism.args) == 2 and is_scalar(mechanism.args[1]):
        inner, count = mechanism.args
        for fact in facts_about(inner, claim):
            kind = type(fact.guarantee)
            for parameters, words in _repeated(fact, count):
                yield Fact(
                    kind(mechanism, *parameters),
                    f"{text(count)}-fold composition{', union bound' if words else ''}",
                    (*fact.needs, *probability_needs(fact, claim)),
                    (*fact.axioms, _COMPOSITION_AXIOMS[kind]),
                    f"repeat-{KINDS[kind]}{words}",
                    (fact,),
                )
        return
    parts = [facts_about(part, claim) for part in mechanism.args]
    kinds, row = dict(_COMPOSITION), "compose"
    if isinstance(mechanism, heads.Concurrent):
        del kinds[ApproxZCDP], kinds[heads.BoundedRange], kinds[ProbabilisticDP]
        row = "concurrent-compose"
    used = _COMPOSITION_AXIOMS
    yield from _combined(mechanism, parts, claim, kinds, "composition", used, row)


def _repeated(fact: Fact, count: Expr) -> Iterator[tuple[tuple[Expr, ...], str]]:
    """The parameters of ``count`` rounds; for failures also the union bound where it is simpler.

    With what is added to the name of the row.
    """
    kind, parameters = type(fact.guarantee), fact.parameters
    if kind in (PureDP, ZCDP):
        yield tuple(count * parameter for parameter in parameters), ""
    elif kind is heads.BoundedRange:
        yield ((2 * count - 1) * parameters[0],), ""
    elif kind in (ApproxDP, ProbabilisticDP):
        yield (count * parameters[0], 1 - (1 - parameters[1]) ** count), ""
    elif kind is RenyiDP:
        yield (parameters[0], count * parameters[1]), ""
    elif kind is ApproxZCDP:
        delta, xi, rho = parameters
        if (count * delta).count_ops() < delta.count_ops():
            yield (count * delta, count * xi, count * rho), "-union"
        yield (1 - (1 - delta) ** count, count * xi, count * rho), ""
    elif kind is GaussianDP:
        yield (sqrt(count) * parameters[0],), ""


def _post_processing(mechanism: Basic, claim: Claim) -> Iterator[Fact]:
    """The same guarantee, unless it speaks of the loss itself, which a map may concentrate."""
    for fact in facts_about(mechanism.args[0], claim):
        if not isinstance(fact.guarantee, OF_THE_LOSS):
            yield Fact(
                fact.guarantee.func(mechanism, *fact.parameters),
                "post-processing",
                fact.needs,
                (*fact.axioms, axioms.DATA_PROCESSING.name),
                f"process-{KINDS[kind]}" if (kind := type(fact.guarantee)) in KINDS else "",
                (fact,),
            )


def _parallel(mechanism: Basic, claim: Claim) -> Iterator[Fact]:
    """The largest of each parameter: neighbours change one part and the others cancel."""
    parts = [facts_about(part, claim) for part in mechanism.args]

    def largest(parameters: list[tuple[Expr, ...]]) -> tuple[Expr, ...]:
        return tuple(Max(*column) for column in zip(*parameters, strict=True))

    def at_same_order(parameters: list[tuple[Expr, ...]]) -> tuple[Expr, ...] | None:
        return largest(parameters) if len({order for order, _ in parameters}) == 1 else None

    kinds: dict[type[Basic], Combination] = dict.fromkeys(
        (PureDP, ApproxDP, ZCDP, ApproxZCDP, GaussianDP, ProbabilisticDP), largest
    )
    kinds[RenyiDP] = at_same_order
    yield from _combined(
        mechanism,
        parts,
        claim,
        kinds,
        "only one part changes",
        dict.fromkeys(kinds, ""),
        "parallel",
    )


def _subsample(mechanism: Basic, claim: Claim) -> Iterator[Fact]:
    """log(1 + q*(exp(epsilon) - 1)) and q*delta, as for the dominating response.

    That is claimed of the response for all epsilon and delta where they are expressions. Balle,
    Barthe and Gaboardi 2018, Theorem 8, for Poisson subsampling under add and remove.
    """
    inner, share = mechanism.args
    facts = facts_about(inner, claim)
    yield from _sampled_moments(mechanism, facts, claim)
    for fact in facts:
        if isinstance(fact.guarantee, ZCDP | RenyiDP | GaussianDP | heads.BoundedZCDP):
            yield Fact(
                fact.guarantee.func(mechanism, *fact.parameters),
                "for each sample of the others the laws are q*P + (1 - q)*Q and Q, images of P, Q",
                fact.needs,
                (*fact.axioms, axioms.DATA_PROCESSING.name),
                f"sample-{KINDS[type(fact.guarantee)]}",
                (fact,),
            )
        if isinstance(fact.guarantee, RenyiDP):
            yield from _sampled_moment(mechanism, fact, claim)
        if not isinstance(fact.guarantee, PureDP | ApproxDP):
            continue
        kind = type(fact.guarantee)
        amplified = kind(mechanism, *_sampled(share, *fact.parameters))
        if not inner.has(ObjectName):
            if mechanism not in (atom.args[0] for atom in claim.conclusions):
                yield Fact(amplified, "subsampling", (restate(claim, [amplified]),))
            continue
        plain, domains = _named(fact, claim)
        sampled = heads.Subsample(dominating(plain), share)
        needed = kind(sampled, *_sampled(share, *plain.parameters))
        known = sampled.free_symbols if domains else {n for n, _ in claim.domains}
        relations = [h for h in relations_of(claim) if h.free_symbols <= known]
        general = restate(claim, [needed], hypotheses=relations, domains=domains)
        sampled_fact = Fact(
            amplified,
            "subsampling",
            (*admissible(fact, claim), general),
            (*fact.axioms, axioms.DOMINATION.name, axioms.DATA_PROCESSING.name),
            "domination",
            (fact,),
        )
        yield sampled_fact
        for line in consequences(sampled_fact, claim):
            yield replace(line, needs=(*sampled_fact.needs, *line.needs))


def _sampled_moment(mechanism: Basic, fact: Fact, claim: Claim) -> Iterator[Fact]:
    """Moments of order alpha are jointly convex in two laws, and 1 of a law against itself."""
    share, (order, tau) = mechanism.args[1], fact.parameters
    if order in (S.One, S.Infinity):
        return
    moment = 1 - share + share * exp((order - 1) * tau)
    atoms = Lt(S.One, order, evaluate=False), at_most(S.Zero, share), at_most(share, S.One)
    relations = relations_of(claim)
    needs = (restate(claim, [a], hypotheses=relations) for a in atoms if a.free_symbols)
    yield Fact(
        RenyiDP(mechanism, order, log(moment) / (order - 1)),
        "moments are convex",
        (*fact.needs, *needs),
        (*fact.axioms, axioms.DATA_PROCESSING.name),
        "sample-moment",
        (fact,),
    )


def _sampled_moments(mechanism: Basic, known: list[Fact], claim: Claim) -> Iterator[Fact]:
    """Steinke 2022, Theorem 11, at the orders 2 and 3; claimed of the mechanism at hand."""
    rate = mechanism.args[1]
    plainest = sorted(_of_kind(known, RenyiDP), key=lambda fact: -len(fact.needs))
    by_order = {fact.parameters[0]: fact for fact in plainest}
    second, third = by_order.get(Integer(2)), by_order.get(Integer(3))
    if second is None:
        return
    two = exp(second.parameters[1])
    moments = [(Integer(2), 1 + rate**2 * (two - 1), [second])]
    if third is not None:
        one = (1 - rate) ** 2 * (2 * rate + 1)
        three = one + 3 * rate**2 * (1 - rate) * two + rate**3 * exp(2 * third.parameters[1])
        moments.append((Integer(3), three, [second, third]))
    for order, moment, used in moments:
        found = RenyiDP(mechanism, order, log(moment) / (order - 1))
        if found not in claim.conclusions:
            needs = (*(n for f in used for n in f.needs), restate(claim, [found]))
            axioms_used = tuple(dict.fromkeys(a for f in used for a in f.axioms))
            yield Fact(found, f"subsampling at order {order}", needs, axioms_used)


def _named(fact: Fact, claim: Claim) -> tuple[Fact, dict[Symbol, Domain]]:
    """The fact with a free name for every parameter that is no name, and their domains."""
    parameters: list[Expr] = []
    domains: dict[Symbol, Domain] = {}
    wishes = (("epsilon", NONNEGATIVE), ("delta", PROBABILITY))
    for parameter, (wish, domain) in zip(fact.parameters, wishes, strict=False):
        if parameter.is_Symbol or parameter == 0:
            parameters.append(parameter)
        else:
            parameters.append(fresh(claim, wish))
            domains[parameters[-1]] = domain
    guarantee = fact.guarantee.func(fact.guarantee.args[0], *parameters)
    return Fact(guarantee, fact.words), domains


def _sampled(share: Expr, epsilon: Expr, *delta: Expr) -> tuple[Expr, ...]:
    return log(1 + share * (exp(epsilon) - 1)), *(share * d for d in delta)


def _group(mechanism: Basic, claim: Claim) -> Iterator[Fact]:
    return of_groups(mechanism, facts_about(mechanism.args[0], claim), claim)


_RULES: dict[type[Basic], Callable[[Basic, Claim], Iterator[Fact]]] = {
    heads.Compose: _composition,
    heads.Concurrent: _composition,
    heads.PostProcess: _post_processing,
    heads.Parallel: _parallel,
    heads.Group: _group,
    heads.Subsample: _subsample,
    heads.GaussianMechanism: concrete,
    **dict.fromkeys(PURE, concrete),
    heads.GeometricMechanism: concrete,
    heads.DiscreteGaussianMechanism: concrete,
    heads.RandomizedResponse: concrete,
    heads.NaryResponse: concrete,
    heads.ExponentialMechanism: concrete,
    heads.CanonicalRR: concrete,
}
