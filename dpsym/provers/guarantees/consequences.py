"""Facts of another kind that one fact implies, kept to those that add under composition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product

from sympy import Basic, Expr, Lt, Rational, S, exp, log, pi, sqrt, tanh

from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import NONNEGATIVE, ORDER
from dpsym.language.heads import (
    ZCDP,
    ApproxDP,
    ApproxZCDP,
    BoundedZCDP,
    GaussianDP,
    Phi,
    PureDP,
    RenyiDP,
)
from dpsym.provers import axioms
from dpsym.provers.guarantees.fact import KINDS, Fact, order_needs, relations_of
from dpsym.provers.restate import at_most, fresh, restate


def simpler(fact: Fact) -> Fact | None:
    """The guarantee of a simpler kind that a fact says the same as, or whose failure it bounds.

    A zCDP line of slope zero is pure or approximate DP: let the order tend to oo.
    """
    mechanism, parameters = fact.guarantee.args[0], fact.parameters
    found: tuple[Basic, str, str] | None = None
    if isinstance(fact.guarantee, ZCDP) and parameters[1] == 0:
        found = PureDP(mechanism, parameters[0]), "the order tends to oo", "zcdp-pure"
    elif isinstance(fact.guarantee, ApproxZCDP) and parameters[2] == 0:
        approximate = ApproxDP(mechanism, parameters[1], parameters[0])
        found = approximate, "the order tends to oo", "approx-zcdp-flat"
    elif isinstance(fact.guarantee, ApproxZCDP) and parameters[0] == 0:
        found = ZCDP(mechanism, *parameters[1:]), "it never fails", "approx-zcdp-certain"
    elif isinstance(fact.guarantee, BoundedZCDP) and parameters[0] is S.Infinity:
        found = ZCDP(mechanism, *parameters[1:]), "at all orders", "bounded-zcdp-zcdp"
    elif isinstance(fact.guarantee, RenyiDP) and parameters[1] == 0:
        words = "laws at divergence zero are equal"
        found = PureDP(mechanism, S.Zero), words, "renyi-equal"
    elif isinstance(fact.guarantee, heads.ProbabilisticDP):
        words = "a hockey stick is at most the mass where it is positive"
        found = ApproxDP(mechanism, *parameters), words, "loss-approx"
    if found is None:
        return None
    guarantee, words, row = found
    return Fact(guarantee, words, fact.needs, fact.axioms, row, (fact,))


def consequences(fact: Fact, claim: Claim) -> Iterator[Fact]:
    """Facts of another kind that one fact implies, kept few: those that add under composition.

    A line is followed by the Renyi divergences at the orders that the claim speaks of.
    """
    yield from _at_orders_asked(fact, claim)
    yield from _up_to_an_order(fact, claim)
    for found in _of_other_kinds(fact, claim):
        yield found
        yield from _at_orders_asked(found, claim)


def _of_other_kinds(fact: Fact, claim: Claim) -> Iterator[Fact]:
    mechanism = fact.guarantee.args[0]
    if isinstance(fact.guarantee, PureDP):
        certain = Fact(
            ApproxDP(mechanism, *fact.parameters, S.Zero), "", row="pure-approx", parents=(fact,)
        )
        for line in _zcdp_lines(fact, claim):
            never = ApproxZCDP(mechanism, S.Zero, *line.parameters)
            dominated = Fact(never, "", row="approx-by-response", parents=(certain,))
            yield replace(line, row="approx-zcdp-certain", parents=(dominated,))
        yield from _as_response(fact, claim)
        if any(isinstance(atom, heads.ProbabilisticDP) for atom in claim.hypotheses):
            loss = heads.ProbabilisticDP(mechanism, *fact.parameters, S.Zero)
            yield Fact(loss, "no larger loss", fact.needs, fact.axioms, "pure-loss", (fact,))
    if isinstance(fact.guarantee, ApproxDP):
        words = "with probability 1 - delta the canonical response is randomised response"
        for line in _zcdp_lines(fact, claim):
            guarantee = ApproxZCDP(mechanism, fact.parameters[1], *line.parameters)
            yield replace(line, guarantee=guarantee, words=words, row="approx-by-response")
    if isinstance(fact.guarantee, PureDP) and _asks_for(GaussianDP, claim):
        (epsilon,) = fact.parameters
        mu = sqrt(pi / 2) * epsilon
        touching = GaussianDP(heads.RandomizedResponse(epsilon), mu)
        yield Fact(
            GaussianDP(mechanism, mu),
            "domination by randomised response",
            (restate(claim, [touching], hypotheses=relations_of(claim)),),
            (*fact.axioms, axioms.DOMINATION.name),
            "domination",
            (fact,),
        )
    if isinstance(fact.guarantee, heads.BoundedRange):
        (eta,) = fact.parameters
        words = "a loss in an interval of length eta is eta/2-subgaussian, by Hoeffding's lemma"
        mean = heads.MeanCDP(mechanism, eta**2 / 8, eta / 2)
        narrow = Fact(mean, words, fact.needs, fact.axioms, "range-mean", (fact,))
        line = ZCDP(mechanism, S.Zero, eta**2 / 8)
        yield Fact(line, words, fact.needs, fact.axioms, "mean-zcdp-zero", (narrow,))
        yield from _of_both_signs(fact, claim)
    if isinstance(fact.guarantee, ZCDP) and _fails_elsewhere(claim):
        line = ApproxZCDP(mechanism, S.Zero, *fact.parameters)
        used = fact.needs, fact.axioms
        yield Fact(line, "never fails", *used, "zcdp-approx-zcdp", (fact,))
    if isinstance(fact.guarantee, heads.MeanCDP):
        mu, tau = fact.parameters
        yield Fact(
            ZCDP(mechanism, mu - tau**2 / 2, tau**2 / 2),
            "the moments of a mean-concentrated loss, Bun and Steinke 2016, Lemma 4.2",
            fact.needs,
            fact.axioms,
            "mean-zcdp",
            (fact,),
        )
        yield Fact(
            ZCDP(mechanism, S.Zero, tau**2 / 2),
            "its mean is at most tau**2/2, since E exp(-Z) is the mass of Q, which is one",
            fact.needs,
            fact.axioms,
            "mean-zcdp-zero",
            (fact,),
        )
    if isinstance(fact.guarantee, heads.TailDP):
        yield _line_above_tails(fact)
    if isinstance(fact.guarantee, GaussianDP):
        (mu,) = fact.parameters
        if any(isinstance(a, ApproxDP) and a.args[1] == 0 for a in claim.conclusions):
            yield Fact(
                ApproxDP(mechanism, S.Zero, 2 * Phi(mu / 2) - 1),
                "the total variation of two Gaussians",
                fact.needs,
                (*fact.axioms, axioms.DOMINATION.name),
                "gaussian-variation",
                (fact,),
            )
        yield Fact(
            ZCDP(mechanism, S.Zero, mu**2 / 2),
            "the Renyi divergence of two Gaussians",
            fact.needs,
            (*fact.axioms, axioms.DOMINATION.name),
            "gaussian-to-zcdp",
            (fact,),
        )


def _at_orders_asked(fact: Fact, claim: Claim) -> Iterator[Fact]:
    """Renyi divergences of a line at the orders that the claim asks for, or of a higher order."""
    if not isinstance(fact.guarantee, ZCDP | BoundedZCDP | RenyiDP | PureDP):
        return
    mechanism = fact.guarantee.args[0]
    for order in (*orders_asked(claim), *_best_orders(fact, claim)):
        if isinstance(fact.guarantee, ZCDP | BoundedZCDP):
            *last, xi, rho = fact.parameters
            moment = RenyiDP(mechanism, order, xi + rho * order)
            inside = [at_most(order, end) for end in last if end not in (order, S.Infinity)]
            more = [restate(claim, [atom], hypotheses=relations_of(claim)) for atom in inside]
            needs = (*fact.needs, *more, *order_needs(order, claim))
            row = f"{KINDS[type(fact.guarantee)]}-renyi"
            yield Fact(moment, "at this order", needs, fact.axioms, row, (fact,))
        elif fact.parameters[:-1] != (order,) and order != S.Infinity:
            lower = [at_most(order, end) for end in fact.parameters[:-1]]
            needed = [restate(claim, [atom], hypotheses=relations_of(claim)) for atom in lower]
            yield Fact(
                RenyiDP(mechanism, order, fact.parameters[-1]),
                "at a lower order",
                (*fact.needs, *needed, *order_needs(order, claim)),
                (*fact.axioms, axioms.MONOTONE_ORDER.name),
                "pure-renyi" if isinstance(fact.guarantee, PureDP) else "weaken-renyi",
                (fact,),
            )


def _best_orders(fact: Fact, claim: Claim) -> Iterator[Expr]:
    """The orders of a line up to an order at which Markov's inequality gives most."""
    for atom in claim.conclusions:
        if isinstance(atom, ApproxDP) and isinstance(fact.guarantee, BoundedZCDP):
            rho, delta = fact.parameters[-1], atom.args[2]
            if rho != 0 and delta != 0:
                yield 1 + sqrt(rho * log(1 / delta)) / rho


