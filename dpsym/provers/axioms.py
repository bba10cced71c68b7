"""The facts that reductions use without proof, each with its citation. Fewer than ten.

A verdict lists the names of those it used. Each is tested on random instances, and constructed
where the objects are finite.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Axiom:
    """A fact of the literature.

    Attributes:
        name: the name that verdicts list.
        statement: the fact in words.
        citation: where it is proved.
        used: the modules of the provers whose reductions use it; the kernel's table of facts
            names it row by row.
    """

    name: str
    statement: str
    citation: str
    used: tuple[str, ...]


DATA_PROCESSING = Axiom(
    "data-processing",
    "No randomised map of the outcome increases an f-divergence, a Renyi divergence of order at "
    "least 1, or a hockey-stick divergence between two laws; f-divergences are jointly convex and "
    "Renyi divergences jointly quasi-convex.",
    "Csiszar 1967; van Erven and Harremoes 2014, Theorems 9, 11 and 13",
    (
        "divergences.bounds",
        "guarantees.from_hypotheses",
        "guarantees.conversion",
        "guarantees.databases",
        "guarantees.domination",
        "guarantees.facts",
    ),
)
DOMINATION = Axiom(
    "domination",
    "Two laws within hockey-stick divergence delta at epsilon both ways are the images, under one "
    "randomised map, of the two laws of CanonicalRR(epsilon, delta); two laws within mu-Gaussian "
    "differential privacy, of Gaussian(0, 1) and Gaussian(mu, 1); two laws that at most k steps "
    "within epsilon both ways join, of Geometric(0, epsilon) and Geometric(k, epsilon); two laws "
    "with the loss in an interval, of two laws of a bit with the losses at its ends. Views of "
    "an adaptive composition, also a concurrent one of interactive mechanisms, are images of the "
    "product of the dominating pairs, and an interactive mechanism within (epsilon, delta) is an "
    "interactive post-processing of CanonicalRR(epsilon, delta); so is the transcript of a "
    "protocol of the responses of all parties, if each has private coins and a strategy within "
    "(epsilon, delta) whatever the others say, or within (epsilon, 0) while they follow the "
    "protocol.",
    "Blackwell 1953; Kairouz, Oh and Viswanath 2015, Theorem 2.5; Murtagh and Vadhan 2016, Lemma "
    "3.2; Dong, Durfee and Rogers 2020; Dong, Roth and Su 2022, Theorems 2 and 7; Lyu 2022; Vadhan "
    "and Zhang 2023",
    (
        "guarantees.concrete",
        "guarantees.consequences",
        "guarantees.conversion",
        "guarantees.domination",
        "guarantees.facts",
        "guarantees.groups",
        "guarantees.means",
    ),
)
CHAIN_RULE = Axiom(
    "chain-rule",
    "The Renyi divergence of a joint law is at most that of the first coordinate plus the largest "
    "of the conditional ones, with equality for independent coordinates; so Renyi guarantees add "
    "under adaptive composition, also under concurrent composition of interactive mechanisms.",
    "Bun and Steinke 2016, Lemma 2.2; Vadhan and Wang 2021, display (2); Lyu 2022",
    (
        "divergences.bounds",
        "divergences.identities",
        "guarantees.facts",
    ),
)
HOELDER = Axiom(
    "hoelder",
    "For laws P, Q, R, k > 1 and alpha > 1, Renyi(alpha, P, Q) is at most "
    "k*alpha/(k*alpha - 1)*Renyi((k*alpha - 1)/(k - 1), P, R) + Renyi(k*alpha, R, Q). The "
    "logarithm of a moment, (alpha - 1)*Renyi(alpha, P, Q), is convex in alpha on [1, oo).",
    "Bun and Steinke 2016, Lemma 5.2, and van Erven and Harremoes 2014, Corollary 2, from "
    "Hoelder's inequality",
    (
        "divergences.bounds",
        "guarantees.groups",
    ),
)
MONOTONE_ORDER = Axiom(
    "monotone-order",
    "Renyi divergence is nondecreasing in its order on [1, oo], and nonnegative.",
    "van Erven and Harremoes 2014, Theorems 3 and 8",
    (
        "divergences.bounds",
        "guarantees.consequences",
        "guarantees.conversion",
        "guarantees.means",
        "guarantees.variation",
    ),
)
JOINT_RANGE = Axiom(
    "joint-range",
    "The pairs of values that two f-divergences take on all pairs of laws are the convex hull of "
    "the pairs they take on pairs of Bernoulli laws.",
    "Harremoes and Vajda 2011, Theorem 4",
    ("divergences.joint_range",),
)
TAIL_INTEGRAL = Axiom(
    "moments-to-hockey-stick",
    "If Renyi(alpha, P, Q) <= xi + rho*alpha for all alpha > 1, then HockeyStick(epsilon, P, Q) "
    "is at most the integral over z > epsilon of exp(epsilon - z)*exp(-(z - xi - rho)**2/(4*rho)) "
    "for epsilon >= xi + rho; and at most exp((alpha - 1)*(Renyi(alpha, P, Q) - epsilon)) * "
    "(1 - 1/alpha)**(alpha - 1)/alpha for every alpha > 1.",
    "Bun and Steinke 2016, Lemma B.2; Canonne, Kamath and Steinke 2020, Proposition 12",
    (
        "divergences.bounds",
        "guarantees.conversion",
        "guarantees.tails",
    ),
)

AXIOMS: dict[str, Axiom] = {
    axiom.name: axiom
    for axiom in (
        DATA_PROCESSING,
        DOMINATION,
        CHAIN_RULE,
        HOELDER,
        MONOTONE_ORDER,
        JOINT_RANGE,
        TAIL_INTEGRAL,
    )
}
