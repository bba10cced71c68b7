"""From a derived fact to mean-concentrated privacy: bounds of the loss about its mean."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Basic, S, exp, tanh

from dpsym.language.claim import Claim
from dpsym.provers import axioms
from dpsym.provers.guarantees.fact import Fact
from dpsym.provers.guarantees.tails import Way, numeric_claims
from dpsym.provers.restate import at_most


def pure_to_mean(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """A loss in [-epsilon, epsilon], by Hoeffding's lemma; its mean is at most a Renyi divergence.

    Bun and Steinke 2016, Proposition 3.3 at order 1, in its optimal form.
    """
    (epsilon,) = fact.parameters
    mu, tau = target.args[1:]
    atoms = [at_most(epsilon * tanh(epsilon / 2), mu), at_most(epsilon, tau)]
    yield numeric_claims(claim, *atoms), "Hoeffding's lemma", (axioms.DOMINATION.name,)


def range_to_mean(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """A loss in an interval of length eta, by Hoeffding's lemma, also for its mean.

    ``0 = log E_P[exp(-Z)] <= -E_P[Z] + eta**2/8`` where P and Q have the same support, and
    otherwise no interval holds the loss.
    """
    (eta,) = fact.parameters
    mu, tau = target.args[1:]
    atoms = [at_most(eta**2 / 8, mu), at_most(eta / 2, tau)]
    yield numeric_claims(claim, *atoms), "Hoeffding's lemma", ()


def line_to_mean(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """The centred loss Y = Z - E[Z], with 0 <= E[Z] <= xi + rho and K(l) = log E[exp(l*Y)].

    For l > 0, ``K(l) <= l*(xi + rho + rho*l)``; for l <= -1 by the mirrored pair
    ``K(l) <= (2*|l| - 1)*xi + rho*l**2``, and for -1 < l < 0 by Jensen ``K(l) <= |l|*(xi + rho)``.
    With 0 <= xi + rho these are at most ``l**2*(2*xi + 3*rho)`` where |l| >= 1/2, also for xi < 0,
    where the second is at most ``rho*l**2``. Elsewhere ``exp(l*y) - 1 -
    l*y <= 4*l**2*(exp(y/2) + exp(-y/2) - 2)`` for all y, so ``K(l)/l**2`` is at most
    ``4*(exp(K(1/2)) + exp(K(-1/2)) - 2)``. Bun and Steinke 2016, Lemmas B.4 and B.5, sharpened.

    The same with h = 1/Max(1, s) for 1/2, where s = xi + 2*rho: for |l| >= h the bounds are at most
    ``l**2*s/h``; elsewhere ``K(l)/l**2`` is at most ``(exp(K(h)) + exp(K(-h)) - 2)/h**2``, and
    K(h) and K(-h) are at most h*s, which is at most 1, so this is at most ``2*(e - 1)*s/h``.
    Together ``K(l) <= l**2*7/2*Max(s, s**2)``.
    """
    xi, rho = fact.parameters
    mu, tau = target.args[1:]
    moments = exp(xi / 2 + 3 * rho / 4) + exp((xi + rho) / 2) - 2
    atoms = [
        at_most(S.Zero, xi + rho),
        at_most(xi + rho, mu),
        at_most(4 * xi + 6 * rho, tau**2),
        at_most(8 * moments, tau**2),
    ]
    yield numeric_claims(claim, *atoms), "moments", (axioms.MONOTONE_ORDER.name,)
    size = xi + 2 * rho
    atoms[2:] = [at_most(S.Zero, rho), at_most(7 * size, tau**2), at_most(7 * size**2, tau**2)]
    yield numeric_claims(claim, *atoms), "moments near zero", (axioms.MONOTONE_ORDER.name,)
