"""The concrete mechanism of which all mechanisms with a guarantee are images."""

from __future__ import annotations

from sympy import Basic, Expr, S

from dpsym.language.claim import Claim
from dpsym.language.domains import NONNEGATIVE, PROBABILITY
from dpsym.language.heads import (
    ApproxDP,
    CanonicalRR,
    GaussianDP,
    GaussianMechanism,
    GeometricMechanism,
    ObjectName,
    PureDP,
    RandomizedResponse,
)
from dpsym.provers.guarantees.fact import Fact, probability_needs
from dpsym.provers.restate import at_most, restate

RESPONSES = CanonicalRR | RandomizedResponse | GeometricMechanism
"""Of these the bounds that they satisfy say as much as their laws."""


def dominating(fact: Fact) -> Basic | None:
    """The concrete mechanism of which every mechanism with this guarantee is an image."""
    if isinstance(fact.guarantee, PureDP):
        return RandomizedResponse(fact.parameters[0])
    if isinstance(fact.guarantee, ApproxDP):
        return CanonicalRR(*fact.parameters)
    if isinstance(fact.guarantee, GaussianDP):
        return GaussianMechanism(fact.parameters[0], S.One)
    return None


def admissible(fact: Fact, claim: Claim) -> tuple[Claim, ...]:
    """What says that the parameters of a fact are those of a canonical response."""
    needs = probability_needs(fact, claim)
    if isinstance(fact.guarantee, ApproxDP):
        return needs + canonical_needs(claim, *fact.parameters)
    return needs


def canonical_needs(claim: Claim, epsilon: Expr, delta: Expr) -> tuple[Claim, ...]:
    """Claims that epsilon >= 0 and 0 <= delta <= 1, as far as the domains do not say so."""
    relations = [h for h in claim.hypotheses if not h.has(ObjectName)]
    atoms = []
    for parameter, domain in ((epsilon, NONNEGATIVE), (delta, PROBABILITY)):
        if parameter.is_number and domain.contains(parameter):
            continue
        if parameter.is_Symbol and domain.includes(dict(claim.domains)[parameter]):
            continue
        atoms.append(at_most(S.Zero, parameter))
        if domain is PROBABILITY:
            atoms.append(at_most(parameter, S.One))
    return tuple(restate(claim, [atom], hypotheses=relations) for atom in atoms)