def orders_asked(claim: Claim) -> list[Expr]:
    """The orders that a claim asks for; of failures, those of hypotheses, and named ones.

    A bound up to an order says of groups what it says up to that order over their size.
    """
    orders = [a.args[1] for a in claim.conclusions if isinstance(a, RenyiDP)]
    for failure in (a for a in claim.conclusions if isinstance(a, ApproxDP)):
        last = [h.args[1] for h in claim.hypotheses if isinstance(h, BoundedZCDP)]
        sizes = [group.args[1] for group in failure.atoms(heads.Group)]
        orders += [
            *(end / size for end in last for size in sizes),
            *last,
            *(h.args[1] for h in claim.hypotheses if isinstance(h, RenyiDP)),
            *(n for n, d in claim.scalars() if last and failure.has(n) and ORDER.includes(d)),
        ]
    return list(dict.fromkeys(orders))


def _up_to_an_order(fact: Fact, claim: Claim) -> Iterator[Fact]:
    """A line up to the order that groups of neighbours ask for; a flat one below a known order."""
    mechanism, parameters = fact.guarantee.args[0], fact.parameters
    for size in dict.fromkeys(
        group.args[1]
        for atom in claim.conclusions
        for group in atom.atoms(heads.Group)
        if group.args[0] == mechanism
    ):
        if isinstance(fact.guarantee, ZCDP):
            for order in orders_asked(claim):
                line = BoundedZCDP(mechanism, size * order, *parameters)
                words = "for the orders up to this one"
                yield Fact(line, words, fact.needs, fact.axioms, "zcdp-bounded", (fact,))
        elif isinstance(fact.guarantee, RenyiDP) and parameters[0] is not S.Infinity:
            line = BoundedZCDP(mechanism, *parameters, S.Zero)
            words = "divergences grow with the order"
            used = (*fact.axioms, axioms.MONOTONE_ORDER.name)
            needs = (*fact.needs, *order_needs(parameters[0], claim))
            yield Fact(line, words, needs, used, "orders", (fact,))


