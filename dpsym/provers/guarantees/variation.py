"""Total variation bounded by moments of the loss, and hockey sticks, which are at most that."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from sympy import Basic, Expr, S, exp, sqrt

from dpsym.language.claim import Claim
from dpsym.language.heads import KL, ObjectName, Renyi, TotalVariation
from dpsym.provers import axioms
from dpsym.provers.guarantees.fact import Fact, probability_needs
from dpsym.provers.guarantees.tails import Way, line_to_approx, numeric_claims, rest_of
from dpsym.provers.restate import at_most, restate


def line_to_variation(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """At epsilon = 0 by Cauchy and Schwarz at order 2, or by Pinsker's inequality at order 1.

    Bun and Steinke 2016, Lemmas C.1 and C.2; both are decided as subgoals.
    """
    xi, rho = fact.parameters
    yield from by_second_moment(xi + 2 * rho, target, claim, ())
    if target.args[1] == 0:
        yield from by_mean(xi + rho, target, claim)


def approximate_line_to_approx(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """By the tail, or by total variation of what is concentrated, beside which failures count."""
    failure, xi, rho = fact.parameters
    probable = probability_needs(fact, claim)
    known = by_mean(xi + rho, target, claim, failure)
    total = (((*needs, *probable), words, used) for needs, words, used in known)
    ways = line_to_approx(fact, target, claim), total
    yield from chain(*(reversed(ways) if target.args[1] == 0 else ways))


def by_mean(mean: Expr, target: Basic, claim: Claim, failure: Expr = S.Zero) -> Iterator[Way]:
    """Hockey sticks are at most the total variation, that is bounded by KL, and KL <= mean.

    By sqrt(KL/2), Pinsker; or by sqrt(1 - exp(-KL)), Bretagnolle and Huber 1979. Of laws that
    differ in any way with the probability of a failure, the others within the mean.
    """
    epsilon, delta = target.args[1:]
    if epsilon.is_number and epsilon.is_positive:
        return
    p, q = ObjectName("P"), ObjectName("Q")
    total, loss = TotalVariation(p, q), KL(p, q)
    lemmas = (
        (at_most(2 * total**2, loss), sqrt(2) * sqrt(mean) / 2),
        (at_most(exp(-loss), 1 - total**2), sqrt(1 - exp(-mean))),
    )
    rest = rest_of(failure, delta)
    for lemma, bound in lemmas:
        whole = failure + (1 - failure) * bound
        last = at_most(whole, delta) if rest is None else at_most(bound, rest)
        atoms = [at_most(S.Zero, epsilon), at_most(S.Zero, mean), last]
        needs = (*numeric_claims(claim, *atoms), restate(claim, [lemma], hypotheses=()))
        yield needs, "the mean of the loss bounds total variation", (axioms.MONOTONE_ORDER.name,)


def by_second_moment(
    tau: Expr, target: Basic, claim: Claim, needed: tuple[Basic, ...]
) -> Iterator[Way]:
    """Total variation by Cauchy and Schwarz, from a Renyi divergence of order 2 at most tau."""
    if target.args[1] != 0:
        return
    p, q = ObjectName("P"), ObjectName("Q")
    moment = sqrt(exp(Renyi(2, p, q)) - 1) / 2
    lemma = restate(claim, [at_most(TotalVariation(p, q), moment)], hypotheses=())
    atoms = at_most(S.Zero, tau), at_most(sqrt(exp(tau) - 1) / 2, target.args[2])
    used = (axioms.MONOTONE_ORDER.name,) if needed else ()
    yield (*numeric_claims(claim, *needed, *atoms), lemma), "total variation", used
