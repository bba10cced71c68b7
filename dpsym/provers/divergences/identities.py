"""Divergences written otherwise: identities that hold for all laws."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Basic, Expr, Mul, exp, log

from dpsym.kernel.divergences import expanded as identity
from dpsym.kernel.divergences import factor_pairs
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.construct import cancels
from dpsym.language.divergences import DIVERGENCES, Form
from dpsym.language.heads import HockeyStick, Renyi
from dpsym.provers import axioms
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split


class SameLaw:
    """Tails of the loss between a law and itself, which is zero."""

    name = "same law"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with what such tails are."""
        tails = (t for atom in claim.conclusions for t in atom.atoms(heads.LossTail))
        if len(claim.conclusions) == 1 and any(t.args[1] == t.args[2] for t in tails):
            words = "the loss between equal laws is zero"
            yield from by_rule("identity", claim, {"use": "expanded"}, words)


def multiplied(side: Expr) -> Expr:
    """Chi-squared and Hellinger of independent draws in terms of those of the parts."""
    values: dict[Basic, Basic] = {}
    for divergence in side.atoms(heads.Divergence):
        pairs = factor_pairs(*divergence.args[-2:])
        sign = DIVERGENCES.get(type(divergence), Form()).multiplied
        if not sign or len(pairs) < 2:
            continue
        factors = (1 + sign * identity(divergence.func(*pair)) for pair in pairs)
        values[divergence] = sign * (Mul(*factors) - 1)
    return side.xreplace(values)


def _unchanged(side: Expr) -> Expr:
    return side


def _reflected(side: Expr) -> Expr:
    """H_x(P, Q) = 1 - exp(x) + exp(x)*H_{-x}(Q, P), for x with a minus sign."""
    values = {}
    for stick in side.atoms(HockeyStick):
        x, p, q = stick.args
        if x.could_extract_minus_sign():
            values[stick] = 1 - exp(x) + exp(x) * HockeyStick(-x, q, p)
    return side.xreplace(values)


def second_order(side: Expr) -> Expr:
    """Renyi divergences of order 2 in terms of chi-squared: exp(D_2) = 1 + chi^2."""
    values = {
        d: log(1 + heads.ChiSquared(*d.args[1:])) for d in side.atoms(Renyi) if d.args[0] == 2
    }
    return side.xreplace(values) if values else side


IDENTITIES = (
    (_unchanged, "", "divergences of independent draws add", (axioms.CHAIN_RULE.name,)),
    (_reflected, "reflected", "the hockey stick at -x is that of the exchanged laws at x", ()),
    (
        multiplied,
        "multiplied",
        "1 + chi-squared and 1 - Hellinger are multiplied over independent draws",
        (axioms.CHAIN_RULE.name,),
    ),
    (
        second_order,
        "second-order",
        "exp of the Renyi divergence of order 2 is 1 plus chi-squared",
        (),
    ),
)
"""Each with its name in the kernel, where it is more than additivity, its words and its facts."""


def expanded(side: Expr) -> Expr:
    """The side with exact identities applied to its divergences.

    Additivity over independent draws, cancellation of common factors, order 1 and order oo, and
    the divergence of a law from itself; not where infinite divergences might cancel.
    """
    values = {d: identity(d) for d in side.atoms(heads.Divergence)}
    return side if cancels(side, values) else side.xreplace(values)