def between_orders(facts: list[Fact], claim: Claim) -> Iterator[Fact]:
    """The Renyi divergence at an order that the claim asks for, from those at two others.

    ``(alpha - 1)*D_alpha`` is the logarithm of a moment of the likelihood ratio, convex in alpha
    by Hoelder's inequality (van Erven and Harremoes 2014, Corollary 2). Above an order it grows by
    at most the largest loss for each order more.
    """
    known = [fact for fact in facts if isinstance(fact.guarantee, RenyiDP)]
    pure = [fact for fact in facts if isinstance(fact.guarantee, PureDP)]
    for order in dict.fromkeys(a.args[1] for a in claim.conclusions if isinstance(a, RenyiDP)):
        for first, second in (*permutations(known, 2), *product(known, pure)):
            (a, s), (*high, t) = first.parameters, second.parameters
            if order in (a, *high, S.Infinity) or not all(
                (b - a).is_positive and b.is_finite for b in high
            ):
                continue
            total = (order - a) * t / (order - 1) + (a - 1) * s / (order - 1)
            for b in high:
                share = (b - order) / (b - a)
                total = (share * (a - 1) * s + (1 - share) * (b - 1) * t) / (order - 1)
            above = [at_most(a, order), Lt(S.One, order, evaluate=False)]
            atoms = *above, *(at_most(order, b) for b in high)
            relations = relations_of(claim)
            needs = tuple(restate(claim, [atom], hypotheses=relations) for atom in atoms)
            yield Fact(
                RenyiDP(first.guarantee.args[0], order, total),
                "moments between two orders",
                (*first.needs, *second.needs, *needs),
                (*first.axioms, *second.axioms),
                "renyi-between" if high else "renyi-below-pure",
                (first, second),
            )


