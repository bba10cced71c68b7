"""Chi-squared divergences in the scale of the Renyi divergences of order 2, and back.

``Renyi(2, P, Q)`` is ``log(1 + ChiSquared(P, Q))``. What is proved of sums of the one says the same
of products of the other.
"""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Add, Basic, Expr, Le, Mul, Pow, S, exp, log

from dpsym.kernel.implications import plain
from dpsym.language.claim import Claim
from dpsym.language.construct import lossless
from dpsym.language.heads import ChiSquared, MaxDivergence, Quantity, Renyi
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import asked_by, by_rule
from dpsym.provers.moments.program import laws_in
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, restate

_PAIR = 2
IDENTITY = "exp of the Renyi divergence of order 2 is 1 plus chi-squared"


class WithoutLogarithms:
    """Logarithms of 1 plus a chi-squared divergence, one on each side."""

    name = "without logarithms"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim without them, or with them where Renyi divergences have the order 2."""
        atom = _relation(claim)
        if atom is None:
            return
        if all(isinstance(side, log) for side in atom.args) and not atom.has(exp):
            yield from by_rule("monotone", claim, {}, "logarithms increase")
        if any(d.args[0] == 2 for d in atom.atoms(Renyi)):
            yield from by_rule("identity", claim, {"use": "second-order"}, IDENTITY)


class InLogarithms:
    """One plus a chi-squared divergence against a product: logarithms of both, which is a sum."""

    name = "in logarithms"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with the logarithms of both sides, where more than two laws are compared."""
        atom = _relation(claim)
        if atom is None or not isinstance(atom.rhs, Mul) or len(laws_in([atom])) <= _PAIR:
            return
        left, right = map(_logarithm, atom.args)
        if left is None or right is None:
            return
        words, params = "logarithms of both sides", {"side": "small", "layers": 1}
        powers = at_most(lossless(exp, left), lossless(exp, right))
        written, goal = (restate(claim, [a]) for a in (powers, at_most(left, right)))
        inner = Split((goal,), words, (), dict(params), "inverse")
        yield Split((goal,), words, (), {}, "restated", between=((written, inner),))


class InRenyi:
    """Logarithms of 1 plus chi-squared divergences of several pairs, as Renyi divergences."""

    name = "in Renyi divergences"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim about the Renyi divergences; were it false with them, it would be so before."""
        atom = _relation(claim)
        if atom is None or not atom.has(log):
            return
        if len(laws_in([atom])) <= _PAIR and not atom.has(Renyi, MaxDivergence):
            return
        values = {log(1 + d): Renyi(2, *d.args) for d in atom.atoms(ChiSquared)}
        left, right = (side.xreplace(values) for side in atom.args)
        if left.has(ChiSquared) or right.has(ChiSquared):
            return
        cut = {"between": text(left), "limit": text(right)}
        first, then, *_ = asked_by("cut", claim, cut)
        params = {"number": 0, "beside": True}
        for turned in asked_by("contradiction", then, params)[:1]:
            written = Split((), IDENTITY, (), {"use": "second-order"}, "identity")
            inner = Split((), IDENTITY, (), params, "contradiction", between=((turned, written),))
            yield Split((first,), IDENTITY, (), cut, "cut", between=((then, inner),))


def _relation(claim: Claim) -> Basic | None:
    """The only conclusion, if it is an inequality with chi-squared divergences."""
    atom = plain(claim.conclusions[0])
    fits = len(claim.conclusions) == 1 and isinstance(atom, Le) and atom.has(ChiSquared)
    return atom if fits else None


def _logarithm(side: Expr) -> Expr | None:
    """The logarithm of a product of exponentials and powers of 1 plus chi-squared divergences."""
    found: list[Expr] = []
    for factor in Mul.make_args(side):
        base, power = factor.as_base_exp() if isinstance(factor, Pow) else (factor, S.One)
        if isinstance(factor, exp):
            found.append(factor.args[0])
        elif isinstance(base - 1, ChiSquared) and not power.has(Quantity):
            found.append(power * log(base))
        else:
            return None
    return Add(*found)
