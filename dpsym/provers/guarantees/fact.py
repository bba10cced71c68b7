"""One fact: a guarantee on a mechanism, with what it still needs and what it rests on."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Basic, Expr, S

from dpsym.language.claim import Claim
from dpsym.language.domains import PROBABILITY, Interval
from dpsym.language.heads import (
    ZCDP,
    ApproxDP,
    ApproxZCDP,
    BoundedRange,
    BoundedZCDP,
    GaussianDP,
    Guarantee,
    ProbabilisticDP,
    PureDP,
    RenyiDP,
    TailDP,
)
from dpsym.provers.restate import at_most, restate

KINDS: dict[type[Basic], str] = {
    PureDP: "pure",
    ApproxDP: "approx",
    ZCDP: "zcdp",
    ApproxZCDP: "approx-zcdp",
    BoundedZCDP: "bounded-zcdp",
    RenyiDP: "renyi",
    GaussianDP: "gaussian",
    BoundedRange: "range",
    ProbabilisticDP: "loss",
    TailDP: "tail",
}
"""What the rows that say the same of several kinds of guarantees call each."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A guarantee that holds if its ``needs`` do.

    Attributes:
        guarantee: on the mechanism in question; zCDP with its xi written out.
        words: how it came about.
        needs: claims still to be decided.
        axioms: facts used without proof.
        row: the row of the kernel's table, or the rule, by which it follows from its parents; none
            where it is a hypothesis or one of its needs.
        parents: the facts from which it follows.
    """

    guarantee: Basic
    words: str
    needs: tuple[Claim, ...] = ()
    axioms: tuple[str, ...] = ()
    row: str = ""
    parents: tuple[Fact, ...] = ()

    @property
    def parameters(self) -> tuple[Expr, ...]:
        """The arguments after the mechanism."""
        return tuple(self.guarantee.args[1:])


def relations_of(claim: Claim) -> list[Basic]:
    """The hypotheses that are relations."""
    return [h for h in claim.hypotheses if not isinstance(h, Guarantee)]


def probability_needs(fact: Fact, claim: Claim) -> tuple[Claim, ...]:
    """What says that the delta of a fact is at most 1, where its domain does not."""
    if not isinstance(fact.guarantee, ApproxDP | ProbabilisticDP | ApproxZCDP):
        return ()
    delta = fact.parameters[0 if isinstance(fact.guarantee, ApproxZCDP) else 1]
    if delta.is_number and (delta <= 1) is S.true:
        return ()
    if delta.is_Symbol and PROBABILITY.includes(dict(claim.domains)[delta]):
        return ()
    return (restate(claim, [at_most(delta, S.One)], hypotheses=relations_of(claim)),)


def order_needs(order: Expr, claim: Claim) -> tuple[Claim, ...]:
    """What says that an order is at least 1, where its domain does not."""
    if order.is_number and (order >= 1) is S.true:
        return ()
    known = dict(claim.domains).get(order)
    if known is not None and Interval(S.One, S.Infinity).includes(known):
        return ()
    return (restate(claim, [at_most(S.One, order)], hypotheses=relations_of(claim)),)