def _as_response(fact: Fact, claim: Claim) -> Iterator[Fact]:
    """What randomised response has at the orders that the claim asks for."""
    (epsilon,) = fact.parameters
    for order in (a for a in orders_asked(claim) if a not in (S.One, S.Infinity)):
        moment = (exp(order * epsilon) + exp((1 - order) * epsilon)) / (1 + exp(epsilon))
        found = RenyiDP(fact.guarantee.args[0], order, log(moment) / (order - 1))
        response = found.func(heads.RandomizedResponse(epsilon), *found.args[1:])
        yield Fact(
            found,
            "domination by randomised response",
            (*fact.needs, restate(claim, [response], hypotheses=relations_of(claim))),
            (*fact.axioms, axioms.DOMINATION.name),
            "domination",
            (fact,),
        )


def _of_both_signs(fact: Fact, claim: Claim) -> Iterator[Fact]:
    """Losses in an interval of length eta are at most eta, for what is made of the mechanism."""
    mechanism, eta = fact.guarantee.args
    whole = [a.args[0] for a in claim.conclusions if isinstance(a, PureDP | ApproxDP)]
    if any(other != mechanism and other.has(mechanism) for other in whole):
        pure = PureDP(mechanism, eta)
        needs = (*fact.needs, restate(claim, [pure]))
        yield Fact(pure, "losses of both signs", needs, fact.axioms)


def _line_above_tails(fact: Fact) -> Fact:
    """The line of slope rho/4 through xi + 2*t + t**2 at order 1, where t = (pi*rho)**(1/4).

    For rho > 0 and w >= 0 the loss Z exceeds xi + t + w with probability at most
    ``exp(-w**2/rho)/(1 - exp(-t))``, by the member of the family at epsilon = xi + w. So for a > 0
    ``E[exp(a*Z)]`` is at most ``exp(a*(xi + t))`` times ``1 + a*(1 + 1/t)*J`` with J the integral
    of ``exp(a*w - w**2/rho)``, at most ``t**2*exp(a**2*rho/4)``; the logarithm of this is at
    most ``a*(xi + t) + a**2*rho/4 + a*(t + t**2)``. Bun and Steinke 2016, Lemma 3.7, sharpened.
    """
    xi, rho = fact.parameters
    t = (pi * rho) ** Rational(1, 4)
    line = ZCDP(fact.guarantee.args[0], xi + 2 * t + sqrt(pi * rho) - rho / 4, rho / 4)
    words = "the moments of a loss with such tails"
    return Fact(line, words, fact.needs, fact.axioms, "tail-zcdp", (fact,))


def _asks_for(kind: type[Basic], claim: Claim) -> bool:
    return any(isinstance(atom, kind) for atom in claim.conclusions)


def _fails_elsewhere(claim: Claim) -> bool:
    """Whether another hypothesis allows for failures, so that the two may be composed."""
    return any(isinstance(atom, ApproxDP | ApproxZCDP) for atom in claim.hypotheses)


def _zcdp_lines(fact: Fact, claim: Claim) -> Iterator[Fact]:
    """Lines above the Renyi divergence of randomised response, each with the claim it needs.

    That claim is stated for every epsilon where the one in question is an expression.
    """
    mechanism, epsilon = fact.guarantee.args[:2]
    compound = bool(epsilon.free_symbols) and not epsilon.is_Symbol
    name = fresh(claim, "epsilon") if compound else epsilon
    response = heads.RandomizedResponse(name)
    half, square = name * tanh(name / 2), name**2 / 2
    relations = relations_of(claim)
    lines = ((S.Zero, square), (half - square, square), (S.Zero, half), (epsilon, S.Zero))
    for xi, rho in lines:
        line = ZCDP(response, xi, rho)
        if compound:
            needs: tuple[Claim, ...] = (
                restate(claim, [line], hypotheses=(), domains={name: NONNEGATIVE}),
                restate(claim, [at_most(S.Zero, epsilon)], hypotheses=relations),
            )
        else:
            needs = (restate(claim, [line], hypotheses=relations),)
        yield Fact(
            ZCDP(mechanism, xi.xreplace({name: epsilon}), rho.xreplace({name: epsilon})),
            "domination by randomised response",
            needs,
            (*fact.axioms, axioms.DOMINATION.name),
            parents=(fact,),
        )
