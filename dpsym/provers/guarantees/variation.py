"""Total variation bounded by moments of the loss, and hockey sticks, which are at most that."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Basic, Expr, S, exp, sqrt

from dpsym.language.claim import Claim
from dpsym.language.heads import KL, ObjectName, Renyi, TotalVariation
from dpsym.provers import axioms
from dpsym.provers.guarantees.fact import Fact
from dpsym.provers.guarantees.tails import Way, numeric_claims
from dpsym.provers.restate import at_most, restate


def line_to_variation(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """At epsilon = 0 by Cauchy and Schwarz at order 2, or by Pinsker's inequality at order 1.

    Bun and Steinke 2016, Lemmas C.1 and C.2; both are decided as subgoals.
    """
    xi, rho = fact.parameters
    yield from by_second_moment(xi + 2 * rho, target, claim, ())
    if target.args[1] == 0:
        yield from by_mean(xi + rho, target, claim)


def by_mean(mean: Expr, target: Basic, claim: Claim) -> Iterator[Way]:
    """Hockey sticks are at most the total variation, that is bounded by KL, and KL <= mean.

    By sqrt(KL/2), Pinsker; or by sqrt(1 - exp(-KL)), Bretagnolle and Huber 1979.
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
    for lemma, bound in lemmas:
        atoms = [at_most(S.Zero, epsilon), at_most(S.Zero, mean), at_most(bound, delta)]
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
