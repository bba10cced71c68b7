"""Divergences written otherwise: identities that hold for all laws."""

from __future__ import annotations

from sympy import Add, Basic, Expr, Max, Mul, S, exp, log

from dpsym.language import heads
from dpsym.language.construct import cancels
from dpsym.language.heads import KL, HockeyStick, MaxDivergence, Renyi
from dpsym.language.meaning import Pair
from dpsym.provers import axioms

_ADDITIVE = Renyi | KL | MaxDivergence


def multiplied(side: Expr) -> Expr:
    """Chi-squared and Hellinger of independent draws in terms of those of the parts."""
    values: dict[Basic, Basic] = {}
    for divergence in side.atoms(heads.ChiSquared) | side.atoms(heads.Hellinger):
        pairs = factor_pairs(*divergence.args)
        if pairs is None or len(pairs) < 2:
            continue
        sign = 1 if isinstance(divergence, heads.ChiSquared) else -1
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


def identity(divergence: Basic) -> Expr:
    """One divergence, with the laws it compares taken apart as far as they go."""
    *parameters, p, q = divergence.args
    if p == q and isinstance(divergence, HockeyStick):
        return Max(1 - exp(parameters[0]), 0)
    if p == q and not isinstance(divergence, heads.MutualInformation):
        return S.Zero
    if isinstance(divergence, Renyi) and parameters[0] == 1:
        return identity(KL(p, q))
    if isinstance(divergence, Renyi) and parameters[0] is S.Infinity:
        return identity(MaxDivergence(p, q))
    factors = factor_pairs(p, q)
    if factors is None or (len(factors) == 1 and factors[0] == (p, q)):
        return divergence
    if isinstance(divergence, _ADDITIVE):
        return Add(*(identity(divergence.func(*parameters, a, b)) for a, b in factors))
    kept = [(a, b) for a, b in factors if a != b]
    if not kept or len(kept) == len(factors):
        return divergence
    if len(kept) == 1:
        return divergence.func(*parameters, *kept[0])
    return divergence.func(
        *parameters, heads.Product(*(a for a, _ in kept)), heads.Product(*(b for _, b in kept))
    )


def factor_pairs(p: Basic, q: Basic) -> list[Pair] | None:
    """The pairs of factors of two products of equal length; one pair for other laws."""
    if isinstance(p, heads.Product) != isinstance(q, heads.Product):
        return None
    if not isinstance(p, heads.Product):
        return [(p, q)]
    if len(p.args) != len(q.args):
        return None
    found: list[Pair] = []
    for a, b in zip(p.args, q.args, strict=True):
        inner = factor_pairs(a, b)
        if inner is None:
            return None
        found.extend(inner)
    return found


__all__ = ["IDENTITIES", "expanded", "factor_pairs", "identity", "multiplied", "second_order"]
